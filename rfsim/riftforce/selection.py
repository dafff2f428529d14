"""Guild selection as part of a game: what is dealt and shown, and who picks what (R23, R24, R26, R32).

The picks are decisions of the seats' *selection policies*: functions that are shown what lies open and name the guild
that they take (`rfsim.riftforce.policies`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rfsim.errors import InputError
from rfsim.riftforce.drafts import TRAINER_GUILDS, Draft, Matchup, draft_sizes
from rfsim.riftforce.rules import Rules

SHOWN_IN_BASE = 7  # "Display the remaining 7 summoners in a line."
SHOWN_BEYOND = 6  # "Display a number of summoners in a line equal to 6 + number of players."
SHOWN_IN_SOLO = 6  # "Mix all 18 summoners together and draw 6 random summoners."


@dataclass(frozen=True)
class View:
    """What a seat sees when it picks: its own guilds, all seats' guilds, what is on display, and who picks after it."""

    rules: Rules
    seat: int
    drafts: tuple[Draft, ...]
    shown: tuple[str, ...]
    to_come: tuple[int, ...]

    @property
    def own(self) -> Draft:
        return self.drafts[self.seat]

    @property
    def side(self) -> int:
        return self.rules.preset.seat[self.seat].side


#: A selection policy: the name of the guild taken, one of ``view.shown``.
Policy = Callable[[View, np.random.Generator], str]


@dataclass(frozen=True)
class Selection:
    """A complete guild selection, as a record's ``picks`` has it."""

    removed: tuple[str, ...]
    dealt: tuple[str, ...]
    shown: tuple[str, ...]
    order: tuple[tuple[int, str], ...]
    left: tuple[str, ...]
    drafts: Matchup

    def entry(self) -> dict[str, Any]:
        """The field ``picks`` of a record."""
        return {
            "removed": list(self.removed),
            "dealt": list(self.dealt),
            "shown": list(self.shown),
            "order": [list(pick) for pick in self.order],
            "left": list(self.left),
        }


# ------------------------------------------------------------------------------------------------------ the procedure


def lay_out(rules: Rules, random: np.random.Generator) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What is removed, dealt (one a seat, or nothing) and shown, by the preset's procedure."""
    names = [rules.pool[i] for i in random.permutation(len(rules.pool))]
    if rules.preset.selection == "summary":
        return (), (), tuple(sorted(names))
    # "Shuffle the 10 summoners and randomly remove 1 of them. Then each of you draws 1 random summoner."
    removed = 1 if rules.preset.selection == "base" else 0
    dealt_end = removed + count_dealt(rules)
    shown_end = dealt_end + count_shown(rules)
    return tuple(names[:removed]), tuple(names[removed:dealt_end]), tuple(names[dealt_end:shown_end])


def count_dealt(rules: Rules) -> int:
    """How many summoners are dealt, one a seat or none, before anybody picks."""
    return len(rules.preset.seat) if rules.preset.selection in ("base", "beyond") else 0


def count_shown(rules: Rules) -> int:
    """How many summoners are on display when the picking begins."""
    shown = {"base": SHOWN_IN_BASE, "beyond": SHOWN_BEYOND + len(rules.preset.seat), "solo": SHOWN_IN_SOLO}
    return shown.get(rules.preset.selection, len(rules.pool))


def picking_order(rules: Rules, first: int, dealt: int) -> Iterator[int]:
    """The seats in the order in which they pick: by position, over and over; whoever is complete is skipped."""
    needed = [seat.guilds - dealt for seat in rules.preset.seat]
    order = [seat for seat in rules.preset.order if seat < len(needed)]
    position = 0
    while any(needed):
        seat = (order[position % len(order)] + first) % len(order) if first else order[position % len(order)]
        position += 1
        if needed[seat]:
            needed[seat] -= 1
            yield seat


def select(
    rules: Rules, first: int, policies: Sequence[Policy], seed: int, thoughts: Sequence[np.random.Generator]
) -> Selection:
    """Carry out a guild selection; `policies` and `thoughts` (their random numbers) are one a seat.

    What is dealt and shown follows from `seed` alone. Raises InputError if a policy names what is not on display.
    """
    random = np.random.Generator(np.random.PCG64(seed))
    removed, dealt, shown = lay_out(rules, random)
    drafts = [[dealt[seat]] if dealt else [] for seat in range(len(rules.preset.seat))]
    display, order = list(shown), []
    to_come = list(picking_order(rules, first, 1 if dealt else 0))
    for number, seat in enumerate(to_come):
        view = View(rules, seat, tuple(map(tuple, drafts)), tuple(display), tuple(to_come[number + 1 :]))
        name = policies[seat](view, thoughts[seat])
        if name not in display:
            raise InputError(f"a selection policy took '{name}', which is not on display ({', '.join(display)})")
        display.remove(name)
        drafts[seat].append(name)
        order.append((seat, name))
    if rules.preset.trainer:
        drafts.append(trainer_guilds(rules, shown, random))
    matchup = tuple(tuple(sorted(draft)) for draft in drafts)
    assert tuple(map(len, matchup)) == draft_sizes(rules)
    return Selection(removed, dealt, shown, tuple(order), tuple(display), matchup)


def trainer_guilds(rules: Rules, shown: Sequence[str], random: np.random.Generator) -> list[str]:
    """ "From all remaining guilds, choose any 4": of those that were not shown, at random (R32)."""
    rest = [name for name in rules.pool if name not in shown]
    return [rest[i] for i in random.permutation(len(rest))[:TRAINER_GUILDS]]
