"""Hold as many locations as possible, score them, and clear those that the enemy holds thinly."""

import numpy as np

from rfsim.riftforce.api import (
    ACTIVATE,
    CHOOSE,
    DISCARD,
    DRAW,
    GO,
    PLAY,
    PUT,
    column_size,
    count_attackers,
    count_controlled,
    elemental_at,
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
    "check": 3.0,  # a location that Check & Draw would score
    "card": 0.6,  # a card that it would bring
    "spread": 3.0,  # a location without own elementals that a card could be played to
    "clear": 2.4,  # an elemental that could hit the enemy of a location in this action
    "free": 2.0,  # standing at a location that nobody holds
    "deny": 0.0,  # standing at a location that only the enemy holds
    "thin": 1.66,  # hitting the enemy's only elemental at a location
    "crowd": 0.3,  # each own elemental that stands at a location already
}


@jit
def standing_value(table, weights, side, location):
    """What it is worth to have one more elemental at a location."""
    own, enemies = column_size(table, side, location), column_size(table, 1 - side, location)
    value = -weights.crowd * own
    if own == 0:
        value += weights.deny if enemies > 0 else weights.free
    return value


@jit
def hitting_value(table, weights, side, location):
    """What it is worth to hit the enemy at a location: the fewer there are, the sooner the location is won."""
    enemies = column_size(table, 1 - side, location)
    return weights.thin / enemies if enemies > 0 else 0.0


@jit
def open_locations(table, rules, side):
    """How many locations have none of this side's elementals."""
    count = 0
    for location in range(np.int64(rules.locations)):
        count += column_size(table, side, location) == 0
    return count


@jit
def action_value(table, hand, rules, weights, side, verb, thing):
    """What one of the three actions promises."""
    if verb == DRAW:
        missing = np.int64(rules.hand) - np.int64(hand.n)
        return weights.check * count_controlled(table, rules, side) + weights.card * missing
    if verb == PLAY:
        return weights.spread * open_locations(table, rules, side)
    return weights.clear * count_attackers(table, rules, side, np.int64(hand.card[thing]))


@jit
def option_value(table, hand, rules, weights, option):
    """What an option is worth to the side that acts."""
    side, verb, thing = side_acting(table, rules), verb_of(option), thing_of(option)
    if verb == DRAW or verb == PLAY or verb == DISCARD:
        return action_value(table, hand, rules, weights, side, verb, thing)
    if verb == PUT:
        return standing_value(table, weights, side, location_put(option))
    if verb == ACTIVATE:
        return hitting_value(table, weights, side, location_of(table, side, thing))
    if verb == GO:
        return standing_value(table, weights, side, thing) + hitting_value(table, weights, side, thing)
    if verb == CHOOSE:
        return -1.0 * life_of(elemental_at(table, side_chosen(table, rules), thing))
    return -1.0  # never stop while there is more to do


@strategy(weights=WEIGHTS)
def choose(table, hand, options, rules, weights, memory, random):
    """Hold as many locations as possible and score them; the option of the highest value is taken.

    No search. The trainer's choices (solo mode) are made the other way round.
    """
    sign = -1.0 if is_for_trainer(table, rules) else 1.0
    best, best_value = 0, -np.inf
    for i in range(len(options)):
        value = sign * option_value(table, hand, rules, weights, options[i])
        if value > best_value:
            best, best_value = i, value
    return best
