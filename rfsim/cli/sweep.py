"""`rfsim sweep`: drafts from a pool against each other."""

from __future__ import annotations

from typing import Any

import click

from rfsim.cli.common import run_and_show, run_options, study_options, with_options


@click.command("sweep", epilog="Example: rfsim sweep --matchups 100 --games 20000 --strategy greedy")
@click.option("--name", default="sweep", show_default=True, help="The study's name.")
@click.option("--matchups", help="How many pairs of drafts, or 'all'.  [default: all up to 2,000, otherwise 1,000]")
@click.option("--guilds", help="The pool, as Fire,Water,…  [default: all]")
@click.option("--strategy", help="Who plays, as NAME or NAME:WEIGHT=VALUE,…  [default: greedy]")
@study_options
@run_options
def command(name: str, matchups: str | None, guilds: str | None, strategy: str | None, **given: Any) -> None:
    """Play disjoint drafts from a pool against each other, and compare guilds."""
    from rfsim.errors import InputError

    sweep: dict[str, Any] = {}
    if matchups is not None:
        if matchups != "all" and not matchups.isdigit():
            raise InputError(f"--matchups {matchups}: it should be a number from 1, or 'all'")
        sweep["matchups"] = matchups if matchups == "all" else int(matchups)
    if guilds is not None:
        sweep["guilds"] = [guild.strip() for guild in guilds.split(",")]
    if strategy is not None:
        sweep["strategy"] = strategy
    run_and_show(with_options({"name": name, "kind": "sweep", "sweep": sweep}, given), "sweep", given)
