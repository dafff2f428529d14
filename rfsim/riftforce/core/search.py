"""Searching a whole turn: every way to play it to its end, with what is the same tried once.

The search goes through `legal` and `carry_out` on copies of a game record, depth first. It leaves out what cannot
matter: like cards in the hand are tried once, spread plays are put down from left to right, and a position that was
reached before (by another order of activations, say) is not entered again. A draw is chance: the search stops there.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit, jit_inlined
from rfsim.riftforce.core.actions import carry_out, legal
from rfsim.riftforce.core.board import side_size
from rfsim.riftforce.core.state import (
    ASK_ACTION,
    ASK_CARD,
    DISCARD,
    GOING_ON,
    MOST_OPTIONS,
    PLAY,
    PUT_LOCATION_MASK,
    PUT_SHIFT,
    STOP,
    THING_MASK,
    game_type,
)

DEPTH = 24  # real choices in one turn: three abilities with two choices each need 10
SEEN = 4096  # slots for positions that were entered; a power of two

#: What a search needs: fields for a strategy's memory. `salt` makes every search's keys differ from older ones.
search_type = np.dtype(
    [
        ("games", game_type, (DEPTH + 1,)),
        ("options", np.uint16, (DEPTH, MOST_OPTIONS)),
        ("n", np.int64, (DEPTH,)),
        ("next", np.int64, (DEPTH,)),
        ("path", np.uint16, (DEPTH,)),
        ("best_path", np.uint16, (DEPTH,)),
        ("best_length", np.int64),
        ("nodes", np.int64),
        ("leaves", np.int64),
        ("salt", np.uint64),
        ("seen", np.uint64, (SEEN,)),
    ],
    align=True,
)

FACTOR = np.uint64(0xD6E8FEB86659FD93)
OTHER_FACTOR = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)
SIDE_SHIFT, PLACE_SHIFT = np.uint64(24), np.uint64(16)


@jit
def scattered(number):
    """A 64-bit number from a small one; sums of them serve as keys."""
    number = (number + OTHER_FACTOR) * FACTOR
    return (number ^ (number >> HALF)) * FACTOR


@jit
def key_of(game, rules, salt):
    """A key for everything that the rest of this turn depends on."""
    table, turn = game.table, game.table.turn
    key = salt
    for side in range(2):
        for i in range(side_size(table, rules, side)):
            place = np.uint64(side) << SIDE_SHIFT | np.uint64(i) << PLACE_SHIFT
            key += scattered(np.uint64(table.elementals[side, i]) | place)
        key += scattered(np.uint64(table.columns[side]) + np.uint64(side))
        key += scattered(np.uint64(table.score[side]) << HALF | np.uint64(side))
    hand = game.seat[np.int64(table.acting)].hand
    for i in range(np.int64(hand.n)):
        key += scattered(np.uint64(hand.card[i]) << np.uint64(40))
    asked = np.uint64(turn.asks) | np.uint64(turn.action) << np.uint64(4) | np.uint64(turn.count) << np.uint64(8)
    asked |= np.uint64(turn.by_number) << np.uint64(12) | np.uint64(turn.by_symbol) << np.uint64(13)
    asked |= np.uint64(turn.together) << np.uint64(14) | np.uint64(turn.repeated) << np.uint64(15)
    asked |= np.uint64(turn.card) << np.uint64(16) | np.uint64(turn.low) << np.uint64(24)
    asked |= np.uint64(turn.high) << np.uint64(28) | np.uint64(turn.this) << np.uint64(32)
    asked |= np.uint64(turn.program) << np.uint64(40) | np.uint64(turn.step) << np.uint64(48)
    asked |= np.uint64(turn.it) << np.uint64(56)
    return key + scattered(asked)


@jit
def is_new(search, key):
    """Note a position by its key; False if it was entered before."""
    slot = np.int64(key & np.uint64(SEEN - 1))
    if np.uint64(search.seen[slot]) == key:
        return False
    search.seen[slot] = key
    return True


@jit
def is_same_as_earlier(game, options, i):
    """Whether an option is one of those that need not be tried: its like comes earlier, or in another order."""
    turn = game.table.turn
    option = np.int64(options[i])
    if turn.asks != ASK_ACTION and turn.asks != ASK_CARD:
        return False
    verb, thing = option & ~THING_MASK, option & THING_MASK
    hand = game.seat[np.int64(game.table.acting)].hand
    if turn.asks == ASK_ACTION:
        if verb != PLAY and verb != DISCARD:
            return False
        return has_like_before(hand, thing)
    if option == STOP:
        return False
    if (thing & PUT_LOCATION_MASK) < turn.low:
        return True
    return has_like_before(hand, thing >> PUT_SHIFT)


@jit
def has_like_before(hand, index):
    for earlier in range(index):
        if hand.card[earlier] == hand.card[index]:
            return True
    return False


@jit
def run_on(game, rules, option, options, turns):
    """Carry out an option and what follows without a choice, within one turn; how many options there are then.

    0 says that the turn is over, or was stopped by a draw.
    """
    carry_out(game, rules, option)
    while game.table.turns == turns and game.table.turn.drawn == 0 and game.table.ending == GOING_ON:
        n = legal(game, rules, options)
        if n != 1:
            return n
        carry_out(game, rules, np.int64(options[0]))
    return 0


@jit_inlined
def search_turn(search, rules, limit, evaluate, weights):
    """Find the best way to play the turn that has begun in ``search.games[0]``; its value.

    The choices are left in ``search.best_path`` (options; forced ones are left out). `evaluate(game, rules, weights,
    side)` values a position at the end of the turn for the side that decides. At most `limit` positions are entered;
    beyond that the best of those seen is taken.
    """
    turns = search.games[0].table.turns
    side = 0 if rules.trainer else np.int64(rules.side[np.int64(search.games[0].table.acting)])
    search.salt = np.uint64(search.salt) + OTHER_FACTOR
    search.nodes, search.leaves, search.best_length = 0, 0, 0
    search.n[0] = legal(search.games[0], rules, search.options[0])
    search.next[0] = 0
    best, depth = -np.inf, 0
    while depth >= 0:
        i = search.next[depth]
        if i == search.n[depth]:
            depth -= 1
            continue
        search.next[depth] = i + 1
        if is_same_as_earlier(search.games[depth], search.options[depth], i):
            continue
        search.games[depth + 1] = search.games[depth]
        game = search.games[depth + 1]
        option = np.int64(search.options[depth, i])
        search.path[depth] = option
        room = search.options[min(depth + 1, DEPTH - 1)]
        n = run_on(game, rules, option, room, turns)
        if n == 0:
            search.leaves += 1
            value = evaluate(game, rules, weights, side)
            if value > best:
                best = value
                search.best_length = depth + 1
                search.best_path[: depth + 1] = search.path[: depth + 1]
        elif search.nodes < limit and depth + 1 < DEPTH and is_new(search, key_of(game, rules, search.salt)):
            search.nodes += 1
            depth += 1
            search.n[depth], search.next[depth] = n, 0
    return best
