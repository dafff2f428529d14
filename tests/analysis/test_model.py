"""The model of the outcome against planted truths, and against the tables."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from rfsim.analysis.calibration import Check, mean_by_matchup, scatter
from rfsim.analysis.features import centring, features, part_slices
from rfsim.analysis.model import fit_and_check
from rfsim.analysis.observations import Observations, observations
from rfsim.analysis.outcome import OutcomeModel, load_model
from rfsim.analysis.regression import rate_of
from rfsim.analysis.synergy import opponent_table, synergy_table, versus_table
from rfsim.analysis.tables import Counts, matchup_table
from rfsim.errors import InputError
from rfsim.report.tables import stored_counts
from rfsim.study.folder import ResultsFolder
from rfsim.study.work import context_for
from tests.study.tools import run, small_study

GUILDS = ("Air", "Crystal", "Earth", "Fire", "Ice", "Light", "Plant", "Shadow", "Thunderbolt", "Water")
DECK = 4
GAMES = 30  # of each matchup with each start
#: Standard deviations of what is planted (log-odds), and the advantage of who starts.
PLANTED = {"guild": 0.4, "pair": 0.12, "against": 0.06}
START = -0.1


def all_matchups() -> tuple[np.ndarray, np.ndarray]:
    """All 1,575 pairs of disjoint decks: two arrays, matchups x guilds."""
    pairs = []
    for deck in itertools.combinations(range(len(GUILDS)), DECK):
        rest = [guild for guild in range(len(GUILDS)) if guild not in deck]
        pairs += [(deck, other) for other in itertools.combinations(rest, DECK) if deck < other]
    tables = np.zeros((2, len(pairs), len(GUILDS)))
    for row, decks in enumerate(pairs):
        for side, deck in enumerate(decks):
            tables[side, row, list(deck)] = 1.0
    return tables[0], tables[1]


def planted_effects(random: np.random.Generator) -> np.ndarray:
    """Effects in the order of `features`, centred, so that each part has but what is its own."""
    at = part_slices(len(GUILDS))
    effects = np.zeros(at["against"].stop)
    effects[0] = START
    for part, deviation in PLANTED.items():
        effects[at[part]] = random.normal(0, deviation, at[part].stop - at[part].start)
    return np.asarray(centring(len(GUILDS)) @ effects)


def simulated(effects: np.ndarray, random: np.random.Generator, scatter_of_matchups: float = 0.0) -> Observations:
    """A sweep of all matchups, both starts."""
    deck_a, deck_b = (np.vstack([table, table]) for table in all_matchups())
    matchup = np.tile(np.arange(len(deck_a) // 2), 2)
    start = np.repeat([1.0, -1.0], len(deck_a) // 2)
    own = random.normal(0, scatter_of_matchups, len(deck_a) // 2)[matchup]
    wins = random.binomial(GAMES, rate_of(features(deck_a, deck_b, start) @ effects + own)).astype(float)
    return Observations(GUILDS, deck_a, deck_b, start, np.zeros((len(start), 0)), wins, GAMES - wins, matchup)


@pytest.fixture(scope="module")
def truth() -> np.ndarray:
    return planted_effects(np.random.Generator(np.random.PCG64(1)))


@pytest.fixture(scope="module")
def fitted(truth: np.ndarray) -> tuple[OutcomeModel, Check]:
    return fit_and_check(simulated(truth, np.random.Generator(np.random.PCG64(2))))


def errors(model: OutcomeModel, truth: np.ndarray, part: str) -> np.ndarray:
    return np.asarray(model.part(part)["effect"] - truth[part_slices(len(GUILDS))[part]])


def test_the_decks_are_those_of_the_base_game() -> None:
    assert len(all_matchups()[0]) == 1575


@pytest.mark.parametrize(("part", "tolerance"), [("start", 0.02), ("guild", 0.02), ("pair", 0.06), ("against", 0.05)])
def test_planted_effects_are_found_again(
    fitted: tuple[OutcomeModel, Check], truth: np.ndarray, part: str, tolerance: float
) -> None:
    """The root mean square error, in log-odds (0.04 is one point); the planted ones are 0.4, 0.12 and 0.06."""
    assert np.sqrt((errors(fitted[0], truth, part) ** 2).mean()) < tolerance


def test_pairs_are_told_apart_from_nothing(fitted: tuple[OutcomeModel, Check], truth: np.ndarray) -> None:
    """Errors have to be well below what is planted, or saying 0 would do as well."""
    planted = truth[part_slices(len(GUILDS))["pair"]]
    assert np.corrcoef(fitted[0].part("pair")["effect"], planted)[0, 1] > 0.85


def test_nineteen_of_twenty_intervals_hold_the_truth(fitted: tuple[OutcomeModel, Check], truth: np.ndarray) -> None:
    """Of 100 effects; fewer than 88 held happens to right intervals once in 500."""
    model, _ = fitted
    held = []
    for part in ("guild", "pair", "against"):
        table, planted = model.part(part), truth[part_slices(len(GUILDS))[part]]
        held += list((table["low"] <= planted) & (planted <= table["high"]))
    assert len(held) == 100
    assert np.mean(held) >= 0.88


def test_the_prediction_of_unseen_matchups_is_calibrated(fitted: tuple[OutcomeModel, Check]) -> None:
    _, check = fitted
    assert (check.fitted, check.checked) == (1050, 525)
    assert check.slope == pytest.approx(1.0, abs=0.05)
    assert check.covered == pytest.approx(0.95, abs=0.025)
    away = (check.calibration["observed"] - check.calibration["predicted"]).abs()
    assert (away * check.calibration["games"]).sum() / check.calibration["games"].sum() < 0.015


def test_each_part_gains_what_it_was_planted_with(fitted: tuple[OutcomeModel, Check]) -> None:
    """Without a guess the log loss is ln 2; the parts' shares add up to nearly all that can be known."""
    parts = fitted[1].parts.set_index("part")
    assert list(parts.index) == ["start", "guild", "pair", "against"]
    assert parts["gain"].sum() == pytest.approx(np.log(2) - parts["log_loss"].iloc[-1])
    assert parts["gain"].idxmax() == "guild"
    assert (parts["low"] > 0).all()
    assert 0.9 < parts["share"].sum() < 1.05


