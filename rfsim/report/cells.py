"""Tables as people read them: every value as text, and beside it what the column is sorted by."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from rfsim.report.numbers import percent, points, signed

LEAST_Q = 0.001  # below it a q-value is told as such
#: Headings of columns; a name that is not here is its own heading.
LABELS = {
    "win_rate": "won",
    "q_value": "q",
    "adds": "adds, points",
    "change": "change, points",
    "elo": "Elo",
    "rate_a": "won before",
    "rate_b": "won after",
    "guild_a": "guild",
    "guild_b": "and",
    "deck_a": "deck",
    "deck_b": "against",
    "strategy_a": "strategy",
    "strategy_b": "against",
    "score_difference": "lead in Riftforce",
    "log_loss": "log loss",
    "gain": "gain, millinats",
}


@dataclass(frozen=True)
class Column:
    """A column of a page's table: what is shown in each row, and by what it is sorted."""

    label: str
    texts: list[str]
    values: list[Any]
    is_number: bool


def share(value: float) -> str:
    return "-" if pd.isna(value) else percent(value)


def q_value(value: float) -> str:
    if pd.isna(value):
        return "-"
    return f"< {LEAST_Q}" if value < LEAST_Q else f"{value:.3f}"


def decimal(value: float) -> str:
    return "-" if pd.isna(value) else f"{value:,.2f}"


def whole(value: float) -> str:
    return "-" if pd.isna(value) else f"{value:,.0f}"


#: Columns that are shares of games.
SHARES = ("win_rate", "share", "rate_a", "rate_b", "predicted", "observed", "earned", "winning_hands")
#: How values are told, by column; others by their type.
FORMATS: dict[str, Callable[[float], str]] = {
    **dict.fromkeys(SHARES, share),
    **dict.fromkeys(("adds", "change"), points),
    "q_value": q_value,
    "elo": lambda value: signed(value, 0),
    "log_loss": lambda value: f"{value:.4f}",
    "gain": lambda value: f"{1000 * value:.2f}",
}


def columns_of(table: pd.DataFrame, labels: Mapping[str, str] | None = None) -> list[Column]:
    """A table's columns for a page. ``low`` and ``high`` become one column, told like the one before them.

    `labels`: headings that differ from `LABELS`.
    """
    headings = {**LABELS, **(labels or {})}
    names = [name for name in table.columns if name != "high"]
    columns = []
    for place, name in enumerate(names):
        if name == "low":
            columns.append(interval_column(table, FORMATS[names[place - 1]]))
            continue
        values = table[name]
        is_number = pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)
        tell = FORMATS.get(name) or (whole if pd.api.types.is_integer_dtype(values) else decimal)
        texts = [tell(value) for value in values] if is_number else [str(value) for value in values]
        columns.append(Column(headings.get(name, name.replace("_", " ")), texts, list(values), is_number))
    return columns


def interval_column(table: pd.DataFrame, tell: Callable[[float], str]) -> Column:
    """`53.1 to 55.3`, sorted by the lower end."""
    ends = zip(table["low"], table["high"], strict=True)
    texts = ["-" if pd.isna(low) else f"{tell(low).removesuffix(' %')} to {tell(high)}" for low, high in ends]
    return Column("95 % interval", texts, list(table["low"]), True)


def flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested data as `section.key`: text."""
    result: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, Mapping):
            result |= flat(value, f"{prefix}{key}.")
        else:
            result[prefix + key] = value if isinstance(value, str) else json.dumps(value)
    return result
