"""Playing games with strategies: one compiled call for a chunk of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from rfsim.jit import jit, jit_entry
from rfsim.randomness import stream_type
from rfsim.riftforce.core.actions import carry_out, legal
from rfsim.riftforce.core.effects import rules_type
from rfsim.riftforce.core.ending import seat_asked
from rfsim.riftforce.core.setup import seed_thoughts, set_up
from rfsim.riftforce.core.state import (
    GUILDS,
    GUILDS_A_SEAT,
    NONE,
    SEATS,
    SIDES,
    SOURCES,
    game_type,
    hand_type,
    options_type,
    table_type,
)
from rfsim.seating import opaque_type

#: One game to be played.
job_type = np.dtype(
    [
        ("guilds", np.uint8, (SEATS, GUILDS_A_SEAT)),  # of each seat; NONE where it has fewer
        ("deck_seed", np.uint64, (SEATS,)),  # the same seed and guilds give the same deck
        ("thought_seed", np.uint64, (SEATS,)),  # of each seat's strategy
        ("rules", np.uint16),  # which of the rules it is played by
        ("first", np.uint8),  # the seat that acts first
        ("player", np.uint8, (SEATS,)),  # which of the players sits at each seat
    ],
    align=True,
)

#: How a game went.
result_type = np.dtype(
    [
        ("winner", np.uint8),  # the winning side, or NONE
        ("ending", np.uint8),  # see `state.ENDINGS`
        ("score", np.int16, (2,)),
        ("turns", np.uint16),
        ("decisions", np.uint32),  # choices among two options or more
        ("fault", np.uint8),  # the seat whose strategy raised, or chose what is not there; else NONE
    ],
    align=True,
)

#: Sums over many games.
totals_type = np.dtype(
    [
        ("guilds", np.int64, (GUILDS, 3)),  # cards of each guild played, activated and destroyed
        ("riftforce", np.int64, (3, len(SOURCES))),  # of winners, of losers and in undecided games, by its source
        ("lead_changes", np.int64),
        ("games", np.int64),
    ],
    align=True,
)
WON, LOST, UNDECIDED = 0, 1, 2

Table, Hand, Options, Rules, Opaque, Stream, Job, Result, GameRecord, Totals = (
    from_dtype(dtype)
    for dtype in (
        table_type,
        hand_type,
        options_type,
        rules_type,
        opaque_type,
        stream_type,
        job_type,
        result_type,
        game_type,
        totals_type,
    )
)


def choose_signature(weights: Any = Opaque, memory: Any = Opaque) -> Any:
    """The one signature of a compiled strategy: table, hand, options, rules, weights, memory, random."""
    return types.void(Table, Hand, Options, Rules, weights, memory, Stream)


Choose = types.FunctionType(choose_signature())


def one(record: Any) -> Any:
    """The type of an array of records."""
    return types.Array(record, 1, "C")


@jit_entry(
    types.int64(one(GameRecord), Rules, one(Options), *[Choose] * SEATS, *[types.Array(Opaque, 2, "C")] * 2, Job)
)
def play_game(games, rules, asked, choose_0, choose_1, choose_2, choose_3, weights, memory, job):
    """Play one game to its end; the number of decisions, or -1 - seat if that seat's strategy failed.

    Players are numbered like their choose functions; ``weights[p, 0]`` and ``memory[p, 0]`` are those of player p. A
    strategy that raises leaves ``asked[0].chosen`` as it was.
    """
    game, question = games[0], asked[0]
    table = game.table
    set_up(game, rules, job.guilds, job.deck_seed, np.int64(job.first))
    seed_thoughts(game, job.thought_seed)
    decisions = 0
    n = legal(game, rules, question.option)
    while n > 0:
        chosen = 0
        if n > 1:
            seat = seat_asked(table, rules)
            player = np.int64(job.player[seat])
            choose = choose_0
            if player == 1:
                choose = choose_1
            elif player == 2:
                choose = choose_2
            elif player == 3:
                choose = choose_3
            question.n, question.chosen = n, NONE
            choose(
                table, game.seat[seat].hand, question, rules, weights[player, 0], memory[player, 0], game.thoughts[seat]
            )
            chosen = np.int64(question.chosen)
            decisions += 1
            if chosen >= n:
                return -1 - seat
        carry_out(game, rules, np.int64(question.option[chosen]))
        n = legal(game, rules, question.option)
    return decisions


@jit
def add_events(totals, game):
    """Add what was counted in a finished game."""
    events, winner = game.events, np.int64(game.table.winner)
    for guild in range(GUILDS):
        totals.guilds[guild, 0] += events.played[guild]
        totals.guilds[guild, 1] += events.activated[guild]
        totals.guilds[guild, 2] += events.destroyed[guild]
    for side in range(SIDES):
        row = UNDECIDED if winner == NONE else (WON if side == winner else LOST)
        for source in range(len(SOURCES)):
            totals.riftforce[row, source] += events.riftforce[side, source]
    totals.lead_changes += events.lead_changes
    totals.games += 1


@jit_entry(
    types.int64(
        one(GameRecord),
        one(Rules),
        one(Options),
        *[Choose] * SEATS,
        *[types.Array(Opaque, 2, "C")] * 2,
        one(Job),
        one(Result),
        types.Array(types.int64, 1, "C"),
        one(Totals),
    )
)
def play_chunk(
    games, rules, asked, choose_0, choose_1, choose_2, choose_3, weights, memory, jobs, results, progress, totals
):
    """Play the `jobs` and fill in their `results`; how many were played to their end.

    ``progress[0]`` counts the games as they end, for whoever watches from another thread. A game whose strategy fails
    ends the chunk, with its seat in ``results[i].fault``. ``totals[0]`` adds up the events. Memories are blank at the
    start of each game.
    """
    for i in range(len(jobs)):
        memory.view(np.uint8)[:] = 0
        result, own_rules = results[i], rules[np.int64(jobs[i].rules)]
        decisions = play_game(games, own_rules, asked, choose_0, choose_1, choose_2, choose_3, weights, memory, jobs[i])
        table = games[0].table
        result.winner, result.ending, result.turns = table.winner, table.ending, table.turns
        result.score[0], result.score[1] = table.score[0], table.score[1]
        if decisions < 0:
            result.fault = -1 - decisions
            return i
        result.decisions, result.fault = decisions, NONE
        add_events(totals[0], games[0])
        progress[0] += 1
    return len(jobs)
