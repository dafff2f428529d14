"""Counting results: a tally is a value, and tallies are added up.

For each cell (two strategies, rules, decks) it holds how the games of each arrangement ended, and for three points of
view (deck a, strategy a, the seat that starts) the moments over blocks that intervals need: games of one block hang
together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

VIEWS = ("deck", "strategy", "first")
SUMS = ("turns", "decisions", "score_a", "score_b")  # the scores are those of the sides with deck a and deck b
MOMENTS = 3  # sums over blocks of wins * wins, wins * decided, decided * decided


@dataclass
class Tally:
    """Counts (int64) by cell, in the order of `cells` (indices into the study's, or a part's, list of cells).

    `outcomes`: cells x arrangements x (side 0 won, side 1 won, …, undecided). `endings`: cells x kinds of ending.
    `moments`: cells x views x (w w, w n, n n) summed over blocks, with w the wins and n the decided games of a
    block. `sums`: cells x `SUMS`, summed over games.
    """

    cells: np.ndarray
    outcomes: np.ndarray
    endings: np.ndarray
    moments: np.ndarray
    sums: np.ndarray

    @property
    def games(self) -> int:
        return int(self.outcomes.sum())

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: getattr(self, name) for name in ("cells", "outcomes", "endings", "moments", "sums")}


def empty_tally(cells: int, arrangements: int, endings: int, sides: int = 2) -> Tally:
    """A tally of some cells, before anything is counted."""
    return Tally(
        np.arange(cells, dtype=np.int64),
        np.zeros((cells, arrangements, sides + 1), np.int64),
        np.zeros((cells, endings), np.int64),
        np.zeros((cells, len(VIEWS), MOMENTS), np.int64),
        np.zeros((cells, len(SUMS)), np.int64),
    )


def add(total: Tally, part: Tally) -> None:
    """Add a part (of some cells) to the total (of all)."""
    for name, array in part.arrays().items():
        if name != "cells":
            getattr(total, name)[part.cells] += array


def count(
    results: np.ndarray,
    block_cells: np.ndarray,
    arrangements: np.ndarray,
    endings: int,
    undecided: int,
    sides: int = 2,
) -> Tally:
    """The tally of complete blocks.

    `results`: one row a game (winner, ending, turns, decisions), block by block. `block_cells`: the cell of each block.
    `undecided`: the code that stands for no winner.
    """
    cells, index = np.unique(block_cells, return_inverse=True)
    winner = np.where(results["winner"] == undecided, sides, results["winner"]).reshape(len(index), -1).astype(np.int64)
    tally = empty_tally(len(cells), len(arrangements), endings, sides)
    tally.cells = cells
    for a in range(len(arrangements)):
        np.add.at(tally.outcomes[:, a], (index, winner[:, a]), 1)
    np.add.at(tally.endings, (np.repeat(index, len(arrangements)), results["ending"].astype(np.int64)), 1)
    for view, name in enumerate(VIEWS):
        wins, decided = block_counts(winner, sides_of_view(arrangements, name, sides))
        products = np.stack([wins * wins, wins * decided, decided * decided], axis=1)
        np.add.at(tally.moments[:, view], index, products)
    for column, values in enumerate(summed(results, arrangements)):
        np.add.at(tally.sums[:, column], index, values.reshape(len(index), -1).astype(np.int64).sum(axis=1))
    return tally


def summed(results: np.ndarray, arrangements: np.ndarray) -> list[np.ndarray]:
    """The columns of `SUMS`, a value for each game."""
    side_a = np.tile(arrangements["side_a"].astype(np.int64), len(results) // len(arrangements))
    games = np.arange(len(results))
    scores = results["score"]
    others = np.where(np.arange(scores.shape[1]) == side_a[:, None], np.iinfo(scores.dtype).min, scores).max(axis=1)
    return [results["turns"], results["decisions"], scores[games, side_a], others]


def sides_of_view(arrangements: np.ndarray, view: str, sides: int) -> np.ndarray:
    """The sides whose wins count as wins from a point of view: bool, arrangements x sides.

    Where a strategy can play several sides, the arrangements have a field ``plays_a``.
    """
    if view == "strategy" and "plays_a" in (arrangements.dtype.names or ()):
        return np.asarray(arrangements["plays_a"][:, :sides] > 0)
    field = {"deck": "side_a", "strategy": "side_of_player", "first": "side_first"}[view]
    return np.asarray(arrangements[field][:, None] == np.arange(sides))


def block_counts(winner: np.ndarray, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Wins and decided games of each block. `winner`: blocks x arrangements; `own`: the sides that count in each."""
    with_undecided = np.pad(own, ((0, 0), (0, 1)))
    wins = with_undecided[np.arange(len(own)), winner]
    return wins.sum(axis=1), (winner < own.shape[1]).sum(axis=1)
