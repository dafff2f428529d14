"""The features of a matchup: who starts, guilds, pairs within a deck, guild against guild."""

from __future__ import annotations

import itertools

import numpy as np


def pair_list(guilds: int) -> np.ndarray:
    """All pairs i < j, as pairs x 2."""
    return np.array(list(itertools.combinations(range(guilds), 2)))


def features(deck_a: np.ndarray, deck_b: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Rows x (1 + guilds + pairs + pairs): start, strength, pairs within a deck, guild i of a against j of b."""
    first, second = pair_list(deck_a.shape[1]).T
    pairs = deck_a[:, first] * deck_a[:, second] - deck_b[:, first] * deck_b[:, second]
    against = deck_a[:, first] * deck_b[:, second] - deck_a[:, second] * deck_b[:, first]
    return np.hstack([start[:, None], deck_a - deck_b, pairs, against])


def part_sizes(guilds: int) -> dict[str, int]:
    """How many features each part has (without strategies)."""
    pairs = guilds * (guilds - 1) // 2
    return {"start": 1, "guild": guilds, "pair": pairs, "against": pairs}


def part_slices(guilds: int) -> dict[str, slice]:
    """Where each part's features stand."""
    sizes = part_sizes(guilds)
    ends = dict(zip(sizes, itertools.accumulate(sizes.values()), strict=True))
    return {part: slice(ends[part] - size, ends[part]) for part, size in sizes.items()}


def centring(guilds: int) -> np.ndarray:
    """The matrix that makes effects sum to 0 over each guild: features x features, a projection.

    What pairs have in common with strength is what the incidence of guilds in pairs spans.
    """
    pairs = pair_list(guilds)
    incidence = np.zeros((2, len(pairs), guilds))  # of pairs; of opponents, with their sign
    each = np.arange(len(pairs))
    incidence[:, each, pairs[:, 0]] = 1.0
    incidence[0, each, pairs[:, 1]] = 1.0
    incidence[1, each, pairs[:, 1]] = -1.0
    matrix = np.eye(sum(part_sizes(guilds).values()))
    at = part_slices(guilds)
    matrix[at["guild"], at["guild"]] -= 1 / guilds
    for part, common in zip(("pair", "against"), incidence, strict=True):
        matrix[at[part], at[part]] -= common @ np.linalg.pinv(common)
    return matrix
