"""The error rates of the sequential test, on simulated results."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rfsim.riftforce.core.jobs import arrangement_type
from rfsim.study.config import SprtEntry
from rfsim.study.parts import Part
from rfsim.study.stopping import Sprt
from rfsim.study.tally import sides_of_view
from tests.study.test_tally import ENDINGS, UNDECIDED, count, four_games, result_type

RUNS = 400
BLOCKS_A_LOOK = 10
MOST_LOOKS = 400
ENTRY = SprtEntry(elo0=0.0, elo1=60.0)
#: Three standard errors of a rate of 5 % in so many runs, and half a point for the variance being estimated.
SLACK = 3 * math.sqrt(0.05 * 0.95 / RUNS) + 0.005


def simulated(random: np.random.Generator, elo: float, luck: float) -> Part:
    """Some blocks of four games of a strategy that is better by `elo`; `luck` makes the games of a block alike."""
    expected = 1 / (1 + 10 ** (-elo / 400))
    chances = np.clip(expected + luck * random.choice([-1.0, 1.0], BLOCKS_A_LOOK), 0, 1)
    a_wins = random.random((BLOCKS_A_LOOK, 4)) < chances[:, None]
    own_side = np.array([0, 0, 1, 1])  # strategy a's, in the four games
    results = np.zeros(4 * BLOCKS_A_LOOK, result_type).view(np.recarray)
    results["winner"] = np.where(a_wins, own_side, 1 - own_side).ravel()
    results["ending"] = 1
    tally = count(results, np.zeros(BLOCKS_A_LOOK, np.int64), four_games(), ENDINGS, UNDECIDED)
    return Part(0, tally, 0.0, [], b"", {}, [])


def share_for_elo1(elo: float, luck: float, seed: int) -> float:
    """How often the test decides for `elo1`."""
    assert four_games().dtype == arrangement_type
    random = np.random.Generator(np.random.PCG64(seed))
    own, decided = sides_of_view(four_games(), "strategy", 2), []
    for _ in range(RUNS):
        test = Sprt(ENTRY, 4, own)
        for _ in range(MOST_LOOKS):
            test.see(simulated(random, elo, luck))
            if test.verdict is not None:
                break
        assert test.verdict is not None
        decided.append(test.log_likelihood_ratio > 0)
    return float(np.mean(decided))


@pytest.mark.parametrize("luck", [0.0, 0.2])
def test_the_first_error_rate_holds(luck: float) -> None:
    assert share_for_elo1(ENTRY.elo0, luck, seed=1) <= ENTRY.alpha + SLACK


@pytest.mark.parametrize("luck", [0.0, 0.2])
def test_the_second_error_rate_holds(luck: float) -> None:
    assert 1 - share_for_elo1(ENTRY.elo1, luck, seed=2) <= ENTRY.beta + SLACK


def test_half_way_between_both_answers_come() -> None:
    """A test that always gave one answer would keep one of the rates, too."""
    assert 0.3 < share_for_elo1((ENTRY.elo0 + ENTRY.elo1) / 2, 0.0, seed=3) < 0.7
