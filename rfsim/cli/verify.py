"""`rfsim verify FILE`: replay every record and check it."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("verify", epilog="Example: rfsim verify results/quickstart/records.jsonl")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="No progress bar.")
def command(files: tuple[Path, ...], quiet: bool) -> None:
    """Replay the records of a file against the rules; exit code 1 at the first that does not hold."""
    from tqdm import tqdm

    from rfsim.errors import CheckError, InputError
    from rfsim.riftforce.replay import RecordFault, verify

    games = turns = 0
    for file in files:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
        hidden = quiet or not sys.stderr.isatty()
        for number, line in enumerate(tqdm(lines, unit=" games", disable=hidden, leave=False), 1):
            if not line.strip():
                continue
            try:
                turns += verify(line)
            except RecordFault as fault:
                raise CheckError(f"{file}:{number}: {fault}") from None
            games += 1
    click.echo(f"{games:,} records, {turns:,} turns: all hold")