def test_matchups_that_scatter_on_their_own_widen_the_intervals(truth: np.ndarray) -> None:
    """Each matchup is moved by 0.3 (log-odds) on its own: the check finds that, and the intervals still hold."""
    _, check = fit_and_check(simulated(truth, np.random.Generator(np.random.PCG64(3)), 0.3))
    assert check.deviation == pytest.approx(0.3, abs=0.06)
    assert check.dispersion > 1.5
    assert check.covered == pytest.approx(0.95, abs=0.03)


def test_without_synergies_none_is_found() -> None:
    """One part at a time: strengths only. A family of 45 tests finds anything in one of 20 studies."""
    random = np.random.Generator(np.random.PCG64(4))
    effects = planted_effects(random)
    effects[part_slices(len(GUILDS))["pair"].start :] = 0.0
    model, _ = fit_and_check(simulated(effects, random))
    assert (synergy_table(model)["q_value"] > 0.05).all()
    assert (opponent_table(model)["q_value"] > 0.05).all()


def test_a_prediction_is_the_sum_of_its_effects(fitted: tuple[OutcomeModel, Check]) -> None:
    """Deck against deck and the other way round, with the start turned: the two chances add up to 1."""
    model, _ = fitted
    one = model.predict(GUILDS[:4], GUILDS[4:8], first=True)
    other = model.predict(GUILDS[4:8], GUILDS[:4], first=False)
    assert one.rate + other.rate == pytest.approx(1.0)
    assert one.low < one.rate < one.high
    assert one.rate < model.predict(GUILDS[:4], GUILDS[4:8], first=False).rate  # starting is a disadvantage here


