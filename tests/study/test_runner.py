"""Runs: the same bytes whatever the workers, the chunks and the interruptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfsim.errors import InputError
from rfsim.study import runner
from rfsim.study.folder import ResultsFolder
from rfsim.study.parts import finished_chunks
from tests.study.tools import fingerprint, run, small_study

MODES = [
    {"executor": "serial"},
    {"workers": 1},
    {"workers": 2},
    {"workers": 3},
    {"executor": "dask", "workers": 2},
]
STUDIES = {
    "sweep": {"output": {"records": 5}},
    "drafting": {"sweep": {"strategy": "random", "drafting": "ranked"}},
    "tournament": {
        "kind": "tournament",
        "sweep": None,
        "tournament": {"strategies": ["random", "greedy"]},
        "games": 120,
    },
    "team4": {"preset": "team4", "games": 120},
    "solo": {"kind": "solo", "preset": "solo", "sweep": None, "solo": {"strategy": "random", "stars": "all"}},
}


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "measured_size", lambda context: 11)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("name", STUDIES)
def test_the_same_bytes_with_any_number_of_workers(name: str, tmp_path: Path) -> None:
    study = small_study(**STUDIES[name])
    modes = MODES if name == "sweep" else MODES[:3]
    prints = set()
    for number, mode in enumerate(modes):
        run(study, tmp_path / str(number), **mode)
        prints.add(fingerprint(tmp_path / str(number)))
    assert len(prints) == 1


def test_the_same_bytes_whatever_the_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prints = set()
    for size in (3, 50, 1000):
        monkeypatch.setattr(runner, "measured_size", lambda context, size=size: size)
        run(small_study(output={"records": 70}), tmp_path / str(size), executor="serial")
        prints.add(fingerprint(tmp_path / str(size)))
    assert len(prints) == 1


@pytest.mark.usefixtures("small_chunks")
def test_missing_parts_are_played_again_on_resume(tmp_path: Path) -> None:
    study = small_study(output={"records": 30})
    run(study, tmp_path / "whole", executor="serial")
    summary = run(study, tmp_path / "torn", executor="serial")
    folder = ResultsFolder(tmp_path / "torn")
    for chunk, path in list(finished_chunks(folder.parts)):
        if chunk % 3 == 0:
            path.unlink()
    resumed = run(study, tmp_path / "torn", executor="serial", resume=True)
    assert 0 < resumed.played < summary.games
    assert fingerprint(tmp_path / "torn") == fingerprint(tmp_path / "whole")


@pytest.mark.usefixtures("small_chunks")
def test_a_damaged_part_is_played_again_and_the_log_says_so(tmp_path: Path) -> None:
    study = small_study()
    run(study, tmp_path / "x", executor="serial")
    before = fingerprint(tmp_path / "x")
    path = next(iter(finished_chunks(tmp_path / "x" / "parts")))[1]
    path.write_bytes(path.read_bytes()[:-40])
    assert run(study, tmp_path / "x", executor="serial", resume=True).played == 22
    assert fingerprint(tmp_path / "x") == before
    assert "damaged part file, its games are played again: part-0000000.npz" in (tmp_path / "x" / "run.log").read_text()


@pytest.mark.parametrize("state", ["absent", "empty", "finished"])
def test_resume_works_on_any_folder_of_the_study(state: str, tmp_path: Path) -> None:
    study, folder = small_study(), tmp_path / "x"
    if state == "empty":
        folder.mkdir()
    if state == "finished":
        run(study, folder, executor="serial")
    assert run(study, folder, executor="serial", resume=True).games == 400


def test_an_unfinished_folder_tells_how_to_go_on(tmp_path: Path) -> None:
    study, folder = small_study(), tmp_path / "x"
    run(study, folder, executor="serial")
    ResultsFolder(folder).write_layout(finished=False)
    with pytest.raises(InputError, match="unfinished results; 'rfsim run --resume' goes on with it"):
        run(study, folder, executor="serial")


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({"seed": 9}, "study"),
        ({"patches": ["printed-ice"]}, "rules, study"),
        ({"sweep": {"strategy": "greedy"}}, "strategy greedy, strategy random, study"),
    ],
)
def test_changed_inputs_are_refused_with_what_changed(values: dict[str, object], changed: str, tmp_path: Path) -> None:
    run(small_study(), tmp_path / "x", executor="serial")
    with pytest.raises(InputError, match=rf"changed: {changed}\)"):
        run(small_study(**values), tmp_path / "x", executor="serial", resume=True)


def test_a_changed_strategy_file_is_refused(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    head = "def choose(table, hand, options, rules, weights, memory, random):"
    text = f"from rfsim.strategy import strategy\n\n\n@strategy()\n{head}\n    return 0\n"
    bot.write_text(text)
    study = small_study(sweep={"strategy": "bot"}, strategy_path=[str(bot)])
    run(study, tmp_path / "x", executor="serial")
    bot.write_text(text.replace("return 0", "return len(options) - 1"))
    from rfsim.study.work import context_for

    context_for.cache_clear()
    with pytest.raises(InputError, match=r"changed: strategy bot\)"):
        run(study, tmp_path / "x", executor="serial", resume=True)


def test_fresh_removes_results_and_nothing_else(tmp_path: Path) -> None:
    run(small_study(), tmp_path / "x", executor="serial")
    (tmp_path / "x" / "notes.txt").write_text("mine")
    run(small_study(seed=2), tmp_path / "x", executor="serial", fresh=True)
    assert (tmp_path / "x" / "notes.txt").read_text() == "mine"


def test_the_log_has_start_and_end(tmp_path: Path) -> None:
    run(small_study(), tmp_path / "x", workers=2)
    log = (tmp_path / "x" / "run.log").read_text()
    assert " INFO MainProcess" in log
    assert '"numba": ' in log
    assert "finished: 400 games" in log


def test_a_sequential_test_stops_at_the_same_game(tmp_path: Path) -> None:
    entry = {"strategies": ["greedy", "random"], "sprt": {"elo0": 0, "elo1": 100}}
    study = small_study(kind="tournament", sweep=None, tournament=entry, games=4000)
    games = {run(study, tmp_path / str(workers), workers=workers).games for workers in (1, 2)}
    assert len(games) == 1
    assert games.pop() < 4000


def test_a_study_with_a_stop_ends_once_all_rows_are_known(tmp_path: Path) -> None:
    from rfsim.cli.common import make_allocate
    from rfsim.study.runner import RunOptions, run_study

    study = small_study(
        games=400_000, stop={"half_width": 0.02, "by": "guild"}, sweep={"strategy": "random", "matchups": "all"}
    )
    prints = set()
    for workers in (1, 2):
        summary = run_study(
            study, tmp_path / str(workers), RunOptions(quiet=True, workers=workers), make_allocate(study)
        )
        assert summary.games < 100_000
        prints.add(tuple(summary.tally.outcomes.ravel().tolist()))
        assert "every row of guild is known" in ResultsFolder(tmp_path / str(workers)).layout()["stopped"]
    assert len(prints) == 1
