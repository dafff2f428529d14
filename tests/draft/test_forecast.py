"""The model that selections are judged by: hand calculations, its file, and the fitted models that come with rfsim."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import pytest

from rfsim.analysis.outcome import load_model
from rfsim.errors import InputError
from rfsim.riftforce.forecast import read_forecast, usual_model
from rfsim.riftforce.rules import load_rules
from tests.draft.models import model, model_data, write_model_file

GUILDS = ("Air", "Earth", "Fire", "Water")
EFFECTS = {
    "start": 0.1,
    "Air": 0.5,
    "Earth": 0.2,
    "Fire": -0.3,
    "Air+Earth": 0.4,
    "Air>Fire": 0.25,
    "Earth>Water": -0.05,
}


@pytest.mark.parametrize(
    ("deck_a", "deck_b", "first", "log_odds"),
    [
        (["Air", "Earth"], ["Fire", "Water"], None, 0.5 + 0.2 + 0.4 + 0.3 + 0.25 - 0.05),
        (["Air", "Earth"], ["Fire", "Water"], 0, 1.6 + 0.1),
        (["Air", "Earth"], ["Fire", "Water"], 1, 1.6 - 0.1),
        (["Fire", "Water"], ["Air", "Earth"], None, -1.6),
        (["Air", "Fire"], ["Earth", "Water"], None, 0.5 - 0.3 - 0.2),
    ],
)
def test_log_odds_are_the_sum_of_start_strength_pairs_and_opponents(
    deck_a: list[str], deck_b: list[str], first: int | None, log_odds: float
) -> None:
    found = model(GUILDS, EFFECTS).log_odds([deck_a], [deck_b], first)
    assert found[0, 0] == pytest.approx(log_odds)


def test_the_chances_of_both_sides_sum_to_one() -> None:
    forecast = model(GUILDS, EFFECTS, variance=0.01, deviation=0.1)
    one, other = forecast.chance(["Air", "Earth"], ["Fire"], 0), forecast.chance(["Fire"], ["Air", "Earth"], 1)
    assert one.rate + other.rate == pytest.approx(1)
    assert one.error == pytest.approx(other.error)


def test_the_error_has_the_models_own_part_and_the_matchups() -> None:
    # Two decks of two guilds: 1 start, 4 guilds, 2 pairs and 4 opponents, each with variance 0.01.
    chance = model(GUILDS, {}, variance=0.01, deviation=0.2).chance(["Air", "Earth"], ["Fire", "Water"], 0)
    assert chance.rate == 0.5
    assert chance.error == pytest.approx(0.25 * math.sqrt(11 * 0.01 + 0.2**2))


def test_a_difference_leaves_out_what_two_matchups_share() -> None:
    forecast = model(GUILDS, {}, variance=0.01)
    one, other = forecast.features(["Air"], ["Fire"], 0), forecast.features(["Earth"], ["Fire"], 0)
    # Air less Earth: two guilds, and two against Fire; the start and Fire are in both.
    assert forecast.difference_error(one, other) == pytest.approx(math.sqrt(4 * 0.01))
    assert forecast.difference_error(one, one) == 0


def test_a_guild_that_the_model_does_not_know_counts_as_even() -> None:
    forecast = model(GUILDS, EFFECTS)
    assert forecast.log_odds([["Air", "Love"]], [["Fire"]])[0, 0] == forecast.log_odds([["Air"]], [["Fire"]])[0, 0]


@pytest.mark.parametrize("preset", ["base", "beyond"])
def test_the_bundled_models_know_their_presets_guilds(preset: str) -> None:
    assert set(read_forecast(usual_model(preset)).guilds) == set(load_rules(preset).pool)


@pytest.mark.parametrize("preset", ["base", "beyond"])
def test_predictions_are_those_of_the_fitted_model(preset: str, tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    file.write_bytes(gzip.decompress(usual_model(preset).read_bytes()))
    fitted, forecast = load_model(file), read_forecast(file)
    decks = (["Air", "Crystal", "Ice", "Fire"], ["Earth", "Light", "Plant", "Shadow"])
    for first in (0, 1, None):
        expected = fitted.predict(*decks, first=None if first is None else first == 0)
        chance = forecast.chance(*decks, first)
        assert chance.rate == pytest.approx(expected.rate)
        slope = chance.rate * (1 - chance.rate)
        log_odds = [math.log(rate / (1 - rate)) for rate in (expected.low, expected.high)]
        assert chance.error / slope == pytest.approx((log_odds[1] - log_odds[0]) / 2 / 1.959964, rel=1e-5)


def test_a_model_can_be_read_from_its_results_folder(tmp_path: Path) -> None:
    write_model_file(tmp_path / "model.json", GUILDS, EFFECTS)
    assert read_forecast(tmp_path).strength.tolist() == [0.5, 0.2, -0.3, 0.0]


def test_no_file_is_told() -> None:
    with pytest.raises(InputError, match=r"absent\.json: no such file; 'rfsim draft fit RESULTS --out FILE' writes a"):
        read_forecast(Path("absent.json"))


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"guilds": ["Air"], "effects": {"Air": 1}}'])
def test_what_is_no_model_is_told(content: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(content)
    with pytest.raises(InputError, match=r"x\.json: this is not a model of outcomes"):
        read_forecast(file)


def test_a_covariance_of_the_wrong_size_is_told(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps({**model_data(GUILDS, EFFECTS), "covariance": [1.0, 2.0]}))
    with pytest.raises(InputError, match="this is not a model of outcomes"):
        read_forecast(file)
