"""A fair copy of the game for a strategy that searches: what the seat cannot know is dealt at random.

A seat sees its own hand, and what lies open: the discards, the spells in front of the players and the one that is being
played. The other cards lie in the other hands and in the deck, in an order unknown (E0). What could be deduced from
the course of the game (which cards were under the last shuffle) is not in the table, and not used.
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.state import CARDS, NONE, SPELLS
from rfsim.jit import jit
from rfsim.randomness import next_number, shuffle


@jit
def unseen_cards(table, hand, rules, cards):
    """Fill `cards` with the cards that a seat has not before its eyes, in the order of the card file; how many."""
    seen = np.zeros(SPELLS, np.int64)
    for i in range(np.int64(hand.n)):
        seen[hand.card[i]] += 1
    for i in range(np.int64(table.discard_size)):
        seen[table.discards[i]] += 1
    for i in range(np.int64(table.spells)):
        seen[table.in_play[i]] += 1
    if table.turn.spell != NONE:
        seen[table.turn.spell] += 1
    n = 0
    for i in range(np.int64(rules.cards)):
        card = rules.card[i]
        if seen[card] > 0:
            seen[card] -= 1
        else:
            cards[n] = card
            n += 1
    return n


@jit
def imagine(games, table, hand, rules, stream):
    """Make ``games[0]`` a game that `table` and `hand` (that of the seat asked) could be part of, the rest by `stream`.

    `games` is an array of one record. Positions that differ only in what the seat cannot know give the same copy.
    """
    game, me = games[0], np.int64(table.asked)
    game.table = table
    cards = np.empty(CARDS, np.uint8)
    n = unseen_cards(table, hand, rules, cards)
    shuffle(stream, cards, n)
    for seat in range(np.int64(rules.seats)):
        own = game.seat[seat].hand
        own.n = table.hand_size[seat]
        for i in range(np.int64(own.n)):
            if seat == me:
                own.card[i] = hand.card[i]
            else:
                n -= 1
                own.card[i] = cards[n]
        game.thoughts[seat].state = next_number(stream)
    for i in range(n):
        game.deck[i] = cards[i]
    game.chance.state = next_number(stream)
