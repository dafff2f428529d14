"""The ladder of bundled strategies: each plays every preset, and each rung beats the one below.

The matches are over fixed seeds, so a test here either always passes or never does. What is stated is the error
probability behind it: how likely a match of this size would come out below the bound, on other seeds, if the strength
were the one measured with many games (see docs/ladder.md).
"""

from __future__ import annotations

import numpy as np
import pytest

from rfsim.jit import PLAIN
from rfsim.riftforce.core.state import NONE
from rfsim.riftforce.game import play, seated
from rfsim.riftforce.rules import load_rules
from tests.riftforce.games import PRESETS, players, some_jobs

QUICK = ("rush", "control", "greedy")

pytestmark = pytest.mark.skipif(PLAIN, reason="a search in plain Python takes too long")


def play_match(one: str, other: str, games: int, preset: str = "base", seed: int = 1) -> np.ndarray:
    """The points of `one` in each game (0, 0.5, 1): mirrored blocks, drafts at random."""
    rules = load_rules(preset)
    jobs = some_jobs(rules, games, seed, strategies_differ=True)
    results = play([rules], players(one, other), jobs)
    assert len(results) == len(jobs)
    assert (results["fault"] == NONE).all()
    own_side = jobs["player"][:, 0] % 2
    return np.where(results["winner"] == NONE, 0.5, results["winner"] == own_side)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", QUICK)
def test_plays_every_preset_to_its_end(name: str, preset: str) -> None:
    rules = load_rules(preset)
    jobs = some_jobs(rules, 8)
    results = play([rules], players(name), jobs)
    assert len(results) == len(jobs)
    assert (results["fault"] == NONE).all()
    assert (results["ending"] > 0).all()


@pytest.mark.parametrize("preset", ["base", "beyond"])
@pytest.mark.parametrize("name", ["rush", "control"])
def test_a_rule_of_thumb_beats_random(name: str, preset: str) -> None:
    """Measured: rush 97 and 93 %, control 99.8 %. From 93 %, 88 % of 400 games is 3.9 errors away: 1 in 20,000."""
    assert play_match(name, "random", 400, preset).mean() > 0.88


@pytest.mark.parametrize("preset", ["base", "beyond"])
@pytest.mark.parametrize("name", ["rush", "control"])
def test_greedy_beats_the_rules_of_thumb(name: str, preset: str) -> None:
    """Measured: 85 % and more. Below 70 % of 100 games is more than 4 standard errors away: 1 in 30,000."""
    assert play_match("greedy", name, 100, preset).mean() > 0.70


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["careful", "mcts:iterations=16"])
def test_a_strategy_that_looks_ahead_plays_every_preset_to_its_end(name: str, preset: str) -> None:
    rules = load_rules(preset)
    results = play([rules], players(name), some_jobs(rules, 2))
    assert len(results) == 2
    assert (results["fault"] == NONE).all()
    assert (results["ending"] > 0).all()


def test_careful_beats_greedy() -> None:
    """Measured: 69 % and more. Below 57 % of 160 games is 3.3 standard errors away: 1 in 2,000."""
    assert play_match("careful", "greedy", 160).mean() > 0.57


def test_mcts_beats_greedy() -> None:
    """Measured: 70 % and more. At or below 50 % of 40 games is 2.8 standard errors away: 1 in 400."""
    assert play_match("mcts", "greedy", 40).mean() > 0.5


@pytest.mark.parametrize("name", ["greedy", "careful", "mcts:iterations=16"])
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    rules = load_rules("beyond")
    jobs = some_jobs(rules, 4)
    assert play([rules], players(name), jobs).tobytes() == play([rules], players(name), jobs).tobytes()


@pytest.mark.parametrize("name", ["careful:turns=1", "mcts:turns=1", "mcts:iterations=4"])
def test_with_one_candidate_the_turns_are_those_of_greedy(name: str) -> None:
    """Without Star, which draws within a turn, greedy's choices do not depend on what is imagined."""
    rules = load_rules("base")
    jobs = some_jobs(rules, 40)
    assert (play([rules], players(name), jobs) == play([rules], players("greedy"), jobs)).all()


def reached_by_greedy(turns: int, seed: int) -> np.ndarray:
    """A game that greedy has played to the beginning of a turn."""
    rules = load_rules("base")
    table = seated([rules], players("greedy"), some_jobs(rules, 1, seed))
    while table.game.table.turns < turns:
        table.game.carry_out(table.choose(table.game.options()))
    return table.game.array


def different_choices(name: str, positions: int = 20, streams: int = 6) -> int:
    """How many ways a strategy has to begin a turn, asked with several random streams; added up over positions."""
    rules, count = load_rules("base"), 0
    table = seated([rules], players(name), some_jobs(rules, 1))
    for seed in range(positions):
        before, answers = reached_by_greedy(4 + seed % 8, seed), set()
        for stream in range(streams):
            table.game.array[:], table.memory[:] = before, np.zeros_like(table.memory)
            table.game.array["thoughts"]["state"] = stream
            answers.add(table.choose(table.game.options()))
        count += len(answers)
    return count


def test_with_more_hands_less_depends_on_chance() -> None:
    assert different_choices("careful:hands=32") < different_choices("careful:hands=1")
