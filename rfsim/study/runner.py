"""A run: chunk after chunk is played, each finished one is kept, and in the end the parts are put together."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from tqdm import tqdm

from rfsim.errors import InputError
from rfsim.study.config import Study
from rfsim.study.executors import ProcessPool, play_serially
from rfsim.study.folder import GAMES_FILE, LOG_FILE, RECORDS_FILE, ResultsFolder, versions
from rfsim.study.parts import DamagedPart, Part, finished_chunks, read_part, write_atomically, write_part
from rfsim.study.schedule import Chunk
from rfsim.study.tally import Tally, add, empty_tally
from rfsim.study.work import Context, context_for, identity, play_part, read_faults

log = logging.getLogger(__name__)

CHUNK_SECONDS = 2.0  # a chunk's length: progress moves every few seconds, overhead stays small
MOST_GAMES_A_CHUNK = 500_000  # keeps a worker's memory flat
TRIAL_SECONDS = 0.3  # for finding out how long a game takes
LOG_SECONDS = 30.0  # between two lines of progress where there is no terminal
INTERRUPTED = 130


@dataclass(frozen=True)
class RunOptions:
    """How a study is run; none of it changes its results."""

    workers: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    executor: str = "processes"
    scheduler: str | None = None
    resume: bool = False
    fresh: bool = False
    quiet: bool = False
    game_timeout: float | None = None
    log_level: str = "info"
    command: str = "rfsim run"  # what the user typed, for the command that goes on


@dataclass(frozen=True)
class RunSummary:
    """What a run did."""

    folder: Path
    games: int
    seconds: float
    played: int  # in this run; the others were there already
    tally: Tally


class Interrupted(Exception):
    """The user, or the system, asked the run to end."""


# ------------------------------------------------------------------------------------------------------------ the run


def run_study(study: Study, path: Path, options: RunOptions) -> RunSummary:
    """Run a study into a folder.

    Raises InputError before anything is played (nothing is written then), StrategyFault, ChunkKills, OSError and
    Interrupted afterwards; what is finished is kept, and `--resume` goes on from it.
    """
    text = study.model_dump_json()
    context = context_for(text)
    folder = ResultsFolder(path)
    prepare(folder, context, options)
    try:
        start_log(folder, options)
        return play_out(folder, context, text, options)
    finally:
        folder.unlock()


def prepare(folder: ResultsFolder, context: Context, options: RunOptions) -> None:
    """Take hold of the folder, or raise InputError with what is there and what would be right."""
    who = identity(context)
    if not folder.is_empty() and not options.fresh:
        folder.check_identity(who)
        if not options.resume:
            state = "finished" if folder.is_finished() else "unfinished"
            how = "--fresh plays it again" if folder.is_finished() else f"'{options.command} --resume' goes on with it"
            raise InputError(f"{folder.path}: holds this study's {state} results; {how}")
    folder.lock()
    if options.fresh:
        folder.clear()
    try:
        folder.write_study(context.study.model_dump(mode="json", exclude_none=True), who)
    except OSError as error:
        raise InputError(f"{folder.path}: cannot write there: {error.strerror}") from None


def play_out(folder: ResultsFolder, context: Context, text: str, options: RunOptions) -> RunSummary:
    """Play the chunks that are missing, then put all parts together."""
    start = time.monotonic()
    schedule = context.schedule
    size = chunk_size(folder, context)
    done = checked_parts(folder)
    missing = [chunk for chunk in schedule.chunks(size) if chunk.index not in done]
    games_done = schedule.games - sum(games_in(chunk, context) for chunk in missing)
    log.info("%d games, %d of them done; chunks of %d blocks", schedule.games, games_done, size)
    play = partial(play_part, text, game_timeout=options.game_timeout, fault_folder=str(folder.parts))
    with Signals(), Progress(schedule.games, games_done, options.quiet) as progress:
        for part in parts_of(folder, options, missing, play, text):
            write_part(folder.parts, part)
            progress.add(part.tally.games)
            log.debug("chunk %d: %d games in %.2f s", part.chunk, part.tally.games, part.seconds)
    tally = put_together(folder, context)
    folder.write_layout(finished=True)
    seconds = time.monotonic() - start
    played = schedule.games - games_done
    log.info(
        "finished: %d games, %d of them in this run, %.1f s, %.0f games/s",
        tally.games,
        played,
        seconds,
        played / seconds,
    )
    return RunSummary(folder.path, tally.games, seconds, played, tally)


def parts_of(
    folder: ResultsFolder, options: RunOptions, chunks: Iterable[Chunk], play: Callable[[Chunk], Part], text: str
) -> Iterator[Part]:
    """The finished parts, as they come."""
    if options.executor == "serial":
        return play_serially(chunks, play)
    if options.executor == "dask":
        from rfsim.study.cluster import play_on_cluster

        return play_on_cluster(options.scheduler, options.workers, chunks, text, options.game_timeout)

    def raise_fault() -> None:
        fault = read_faults(folder.parts)
        if fault is not None:
            raise fault

    return ProcessPool(options.workers, raise_fault).parts(chunks, play)


def games_in(chunk: Chunk, context: Context) -> int:
    return (chunk.end - chunk.start) * context.games_a_block


# ------------------------------------------------------------------------------------------------------------- chunks


def chunk_size(folder: ResultsFolder, context: Context) -> int:
    """Blocks in a chunk: as the folder has it, or so many as take `CHUNK_SECONDS`.

    How the schedule is cut changes nothing in the results, but parts of different cuts do not go together.
    """
    stored = folder.layout().get("blocks_a_chunk")
    if stored is not None:
        return int(stored)
    size = measured_size(context)
    folder.write_layout(blocks_a_chunk=size)
    return size


def measured_size(context: Context) -> int:
    """Play the first blocks for a moment to learn how long one takes."""
    from rfsim.study.work import chunk_jobs

    blocks, played, start = 1, 0, time.perf_counter()
    while time.perf_counter() - start < TRIAL_SECONDS and blocks <= context.schedule.blocks:
        jobs, _ = chunk_jobs(context, Chunk(0, 0, blocks))
        results = context.game.play(context.variants, context.players, jobs)
        if len(results) < len(jobs):
            break
        played += blocks
        blocks *= 2
    rate = max(played, 1) / (time.perf_counter() - start)
    most = MOST_GAMES_A_CHUNK // context.games_a_block
    share = -(-context.schedule.blocks // (4 * (os.cpu_count() or 1)))  # so that all workers have something to do
    return max(1, min(int(rate * CHUNK_SECONDS), most, share))


def checked_parts(folder: ResultsFolder) -> set[int]:
    """The chunks that are finished. A damaged part is set aside, and its chunk is played again."""
    done = set()
    for leftover in folder.parts.glob(".*.tmp"):
        leftover.unlink()
    for chunk, path in finished_chunks(folder.parts):
        try:
            read_part(path)
            done.add(chunk)
        except DamagedPart as error:
            log.warning("damaged part file, its games are played again: %s", error)
            path.unlink()
    return done


def put_together(folder: ResultsFolder, context: Context) -> Tally:
    """Add up the parts one by one, in the schedule's order, and write the records and the games' rows."""
    total = empty_tally(len(context.schedule.matchups), context.games_a_block, len(context.game.ENDINGS))
    records: list[str] = []
    writer: Any = None
    for _, path in finished_chunks(folder.parts):
        part = read_part(path)
        add(total, part.tally)
        records.extend(part.records)
        if part.games:
            writer = write_game_rows(writer, folder.path / GAMES_FILE, part.games)
    if writer is not None:
        writer.close()
    if context.study.output.records:
        write_atomically(folder.path / RECORDS_FILE, "".join(line + "\n" for line in records).encode())
    return total


def write_game_rows(writer: Any, path: Path, rows: bytes) -> Any:
    """Append one part's rows to the Parquet file."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(pyarrow.BufferReader(rows))
    writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema)
    writer.write_table(table)
    return writer


