"""The result tables: from a study's tally to one DataFrame for each question."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from rfsim.analysis.rates import COUNTS, MOMENTS, RATES, difference, with_rates
from rfsim.study.tally import SUMS, VIEWS, Tally, side_of_view

SIZES = (1, 2, 3, 4)
NUMBERS = (5, 6, 7)  # of the trainer's bots


@dataclass(frozen=True, eq=False)
class Counts:
    """A finished study's counts with what they are counts of.

    `matchups`: the drafts of all seats, one tuple a matchup. `sides`: the side of each seat; `rated_sides`: those whose
    decks are worth a rate. `order`: the seat that acts at each position. `arrangements`: the games of a block.
    `strategies`: the names of player 0 and 1. `rules`: the names of the rule sets; `variants`: which of them each
    matchup was played by.
    """

    tally: Tally
    matchups: list[tuple[tuple[str, ...], ...]]
    sides: tuple[int, ...]
    rated_sides: tuple[int, ...]
    order: tuple[int, ...]
    arrangements: np.ndarray
    strategies: tuple[str, ...]
    endings: tuple[str, ...]
    rules: tuple[str, ...]
    variants: np.ndarray

    def only(self, variant: int) -> Counts:
        """The counts of the games by one rule set."""
        return self.some(np.flatnonzero(self.variants == variant))

    def some(self, chosen: np.ndarray) -> Counts:
        """The counts of some matchups."""
        tally = Tally(*(array[chosen] for array in self.tally.arrays().values()))
        matchups = [self.matchups[i] for i in chosen]
        return replace(self, tally=tally, matchups=matchups, variants=self.variants[chosen])

    def won(self, view: str) -> np.ndarray:
        """Wins, losses and undecided games of each matchup from a point of view (see `tally.VIEWS`): matchups x 3."""
        side = side_of_view(self.arrangements, view)
        outcomes, each = self.tally.outcomes, np.arange(len(self.arrangements))
        wins = outcomes[:, each, side].sum(axis=1)
        losses = outcomes[:, each, 1 - side].sum(axis=1)
        return np.stack([wins, losses, outcomes[:, :, 2].sum(axis=1)], axis=1)

    def blocks(self) -> np.ndarray:
        """How many blocks each matchup has."""
        return np.asarray(self.tally.outcomes.sum(axis=(1, 2)) // len(self.arrangements))


def counted(won: np.ndarray) -> pd.DataFrame:
    """The columns of counts, from wins, losses and undecided games (rows x 3)."""
    return pd.DataFrame({"games": won.sum(axis=1), "wins": won[:, 0], "losses": won[:, 1], "undecided": won[:, 2]})


def block_moments(counts: Counts, view: str) -> pd.DataFrame:
    """Moments over the blocks of each matchup."""
    moments = counts.tally.moments[:, VIEWS.index(view)]
    return pd.DataFrame({**{name: moments[:, i] for i, name in enumerate(MOMENTS[:3])}, "clusters": counts.blocks()})


def cluster_moments(won: np.ndarray) -> pd.DataFrame:
    """Each matchup as one cluster."""
    wins = won[:, 0].astype(float)
    decided = wins + won[:, 1]
    return pd.DataFrame({"ww": wins * wins, "wn": wins * decided, "nn": decided * decided, "clusters": 1})


def grouped(rows: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Rows (one a matchup) added up by key. A row that is alone in its group keeps the moments of its blocks."""
    sums = rows.groupby(keys, sort=False, observed=True)[[*COUNTS, *MOMENTS]].sum().reset_index()
    alone = sums["clusters"] == 1
    if alone.any():
        blocks = rows.set_index(keys)[[f"block_{name}" for name in MOMENTS]]
        kept = blocks.loc[
            pd.MultiIndex.from_frame(sums.loc[alone, keys]) if len(keys) > 1 else sums.loc[alone, keys[0]]
        ]
        sums = sums.astype(dict.fromkeys(MOMENTS, float))
        sums.loc[alone, MOMENTS] = kept.to_numpy(float)
    return sums


