"""The step language: what may stand in a card file as an effect, a trigger, or the requirement of an accolade.

An effect is some steps with commas between them, carried out in this order as one action. They read like the printed
text; N is a number, E an element:

    add N E                 place N cards of E, each touching another card
    add N E and M F         the same for two elements, one after the other
    add N any               N cards of any elements, chosen one after the other
    remove N E              take N cards of E away
    turn N E into F         replace N cards of E in place by cards of F
    decay N linked E        N linked cards of E decay
    decay all E             all cards of E decay
    decay all any           all cards of one element decay that is present, of the player's choice
    draw N                  draw N cards
    every opponent discards N at random

An element is ``earth``, ``fire``, ``water``, ``air``, or a letter: X is the spell's own element, A what X decays into,
B what A decays into, C what B decays into. A trigger is a number and an element: ``3 A``.

An accolade requires one of these:

    N spells in front           N of your spells lie in front of you
    N elements, half of one     the Rift has N or more elements, and one of them makes up at least half
    all elements, N apart       all elements are present, and their numbers differ by N at most
    N linked                    N linked elements
    N triggered                 N spells triggered in this turn
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rfsim.elemental.core import effects
from rfsim.elemental.core.state import ELEMENT_NAMES, ELEMENTS
from rfsim.errors import suggestion

LETTERS = ("X", "A", "B", "C")
ANY = "any"
STEP_FORMS = (
    "add N E",
    "add N any",
    "remove N E",
    "turn N E into F",
    "decay N linked E",
    "decay all E",
    "decay all any",
    "draw N",
    "every opponent discards N at random",
)
REQUIREMENTS = {
    r"(\d+) spells in front": effects.IN_FRONT,
    r"(\d+) elements, half of one": effects.HALF,
    r"all elements, (\d+) apart": effects.BALANCE,
    r"(\d+) linked": effects.LINKED,
    r"(\d+) triggered": effects.TRIGGERS,
}
REQUIREMENT_FORMS = tuple(pattern.replace(r"(\d+)", "N") for pattern in REQUIREMENTS)
MOST_STEPS = effects.STEPS - 1
MOST_CARDS = 64  # in one step, or asked of an accolade

#: What the words for elements stand for.
Meaning = Mapping[str, int]


@dataclass(frozen=True)
class Step:
    """One row of the effect table; the names are those of `effects.step_type`."""

    verb: int
    amount: int = 0
    element: int = 0
    into: int = 0

    def row(self) -> tuple[int, ...]:
        return (self.verb, self.amount, self.element, self.into)


def meaning_for(element: int | None, decays_to: Mapping[int, int]) -> Meaning:
    """The words for elements in the text of a spell of `element` (or of no spell: no letters)."""
    words = {name: index for index, name in enumerate(ELEMENT_NAMES)}
    for letter in LETTERS if element is not None else ():
        assert element is not None
        words[letter] = element
        element = decays_to[element]
    return words


#: All words, for checking texts before it is known what the letters stand for.
ALL_WORDS: Meaning = meaning_for(0, {element: (element + 1) % ELEMENTS for element in range(ELEMENTS)})


def parse_number(text: str, least: int = 1) -> int:
    """Raises ValueError beyond `least` to `MOST_CARDS`."""
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not least <= number <= MOST_CARDS:
        raise ValueError(f"'{text}' is not a number from {least} to {MOST_CARDS}")
    return number


def parse_element(text: str, words: Meaning, or_any: bool = False) -> int:
    if or_any and text == ANY:
        return effects.ANY
    if text not in words:
        raise ValueError(f"unknown element '{text}'{suggestion(text, [*words, *([ANY] if or_any else [])])}")
    return words[text]


def parse_step(text: str, words: Meaning) -> Step:
    """One step. Raises ValueError with what was found and what is possible."""
    match text.split():
        case ["add", amount, element]:
            return Step(effects.ADD, parse_number(amount), parse_element(element, words, or_any=True))
        case ["remove", amount, element]:
            return Step(effects.REMOVE, parse_number(amount), parse_element(element, words))
        case ["turn", amount, element, "into", into]:
            return parse_turn(amount, element, into, words)
        case ["decay", amount, "linked", element]:
            return Step(effects.DECAY_LINKED, parse_number(amount), parse_element(element, words))
        case ["decay", "all", element]:
            return Step(effects.DECAY_ALL, 0, parse_element(element, words, or_any=True))
        case ["draw", amount]:
            return Step(effects.DRAW_CARDS, parse_number(amount))
        case ["every", "opponent", "discards", amount, "at", "random"]:
            return Step(effects.OPPONENTS_DISCARD, parse_number(amount))
    raise ValueError(f"unknown step '{text}'{suggestion(text, STEP_FORMS)}")


def parse_turn(amount: str, element: str, into: str, words: Meaning) -> Step:
    """`turn N E into F`: two different elements."""
    step = Step(effects.TURN, parse_number(amount), parse_element(element, words), parse_element(into, words))
    if step.element == step.into:
        raise ValueError(f"'turn {amount} {element} into {into}': these are the same element")
    return step


def parse_program(text: str, words: Meaning = ALL_WORDS) -> tuple[Step, ...]:
    """All steps of an effect. Raises ValueError."""
    steps: list[Step] = []
    for part in text.split(", "):
        verb = part.partition(" ")[0]
        first, *others = part.split(" and ")
        steps += [parse_step(one, words) for one in (first, *(f"{verb} {other}" for other in others))]
    if len(steps) > MOST_STEPS:
        raise ValueError(f"{len(steps)} steps, at most {MOST_STEPS} are possible")
    return tuple(steps)


def parse_trigger(text: str, words: Meaning = ALL_WORDS) -> tuple[int, int]:
    """`3 A`: trigger value and element. Raises ValueError."""
    number, _, element = text.partition(" ")
    return parse_number(number), parse_element(element, words)


def parse_requirement(text: str) -> tuple[int, int]:
    """What an accolade requires (`effects.IN_FRONT` …) and the number in it. Raises ValueError."""
    for pattern, kind in REQUIREMENTS.items():
        found = re.fullmatch(pattern, text)
        if found:
            return kind, parse_number(found[1], least=0 if kind == effects.BALANCE else 1)
    raise ValueError(f"unknown requirement '{text}'{suggestion(text, REQUIREMENT_FORMS)}")
