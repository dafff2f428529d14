"""Sets of squares of the field, each as four words of 64 bits.

A square is row * 16 + column, so a word holds four rows. The field has 15 rows and columns at most (E4): the sixteenth
bit of each row is always free, and a whole set moves one square sideways by a shift of one bit, one square up or down
by a shift of sixteen, with nothing falling from one row into the next. What `spread` puts on the free bits is cut off
by whoever calls it, with the field or with the cards that lie there.

A set is a tuple of four numbers (uint64). In a record it is an array of four: `read` and `write` are the way between.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit

WORDS = 4
ROW = 16  # bits of a row
WORD = 64  # bits of a word
MOST_ROWS = 15
SQUARES = WORDS * WORD

NOTHING, ONE = np.uint64(0), np.uint64(1)
EVERYTHING = ~NOTHING
SIDE = np.uint64(1)  # one square sideways
ROWS_1, ROWS_3 = np.uint64(ROW), np.uint64(3 * ROW)  # one row down or up; within a word, and into the next one

# Counting bits: Warren, "Hacker's Delight", figure 5-2. The compiler makes one instruction of it.
PAIRS, FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
EIGHTS, SUMS = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
BY_2, BY_4, BY_56 = np.uint64(2), np.uint64(4), np.uint64(56)


# ---------------------------------------------------------------------------------------------------- words of 64 bits


@jit
def bits(word):
    """How many bits of a word are set."""
    word = word - ((word >> ONE) & PAIRS)
    word = (word & FOURS) + ((word >> BY_2) & FOURS)
    word = (word + (word >> BY_4)) & EIGHTS
    return np.int64((word * SUMS) >> BY_56)


@jit
def lowest_bit(word):
    """The number of the lowest bit that is set; the word must not be 0."""
    return bits((word & (~word + ONE)) - ONE)


@jit
def bit_in(square, word):
    """The bit of `square` in word number `word`: 0 if it is in another one."""
    return ONE << np.uint64(square % WORD) if square // WORD == word else NOTHING


@jit
def bits_below(square, word):
    """The bits of all squares with a lower number than `square` in word number `word`."""
    if square // WORD == word:
        return (ONE << np.uint64(square % WORD)) - ONE
    return EVERYTHING if square // WORD > word else NOTHING


# ----------------------------------------------------------------------------------------------------- sets of squares


@jit
def read(array):
    """The set in a record's field (uint64, 4)."""
    return (np.uint64(array[0]), np.uint64(array[1]), np.uint64(array[2]), np.uint64(array[3]))


@jit
def write(array, a):
    """Put a set into a record's field (uint64, 4)."""
    array[0], array[1], array[2], array[3] = a[0], a[1], a[2], a[3]


@jit
def no_squares():
    return (NOTHING, NOTHING, NOTHING, NOTHING)


@jit
def only(square):
    """The set of one square."""
    return (bit_in(square, 0), bit_in(square, 1), bit_in(square, 2), bit_in(square, 3))


@jit
def below(square):
    """All squares with a lower number."""
    return (bits_below(square, 0), bits_below(square, 1), bits_below(square, 2), bits_below(square, 3))


@jit
def both(a, b):
    """The squares that are in both sets."""
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


@jit
def either(a, b):
    """The squares that are in one set or the other."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3])


@jit
def without(a, b):
    """The squares of `a` that are not in `b`."""
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3])


@jit
def above(a, square):
    """The squares of `a` with a higher number than `square`."""
    return without(without(a, below(square)), only(square))


@jit
def is_empty(a):
    return (a[0] | a[1] | a[2] | a[3]) == NOTHING


@jit
def is_same(a, b):
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == NOTHING


@jit
def has(a, square):
    return (a[square // WORD] >> np.uint64(square % WORD) & ONE) == ONE


@jit
def count(a):
    """How many squares are in a set."""
    return bits(a[0]) + bits(a[1]) + bits(a[2]) + bits(a[3])


@jit
def lowest(a):
    """The square with the lowest number; the set must not be empty."""
    for word in range(WORDS - 1):
        if a[word] != NOTHING:
            return word * WORD + lowest_bit(a[word])
    return (WORDS - 1) * WORD + lowest_bit(a[WORDS - 1])


@jit
def sideways_and_up_and_down(word, above_it, below_it):
    """A word with the neighbours of its squares; a square has some in the words above and below it too."""
    across = word | word << SIDE | word >> SIDE
    return across | word << ROWS_1 | word >> ROWS_1 | above_it >> ROWS_3 | below_it << ROWS_3


@jit
def spread(a):
    """The squares of a set and those that touch them: "touching and linked mean side to side" (E4)."""
    return (
        sideways_and_up_and_down(a[0], NOTHING, a[1]),
        sideways_and_up_and_down(a[1], a[0], a[2]),
        sideways_and_up_and_down(a[2], a[1], a[3]),
        sideways_and_up_and_down(a[3], a[2], NOTHING),
    )


@jit
def linked_with(a, square):
    """ "… connected to each other, side to side, chain style": the group of `a` that `square` is part of."""
    group = only(square)
    wider = both(spread(group), a)
    while not is_same(group, wider):
        group = wider
        wider = both(spread(group), a)
    return group


@jit
def longest_link(a):
    """The size of the largest group of a set."""
    longest = 0
    while not is_empty(a):
        group = linked_with(a, lowest(a))
        longest = max(longest, count(group))
        a = without(a, group)
    return longest
