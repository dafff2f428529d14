"""Advice in a running guild selection: what every pick leads to, from one side's point of view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rfsim.errors import InputError
from rfsim.riftforce.drafts import unknown_guild
from rfsim.riftforce.forecast import Forecast, rate_of
from rfsim.riftforce.lookahead import Deck, Outlook, Position, side_sign, solve
from rfsim.riftforce.rules import Rules
from rfsim.riftforce.selection import count_dealt, count_shown, picking_order

SURE = 1.96  # standard errors: a difference that chance alone exceeds once in twenty times


@dataclass(frozen=True)
class Question:
    """A selection in progress, and which side asks."""

    position: Position
    side: int

    @property
    def is_mine(self) -> bool:
        """Whether it is the asking side's pick."""
        return self.position.to_come[0] == self.side

    def whose(self, side: int) -> str:
        return "mine" if side == self.side else "theirs"


@dataclass(frozen=True)
class Advised:
    """A legal pick. `rate`: the asking side's winning chance, `error` its standard error; `outlook`: how it goes on.

    `behind`: by how much the picking side's chance is lower than with the best pick; `behind_error`: the standard error
    of that difference.
    """

    outlook: Outlook
    rate: float
    error: float
    behind: float
    behind_error: float

    @property
    def is_as_good(self) -> bool:
        """Whether the model cannot tell it from the best pick."""
        return self.behind <= SURE * self.behind_error


# -------------------------------------------------------------------------------------------------------- the question


def ask(rules: Rules, mine: Deck, theirs: Deck, display: Deck, is_my_turn: bool) -> Question:
    """The position that a player describes. Raises InputError with a line for each mistake."""
    check_guilds(rules, {"--mine": mine, "--theirs": theirs, "--display": display})
    side, first, order = find_side(rules, mine, theirs, is_my_turn)
    made = len(mine) + len(theirs) - count_dealt(rules)
    left = count_shown(rules) - made
    if len(display) != left:
        raise InputError(
            f"--display: {len(display)} guilds; {count_shown(rules)} are shown, so after {made} picks there are {left}"
        )
    decks = (mine, theirs) if side == 0 else (theirs, mine)
    return Question(Position(display, decks, order[made:], first), side)


def check_guilds(rules: Rules, places: Mapping[str, Sequence[str]]) -> None:
    """Raise InputError for guilds that the preset does not have, or that stand in two places."""
    lines, seen = list[str](), dict[str, str]()
    if rules.preset.trainer:
        raise InputError("--preset solo: one player picks alone there, and no model of outcomes tells how bots fare")
    for where, names in places.items():
        for name in names:
            mistake = unknown_guild(rules, name, where)
            if not mistake and name in seen:
                mistake = (
                    f"{where}: {name} {'stands there twice' if seen[name] == where else f'is in {seen[name]} too'}",
                )
            lines.extend(mistake)
            seen.setdefault(name, where)
    if lines:
        raise InputError(*lines)


def find_side(rules: Rules, mine: Deck, theirs: Deck, is_my_turn: bool) -> tuple[int, int, tuple[int, ...]]:
    """The asking side, the side that picks and acts first, and the sides in the order of all picks.

    How many guilds each side has and whose turn it is tell who began. Raises InputError where they cannot be so.
    """
    possible = dict[bool, tuple[int, int, tuple[int, ...]]]()
    has_fixed_start = rules.preset.start == "first"
    for side, first_seat in ((0, 0), (1, 0)) if has_fixed_start else ((0, 0), (0, 1)):
        order = side_order(rules, first_seat)
        counts = [len(mine), len(theirs)] if side == 0 else [len(theirs), len(mine)]
        made = sum(counts) - count_dealt(rules)
        if 0 <= made < len(order) and counts == guilds_after(rules, order[:made]):
            possible[order[made] == side] = side, rules.preset.seat[first_seat].side, order
    if is_my_turn in possible:
        return possible[is_my_turn]
    raise InputError(impossible(rules, mine, theirs, bool(possible), is_my_turn))


def side_order(rules: Rules, first_seat: int) -> tuple[int, ...]:
    """The sides in the order in which they pick."""
    dealt = count_dealt(rules) // len(rules.preset.seat)
    return tuple(rules.preset.seat[seat].side for seat in picking_order(rules, first_seat, dealt))


def guilds_after(rules: Rules, picks: Sequence[int]) -> list[int]:
    """How many guilds each side has after these sides' picks."""
    dealt = count_dealt(rules) // len(rules.preset.seat)
    return [dealt * sum(seat.side == side for seat in rules.preset.seat) + picks.count(side) for side in (0, 1)]


def impossible(rules: Rules, mine: Deck, theirs: Deck, can_be_other: bool, is_my_turn: bool) -> str:
    """What is wrong with numbers of guilds and a turn that do not fit."""
    have = f"--mine has {len(mine)} and --theirs {len(theirs)} guilds"
    if can_be_other:
        return f"--turn {'mine' if is_my_turn else 'theirs'}: {have}, so it is the other side's pick"
    ends = sorted(guilds_after(rules, side_order(rules, 0)))
    if sorted([len(mine), len(theirs)]) == ends:
        return f"{have}: both sides are complete, and the selection is over"
    begins = guilds_after(rules, ())
    return (
        f"{have}; sides begin with {begins[0]} and {begins[1]}, pick alternately, and end with {ends[0]} and {ends[1]} "
        f"(preset {rules.preset_name})"
    )


# ---------------------------------------------------------------------------------------------------------- the answer


def advise(question: Question, forecast: Forecast) -> list[Advised]:
    """Every legal pick, the best for the side that picks first. Raises InputError for a guild unknown to the model."""
    position = question.position
    names = [name for names in (*position.decks, position.shown) for name in names if name not in forecast.index]
    if names:
        raise InputError(f"--model: it does not know {', '.join(names)}; its study was played without")
    outlooks = solve(position, forecast)
    best = outlooks[0]
    return [advised(question, outlook, best, forecast) for outlook in outlooks]


def advised(question: Question, outlook: Outlook, best: Outlook, forecast: Forecast) -> Advised:
    first = question.position.first
    rate, error = forecast.chance(*outlook.decks, first)
    of_best = rate_of(best.log_odds)
    behind = side_sign(question.position.to_come[0]) * (of_best - rate)
    features = [forecast.features(*one.decks, first) for one in (outlook, best)]
    slope = (rate + of_best) / 2 * (1 - (rate + of_best) / 2)
    behind_error = slope * forecast.difference_error(*features)
    return Advised(outlook, rate if question.side == 0 else 1 - rate, error, behind, behind_error)


def as_data(question: Question, picks: Sequence[Advised], preset: str, model: Path) -> dict[str, Any]:
    """The answer for scripts: shares between 0 and 1."""
    first = question.position.first
    return {
        "preset": preset,
        "model": str(model),
        "turn": question.whose(question.position.to_come[0]),
        "acts_first": None if first is None else question.whose(first),
        "picks": [pick_data(question, pick) for pick in picks],
    }


def pick_data(question: Question, pick: Advised) -> dict[str, Any]:
    decks = pick.outlook.decks
    return {
        "guild": pick.outlook.guild,
        "mine": round(pick.rate, 6),
        "theirs": round(1 - pick.rate, 6),
        "error": round(pick.error, 6),
        "behind": round(pick.behind, 6),
        "behind_error": round(pick.behind_error, 6),
        "line": [[question.whose(side), guild] for side, guild in pick.outlook.line],
        "my_guilds": list(decks[question.side]),
        "their_guilds": list(decks[1 - question.side]),
    }
