"""The deck, the discard pile and the hands."""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.state import SEATS
from rfsim.jit import jit
from rfsim.randomness import below, shuffle


@jit
def discard(table, spell):
    """Put a spell face up on the discard pile."""
    size = np.int64(table.discard_size)
    table.discards[size] = spell
    table.discard_size = size + 1


@jit
def can_draw(table):
    """ "… with both empty nothing is drawn." (E9)"""
    return (table.deck_size > 0) | (table.discard_size > 0)


@jit
def renew_deck(game):
    """ "With an empty deck the discards are shuffled." (E9)"""
    table = game.table
    size = np.int64(table.discard_size)
    for i in range(size):
        game.deck[i] = table.discards[i]
    shuffle(game.chance, game.deck, size)
    table.deck_size = size
    table.discard_size = 0


@jit
def draw(game, seat, cards):
    """Draw so many cards, or as many as there are."""
    table, hand = game.table, game.seat[seat].hand
    n = np.int64(hand.n)
    full = n + cards
    while n < full and can_draw(table):
        if table.deck_size == 0:
            renew_deck(game)
        size = np.int64(table.deck_size) - 1
        table.deck_size = size
        hand.card[n] = game.deck[size]
        n += 1
    hand.n = n
    table.hand_size[seat] = n


@jit
def take_from_hand(game, seat, index):
    """Take a card from a hand; the others stay in order."""
    hand = game.seat[seat].hand
    taken = np.int64(hand.card[index])
    n = np.int64(hand.n) - 1
    for i in range(index, n):
        hand.card[i] = hand.card[i + 1]
    hand.n = n
    game.table.hand_size[seat] = n
    return taken


@jit
def lose_at_random(game, seat):
    """Discard a card of this seat's hand at random."""
    index = below(game.chance, np.int64(game.table.hand_size[seat]))
    discard(game.table, take_from_hand(game, seat, index))


@jit
def next_seat(rules, seat):
    """ "… play continues clockwise." """
    return (seat + 1) % np.int64(rules.seats)


@jit
def empty_hands(game):
    for seat in range(SEATS):
        game.seat[seat].hand.n = 0
        game.table.hand_size[seat] = 0
