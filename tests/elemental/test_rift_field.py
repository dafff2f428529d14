"""Sets of squares against Python's own sets."""

from __future__ import annotations

import numba
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rfsim.elemental.core import field
from rfsim.elemental.core.field import MOST_ROWS, ROW, SQUARES, WORD

INSIDE = [row * ROW + column for row in range(MOST_ROWS) for column in range(MOST_ROWS)]
some_squares = st.sets(st.sampled_from(INSIDE))
one_square = st.sampled_from(INSIDE)


def packed(squares: set[int]) -> np.ndarray:
    words = [sum(1 << square % WORD for square in squares if square // WORD == word) for word in range(SQUARES // WORD)]
    return np.array(words, np.uint64)


def unpacked(words: np.ndarray) -> set[int]:
    return {square for square in range(SQUARES) if int(words[square // WORD]) >> square % WORD & 1}


@numba.njit
def measure(array, square, out):
    """Count, longest link, lowest; then what touches the set, the link of a square, what is above it."""
    a = field.read(array)
    field.write(out[0], field.spread(a))
    field.write(out[1], field.linked_with(field.either(a, field.only(square)), square))
    field.write(out[2], field.above(a, square))
    lowest = -1 if field.is_empty(a) else field.lowest(a)
    return field.count(a), field.longest_link(a), lowest


def neighbours(square: int) -> set[int]:
    row, column = divmod(square, ROW)
    around = [(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)]
    return {r * ROW + c for r, c in around if 0 <= r < MOST_ROWS and 0 <= c < MOST_ROWS}


def group(squares: set[int], start: int) -> set[int]:
    reached, edge = {start}, {start}
    while edge:
        edge = {other for square in edge for other in neighbours(square)} & squares - reached
        reached |= edge
    return reached


@settings(deadline=None)
@given(some_squares, one_square)
def test_sets_of_squares_are_counted_spread_and_linked(squares, square):
    out = np.zeros((3, SQUARES // WORD), np.uint64)
    number, longest, lowest = measure(packed(squares), square, out)
    assert number == len(squares)
    assert lowest == min(squares, default=-1)
    assert longest == max((len(group(squares, one)) for one in squares), default=0)
    touching = squares | {other for one in squares for other in neighbours(one)}
    assert unpacked(out[0]) & set(INSIDE) == touching
    assert unpacked(out[1]) == group(squares | {square}, square)
    assert unpacked(out[2]) == {one for one in squares if one > square}
