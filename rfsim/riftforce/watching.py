"""Seeing what an ability does, step by step: the core's own code, run in plain Python with an eye on the table's verbs.

The position before and after an ability does not tell what it did: of two like elementals at one location either may
be the one that was destroyed. So a `WatchedGame` carries options out with copies of the core's functions that are not
compiled, in which the verbs of `core/board.py` report what they do. There are no rules here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from rfsim import randomness
from rfsim.riftforce.core import abilities, actions, board, ending, piles, trainer
from rfsim.riftforce.core.state import CARD_MASK, DAMAGE_MASK, DAMAGE_SHIFT, OWNER_SHIFT, SIDES
from rfsim.riftforce.notation import border, place_of
from rfsim.riftforce.stepping import Game

MODULES: tuple[ModuleType, ...] = (randomness, board, piles, abilities, trainer, ending, actions)
#: The verbs of `board` that are watched: all that change what lies on the table.
WATCHED = ("place_damage", "remove_damage", "insert", "remove", "move")
DAMAGE, HEAL, ARRIVE, DESTROY, MOVE = "damage", "heal", "arrive", "destroy", "move"


@dataclass(frozen=True)
class Event:
    """Something that happened to one elemental. Locations and positions count from 0.

    `piece` is the same number for the same elemental as long as it is on the table. `location` and `position` are
    those where it happened; where it moved from, or where it was destroyed.
    """

    kind: str
    side: int
    piece: int
    card: int
    owner: int  # the seat whose discard pile it will go to
    location: int
    position: int
    amount: int = 0  # of damage placed or removed
    damage: int = 0  # that lies on it afterwards
    to: int = 0  # the location that it moved to


def plain_functions(replaced: Callable[[str, Any], Any]) -> dict[str, Any]:
    """The names of `actions` with uncompiled functions, which call each other.

    `replaced` may put others in their place: it is asked for each function of `MODULES`, with its name and its copy.
    """
    names: dict[str, dict[str, Any]] = {module.__name__: dict(vars(module)) for module in MODULES}
    copies: dict[str, Any] = {}
    for module in MODULES:
        for name, thing in vars(module).items():
            function = getattr(thing, "py_func", thing)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                copies[f"{module.__name__}.{name}"] = replaced(name, copy_of(function, names[module.__name__]))
    for known in names.values():
        for name, thing in known.items():
            function = getattr(thing, "py_func", thing)
            if isinstance(function, FunctionType):
                known[name] = copies.get(f"{function.__module__}.{function.__name__}", thing)
    return names[actions.__name__]


def copy_of(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same function, looking up names elsewhere."""
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__)


class WatchedGame:
    """Carries options out on a game, and tells what happened to which elemental."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []
        self.is_moving = False
        sizes = [border(game.table, side, game.rules.preset.locations) for side in range(SIDES)]
        self.next_piece = sum(sizes)
        #: For each side the numbers of its elementals, in the order of the core's row.
        self.rows = [list(range(sizes[0])), list(range(sizes[0], self.next_piece))]
        verbs = {name: getattr(self, f"watch_{name}") for name in WATCHED}
        self.names = plain_functions(lambda name, copy: functools.partial(verbs[name], copy) if name in verbs else copy)

    def carry_out(self, option: int) -> list[Event]:
        """Carry out one option; what happened, in order."""
        self.events = []
        with np.errstate(over="ignore"):  # random numbers overflow on purpose
            self.names["carry_out"](self.game.array[0], self.game.rules.record[0], option)
        return self.events

    # ---- the watched verbs

    def watch_place_damage(self, plain: Any, table: Any, side: int, index: int, amount: int) -> Any:
        result = plain(table, side, index, amount)
        self.report(DAMAGE, table, side, index, amount=int(amount))
        return result

    def watch_remove_damage(self, plain: Any, table: Any, side: int, index: int, amount: int) -> None:
        before = damage_at(table, side, index)
        plain(table, side, index, amount)
        self.report(HEAL, table, side, index, amount=before - damage_at(table, side, index))

    def watch_insert(self, plain: Any, table: Any, rules: Any, side: int, location: int, elemental: int) -> Any:
        index = plain(table, rules, side, location, elemental)
        if not self.is_moving:
            self.rows[side].insert(index, self.next_piece)
            self.next_piece += 1
            self.report(ARRIVE, table, side, index)
        return index

    def watch_remove(self, plain: Any, table: Any, rules: Any, side: int, index: int) -> Any:
        if not self.is_moving:
            self.report(DESTROY, table, side, index)
            del self.rows[side][index]
        return plain(table, rules, side, index)

    def watch_move(self, plain: Any, table: Any, rules: Any, side: int, index: int, location: int) -> Any:
        self.report(MOVE, table, side, index, to=int(location))
        piece = self.rows[side].pop(index)
        self.is_moving = True
        new_index = plain(table, rules, side, index, location)
        self.is_moving = False
        self.rows[side].insert(new_index, piece)
        return new_index

    def report(self, kind: str, table: Any, side: int, index: int, amount: int = 0, to: int = 0) -> None:
        location, position = place_of(table, side, int(index))
        elemental, damage = int(table.elementals[side, index]), damage_at(table, side, index)
        thing = self.rows[side][index], elemental & CARD_MASK, elemental >> OWNER_SHIFT
        self.events.append(Event(kind, int(side), *thing, location - 1, position - 1, amount, damage, to))


def damage_at(table: Any, side: int, index: int) -> int:
    return int(table.elementals[side, index]) >> DAMAGE_SHIFT & DAMAGE_MASK
