"""What a guild selection is judged by: a fitted model of the outcome, read from its file.

The log-odds that a side wins are a sum: who starts, the strength of its guilds less that of the others', what each pair
of guilds within a deck adds, and what each guild gains against each guild of the other side. `rfsim draft fit` fits
such a model and writes the file; here it is only read, with no library but NumPy, as policies run inside games.
"""

from __future__ import annotations

import functools
import gzip
import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rfsim.errors import InputError
from rfsim.riftforce.rules import DATA

MODEL_FILE = "model.json"  # in a results folder
MODELS = DATA / "draft_models"
#: The bundled model of a preset that has none of its own.
USUAL_MODEL = "beyond"

Guilds = Sequence[str]


class Chance(NamedTuple):
    """A winning chance and its standard error: the model's own, and how far matchups lie from the model."""

    rate: float
    error: float


@dataclass(frozen=True, eq=False)
class Forecast:
    """A model of the outcome. All effects are log-odds.

    `start`: of the side that acts first. `strength`: by guild. `pair`: guilds x guilds, what two add in one deck (0 on
    the diagonal). `against`: guilds x guilds, what the guild of the row gains against that of the column. `covariance`:
    of start, strength, pairs i < j and opponents i < j, in this order. `deviation`: of matchups from the model, a
    standard deviation.
    """

    guilds: tuple[str, ...]
    start: float
    strength: np.ndarray
    pair: np.ndarray
    against: np.ndarray
    covariance: np.ndarray
    deviation: float

    @functools.cached_property
    def index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.guilds)}

    def membership(self, decks: Iterable[Guilds]) -> np.ndarray:
        """Decks x guilds: 1.0 where the guild is in the deck. A guild that the model does not know counts as even."""
        decks = list(decks)
        table = np.zeros((len(decks), len(self.guilds)))
        for row, deck in enumerate(decks):
            table[row, [self.index[name] for name in deck if name in self.index]] = 1.0
        return table

    def worth(self, decks: np.ndarray) -> np.ndarray:
        """What decks (a membership) bring by themselves: their guilds' strength and their pairs."""
        return np.asarray(decks @ self.strength + ((decks @ self.pair) * decks).sum(axis=1) / 2)

    def log_odds(self, decks_a: Sequence[Guilds], decks_b: Sequence[Guilds], first: int | None = None) -> np.ndarray:
        """Of side 0 with each of `decks_a` against each of `decks_b`, as a matrix.

        `first`: the side that acts first; None if that is left to chance.
        """
        a, b = self.membership(decks_a), self.membership(decks_b)
        own = self.worth(a)[:, None] - self.worth(b)[None, :]
        return np.asarray(own + a @ self.against @ b.T + self.start * start_sign(first))

    def features(self, deck_a: Guilds, deck_b: Guilds, first: int | None = None) -> np.ndarray:
        """What a matchup has of each effect, in the order of `covariance`."""
        a, b = self.membership([deck_a, deck_b])
        i, j = np.triu_indices(len(self.guilds), 1)
        return np.concatenate([[start_sign(first)], a - b, a[i] * a[j] - b[i] * b[j], a[i] * b[j] - a[j] * b[i]])

    def chance(self, deck_a: Guilds, deck_b: Guilds, first: int | None = None) -> Chance:
        """The winning chance of side 0 with `deck_a`. The error is that of the log-odds times the rate's slope."""
        rate = rate_of(float(self.log_odds([deck_a], [deck_b], first)[0, 0]))
        x = self.features(deck_a, deck_b, first)
        variance = max(float(x @ self.covariance @ x), 0.0) + self.deviation**2
        return Chance(rate, rate * (1 - rate) * variance**0.5)

    def difference_error(self, one: np.ndarray, other: np.ndarray) -> float:
        """The standard error of the difference of two matchups' log-odds, from their features."""
        x = one - other
        if not x.any():
            return 0.0
        return float((max(float(x @ self.covariance @ x), 0.0) + 2 * self.deviation**2) ** 0.5)


def start_sign(first: int | None) -> int:
    return 0 if first is None else 1 - 2 * first


def rate_of(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))


# ----------------------------------------------------------------------------------------------------------- the files


def effect_names(guilds: Guilds) -> list[str]:
    """The effects in the order of the file: `start`, `Air`, `Air+Fire` (in one deck), `Air>Fire` (against Fire)."""
    pairs = list(itertools.combinations(guilds, 2))
    return ["start", *guilds, *("+".join(pair) for pair in pairs), *(">".join(pair) for pair in pairs)]


@functools.lru_cache(maxsize=16)
def read_forecast(path: Path) -> Forecast:
    """Read a model's file (JSON, also gzipped), or that of a results folder. Raises InputError."""
    file = path / MODEL_FILE if path.is_dir() else path
    if not file.is_file():
        raise InputError(f"{file}: no such file; 'rfsim draft fit RESULTS --out FILE' writes a model")
    try:
        content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        return forecast_from(json.loads(content))
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{file}: this is not a model of outcomes: {type(error).__name__}: {error}") from None


def forecast_from(data: Any) -> Forecast:
    """A forecast from a file's contents. Raises ValueError, KeyError and the like for what is none."""
    guilds = tuple(data["guilds"])
    if list(data["effects"]) != effect_names(guilds):
        raise ValueError("its effects are not those of its guilds")
    effects = np.array(list(data["effects"].values()), float)
    count, pairs = len(guilds), len(guilds) * (len(guilds) - 1) // 2
    pair, against = np.zeros((count, count)), np.zeros((count, count))
    above = np.triu_indices(count, 1)
    pair[above], against[above] = effects[1 + count : 1 + count + pairs], effects[1 + count + pairs :]
    covariance = np.zeros((len(effects), len(effects)))
    covariance[np.tril_indices(len(effects))] = data["covariance"]
    covariance += np.tril(covariance, -1).T
    strength = effects[1 : 1 + count]
    deviation = float(data["deviation"])
    return Forecast(guilds, float(effects[0]), strength, pair + pair.T, against - against.T, covariance, deviation)


def usual_model(preset: str) -> Path:
    """The bundled model of a preset: its own, or that of the whole pool."""
    own = MODELS / f"{preset}.json.gz"
    return own if own.is_file() else MODELS / f"{USUAL_MODEL}.json.gz"
