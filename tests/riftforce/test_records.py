"""Records against the independent referee, and what `verify` refuses."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rfsim.jit import PLAIN
from rfsim.riftforce.game import record_game
from rfsim.riftforce.record import record_line
from rfsim.riftforce.replay import RecordFault, verify
from rfsim.riftforce.rules import load_rules
from tests.riftforce.games import PRESETS, players, some_jobs

pytestmark = pytest.mark.skipif(PLAIN, reason="thousands of games")
GAMES = 60  # of each preset and strategy
MUTATIONS = 400  # of each preset


def referee(shared: Path, file: Path) -> tuple[set[int], str]:
    """The lines that the referee refuses, and its last line."""
    command = [sys.executable, str(shared / "referee" / "referee.py"), str(file)]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    refused = {int(match[1]) for match in re.finditer(rf"^{re.escape(str(file))}:(\d+): ", output, re.MULTILINE)}
    return refused, output.splitlines()[-1]


def lines_of(preset: str, name: str, games: int, patches: tuple[str, ...] = ()) -> list[str]:
    rules = load_rules(preset, patches)
    jobs = some_jobs(rules, games, seed=3)
    ours = players(name)
    return [record_line(record_game([rules], ours, jobs[i : i + 1], str(i))) for i in range(games)]


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def holds(line: str) -> bool:
    try:
        verify(line)
    except RecordFault:
        return False
    return True


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_referee_accepts_our_records(preset: str, name: str, shared: Path, tmp_path: Path) -> None:
    lines = lines_of(preset, name, GAMES)
    refused, summary = referee(shared, write(tmp_path / "records.jsonl", lines))
    assert (refused, summary.startswith(f"{GAMES} games")) == (set(), True), summary


def test_the_referee_accepts_printed_ice(shared: Path, tmp_path: Path) -> None:
    lines = lines_of("base", "greedy", GAMES, ("printed-ice",))
    refused, summary = referee(shared, write(tmp_path / "records.jsonl", lines))
    assert (refused, summary.startswith(f"{GAMES} games")) == (set(), True), summary


@pytest.mark.parametrize("preset", PRESETS)
def test_we_accept_the_samples_of_another_player(preset: str, shared: Path) -> None:
    for line in (shared / "referee" / "samples" / f"{preset}.jsonl").read_text(encoding="utf-8").splitlines():
        verify(line)


# ----------------------------------------------------------------------------------------------------------- mutations


def change_word(record: dict, pick: random.Random) -> None:
    """One word of one turn becomes another word of the game, or goes, or stands twice."""
    turns = record["turns"]
    number = pick.randrange(len(turns))
    words = turns[number].split(" ")
    place = pick.randrange(len(words))
    other = pick.choice(pick.choice(turns).split(" "))
    words[place : place + 1] = pick.choice([[other], [], [words[place], words[place]]])
    turns[number] = " ".join(words)


def change_number(record: dict, pick: random.Random) -> None:
    """One digit of one turn becomes another one."""
    turns = record["turns"]
    number = pick.choice([i for i, turn in enumerate(turns) if re.search(r"\d", turn)])
    places = [match.start() for match in re.finditer(r"\d", turns[number])]
    place = pick.choice(places)
    turns[number] = turns[number][:place] + str(pick.randrange(1, 8)) + turns[number][place + 1 :]


def change_result(record: dict, pick: random.Random) -> None:
    key = pick.choice(["score", "winner", "end"])
    if key == "score":
        record["score"][pick.randrange(2)] += pick.choice([-1, 1])
    elif key == "winner":
        record["winner"] = pick.choice([0, 1, None])
    else:
        record["end"] = pick.choice(["target", "stalemate", "cap"])


def change_turns(record: dict, pick: random.Random) -> None:
    """A turn goes, comes twice, or changes places with its neighbour."""
    turns = record["turns"]
    number = pick.randrange(len(turns) - 1)
    turns[number : number + 2] = pick.choice(
        [[turns[number]], [turns[number + 1], turns[number]], [*turns[number : number + 2]] * 2]
    )


def change_deck(record: dict, pick: random.Random) -> None:
    """Two cards of a deck change places, or one becomes another."""
    deck = pick.choice(record["seats"])["deck"]
    one, other = pick.randrange(len(deck)), pick.randrange(len(deck))
    if pick.random() < 0.5:
        deck[one], deck[other] = deck[other], deck[one]
    else:
        deck[one] = deck[other]


def change_header(record: dict, pick: random.Random) -> None:
    key = pick.choice(["locations", "first", "preset", "format", "guilds"])
    if key == "guilds":
        seat = pick.choice(record["seats"])
        seat["guilds"][0] = pick.choice(["Fire", "Love", "Nobody", seat["guilds"][1]])
    elif key in ("preset", "format"):
        record[key] = pick.choice(["base", "beyond", "summary", "nothing"])
    else:
        record[key] = pick.randrange(7)


def change_location(record: dict, pick: random.Random) -> None:
    """A card or elemental stands elsewhere, or another location is chosen."""
    turns = record["turns"]
    number = pick.choice([i for i, turn in enumerate(turns) if re.search(r"[@>]\d", turn)])
    place = pick.choice(list(re.finditer(r"[@>](\d)", turns[number]))).start(1)
    turns[number] = turns[number][:place] + pick.choice("0123456789") + turns[number][place + 1 :]


def change_card(record: dict, pick: random.Random) -> None:
    """One card of a turn becomes another one of the game."""
    turns = record["turns"]
    number = pick.choice([i for i, turn in enumerate(turns) if CARD.search(turn)])
    match = pick.choice(list(CARD.finditer(turns[number])))
    other = pick.choice(pick.choice(record["seats"])["deck"])
    turns[number] = turns[number][: match.start()] + other + turns[number][match.end() :]


def change_parts(record: dict, pick: random.Random) -> None:
    """The parts of one turn come in another order, or one is left out."""
    turns = record["turns"]
    number = pick.randrange(len(turns))
    parts = turns[number].split("; ")
    if pick.random() < 0.5:
        pick.shuffle(parts)
    else:
        parts.pop(pick.randrange(len(parts)))
    turns[number] = "; ".join(parts)


def change_character(record: dict, pick: random.Random) -> None:
    """A character too many or too few, also one that nobody sees."""
    turns = record["turns"]
    number = pick.randrange(len(turns))
    place = pick.randrange(len(turns[number]))
    turns[number] = turns[number][:place] + pick.choice(["", *" ;:+*>s\t\n\u00a0"]) + turns[number][place + 1 :]


def change_shuffle(record: dict, pick: random.Random) -> None:
    """A shuffled pile comes in another order, or lacks a card, or is not there."""
    turns = record["turns"]
    number = pick.choice([i for i, turn in enumerate(turns) if "shuffle[" in turn] or [None])
    if number is None:
        return
    match = SHUFFLE.search(turns[number])
    cards = match[1].split(",")
    pick.shuffle(cards)
    word = pick.choice([f" shuffle[{','.join(cards)}]", f" shuffle[{','.join(cards[1:])}]", ""])
    turns[number] = turns[number][: match.start()] + word + turns[number][match.end() :]


def change_type(record: dict, pick: random.Random) -> None:
    """A value is of another type, or is not there."""
    seat = pick.choice(record["seats"])
    owner, key = pick.choice(
        [*((record, key) for key in record), *((seat, key) for key in seat), (seat["deck"], 3), (record["score"], 0)]
    )
    value = owner[key]
    if isinstance(owner, dict) and key != "patch" and pick.random() < 0.2:
        del owner[key]
    elif key != "patch":
        owner[key] = pick.choice([None, True, 0, 1, 5.0, "1", [], {}, str(value), [value]])


CARD = re.compile(r"[A-Z][a-z]+\d")
SHUFFLE = re.compile(r" shuffle\[([^]]*)\]")
CHANGES = [
    *[change_word, change_number, change_location, change_card] * 2,
    change_result,
    change_turns,
    change_deck,
    change_header,
    change_parts,
    change_character,
    change_shuffle,
    change_type,
]


@pytest.mark.parametrize("preset", PRESETS)
def test_we_refuse_exactly_what_the_referee_refuses(preset: str, shared: Path, tmp_path: Path) -> None:
    pick = random.Random(preset)
    sources = lines_of(preset, "random", 20) + lines_of(preset, "greedy", 20)
    lines = []
    for _ in range(MUTATIONS):
        record = json.loads(pick.choice(sources))
        pick.choice(CHANGES)(record, pick)
        lines.append(json.dumps(record))
    refused, _ = referee(shared, write(tmp_path / "changed.jsonl", lines))
    ours = {number for number, line in enumerate(lines, 1) if not holds(line)}
    assert 0.3 * MUTATIONS < len(refused) < MUTATIONS
    assert ours == refused, sorted(ours ^ refused)[:5]


# ------------------------------------------------------------------------------------------------------- what is named


def test_a_wrong_word_is_named_with_what_is_possible() -> None:
    record = json.loads(lines_of("base", "greedy", 1)[0])
    record["turns"][0] = record["turns"][0].replace("@", "@9", 1)
    with pytest.raises(RecordFault, match=r'^turn 1: "\d play .*": .* is not possible here; possible: '):
        verify(json.dumps(record))


def test_a_wrong_result_is_named() -> None:
    record = json.loads(lines_of("base", "greedy", 1)[0])
    record["score"] = [record["score"][0] + 1, record["score"][1]]
    with pytest.raises(RecordFault, match=r"^'score' is \[\d+, \d+\], not \[\d+, \d+\]"):
        verify(json.dumps(record))


# ---------------------------------------------------------------------------------------------------- what is no record


def changed(**fields: object) -> str:
    """A good record with other fields."""
    return json.dumps({**json.loads(lines_of("base", "random", 1)[0]), **fields})


def test_a_digit_of_another_script_is_no_number() -> None:
    """The referee refuses `Fire\N{ARABIC-INDIC DIGIT FIVE}` too."""
    record = json.loads(changed())
    name = record["seats"][0]["deck"][-1]
    record["seats"][0]["deck"][-1] = name[:-1] + chr(ord("\N{ARABIC-INDIC DIGIT ZERO}") + int(name[-1]))
    with pytest.raises(RecordFault, match="is not a card"):
        verify(json.dumps(record))


@pytest.mark.parametrize("line", ["", "null", "5", "[]", "{}", "{", '{"a": 1, "a": 1}', '"record"'])
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordFault):
        verify(line)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    """Python reads no such number, and says so with a plain ValueError."""
    with pytest.raises(RecordFault):
        verify(changed().replace('"locations": 5', f'"locations": {"5" * 5_000}'))


def test_lists_in_lists_in_lists_are_refused() -> None:
    with pytest.raises(RecordFault):
        verify("[" * 100_000)


@pytest.mark.parametrize(
    "patch",
    [
        {"max_turns": "500"},
        {"max_turns": 500.0},
        {"min_activations": True},
        {"min_activations": 2},
        {"nothing": 1},
        {"guilds": {"Fire": {"activate": ["damage 3 frist enemy"]}}},
        {"guilds": {"Fire": 5}},
        {"guilds": 5},
        {"pool": 5},
        {"printed-ice": 1},
        {"printed-ice": "yes"},
        {"printed-ice": None},
    ],
    ids=json.dumps,
)
def test_a_patch_that_means_nothing_is_refused(patch: dict) -> None:
    """Passed over in silence, it would be played by other rules than it says."""
    with pytest.raises(RecordFault):
        verify(changed(patch=patch))
