"""A run: chunk after chunk is played, each finished one is kept, and in the end the parts are put together."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from tqdm import tqdm

from rfsim.errors import InputError
from rfsim.study.config import Study
from rfsim.study.executors import CONTEXT, ProcessPool, play_serially
from rfsim.study.folder import GAMES_FILE, LOG_FILE, RECORDS_FILE, ResultsFolder, versions
from rfsim.study.parts import DamagedPart, Part, finished_chunks, read_part, write_atomically, write_part
from rfsim.study.schedule import Cell, Chunk, Schedule, round_chunks
from rfsim.study.stopping import BLOCKS_A_CHUNK, InOrder, may_stop, stopping_rule
from rfsim.study.tally import Tally, add, empty_tally, sides_of_view
from rfsim.study.work import (
    Context,
    StrategyFault,
    chunk_games,
    context_for,
    identity,
    play_batch,
    play_part,
    read_faults,
)

log = logging.getLogger(__name__)

CHUNK_SECONDS = 2.0  # a chunk's length: progress moves every few seconds, overhead stays small
MOST_GAMES_A_CHUNK = 500_000  # keeps a worker's memory flat
TRIAL_SECONDS = 0.3  # for finding out how long a game takes
MOST_TRIAL_SECONDS = 10.0  # a single block may take longer than that
FIRST_BLOCKS = 4  # of each group in the first round of a study with [stop]
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


def run_study(study: Study, path: Path, options: RunOptions, allocate: Allocate | None = None) -> RunSummary:
    """Run a study into a folder. `allocate` decides after each round which matchups need more games (`[stop]`).

    Raises InputError before anything is played (nothing is written then), StrategyFault, ChunkKills, OSError and
    Interrupted afterwards; what is finished is kept, and `--resume` goes on from it.
    """
    text = study.model_dump_json()
    context = context_for(text)
    folder = ResultsFolder(path)
    prepare(folder, context, options)
    try:
        start_log(folder, options)
        return play_out(folder, context, text, options, allocate)
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


def play_out(
    folder: ResultsFolder, context: Context, text: str, options: RunOptions, allocate: Allocate | None
) -> RunSummary:
    """Play the chunks that are missing, then put all parts together."""
    start = time.monotonic()
    size = chunk_size(folder, context)
    checked_parts(folder)
    play = partial(play_part, text, game_timeout=options.game_timeout, fault_folder=str(folder.parts))
    run = Run(folder, context, text, options, play)
    with Signals(), Progress(context.schedule.games, 0, options.quiet) as progress:
        if allocate is not None:
            play_in_rounds(run, size, allocate, progress)
        else:
            play_all(run, list(context.schedule.chunks(size)), progress)
    tally = put_together(folder, context)
    folder.write_layout(finished=True, games=tally.games)
    seconds = time.monotonic() - start
    rate = progress.played / seconds
    log.info(
        "finished: %d games, %d of them in this run, %.1f s, %.0f games/s", tally.games, progress.played, seconds, rate
    )
    return RunSummary(folder.path, tally.games, seconds, progress.played, tally)


@dataclass(frozen=True, eq=False)
class Run:
    """What playing chunks needs."""

    folder: ResultsFolder
    context: Context
    text: str
    options: RunOptions
    play: Callable[[Chunk], Part]


def play_all(run: Run, chunks: Sequence[Chunk], progress: Progress) -> None:
    """Play those of the chunks that have no part file yet; a stopping rule may end it earlier."""
    folder, context = run.folder, run.context
    done = {chunk for chunk, _ in finished_chunks(folder.parts)}
    missing = [chunk for chunk in chunks if chunk.index not in done]
    games_done = sum(games_in(chunk, context) for chunk in chunks if chunk.index in done)
    progress.note_done(games_done)
    log.info("%d games, %d of them done", sum(games_in(chunk, context) for chunk in chunks), games_done)
    rule = stopping_rule(
        context.study, context.games_a_block, sides_of_view(context.arrangements, "strategy", context.sides)
    )
    if rule is not None and look_back(folder, rule):
        missing = []
    for part in parts_of(folder, run.options, missing, run.play, run.text):
        write_part(folder.parts, part)
        progress.add(part.tally.games)
        log.debug("chunk %d: %d games in %.2f s", part.chunk, part.tally.games, part.seconds)
        if rule is not None and rule.see(part):
            break
    if rule is not None:
        end_at(folder, rule)


#: After a round: how many more blocks each group gets, or why the study can stop. It sees the totals so far, how many
#: blocks each group has had and how many there may still be.
Allocate = Callable[["Totals", np.ndarray, int], "np.ndarray | str"]


def play_in_rounds(run: Run, size: int, allocate: Allocate, progress: Progress) -> None:
    """Play a schedule that grows: after each round it is decided which groups need more blocks.

    What is decided depends on whole rounds alone, so neither workers nor interruptions change it.
    """
    schedule = run.context.schedule
    had = np.zeros(len(schedule.groups), np.int64)
    counts: np.ndarray | str = first_round(schedule)
    next_chunk = 0
    while not isinstance(counts, str):
        chunks = list(round_chunks(had, counts, next_chunk, size))
        play_all(run, chunks, progress)
        had, next_chunk = had + counts, next_chunk + len(chunks)
        counts = allocate(add_up(run.folder, run.context), had, schedule.blocks - int(had.sum()))
    run.folder.write_layout(stopped=counts)
    log.info("stopped: %s", counts)


def first_round(schedule: Schedule) -> np.ndarray:
    """The same few blocks for each group."""
    each = max(1, min(FIRST_BLOCKS, schedule.blocks // len(schedule.groups)))
    return np.full(len(schedule.groups), each, np.int64)


def look_back(folder: ResultsFolder, rule: InOrder) -> bool:
    """Show a stopping rule the parts that are there already; whether the study can stop."""
    return any(rule.see(read_part(path)) for _, path in finished_chunks(folder.parts)) or rule.verdict is not None


def end_at(folder: ResultsFolder, rule: InOrder) -> None:
    """Drop the parts that were played beyond the point where the study stopped, and say why it did."""
    if rule.verdict is None:
        return
    for chunk, path in list(finished_chunks(folder.parts)):
        if chunk >= rule.next_chunk:
            path.unlink()
    folder.write_layout(stopped=rule.verdict)
    log.info("stopped: %s", rule.verdict)


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
    size = BLOCKS_A_CHUNK if may_stop(context.study) else measured_size(context)
    folder.write_layout(blocks_a_chunk=size)
    return size


def measured_size(context: Context) -> int:
    """As many blocks as take `CHUNK_SECONDS`, found by playing the first ones for a moment.

    They are played in a process of their own: a strategy that never returns, or kills its process, is dealt with when
    its chunk is played.
    """
    reader, writer = CONTEXT.Pipe(duplex=False)
    trial = CONTEXT.Process(target=play_trial, args=(context, writer), daemon=True)
    trial.start()
    writer.close()
    rate = 0.0
    if reader.poll(MOST_TRIAL_SECONDS):
        with contextlib.suppress(EOFError):
            rate = reader.recv()
    trial.kill()
    trial.join()
    most = MOST_GAMES_A_CHUNK // context.games_a_block
    share = -(-context.schedule.blocks // (4 * (os.cpu_count() or 1)))  # so that all workers have something to do
    return max(1, min(int(rate * CHUNK_SECONDS), most, share))


def play_trial(context: Context, writer: Any) -> None:
    """Play ever more blocks for a moment, and tell how many a second."""
    blocks, played, start = 1, 0, time.perf_counter()
    while time.perf_counter() - start < TRIAL_SECONDS and blocks <= context.schedule.blocks:
        try:
            play_batch(context, chunk_games(context, Chunk(0, 0, blocks)), np.zeros(1, np.int64))
        except StrategyFault:
            break
        played += blocks
        blocks *= 2
    writer.send(played / (time.perf_counter() - start))


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


@dataclass
class Totals:
    """The sum of all parts, and the cells that it is a sum over."""

    tally: Tally
    cells: list[Cell]
    events: dict[str, np.ndarray]  # what the game counts, summed over all games


def add_up(folder: ResultsFolder, context: Context, see: Callable[[Part], None] = lambda part: None) -> Totals:
    """Add up the parts one by one, in the schedule's order; `see` is shown each. Raises DamagedPart."""
    events: dict[str, np.ndarray] = {}

    def note(part: Part) -> None:
        for name, array in part.events.items():
            events[name] = events[name] + array if name in events else array
        see(part)

    sizes = (context.games_a_block, len(context.game.ENDINGS), context.sides)
    if not context.schedule.is_drafted:
        total = empty_tally(len(context.schedule.groups), *sizes)
        for _, path in finished_chunks(folder.parts):
            part = read_part(path)
            add(total, part.tally)
            note(part)
        return Totals(total, context.schedule.groups, events)
    numbers: dict[Cell, int] = {}
    parts = []
    for _, path in finished_chunks(folder.parts):
        part = read_part(path)
        part.tally.cells = np.array([numbers.setdefault(cell, len(numbers)) for cell in part.cells], np.int64)
        parts.append(part.tally)
        note(part)
    total = empty_tally(len(numbers), *sizes)
    for tally in parts:
        add(total, tally)
    return Totals(total, list(numbers), events)


