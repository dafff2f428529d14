"""The best whole turn against the opponent's best reply, over several imagined hands."""

import numpy as np

from rfsim.riftforce.api import (
    DEPTH,
    GOING_ON,
    REPLY_WEIGHTS,
    WEIGHTS,
    copy_path,
    finish_turn,
    follow,
    game_type,
    imagine,
    imagined_value,
    index_of,
    jit,
    search_best,
    search_type,
    side_deciding,
)
from rfsim.strategy import strategy

SETTINGS = {
    "turns": 8.0,  # own turns that are judged: the best by the evaluation, 16 at most
    "hands": 4.0,  # imagined hands, 32 at most
    "ahead": 2.0,  # turns that are played after it: the reply and the own answer to it
}
MOST_HANDS = 32
LIMIT = 3000  # positions entered in the search for own turns …
LIMIT_AHEAD = 100  # … and for each turn after it: more makes it slower, not better

MEMORY = [
    ("search", search_type),  # for the own turn
    ("ahead", search_type),  # for the turns after it
    ("deals", game_type, (MOST_HANDS,)),
    ("turn", np.int64),  # the turn that the plan is for
    ("plan", np.uint16, (DEPTH,)),
    ("planned", np.int64),
    ("at", np.int64),
]


@jit
def value_ahead(memory, rules, weights, candidate, deal, side):
    """Play a candidate and the turns after it in an imagined game; what that leads to."""
    search, ahead = memory.search, memory.ahead
    ahead.games[0] = memory.deals[deal]
    game = ahead.games[0]
    first, mover = np.int64(game.table.turns), side
    follow(ahead, rules, search.paths[candidate], search.lengths[candidate])
    for turn in range(first, first + 1 + np.int64(weights.ahead)):
        if game.table.ending == GOING_ON:
            mover = side_deciding(game.table, rules)
            finish_turn(ahead, rules, LIMIT_AHEAD, weights, turn)
    return imagined_value(game, rules, weights, side, mover)


@jit
def best_candidate(memory, table, hand, rules, weights, random):
    """The candidate that is worth most over all imagined hands; all are judged with the same hands."""
    hands, side = min(np.int64(weights.hands), MOST_HANDS), side_deciding(table, rules)
    for deal in range(hands):
        imagine(memory.deals[deal : deal + 1], table, hand, rules, random)
    best, best_value = 0, -np.inf
    for candidate in range(memory.search.kept):
        value = 0.0
        for deal in range(hands):
            value += value_ahead(memory, rules, weights, candidate, deal, side)
        if value > best_value:
            best, best_value = candidate, value
    return best


@jit
def make_plan(memory, table, hand, rules, weights, random):
    """Find the turn to be played."""
    search = memory.search
    imagine(search.games, table, hand, rules, random)
    search.keep = np.int64(weights.turns)
    search_best(search, rules, LIMIT, weights)
    best = best_candidate(memory, table, hand, rules, weights, random) if search.kept > 1 else 0
    memory.planned, memory.at = search.lengths[best], 0
    copy_path(search.paths[best], memory.plan, memory.planned)


@strategy(weights={**SETTINGS, **WEIGHTS, **REPLY_WEIGHTS}, memory=MEMORY)
def choose(table, hand, options, rules, weights, memory, random):
    """Play the turn that leads to most after the opponent's best reply and the own answer, over imagined hands.

    The best turns by greedy's evaluation are candidates. Each is played in the same imagined games, with the reply and
    the answer that look best there. A draw inside the turn makes it plan again.
    """
    turn = np.int64(table.turns) * 256 + np.int64(table.turn.drawn) + 1
    if turn != memory.turn or memory.at >= memory.planned:
        make_plan(memory, table, hand, rules, weights, random)
        memory.turn = turn
    chosen = index_of(options, memory.plan[memory.at])
    memory.at += 1
    return max(chosen, 0)
