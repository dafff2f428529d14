"""`[stop]`: play until each row of a table is known well enough, putting games where the intervals are widest."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rfsim.analysis.tables import TABLES, Counts, combination_table

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


def groups_of_rows(counts: Counts, by: str) -> dict[str, list[int]]:
    """For each row of a table the cells whose games it counts."""
    found: dict[str, list[int]] = {}
    for index, cell in enumerate(counts.cells):
        for key in keys_of(counts, cell.matchup(0), by):
            found.setdefault(key, []).append(index)
    return found


def keys_of(counts: Counts, matchup: tuple[tuple[str, ...], ...], by: str) -> list[str]:
    """The rows of a table that a matchup's games count for."""
    import itertools

    from rfsim.analysis.tables import side_guilds

    decks = [side_guilds(matchup, counts.sides, side) for side in counts.rated_sides]
    if by == "matchup":
        return [" / ".join("+".join(deck) for deck in decks)]
    if by == "deck":
        return ["+".join(deck) for deck in decks]
    sizes = (1, 2) if by == "combination" else (1,)
    return ["+".join(some) for deck in decks for size in sizes for some in itertools.combinations(deck, size)]


def needed(counts: Counts, by: str, target: float) -> np.ndarray:
    """How many more blocks each cell needs, as a wish: rows that are too wide ask for what makes them narrow enough.

    The half width shrinks with the root of the number of games, so a row needs (width / target)**2 times as many.
    """
    widths = half_widths(counts, by).set_index("key")["half_width"]
    blocks = counts.blocks().astype(float)
    wish = np.zeros(len(blocks))
    for key, cells in groups_of_rows(counts, by).items():
        excess = (float(widths[key]) / target) ** 2 - 1
        if excess > 0:
            wish[cells] = np.maximum(wish[cells], excess * np.maximum(blocks[cells], 1))
    return wish


def allocate(counts: Counts, had: np.ndarray, left: int, by: str, target: float) -> np.ndarray | str:
    """The next round's blocks for each group (int64), or why the study can stop."""
    widest = half_widths(counts, by).sort_values("half_width").iloc[-1]
    if widest["half_width"] <= target:
        return f"every row of {by} is known to ± {100 * widest['half_width']:.2f} points or better"
    if left <= 0:
        return f"all games are played; {widest['key']} is known to ± {100 * widest['half_width']:.2f} points"
    wish = np.minimum(needed(counts, by, target), MOST_AT_ONCE * had)
    budget = min(left, max(LEAST_ROUND, int(SHARE_A_ROUND * had.sum())), int(np.ceil(wish.sum())))
    share: np.ndarray = np.floor(wish / wish.sum() * budget).astype(np.int64)
    # What rounding down has left over goes to those that wish most, in order.
    for group in np.argsort(-wish, kind="stable")[: budget - int(share.sum())]:
        share[group] += 1
    return share
