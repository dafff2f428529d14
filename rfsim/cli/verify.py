"""`rfsim verify FILE`: replay every record and check it."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("verify", epilog="Example: rfsim verify results/quickstart/records.jsonl")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="No progress bar.")
def command(files: tuple[Path, ...], quiet: bool) -> None:
    """Replay the records of a file against the rules; exit code 1 at the first that does not hold.

    Records of any of rfsim's games, also of several in one file.
    """
    from tqdm import tqdm

    from rfsim.errors import CheckError
    from rfsim.records import RecordFault, open_record, read_lines

    games = turns = 0
    for file in files:
        hidden = quiet or not sys.stderr.isatty()
        for number, line in tqdm(read_lines(file), unit=" games", disable=hidden, leave=False):
            try:
                turns += sum(1 for _ in open_record(line)[1].turns())
            except RecordFault as fault:
                raise CheckError(f"{file}:{number}: {fault}") from None
            games += 1
    click.echo(f"{games:,} records, {turns:,} turns: all hold")
