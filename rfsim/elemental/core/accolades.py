"""Accolades: what each requires, who may take one, and who wins."""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.effects import BALANCE, HALF, IN_FRONT, LINKED
from rfsim.elemental.core.rift import number_of, rift_size
from rfsim.elemental.core.state import ELEMENTS, NONE
from rfsim.jit import jit


@jit
def spells_in_front(table, seat):
    """How many spells lie in front of a player."""
    n = 0
    for i in range(np.int64(table.spells)):
        n += table.owner[i] == seat
    return n


@jit
def most_of_one(table, rules):
    """How many cards the commonest element has in the Rift."""
    most = 0
    for element in range(ELEMENTS):
        most = max(most, number_of(table, rules, element))
    return most


@jit
def fewest_of_one(table, rules):
    """How many cards the rarest element has in the Rift."""
    fewest = np.int64(rules.copies)
    for element in range(ELEMENTS):
        fewest = min(fewest, number_of(table, rules, element))
    return fewest


@jit
def longest_chain(table):
    """The largest linked group there is, as of the end of the last action."""
    longest = 0
    for element in range(ELEMENTS):
        longest = max(longest, np.int64(table.linked[element]))
    return longest


@jit
def meets(table, rules, seat, accolade):
    """Whether a player meets the requirement of an accolade at this moment."""
    required = rules.accolade[accolade]
    kind, number = required.requires, np.int64(required.number)
    if kind == IN_FRONT:
        return spells_in_front(table, seat) >= number
    if kind == HALF:
        size = rift_size(table, rules)
        return size >= number and 2 * most_of_one(table, rules) >= size
    if kind == BALANCE:
        fewest = fewest_of_one(table, rules)
        return fewest > 0 and most_of_one(table, rules) - fewest <= number
    if kind == LINKED:
        return longest_chain(table) >= number
    return table.turn.triggered >= number


@jit
def lies_open(table, seat, accolade):
    """ "… from the middle, or from another player if it lies face up there" (E11)."""
    holder = table.holder[accolade]
    return holder == NONE or (holder != seat and table.face_up[accolade] > 0)


@jit
def may_take(table, rules, accolade):
    """ "… by a player that played at least one spell this turn and meets its requirement at that moment" (E11)."""
    seat = np.int64(table.acting)
    return table.turn.played > 0 and lies_open(table, seat, accolade) and meets(table, rules, seat, accolade)


@jit
def take_accolade(table, rules, accolade):
    """ "When a player earns an Accolade, it is placed face down in front of him"; the variant: face up."""
    table.holder[accolade] = table.acting
    table.face_up[accolade] = rules.taken_face_up


@jit
def accolades_of(table, rules, seat):
    """ "Face down Accolade cards still count towards the two required to win the game." """
    n = 0
    for accolade in range(np.int64(rules.accolades)):
        n += table.holder[accolade] == seat
    return n


@jit
def flip_accolades(table, rules, seat):
    """ "The player flips any Accolade cards he has earned face up." """
    for accolade in range(np.int64(rules.accolades)):
        if table.holder[accolade] == seat:
            table.face_up[accolade] = 1
