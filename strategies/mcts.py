"""Information-set Monte Carlo tree search over whole turns."""

import numpy as np

from rfsim.riftforce.api import (
    DEPTH,
    GOING_ON,
    MOST_KEPT,
    REPLY_WEIGHTS,
    WEIGHTS,
    copy_path,
    finish_turn,
    follow,
    imagine,
    imagined_value,
    index_of,
    jit,
    search_best,
    search_type,
    side_deciding,
)
from rfsim.strategy import next_number, strategy, stream_type

SETTINGS = {
    "iterations": 400.0,  # imagined games for one decision
    "turns": 16.0,  # own turns that are judged: the best by the evaluation, 16 at most
    "ahead": 3.0,  # turns that are played after it
    "widening": 0.25,  # how fast further turns are tried in the tree: 1 + widening * sqrt(visits), 16 at most
    "explore": 0.3,  # how much a seldom tried turn is preferred
    "scale": 14.0,  # the value of a position that makes winning e to 1
}
LIMIT = 3000  # positions entered in the search for own turns …
LIMIT_AHEAD = 100  # … and for each turn after it
NODES = 8192  # slots for nodes of the tree; a power of two
GAMES_EACH = 4  # imagined games for each own turn that is judged, or fewer turns are judged
HASH = np.uint64(0x9E3779B97F4A7C15)

#: A node is what a sequence of turns led to, as all can see it: the hidden hands differ from visit to visit.
node_type = np.dtype([("key", np.uint64), ("visits", np.int64), ("won", np.float64)])

MEMORY = [
    ("search", search_type),  # for the own turn
    ("ahead", search_type),  # for the turns after it
    ("nodes", node_type, (NODES,)),
    ("path", np.int64, (DEPTH,)),  # the nodes of one imagined game below the own turn, and who moved to them
    ("movers", np.int64, (DEPTH,)),
    ("visits", np.int64, (MOST_KEPT,)),  # of the own turns
    ("won", np.float64, (MOST_KEPT,)),
    ("stream", stream_type),
    ("turn", np.int64),  # the turn that the plan is for
    ("plan", np.uint16, (DEPTH,)),
    ("planned", np.int64),
    ("at", np.int64),
]


@jit
def node_at(memory, key):
    """The slot of a node; a blank one, if another node was there."""
    slot = np.int64(key & np.uint64(NODES - 1))
    node = memory.nodes[slot]
    if np.uint64(node.key) != key:
        node.key, node.visits, node.won = key, 0, 0.0
    return slot


@jit
def child_key(key, turn_key):
    """The key of the node that a turn leads to, from the key of the node before."""
    return (np.uint64(key) ^ np.uint64(turn_key)) * HASH


@jit
def probability(value, weights):
    """The probability of winning that a position's value stands for."""
    return 1.0 / (1.0 + np.exp(-value / weights.scale))


@jit
def select_turn(memory, weights, key, visits):
    """The turn among those that the search kept that promises most (UCB1).

    What its end looks like to the search counts as one visit, so that the tree begins where the search ends.
    """
    ahead = memory.ahead
    best, best_value = 0, -np.inf
    for place in range(ahead.kept):
        child = child_key(key, ahead.keys[place])
        node = memory.nodes[np.int64(child & np.uint64(NODES - 1))]
        tried, won = 1.0, probability(ahead.values[place], weights)
        if np.uint64(node.key) == child:
            tried += node.visits
            won += node.won
        value = won / tried + weights.explore * np.sqrt(np.log(visits + 1.0) / tried)
        if value > best_value:
            best, best_value = place, value
    return best


