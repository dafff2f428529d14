"""The rulings: how open questions of the rulebook are decided, by name."""

from __future__ import annotations

import re

from rfsim.elemental.rules import DATA

RULINGS_FILE = DATA / "rulings.md"


def rulings() -> dict[str, str]:
    """Each ruling's text by its name (E0, E1, …), in numerical order."""
    text = RULINGS_FILE.read_text(encoding="utf-8")
    return dict(re.findall(r"^- \*\*(E\d+)\*\* (.*)$", text, re.MULTILINE))
