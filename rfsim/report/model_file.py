"""The model of the outcome of a results folder, as the file that guild selections are judged by."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from rfsim.analysis.model import Check, OutcomeModel
from rfsim.errors import InputError
from rfsim.report.results import Results, read_results

PACKED = ".gz"


def write_model(results: Path, file: Path) -> tuple[OutcomeModel, Check]:
    """Fit the model to a finished study and write it (gzipped if the name ends in ``.gz``).

    Raises InputError if the study cannot tell enough, or the file cannot be written.
    """
    study = read_results(results)
    if study.fitted is None:
        raise InputError(f"{results}: too few matchups for a model, or no two sides with decks under one set of rules")
    model, check = study.fitted
    plain = file.with_name(file.name.removesuffix(PACKED) + ".writing")
    try:
        model.save(plain)
        data = {"study": source(study), **json.loads(plain.read_text())}
        content = json.dumps(data).encode() + b"\n"
        file.write_bytes(gzip.compress(content, mtime=0) if file.suffix == PACKED else content)
        plain.unlink()
    except OSError as error:
        raise InputError(f"{error.filename or file}: cannot write there: {error.strerror}") from None
    return model, check


def source(results: Results) -> dict[str, Any]:
    """Which games the model was fitted to."""
    study = results.context.study
    return {
        "preset": study.preset,
        "patches": study.patches,
        "strategies": list(dict.fromkeys(study.strategies)),
        "seed": study.seed,
        "games": results.counts.tally.games,
        "matchups": len({cell.decks for cell in results.counts.cells}),
    }
