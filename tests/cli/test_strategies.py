"""`rfsim strategies`: the list, one shown, a new one, and what a check ends with."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rfsim.jit import PLAIN
from tests.cli.conftest import Run

OFFENDERS = Path(__file__).parent.parent / "strategy" / "offenders"


def test_the_list_can_be_had_for_one_game(rfsim: Run) -> None:
    listed = rfsim("strategies", "--game", "elemental-rift").out
    assert "strategies/elemental-rift/greedy.py" in listed
    assert "strategies/greedy.py" not in listed


def test_show_prints_documentation_weights_and_source(rfsim: Run) -> None:
    shown = rfsim("strategies", "show", "greedy:card=2.5", "--source").out
    assert shown.startswith("greedy  (riftforce, compiled, ")
    assert "Play the turn whose end position is worth most" in shown
    assert "  card = 2.5\n" in shown
    assert "def choose(table, hand, options, rules, weights, memory, random):" in shown


@pytest.mark.parametrize("game", ["riftforce", "elemental-rift"])
def test_a_new_strategy_plays_at_once(game: str, rfsim: Run) -> None:
    assert rfsim("strategies", "new", "mine", "--game", game).code == 0
    preset = "base" if game == "riftforce" else "two"
    played = ["--game", game, "--preset", preset, "--games", "400", "--workers", "1", "--out", "played"]
    assert rfsim("tournament", *played, "--strategy", "mine", "--strategy", "random").code == 0
    table = rfsim("tables", "played", "--by", "strategy", "--format", "csv").out
    best = next(csv.DictReader(table.splitlines()))
    assert (best["strategy_a"], best["games"]) == ("mine", "400")
    assert float(best["win_rate"]) > 0.6


def test_a_new_strategy_can_be_plain_python(rfsim: Run, tmp_path: Path) -> None:
    from rfsim.strategy.loading import load_strategy

    rfsim("strategies", "new", "mine", "--plain")
    assert not load_strategy("mine").compiled


def test_a_new_strategy_overwrites_nothing(rfsim: Run, tmp_path: Path) -> None:
    rfsim("strategies", "new", "mine")
    file = tmp_path / "strategies" / "mine.py"
    file.write_text("my work")
    again = rfsim("strategies", "new", "mine")
    assert (again.code, again.err) == (2, "rfsim: strategies/mine.py: is there already; choose another name\n")
    assert file.read_text() == "my work"


@pytest.mark.parametrize("name", ["3x", "a-b", "class", ""])
def test_a_name_has_to_be_an_identifier(name: str, rfsim: Run, tmp_path: Path) -> None:
    ended = rfsim("strategies", "new", name)
    assert (ended.code, len(ended.err.splitlines())) == (2, 1)
    assert not (tmp_path / "strategies").exists()


def test_a_strategy_of_the_other_game_is_refused(rfsim: Run) -> None:
    rfsim("strategies", "new", "mine", "--game", "elemental-rift")
    for words in (["sweep", "--strategy", "mine", "--games", "4"], ["tune", "mine"], ["strategies", "check", "mine"]):
        ended = rfsim(*words)
        assert (ended.code, ended.err) == (2, "rfsim: strategy mine: plays elemental-rift, not riftforce\n")


@pytest.mark.skipif(PLAIN, reason="runs processes of its own")
def test_a_check_that_fails_exits_with_1(rfsim: Run) -> None:
    ended = rfsim("strategies", "check", str(OFFENDERS / "loops.py"), "--time-limit", "1", "--positions", "40")
    assert ended.code == 1
    assert ended.out.startswith("ends           FAILS  preset base, seed 1, game 0, decision ")
    assert ended.err.endswith("rfsim: strategy loops does not keep its contract: ends\n")