def test_a_guild_that_was_not_in_the_study_is_named(fitted: tuple[OutcomeModel, Check]) -> None:
    with pytest.raises(InputError, match="Sand"):
        fitted[0].predict(["Sand"], ["Fire"])


def test_a_model_is_read_as_it_was_written(fitted: tuple[OutcomeModel, Check], tmp_path: Path) -> None:
    model, _ = fitted
    model.save(tmp_path / "model.json")
    again = load_model(tmp_path / "model.json")
    assert again.predict(GUILDS[:4], GUILDS[4:8]) == pytest.approx(model.predict(GUILDS[:4], GUILDS[4:8]), abs=1e-4)


@pytest.mark.parametrize("text", ["{}", "no JSON", '{"guilds": ["Fire"], "effects": {}, "covariance": []}'])
def test_what_is_no_model_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text(text)
    with pytest.raises(InputError, match="not a model"):
        load_model(tmp_path / "model.json")


def test_scatter_by_hand() -> None:
    """Two matchups of 10 games at 50 %, with 8 and 2 wins: residuals 3 and -3 where 2.5 is binomial: 9 / 2.5.

    The excess variance of the sums, 9 - 2.5 each, is (2.5 d)**2 for the deviation d: d**2 = 6.5 / 6.25.
    """
    rows = small_rows(np.array([8.0, 2.0]), np.array([2.0, 8.0]))
    dispersion, deviation = scatter(rows, np.array([0.5, 0.5]))
    assert dispersion == pytest.approx(3.6)
    assert deviation**2 == pytest.approx(1.04)


def test_a_mean_by_matchup_has_the_error_of_its_clusters() -> None:
    """Sums 3 and 1 of 10 games each: the mean is 0.2, the variance 2 * (1 + 1) / 20**2 = 0.01."""
    rows = small_rows(np.array([8.0, 2.0]), np.array([2.0, 8.0]))
    mean, half_width = mean_by_matchup(np.array([3.0, 1.0]), rows)
    assert mean == pytest.approx(0.2)
    assert half_width == pytest.approx(1.959964 * 0.1)


def small_rows(wins: np.ndarray, losses: np.ndarray) -> Observations:
    """A matchup for each number of wins."""
    nothing = np.zeros((len(wins), 2))
    return Observations(("A", "B"), nothing, nothing, np.ones(len(wins)), nothing[:, :0], wins, losses, np.arange(2))


# ------------------------------------------------------------------------------------- a real study, against its tables


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Counts:
    study = small_study(games=1000, sweep={"strategy": "random", "matchups": 50})
    folder = tmp_path_factory.mktemp("study") / "small"
    run(study, folder)
    return stored_counts(ResultsFolder(folder), context_for(study.model_dump_json()))


def test_observations_are_the_games_of_the_matchup_table(counts: Counts) -> None:
    rows, table = observations(counts), matchup_table(counts)
    assert rows.games.sum() == (table["wins"] + table["losses"]).sum()
    found = {}
    for deck_a, deck_b, wins in zip(rows.deck_a, rows.deck_b, rows.wins, strict=True):
        key = tuple("+".join(np.array(rows.guilds)[deck > 0]) for deck in (deck_a, deck_b))
        found[key] = found.get(key, 0) + wins
    for row in table.itertuples():
        key, wins = (row.deck_a, row.deck_b), row.wins
        assert found[key if row.deck_a < row.deck_b else key[::-1]] == (wins if row.deck_a < row.deck_b else row.losses)


def test_guild_against_guild_adds_up_the_matchups(counts: Counts) -> None:
    table = versus_table(counts).set_index(["guild_a", "guild_b"])
    games = wins = 0
    for row in matchup_table(counts).itertuples():
        for own, against, won in ((row.deck_a, row.deck_b, row.wins), (row.deck_b, row.deck_a, row.losses)):
            if "Ice" in own.split("+") and "Fire" in against.split("+"):
                games, wins = games + row.games, wins + won
    assert tuple(table.loc[("Ice", "Fire"), ["games", "wins"]]) == (games, wins)
    assert table.loc[("Fire", "Ice"), "losses"] == wins
