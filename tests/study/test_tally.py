"""Counting against a slow count in plain Python, and part files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rfsim.riftforce.core.jobs import arrangement_type
from rfsim.riftforce.core.play import result_type
from rfsim.study.parts import DamagedPart, Part, part_path, read_part, write_part
from rfsim.study.schedule import Cell
from rfsim.study.tally import Tally, add, count, empty_tally

UNDECIDED, ENDINGS = 255, 4


def four_games() -> np.ndarray:
    """A block of two strategies: both starts, and the players swapped."""
    games = np.zeros(4, arrangement_type).view(np.recarray)
    games["first"] = games["side_first"] = [0, 1, 0, 1]
    games["side_of_player"] = [0, 0, 1, 1]
    return games


def some_results(blocks: int, seed: int) -> np.ndarray:
    random = np.random.Generator(np.random.PCG64(seed))
    results = np.zeros(4 * blocks, result_type).view(np.recarray)
    results["winner"] = random.choice([0, 1, UNDECIDED], len(results), p=[0.5, 0.4, 0.1])
    results["ending"] = random.integers(1, ENDINGS, len(results))
    results["turns"], results["decisions"] = random.integers(1, 90, (2, len(results)))
    results["score"] = random.integers(0, 20, (len(results), 2))
    return results


def test_a_tally_counts_what_a_slow_count_counts() -> None:
    results, games = some_results(60, 1), four_games()
    cells = np.sort(np.random.Generator(np.random.PCG64(2)).integers(0, 7, 60))
    tally = count(results, cells, games, ENDINGS, UNDECIDED)
    for row, cell in enumerate(tally.cells):
        mine = [results[4 * block : 4 * block + 4] for block in np.flatnonzero(cells == cell)]
        for a in range(4):
            winners = [int(block[a].winner) for block in mine]
            expected = [winners.count(0), winners.count(1), winners.count(UNDECIDED)]
            assert tally.outcomes[row, a].tolist() == expected
        played = [game for block in mine for game in block]
        assert tally.endings[row].tolist() == [
            sum(int(game.ending) == kind for game in played) for kind in range(ENDINGS)
        ]
        sums = [sum(int(game[name]) for game in played) for name in ("turns", "decisions")]
        scores = [sum(int(game.score[side]) for game in played) for side in (0, 1)]
        assert tally.sums[row].tolist() == sums + scores
        for view, sides in enumerate(([0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1])):
            wins = [sum(int(block[a].winner) == sides[a] for a in range(4)) for block in mine]
            decided = [sum(int(block[a].winner) != UNDECIDED for a in range(4)) for block in mine]
            products = [(w * w, w * n, n * n) for w, n in zip(wins, decided, strict=True)]
            assert tally.moments[row, view].tolist() == [sum(column) for column in zip(*products, strict=True)]


def test_parts_add_up_to_the_whole() -> None:
    results, games = some_results(40, 3), four_games()
    cells = np.repeat(np.arange(8), 5)
    whole, total = count(results, cells, games, ENDINGS, UNDECIDED), empty_tally(8, 4, ENDINGS)
    for start, end in ((0, 13), (13, 14), (14, 40)):
        add(total, count(results[4 * start : 4 * end], cells[start:end], games, ENDINGS, UNDECIDED))
    for name, array in whole.arrays().items():
        assert np.array_equal(array, total.arrays()[name])


def a_part() -> Part:
    tally: Tally = count(some_results(9, 4), np.repeat(np.arange(3), 3), four_games(), ENDINGS, UNDECIDED)
    cells = [Cell(0, 0, ((("Air", "Fire"), ("Ice", "Light")),))]
    return Part(7, tally, 1.5, ['{"a": "é"}', "{}"], b"rows", {"guilds": np.arange(6)}, cells)


def test_a_part_file_holds_everything(tmp_path: Path) -> None:
    part = a_part()
    write_part(tmp_path, part)
    back = read_part(part_path(tmp_path, 7))
    assert (back.chunk, back.seconds, back.records, back.games, back.cells) == (
        7,
        1.5,
        part.records,
        b"rows",
        part.cells,
    )
    assert back.events["guilds"].tolist() == list(range(6))
    for name, array in part.tally.arrays().items():
        assert np.array_equal(array, back.tally.arrays()[name])
    assert [path.name for path in tmp_path.iterdir()] == ["part-0000007.npz"]


@pytest.mark.parametrize("keep", [0, 1, 40, 0.5, -1])
def test_a_truncated_part_is_noticed(keep: float, tmp_path: Path) -> None:
    write_part(tmp_path, a_part())
    path = part_path(tmp_path, 7)
    data = path.read_bytes()
    path.write_bytes(data[: int(keep * len(data)) if isinstance(keep, float) else keep])
    with pytest.raises(DamagedPart):
        read_part(path)


def test_every_flipped_byte_of_the_contents_is_noticed_or_harmless(tmp_path: Path) -> None:
    """Either the checksum tells, or the same part is read (zip's padding)."""
    write_part(tmp_path, a_part())
    path = part_path(tmp_path, 7)
    data, right = path.read_bytes(), read_part(path)
    noticed = 0
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :])
        try:
            back = read_part(path)
        except DamagedPart:
            noticed += 1
            continue
        assert back.records == right.records
        assert np.array_equal(back.tally.outcomes, right.tally.outcomes)
    assert noticed > len(data) / 7 / 2
