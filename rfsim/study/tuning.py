"""Better weights for a strategy by self-play: CMA-ES over the weights, against a growing pool of opponents.

Every candidate of a generation plays the same games (drafts, decks, starts) against every opponent of the pool: common
random numbers, so that what differs is the candidates. After a generation the mean of the search distribution, if it
beats the newest opponent, joins the pool. The optimiser is the `cma` package (Hansen, "The CMA Evolution Strategy: A
Tutorial", 2016).
"""

from __future__ import annotations

import os
import pickle
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.errors import InputError
from rfsim.games import DEFAULT_GAME, load_game
from rfsim.strategy.interface import Strategy, compile_strategy
from rfsim.strategy.loading import load_strategy
from rfsim.study.executors import CONTEXT, begin_worker
from rfsim.study.parts import write_atomically
from rfsim.study.tally import sides_of_view

FIRST_STEP = 0.3  # of the search, in units of the weights' scales
LEAST_SCALE = 0.25  # of a weight that starts at or near 0
MOST_OPPONENTS = 6
JOINS_ABOVE = 0.53  # the share of games that the mean has to win against the newest opponent to join the pool
FINAL_GROUP, POOL_GROUP = 2**31, 2**31 + 1  # groups of seeds that no generation uses
STATE_FILE, WEIGHTS_FILE, PROGRESS_FILE = "state.pkl", "weights.toml", "progress.csv"

Weights = dict[str, float]


@dataclass(frozen=True)
class TuneOptions:
    """What is tuned, and with how many games."""

    strategy: str
    games: int = 200  # of one candidate in one generation
    budget: int = 100_000  # of all candidates in all generations
    final_games: int = 4_000
    seed: int = 1
    preset: str | None = None  # the game's usual one
    workers: int = 2
    strategy_path: tuple[str, ...] = ()
    game: str = DEFAULT_GAME


@dataclass
class Generation:
    """What a generation found: the shares of games won by the best, the mean candidate, and the pool's size."""

    number: int
    games: int
    best: float
    mean: float
    opponents: int
    seconds: float


