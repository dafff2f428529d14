"""Breaks the contract: from the sixth turn on it waits for something that does not happen."""

from rfsim.strategy import below, strategy

SIXTH = 5


@strategy()
def choose(table, hand, options, rules, weights, memory, random):
    """Choose at random, as long as it chooses."""
    while table.turns >= SIXTH:
        pass
    return below(random, len(options))
