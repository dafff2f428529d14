"""The best whole turn: every way to play it is tried, and the position at its end is what counts."""

import numpy as np

from rfsim.riftforce.api import WEIGHTS, evaluate, imagine, search_turn, search_type
from rfsim.strategy import strategy

LIMIT = 3000  # positions entered in one search; a bound for the few that explode


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
