"""The report in words: sentences with their numbers, and names in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from rfsim.analysis.calibration import Check
from rfsim.analysis.multiple import FALSE_DISCOVERIES, is_found
from rfsim.report.cells import LEAST_Q
from rfsim.report.numbers import PERCENT, percent, points_with_interval, with_interval

PART_NAMES = {
    "strategy": "who plays",
    "start": "who starts",
    "guild": "strength of the guilds",
    "pair": "pairs within a deck",
    "against": "guild against guild",
}
SIZE_NAMES = {2: "pairs", 3: "threes", 4: "fours"}
ENDING_NAMES = {"target": "a side reached the target", "stalemate": "stalemate", "cap": "turn limit"}


def named(table: pd.DataFrame, column: str, names: Mapping[str, str]) -> pd.DataFrame:
    """A table with the names of a column in plain words."""
    return table.assign(**{column: [names.get(name, name) for name in table[column]]})


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def found_sentence(table: pd.DataFrame, what: str, even: str) -> str:
    """How many rows differ from `even` (in words) if all of them are looked at."""
    return (
        f"{int(is_found(table).sum()):,} of {len(table):,} {what} differ from {even} if all are looked at "
        f"(q up to {FALSE_DISCOVERIES:g}: of those, one in {1 / FALSE_DISCOVERIES:.0f} is expected to be chance)."
    )


def combination_sentence(table: pd.DataFrame, even: str) -> str:
    """The best and the weakest combination of one size, and how many differ from `even`."""
    best, worst, size = table.iloc[0], table.iloc[-1], table["size"].iloc[0]
    return (
        f"Of {len(table):,} {SIZE_NAMES[size]}, {best.combination} wins most, {with_interval(best)}, and "
        f"{worst.combination} least, {with_interval(worst)}; {int(is_found(table).sum()):,} differ from {even} if "
        "all are looked at."
    )


def synergy_sentences(table: pd.DataFrame) -> Iterator[str]:
    """The pairs that add most and cost most, and how many stand out."""
    found = int(is_found(table).sum())
    if found:
        best, worst = table.iloc[0], table.iloc[-1]
        yield (
            f"{best.guild_a} and {best.guild_b} add most to each other: {points_with_interval(best, 'adds')} to what "
            f"both are worth; {worst.guild_a} and {worst.guild_b} cost most: {points_with_interval(worst, 'adds')}."
        )
    yield f"{found or 'None'} of {len(table)} pairs stand out from chance (q up to {FALSE_DISCOVERIES:g})."


def opponent_sentence(table: pd.DataFrame) -> str:
    """The strongest counter."""
    found, pairings = int(is_found(table).sum()) // 2, len(table) // 2  # each pair stands there in both orders
    if not found:
        return f"None of {pairings} pairings stand out from chance."
    best = table.iloc[0]
    return (
        f"Beyond their strengths, {best.guild_a} gains most against {best.guild_b}: "
        f"{points_with_interval(best, 'adds')}; {found} of {pairings} pairings stand out from chance."
    )


def spell_sentence(table: pd.DataFrame, even: float) -> str:
    """The spell whose players win most."""
    best = table.iloc[0]
    return (
        f"Players that play {best.spell} win {with_interval(best)} of those games, where {percent(even)} would be even."
    )


def explained_sentence(check: Check) -> Iterator[str]:
    """What the parts of the model explain, if that is known."""
    if check.parts["share"].isna().any():
        return
    shares = zip(check.parts["part"], check.parts["share"], strict=True)
    told = [f"{PART_NAMES[part]} {percent(share)}" for part, share in shares]
    yield f"Of what could be known of a matchup before it is played, each part of the model explains: {listed(told)}."


def model_sentences(check: Check) -> Iterator[str]:
    """What the model explains and how far it can be trusted."""
    yield from explained_sentence(check)
    error = mean_error(check.calibration)
    yield (
        f"On {check.checked:,} matchups that it was not fitted to ({check.fitted:,} were), its predictions are "
        f"{PERCENT * error:.1f} points off on average over the groups below; their slope is {check.slope:.2f} "
        f"(1 is right), and {percent(check.covered)} of the results lie where 95 % should."
    )


def mean_error(calibration: pd.DataFrame) -> float:
    """The mean distance between predicted and observed rates, weighted by games."""
    away = (calibration["observed"] - calibration["predicted"]).abs()
    return float((away * calibration["games"]).sum() / calibration["games"].sum())


def against_sentences(table: pd.DataFrame, other: str) -> Iterator[str]:
    """What changed most against another run."""
    found = table[is_found(table)]
    yield f"{len(found)} of {len(table)} guilds differ from {other} by more than chance explains."
    for row in (table.iloc[0], table.iloc[-1]):
        change = points_with_interval(row, "change")
        yield f"{row.guild}: {change}, from {percent(row.rate_a)} to {percent(row.rate_b)}."


def length_sentence(turns: float, decisions: float) -> str:
    return f"A game takes {turns:.1f} turns and {decisions:.0f} decisions with more than one option, on average."


def lead_sentence(changes: float, games: int) -> str:
    return f"The lead passes from one side to the other {changes / games:.2f} times a game."


def source_sentence(table: pd.DataFrame) -> str:
    """Where the winners' Riftforce comes from."""
    winners = table[table["side"] == "winners"]
    total = winners["riftforce"].sum()
    amounts = dict(zip(winners["source"], winners["riftforce"].to_numpy(float), strict=True))
    told = [f"{percent(amount / total)} from {source}" for source, amount in amounts.items() if amount]
    return f"Winners make {total:.1f} Riftforce a game: {listed(told)}."


def limits(strategies: Sequence[str], fraction: float, is_drawn: bool, undecided: float) -> Iterator[str]:
    """What the numbers do not say."""
    players = listed(list(dict.fromkeys(strategies)))
    yield (
        f"All games were played by bots ({players}). Rates tell how guilds fare in their hands; people, and better "
        "bots, may use some guilds better than others."
    )
    if "random" in strategies:
        yield "The strategy random takes any option: its games test the machinery, and say little about balance."
    if is_drawn and fraction < 1:
        part = percent(fraction) if fraction >= LEAST_Q else f"less than {percent(LEAST_Q)}"
        yield f"Not all possible matchups were played, but {part} of them, drawn at random; the intervals allow for it."
    if undecided:
        yield f"{percent(undecided)} of the games ended undecided; rates leave them out."
