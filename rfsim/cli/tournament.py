"""`rfsim tournament`: strategies against each other."""

from __future__ import annotations

from typing import Any

import click

from rfsim.cli.common import run_and_show, run_options, study_options, with_options


@click.command("tournament", epilog="Example: rfsim tournament --strategy random --strategy greedy --games 4000")
@click.option("--name", default="tournament", show_default=True, help="The study's name.")
@click.option("--strategy", multiple=True, help="Who takes part, as NAME or NAME:WEIGHT=VALUE,… Repeatable.")
@click.option("--gauntlet", is_flag=True, help="The first strategy against all others, not all against all.")
@click.option("--drafting", help="Drafts by guild selection with this policy.  [default: drafts at random]")
@click.option("--drafts", multiple=True, help="These drafts, one a seat, joined by /. Repeatable.")
@click.option("--guilds", help="The pool of random drafts, as Fire,Water,…  [default: all]")
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop when it is decided which is right.")
@click.option("--same-thoughts", is_flag=True, help="All players of a block get the same random numbers (a control).")
@study_options
@run_options
def command(
    name: str,
    strategy: tuple[str, ...],
    gauntlet: bool,
    drafting: str | None,
    drafts: tuple[str, ...],
    guilds: str | None,
    sprt: tuple[float, float] | None,
    same_thoughts: bool,
    **given: Any,
) -> None:
    """Play strategies against each other, in blocks of games in which luck cancels out.

    Both strategies of a block play both ways round of the drafts, with both starts.
    """
    from rfsim.cli.common import parse_drafts
    from rfsim.errors import InputError

    if len(strategy) < 2:
        raise InputError("--strategy: a tournament needs two or more, as --strategy random --strategy greedy")
    section: dict[str, Any] = {"strategies": list(strategy)}
    if gauntlet:
        section["format"] = "gauntlet"
    if drafting:
        section["drafting"] = drafting
    if drafts:
        section["matchups"] = [parse_drafts(one) for one in drafts]
    if guilds:
        section["guilds"] = [guild.strip() for guild in guilds.split(",")]
    if sprt:
        section["sprt"] = {"elo0": sprt[0], "elo1": sprt[1]}
    if same_thoughts:
        section["same_thoughts"] = True
    data = with_options({"name": name, "kind": "tournament", "tournament": section}, given)
    run_and_show(data, "tournament", given)
