"""The step language, and the printed texts beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rfsim.errors import InputError
from rfsim.riftforce.core import effects
from rfsim.riftforce.language import (
    DAMAGE_TARGETS,
    HEAL_TARGETS,
    PLAIN_STEPS,
    Step,
    Traits,
    parse_program,
    parse_step,
    parse_traits,
)
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.trainer import load_trainer
from tests.riftforce.positions import choose, column, hand, play, position, score


def test_damage_has_an_amount_and_a_target() -> None:
    assert parse_step("damage 3 first enemy") == Step(effects.DAMAGE, effects.FIRST_ENEMY, amount=3)


#: Each step of the language, and its row: verb, target, question, amount, extra, special.
STEPS = {
    "damage 2 first enemy": Step(effects.DAMAGE, effects.FIRST_ENEMY, amount=2),
    "damage 2 last enemy": Step(effects.DAMAGE, effects.LAST_ENEMY, amount=2),
    "damage 2 second enemy": Step(effects.DAMAGE, effects.SECOND_ENEMY, amount=2),
    "damage 2 each enemy": Step(effects.DAMAGE, effects.EACH_ENEMY, amount=2),
    "damage 2 each other enemy": Step(effects.DAMAGE, effects.EACH_OTHER_ENEMY, amount=2),
    "damage 2 any enemy": Step(effects.DAMAGE, effects.ANY_ENEMY, effects.WHICH_ENEMY, 2),
    "damage 2 most damaged enemy": Step(effects.DAMAGE, effects.MOST_DAMAGED_ENEMY, effects.WHICH_MOST_DAMAGED, 2),
    "damage 2 first enemy adjacent": Step(
        effects.DAMAGE, effects.FIRST_ENEMY_ADJACENT, effects.WHERE_ENEMY_ADJACENT, 2
    ),
    "damage 2 first enemy each adjacent": Step(effects.DAMAGE, effects.FIRST_ENEMY_EACH_ADJACENT, amount=2),
    "damage 2 first enemy here and adjacent": Step(effects.DAMAGE, effects.FIRST_ENEMY_HERE_AND_ADJACENT, amount=2),
    "damage 2 ally behind": Step(effects.DAMAGE, effects.ALLY_BEHIND, amount=2),
    "damage 2 this": Step(effects.DAMAGE, effects.THIS, amount=2),
    "damage 2 this and allies in front": Step(effects.DAMAGE, effects.THIS_AND_ALLIES_IN_FRONT, amount=2),
    "heal 1 any ally": Step(effects.HEAL, effects.ANY_ALLY, effects.WHICH_ALLY, 1),
    "heal 1 ally here": Step(effects.HEAL, effects.ALLY_HERE, effects.WHICH_ALLY_HERE, 1),
    "heal 1 this": Step(effects.HEAL, effects.THIS, amount=1),
    "heal all any ally": Step(effects.HEAL, effects.ANY_ALLY, effects.WHICH_ALLY, effects.ALL_DAMAGE),
    "heal all ally here": Step(effects.HEAL, effects.ALLY_HERE, effects.WHICH_ALLY_HERE, effects.ALL_DAMAGE),
    "heal all this": Step(effects.HEAL, effects.THIS, amount=effects.ALL_DAMAGE),
    "move adjacent": Step(effects.MOVE, effects.ADJACENT, effects.WHERE_ADJACENT),
    "move other": Step(effects.MOVE, effects.OTHER, effects.WHERE_OTHER),
    "move adjacent with it": Step(effects.DRAG, effects.ADJACENT, effects.WHERE_ADJACENT),
    "pull it": Step(effects.PULL),
    "push it adjacent": Step(effects.PUSH, effects.ADJACENT, effects.WHERE_IT_GOES),
    "steal it adjacent": Step(effects.STEAL, effects.ADJACENT, effects.WHERE_STOLEN),
    "draw 3": Step(effects.DRAW_CARDS, amount=3),
}


@pytest.mark.parametrize("text", STEPS)
def test_every_step_parses(text: str) -> None:
    assert parse_step(text) == STEPS[text]


def test_every_word_of_the_language_is_among_the_steps() -> None:
    for words in (*(f"damage 2 {target}" for target in DAMAGE_TARGETS), *(f"heal 1 {t}" for t in HEAL_TARGETS)):
        assert words in STEPS
    assert set(PLAIN_STEPS) <= set(STEPS)


MUD = "2: - / Fire7", "3: Light7(2) Mud7(1) Light6(3) / Air7 Air6(2) Air5(2)", "4: - / Water7(1) Water6"


@pytest.mark.parametrize(
    ("steps", "chosen", "columns"),
    [
        ("damage 2 first enemy", [], {3: "… / Air7(2) Air6(2) Air5(2)"}),
        ("damage 2 last enemy", [], {3: "… / Air7 Air6(2) Air5(4)"}),
        ("damage 2 second enemy", [], {3: "… / Air7 Air6(4) Air5(2)"}),
        ("damage 2 each enemy", [], {3: "… / Air7(2) Air6(4) Air5(4)"}),
        ("damage 2 each other enemy", [], {3: "… / Air7 Air6(4) Air5(4)"}),
        ("damage 2 any enemy", ["*Air7@3.1"], {3: "… / Air7(2) Air6(2) Air5(2)"}),
        ("damage 2 most damaged enemy", ["*Air5@3.3"], {3: "… / Air7 Air6(2) Air5(4)"}),
        ("damage 2 first enemy adjacent", [">4"], {4: "- / Water7(3) Water6"}),
        ("damage 2 first enemy each adjacent", [], {2: "- / Fire7(2)", 4: "- / Water7(3) Water6"}),
        (
            "damage 2 first enemy here and adjacent",
            [],
            {2: "- / Fire7(2)", 3: "… / Air7(2) Air6(2) Air5(2)", 4: "- / Water7(3) Water6"},
        ),
        ("damage 2 ally behind", [], {3: "Light7(2) Mud7(1) Light6(5) / …"}),
        ("damage 2 this", [], {3: "Light7(2) Mud7(3) Light6(3) / …"}),
        ("damage 2 this and allies in front", [], {3: "Light7(4) Mud7(3) Light6(3) / …"}),
        ("damage 2 first enemy, if damaged: 4", [], {3: "… / Air7(2) Air6(2) Air5(2)"}),
        ("damage 2 last enemy, if damaged: 1", [], {3: "… / Air7 Air6(2) Air5(3)"}),
        ("damage 2 first enemy, if this is damaged: 4", [], {3: "… / Air7(4) Air6(2) Air5(2)"}),
        ("heal 1 any ally", ["*Light7@3.1"], {3: "Light7(1) Mud7(1) Light6(3) / …"}),
        ("heal all ally here", ["*Light6@3.3"], {3: "Light7(2) Mud7(1) Light6 / …"}),
        ("heal 3 this", [], {3: "Light7(2) Mud7 Light6(3) / …"}),
        ("move adjacent", [">2"], {2: "Mud7(1) / Fire7", 3: "Light7(2) Light6(3) / …"}),
        ("move other", [">5"], {3: "Light7(2) Light6(3) / …", 5: "Mud7(1) / -"}),
        (
            "damage 1 last enemy; move adjacent with it",
            [">2"],
            {2: "Mud7(1) / Fire7 Air5(3)", 3: "Light7(2) Light6(3) / Air7 Air6(2)"},
        ),
        (
            "damage 1 first enemy adjacent; pull it",
            [">4"],
            {3: "… / Air7 Air6(2) Air5(2) Water7(2)", 4: "- / Water6"},
        ),
        ("damage 1 first enemy; push it adjacent", [">2"], {2: "- / Fire7 Air7(1)", 3: "… / Air6(2) Air5(2)"}),
        ("damage 3 last enemy; steal it adjacent", [">2"], {2: "Air5 / Fire7", 3: "… / Air7 Air6(2)"}),
    ],
)
def test_every_step_does_what_it_says(steps: str, chosen: list[str], columns: dict[int, str]) -> None:
    """A new guild, Mud, with these steps; what a column's own side or the other one has unchanged is written `…`."""
    entry = {"text": "…", "activate": steps.split("; ")}
    game = position(*MUD, hands=("Mud5", ""), rules=load_rules("base", guilds={"Mud": entry}))
    before = {place: column(game, place).split(" / ") for place in columns}
    play(game, " ".join(["0 activate Mud5: Mud7@3.2", *chosen]))
    for place, text in columns.items():
        sides = zip(text.split(" / "), before[place], strict=True)
        assert column(game, place) == " / ".join(old if new == "…" else new for new, old in sides)


