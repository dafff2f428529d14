"""Riftforce as the floors above see it: rules, matchups, blocks of games, playing them, records.

Another game offers the same names; `rfsim.games` finds it. Nothing above this module knows a rule of Riftforce.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rfsim.errors import InputError
from rfsim.jit import PLAIN
from rfsim.riftforce.core.entries import ask, sum_events
from rfsim.riftforce.core.jobs import arrangement_type, fill_jobs, fill_seeds
from rfsim.riftforce.core.play import (
    BLOCK,
    choose_signature,
    job_type,
    opaque_type,
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
from rfsim.riftforce.record import Recorder, closing, opening
from rfsim.riftforce.rules import Rules, guild_array, load_rules, preset_names
from rfsim.riftforce.selection import Selection, load_policy, select
from rfsim.riftforce.stepping import Game
from rfsim.riftforce.trainer import TRAINER_FILE, all_challenges, parse_challenge

__all__ = [
    "ENDINGS",
    "NAME",
    "NONE",
    "SEATS",
    "Players",
    "arrangements",
    "block_seeds",
    "check_matchup",
    "check_pool",
    "choose_signature",
    "count_matchups",
    "draft_sizes",
    "draw_matchups",
    "draw_solo_matchups",
    "job_type",
    "load_policy",
    "load_rules",
    "make_jobs",
    "new_totals",
    "order",
    "play",
    "preset_names",
    "random_matchup",
    "rated_sides",
    "record_game",
    "select_for_block",
    "sides",
    "solo_variants",
]

NAME = "riftforce"


class Player(Protocol):
    """What the game needs of a strategy."""

    name: str
    function: Any
    compiled: bool
    memory: np.dtype

    def weights_array(self) -> np.recarray: ...


# ------------------------------------------------------------------------------------------------------------- players


def rows(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Records of different types as the rows of one array of blocks (`opaque_type`)."""
    blocks = max(-(-array.nbytes // BLOCK) for array in arrays)
    buffer = np.zeros((len(arrays), blocks * BLOCK), np.uint8)
    for row, array in zip(buffer, arrays, strict=True):
        row[: array.nbytes] = array.view(np.uint8)
    return buffer.view(opaque_type)


class Players:
    """Up to four players: their strategies, compiled choose functions, weights and memories."""

    def __init__(self, strategies: Sequence[Player], functions: Sequence[Any]) -> None:
        padded = [*range(len(strategies)), *[0] * (SEATS - len(strategies))]
        self.strategies = [strategies[i] for i in padded]
        self.functions = [functions[i] for i in padded]
        self.weight_records = [player.weights_array() for player in self.strategies]
        self.weights = rows(self.weight_records)
        self.memory = rows([np.zeros(1, player.memory) for player in self.strategies])
        self.is_compiled = not PLAIN and all(player.compiled for player in self.strategies)


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


def select_for_block(rules: Rules, policy: str, seed: int, games: np.ndarray) -> list[Selection]:
    """The guild selections of a block's games: the same summoners, and whoever starts picks first."""
    picker = load_policy(policy, rules.preset_name)
    selections = []
    for game in games:
        thoughts = [np.random.Generator(np.random.PCG64([seed, seat + 1])) for seat in range(SEATS)]
        selections.append(select(rules, int(game["first"]), [picker] * SEATS, seed, thoughts))
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


class Table:
    """A game in progress with its players: for strategies in plain Python, for records, and for finding a fault."""

    def __init__(self, variants: Sequence[Rules], players: Players, job: np.ndarray) -> None:
        self.game = Game(variants[int(job[0]["rules"])])
        self.game.begin(job)
        self.players = players
        self.seat_players = [int(player) for player in job[0]["player"]]
        self.memory = np.zeros_like(players.memory)
        self.records = [np.zeros(1, player.memory).view(np.recarray) for player in players.strategies]
        self.decisions = 0

    def choose(self, options: Sequence[int]) -> int:
        """Ask the strategy whose seat decides; the option that it takes.

        Raises what the strategy raises, and IndexError for an answer that is not an index.
        """
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        seat, question = self.game.seat_asked, self.game.asked
        question["chosen"] = NONE
        self.ask(self.seat_players[seat], seat)
        chosen = int(question["chosen"][0])
        if chosen >= len(options):
            answer = "no index" if chosen == NONE else f"index {chosen}"
            raise IndexError(f"it answered with {answer} where there are {len(options)} options")
        return options[chosen]

    def ask(self, player: int, seat: int) -> None:
        """Let a player answer ``game.asked``."""
        players, game = self.players, self.game
        if not players.strategies[player].compiled or PLAIN:
            state = game.array[0]
            hand, thoughts = state.seat[seat].hand, state.thoughts[seat]
            known = (state.table, hand, game.asked[0], game.rules.record[0])
            players.functions[player](*known, players.weight_records[player][0], self.records[player][0], thoughts)
            return
        before = game.array.copy(), self.memory[player].copy()
        question = (*game.arguments, game.passed, players.functions[player])
        ask(*question, players.weights, self.memory, player, seat)
        if game.asked["chosen"][0] == NONE:
            game.array[:], self.memory[player] = before
            self.raise_again(player, seat)

    def raise_again(self, player: int, seat: int) -> None:
        """Call a compiled strategy that raised once more, in plain Python: for its exception and traceback."""
        strategy, state = self.players.strategies[player], self.game.array[0]
        memory = self.memory[player].view(np.uint8)[: strategy.memory.itemsize].view(strategy.memory).view(np.recarray)
        question = self.game.asked[0]
        strategy.function(
            state.table,
            state.seat[seat].hand,
            question.option[: question.n],
            self.game.rules.record[0],
            self.players.weight_records[player][0],
            memory[0],
            state.thoughts[seat],
        )


def play_plain(
    variants: Sequence[Rules], players: Players, jobs: np.ndarray, outcome: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> np.ndarray:
    """`play` for strategies that are not compiled: step by step, from Python. `outcome`: results, progress, totals."""
    results, progress, totals = outcome
    for i in range(len(jobs)):
        table = Table(variants, players, jobs[i : i + 1])
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


# ------------------------------------------------------------------------------------------------------------- records


def record_game(variants: Sequence[Rules], players: Players, job: np.ndarray, seed: str) -> dict[str, Any]:
    """Play one game (`job`: an array of one) and write it down as a record.

    Raises what a strategy raises; then the error has the attribute ``turns``, the record's turns so far.
    """
    table = Table(variants, players, job)
    names = [players.strategies[player].name for player in table.seat_players]
    record = opening(table.game, seed, names)
    recorder = Recorder(table.game)
    try:
        while not table.game.is_over:
            recorder.carry_out(table.choose(table.game.options()))
    except Exception as error:
        error.turns = [*recorder.turns, recorder.text()]  # type: ignore[attr-defined]
        raise
    return {**record, "turns": recorder.turns, **closing(table.game)}
