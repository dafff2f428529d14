"""What commands have in common: their options, and how a study is run and shown."""

from __future__ import annotations

import logging
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rfsim.errors import InputError

if TYPE_CHECKING:
    from rfsim.study.config import Study
    from rfsim.study.runner import RunOptions
    from rfsim.study.work import Context

Command = TypeVar("Command", bound=Callable[..., Any])

#: Options that change the study: name on the command line, and the study's key.
SAME_KEYS = ("games", "seed", "preset", "game", "cards")
STUDY_KEYS = {**{name: name for name in SAME_KEYS}, "patch": "patches"}
EXECUTORS = ("processes", "serial", "dask")
MOST_ROWS = 40  # of a table at the end of a run
LOG_LEVELS = ("debug", "info", "warning", "error")


def options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several click options as one decorator, shown in this order."""

    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


study_options = options(
    click.option("--games", type=click.IntRange(min=1), help="Games in all, rounded up to whole mirrored blocks."),
    click.option("--seed", type=click.IntRange(min=0), help="Seed of the study."),
    click.option("--preset", help="Rules preset.  [default: base, or the game's first]"),
    click.option("--patch", multiple=True, help="A rules patch: a name or a TOML file. Repeatable."),
    click.option("--game", help="riftforce or elemental-rift.  [default: riftforce]"),
    click.option("--cards", help="A card file in place of the game's own (elemental-rift)."),
    click.option("--records", type=click.IntRange(min=0), help="Write the first N games as records."),
    click.option("--strategy-path", multiple=True, help="A strategy file, or a folder of them. Repeatable."),
    click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Any value of the study. Repeatable."),
)
run_options = options(
    click.option("--out", type=click.Path(path_type=Path), help="The results folder.  [default: results/NAME]"),
    click.option("--resume", is_flag=True, help="Go on from what is finished."),
    click.option("--fresh", is_flag=True, help="Remove what a run left in the folder, and start anew."),
    click.option("--workers", type=click.IntRange(min=1), help="Worker processes.  [default: all cores]"),
    click.option("--executor", type=click.Choice(EXECUTORS), default="processes", show_default=True),
    click.option("--scheduler", help="Address of a Dask scheduler (with --executor dask)."),
    click.option("--game-timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds that a game may take."),
    click.option("--quiet", is_flag=True, help="No progress bar, no tables."),
    click.option("--log-level", type=click.Choice(LOG_LEVELS), default="info", show_default=True),
)


def show_compilation() -> None:
    """Let the user see that code is being compiled: nobody should look at a silent terminal for 20 seconds."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger("rfsim.compiling")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


