"""The schedule: what is played is a pure function of the study."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from rfsim.errors import InputError
from rfsim.study.schedule import Chunk, Schedule, make_schedule, round_chunks
from rfsim.study.work import make_context
from tests.study.tools import small_study


def schedule_of(**values: object) -> Schedule:
    return make_context(small_study(**values)).schedule


def test_all_matchups_of_the_base_game_are_1575() -> None:
    groups = schedule_of(sweep={"strategy": "random", "matchups": "all"}).groups
    decks = {cell.decks for cell in groups}
    assert len(decks) == len(groups) == 1575


def test_the_drafts_of_a_matchup_are_disjoint() -> None:
    for cell in schedule_of(sweep={"strategy": "random", "matchups": "all"}).groups:
        one, other = cell.decks[0]
        assert (len(one), len(other), len(set(one) | set(other))) == (4, 4, 8)


def test_matchups_are_drawn_without_repetition() -> None:
    groups = schedule_of(preset="beyond", games=2000, sweep={"strategy": "random", "matchups": 900}).groups
    assert len({cell.decks for cell in groups}) == 900


def test_the_seed_decides_which_are_drawn() -> None:
    def drawn(seed: int) -> list[object]:
        return [cell.decks for cell in schedule_of(seed=seed, sweep={"strategy": "random", "matchups": 50}).groups]

    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)


def test_there_are_never_more_matchups_than_blocks() -> None:
    schedule = schedule_of(games=60)
    assert (schedule.blocks, len(schedule.groups)) == (30, 30)


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert schedule_of(games=401).games == 402


def test_every_group_gets_equally_many_blocks_or_one_more() -> None:
    schedule = schedule_of(games=1000, sweep={"strategy": "random", "matchups": 30})
    groups, repetitions = schedule.places(0, schedule.blocks)
    counts = np.bincount(groups)
    assert (counts.sum(), counts.max() - counts.min()) == (500, 1)
    assert len({*zip(groups.tolist(), repetitions.tolist(), strict=True)}) == 500


def test_chunks_cover_all_blocks_once() -> None:
    schedule = schedule_of(games=1000)
    chunks = list(schedule.chunks(37))
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert chunks[0].start == 0
    assert chunks[-1].end == schedule.blocks
    assert all(one.end == other.start for one, other in itertools.pairwise(chunks))


def test_where_a_block_stands_does_not_depend_on_the_chunks() -> None:
    schedule = schedule_of(games=1000)
    whole = schedule.places(0, schedule.blocks)
    parts = [schedule.places_in(chunk) for chunk in schedule.chunks(13)]
    for index in (0, 1):
        assert np.array_equal(whole[index], np.concatenate([part[index] for part in parts]))


def test_a_round_goes_on_where_the_last_one_ended() -> None:
    chunks = list(round_chunks(np.array([4, 4, 4]), np.array([5, 0, 2]), 3, 4))
    assert chunks == [Chunk(3, 12, 16, ((0, 4, 4),)), Chunk(4, 16, 19, ((0, 8, 1), (2, 4, 2)))]


def test_a_tournament_lets_all_meet_and_a_gauntlet_the_first() -> None:
    names = ["random", "greedy", "greedy:card=2"]
    everyone = schedule_of(kind="tournament", sweep=None, tournament={"strategies": names})
    assert everyone.pairs == ((0, 1), (0, 2), (1, 2))
    gauntlet = schedule_of(kind="tournament", sweep=None, tournament={"strategies": names, "format": "gauntlet"})
    assert gauntlet.pairs == ((0, 1), (0, 2))


def test_rules_that_are_compared_get_the_same_cards() -> None:
    section = {"a": "base", "b": "base+printed-ice", "strategy": "random", "matchups": 5}
    schedule = schedule_of(kind="compare-rules", sweep=None, **{"compare-rules": section})
    assert [cell.variant for cell in schedule.groups] == [0, 1] * 5
    assert schedule.seeds.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_rules_that_are_compared_get_as_many_games() -> None:
    """9 blocks of two games among 2 x 3 groups: one rule set gets one block more, not three."""
    section = {"a": "base", "b": "base+printed-ice", "strategy": "random", "matchups": 3}
    schedule = schedule_of(kind="compare-rules", sweep=None, games=18, **{"compare-rules": section})
    groups, _ = schedule.places(0, schedule.blocks)
    by_rules = np.bincount([schedule.groups[group].variant for group in groups])
    assert (schedule.blocks, sorted(by_rules)) == (9, [4, 5])


@pytest.mark.parametrize(
    ("guilds", "message"),
    [
        (["Fire", "Fire", "Ice", "Air", "Earth", "Light", "Plant", "Shadow"], "sweep.guilds: Fire stands there twice"),
        (["Fire"], "sweep.guilds: 1 guilds; preset base needs at least 8"),
    ],
)
def test_a_pool_that_does_not_do(guilds: list[str], message: str) -> None:
    with pytest.raises(InputError) as error:
        schedule_of(sweep={"strategy": "random", "guilds": guilds})
    assert message in error.value.lines


def test_the_schedule_needs_no_game() -> None:
    """`make_schedule` asks the game for matchups, and knows none of its rules."""
    import ast
    import inspect

    from rfsim.study import schedule

    names = {
        alias.name
        for node in ast.walk(ast.parse(inspect.getsource(schedule)))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert "rfsim.riftforce" not in names
    assert make_schedule is schedule.make_schedule
