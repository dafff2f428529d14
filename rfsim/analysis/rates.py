"""Win rates and their intervals, for games that hang together.

Games of one block share their decks, and games of one matchup their drafts, so they are no independent coin tosses. A
study samples in two stages: some matchups out of all that there are, and some blocks of each. The variance of a rate is
that of a ratio estimator in such a sample (Cochran, *Sampling Techniques*, 3rd ed., 6.4, 9A.6 and 10.4): with a
fraction f of all matchups played it is (1 - f) times the variance between matchups plus f times that between the blocks
of a matchup. Once all matchups are played, only the blocks are a matter of chance. The interval is Wilson's with the
sample size that this variance is worth (Korn and Graubard, "Confidence intervals for proportions with small expected
number of positive counts estimated from survey data", Survey Methodology 24, 1998).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

LEVEL = 0.95
#: The columns of counts that `with_rates` needs, and those that a table of rates has.
COUNTS = ["games", "wins", "losses", "undecided"]
#: Sums over a row's clusters (matchups): of products of their wins w and decided games n, and their number.
BETWEEN = ["ww", "wn", "nn", "clusters"]
#: The same within clusters: of the products over blocks, less their mean, scaled to an unbiased variance of the sum;
#: and the number of blocks beyond the first of each cluster.
WITHIN = ["in_ww", "in_wn", "in_nn", "in_blocks"]
MOMENTS = [*BETWEEN, *WITHIN]
RATES = [*COUNTS, "win_rate", "low", "high"]
#: Mirrored games may tell more than as many independent ones, but not by more than this factor.
MOST_GAIN = 4.0


def variance_of_rate(counts: pd.DataFrame, fraction: float) -> tuple[np.ndarray, np.ndarray]:
    """The variance of each row's rate, and its degrees of freedom.

    `counts` has the columns `COUNTS` and `MOMENTS`; `fraction`: the share of all possible clusters that was played.
    """
    wins = counts["wins"].to_numpy(float)
    decided = wins + counts["losses"].to_numpy(float)
    ww, wn, nn, clusters, in_ww, in_wn, in_nn, in_blocks = (counts[name].to_numpy(float) for name in MOMENTS)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = wins / decided
        between = (ww - 2 * rate * wn + rate**2 * nn) * clusters / (clusters - 1)
        within = in_ww - 2 * rate * in_wn + rate**2 * in_nn
        # A single cluster says nothing of others: then the row is about this one.
        share = np.where(clusters < 2, 1.0, fraction)
        variance = ((1 - share) * np.where(clusters < 2, 0.0, between) + share * within) / decided**2
    freedom = np.where(share > 0.5, in_blocks, clusters - 1)
    return variance, freedom


def effective_size(counts: pd.DataFrame, fraction: float) -> np.ndarray:
    """How many independent games each row's rate is worth.

    With few clusters the variance is uncertain, which Student's t makes up for.
    """
    from scipy import stats

    wins = counts["wins"].to_numpy(float)
    decided = wins + counts["losses"].to_numpy(float)
    variance, freedom = variance_of_rate(counts, fraction)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = wins / decided
        normal = stats.norm.ppf((1 + LEVEL) / 2)
        student = stats.t.ppf((1 + LEVEL) / 2, np.maximum(freedom, 1))
        size = rate * (1 - rate) / variance * (normal / student) ** 2
    size = np.where((freedom < 1) | ~np.isfinite(size), decided, size)
    return np.asarray(np.clip(size, 1.0, np.maximum(MOST_GAIN * decided, 1.0)))


def intervals(wins: np.ndarray, decided: np.ndarray, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's 95 % interval of wins / decided, for a sample that is worth `size` games. NaN where there are none."""
    from statsmodels.stats.proportion import proportion_confint

    known = decided > 0
    rate = np.where(known, wins / np.maximum(decided, 1), 0.0)
    worth = np.where(known, size, 1.0)
    low, high = proportion_confint(rate * worth, worth, alpha=1 - LEVEL, method="wilson")
    return np.where(known, np.minimum(low, rate), np.nan), np.where(known, np.maximum(high, rate), np.nan)


def with_rates(counts: pd.DataFrame, keys: list[str], fraction: float) -> pd.DataFrame:
    """A table of rates from counts and moments (columns `COUNTS` and `MOMENTS`), best first, ties by key."""
    wins = counts["wins"].to_numpy(float)
    decided = wins + counts["losses"].to_numpy(float)
    low, high = intervals(wins, decided, effective_size(counts, fraction))
    rate = np.divide(wins, decided, out=np.full(len(wins), np.nan), where=decided > 0)
    table = counts[[*keys, *COUNTS]].assign(win_rate=rate, low=low, high=high)
    extra = [name for name in counts.columns if name not in {*keys, *COUNTS, *MOMENTS}]
    table = pd.concat([table, counts[extra]], axis=1)
    return table.sort_values(["win_rate", *keys], ascending=[False, *[True] * len(keys)], ignore_index=True)


def difference(one: pd.DataFrame, other: pd.DataFrame) -> tuple[float, float, float, float]:
    """Two rates of the same clusters under two conditions: both, and the 95 % interval of second less first.

    Rows are clusters, in the same order, with columns ``wins`` and ``losses``. The variance is that of the difference
    of two ratios, linearised (Cochran, 6.4): what is common to both conditions cancels out. Clusters count as drawn
    from many, which makes the interval a little too wide where all of them were played.
    """
    from scipy import stats

    rates, residuals = [], []
    for rows in (one, other):
        wins = rows["wins"].to_numpy(float)
        decided = wins + rows["losses"].to_numpy(float)
        rate = wins.sum() / decided.sum()
        rates.append(float(rate))
        residuals.append((wins - rate * decided) / decided.sum())
    clusters = len(one)
    if clusters < 2:
        return rates[0], rates[1], -1.0, 1.0
    variance = ((residuals[1] - residuals[0]) ** 2).sum() * clusters / (clusters - 1)
    half_width = float(stats.t.ppf((1 + LEVEL) / 2, clusters - 1) * np.sqrt(variance))
    change = rates[1] - rates[0]
    return rates[0], rates[1], change - half_width, change + half_width


def normal_quantile() -> float:
    """How many standard errors a 95 % interval reaches to each side."""
    from scipy import stats

    return float(stats.norm.ppf((1 + LEVEL) / 2))
