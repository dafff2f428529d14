"""How far studies agree: rates side by side and rank correlations, against hand calculations and scipy."""

from __future__ import annotations

import pandas as pd
import pytest
from scipy import stats

from rfsim.analysis.agreement import rank_correlations, side_by_side


def table(rates: dict[str, float], half: float = 0.02) -> pd.DataFrame:
    frame = pd.DataFrame({"guild": list(rates), "win_rate": list(rates.values())})
    return frame.assign(low=frame["win_rate"] - half, high=frame["win_rate"] + half)


ONE = table({"Fire": 0.60, "Water": 0.50, "Ice": 0.40, "Air": 0.45})
OTHER = table({"Ice": 0.41, "Water": 0.56, "Fire": 0.50, "Air": 0.45})


def test_correlation_is_spearmans() -> None:
    found = rank_correlations({"one": ONE, "other": OTHER}, "guild")
    expected = stats.spearmanr([0.60, 0.50, 0.40, 0.45], [0.50, 0.56, 0.41, 0.45]).statistic
    assert found["spearman"].item() == pytest.approx(expected)
    assert found["guilds"].item() == 4


def test_every_two_studies_are_compared() -> None:
    found = rank_correlations({"a": ONE, "b": OTHER, "c": ONE}, "guild")
    assert list(zip(found["a"], found["b"], strict=True)) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert found["spearman"][1] == pytest.approx(1)


def test_a_guild_moves_if_two_intervals_are_apart() -> None:
    """Fire: 58 to 62 and 48 to 52. Water: 48 to 52 and 54 to 58. Ice and Air overlap."""
    found = side_by_side({"one": ONE, "other": OTHER}, "guild")
    assert list(found["guild"]) == ["Fire", "Water", "Ice", "Air"]
    assert list(found["moves"]) == [1, 1, 0, 0]
    assert list(found["spread"]) == pytest.approx([10, 6, 1, 0])
    assert list(found["other %"]) == pytest.approx([50, 56, 41, 45])


def test_only_what_all_have_is_compared() -> None:
    found = side_by_side({"one": ONE, "other": table({"Fire": 0.5, "Star": 0.9})}, "guild")
    assert list(found["guild"]) == ["Fire"]
