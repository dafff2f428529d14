"""Playing one chunk of a study: what a worker does, in whatever process or on whatever machine."""

from __future__ import annotations

import functools
import io
import itertools
import json
import os
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.games import load_game
from rfsim.jit import CORE_HASH, source_hash
from rfsim.strategy.interface import Strategy, compile_strategy
from rfsim.strategy.loading import load_strategy
from rfsim.study.config import Study, study_from, study_hash
from rfsim.study.parts import Part
from rfsim.study.schedule import Cell, Chunk, Matchup, Schedule, draft_pool, make_schedule
from rfsim.study.tally import count

TIMED_OUT = 70  # exit code of a worker whose game took too long
POLL = 0.2  # seconds between two looks at a game that may take too long


class StrategyFault(Exception):
    """A strategy raised, answered with what is no option, or did not return; says which, and in which game."""

    def __init__(self, strategy: str, seed: int, game: int, reason: str, details: str = "") -> None:
        super().__init__(strategy, seed, game, reason, details)
        self.strategy, self.seed, self.game, self.reason, self.details = strategy, seed, game, reason, details

    def __str__(self) -> str:
        return f"strategy {self.strategy} failed in game {self.game} of study seed {self.seed}: {self.reason}"


@dataclass(frozen=True, eq=False)
class Context:
    """A study with everything that playing it needs, loaded and compiled.

    `tables` has the players of each pair of the schedule.
    """

    study: Study
    game: Any
    variants: list[Any]
    schedule: Schedule
    strategies: tuple[Strategy, ...]
    tables: list[Any]
    arrangements: np.ndarray

    @property
    def rules(self) -> Any:
        """The rules, or the first of several that are compared."""
        return self.variants[0]

    @property
    def sides(self) -> int:
        """How many sides there are that can win."""
        return len(set(self.game.sides(self.rules)))

    @property
    def games_a_block(self) -> int:
        return len(self.arrangements)


def make_context(study: Study) -> Context:
    """Load and compile. Raises InputError for whatever the study names that is not there."""
    game = load_game(study.game)
    variants = make_variants(study, game)
    arrangements = game.arrangements(variants[0], study.players_differ, bool(study.policies))
    schedule = make_schedule(study, game, variants, len(arrangements))
    for policy in study.policies:
        game.load_policy(policy, study.preset)
    loaded = tuple(load_strategy(name, study.strategy_path, study.game) for name in study.strategies)
    functions = [compile_strategy(strategy, game.choose_signature) for strategy in loaded]
    tables = []
    for pair in schedule.pairs:
        seats = [pair[seat % 2] for seat in range(game.SEATS)]
        tables.append(game.Players([loaded[i] for i in seats], [functions[i] for i in seats]))
    return Context(study, game, variants, schedule, loaded, tables, arrangements)


def make_variants(study: Study, game: Any) -> list[Any]:
    """The rules that a study is played by: one set, or several to be compared. Raises InputError."""
    if study.cards is not None:
        return [game.load_rules(study.preset, study.patches, cards=study.cards)]
    if study.solo is not None:
        rules = game.load_rules(study.preset, study.patches)
        return list(game.solo_variants(rules, study.solo.stars, study.solo.half, study.solo.trainer))
    if study.compare_rules is not None:
        both = (study.compare_rules.a, study.compare_rules.b)
        return [
            game.load_rules(preset, [*study.patches, *patches]) for preset, *patches in (one.split("+") for one in both)
        ]
    return [game.load_rules(study.preset, study.patches)]


def identity(context: Context) -> dict[str, str]:
    """What the games depend on, each with its hash: the study, the rules, the core, the strategies."""
    data = context.study.model_dump(mode="json")
    data["output"].pop("tables", None)
    data.pop("name")
    data.pop("strategy_path")
    parts = {
        "study": study_hash({"study": json.dumps(data, sort_keys=True)}),
        "rules": study_hash({str(i): one.fingerprint for i, one in enumerate(context.variants)}),
        "rfsim": CORE_HASH,
    }
    for strategy in context.strategies:
        assert strategy.file is not None
        weights = json.dumps(strategy.weights, sort_keys=True)
        parts[f"strategy {strategy.name}"] = study_hash({"source": source_hash([strategy.file]), "weights": weights})
    for policy in context.study.policies:
        file = context.game.policy_file(policy, context.study.preset)
        if file is not None:
            parts[f"selection policy {policy}"] = source_hash([file])
    return parts


@functools.lru_cache(maxsize=2)
def context_for(study_text: str) -> Context:
    """The context of a study (as JSON); kept, so that a worker loads it once. Forked workers inherit the parent's."""
    return make_context(study_from(json.loads(study_text), "study"))


# --------------------------------------------------------------------------------------------------------- the chunk


