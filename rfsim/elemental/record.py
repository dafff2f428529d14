"""Writing the game record `rfsim-record/1` of Elemental Rift: docs/elemental-rift.md describes it.

A `Recorder` watches a game: it is told each option before it is carried out, reads off what was chosen, and afterwards
which cards were drawn or lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rfsim.elemental.core import effects
from rfsim.elemental.core.state import (
    ACCOLADE,
    DISCARD,
    DRAW,
    ELEMENT,
    ELEMENT_NAMES,
    ENDINGS,
    LOSE,
    NONE,
    PLACE,
    PLAY,
    STAY,
    STOP,
    TAKE,
    THING_MASK,
    TRIGGER,
)
from rfsim.elemental.notation import square_name
from rfsim.elemental.stepping import Game

FORMAT = "rfsim-record/1"
NAME = "elemental-rift"
STEP_2, EFFECT, DRAWN = "elements", "effect", "draw"  # the first words of parts that no choice begins
IN_EFFECT = "*"  # before a card that is drawn by an effect
LOST = "!"  # between the seat and the card that it discards at random


@dataclass
class Piles:
    """What is read off before an option is carried out: the size of the deck, and of the hand that draws or loses."""

    seat: int
    in_hand: int
    in_deck: int


class Recorder:
    """Collects the turns of one game as texts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps = game.rules.record.view(np.ndarray)["effect"][0]
        self.turns: list[str] = []
        self.seat = int(game.table.acting)
        self.parts: list[list[str]] = []
        self.program = effects.NO_PROGRAM  # whose words the last part has

    def carry_out(self, option: int, in_deck: int | None = None) -> None:
        """Carry out an option on the game, and write down what it was and what came of it.

        `in_deck`: the size of the deck, if a replay has just laid a shuffled one under it.
        """
        table = self.game.table
        turns = int(table.turns)
        self.note(option)
        before = self.look_at_piles(option, in_deck)
        self.game.carry_out(option)
        verb = option & ~THING_MASK
        if verb == DRAW:
            self.note_drawn(before)
        elif verb == LOSE:
            lost = int(table.discards[int(table.discard_size) - 1])
            self.parts[-1].append(f"{before.seat}{LOST}{self.spell(lost)}")
        if int(table.turns) != turns:
            self.turns.append(self.text())
            self.seat, self.parts, self.program = int(table.acting), [], effects.NO_PROGRAM

    def text(self) -> str:
        """The turn so far, as the record has it."""
        parts = "; ".join(" ".join(words) for words in self.parts)
        return f"{self.seat} {parts}" if parts else str(self.seat)

    # ---- what is chosen

    def note(self, option: int) -> None:
        """Write down an option: as a new part, or behind the last one."""
        verb, word = option & ~THING_MASK, self.word_for(option)
        program = int(self.game.table.turn.program)
        if verb in (PLAY, TRIGGER, DISCARD, ACCOLADE):
            self.begin_part(word, self.program_begun_by(verb, option & THING_MASK))
            return
        begins = program != self.program or program == effects.NO_PROGRAM
        if begins and verb not in (STOP, STAY):
            self.begin_part(self.name_of(program), program)
        if word:
            self.parts[-1].append(word)

    def begin_part(self, word: str, program: int) -> None:
        self.parts.append([word])
        self.program = program

    def name_of(self, program: int) -> str:
        """The first word of a part that no choice begins."""
        if program in (effects.BELOW_FULL, effects.FULL):
            return STEP_2
        return DRAWN if program == effects.NO_PROGRAM else EFFECT

    def program_begun_by(self, verb: int, thing: int) -> int:
        """The program that an option begins: a spell's payment, or its trigger effect."""
        table = self.game.table
        if verb == PLAY:
            spell, part = self.game.hand(int(table.acting))[thing], effects.PAYMENT
        elif verb == TRIGGER:
            spell, part = int(table.in_play[thing]), effects.TRIGGERED
        else:
            return effects.NO_PROGRAM
        return effects.FIRST_SPELL + spell * effects.PARTS + part

    def word_for(self, option: int) -> str:
        """The word for an option, read off the position in which it can be chosen: `+fire@h8`, `play FireSpark`.

        Nothing stands for what the next word says, or its absence: the element of a card that is added, and to stop.
        """
        verb, thing = option & ~THING_MASK, option & THING_MASK
        table = self.game.table
        if verb in (PLAY, DISCARD):
            spell = self.spell(self.game.hand(int(table.acting))[thing])
            return f"{'play' if verb == PLAY else 'discard'} {spell}"
        if verb == TRIGGER:
            return f"trigger {int(table.owner[thing])} {self.spell(int(table.in_play[thing]))}"
        if verb == ACCOLADE:
            holder = int(table.holder[thing])
            return f"take {self.game.rules.accolade_names[thing]}" + (f" from {holder}" if holder != NONE else "")
        if verb == ELEMENT:
            return "" if self.step_in_progress("verb") == effects.ADD else f"decay:{ELEMENT_NAMES[thing]}"
        if verb == PLACE:
            return f"+{ELEMENT_NAMES[int(table.turn.element)]}@{square_name(thing)}"
        if verb == TAKE:
            return self.word_for_taking(thing)
        return f"={square_name(thing)}" if verb == STAY else ""

    def word_for_taking(self, square: int) -> str:
        """`-fire@h8`, or `fire>earth@h8` for a card that is turned."""
        element = ELEMENT_NAMES[int(self.game.table.turn.element)]
        if self.step_in_progress("verb") == effects.TURN:
            return f"{element}>{ELEMENT_NAMES[self.step_in_progress('into')]}@{square_name(square)}"
        return f"-{element}@{square_name(square)}"

    def step_in_progress(self, field: str) -> int:
        turn = self.game.table.turn
        return int(self.steps[int(turn.program), int(turn.step)][field])

    def spell(self, number: int) -> str:
        return self.game.rules.spell_names[number]

    # ---- what is drawn

    def look_at_piles(self, option: int, in_deck: int | None) -> Piles:
        table = self.game.table
        seat = option & THING_MASK if option & ~THING_MASK == LOSE else int(table.asked)
        in_hand = int(table.hand_size[seat]) if seat != NONE else 0
        return Piles(seat, in_hand, int(table.deck_size) if in_deck is None else in_deck)

    def note_drawn(self, before: Piles) -> None:
        """The cards that were drawn, in order, with the shuffle that came between."""
        drawn = [self.spell(card) for card in self.game.hand(before.seat)[before.in_hand :]]
        prefix = "" if self.parts[-1][0] == DRAWN else IN_EFFECT
        words = [prefix + name for name in drawn]
        if len(drawn) > before.in_deck:
            words.insert(before.in_deck, self.shuffle_word(drawn[before.in_deck :]))
        self.parts[-1] += words

    def shuffle_word(self, drawn_after: Sequence[str]) -> str:
        """The new deck, its top card first: what was drawn from it, then what is left."""
        left = self.game.state.deck[: int(self.game.table.deck_size)]
        return f"shuffle[{','.join([*drawn_after, *(self.spell(int(card)) for card in reversed(left))])}]"


