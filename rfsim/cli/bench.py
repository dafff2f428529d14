"""`rfsim bench`: speed of one process."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from rfsim.cli.common import parse_drafts

DRAFTS = "Fire,Earth,Light,Plant/Water,Ice,Shadow,Crystal"
SECONDS = 2.0


@click.command("bench", epilog="Example: rfsim bench --strategy random --strategy greedy --json")
@click.option("--strategy", multiple=True, help="Repeatable.  [default: random and greedy]")
@click.option("--drafts", default=None, help=f"One draft a seat.  [default in a duel: {DRAFTS}]")
@click.option("--preset", default="base", show_default=True)
@click.option("--games", type=click.IntRange(min=1), help=f"Games.  [default: as many as take {SECONDS:g} s]")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--strategy-path", multiple=True, help="A strategy file, or a folder of them. Repeatable.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(
    strategy: tuple[str, ...],
    drafts: str | None,
    preset: str,
    games: int | None,
    seed: int,
    strategy_path: tuple[str, ...],
    as_json: bool,
) -> None:
    """Measure games a second of one process, each strategy against itself. Compilation is not counted."""
    results = [measure(name, drafts, preset, games, seed, strategy_path) for name in (strategy or ("random", "greedy"))]
    if as_json:
        click.echo(json.dumps({"results": results}, indent=2))
        return
    import pandas as pd

    from rfsim.report.tables import print_table

    columns = ["strategy", "preset", "games", "seconds", "games_per_second", "turns_per_second", "decisions_per_second"]
    table = pd.DataFrame(results)[columns]
    rounded = {name: table[name].round().astype(int) for name in columns if name.endswith("_per_second")}
    print_table(table.assign(seconds=table["seconds"].round(2), **rounded))


def usual_drafts(preset: str) -> list[list[str]]:
    """The drafts that are measured if none are given: the base game's, or the first guilds of a preset in order."""
    from rfsim.games import load_game

    game = load_game("riftforce")
    rules = game.load_rules(preset)
    names, drafts = iter(rules.pool), parse_drafts(DRAFTS)
    sizes = game.draft_sizes(rules)
    if sizes == tuple(len(draft) for draft in drafts):
        return drafts
    return [[next(names) for _ in range(size)] for size in sizes]


def measure(
    name: str, drafts: str | None, preset: str, games: int | None, seed: int, paths: tuple[str, ...]
) -> dict[str, Any]:
    """Play for a while; the row of the table."""
    from rfsim.study.config import study_from
    from rfsim.study.schedule import Chunk
    from rfsim.study.work import chunk_games, make_context

    section = {"matchups": [parse_drafts(drafts) if drafts else usual_drafts(preset)], "strategy_a": name}
    section["strategy_b"] = name
    data = {"name": "bench", "kind": "drafts", "preset": preset, "seed": seed, "games": games or 1_000_000_000}
    context = make_context(study_from({**data, "drafts": section, "strategy_path": list(paths)}, "bench"))
    each = context.games_a_block

    def play(blocks: int) -> tuple[float, Any]:
        batch = chunk_games(context, Chunk(0, 0, blocks))
        start = time.perf_counter()
        results = context.game.play(context.variants, context.tables[0], batch.jobs)
        return time.perf_counter() - start, results

    blocks = -(-games // each) if games else 1
    play(1)
    seconds, results = play(blocks)
    while games is None and seconds < SECONDS / 2:
        blocks = min(2 * blocks, 200_000)
        blocks = max(blocks, int(blocks * SECONDS / max(seconds, 1e-3) / 4))
        seconds, results = play(blocks)
    totals = {"games": len(results), "turns": int(results["turns"].sum()), "decisions": int(results["decisions"].sum())}
    rates = {f"{key}_per_second": value / seconds for key, value in totals.items()}
    return {"strategy": name, "preset": preset, **totals, "seconds": seconds, **rates}