def test_what_is_destroyed_once_is_worth_more_or_repeats() -> None:
    steps = {
        "damage 3 last enemy, on destroy: +2": (3, 0),
        "damage 3 last enemy, on destroy: repeat once": (1, 0),
        "damage 5 last enemy, on destroy: repeat once": (2, 0),
    }
    for step, gained in steps.items():
        rules = load_rules("base", guilds={"Mud": {"text": "…", "activate": [step]}})
        assert score(play(position(*MUD, hands=("Mud5", ""), rules=rules), "0 activate Mud5: Mud7@3.2")) == gained


def test_draw_goes_up_to_a_full_hand() -> None:
    rules = load_rules("base", guilds={"Mud": {"text": "…", "activate": ["draw 3"]}})
    for in_hand, drawn in ((0, 3), (4, 3), (5, 2), (6, 1)):
        cards = " ".join(["Mud5"] + ["Mud6"] * in_hand)
        game = position(*MUD, hands=(cards, ""), piles=("Mud7 Mud5 Mud6 Mud7", ""), rules=rules)
        choose(game, "0 activate Mud5", "Mud7@3.2")
        assert len(hand(game, 0)) == in_hand + drawn


def test_traits_do_what_they_say() -> None:
    entry = {"text": "…", "activate": ["damage 3 last enemy"]}
    for traits, gained in (([], (1, 0)), (["kills give nothing"], (0, 0)), (["worth 2 more"], (1, 0))):
        rules = load_rules("base", guilds={"Mud": {**entry, "traits": traits}})
        assert score(play(position(*MUD, hands=("Mud5", ""), rules=rules), "0 activate Mud5: Mud7@3.2")) == gained
    rules = load_rules("base", guilds={"Mud": {**entry, "traits": ["worth 2 more"]}})
    game = position("3: Fire5 / Mud5(2)", hands=("Fire7", ""), rules=rules)
    assert score(play(game, "0 activate Fire7: Fire5@3.1")) == (3, 0)


