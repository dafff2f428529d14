"""What happens to the machine during a run: each fault really happens, in a process of its own.

A slow strategy in plain Python keeps a run going for a few seconds; the tables afterwards must equal those of an
undisturbed run, byte for byte.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rfsim.jit import PLAIN
from rfsim.study.parts import finished_chunks

pytestmark = [
    pytest.mark.skipif(PLAIN, reason="compiled play"),
    pytest.mark.skipif(sys.platform != "linux", reason="/proc"),
]

GAMES = 96
PATIENCE = 60.0

HEAD = (
    "from rfsim.strategy import strategy, below\n\n\n@strategy({options})\n"
    "def choose(table, hand, options, rules, weights, memory, random):\n"
)
#: Takes a while over each game, and chooses at random.
SLOW = (
    "import time\n"
    + HEAD.format(options="compiled=False")
    + "    if table.turns == 0 and table.turn.asks == 0:\n        time.sleep(0.02)\n"
    + "    return below(random, len(options))\n"
)


def bot(folder: Path, text: str, name: str = "bot") -> Path:
    path = folder / f"{name}.py"
    path.write_text(text)
    return path


def command(folder: Path, out: str, *words: str) -> list[str]:
    """A sweep with the strategy file `bot.py` of a folder."""
    base = [sys.executable, "-m", "rfsim", "sweep", "--strategy", "bot", "--strategy-path", str(folder / "bot.py")]
    return [
        *base,
        "--games",
        str(GAMES),
        "--workers",
        "2",
        "--set",
        "sweep.matchups=12",
        "--out",
        str(folder / out),
        *words,
    ]


def start(folder: Path, out: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(folder, out, *words), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def call(folder: Path, out: str, *words: str) -> tuple[int, str, str]:
    return finish(start(folder, out, *words))


def wait_until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """The worker processes of a run."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if entry.name.isdigit() and int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def is_alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def parts_in(folder: Path) -> int:
    return len(list(finished_chunks(folder / "parts")))


def under_way(process: subprocess.Popen[str], folder: Path) -> None:
    """Wait until some chunks are finished and workers are at others."""
    wait_until(lambda: parts_in(folder) >= 1 and len(children(process.pid)) >= 2, "the run did not get going")


def tables(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "tables").iterdir())}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of a run that nothing happened to."""
    folder = tmp_path_factory.mktemp("undisturbed")
    bot(folder, SLOW)
    code, _, err = call(folder, "x", "--quiet")
    assert code == 0, err
    return tables(folder / "x")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the slow strategy."""
    bot(tmp_path, SLOW)
    return tmp_path


# ---------------------------------------------------------------------------------------------------------- signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_what_is_finished(number: int, place: Path, undisturbed: dict[str, bytes]) -> None:
    process = start(place, "x")
    under_way(process, place / "x")
    workers = children(process.pid)
    process.send_signal(number)
    code, _, err = finish(process)
    assert code == 130
    assert re.search(r"interrupted; finished chunks are kept; go on with: rfsim sweep .* --resume\n$", err)
    assert not any(is_alive(pid) for pid in workers)
    kept = parts_in(place / "x")
    assert kept >= 1
    code, out, err = call(place, "x", "--resume")
    assert code == 0, err
    assert tables(place / "x") == undisturbed
    played = re.search(rf"{GAMES} games, (\d+) played", out)
    assert played is not None
    assert int(played[1]) < GAMES


def test_a_second_ctrl_c_ends_at_once(place: Path) -> None:
    process = start(place, "x")
    under_way(process, place / "x")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    code, _, _ = finish(process)
    assert code == 130


def test_an_unfinished_folder_without_resume_tells_the_command(place: Path) -> None:
    process = start(place, "x")
    under_way(process, place / "x")
    process.send_signal(signal.SIGINT)
    finish(process)
    code, _, err = call(place, "x")
    assert code == 2
    assert re.search(r"holds this study's unfinished results; 'rfsim sweep .* --resume' goes on with it", err)


