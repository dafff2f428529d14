"""Players at a table: what every game does with the strategies that play it.

A game brings its core (`Game`, with `options` and `carry_out`, and a compiled `ask`) and plays through these classes
whatever is not compiled as a whole: strategies in plain Python, records, and the game in which a strategy failed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from rfsim.jit import PLAIN

SEATS = 4  # the most that a game can have
NONE = 255  # as an answer: the strategy raised
NO_SUCH_INDEX = 2**16 - 1  # an answer is noted in 16 bits: what they cannot hold, and what is negative, becomes this
#: What a strategy keeps (its weights, its memory for a game) has a layout that only the strategy knows. The play loop
#: hands on the address, as a record of one block.
BLOCK = 64
opaque_type = np.dtype([("bytes", np.uint8, (BLOCK,))])


class Player(Protocol):
    """What a game needs of a strategy."""

    name: str
    function: Any
    compiled: bool
    memory: np.dtype

    def weights_array(self) -> np.recarray: ...


def rows(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Records of different types as the rows of one array of blocks (`opaque_type`)."""
    blocks = max(-(-array.nbytes // BLOCK) for array in arrays)
    buffer = np.zeros((len(arrays), blocks * BLOCK), np.uint8)
    for row, array in zip(buffer, arrays, strict=True):
        row[: array.nbytes] = array.view(np.uint8)
    return buffer.view(opaque_type)


class Players:
    """Up to four players: their strategies, compiled choose functions, weights and memories."""

    def __init__(self, strategies: Sequence[Player], functions: Sequence[Any]) -> None:
        padded = [*range(len(strategies)), *[0] * (SEATS - len(strategies))]
        self.strategies = [strategies[i] for i in padded]
        self.functions = [functions[i] for i in padded]
        self.weight_records = [player.weights_array() for player in self.strategies]
        self.weights = rows(self.weight_records)
        self.memory = rows([np.zeros(1, player.memory) for player in self.strategies])
        self.is_compiled = not PLAIN and all(player.compiled for player in self.strategies)


class Table:
    """A game in progress with its players. `ask`: the core's compiled function that lets a player answer."""

    def __init__(self, game: Any, players: Players, seat_players: Sequence[int], ask: Callable[..., None]) -> None:
        self.game, self.players, self.ask_compiled = game, players, ask
        self.seat_players = [int(player) for player in seat_players]
        self.memory = np.zeros_like(players.memory)
        self.records = [np.zeros(1, player.memory).view(np.recarray) for player in players.strategies]
        self.decisions = 0

    def choose(self, options: Sequence[int]) -> int:
        """Ask the strategy whose seat decides; the option that it takes.

        Raises what the strategy raises, and IndexError for an answer that is not an index.
        """
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        seat, question = self.game.seat_asked, self.game.asked
        question["chosen"] = NONE
        self.ask(self.seat_players[seat], seat)
        chosen = int(question["chosen"][0])
        if chosen >= len(options):
            answer = {NONE: "no index", NO_SUCH_INDEX: "a number that can be no index"}.get(chosen, f"index {chosen}")
            raise IndexError(f"it answered with {answer} where there are {len(options)} options")
        return options[chosen]

    def ask(self, player: int, seat: int) -> None:
        """Let a player answer ``game.asked``."""
        players, game = self.players, self.game
        if not players.strategies[player].compiled or PLAIN:
            state = game.array[0]
            known = (state.table, state.seat[seat].hand, game.asked[0], game.rules.record[0])
            own = (players.weight_records[player][0], self.records[player][0], state.thoughts[seat])
            players.functions[player](*known, *own)
            return
        before = game.array.copy(), self.memory[player].copy()
        question = (*game.arguments, game.passed, players.functions[player])
        self.ask_compiled(*question, players.weights, self.memory, player, seat)
        if game.asked["chosen"][0] == NONE:
            game.array[:], self.memory[player] = before
            self.raise_again(player, seat)

    def raise_again(self, player: int, seat: int) -> None:
        """Call a compiled strategy that raised once more, in plain Python: for its exception and traceback."""
        strategy, state = self.players.strategies[player], self.game.array[0]
        memory = self.memory[player].view(np.uint8)[: strategy.memory.itemsize].view(strategy.memory).view(np.recarray)
        question = self.game.asked[0]
        strategy.function(
            state.table,
            state.seat[seat].hand,
            question.option[: question.n],
            self.game.rules.record[0],
            self.players.weight_records[player][0],
            memory[0],
            state.thoughts[seat],
        )

    def record(self, opening: dict[str, Any], recorder: Any) -> dict[str, Any]:
        """Play to the end; the record so far, with its turns. `recorder` writes each choice down.

        Raises what a strategy raises; then the error has the attribute ``turns``, the record's turns so far.
        """
        try:
            while not self.game.is_over:
                recorder.carry_out(self.choose(self.game.options()))
        except Exception as error:
            error.turns = [*recorder.turns, recorder.text()]  # type: ignore[attr-defined]
            raise
        return {**opening, "turns": recorder.turns}
