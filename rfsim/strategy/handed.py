"""What lies before a strategy when it is asked, as bytes: to be compared afterwards, and to be put back."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np


@functools.cache
def span(dtype: np.dtype, *path: str | int) -> slice:
    """Where a field of a record lies, in bytes: a field's name, the index in it if it is an array, and so on."""
    start = 0
    for step in path:
        if isinstance(step, str):
            assert dtype.fields is not None
            dtype, offset = dtype.fields[step][:2]
            start += offset
        else:
            dtype = dtype.base
            start += step * dtype.itemsize
    return slice(start, start + dtype.itemsize)


def as_bytes(array: np.ndarray) -> np.ndarray:
    """The array's memory, what lies between its fields included; a copy of records would leave that undefined."""
    return array.view(np.ndarray).view(np.uint8).reshape(-1)


class Handed:
    """A game in progress, its rules, and the players' weights.

    The strategy finds them where they always are. What is true is kept as bytes only: a strategy that looks around in
    the process finds no other game.
    """

    def __init__(self, game: Any, players: Any) -> None:
        self.dtype = game.array.dtype
        self.record = as_bytes(game.array)
        self.question = game.asked
        self.options = as_bytes(game.asked["option"])
        self.others = {"the rules": [as_bytes(game.rules.record)]}
        self.others["its weights"] = [as_bytes(array) for array in (players.weights, *players.weight_records)]
        self.others_before = {name: [array.tobytes() for array in arrays] for name, arrays in self.others.items()}

    def take(self, seat: int) -> dict[str, bytes]:
        """The parts of the game that `seat` might change and must not, by name."""
        table, hand = span(self.dtype, "table"), span(self.dtype, "seat", seat, "hand")
        rest = self.record.copy()
        for own in (table, hand, span(self.dtype, "thoughts", seat)):
            rest[own] = 0
        return {
            "its table": self.record[table].tobytes(),
            "its hand": self.record[hand].tobytes(),
            "what it was not handed": rest.tobytes(),
            "its options": self.options.tobytes(),
        }

    def changed(self, before: dict[str, bytes], seat: int) -> list[str]:
        """What is not any more as it was."""
        now = self.take(seat)
        names = [name for name, value in before.items() if now[name] != value]
        for name, arrays in self.others.items():
            if [array.tobytes() for array in arrays] != self.others_before[name]:
                names.append(name)
        return names

    def put_back(self, true: bytes, seat: int) -> None:
        """Let the game be what is `true`; but the seat's random stream went on."""
        thoughts = span(self.dtype, "thoughts", seat)
        state = self.record[thoughts].copy()
        self.record[:] = np.frombuffer(true, np.uint8)
        self.record[thoughts] = state
        for name, arrays in self.others.items():
            for array, before in zip(arrays, self.others_before[name], strict=True):
                array[:] = np.frombuffer(before, np.uint8)
