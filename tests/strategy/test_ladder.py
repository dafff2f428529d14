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
from rfsim.riftforce.game import play
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
