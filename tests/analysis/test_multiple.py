"""Corrections for many comparisons, by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rfsim.analysis.multiple import is_found, p_values, q_of_changes, q_values, size_of_interval, with_q_values
from rfsim.analysis.rates import intervals

#: The example of Benjamini and Hochberg's paper (section 3.3): 15 tests, of which their method finds four.
EXAMPLE = np.array(
    [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1]
)


def test_the_papers_example_finds_its_four() -> None:
    assert (q_values(EXAMPLE) <= 0.05).tolist() == [True] * 4 + [False] * 11


def test_q_values_by_hand() -> None:
    """q of rank i is the least of p * 15 / j over j from i on: the sixth takes that of the seventh, 0.0298 * 15 / 7."""
    expected = [0.0015, 0.003, 0.0095, 0.0095 * 15 / 4, 0.0201 * 15 / 5, 0.0298 * 15 / 7, 0.0298 * 15 / 7]
    assert q_values(EXAMPLE)[:7] == pytest.approx(expected)


def test_rows_without_games_are_no_tests() -> None:
    q = q_values(np.array([0.01, np.nan, 0.04]))
    assert np.isnan(q[1])
    assert q[[0, 2]] == pytest.approx([0.02, 0.04])


def test_sixty_of_a_hundred_are_two_standard_errors_from_even() -> None:
    p = p_values(np.array([0.6]), np.array([100.0]))
    assert p[0] == pytest.approx(2 * stats.norm.sf(2))


def test_the_size_is_read_back_from_the_interval() -> None:
    size = np.array([100.0, 37.0, 2500.0])
    wins = np.array([0.6, 0.1, 0.52]) * size
    low, high = intervals(wins, size, size)
    table = pd.DataFrame({"win_rate": wins / size, "low": low, "high": high})
    assert size_of_interval(table) == pytest.approx(size, rel=1e-9)


def test_a_row_alone_is_found_where_its_interval_leaves_out_even() -> None:
    for wins in range(30, 71):
        low, high = intervals(np.array([float(wins)]), np.array([100.0]), np.array([100.0]))
        table = pd.DataFrame({"win_rate": [wins / 100], "low": low, "high": high})
        assert bool(is_found(with_q_values(table))[0]) == (low[0] > 0.5 or high[0] < 0.5)


def test_a_table_of_3060_even_drafts_does_not_cry_wolf() -> None:
    """Of single tests 5 % are wrong; of whole tables, 5 % hold any finding: with 60 tables, 9 happen once in 500."""
    random = np.random.Generator(np.random.PCG64(1))
    tables_with_findings = single = 0
    for _ in range(60):
        wins = random.binomial(1000, 0.5, 3060)
        p = p_values(wins / 1000, np.full(3060, 1000.0))
        single += (p < 0.05).sum()
        tables_with_findings += (q_values(p) <= 0.05).any()
    assert single / 60 > 120
    assert tables_with_findings < 9


def test_changes_are_tested_from_their_intervals() -> None:
    """An interval of plus and minus 1.96 standard errors that ends at 0 has p = 5 %."""
    table = pd.DataFrame({"change": [0.02, 0.0], "low": [0.0, -0.02], "high": [0.04, 0.02]})
    assert q_of_changes(table) == pytest.approx([0.1, 1.0])


def test_what_does_not_change_at_all_is_not_found() -> None:
    table = pd.DataFrame({"change": [0.0, 0.03], "low": [0.0, 0.03], "high": [0.0, 0.03]})
    assert q_of_changes(table) == pytest.approx([1.0, 0.0])
