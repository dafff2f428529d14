"""Setup: the square of four elements, the shuffled deck, two cards for each player."""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.field import no_squares, write
from rfsim.elemental.core.piles import draw, empty_hands, next_seat
from rfsim.elemental.core.programs import end_program
from rfsim.elemental.core.rift import put
from rfsim.elemental.core.state import ACCOLADES, ELEMENTS, GOING_ON, NONE, SEATS
from rfsim.elemental.core.turns import begin_turn, run_on
from rfsim.jit import jit
from rfsim.randomness import shuffle


@jit
def clear_game(game, rules, first):
    """An empty table: no cards in the Rift, no hands, all accolades in the middle."""
    table, turn = game.table, game.table.turn
    table.turns, table.ending, table.winner = 0, GOING_ON, NONE
    table.first, table.acting = first, first
    table.spells, table.discard_size, table.deck_size = 0, 0, 0
    for element in range(ELEMENTS):
        write(table.rift[element], no_squares())
        table.supply[element] = rules.copies
        table.linked[element] = 0
    for accolade in range(ACCOLADES):
        table.holder[accolade], table.face_up[accolade] = NONE, 0
    turn.spell, turn.actor = NONE, first
    end_program(turn)
    empty_hands(game)


@jit
def lay_rift(table, rules):
    """ "Place one earth, one fire, one water, and one air Elemental Card in the middle of the play area forming a
    square."
    """
    for i in range(np.int64(rules.at_start)):
        put(table, np.int64(rules.start_element[i]), np.int64(rules.start_square[i]))


@jit
def lay_deck(game, rules):
    """All spell cards, in the order of the card file."""
    for i in range(np.int64(rules.cards)):
        game.deck[i] = rules.card[i]
    game.table.deck_size = rules.cards


@jit
def deal(game, rules):
    """ "… deal two cards to each player", clockwise from the one who starts; then the first turn begins."""
    table = game.table
    seat = np.int64(table.first)
    for _ in range(np.int64(rules.seats)):
        draw(game, seat, np.int64(rules.dealt))
        seat = next_seat(rules, seat)
    begin_turn(table, rules)
    run_on(table, rules)


@jit
def set_up(game, rules, seed, first):
    """Deal a new game: `seed` (uint64) stands for the order of the deck, seat `first` starts."""
    clear_game(game, rules, first)
    lay_rift(game.table, rules)
    lay_deck(game, rules)
    game.chance.state = seed
    shuffle(game.chance, game.deck, np.int64(rules.cards))
    deal(game, rules)


@jit
def seed_thoughts(game, seeds):
    """Give each seat's strategy its own stream (`seeds`: uint64, one a seat)."""
    for seat in range(SEATS):
        game.thoughts[seat].state = seeds[seat]
