"""Uniform among the options of Elemental Rift: the yardstick for speed, and the weakest player there is."""

from rfsim.strategy import below, strategy


@strategy(game="elemental-rift")
def choose(table, hand, options, rules, weights, memory, random):
    """Take any option, each with the same probability."""
    return below(random, len(options))
