"""`rfsim match A B`: two drafts against each other."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import click

from rfsim.cli.common import parse_drafts, run_and_show, run_options, study_options, with_options

GAMES = 1_000


@click.command("match", epilog="Example: rfsim match Fire,Water,Ice,Air Earth,Light,Plant,Shadow --games 2000")
@click.argument("draft_a", metavar="A")
@click.argument("draft_b", metavar="B")
@click.option("--strategy", help="Who plays both sides.")
@click.option("--strategy-a", help="Who plays A's side.  [default: greedy]")
@click.option("--strategy-b", help="Who plays B's side.  [default: greedy]")
@study_options
@run_options
def command(
    draft_a: str, draft_b: str, strategy: str | None, strategy_a: str | None, strategy_b: str | None, **given: Any
) -> None:
    """Compare two drafts, given as Fire,Water,Ice,Air.

    Both start equally often; with two strategies, each also plays both drafts equally often. Without --out nothing is
    kept.
    """
    decks = [parse_drafts(draft)[0] for draft in (draft_a, draft_b)]
    players = {"strategy_a": strategy_a or strategy, "strategy_b": strategy_b or strategy}
    section = {"decks": decks, **{key: value for key, value in players.items() if value}}
    data = {"name": "match", "kind": "drafts", "games": GAMES, "drafts": section}
    data["output"] = {"tables": ["matchup", "strategy", "seat", "ending"]}
    data = with_options(data, given)
    if given["out"] is not None:
        run_and_show(data, "match", given)
        return
    with tempfile.TemporaryDirectory() as folder:
        run_and_show(data, "match", {**given, "out": Path(folder) / "match"})
