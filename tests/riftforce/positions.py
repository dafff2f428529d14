"""A position in a few words, and turns as records write them: so that a test reads like the rules.

game = position("2: Light5 / Shadow5", "3: Fire5 Water5(1) / Air6(2)", hands=("Plant5", ""))
play(game, "0 activate Plant5: Fire5@3.1")
assert column(game, 3) == "Fire5 Water5(2) / Air6(5)"
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from rfsim.riftforce.core.effects import PLAYED  # noqa: F401  (the core is loaded before positions are made)
from rfsim.riftforce.core.state import (
    ASK_ACTION,
    DAMAGE_SHIFT,
    NONE,
    OWNER_SHIFT,
)
from rfsim.riftforce.notation import card_code, card_name, elemental_text
from rfsim.riftforce.notation import column as column_codes
from rfsim.riftforce.record import Recorder
from rfsim.riftforce.replay import Replay
from rfsim.riftforce.rules import Rules, guild_array, load_rules
from rfsim.riftforce.stepping import Game

ELEMENTAL = re.compile(r"([A-Z][a-z]+\d)(?:\((\d+)\))?(?::(\d))?")

DEALT = 12  # a hand of 7, and what is placed


def position(
    *locations: str,
    hands: Sequence[str] = ("", ""),
    piles: Sequence[str] = ("", ""),
    discards: Sequence[str] = ("", ""),
    score: tuple[int, int] = (0, 0),
    acting: int = 0,
    first: int = 0,
    turns: int | None = None,
    preset: str = "base",
    patches: Sequence[str] = (),
    rules: Rules | None = None,
    **values: object,
) -> Game:
    """A game in the middle: columns as ``3: Fire5 Water5(1) / Shadow5`` (``Fire5:2`` belongs to seat 2), cards by seat.

    Piles are written top first. `turns` defaults to a number that makes it `acting`'s turn.
    """
    rules = rules or load_rules(preset, patches, values)
    game = Game(rules)
    seats = len(rules.preset.seat) + rules.preset.trainer
    # Any cards do, as many as the setup deals: all of them are replaced below.
    game.begin_with(guild_array([[]] * seats, rules), [[0] * DEALT] * seats, first)
    table = game.table
    set_columns(game, [part.split(":", 1) for part in locations])
    for seat in range(seats):
        set_cards(game, seat, *(cards[seat].split() if seat < len(cards) else [] for cards in (hands, piles, discards)))
    table.score[:] = score
    set_numbers(game, acting, turns if turns is not None else turns_for(rules, acting, first))
    note_belongings(game)
    return game


def turns_for(rules: Rules, acting: int, first: int) -> int:
    """The smallest even round's turn at which this seat acts."""
    order = rules.preset.order
    return next(turn for turn in range(len(order)) if (order[turn] + first) % len(order) == acting)


def set_numbers(game: Game, acting: int, turns: int) -> None:
    record = game.array[0]
    record.table.acting = acting
    record.table.turns = turns
    record.table.ending = 0
    record.table.winner = NONE
    record.table.turn.asks = ASK_ACTION
    record.table.turn.drawn = 0


def set_columns(game: Game, parts: Sequence[Sequence[str]]) -> None:
    """Lay both sides' rows, location by location."""
    table, rules = game.table, game.rules
    columns: dict[tuple[int, int], list[int]] = {}
    for location, text in parts:
        for side, names in enumerate(text.split("/")):
            columns[side, int(location) - 1] = [elemental(rules, word, side) for word in names.split() if word != "-"]
    for side in (0, 1):
        row: list[int] = []
        borders = 0
        for location in range(8):
            borders |= len(row) << (8 * location)
            row += columns.get((side, location), [])
        table.elementals[side, : len(row)] = row
        table.columns[side] = np.uint64(borders)


