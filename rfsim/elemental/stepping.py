"""A game that Python moves step by step: for records, replays, tests and strategies in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rfsim.elemental.core.entries import begin, carry_on, deal_anew, list_options, next_below, prepare, start, step
from rfsim.elemental.core.state import new_game as empty_game
from rfsim.elemental.core.state import options_type
from rfsim.elemental.rules import Rules
from rfsim.jit import PLAIN
from rfsim.views import look_at


class Game:
    """One game, with the two verbs and what they need."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.array = empty_game()
        #: The record (`core.state.game_type`) and its open part, to be looked at.
        self.state = look_at(self.array)
        self.table = self.state.table
        self.asked = np.zeros(1, options_type).view(np.recarray)
        self.options_array = self.asked["option"][0]
        # Compiled code takes any array of records, a plain one fastest; plain Python needs the record's attributes.
        self.arguments = tuple(array if PLAIN else array.view(np.ndarray) for array in (self.array, rules.record))
        self.passed = self.asked if PLAIN else self.asked.view(np.ndarray)

    @property
    def is_over(self) -> bool:
        return int(self.table.ending) != 0

    @property
    def seat_asked(self) -> int:
        """The seat that decides now; not always the one whose turn it is."""
        return int(self.table.asked)

    def begin(self, job: np.ndarray) -> None:
        """Deal the game that `job` (an array of one `play.job_type`) describes."""
        begin(*self.arguments, job)

    def begin_with(self, deck: Sequence[int], first: int) -> None:
        """Deal from a given deck (spells, the top card first)."""
        self.lay_out(deck, first)
        start(*self.arguments)

    def lay_out(self, deck: Sequence[int], first: int) -> None:
        """The table before the deal."""
        prepare(*self.arguments, first)
        self.lay_deck(deck)

    def lay_deck(self, deck: Sequence[int]) -> None:
        """Let this be the deck, the top card first."""
        self.state.deck[: len(deck)] = list(reversed(deck))
        self.array["table"]["deck_size"] = len(deck)

    def carry_on(self) -> None:
        """Go on to the next question from a position that was put together by hand."""
        carry_on(*self.arguments)

    def next_chance(self, n: int) -> int:
        """The number from 0 to n - 1 that chance will give next."""
        return int(next_below(self.arguments[0], n))

    def hand(self, seat: int) -> list[int]:
        """The spells in a seat's hand."""
        hand = self.state.seat[seat].hand
        return hand.card[: int(hand.n)].tolist()  # type: ignore[no-any-return]

    def options(self) -> list[int]:
        """What may be chosen now; empty once the game is over."""
        n = list_options(*self.arguments, self.passed)
        return self.options_array[:n].tolist()  # type: ignore[no-any-return]

    def carry_out(self, option: int) -> None:
        """Carry out one legal option, up to the next question."""
        step(*self.arguments, option)

    def dealt_anew(self, stream: np.ndarray) -> np.ndarray:
        """A record that this game could be as well, for all that the seat asked knows.

        All hidden cards are dealt by `stream` (an array of one `stream_type`); the seat's own random stream stays.
        """
        seat, other = self.seat_asked, empty_game()
        others = other if PLAIN else other.view(np.ndarray)
        deal_anew(others, *self.arguments, stream.view(np.recarray) if PLAIN else stream, seat)
        other["seat"]["hand"][0, seat] = self.array["seat"]["hand"][0, seat]
        other["thoughts"][0, seat] = self.array["thoughts"][0, seat]
        return other
