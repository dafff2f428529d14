"""The regression behind the model of the outcome: its design matrix, its priors, and how wide those have to be."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rfsim.analysis.features import centring, features, part_sizes, part_slices
from rfsim.analysis.observations import SEED, Observations

#: The parts of the model, in the order in which nested models take them up.
PARTS = ("strategy", "start", "guild", "pair", "against")
#: Those whose prior widths are found by cross-validation.
TRIED_PARTS = ("pair", "against")
#: Standard deviations of the priors, in log-odds (1 takes 50 % to 73 %): that of strategies, start and strength …
WIDE = 2.0
#: … and those tried for pairs and opponents.
WIDTHS = (0.01, 0.03, 0.06, 0.12, 0.3)
FOLDS = 5  # of the cross-validation
MOST_TRIED = 4_000  # matchups in the cross-validation


def design(rows: Observations) -> np.ndarray:
    """The features of each row: centred, those of strategies in front."""
    return np.hstack([rows.strategy, features(rows.deck_a, rows.deck_b, rows.start) @ centring(len(rows.guilds))])


def prior_widths(rows: Observations, widths: Mapping[str, float]) -> np.ndarray:
    """The prior's standard deviation for each feature of `design`, from those of ``pair`` and ``against``."""
    sizes = {"strategy": rows.strategy.shape[1], **part_sizes(len(rows.guilds))}
    return np.concatenate([np.full(sizes[part], widths.get(part, WIDE)) for part in PARTS])


def fit(matrix: np.ndarray, rows: Observations, widths: np.ndarray) -> np.ndarray:
    """The most probable effects (log-odds), for each column of `matrix`."""
    from sklearn.linear_model import LogisticRegression

    scaled = matrix * widths  # so that one strength of regularisation gives each feature its own prior
    outcome = np.repeat([1, 0], len(matrix))
    model = LogisticRegression(C=1.0, fit_intercept=False, solver="newton-cholesky")
    model.fit(np.vstack([scaled, scaled]), outcome, np.concatenate([rows.wins, rows.losses]))
    return np.asarray(model.coef_[0] * widths)


def rate_of(log_odds: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def losses_of(log_odds: np.ndarray, rows: Observations) -> np.ndarray:
    """The log loss of each row, summed over its games, in nats."""
    return np.asarray(rows.wins * np.logaddexp(0, -log_odds) + rows.losses * np.logaddexp(0, log_odds))


def best_widths(rows: Observations) -> dict[str, float]:
    """The prior widths that predict best what was not seen: by cross-validation over matchups, one after the other."""
    rows = rows.at_most(MOST_TRIED)
    widths: dict[str, float] = {}
    for part in TRIED_PARTS:
        loss = {width: unseen_loss(rows, part, {**widths, part: width}) for width in WIDTHS}
        widths[part] = min(WIDTHS, key=loss.__getitem__)
    return widths


def unseen_loss(rows: Observations, last: str, widths: Mapping[str, float]) -> float:
    """The log loss of the model up to its part `last`, each fold of the matchups being predicted from the others."""
    from sklearn.model_selection import GroupKFold

    columns = rows.strategy.shape[1] + part_slices(len(rows.guilds))[last].stop
    matrix, each = design(rows)[:, :columns], prior_widths(rows, widths)[:columns]
    loss = 0.0
    for fitted, checked in GroupKFold(FOLDS, shuffle=True, random_state=SEED).split(matrix, groups=rows.matchup):
        effects = fit(matrix[fitted], rows.some(fitted), each)
        loss += float(losses_of(matrix[checked] @ effects, rows.some(checked)).sum())
    return loss
