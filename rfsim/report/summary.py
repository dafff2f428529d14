"""What a study found, in a few sentences: for the terminal and for `summary.md`."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from rfsim.analysis.multiple import EVEN, is_found, q_of_changes, with_q_values
from rfsim.analysis.tables import Counts
from rfsim.games import DEFAULT_GAME
from rfsim.report.ice import ice_sentence
from rfsim.report.numbers import percent, plural, points_with_interval, signed, with_interval
from rfsim.report.tables import as_markdown, make_table
from rfsim.study.parts import write_atomically
from rfsim.study.work import Context

MOST_IMPORTANT = 3  # findings, which come first
SHOWN_ROWS = 10
NONE_UNDECIDED = "No game ends undecided."
MOST_IN_MATRIX = 8  # decks or policies; more do not fit side by side
#: What is shown of a study of each kind, and under which title.
MAIN_TABLES = {
    "sweep": ("guild", "seat", "accolade", "spell", "ending"),
    "tournament": ("strategy", "rating", "seat", "accolade", "spell"),
    "drafts": ("matchup", "seat", "ending"),
    "solo": ("stars", "challenge", "guild"),
    "compare-rules": ("change", "ending"),
}
TITLES = {
    "guild": "By guild",
    "seat": "By position (1 acts first)",
    "ending": "How games end",
    "accolade": "By accolade (shares of games; of those, shares in the winner's hand)",
    "spell": "By spell (rates of the players who played it)",
    "matrix": "Who beats whom: rates of the row against the column, in percent",
    "strategy": "Who beats whom (rates of strategy_a)",
    "policy": "Selection policies (rates of policy_a)",
    "rating": "Ratings (Elo, their mean is 0)",
    "matchup": "By matchup (rates of deck_a)",
    "stars": "By challenge (stars of 5-6-7)",
    "challenge": "How hard is each challenge",
    "change": "What the change does to each guild (shares of games won)",
}


def main_tables(context: Context, counts: Counts) -> list[str]:
    """Which tables a study shows first, of all that its game has."""
    if counts.policies:
        return ["matrix", "policy", "seat"]
    kind = context.study.kind
    shown = [name for name in MAIN_TABLES[kind] if name in context.game.TABLES]
    return ["matrix", *shown] if kind == "drafts" and has_matrix(counts) else shown


def has_matrix(counts: Counts) -> bool:
    """Whether several decks were played that fit side by side."""
    matchups = {cell.matchup(0) for cell in counts.cells}
    return len(matchups) > 1 and len({deck for matchup in matchups for deck in matchup}) <= MOST_IN_MATRIX


def findings(kind: str, counts: Counts) -> list[str]:
    """The most important things first (`MOST_IMPORTANT` of them), each one sentence with its numbers."""
    makers = {
        "tournament": tournament_findings,
        "solo": solo_findings,
        "compare-rules": change_findings,
        "drafts": drafts_findings,
    }
    undecided = int(counts.tally.outcomes[:, :, -1].sum())
    told = f"{percent(undecided / counts.tally.games)} of the games end undecided." if undecided else NONE_UNDECIDED
    return [*makers.get(kind, sweep_findings)(counts), told]


def sweep_findings(counts: Counts) -> list[str]:
    if counts.event_rows:
        return [*accolade_findings(counts), *seat_findings(counts)]
    table = make_table(counts, "guild")
    return [*guild_findings(table), seat_finding(counts), guilds_apart(table)]


def has_guilds(counts: Counts) -> bool:
    """Whether decks are made of guilds (in Elemental Rift nothing is drafted)."""
    return any(counts.cells[0].matchup(0))


def accolade_findings(counts: Counts) -> list[str]:
    """Which accolades are earned, and whether one never is."""
    table = make_table(counts, "accolade")
    best, worst = table.iloc[0], table.iloc[-1]
    spell = make_table(counts, "spell").iloc[0]
    return [
        f"{best['accolade']} is earned most often, in {percent(best['earned'])} of the games; {worst['accolade']} "
        f"least, in {percent(worst['earned'])}.",
        f"Who plays {spell['spell']} wins {with_interval(spell)} of the games, more than with any other spell.",
    ]


def drafts_findings(counts: Counts) -> list[str]:
    """The best of the given drafts, and who plays better if two strategies do."""
    if counts.policies:
        return policy_findings(counts)
    row = make_table(counts, "matchup").iloc[0]
    deck_a, deck_b = (counts.deck_names.get(row[key], row[key]) for key in ("deck_a", "deck_b"))
    sentences = [f"{deck_a} wins {with_interval(row)} against {deck_b}."]
    if counts.strategies[0] != counts.strategies[-1]:
        row = make_table(counts, "strategy").iloc[0]
        sentences.append(f"{row['strategy_a']} beats {row['strategy_b']} in {with_interval(row)} of the games.")
    return [*sentences, seat_finding(counts)]


def policy_findings(counts: Counts) -> list[str]:
    """Which selection policy beats which, the clearest first."""
    table, sentences = make_table(counts, "policy"), list[str]()
    for _, row in table.iterrows():
        one, other = row["policy_a"], row["policy_b"]
        if row["low"] > EVEN:
            sentences.append(f"Picking by {one} beats {other}: it wins {with_interval(row)}.")
        elif row["high"] >= EVEN and one < other:
            sentences.append(f"Between {one} and {other} no difference can be seen: {with_interval(row)}.")
    return [*sentences, seat_finding(counts)]


def tournament_findings(counts: Counts) -> list[str]:
    """Who is best, and by how much."""
    table, met = make_table(counts, "rating"), make_table(counts, "strategy")
    best, second = table.iloc[0], table.iloc[1]
    row = met[(met["strategy_a"] == best["strategy"]) & (met["strategy_b"] == second["strategy"])]
    sentences = [
        f"{best['strategy']} is the best: {signed(best['elo'], 0)} Elo ({signed(best['low'], 0)} to "
        f"{signed(best['high'], 0)}), "
        f"{best['elo'] - second['elo']:.0f} more than {second['strategy']}."
    ]
    if len(row):
        sentences.append(f"{best['strategy']} beats {second['strategy']} in {with_interval(row.iloc[0])} of the games.")
    return [*sentences, seat_finding(counts)]


def solo_findings(counts: Counts) -> list[str]:
    """How the player fares, and which challenges matter."""
    table = make_table(counts, "stars")
    won = table["wins"].sum() / max(table["wins"].sum() + table["losses"].sum(), 1)
    single = make_table(counts, "challenge")
    easiest, hardest = single.iloc[0], single.iloc[-1]
    best, worst = table.iloc[0], table.iloc[-1]
    guilds = make_table(counts, "guild")
    sentences = [f"The player wins {percent(won)} of all games."]
    if len(table) > 1:
        sentences += [
            f"Challenge {worst['challenge']} is the hardest: {with_interval(worst)}; {best['challenge']} the easiest: "
            f"{with_interval(best)}.",
            f"Of the single challenges, number {hardest['number']:.0f} with {hardest['stars']:.0f} stars costs most "
            f"({percent(hardest['win_rate'])} won), number {easiest['number']:.0f} with {easiest['stars']:.0f} least "
            f"({percent(easiest['win_rate'])}).",
        ]
    strong, weak = guilds.iloc[0], guilds.iloc[-1]
    return [
        *sentences,
        f"{strong['guild']} is the player's best guild: {with_interval(strong)}.",
        f"{weak['guild']} is the weakest: {with_interval(weak)}.",
    ]


def change_findings(counts: Counts) -> list[str]:
    """Whom the change helps, and whom it hurts."""
    if not has_guilds(counts):
        return [f"By {name}: {seat_finding(counts.only(i))}" for i, name in enumerate(counts.rules)]
    table = make_table(counts, "change")
    clear = int(is_found(table.assign(q_value=q_of_changes(table))).sum())

    def told(row: pd.Series) -> str:
        change = points_with_interval(row, "change")
        return f"{change}, from {percent(row['rate_a'])} to {percent(row['rate_b'])}"

    before, after = counts.rules
    return [
        f"From {before} to {after}, {table.iloc[0]['guild']} gains most: {told(table.iloc[0])}.",
        f"{table.iloc[-1]['guild']} loses most: {told(table.iloc[-1])}.",
        f"{clear} of {len(table)} guilds change by more than chance explains, if all are looked at.",
    ]


def guild_findings(table: pd.DataFrame) -> list[str]:
    """The strongest and the weakest guild."""
    best, worst = table.iloc[0], table.iloc[-1]
    gap = 100 * (best["win_rate"] - worst["win_rate"])
    return [
        f"{best['guild']} is the strongest guild: decks with it win {with_interval(best)} of their games.",
        f"{worst['guild']} is the weakest: {with_interval(worst)}; the gap is {gap:.1f} points.",
    ]


def guilds_apart(table: pd.DataFrame) -> str:
    """How many guilds differ from even, corrected for looking at all of them."""
    apart = int(is_found(with_q_values(table)).sum())
    return f"{apart} of {len(table)} guilds differ from 50 % by more than chance explains, if all are looked at."


def even_share(counts: Counts) -> float:
    """What each side wins if nothing makes a difference."""
    return 1 / len(set(counts.sides))


def seat_finding(counts: Counts) -> str:
    """What it is worth to act first (and to pick first, where policies pick)."""
    table, even = make_table(counts, "seat"), even_share(counts)
    acting = "picking and acting first" if counts.policies else "acting first"
    first = table[table["position"] == 1].iloc[0]
    if first["low"] > even:
        verdict = f"{acting} is an advantage"
    elif first["high"] < even:
        verdict = f"{acting} is a disadvantage"
    else:
        verdict = f"no advantage of {acting} can be seen"
    against = "" if even == EVEN else f" (even would be {percent(even)})"
    who = "Whoever picks and acts first" if counts.policies else "Whoever acts first"
    return f"{who} wins {with_interval(first)}{against}: {verdict}."


def seat_findings(counts: Counts) -> list[str]:
    """What positions are worth: acting first, and the best one if that is another."""
    best = make_table(counts, "seat").iloc[0]
    if len(set(counts.sides)) == 2 or best["position"] == 1:
        return [seat_finding(counts)]
    return [seat_finding(counts), f"Position {best['position']:.0f} wins most: {with_interval(best)}."]


def heading(context: Context) -> str:
    """What was played, in one line."""
    study, rules = context.study, context.rules
    players = " against ".join(dict.fromkeys(study.strategies))
    patches = f", patched by {', '.join(rules.patches)}" if rules.patches else ""
    return (
        f"{study.name}: {context.schedule.games:,} games of {game_text(context)}preset {rules.preset_name}{patches}, "
        f"{decks_text(context)}played by {players}, seed {study.seed}"
    )


def game_text(context: Context) -> str:
    """The game's name where it is not the usual one, and its cards."""
    study = context.study
    cards = f" ({study.cards})" if study.cards else ""
    return "" if study.game == DEFAULT_GAME else f"{study.game}{cards}, "


