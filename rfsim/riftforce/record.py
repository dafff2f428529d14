"""Writing the game record `rfsim-record/1`: the words of each turn, from the questions and what changed.

A `Recorder` watches a game: it is told each option before it is carried out, reads off what was chosen, and afterwards
what was drawn and shuffled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rfsim.riftforce.core.effects import HEAL
from rfsim.riftforce.core.state import (
    ACTIVATE,
    ASK_BOT,
    CARD_MASK,
    CHOOSE,
    DISCARD,
    DRAW,
    ENDINGS,
    EXECUTE,
    GO,
    NONE,
    NUMBERS,
    PLAY,
    PUT,
    PUT_LOCATION_MASK,
    PUT_SHIFT,
    STOP,
    THING_MASK,
)
from rfsim.riftforce.notation import card_name, column, elemental_name, plan_text
from rfsim.riftforce.stepping import Game
from rfsim.riftforce.trainer import Trainer

FORMAT = "rfsim-record/1"
NOBODY = "-"  # no bot was placed, or could be activated
WORDS_WITH_CARD = {PLAY: "play", DISCARD: "activate"}


@dataclass
class Piles:
    """One seat's cards before an option is carried out."""

    seat: int
    in_hand: int
    in_pile: int
    in_discard: int


class Recorder:
    """Collects the turns of one game as texts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: list[str] = []
        self.parts: list[list[str]] = []
        self.head = ""

    def carry_out(self, option: int, in_pile: int | None = None) -> None:
        """Carry out an option on the game, and write down what it was and what came of it.

        `in_pile`: the size of the acting seat's draw pile, if a replay has just laid a shuffled pile under it.
        """
        table = self.game.table
        seat, turns = int(table.acting), int(table.turns)
        self.note(option)
        before = self.look_at_piles(seat, in_pile)
        self.do(option)
        if option == EXECUTE:
            self.note_bot(before)
        else:
            self.note_draws(before)
        if int(table.turns) != turns:
            self.turns.append(self.text())
            self.parts, self.head = [], ""

    def do(self, option: int) -> None:
        """Carry out an option on the game."""
        self.game.carry_out(option)

    def text(self) -> str:
        """The turn so far, as the record has it."""
        parts = "; ".join(" ".join(words) for words in self.parts if words)
        separator = ": " if self.head.endswith(":") else " "
        return f"{self.head.rstrip(':')}{separator}{parts}" if parts else self.head.rstrip(":")

    # ---- what is chosen

    def note(self, option: int) -> None:
        """Write down an option: as the turn's head, as a new part, or behind the last one."""
        verb, word = option & ~THING_MASK, self.word_for(option)
        if verb == PLAY:
            self.head = word.rpartition(" ")[0]
        elif verb == DISCARD:
            self.head = word + ":"
        elif verb == DRAW:
            self.head = word
            self.parts.append([])
        elif verb == EXECUTE:
            self.head = word + ":"
            self.parts.append([])
        elif verb in (PUT, ACTIVATE) or (verb == STOP and word):
            self.parts.append([word])
        elif verb in (GO, CHOOSE):
            self.parts[-1].append(word)

    def word_for(self, option: int) -> str:
        """The word for an option, read off the position in which it can be chosen: `>2`, `0 play Fire5`."""
        verb, thing = option & ~THING_MASK, option & THING_MASK
        table = self.game.table
        seat = int(table.acting)
        if verb in WORDS_WITH_CARD:
            return f"{seat} {WORDS_WITH_CARD[verb]} {self.card_in_hand(seat, thing)}"
        if verb == DRAW:
            return f"{seat} draw"
        if verb == PUT:
            index = int(table.turn.card) if int(table.turn.count) == 0 else thing >> PUT_SHIFT
            return f"{self.card_in_hand(seat, index)}@{(thing & PUT_LOCATION_MASK) + 1}"
        if verb == EXECUTE:
            return f"trainer {plan_text(self.game.rules, table)}"
        if verb == ACTIVATE:
            side = int(self.game.rules.values.side[seat])
            return elemental_name(self.game.rules, table, side, thing)
        if verb == GO:
            return f">{thing + 1}"
        if verb == CHOOSE:
            return f"*{elemental_name(self.game.rules, table, self.side_chosen_from(), thing)}"
        assert verb == STOP
        return NOBODY if int(table.turn.asks) == ASK_BOT else ""

    def card_in_hand(self, seat: int, index: int) -> str:
        return self.card(self.game.state.seat[seat].hand.card[index])

    def side_chosen_from(self) -> int:
        """The side of the elementals that the step in progress asks about."""
        turn = self.game.table.turn
        verb = self.game.rules.record["effect"][0, turn.program, turn.step]["verb"]
        return int(turn.side) if verb == HEAL else 1 - int(turn.side)

    def card(self, code: int) -> str:
        return card_name(self.game.rules, code)

    # ---- what is drawn

    def look_at_piles(self, seat: int, in_pile: int | None) -> Piles:
        table = self.game.table
        size = int(table.pile_size[seat])
        in_discard = int(table.discard_size[seat]) if in_pile is None else size - in_pile
        return Piles(seat, self.cards_in_hand(seat), size if in_pile is None else in_pile, in_discard)

    def cards_in_hand(self, seat: int) -> int:
        return int(self.game.state.seat[seat].hand.n)

    def note_draws(self, before: Piles) -> None:
        """The cards that were drawn, in order, with the shuffle that came between."""
        own = self.game.state.seat[before.seat]
        start = min(before.in_hand, self.cards_in_hand(before.seat))
        drawn = [self.card(code) for code in own.hand.card[start : self.cards_in_hand(before.seat)]]
        if not drawn:
            return
        prefix = "" if self.head.endswith("draw") else "+"
        words = [prefix + name for name in drawn]
        if len(drawn) > before.in_pile:
            words.insert(before.in_pile, self.shuffle_word(drawn[before.in_pile :], before.seat))
        self.parts[-1].extend(words)

    def note_bot(self, before: Piles) -> None:
        """The bot that was placed, or that there was none left (R37)."""
        if before.in_pile + before.in_discard == 0:
            self.parts[-1].append(NOBODY)
            return
        side = self.game.rules.values.side[before.seat]
        location = int(self.head.split()[2].rstrip(":")) - 1
        bot = self.card(column(self.game.table, side, location)[-1] & CARD_MASK)
        if before.in_pile == 0:
            self.parts[-1].append(self.shuffle_word([bot], before.seat))
        self.parts[-1].append(bot)

    def shuffle_word(self, drawn_after: Sequence[str], seat: int) -> str:
        """The new draw pile, its top card first: what was drawn from it, then what is left."""
        left = self.game.state.seat[seat].pile[: int(self.game.table.pile_size[seat])]
        return f"shuffle[{','.join([*drawn_after, *(self.card(code) for code in reversed(left))])}]"