@pytest.mark.parametrize(
    ("condition", "extra", "special"),
    [
        ("if damaged: 4", effects.IF_TARGET_DAMAGED, 4),
        ("if this is damaged: 3", effects.IF_THIS_DAMAGED, 3),
        ("on destroy: +1", effects.GAIN_ON_DESTROY, 1),
        ("on destroy: repeat once", effects.REPEAT_ON_DESTROY, 0),
    ],
)
def test_conditions(condition: str, extra: int, special: int) -> None:
    step = parse_step(f"damage 2 first enemy, {condition}")
    assert (step.extra, step.special) == (extra, special)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("damage 3 frist enemy", "unknown target 'frist enemy'; did you mean 'first enemy'?"),
        ("damage x first enemy", "'x' is not a number from 1 to 9"),
        ("damage 10 first enemy", "'10' is not a number from 1 to 9"),
        (
            "damage 2 first enemy, if hurt: 3",
            "unknown condition 'if hurt: 3'; possible: if damaged: N, if this is damaged: N, on destroy: +N or "
            "on destroy: repeat once",
        ),
        ("damage 2 each enemy, if damaged: 3", "a condition needs a single enemy as its target, not 'each enemy'"),
        ("mvoe adjacent", "unknown step 'mvoe adjacent'; did you mean 'move adjacent'?"),
        ("heal 1 first enemy", "unknown target 'first enemy'; possible: any ally, ally here or this"),
        ("damage 0 first enemy", "'0' is not a number from 1 to 9"),
        ("damage all first enemy", "'all' is not a number from 1 to 9"),
        ("heal x this", "'x' is not a number from 1 to 9"),
        ("draw x", "'x' is not a number from 1 to 9"),
        ("damage 2 first enemy, if damaged: 10", "'10' is not a number from 0 to 9"),
    ],
)
def test_a_wrong_step_tells_what_was_found_and_what_is_possible(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse_step(text)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["pull it"], "step 1: 'it' is the enemy hit before: a damage step with a single enemy has to come first"),
        (
            ["damage 1 first enemy", "steal it adjacent", "draw 1"],
            "step 2: 'steal it adjacent' has to be the last step, and of an activation",
        ),
        (
            ["damage 1 each enemy", "push it adjacent"],
            "step 2: 'it' is the enemy hit before: a damage step with a single enemy has to come first",
        ),
        (["draw 1", "draw one"], "step 2: 'one' is not a number from 1 to 9"),
        (["draw 1"] * 6, "6 steps, at most 5 are possible"),
        (["damage 9 first enemy"] * 4, "more than 28 damage in one ability"),
    ],
)
def test_steps_that_cannot_stand_together(steps: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse_program(steps)


def test_traits() -> None:
    assert parse_traits(["worth 2 more", "kills give nothing"]) == Traits(2, True)
    assert parse_traits([]) == Traits(0, False)
    with pytest.raises(ValueError, match=r"^unknown trait 'cold'; possible: worth N more or kills give nothing$"):
        parse_traits(["cold"])
    with pytest.raises(ValueError, match=r"^'0' is not a number from 1 to 9$"):
        parse_traits(["worth 0 more"])


# ------------------------------------------------------------------------------------------------------------ the files


def printed(shared: Path) -> str:
    files = ("riftforce.txt", "riftforce-beyond.txt")
    return " ".join((shared / "rules" / name).read_text(encoding="utf-8") for name in files)


@pytest.mark.parametrize("name", load_rules("beyond").guild_names)
def test_each_text_is_as_printed(name: str, shared: Path) -> None:
    assert f"{name}: {load_rules('beyond').guilds[name].entry.text}" in printed(shared)


def test_each_challenge_is_as_printed(shared: Path) -> None:
    text = printed(shared)
    trainer = load_trainer()
    for entries in trainer.challenge.values():
        for stars, entry in enumerate(entries, 1):
            assert f"- {stars} star{'s' if stars > 1 else ''}: {entry.text}" in text
    for half in trainer.half.values():
        assert f"- {half.text}" in text


def test_the_rulings_that_are_shown_are_those_that_decide(shared: Path) -> None:
    from rfsim.riftforce.rulings import RULINGS_FILE

    assert RULINGS_FILE.read_text(encoding="utf-8") == (shared / "RULINGS.md").read_text(encoding="utf-8")


def rules_with(tmp_path: Path, text: str) -> Rules:
    patch = tmp_path / "my.toml"
    patch.write_text(text, encoding="utf-8")
    return load_rules("base", [patch])


def test_a_new_guild_joins_the_pool(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, 'title = "x"\n[guilds.Mud]\ntext = "…"\nactivate = ["damage 3 last enemy"]\n')
    assert "Mud" in rules.pool
    assert rules.changes == {"guilds": {"Mud": {"text": "…", "activate": ["damage 3 last enemy"]}}}


def test_every_mistake_in_a_patch_is_told_with_its_key(tmp_path: Path) -> None:
    text = 'title = "x"\n[guilds.Fire]\nactivate = ["damage 3 frist enemy"]\n[guilds.Ice]\ntraits = ["cold"]\n'
    with pytest.raises(InputError) as error:
        rules_with(tmp_path, text)
    where = tmp_path / "my.toml"
    assert error.value.lines == (
        f"{where}: Fire: activate: step 1: unknown target 'frist enemy'; did you mean 'first enemy'?",
        f"{where}: Ice: traits: unknown trait 'cold'; possible: worth N more or kills give nothing",
    )


def test_a_patch_changes_preset_values(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, 'title = "x"\n[preset]\ntarget = 15\n')
    assert (rules.record[0].target, rules.changes) == (15, {"target": 15})


def test_the_record_names_the_shipped_patch() -> None:
    assert load_rules("base", ["printed-ice"]).changes == {"printed-ice": True}
