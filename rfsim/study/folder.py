"""The results folder: whose it is, how far the study is, and that nobody else writes into it."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rfsim.errors import InputError
from rfsim.study.parts import PATTERN, write_atomically
from rfsim.validation import read_toml

STUDY_FILE, LAYOUT_FILE, LOCK_FILE, LOG_FILE = "study.toml", "parts/layout.json", ".lock", "run.log"
RECORDS_FILE, GAMES_FILE = "records.jsonl", "games.parquet"
RESOLVED = "resolved"
#: What a run writes; `--fresh` removes these and nothing else.
OWN_FILES = (STUDY_FILE, LOG_FILE, RECORDS_FILE, GAMES_FILE, "summary.md", "report.html", "model.json")
OWN_FOLDERS = ("parts", "tables", "charts")


class ResultsFolder:
    """A folder `results/NAME/`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts = path / "parts"
        self.lock_file: Any = None

    # ---- the lock

    def lock(self) -> None:
        """Keep others out until this process ends. Raises InputError if the folder is in use or cannot be written to.

        A POSIX record lock belongs to this process alone: unlike one of `flock` it is not inherited by forked workers,
        which would hold it after their parent was killed.
        """
        try:
            self.parts.mkdir(parents=True, exist_ok=True)
            self.lock_file = (self.path / LOCK_FILE).open("a")
            fcntl.lockf(self.lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"{self.path}: another run is writing into this folder; choose another with --out"
            ) from None
        except OSError as error:
            raise InputError(
                f"{self.path}: cannot write there: {error.strerror}; choose another folder with --out"
            ) from None

    def unlock(self) -> None:
        if self.lock_file is not None:
            self.lock_file.close()
            (self.path / LOCK_FILE).unlink(missing_ok=True)
            self.lock_file = None

    # ---- whose it is

    def is_empty(self) -> bool:
        """Whether there is nothing here that a run could overwrite."""
        if not self.path.exists():
            return True
        if not self.path.is_dir():
            raise InputError(f"{self.path}: this is a file, not a folder; choose another with --out")
        return not any(entry.name not in (LOCK_FILE, "parts") for entry in self.path.iterdir()) and not self.has_parts()

    def has_parts(self) -> bool:
        return any(self.parts.glob(PATTERN))

    def stored(self) -> dict[str, Any]:
        """The study file that lies here. Raises InputError if there is none."""
        path = self.path / STUDY_FILE
        if not path.is_file():
            raise InputError(f"{self.path}: not a results folder: it has no {STUDY_FILE}")
        return read_toml(path)

    def stored_identity(self) -> dict[str, str]:
        return dict(self.stored().get(RESOLVED, {}).get("hashes", {}))

    def is_finished(self) -> bool:
        return (self.path / LAYOUT_FILE).is_file() and bool(self.layout().get("finished"))

    def check_identity(self, identity: Mapping[str, str]) -> None:
        """Raise InputError if another study's results lie here, or this study's of changed inputs."""
        if not (self.path / STUDY_FILE).is_file():
            raise InputError(f"{self.path}: this folder holds something else; choose another with --out")
        stored = self.stored_identity()
        changed = [name for name in {**stored, **identity} if stored.get(name) != identity.get(name)]
        if changed:
            raise InputError(
                f"{self.path}: holds results of other inputs (changed: {', '.join(sorted(changed))}); "
                "choose another folder with --out, or remove them with --fresh"
            )

    def clear(self) -> None:
        """Remove what a run has written here (`--fresh`), and nothing else."""
        for name in OWN_FILES:
            (self.path / name).unlink(missing_ok=True)
        for name in OWN_FOLDERS:
            shutil.rmtree(self.path / name, ignore_errors=True)
        self.parts.mkdir(parents=True, exist_ok=True)

    # ---- what a run writes beside the parts

    def write_study(self, data: Mapping[str, Any], identity: Mapping[str, str]) -> None:
        """The study as resolved: enough to run it again. Raises OSError."""
        import tomli_w

        resolved = {
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": versions(),
            "hashes": dict(identity),
        }
        write_atomically(self.path / STUDY_FILE, tomli_w.dumps({**data, RESOLVED: resolved}).encode())

    def layout(self) -> dict[str, Any]:
        """How the schedule is cut into chunks; empty before the first run."""
        path = self.path / LAYOUT_FILE
        return json.loads(path.read_text()) if path.is_file() else {}

    def write_layout(self, **values: Any) -> None:
        write_atomically(self.path / LAYOUT_FILE, json.dumps({**self.layout(), **values}).encode())


def versions() -> dict[str, str]:
    """What the results may depend on beside the inputs."""
    import numba
    import numpy

    from rfsim import __version__

    return {
        "rfsim": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "platform": f"{sys.platform} {platform.machine()}",
        "host": os.uname().nodename,
    }
