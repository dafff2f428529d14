"""What the model of the outcome is fitted to: games added up where everything that the model knows is the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rfsim.analysis.tables import Counts, side_guilds
from rfsim.errors import InputError, unknown

LEAST_MATCHUPS = 30  # with fewer there is nothing to fit on some and to check on others
MOST_MATCHUPS = 20_000  # where each block draws decks of its own; more would tell little more, and take long
SEED = 1  # of which matchups are taken, where not all of them are

Deck = Sequence[str]


@dataclass(frozen=True, eq=False)
class Observations:
    """Games added up where everything that the model knows is the same.

    `deck_a`, `deck_b`: rows x guilds, 1.0 for those in the deck. `start`: 1 where the side with deck a acts first, else
    -1. `strategy`: rows x strategies, 1 for that of deck a's side, -1 for the other. `wins`, `losses`: of deck a, in
    games. `matchup`: rows with the same number have the same decks.
    """

    guilds: tuple[str, ...]
    deck_a: np.ndarray
    deck_b: np.ndarray
    start: np.ndarray
    strategy: np.ndarray
    wins: np.ndarray
    losses: np.ndarray
    matchup: np.ndarray

    @property
    def games(self) -> np.ndarray:
        return np.asarray(self.wins + self.losses)

    @cached_property
    def matchups(self) -> int:
        return len(np.unique(self.matchup))

    def some(self, chosen: np.ndarray) -> Observations:
        """Some of the rows (a mask)."""
        names = ("deck_a", "deck_b", "start", "strategy", "wins", "losses", "matchup")
        return replace(self, **{name: getattr(self, name)[chosen] for name in names})

    def at_most(self, matchups: int) -> Observations:
        """The rows of so many matchups, drawn at random, or all."""
        if self.matchups <= matchups:
            return self
        random = np.random.Generator(np.random.PCG64(SEED))
        chosen = random.choice(np.unique(self.matchup), matchups, replace=False)
        return self.some(np.isin(self.matchup, chosen))


def observations(counts: Counts) -> Observations:
    """The rows that the model is fitted to, from a study's counts. Undecided games are left out."""
    counts = counts.some(drawn_cells(len(counts.cells)))
    guilds = tuple(sorted({name for cell in counts.cells for seat in cell.matchup(0) for name in seat}))
    frames = [game_rows(counts, guilds, game) for game in range(len(counts.arrangements))]
    keys, won = (np.concatenate(arrays) for arrays in zip(*frames, strict=True))
    keys, index = np.unique(keys, axis=0, return_inverse=True)
    sums = np.zeros((len(keys), 2))
    np.add.at(sums, index.ravel(), won)
    size = len(guilds)
    deck_a, deck_b = keys[:, :size], keys[:, size : 2 * size]
    _, matchup = np.unique(keys[:, : 2 * size], axis=0, return_inverse=True)
    rows = Observations(
        guilds=guilds,
        deck_a=deck_a.astype(float),
        deck_b=deck_b.astype(float),
        start=keys[:, 2 * size].astype(float),
        strategy=keys[:, 2 * size + 1 :].astype(float),
        wins=sums[:, 0],
        losses=sums[:, 1],
        matchup=matchup.ravel(),
    )
    return rows.some(rows.games > 0).at_most(MOST_MATCHUPS)


def drawn_cells(cells: int) -> np.ndarray:
    """All cells, or as many as are worth reading, drawn at random."""
    random = np.random.Generator(np.random.PCG64(SEED))
    return np.sort(random.choice(cells, min(cells, MOST_MATCHUPS), replace=False))


def game_rows(counts: Counts, guilds: tuple[str, ...], game: int) -> tuple[np.ndarray, np.ndarray]:
    """A row for each cell, of one game of its blocks: the keys (int8: deck a, deck b, start, strategies), wins, losses.

    Decks are ordered by name, so that both ways round of a matchup are the same one.
    """
    arrangement = counts.arrangements[game]
    at = int(arrangement["side_a"])
    decks = [[side_guilds(cell.matchup(game), counts.sides, side) for cell in counts.cells] for side in (0, 1)]
    one, other = (membership(some, guilds) for some in decks)
    start = 1 if int(arrangement["side_first"]) == at else -1
    sign = 1 if int(arrangement["side_of_player"]) == at else -1
    rest = np.column_stack([np.full(len(one), start), sign * strategy_columns(counts)])
    won = counts.tally.outcomes[:, game][:, [at, 1 - at]]
    swapped = np.array([a > b for a, b in zip(*decks, strict=True)])[:, None]
    keys = np.where(swapped, np.hstack([other, one, -rest]), np.hstack([one, other, rest]))
    return keys.astype(np.int8), np.where(swapped, won[:, ::-1], won)


def membership(decks: Sequence[Deck], guilds: Sequence[str]) -> np.ndarray:
    """Decks x guilds: 1.0 where the guild is in the deck. Raises InputError for a guild that is not among them."""
    index = {name: i for i, name in enumerate(guilds)}
    table = np.zeros((len(decks), len(guilds)))
    for row, deck in enumerate(decks):
        for name in deck:
            if name not in index:
                raise InputError(unknown("guild", name, guilds, "the study's model"))
            table[row, index[name]] = 1.0
    return table


def strategy_columns(counts: Counts) -> np.ndarray:
    """Cells x strategies: 1 for player 0's, -1 for player 1's; no columns where all play the same one."""
    pairs = np.array(counts.pairs)[counts.pair_of_cell]
    players = len(counts.strategies) if counts.strategies[0] != counts.strategies[-1] else 0
    table = np.zeros((len(pairs), players), int)
    if players:
        each = np.arange(len(pairs))
        table[each, pairs[:, 0]] += 1
        table[each, pairs[:, 1]] -= 1
    return table


def can_fit(counts: Counts) -> bool:
    """Whether a study has what the model needs: one rule set, two sides with decks, and enough matchups."""
    if len(counts.rules) > 1 or len(counts.rated_sides) < 2:
        return False
    return len({cell.decks for cell in counts.cells}) >= LEAST_MATCHUPS