def deck_names(game: Game, seat: int) -> list[str]:
    """A seat's deck at the start of the game, top first: its hand as drawn, what it placed, the draw pile."""
    rules, state = game.rules, game.state
    hand = [card_name(rules, code) for code in state.seat[seat].hand.card[: int(state.seat[seat].hand.n)]]
    pile = state.seat[seat].pile[: int(game.table.pile_size[seat])]
    return [*hand, *placed_names(game, seat), *(card_name(rules, code) for code in reversed(pile))]


def placed_names(game: Game, seat: int) -> list[str]:
    """The cards that this seat placed at setup, in that order."""
    rules, record, names = game.rules, game.rules.values, []
    taken: dict[tuple[int, int], int] = {}
    for placed in range(int(record.placements)):
        position = int(record.placed_by[placed])
        owner = (int(record.order[position]) + int(game.table.first)) % int(record.positions)
        side, location = int(record.side[owner]), int(record.placed_at[placed])
        index = taken.get((side, location), 0)
        taken[side, location] = index + 1
        if owner == seat:
            names.append(card_name(rules, column(game.table, side, location)[index] & CARD_MASK))
    return names


def opening(game: Game, seed: str, strategies: Sequence[str]) -> dict[str, Any]:
    """A record's fields that are known before the first turn. `game` has just been dealt."""
    rules, table = game.rules, game.table
    seats = []
    for seat, entry in enumerate(rules.preset.seat):
        guilds = [rules.guild_names[guild] for guild in table.guilds[seat] if guild != NONE]
        deck = deck_names(game, seat)
        seats.append({"side": entry.side, "strategy": strategies[seat], "guilds": guilds, "deck": deck})
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": "riftforce",
        "preset": rules.preset_name,
        "patch": dict(rules.changes),
        "seed": seed,
        "locations": rules.preset.locations,
        "seats": seats,
        "first": int(table.first),
    }
    if rules.trainer is not None:
        record["trainer"] = trainer_entry(game, rules.trainer)
    return record


def trainer_entry(game: Game, trainer: Trainer) -> dict[str, Any]:
    """The trainer's part of a record."""
    rules, seat, challenge = game.rules, len(game.rules.preset.seat), trainer.challenge
    half = {"number": challenge.half[0], "half": challenge.half[1]} if challenge.half else None
    return {
        "guilds": [rules.guild_names[guild] for guild in game.table.guilds[seat] if guild != NONE],
        "deck": deck_names(game, seat),
        "stars": {str(number): star for number, star in zip(NUMBERS, challenge.stars, strict=True)},
        "and": half,
        "plans": [trainer.plan(int(code)) for code in game.state.plans],
    }


def closing(game: Game) -> dict[str, Any]:
    """A record's fields that are known after the last turn."""
    table = game.table
    winner = int(table.winner)
    return {
        "score": [int(table.score[0]), int(table.score[1])],
        "winner": None if winner == NONE else winner,
        "end": ENDINGS[int(table.ending)],
    }


def record_line(record: Mapping[str, Any]) -> str:
    """One line of a `.jsonl` file."""
    return json.dumps(record, ensure_ascii=False)
