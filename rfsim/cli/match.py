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
    """Compare two drafts, given as Fire,Water,Ice,Air (a team's drafts joined by /).

    Both start equally often; with two strategies, each also plays both drafts equally often. Without --out nothing is
    kept.
    """
    drafts = [parse_drafts(draft) for draft in (draft_a, draft_b)]
    players = {"strategy_a": strategy_a or strategy, "strategy_b": strategy_b or strategy}
    section = {"matchups": [alternating(*drafts)], **{key: value for key, value in players.items() if value}}
    data = {"name": "match", "kind": "drafts", "games": GAMES, "drafts": section}
    data = with_options(data, given)
    if given["out"] is not None:
        run_and_show(data, "match", given)
        return
    with tempfile.TemporaryDirectory() as folder:
        run_and_show(data, "match", {**given, "out": Path(folder) / "match"})


def alternating(side_a: list[list[str]], side_b: list[list[str]]) -> list[list[str]]:
    """The drafts in seat order: the seats of the two sides alternate, and a side may have one seat more."""
    from rfsim.errors import InputError

    if not 0 <= len(side_a) - len(side_b) <= 1:
        raise InputError(
            f"match: A has {len(side_a)} drafts and B has {len(side_b)}; A needs as many as B, or one more"
        )
    longer = [*side_b, *[[]] * (len(side_a) - len(side_b))]
    return [draft for pair in zip(side_a, longer, strict=True) for draft in pair if draft]
