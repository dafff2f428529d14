"""`rfsim compare-rules A B`: what a change of the rules does."""

from __future__ import annotations

from typing import Any

import click

from rfsim.cli.common import run_and_show, run_options, study_options, with_options


@click.command("compare-rules", epilog="Example: rfsim compare-rules base base+printed-ice --games 50000")
@click.argument("rules_a", metavar="A")
@click.argument("rules_b", metavar="B")
@click.option("--name", default="compare-rules", show_default=True, help="The study's name.")
@click.option("--matchups", help="How many pairs of drafts, or 'all'.  [default: all up to 2,000, otherwise 1,000]")
@click.option("--guilds", help="The pool, as Fire,Water,…  [default: all]")
@click.option("--strategy", help="Who plays.  [default: greedy]")
@study_options
@run_options
def command(
    rules_a: str,
    rules_b: str,
    name: str,
    matchups: str | None,
    guilds: str | None,
    strategy: str | None,
    **given: Any,
) -> None:
    """Play the same games under two rule sets, and report what the change does to every guild.

    A rule set is a preset and patches (names or files): base, base+printed-ice, beyond+my.toml.
    """
    from rfsim.cli.sweep import sweep_section

    section = {"a": rules_a, "b": rules_b, **sweep_section(matchups, guilds, strategy)}
    data = {"name": name, "kind": "compare-rules", "compare-rules": section}
    run_and_show(with_options(data, given), "compare-rules", given)
