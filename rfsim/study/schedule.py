"""The schedule: which blocks of games a study plays, as a pure function of the study.

Blocks are numbered. A block's matchup and repetition follow from its number alone, and with the study's seed so do its
games: it makes no difference who plays it, when, or in which chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rfsim.errors import InputError
from rfsim.study.config import ALL_UP_TO, DRAWN, DraftsEntry, SoloEntry, Study

Matchup = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chunk:
    """A run of blocks that one worker plays at a stretch."""

    index: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Schedule:
    """The blocks of a study: each matchup is repeated equally often (the first ones once more, if need be).

    `variants`: for each matchup the rules that it is played by (an index into the study's list). `seeds`: for each
    matchup the number that its seeds are made of; two matchups with the same number get the same cards.
    """

    matchups: list[Matchup]
    blocks: int
    games_a_block: int
    variants: np.ndarray
    seeds: np.ndarray

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


def make_schedule(study: Study, game: Any, variants: Sequence[Any], games_a_block: int) -> Schedule:
    """The schedule of a study. `variants`: the rules that it is played by.

    Raises InputError for guilds and drafts that do not fit the rules.
    """
    blocks = -(-study.games // games_a_block)
    matchups = own_matchups(study, game, variants[0], blocks // len(variants) or 1)
    count, times = len(matchups), len(variants)
    return Schedule(
        matchups * times,
        max(blocks, count * times),
        games_a_block,
        np.repeat(np.arange(times, dtype=np.int64), count),
        np.tile(np.arange(count, dtype=np.int64), times),
    )


def own_matchups(study: Study, game: Any, rules: Any, blocks: int) -> list[Matchup]:
    """The matchups of a study, under whatever rules it plays them."""
    random = np.random.Generator(np.random.PCG64(study.seed))
    if study.drafts is not None:
        return drafts_matchups(study.drafts, game, rules)
    if study.solo is not None:
        return solo_matchups(study.solo, game, rules, min(study.solo.drafts, blocks), random)
    section = study.sweep or study.compare_rules
    assert section is not None
    pool = list(rules.pool) if section.guilds == "all" else list(section.guilds)
    game.check_pool(rules, pool, f"{study.kind}.guilds")
    wanted = wanted_matchups(section.matchups, game.count_matchups(rules, pool), blocks)
    return list(game.draw_matchups(rules, pool, wanted, random))


def wanted_matchups(wish: str | int | None, total: int, blocks: int) -> int:
    """How many matchups are drawn: as wished, or all if they are few, never more than there are blocks."""
    if wish == "all":
        return total
    if isinstance(wish, int):
        return min(wish, total)
    return min(total if total <= ALL_UP_TO else DRAWN, blocks)


def solo_matchups(solo: SoloEntry, game: Any, rules: Any, wanted: int, random: np.random.Generator) -> list[Matchup]:
    """The player's drafts from the pool, against the trainer's guilds (given, or drawn from what is left)."""
    pool = list(rules.pool) if solo.guilds == "all" else list(solo.guilds)
    if solo.trainer_guilds is None and solo.guilds == "all":
        return list(game.draw_matchups(rules, pool, wanted, random))
    return list(game.draw_solo_matchups(rules, pool, solo.trainer_guilds, wanted, random))


def drafts_matchups(drafts: DraftsEntry, game: Any, rules: Any) -> list[Matchup]:
    """The given matchups, or every pair of given drafts that share no guild."""
    if drafts.matchups:
        return [game.check_matchup(rules, seats, "drafts.matchups") for seats in drafts.matchups]
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
