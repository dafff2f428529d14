"""Draw piles, discard piles and hands."""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.randomness import shuffle
from rfsim.riftforce.core.state import CARD_MASK


@jit
def discard(table, seat, card):
    """Put a card face up on a seat's discard pile."""
    size = np.int64(table.discard_size[seat])
    table.discard[seat, size] = card & CARD_MASK
    table.discard_size[seat] = size + 1


@jit
def renew_pile(game, seat):
    """Shuffle the discard pile to form the draw pile (R19)."""
    table, own = game.table, game.seat[seat]
    size = np.int64(table.discard_size[seat])
    for i in range(size):
        own.pile[i] = table.discard[seat, i]
    shuffle(own.shuffles, own.pile, size)
    table.pile_size[seat] = size
    table.discard_size[seat] = 0


@jit
def can_draw(table, seat):
    """ "With both empty, no card is drawn." (R19)"""
    return (table.pile_size[seat] > 0) | (table.discard_size[seat] > 0)


@jit
def draw_card(game, seat):
    """Take the top card of a draw pile; there must be one (`can_draw`)."""
    table = game.table
    if table.pile_size[seat] == 0:
        renew_pile(game, seat)
    size = np.int64(table.pile_size[seat]) - 1
    table.pile_size[seat] = size
    return np.int64(game.seat[seat].pile[size])


@jit
def draw_up_to(game, seat, size):
    """ "Now draw elementals from your draw pile until you have 7 elementals in your hand." """
    table, hand = game.table, game.seat[seat].hand
    n = np.int64(hand.n)
    before = n
    while n < size and can_draw(table, seat):
        hand.card[n] = draw_card(game, seat)
        n += 1
    hand.n = n
    table.hand_size[seat] = n
    table.turn.drawn += n - before


@jit
def take_from_hand(game, seat, index):
    """Take a card from a hand; the last card of the hand fills its place."""
    hand = game.seat[seat].hand
    taken = np.int64(hand.card[index])
    n = np.int64(hand.n) - 1
    hand.card[index] = hand.card[n]
    hand.n = n
    game.table.hand_size[seat] = n
    return taken
