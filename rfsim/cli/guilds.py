"""`rfsim guilds [NAME]`: printed text, steps and traits."""

from __future__ import annotations

import json

import click


@click.command("guilds", epilog="Example: rfsim guilds Ice --patch printed-ice")
@click.argument("name", required=False)
@click.option("--preset", default=None, help="Guilds of this preset only.")
@click.option("--patch", multiple=True, help="With these patches.")
@click.option("--steps", is_flag=True, help="Explain the step language.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(name: str | None, preset: str | None, patch: tuple[str, ...], steps: bool, as_json: bool) -> None:
    """Print what guilds do: the printed text and the steps that carry it out."""
    from rfsim.errors import InputError, unknown
    from rfsim.riftforce import language
    from rfsim.riftforce.rules import load_rules

    if steps:
        click.echo(language.__doc__)
        return
    rules = load_rules(preset or "base", patch)
    names = list(rules.pool if preset else rules.guild_names)
    if name is not None and name not in names:
        raise InputError(unknown("guild", name, names))
    chosen = [rules.guilds[one] for one in ([name] if name else names)]
    if as_json:
        click.echo(json.dumps({guild.name: guild.entry.model_dump() for guild in chosen}, indent=2, ensure_ascii=False))
        return
    for guild in chosen:
        click.echo(click.style(guild.name, bold=True))
        click.echo(f"  {guild.entry.text}")
        for key in ("play", "activate", "traits"):
            values = getattr(guild.entry, key)
            if values:
                click.echo(f"  {key}: {'; '.join(values)}")
