"""A game that Python moves step by step: for records, replays, tests and strategies in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rfsim.jit import PLAIN
from rfsim.riftforce.core.entries import begin, deal_anew, list_options, prepare, start, step
from rfsim.riftforce.core.state import COPIES, NONE, NUMBER_BITS, options_type
from rfsim.riftforce.core.state import new_game as empty_game
from rfsim.riftforce.rules import Rules
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
        """The seat that decides now."""
        return 0 if self.rules.preset.trainer else int(self.table.acting)

    def begin(self, job: np.ndarray) -> None:
        """Deal the game that `job` (an array of one `play.job_type`) describes."""
        begin(*self.arguments, job)

    def begin_with(
        self,
        guilds: np.ndarray,
        deck_cards: Sequence[Sequence[int]],
        first: int,
        plans: Sequence[int] | None = None,
    ) -> None:
        """Deal from given decks (card codes, the top card first) and, in solo mode, a plan pile (the top one first)."""
        prepare(*self.arguments, guilds, first)
        for seat, cards in enumerate(deck_cards):
            own = self.state.seat[seat]
            own.pile[: len(cards)] = list(reversed(cards))
            self.table.pile_size[seat] = len(cards)
            if self.rules.preset.removed_per_guild:
                own.hand.removed[:] = self.missing_cards(guilds[seat], cards)
        if plans is not None:
            self.state.plans[:] = plans
        start(*self.arguments)

    def missing_cards(self, guilds: np.ndarray, cards: Sequence[int]) -> list[int]:
        """For each guild the card that is not in the deck (R26)."""
        removed = []
        for guild in guilds:
            codes = [int(guild) << NUMBER_BITS | number for number in range(len(COPIES))] if guild != NONE else []
            short = [code for code, copies in zip(codes, COPIES, strict=False) if list(cards).count(code) < copies]
            removed.append(short[0] if short else NONE)
        return removed

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
