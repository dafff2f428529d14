"""Looking some turns ahead in an imagined game: what careful and mcts have in common."""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit, jit_apart
from rfsim.riftforce.core.evaluation import evaluate, evaluate_reply
from rfsim.riftforce.core.search import follow, search_turn
from rfsim.riftforce.core.state import GOING_ON


@jit_apart
def search_best(search, rules, limit, weights):
    """`search_turn` with the shared evaluation, compiled once for a strategy that needs it in several places."""
    return search_turn(search, rules, limit, evaluate, weights)


@jit
def finish_turn(search, rules, limit, weights, turns):
    """Play on in ``search.games[0]`` to the end of turn number `turns`, as the search likes it best."""
    search.keep = 1
    table = search.games[0].table
    while table.ending == GOING_ON and np.int64(table.turns) == turns:
        search_best(search, rules, limit, weights)
        follow(search, rules, search.best_path, search.best_length)


@jit
def imagined_value(game, rules, weights, side, mover):
    """What a position is worth to `side`, seen by the side that has just moved: that is what the weights are for."""
    value = evaluate_reply(game, rules, weights, mover)
    return value if mover == side else -value
