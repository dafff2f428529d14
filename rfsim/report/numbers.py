"""Numbers as people read them."""

from __future__ import annotations

from typing import Any

import pandas as pd

PERCENT = 100
MINUS = "\N{MINUS SIGN}"


def percent(share: float) -> str:
    return f"{PERCENT * share:.1f} %"


def signed(value: float, digits: int) -> str:
    """`+2.1`; the minus sign is a real one, as wide as the plus."""
    return f"{value:+.{digits}f}".replace("-", MINUS)


def points(value: float) -> str:
    """A share as points, which are hundredths: `+2.1`."""
    return "-" if pd.isna(value) else signed(PERCENT * value, 1)


def with_interval(row: Any) -> str:
    """`54.2 % (53.1 to 55.3)`, from a row of a table of rates."""
    return f"{percent(row.win_rate)} ({PERCENT * row.low:.1f} to {PERCENT * row.high:.1f})"


def points_with_interval(row: Any, column: str) -> str:
    """`+2.1 points (+1.2 to +3.0)`."""
    return f"{points(getattr(row, column))} points ({points(row.low)} to {points(row.high)})"


def plural(number: int, noun: str) -> str:
    """`1 pair`, `1,575 pairs`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
