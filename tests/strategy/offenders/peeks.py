"""Breaks the contract: reads the enemy's hand, which lies behind its own. Compiled, nothing keeps it from that."""

import numpy as np

from rfsim.riftforce.core.state import seat_type
from rfsim.strategy import strategy

SEAT = seat_type.itemsize


@strategy()
def choose(table, hand, options, rules, weights, memory, random):
    """Choose by the first card of the next seat's hand."""
    card = np.int64(hand.card[SEAT]) if table.acting == 0 else 0
    return card % len(options)
