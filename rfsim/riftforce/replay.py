"""Replaying a record: every word has to be one of the options that `legal` lists, and every result has to match.

A turn's words choose among the options; then the turn is written anew by a `Recorder`, and has to come out letter for
letter. So nothing can be left out, added or misplaced.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rfsim.errors import InputError, listed
from rfsim.records import RecordFault, first_difference, need, parse_record
from rfsim.riftforce.core.state import (
    ATTACK_PLANS_A_STACK,
    COPIES,
    LOWEST_NUMBER,
    NUMBER_BITS,
    NUMBERS,
    PLANS,
    STOP,
)
from rfsim.riftforce.drafts import TRAINER_GUILDS
from rfsim.riftforce.notation import card_code, card_name, plan_text, table_text
from rfsim.riftforce.record import FORMAT, Recorder, closing
from rfsim.riftforce.rules import NAMED_PATCH, Rules, guild_array, load_rules
from rfsim.riftforce.stepping import Game
from rfsim.riftforce.trainer import CHALLENGES, HALVES, Challenge, Trainer

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
    patch = json.loads(patch_text)
    is_printed_ice, guilds = patch.pop(NAMED_PATCH, False), patch.pop("guilds", {})
    if not isinstance(is_printed_ice, bool):
        raise InputError(f"{NAMED_PATCH}: {is_printed_ice!r} is neither true nor false")
    if not isinstance(guilds, dict) or not all(isinstance(entry, dict) for entry in guilds.values()):
        raise InputError("guilds: a table of guilds is needed, each with its changed keys")
    if "pool" in patch:
        patch["guilds"] = patch.pop("pool")
    return load_rules(preset, [NAMED_PATCH] if is_printed_ice else [], patch, guilds)


def read_deck(rules: Rules, entry: Any, where: str, guilds: list[str]) -> list[int]:
    """A deck as card codes, top first: all cards of its guilds, or one fewer of each (R26)."""
    codes = []
    for name in need(entry, "deck", list, where):
        try:
            codes.append(card_code(rules, name if isinstance(name, str) else repr(name)))
        except ValueError as error:
            raise RecordFault(f"{where}: {error}") from None
    removed = rules.preset.removed_per_guild
    for name in guilds:
        base = rules.guilds[name].index << NUMBER_BITS
        short = [copies - codes.count(base | number) for number, copies in enumerate(COPIES)]
        if sum(short) != removed or min(short) < 0:
            numbers = [
                LOWEST_NUMBER + (code - base) for code in sorted(codes) if code >> NUMBER_BITS == base >> NUMBER_BITS
            ]
            raise RecordFault(f"{where}: the {name}s in the deck are numbered {numbers}")
    if len(codes) != len(guilds) * (sum(COPIES) - removed):
        raise RecordFault(f"{where}: the deck has cards of other guilds")
    return codes


def check_guilds(rules: Rules, guilds: list[Any], taken: list[str], where: str) -> None:
    """Each guild exists, and belongs to one seat only."""
    for name in guilds:
        if name not in rules.pool:
            raise RecordFault(f"{where}: there is no guild {name!r} in preset {rules.preset_name}")
        if name in taken:
            raise RecordFault(f"{where}: the guild {name} is taken twice")
        taken.append(name)


def read_seat(rules: Rules, entry: Any, index: int, taken: list[str]) -> tuple[list[str], list[int]]:
    """A seat's guilds and deck. `taken`: the guilds of the seats before, to which these are added."""
    where, expected = f"seat {index}", rules.preset.seat[index]
    if need(entry, "side", int, where) != expected.side:
        raise RecordFault(f"{where} is on side {entry['side']}, not {expected.side}")
    if not isinstance(entry.get("strategy", ""), str):
        raise RecordFault(f"the strategy of {where} is not a string")
    guilds = need(entry, "guilds", list, where)
    if len(guilds) != expected.guilds:
        raise RecordFault(f"{where} has {len(guilds)} guilds, not {expected.guilds}")
    check_guilds(rules, guilds, taken, where)
    return guilds, read_deck(rules, entry, where, guilds)


