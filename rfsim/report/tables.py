"""Writing tables: as files, for the terminal, for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from rfsim.analysis.tables import TABLES, Counts, all_combinations
from rfsim.study.folder import ResultsFolder
from rfsim.study.parts import write_atomically
from rfsim.study.runner import Totals, stored_totals
from rfsim.study.work import Context

WIDTH = 120  # of tables where there is no terminal
DECIMALS = 6  # of rates in files
FORMATS = ("table", "csv", "json", "md")
SHARES = ("win_rate", "low", "high", "share", "rate_a", "rate_b", "change", "earned", "winning_hands")


def counts_of(context: Context, totals: Totals) -> Counts:
    game, rules = context.game, context.rules
    return Counts(
        totals.tally,
        totals.cells,
        game.sides(rules),
        game.rated_sides(rules),
        game.order(rules),
        context.arrangements,
        tuple(context.study.strategies),
        context.schedule.pairs,
        game.ENDINGS,
        tuple(one.label for one in context.variants),
        matchup_fraction(context),
        game.event_rows(rules, totals.events),
        *compared_drafts(context),
    )


def compared_drafts(context: Context) -> tuple[tuple[str, ...], dict[str, str]]:
    """The selection policies that a study compares, and the names that its decks have."""
    drafts = context.study.drafts
    return (tuple(drafts.policies), drafts.deck_names) if drafts is not None else ((), {})


def matchup_fraction(context: Context) -> float:
    """The share of all possible matchups that the study plays: of given drafts all, of drawn ones those drawn."""
    study, schedule = context.study, context.schedule
    if schedule.is_drafted or study.solo is not None:
        return 0.0
    section = study.sweep or study.compare_rules
    if section is None:
        return 1.0
    pool = list(context.rules.pool) if section.guilds == "all" else list(section.guilds)
    played = len({cell.decks for cell in schedule.groups})
    return float(played / context.game.count_matchups(context.rules, pool))


def stored_counts(folder: ResultsFolder, context: Context) -> Counts:
    """The counts of a finished results folder. Raises InputError."""
    return counts_of(context, stored_totals(folder, context))


def make_table(counts: Counts, by: str, size: int | None = None) -> pd.DataFrame:
    return all_combinations(counts, size) if by == "combination" else TABLES[by](counts)


def write_tables(folder: Path, counts: Counts, names: Sequence[str]) -> None:
    """Write `tables/NAME.csv` for each name. Raises OSError."""
    (folder / "tables").mkdir(exist_ok=True)
    for name in names:
        write_atomically(folder / "tables" / f"{name}.csv", as_csv(make_table(counts, name)).encode())


def as_csv(table: pd.DataFrame) -> str:
    return table.to_csv(index=False, float_format=f"%.{DECIMALS}f", lineterminator="\n")


def as_json(table: pd.DataFrame) -> str:
    return table.to_json(orient="records", double_precision=DECIMALS, indent=2)


def as_text_cells(table: pd.DataFrame) -> list[list[str]]:
    """Every cell as people read it: shares in percent, whole numbers with their thousands."""
    columns = []
    for name in table.columns:
        if name in SHARES and "elo" not in table.columns:
            columns.append(["-" if pd.isna(value) else f"{100 * value:.1f} %" for value in table[name]])
        elif pd.api.types.is_integer_dtype(table[name]):
            columns.append([f"{value:,}" for value in table[name]])
        elif pd.api.types.is_float_dtype(table[name]):
            digits = 3 if name == "spearman" else 1
            columns.append([f"{value:.{digits}f}" for value in table[name]])
        else:
            columns.append([str(value) for value in table[name]])
    return [list(row) for row in zip(*columns, strict=True)]


def as_markdown(table: pd.DataFrame) -> str:
    lines = ["| " + " | ".join(table.columns) + " |", "|" + " --- |" * len(table.columns)]
    lines += ["| " + " | ".join(row) + " |" for row in as_text_cells(table)]
    return "\n".join(lines) + "\n"


def print_table(table: pd.DataFrame, title: str = "", most: int | None = None) -> None:
    """Draw a table in the terminal (standard output); of a long one, `most` rows: the best and the worst."""
    from rich.console import Console
    from rich.table import Table

    drawn = Table(title=title or None, title_justify="left", header_style="bold", expand=False)
    for name in table.columns:
        is_number = name in SHARES or pd.api.types.is_numeric_dtype(table[name])
        drawn.add_column(name, justify="right" if is_number else "left", overflow="fold")
    rows = as_text_cells(table)
    if most is not None and len(rows) > most:
        left_out = len(rows) - most
        rows = [
            *rows[: most // 2],
            [f"… {left_out} more"] + [""] * (len(table.columns) - 1),
            *rows[-(most - most // 2) :],
        ]
    for row in rows:
        drawn.add_row(*row)
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    console.print(drawn)