# ------------------------------------------------------------------------------------------------------------- kill -9


def test_a_killed_worker_costs_nothing(place: Path, undisturbed: dict[str, bytes]) -> None:
    process = start(place, "x", "--quiet")
    under_way(process, place / "x")
    os.kill(children(process.pid)[0], signal.SIGKILL)
    code, _, err = finish(process)
    assert code == 0, err
    assert tables(place / "x") == undisturbed
    assert re.search(
        r"WARNING .* died; the pool is renewed, and \d+ chunks are played again", (place / "x/run.log").read_text()
    )


def test_a_chunk_that_kills_its_worker_is_named(place: Path) -> None:
    unlucky = "hand.card[0] % 4 == hand.card[1] % 4 == hand.card[2] % 4 == 2"
    end = f"        time.sleep(0.02)\n        if {unlucky}:\n            os.kill(os.getpid(), 9)\n"
    killer = SLOW.replace("import time\n", "import os\nimport time\n").replace("        time.sleep(0.02)\n", end)
    bot(place, killer)
    code, _, err = call(place, "x")
    assert code == 1
    assert re.search(r"^rfsim: chunk \d+ killed its worker 3 times; everything else is kept; go on with: ", err)


def test_a_killed_run_leaves_no_workers_and_no_lock(place: Path, undisturbed: dict[str, bytes]) -> None:
    process = start(place, "x")
    under_way(process, place / "x")
    workers = children(process.pid)
    process.kill()
    process.wait()
    wait_until(lambda: not any(is_alive(pid) for pid in workers), "workers outlived their parent", seconds=1.0)
    code, _, err = call(place, "x", "--resume", "--quiet")
    assert code == 0, err
    assert tables(place / "x") == undisturbed


# ---------------------------------------------------------------------------------------------------- folder and disk


def test_two_runs_into_one_folder(place: Path) -> None:
    hold, parts = place / "hold", place / "x" / "parts"
    hold.touch()
    waiting = SLOW.replace(
        "    return below",
        f"    while Path({str(hold)!r}).exists() and list(Path({str(parts)!r}).glob('*.npz')):\n"
        "        time.sleep(0.05)\n"
        "    return below",
    )
    bot(place, "from pathlib import Path\n" + waiting)
    process = start(place, "x", "--quiet")
    under_way(process, place / "x")
    code, _, err = call(place, "x", "--resume")
    hold.unlink()
    assert (code, err) == (2, f"rfsim: {place}/x: another run is writing into this folder; choose another with --out\n")
    assert finish(process)[0] == 0


@contextlib.contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A small file system of its own."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("no small file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_full_disk_is_told_and_resume_works_after(place: Path, undisturbed: dict[str, bytes]) -> None:
    with mounted(place / "disk", "size=100k") as disk:
        (disk / "x").mkdir()
        (disk / "filler").write_bytes(b"0" * 60_000)
        code, _, err = call(place, "disk/x")
        assert code == 1
        assert re.search(r"disk/x: cannot write: No space left on device; finished chunks are kept; go on with: ", err)
        (disk / "filler").unlink()
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        code, _, err = call(place, "disk/x", "--resume", "--quiet")
        assert code == 0, err
        assert tables(disk / "x") == undisturbed


def test_an_unwritable_folder_is_told_before_anything_runs(place: Path) -> None:
    with mounted(place / "disk", "size=1m") as disk:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        code, _, err = call(place, "disk/x")
    assert code == 2
    assert re.search(
        r"^rfsim: .*disk/x: cannot write there: Read-only file system; choose another folder with --out\n$", err
    )


# ------------------------------------------------------------------------------------------------- faulty strategies

