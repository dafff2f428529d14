"""Elemental Rift through the same commands."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from rfsim.elemental.rules import HOUSE_SET
from tests.cli.conftest import Run

PLAYERS = ("--strategy", "random", "--strategy", "greedy")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(("preset", "games_a_block"), [("two", 2), ("three", 6), ("four", 6)])
def test_a_tournament_seats_both_strategies_evenly(preset: str, games_a_block: int, tmp_path: Path, rfsim: Run) -> None:
    """Every even way of sharing the seats is played once in a block: 2, 3 + 3 and 6 of them."""
    words = ("tournament", "--game", "elemental-rift", "--preset", preset, *PLAYERS, "--games", "1")
    outcome = rfsim(*words, "--out", str(tmp_path / "x"), "--records", "1")
    assert outcome.code == 0, outcome.err
    games = {row["games"] for row in rows_of(tmp_path / "x" / "tables" / "strategy.csv")}
    assert games == {str(games_a_block)}
    seats = rows_of(tmp_path / "x" / "tables" / "seat.csv")
    assert len(seats) == {"two": 2, "three": 3, "four": 4}[preset]
    assert sum(int(row["wins"]) for row in seats) <= games_a_block


def test_greedy_beats_random_in_nine_games_of_ten(tmp_path: Path, rfsim: Run) -> None:
    """A player who won 80 % would win 90 or more of 100 games with a probability below 0.6 %."""
    words = ("tournament", "--game", "elemental-rift", *PLAYERS, "--games", "100", "--out", str(tmp_path / "x"))
    assert rfsim(*words).code == 0
    best = rows_of(tmp_path / "x" / "tables" / "strategy.csv")[0]
    assert best["strategy_a"] == "greedy"
    assert int(best["wins"]) >= 90


def test_tables_of_accolades_and_spells(tmp_path: Path, rfsim: Run) -> None:
    words = ("sweep", "--game", "elemental-rift", "--preset", "four", "--strategy", "random", "--games", "40")
    assert rfsim(*words, "--out", str(tmp_path / "x")).code == 0
    accolades = rows_of(tmp_path / "x" / "tables" / "accolade.csv")
    assert len(accolades) == 5
    assert all(0 <= float(row["earned"]) <= 1 and 0 <= float(row["winning_hands"]) <= 1 for row in accolades)
    spells = json.loads(rfsim("tables", str(tmp_path / "x"), "--by", "spell", "--format", "json").out)
    assert [row["win_rate"] for row in spells] == sorted((row["win_rate"] for row in spells), reverse=True)
    assert all(row["wins"] + row["losses"] + row["undecided"] == row["games"] for row in spells)
    # A player that played a spell played it once or more.
    assert all(row["played"] >= row["games"] for row in spells)


def test_another_card_file(tmp_path: Path, rfsim: Run) -> None:
    cards = tmp_path / "mine.toml"
    cards.write_text(HOUSE_SET.read_text().replace('title = "the house set"', 'title = "mine"'))
    words = ("sweep", "--game", "elemental-rift", "--strategy", "random", "--games", "2", "--records", "1")
    out = tmp_path / "x"
    assert rfsim(*words, "--cards", str(cards), "--out", str(out)).code == 0
    assert json.loads((out / "records.jsonl").read_text().splitlines()[0])["cards"] == "mine"
    assert "mine" in (out / "summary.md").read_text().splitlines()[0]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["sweep", "--cards", "x.toml"], "sweep: cards: riftforce takes no card file; guilds are changed by patches"),
        (
            ["match", "Fire,Water,Ice,Air", "Earth,Light,Plant,Shadow", "--game", "elemental-rift"],
            "match: kind: 'drafts' does not go with elemental-rift; possible are sweep, tournament",
        ),
        (
            ["sweep", "--game", "elemental-rift", "--set", 'output.tables=["guild"]'],
            "sweep: output.tables: 'guild' does not go with elemental-rift; possible are strategy, rating, seat, "
            "ending, accolade, spell",
        ),
        (["sweep", "--game", "elemental"], "sweep: game: unknown game 'elemental'; did you mean 'elemental-rift'?"),
        (["rules", "five", "--game", "elemental-rift"], "unknown preset 'five'; possible: two, three or four"),
    ],
)
def test_wrong_input_is_named(words: list[str], line: str, tmp_path: Path, rfsim: Run) -> None:
    outcome = rfsim(*words)
    assert (outcome.code, outcome.err.splitlines()[-1]) == (2, f"rfsim: {line}")


def test_a_wrong_card_file_is_named_with_the_place(tmp_path: Path, rfsim: Run) -> None:
    cards = tmp_path / "mine.toml"
    cards.write_text(HOUSE_SET.read_text().replace('effect = "add 2 B"', 'effect = "ad 2 B"', 1))
    outcome = rfsim("sweep", "--game", "elemental-rift", "--cards", str(cards))
    assert outcome.code == 2
    assert "mine.toml" in outcome.err
    assert "effect" in outcome.err


def test_the_rules_and_strategies_of_the_game(rfsim: Run) -> None:
    outcome = rfsim("rules", "--game", "elemental-rift")
    assert outcome.out.startswith("two: ")
    assert "E14" in outcome.out
    outcome = rfsim("strategies", "--game", "elemental-rift")
    names = [line.split()[0] for line in outcome.out.splitlines() if not line.startswith(" ")]
    assert names == ["greedy", "random"]
