"""`rfsim bench`: speed of one process."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from rfsim.cli.common import parse_drafts
from rfsim.errors import InputError

DRAFTS = "Fire,Earth,Light,Plant/Water,Ice,Shadow,Crystal"
SECONDS = 2.0
NO_END = 1_000_000_000  # more games than are ever measured


@click.command("bench", epilog="Example: rfsim bench --strategy random --strategy greedy --json")
@click.option("--strategy", multiple=True, help="Repeatable.  [default: random and greedy]")
@click.option("--drafts", default=None, help=f"One draft a seat.  [default in a duel: {DRAFTS}]")
@click.option("--preset", help="Rules preset.  [default: base, or the game's first]")
@click.option("--game", default="riftforce", show_default=True)
@click.option("--games", type=click.IntRange(min=1), help=f"Games.  [default: as many as take {SECONDS:g} s]")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--strategy-path", multiple=True, help="A strategy file, or a folder of them. Repeatable.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(
    strategy: tuple[str, ...],
    drafts: str | None,
    preset: str | None,
    game: str,
    games: int | None,
    seed: int,
    strategy_path: tuple[str, ...],
    as_json: bool,
) -> None:
    """Measure games a second of one process, each strategy against itself. Compilation is not counted."""
    common = {"game": game, "preset": preset, "seed": seed, "strategy_path": list(strategy_path)}
    results = [measure(name, drafts, games, common) for name in (strategy or ("random", "greedy"))]
    if as_json:
        click.echo(json.dumps({"results": results}, indent=2))
        return
    import pandas as pd

    from rfsim.report.tables import print_table

    columns = ["strategy", "preset", "games", "seconds", "games_per_second", "turns_per_second", "decisions_per_second"]
    table = pd.DataFrame(results)[columns]
    rounded = {name: table[name].round().astype(int) for name in columns if name.endswith("_per_second")}
    print_table(table.assign(seconds=table["seconds"].round(2), **rounded))


def usual_drafts(game: Any, rules: Any) -> list[list[str]]:
    """The drafts that are measured if none are given: the base game's, or the first guilds of a preset in order."""
    names, drafts = iter(rules.pool), parse_drafts(DRAFTS)
    sizes = game.draft_sizes(rules)
    if sizes == tuple(len(draft) for draft in drafts):
        return drafts
    return [[next(names) for _ in range(size)] for size in sizes]


def matches(game: Any, rules: Any, strategy: str, drafts: str | None) -> dict[str, Any]:
    """The part of a study in which a strategy plays itself, with the same drafts all the time if there are any."""
    if "drafts" in game.KINDS:
        given = parse_drafts(drafts) if drafts else usual_drafts(game, rules)
        section = {"matchups": [given], "strategy_a": strategy, "strategy_b": strategy}
        return {"kind": "drafts", "drafts": section}
    if drafts:
        raise InputError(f"--drafts: nothing is drafted in {game.NAME}")
    return {"kind": "sweep", "sweep": {"strategy": strategy}}


def measure(strategy: str, drafts: str | None, games: int | None, common: dict[str, Any]) -> dict[str, Any]:
    """Play for a while; the row of the table. `common`: what every study has, as game, preset and seed."""
    from rfsim.games import load_game
    from rfsim.study.config import study_from
    from rfsim.study.schedule import Chunk
    from rfsim.study.work import chunk_games, make_context

    game = load_game(common["game"])
    preset = common["preset"] or game.DEFAULT_PRESET
    section = matches(game, game.load_rules(preset), strategy, drafts)
    data = {**common, "preset": preset, "name": "bench", "games": games or NO_END, **section}
    context = make_context(study_from(data, "bench"))
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
    return {"strategy": strategy, "preset": preset, **totals, "seconds": seconds, **rates}
