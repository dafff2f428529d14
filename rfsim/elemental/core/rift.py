"""The Rift: cards that are placed and taken, and the squares where one may go."""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.field import (
    ONE,
    WORD,
    WORDS,
    above,
    below,
    both,
    count,
    either,
    is_empty,
    linked_with,
    lowest,
    only,
    read,
    spread,
    without,
    write,
)
from rfsim.elemental.core.state import ELEMENTS
from rfsim.jit import jit


@jit
def squares_of(table, element):
    """Where the cards of an element lie."""
    return read(table.rift[element])


@jit
def occupied(table):
    """Where cards lie."""
    rift = table.rift
    return either(either(read(rift[0]), read(rift[1])), either(read(rift[2]), read(rift[3])))


@jit
def number_of(table, rules, element):
    """How many cards of an element are in the Rift."""
    return np.int64(rules.copies) - np.int64(table.supply[element])


@jit
def rift_size(table, rules):
    """How many elements are in the Rift."""
    size = 0
    for element in range(ELEMENTS):
        size += number_of(table, rules, element)
    return size


@jit
def put(table, element, square):
    """Place a card from the supply; there must be one."""
    table.rift[element, square // WORD] |= ONE << np.uint64(square % WORD)
    table.supply[element] -= 1


@jit
def lift(table, element, square):
    """Take a card away: "What leaves the Rift goes back to that supply." (E3)"""
    table.rift[element, square // WORD] &= ~(ONE << np.uint64(square % WORD))
    table.supply[element] += 1


@jit
def lift_all(table, element, squares):
    """Take the cards of an element away that lie on these squares."""
    own = squares_of(table, element)
    table.supply[element] += count(both(own, squares))
    write(table.rift[element], without(own, squares))


@jit
def keep_only(table, squares):
    """Take all cards away that do not lie on these squares."""
    for element in range(ELEMENTS):
        lift_all(table, element, without(squares_of(table, element), squares))


@jit
def first_group(table):
    """One of the Rift's groups, that with the lowest square; it is all of the Rift unless that is split."""
    cards = occupied(table)
    if is_empty(cards):
        return cards
    return linked_with(cards, lowest(cards))


# ------------------------------------------------------------------------------------------------- where a card may go


@jit
def places(table, rules):
    """ "Any card placed in the Rift must touch at least one other card."

    "Into an empty Rift the first card goes to the middle." (E0)
    """
    cards = occupied(table)
    if is_empty(cards):
        return only(np.int64(rules.middle))
    return without(both(spread(cards), read(rules.field)), cards)


@jit
def forget_passed(turn):
    """No square was passed over yet."""
    for element in range(ELEMENTS):
        for word in range(WORDS):
            turn.passed[element, word] = 0


@jit
def pass_over(turn, element, square, open_places):
    """A card of `element` goes to `square`: what comes before it among the open places is passed over.

    Cards placed one after the other give the same Rift in any order. So that each Rift is offered in one order only,
    what was passed over (a lower square, or an element with a lower number on any square that was open) is not offered
    again within this step. Squares that this card opens up are new, and were not passed over. This is how Redelmeier
    counts polyominoes, each once ("Counting polyominoes: yet another attack", Discrete Mathematics 36, 1981).
    """
    for lower in range(element):
        write(turn.passed[lower], either(read(turn.passed[lower]), open_places))
    write(turn.passed[element], either(read(turn.passed[element]), both(open_places, below(square))))


@jit
def open_places(table, rules, element):
    """Where the next card of an element may go in this step: places that were not passed over."""
    return without(places(table, rules), read(table.turn.passed[element]))


@jit
def leave_higher(turn, square):
    """Of the squares that may be chosen leave those above `square`: a set is chosen in ascending order only."""
    write(turn.open, above(read(turn.open), square))
