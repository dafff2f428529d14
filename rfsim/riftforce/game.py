"""Riftforce as the floors above see it: rules, matchups, blocks of games, playing them, records.

Another game offers the same names; `rfsim.games` finds it. Nothing above this module knows a rule of Riftforce.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.errors import InputError
from rfsim.records import RecordFault, parse_record
from rfsim.riftforce.core.entries import ask, sum_events
from rfsim.riftforce.core.jobs import arrangement_type, fill_jobs, fill_seeds
from rfsim.riftforce.core.play import (
    choose_signature,
    job_type,
    play_chunk,
    result_type,
    totals_type,
)
from rfsim.riftforce.core.state import ENDINGS, NONE, SEATS, game_type, options_type
from rfsim.riftforce.drafts import (
    Matchup,
    check_matchup,
    check_pool,
    count_matchups,
    draft_sizes,
    draw_matchups,
    draw_solo_matchups,
    random_matchup,
)
from rfsim.riftforce.policies import load_policy, policy_file
from rfsim.riftforce.record import Recorder, closing, opening
from rfsim.riftforce.replay import Replay, closing_line, opening_lines, position_lines, verify
from rfsim.riftforce.rules import Rules, guild_array, load_rules, preset_names
from rfsim.riftforce.rulings import rulings
from rfsim.riftforce.selection import Selection, select
from rfsim.riftforce.stepping import Game
from rfsim.riftforce.story import tell_story
from rfsim.riftforce.trainer import TRAINER_FILE, all_challenges, parse_challenge
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
    "draw_solo_matchups",
    "event_rows",
    "job_type",
    "load_policy",
    "load_rules",
    "make_jobs",
    "new_totals",
    "opening_lines",
    "order",
    "parse_record",
    "play",
    "policy_file",
    "position_lines",
    "preset_names",
    "random_matchup",
    "rated_sides",
    "record_game",
    "rulings",
    "seated",
    "select_for_block",
    "sides",
    "solo_variants",
    "tell_story",
    "verify",
]

NAME = "riftforce"
DEFAULT_PRESET = "base"
#: Kinds of studies, and the tables that they can have.
KINDS = ("sweep", "tournament", "drafts", "solo", "compare-rules")
TABLES = (
    *("guild", "combination", "deck", "matchup", "strategy", "policy", "seat", "side", "ending"),
    *("stars", "challenge", "change", "rating", "strategy-guild", "matrix"),
)
HAS_CARD_FILES = False  # guilds are changed by patches


# -------------------------------------------------------------------------------------------------------------- blocks


def sides(rules: Rules) -> tuple[int, ...]:
    """The side of each seat; the trainer, if there is one, comes last."""
    return (*(seat.side for seat in rules.preset.seat), *([1] if rules.preset.trainer else []))


def order(rules: Rules) -> tuple[int, ...]:
    """The seat that acts at each position of a round, for a game that seat 0 starts."""
    return tuple(rules.preset.order)


def rated_sides(rules: Rules) -> tuple[int, ...]:
    """The sides whose decks are worth a rate: not the trainer's, whose bots have no guild's ability."""
    return (0,) if rules.preset.trainer else (0, 1)


SWAPPED = (1, 0, 3, 2)  # seats of side 0 and 1 alternate


def can_swap_decks(rules: Rules) -> bool:
    """Whether the two sides can play each other's decks, while the start is fixed (four players in teams)."""
    sizes = [[seat.guilds for seat in rules.preset.seat if seat.side == side] for side in (0, 1)]
    return rules.preset.start == "first" and sizes[0] == sizes[1]