def elemental(rules: Rules, word: str, side: int) -> int:
    """`Fire5(2)`, `Fire5(2):2` for a team member's."""
    match = ELEMENTAL.fullmatch(word)
    assert match is not None, word
    owner = int(match[3]) if match[3] else side
    return card_code(rules, match[1]) | int(match[2] or 0) << DAMAGE_SHIFT | owner << OWNER_SHIFT


def set_cards(game: Game, seat: int, hand: Sequence[str], pile: Sequence[str], discard: Sequence[str]) -> None:
    own, table = game.array[0].seat[seat], game.table
    codes = [[card_code(game.rules, name) for name in names] for names in (hand, pile, discard)]
    own.hand.n = len(hand)
    own.hand.card[: len(hand)] = codes[0]
    own.pile[: len(pile)] = codes[1][::-1]
    table.discard[seat, : len(discard)] = codes[2]
    table.hand_size[seat], table.pile_size[seat], table.discard_size[seat] = len(hand), len(pile), len(discard)


def note_belongings(game: Game) -> None:
    """Give each seat the guilds of the cards that it has, and count them as its own."""
    table, rules = game.table, game.rules
    cards = [owned_cards(game, seat) for seat in range(len(rules.preset.seat) + rules.preset.trainer)]
    table.guilds[:] = NONE
    table.belongs[:] = 0
    for seat, codes in enumerate(cards):
        for place, guild in enumerate(sorted({code >> 2 for code in codes})[:4]):
            table.guilds[seat, place] = guild
            for code in codes:
                if code >> 2 == guild:
                    table.belongs[seat, (seat * 4 + place) * 3 + (code & 3)] += 1


def owned_cards(game: Game, seat: int) -> list[int]:
    """All cards of a seat, wherever they are."""
    table, own = game.table, game.array[0].seat[seat]
    on_table = [
        code & 0x7F
        for side in (0, 1)
        for location in range(game.rules.preset.locations)
        for code in column_codes(table, side, location)
        if code >> OWNER_SHIFT == seat
    ]
    hand = [int(code) for code in own.hand.card[: int(own.hand.n)]]
    pile = [int(code) for code in own.pile[: int(table.pile_size[seat])]]
    discard = [int(code) for code in table.discard[seat, : int(table.discard_size[seat])]]
    return [*on_table, *hand, *pile, *discard]


# ------------------------------------------------------------------------------------------------------------ playing


def play(game: Game, *turns: str) -> Game:
    """Carry out whole turns, written as in a record. Raises RecordFault for what is not legal."""
    replay = Replay.__new__(Replay)
    replay.record, replay.game, replay.recorder = {}, game, Recorder(game)
    for text in turns:
        replay.play_turn(text)
    return game


def column(game: Game, location: int) -> str:
    """`Fire5 Water5(1) / Shadow5`: both columns at a location, `-` where there is none."""
    sides = [
        " ".join(elemental_text(game.rules, code) for code in column_codes(game.table, side, location - 1)) or "-"
        for side in (0, 1)
    ]
    return " / ".join(sides)


def score(game: Game) -> tuple[int, int]:
    return int(game.table.score[0]), int(game.table.score[1])


def hand(game: Game, seat: int) -> list[str]:
    own = game.state.seat[seat].hand
    return sorted(card_name(game.rules, code) for code in own.card[: own.n])


def discards(game: Game, seat: int) -> list[str]:
    return [card_name(game.rules, code) for code in game.table.discard[seat, : int(game.table.discard_size[seat])]]


def words(game: Game) -> list[str]:
    """The words of all legal options, without like ones."""
    recorder = Recorder(game)
    return list(dict.fromkeys(recorder.word_for(option) for option in game.options()))


def choose(game: Game, *wanted: str) -> Game:
    """Carry out options one by one, named by their words; an empty word is to stop."""
    recorder = Recorder(game)
    for word in wanted:
        options = {recorder.word_for(option): option for option in game.options()}
        assert word in options, f"{word!r} is not among {sorted(options)}"
        game.carry_out(options[word])
    return game
