"""A wrong input gets one clear line, exit code 2, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

A, B = "Fire,Water,Ice,Air", "Earth,Light,Plant,Shadow"
GUILDS = "Fire, Earth, Light, Plant, Water, Ice, Shadow, Crystal, Thunderbolt or Air"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["swep"], "unknown command 'swep'; did you mean 'sweep'?"),
        (
            ["run", "quickstrat"],
            "unknown study 'quickstrat'; did you mean 'quickstart'? (a file of your own ends in .toml)",
        ),
        (["run", "absent.toml"], "absent.toml: no such file"),
        (["run"], "missing argument 'STUDY' (see 'rfsim run --help')"),
        (["sweep", "--gmaes", "3"], "rfsim sweep: unknown option '--gmaes'; did you mean '--games'?"),
        (
            ["sweep", "--games", "-5"],
            "invalid value for '--games': -5 is not in the range x>=1 (see 'rfsim sweep --help')",
        ),
        (["sweep", "--strategy", "gredy"], "unknown strategy 'gredy'; did you mean 'greedy'?"),
        (["sweep", "--strategy", "greedy:kil=2"], None),
        (
            ["sweep", "--guilds", "Fire,Watre,Ice,Air,Earth,Light,Plant,Shadow"],
            "sweep.guilds: unknown guild 'Watre'; did you mean 'Water'?",
        ),
        (["sweep", "--guilds", "Fire,Water,Ice,Air"], "sweep.guilds: 4 guilds; preset base needs at least 8"),
        (["sweep", "--matchups", "many"], "--matchups many: it should be a number from 1, or 'all'"),
        (["sweep", "--preset", "bease"], "unknown preset 'bease'; did you mean 'base'?"),
        (
            ["sweep", "--patch", "printed-icee"],
            "unknown patch 'printed-icee'; did you mean 'printed-ice'? (a file of your own ends in .toml)",
        ),
        (["sweep", "--patch", "absent.toml"], "absent.toml: No such file or directory"),
        (["sweep", "--game", "chess"], None),
        (["sweep", "--scheduler", "tcp://x:1"], "--scheduler: goes with --executor dask only"),
        (["sweep", "--set", "games"], "--set games: it should be KEY=VALUE, as in sweep.matchups=100"),
        (["sweep", "--set", "sweep.strateggy=greedy"], "sweep: sweep.strateggy: unknown key; did you mean 'strategy'?"),
        (["sweep", "--set", "games=many"], "sweep: games: found 'many'; it should be a valid integer"),
        (["sweep", "--stars", "1-1-1"], "--stars and --half: go with --preset solo only"),
        (
            ["match", A, "Fire,Light,Plant,Shadow"],
            "drafts.matchups: draft 2 (Fire,Light,Plant,Shadow): Fire is in draft 1 too",
        ),
        (["match", A, "Earth,Light,Plant"], "drafts.matchups: draft 2 (Earth,Light,Plant): 3 guilds; it has to be 4"),
        (["match", "Fire,Fire,Ice,Air", B], "drafts.matchups: draft 1 (Fire,Fire,Ice,Air): Fire stands there twice"),
        (
            ["match", A, "Earth,Light,Plant,Love"],
            f"drafts.matchups: draft 2 (Earth,Light,Plant,Love): unknown guild 'Love'; possible: {GUILDS}",
        ),
        (
            ["tournament", "--strategy", "random"],
            "--strategy: a tournament needs two or more, as --strategy random --strategy greedy",
        ),
        (["guilds", "Fier"], "unknown guild 'Fier'; did you mean 'Fire'?"),
        (["rules", "bas"], "unknown preset 'bas'; did you mean 'base'?"),
        (["rules", "--ruling", "R99"], None),
        (["verify", "absent.jsonl"], "absent.jsonl: No such file or directory"),
        (["tables", "absent"], "absent: not a results folder: it has no study.toml"),
        (["report", "absent"], "absent: not a results folder: it has no study.toml"),
        (["tables", "absent", "--size", "2"], "--size: goes with --by combination only"),
        (["strategies", "show", "gredy"], "unknown strategy 'gredy'; did you mean 'greedy'?"),
        (["bench", "--drafts", "Fire,Water"], "drafts.matchups: 1 drafts; preset base needs 2"),
    ],
)
def test_one_line_and_exit_code_2(words: list[str], message: str | None, rfsim: Run, tmp_path: Path) -> None:
    outcome = rfsim(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert len(outcome.err.splitlines()) == 1
    if message is not None:
        assert outcome.err == f"rfsim: {message}\n"
    assert list(tmp_path.iterdir()) == [], "something was written"


def test_all_mistakes_of_a_study_at_once_three_lines_at_most(rfsim: Run, tmp_path: Path) -> None:
    Path("bad.toml").write_text(
        'name = "x"\nkind = "sweep"\ngames = -1\nseeed = 2\n[sweep]\nmatchups = 0\nguild = "all"\n'
    )
    outcome = rfsim("run", "bad.toml")
    assert outcome.code == 2
    assert outcome.err.splitlines() == [
        "rfsim: bad.toml: games: found -1; it should be greater than or equal to 1",
        "rfsim: bad.toml: sweep.matchups: found 0; it should be a number from 1, or 'all'",
        "rfsim: bad.toml: sweep.guild: unknown key; did you mean 'guilds'?",
        "rfsim: … and 1 more",
    ]


def test_a_malformed_toml_file_is_told_with_its_line(rfsim: Run) -> None:
    Path("bad.toml").write_text('name = "x"\nkind = sweep\n')
    outcome = rfsim("run", "bad.toml")
    assert (outcome.code, outcome.err) == (2, "rfsim: bad.toml: not a TOML file: Invalid value (at line 2, column 8)\n")


def test_a_results_folder_with_other_results_is_kept(rfsim: Run) -> None:
    quick = ("--strategy", "random", "--games", "20", "--quiet")
    assert rfsim("sweep", *quick, "--out", "here").code == 0
    before = Path("here/tables/guild.csv").read_bytes()
    outcome = rfsim("sweep", *quick, "--seed", "2", "--out", "here")
    assert outcome.code == 2
    assert outcome.err == (
        "rfsim: here: holds results of other inputs (changed: study); choose another folder with --out, or remove them "
        "with --fresh\n"
    )
    assert Path("here/tables/guild.csv").read_bytes() == before


def test_a_folder_with_something_else_is_kept(rfsim: Run) -> None:
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("precious")
    outcome = rfsim("sweep", "--strategy", "random", "--games", "20", "--out", "mine")
    assert (outcome.code, outcome.err) == (
        2,
        "rfsim: mine: this folder holds something else; choose another with --out\n",
    )
    assert sorted(path.name for path in Path("mine").iterdir()) == ["thesis.txt"]


def test_a_finished_study_says_so(rfsim: Run) -> None:
    words = ("sweep", "--strategy", "random", "--games", "20", "--out", "here")
    assert rfsim(*words, "--quiet").code == 0
    outcome = rfsim(*words)
    assert (outcome.code, outcome.err) == (
        2,
        "rfsim: here: holds this study's finished results; --fresh plays it again\n",
    )


def test_an_output_path_that_is_a_file(rfsim: Run) -> None:
    Path("file").write_text("x")
    outcome = rfsim("sweep", "--strategy", "random", "--games", "20", "--out", "file")
    assert outcome.code == 2
    assert outcome.err.startswith("rfsim: file: ")
    assert len(outcome.err.splitlines()) == 1
