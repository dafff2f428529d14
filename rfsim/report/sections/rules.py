"""By which rules was played, what patches changed, and the guilds' texts."""

from __future__ import annotations

from typing import Any

import pandas as pd

from rfsim.report import words
from rfsim.report.cells import flat
from rfsim.report.figures import Figure, Section
from rfsim.report.ice import ice_sentence
from rfsim.report.results import Results


def rules_section(results: Results) -> Section:
    """By which rules was played, what patches changed, and the guilds' texts."""
    game, study = results.context.game, results.context.study
    text: list[str] = []
    figures: list[Figure] = []
    for rules in unpatched(results.context.variants):
        plain = game.load_rules(rules.preset_name, [])
        patches = f", patched by {words.listed(rules.patches)}" if rules.patches else ", without patches"
        text.append(f"Preset {rules.preset_name}: {rules.preset.title}{patches}. {ice_sentence(game, rules)}".rstrip())
        changed = changed_texts(rules, plain)
        if len(changed):
            figures.append(Figure(f"patch-{len(figures)}", f"What {rules.label} changes", changed))
    if len(results.context.variants) > 1 and study.kind == "solo":
        text.append(f"The player met {len(results.context.variants)} challenges.")
    guilds = getattr(results.context.rules, "guilds", {})
    played = sorted(set(results.order) & set(guilds))
    texts = pd.DataFrame([(name, guilds[name].entry.text) for name in played], columns=["guild", "text"])
    if len(texts):
        figures.append(Figure("texts", f"What the guilds do ({results.context.rules.preset_name})", texts))
    return Section("rules", "Rules", figures, text)


def unpatched(variants: list[Any]) -> list[Any]:
    """Those rule sets that differ by more than a challenge of solo mode."""
    return list({(rules.preset_name, *rules.patches): rules for rules in variants}.values())


def changed_texts(rules: Any, plain: Any) -> pd.DataFrame:
    """What patches changed: the value or printed text before and after."""
    before, after = described(plain), described(rules)
    rows = [(key, before.get(key, "-"), text) for key, text in after.items() if before.get(key) != text]
    return pd.DataFrame(rows, columns=["what", "before", "after"])


def described(rules: Any) -> dict[str, str]:
    """The preset's values and the guilds' texts and steps."""
    guilds = {
        name: f"{guild.entry.text} [{'; '.join([*guild.entry.play, *guild.entry.activate, *guild.entry.traits])}]"
        for name, guild in getattr(rules, "guilds", {}).items()
    }
    return {**flat(rules.preset.model_dump(mode="json", exclude={"title"})), **guilds}
