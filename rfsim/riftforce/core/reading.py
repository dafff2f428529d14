"""Reading a question: what an option does and to what, for strategies that judge options one by one."""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.riftforce.core.board import (
    card_of,
    column_end,
    column_size,
    column_start,
    damage_of,
    elemental_at,
    guild_of,
    has_control,
    number_of,
)
from rfsim.riftforce.core.effects import HEAL
from rfsim.riftforce.core.state import PUT_LOCATION_MASK, THING_MASK


@jit
def verb_of(option):
    """What an option does: STOP, DRAW, PLAY, DISCARD, PUT, ACTIVATE, GO or CHOOSE."""
    return np.int64(option) & ~THING_MASK


@jit
def thing_of(option):
    """To what: an index in the hand, an elemental's index on its side, or a location."""
    return np.int64(option) & THING_MASK


@jit
def location_put(option):
    """The location of a PUT option."""
    return np.int64(option) & PUT_LOCATION_MASK


@jit
def side_acting(table, rules):
    """The side whose turn it is."""
    return np.int64(rules.side[np.int64(table.acting)])


@jit
def is_for_trainer(table, rules):
    """Whether the player is asked what the trainer does (solo mode)."""
    return (rules.trainer > 0) & (table.acting == rules.seats)


@jit
def side_chosen(table, rules):
    """The side of the elementals among which an ability lets choose: the own one to heal, else the enemy's."""
    turn = table.turn
    step = rules.effect[np.int64(turn.program), np.int64(turn.step)]
    side = np.int64(turn.side)
    return side if step.verb == HEAL else 1 - side


@jit
def life_of(elemental):
    """The life points that an elemental has left."""
    return number_of(elemental) - damage_of(elemental)


@jit
def first_life(table, side, location):
    """The life points left of the first elemental of a column; 0 if the column is empty."""
    if column_size(table, side, location) == 0:
        return 0
    return life_of(elemental_at(table, side, column_start(table, side, location)))


@jit
def count_controlled(table, rules, side):
    """The locations that a side controls and the acting seat could score."""
    area, count = np.int64(rules.area[np.int64(table.acting)]), 0
    for location in range(np.int64(rules.locations)):
        count += (area >> location & 1) & has_control(table, side, location)
    return count


@jit
def count_attackers(table, rules, side, card):
    """How many elementals could hit an enemy if this card were discarded to activate them."""
    by_number = by_symbol = 0
    for location in range(np.int64(rules.locations)):
        if column_size(table, 1 - side, location) > 0:
            for index in range(column_start(table, side, location), column_end(table, side, location)):
                own = card_of(elemental_at(table, side, index))
                by_number += number_of(own) == number_of(card)
                by_symbol += guild_of(own) == guild_of(card)
    return min(max(by_number, by_symbol), np.int64(rules.most_cards))


@jit
def count_alike(hand, rules, card):
    """How many cards in a hand could be played together with this one, itself included."""
    by_number = by_symbol = 0
    for i in range(np.int64(hand.n)):
        own = np.int64(hand.card[i])
        by_number += number_of(own) == number_of(card)
        by_symbol += guild_of(own) == guild_of(card)
    return min(max(by_number, by_symbol), np.int64(rules.most_cards))


@jit
def index_of(options, option):
    """The index of an option among those that may be taken; -1 if it is not one of them."""
    for i in range(len(options)):
        if options[i] == option:
            return i
    return -1
