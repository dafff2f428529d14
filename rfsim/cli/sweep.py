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
@click.option("--drafting", help="Drafts by guild selection with this policy: random, ranked, ranked:FILE or FILE.py.")
@click.option("--stars", multiple=True, help="Solo mode: stars of 5-6-7, as 1-2-3, or 'all'. Repeatable.")
@click.option("--half", help="Solo mode: an & half and its number, as 'move 5'.")
@study_options
@run_options
def command(
    name: str,
    matchups: str | None,
    guilds: str | None,
    strategy: str | None,
    drafting: str | None,
    stars: tuple[str, ...],
    half: str | None,
    **given: Any,
) -> None:
    """Play disjoint drafts from a pool against each other, and compare guilds.

    With teams the drafts are those of all seats; in solo mode (--preset solo) the player's against the trainer.
    """
    from rfsim.errors import InputError

    is_solo = given["preset"] == "solo"
    if (stars or half) and not is_solo:
        raise InputError("--stars and --half: go with --preset solo only")
    sweep = sweep_section(matchups, guilds, strategy)
    if drafting is not None:
        sweep["drafting"] = drafting
    if is_solo:
        solo = {"drafts" if key == "matchups" else key: value for key, value in sweep.items() if value != "all"}
        solo.update({key: value for key, value in (("stars", parse_stars(stars)), ("half", half)) if value})
        data = {"name": name, "kind": "solo", "solo": solo}
    else:
        data = {"name": name, "kind": "sweep", "sweep": sweep}
    run_and_show(with_options(data, given), "sweep", given)


def parse_stars(stars: tuple[str, ...]) -> Any:
    """`1-2-3` as numbers; "all" stands alone."""
    from rfsim.errors import InputError

    if "all" in stars:
        return "all"
    found = [one.split("-") for one in stars]
    for text, parts in zip(stars, found, strict=True):
        if not all(part.isdigit() for part in parts):
            raise InputError(f"--stars {text}: it should be the stars of 5, 6 and 7, as 1-2-3, or 'all'")
    return [[int(part) for part in parts] for parts in found]


def sweep_section(matchups: str | None, guilds: str | None, strategy: str | None) -> dict[str, Any]:
    """The study's section from the options that were given. Raises InputError."""
    from rfsim.errors import InputError

    section: dict[str, Any] = {}
    if matchups is not None:
        if matchups != "all" and not matchups.isdigit():
            raise InputError(f"--matchups {matchups}: it should be a number from 1, or 'all'")
        section["matchups"] = matchups if matchups == "all" else int(matchups)
    if guilds is not None:
        section["guilds"] = [guild.strip() for guild in guilds.split(",")]
    if strategy is not None:
        section["strategy"] = strategy
    return section
