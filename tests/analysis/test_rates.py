"""Rates and intervals against hand calculations, scipy's formulas and simulated studies."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rfsim.analysis.rates import COUNTS, MOMENTS, difference, effective_size, intervals, variance_of_rate, with_rates
from rfsim.analysis.ratings import expected_score, ratings
from rfsim.analysis.tables import (
    Counts,
    change_table,
    combination_table,
    guild_table,
    matchup_table,
    seat_table,
    side_table,
)
from rfsim.riftforce.core.jobs import arrangement_type
from rfsim.study.schedule import Cell
from rfsim.study.tally import Tally, count

ENDINGS = ("going on", "target", "stalemate", "cap")


def row(**values: float) -> pd.DataFrame:
    return pd.DataFrame([{**dict.fromkeys([*COUNTS, *MOMENTS], 0), **values}])


def test_independent_games_get_wilsons_interval() -> None:
    low, high = intervals(np.array([30.0]), np.array([100.0]), np.array([100.0]))
    expected = stats.binomtest(30, 100).proportion_ci(0.95, method="wilson")
    assert (low[0], high[0]) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_no_games_no_interval() -> None:
    low, high = intervals(np.array([0.0]), np.array([0.0]), np.array([0.0]))
    assert np.isnan(low[0])
    assert np.isnan(high[0])


def test_the_variance_between_clusters_is_the_textbooks() -> None:
    """Three matchups of 10 games with 2, 5 and 8 wins: residuals -3, 0, 3 around the rate 1/2; 18 * 3/2 / 30**2."""
    counts = row(wins=15, losses=15, ww=4 + 25 + 64, wn=150, nn=300, clusters=3)
    variance, freedom = variance_of_rate(counts, 0.0)
    assert (variance[0], freedom[0]) == pytest.approx((0.03, 2))


def test_with_all_matchups_played_only_the_blocks_are_a_matter_of_chance() -> None:
    counts = row(wins=15, losses=15, ww=93, wn=150, nn=300, clusters=3, in_ww=9, in_blocks=12)
    variance, freedom = variance_of_rate(counts, 1.0)
    assert (variance[0], freedom[0]) == pytest.approx((9 / 900, 12))


def test_half_of_the_matchups_mix_both() -> None:
    counts = row(wins=15, losses=15, ww=93, wn=150, nn=300, clusters=3, in_ww=9, in_blocks=12)
    assert variance_of_rate(counts, 0.5)[0][0] == pytest.approx(0.5 * 0.03 + 0.5 * 0.01)


def test_rows_are_sorted_best_first_ties_by_key() -> None:
    rows = pd.concat([row(wins=1, losses=1), row(wins=3, losses=1), row(wins=2, losses=2)], ignore_index=True)
    table = with_rates(rows.assign(name=["b", "c", "a"]), ["name"], 1.0)
    assert table["name"].tolist() == ["c", "a", "b"]


@pytest.mark.parametrize("fraction", [0.0, 1.0])
def test_intervals_cover_the_truth_in_19_of_20_studies(fraction: float) -> None:
    """400 simulated studies; fewer than 90 % or more than 99 % covered happens to a right interval once in 100,000."""
    random = np.random.Generator(np.random.PCG64(1))
    matchups, blocks, size, studies = 40, 10, 2, 400
    fixed = random.beta(2, 2, matchups)
    covered = 0
    for _ in range(studies):
        rates = fixed if fraction == 1.0 else random.beta(2, 2, matchups)
        wins = random.binomial(size, rates[:, None], (matchups, blocks))
        truth = fixed.mean() if fraction == 1.0 else 0.5
        total, n = wins.sum(axis=1), blocks * size
        spread = ((wins**2).sum(axis=1) - total**2 / blocks) * blocks / (blocks - 1)
        counts = row(
            wins=total.sum(),
            losses=matchups * n - total.sum(),
            ww=(total**2).sum(),
            wn=(total * n).sum(),
            nn=matchups * n * n,
            clusters=matchups,
            in_ww=spread.sum(),
            in_blocks=matchups * (blocks - 1),
        )
        low, high = intervals(
            counts["wins"].to_numpy(float), np.array([matchups * n]), effective_size(counts, fraction)
        )
        covered += low[0] <= truth <= high[0]
    assert 0.90 <= covered / studies <= 0.99


def test_what_two_conditions_have_in_common_cancels_out() -> None:
    one = pd.DataFrame({"wins": [2, 5, 8], "losses": [8, 5, 2]})
    other = pd.DataFrame({"wins": [3, 6, 9], "losses": [7, 4, 1]})
    assert difference(one, other) == pytest.approx((0.5, 0.6, 0.1, 0.1))


# ------------------------------------------------------------------------------------------------------------- ratings


def test_400_elo_are_odds_of_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)


def test_two_players_ratings_follow_from_their_score() -> None:
    table = ratings(["a", "b"], np.array([[0, 1]]), np.array([760]), np.array([240]))
    apart = 400 * np.log10((760.5) / (240.5))
    assert table["elo"].tolist() == pytest.approx([apart / 2, -apart / 2], abs=0.01)


def test_ratings_recover_the_truth() -> None:
    """Three players 100 Elo apart, 100,000 simulated games of each pair: within 4 points (5 standard errors)."""
    random = np.random.Generator(np.random.PCG64(5))
    truth, pairs = [100.0, 0.0, -100.0], np.array([[0, 1], [0, 2], [1, 2]])
    wins = np.array([random.binomial(100_000, expected_score(truth[a] - truth[b])) for a, b in pairs])
    table = ratings(["a", "b", "c"], pairs, wins, 100_000 - wins).set_index("strategy")["elo"]
    assert [table[name] for name in "abc"] == pytest.approx(truth, abs=4)


# -------------------------------------------------------------------------------------------------------------- tables


def tiny() -> Counts:
    """Two matchups, one block of two games each: deck a = (A B C D) won both games, (A B C E) one of two."""
    games = np.zeros(2, arrangement_type).view(np.recarray)
    games["first"] = games["side_first"] = [0, 1]
    results = np.zeros(
        4, [("winner", "u1"), ("ending", "u1"), ("turns", "u2"), ("decisions", "u4"), ("score", "i2", (2,))]
    )
    results["winner"] = [0, 0, 0, 1]
    results["ending"] = 1
    tally: Tally = count(results, np.array([0, 1]), games, 4, 255)
    decks = [(("A", "B", "C", "D"), ("E", "F", "G", "H")), (("A", "B", "C", "E"), ("D", "F", "G", "H"))]
    cells = [Cell(0, 0, (deck,)) for deck in decks]
    return Counts(tally, cells, (0, 1), (0, 1), (0, 1), games, ("x", "x"), ((0, 1),), ENDINGS, ("base",), 1.0)


def counts_in(table: pd.DataFrame, key: str) -> dict[str, tuple[int, int]]:
    return {
        str(name): (int(wins), int(losses))
        for name, wins, losses in zip(table[key], table["wins"], table["losses"], strict=True)
    }


def test_a_guilds_games_are_those_of_the_decks_that_hold_it() -> None:
    expected = {"A": (3, 1), "B": (3, 1), "C": (3, 1), "D": (3, 1), "E": (1, 3), "F": (1, 3), "G": (1, 3), "H": (1, 3)}
    assert counts_in(guild_table(tiny()), "guild") == expected


def test_a_combinations_games_are_those_of_the_decks_that_hold_all_of_it() -> None:
    pairs = counts_in(combination_table(tiny(), 2), "combination")
    assert (pairs["A+D"], pairs["A+E"], pairs["F+G"]) == ((2, 0), (1, 1), (1, 3))
    assert len(pairs) == len({*pairs}) == 3 + 6 + 3 + 6 - 3 + 3 - 3 + 3


def test_a_matchups_rates_are_those_of_deck_a() -> None:
    table = matchup_table(tiny())
    assert table[["deck_a", "deck_b", "wins", "losses"]].to_numpy().tolist() == [
        ["A+B+C+D", "E+F+G+H", 2, 0],
        ["A+B+C+E", "D+F+G+H", 1, 1],
    ]


def test_the_first_seat_won_when_the_starters_side_won() -> None:
    """Games 1 and 3 are started by side 0, which won both; 2 and 4 by side 1, which won one."""
    assert counts_in(seat_table(tiny()), "position") == {"1": (3, 1), "2": (1, 3)}


def test_side_0_won_three_games() -> None:
    assert counts_in(side_table(tiny()), "side") == {"0": (3, 1), "1": (1, 3)}


def test_a_change_is_a_difference_of_rates() -> None:
    counts = tiny()
    both = Counts(
        counts.tally,
        [Cell(0, 0, counts.cells[0].decks), Cell(0, 1, counts.cells[0].decks)],
        *((0, 1), (0, 1), (0, 1), counts.arrangements, ("x", "x"), ((0, 1),), ENDINGS, ("a", "b"), 1.0),
    )
    change = change_table(both).set_index("guild")["change"]
    assert change["A"] == pytest.approx(-0.5)
    assert change["E"] == pytest.approx(0.5)