def decks_text(context: Context) -> str:
    """How the decks came about, if there are any."""
    if not any(context.game.draft_sizes(context.rules)):
        return ""
    if context.schedule.is_drafted:
        return f"{drafted_text(context)}, "
    decks = {cell.decks for cell in context.schedule.groups}
    return f"{plural(len(decks), 'matchup')}{versions_text(context)}, "


def drafted_text(context: Context) -> str:
    """How each block of games gets decks of its own."""
    policies = dict.fromkeys(context.study.policies)
    return f"guild selection by {' against '.join(policies)}" if policies else "drafts at random"


def versions_text(context: Context) -> str:
    """How many rule sets the matchups were played by, if more than one."""
    if len(context.variants) == 1:
        return ""
    return f" under each of {len(context.variants)} {'challenges' if context.study.kind == 'solo' else 'rule sets'}"


def listed_findings(sentences: list[str]) -> list[str]:
    """As lines of Markdown: the most important ones numbered, then the others."""
    first, others = sentences[:MOST_IMPORTANT], sentences[MOST_IMPORTANT:]
    numbered = [f"{number}. {sentence}" for number, sentence in enumerate(first, 1)]
    return [*numbered, *(["", "Besides:", ""] if others else []), *(f"- {sentence}" for sentence in others)]


