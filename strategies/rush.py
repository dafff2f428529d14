"""Attack whatever can be hit, and play where the enemies are."""

import numpy as np

from rfsim.riftforce.api import (
    ACTIVATE,
    CHOOSE,
    DISCARD,
    DRAW,
    GO,
    PLAY,
    PUT,
    count_alike,
    count_attackers,
    count_controlled,
    elemental_at,
    first_life,
    is_for_trainer,
    jit,
    life_of,
    location_of,
    location_put,
    side_acting,
    side_chosen,
    thing_of,
    verb_of,
)
from rfsim.strategy import strategy

WEIGHTS = {
    "attack": 2.0,  # an elemental that could hit an enemy in this action
    "play": 1.75,  # a card that could be played in this action
    "draw": 1.0,  # a card that Check & Draw would bring
    "point": 2.0,  # a point that it would score
    "enemy": 1.0,  # an enemy to be hit
    "weakness": 0.2,  # a life point that this enemy lacks
}
FULL_LIFE = 7


@jit
def target_value(weights, life):
    """What it is worth to attack an enemy with so many life points left; there is none with 0."""
    if life == 0:
        return 0.0
    return weights.enemy + weights.weakness * (FULL_LIFE - life)


@jit
def action_value(table, hand, rules, weights, side, verb, thing):
    """What one of the three actions promises."""
    if verb == DRAW:
        missing = np.int64(rules.hand) - np.int64(hand.n)
        return weights.draw * missing + weights.point * count_controlled(table, rules, side)
    card = np.int64(hand.card[thing])
    if verb == PLAY:
        return weights.play * count_alike(hand, rules, card)
    return weights.attack * count_attackers(table, rules, side, card)


@jit
def option_value(table, hand, rules, weights, option):
    """What an option is worth to the side that acts."""
    side, verb, thing = side_acting(table, rules), verb_of(option), thing_of(option)
    if verb == DRAW or verb == PLAY or verb == DISCARD:
        return action_value(table, hand, rules, weights, side, verb, thing)
    if verb == PUT:
        return target_value(weights, first_life(table, 1 - side, location_put(option)))
    if verb == ACTIVATE:
        return target_value(weights, first_life(table, 1 - side, location_of(table, side, thing)))
    if verb == GO:
        return target_value(weights, first_life(table, 1 - side, thing))
    if verb == CHOOSE:
        return target_value(weights, life_of(elemental_at(table, side_chosen(table, rules), thing)))
    return -1.0  # never stop while there is more to do


@strategy(weights=WEIGHTS)
def choose(table, hand, options, rules, weights, memory, random):
    """Attack whatever can be hit, and play where the enemies are; the option of the highest value is taken.

    No search. The trainer's choices (solo mode) are made the other way round.
    """
    sign = -1.0 if is_for_trainer(table, rules) else 1.0
    best, best_value = 0, -np.inf
    for i in range(len(options)):
        value = sign * option_value(table, hand, rules, weights, options[i])
        if value > best_value:
            best, best_value = i, value
    return best
