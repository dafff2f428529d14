"""Running the command line in this process: what it prints, and its exit code."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rfsim.cli.main import main


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def rfsim(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """`rfsim("verify", "x.jsonl")`, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Outcome:
        monkeypatch.setattr("sys.argv", ["rfsim", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        logging.getLogger("rfsim.compiling").handlers.clear()
        captured = capsys.readouterr()
        return Outcome(int(ended.value.code or 0), captured.out, captured.err)

    return run
