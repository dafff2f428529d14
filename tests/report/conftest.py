"""Finished studies to report on, and a browser to look at reports with."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rfsim.report.page import write_report
from rfsim.study.config import study_from
from tests.study.tools import run

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PLAYED_BY_RANDOM = {"strategy_a": "random", "strategy_b": "random"}
MATCHUP = [["Fire", "Water", "Ice", "Air"], ["Earth", "Light", "Plant", "Shadow"]]
#: Small studies by name: each kind, preset and game.
STUDIES: dict[str, dict[str, Any]] = {
    "sweep": {"games": 800, "sweep": {"strategy": "random", "matchups": 40}},
    "patched": {"games": 400, "sweep": {"strategy": "random", "matchups": 40}, "patches": ["printed-ice"]},
    "beyond": {"games": 80, "sweep": {"strategy": "random", "matchups": 20}, "preset": "beyond"},
    "team": {"games": 40, "sweep": {"strategy": "random", "matchups": 10}, "preset": "team4"},
    "picked": {"games": 200, "sweep": {"strategy": "random", "drafting": "random"}},
    "tournament": {"games": 40, "kind": "tournament", "tournament": {"strategies": ["random", "greedy"]}},
    "drafts": {"games": 40, "kind": "drafts", "drafts": {**PLAYED_BY_RANDOM, "matchups": [MATCHUP]}},
    "solo": {"games": 60, "kind": "solo", "preset": "solo", "solo": {"strategy": "random", "drafts": 10}},
    "compare-rules": {
        "games": 80,
        "kind": "compare-rules",
        "compare-rules": {"a": "base", "b": "base+printed-ice", "strategy": "random", "matchups": 20},
    },
    "elemental": {"games": 60, "game": "elemental-rift", "preset": "three", "sweep": {"strategy": "random"}},
}


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`finished("sweep")`: the results folder of a small study, run once."""
    folder = tmp_path_factory.mktemp("results")

    @cache
    def make(name: str) -> Path:
        run(study_from({"name": name, "kind": "sweep", **STUDIES[name]}, "test"), folder / name)
        return folder / name

    return make


@pytest.fixture(scope="session")
def reported(finished: Callable[[str], Path]) -> Callable[[str], Path]:
    """`reported("sweep")`: the report of a small study, written once."""
    return cache(lambda name: write_report(finished(name)))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("there is no Chromium to open reports with; apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Chromium's sandbox does not work as root, which containers run tests as; the pages are our own.
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()
