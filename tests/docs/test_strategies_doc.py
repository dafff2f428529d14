"""docs/strategies.md: its strategies keep the contract, its commands run, and its first bot beats `random`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from rfsim.jit import PLAIN
from rfsim.riftforce.game import Players, choose_signature, play
from rfsim.riftforce.rules import load_rules
from rfsim.strategy.interface import compile_strategy
from rfsim.strategy.loading import load_strategy
from rfsim.strategy.witness import BEAT, Errand, Witness
from tests.cli.conftest import Run, rfsim  # noqa: F401  (a fixture)
from tests.riftforce.games import some_jobs

DOC = (Path(__file__).parent.parent.parent / "docs" / "strategies.md").read_text()
FILES = dict(re.findall(r"```python\n# strategies/(\w+)\.py\n(.*?)```", DOC, re.DOTALL))
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", DOC, re.DOTALL)
    for line in block.splitlines()
]

pytestmark = pytest.mark.skipif(PLAIN, reason="plays games, and runs commands")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The page's strategies, in ``./strategies`` as it says."""
    (tmp_path / "strategies").mkdir()
    for name, text in FILES.items():
        (tmp_path / "strategies" / f"{name}.py").write_text(text)
    return tmp_path / "strategies"


def test_every_block_of_code_is_a_file_with_a_name() -> None:
    assert DOC.count("```python") == len(FILES) == 5


def test_the_first_bot_has_at_most_20_lines() -> None:
    assert len([line for line in FILES["first"].splitlines() if line]) <= 20


@pytest.mark.parametrize("name", list(FILES))
def test_the_strategies_keep_the_contract(name: str, folder: Path) -> None:
    def account(**errand: object) -> Witness:
        witness = Witness(Errand(name, [str(folder)], "riftforce", ["base"], 150, 1, **errand), np.zeros(1, BEAT))  # type: ignore
        witness.go_through_presets()
        return witness

    first = account().account
    assert first.findings == {}
    assert account(notes=first.notes, is_reversed=True, deal=5).account.findings == {}


def test_the_first_bot_beats_random(folder: Path) -> None:
    """1,000 mirrored games. A bot no better than random would pass once in 10**75 runs, the real one (88 %) fail once
    in 10**12."""
    both = [load_strategy("first", [folder]), load_strategy("random")] * 2
    players = Players(both, [compile_strategy(one, choose_signature) for one in both])
    jobs = some_jobs(load_rules("base"), 1000, seed=3, strategies_differ=True)
    results = play([load_rules("base")], players, jobs)
    assert (results["winner"] == jobs["player"][:, 0] % 2).mean() >= 0.8


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command: str, folder: Path, rfsim: Run) -> None:  # noqa: F811
    program, *words = shlex.split(command)
    assert program == "rfsim"
    ended = rfsim(*words)
    assert ended.code == 0, ended.err
