"""`rfsim run STUDY`: the main job."""

from __future__ import annotations

from typing import Any

import click

from rfsim.cli.common import run_and_show, run_options, study_options, with_options


@click.command("run", epilog="Example: rfsim run quickstart --workers 2 --out /tmp/quickstart")
@click.argument("study")
@study_options
@run_options
@click.option("--play", type=click.IntRange(min=0), metavar="GAME", help="Play one game of the study, by its number.")
def command(study: str, play: int | None, **given: Any) -> None:
    """Run a study: a TOML file, or the name of a bundled one."""
    from rfsim.study.config import load_study_data

    data, where = load_study_data(study)
    data = with_options(data, given)
    if play is not None:
        play_one(data, where, play)
    else:
        run_and_show(data, where, given)


def play_one(data: dict[str, Any], where: str, number: int) -> None:
    """Play one game and print its record; if a strategy fails in it, its traceback and the turns so far."""
    import sys
    import traceback

    from rfsim.errors import InputError
    from rfsim.study.config import study_from
    from rfsim.study.schedule import Chunk
    from rfsim.study.work import chunk_games, make_context, record_of

    study = study_from(data, where)
    if study.stop is not None:
        raise InputError("--play: a study with [stop] decides as it goes which games it plays")
    context = make_context(study)
    if number >= context.schedule.games:
        raise InputError(f"--play {number}: the study has games 0 to {context.schedule.games - 1}")
    block, arrangement = divmod(number, context.games_a_block)
    batch = chunk_games(context, Chunk(0, block, block + 1))
    try:
        click.echo(record_of(context, batch, arrangement))
    except Exception as error:
        for turn in getattr(error, "turns", []):
            click.echo(turn)
        traceback.print_exc()
        sys.exit(1)
