"""`rfsim strategies new`: a starting file that works, with comments that say what to change."""

from __future__ import annotations

import keyword
from pathlib import Path

from rfsim.errors import InputError, unknown
from rfsim.games import GAMES

TEMPLATES = Path(__file__).parent / "templates"


def write_new(name: str, folder: Path, game: str, is_plain: bool) -> Path:
    """Write ``NAME.py`` into `folder`; its path. Raises InputError for a bad name or game, and if it is there."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise InputError(f"strategies new: '{name}' cannot be a name; letters, digits and _, no digit first")
    if game not in GAMES:
        raise InputError(unknown("game", game, GAMES))
    file = folder / f"{name}.py"
    if file.exists():
        raise InputError(f"{file}: is there already; choose another name")
    text = (TEMPLATES / f"{game}.txt").read_text(encoding="utf-8")
    compiled = "    compiled=False,  # plain Python: any library, but far slower\n" if is_plain else ""
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text.replace("    # compiled\n", compiled), encoding="utf-8")
    return file
