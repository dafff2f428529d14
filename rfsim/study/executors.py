"""Where chunks are played: in this process, or in worker processes. (On a cluster: `cluster.py`.)

An executor is a generator of finished parts, in any order. It is handed the chunks one by one, as room for them comes
up, and a function that plays one.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import cast

from rfsim.study.parts import Part
from rfsim.study.schedule import Chunk

log = logging.getLogger(__name__)

Play = Callable[[Chunk], Part]
MOST_DEATHS = 3  # of workers that played one and the same chunk
AHEAD = 2  # chunks submitted for each worker: one that it plays, one that waits
PR_SET_PDEATHSIG = 1


class ChunkKills(Exception):
    """A chunk whose worker died time and again."""


def play_serially(chunks: Iterable[Chunk], play: Play) -> Iterator[Part]:
    """One chunk after the other, in this process."""
    for chunk in chunks:
        yield play(chunk)


# ------------------------------------------------------------------------------------------------- worker processes


class Whereabouts:
    """Which worker plays which chunk, in memory that all processes share: what a dead worker was at."""

    def __init__(self, workers: int) -> None:
        self.counter = CONTEXT.Value("i", 0)
        self.rows = CONTEXT.RawArray("q", 2 * MOST_WORKERS_EVER * workers)
        self.row = 0

    def begin(self) -> None:
        """A new worker takes a row of its own."""
        with self.counter.get_lock():
            self.row = 2 * (self.counter.value % (len(self.rows) // 2))
            self.counter.value += 1

    def note(self, chunk: int) -> None:
        self.rows[self.row], self.rows[self.row + 1] = os.getpid(), chunk

    def chunks_of(self, pids: Collection[int]) -> list[int]:
        rows = range(0, len(self.rows), 2)
        return [int(self.rows[row + 1]) for row in rows if self.rows[row] in pids]


CONTEXT = multiprocessing.get_context("fork")
MOST_WORKERS_EVER = 64  # rows for each worker and those that replace it
#: Set before the workers are forked, which inherit it.
whereabouts: Whereabouts | None = None


def begin_worker(parent: int, notes: bool = True) -> None:
    """A worker leaves Ctrl-C to its parent, and dies with it: a loop in compiled code would not notice either."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    if notes:
        assert whereabouts is not None
        whereabouts.begin()


def note_and_play(play: Play, chunk: Chunk) -> Part:
    """Play a chunk in a worker, having noted who plays it."""
    assert whereabouts is not None
    whereabouts.note(chunk.index)
    return play(chunk)


class ProcessPool:
    """Worker processes that are renewed when one of them dies.

    A `ProcessPoolExecutor` breaks as a whole when a worker is killed, and loses all that is in flight; those chunks are
    played again. The one that the dead worker played is remembered: after `MOST_DEATHS` the run ends.
    """

    def __init__(self, workers: int, on_death: Callable[[], None] = lambda: None) -> None:
        global whereabouts
        whereabouts = self.whereabouts = Whereabouts(workers)
        self.workers, self.on_death = workers, on_death
        self.deaths: Counter[int] = Counter()
        self.pool: ProcessPoolExecutor | None = None
        self.processes: dict[int, BaseProcess] = {}

    def parts(self, chunks: Iterable[Chunk], play: Play) -> Generator[Part]:
        """Play all chunks. Raises ChunkKills, and whatever `play` and `on_death` raise."""
        waiting, again = iter(chunks), list[Chunk]()
        flying: dict[Future[Part], Chunk] = {}
        try:
            while self.fill(flying, again, waiting, play):
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                finished = [future for future in done if not isinstance(future.exception(), BrokenProcessPool)]
                for future in finished:
                    del flying[future]
                    yield future.result()
                if len(finished) < len(done):
                    again.extend(flying.values())
                    flying.clear()
                    self.renew(len(again))
        finally:
            self.end()

    def fill(self, flying: dict[Future[Part], Chunk], again: list[Chunk], waiting: Iterator[Chunk], play: Play) -> bool:
        """Keep `AHEAD` chunks a worker in flight; whether any is."""
        while len(flying) < AHEAD * self.workers:
            chunk = again.pop(0) if again else next(waiting, None)
            if chunk is None:
                break
            if self.pool is None:
                self.pool = ProcessPoolExecutor(self.workers, CONTEXT, begin_worker, (os.getpid(),))
            try:
                flying[self.pool.submit(note_and_play, play, chunk)] = chunk
            except BrokenProcessPool:
                again.insert(0, chunk)
                break
            # The executor has no public way to its processes, and their exit codes tell who died first.
            self.processes = cast("dict[int, BaseProcess]", self.pool._processes) or self.processes
        return bool(flying)

    def renew(self, lost: int) -> None:
        """Let the broken pool go. Raises ChunkKills if one chunk's worker has died too often."""
        processes = dict(self.processes)
        self.end()
        dead = [pid for pid, process in processes.items() if process.exitcode not in (None, 0, -signal.SIGTERM)]
        log.warning("worker %s died; the pool is renewed, and %d chunks are played again", dead or "process", lost)
        self.on_death()
        self.deaths.update(set(self.whereabouts.chunks_of(dead)))
        for chunk, deaths in self.deaths.items():
            if deaths >= MOST_DEATHS:
                raise ChunkKills(f"chunk {chunk} killed its worker {deaths} times")

    def end(self) -> None:
        """Kill the workers: compiled code would hear nothing else. What they were at is played again another time."""
        pool, self.pool = self.pool, None
        if pool is None:
            return
        for process in list(self.processes.values()):
            if process.exitcode is None:
                with contextlib.suppress(OSError, ValueError):
                    process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
