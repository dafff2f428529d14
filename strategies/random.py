"""Uniform among the options: the yardstick for speed, and the weakest player there is."""

from rfsim.strategy import below, strategy


@strategy()
def choose(table, hand, options, rules, weights, memory, random):
    """Take any option, each with the same probability."""
    return below(random, len(options))
