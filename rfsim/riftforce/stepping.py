"""A game that Python moves step by step: for records, replays, tests and strategies in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rfsim.riftforce.core.entries import begin, list_options, prepare, start, step
from rfsim.riftforce.core.state import COPIES, NONE, NUMBER_BITS, options_type
from rfsim.riftforce.core.state import new_game as empty_game
from rfsim.riftforce.rules import Rules


class Game:
    """One game, with the two verbs and what they need."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.array = empty_game()
        self.asked = np.zeros(1, options_type).view(np.recarray)

    @property
    def state(self) -> Any:
        """The record (`state.game_type`)."""
        return self.array[0]

    @property
    def table(self) -> Any:
        return self.array[0].table

    @property
    def is_over(self) -> bool:
        return int(self.table.ending) != 0

    @property
    def seat_asked(self) -> int:
        """The seat that decides now."""
        return 0 if self.rules.preset.trainer else int(self.table.acting)

    def begin(self, job: np.ndarray) -> None:
        """Deal the game that `job` (an array of one `play.job_type`) describes."""
        begin(self.array, self.rules.record, job)

    def begin_with(self, guilds: np.ndarray, deck_cards: Sequence[Sequence[int]], first: int) -> None:
        """Deal from given decks (card codes, the top card first)."""
        prepare(self.array, self.rules.record, guilds, first)
        for seat, cards in enumerate(deck_cards):
            own = self.state.seat[seat]
            own.pile[: len(cards)] = list(reversed(cards))
            self.table.pile_size[seat] = len(cards)
            if self.rules.preset.removed_per_guild:
                own.hand.removed[:] = self.missing_cards(guilds[seat], cards)
        start(self.array, self.rules.record)

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
        n = list_options(self.array, self.rules.record, self.asked)
        return [int(option) for option in self.asked[0].option[:n]]

    def carry_out(self, option: int) -> None:
        """Carry out one legal option, up to the next question."""
        step(self.array, self.rules.record, option)
