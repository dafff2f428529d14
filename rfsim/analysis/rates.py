"""Win rates and their intervals, for games that hang together.

Games of one block share their decks, and games of one matchup their drafts, so they are no independent coin tosses. The
variance of a rate is that of a ratio estimator over clusters (Cochran, *Sampling Techniques*, 3rd ed., 6.4 and 9A.6);
the interval is Wilson's with the sample size that this variance is worth (Korn and Graubard, "Confidence intervals for
proportions with small expected number of positive counts estimated from survey data", Survey Methodology 24, 1998).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

LEVEL = 0.95
#: The columns of counts that `with_rates` needs, and those that a table of rates has.
COUNTS = ["games", "wins", "losses", "undecided"]
MOMENTS = ["ww", "wn", "nn", "clusters"]
RATES = [*COUNTS, "win_rate", "low", "high"]
#: Mirrored games may tell more than as many independent ones, but not by more than this factor.
MOST_GAIN = 4.0


def effective_size(
    wins: np.ndarray, decided: np.ndarray, ww: np.ndarray, wn: np.ndarray, nn: np.ndarray, clusters: np.ndarray
) -> np.ndarray:
    """How many independent games the rates are worth.

    `wins`, `decided`: sums over a row's clusters of their wins w and decided games n; `ww`, `wn`, `nn`: sums of their
    products; `clusters`: their number. With few clusters the variance is uncertain, which Student's t makes up for.
    """
    from scipy import stats

    with np.errstate(divide="ignore", invalid="ignore"):
        rate = wins / decided
        squares = ww - 2 * rate * wn + rate**2 * nn
        variance = squares / decided**2 * clusters / (clusters - 1)
        size = rate * (1 - rate) / variance
        normal, student = stats.norm.ppf((1 + LEVEL) / 2), stats.t.ppf((1 + LEVEL) / 2, clusters - 1)
        size = size * (normal / student) ** 2
    size = np.where((clusters < 2) | ~np.isfinite(size), decided, size)
    return np.asarray(np.clip(size, np.minimum(clusters, decided), MOST_GAIN * decided))


def intervals(wins: np.ndarray, decided: np.ndarray, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's 95 % interval of wins / decided, for a sample that is worth `size` games. NaN where there are none."""
    from statsmodels.stats.proportion import proportion_confint

    known = decided > 0
    rate = np.where(known, wins / np.maximum(decided, 1), 0.0)
    worth = np.where(known, size, 1.0)
    low, high = proportion_confint(rate * worth, worth, alpha=1 - LEVEL, method="wilson")
    return np.where(known, np.minimum(low, rate), np.nan), np.where(known, np.maximum(high, rate), np.nan)


def with_rates(counts: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """A table of rates from counts and moments (columns `COUNTS` and `MOMENTS`), best first, ties by key."""
    wins, losses = counts["wins"].to_numpy(float), counts["losses"].to_numpy(float)
    decided = wins + losses
    size = effective_size(wins, decided, *(counts[name].to_numpy(float) for name in MOMENTS))
    low, high = intervals(wins, decided, size)
    rate = np.divide(wins, decided, out=np.full(len(wins), np.nan), where=decided > 0)
    table = counts[[*keys, *COUNTS]].assign(win_rate=rate, low=low, high=high)
    extra = [name for name in counts.columns if name not in {*keys, *COUNTS, *MOMENTS}]
    table = pd.concat([table, counts[extra]], axis=1)
    return table.sort_values(["win_rate", *keys], ascending=[False, *[True] * len(keys)], ignore_index=True)


def difference(one: pd.DataFrame, other: pd.DataFrame) -> tuple[float, float, float, float]:
    """Two rates of the same clusters under two conditions: both, and the 95 % interval of second less first.

    Rows are clusters, in the same order, with columns ``wins`` and ``losses``. The variance is that of the difference
    of two ratios, linearised (Cochran, 6.4): what is common to both conditions cancels out.
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
