"""The best whole turn: every way to play it is tried, and the position at its end is what counts."""

import numpy as np

from rfsim.riftforce.api import (
    GOING_ON,
    NONE,
    column_size,
    column_start,
    damage_of,
    elemental_at,
    imagine,
    jit,
    number_of,
    search_turn,
    search_type,
    side_size,
)
from rfsim.strategy import strategy

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
LIMIT = 3000  # positions entered in one search; a bound for the few that explode


@jit
def side_value(table, rules, side, each, life):
    """The elementals of one side: so much each, and so much for each life point left."""
    value = 0.0
    for index in range(side_size(table, rules, side)):
        elemental = elemental_at(table, side, index)
        value += each + life * (number_of(elemental) - damage_of(elemental))
    return value


@jit
def front_life(table, side, location):
    """Life points left on the first elemental of a column that has one."""
    first = elemental_at(table, side, column_start(table, side, location))
    return number_of(first) - damage_of(first)


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
    ahead = np.int64(table.score[side]) - np.int64(table.score[1 - side])
    value = weights.riftforce * ahead
    if table.ending != GOING_ON:
        if table.winner == NONE:
            return 0.0
        return weights.won if table.winner == side else -weights.won
    if max(table.score[0], table.score[1]) >= rules.target:
        value += weights.target if ahead > 0 else -weights.target
    return value


@jit
def evaluate(game, rules, weights, side):
    """What a position is worth to a side whose turn has ended."""
    table = game.table
    value = score_value(table, rules, weights, side)
    value += side_value(table, rules, side, weights.elemental, weights.life)
    value -= side_value(table, rules, 1 - side, weights.enemy, weights.enemy_life)
    value += location_value(table, rules, weights, side)
    for seat in range(np.int64(rules.seats)):
        if rules.side[seat] == side:
            cards = np.int64(table.hand_size[seat])
            value += weights.card * cards - weights.empty_hand * (cards == 0)
    return value


@strategy(
    weights=WEIGHTS,
    memory=[("search", search_type), ("turn", np.int64), ("at", np.int64), ("planned", np.int64)],
)
def choose(table, hand, options, rules, weights, memory, random):
    """Play the turn whose end position is worth most; a draw inside the turn makes it plan again.

    All ways to play the turn are tried (300 or so, in 40 microseconds). A few positions have tens of thousands; there
    the search stops after entering 3,000 positions and takes the best turn found so far.
    """
    search = memory.search
    turn = np.int64(table.turns) * 256 + np.int64(table.turn.drawn) + 1
    if turn != memory.turn or memory.at >= memory.planned:
        imagine(search.games, table, hand, rules, random)
        search_turn(search, rules, LIMIT, evaluate, weights)
        memory.turn, memory.at, memory.planned = turn, 0, search.best_length
    option = search.best_path[memory.at]
    memory.at += 1
    for i in range(len(options)):
        if options[i] == option:
            return i
    memory.planned = 0
    return 0
