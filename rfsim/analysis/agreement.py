"""How far several studies agree: the same table of rates from each, side by side, and their rank correlations."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
import pandas as pd

PERCENT = 100


def side_by_side(tables: Mapping[str, pd.DataFrame], key: str) -> pd.DataFrame:
    """The rates (in percent) of each table, by the `key` that all have; those that move most come first.

    `spread`: the highest rate less the lowest. `moves`: 1 if two of the 95 % intervals have nothing in common.
    """
    rates = {name: table.set_index(key) for name, table in tables.items()}
    common = sorted(set.intersection(*(set(table.index) for table in rates.values())))
    values, low, high = (
        np.array([table.loc[common, column] for table in rates.values()]) for column in ("win_rate", "low", "high")
    )
    frame = pd.DataFrame({key: common, **{f"{name} %": PERCENT * row for name, row in zip(rates, values, strict=True)}})
    frame["spread"] = PERCENT * (values.max(axis=0) - values.min(axis=0))
    frame["moves"] = (low.max(axis=0) > high.min(axis=0)).astype(int)
    return frame.sort_values(["spread", key], ascending=[False, True], ignore_index=True)


def rank_correlations(tables: Mapping[str, pd.DataFrame], key: str) -> pd.DataFrame:
    """Spearman's rank correlation of the rates of every two tables, over the keys that both have.

    Ties get their mean rank; the correlation is Pearson's of the ranks.
    """
    rows = []
    for one, other in itertools.combinations(tables, 2):
        both = pd.concat([tables[name].set_index(key)["win_rate"] for name in (one, other)], axis=1, keys=["a", "b"])
        ranks = both.dropna().rank()
        rows.append((one, other, len(ranks), ranks["a"].corr(ranks["b"])))
    return pd.DataFrame(rows, columns=["a", "b", f"{key}s", "spearman"])
