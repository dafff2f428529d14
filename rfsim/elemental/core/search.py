"""Searching a turn: the best way found to go on, as far as one seat alone decides and nothing is drawn.

A turn has far too many ways to be played for all to be tried (four cards can be added in thousands of ways), so this is
a beam search: square by square, all ways to go on are tried from the best positions so far, and the best `BREADTH` of
what they lead to are kept. The search goes through `legal` and `carry_out` on copies of a game record.
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.actions import carry_out, legal
from rfsim.elemental.core.field import WORDS
from rfsim.elemental.core.state import (
    ASK_DRAW,
    ELEMENT,
    ELEMENTS,
    GOING_ON,
    MOST_OPTIONS,
    PLAY,
    STOP,
    THING_MASK,
    TRIGGER,
    game_type,
)
from rfsim.jit import jit, jit_inlined

DEPTH = 64  # choices in one plan
BREADTH = 16  # positions that are kept
ROOM = 96  # positions that are gone on from at a time: those kept, and those that a choice alone has led to

#: A position with the choices that led to it, and what it is worth.
node_type = np.dtype(
    [
        ("game", game_type),
        ("value", np.float64),
        ("key", np.uint64),
        ("length", np.int64),
        ("path", np.uint16, (DEPTH,)),
    ],
    align=True,
)

#: What a search needs: fields for a strategy's memory.
search_type = np.dtype(
    [
        ("games", game_type, (1,)),  # where the search starts: to be filled in, by `imagine`
        ("now", node_type, (ROOM,)),  # the positions that are gone on from
        ("kept", node_type, (BREADTH,)),  # the best that they lead to
        ("node", node_type),  # the one in question
        ("options", np.uint16, (MOST_OPTIONS,)),
        ("room", np.uint16, (MOST_OPTIONS,)),
        ("best_path", np.uint16, (DEPTH,)),
        ("best_length", np.int64),
        ("nodes", np.int64),  # positions looked at
    ],
    align=True,
)

FACTOR = np.uint64(0xD6E8FEB86659FD93)
OTHER_FACTOR = np.uint64(0x9E3779B97F4A7C15)
HALF, EIGHT = np.uint64(32), np.uint64(8)


@jit
def stirred(key, number):
    """A key that depends on `number` as well."""
    key = (key ^ np.uint64(number)) * FACTOR
    return (key ^ (key >> HALF)) * OTHER_FACTOR


@jit
def key_of(game):
    """A key for what the rest of a turn depends on: like positions have like keys."""
    table, turn = game.table, game.table.turn
    key = np.uint64(turn.asks)
    for element in range(ELEMENTS):
        for word in range(WORDS):
            key = stirred(key, table.rift[element, word])
    for word in range(WORDS):
        key = stirred(key, turn.open[word])
    state = np.uint64(turn.program) << EIGHT | np.uint64(turn.step)
    state = (state << EIGHT | np.uint64(turn.left)) << EIGHT | np.uint64(turn.element)
    key = stirred(key, state)
    key = stirred(key, np.uint64(table.spells) << EIGHT | np.uint64(table.discard_size))
    hand, cards = game.seat[np.int64(table.asked)].hand, np.uint64(0)
    for i in range(np.int64(hand.n)):
        cards += stirred(np.uint64(1), hand.card[i])
    return stirred(key, cards)


@jit
def run_to_choice(game, rules, seat, turns, options):
    """Carry out what leaves no choice; how many options `seat` has then.

    0 says that the search ends here: the turn is over, another seat decides, or `seat` draws a card, which is chance.
    """
    table = game.table
    while table.turns == turns and table.ending == GOING_ON:
        if table.turn.asks == ASK_DRAW and table.asked == seat:
            return 0
        n = legal(game, rules, options)
        if n > 1:
            return n if table.asked == seat else 0
        carry_out(game, rules, np.int64(options[0]))
    return 0


@jit
def changes_nothing_yet(option):
    """Whether a choice alone is not worth a judgement: it is what is done next that changes the table."""
    verb = option & ~THING_MASK
    return verb == ELEMENT or verb == PLAY or verb == TRIGGER or verb == STOP


@jit
def keep(search, n):
    """Keep the node in question if it is among the best `BREADTH`, and not there yet; how many there are then."""
    node, place = search.node, n
    for i in range(n):
        if search.kept[i].key == node.key:
            return n
    if n == BREADTH:
        place = 0
        for i in range(1, n):
            if search.kept[i].value < search.kept[place].value:
                place = i
        if node.value <= search.kept[place].value:
            return n
    search.kept[place] = node
    return min(n + 1, BREADTH)


@jit
def note_best(search):
    """The node in question is the best end of a plan so far."""
    node = search.node
    search.best_length = node.length
    for i in range(np.int64(node.length)):
        search.best_path[i] = node.path[i]


@jit
def take_option(search, rules, i, option, seat, turns):
    """Make the node in question that to which an option of position `i` leads; how many options there are then."""
    node = search.node
    search.nodes += 1
    node.game = search.now[i].game
    length = np.int64(search.now[i].length)
    for k in range(length):
        node.path[k] = search.now[i].path[k]
    node.path[length] = option
    node.length = length + 1
    carry_out(node.game, rules, option)
    return run_to_choice(node.game, rules, seat, turns, search.room)


@jit_inlined
def search_turn(search, rules, limit, evaluate, weights):
    """Find a good way to go on from ``search.games[0]``; what it is worth.

    The choices are left in ``search.best_path`` (options; forced ones are left out). `evaluate(game, rules, weights,
    seat)` values a position for the seat that decides. Once more than `limit` positions were looked at and a plan is
    there, the search ends.
    """
    start = search.games[0].table
    seat, turns = np.int64(start.asked), np.int64(start.turns)
    search.now[0].game, search.now[0].length = search.games[0], 0
    search.nodes, search.best_length = 0, 0
    best, n_now = -np.inf, 1
    while n_now > 0 and (search.nodes <= limit or search.best_length == 0):
        n_kept, i = 0, 0
        while i < n_now and (search.nodes <= limit or search.best_length == 0):
            n = legal(search.now[i].game, rules, search.options)
            for k in range(n):
                option = np.int64(search.options[k])
                n_then = take_option(search, rules, i, option, seat, turns)
                has_room = n_now < ROOM and search.node.length < DEPTH
                if n_then > 0 and changes_nothing_yet(option) and has_room:
                    search.now[n_now] = search.node
                    n_now += 1
                    continue
                search.node.value = evaluate(search.node.game, rules, weights, seat)
                if n_then > 0 and search.node.length < DEPTH:
                    search.node.key = key_of(search.node.game)
                    n_kept = keep(search, n_kept)
                elif search.node.value > best:
                    best = search.node.value
                    note_best(search)
            i += 1
        for k in range(n_kept):
            search.now[k] = search.kept[k]
        n_now = n_kept
    return best
