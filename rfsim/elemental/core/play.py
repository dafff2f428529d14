"""Playing games with strategies: one compiled call for a chunk of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from rfsim.elemental.core.accolades import accolades_of
from rfsim.elemental.core.actions import carry_out, legal
from rfsim.elemental.core.effects import rules_type
from rfsim.elemental.core.setup import seed_thoughts, set_up
from rfsim.elemental.core.state import (
    ACCOLADE,
    ACCOLADES,
    NONE,
    PLAY,
    SEATS,
    SPELLS,
    THING_MASK,
    TRIGGER,
    game_type,
    hand_type,
    options_type,
    table_type,
)
from rfsim.jit import jit, jit_entry
from rfsim.randomness import stream_type
from rfsim.seating import opaque_type

#: One game to be played.
job_type = np.dtype(
    [
        ("deck_seed", np.uint64),  # the same seed gives the same deck
        ("thought_seed", np.uint64, (SEATS,)),  # of each seat's strategy
        ("rules", np.uint16),  # which of the rules it is played by
        ("first", np.uint8),  # the seat that has the first turn
        ("player", np.uint8, (SEATS,)),  # which of the players sits at each seat
    ],
    align=True,
)

#: How a game went.
result_type = np.dtype(
    [
        ("winner", np.uint8),  # the winning seat, or NONE
        ("ending", np.uint8),  # see `state.ENDINGS`
        ("score", np.int16, (SEATS,)),  # accolades that each seat has at the end
        ("turns", np.uint16),
        ("decisions", np.uint32),  # choices among two options or more
        ("fault", np.uint8),  # the seat whose strategy raised, or chose what is not there; else NONE
        ("holder", np.uint8, (ACCOLADES,)),  # the seat that has each accolade at the end, or NONE
        ("earned", np.uint32, (SEATS, ACCOLADES)),  # how often each seat took each accolade
        ("played", np.uint32, (SEATS, SPELLS)),  # how often each seat played each spell
        ("triggered", np.uint32, (SEATS, SPELLS)),  # how often each spell triggered that lay in front of each seat
    ],
    align=True,
)

#: What is summed up of each accolade and each spell, over many games.
ACCOLADE_COUNTS = ("taken", "games", "winners")  # times taken, games in which it was, games whose winner has it
SPELL_COUNTS = ("played", "triggered", "players", "winners", "decided")  # times; then players that played it: all,
# those that won, those in games that somebody won
totals_type = np.dtype(
    [
        ("accolades", np.int64, (ACCOLADES, len(ACCOLADE_COUNTS))),
        ("spells", np.int64, (SPELLS, len(SPELL_COUNTS))),
        ("games", np.int64),
        ("decided", np.int64),  # games that somebody won
    ],
    align=True,
)

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


@jit
def count_option(game, option, result):
    """Note what an option adds to the counts of a result; the option is about to be carried out."""
    table = game.table
    verb, thing = option & ~THING_MASK, option & THING_MASK
    seat = np.int64(table.acting)
    if verb == PLAY:
        result.played[seat, np.int64(game.seat[seat].hand.card[thing])] += 1
    elif verb == TRIGGER:
        result.triggered[np.int64(table.owner[thing]), np.int64(table.in_play[thing])] += 1
    elif verb == ACCOLADE:
        result.earned[seat, thing] += 1


@jit
def note_result(game, rules, result):
    """Note how a game ended."""
    table = game.table
    result.winner, result.ending, result.turns = table.winner, table.ending, table.turns
    for seat in range(SEATS):
        result.score[seat] = accolades_of(table, rules, seat)
    for accolade in range(ACCOLADES):
        result.holder[accolade] = table.holder[accolade]


@jit
def add_accolades(totals, result):
    """Add what became of the accolades in one game."""
    for accolade in range(ACCOLADES):
        counts, taken = totals.accolades[accolade], 0
        for seat in range(SEATS):
            taken += np.int64(result.earned[seat, accolade])
        counts[0] += taken
        counts[1] += taken > 0
        counts[2] += result.winner != NONE and result.holder[accolade] == result.winner


@jit
def add_spells(totals, result, seat):
    """Add the spells that one seat played, and that triggered."""
    is_decided = result.winner != NONE
    for spell in range(SPELLS):
        counts, played = totals.spells[spell], np.int64(result.played[seat, spell])
        counts[0] += played
        counts[1] += result.triggered[seat, spell]
        if played > 0:
            counts[2] += 1
            counts[3] += result.winner == seat
            counts[4] += is_decided


@jit
def add_result(totals, rules, result, first):
    """Add a game that seat `first` started to the sums over many games."""
    seats, is_decided = np.int64(rules.seats), result.winner != NONE
    add_accolades(totals, result)
    for position in range(seats):
        seat = (first + position) % seats
        add_spells(totals, result, seat)
    totals.games += 1
    totals.decided += is_decided


@jit_entry(
    types.int64(
        one(GameRecord), Rules, one(Options), *[Choose] * SEATS, *[types.Array(Opaque, 2, "C")] * 2, Job, Result
    )
)
def play_game(games, rules, asked, choose_0, choose_1, choose_2, choose_3, weights, memory, job, result):
    """Play one game to its end; the number of decisions, or -1 - seat if that seat's strategy failed.

    Players are numbered like their choose functions; ``weights[p, 0]`` and ``memory[p, 0]`` are those of player p. A
    strategy that raises leaves ``asked[0].chosen`` as it was. What is counted option by option is counted in `result`.
    """
    game, question = games[0], asked[0]
    table = game.table
    set_up(game, rules, job.deck_seed, np.int64(job.first))
    seed_thoughts(game, job.thought_seed)
    decisions = 0
    n = legal(game, rules, question.option)
    while n > 0:
        chosen = 0
        if n > 1:
            seat = np.int64(table.asked)
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
        option = np.int64(question.option[chosen])
        count_option(game, option, result)
        carry_out(game, rules, option)
        n = legal(game, rules, question.option)
    return decisions


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
    """Play the `jobs` and fill in their `results` (zero at first); how many were played to their end.

    ``progress[0]`` counts the games as they end, for whoever watches from another thread. A game whose strategy fails
    ends the chunk, with its seat in ``results[i].fault``. ``totals[0]`` sums up. Memories are blank at the start of
    each game.
    """
    for i in range(len(jobs)):
        memory.view(np.uint8)[:] = 0
        job, result = jobs[i], results[i]
        own_rules = rules[np.int64(job.rules)]
        decisions = play_game(
            games, own_rules, asked, choose_0, choose_1, choose_2, choose_3, weights, memory, job, result
        )
        note_result(games[0], own_rules, result)
        if decisions < 0:
            result.fault = -1 - decisions
            return i
        result.decisions, result.fault = decisions, NONE
        add_result(totals[0], own_rules, result, np.int64(job.first))
        progress[0] += 1
    return len(jobs)
