"""`rfsim tune STRATEGY`: better weights by self-play."""

from __future__ import annotations

from pathlib import Path

import click

NORMAL_95 = 1.96
CHART_FILE = "progress.svg"


@click.command("tune", epilog="Example: rfsim tune greedy --games 400 --budget 200000")
@click.argument("strategy")
@click.option(
    "--games", type=click.IntRange(min=4), default=200, show_default=True, help="Of a candidate, a generation."
)
@click.option("--budget", type=click.IntRange(min=1), default=100_000, show_default=True, help="Games in all.")
@click.option(
    "--final-games", type=click.IntRange(min=8), default=4_000, show_default=True, help="Of each final match."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--preset", help="Rules preset.  [default: base, or the game's first]")
@click.option("--game", default="riftforce", show_default=True)
@click.option("--workers", type=click.IntRange(min=1), help="Worker processes.  [default: all cores]")
@click.option("--strategy-path", multiple=True, help="A strategy file, or a folder of them. Repeatable.")
@click.option("--out", type=click.Path(path_type=Path), help="The folder.  [default: results/tune-STRATEGY]")
@click.option("--resume", is_flag=True, help="Go on with an interrupted search, or with a larger budget.")
@click.option("--fresh", is_flag=True, help="Forget the search that is in the folder.")
def command(
    strategy: str,
    games: int,
    budget: int,
    final_games: int,
    seed: int,
    preset: str | None,
    game: str,
    workers: int | None,
    strategy_path: tuple[str, ...],
    out: Path | None,
    resume: bool,
    fresh: bool,
) -> None:
    """Search better weights for a strategy by self-play; the result is a file that --strategy NAME:FILE takes."""
    import os

    from rfsim.errors import InputError
    from rfsim.report.progress import draw_progress
    from rfsim.study import tuning

    folder = out or Path("results") / f"tune-{strategy.partition(':')[0]}"
    state = folder / tuning.STATE_FILE
    if state.exists() and not (resume or fresh):
        raise InputError(f"{folder}: holds a search; --resume goes on with it, --fresh forgets it")
    cores = workers or len(os.sched_getaffinity(0))
    options = tuning.TuneOptions(strategy, games, budget, final_games, seed, preset, cores, strategy_path, game)
    has_chart = False
    for one in tuning.tune(options, folder, resume and not fresh):
        click.echo(
            f"generation {one.number}: best {100 * one.best:.1f} %, mean against the newest opponent "
            f"{100 * one.mean:.1f} %, {one.opponents} opponents, {one.seconds:.1f} s"
        )
        has_chart = draw_progress(folder / tuning.PROGRESS_FILE, folder / CHART_FILE)
    if has_chart:
        click.echo(f"\n{folder / CHART_FILE}: how the search went")
    else:
        click.echo("\nno chart of the progress: it needs pip install 'rfsim[report]'")
    click.echo("\nOn fresh games:")
    for row in tuning.final_matches(options, folder):
        half = 100 * NORMAL_95 * row["error"]
        click.echo(f"  against {row['opponent']}: {100 * row['share']:.1f} % ± {half:.1f} of {row['games']:,} games")
    click.echo(f"\n{folder / tuning.WEIGHTS_FILE}: play with --strategy {strategy.partition(':')[0]}:FILE")
