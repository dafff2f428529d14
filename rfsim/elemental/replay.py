"""Replaying a record: every word has to be one of the options that `legal` lists, and every result has to match.

A turn's words choose among the options; then the turn is written anew by a `Recorder`, and has to come out letter for
letter. So nothing can be left out, added or misplaced.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rfsim.elemental.core.state import ASK_ELEMENT, DRAW, ELEMENT, ELEMENT_NAMES, LOSE, STOP, THING_MASK
from rfsim.elemental.notation import spell_number, table_text
from rfsim.elemental.record import DRAWN, EFFECT, FORMAT, IN_EFFECT, LOST, NAME, STEP_2, Recorder, closing
from rfsim.elemental.rules import Rules, load_rules
from rfsim.elemental.stepping import Game
from rfsim.errors import InputError, listed
from rfsim.records import RecordFault, first_difference, need, parse_record

# ------------------------------------------------------------------------------------------------------------- setup


def rules_of(record: Any) -> Rules:
    """The rules that a record was played by. Raises RecordFault."""
    try:
        return rules_for(need(record, "preset", str), json.dumps(need(record, "patch", dict)))
    except InputError as error:
        raise RecordFault(f"patch: {error.lines[0]}") from None


@functools.lru_cache(maxsize=64)
def rules_for(preset: str, patch_text: str) -> Rules:
    """The rules of a preset with a record's ``patch`` (as JSON). Raises InputError."""
    return load_rules(preset, changes=json.loads(patch_text))


def read_spells(rules: Rules, names: list[Any], where: str) -> list[int]:
    """Raises RecordFault for a name that is no spell."""
    try:
        return [spell_number(rules, name if isinstance(name, str) else repr(name)) for name in names]
    except ValueError as error:
        raise RecordFault(f"{where}: {error}") from None


def begin_record(record: Any) -> Game:
    """The game that a record describes, dealt and ready for its first turn. Raises RecordFault."""
    if need(record, "format", str) != FORMAT:
        raise RecordFault(f"the format is '{record['format']}', not '{FORMAT}'")
    if need(record, "game", str) != NAME:
        raise RecordFault(f"the game is '{record['game']}', not '{NAME}'")
    if "seed" not in record:
        raise RecordFault("the record has no 'seed'")
    rules = rules_of(record)
    if need(record, "cards", str) != rules.cards.title:
        raise RecordFault(f"the cards are '{record['cards']}', not '{rules.cards.title}'")
    entries = need(record, "seats", list)
    if len(entries) != rules.preset.seats:
        raise RecordFault(f"{len(entries)} seats, not {rules.preset.seats}")
    for seat, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("strategy", ""), str):
            raise RecordFault(f"seat {seat} is not an object with a strategy's name")
    deck = read_spells(rules, need(record, "deck", list), "the deck")
    if sorted(deck) != sorted(rules.deck):
        raise RecordFault("the deck does not have each spell once for each copy")
    first = need(record, "first", int)
    if first not in range(len(entries)):
        raise RecordFault(f"seat {first} cannot be the first")
    game = Game(rules)
    game.begin_with(deck, first)
    return game


# ------------------------------------------------------------------------------------------------------------- turns


SHUFFLE = re.compile(r"shuffle\[(.*)\]")
#: How many words belong to the first one of a part that a choice begins.
LENGTHS = {"play": 1, "trigger": 2, "discard": 1, "take": 3}
LOSS = re.compile(rf"(\d){LOST}(.*)")


@dataclass
class Word:
    """A word that stands for an option, with the names of cards that came of it."""

    text: str
    cards: list[str] = field(default_factory=list)
    shuffled: list[str] | None = None  # the new deck, if the discards were shuffled


def words_of(text: str) -> list[Word]:
    """The options of a turn, in order, but for those that no word stands for."""
    words: list[Word] = []
    for part in text.partition(" ")[2].split("; "):
        first, *rest = part.split(" ")
        if first in LENGTHS:
            words.append(Word(" ".join([first, *rest[: LENGTHS[first]]])))
            words += program_words(rest[LENGTHS[first] :])
        elif first == DRAWN:
            words += program_words([IN_EFFECT + card for card in rest])
        elif first in (STEP_2, EFFECT):
            words += program_words(rest)
        else:
            words.append(Word(first))
    return words


def program_words(texts: list[str]) -> list[Word]:
    """The words of an action: those for cards that are drawn together are one."""
    words: list[Word] = []
    drawing = False
    for text in texts:
        shuffle, loss = SHUFFLE.fullmatch(text.removeprefix(IN_EFFECT)), LOSS.fullmatch(text)
        is_draw = text.startswith(IN_EFFECT) or shuffle is not None
        if is_draw and not drawing:
            words.append(Word(DRAWN))
        if shuffle:
            words[-1].shuffled = shuffle[1].split(",")
        elif is_draw:
            words[-1].cards.append(text.removeprefix(IN_EFFECT))
        elif loss:
            words.append(Word(f"{loss[1]}{LOST}", [loss[2]]))
        else:
            words.append(Word(text))
        drawing = is_draw
    return words


