"""`[stop]`: play until each row of a table is known well enough, putting games where the intervals are widest."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rfsim.analysis.tables import TABLES, Counts, combination_table, side_guilds

SHARE_A_ROUND = 0.15  # of the games so far, in the next round
LEAST_ROUND = 50  # blocks
MOST_AT_ONCE = 4.0  # a group at most quadruples its blocks in one round


def half_widths(counts: Counts, by: str) -> pd.DataFrame:
    """The rows of a table with the half width of their intervals; the key column is ``key``."""
    if by == "combination":
        table = pd.concat([combination_table(counts, size) for size in (1, 2)], ignore_index=True)
    else:
        table = TABLES[by](counts)
    names = ["deck_a", "deck_b"] if by == "matchup" else [by]
    key = table[names].agg(" / ".join, axis=1) if len(names) > 1 else table[names[0]]
    return pd.DataFrame({"key": key, "half_width": ((table["high"] - table["low"]) / 2).fillna(1.0)})


def needed(counts: Counts, target: float) -> np.ndarray:
    """How many more blocks each matchup needs, as a wish.

    The half width shrinks with the root of the number of games, so a row needs (width / target)**2 times as many.
    """
    table = TABLES["matchup"](counts).set_index(["deck_a", "deck_b"])
    widths = ((table["high"] - table["low"]) / 2).fillna(1.0)
    keys = [
        tuple("+".join(side_guilds(cell.matchup(0), counts.sides, side)) for side in (0, 1)) for cell in counts.cells
    ]
    excess = (np.array([float(widths[key]) for key in keys]) / target) ** 2 - 1
    return np.asarray(np.maximum(excess, 0) * np.maximum(counts.blocks(), 1))


def allocate(counts: Counts, had: np.ndarray, left: int, by: str, target: float) -> np.ndarray | str:
    """The next round's blocks for each matchup (int64), or why the study can stop.

    Rows that are one matchup each get games by need. Other rows average over matchups, whose weights must not depend
    on how their games went: there every matchup gets equally many, and what is saved is stopping in time.
    """
    widest = half_widths(counts, by).sort_values("half_width").iloc[-1]
    if widest["half_width"] <= target:
        return f"every row of {by} is known to ± {100 * widest['half_width']:.2f} points or better"
    if left <= 0 or (by != "matchup" and left < len(had)):
        return f"all games are played; {widest['key']} is known to ± {100 * widest['half_width']:.2f} points"
    if by != "matchup":
        more = max(1, int(SHARE_A_ROUND * had.sum()) // len(had))
        return np.full(len(had), min(more, left // len(had)), np.int64)
    wish = np.minimum(needed(counts, target), MOST_AT_ONCE * had)
    budget = min(left, max(LEAST_ROUND, int(SHARE_A_ROUND * had.sum())), int(np.ceil(wish.sum())))
    share: np.ndarray = np.floor(wish / wish.sum() * budget).astype(np.int64)
    # What rounding down has left over goes to those that wish most, in order.
    share[np.argsort(-wish, kind="stable")[: budget - int(share.sum())]] += 1
    return share
