"""What a study found, in a few sentences: for the terminal and for `summary.md`."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from rfsim.analysis.tables import Counts
from rfsim.report.tables import as_markdown, make_table
from rfsim.study.parts import write_atomically
from rfsim.study.work import Context

EVEN = 0.5
SHOWN_ROWS = 10


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def with_interval(row: pd.Series) -> str:
    """`54.2 % (53.1 to 55.3)`."""
    return f"{percent(row['win_rate'])} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def findings(counts: Counts) -> list[str]:
    """The most important things first, each one sentence with its numbers."""
    sentences = [*guild_findings(make_table(counts, "guild")), seat_finding(make_table(counts, "seat"))]
    if counts.strategies[0] != counts.strategies[-1]:
        row = make_table(counts, "strategy").iloc[0]
        sentences.insert(0, f"{row['strategy_a']} beats {row['strategy_b']} in {with_interval(row)} of the games.")
    endings = make_table(counts, "ending").set_index("ending")["share"]
    undecided = 1 - endings.get("target", 0.0)
    sentences.append(f"{percent(undecided)} of the games end undecided.")
    return sentences


def guild_findings(table: pd.DataFrame) -> list[str]:
    """The strongest and the weakest guild, and how many differ from even."""
    best, worst = table.iloc[0], table.iloc[-1]
    apart = int(((table["low"] > EVEN) | (table["high"] < EVEN)).sum())
    gap = 100 * (best["win_rate"] - worst["win_rate"])
    return [
        f"{best['guild']} is the strongest guild: decks with it win {with_interval(best)} of their games.",
        f"{worst['guild']} is the weakest: {with_interval(worst)}; the gap is {gap:.1f} points.",
        f"{apart} of {len(table)} guilds differ from 50 % by more than chance explains (95 % intervals, one by one).",
    ]


def seat_finding(table: pd.DataFrame) -> str:
    first = table[table["position"] == 1].iloc[0]
    if first["low"] > EVEN:
        verdict = "acting first is an advantage"
    elif first["high"] < EVEN:
        verdict = "acting first is a disadvantage"
    else:
        verdict = "no advantage of acting first can be seen"
    return f"Whoever acts first wins {with_interval(first)}: {verdict}."


def heading(context: Context) -> str:
    """What was played, in one line."""
    study, rules = context.study, context.rules
    players = " against ".join(dict.fromkeys(study.strategies))
    patches = f", patched by {', '.join(rules.patches)}" if rules.patches else ""
    return (
        f"{study.name}: {context.schedule.games:,} games of preset {rules.preset_name}{patches}, "
        f"{len(context.schedule.matchups):,} matchups, played by {players}, seed {study.seed}"
    )


def write_summary(folder: Path, context: Context, counts: Counts) -> None:
    """Write `summary.md`. Raises OSError."""
    lines = [f"# {heading(context)}", "", *(f"- {sentence}" for sentence in findings(counts)), ""]
    for name in ("guild", "seat", "ending"):
        lines += [f"## By {name}", "", as_markdown(make_table(counts, name))]
    pairs = make_table(counts, "combination", size=2)
    if len(pairs) > 0:
        lines += [f"## The best {SHOWN_ROWS} pairs in one deck", "", as_markdown(pairs.head(SHOWN_ROWS))]
        lines += [f"## The weakest {SHOWN_ROWS} pairs", "", as_markdown(pairs.tail(SHOWN_ROWS))]
    lines += [
        "Rates are wins / (wins + losses) with 95 % intervals; games of one matchup and of one mirrored block count as",
        "hanging together. All tables: `tables/*.csv`; to run this again: `rfsim run study.toml`.",
        "",
    ]
    write_atomically(folder / "summary.md", "\n".join(lines).encode())
