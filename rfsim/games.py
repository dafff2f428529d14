"""The games that rfsim can play. `riftforce/game.py` shows what a game has to offer."""

from __future__ import annotations

import importlib
from typing import Any

from rfsim.errors import InputError, unknown

DEFAULT_GAME = "riftforce"
GAMES = {"riftforce": "rfsim.riftforce.game", "elemental-rift": "rfsim.elemental.game"}


def load_game(name: str) -> Any:
    """The module of a game. Loading it compiles the game's core, or takes it from the cache. Raises InputError."""
    if name not in GAMES:
        raise InputError(unknown("game", name, GAMES))
    return importlib.import_module(GAMES[name])
