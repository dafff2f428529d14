"""Positions drawn as text, and moves written as in a record: what the tests of the rules are made of."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from rfsim.elemental.core import effects
from rfsim.elemental.core.field import ROW, WORD
from rfsim.elemental.core.state import (
    DRAW,
    ELEMENT,
    ELEMENT_NAMES,
    LOSE,
    NONE,
    STOP,
    THEN_DRAW,
    THEN_SPELL,
    THING_MASK,
)
from rfsim.elemental.notation import SIGNS, rift_of, spell_number, square_name, square_number
from rfsim.elemental.record import Recorder
from rfsim.elemental.rules import Rules, load_rules
from rfsim.elemental.stepping import Game

TWO = load_rules("two")
CORNER = "g7"  # where the first sign of a drawing lies, unless a test says otherwise


def position(
    rift: str,
    hands: Mapping[int, Sequence[str]] | None = None,
    front: Sequence[tuple[int, str]] = (),
    held: Mapping[str, int] | None = None,
    rules: Rules = TWO,
    corner: str = CORNER,
    begin: bool = False,
    discards: Sequence[str] = (),
    deck: Sequence[str] | None = None,
) -> Game:
    """A position in seat 0's turn: at step 4, or with `begin` at step 2.

    `rift` is drawn with E, F, W, A and dots, its first sign on the square `corner`. `hands`, `front`: the spells of
    each seat, and those in front of seats. `held`: who has which accolade (face up). All other spells are in the deck,
    unless `deck` says what is there (the top card first).
    """
    game = Game(rules)
    hands = {seat: numbers(rules, names) for seat, names in (hands or {}).items()}
    in_front, discarded = numbers(rules, [name for _, name in front]), numbers(rules, discards)
    used = {*itertools.chain(*hands.values()), *in_front, *discarded}
    rest = [card for card in rules.deck if card not in used]
    game.lay_out(rest if deck is None else numbers(rules, deck), 0)
    draw_rift(game, rift, corner)
    for seat, cards in hands.items():
        lay_hand(game, seat, cards)
    table = game.array["table"]
    table["in_play"][0, : len(front)], table["owner"][0, : len(front)] = in_front, [owner for owner, _ in front]
    table["discards"][0, : len(discarded)] = discarded
    table["spells"], table["discard_size"] = len(front), len(discarded)
    for name, seat in (held or {}).items():
        table["holder"][0, rules.accolade_names.index(name)] = seat
        table["face_up"][0, rules.accolade_names.index(name)] = 1
    open_turn(game, begin)
    game.carry_on()
    return game


def numbers(rules: Rules, names: Sequence[str]) -> list[int]:
    return [spell_number(rules, name) for name in names]


def lay_hand(game: Game, seat: int, cards: Sequence[int]) -> None:
    game.state.seat[seat].hand.card[: len(cards)] = cards
    game.array["seat"][0, seat]["hand"]["n"] = game.array["table"]["hand_size"][0, seat] = len(cards)


def open_turn(game: Game, begin: bool) -> None:
    """Nothing was done in this turn yet; it stands at step 4, or at step 2."""
    turn = game.array["table"]["turn"]
    for name in ("played", "triggered", "discarded", "next_card"):
        turn[name] = 0
    turn["then"] = THEN_DRAW if begin else THEN_SPELL
    if begin:
        full = len(rift_of(game.table)) >= game.rules.cards.rift.full
        turn["program"] = effects.FULL if full else effects.BELOW_FULL


def draw_rift(game: Game, rift: str, corner: str) -> None:
    """Lay the Rift as it is drawn."""
    table, first = game.array["table"], square_number(corner)
    table["rift"] = 0
    table["supply"] = game.rules.cards.rift.supply
    for row, signs in enumerate(rift.split()):
        for column, sign in enumerate(signs):
            if sign != ".":
                square, element = first + row * ROW + column, SIGNS.index(sign)
                table["rift"][0, element, square // WORD] |= np.uint64(1 << (square % WORD))
                table["supply"][0, element] -= 1


def drawing(game: Game, corner: str = CORNER, rows: int = 0, columns: int = 0) -> str:
    """The Rift as `draw_rift` takes it, from `corner` on: so many rows and columns."""
    rift, first = rift_of(game.table), square_number(corner)
    lines = [[first + row * ROW + column for column in range(columns)] for row in range(rows)]
    return " ".join("".join(SIGNS[rift[square]] if square in rift else "." for square in line) for line in lines)


def rift(game: Game) -> dict[str, str]:
    """What lies on each square: `{"h8": "fire"}`."""
    return {square_name(square): ELEMENT_NAMES[element] for square, element in rift_of(game.table).items()}


def word(game: Game, option: int) -> str:
    """The word for an option: as in a record, an element that is added by its name, `stop`."""
    if option == STOP:
        return "stop"
    text = Recorder(game).word_for(option)
    return ELEMENT_NAMES[option & THING_MASK] if option & ~THING_MASK == ELEMENT and not text else text


def possible(game: Game) -> list[str]:
    """The words for all that can be chosen now."""
    return [word(game, option) for option in game.options()]


def pass_chance(game: Game) -> None:
    """Let cards be drawn and lost."""
    while (options := game.options()) and options[0] & ~THING_MASK in (DRAW, LOSE):
        game.carry_out(options[0])


def do(game: Game, *words: str) -> Game:
    """Make some choices, each written as `possible` has it; cards are drawn in between."""
    for one in words:
        pass_chance(game)
        options = game.options()
        by_word = {word(game, option): option for option in options}
        assert one in by_word, f"'{one}' is not possible; possible: {list(by_word)}"
        game.carry_out(by_word[one])
    pass_chance(game)
    return game


def hand(game: Game, seat: int) -> list[str]:
    return [game.rules.spell_names[card] for card in game.hand(seat)]


def front(game: Game) -> list[tuple[int, str]]:
    """Owner and name of the spells in front of players."""
    table = game.table
    return [(int(table.owner[i]), game.rules.spell_names[int(table.in_play[i])]) for i in range(int(table.spells))]


def discards(game: Game) -> list[str]:
    return [game.rules.spell_names[int(card)] for card in game.table.discards[: int(game.table.discard_size)]]


def holder(game: Game, accolade: str) -> int | None:
    seat = int(game.table.holder[game.rules.accolade_names.index(accolade)])
    return None if seat == NONE else seat
