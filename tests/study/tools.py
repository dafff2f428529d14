"""Studies for tests."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from rfsim.cli.common import write_results
from rfsim.study.config import Study, study_from
from rfsim.study.runner import RunOptions, RunSummary, run_study
from rfsim.study.work import context_for


def small_study(**values: Any) -> Study:
    """A sweep of random players, 400 games if nothing else is said."""
    data: dict[str, Any] = {"name": "small", "kind": "sweep", "games": 400, "sweep": {"strategy": "random"}}
    return study_from({**data, **values}, "test")


def run(study: Study, folder: Path, **options: Any) -> RunSummary:
    """Run a study and write its tables."""
    summary = run_study(study, folder, RunOptions(quiet=True, **options))
    write_results(folder, context_for(study.model_dump_json()))
    return summary


def fingerprint(folder: Path) -> str:
    """One hash of all tables and records."""
    digest = hashlib.sha256()
    for path in [*sorted((folder / "tables").iterdir()), folder / "records.jsonl"]:
        if path.exists():
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
