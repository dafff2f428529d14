"""`rfsim report RESULTS`: the balance report, one HTML file that works offline."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report", epilog="Example: rfsim report results/quickstart --charts charts")
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--against", type=click.Path(path_type=Path), help="Another results folder: what changed?")
@click.option("--charts", type=click.Path(path_type=Path), help="A folder for the charts, as SVG and PNG.")
@click.option("--out", type=click.Path(path_type=Path), help="The file.  [default: RESULTS/report.html]")
def command(results: Path, against: Path | None, charts: Path | None, out: Path | None) -> None:
    """Write the balance report of a finished study.

    It is one HTML file with charts, tables that can be searched, and what was found in words; no network is needed.
    The model of the outcome that it fits goes into RESULTS/model.json.
    """
    from rfsim.errors import InputError
    from rfsim.report.page import write_report

    try:
        page = write_report(results, out, against, charts)
    except OSError as error:
        raise InputError(f"{error.filename or out or results}: cannot write there: {error.strerror}") from None
    click.echo(f"{page}: {page.stat().st_size / 1e6:.1f} MB")
    if charts is not None:
        click.echo(f"{charts}: the charts as SVG and PNG")
