"""What happens in games beside who wins, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rfsim.analysis.events import activity_table, mean_of, source_table
from rfsim.analysis.tables import Counts
from rfsim.riftforce.core.jobs import arrangement_type
from rfsim.study.schedule import Cell
from rfsim.study.tally import empty_tally


def two_matchups() -> Counts:
    """Fire against Ice: 6 games of 20 turns; Fire against Air: 4 games of 30, of which 2 were undecided."""
    decks = [((("Fire",), ("Ice",)),), ((("Fire",), ("Air",)),)]
    tally = empty_tally(2, 2, 4)
    tally.outcomes[0] = [[2, 1, 0], [1, 2, 0]]
    tally.outcomes[1] = [[1, 0, 1], [1, 0, 1]]
    tally.sums[:, 0] = [6 * 20, 4 * 30]
    cells = [Cell((0, 0), 0, matchup) for matchup in decks]
    arrangements = np.zeros(2, arrangement_type).view(np.recarray)
    endings = ("going on", "target", "stalemate", "cap")
    return Counts(tally, cells, (0, 1), (0, 1), (0, 1), arrangements, ("a", "a"), ((0, 1),), endings, ("base",), 1.0)


def test_the_mean_length_is_over_all_games() -> None:
    assert mean_of(two_matchups(), "turns") == pytest.approx(24.0)


def test_cards_are_counted_by_game_with_their_guild() -> None:
    """Fire took part in all 10 games, Ice in 6, Air in 4."""
    events = {"guilds": np.array([[8, 4, 0], [20, 30, 10], [12, 18, 6]])}
    table = activity_table(two_matchups(), events, ["Air", "Fire", "Ice"]).set_index("guild")
    assert table["games"].to_dict() == {"Air": 4, "Fire": 10, "Ice": 6}
    assert table.loc["Ice", ["played", "activated", "destroyed"]].tolist() == [2, 3, 1]
    assert table.loc["Fire", ["played", "activated", "destroyed"]].tolist() == [2, 3, 1]
    assert table["turns"].to_dict() == {"Air": 30, "Fire": 24, "Ice": 20}


def test_riftforce_is_told_by_decided_game() -> None:
    """8 games were decided; what undecided games brought does not count."""
    events = {"riftforce": np.array([[64, 32, 0, 8], [32, 16, 8, 0], [99, 99, 99, 99]])}
    table = source_table(two_matchups(), events)
    assert table[table["side"] == "winners"]["riftforce"].tolist() == [8, 4, 0, 1]
    assert table[table["side"] == "losers"]["riftforce"].tolist() == [4, 2, 1, 0]
