"""Records to be shown: one made by hand, whose every position follows from the rulebook, and some of real games."""

from __future__ import annotations

import functools
import json
from typing import Any

from rfsim.games import load_game

COPIES = {5: 4, 6: 3, 7: 2}


def cards_of(*guilds: str) -> list[str]:
    """All cards of some guilds, guild by guild: four 5s, three 6s, two 7s."""
    return [f"{guild}{number}" for guild in guilds for number, copies in COPIES.items() for _ in range(copies)]


def short_record(**changes: Any) -> dict[str, Any]:
    """A game to 1 Riftforce, made by hand.

    Both decks lie in order: seat 0 starts with four Fire5 and three Fire6, seat 1 with four Earth5, three Earth6. The
    eighth card of seat 1 is an Earth7, which lies at location 3 before the first turn.
    """
    drafts = ["Fire", "Water", "Ice", "Air"], ["Earth", "Light", "Plant", "Shadow"]
    seats = [
        {"side": side, "strategy": "by hand", "guilds": draft, "deck": cards_of(*draft)}
        for side, draft in enumerate(drafts)
    ]
    record = {
        "format": "rfsim-record/1",
        "game": "riftforce",
        "preset": "base",
        "patch": {"target": 1},
        "seed": "none",
        "locations": 5,
        "seats": seats,
        "first": 0,
        "turns": [
            "0 play Fire5@1; Fire5@1; Fire5@1",
            "1 play Earth5@1",
            "0 activate Fire5: Fire5@1.1; Fire5@1.2",
            "1 play Earth5@2",
        ],
        "score": [1, 0],
        "winner": 0,
        "end": "target",
    }
    return {**record, **changes}


def line_of(preset: str) -> str:
    """The record of a real game with a preset of either game."""
    return played_rift(preset) if preset in ("two", "three", "four") else played(preset)


@functools.cache
def played(preset: str, strategy: str = "random") -> str:
    """The record of a real game of Riftforce, as a line."""
    from tests.riftforce.games import players, some_jobs

    game = load_game("riftforce")
    rules = game.load_rules(preset)
    return json.dumps(game.record_game([rules], players(strategy), some_jobs(rules, 1)[:1], "1"))


@functools.cache
def played_rift(preset: str, strategy: str = "random") -> str:
    """The record of a real game of Elemental Rift, as a line."""
    from tests.elemental.studies import jobs_for, players

    game = load_game("elemental-rift")
    rules = game.load_rules(preset)
    return json.dumps(game.record_game([rules], players(strategy), jobs_for(rules, 1)[:1], "1"))