def deck_names(game: Game) -> list[str]:
    """The deck at the start of the game, top first: the hands as they were dealt, and what is left."""
    seats, first = game.rules.preset.seats, int(game.table.first)
    dealt = [card for i in range(seats) for card in game.hand((first + i) % seats)]
    left = game.state.deck[: int(game.table.deck_size)]
    return [game.rules.spell_names[int(card)] for card in (*dealt, *reversed(left))]


def opening(game: Game, seed: str, strategies: Sequence[str]) -> dict[str, Any]:
    """A record's fields that are known before the first turn. `game` has just been dealt."""
    rules = game.rules
    return {
        "format": FORMAT,
        "game": NAME,
        "preset": rules.preset_name,
        "cards": rules.cards.title,
        "patch": dict(rules.changes),
        "seed": seed,
        "seats": [{"strategy": strategies[seat]} for seat in range(rules.preset.seats)],
        "deck": deck_names(game),
        "first": int(game.table.first),
    }


def closing(game: Game) -> dict[str, Any]:
    """A record's fields that are known after the last turn."""
    table = game.table
    return {
        "accolades": {name: seat_or_none(table.holder[i]) for i, name in enumerate(game.rules.accolade_names)},
        "winner": seat_or_none(table.winner),
        "end": ENDINGS[int(table.ending)],
    }


def seat_or_none(seat: Any) -> int | None:
    return None if int(seat) == NONE else int(seat)


def record_line(record: Mapping[str, Any]) -> str:
    """One line of a `.jsonl` file."""
    return json.dumps(record, ensure_ascii=False)