def deck_rows(counts: Counts) -> pd.DataFrame:
    """One row for each deck in each matchup: the guilds of its side, its counts and moments."""
    won = counts.won("deck")
    frames = []
    for side in counts.rated_sides:
        decks = [side_guilds(matchup, counts.sides, side) for matchup in counts.matchups]
        seen = won if side == 0 else won[:, [1, 0, 2]]
        moments = block_moments(counts, "deck")
        if side == 1:
            moments = seen_from_other_side(moments)
        frame = pd.concat([counted(seen), cluster_moments(seen), moments.add_prefix("block_")], axis=1)
        frames.append(frame.assign(guilds=pd.Series(decks, dtype=object)))
    return pd.concat(frames, ignore_index=True)


def seen_from_other_side(moments: pd.DataFrame) -> pd.DataFrame:
    """Moments of losses in place of wins: l = n - w in each cluster."""
    return moments.assign(ww=moments["nn"] - 2 * moments["wn"] + moments["ww"], wn=moments["nn"] - moments["wn"])


def side_guilds(matchup: tuple[tuple[str, ...], ...], sides: tuple[int, ...], side: int) -> tuple[str, ...]:
    """All guilds of a side, in alphabetical order."""
    return tuple(sorted(name for seat, draft in enumerate(matchup) if sides[seat] == side for name in draft))


# ------------------------------------------------------------------------------------------------------------- tables


def combination_table(counts: Counts, size: int) -> pd.DataFrame:
    """Every combination of `size` guilds in one deck."""
    rows = deck_rows(counts)
    rows = rows[rows["guilds"].map(len) >= size]
    names = [["+".join(some) for some in itertools.combinations(guilds, size)] for guilds in rows["guilds"]]
    rows = (
        rows.drop(columns="guilds")
        .assign(combination=pd.Series(names, dtype=object))
        .explode("combination", ignore_index=True)
    )
    return with_rates(grouped(rows, ["combination"]), ["combination"]).assign(size=size)


def all_combinations(counts: Counts, size: int | None = None) -> pd.DataFrame:
    """The combinations of one size, or those of sizes 1 to 4 one after the other."""
    tables = [combination_table(counts, one) for one in ((size,) if size else SIZES)]
    table = pd.concat(tables, ignore_index=True)
    return table[["combination", "size", *RATES]]


def guild_table(counts: Counts) -> pd.DataFrame:
    return combination_table(counts, 1).drop(columns="size").rename(columns={"combination": "guild"})


def deck_table(counts: Counts) -> pd.DataFrame:
    """Every whole deck (in a team, all guilds of the side)."""
    rows = deck_rows(counts)
    rows = rows.assign(deck=["+".join(guilds) for guilds in rows["guilds"]])
    return with_rates(grouped(rows, ["deck"]), ["deck"])


def matchup_table(counts: Counts) -> pd.DataFrame:
    """Each pair of decks; the rates are those of `deck_a`."""
    decks = {
        f"deck_{name}": ["+".join(side_guilds(matchup, counts.sides, side)) for matchup in counts.matchups]
        for side, name in enumerate("ab")
    }
    table = pd.concat([pd.DataFrame(decks), counted(counts.won("deck")), block_moments(counts, "deck")], axis=1)
    return with_rates(table, ["deck_a", "deck_b"])


def total(counts: Counts, view: str) -> pd.DataFrame:
    """All games as one row from a point of view, matchups being the clusters."""
    won = counts.won(view)
    rows = pd.concat([counted(won), cluster_moments(won), block_moments(counts, view).add_prefix("block_")], axis=1)
    return grouped(rows.assign(all=0), ["all"]).drop(columns="all")


def both_sides(counts: Counts, view: str, keys: pd.DataFrame) -> pd.DataFrame:
    """Two rows, the second of which has the first one's losses as its wins. `keys`: their key columns."""
    one = total(counts, view)
    other = seen_from_other_side(one).assign(wins=one["losses"], losses=one["wins"])
    return with_rates(pd.concat([keys, pd.concat([one, other], ignore_index=True)], axis=1), list(keys.columns))


