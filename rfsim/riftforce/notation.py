"""How cards, elementals and positions are written."""

from __future__ import annotations

from typing import Any

from rfsim.riftforce.core.state import (
    CARD_MASK,
    COPIES,
    DAMAGE_MASK,
    DAMAGE_SHIFT,
    LOWEST_NUMBER,
    NUMBER_BITS,
    NUMBER_MASK,
)
from rfsim.riftforce.rules import Rules

#: The numbers that elementals have, as they are written: "5" is the first.
NUMBERS = [str(LOWEST_NUMBER + code) for code in range(len(COPIES))]


def card_name(rules: Rules, card: int) -> str:
    """`Fire5`."""
    return f"{rules.guild_names[int(card) >> NUMBER_BITS]}{(int(card) & NUMBER_MASK) + LOWEST_NUMBER}"


def card_code(rules: Rules, name: str) -> int:
    """The code of a card written as `Fire5`. Raises ValueError if there is no such card."""
    guild, number = name[:-1], name[-1:]
    if guild not in rules.guilds or number not in NUMBERS:
        raise ValueError(f"'{name}' is not a card")
    return rules.guilds[guild].index << NUMBER_BITS | NUMBERS.index(number)


def border(table: Any, side: int, location: int) -> int:
    """The index of the first elemental at `location` (from 0) or further right."""
    return int(table.columns[side]) >> (8 * location) & 0xFF


def place_of(table: Any, side: int, index: int) -> tuple[int, int]:
    """Location and position of an elemental, counted from 1."""
    location = 0
    while border(table, side, location + 1) <= index:
        location += 1
    return location + 1, index - border(table, side, location) + 1


def elemental_name(rules: Rules, table: Any, side: int, index: int) -> str:
    """`Fire5@3.1`: card, location and position, counted from 1."""
    location, position = place_of(table, side, index)
    return f"{card_name(rules, int(table.elementals[side, index]) & CARD_MASK)}@{location}.{position}"


def column(table: Any, side: int, location: int) -> list[int]:
    """The elementals of one column (location from 0; `state.py` has their layout), the first one first."""
    start, end = border(table, side, location), border(table, side, location + 1)
    return [int(table.elementals[side, index]) for index in range(start, end)]


def elemental_text(rules: Rules, elemental: int) -> str:
    """`Fire5`, or `Fire5(2)` with 2 damage on it."""
    damage = elemental >> DAMAGE_SHIFT & DAMAGE_MASK
    return card_name(rules, elemental & CARD_MASK) + (f"({damage})" if damage else "")


def plan_text(rules: Rules, table: Any) -> str:
    """The trainer's top plan: `attack 3 5-5-7`, or `control 2`."""
    assert rules.trainer is not None
    plan = rules.trainer.plan(int(table.open_plans[int(table.plans_done)]))
    numbers = f" {'-'.join(str(number) for number in plan['numbers'])}" if "numbers" in plan else ""
    return f"{plan['kind']} {plan['location']}{numbers}"


def table_text(rules: Rules, table: Any) -> list[str]:
    """The table in a few lines, one for each location."""
    lines = [f"Riftforce {int(table.score[0])}-{int(table.score[1])} after {int(table.turns)} actions"]
    for location in range(rules.preset.locations):
        sides = [
            " ".join(elemental_text(rules, elemental) for elemental in column(table, side, location)) or "-"
            for side in (0, 1)
        ]
        lines.append(f"  location {location + 1}: {sides[0]}  /  {sides[1]}")
    return lines