RAISING = (
    HEAD.format(options="")
    + "    if table.turns == 30:\n        raise ValueError('out of ideas')\n    return below(random, len(options))\n"
)
OUT_OF_RANGE = (
    HEAD.format(options="") + "    return len(options) if table.turns == 30 else below(random, len(options))\n"
)
FLOAT = HEAD.format(options="") + "    return 0.5\n"
PLAIN_FLOAT = HEAD.format(options="compiled=False") + "    return 0.5\n"
ENDLESS = (
    HEAD.format(options="")
    + "    while table.turns == 30:\n        random.state += 1\n    return below(random, len(options))\n"
)


def again_command(err: str) -> list[str]:
    """The command that plays the game again."""
    match = re.search(r"play that game again with: rfsim (.*)\n", err)
    assert match is not None, err
    return [sys.executable, "-m", "rfsim", *match[1].split()]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (RAISING, "ValueError: out of ideas"),
        (OUT_OF_RANGE, r"IndexError: it answered with index \d+ where there are \d+ options"),
        (PLAIN_FLOAT, "TypeError: 'float' object cannot be interpreted as an integer"),
    ],
)
def test_a_faulty_strategy_is_named_with_its_game(text: str, reason: str, place: Path) -> None:
    bot(place, text)
    code, _, err = call(place, "x")
    assert code == 1
    pattern = rf"^rfsim: strategy bot failed in game (\d+) of study seed 1: {reason}; play that game again with: "
    match = re.search(pattern, err, re.MULTILINE)
    assert match is not None, err
    again = subprocess.run(again_command(err), capture_output=True, text=True, cwd=place, check=False)
    assert again.returncode == 1
    assert re.search(reason, again.stderr)


def test_a_strategy_that_returns_a_float_does_not_compile(place: Path) -> None:
    bot(place, FLOAT)
    code, _, err = call(place, "x")
    assert code != 0
    assert (
        "a strategy has to return the index of an option, not float64" in err + (place / "x/run.log").read_text()
        if (place / "x").exists()
        else err
    )


def test_a_game_without_end_is_named(place: Path) -> None:
    bot(place, ENDLESS)
    code, _, err = call(place, "x", "--game-timeout", "1")
    assert code == 1
    assert re.search(
        r"^rfsim: strategy bot failed in game \d+ of study seed 1: no end after 1 seconds \(--game-timeout\); ",
        err,
        re.MULTILINE,
    )


def test_finished_chunks_survive_a_faulty_strategy(place: Path) -> None:
    parts = place / "x" / "parts"
    late = SLOW.replace(
        "    return below",
        f"    if len(list(Path({str(parts)!r}).glob('*.npz'))) >= 2:\n"
        "        raise ValueError('late')\n"
        "    return below",
    )
    bot(place, "from pathlib import Path\n" + late)
    code, _, err = call(place, "x")
    assert code == 1
    assert "late" in err
    assert parts_in(place / "x") >= 2
    assert (place / "x" / "study.toml").exists()


# -------------------------------------------------------------------------------------------------------------- Dask


def test_a_cluster_survives_a_killed_worker(place: Path, undisturbed: dict[str, bytes]) -> None:
    pytest.importorskip("distributed")
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    address = "tcp://127.0.0.1:8797"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": place}
    with contextlib.ExitStack() as stack:

        def launch(*words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(words, **quiet)  # type: ignore[call-overload]
            stack.callback(process.kill)
            return process

        launch(*dask, "--host", "127.0.0.1", "--port", "8797", "--no-dashboard")
        worker = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            address,
            "--nthreads",
            "1",
            "--no-dashboard",
            "--no-nanny",
        ]
        first = launch(*worker)
        launch(*worker)
        process = start(place, "x", "--quiet", "--executor", "dask", "--scheduler", address)
        wait_until(lambda: parts_in(place / "x") >= 1, "the cluster did not get going")
        first.kill()
        code, _, err = finish(process)
        assert code == 0, err
        assert tables(place / "x") == undisturbed


def test_a_scheduler_that_does_not_answer(place: Path) -> None:
    pytest.importorskip("distributed")
    code, _, err = call(place, "x", "--executor", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert code == 2
    assert re.search(r"--scheduler tcp://127.0.0.1:9: no Dask scheduler answers there", err)
