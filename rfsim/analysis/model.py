"""A model of the outcome: what a matchup's winning chance is made of, fitted on some matchups and checked on others.

The log-odds that the side with deck a wins are a sum: who starts, the strength of a's guilds less that of b's, what
each pair of guilds within a deck adds, and what each guild gains against each guild of the other side. This is Bradley
and Terry's model of paired comparisons with interactions; as a logistic regression scikit-learn fits it. Effects are
drawn towards 0 by normal priors (ridge, Hoerl and Kennedy, Technometrics 12, 1970): wide ones for start and strength,
for pairs and opponents, of which there are many with little data each, ones whose width is found by cross-validation
over matchups.

So that a pair has nothing but what it adds over its two guilds, its effects are centred: those of each guild's pairs
sum to 0, and so do its effects against all others. No prediction changes by that where all decks have the same size.

Uncertainty is Laplace's approximation of the posterior (MacKay, *Information Theory, Inference, and Learning
Algorithms*, 27), the likelihood being quasi-binomial: matchups scatter more about the model than games alone would make
them (McCullagh and Nelder, *Generalized Linear Models*, 4.5), by a factor that is measured on matchups not fitted.
"""

from __future__ import annotations

import numpy as np

from rfsim.analysis.calibration import Check, check_model
from rfsim.analysis.features import features, pair_list, part_slices
from rfsim.analysis.observations import SEED, Deck, Observations, can_fit, membership, observations
from rfsim.analysis.outcome import MODEL_FILE, OutcomeModel, Prediction, load_model, posterior
from rfsim.analysis.rates import normal_quantile
from rfsim.analysis.regression import best_widths, rate_of
from rfsim.analysis.tables import Counts
from rfsim.errors import InputError

__all__ = [
    "MODEL_FILE",
    "Check",
    "Deck",
    "Observations",
    "OutcomeModel",
    "Prediction",
    "can_fit",
    "features",
    "fit_and_check",
    "fit_model",
    "load_model",
    "membership",
    "normal_quantile",
    "observations",
    "pair_list",
    "part_slices",
    "rate_of",
]

CHECKED_SHARE = 1 / 3  # of the matchups; the others are fitted


def fit_model(counts: Counts) -> tuple[OutcomeModel, Check]:
    """Fit the model on two thirds of the matchups, check it on the others, then fit it on all.

    Raises InputError if the extra `report`, which the fit needs, is not installed.
    """
    try:
        import sklearn  # noqa: F401
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise InputError("the model of the outcome needs more packages: pip install 'rfsim[report]'") from None

    # The matrices are small: threads would wait for each other most of the time (20 times slower on a busy machine).
    with threadpool_limits(1):
        return fit_and_check(observations(counts))


def fit_and_check(rows: Observations) -> tuple[OutcomeModel, Check]:
    """`fit_model`, from the model's observations."""
    random = np.random.Generator(np.random.PCG64(SEED))
    numbers = np.unique(rows.matchup)
    chosen = random.choice(numbers, round(CHECKED_SHARE * len(numbers)), replace=False)
    is_checked = np.isin(rows.matchup, chosen)
    fitted, checked = rows.some(~is_checked), rows.some(is_checked)
    widths = best_widths(fitted)
    check = check_model(fitted, checked, widths)
    return posterior(rows, widths, max(1.0, check.dispersion), check.deviation), check
