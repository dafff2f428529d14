"""Breaks the contract: now and then it answers with an option that is not there."""

from rfsim.strategy import below, strategy


@strategy()
def choose(table, hand, options, rules, weights, memory, random):
    """Choose at random, one option too many among them."""
    return below(random, len(options) + 1)
