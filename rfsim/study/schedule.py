"""The schedule: which blocks of games a study plays, as a pure function of the study.

Blocks are numbered. A block's matchup and repetition follow from its number alone, and with the study's seed so do its
games: it makes no difference who plays it, when, or in which chunk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rfsim.errors import InputError
from rfsim.study.config import ALL_UP_TO, DRAWN, DraftsEntry, Study, SweepEntry

Matchup = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chunk:
    """A run of blocks that one worker plays at a stretch."""

    index: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Schedule:
    """The blocks of a study: each matchup is repeated equally often (the first ones once more, if need be)."""

    matchups: list[Matchup]
    blocks: int
    games_a_block: int

    @property
    def games(self) -> int:
        return self.blocks * self.games_a_block

    @cached_property
    def starts(self) -> np.ndarray:
        """The number of the first block of each matchup, and the number of all blocks at the end."""
        each, more = divmod(self.blocks, len(self.matchups))
        counts = np.full(len(self.matchups), each, np.int64)
        counts[:more] += 1
        return np.concatenate([[0], np.cumsum(counts)])

    def places(self, start: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        """Matchup and repetition of the blocks from `start` to before `end` (two int64 arrays)."""
        blocks = np.arange(start, end, dtype=np.int64)
        matchups = np.searchsorted(self.starts, blocks, side="right") - 1
        return matchups.astype(np.int64), blocks - self.starts[matchups]

    def chunks(self, blocks_a_chunk: int) -> Iterator[Chunk]:
        for index, start in enumerate(range(0, self.blocks, blocks_a_chunk)):
            yield Chunk(index, start, min(start + blocks_a_chunk, self.blocks))


def make_schedule(study: Study, game: Any, rules: Any, games_a_block: int) -> Schedule:
    """The schedule of a study. Raises InputError for guilds and drafts that do not fit the rules."""
    blocks = -(-study.games // games_a_block)
    if study.kind == "sweep":
        assert study.sweep is not None
        matchups = sweep_matchups(study, study.sweep, game, rules, blocks)
    else:
        assert study.drafts is not None
        matchups = drafts_matchups(study.drafts, game, rules)
    return Schedule(matchups, max(blocks, len(matchups)), games_a_block)


def sweep_matchups(study: Study, sweep: SweepEntry, game: Any, rules: Any, blocks: int) -> list[Matchup]:
    """Disjoint drafts from the pool, drawn without repetition."""
    pool = list(rules.pool) if sweep.guilds == "all" else list(sweep.guilds)
    game.check_pool(rules, pool, "sweep.guilds")
    total = game.count_matchups(rules, pool)
    if sweep.matchups == "all":
        wanted = total
    elif sweep.matchups is None:
        wanted = min(total if total <= ALL_UP_TO else DRAWN, blocks)
    else:
        wanted = min(sweep.matchups, total)
    random = np.random.Generator(np.random.PCG64(study.seed))
    return list(game.draw_matchups(rules, pool, wanted, random))


def drafts_matchups(drafts: DraftsEntry, game: Any, rules: Any) -> list[Matchup]:
    """Every pair of given drafts that share no guild."""
    matchups: list[Matchup] = []
    problems: list[str] = []
    for i, deck_a in enumerate(drafts.decks):
        for deck_b in drafts.decks[i + 1 :]:
            try:
                matchups.append(game.check_matchup(rules, (deck_a, deck_b), "drafts"))
            except InputError as error:
                problems.extend(line for line in error.lines if line not in problems)
    if not matchups or any("is in draft" not in line for line in problems):
        raise InputError(*problems)
    return matchups
