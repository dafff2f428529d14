"""Which Ice was played: the rulebook's list and the printed card read differently (ruling R9), so reports tell."""

from __future__ import annotations

from typing import Any

PRINTED = "printed-ice"  # the patch


def ice_sentence(game: Any, rules: Any) -> str:
    """Which Ice a rule set has; empty if nobody can draft one."""
    if "Ice" not in getattr(rules, "pool", ()):
        return ""
    steps = rules.guilds["Ice"].entry.activate
    if steps == ice_steps(game, rules, []):
        return (
            "Ice is that of the rulebook (R9): 2 damage on the first enemy, then 4 on the last; a lone one takes both."
        )
    if steps == ice_steps(game, rules, [PRINTED]):
        return "Ice is that of its printed card (R9): 4 damage only on a last enemy that has damage, otherwise 1."
    return f"Ice is changed by a patch: {rules.guilds['Ice'].entry.text}"


def ice_steps(game: Any, rules: Any, patches: list[str]) -> Any:
    """What Ice does by the same preset with these patches."""
    return game.load_rules(rules.preset_name, patches).guilds["Ice"].entry.activate