@dataclass
class TuneState:
    """Everything that is needed to go on."""

    options: TuneOptions
    optimiser: Any
    pool: list[Weights]
    history: list[Generation] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Arena:
    """Where candidates meet opponents: the game, its rules, and the strategy, compiled once for all weights."""

    options: TuneOptions
    game: Any
    rules: Any
    strategy: Strategy
    function: Any
    arrangements: np.ndarray

    def share_won(self, one: Weights, other: Weights, group: int, games: int) -> tuple[float, np.ndarray]:
        """The share of decided games that `one` wins, and the points of each block (from 0 to 1)."""
        each = len(self.arrangements)
        blocks = -(-games // each)
        numbers = np.arange(blocks, dtype=np.int64)
        seeds = self.game.block_seeds(self.options.seed, np.full(blocks, group, np.int64), numbers)
        matchups = [
            self.game.random_matchup(self.rules, self.rules.pool, np.random.Generator(np.random.PCG64(int(seed))))
            for seed in seeds
        ]
        places = np.repeat(numbers, each)
        jobs = self.game.make_jobs(self.rules, matchups, places, seeds, self.arrangements, np.zeros(blocks, np.int64))
        seats = [self.strategy.with_weights(one if seat % 2 == 0 else other) for seat in range(self.game.SEATS)]
        results = self.game.play([self.rules], self.game.Players(seats, [self.function] * len(seats)), jobs)
        sides = len(set(self.game.sides(self.rules)))
        own = np.pad(sides_of_view(self.arrangements, "strategy", sides), ((0, 0), (0, 1)))
        undecided = results["winner"] == self.game.NONE
        winner = np.where(undecided, sides, results["winner"]).astype(np.int64)
        points = np.where(undecided, 0.5, np.tile(own, (blocks, 1))[np.arange(len(winner)), winner])
        by_block = points.reshape(blocks, each).mean(axis=1)
        return float(by_block.mean()), by_block


arena: Arena | None = None  # forked workers inherit it


def make_arena(options: TuneOptions) -> Arena:
    """Raises InputError for a strategy without weights."""
    game = load_game(options.game)
    rules = game.load_rules(options.preset or game.DEFAULT_PRESET)
    strategy = load_strategy(options.strategy, options.strategy_path, options.game)
    if not strategy.weights:
        raise InputError(f"strategy {strategy.name}: has no weights to be tuned")
    if "solo" in game.KINDS and rules.preset.trainer:
        raise InputError(f"preset {options.preset}: there is no opponent in solo mode")
    function = compile_strategy(strategy, game.choose_signature)
    return Arena(options, game, rules, strategy, function, game.arrangements(rules, True))


def play_task(task: tuple[Weights, Weights, int, int]) -> float:
    assert arena is not None
    return arena.share_won(*task)[0]


# ----------------------------------------------------------------------------------------------------------- the search


def scales_of(start: Weights) -> np.ndarray:
    """The unit of each weight: its own size, or a little if it is near 0."""
    return np.array([max(abs(value), LEAST_SCALE) for value in start.values()])


def begin(options: TuneOptions, start: Weights) -> TuneState:
    """Raises InputError if the package cma is not there."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would like to have matplotlib
            import cma
    except ImportError:
        raise InputError("rfsim tune: needs the package cma: pip install 'rfsim[tune]'") from None
    at = np.array(list(start.values())) / scales_of(start)
    optimiser = cma.CMAEvolutionStrategy(at, FIRST_STEP, {"seed": options.seed + 1, "verbose": -9})
    return TuneState(options, optimiser, [start])


def tune(options: TuneOptions, folder: Path, resume: bool) -> Iterator[Generation]:
    """Search until the budget is used up; one item for each generation. The state is kept in `folder`."""
    global arena
    arena = make_arena(options)
    start = arena.strategy.weights
    state = load_state(folder, options) if resume and (folder / STATE_FILE).exists() else begin(options, start)
    scales = scales_of(start)

    def weights_at(point: np.ndarray) -> Weights:
        return dict(zip(start, (point * scales).tolist(), strict=True))

    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.workers, CONTEXT, begin_search_worker, (os.getpid(),)) as workers:
        while games_played(state) < options.budget:
            begun = time.monotonic()
            number = len(state.history) + 1
            points = state.optimiser.ask()
            shares = evaluate(workers, [weights_at(point) for point in points], state.pool, number, options.games)
            state.optimiser.tell(points, [-share for share in shares])
            mean = weights_at(state.optimiser.mean)
            newest = state.pool[-1]
            against_newest = evaluate(workers, [mean], [newest], POOL_GROUP + number, options.games)[0]
            if against_newest > JOINS_ABOVE and len(state.pool) < MOST_OPPONENTS:
                state.pool.append(mean)
            games = (len(points) + 1) * options.games
            generation = Generation(
                number, games, max(shares), against_newest, len(state.pool), time.monotonic() - begun
            )
            state.history.append(generation)
            save(state, mean, folder)
            yield generation


def begin_search_worker(parent: int) -> None:
    begin_worker(parent, notes=False)


def evaluate(
    workers: ProcessPoolExecutor, candidates: Sequence[Weights], pool: Sequence[Weights], group: int, games: int
) -> list[float]:
    """The share that each candidate wins, on average over the opponents; all play the same games."""
    each = -(-games // len(pool))
    tasks = [(candidate, opponent, group, each) for candidate in candidates for opponent in pool]
    shares = np.array(list(workers.map(play_task, tasks))).reshape(len(candidates), len(pool))
    return [float(share) for share in shares.mean(axis=1)]


def games_played(state: TuneState) -> int:
    return sum(generation.games for generation in state.history)


# --------------------------------------------------------------------------------------------------------- what is kept


def save(state: TuneState, mean: Weights, folder: Path) -> None:
    """Keep the state, the weights so far and a table of the progress."""
    import tomli_w

    write_atomically(folder / STATE_FILE, pickle.dumps(state))
    rounded = {name: float(f"{value:.4g}") for name, value in mean.items()}
    write_atomically(folder / WEIGHTS_FILE, tomli_w.dumps(rounded).encode())
    lines = ["generation,games,best,mean,opponents,seconds"]
    lines += [
        f"{one.number},{one.games},{one.best:.4f},{one.mean:.4f},{one.opponents},{one.seconds:.1f}"
        for one in state.history
    ]
    write_atomically(folder / PROGRESS_FILE, ("\n".join(lines) + "\n").encode())


def load_state(folder: Path, options: TuneOptions) -> TuneState:
    """Raises InputError if the folder holds a search with other options."""
    state: TuneState = pickle.loads((folder / STATE_FILE).read_bytes())
    old, new = asdict(state.options), asdict(options)
    changed = [key for key in new if key not in ("workers", "budget", "final_games") and old[key] != new[key]]
    if changed:
        raise InputError(
            f"{folder}: holds a search with other options ({', '.join(changed)}); choose another with --out"
        )
    state.options = options
    return state


def final_matches(options: TuneOptions, folder: Path) -> list[dict[str, Any]]:
    """The weights found against the start and the pool, on seeds that no generation used; one row an opponent."""
    from rfsim.validation import read_toml

    assert arena is not None
    state = load_state(folder, options)
    found = {key: float(value) for key, value in read_toml(folder / WEIGHTS_FILE).items()}
    rows = []
    for number, opponent in enumerate(state.pool):
        share, blocks = arena.share_won(found, opponent, FINAL_GROUP, options.final_games)
        error = float(blocks.std(ddof=1) / np.sqrt(len(blocks)))
        name = "start" if number == 0 else f"pool {number}"
        games = len(blocks) * len(arena.arrangements)
        rows.append({"opponent": name, "games": games, "share": share, "error": error})
    return rows
