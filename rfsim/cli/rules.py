"""`rfsim rules [PRESET]`: the preset's values and the rulings."""

from __future__ import annotations

import json
from typing import Any

import click


@click.command("rules", epilog="Example: rfsim rules base")
@click.argument("preset", required=False)
@click.option("--game", default="riftforce", show_default=True)
@click.option("--patch", multiple=True, help="With these patches.")
@click.option("--ruling", help="One ruling alone, as R9.")
@click.option("--json", "as_json", is_flag=True, help="The values as JSON.")
def command(preset: str | None, game: str, patch: tuple[str, ...], ruling: str | None, as_json: bool) -> None:
    """Print the values of a preset, and how open questions of the rulebook are decided."""
    from rfsim.errors import InputError, unknown
    from rfsim.games import load_game

    played = load_game(game)
    known = played.rulings()
    if ruling is not None:
        if ruling not in known:
            raise InputError(unknown("ruling", ruling, known))
        click.echo(f"{ruling} {known[ruling]}")
        return
    rules = played.load_rules(preset or played.DEFAULT_PRESET, patch)
    values = rules.preset.model_dump()
    if as_json:
        click.echo(json.dumps(values, indent=2))
        return
    click.echo(click.style(f"{rules.preset_name}: {values.pop('title')}", bold=True))
    for key, value in values.items():
        click.echo(f"  {key} = {shown(value)}")
    if rules.changes:
        click.echo(f"  changed by patches: {', '.join(rules.patches)}")
    click.echo(click.style("\nRulings", bold=True))
    for name, text in known.items():
        click.echo(f"  {name} {text}")


def shown(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "; ".join(", ".join(f"{key} {one}" for key, one in entry.items()) for entry in value)
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return json.dumps(value)
