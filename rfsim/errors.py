"""The two kinds of failure that a user meets: a wrong input (exit code 2), and a check that did not hold (1)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(Exception):
    """What the user gave is wrong. One line per mistake: what, where, what would be right."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class CheckError(Exception):
    """A check did not hold (a record that breaks a rule, a strategy that breaks its contract)."""


def listed(names: Iterable[str]) -> str:
    """`a, b or c`."""
    words = list(names)
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def suggestion(found: str, possible: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or else `; possible: a, b or c`."""
    names = list(possible)
    by_lower = {name.lower(): name for name in names}
    close = difflib.get_close_matches(found.lower(), list(by_lower), n=1)
    if close:
        return f"; did you mean '{by_lower[close[0]]}'?"
    return f"; possible: {listed(names)}" if names else ""


def unknown(kind: str, found: str, possible: Iterable[str], where: str = "") -> str:
    """The line for a name that does not exist."""
    prefix = f"{where}: " if where else ""
    return f"{prefix}unknown {kind} '{found}'{suggestion(found, possible)}"
