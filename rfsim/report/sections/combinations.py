"""Every combination and every matchup, to be searched."""

from __future__ import annotations

import pandas as pd

from rfsim.analysis.multiple import with_q_values
from rfsim.analysis.tables import SIZES, side_guilds
from rfsim.report import words
from rfsim.report.figures import Section, browse_figure
from rfsim.report.results import Results
from rfsim.report.tables import make_table


def combination_section(results: Results) -> Section | None:
    """Every combination and every matchup, to be searched."""
    if not results.order:
        return None
    counts = results.counts
    most = len(side_guilds(counts.cells[0].matchup(0), counts.sides, 0))
    tables = [with_q_values(make_table(counts, "combination", size), results.even) for size in SIZES if size <= most]
    found = [words.combination_sentence(table, results.even_text) for table in tables[1:]]
    table = pd.concat(tables).sort_values("win_rate", ascending=False, ignore_index=True)
    columns = ["combination", "size", "games", "win_rate", "low", "high", "q_value"]
    figures = [browse_figure("combinations", "Guilds in one deck", table[columns])]
    if results.kind == "sweep":
        columns = ["deck_a", "deck_b", "games", "win_rate", "low", "high", "q_value"]
        matchups = with_q_values(make_table(counts, "matchup"))
        figures.append(browse_figure("matchups", "Matchups", matchups[columns]))
    return Section("combinations", "Best and worst combinations", figures, found)
