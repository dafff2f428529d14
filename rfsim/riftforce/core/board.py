"""Verbs on the table: look at a column, put damage, move, remove. The rules are made of these.

A side's elementals stand in one row, location by location, each location's column from its first elemental to its
last. An elemental is named by its index in that row. ``columns[side]`` holds the columns' borders, one byte each, so
that one addition shifts all borders to the right of a location.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.riftforce.core.state import (
    CARD_MASK,
    DAMAGE_MASK,
    DAMAGE_SHIFT,
    LOWEST_NUMBER,
    NUMBER_BITS,
    NUMBER_MASK,
    ONE_DAMAGE,
    OWNER_SHIFT,
)

BYTE = np.uint64(0xFF)
#: One in each byte: added behind a border, it moves every later border by one.
ONES = np.uint64(0x0101010101010100)
BYTE_SHIFT = np.uint64(3)
ONE_BYTE = np.uint64(8)
#: The six borders behind locations 1 to 6, one in each byte, and the byte in which a product sums them all.
EACH_BYTE = np.uint64(0x010101010101)
HIGHEST_BITS = np.uint64(0x808080808080)
SUM_SHIFT = np.uint64(40)


@jit
def number_of(card):
    return (card & NUMBER_MASK) + LOWEST_NUMBER


@jit
def guild_of(card):
    return card >> NUMBER_BITS


@jit
def card_of(elemental):
    return elemental & CARD_MASK


@jit
def damage_of(elemental):
    return (elemental >> DAMAGE_SHIFT) & DAMAGE_MASK


@jit
def owner_of(elemental):
    return elemental >> OWNER_SHIFT


@jit
def is_destroyed(elemental):
    """ "If the damage total on an elemental is equal to or higher than its number, that elemental is destroyed." """
    return damage_of(elemental) >= number_of(elemental)


@jit
def elemental_at(table, side, index):
    return np.int64(table.elementals[side, index])


@jit
def column_start(table, side, location):
    """The index of the first elemental of `side` at `location`, if there is one."""
    return np.int64((np.uint64(table.columns[side]) >> (np.uint64(location) << BYTE_SHIFT)) & BYTE)


@jit
def column_end(table, side, location):
    """One more than the index of the last elemental of `side` at `location`, if there is one."""
    return column_start(table, side, location + 1)


@jit
def column_size(table, side, location):
    return column_end(table, side, location) - column_start(table, side, location)


@jit
def side_size(table, rules, side):
    """How many elementals `side` has on the table."""
    return column_start(table, side, np.int64(rules.locations))


@jit
def location_of(table, side, index):
    """The location of the elemental with this index: the number of columns that end before it, or at it.

    All borders are compared at once: in each byte, 128 + index - border keeps its highest bit if border <= index.
    """
    borders = np.uint64(table.columns[side]) >> ONE_BYTE
    passed = ((np.uint64(index) * EACH_BYTE | HIGHEST_BITS) - borders) & HIGHEST_BITS
    return np.int64(((passed >> np.uint64(7)) * EACH_BYTE) >> SUM_SHIFT & BYTE)


@jit
def has_control(table, side, location):
    """ "You control a location if at least 1 of your elementals and no enemy is present there." """
    return (column_size(table, side, location) > 0) & (column_size(table, 1 - side, location) == 0)


@jit
def insert(table, rules, side, location, elemental):
    """Put an elemental at the last position of a column; its index.

    "When elementals change their position through abilities they are placed at the last position of the new location."
    """
    row = table.elementals[side]
    index = column_end(table, side, location)
    for i in range(side_size(table, rules, side), index, -1):
        row[i] = row[i - 1]
    row[index] = elemental
    table.columns[side] += ONES << (np.uint64(location) << BYTE_SHIFT)
    return index


@jit
def remove(table, rules, side, index):
    """Take an elemental from the table; it is returned."""
    row = table.elementals[side]
    elemental = np.int64(row[index])
    location = location_of(table, side, index)
    for i in range(index, side_size(table, rules, side) - 1):
        row[i] = row[i + 1]
    table.columns[side] -= ONES << (np.uint64(location) << BYTE_SHIFT)
    return elemental


@jit
def move(table, rules, side, index, location):
    """Move an elemental to another location, damage and all (R10); its new index."""
    return insert(table, rules, side, location, remove(table, rules, side, index))


@jit
def place_damage(table, side, index, amount):
    """Place damage on one elemental; whether it now is lethal."""
    elemental = elemental_at(table, side, index) + amount * ONE_DAMAGE
    table.elementals[side, index] = elemental
    destroyed = is_destroyed(elemental)
    table.turn.lethal |= np.int64(destroyed) << side
    return destroyed


@jit
def remove_damage(table, side, index, amount):
    """Remove up to `amount` damage from one elemental."""
    elemental = elemental_at(table, side, index)
    table.elementals[side, index] = elemental - min(amount, damage_of(elemental)) * ONE_DAMAGE
