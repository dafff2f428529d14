"""How strong each guild is, and what it is worth to act first."""

from __future__ import annotations

from rfsim.report import charts, words
from rfsim.report.figures import Figure, Section
from rfsim.report.results import Results
from rfsim.report.summary import even_share, seat_findings
from rfsim.report.tables import make_table


def guild_section(results: Results) -> Section | None:
    """How strong each guild is."""
    if not results.order:
        return None
    text = [words.found_sentence(results.guilds, "guilds", results.even_text)]
    chart = charts.rate_plot(results.guilds, "guild", even=results.even)
    figure = Figure("guilds", "Games won by decks with each guild", results.guilds, chart, text)
    return Section("guilds", "Guilds", [figure])


def start_section(results: Results) -> Section | None:
    """What it is worth to act first."""
    if len(results.counts.order) < 2 or len(results.counts.rated_sides) < 2:
        return None
    even = even_share(results.counts)
    table = make_table(results.counts, "seat").sort_values("position", ignore_index=True)
    shown = table.assign(position=[f"acts {ordinal(number)}" for number in table["position"]])
    figure = Figure("start", "Games won by position", shown, charts.rate_plot(shown, "position", even=even))
    return Section("start", "Who starts", [figure], seat_findings(results.counts))


def ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
