"""Elemental Rift as the floors above see it: rules, blocks of games, playing them, records.

The same names as those of Riftforce's `game` module, so `rfsim.games` can offer both. There is nothing to draft here:
the one matchup has an empty draft for each seat.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rfsim.elemental.core.entries import ask, count_in, note_end
from rfsim.elemental.core.jobs import arrangement_type, fill_jobs, fill_seeds
from rfsim.elemental.core.play import (
    choose_signature,
    job_type,
    play_chunk,
    result_type,
    totals_type,
)
from rfsim.elemental.core.state import ENDINGS, NONE, SEATS, game_type, options_type
from rfsim.elemental.record import Recorder, closing, opening
from rfsim.elemental.replay import Replay, closing_line, opening_lines, position_lines, verify
from rfsim.elemental.rules import DEFAULT_PRESET, Rules, load_rules, preset_names
from rfsim.elemental.rulings import rulings
from rfsim.elemental.stepping import Game
from rfsim.elemental.story import tell_story
from rfsim.errors import InputError
from rfsim.jit import PLAIN
from rfsim.records import RecordFault, parse_record
from rfsim.seating import Players, Table

__all__ = [
    "DEFAULT_PRESET",
    "ENDINGS",
    "HAS_CARD_FILES",
    "KINDS",
    "NAME",
    "NONE",
    "SEATS",
    "TABLES",
    "Players",
    "RecordFault",
    "Replay",
    "arrangements",
    "block_seeds",
    "check_matchup",
    "check_pool",
    "choose_signature",
    "closing_line",
    "count_matchups",
    "draft_sizes",
    "draw_matchups",
    "event_rows",
    "job_type",
    "load_rules",
    "make_jobs",
    "new_totals",
    "opening_lines",
    "order",
    "parse_record",
    "play",
    "position_lines",
    "preset_names",
    "random_matchup",
    "rated_sides",
    "record_game",
    "rulings",
    "seated",
    "sides",
    "tell_story",
    "verify",
]

NAME = "elemental-rift"
#: Kinds of studies, and the tables that they can have.
KINDS = ("sweep", "tournament")
TABLES = ("strategy", "rating", "seat", "ending", "accolade", "spell")
HAS_CARD_FILES = True


# ------------------------------------------------------------------------------------------------------------ matchups

#: An empty draft for each seat.
Matchup = tuple[tuple[str, ...], ...]


def draft_sizes(rules: Rules) -> tuple[int, ...]:
    """How much each seat drafts: nothing."""
    return (0,) * rules.preset.seats


def the_matchup(rules: Rules) -> Matchup:
    return ((),) * rules.preset.seats


def count_matchups(rules: Rules, pool: Sequence[str]) -> int:
    """There is one way only in which the seats can meet."""
    return 1


def draw_matchups(rules: Rules, pool: Sequence[str], wanted: int, random: np.random.Generator) -> list[Matchup]:
    return [the_matchup(rules)]


def random_matchup(rules: Rules, pool: Sequence[str], random: np.random.Generator) -> Matchup:
    return the_matchup(rules)


def check_pool(rules: Rules, pool: Sequence[str], where: str) -> None:
    """Raise InputError if there is anything in the pool."""
    if pool:
        raise InputError(f"{where}: {', '.join(pool)}: nothing is drafted in {NAME}")


def check_matchup(rules: Rules, drafts: Sequence[Sequence[str]], where: str) -> Matchup:
    """The matchup. Raises InputError if a seat drafts anything, or if there are other seats."""
    check_pool(rules, [name for draft in drafts for name in draft], where)
    if len(drafts) != rules.preset.seats:
        raise InputError(f"{where}: {len(drafts)} seats; preset {rules.preset_name} has {rules.preset.seats}")
    return the_matchup(rules)


# -------------------------------------------------------------------------------------------------------------- blocks


def sides(rules: Rules) -> tuple[int, ...]:
    """The side of each seat: each is its own."""
    return tuple(range(rules.preset.seats))


def order(rules: Rules) -> tuple[int, ...]:
    """The seat whose turn it is at each position of a round, for a game that seat 0 starts."""
    return tuple(range(rules.preset.seats))


def rated_sides(rules: Rules) -> tuple[int, ...]:
    """The sides that are worth a rate: all."""
    return sides(rules)


def shared_positions(seats: int) -> list[tuple[int, ...]]:
    """Every way in which two strategies can share the positions evenly: the player at each position.

    Players 0 and 2 have strategy a, 1 and 3 strategy b. With three seats one of the two has two, half of the time each.
    """
    ways = []
    for number_of_a in {seats // 2, seats - seats // 2}:
        for positions in itertools.combinations(range(seats), number_of_a):
            players = {True: iter((0, 2)), False: iter((1, 3))}
            ways.append(tuple(next(players[position in positions]) for position in range(seats)))
    return ways


def arrangements(rules: Rules, strategies_differ: bool, is_picked: bool = False) -> np.ndarray:
    """The games of a block; the seats take turns at starting (E14).

    Where two strategies meet, a block is mirrored: in all its games the deck is the same, and the strategies share the
    positions in every even way. For a strategy alone each seat starts once, each time with another deck: with the same
    deck it would be the same game again, seen from another seat. Nothing is picked here, whatever `is_picked` says.
    """
    seats = rules.preset.seats
    ways = shared_positions(seats) if strategies_differ else [tuple(range(seats))] * seats
    games = []
    for number, players in enumerate(ways):
        game = np.zeros(1, arrangement_type).view(np.recarray)
        first = number % seats
        for position, player in enumerate(players):
            game.player[0, (first + position) % seats] = player
        game.first, game.deck = first, 0 if strategies_differ else number
        game.side_a = 0
        game.plays_a[0, :seats] = game.player[0, :seats] % 2 == 0
        game.side_of_player, game.side_first = game.player[0, :seats].tolist().index(0), first
        games.append(game)
    return np.concatenate(games).view(np.recarray)


def block_seeds(seed: int, groups: np.ndarray, repetitions: np.ndarray) -> np.ndarray:
    """The seed of each block (uint64): it depends on the study's seed and the block's two numbers (int64)."""
    seeds = np.zeros(len(groups), np.uint64)
    fill_seeds(seeds, np.uint64(seed), groups, repetitions)
    return seeds


def make_jobs(
    rules: Rules,
    matchups: Sequence[Matchup],
    places: np.ndarray,
    seeds: np.ndarray,
    games: np.ndarray,
    variants: np.ndarray,
    same_thoughts: bool = False,
) -> np.ndarray:
    """The jobs of some blocks, block by block: each block has one game for each of the arrangements `games`.

    `matchups` and `places` (the matchup of each game) say nothing here: there is one. `seeds`, `variants`: the seed of
    each block, and the rules that it is played by (an index into the list that `play` gets).
    """
    jobs = np.zeros(len(seeds) * len(games), job_type).view(np.recarray)
    fill_jobs(jobs, seeds, games, same_thoughts)
    jobs["rules"] = np.repeat(variants, len(games))
    return jobs


# ------------------------------------------------------------------------------------------------------------- playing


def new_totals() -> np.ndarray:
    """Sums over many games (`core.play.totals_type`), in an array of one."""
    return np.zeros(1, totals_type).view(np.recarray)


def play(
    variants: Sequence[Rules],
    players: Players,
    jobs: np.ndarray,
    progress: np.ndarray | None = None,
    totals: np.ndarray | None = None,
) -> np.ndarray:
    """Play `jobs` (`job_type`); the results (`result_type`), up to and with the first whose strategy failed.

    `variants`: the rules that the jobs name. ``progress[0]`` counts the games as they end. What happened in them is
    added to `totals`.
    """
    results = np.zeros(len(jobs), result_type).view(np.recarray)
    games = np.zeros(1, game_type).view(np.recarray)
    asked = np.zeros(1, options_type).view(np.recarray)
    counter = np.zeros(1, np.int64) if progress is None else progress
    sums = new_totals() if totals is None else totals
    if not players.is_compiled and not PLAIN:
        return play_plain(variants, players, jobs, (results, counter, sums))
    memory = np.zeros_like(players.memory)
    records = np.concatenate([rules.record for rules in variants]).view(np.recarray)
    arguments = (games, records, asked, *players.functions, players.weights, memory)
    played = play_chunk(*arguments, jobs, results, counter, sums)
    return results[: played + 1]


def seated(variants: Sequence[Rules], players: Players, job: np.ndarray) -> Table:
    """The table at which a game (`job`: an array of one) is played step by step."""
    game = Game(variants[int(job[0]["rules"])])
    game.begin(job)
    return Table(game, players, job[0]["player"], ask)


def play_plain(
    variants: Sequence[Rules], players: Players, jobs: np.ndarray, outcome: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> np.ndarray:
    """`play` for strategies that are not compiled: step by step, from Python. `outcome`: results, progress, totals."""
    results, progress, totals = outcome
    for i in range(len(jobs)):
        table = seated(variants, players, jobs[i : i + 1])
        game, result = table.game, results[i : i + 1]
        try:
            while not game.is_over:
                option = table.choose(game.options())
                count_in(game.arguments[0], option, result)
                game.carry_out(option)
        except Exception:
            result["fault"] = game.seat_asked
            return results[: i + 1]
        note_end(*game.arguments, result, totals)
        result["decisions"], result["fault"] = table.decisions, NONE
        progress[0] += 1
    return results


# ---------------------------------------------------------------------------------------------------------- the tables


def event_rows(rules: Rules, events: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The sums over many games (the fields of `new_totals`) as rows of tables, by the table's name.

    Of a spell, `games` counts the players that played it (each once a game), and `wins` those that won.
    """
    games = int(events["games"])
    accolades = [
        {"accolade": name, "games": games, "taken": taken, "games_taken": in_games, "winning_hands": winners}
        for name, (taken, in_games, winners) in zip(rules.accolade_names, events["accolades"].tolist(), strict=False)
    ]
    spells = [
        {"spell": name, "played": played, "triggered": triggered, **won(seated, wins, ended)}
        for name, (played, triggered, seated, wins, ended) in zip(
            rules.spell_names, events["spells"].tolist(), strict=False
        )
    ]
    return {"accolade": accolades, "spell": spells}


def won(games: int, wins: int, decided: int) -> dict[str, int]:
    """The columns of counts that every table of rates has."""
    return {"games": games, "wins": wins, "losses": decided - wins, "undecided": games - decided}


# ------------------------------------------------------------------------------------------------------------- records


def record_game(variants: Sequence[Rules], players: Players, job: np.ndarray, seed: str) -> dict[str, Any]:
    """Play one game (`job`: an array of one) and write it down as a record.

    Raises what a strategy raises; then the error has the attribute ``turns``, the record's turns so far.
    """
    table = seated(variants, players, job)
    names = [players.strategies[player].name for player in table.seat_players]
    record = table.record(opening(table.game, seed, names), Recorder(table.game))
    return {**record, **closing(table.game)}
