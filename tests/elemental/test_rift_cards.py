"""Card files, patches and values: what they can say, and what is told when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfsim.elemental.core import effects
from rfsim.elemental.language import parse_program, parse_requirement, parse_trigger
from rfsim.elemental.rules import HOUSE_SET, load_rules, merged, preset_names
from rfsim.elemental.rulings import rulings
from rfsim.errors import InputError
from rfsim.validation import read_toml

from .positions import do, drawing, position, possible


def card_file(folder: Path, *changes: tuple[str, str]) -> Path:
    """The house set with some lines changed, as a file."""
    text = HOUSE_SET.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def mistakes(**arguments) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_rules("two", **arguments)
    return list(caught.value.lines)


# ------------------------------------------------------------------------------------------------------ what works


def test_the_presets_are_for_two_three_and_four_players():
    assert preset_names() == ["two", "three", "four"]
    assert [load_rules(name).preset.seats for name in preset_names()] == [2, 3, 4]


def test_another_card_file_is_played_by(tmp_path):
    path = card_file(tmp_path, ('title = "the house set"', 'title = "mine"'), ("decay = 1", "decay = 2"))
    rules = load_rules("two", cards=path)
    assert rules.cards.title == "mine"
    assert rules.changes == {"title": "mine", "spells": {"Spark": {"decay": 2}}}
    game = position("FF", hands={0: ["FireSpark"]}, rules=rules)
    do(game, "play FireSpark", "-fire@g7", "-fire@h7", "+air@g7")
    assert possible(game)[0].startswith("+water@")


def test_a_spell_may_belong_to_some_elements_and_have_copies(tmp_path):
    text = '[spells.Quake]\nelements = ["earth"]\ncopies = 2\ndecay = 0\neffect = "remove 1 air"\n'
    text += 'trigger = "2 X"\ntrigger_effect = "add 1 any"\n'
    path = card_file(tmp_path, ("[spells.Spark]", text + "\n[spells.Spark]"))
    rules = load_rules("two", cards=path)
    assert rules.spell_names.count("EarthQuake") == 1
    assert len(rules.deck) == 34
    game = position("WAE", hands={0: ["EarthQuake"]}, rules=rules)
    do(game, "play EarthQuake", "-air@h7", "=g7")  # nothing decays
    assert drawing(game, rows=1, columns=3) == "W.."


def test_a_value_is_changed_by_its_key():
    rules = load_rules("two", values={"max_turns": 7, "supply": 9, "accolades": "face down"})
    assert (rules.cards.game.max_turns, rules.cards.rift.supply, rules.preset.accolades) == (7, 9, "face down")
    assert rules.changes == {"game": {"max_turns": 7}, "rift": {"supply": 9}, "preset": {"accolades": "face down"}}


def test_a_patch_changes_parts_of_the_card_file(tmp_path):
    path = tmp_path / "long-chain.toml"
    path.write_text('title = "Longer chains"\n[accolades]\nChain = "7 linked"\n[preset]\naccolades = "face down"\n')
    rules = load_rules("two", [path])
    assert rules.cards.accolades["Chain"] == "7 linked"
    assert rules.label == "two+long-chain"
    assert rules.fingerprint != load_rules("two").fingerprint


def test_changes_make_the_rules_again(tmp_path):
    path = card_file(tmp_path, ("5 spells in front", "4 spells in front"), ("[spells.Flood]", "[spells.Deluge]"))
    rules = load_rules("two", cards=path, values={"hand": 4})
    assert rules.changes["spells"]["Flood"] is None
    assert load_rules("two", changes=rules.changes).fingerprint == rules.fingerprint


def test_none_takes_a_value_away():
    assert merged({"a": {"b": 1, "c": 2}}, {"a": {"b": None}, "d": 3}) == {"a": {"c": 2}, "d": 3}


def test_the_field_may_be_smaller_and_the_start_another_one(tmp_path):
    path = card_file(
        tmp_path, ("field = 15", "field = 5"), ('[["earth", "fire"], ["water", "air"]]', '[["fire", "fire", "fire"]]')
    )
    game = position("", rules=load_rules("two", cards=path), begin=True)
    do(game, "fire")
    assert possible(game) == ["+fire@c3"]
    record = load_rules("two", cards=path).record[0]
    assert record.start_square[:3].tolist() == [2 * 16 + 1, 2 * 16 + 2, 2 * 16 + 3]


# ----------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("field = 15", "field = 16", "rift.field: found 16; it should be less than or equal to 15"),
        ("hand = 3", "hands = 3", "game.hands: unknown key; did you mean 'hand'?"),
        (
            'effect = "add 2 B"',
            'effect = "ad 2 B"',
            "spells.Spark.effect: unknown step 'ad 2 B'; did you mean 'add N E'?",
        ),
        ('effect = "draw 2"', 'effect = "draw two"', "spells.Surge.effect: 'two' is not a number from 1 to 64"),
        ('trigger = "3 A"', 'trigger = "3 D"', "spells.Spark.trigger: unknown element 'D'"),
        ('"6 linked"', '"six linked"', "accolades.Chain: unknown requirement 'six linked'; did you mean 'N linked'?"),
        (
            'earth = "fire"',
            'earth = "wind"',
            "decay.earth: found 'wind'; it should be 'earth', 'fire', 'water' or 'air'",
        ),
        ("[spells.Spark]", "[spells.spark]", "'spark': a name is letters alone, the first one a capital"),
        ("supply = 16", "supply = true", "rift.supply: found true; it should be a valid integer"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path, old, new, told):
    path = card_file(tmp_path, (old, new))
    assert any(line.startswith(f"{path}: {told}") for line in mistakes(cards=path))


def test_all_mistakes_are_told_at_once(tmp_path):
    path = card_file(tmp_path, ("field = 15", "field = 1"), ("hand = 3", "hand = -1"), ("decay = 1", "decay = 99"))
    assert len(mistakes(cards=path)) == 3


def test_unknown_presets_values_patches_and_files_are_told(tmp_path):
    with pytest.raises(InputError, match="unknown preset 'five'"):
        load_rules("five")
    assert mistakes(values={"max_turn": 3}) == ["house.toml: unknown value 'max_turn'; did you mean 'max_turns'?"]
    assert mistakes(patches=["printed-ice"])[0].startswith("unknown patch 'printed-ice'")
    assert mistakes(cards=tmp_path / "no.toml") == [f"{tmp_path / 'no.toml'}: No such file or directory"]
    untitled = tmp_path / "untitled.toml"
    untitled.write_text("[game]\nhand = 4\n")
    assert mistakes(patches=[untitled]) == [f"{untitled}: title: this key is missing"]


def test_a_start_with_more_cards_than_the_supply_has_is_told():
    (line,) = mistakes(values={"supply": 1, "start": [["fire", "fire"]]})
    assert line == "house.toml: rift: start: 2 fire; the supply is 1"


def test_too_many_spells_are_told():
    (line,) = mistakes(changes={"spells": {"Spark": {"copies": 30}}})
    assert line == "house.toml: 32 spells on 148 cards; at most 64 on 96 are possible"


# ----------------------------------------------------------------------------------------------------- the language


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("add 1 A and 1 B", [(effects.ADD, 1, 1, 0), (effects.ADD, 1, 2, 0)]),
        ("draw 2, add 1 C", [(effects.DRAW_CARDS, 2, 0, 0), (effects.ADD, 1, 3, 0)]),
        ("add 2 any", [(effects.ADD, 2, effects.ANY, 0)]),
        ("turn 2 A into C", [(effects.TURN, 2, 1, 3)]),
        ("decay all any", [(effects.DECAY_ALL, 0, effects.ANY, 0)]),
        ("decay 3 linked water", [(effects.DECAY_LINKED, 3, 2, 0)]),
        ("every opponent discards 1 at random", [(effects.OPPONENTS_DISCARD, 1, 0, 0)]),
    ],
)
def test_steps_are_read(text, steps):
    """Here X is earth (0), A fire, B water, C air."""
    assert [step.row() for step in parse_program(text)] == steps


@pytest.mark.parametrize(
    "text", ["", "add 2", "add 0 A", "remove 1 any", "turn 1 A into A", "decay 2 A", "draw 1, ", "add 1 A and draw 1"]
)
def test_what_is_no_step_is_refused(text):
    with pytest.raises(ValueError, match=r"unknown|not a number|same element"):
        parse_program(text)


def test_requirements_and_triggers_are_read():
    texts = read_toml(HOUSE_SET)["accolades"]
    assert {name: parse_requirement(text) for name, text in texts.items()} == {
        "Conduit": (effects.IN_FRONT, 5),
        "Dominion": (effects.HALF, 8),
        "Harmony": (effects.BALANCE, 1),
        "Chain": (effects.LINKED, 6),
        "Cataclysm": (effects.TRIGGERS, 2),
    }
    assert parse_trigger("4 B") == (4, 2)


# ------------------------------------------------------------------------------------------------------ the rulings


def test_the_rulings_are_those_of_the_document(shared):
    """Word for word, but that some of them share a line there."""
    document = (shared / "ELEMENTAL_RIFT.md").read_text(encoding="utf-8").replace("**", "").lower()
    for name, text in rulings().items():
        assert text.lower() in document, name


def test_each_ruling_has_its_text_and_a_test_of_its_name():
    names = list(rulings())
    assert names == [f"E{number}" for number in range(15)]
    tests = (Path(__file__).parent / "test_rift_rulings.py").read_text(encoding="utf-8")
    assert [name for name in names if f"def test_{name.lower()}_" not in tests] == []