def begin_record(record: Any) -> Game:
    """The game that a record describes, dealt and ready for its first turn. Raises RecordFault."""
    if need(record, "format", str) != FORMAT:
        raise RecordFault(f"the format is '{record['format']}', not '{FORMAT}'")
    if need(record, "game", str) != "riftforce":
        raise RecordFault(f"the game is '{record['game']}', not 'riftforce'")
    if "seed" not in record:
        raise RecordFault("the record has no 'seed'")
    rules = rules_of(record)
    if need(record, "locations", int) != rules.preset.locations:
        raise RecordFault(f"{record['locations']} locations, not {rules.preset.locations}")
    entries = need(record, "seats", list)
    if len(entries) != len(rules.preset.seat):
        raise RecordFault(f"{len(entries)} seats, not {len(rules.preset.seat)}")
    taken: list[str] = []
    seats = [read_seat(rules, entry, index, taken) for index, entry in enumerate(entries)]
    if rules.trainer is not None:
        trainer = need(record, "trainer", dict)
        seats.append(read_trainer_deck(rules, trainer, taken))
        rules = rules.with_challenge(read_challenge(trainer))
    elif "trainer" in record:
        raise RecordFault(f"a trainer in preset {rules.preset_name}")
    first = need(record, "first", int)
    if first not in (range(len(entries)) if rules.preset.start == "random" else (0,)):
        raise RecordFault(f"seat {first} cannot be the first to act")
    game = Game(rules)
    guilds: np.ndarray = guild_array([seat[0] for seat in seats], rules)
    plans = read_plans(rules.trainer, record["trainer"]) if rules.trainer is not None else None
    game.begin_with(guilds, [seat[1] for seat in seats], first, plans)
    return game


# ----------------------------------------------------------------------------------------------------------- solo mode


def read_trainer_deck(rules: Rules, entry: Any, taken: list[str]) -> tuple[list[str], list[int]]:
    """The trainer's guilds and deck."""
    guilds = need(entry, "guilds", list, "the trainer")
    if len(guilds) != TRAINER_GUILDS:
        raise RecordFault(f"the trainer has {len(guilds)} guilds, not {TRAINER_GUILDS}")
    check_guilds(rules, guilds, taken, "the trainer")
    return guilds, read_deck(rules, entry, "the trainer", guilds)


def read_challenge(entry: Any) -> Challenge:
    """Stars and & half."""
    stars = need(entry, "stars", dict, "the trainer")
    values = [stars.get(str(number)) for number in NUMBERS]
    is_whole = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    if len(stars) != len(NUMBERS) or not is_whole or not all(1 <= value <= CHALLENGES for value in values):
        raise RecordFault(f"the trainer's stars are not 1 to {CHALLENGES} for each of 5, 6, 7: {stars}")
    if "and" not in entry:
        raise RecordFault("the trainer has no 'and'")
    half = entry["and"]
    if half is None:
        return Challenge(tuple(values))
    is_half = isinstance(half, dict) and sorted(half) == ["half", "number"] and half["half"] in HALVES
    if not is_half or half["number"] not in NUMBERS or isinstance(half["number"], bool | float):
        raise RecordFault(f"the trainer's 'and' is not null or a number and a half: {half!r}")
    return Challenge(tuple(values), (half["number"], half["half"]))


def read_plans(trainer: Trainer, entry: Any) -> list[int]:
    """The plan pile as codes: all plans, in an order that the stacks allow (R33)."""
    left = {json.dumps(trainer.plan(code), sort_keys=True): code for code in range(PLANS)}
    codes = []
    for number, plan in enumerate(need(entry, "plans", list, "the trainer"), 1):
        code = left.pop(json.dumps(plan, sort_keys=True), None)
        if code is None:
            raise RecordFault(
                f"plan {number} of the pile is none of the {PLANS} plans, or stands there twice: {plan!r}"
            )
        is_fourth = number % (ATTACK_PLANS_A_STACK + 1) == 0
        if ("numbers" not in trainer.plan(code)) != is_fourth:
            raise RecordFault(f"plan {number} of the pile is of the wrong kind (R33)")
        codes.append(code)
    if left:
        raise RecordFault(f"the plan pile has {len(codes)} plans, not {PLANS} (R34)")
    return codes


# ------------------------------------------------------------------------------------------------------------- turns


CARD_WORD = re.compile(r"([A-Za-z]+[0-9])@")


@dataclass
class Word:
    """A word that stands for a choice, with the words for what came of it (cards drawn, a shuffle)."""

    text: str
    results: list[str]

    def shuffle(self) -> list[str] | None:
        """The cards of the new draw pile, if one was shuffled."""
        for word in self.results:
            if word.startswith("shuffle[") and word.endswith("]"):
                return word[len("shuffle[") : -1].split(",")
        return None


HEAD = re.compile(r"\S+ (?:play|activate [^ :]+|draw)|trainer (?:attack [^:]*|control [^:]*)")


