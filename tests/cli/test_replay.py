"""`rfsim verify` and `rfsim replay`: records of both games, as text and as a page, and what is said of bad ones."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.report.games import played_rift, short_record

RIFTFORCE = json.dumps(short_record())
BY_HAND = """\
Riftforce, the base game for two players; seat 0 starts
seat 0: Fire, Water, Ice, Air (by hand)
seat 1: Earth, Light, Plant, Shadow (by hand)

3. 0 activate Fire5: Fire5@1.1; Fire5@1.2
Riftforce 1-0 after 3 actions
  location 1: Fire5(1) Fire5(2) Fire5(2)  /  -
  location 2: -  /  -
  location 3: -  /  Earth7
  location 4: -  /  -
  location 5: -  /  -
  seat 0: Fire6 Fire6 Fire6; 29 in the draw pile, 1 discarded
  seat 1: Earth5 Earth5 Earth5 Earth6 Earth6 Earth6; 28 in the draw pile, 1 discarded
"""


def write(*lines: str) -> str:
    Path("x.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return "x.jsonl"


# -------------------------------------------------------------------------------------------------------------- verify


def test_a_file_may_hold_records_of_both_games(rfsim: Run) -> None:
    rift = played_rift("two")
    turns = 4 + len(json.loads(rift)["turns"])
    outcome = rfsim("verify", write(RIFTFORCE, "", rift))
    assert (outcome.code, outcome.out) == (0, f"2 records, {turns} turns: all hold\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", "the record has no 'game'"),
        ("[]", "the record has no 'game'"),
        ('{"game": "chess"}', "unknown game 'chess'; possible: riftforce or elemental-rift"),
        ('{"game": "rifforce"}', "unknown game 'rifforce'; did you mean 'riftforce'?"),
        ('{"game": 3}', "'game' of the record is 3, not of the right type"),
        ('{"game": "elemental-rift"}', "the record has no 'format'"),
        ("nonsense", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        (json.dumps(short_record(score=[2, 0])), "'score' is [2, 0], not [1, 0]"),
    ],
)
@pytest.mark.parametrize("words", [("verify",), ("replay", "--game", "2"), ("replay", "--game", "2", "--html")])
def test_a_record_that_does_not_hold_is_named(words: tuple[str, ...], line: str, message: str, rfsim: Run) -> None:
    """The line is the file's, counted with empty ones; `--game` counts records."""
    outcome = rfsim(*words, write(RIFTFORCE, "", line))
    assert (outcome.code, outcome.err) == (1, f"rfsim: x.jsonl:3: {message}\n")
    assert [path.name for path in Path().iterdir()] == ["x.jsonl"]


# ------------------------------------------------------------------------------------------------------ replay as text


def test_one_turn(rfsim: Run) -> None:
    outcome = rfsim("replay", write(RIFTFORCE), "--turn", "3")
    assert (outcome.code, outcome.out) == (0, BY_HAND)


def test_all_turns_at_once(rfsim: Run) -> None:
    lines = rfsim("replay", write(RIFTFORCE)).out.splitlines()
    numbered = [line for line in lines if line[:1].isdigit()]
    assert numbered == [f"{number}. {turn}" for number, turn in enumerate(short_record()["turns"], 1)]
    assert [line.split()[1] for line in lines if line.startswith("Riftforce ") and "after" in line] == [
        *["0-0"] * 3,
        *["1-0"] * 2,
    ]
    assert lines[-1] == "target: side 0 wins, 1 to 0"


def test_step_waits_for_enter_before_each_turn(rfsim: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nq\n"))
    outcome = rfsim("replay", write(RIFTFORCE), "--step")
    assert outcome.code == 0
    assert [line[:2] for line in outcome.out.splitlines() if line[:1].isdigit()] == ["1.", "2."]
    assert outcome.err.count("Enter") == 3


def test_step_ends_where_the_input_ends(rfsim: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    outcome = rfsim("replay", write(RIFTFORCE), "--step")
    assert (outcome.code, outcome.err.count("Enter")) == (0, 1)


def test_elemental_rift_is_drawn_with_every_hand(rfsim: Run) -> None:
    rift = json.loads(played_rift("two"))
    lines = rfsim("replay", write(json.dumps(rift)), "--turn", "0").out.splitlines()
    assert lines[0] == "Elemental Rift for two players, with the house set; seat 0 starts"
    assert "  8 . E F ." in lines  # E0: a square of two by two in the middle of the field
    assert "  9 . W A ." in lines
    assert lines[-2:] == [
        f"hand 0: {' '.join(sorted(rift['deck'][:2]))}",
        f"hand 1: {' '.join(sorted(rift['deck'][2:4]))}",
    ]


# ----------------------------------------------------------------------------------------------------- replay as a page


def test_a_page_stands_beside_its_record(rfsim: Run) -> None:
    file = write(RIFTFORCE, played_rift("two"))
    for number, title in ((1, "Riftforce, the base game for two players"), (2, "Elemental Rift for two players")):
        outcome = rfsim("replay", file, "--game", str(number), "--html")
        name = f"x-game-{number}.html"
        assert (outcome.code, outcome.out) == (0, f"{name}: open it in a browser\n")
        assert f"<title>{title}" in Path(name).read_text(encoding="utf-8")


def test_a_page_goes_where_it_is_told(rfsim: Run) -> None:
    assert rfsim("replay", write(RIFTFORCE), "--html", "--out", "page.html").code == 0
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


# --------------------------------------------------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "2"], "--game 2: x.jsonl has 1 records"),
        (["--turn", "5"], "--turn 5: the game has 4 turns"),
        (["--turn", "1", "--html"], "--turn, --step and --html: one of them at a time"),
        (["--step", "--html"], "--turn, --step and --html: one of them at a time"),
        (["--out", "page.html"], "--out: goes with --html only"),
        (["--html", "--out", "absent/page.html"], "--out absent/page.html: No such file or directory"),
    ],
)
def test_wrong_options(words: list[str], message: str, rfsim: Run) -> None:
    outcome = rfsim("replay", write(RIFTFORCE), *words)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"rfsim: {message}\n")
    assert [path.name for path in Path().iterdir()] == ["x.jsonl"]


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_no_text(command: str, rfsim: Run) -> None:
    Path("x.jsonl").write_bytes(b"\xff\xfe")
    outcome = rfsim(command, "x.jsonl")
    assert (outcome.code, outcome.err) == (2, "rfsim: x.jsonl: not a text file\n")