def arrangements(rules: Rules, strategies_differ: bool, is_picked: bool = False) -> np.ndarray:
    """The games of a mirrored block: same decks, start swapped; with two strategies, the drafts swapped as well.

    Where the start is fixed, the decks are swapped instead, if the sides are alike and the seats did not pick them
    (`is_picked`). Player p sits at seat p and plays deck p, but for the swaps.
    """
    seats = len(rules.preset.seat)
    starts = range(seats) if rules.preset.start == "random" else (0,)
    deck_swaps = (False, True) if can_swap_decks(rules) and not is_picked else (False,)
    player_swaps = (False, True) if strategies_differ and seats > 1 else (False,)
    games = []
    for players_swapped, decks_swapped, first in itertools.product(player_swaps, deck_swaps, starts):
        game = np.zeros(1, arrangement_type).view(np.recarray)
        game.deck[0] = SWAPPED if decks_swapped else range(SEATS)
        game.player[0] = SWAPPED if players_swapped else range(SEATS)
        game.first, game.side_a = first, int(decks_swapped)
        game.side_of_player, game.side_first = int(players_swapped), sides(rules)[first]
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

    `places`: the matchup of each game (an index into `matchups`). `seeds`, `variants`: the seed of each block, and the
    rules that it is played by (an index into the list that `play` gets).
    """
    decks = np.stack([guild_array(matchup, rules) for matchup in matchups])
    jobs = np.zeros(len(places), job_type).view(np.recarray)
    fill_jobs(jobs, decks, places, seeds, games, same_thoughts)
    jobs["rules"] = np.repeat(variants, len(games))
    return jobs


def select_for_block(rules: Rules, policies: Sequence[str], seed: int, games: np.ndarray) -> list[Selection]:
    """The guild selections of a block's games: the same summoners, and whoever starts picks first.

    `policies`: of player 0 and player 1, who sit where the game has them sit.
    """
    pickers = [load_policy(policy, rules.preset_name) for policy in policies]
    selections = []
    for game in games:
        thoughts = [np.random.Generator(np.random.PCG64([seed, seat + 1])) for seat in range(SEATS)]
        seated = [pickers[int(player) % len(pickers)] for player in game["player"]]
        selections.append(select(rules, int(game["first"]), seated, seed, thoughts))
    return selections


def solo_variants(rules: Rules, stars: Any, half: str | None, trainer_file: str | None) -> list[Rules]:
    """Solo mode's rules for each challenge: ``"all"`` 64, or a list of stars for 5, 6 and 7. Raises InputError."""
    if rules.trainer is None:
        raise InputError(f"solo: preset {rules.preset_name} has no trainer; it should be 'solo'")
    file = Path(trainer_file) if trainer_file else TRAINER_FILE
    if stars == "all":
        stars = [challenge.stars for challenge in all_challenges()]
    return [rules.with_challenge(parse_challenge(one, half, "solo.stars"), file) for one in stars]


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
    if not players.is_compiled:
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
        try:
            while not table.game.is_over:
                table.game.carry_out(table.choose(table.game.options()))
        except Exception:
            results[i].fault = table.game.seat_asked
            return results[: i + 1]
        note_result(results[i], table)
        sum_events(totals, table.game.array)
        progress[0] += 1
    return results


def note_result(result: Any, table: Table) -> None:
    state = table.game.table
    result.winner, result.ending, result.turns = state.winner, state.ending, state.turns
    result.score[:] = state.score
    result.decisions, result.fault = table.decisions, NONE


def event_rows(rules: Rules, events: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Tables made of what `new_totals` counts, by name: none of `TABLES` is one."""
    return {}


# ------------------------------------------------------------------------------------------------------------- records


def record_game(variants: Sequence[Rules], players: Players, job: np.ndarray, seed: str) -> dict[str, Any]:
    """Play one game (`job`: an array of one) and write it down as a record.

    Raises what a strategy raises; then the error has the attribute ``turns``, the record's turns so far.
    """
    table = seated(variants, players, job)
    names = [players.strategies[player].name for player in table.seat_players]
    record = table.record(opening(table.game, seed, names), Recorder(table.game))
    return {**record, **closing(table.game)}
