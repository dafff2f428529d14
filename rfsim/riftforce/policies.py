"""Selection policies: who takes which guild.

`random` takes any; `ranked` the best of a table of rates; `synergy` what matters most to both decks as they are, by a
model of the outcome; `minimax` what is best if everybody goes on to pick as that model says is best. A Python file may
hold another.
"""

from __future__ import annotations

import csv
import functools
import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np

from rfsim.errors import InputError, unknown
from rfsim.riftforce.drafts import Draft
from rfsim.riftforce.forecast import MODEL_FILE, Forecast, read_forecast, usual_model
from rfsim.riftforce.lookahead import Position, best_pick
from rfsim.riftforce.rules import DATA
from rfsim.riftforce.selection import Policy, View
from rfsim.validation import read_toml

RATES_FILE = DATA / "guild_rates.toml"


# -------------------------------------------------------------------------------------------------------- the policies


def pick_random(view: View, random: np.random.Generator) -> str:
    """Any of them."""
    return view.shown[int(random.integers(len(view.shown)))]


def ranked(rates: dict[str, float]) -> Policy:
    """A policy that takes the best of a table of guild rates; a guild that is not in it counts as even."""

    def pick(view: View, random: np.random.Generator) -> str:
        return max(view.shown, key=lambda name: (rates.get(name, 0.5), name))

    return pick


def synergy(forecast: Forecast) -> Policy:
    """A policy that takes what matters most now: what a guild adds to its own deck, and would add to the others'.

    That is its strength, its pairs with what a side has, and what it gains against the other side's guilds. It looks no
    further. A guild that the model does not know counts as even.
    """

    def pick(view: View, random: np.random.Generator) -> str:
        own, other = side_deck(view, view.side), side_deck(view, 1 - view.side)
        taken = forecast.log_odds([(*own, name) for name in view.shown], [other])[:, 0]
        left = forecast.log_odds([own], [(*other, name) for name in view.shown])[0]
        return max(zip((taken - left).tolist(), view.shown, strict=True))[1]

    return pick


def minimax(forecast: Forecast) -> Policy:
    """A policy that solves the rest of the selection over the model, the others picking their best as well.

    A guild that the model does not know counts as even. Team members pick for their side.
    """

    def pick(view: View, random: np.random.Generator) -> str:
        return best_pick(position_of(view), forecast)

    return pick


def position_of(view: View) -> Position:
    """What a seat sees, as its side does. Who acts first is left out: all picks share it, so it moves none."""
    seats = view.rules.preset.seat
    to_come = tuple(seats[seat].side for seat in (view.seat, *view.to_come))
    return Position(view.shown, (side_deck(view, 0), side_deck(view, 1)), to_come)


def side_deck(view: View, side: int) -> Draft:
    """All guilds of a side so far."""
    seats = view.rules.preset.seat
    return tuple(name for seat, draft in enumerate(view.drafts) if seats[seat].side == side for name in draft)


# ------------------------------------------------------------------------------------------------ finding them by name


def read_rates(path: Path) -> dict[str, float]:
    """Guild rates from a results table (`guild.csv`) or a TOML file of numbers. Raises InputError."""
    if path.suffix == ".toml":
        return {name: float(rate) for name, rate in read_toml(path).items()}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return {row["guild"]: float(row["win_rate"]) for row in csv.DictReader(file)}
    except (OSError, KeyError, ValueError) as error:
        raise InputError(f"{path}: not a table of guild rates ({error})") from None


def usual_rates(preset: str) -> dict[str, float]:
    """The rates that come with rfsim, from sweeps of each preset with greedy."""
    tables = read_toml(RATES_FILE)
    return dict(tables.get(preset, tables["beyond"]))


def policy_file(spec: str, preset: str) -> Path | None:
    """The file that a policy reads; None for one that reads none."""
    name, _, setting = spec.partition(":")
    if name in MODEL_POLICIES:
        path = Path(setting) if setting else usual_model(preset)
        return path / MODEL_FILE if path.is_dir() else path
    if name == "ranked":
        return Path(setting) if setting else RATES_FILE
    return Path(name) if name.endswith(".py") else None


@functools.lru_cache(maxsize=32)
def load_policy(spec: str, preset: str) -> Policy:
    """A policy by its name or file, and what it reads.

    `random`, `ranked`, `synergy`, `minimax`, `ranked:results/x/tables/guild.csv`, `minimax:results/x/model.json`,
    `mine.py`. Raises InputError if there is none.
    """
    name, _, setting = spec.partition(":")
    file = policy_file(spec, preset)
    if name in MODEL_POLICIES:
        assert file is not None
        return MODEL_POLICIES[name](read_forecast(file))
    if name == "ranked":
        return ranked(read_rates(Path(setting)) if setting else usual_rates(preset))
    if name == "random" and not setting:
        return pick_random
    if name.endswith(".py"):
        return policy_from(Path(name))
    raise InputError(unknown("selection policy", spec, POLICIES) + " (a file of your own ends in .py)")


MODEL_POLICIES: dict[str, Callable[[Forecast], Policy]] = {"synergy": synergy, "minimax": minimax}
POLICIES = ("random", "ranked", *MODEL_POLICIES)


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
