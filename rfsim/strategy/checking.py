"""`rfsim strategies check`: does a strategy keep its contract?

What is found here are mistakes, and strategies that look at what they must not know; not sabotage. Whether one is blind
shows in what it does: all cards that its seat cannot know are dealt anew, and it has to choose as before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from rfsim.games import load_game
from rfsim.strategy.interface import Strategy, compile_strategy
from rfsim.strategy.loading import load_strategy
from rfsim.strategy.witness import BEAT, LEGAL, SAME, UNCHANGED, Account, Errand, Finding, Position

POLL = 0.05  # seconds between two looks at a run
FIRST, AGAIN, PLAIN_RUN = "first", "again", "plain"
DEALS = (101, 202)  # seeds of the runs in which the hidden cards are dealt anew


@dataclass(frozen=True)
class CheckOptions:
    """How much is checked. `time_limit`: seconds for an answer; `plain_seconds`: for each preset in plain Python."""

    positions: int = 2000
    seed: int = 1
    time_limit: float = 10.0
    plain_seconds: float = 2.0


@dataclass(frozen=True)
class Verdict:
    """Whether a part of the contract holds (None: could not be checked), and what there is to say about it."""

    part: str
    holds: bool | None
    text: str


@dataclass(frozen=True)
class Stopped:
    """A run that did not come to its end: where, and why."""

    where: str
    why: str


Outcome = Account | Stopped


def check_strategy(spec: str, paths: Sequence[str | Path], game_name: str, options: CheckOptions) -> Iterator[Verdict]:
    """The parts of the contract, each with its verdict. Raises InputError for what cannot be loaded or compiled."""
    strategy, game = load_strategy(spec, paths, game_name), load_game(game_name)
    compile_strategy(strategy, game.choose_signature)
    presets = list(game.preset_names())
    errand = Errand(spec, [str(path) for path in paths], game_name, presets, options.positions, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        first = send(Path(folder), FIRST, errand, options.time_limit)
        if isinstance(first, Stopped):
            yield Verdict("ends", False, f"{first.where}: {first.why}")
            yield Verdict("the rest", None, "not checked: the first run did not end")
            return
        later = send_all(Path(folder), replace(errand, notes=first.notes), strategy, options)
    yield legal(first, len(presets))
    yield unchanged(first, later)
    yield deterministic(later[AGAIN])
    yield blind(later)
    yield agrees(later.get(PLAIN_RUN), options)
    yield ends(first, later, options)
    if first.decisions_a_second:
        yield Verdict("speed", None, f"{first.decisions_a_second:,.0f} decisions a second, preset {presets[0]}")


# ------------------------------------------------------------------------------------------------------------ the runs


def send_all(folder: Path, errand: Errand, strategy: Strategy, options: CheckOptions) -> dict[str, Outcome]:
    """The runs that ask again, as many at a time as there are cores."""
    errands = {AGAIN: replace(errand, is_reversed=True)}
    errands |= {f"deal {seed}": replace(errand, deal=seed) for seed in DEALS}
    if strategy.compiled:
        errands[PLAIN_RUN] = replace(errand, seconds=options.plain_seconds)
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:
        runs = {name: threads.submit(send, folder, name, one, options.time_limit) for name, one in errands.items()}
        return {name: run.result() for name, run in runs.items()}


def send(folder: Path, name: str, errand: Errand, time_limit: float) -> Outcome:
    """Let a process of its own go through the games, and stop it if it does not answer in time."""
    (folder / f"{name}.json").write_text(json.dumps(asdict(errand)))
    beat = np.memmap(folder / f"{name}.beat", BEAT, "w+", shape=(1,))
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if name == PLAIN_RUN else "0"}
    command = [sys.executable, "-m", "rfsim.strategy.witness", str(folder), name]
    with (folder / f"{name}.err").open("w") as errors:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=errors)
        try:
            in_time = wait_for(process, beat, time_limit)
        finally:
            process.kill()
            process.wait()
    if not in_time:
        return Stopped(place(beat, errand), f"no answer within {time_limit:g} s")
    found = folder / f"{name}.found.json"
    if not found.exists():
        last = (folder / f"{name}.err").read_text().strip().splitlines()[-1:]
        reason = f"signal {-process.returncode}" if process.returncode < 0 else "".join(last)
        return Stopped(place(beat, errand), f"the process died: {reason}")
    values = json.loads(found.read_text())
    values["findings"] = {kind: Finding(**finding) for kind, finding in values["findings"].items()}
    return Account(**values)


def wait_for(process: subprocess.Popen[bytes], beat: np.ndarray, time_limit: float) -> bool:
    """Whether a run ends with no answer taking longer than allowed. The clock starts with the first question."""
    asked, since = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(POLL)
        now = int(beat["asked"][0])
        if now != asked or now == 0:
            asked, since = now, time.monotonic()
        elif time.monotonic() - since > time_limit:
            return False
    return True


def place(beat: np.ndarray, errand: Errand) -> str:
    now = beat[0]
    return str(Position(errand.presets[int(now["preset"])], errand.seed, int(now["game"]), int(now["decision"])))


# -------------------------------------------------------------------------------------------------------- the verdicts


def failing(finding: Finding, asked: int) -> str:
    """`812 of 12,000 decisions; first preset base, seed 1, game 0, decision 5: …`."""
    return f"{finding.count:,} of {asked:,} answers; first {finding.where}: {finding.what}"


def verdict(part: str, runs: Sequence[Outcome], kind: str, text: str) -> Verdict:
    """Whether nothing of this kind was found in some runs."""
    heard = [run for run in runs if isinstance(run, Account)]
    asked = sum(run.asked for run in heard)
    for run in heard:
        if kind in run.findings:
            return Verdict(part, False, failing(run.findings[kind], run.asked))
    if len(heard) < len(runs):
        return Verdict(part, None, "not checked: a run did not end")
    return Verdict(part, True, text.format(f"{asked:,}"))


def legal(first: Account, presets: int) -> Verdict:
    return verdict("legal", [first], LEGAL, f"{{}} answers, {presets} presets")


def unchanged(first: Account, later: dict[str, Outcome]) -> Verdict:
    plain = [run for name, run in later.items() if name == PLAIN_RUN and isinstance(run, Account)]
    return verdict("unchanged", [first, *plain], UNCHANGED, "all that it is handed stays as it was")


def deterministic(again: Outcome) -> Verdict:
    return verdict("deterministic", [again], SAME, "{} answers the same in a second run, the last game first")


def blind(later: dict[str, Outcome]) -> Verdict:
    """Told apart from chance: a strategy that does not repeat itself cannot be tested for this."""
    again = later[AGAIN]
    if isinstance(again, Stopped) or SAME in again.findings:
        return Verdict("blind", None, "not checked: it is not deterministic")
    runs = [later[f"deal {seed}"] for seed in DEALS]
    return verdict("blind", runs, SAME, "{} answers the same with all hidden cards dealt anew")


def agrees(plain: Outcome | None, options: CheckOptions) -> Verdict:
    if plain is None:
        return Verdict("plain Python", None, "it always runs in plain Python")
    if isinstance(plain, Stopped):
        return Verdict("plain Python", None, f"not compared: {plain.where}: {plain.why}")
    return verdict("plain Python", [plain], SAME, "{} answers the same when not compiled")


def ends(first: Account, later: dict[str, Outcome], options: CheckOptions) -> Verdict:
    for name, run in later.items():
        if isinstance(run, Stopped) and name != PLAIN_RUN:
            return Verdict("ends", False, f"run {name}: {run.where}: {run.why}")
    return Verdict("ends", True, f"slowest answer {1000 * first.slowest:,.1f} ms, limit {options.time_limit:g} s")