def ice_lines(context: Context) -> list[str]:
    """Which Ice was played, by each rule set if they differ."""
    told = {rules.label: ice_sentence(context.game, rules) for rules in context.variants}
    if len(set(told.values())) == 1:
        return [sentence for sentence in set(told.values()) if sentence]
    return [f"By {label}: {sentence}" for label, sentence in told.items() if sentence]


def write_summary(folder: Path, context: Context, counts: Counts) -> None:
    """Write `summary.md`. Raises OSError."""
    kind = context.study.kind
    lines = [f"# {heading(context)}", "", *listed_findings(findings(kind, counts)), ""]
    lines += [f"{line}\n" for line in ice_lines(context)]
    for name in main_tables(context, counts):
        lines += [f"## {TITLES[name]}", "", as_markdown(make_table(counts, name))]
    if kind == "sweep" and "combination" in context.game.TABLES:
        pairs = make_table(counts, "combination", size=2)
        lines += [f"## The best {SHOWN_ROWS} pairs in one deck", "", as_markdown(pairs.head(SHOWN_ROWS))]
        lines += [f"## The weakest {SHOWN_ROWS} pairs", "", as_markdown(pairs.tail(SHOWN_ROWS))]
    lines += [
        "Rates are wins / (wins + losses) with 95 % intervals; games of one matchup and of one mirrored block count as",
        "hanging together. All tables: `tables/*.csv`; to run this again: `rfsim run study.toml`.",
        "",
    ]
    write_atomically(folder / "summary.md", "\n".join(lines).encode())
