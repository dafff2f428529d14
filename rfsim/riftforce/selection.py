"""Guild selection as part of a game: what is dealt and shown, and who picks what (R23, R24, R26, R32).

The picks are decisions of the seats' *selection policies*. A policy is a function that is shown what lies open and
names the guild that it takes; `random` and `ranked` come with rfsim, and a Python file may hold another.
"""

from __future__ import annotations

import csv
import functools
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.errors import InputError, unknown
from rfsim.riftforce.drafts import TRAINER_GUILDS, Draft, Matchup, draft_sizes
from rfsim.riftforce.rules import DATA, Rules
from rfsim.validation import read_toml

RATES_FILE = DATA / "guild_rates.toml"
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
    seats = len(rules.preset.seat)
    if rules.preset.selection == "summary":
        return (), (), tuple(sorted(names))
    if rules.preset.selection == "solo":
        return (), (), tuple(names[:SHOWN_IN_SOLO])
    # "Shuffle the 10 summoners and randomly remove 1 of them. Then each of you draws 1 random summoner."
    removed = 1 if rules.preset.selection == "base" else 0
    shown = SHOWN_IN_BASE if rules.preset.selection == "base" else SHOWN_BEYOND + seats
    dealt_end = removed + seats
    return tuple(names[:removed]), tuple(names[removed:dealt_end]), tuple(names[dealt_end : dealt_end + shown])


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


# -------------------------------------------------------------------------------------------------------- the policies


def pick_random(view: View, random: np.random.Generator) -> str:
    """Any of them."""
    return view.shown[int(random.integers(len(view.shown)))]


def ranked(rates: dict[str, float]) -> Policy:
    """A policy that takes the best of a table of guild rates; a guild that is not in it counts as even."""

    def pick(view: View, random: np.random.Generator) -> str:
        return max(view.shown, key=lambda name: (rates.get(name, 0.5), name))

    return pick


def read_rates(path: Path) -> dict[str, float]:
    """Guild rates from a results table (`guild.csv`) or a TOML file of numbers. Raises InputError."""
    if path.suffix == ".toml":
        return {name: float(rate) for name, rate in read_toml(path).items()}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return {row["guild"]: float(row["win_rate"]) for row in csv.DictReader(file)}
    except (OSError, KeyError, ValueError) as error:
        raise InputError(f"{path}: not a table of guild rates ({error})") from None


@functools.lru_cache(maxsize=32)
def load_policy(spec: str, preset: str) -> Policy:
    """A policy by its name (`random`, `ranked`, `ranked:results/x/tables/guild.csv`) or file (`mine.py`).

    Raises InputError if there is none.
    """
    name, _, setting = spec.partition(":")
    if name == "random":
        return pick_random
    if name == "ranked":
        return ranked(read_rates(Path(setting)) if setting else usual_rates(preset))
    if name.endswith(".py"):
        return policy_from(Path(name))
    raise InputError(unknown("selection policy", name, POLICIES) + " (a file of your own ends in .py)")


POLICIES = ("random", "ranked")


def usual_rates(preset: str) -> dict[str, float]:
    """The rates that come with rfsim, from sweeps of each preset with greedy."""
    tables = read_toml(RATES_FILE)
    return dict(tables.get(preset, tables["beyond"]))


def policy_from(path: Path) -> Policy:
    """The function `pick(view, random)` of a Python file."""
    spec = importlib.util.spec_from_file_location(f"rfsim_policy_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError(f"{path}: no such file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise InputError(f"{path}: {type(error).__name__}: {error}") from error
    if not callable(getattr(module, "pick", None)):
        raise InputError(f"{path}: a selection policy is a function pick(view, random)")
    return module.pick  # type: ignore[no-any-return]