@jit
def play_turn(memory, rules, weights, key, visits):
    """Play a turn of the tree in ``ahead.games[0]``; the key of the node that it leads to."""
    ahead = memory.ahead
    turns = np.int64(ahead.games[0].table.turns)
    ahead.keep = 1 + np.int64(weights.widening * np.sqrt(visits))
    search_best(ahead, rules, LIMIT_AHEAD, weights)
    chosen = select_turn(memory, weights, key, visits) if ahead.kept > 1 else 0
    key = child_key(key, ahead.keys[chosen])
    follow(ahead, rules, ahead.paths[chosen], ahead.lengths[chosen])
    finish_turn(ahead, rules, LIMIT_AHEAD, weights, turns)
    return key


@jit
def note_result(memory, length, side, won):
    """Give every node on the path its result, as seen by who moved to it."""
    for i in range(length):
        node = memory.nodes[memory.path[i]]
        node.visits += 1
        node.won += won if memory.movers[i] == side else 1.0 - won


@jit
def simulate(memory, rules, weights, candidate, side):
    """Play one imagined game some turns on; the probability of winning that it shows."""
    search, ahead = memory.search, memory.ahead
    game = ahead.games[0]
    turns, mover = np.int64(game.table.turns), side
    follow(ahead, rules, search.paths[candidate], search.lengths[candidate])
    finish_turn(ahead, rules, LIMIT_AHEAD, weights, turns)
    key, visits, length = np.uint64(search.keys[candidate]), memory.visits[candidate], 0
    for _ in range(min(np.int64(weights.ahead), DEPTH)):
        if game.table.ending == GOING_ON:
            mover = side_deciding(game.table, rules)
            key = play_turn(memory, rules, weights, key, visits)
            memory.path[length], memory.movers[length] = node_at(memory, key), mover
            visits = memory.nodes[memory.path[length]].visits
            length += 1
    won = probability(imagined_value(game, rules, weights, side, mover), weights)
    note_result(memory, length, side, won)
    return won


@jit
def try_candidate(memory, table, hand, rules, weights, candidate, seed):
    """One more imagined game for a candidate. Its n-th game has the same hidden cards as every other's n-th."""
    side = side_deciding(table, rules)
    memory.stream.state = seed + np.uint64(memory.visits[candidate]) * HASH
    imagine(memory.ahead.games, table, hand, rules, memory.stream)
    memory.won[candidate] += simulate(memory, rules, weights, candidate, side)
    memory.visits[candidate] += 1


@jit
def drop_weaker_half(memory, standing, n):
    """Sort the candidates by what they won, the best first, and keep half of them; how many."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            one, other = standing[j - 1], standing[j]
            if memory.won[other] / memory.visits[other] > memory.won[one] / memory.visits[one]:
                standing[j - 1], standing[j] = other, one
    return (n + 1) // 2


@jit
def best_candidate(memory, table, hand, rules, weights, random):
    """Sequential halving (Karnin, Koren and Somekh, 2013): after each round the weaker half of the turns drops out."""
    n = min(memory.search.kept, max(np.int64(weights.iterations) // GAMES_EACH, 1))
    standing = np.arange(MOST_KEPT)
    memory.visits[:], memory.won[:] = 0, 0.0
    seed = next_number(random)
    rounds = np.int64(np.ceil(np.log2(n)))
    for _ in range(rounds):
        times = max(np.int64(weights.iterations) // (rounds * n), 1)
        for i in range(n * times):
            try_candidate(memory, table, hand, rules, weights, standing[i % n], seed)
        n = drop_weaker_half(memory, standing, n)
    return standing[0]


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
    """Information-set Monte Carlo tree search over whole turns, `iterations` imagined games for each decision.

    The moves of the tree are whole turns: of each side the best by greedy's evaluation, more of them the more often a
    node was visited. A node is what all can see (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
    Search", 2012); hidden cards are dealt anew for each game. A game ends after a few turns, with the evaluation.
    """
    turn = np.int64(table.turns) * 256 + np.int64(table.turn.drawn) + 1
    if turn != memory.turn or memory.at >= memory.planned:
        make_plan(memory, table, hand, rules, weights, random)
        memory.turn = turn
    chosen = index_of(options, memory.plan[memory.at])
    memory.at += 1
    return max(chosen, 0)
