"""What the model of the outcome is worth, on matchups that it was not fitted to."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rfsim.analysis.features import features, part_sizes
from rfsim.analysis.observations import Observations
from rfsim.analysis.outcome import OutcomeModel, posterior
from rfsim.analysis.rates import normal_quantile
from rfsim.analysis.regression import PARTS, design, fit, losses_of, prior_widths, rate_of

FREE = 100.0  # a prior's standard deviation that leaves everything to the data
BINS = 10  # of the calibration, by predicted rate
LEAST_GAMES = 10  # of a matchup with one start, on average, for its own rate to be worth anything


@dataclass(frozen=True, eq=False)
class Check:
    """What the model is worth, on matchups that it was not fitted to.

    `parts`: a row for each nested model: ``part`` that it takes up, ``log_loss`` (nats a game), ``gain`` over the model
    before (with ``low``, ``high``), and ``share`` of all that knowing each matchup's own rate would gain (NaN if there
    are too few games to tell what that is). `calibration`: by predicted rate, what was observed. `slope`: of the
    outcome over the predicted log-odds (Cox, Biometrika 45, 1958); below 1 the model is too sure of itself.
    `dispersion`, `deviation`: see `scatter`. `covered`: the share of matchups whose rate lies where 95 % should.
    `fitted`, `checked`: numbers of matchups.
    """

    parts: pd.DataFrame
    calibration: pd.DataFrame
    slope: float
    dispersion: float
    deviation: float
    covered: float
    fitted: int
    checked: int


def check_model(fitted: Observations, checked: Observations, widths: Mapping[str, float]) -> Check:
    """How well a model fitted to one part of the matchups predicts the others."""
    log_odds = nested_predictions(fitted, checked, widths)
    full = log_odds[PARTS[-1]]
    dispersion, deviation = scatter(checked, rate_of(full))
    model = posterior(fitted, widths, max(1.0, dispersion), deviation)
    return Check(
        part_table(checked, log_odds),
        calibration_table(checked, rate_of(full)),
        calibration_slope(checked, full),
        dispersion,
        deviation,
        coverage(model, checked, full),
        fitted.matchups,
        checked.matchups,
    )


def nested_predictions(
    fitted: Observations, checked: Observations, widths: Mapping[str, float]
) -> dict[str, np.ndarray]:
    """The log-odds that each nested model predicts for the checked rows: ``none``, then one part more each time."""
    here, there, each = design(fitted), design(checked), prior_widths(fitted, widths)
    sizes = {"strategy": fitted.strategy.shape[1], **part_sizes(len(fitted.guilds))}
    predicted, columns = {"none": np.zeros(len(there))}, 0
    for part in PARTS:
        if sizes[part]:
            columns += sizes[part]
            effects = fit(here[:, :columns], fitted, each[:columns])
            predicted[part] = there[:, :columns] @ effects
    return predicted


def part_table(rows: Observations, log_odds: Mapping[str, np.ndarray]) -> pd.DataFrame:
    """`Check.parts`."""
    losses = {part: losses_of(predicted, rows) for part, predicted in log_odds.items()}
    most = (losses["none"].sum() - least_loss(rows)) / rows.games.sum()
    table = []
    for (_, before), (part, after) in itertools.pairwise(losses.items()):
        gain, half_width = mean_by_matchup(before - after, rows)
        loss = after.sum() / rows.games.sum()
        table.append((part, loss, gain, gain - half_width, gain + half_width, gain / most if most > 0 else np.nan))
    return pd.DataFrame(table, columns=["part", "log_loss", "gain", "low", "high", "share"])


def mean_by_matchup(sums: np.ndarray, rows: Observations) -> tuple[float, float]:
    """A mean over games and the half width of its 95 % interval. Games of one matchup hang together.

    `sums`: summed over the games of each row. The variance is that of a ratio (Cochran, *Sampling Techniques*, 6.4).
    """
    _, index = np.unique(rows.matchup, return_inverse=True)
    total, games = np.bincount(index, sums), np.bincount(index, rows.games)
    mean = total.sum() / games.sum()
    clusters = max(len(total), 2)
    variance = ((total - mean * games) ** 2).sum() * clusters / (clusters - 1) / games.sum() ** 2
    return float(mean), normal_quantile() * float(np.sqrt(variance))


def least_loss(rows: Observations) -> float:
    """The log loss left if each row's own rate were known (nats, over all games); NaN if games are too few to tell.

    The entropy at the observed rates is too small, by half a nat for each row (Miller, "Note on the bias of information
    estimates", 1955).
    """
    if rows.games.mean() < LEAST_GAMES:
        return float("nan")
    from scipy.special import xlogy

    entropy = -xlogy(rows.wins, rows.wins / rows.games) - xlogy(rows.losses, rows.losses / rows.games)
    return float((entropy + 0.5).sum())


def scatter(rows: Observations, rate: np.ndarray) -> tuple[float, float]:
    """How matchups scatter about their predicted rates.

    The factor by which their variance is that of independent games (Pearson's statistic over its expectation), and the
    standard deviation of their log-odds that explains it (Williams, "Extra-binomial variation in logistic linear
    models", Applied Statistics 31, 1982, by the method of moments).
    """
    _, index = np.unique(rows.matchup, return_inverse=True)
    residual = np.bincount(index, rows.wins - rows.games * rate)
    binomial = np.bincount(index, rows.games * rate * (1 - rate))
    dispersion = float(np.mean(residual**2 / binomial))
    excess = (residual**2 - binomial).sum() / (binomial**2).sum()
    return dispersion, float(np.sqrt(max(excess, 0.0)))


def calibration_table(rows: Observations, rate: np.ndarray) -> pd.DataFrame:
    """By predicted rate: ``predicted`` and ``observed`` rate, its interval, ``games`` and ``matchups``."""
    bins = np.minimum((rate * BINS).astype(int), BINS - 1)
    table = []
    for number in np.unique(bins):
        some = rows.some(bins == number)
        predicted = rate[bins == number]
        observed = some.wins.sum() / some.games.sum()
        _, half_width = mean_by_matchup(some.wins - some.games * predicted, some)
        low, high = max(observed - half_width, 0.0), min(observed + half_width, 1.0)
        mean = np.average(predicted, weights=some.games)
        table.append((mean, observed, low, high, int(some.games.sum()), some.matchups))
    return pd.DataFrame(table, columns=["predicted", "observed", "low", "high", "games", "matchups"])


def calibration_slope(rows: Observations, log_odds: np.ndarray) -> float:
    """The slope of the outcome's log-odds over those that were predicted."""
    return float(fit(log_odds[:, None], rows, np.array([FREE]))[0])


def coverage(model: OutcomeModel, rows: Observations, log_odds: np.ndarray) -> float:
    """The share of rows whose rate lies in the 95 % interval of the model's prediction and of the games' own chance."""
    matrix = features(rows.deck_a, rows.deck_b, rows.start)
    rate = rate_of(log_odds)
    slope = rate * (1 - rate)
    variance = slope**2 * (model.variance(matrix) + model.deviation**2) + slope / rows.games
    return float(np.mean(np.abs(rows.wins / rows.games - rate) <= normal_quantile() * np.sqrt(variance)))
