"""Games between strategies: what tests of the game as a whole are made of. Run as a program, it prints some results."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from rfsim.elemental.game import Players, arrangements, block_seeds, choose_signature, make_jobs, play
from rfsim.elemental.rules import Rules, load_rules
from rfsim.strategy.interface import compile_strategy
from rfsim.strategy.loading import load_strategy

SEED = 20_240


def players(*names: str) -> Players:
    """Players 0 to 3, two strategies taking turns."""
    loaded = [load_strategy(name, game="elemental-rift") for name in names]
    functions = [compile_strategy(strategy, choose_signature) for strategy in loaded]
    seats = [seat % len(names) for seat in range(4)]
    return Players([loaded[i] for i in seats], [functions[i] for i in seats])


def jobs_for(rules: Rules, blocks: int, differ: bool = False, seed: int = SEED) -> np.ndarray:
    """The jobs of some blocks."""
    games, nothing = arrangements(rules, differ), np.zeros(blocks, np.int64)
    seeds = block_seeds(seed, nothing, np.arange(blocks))
    return make_jobs(rules, [((),) * rules.preset.seats], np.zeros(blocks * len(games)), seeds, games, nothing)


def results_of(preset: str, blocks: int, *names: str) -> tuple[np.ndarray, np.ndarray]:
    """The jobs of some blocks, and how they went."""
    rules = load_rules(preset)
    jobs = jobs_for(rules, blocks, len(set(names)) > 1)
    return jobs, play([rules], players(*names), jobs)


def as_numbers(results: np.ndarray) -> list[Any]:
    """Everything in some results, as lists."""
    return [[results[name][i].tolist() for name in results.dtype.names] for i in range(len(results))]


if __name__ == "__main__":
    print(json.dumps([as_numbers(results_of(preset, 1, "random")[1]) for preset in ("two", "three", "four")]))