def words_of(text: str) -> list[Word]:
    """The choices of a turn, in order: the action with its card, then each card, elemental, location."""
    match = HEAD.match(text)
    if match is None:
        return [Word(text, [])]
    head = match[0]
    parts = [part.split() for part in text[match.end() :].lstrip(":").split(";")]
    if head.endswith("draw") or head.startswith("trainer"):
        # What stands there first is no choice: the cards that are drawn, the bot that is placed.
        words = [Word(head, parts.pop(0))]
    else:
        card = CARD_WORD.match(parts[0][0]) if parts[0] else None
        words = [Word(f"{head} {card[1]}" if head.endswith("play") and card else head, [])]
    for word in (word for part in parts for word in part):
        if word[0] in "+s":
            words[-1].results.append(word)
        else:
            words.append(Word(word, []))
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
            word = words.pop(0) if words else None
            option = self.option_for(word)
            in_pile = self.lay_pile(word.shuffle() if word else None)
            self.recorder.carry_out(option, in_pile)
        if self.recorder.turns[-1] != text:
            raise RecordFault(first_difference(text, self.recorder.turns[-1]))

    def option_for(self, word: Word | None) -> int:
        """The option that a word stands for; without a word, to stop."""
        options = self.game.options()
        if word is None and STOP in options and not self.recorder.word_for(STOP):
            return STOP
        for option in options:
            if word is not None and word.text == self.recorder.word_for(option):
                return option
        texts = dict.fromkeys(self.recorder.word_for(option) for option in options)
        possible = listed(f"'{text}'" for text in texts if text)
        found = f"'{word.text}' is not possible here" if word else "a word is missing"
        raise RecordFault(f"{found}; possible: {possible or 'to stop'}")

    def lay_pile(self, names: list[str] | None) -> int | None:
        """Lay the acting seat's cards so that they come as the record's shuffle has them; the pile's size before."""
        if names is None:
            return None
        seat, table = int(self.game.table.acting), self.game.table
        try:
            order = [card_code(self.game.rules, name) for name in names]
        except ValueError as error:
            raise RecordFault(str(error)) from None
        own, left, size = self.game.state.seat[seat], int(table.pile_size[seat]), int(table.discard_size[seat])
        discarded = [int(code) for code in table.discard[seat][:size]]
        if sorted(order) != sorted(discarded):
            raise RecordFault("the shuffled pile is not the discard pile")
        own.pile[: size + left] = [*reversed(order), *own.pile[:left]]
        table.pile_size[seat] = size + left
        table.discard_size[seat] = 0
        return left

    def check_end(self) -> None:
        """The result that the record states. Raises RecordFault."""
        turns = len(self.recorder.turns)
        if not self.game.is_over:
            raise RecordFault(
                "the record ends before the game is over", turns, self.recorder.turns[-1] if turns else ""
            )
        for key, value in closing(self.game).items():
            if key not in self.record:
                raise RecordFault(f"the record has no '{key}'")
            if json.dumps(self.record[key]) != json.dumps(value):
                raise RecordFault(f"'{key}' is {json.dumps(self.record[key])}, not {json.dumps(value)}")


def opening_lines(replay: Replay) -> list[str]:
    """What was played, and by whom."""
    record, rules = replay.record, replay.game.rules
    lines = [f"{rules.preset.title}; seat {record['first']} starts"]
    for seat, entry in enumerate(record["seats"]):
        lines.append(f"seat {seat}: {', '.join(entry['guilds'])} ({entry.get('strategy', 'unknown')})")
    if rules.trainer is not None:
        lines.append(f"trainer: {', '.join(record['trainer']['guilds'])} (challenge {rules.trainer.challenge})")
    return lines


def closing_line(replay: Replay) -> str:
    """How it ended."""
    record = replay.record
    winner = "nobody" if record["winner"] is None else f"side {record['winner']}"
    return f"{record['end']}: {winner} wins, {record['score'][0]} to {record['score'][1]}"


def position_lines(replay: Replay) -> list[str]:
    """The table in a few lines, with every hand: a record hides nothing."""
    game = replay.game
    seats = [*range(len(game.rules.preset.seat)), *([trainer_seat(game)] if game.rules.trainer else [])]
    return [*table_text(game.rules, game.table), *(seat_text(game, seat) for seat in seats)]


def trainer_seat(game: Game) -> int:
    return len(game.rules.preset.seat)


def seat_text(game: Game, seat: int) -> str:
    """A seat's hand and piles, or the trainer's top plan and piles."""
    rules, table, hand = game.rules, game.table, game.state.seat[seat].hand
    piles = f"{int(table.pile_size[seat])} in the draw pile, {int(table.discard_size[seat])} discarded"
    if rules.trainer is not None and seat == trainer_seat(game):
        return f"  trainer: {plan_text(rules, table)} comes next; {piles}"
    cards = sorted(card_name(rules, code) for code in hand.card[: int(hand.n)])
    return f"  seat {seat}: {' '.join(cards) or '-'}; {piles}"


def verify(line: str) -> int:
    """Replay one record; its number of turns. Raises RecordFault if it does not hold."""
    return sum(1 for _ in Replay(parse_record(line)).turns())