def stored_tally(folder: ResultsFolder, context: Context) -> Tally:
    """The tally of a finished folder. Raises InputError if parts are missing or damaged."""
    if not folder.is_finished():
        raise InputError(f"{folder.path}: the study is not finished; 'rfsim run … --resume' goes on with it")
    total = empty_tally(len(context.schedule.matchups), context.games_a_block, len(context.game.ENDINGS))
    try:
        for _, path in finished_chunks(folder.parts):
            add(total, read_part(path).tally)
    except DamagedPart as error:
        raise InputError(f"{folder.path}: damaged part file {error}; 'rfsim run … --resume' plays it again") from None
    if total.games != context.schedule.games:
        raise InputError(f"{folder.path}: parts are missing; 'rfsim run … --resume' plays them again")
    return total


# ----------------------------------------------------------------------------------------------- signals, progress, log


class Signals:
    """Ctrl-C and SIGTERM end the run in good order; a second one ends it at once."""

    def __enter__(self) -> None:
        self.asked = False
        self.before: dict[int, Any] = {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self.before[number] = signal.signal(number, self.interrupt)

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            os._exit(INTERRUPTED)
        self.asked = True
        raise Interrupted


class Progress:
    """A bar with games, rate and time left on standard error; where that is no terminal, a line in the log."""

    def __init__(self, games: int, done: int, quiet: bool) -> None:
        hidden = quiet or not sys.stderr.isatty()
        self.bar = tqdm(total=games, initial=done, unit=" games", unit_scale=True, disable=hidden, smoothing=0.1)
        self.games, self.done, self.start, self.played = games, done, time.monotonic(), 0
        self.said = self.start

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.close()

    def add(self, games: int) -> None:
        self.bar.update(games)
        self.played += games
        now = time.monotonic()
        if self.bar.disable and now - self.said > LOG_SECONDS:
            self.said = now
            rate = self.played / (now - self.start)
            left = (self.games - self.done - self.played) / rate
            log.info("%d of %d games, %.0f games/s, %.0f s left", self.done + self.played, self.games, rate, left)


def start_log(folder: ResultsFolder, options: RunOptions) -> None:
    """Write this run's messages into `run.log`, those of its workers too."""
    import multiprocessing_logging

    root = logging.getLogger("rfsim")
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    handler = logging.FileHandler(folder.path / LOG_FILE, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(processName)s[%(process)d] %(message)s"))
    root.addHandler(handler)
    root.setLevel(options.log_level.upper())
    multiprocessing_logging.install_mp_handler(root)
    hashes = json.dumps(folder.stored_identity())
    log.info(
        "start: %s, executor %s, %d workers; %s", json.dumps(versions()), options.executor, options.workers, hashes
    )