def with_options(data: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Study data with what was given on the command line."""
    from rfsim.study.config import with_settings

    changed = dict(data)
    for option, key in STUDY_KEYS.items():
        value = given.get(option)
        if value not in (None, ()):
            changed[key] = list(value) if isinstance(value, tuple) else value
    if given.get("strategy_path"):
        changed["strategy_path"] = list(given["strategy_path"])
    if given.get("records") is not None:
        changed["output"] = {**changed.get("output", {}), "records": given["records"]}
    return with_settings(changed, given.get("settings", ()))


def parse_drafts(text: str) -> list[list[str]]:
    """`Fire,Water,Ice,Air/Earth,Light,Plant,Shadow` as lists of names, one a seat."""
    return [[name.strip() for name in draft.split(",")] for draft in text.split("/")]


def make_run_options(given: Mapping[str, Any], command: str) -> RunOptions:
    from rfsim.study.runner import RunOptions

    names = ("executor", "scheduler", "resume", "fresh", "quiet", "game_timeout", "log_level")
    chosen = {name: given[name] for name in names}
    if given.get("scheduler") and given["executor"] != "dask":
        raise InputError("--scheduler: goes with --executor dask only")
    if given.get("workers"):
        chosen["workers"] = given["workers"]
    return RunOptions(command=command, **chosen)


def typed_command() -> str:
    """What the user typed, without what makes a run start or go on."""
    words = [word for word in sys.argv[1:] if word not in ("--resume", "--fresh")]
    return "rfsim " + " ".join(shlex.quote(word) for word in words)


def run_and_show(data: Mapping[str, Any], where: str, given: Mapping[str, Any]) -> None:
    """Run a study and show what it found."""
    from rfsim.study.config import study_from
    from rfsim.study.runner import run_study
    from rfsim.study.work import context_for

    study = study_from(data, where)
    command = typed_command()
    folder = given["out"] or Path("results") / study.name
    options = make_run_options(given, command)
    with explained(folder, command):
        summary = run_study(study, folder, options, make_allocate(study))
    context = context_for(study.model_dump_json())
    write_results(folder, context)
    if not given["quiet"]:
        show_results(folder, context)
        rate = summary.played / summary.seconds if summary.seconds else 0.0
        played = f"{summary.played:,} played in {summary.seconds:.1f} s ({rate:,.0f} games/s)"
        click.echo(f"\n{summary.games:,} games, {played}; {undecided_line(context, summary.tally)}")
        click.echo(f"Everything is in {folder}: summary.md, tables/, study.toml")


def make_allocate(study: Study) -> Any:
    """How a study with `[stop]` puts its games where they are needed; None for others."""
    if study.stop is None:
        return None
    from rfsim.analysis.stopping import allocate
    from rfsim.report.tables import counts_of
    from rfsim.study.work import context_for

    context, stop = context_for(study.model_dump_json()), study.stop

    def decide(totals: Any, had: Any, left: int) -> Any:
        return allocate(counts_of(context, totals), had, left, stop.by, stop.half_width)

    return decide


def undecided_line(context: Context, tally: Any) -> str:
    """`undecided: 12 stalemate, 0 cap`."""
    names = context.game.ENDINGS
    games = tally.endings.sum(axis=0)
    return "undecided: " + ", ".join(f"{games[i]:,} {names[i]}" for i in range(2, len(names)))


def write_results(folder: Path, context: Context) -> None:
    from rfsim.report.summary import write_summary
    from rfsim.report.tables import stored_counts, write_tables
    from rfsim.study.folder import ResultsFolder

    counts = stored_counts(ResultsFolder(folder), context)
    write_tables(folder, counts, context.study.tables)
    write_summary(folder, context, counts)


def show_results(folder: Path, context: Context) -> None:
    """The findings and the first tables."""
    from rfsim.report.summary import TITLES, findings, heading, listed_findings, main_tables
    from rfsim.report.tables import make_table, print_table, stored_counts
    from rfsim.study.folder import ResultsFolder

    counts = stored_counts(ResultsFolder(folder), context)
    click.echo(heading(context) + "\n")
    for line in listed_findings(findings(context.study.kind, counts)):
        click.echo(f"  {line}" if line else "")
    stopped = ResultsFolder(folder).layout().get("stopped")
    if stopped:
        click.echo(f"  - stopped: {stopped}")
    for name in main_tables(context, counts)[:2]:
        click.echo()
        print_table(make_table(counts, name), TITLES[name], most=MOST_ROWS)


class explained:
    """Turns what can end a run into one line for the user, and tells how to go on."""

    def __init__(self, folder: Path, command: str) -> None:
        self.folder, self.command = folder, command

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from rfsim.study.executors import ChunkKills
        from rfsim.study.runner import INTERRUPTED, Interrupted
        from rfsim.study.work import StrategyFault

        go_on = f"go on with: {self.command} --resume"
        log = logging.getLogger("rfsim.study")
        if isinstance(error, Interrupted):
            log.warning("interrupted")
            click.echo(f"rfsim: interrupted; finished chunks are kept; {go_on}", err=True)
            sys.exit(INTERRUPTED)
        if isinstance(error, StrategyFault):
            log.error("%s\n%s", error, error.details)
            again = f"rfsim run {self.folder / 'study.toml'} --play {error.game}"
            raise click.ClickException(f"{error}; play that game again with: {again}") from None
        if isinstance(error, ChunkKills):
            log.error("%s", error)
            raise click.ClickException(f"{error}; everything else is kept; {go_on}") from None
        if isinstance(error, OSError):
            log.error("%s", error)
            reason = error.strerror or str(error)
            raise click.ClickException(
                f"{self.folder}: cannot write: {reason}; finished chunks are kept; {go_on}"
            ) from None
