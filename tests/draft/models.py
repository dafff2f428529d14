"""Small models made by hand."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.riftforce.forecast import Forecast, forecast_from


def model_data(
    guilds: Sequence[str], effects: Mapping[str, float], variance: float = 0.0, deviation: float = 0.0
) -> dict[str, Any]:
    """A model's file in which all effects but the given ones are 0, each with the same `variance`, uncorrelated."""
    pairs = list(itertools.combinations(sorted(guilds), 2))
    names = ["start", *sorted(guilds), *(f"{a}+{b}" for a, b in pairs), *(f"{a}>{b}" for a, b in pairs)]
    assert set(effects) <= set(names)
    covariance = np.diag(np.full(len(names), variance))[np.tril_indices(len(names))]
    return {
        "guilds": sorted(guilds),
        "effects": {name: effects.get(name, 0.0) for name in names},
        "covariance": covariance.tolist(),
        "deviation": deviation,
    }


def model(guilds: Sequence[str], effects: Mapping[str, float], **uncertainty: float) -> Forecast:
    return forecast_from(model_data(guilds, effects, **uncertainty))


def write_model_file(path: Path, guilds: Sequence[str], effects: Mapping[str, float], **uncertainty: float) -> Path:
    path.write_text(json.dumps(model_data(guilds, effects, **uncertainty)))
    return path


def random_model(guilds: Sequence[str], seed: int) -> Forecast:
    """A model with all effects drawn at random."""
    data = model_data(guilds, {})
    random = np.random.default_rng(seed)
    data["effects"] = {name: float(random.normal()) for name in data["effects"]}
    return forecast_from(data)
