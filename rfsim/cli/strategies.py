"""`rfsim strategies`: those found, where, and their weights."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import click

from rfsim.errors import InputError

if TYPE_CHECKING:
    from rfsim.strategy import Strategy

game_option = click.option("--game", default="riftforce", show_default=True, help="The game that is played.")
path_option = click.option("--strategy-path", multiple=True, help="A strategy file, or a folder of them. Repeatable.")


@click.group("strategies", invoke_without_command=True, epilog="Example: rfsim strategies show greedy")
@path_option
@game_option
@click.pass_context
def command(context: click.Context, strategy_path: tuple[str, ...], game: str) -> None:
    """List the strategies that can be named, or show one."""
    if context.invoked_subcommand is not None:
        return
    from rfsim.strategy.loading import found_strategies, load_file

    for name, file in found_strategies(strategy_path, game).items():
        try:
            declared = load_file(file)
            if declared.game != game:
                continue
            description = declared.description
        except InputError as error:
            description = f"cannot be loaded: {error.lines[0]}"
        click.echo(f"{click.style(name, bold=True)}  {description}\n    {file}")


@command.command("show", epilog="Example: rfsim strategies show greedy")
@click.argument("name")
@path_option
@game_option
@click.option("--source", is_flag=True, help="The whole file.")
def show(name: str, strategy_path: tuple[str, ...], game: str, source: bool) -> None:
    """Print a strategy's documentation and weights."""
    from rfsim.strategy.loading import load_strategy

    strategy = load_strategy(name, strategy_path, game)
    click.echo(click.style(strategy.name, bold=True) + f"  ({strategy.file})\n")
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
