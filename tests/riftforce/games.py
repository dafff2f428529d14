"""Games and positions for tests: seeded, so that every run sees the same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from rfsim.riftforce.core.state import SEATS
from rfsim.riftforce.drafts import random_matchup
from rfsim.riftforce.game import Players, arrangements, block_seeds, choose_signature, make_jobs
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.stepping import Game
from rfsim.strategy.interface import compile_strategy
from rfsim.strategy.loading import load_strategy

PRESETS = ("base", "beyond", "summary", "team3", "team4", "solo")


def some_jobs(rules: Rules, games: int, seed: int = 1, strategies_differ: bool = False) -> np.ndarray:
    """Jobs with random drafts, in mirrored blocks."""
    order = arrangements(rules, strategies_differ)
    numbers = np.arange(-(-games // len(order)), dtype=np.int64)
    drawn = np.random.Generator(np.random.PCG64(seed))
    matchups = [random_matchup(rules, rules.pool, drawn) for _ in numbers]
    seeds = block_seeds(seed, numbers, numbers)
    places = np.repeat(numbers, len(order))
    return make_jobs(rules, matchups, places, seeds, order, np.zeros(len(numbers), np.int64))[:games]


def players(*names: str) -> Players:
    """Players at all seats: the first strategy at side 0's, the last at side 1's."""
    loaded = [load_strategy(names[seat % len(names)]) for seat in range(SEATS)]
    return Players(loaded, [compile_strategy(one, choose_signature) for one in loaded])


def dealt(rules: Rules, seed: int) -> Game:
    """A game just dealt."""
    game = Game(rules)
    game.begin(some_jobs(rules, 1, seed))
    return game


def walk(game: Game, seed: int) -> Iterator[list[int]]:
    """Play at random, question by question; the options of each question are given before one is carried out."""
    choice = random.Random(seed)
    while not game.is_over:
        options = game.options()
        yield options
        game.carry_out(choice.choice(options))


def positions(preset: str, count: int, every: int = 7, rules: Rules | None = None) -> Iterator[Game]:
    """Games stopped at various questions, from random play; the game goes on when the next one is asked for."""
    rules = rules or load_rules(preset)
    seen, seed = 0, 0
    while seen < count:
        seed += 1
        game = dealt(rules, seed)
        for number, _ in enumerate(walk(game, seed)):
            if number % every == seed % every:
                yield game
                seen += 1
                if seen == count:
                    return


def copied(game: Game) -> Game:
    """An independent copy."""
    other = Game(game.rules)
    other.array[:] = game.array
    return other


def names_of(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))
