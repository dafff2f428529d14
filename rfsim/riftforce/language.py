"""The step language: what may stand in ``activate``, ``play`` and ``traits`` of a guild, and in a challenge.

A step is a verb and its target, sometimes followed by a comma and a condition. The words read like the printed text:

    damage N TARGET         place N damage on …
        first enemy             the first enemy at this location
        last enemy              the last enemy at this location
        second enemy            the second enemy at this location
        each enemy              each enemy at this location
        each other enemy        each enemy at this location but the first
        any enemy               an enemy at this location, of your choice
        most damaged enemy      the enemy with the most damage at this location (on a tie, of your choice)
        first enemy adjacent    the first enemy at an adjacent location of your choice
        first enemy each adjacent        the first enemy at each adjacent location
        first enemy here and adjacent    the same and at this location
        ally behind             the ally directly behind this elemental
        this                    this elemental
        this and allies in front
    heal N TARGET, heal all TARGET    remove N damage, or all, from …
        any ally                this elemental or any ally, at any location, of your choice
        ally here               another ally at this location, of your choice
        this                    this elemental
    move adjacent           this elemental goes to an adjacent location
    move other              … to any other location
    move adjacent with it   … to an adjacent location, and the enemy that was hit with it
    pull it                 the enemy that was hit comes to this location
    push it adjacent        the enemy that was hit goes to an adjacent location
    steal it adjacent       the enemy, if destroyed, is played on your side at an adjacent location (a last step)
    draw N                  draw N cards, up to a full hand

Conditions of a damage step:

    if damaged: N           N damage if the target has damage on it already
    if this is damaged: N   N damage if this elemental has damage on it
    on destroy: +N          N more Riftforce if the step destroys its target
    on destroy: repeat once the step is carried out once more if it destroys its target

Traits: ``worth N more`` (who destroys it gains N more Riftforce), ``kills give nothing`` (what it destroys gives no
Riftforce).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rfsim.errors import suggestion
from rfsim.riftforce.core import effects

DAMAGE_TARGETS = {
    "first enemy": effects.FIRST_ENEMY,
    "last enemy": effects.LAST_ENEMY,
    "second enemy": effects.SECOND_ENEMY,
    "each enemy": effects.EACH_ENEMY,
    "each other enemy": effects.EACH_OTHER_ENEMY,
    "any enemy": effects.ANY_ENEMY,
    "most damaged enemy": effects.MOST_DAMAGED_ENEMY,
    "first enemy adjacent": effects.FIRST_ENEMY_ADJACENT,
    "first enemy each adjacent": effects.FIRST_ENEMY_EACH_ADJACENT,
    "first enemy here and adjacent": effects.FIRST_ENEMY_HERE_AND_ADJACENT,
    "ally behind": effects.ALLY_BEHIND,
    "this": effects.THIS,
    "this and allies in front": effects.THIS_AND_ALLIES_IN_FRONT,
}
HEAL_TARGETS = {"any ally": effects.ANY_ALLY, "ally here": effects.ALLY_HERE, "this": effects.THIS}
#: Steps without a number: their verb, target and question.
PLAIN_STEPS = {
    "move adjacent": (effects.MOVE, effects.ADJACENT, effects.WHERE_ADJACENT),
    "move other": (effects.MOVE, effects.OTHER, effects.WHERE_OTHER),
    "move adjacent with it": (effects.DRAG, effects.ADJACENT, effects.WHERE_ADJACENT),
    "pull it": (effects.PULL, effects.NO_TARGET, effects.NO_QUESTION),
    "push it adjacent": (effects.PUSH, effects.ADJACENT, effects.WHERE_IT_GOES),
    "steal it adjacent": (effects.STEAL, effects.ADJACENT, effects.WHERE_STOLEN),
}
QUESTIONS = {
    effects.ANY_ENEMY: effects.WHICH_ENEMY,
    effects.MOST_DAMAGED_ENEMY: effects.WHICH_MOST_DAMAGED,
    effects.FIRST_ENEMY_ADJACENT: effects.WHERE_ENEMY_ADJACENT,
    effects.ANY_ALLY: effects.WHICH_ALLY,
    effects.ALLY_HERE: effects.WHICH_ALLY_HERE,
}
#: Conditions ask about one target, so they go with the targets that are one enemy.
ONE_TARGET = {
    effects.FIRST_ENEMY,
    effects.LAST_ENEMY,
    effects.SECOND_ENEMY,
    effects.ANY_ENEMY,
    effects.MOST_DAMAGED_ENEMY,
    effects.FIRST_ENEMY_ADJACENT,
}
CONDITIONS = {
    r"if damaged: (\d+)": effects.IF_TARGET_DAMAGED,
    r"if this is damaged: (\d+)": effects.IF_THIS_DAMAGED,
    r"on destroy: \+(\d+)": effects.GAIN_ON_DESTROY,
    r"on destroy: repeat (once)": effects.REPEAT_ON_DESTROY,
}
CONDITION_WORDS = ("if damaged: N", "if this is damaged: N", "on destroy: +N", "on destroy: repeat once")
VERBS = ("damage N TARGET", "heal N TARGET", *PLAIN_STEPS, "draw N")
MOST_IN_ONE_STEP = 9
MOST_STEPS = effects.STEPS - 1
#: An elemental that survived (6 damage), an activation and the effect of a stolen card: together no more than 62,
#: which the 6 bits of an elemental's damage hold.
MOST_IN_ALL = 28
NEEDS_IT = (effects.DRAG, effects.PULL, effects.PUSH, effects.STEAL)


@dataclass(frozen=True)
class Step:
    """One row of the effect table; the names are those of `effects.step_type`."""

    verb: int
    target: int = effects.NO_TARGET
    question: int = effects.NO_QUESTION
    amount: int = 0
    extra: int = effects.ALWAYS
    special: int = 0

    def row(self) -> tuple[int, ...]:
        return (self.verb, self.target, self.question, self.amount, self.extra, self.special)


@dataclass(frozen=True)
class Traits:
    """What is true of a guild at all times."""

    worth_more: int = 0
    kills_give_nothing: bool = False


def parse_number(text: str, least: int = 1) -> int:
    """A number of damage, cards or Riftforce. Raises ValueError beyond 1 to `MOST_IN_ONE_STEP`."""
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not least <= number <= MOST_IN_ONE_STEP:
        raise ValueError(f"'{text}' is not a number from {least} to {MOST_IN_ONE_STEP}")
    return number


def parse_target(text: str, possible: dict[str, int]) -> int:
    if text not in possible:
        raise ValueError(f"unknown target '{text}'{suggestion(text, possible)}")
    return possible[text]


def parse_condition(text: str) -> tuple[int, int]:
    """The pair (extra, special) of a damage step."""
    for pattern, extra in CONDITIONS.items():
        match = re.fullmatch(pattern, text)
        if match:
            is_number = extra != effects.REPEAT_ON_DESTROY
            return extra, parse_number(match[1], least=0) if is_number else 0
    raise ValueError(f"unknown condition '{text}'{suggestion(text, CONDITION_WORDS)}")


def parse_damage(amount: str, rest: str) -> Step:
    target_text, comma, condition = rest.partition(", ")
    target = parse_target(target_text, DAMAGE_TARGETS)
    extra, special = parse_condition(condition) if comma else (effects.ALWAYS, 0)
    if extra != effects.ALWAYS and target not in ONE_TARGET:
        raise ValueError(f"a condition needs a single enemy as its target, not '{target_text}'")
    question = QUESTIONS.get(target, effects.NO_QUESTION)
    return Step(effects.DAMAGE, target, question, parse_number(amount), extra, special)


def parse_heal(amount: str, rest: str) -> Step:
    target = parse_target(rest, HEAL_TARGETS)
    number = effects.ALL_DAMAGE if amount == "all" else parse_number(amount)
    return Step(effects.HEAL, target, QUESTIONS.get(target, effects.NO_QUESTION), number)


def parse_step(text: str) -> Step:
    """One step of an ability. Raises ValueError with what was found and what is possible."""
    if text in PLAIN_STEPS:
        return Step(*PLAIN_STEPS[text])
    verb, _, rest = text.partition(" ")
    amount, _, rest = rest.partition(" ")
    if verb == "damage":
        return parse_damage(amount, rest)
    if verb == "heal":
        return parse_heal(amount, rest)
    if verb == "draw" and not rest:
        return Step(effects.DRAW_CARDS, amount=parse_number(amount))
    raise ValueError(f"unknown step '{text}'{suggestion(text, VERBS)}")


def parse_program(steps: Sequence[str], can_steal: bool = True) -> tuple[Step, ...]:
    """All steps of an ability. Raises ValueError naming the step (from 1) that is wrong."""
    if len(steps) > MOST_STEPS:
        raise ValueError(f"{len(steps)} steps, at most {MOST_STEPS} are possible")
    program: list[Step] = []
    for number, text in enumerate(steps, 1):
        try:
            step = parse_step(text)
            check_order(step, program, is_last=number == len(steps), can_steal=can_steal)
        except ValueError as error:
            raise ValueError(f"step {number}: {error}") from None
        program.append(step)
    if sum(most_damage(step) for step in program) > MOST_IN_ALL:
        raise ValueError(f"more than {MOST_IN_ALL} damage in one ability")
    return tuple(program)


def most_damage(step: Step) -> int:
    """The damage that a step can put on one elemental."""
    if step.verb != effects.DAMAGE:
        return 0
    if step.extra == effects.REPEAT_ON_DESTROY:
        return 2 * step.amount
    conditional = (effects.IF_TARGET_DAMAGED, effects.IF_THIS_DAMAGED)
    return max(step.amount, step.special) if step.extra in conditional else step.amount


def check_order(step: Step, before: list[Step], is_last: bool, can_steal: bool) -> None:
    """Raise ValueError if a step cannot stand where it stands."""
    if step.verb in NEEDS_IT and not any(s.verb == effects.DAMAGE and s.target in ONE_TARGET for s in before):
        raise ValueError("'it' is the enemy hit before: a damage step with a single enemy has to come first")
    if step.verb == effects.STEAL and not (is_last and can_steal):
        raise ValueError("'steal it adjacent' has to be the last step, and of an activation")


def parse_traits(texts: Sequence[str]) -> Traits:
    """Raises ValueError with what was found and what is possible."""
    worth_more, kills_give_nothing = 0, False
    for text in texts:
        match = re.fullmatch(r"worth (\d+) more", text)
        if match:
            worth_more = parse_number(match[1])
        elif text == "kills give nothing":
            kills_give_nothing = True
        else:
            raise ValueError(f"unknown trait '{text}'{suggestion(text, ('worth N more', 'kills give nothing'))}")
    return Traits(worth_more, kills_give_nothing)
