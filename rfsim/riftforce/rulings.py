"""The rulings: how open questions of the rulebook are decided, by name."""

from __future__ import annotations

import re

from rfsim.riftforce.rules import DATA

RULINGS_FILE = DATA / "rulings.md"


def rulings() -> dict[str, str]:
    """Each ruling's text by its name (R1, R2, …), in numerical order."""
    found = {}
    for item in re.split(r"\n(?=- |#|\n)", RULINGS_FILE.read_text(encoding="utf-8")):
        match = re.match(r"- \*\*(R\d+) ?([^*]*)\*\* ?(.*)", item.strip(), re.DOTALL)
        if match:
            title = f"{match[2].rstrip('.')}: " if match[2].strip(". ") else ""
            found[match[1]] = " ".join((title + match[3]).split())
    return dict(sorted(found.items(), key=lambda entry: int(entry[0][1:])))
