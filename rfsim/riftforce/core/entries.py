"""The core's verbs for Python: compiled once, called on arrays of one record.

A call on a bare record would cost ten times as much (8 microseconds).
"""

from __future__ import annotations

import numpy as np
from numba import types

from rfsim.jit import jit_entry
from rfsim.riftforce.core.actions import carry_out, legal
from rfsim.riftforce.core.imagine import imagine
from rfsim.riftforce.core.play import (
    Choose,
    GameRecord,
    Job,
    Opaque,
    Options,
    Rules,
    Stream,
    Totals,
    add_events,
    one,
)
from rfsim.riftforce.core.setup import build_deck, clear_game, deal, decks, seed_thoughts, set_up

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
    set_up(games[0], rules[0], job.guilds, job.deck_seed, np.int64(job.first))
    seed_thoughts(games[0], job.thought_seed)


@jit_entry(types.void(*step_types, types.Array(types.uint8, 2, "C"), types.int64))
def prepare(games, rules, guilds, first):
    """An empty table with unshuffled decks, for `start`."""
    game = games[0]
    clear_game(game, rules[0], guilds, first)
    for seat in range(decks(rules[0])):
        build_deck(game, rules[0], seat, np.uint64(seat))


@jit_entry(types.void(*step_types))
def start(games, rules):
    """Deal from the decks as they lie."""
    deal(games[0], rules[0])


@jit_entry(types.void(one(Totals), one(GameRecord)))
def sum_events(totals, games):
    """Add what was counted in a finished game."""
    add_events(totals[0], games[0])


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
