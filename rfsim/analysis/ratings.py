"""Ratings of strategies from the games they played, and what Elo points mean.

The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39, 1952): the odds that one
beats another are 10 ** (difference / 400). It is a logistic regression, fitted by statsmodels; the errors are robust
against games of one cell hanging together (White's "sandwich", a cell being one observation).
"""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd

from rfsim.analysis.rates import LEVEL

ELO_PER_LOGIT = 400 / np.log(10)


def expected_score(elo: float) -> float:
    """The share of games that a player wins who is better by `elo` points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def ratings(names: list[str], pairs: np.ndarray, wins: np.ndarray, losses: np.ndarray) -> pd.DataFrame:
    """Elo ratings with 95 % intervals, best first; their mean is 0.

    One row of `pairs` (rows x 2, indices into `names`), `wins` and `losses` for each cell: how often the first of the
    pair beat the second. A strategy that won or lost all its games has no finite rating: half a game is added to both
    sides of every pair, which moves others by next to nothing.
    """
    import statsmodels.api as sm
    from scipy import stats
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    decided = wins + losses > 0
    pairs, wins, losses = pairs[decided], wins[decided].astype(float), losses[decided].astype(float)
    games = [int((wins + losses)[(pairs == i).any(axis=1)].sum()) for i in range(len(names))]
    # Where one won all games against another, there is no scatter that robust errors could be made of.
    is_separated = False
    for pair in np.unique(pairs, axis=0):
        rows = np.flatnonzero((pairs == pair).all(axis=1))
        is_separated |= not (wins[rows].any() and losses[rows].any())
        wins[rows] += 0.5 / len(rows)
        losses[rows] += 0.5 / len(rows)
    design = np.zeros((len(pairs), len(names)))
    design[np.arange(len(pairs)), pairs[:, 0]] = 1.0
    design[np.arange(len(pairs)), pairs[:, 1]] = -1.0
    # The first strategy is the reference; then all are moved so that their mean is 0.
    model = sm.GLM(np.stack([wins, losses], axis=1), design[:, 1:], family=sm.families.Binomial())
    # One strategy may win nearly everything; the half games keep the ratings finite. With one row alone nothing is left
    # to estimate a scale from, which a binomial model does not need either.
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        fit = model.fit(cov_type="nonrobust" if is_separated or len(pairs) <= len(names) else "HC1")
    centre = np.vstack([np.zeros(len(names) - 1), np.eye(len(names) - 1)])
    centre = centre - centre.mean(axis=0)
    elo = ELO_PER_LOGIT * centre @ fit.params
    error = ELO_PER_LOGIT * np.sqrt(np.diag(centre @ fit.cov_params() @ centre.T))
    half_width = float(stats.norm.ppf((1 + LEVEL) / 2)) * error
    table = pd.DataFrame(
        {"strategy": names, "elo": elo, "low": elo - half_width, "high": elo + half_width, "decided": games}
    )
    return table.sort_values(["elo", "strategy"], ascending=[False, True], ignore_index=True)
