"""Studies of several rule sets: the challenges of solo mode, and what a change of the rules does."""

from __future__ import annotations

import pandas as pd

from rfsim.analysis.multiple import q_of_changes, with_q_values
from rfsim.report import charts
from rfsim.report.figures import Figure, Section
from rfsim.report.numbers import plural
from rfsim.report.results import Results
from rfsim.report.summary import TITLES
from rfsim.report.tables import make_table


def challenge_section(results: Results) -> Section:
    """Solo mode: how hard the challenges are."""
    single, stars = make_table(results.counts, "challenge"), make_table(results.counts, "stars")
    names = zip(single["number"].astype(int), single["stars"].astype(int), strict=True)
    shown = single.assign(challenge=[f"{number}: {plural(stars, 'star')}" for number, stars in names])
    columns = ["challenge", *(name for name in single.columns if name not in ("number", "stars"))]
    text = ["Each challenge over all that it was combined with; the numbers are those of the trainer's bots."]
    figures = [
        Figure(
            "challenges",
            "Games won by the player, by single challenge",
            shown[columns],
            charts.rate_plot(shown, "challenge"),
            text,
        ),
        Figure(
            "stars",
            f"{TITLES['stars']}: games won by the player",
            with_q_values(stars),
            charts.rate_plot(stars, "challenge"),
        ),
    ]
    return Section("challenges", "Challenges", figures)


def change_section(results: Results) -> Section | None:
    """What the second rule set does to each guild."""
    if not results.order:
        return None
    before, after = results.counts.rules
    table = make_table(results.counts, "change")
    table = table.assign(q_value=q_of_changes(table))
    labels = {"rate_a": f"won by {before}", "rate_b": f"won by {after}"}
    runs = [
        make_table(results.counts.only(variant), "guild").assign(rules=name)
        for variant, name in enumerate(results.counts.rules)
    ]
    both = pd.concat(runs, ignore_index=True)
    figures = [
        Figure("change", f"What {after} changes, in points", table, charts.change_plot(table, "guild"), labels=labels),
        Figure("rules-guilds", "Guilds by both rule sets", both, charts.rate_plot(both, "guild", "rules")),
    ]
    return Section("change", f"From {before} to {after}", figures)