def play_part(study_text: str, chunk: Chunk, game_timeout: float | None = None, fault_folder: str = "") -> Part:
    """Play one chunk. Raises StrategyFault."""
    context = context_for(study_text)
    start_time = time.perf_counter()
    batch = chunk_games(context, chunk)
    progress = np.zeros(1, np.int64)
    with Watchdog(context, progress, batch.first_game, game_timeout, fault_folder):
        totals = context.game.new_totals()
        results = play_batch(context, batch, progress, totals)
    tally = count(
        results, batch.cells, context.arrangements, len(context.game.ENDINGS), context.game.NONE, context.sides
    )
    own_cells: list[Cell] = []
    if context.schedule.is_drafted:
        own_cells = [batch.cell_list[i] for i in tally.cells]
    records = record_games(context, batch)
    games = game_rows(context, results, batch) if context.study.output.games else b""
    events = {name: totals[name][0] for name in totals.dtype.names}
    return Part(chunk.index, tally, time.perf_counter() - start_time, records, games, events, own_cells)


@dataclass(frozen=True, eq=False)
class Batch:
    """The games of a chunk: their jobs, the cell of each block (an index into `cell_list`), the first one's number.

    `groups`, `repetitions`: where each block stands in the schedule.
    """

    jobs: np.ndarray
    cells: np.ndarray
    cell_list: list[Cell]
    first_game: int
    groups: np.ndarray
    repetitions: np.ndarray


def chunk_games(context: Context, chunk: Chunk) -> Batch:
    """The games of a chunk; those of one block are `games_a_block` neighbours."""
    schedule, game = context.schedule, context.game
    groups, repetitions = schedule.places_in(chunk)
    seeds = game.block_seeds(context.study.seed, schedule.seeds[groups], repetitions)
    cells, cell_list = groups, schedule.groups
    if schedule.is_drafted:
        cells, cell_list = drafted_cells(context, groups, seeds)
    low, each = int(cells.min()), context.games_a_block
    some = cell_list[low : int(cells.max()) + 1]
    matchups = [cell.matchup(i) for cell in some for i in range(each)]
    places = ((cells - low)[:, None] * each + np.arange(each)).ravel()
    variants = np.array([cell.variant for cell in some], np.int64)[cells - low]
    same = context.study.tournament is not None and context.study.tournament.same_thoughts
    jobs = game.make_jobs(context.rules, matchups, places, seeds, context.arrangements, variants, same)
    return Batch(jobs, cells, cell_list, chunk.start * each, groups, repetitions)


def drafted_cells(context: Context, groups: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, list[Cell]]:
    """The cells of blocks that have decks of their own: for each block an index, and the list of different cells."""
    numbers: dict[Cell, int] = {}
    cells = np.zeros(len(groups), np.int64)
    for block, (group, seed) in enumerate(zip(groups, seeds, strict=True)):
        cell = context.schedule.groups[group]
        cell = cell._replace(decks=block_decks(context, cell.pair, int(seed)))
        cells[block] = numbers.setdefault(cell, len(numbers))
    return cells, list(numbers)


def block_decks(context: Context, pair: int, seed: int) -> tuple[Matchup, ...]:
    """The decks of a block of two players: drawn at random for all its games, or picked for each."""
    if context.study.policies:
        return tuple(one.drafts for one in block_picks(context, pair, seed))
    pool = draft_pool(context.study, context.rules)
    random = np.random.Generator(np.random.PCG64(seed))
    return (context.game.random_matchup(context.rules, pool, random),)


def block_picks(context: Context, pair: int, seed: int) -> Any:
    """The guild selections of a block's games, by the policies of its two players."""
    policies = [context.study.policies[player] for player in context.schedule.pairs[pair]]
    return context.game.select_for_block(context.rules, policies, seed, context.arrangements)


def play_batch(context: Context, batch: Batch, progress: np.ndarray, totals: np.ndarray | None = None) -> np.ndarray:
    """The results of all games, pair of strategies by pair. Raises StrategyFault."""
    each, parts = context.games_a_block, []
    pairs = np.array([cell.pair for cell in batch.cell_list], np.int64)[batch.cells]
    borders = [0, *(np.flatnonzero(np.diff(pairs)) + 1), len(pairs)]
    for start, end in itertools.pairwise(borders):
        jobs = batch.jobs[start * each : end * each]
        players = context.tables[pairs[start]]
        results = context.game.play(context.variants, players, jobs, progress, totals)
        if len(results) < len(jobs) or results[-1]["fault"] != context.game.NONE:
            raise find_fault(context, players, jobs, results, batch.first_game + start * each)
        parts.append(results)
    return np.concatenate(parts)


def record_games(context: Context, batch: Batch) -> list[str]:
    """The records of those games of a chunk that are among the first `records` of the study."""
    wanted = max(0, min(context.study.output.records - batch.first_game, len(batch.jobs)))
    return [record_of(context, batch, i) for i in range(wanted)]