def put_together(folder: ResultsFolder, context: Context) -> Tally:
    """Add up the parts, and write the records and the games' rows."""
    records: list[str] = []
    writer: list[Any] = []

    def see(part: Part) -> None:
        records.extend(part.records)
        if part.games:
            writer[:] = [write_game_rows(writer[0] if writer else None, folder.path / GAMES_FILE, part.games)]

    total = add_up(folder, context, see)
    for one in writer:
        one.close()
    if context.study.output.records:
        write_atomically(folder.path / RECORDS_FILE, "".join(line + "\n" for line in records).encode())
    return total.tally


def write_game_rows(writer: Any, path: Path, rows: bytes) -> Any:
    """Append one part's rows to the Parquet file."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(pyarrow.BufferReader(rows))
    writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema)
    writer.write_table(table)
    return writer


def stored_totals(folder: ResultsFolder, context: Context) -> Totals:
    """The totals of a finished folder. Raises InputError if parts are missing or damaged."""
    if not folder.is_finished():
        raise InputError(f"{folder.path}: the study is not finished; 'rfsim run … --resume' goes on with it")
    try:
        totals = add_up(folder, context)
    except DamagedPart as error:
        raise InputError(f"{folder.path}: damaged part file {error}; 'rfsim run … --resume' plays it again") from None
    if totals.tally.games != folder.layout().get("games"):
        raise InputError(f"{folder.path}: parts are missing; 'rfsim run … --resume' plays them again")
    return totals


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

    def note_done(self, games: int) -> None:
        """Games that an earlier run has played: they move the bar, not the rate."""
        self.done += games
        if not self.bar.disable:
            self.bar.initial += games
            self.bar.n += games
            self.bar.refresh()

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
