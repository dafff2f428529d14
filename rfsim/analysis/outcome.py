"""The fitted model of the outcome: what it predicts, how sure it is, and its file."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from rfsim.analysis.features import centring, features, part_slices
from rfsim.analysis.observations import Deck, Observations, membership
from rfsim.analysis.rates import normal_quantile
from rfsim.analysis.regression import design, fit, prior_widths, rate_of
from rfsim.errors import InputError

MODEL_FILE = "model.json"
DIGITS = 6  # of numbers in the file


class Prediction(NamedTuple):
    """The winning chance of deck a's side, and the interval in which it lies with 95 %."""

    rate: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class OutcomeModel:
    """A fitted model.

    `effects`: log-odds, in the order of `features`; `covariance`: theirs. `widths`: the priors' of pairs and opponents.
    `deviation`: how far matchups lie from the model (a standard deviation, log-odds), from those that were checked.
    """

    guilds: tuple[str, ...]
    effects: np.ndarray
    covariance: np.ndarray
    widths: Mapping[str, float]
    deviation: float

    def predict(self, deck_a: Deck, deck_b: Deck, first: bool | None = None) -> Prediction:
        """The winning chance of the side with `deck_a` against `deck_b`, each all guilds of a side.

        `first`: whether deck a's side acts first; None if that is left to chance. Raises InputError for a guild that
        was not in the study.
        """
        row = self.predict_many([deck_a], [deck_b], [first]).iloc[0]
        return Prediction(float(row["rate"]), float(row["low"]), float(row["high"]))

    def predict_many(
        self, decks_a: Sequence[Deck], decks_b: Sequence[Deck], first: Sequence[bool | None]
    ) -> pd.DataFrame:
        """`predict` for many matchups at once: a row with ``rate``, ``low`` and ``high`` for each."""
        start = np.array([0.0 if one is None else 2.0 * one - 1.0 for one in first])
        matrix = features(membership(decks_a, self.guilds), membership(decks_b, self.guilds), start)
        centre, error = matrix @ self.effects, np.sqrt(self.variance(matrix) + self.deviation**2)
        reach = normal_quantile() * error
        rates = {"rate": centre, "low": centre - reach, "high": centre + reach}
        return pd.DataFrame({name: rate_of(log_odds) for name, log_odds in rates.items()})

    def variance(self, matrix: np.ndarray) -> np.ndarray:
        """Of the log-odds of each row of features."""
        return np.asarray(np.maximum(((matrix @ self.covariance) * matrix).sum(axis=1), 0.0))

    def part(self, name: str) -> pd.DataFrame:
        """The effects of one part, with 95 % intervals: ``effect``, ``low``, ``high`` (log-odds), ``error``."""
        where = part_slices(len(self.guilds))[name]
        effect, error = self.effects[where], np.sqrt(np.diag(self.covariance)[where])
        reach = normal_quantile() * error
        return pd.DataFrame({"effect": effect, "low": effect - reach, "high": effect + reach, "error": error})

    def save(self, path: Path) -> None:
        """Write the model as JSON. Raises OSError."""
        at = np.tril_indices(len(self.effects))
        data = {
            "guilds": self.guilds,
            "widths": self.widths,
            "deviation": round(self.deviation, DIGITS),
            "effects": dict(zip(effect_names(self.guilds), rounded(self.effects), strict=True)),
            "covariance": rounded(self.covariance[at]),  # row by row up to the diagonal
        }
        path.write_text(json.dumps(data))


def load_model(path: Path) -> OutcomeModel:
    """Read a model that `save` wrote. Raises InputError."""
    try:
        data = json.loads(path.read_text())
        effects = np.array(list(data["effects"].values()), float)
        covariance = np.zeros((len(effects), len(effects)))
        covariance[np.tril_indices(len(effects))] = data["covariance"]
        covariance += np.tril(covariance, -1).T
        model = OutcomeModel(tuple(data["guilds"]), effects, covariance, data["widths"], data["deviation"])
        fits = list(data["effects"]) == list(effect_names(model.guilds))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; 'rfsim report RESULTS' writes it") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: this is not a model: {error}") from None
    if not fits:
        raise InputError(f"{path}: this is not a model: its effects are not those of its guilds")
    return model


def effect_names(guilds: Sequence[str]) -> Iterator[str]:
    """`start`, `Air`, `Air+Fire` (in one deck), `Air>Fire` (Air against Fire): in the order of `features`."""
    yield "start"
    yield from guilds
    for sign in "+>":
        yield from (sign.join(pair) for pair in itertools.combinations(guilds, 2))


def rounded(numbers: np.ndarray) -> list[float]:
    """Numbers with so many significant digits as a file needs."""
    return [float(f"{number:.{DIGITS}g}") for number in numbers]


def posterior(rows: Observations, widths: Mapping[str, float], dispersion: float, deviation: float) -> OutcomeModel:
    """The model fitted to all rows. `dispersion`: how much more matchups scatter than games alone would make them."""
    matrix, each = design(rows), prior_widths(rows, widths)
    effects = fit(matrix, rows, each)
    rate = rate_of(matrix @ effects)
    information = (matrix * (rows.games * rate * (1 - rate))[:, None]).T @ matrix
    covariance = dispersion * np.linalg.inv(information + np.diag(each**-2.0))
    known = rows.strategy.shape[1]
    centre = centring(len(rows.guilds))
    return OutcomeModel(
        rows.guilds, effects[known:], centre @ covariance[known:, known:] @ centre, dict(widths), deviation
    )
