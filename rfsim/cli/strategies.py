"""`rfsim strategies`: those found, one shown, a new one begun, one checked."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rfsim.errors import CheckError, InputError
from rfsim.games import DEFAULT_GAME, GAMES

if TYPE_CHECKING:
    from rfsim.strategy import Strategy

path_option = click.option("--strategy-path", multiple=True, help="A strategy file, or a folder of them. Repeatable.")
game_option = click.option(
    "--game", type=click.Choice(list(GAMES)), default=DEFAULT_GAME, show_default=True, help="The game that is played."
)
WIDTH = 14  # of the names of the contract's parts
SIGNS = {True: "holds", False: "FAILS", None: "-"}


@click.group("strategies", invoke_without_command=True, epilog="Example: rfsim strategies show greedy")
@path_option
@game_option
@click.pass_context
def command(context: click.Context, strategy_path: tuple[str, ...], game: str) -> None:
    """List the strategies that can be named in a game, show one, begin a new one, or check one."""
    if context.invoked_subcommand is not None:
        return
    from rfsim.strategy.loading import found_strategies, load_file

    for name, file in found_strategies(strategy_path, game).items():
        try:
            strategy = load_file(file)
        except InputError as error:
            description = f"cannot be loaded: {error.lines[0]}"
        else:
            if strategy.game != game:
                continue
            description = strategy.description
        click.echo(f"{click.style(name, bold=True)}  {description}\n    {file}")


@command.command("show", epilog="Example: rfsim strategies show greedy --source")
@click.argument("name")
@path_option
@game_option
@click.option("--source", is_flag=True, help="The whole file.")
def show(name: str, strategy_path: tuple[str, ...], game: str, source: bool) -> None:
    """Print a strategy's documentation and weights, and with --source the file."""
    from rfsim.strategy.loading import load_strategy

    strategy = load_strategy(name, strategy_path, game)
    kind = "compiled" if strategy.compiled else "plain Python"
    click.echo(f"{click.style(strategy.name, bold=True)}  ({strategy.game}, {kind}, {strategy.file})\n")
    click.echo(inspect.getdoc(strategy.function) or "no documentation")
    click.echo()
    print_weights(strategy)
    if source and strategy.file is not None:
        click.echo("\n" + strategy.file.read_text(encoding="utf-8").rstrip("\n"))


def print_weights(strategy: Strategy) -> None:
    for name, value in strategy.weights.items():
        click.echo(f"  {name} = {value:g}")
    if not strategy.weights:
        click.echo("  no weights")


@command.command("new", epilog="Example: rfsim strategies new mine")
@click.argument("name")
@game_option
@click.option("--plain", is_flag=True, help="Plain Python, which may use any library.")
def new(name: str, game: str, plain: bool) -> None:
    """Write strategies/NAME.py: a strategy that works, with comments that say what to change."""
    from rfsim.strategy.loading import LOCAL_FOLDER
    from rfsim.strategy.starting import write_new

    file = write_new(name, Path(LOCAL_FOLDER), game, plain)
    click.echo(f"{file}: written. Play with it, and see whether it keeps the rules of strategies:")
    click.echo(f"  rfsim tournament --game {game} --strategy {name} --strategy random --games 2000")
    click.echo(f"  rfsim strategies check {file}")


@command.command("check", epilog="Example: rfsim strategies check strategies/mine.py")
@click.argument("file_or_name")
@path_option
@game_option
@click.option("--positions", type=click.IntRange(min=1), default=2000, show_default=True, help="In each preset.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds that an answer may take.",
)
@click.option(
    "--plain-seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="Time to compare with plain Python, in each preset.",
)
def check(
    file_or_name: str,
    strategy_path: tuple[str, ...],
    game: str,
    positions: int,
    seed: int,
    time_limit: float,
    plain_seconds: float,
) -> None:
    """Prove that a strategy keeps its contract: legal, repeatable, blind to hidden cards, changing nothing, ending.

    It is asked in positions of every preset of its game (for a FILE.py the one that it declares), in games against
    itself and against chance. What does not hold is told with the first position where it did not; then the exit code
    is 1.
    """
    from rfsim.strategy.checking import CheckOptions, check_strategy
    from rfsim.strategy.loading import load_file

    paths, name = [*strategy_path], file_or_name
    file, colon, setting = file_or_name.partition(":")
    if file.endswith(".py"):
        paths, name = [file, *paths], Path(file).stem + colon + setting
        game = load_file(Path(file)).game
    broken = []
    for verdict in check_strategy(name, paths, game, CheckOptions(positions, seed, time_limit, plain_seconds)):
        click.echo(f"{verdict.part:{WIDTH}} {SIGNS[verdict.holds]:6} {verdict.text}")
        if verdict.holds is False:
            broken.append(verdict.part)
    if broken:
        raise CheckError(f"strategy {name} does not keep its contract: {', '.join(broken)}")