class Replay:
    """One record on its way through the game: iterate over `turns` to play them one by one.

    `recorder` writes the turns anew; one that tells more can take its place.
    """

    def __init__(self, record: Any, recorder: Callable[[Game], Recorder] = Recorder) -> None:
        self.record = record
        self.game = begin_record(record)
        self.recorder = recorder(self.game)

    def turns(self) -> Iterator[str]:
        """Play the turns; each text is given after it was carried out. Raises RecordFault where one does not hold."""
        for number, text in enumerate(need(self.record, "turns", list), 1):
            try:
                self.play_turn(text)
            except RecordFault as fault:
                raise RecordFault(fault.reason, number, str(text)) from None
            yield text
        self.check_end()

    def play_turn(self, text: Any) -> None:
        """Carry out one turn."""
        if not isinstance(text, str):
            raise RecordFault("a turn has to be a string")
        if self.game.is_over:
            raise RecordFault("the game is over before this turn")
        done = len(self.recorder.turns)
        words = words_of(text)
        while len(self.recorder.turns) == done:
            self.carry_out(self.option_for(words), words)
        if self.recorder.turns[-1] != text:
            raise RecordFault(first_difference(text, self.recorder.turns[-1]))

    # ---- which option

    def option_for(self, words: list[Word]) -> int:
        """The option that comes next: what the next word stands for, or what follows from it."""
        options = self.game.options()
        if options[0] & ~THING_MASK in (DRAW, LOSE):
            return options[0]
        word = words[0].text if words else ""
        for option in options:
            if word and word in (self.recorder.word_for(option), self.word_after(option, word)):
                return option
        if STOP in options and not self.is_stuck(word):
            return STOP
        texts = dict.fromkeys(self.recorder.word_for(option) for option in options)
        possible = listed(f"'{text}'" for text in texts if text)
        found = f"'{word}' is not possible here" if word else "a word is missing"
        raise RecordFault(f"{found}; possible: {possible or 'an element'}")

    def word_after(self, option: int, word: str) -> str:
        """`word`, if it is that of a card of the element which the option chooses; else nothing."""
        if int(self.game.table.turn.asks) != ASK_ELEMENT or option & ~THING_MASK != ELEMENT:
            return ""
        return word if word.startswith(f"+{ELEMENT_NAMES[option & THING_MASK]}@") else ""

    def is_stuck(self, word: str) -> bool:
        """Whether to stop would leave a word behind that can only be for what was asked."""
        return bool(word) and not word.startswith(("discard ", "take "))

    # ---- carrying it out

    def carry_out(self, option: int, words: list[Word]) -> None:
        """Carry out an option; its word is used up, and cards lie as its results have it."""
        verb, in_deck = option & ~THING_MASK, None
        if verb in (DRAW, LOSE):
            word = words.pop(0) if words else Word("")
            expected = DRAWN if verb == DRAW else f"{option & THING_MASK}{LOST}"
            if word.text != expected:
                raise RecordFault(f"cards that are {'drawn' if verb == DRAW else 'lost'} are missing")
            if verb == LOSE:
                self.lay_hand(option & THING_MASK, word.cards)
            elif word.shuffled is not None:
                in_deck = self.lay_deck(word.shuffled)
        elif self.recorder.word_for(option):
            words.pop(0)
        self.recorder.carry_out(option, in_deck)

    def lay_deck(self, names: list[str]) -> int:
        """Lay a shuffled deck under the one that is left, as the record has it; the size of what was left."""
        table = self.game.table
        order = read_spells(self.game.rules, names, "the shuffled deck")
        left, size = int(table.deck_size), int(table.discard_size)
        if sorted(order) != sorted(int(card) for card in table.discards[:size]):
            raise RecordFault("the shuffled deck is not the discard pile")
        on_top = self.game.state.deck[:left].tolist()
        self.game.lay_deck([*reversed(on_top), *order])
        self.game.array["table"]["discard_size"] = 0
        return left

    def lay_hand(self, seat: int, names: list[str]) -> None:
        """Lay the card that a seat loses at random where chance will find it."""
        (lost,) = read_spells(self.game.rules, names, f"seat {seat}")
        hand = self.game.hand(seat)
        if lost not in hand:
            raise RecordFault(f"seat {seat} has no {names[0]}")
        hand.remove(lost)
        hand.insert(self.game.next_chance(len(hand) + 1), lost)
        self.game.state.seat[seat].hand.card[: len(hand)] = hand

    def check_end(self) -> None:
        """The result that the record states. Raises RecordFault."""
        turns = self.recorder.turns
        if not self.game.is_over:
            raise RecordFault("the record ends before the game is over", len(turns), turns[-1] if turns else "")
        for key, value in closing(self.game).items():
            if key not in self.record:
                raise RecordFault(f"the record has no '{key}'")
            if json.dumps(self.record[key], sort_keys=True) != json.dumps(value, sort_keys=True):
                raise RecordFault(f"'{key}' is {json.dumps(self.record[key])}, not {json.dumps(value)}")


def opening_lines(replay: Replay) -> list[str]:
    """What was played, and by whom."""
    seats = replay.record["seats"]
    return [
        f"{replay.game.rules.title}; seat {replay.record['first']} starts",
        *(f"seat {seat}: {entry.get('strategy', 'unknown')}" for seat, entry in enumerate(seats)),
    ]


def closing_line(replay: Replay) -> str:
    """How it ended."""
    record = replay.record
    if record["winner"] is None:
        return f"{record['end']}: nobody wins"
    held = [name for name, seat in record["accolades"].items() if seat == record["winner"]]
    return f"{record['end']}: seat {record['winner']} wins with {' and '.join(held)}"


def position_lines(replay: Replay) -> list[str]:
    """The table in some lines, with every hand: a record hides nothing."""
    game = replay.game
    names = game.rules.spell_names
    hands = [" ".join(sorted(names[spell] for spell in game.hand(seat))) for seat in range(game.rules.preset.seats)]
    return [*table_text(game.rules, game.table), *(f"hand {seat}: {hand or '-'}" for seat, hand in enumerate(hands))]


def verify(line: str) -> int:
    """Replay one record; its number of turns. Raises RecordFault if it does not hold."""
    return sum(1 for _ in Replay(parse_record(line)).turns())