def record_of(context: Context, batch: Batch, i: int) -> str:
    """The record of the `i`-th game of a batch; what a strategy raises is raised here too.

    A game's seed, as records have it: study seed, group, repetition and game of the block.
    """
    block, arrangement = divmod(i, context.games_a_block)
    group, repetition = int(batch.groups[block]), int(batch.repetitions[block])
    players = context.tables[batch.cell_list[batch.cells[block]].pair]
    seed = f"{context.study.seed}/{group}/{repetition}/{arrangement}"
    record = context.game.record_game(context.variants, players, batch.jobs[i : i + 1], seed)
    if context.study.policies:
        numbers = (context.schedule.seeds[[group]], np.array([repetition]))
        block_seed = int(context.game.block_seeds(context.study.seed, *numbers)[0])
        picks = block_picks(context, batch.cell_list[batch.cells[block]].pair, block_seed)
        record["picks"] = picks[arrangement].entry()
    return json.dumps(record)


def game_rows(context: Context, results: np.ndarray, batch: Batch) -> bytes:
    """One row per game, as a Parquet file."""
    import pandas as pd

    each = range(context.games_a_block)
    cells = [batch.cell_list[i] for i in batch.cells]
    decks = [["+".join(draft) for draft in cell.matchup(i)] for cell in cells for i in each]
    columns: dict[str, Any] = {"game": np.arange(batch.first_game, batch.first_game + len(results))}
    played = {"strategy": [strategy.name for strategy in context.strategies], "policy": context.study.policies}
    for kind, names in played.items():
        for player, name in enumerate("ab" if names else ""):
            by_cell = [names[context.schedule.pairs[cell.pair][player]] for cell in cells]
            columns[f"{kind}_{name}"] = np.repeat(by_cell, len(each))
    for seat, name in enumerate("abcd"[: len(decks[0])]):
        columns[f"deck_{name}"] = [deck[seat] for deck in decks]
    columns["rules"] = np.repeat([context.variants[cell.variant].label for cell in cells], len(each))
    columns["first"] = batch.jobs["first"]
    columns["player_at_seat_0"] = batch.jobs["player"][:, 0]
    columns["winner"] = np.where(results["winner"] == context.game.NONE, -1, results["winner"].astype(np.int8))
    columns["ending"] = np.array(context.game.ENDINGS)[results["ending"]]
    for side, name in enumerate("abcd"[: context.sides]):
        columns[f"score_{name}"] = results["score"][:, side]
    columns["turns"], columns["decisions"] = results["turns"], results["decisions"]
    buffer = io.BytesIO()
    pd.DataFrame(columns).to_parquet(buffer, index=False)
    return buffer.getvalue()


# ------------------------------------------------------------------------------------------------------------- faults


def find_fault(context: Context, players: Any, jobs: np.ndarray, results: np.ndarray, first_game: int) -> StrategyFault:
    """Play the game that failed once more, step by step, to learn what went wrong."""
    i = len(results) - 1
    seat = int(results[i]["fault"])
    strategy = players.strategies[int(jobs[i]["player"][seat])]
    try:
        context.game.record_game(context.variants, players, jobs[i : i + 1], "")
        reason, details = "it raised an exception", ""
    except Exception as error:
        reason, details = f"{type(error).__name__}: {error}", traceback.format_exc()
    return StrategyFault(strategy.name, context.study.seed, first_game + i, reason, details)


class Watchdog:
    """Ends the process if a game takes longer than the time allowed: compiled code can be stopped in no other way.

    What is known of the game is left in a file of `fault_folder`, for the process that waits for the chunk.
    """

    def __init__(
        self, context: Context, progress: np.ndarray, first_game: int, seconds: float | None, fault_folder: str
    ) -> None:
        self.context, self.progress, self.first_game = context, progress, first_game
        self.seconds, self.fault_folder = seconds, fault_folder
        self.done = threading.Event()

    def __enter__(self) -> None:
        if self.seconds is not None:
            threading.Thread(target=self.watch, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.done.set()

    def watch(self) -> None:
        assert self.seconds is not None
        games, since = -1, time.monotonic()
        while not self.done.wait(min(POLL, self.seconds)):
            if self.progress[0] != games:
                games, since = int(self.progress[0]), time.monotonic()
            elif time.monotonic() - since > self.seconds:
                self.give_up(games)

    def give_up(self, games: int) -> None:
        names = " or ".join(dict.fromkeys(strategy.name for strategy in self.context.strategies))
        fault = {
            "strategy": names,
            "seed": self.context.study.seed,
            "game": self.first_game + games,
            "reason": f"no end after {self.seconds:g} seconds (--game-timeout)",
        }
        Path(self.fault_folder, f"fault-{os.getpid()}.json").write_text(json.dumps(fault))
        os._exit(TIMED_OUT)


def read_faults(folder: Path) -> StrategyFault | None:
    """What a worker left behind that gave up, if one did."""
    for path in sorted(folder.glob("fault-*.json")):
        fault = json.loads(path.read_text())
        path.unlink()
        return StrategyFault(**fault)
    return None
