"""A fair copy of the game for a strategy that searches: what the seat cannot know is dealt at random.

A perfect memory (R20) knows which cards belong to which seat, and has seen those on the table and on the discard
piles. The rest of a seat's cards lie in its hand, its draw pile or (R26) out of the game, in an order unknown.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.randomness import below, next_number, shuffle
from rfsim.riftforce.core.board import card_of, elemental_at, guild_of, owner_of, side_size
from rfsim.riftforce.core.state import (
    CARDS,
    GUILDS,
    GUILDS_A_SEAT,
    NONE,
    NUMBER_BITS,
    NUMBER_MASK,
    NUMBERS,
    PLANS,
    SEATS,
)
from rfsim.riftforce.core.trainer import stack_plans

PLACES = SEATS * GUILDS_A_SEAT


@jit
def kind_of(places, card):
    """The index in ``table.belongs`` of a card; `places` says where each guild stands in ``table.guilds``."""
    return np.int64(places[guild_of(card)]) * len(NUMBERS) + (card & NUMBER_MASK)


@jit
def note_places(table, places):
    for place in range(PLACES):
        guild = table.guilds[place // GUILDS_A_SEAT, place % GUILDS_A_SEAT]
        if guild != NONE:
            places[guild] = place


@jit
def unseen_cards(table, hand, rules, me, seat, places, cards):
    """Fill `cards` with the cards of `seat` that `me` has not seen, in a fixed order; how many."""
    left = table.belongs[seat].astype(np.int64)
    for i in range(np.int64(table.discard_size[seat])):
        left[kind_of(places, np.int64(table.discard[seat, i]))] -= 1
    side = np.int64(rules.side[seat])
    for index in range(side_size(table, rules, side)):
        elemental = elemental_at(table, side, index)
        if owner_of(elemental) == seat:
            left[kind_of(places, card_of(elemental))] -= 1
    if seat == me:
        for i in range(np.int64(hand.n)):
            left[kind_of(places, np.int64(hand.card[i]))] -= 1
        for i in range(GUILDS_A_SEAT):
            if hand.removed[i] != NONE:
                left[kind_of(places, np.int64(hand.removed[i]))] -= 1
    n = 0
    for kind in range(len(left)):
        guild = np.int64(table.guilds[kind // (GUILDS_A_SEAT * len(NUMBERS)), kind // len(NUMBERS) % GUILDS_A_SEAT])
        for _ in range(left[kind]):
            cards[n] = guild << NUMBER_BITS | kind % len(NUMBERS)
            n += 1
    return n


@jit
def drop_removed(table, seat, cards, n, stream):
    """Take one unseen card of each of a seat's guilds out of the game, as at setup (R26); how many are left."""
    for place in range(GUILDS_A_SEAT):
        guild, count = np.int64(table.guilds[seat, place]), 0
        for i in range(n):
            count += guild_of(np.int64(cards[i])) == guild
        if count == 0:
            continue
        skip = below(stream, count)
        for i in range(n):
            if guild_of(np.int64(cards[i])) == guild:
                if skip == 0:
                    n -= 1
                    cards[i] = cards[n]
                    break
                skip -= 1
    return n


@jit
def imagine_seat(game, hand, rules, me, seat, places, stream):
    """Deal the hidden cards of one seat."""
    table, own = game.table, game.seat[seat]
    cards = np.empty(CARDS, np.uint8)
    n = unseen_cards(table, hand, rules, me, seat, places, cards)
    if seat != me and rules.removed_a_guild > 0:
        n = drop_removed(table, seat, cards, n, stream)
    shuffle(stream, cards, n)
    own.shuffles.state = next_number(stream)
    in_hand = 0
    if seat == me:
        own.hand.n = hand.n
        for i in range(np.int64(hand.n)):
            own.hand.card[i] = hand.card[i]
    else:
        in_hand = np.int64(table.hand_size[seat])
        own.hand.n = in_hand
        for i in range(in_hand):
            own.hand.card[i] = cards[i]
    for i in range(in_hand, n):
        own.pile[i - in_hand] = cards[i]


@jit
def imagine(games, table, hand, rules, stream):
    """Make ``games[0]`` a game that `table` and `hand` could be part of, its hidden cards dealt by `stream`.

    `games` is an array of one record. Positions that differ only in what the seat cannot know give the same copy.
    """
    game = games[0]
    game.table = table
    me = 0 if rules.trainer else np.int64(table.acting)
    places = np.zeros(GUILDS, np.uint8)
    note_places(table, places)
    for seat in range(np.int64(rules.seats) + np.int64(rules.trainer)):
        imagine_seat(game, hand, rules, me, seat, places, stream)
        game.thoughts[seat].state = next_number(stream)
    if rules.trainer:
        imagine_plans(game, rules, stream)


@jit
def imagine_plans(game, rules, stream):
    """Lay the plans that nobody has seen yet in an order that the stacks allow: each plan with one of its kind."""
    open_plans = game.table.open_plans
    stack_plans(game, rules, stream)
    for i in range(PLANS):
        if open_plans[i] == NONE or game.plans[i] == open_plans[i]:
            continue
        for j in range(PLANS):
            if game.plans[j] == open_plans[i]:
                game.plans[i], game.plans[j] = game.plans[j], game.plans[i]
                break