def seat_table(counts: Counts) -> pd.DataFrame:
    """By position in the round (1 acts first). All positions of one side win and lose together."""
    first = counts.sides[counts.order[0]]
    is_first = [counts.sides[seat] == first for seat in counts.order]
    one = total(counts, "first")
    other = seen_from_other_side(one).assign(wins=one["losses"], losses=one["wins"])
    rows = pd.concat([one if same else other for same in is_first], ignore_index=True)
    return with_rates(rows.assign(position=range(1, len(is_first) + 1)), ["position"])


def side_table(counts: Counts) -> pd.DataFrame:
    """Side 0 against side 1."""
    return both_sides(counts, "deck", pd.DataFrame({"side": [0, 1]}))


def strategy_table(counts: Counts) -> pd.DataFrame:
    """The two strategies, both orders."""
    a, b = counts.strategies[0], counts.strategies[-1]
    return both_sides(counts, "strategy", pd.DataFrame({"strategy_a": [a, b], "strategy_b": [b, a]}))


def ending_table(counts: Counts) -> pd.DataFrame:
    """How games end."""
    games = counts.tally.endings.sum(axis=0)
    table = pd.DataFrame({"ending": counts.endings, "games": games, "share": games / max(games.sum(), 1)})
    table = table[table["ending"] != counts.endings[0]]  # no game is going on any more
    return table.sort_values(["games", "ending"], ascending=[False, True], ignore_index=True)


# ----------------------------------------------------------------------------------- several rule sets: solo mode


def score_difference(counts: Counts) -> float:
    """Riftforce of deck a's side less that of the other, on average over all games."""
    score_a, score_b = (counts.tally.sums[:, SUMS.index(name)].sum() for name in ("score_a", "score_b"))
    return float(score_a - score_b) / max(counts.tally.games, 1)


def rules_rows(groups: dict[tuple[Any, ...], Counts], keys: list[str]) -> pd.DataFrame:
    """A row for each group of matchups, from deck a's side."""
    rows = [
        total(counts, "deck").assign(**dict(zip(keys, key, strict=True)), score_difference=score_difference(counts))
        for key, counts in groups.items()
    ]
    return with_rates(pd.concat(rows, ignore_index=True), keys)


def stars_table(counts: Counts) -> pd.DataFrame:
    """Solo mode: each challenge that was played."""
    return rules_rows({(name,): counts.only(i) for i, name in enumerate(counts.rules)}, ["challenge"])


def challenge_table(counts: Counts) -> pd.DataFrame:
    """Solo mode: how hard each single challenge is, over all that it was combined with."""
    stars = np.array([[int(star) for star in name.split()[0].split("-")] for name in counts.rules])
    groups = {}
    for column, number in enumerate(NUMBERS):
        for star in np.unique(stars[:, column]):
            chosen = np.isin(counts.variants, np.flatnonzero(stars[:, column] == star))
            groups[number, int(star)] = counts.some(np.flatnonzero(chosen))
    return rules_rows(groups, ["number", "stars"])


# -------------------------------------------------------------------------------------------- two rule sets: the change


def change_table(counts: Counts) -> pd.DataFrame:
    """What the second rule set changes for each guild, from the same matchups with the same cards under both."""
    before, after = (deck_rows(counts.only(i)).explode("guilds", ignore_index=True) for i in (0, 1))
    rows = []
    for guild in sorted(before["guilds"].unique()):
        one, other = before[before["guilds"] == guild], after[after["guilds"] == guild]
        rate_a, rate_b, low, high = difference(one, other)
        rows.append((guild, int(one["games"].sum()), rate_a, rate_b, rate_b - rate_a, low, high))
    columns = ["guild", "games", "rate_a", "rate_b", "change", "low", "high"]
    table = pd.DataFrame(rows, columns=columns)
    return table.sort_values(["change", "guild"], ascending=[False, True], ignore_index=True)


TABLES: dict[str, Callable[[Counts], pd.DataFrame]] = {
    "guild": guild_table,
    "combination": all_combinations,
    "deck": deck_table,
    "matchup": matchup_table,
    "strategy": strategy_table,
    "seat": seat_table,
    "side": side_table,
    "ending": ending_table,
    "stars": stars_table,
    "challenge": challenge_table,
    "change": change_table,
}
