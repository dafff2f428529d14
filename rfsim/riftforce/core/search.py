"""Searching a whole turn: every way to play it to its end, with what is the same tried once.

The search goes through `legal` and `carry_out` on copies of a game record, depth first. It leaves out what cannot
matter: like cards in the hand are tried once, spread plays are put down from left to right, and a position that was
reached before (by another order of activations, say) is not entered again. A draw is chance: the search stops there.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from rfsim.jit import jit, jit_inlined
from rfsim.riftforce.core.actions import carry_out, legal
from rfsim.riftforce.core.board import side_size
from rfsim.riftforce.core.effects import rules_type
from rfsim.riftforce.core.sharing import jit_shared
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
MOST_KEPT = 16  # turns that a search can keep

#: What a search needs: fields for a strategy's memory. `salt` makes every search's keys differ from older ones. The
#: caller may set `keep`, how many of the best turns it wants; with 0, as in a blank memory, it gets one.
search_type = np.dtype(
    [
        ("games", game_type, (DEPTH + 1,)),
        ("options", np.uint16, (DEPTH + 1, MOST_OPTIONS)),
        ("n", np.int64, (DEPTH,)),
        ("next", np.int64, (DEPTH,)),
        ("path", np.uint16, (DEPTH,)),
        ("best_path", np.uint16, (DEPTH,)),  # the best turn: its choices, without the forced ones
        ("best_length", np.int64),
        ("keep", np.int64),
        ("kept", np.int64),  # how many were found; the best comes first in what follows
        ("paths", np.uint16, (MOST_KEPT, DEPTH)),
        ("lengths", np.int64, (MOST_KEPT,)),
        ("values", np.float64, (MOST_KEPT,)),
        ("keys", np.uint64, (MOST_KEPT,)),  # of the tables at their end
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
def key_of_table(table, rules, salt):
    """A key for what lies on the table and the scores."""
    key = salt
    for side in range(2):
        for i in range(side_size(table, rules, side)):
            place = np.uint64(side) << SIDE_SHIFT | np.uint64(i) << PLACE_SHIFT
            key += scattered(np.uint64(table.elementals[side, i]) | place)
        key += scattered(np.uint64(table.columns[side]) + np.uint64(side))
        key += scattered(np.uint64(table.score[side]) << HALF | np.uint64(side))
    return key


@jit
def key_of(game, rules, salt):
    """A key for everything that the rest of this turn depends on."""
    table, turn = game.table, game.table.turn
    key = key_of_table(table, rules, salt)
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
def key_at_end(game, rules, seat):
    """A key for what a turn of `seat` led to, as all can see it: which of two like turns was played does not matter."""
    table = game.table
    cards = np.uint64(table.hand_size[seat]) | np.uint64(table.turns) << PLACE_SHIFT
    return key_of_table(table, rules, scattered(cards))


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
def side_deciding(table, rules):
    """The side whose turn it is; in solo mode the player decides for the trainer too."""
    return 0 if rules.trainer else np.int64(rules.side[np.int64(table.acting)])


@jit_shared(types.int64(from_dtype(search_type), from_dtype(rules_type), *[types.int64] * 4))
def enter(search, rules, depth, option, turns, drawn):
    """Carry out an option in ``search.games[depth]``, and what follows without a choice, within one turn.

    How many options there are then; they stand in ``search.options[depth]``. 0 says that the turn is over, or was
    stopped by a draw: the table's `turns` or `drawn` are not what they were when the turn began.
    """
    game = search.games[depth]
    table, options = game.table, search.options[depth]
    n = 1
    while n == 1:
        carry_out(game, rules, option)
        if table.turns != turns or table.turn.drawn != drawn or table.ending != GOING_ON:
            return 0
        n = legal(game, rules, options)
        option = np.int64(options[0])
    return n


@jit
def follow(search, rules, path, length):
    """Play a turn that a search has found in ``search.games[0]``, a game with the same table and the same hand."""
    table = search.games[0].table
    turns, drawn = np.int64(table.turns), np.int64(table.turn.drawn)
    for i in range(length):
        enter(search, rules, 0, np.int64(path[i]), turns, drawn)


@jit
def has_kept(search, key):
    for place in range(search.kept):
        if np.uint64(search.keys[place]) == key:
            return True
    return False


@jit
def copy_path(path, copy, length):
    for i in range(length):
        copy[i] = path[i]


@jit
def keep_turn(search, keep, value, key, length):
    """Put the turn that was just searched in its place among the best, if it leads to a table that none of them has.

    What a turn has to be worth from now on to be kept.
    """
    if not has_kept(search, key):
        place = min(search.kept, keep - 1)
        search.kept = place + 1
        while place > 0 and search.values[place - 1] < value:
            search.values[place], search.keys[place] = search.values[place - 1], search.keys[place - 1]
            search.lengths[place] = search.lengths[place - 1]
            copy_path(search.paths[place - 1], search.paths[place], search.lengths[place])
            place -= 1
        search.values[place], search.keys[place], search.lengths[place] = value, key, length
        copy_path(search.path, search.paths[place], length)
    return search.values[keep - 1] if search.kept == keep else -np.inf


@jit_inlined
def search_turn(search, rules, limit, evaluate, weights):
    """Find the best way to play the turn that has begun in ``search.games[0]``; its value.

    The choices are left in ``search.best_path`` (options; forced ones are left out), and those of the best
    ``search.keep`` turns in ``search.paths``. `evaluate(game, rules, weights, side)` values a position at the end of
    the turn for the side that decides. At most `limit` positions are entered; beyond that the best of those seen is
    taken.
    """
    root = search.games[0].table
    turns, drawn, seat = np.int64(root.turns), np.int64(root.turn.drawn), np.int64(root.acting)
    side = side_deciding(root, rules)
    search.salt = np.uint64(search.salt) + OTHER_FACTOR
    search.nodes, search.leaves, search.kept = 0, 0, 0
    search.n[0] = legal(search.games[0], rules, search.options[0])
    search.next[0] = 0
    keep = min(max(search.keep, 1), MOST_KEPT)
    bar, depth, allowed = -np.inf, 0, 0
    while depth >= 0:
        i = search.next[depth]
        if i == search.n[depth]:
            depth -= 1
            continue
        search.next[depth] = i + 1
        if depth == 0:
            allowed = limit * (i + 1) // search.n[0]
        if is_same_as_earlier(search.games[depth], search.options[depth], i):
            continue
        search.games[depth + 1] = search.games[depth]
        game = search.games[depth + 1]
        option = np.int64(search.options[depth, i])
        search.path[depth] = option
        n = enter(search, rules, depth + 1, option, turns, drawn)
        if n == 0:
            search.leaves += 1
            value = evaluate(game, rules, weights, side)
            if value > bar:
                bar = keep_turn(search, keep, value, key_at_end(game, rules, seat), depth + 1)
        elif search.nodes < allowed and depth + 1 < DEPTH and is_new(search, key_of(game, rules, search.salt)):
            search.nodes += 1
            depth += 1
            search.n[depth], search.next[depth] = n, 0
    search.best_length = search.lengths[0]
    copy_path(search.paths[0], search.best_path, search.best_length)
    return search.values[0]
