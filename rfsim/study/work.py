"""Playing one chunk of a study: what a worker does, in whatever process or on whatever machine."""

from __future__ import annotations

import functools
import io
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
from rfsim.study.schedule import Chunk, Schedule, make_schedule
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
    """A study with everything that playing it needs, loaded and compiled."""

    study: Study
    game: Any
    rules: Any
    variants: list[Any]
    schedule: Schedule
    strategies: tuple[Strategy, ...]
    players: Any
    arrangements: np.ndarray

    @property
    def games_a_block(self) -> int:
        return len(self.arrangements)


def make_context(study: Study) -> Context:
    """Load and compile. Raises InputError for whatever the study names that is not there."""
    game = load_game(study.game)
    variants = make_variants(study, game)
    rules = variants[0]
    arrangements = game.arrangements(rules, study.strategies_differ)
    schedule = make_schedule(study, game, variants, len(arrangements))
    names = study.strategies
    loaded = tuple(load_strategy(name, study.strategy_path) for name in names)
    seats = [loaded[seat % len(loaded)] for seat in range(game.SEATS)]
    functions = {id(one): compile_strategy(one, game.choose_signature) for one in seats}
    players = game.Players(seats, [functions[id(one)] for one in seats])
    return Context(study, game, rules, variants, schedule, loaded, players, arrangements)


def make_variants(study: Study, game: Any) -> list[Any]:
    """The rules that a study is played by: one set, or several to be compared. Raises InputError."""
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
    jobs, matchups = chunk_jobs(context, chunk)
    progress = np.zeros(1, np.int64)
    first_game = chunk.start * context.games_a_block
    with Watchdog(context, progress, first_game, game_timeout, fault_folder):
        results = context.game.play(context.variants, context.players, jobs, progress)
    if len(results) < len(jobs) or results[-1]["fault"] != context.game.NONE:
        raise find_fault(context, jobs, results, first_game)
    tally = count(results, matchups, context.arrangements, len(context.game.ENDINGS), context.game.NONE)
    records = record_games(context, jobs, first_game)
    games = game_rows(context, results, jobs, matchups, first_game) if context.study.output.games else b""
    return Part(chunk.index, tally, time.perf_counter() - start_time, records, games)


def chunk_jobs(context: Context, chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
    """The jobs of a chunk, and the matchup of each of its blocks."""
    matchups, repetitions = context.schedule.places(chunk.start, chunk.end)
    low, high = int(matchups[0]), int(matchups[-1]) + 1
    some = context.schedule.matchups[low:high]
    seed = context.study.seed
    blocks = (matchups - low, context.schedule.seeds[matchups], repetitions)
    variants = context.schedule.variants[matchups]
    jobs = context.game.make_jobs(context.rules, some, blocks, seed, context.arrangements, variants)
    return jobs, matchups


def game_seed(context: Context, game: int) -> str:
    """A game's seed as records have it: study seed, matchup, repetition and game of the block."""
    block, arrangement = divmod(game, context.games_a_block)
    matchup, repetition = (int(place[0]) for place in context.schedule.places(block, block + 1))
    return f"{context.study.seed}/{matchup}/{repetition}/{arrangement}"


def record_games(context: Context, jobs: np.ndarray, first_game: int) -> list[str]:
    """The records of those games of a chunk that are among the first `records` of the study."""
    wanted = max(0, min(context.study.output.records - first_game, len(jobs)))
    return [record_of(context, jobs, i, first_game) for i in range(wanted)]


def record_of(context: Context, jobs: np.ndarray, i: int, first_game: int) -> str:
    seed = game_seed(context, first_game + i)
    return json.dumps(context.game.record_game(context.variants, context.players, jobs[i : i + 1], seed))


def game_rows(context: Context, results: np.ndarray, jobs: np.ndarray, matchups: np.ndarray, first_game: int) -> bytes:
    """One row per game, as a Parquet file."""
    import pandas as pd

    decks = [["+".join(draft) for draft in context.schedule.matchups[m]] for m in matchups]
    each = context.games_a_block
    columns: dict[str, Any] = {"game": np.arange(first_game, first_game + len(results))}
    for seat, name in enumerate("abcd"[: len(decks[0])]):
        columns[f"deck_{name}"] = np.repeat([deck[seat] for deck in decks], each)
    columns["first"] = jobs["first"]
    columns["winner"] = np.where(results["winner"] == context.game.NONE, -1, results["winner"].astype(np.int8))
    columns["ending"] = np.array(context.game.ENDINGS)[results["ending"]]
    columns["score_a"], columns["score_b"] = results["score"][:, 0], results["score"][:, 1]
    columns["turns"], columns["decisions"] = results["turns"], results["decisions"]
    buffer = io.BytesIO()
    pd.DataFrame(columns).to_parquet(buffer, index=False)
    return buffer.getvalue()


# ------------------------------------------------------------------------------------------------------------- faults


def find_fault(context: Context, jobs: np.ndarray, results: np.ndarray, first_game: int) -> StrategyFault:
    """Play the game that failed once more, step by step, to learn what went wrong."""
    i = len(results) - 1
    seat = int(results[i]["fault"])
    strategy = context.players.strategies[int(jobs[i]["player"][seat])]
    try:
        context.game.record_game(context.variants, context.players, jobs[i : i + 1], "")
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
