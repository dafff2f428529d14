"""The step language, and the printed texts beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rfsim.errors import InputError
from rfsim.riftforce.core import effects
from rfsim.riftforce.language import DAMAGE_TARGETS, HEAL_TARGETS, Step, Traits, parse_program, parse_step, parse_traits
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.trainer import load_trainer


def test_damage_has_an_amount_and_a_target() -> None:
    assert parse_step("damage 3 first enemy") == Step(effects.DAMAGE, effects.FIRST_ENEMY, amount=3)


@pytest.mark.parametrize("target", DAMAGE_TARGETS)
def test_every_damage_target_parses(target: str) -> None:
    assert parse_step(f"damage 1 {target}").target == DAMAGE_TARGETS[target]


@pytest.mark.parametrize("target", HEAL_TARGETS)
def test_every_heal_target_parses(target: str) -> None:
    assert parse_step(f"heal all {target}") == Step(
        effects.HEAL, HEAL_TARGETS[target], parse_step(f"heal all {target}").question, effects.ALL_DAMAGE
    )


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
        (["draw 1"] * 6, "6 steps, at most 5 are possible"),
        (["damage 9 first enemy"] * 4, "more than 28 damage in one ability"),
    ],
)
def test_steps_that_cannot_stand_together(steps: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse_program(steps)


def test_traits() -> None:
    assert parse_traits(["worth 2 more", "kills give nothing"]) == Traits(2, True)
    with pytest.raises(ValueError, match="unknown trait 'worth more'"):
        parse_traits(["worth more"])


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
