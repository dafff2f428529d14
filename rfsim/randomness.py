"""Random numbers: one small generator whose state is a field of the game's record.

SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter and a
mixing function. A stream is a record with the one field ``state``; what was drawn so far is all in it, so a copied
game goes on identically. The same numbers come out compiled and plain.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import PLAIN, jit

stream_type = np.dtype([("state", np.uint64)])

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

if PLAIN:  # the generator's overflow is meant
    np.seterr(over="ignore")


@jit
def mixed(number):
    """`number` (uint64) with its bits well mixed: a one-to-one map of the 64-bit numbers."""
    number = (number ^ (number >> SHIFT_30)) * FIRST_FACTOR
    number = (number ^ (number >> SHIFT_27)) * SECOND_FACTOR
    return number ^ (number >> SHIFT_31)


@jit
def derived_seed(seed, number):
    """A seed (uint64) for the `number`-th part of whatever `seed` stands for."""
    return mixed(mixed(seed + STEP) + np.uint64(number) * STEP)


@jit
def next_number(stream):
    """The stream's next 64 random bits."""
    state = np.uint64(stream.state) + STEP
    stream.state = state
    return mixed(state)


@jit
def below(stream, n):
    """A random whole number from 0 to n - 1.

    The upper 32 bits times n, divided by 2**32: for n below 300 no number is favoured by more than 1 in 10**7.
    """
    return np.int64(((next_number(stream) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)


@jit
def uniform(stream):
    """A random float in [0, 1)."""
    return np.float64(next_number(stream) >> np.uint64(11)) * (1.0 / (1 << 53))


@jit
def shuffle(stream, cards, n):
    """Put the first `n` entries of `cards` into random order (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
