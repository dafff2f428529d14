"""`rfsim tables RESULTS --by guild`: a table again, from what is stored."""

from __future__ import annotations

from pathlib import Path

import click

BY = (
    *("guild", "combination", "deck", "matchup", "strategy", "policy", "seat", "side", "ending"),
    *("stars", "challenge", "change", "rating", "strategy-guild", "matrix", "accolade", "spell"),
)
FORMATS = ("table", "csv", "json", "md")
SHOWN = 40


@click.command("tables", epilog="Example: rfsim tables results/quickstart --by combination --size 2 --format csv")
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--by", type=click.Choice(BY), help="[default: guild, or the game's first table]")
@click.option("--size", type=click.IntRange(1, 4), help="Guilds in a combination.  [default: 1 to 4]")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--all", "everything", is_flag=True, help=f"All rows in the terminal, not the {SHOWN} at both ends.")
def command(results: Path, by: str | None, size: int | None, form: str, everything: bool) -> None:
    """Print a table of a finished study."""
    from rfsim.errors import InputError
    from rfsim.report import tables
    from rfsim.study.config import OWN_TABLES, study_from
    from rfsim.study.folder import RESOLVED, ResultsFolder
    from rfsim.study.work import make_context

    if size is not None and by != "combination":
        raise InputError("--size: goes with --by combination only")
    folder = ResultsFolder(results)
    data = folder.stored()
    data.pop(RESOLVED, None)
    context = make_context(study_from(data, str(results / "study.toml")))
    possible = context.game.TABLES
    by = by or ("guild" if "guild" in possible else "seat")
    if by not in possible:
        raise InputError(f"--by {by}: does not go with {context.study.game}; possible are {', '.join(possible)}")
    if OWN_TABLES.get(by, context.study.kind) != context.study.kind:
        raise InputError(f"--by {by}: goes with studies of kind '{OWN_TABLES[by]}'; this is a {context.study.kind}")
    table = tables.make_table(tables.stored_counts(folder, context), by, size)
    if form == "table":
        tables.print_table(table, most=None if everything else SHOWN)
        return
    writers = {"csv": tables.as_csv, "json": tables.as_json, "md": tables.as_markdown}
    click.echo(writers[form](table).rstrip("\n"))
