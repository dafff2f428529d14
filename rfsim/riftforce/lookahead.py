"""The rest of a guild selection, solved exactly over a model of the outcome.

All summoners lie open before the first pick, and no more are turned up later (R23, R24, R26): a selection is a game of
perfect information without chance, so that minimax solves it. What a side has picked matters, not in which order:
positions that hold the same guilds are solved once.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rfsim.riftforce.forecast import Forecast

Deck = tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """A selection in progress: the guilds on display, those of each side, and the sides that pick, in their order.

    `first`: the side that will act first in the game; None if that is left to chance.
    """

    shown: Deck
    decks: tuple[Deck, Deck]
    to_come: tuple[int, ...]
    first: int | None = None


class Outlook(NamedTuple):
    """What a pick leads to if both sides go on as the model says is best.

    `log_odds`: that side 0 wins. `line`: the picks from here on, this one first, as (side, guild). `decks`: both
    sides' guilds in the end, sorted.
    """

    guild: str
    log_odds: float
    line: tuple[tuple[int, str], ...]
    decks: tuple[Deck, Deck]


#: A solved position: what is picked (a place in `shown`; None when the selection is over), and side 0's log-odds.
Solution = tuple[int | None, float]
#: Solves a position of two sets of bits, the places in `shown` that side 0 and side 1 have taken.
Solver = Callable[[int, int], Solution]


def solve(position: Position, forecast: Forecast) -> list[Outlook]:
    """Every legal pick with what it leads to, the best for the side that picks first; ties by name."""
    best = solver(position, forecast)
    side = position.to_come[0]
    outlooks = []
    for place, guild in enumerate(position.shown):
        _, log_odds = best(*taken((0, 0), side, place))
        line = expected_line(position, best, place)
        decks = tuple(final_deck(position, line, one) for one in (0, 1))
        outlooks.append(Outlook(guild, log_odds, line, (decks[0], decks[1])))
    sign = side_sign(side)
    return sorted(outlooks, key=lambda outlook: (-sign * outlook.log_odds, outlook.guild))


def best_pick(position: Position, forecast: Forecast) -> str:
    """The pick with which the side whose turn it is does best."""
    place, _ = solver(position, forecast)(0, 0)
    assert place is not None
    return position.shown[place]


def solver(position: Position, forecast: Forecast) -> Solver:
    """The memoised minimax of a position, from the picks taken since as two sets of bits."""
    places = range(len(position.shown))
    by_name = sorted(places, key=lambda place: position.shown[place])  # of equal picks the first by name is taken
    end = leaf_values(position, forecast)

    @functools.cache
    def best(mask_0: int, mask_1: int) -> Solution:
        both = mask_0 | mask_1
        number = both.bit_count()
        if number == len(position.to_come):
            return None, end[mask_0][mask_1]
        side = position.to_come[number]
        sign, found = side_sign(side), None
        for place in by_name:
            if not both >> place & 1:
                _, value = best(*taken((mask_0, mask_1), side, place))
                if found is None or sign * value > sign * found[1]:
                    found = place, value
        assert found is not None
        return found

    return best


def leaf_values(position: Position, forecast: Forecast) -> dict[int, dict[int, float]]:
    """Side 0's log-odds at the end, by the sets that the two sides have taken (also those that overlap)."""
    masks, decks = [], []
    for side in (0, 1):
        taken_sets = list(itertools.combinations(range(len(position.shown)), position.to_come.count(side)))
        masks.append([sum(1 << place for place in places) for places in taken_sets])
        decks.append([[*position.decks[side], *(position.shown[place] for place in places)] for places in taken_sets])
    table: np.ndarray = forecast.log_odds(decks[0], decks[1], position.first)
    return {mask: dict(zip(masks[1], row, strict=True)) for mask, row in zip(masks[0], table.tolist(), strict=True)}


def expected_line(position: Position, best: Solver, place: int) -> tuple[tuple[int, str], ...]:
    """The picks from here on if the next one is `place` and all others are the best."""
    masks, line, following = (0, 0), list[tuple[int, str]](), place
    for side in position.to_come:
        line.append((side, position.shown[following]))
        masks = taken(masks, side, following)
        choice, _ = best(*masks)
        following = -1 if choice is None else choice
    return tuple(line)


def final_deck(position: Position, line: Sequence[tuple[int, str]], side: int) -> Deck:
    return tuple(sorted([*position.decks[side], *(guild for picker, guild in line if picker == side)]))


def taken(masks: tuple[int, int], side: int, place: int) -> tuple[int, int]:
    """Both sides' sets after a pick."""
    bit = 1 << place
    return (masks[0] | bit, masks[1]) if side == 0 else (masks[0], masks[1] | bit)


def side_sign(side: int) -> int:
    """Side 0 wants high log-odds, side 1 low ones."""
    return 1 - 2 * side
