"""The schedule: which blocks of games a study plays, as a pure function of the study.

Blocks are numbered. A block's matchup and repetition follow from its number alone, and with the study's seed so do its
games: it makes no difference who plays it, when, or in which chunk.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rfsim.errors import InputError
from rfsim.study.config import ALL_UP_TO, DRAWN, DraftsEntry, SoloEntry, Study

Matchup = tuple[tuple[str, ...], ...]


class Cell(NamedTuple):
    """What is compared: two strategies, under some rules, with some decks.

    `pair` and `variant` are indices into the schedule's lists. `decks`: the drafts of all seats, one matchup for all
    games of a block, or one for each (if the games of a block have drafts of their own).
    """

    pair: int
    variant: int
    decks: tuple[Matchup, ...]

    def matchup(self, game: int) -> Matchup:
        """The drafts in one of the games of a block."""
        return self.decks[game if len(self.decks) > 1 else 0]


@dataclass(frozen=True)
class Chunk:
    """A run of blocks that one worker plays at a stretch.

    `segments`: what the blocks are, as (group, first repetition, number of blocks), where the schedule grows as it is
    played; otherwise the schedule knows.
    """

    index: int
    start: int
    end: int
    segments: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Schedule:
    """The blocks of a study, group by group: each group has equally many (the first ones one more, if need be).

    A group is a cell with its decks, or (`is_drafted`) a pair of strategies whose blocks draw or pick decks of their
    own. `seeds`: for each group the number that its seeds are made of; two groups with the same number get the same
    cards. `pairs`: the strategies (indices) of player 0 and 1.
    """

    groups: list[Cell]
    blocks: int
    games_a_block: int
    seeds: np.ndarray
    pairs: tuple[tuple[int, int], ...]
    is_drafted: bool = False

    @property
    def games(self) -> int:
        return self.blocks * self.games_a_block

    @cached_property
    def starts(self) -> np.ndarray:
        """The number of the first block of each group, and the number of all blocks at the end."""
        each, more = divmod(self.blocks, len(self.groups))
        counts = np.full(len(self.groups), each, np.int64)
        counts[:more] += 1
        return np.concatenate([[0], np.cumsum(counts)])

    def places(self, start: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        """Group and repetition of the blocks from `start` to before `end` (two int64 arrays)."""
        blocks = np.arange(start, end, dtype=np.int64)
        groups = np.searchsorted(self.starts, blocks, side="right") - 1
        return groups.astype(np.int64), blocks - self.starts[groups]

    def places_in(self, chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
        """Group and repetition of a chunk's blocks."""
        if not chunk.segments:
            return self.places(chunk.start, chunk.end)
        groups = [np.full(count, group, np.int64) for group, _, count in chunk.segments]
        repetitions = [np.arange(first, first + count, dtype=np.int64) for _, first, count in chunk.segments]
        return np.concatenate(groups), np.concatenate(repetitions)

    def chunks(self, blocks_a_chunk: int) -> Iterator[Chunk]:
        for index, start in enumerate(range(0, self.blocks, blocks_a_chunk)):
            yield Chunk(index, start, min(start + blocks_a_chunk, self.blocks))


def round_chunks(before: np.ndarray, counts: np.ndarray, first_chunk: int, blocks_a_chunk: int) -> Iterator[Chunk]:
    """The chunks of one round of a growing schedule.

    `before`: how many blocks each group has had; `counts`: how many more it gets in this round.
    """
    start, segments, size = int(before.sum()), list[tuple[int, int, int]](), 0
    for group in np.flatnonzero(counts):
        done = 0
        while done < counts[group]:
            take = int(min(counts[group] - done, blocks_a_chunk - size))
            segments.append((int(group), int(before[group] + done), take))
            done, size = done + take, size + take
            if size == blocks_a_chunk:
                yield Chunk(first_chunk, start, start + size, tuple(segments))
                first_chunk, start, segments, size = first_chunk + 1, start + size, [], 0
    if segments:
        yield Chunk(first_chunk, start, start + size, tuple(segments))


def make_schedule(study: Study, game: Any, variants: Sequence[Any], games_a_block: int) -> Schedule:
    """The schedule of a study. `variants`: the rules that it is played by.

    Raises InputError for guilds and drafts that do not fit the rules.
    """
    pairs, blocks = strategy_pairs(study), -(-study.games // games_a_block)
    if is_drafted(study):
        check_draft_pool(study, game, variants[0])
        groups = [Cell(pair, 0, ()) for pair in range(len(pairs))]
        seeds = np.zeros(len(groups), np.int64)
        return Schedule(groups, max(blocks, len(groups)), games_a_block, seeds, pairs, is_drafted=True)
    times = len(variants) * len(pairs)
    matchups = own_matchups(study, game, variants[0], blocks // times or 1)
    groups = [
        Cell(pair, variant, (matchup,))
        for pair in range(len(pairs))
        for matchup in matchups
        for variant in range(len(variants))  # innermost: of a number of blocks that does not divide, all get alike
    ]
    seeds = np.tile(np.repeat(np.arange(len(matchups), dtype=np.int64), len(variants)), len(pairs))
    return Schedule(groups, max(blocks, len(groups)), games_a_block, seeds, pairs)


def strategy_pairs(study: Study) -> tuple[tuple[int, int], ...]:
    """Who meets whom, as indices into the study's players: round robin, or one against all others."""
    count = len(study.players)
    if study.is_gauntlet:
        return tuple((0, other) for other in range(1, count))
    return tuple((one, other) for one in range(count) for other in range(one + 1, count))


def is_drafted(study: Study) -> bool:
    """Whether every block has decks of its own, drawn at random or picked."""
    if study.tournament is not None:
        return not study.tournament.matchups
    return bool(study.policies)


def draft_pool(study: Study, rules: Any) -> list[str]:
    section = study.tournament or study.sweep
    return list(rules.pool) if section is None or section.guilds == "all" else list(section.guilds)


def check_draft_pool(study: Study, game: Any, rules: Any) -> None:
    """Raise InputError if the pool does not do, or if picks are wanted from a part of the guilds."""
    pool = draft_pool(study, rules)
    if study.drafts is not None and len(game.rated_sides(rules)) < 2:
        raise InputError(
            f"drafts.policies: preset {study.preset} has one player; it takes two to compare selection policies"
        )
    game.check_pool(rules, pool, f"{study.kind}.guilds")
    if study.policies and set(pool) != set(rules.pool):
        raise InputError(f"{study.kind}.guilds: a guild selection is made from all guilds; it should be 'all'")


def own_matchups(study: Study, game: Any, rules: Any, blocks: int) -> list[Matchup]:
    """The matchups of a study, under whatever rules it plays them."""
    random = np.random.Generator(np.random.PCG64(study.seed))
    if study.drafts is not None:
        return drafts_matchups(study.drafts, game, rules)
    if study.tournament is not None:
        return [game.check_matchup(rules, seats, "tournament.matchups") for seats in study.tournament.matchups]
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
    for deck_a, deck_b in drafts_pairs(drafts):
        try:
            matchups.append(game.check_matchup(rules, (deck_a, deck_b), "drafts"))
        except InputError as error:
            problems.extend(line for line in error.lines if line not in problems)
    if not matchups or any("is in draft" not in line for line in problems):
        raise InputError(*problems)
    return matchups


def drafts_pairs(drafts: DraftsEntry) -> list[tuple[list[str], list[str]]]:
    """Every two of the given drafts, or the first with each of the others."""
    decks = drafts.deck_list
    if drafts.format == "gauntlet":
        return [(decks[0], other) for other in decks[1:]]
    return list(itertools.combinations(decks, 2))
