"""A report is a list of sections, a section a list of figures; a figure is a chart with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from rfsim.report.cells import Column, columns_of

MOST_BROWSED = 5_000  # rows of a table that can be searched; of a longer one the ends are shown
SIGNIFICANT = 7  # digits of numbers by which tables are sorted


@dataclass(frozen=True, eq=False)
class Figure:
    """A chart with its sentences and its numbers. `browse`: the table is there to be searched, and shown at once."""

    id: str
    title: str
    table: pd.DataFrame
    chart: Any = None
    text: list[str] = field(default_factory=list)
    labels: Mapping[str, str] = field(default_factory=dict)
    browse: bool = False
    is_wide: bool = False
    least_width: int = 0  # pixels of the chart; on a narrower page it can be scrolled

    @property
    def columns(self) -> list[Column]:
        return columns_of(self.table, self.labels)

    @property
    def rows(self) -> list[list[tuple[str, str]]]:
        """Each cell: what is shown, and what it is sorted by (empty for words)."""
        columns = [
            [(text, sort_key(value) if column.is_number else "") for text, value in zip(*cells, strict=True)]
            for column in self.columns
            for cells in [(column.texts, column.values)]
        ]
        return [list(row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True, eq=False)
class Section:
    """A part of the report."""

    id: str
    title: str
    figures: list[Figure]
    text: list[str] = field(default_factory=list)


def sort_key(value: float) -> str:
    return "nan" if pd.isna(value) else f"{value:.{SIGNIFICANT}g}"


def browse_figure(id: str, title: str, table: pd.DataFrame) -> Figure:
    """A table to be searched; of a long one its ends."""
    if len(table) <= MOST_BROWSED:
        return Figure(id, title, table, browse=True, is_wide=True)
    half = MOST_BROWSED // 2
    text = [f"Of {len(table):,} rows these are the {half:,} best and the {half:,} weakest; tables/ has them all."]
    return Figure(id, title, pd.concat([table.head(half), table.tail(half)]), text=text, browse=True, is_wide=True)
