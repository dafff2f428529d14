"""The core's verbs for Python: compiled once, called on arrays of one record.

A call on a bare record would cost ten times as much (8 microseconds).
"""

from __future__ import annotations

import numpy as np
from numba import types

from rfsim.elemental.core.actions import carry_out, legal
from rfsim.elemental.core.imagine import imagine
from rfsim.elemental.core.play import (
    Choose,
    GameRecord,
    Job,
    Opaque,
    Options,
    Result,
    Rules,
    Stream,
    Totals,
    add_result,
    count_option,
    note_result,
    one,
)
from rfsim.elemental.core.setup import clear_game, deal, lay_deck, lay_rift, seed_thoughts, set_up
from rfsim.elemental.core.turns import run_on
from rfsim.jit import jit_entry
from rfsim.randomness import below

step_types = (one(GameRecord), one(Rules))


@jit_entry(types.int64(*step_types, one(Options)))
def list_options(games, rules, asked):
    asked[0].n = legal(games[0], rules[0], asked[0].option)
    return np.int64(asked[0].n)


@jit_entry(types.void(*step_types, types.int64))
def step(games, rules, option):
    carry_out(games[0], rules[0], option)


@jit_entry(types.void(*step_types, one(Job)))
def begin(games, rules, jobs):
    job = jobs[0]
    set_up(games[0], rules[0], job.deck_seed, np.int64(job.first))
    seed_thoughts(games[0], job.thought_seed)


@jit_entry(types.void(*step_types, types.int64))
def prepare(games, rules, first):
    """The table before the deal, with the deck in the order of the card file, for `start`."""
    clear_game(games[0], rules[0], first)
    lay_rift(games[0].table, rules[0])
    lay_deck(games[0], rules[0])


@jit_entry(types.void(*step_types))
def start(games, rules):
    """Deal from the deck as it lies."""
    deal(games[0], rules[0])


@jit_entry(types.void(*step_types))
def carry_on(games, rules):
    """Go on from a position that was put together by hand: triggers first, then what the turn has next."""
    run_on(games[0].table, rules[0])


@jit_entry(types.int64(one(GameRecord), types.int64))
def next_below(games, n):
    """The number from 0 to n - 1 that chance will give next; the game is left as it is."""
    stream = games[0].chance
    state = np.uint64(stream.state)
    number = below(stream, n)
    stream.state = state
    return number


@jit_entry(types.void(one(GameRecord), types.int64, one(Result)))
def count_in(games, option, results):
    """Note in ``results[0]`` what an option adds to the counts that is about to be carried out."""
    count_option(games[0], option, results[0])


@jit_entry(types.void(*step_types, one(Result), one(Totals)))
def note_end(games, rules, results, totals):
    """Note in ``results[0]`` how a game ended, and add it to ``totals[0]``."""
    note_result(games[0], rules[0], results[0])
    add_result(totals[0], rules[0], results[0], np.int64(games[0].table.first))


@jit_entry(types.void(*step_types, one(Options), Choose, *[types.Array(Opaque, 2, "C")] * 2, types.int64, types.int64))
def ask(games, rules, asked, choose, weights, memory, player, seat):
    """Let a player answer the question in ``asked[0]`` for a seat."""
    game = games[0]
    own, thoughts = game.seat[seat], game.thoughts[seat]
    choose(game.table, own.hand, asked[0], rules[0], weights[player, 0], memory[player, 0], thoughts)


@jit_entry(types.void(one(GameRecord), *step_types, one(Stream), types.int64))
def deal_anew(others, games, rules, streams, seat):
    """Make ``others[0]`` (empty) what ``games[0]`` could be as well, for all that the seat asked knows."""
    imagine(others, games[0].table, games[0].seat[seat].hand, rules[0], streams[0])
