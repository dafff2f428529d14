"""Players at a table, and one call that plays a chunk of games with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from rfsim.jit import PLAIN
from rfsim.riftforce.core.play import BLOCK, choose_signature, job_type, opaque_type, play_chunk, result_type
from rfsim.riftforce.core.state import SEATS, game_type, options_type
from rfsim.riftforce.rules import Rules

__all__ = ["Player", "Players", "choose_signature", "job_type", "play"]


class Player(Protocol):
    """What the game needs of a strategy."""

    compiled: bool
    memory: np.dtype

    @property
    def weights_type(self) -> np.dtype: ...

    def weights_array(self) -> np.recarray: ...


def rows(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Byte buffers of different lengths as the rows of one array of blocks (`opaque_type`)."""
    blocks = max(-(-array.nbytes // BLOCK) for array in arrays)
    buffer = np.zeros((len(arrays), blocks * BLOCK), np.uint8)
    for row, array in zip(buffer, arrays, strict=True):
        row[: array.nbytes] = array.view(np.uint8)
    return buffer.view(opaque_type)


class Players:
    """Up to four players: their compiled choose functions, weights and memories."""

    def __init__(self, strategies: Sequence[Player], functions: Sequence[Any]) -> None:
        padded = [*range(len(strategies)), *[0] * (SEATS - len(strategies))]
        self.strategies = [strategies[i] for i in padded]
        self.functions = [functions[i] for i in padded]
        self.weights = rows([player.weights_array() for player in self.strategies])
        self.memory = rows([np.zeros(1, player.memory) for player in self.strategies])
        self.is_compiled = not PLAIN and all(player.compiled for player in self.strategies)


def play(rules: Rules, players: Players, jobs: np.ndarray, progress: np.ndarray | None = None) -> np.ndarray:
    """Play `jobs` (`job_type`); the results (`result_type`), up to and with the first whose strategy failed."""
    results = np.zeros(len(jobs), result_type).view(np.recarray)
    games = np.zeros(1, game_type).view(np.recarray)
    asked = np.zeros(1, options_type).view(np.recarray)
    counter = np.zeros(1, np.int64) if progress is None else progress
    arguments = (games, rules.record[0], asked, *players.functions, players.weights, players.memory)
    played = play_chunk(*arguments, jobs, results, counter)
    return results[: played + 1]
