"""`rfsim agreement RESULTS RESULTS …`: how far the rates of several studies agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import pandas as pd

BY = ("guild", "deck", "matchup")
KEYS = {"matchup": ("deck_a", "deck_b")}


@click.command("agreement", epilog="Example: rfsim agreement results/rush results/greedy results/careful")
@click.argument("results", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--by", type=click.Choice(BY), default="guild", show_default=True)
@click.option("--format", "form", type=click.Choice(("table", "md", "json")), default="table", show_default=True)
def command(results: tuple[Path, ...], by: str, form: str) -> None:
    """Compare the rates of several finished studies: side by side, and by rank correlation."""
    import json

    from rfsim.analysis.agreement import rank_correlations, side_by_side
    from rfsim.errors import InputError
    from rfsim.report import tables

    names = [folder.resolve().name for folder in results]
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise InputError("agreement: needs two results folders or more, each with a name of its own")
    found = {name: table_of(folder, by) for name, folder in zip(names, results, strict=True)}
    both = {"rates": side_by_side(found, by), "rank_correlations": rank_correlations(found, by)}
    if form == "json":
        click.echo(json.dumps({name: json.loads(tables.as_json(table)) for name, table in both.items()}, indent=2))
        return
    for table in both.values():
        if form == "md":
            click.echo(tables.as_markdown(table))
        else:
            tables.print_table(table)


def table_of(results: Path, by: str) -> pd.DataFrame:
    """A table of a finished study, with one key column. Raises InputError."""
    from rfsim.report import tables
    from rfsim.study.config import study_from
    from rfsim.study.folder import RESOLVED, ResultsFolder
    from rfsim.study.work import make_context

    folder = ResultsFolder(results)
    data = folder.stored()
    data.pop(RESOLVED, None)
    context = make_context(study_from(data, str(results / "study.toml")))
    table = tables.make_table(tables.stored_counts(folder, context), by)
    if by in KEYS:
        table[by] = table[list(KEYS[by])].agg(" / ".join, axis=1)
    return table
