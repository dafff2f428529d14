"""Records: what is in one, that it replays, and that nothing in it can be changed unnoticed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from rfsim.elemental.game import play, record_game
from rfsim.elemental.notation import square_name, square_number, table_text
from rfsim.elemental.replay import RecordFault, Replay, closing_line, opening_lines, parse_record, verify
from rfsim.elemental.rules import HOUSE_SET, load_rules

from .positions import position
from .studies import jobs_for, players

OPENING = ["format", "game", "preset", "cards", "patch", "seed", "seats", "deck", "first"]


@cache
def some_record(preset: str = "two") -> str:
    rules = load_rules(preset)
    jobs = jobs_for(rules, 1)
    return json.dumps(record_game([rules], players("random"), jobs[:1], "1/0/0/0"))


def fault(record: dict[str, Any]) -> str:
    with pytest.raises(RecordFault) as caught:
        verify(json.dumps(record))
    return str(caught.value)


@pytest.mark.parametrize("preset", ["two", "three", "four"])
def test_a_record_replays_to_the_result_of_the_game(preset):
    rules = load_rules(preset)
    jobs = jobs_for(rules, 4)
    seated = players("random")
    results = play([rules], seated, jobs)
    for i in range(len(jobs)):
        record = record_game([rules], seated, jobs[i : i + 1], "")
        assert verify(json.dumps(record)) == results[i]["turns"]
        assert record["winner"] == results[i]["winner"]
        held = [seat if seat is not None else 255 for seat in record["accolades"].values()]
        assert held == results[i]["holder"][: len(held)].tolist()


def test_a_record_says_what_was_played():
    record = json.loads(some_record())
    assert list(record) == [*OPENING, "turns", "accolades", "winner", "end"]
    assert record["game"] == "elemental-rift"
    assert record["cards"] == "the house set"
    assert record["seats"] == [{"strategy": "random"}] * 2
    assert len(record["deck"]) == 32
    assert record["end"] == "accolades"


def test_a_record_of_other_cards_replays_without_the_file(tmp_path):
    path = tmp_path / "mine.toml"
    text = HOUSE_SET.read_text().replace("the house set", "mine").replace("[spells.Flood]", "[spells.Deluge]")
    path.write_text(text.replace("Conduit =", "Many ="))
    rules = load_rules("three", cards=path, values={"hand": 4})
    jobs = jobs_for(rules, 1)
    record = record_game([rules], players("random"), jobs[:1], "")
    path.unlink()
    assert verify(json.dumps(record)) == len(record["turns"])
    assert record["patch"]["spells"]["Flood"] is None


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("format", "rfsim-record/2", "the format is 'rfsim-record/2', not 'rfsim-record/1'"),
        ("game", "riftforce", "the game is 'riftforce', not 'elemental-rift'"),
        ("preset", "five", "patch: unknown preset 'five'"),
        ("cards", "another set", "the cards are 'another set', not 'the house set'"),
        ("seats", [{}], "1 seats, not 2"),
        ("first", 2, "seat 2 cannot be the first"),
        ("first", True, "'first' of the record is True, not of the right type"),
        ("deck", ["FireSpark"], "the deck does not have each spell once for each copy"),
        ("winner", None, "'winner' is null, not"),
        ("end", "cap", '\'end\' is "cap", not "accolades"'),
        ("patch", {"game": {"hand": 99}}, "patch: "),
    ],
)
def test_a_wrong_field_is_told(key, value, told):
    record = json.loads(some_record())
    assert told in fault({**record, key: value})


@pytest.mark.parametrize("key", [*OPENING, "turns", "accolades", "winner", "end"])
def test_a_missing_field_is_told(key):
    record = json.loads(some_record())
    del record[key]
    assert f"no '{key}'" in fault(record)


def changed_words(text: str) -> list[str]:
    """The turn with each word left out, doubled, and made another one."""
    words = text.split(" ")
    result = []
    for i in range(1, len(words)):
        result.append(" ".join([*words[:i], *words[i + 1 :]]))
        result.append(" ".join([*words[:i], words[i], *words[i:]]))
        result.append(" ".join([*words[:i], words[i][:-1] + ("1" if words[i][-1] != "1" else "2"), *words[i + 1 :]]))
    return result


@pytest.mark.parametrize("preset", ["two", "four"])
def test_no_word_can_be_changed_left_out_or_doubled(preset):
    """A changed turn is told at once or, if it is legal (a card more discarded), by what comes of it."""
    record = json.loads(some_record(preset))
    for number in (0, 5, 9, len(record["turns"]) - 1):
        for text in changed_words(record["turns"][number]):
            turns = [*record["turns"]]
            turns[number] = text
            assert text != record["turns"][number]
            fault({**record, "turns": turns})


def test_a_fault_names_turn_and_word():
    record = json.loads(some_record())
    first, *others = record["turns"]
    told = fault({**record, "turns": [first.replace("elements ", "elements +fire@a1 ", 1), *others]})
    assert told.startswith('turn 1: "0 elements +fire@a1 ')
    assert "'+fire@a1' is not possible here; possible: " in told


def test_turns_that_are_missing_or_too_many_are_told():
    record = json.loads(some_record())
    assert "the record ends before the game is over" in fault({**record, "turns": record["turns"][:-1]})
    assert "the game is over before this turn" in fault({**record, "turns": [*record["turns"], "0"]})


def test_what_is_no_json_is_told():
    with pytest.raises(RecordFault, match="not JSON"):
        parse_record("{")
    with pytest.raises(RecordFault, match="the key 'a' stands twice"):
        parse_record('{"a": 1, "a": 2}')


def test_squares_are_named_by_column_and_row():
    assert square_name(square_number("h8")) == "h8"
    assert square_name(0) == "a1"
    assert square_name(14 * 16 + 14) == "o15"
    for name in ("p1", "a16", "a0", "a", "8h", ""):
        with pytest.raises(ValueError, match="is not a square"):
            square_number(name)


def test_the_table_is_drawn_as_text():
    game = position("FW .E", hands={0: ["FireSpark"]}, front=[(1, "AirFlood")], held={"Chain": 1})
    assert table_text(game.rules, game.table) == [
        "after 0 turns",
        "    f g h i",
        "  6 . . . .",
        "  7 . F W .",
        "  8 . . E .",
        "  9 . . . .",
        "supply: 15 earth, 15 fire, 15 water, 16 air; 30 in the deck, 0 discarded; "
        "accolades in the middle: Conduit Dominion Harmony Cataclysm",
        "seat 0: 1 in hand; in front: -; accolades: -",
        "seat 1: 0 in hand; in front: AirFlood; accolades: Chain",
    ]


def test_a_replay_shows_each_position():
    replay = Replay(parse_record(some_record()))
    assert opening_lines(replay)[:2] == [
        "Elemental Rift for two players, with the house set; seat 0 starts",
        "seat 0: random",
    ]
    assert closing_line(replay).startswith("accolades: seat ")
    for number, _ in enumerate(replay.turns(), 1):
        assert table_text(replay.game.rules, replay.game.table)[0] == f"after {number} turns"
