"""What a position is worth to a side: sums of named weights, shared by the strategies that search.

The numbers have one home, `WEIGHTS` and `REPLY_WEIGHTS`; a strategy declares them as its own
(``@strategy(weights=WEIGHTS)``), so that a user can set each of them.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.riftforce.core.board import column_size, column_start, elemental_at, side_size
from rfsim.riftforce.core.reading import life_of
from rfsim.riftforce.core.state import GOING_ON, NONE

#: For `evaluate`.
WEIGHTS = {
    "riftforce": 10.0,  # one point more than the enemy
    "won": 1000.0,  # the game is over, and won
    "target": 15.0,  # the target is reached, and the round not over yet
    "elemental": 2.0,  # an own elemental on the table
    "life": 0.5,  # one life point left on an own elemental
    "enemy": 2.0,  # an enemy on the table
    "enemy_life": 0.8,  # one life point left on an enemy
    "control": 4.0,  # a location that only this side holds
    "lost": 5.0,  # a location that only the enemy holds
    "presence": 1.0,  # a location where this side has an elemental
    "front_life": 0.3,  # one life point left on the first elemental of a column that faces enemies
    "front_enemy_life": 0.5,  # the same of the enemy's
    "card": 1.2,  # a card in hand
    "empty_hand": 3.0,  # no card in hand
}
#: What `evaluate_reply` adds: the hand of the side that is not asked is the same after each of one turn's ways.
REPLY_WEIGHTS = {
    "enemy_card": 1.8,  # a card in the enemy's hand
    "enemy_empty_hand": 4.0,  # no card in the enemy's hand
}


@jit
def side_value(table, rules, side, each, life):
    """The elementals of one side: so much each, and so much for each life point left."""
    value = 0.0
    for index in range(side_size(table, rules, side)):
        value += each + life * life_of(elemental_at(table, side, index))
    return value


@jit
def front_life(table, side, location):
    """Life points left on the first elemental of a column that has one."""
    return life_of(elemental_at(table, side, column_start(table, side, location)))


@jit
def location_value(table, rules, weights, side):
    """Who holds the locations, and how near to destruction the first elementals are."""
    value = 0.0
    for location in range(np.int64(rules.locations)):
        own = column_size(table, side, location)
        enemies = column_size(table, 1 - side, location)
        if own > 0:
            value += weights.presence
            if enemies > 0:
                value += weights.front_life * front_life(table, side, location)
                value -= weights.front_enemy_life * front_life(table, 1 - side, location)
            else:
                value += weights.control
        elif enemies > 0:
            value -= weights.lost
    return value


@jit
def score_value(table, rules, weights, side):
    """Riftforce, and what it means near the end."""
    if table.ending != GOING_ON:
        if table.winner == NONE:
            return 0.0
        return weights.won if table.winner == side else -weights.won
    ahead = np.int64(table.score[side]) - np.int64(table.score[1 - side])
    value = weights.riftforce * ahead
    if max(table.score[0], table.score[1]) >= rules.target:
        value += weights.target if ahead > 0 else -weights.target
    return value


@jit
def hand_value(table, rules, side, each, empty):
    """The cards in the hands of a side: so much each, and so much less for an empty hand."""
    value = 0.0
    for seat in range(np.int64(rules.seats)):
        if rules.side[seat] == side:
            cards = np.int64(table.hand_size[seat])
            value += each * cards - empty * (cards == 0)
    return value


@jit
def evaluate(game, rules, weights, side):
    """What a position is worth to a side whose turn has ended."""
    table = game.table
    value = score_value(table, rules, weights, side)
    value += side_value(table, rules, side, weights.elemental, weights.life)
    value -= side_value(table, rules, 1 - side, weights.enemy, weights.enemy_life)
    value += location_value(table, rules, weights, side)
    return value + hand_value(table, rules, side, weights.card, weights.empty_hand)


@jit
def evaluate_reply(game, rules, weights, side):
    """The same, to be compared with positions that other turns of both sides lead to."""
    enemy_hand = hand_value(game.table, rules, 1 - side, weights.enemy_card, weights.enemy_empty_hand)
    return evaluate(game, rules, weights, side) - enemy_hand
