"""What a strategy file imports: the decorator and the random numbers.

Helpers that know a game (its options, `imagine`, the search) are in that game's package: ``rfsim.riftforce.api``.
"""

from rfsim.randomness import below, next_number, shuffle, stream_type, uniform
from rfsim.strategy.interface import Strategy, strategy

__all__ = ["Strategy", "below", "next_number", "shuffle", "strategy", "stream_type", "uniform"]
