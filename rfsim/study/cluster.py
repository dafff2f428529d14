"""Playing chunks on a Dask cluster (extra `rfsim[dask]`).

Workers need rfsim installed; files that the study names by path (strategies, weights, patches, policies) travel with
it. At any time only a window of chunks is submitted, and each result is let go as soon as it is here: whoever holds on
to all futures makes the finished results of a dead worker be computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rfsim.errors import InputError
from rfsim.study.config import Study
from rfsim.study.executors import ChunkKills
from rfsim.study.parts import Part
from rfsim.study.schedule import Chunk
from rfsim.study.work import play_part

log = logging.getLogger(__name__)

AHEAD = 2  # chunks submitted for each thread of the cluster
RECONNECT_SECONDS = 120.0  # a scheduler that is away for longer ends the run
PAUSE = 1.0
CONNECT_SECONDS = 10.0
POLICY_SUFFIXES = (".py", ".json", ".csv", ".toml")  # of files that selection policies are, or read


@dataclass(frozen=True)
class Luggage:
    """A study and the files that it names, ready to travel."""

    study_text: str
    files: tuple[tuple[str, str], ...]  # name and contents


def pack(study_text: str) -> Luggage:
    """Take along the files that did not come with rfsim: strategies, weights, patches, and what policies read."""
    from rfsim.bundled import bundled_folder
    from rfsim.strategy.loading import files_in, found_strategies

    data = json.loads(study_text)
    study = Study.model_validate(data)
    files: dict[str, str] = {}
    found = found_strategies(study.strategy_path, study.game)
    bundled = files_in(bundled_folder("strategies"), study.game)
    for spec in study.strategies:
        name, _, setting = spec.partition(":")
        if name in found and found[name] != bundled.get(name):
            files[f"{name}.py"] = found[name].read_text(encoding="utf-8")
        if setting.endswith(".toml"):
            files[setting] = Path(setting).read_text(encoding="utf-8")
    trainer = study.solo.trainer if study.solo is not None else None
    for file in (*study.patches, study.cards, trainer):
        if file is not None and file.endswith(".toml"):
            files[file] = Path(file).read_text(encoding="utf-8")
    for policy in study.policies:
        name, _, setting = policy.partition(":")
        for file in (name, setting):
            if file.endswith(POLICY_SUFFIXES):
                files[file] = Path(file).read_text(encoding="utf-8")
    return Luggage(study_text, tuple(sorted(files.items())))


def unpack(luggage: Luggage) -> str:
    """The study's text for this machine: its files lie in a temporary folder named after their contents."""
    if not luggage.files:
        return luggage.study_text
    digest = hashlib.sha256(json.dumps(luggage.files).encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"rfsim-files-{digest}"
    folder.mkdir(exist_ok=True)
    text = luggage.study_text
    for number, (name, contents) in enumerate(luggage.files):
        # Two TOML files can have the same name; a strategy has its file's, and there is one of each.
        path = folder / (str(number) if name.endswith(".toml") else "") / Path(name).name
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            partial_path = path.with_suffix(f".{time.monotonic_ns()}.tmp")
            partial_path.write_text(contents, encoding="utf-8")
            partial_path.replace(path)
        if name.endswith((".toml", *POLICY_SUFFIXES)):
            text = text.replace(json.dumps(name)[1:-1], json.dumps(str(path))[1:-1])
    data = json.loads(text)
    data["strategy_path"] = [str(folder)]
    return json.dumps(data)


def play_packed(luggage: Luggage, chunk: Chunk, game_timeout: float | None) -> Part:
    """Play one chunk on whatever machine this is."""
    return play_part(unpack(luggage), chunk, game_timeout=game_timeout, fault_folder=tempfile.gettempdir())


# --------------------------------------------------------------------------------------------------------- the cluster


@contextlib.contextmanager
def connected(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of the cluster at an address, or of a cluster of this machine's own. Raises InputError."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError("--executor dask: needs the package distributed: pip install 'rfsim[dask]'") from None
    if scheduler is None:
        local = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
        with LocalCluster(**local) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(f"--scheduler {scheduler}: no Dask scheduler answers there ({error})") from None
    with client:
        yield client


class SchedulerLost(Exception):
    """The scheduler is gone, and with it all that was in flight."""


def play_on_cluster(
    scheduler: str | None, workers: int, chunks: Iterable[Chunk], study_text: str, game_timeout: float | None
) -> Iterator[Part]:
    """Play all chunks. A lost worker costs the chunks it was at, a lost scheduler those in flight.

    Raises StrategyFault, ChunkKills, and InputError if no scheduler answers.
    """
    play = partial(play_packed, pack(study_text), game_timeout=game_timeout)
    left = {chunk.index: chunk for chunk in chunks}
    since, has_connected = time.monotonic(), False
    while left:
        try:
            with connected(scheduler, workers) as client:
                has_connected = True
                for part in window(client, list(left.values()), play):
                    since = time.monotonic()
                    if left.pop(part.chunk, None) is not None:
                        yield part
        except SchedulerLost:
            log.warning("the scheduler is gone; %d chunks are left, connecting anew", len(left))
        except InputError:
            if not has_connected or time.monotonic() - since > RECONNECT_SECONDS:
                raise
            time.sleep(PAUSE)


def window(client: Any, chunks: list[Chunk], play: Callable[..., Part]) -> Iterator[Part]:
    """Submit chunk after chunk, `AHEAD` for each thread, and give the results as they come."""
    from distributed import KilledWorker, as_completed
    from distributed.comm import CommClosedError

    waiting = iter(chunks)
    threads = sum(client.nthreads().values()) or 1
    try:
        first = [
            client.submit(play, chunk, pure=False) for _, chunk in zip(range(AHEAD * threads), waiting, strict=False)
        ]
        done = as_completed(first, with_results=True, raise_errors=False)
        del first
        for future, result in done:
            status, details = future.status, result
            future.release()
            if status == "error":
                error = details[1] if isinstance(details, tuple) else details
                if isinstance(error, KilledWorker):
                    raise ChunkKills(f"a chunk killed its worker time and again: {error}")
                raise error
            if status != "finished":
                raise SchedulerLost
            yield details
            chunk = next(waiting, None)
            if chunk is not None:
                done.add(client.submit(play, chunk, pure=False))
    except (CommClosedError, OSError, TimeoutError) as error:
        raise SchedulerLost from error
