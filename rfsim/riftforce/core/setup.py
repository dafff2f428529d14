"""Setup: decks, hands and the cards that are placed before the first action."""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.randomness import below, derived_seed, shuffle
from rfsim.riftforce.core.board import insert
from rfsim.riftforce.core.ending import seat_at
from rfsim.riftforce.core.piles import draw_up_to
from rfsim.riftforce.core.state import (
    ASK_ACTION,
    CARDS_A_GUILD,
    COPIES,
    GOING_ON,
    GUILDS,
    GUILDS_A_SEAT,
    NONE,
    NUMBER_BITS,
    NUMBERS,
    OWNER_SHIFT,
    PLANS,
    SEATS,
)
from rfsim.riftforce.core.trainer import TRAINER, stack_plans, turn_up_plan


@jit
def clear_table(table):
    """An empty table (columns that are not in use need no clearing)."""
    table.turns = 0
    table.ending = GOING_ON
    table.winner = NONE
    table.plans_done = 0
    for side in range(2):
        table.score[side] = 0
        table.columns[side] = np.uint64(0)
    for seat in range(SEATS):
        table.hand_size[seat] = 0
        table.pile_size[seat] = 0
        table.discard_size[seat] = 0
        for kind in range(table.belongs.shape[1]):
            table.belongs[seat, kind] = 0
    for i in range(PLANS):
        table.open_plans[i] = NONE


@jit
def clear_turn(table, first):
    turn = table.turn
    turn.asks = ASK_ACTION
    turn.drawn = 0
    turn.count = 0
    turn.lethal = 0
    turn.it = NONE
    table.first = first


@jit
def build_pile(game, seat):
    """ "Collect all 36 elementals of your 4 guilds": the draw pile, unshuffled."""
    table, own = game.table, game.seat[seat]
    n = 0
    for place in range(GUILDS_A_SEAT):
        guild = np.int64(table.guilds[seat, place])
        if guild == NONE:
            continue
        for number in range(len(NUMBERS)):
            table.belongs[seat, (seat * GUILDS_A_SEAT + place) * len(NUMBERS) + number] = COPIES[number]
            for _ in range(COPIES[number]):
                own.pile[n] = guild << NUMBER_BITS | number
                n += 1
    table.pile_size[seat] = n


@jit
def remove_cards(game, seat):
    """ "From each chosen guild, one elemental card … removed from the game": drawn at random (R26)."""
    own = game.seat[seat]
    n = np.int64(game.table.pile_size[seat])
    for place in range(n // CARDS_A_GUILD - 1, -1, -1):
        index = place * CARDS_A_GUILD + below(own.shuffles, CARDS_A_GUILD)
        own.hand.removed[place] = own.pile[index]
        for i in range(index, n - 1):
            own.pile[i] = own.pile[i + 1]
        n -= 1
    game.table.pile_size[seat] = n


@jit
def build_deck(game, rules, seat, seed):
    """One draw pile, shuffled."""
    own = game.seat[seat]
    own.shuffles.state = derived_seed(seed, 0)
    build_pile(game, seat)
    for place in range(GUILDS_A_SEAT):
        own.hand.removed[place] = NONE
    if rules.removed_a_guild > 0:
        remove_cards(game, seat)
    shuffle(own.shuffles, own.pile, np.int64(game.table.pile_size[seat]))


@jit
def place_at_setup(game, rules):
    """ "… places the top elemental of their draw pile face up at the middle location": placed, not played (R25)."""
    table = game.table
    for i in range(np.int64(rules.placements)):
        seat = seat_at(table, rules, np.int64(rules.placed_by[i]))
        size = np.int64(table.pile_size[seat]) - 1
        table.pile_size[seat] = size
        card = np.int64(game.seat[seat].pile[size])
        side = np.int64(rules.side[seat])
        insert(table, rules, side, np.int64(rules.placed_at[i]), card | seat << OWNER_SHIFT)


@jit
def clear_events(events):
    for guild in range(GUILDS):
        events.played[guild] = 0
        events.activated[guild] = 0
        events.destroyed[guild] = 0
    events.riftforce[:] = 0
    events.lead_changes = 0
    events.leader = NONE


@jit
def clear_game(game, rules, guilds, first):
    """An empty table for these guilds."""
    table = game.table
    clear_table(table)
    clear_events(game.events)
    clear_turn(table, first)
    for seat in range(SEATS):
        for place in range(GUILDS_A_SEAT):
            table.guilds[seat, place] = guilds[seat, place] if seat < decks(rules) else NONE


@jit
def decks(rules):
    """How many decks there are: one a seat, and the trainer's."""
    return np.int64(rules.seats) + np.int64(rules.trainer)


@jit
def deal(game, rules):
    """ "Draw 7 elementals from your draw pile to form your starting hand." Then cards are placed."""
    table = game.table
    for seat in range(np.int64(rules.seats)):
        game.seat[seat].hand.n = 0
        draw_up_to(game, seat, np.int64(rules.hand))
    place_at_setup(game, rules)
    if rules.trainer:
        turn_up_plan(game)
    table.turn.drawn = 0
    table.acting = seat_at(table, rules, 0)


@jit
def set_up(game, rules, guilds, deck_seeds, first):
    """Deal a new game.

    `guilds` (uint8, seats x 4): the guilds of each seat, NONE where it has fewer. `deck_seeds` (uint64, one a seat):
    the same seed and the same guilds give the same deck. `first`: the seat that acts first.
    """
    clear_game(game, rules, guilds, first)
    for seat in range(decks(rules)):
        build_deck(game, rules, seat, deck_seeds[seat])
    if rules.trainer:
        stack_plans(game, rules, game.seat[TRAINER].shuffles)
    deal(game, rules)


@jit
def seed_thoughts(game, seeds):
    """Give each seat's strategy its own stream (`seeds`: uint64, one a seat)."""
    for seat in range(SEATS):
        game.thoughts[seat].state = seeds[seat]
