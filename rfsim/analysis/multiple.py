"""Corrections for many comparisons: a table of 3,060 drafts must not cry wolf.

Of 3,060 even drafts 153 have a 95 % interval that leaves out 50 %. A q-value answers what a reader of the whole table
wants to know: if every row up to this one is called different from 50 %, which share of those calls is expected to be
false? It is the p-value corrected by Benjamini and Hochberg ("Controlling the false discovery rate", Journal of the
Royal Statistical Society B 57, 1995). Rows of a table depend on each other, as what one draft wins another one loses;
the method was made for independent or positively dependent tests, and holds well for two-sided tests such as these
(Benjamini and Yekutieli, Annals of Statistics 29, 2001).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rfsim.analysis.rates import LEVEL, normal_quantile

EVEN = 0.5
#: Rows with a q-value up to this one count as found: one call in twenty is expected to be false.
FALSE_DISCOVERIES = 0.05


def q_values(p: np.ndarray) -> np.ndarray:
    """The q-value of each test of a family, from the p-values; NaN (no test) stays, and counts for nothing."""
    from statsmodels.stats.multitest import multipletests

    q = np.full(len(p), np.nan)
    tested = np.isfinite(p)
    if tested.any():
        q[tested] = multipletests(p[tested], method="fdr_bh")[1]
    return q


def p_values(rate: np.ndarray, size: np.ndarray, freedom: np.ndarray | None = None, even: float = EVEN) -> np.ndarray:
    """The chance of a rate at least as far from `even` as each of these, if it is even.

    `size`: what `rates.effective_size` says, how many games a rate is worth. This is the test whose inversion Wilson's
    interval is: p is below 5 % where the 95 % interval leaves out `even`. `freedom`: degrees of freedom of the variance
    behind `size`; with few of them, far tails are heavier than the normal distribution's (Student's t).
    """
    from scipy import stats

    score = distance(rate - even, np.sqrt(even * (1 - even) / size))
    if freedom is None:
        return np.asarray(2 * stats.norm.sf(score))
    # `size` is already made smaller so that the interval is Student's; the test has to undo that.
    known = np.where(freedom < 1, np.inf, freedom)
    level = (1 + LEVEL) / 2
    return np.asarray(2 * stats.t.sf(score * stats.t.ppf(level, known) / stats.norm.ppf(level), known))


def size_of_interval(table: pd.DataFrame) -> np.ndarray:
    """How many games each rate of a table is worth, read back from its Wilson interval.

    With z the normal quantile, low * high = p**2 / (1 + z**2 / n), and the same for the complements.
    """
    from scipy import stats

    rate, low, high = (table[name].to_numpy(float) for name in ("win_rate", "low", "high"))
    z = float(stats.norm.ppf((1 + LEVEL) / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (rate**2 + (1 - rate) ** 2) / (low * high + (1 - low) * (1 - high))
        return np.asarray(z**2 / (ratio - 1))


def with_q_values(table: pd.DataFrame, even: float = EVEN) -> pd.DataFrame:
    """A table of rates with a column ``q_value``: the evidence that a row differs from `even`, corrected for all rows.

    All rows are one family of tests. A table that has the column already is returned as it is.
    """
    if "q_value" in table.columns:
        return table
    rate = table["win_rate"].to_numpy(float)
    return table.assign(q_value=q_values(p_values(rate, size_of_interval(table), even=even)))


def is_found(table: pd.DataFrame) -> pd.Series:
    """Which rows differ from 50 % by more than chance explains, if many rows are looked at."""
    return table["q_value"] <= FALSE_DISCOVERIES


def q_of_changes(table: pd.DataFrame) -> np.ndarray:
    """Q-values of changes (columns ``change``, ``low``, ``high``), from their intervals (normal, symmetrical)."""
    from scipy import stats

    error = (table["high"] - table["low"]).to_numpy(float) / (2 * normal_quantile())
    return q_values(2 * stats.norm.sf(distance(table["change"].to_numpy(float), error)))


def distance(away: np.ndarray, error: np.ndarray) -> np.ndarray:
    """How many standard errors values lie away from where they should be; what is not away is at 0, however sure."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(away == 0, 0.0, np.abs(away) / error))
