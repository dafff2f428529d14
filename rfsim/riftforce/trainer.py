"""Solo mode's data: the trainer's challenges and plans, and which of them a game is played with."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from rfsim.errors import InputError
from rfsim.riftforce.core import effects
from rfsim.riftforce.core.state import ATTACK_PLANS_A_STACK, LOWEST_NUMBER, NONE, NUMBERS, NUMBERS_A_PLAN, PLANS
from rfsim.riftforce.language import Step, parse_program
from rfsim.validation import Entry, read_toml, validated

TRAINER_FILE = Path(__file__).parent / "data" / "trainer.toml"
CHALLENGES = 4  # of each number: 1 to 4 stars
CONTROL_PLANS = PLANS // (ATTACK_PLANS_A_STACK + 1)
HALVES = ("move", "heal")


class ChallengeEntry(Entry):
    """The ability of the bots with one number."""

    text: str
    activate: list[str]

    @field_validator("activate")
    @classmethod
    def check_activate(cls, steps: list[str]) -> list[str]:
        parse_program(steps, can_steal=False)
        return steps


class AttackEntry(Entry):
    """An attack plan."""

    location: int = Field(ge=1, le=5)
    numbers: list[Literal[5, 6, 7]] = Field(min_length=NUMBERS_A_PLAN, max_length=NUMBERS_A_PLAN)


class PlansEntry(Entry):
    """All plans."""

    attack: list[AttackEntry] = Field(min_length=PLANS - CONTROL_PLANS, max_length=PLANS - CONTROL_PLANS)
    control: list[int] = Field(min_length=CONTROL_PLANS, max_length=CONTROL_PLANS)


class TrainerEntry(Entry):
    """A trainer file."""

    challenge: dict[Literal["5", "6", "7"], list[ChallengeEntry]]
    half: dict[Literal["move", "heal"], ChallengeEntry]
    plans: PlansEntry

    @model_validator(mode="after")
    def check_complete(self) -> TrainerEntry:
        for number in NUMBERS:
            found = len(self.challenge.get(str(number), []))  # type: ignore[call-overload]
            if found != CHALLENGES:
                raise ValueError(
                    f"challenge.{number}: {found} challenges; it should be {CHALLENGES}, one for each star"
                )
        for name in HALVES:
            if name not in self.half:
                raise ValueError(f"half.{name}: this section is missing")
        return self


@dataclass(frozen=True)
class Challenge:
    """What the trainer plays with: stars for the numbers 5, 6 and 7, and the & half on one number, if any."""

    stars: tuple[int, int, int] = (1, 1, 1)
    half: tuple[int, str] | None = None

    def __str__(self) -> str:
        """`1-2-3`, or `1-2-3 & move on 5`."""
        text = "-".join(str(star) for star in self.stars)
        return f"{text} & {self.half[1]} on {self.half[0]}" if self.half else text


def all_challenges() -> Iterator[Challenge]:
    """All 64 combinations of stars, without &."""
    stars = range(1, CHALLENGES + 1)
    for five in stars:
        for six in stars:
            for seven in stars:
                yield Challenge((five, six, seven))


@dataclass(frozen=True, eq=False)
class Trainer:
    """A trainer's data with the challenge chosen."""

    entry: TrainerEntry
    challenge: Challenge = Challenge()

    def program(self, number: int) -> tuple[Step, ...]:
        """The steps of the bots with a number: the & half first, then the challenge (R36)."""
        steps = self.entry.challenge[str(number)][self.challenge.stars[number - LOWEST_NUMBER] - 1].activate  # type: ignore[index]
        if self.challenge.half is not None and self.challenge.half[0] == number:
            steps = [*self.entry.half[self.challenge.half[1]].activate, *steps]  # type: ignore[index]
        return parse_program(steps, can_steal=False)

    def text(self, number: int) -> str:
        """What is printed for the bots with a number, the & half first."""
        text = self.entry.challenge[str(number)][self.challenge.stars[number - LOWEST_NUMBER] - 1].text  # type: ignore[index]
        if self.challenge.half is not None and self.challenge.half[0] == number:
            text = f"{self.entry.half[self.challenge.half[1]].text} {text}"  # type: ignore[index]
        return text

    def plan(self, code: int) -> dict[str, Any]:
        """A plan as a record has it; codes count the attack plans, then the control plans."""
        attacks = self.entry.plans.attack
        if code < len(attacks):
            return {"kind": "attack", "location": attacks[code].location, "numbers": list(attacks[code].numbers)}
        return {"kind": "control", "location": self.entry.plans.control[code - len(attacks)]}

    def fill(self, record: Any) -> None:
        """The trainer's part of the rules record."""
        for number in NUMBERS:
            for index, step in enumerate(self.program(number)):
                record.effect[effects.BOTS + number - LOWEST_NUMBER, index] = step.row()
        for code in range(PLANS):
            plan = self.plan(code)
            record.plan_location[code] = plan["location"] - 1
            numbers = plan.get("numbers")
            record.plan_numbers[code] = [number - LOWEST_NUMBER for number in numbers] if numbers else NONE


@functools.lru_cache(maxsize=8)
def load_trainer(file: Path = TRAINER_FILE) -> TrainerEntry:
    """Read a trainer file. Raises InputError with the file, the key, what was found and what is possible."""
    return validated(TrainerEntry, read_toml(file), str(file))


def parse_challenge(stars: Any, half: str | None, where: str) -> Challenge:
    """Stars as `[5: …, 6: …, 7: …]`, the & half as ``move 5``. Raises InputError."""
    if len(stars) != len(NUMBERS) or not all(1 <= star <= CHALLENGES for star in stars):
        raise InputError(
            f"{where}: found {list(stars)}; it should be three numbers from 1 to {CHALLENGES}, for 5, 6 and 7"
        )
    if half is None:
        return Challenge(tuple(stars))
    name, _, number = half.partition(" ")
    if name not in HALVES or number not in ("5", "6", "7"):
        raise InputError(f"{where}: found '{half}'; it should be 'move' or 'heal' and a number, as 'move 5'")
    return Challenge(tuple(stars), (int(number), name))
