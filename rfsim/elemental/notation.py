"""How squares, cards and positions are written."""

from __future__ import annotations

from typing import Any

from rfsim.elemental.core.field import ROW, WORD
from rfsim.elemental.core.state import ELEMENT_NAMES, ELEMENTS, NONE
from rfsim.elemental.rules import Rules

COLUMNS = "abcdefghijklmno"
#: How an element is drawn.
SIGNS = ("E", "F", "W", "A")
EMPTY = "."


def square_name(square: int) -> str:
    """`h8`: the column's letter, from the left, and the row's number, from above."""
    return f"{COLUMNS[square % ROW]}{square // ROW + 1}"


def square_number(name: str) -> int:
    """The number of a square written as `h8`. Raises ValueError if there is no such square."""
    column, row = COLUMNS.find(name[:1]), name[1:]
    if len(name) < 2 or column < 0 or not row.isascii() or not row.isdigit() or not 1 <= int(row) <= len(COLUMNS):
        raise ValueError(f"'{name}' is not a square")
    return (int(row) - 1) * ROW + column


def spell_number(rules: Rules, name: str) -> int:
    """The index of a spell. Raises ValueError if there is none of this name."""
    if name not in rules.spell_names:
        raise ValueError(f"'{name}' is not a spell")
    return rules.spell_names.index(name)


def squares_in(words: Any) -> list[int]:
    """The squares of a set in a record's field, in ascending order."""
    return [i * WORD + bit for i, word in enumerate(words) for bit in range(WORD) if int(word) >> bit & 1]


def rift_of(table: Any) -> dict[int, int]:
    """The element on each square of the Rift."""
    return {square: element for element in range(ELEMENTS) for square in squares_in(table.rift[element])}


def rift_text(table: Any) -> list[str]:
    """A drawing of the Rift with one line of empty squares around it, rows and columns named."""
    rift = rift_of(table)
    if not rift:
        return ["the Rift is empty"]
    last = len(COLUMNS) - 1
    rows, columns = [square // ROW for square in rift], [square % ROW for square in rift]
    across = range(max(min(columns) - 1, 0), min(max(columns) + 1, last) + 1)
    lines = ["    " + " ".join(COLUMNS[column] for column in across)]
    for row in range(max(min(rows) - 1, 0), min(max(rows) + 1, last) + 1):
        signs = (SIGNS[rift[row * ROW + column]] if row * ROW + column in rift else EMPTY for column in across)
        lines.append(f"{row + 1:>3} {' '.join(signs)}")
    return lines


def seat_text(rules: Rules, table: Any, seat: int) -> str:
    """A player's cards: how many in hand, spells in front, accolades (in brackets while face down)."""
    in_play = zip(table.in_play[: int(table.spells)], table.owner, strict=False)
    in_front = [rules.spell_names[int(spell)] for spell, owner in in_play if int(owner) == seat]
    held = [
        name if table.face_up[index] else f"({name})"
        for index, name in enumerate(rules.accolade_names)
        if int(table.holder[index]) == seat
    ]
    hand = f"{int(table.hand_size[seat])} in hand"
    return f"seat {seat}: {hand}; in front: {' '.join(in_front) or '-'}; accolades: {' '.join(held) or '-'}"


def table_text(rules: Rules, table: Any) -> list[str]:
    """The table in some lines: the Rift drawn, the supply, each player's cards."""
    supply = ", ".join(f"{int(table.supply[element])} {name}" for element, name in enumerate(ELEMENT_NAMES))
    middle = [name for index, name in enumerate(rules.accolade_names) if int(table.holder[index]) == NONE]
    piles = f"{int(table.deck_size)} in the deck, {int(table.discard_size)} discarded"
    return [
        f"after {int(table.turns)} turns",
        *rift_text(table),
        f"supply: {supply}; {piles}; accolades in the middle: {' '.join(middle) or '-'}",
        *(seat_text(rules, table, seat) for seat in range(rules.preset.seats)),
    ]
