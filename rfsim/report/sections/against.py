"""What changed against another run."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rfsim.analysis.multiple import q_of_changes
from rfsim.report import charts, words
from rfsim.report.cells import flat
from rfsim.report.figures import Figure, Section
from rfsim.report.results import Results
from rfsim.study.folder import RESOLVED

UNIMPORTANT = ("made", "name", "versions.host")  # differences of two runs


def against_section(results: Results, other: Results) -> Section:
    """What changed against another run."""
    figures: list[Figure] = []
    text: list[str] = []
    names = names_of(results, other)
    if set(results.order) & set(other.order):
        table = guild_changes(results, other)
        text += words.against_sentences(table, names[1])
        guilds = [
            run.guilds[run.guilds["guild"].isin(table["guild"])].assign(run=name)
            for run, name in zip((results, other), names, strict=True)
        ]
        both = pd.concat(guilds, ignore_index=True)
        chart = charts.rate_plot(both, "guild", "run")
        labels = {"rate_a": f"won in {names[1]}", "rate_b": f"won in {names[0]}"}
        figures.append(Figure("against", "Guilds in both runs", table, chart, labels=labels))
    differences = study_differences(results, other, names)
    if len(differences):
        figures.append(Figure("study-differences", "What was different", differences))
    else:
        text.append("The two studies are the same, game for game.")
    return Section("against", f"Against {names[1]}", figures, text)


def names_of(results: Results, other: Results) -> tuple[str, str]:
    """What the two runs are called: their studies' names, or where they lie if those are the same."""
    if results.name != other.name:
        return results.name, other.name
    return str(results.folder.path), str(other.folder.path)


def guild_changes(results: Results, other: Results) -> pd.DataFrame:
    """By guild: the rate there, the rate here, the change with its interval; two runs count as independent."""
    both = other.guilds.merge(results.guilds, on="guild", suffixes=("_a", "_b"))
    half_a, half_b = ((both[f"high_{run}"] - both[f"low_{run}"]).to_numpy(float) / 2 for run in "ab")
    half = np.hypot(half_a, half_b)
    change = both["win_rate_b"] - both["win_rate_a"]
    table = pd.DataFrame(
        {
            "guild": both["guild"],
            "rate_a": both["win_rate_a"],
            "rate_b": both["win_rate_b"],
            "change": change,
            "low": change - half,
            "high": change + half,
        }
    )
    table = table.assign(q_value=q_of_changes(table))
    return table.sort_values(["change", "guild"], ascending=[False, True], ignore_index=True)


def study_differences(results: Results, other: Results, names: tuple[str, str]) -> pd.DataFrame:
    """What the two studies, their rules and the versions do not have in common."""
    here, there = (
        flat({**run.context.study.model_dump(mode="json", exclude_none=True), **run.folder.stored().get(RESOLVED, {})})
        for run in (results, other)
    )
    keys = [key for key in {**here, **there} if here.get(key) != there.get(key) and key not in UNIMPORTANT]
    rows = [(key, here.get(key, "-"), there.get(key, "-")) for key in keys]
    return pd.DataFrame(rows, columns=["what", f"here: {names[0]}", f"there: {names[1]}"])
