"""How games go: endings, length, where Riftforce comes from, what becomes of cards and spells."""

from __future__ import annotations

from rfsim.analysis.events import (
    EVENT_NAMES,
    activity_table,
    mean_of,
    source_table,
)
from rfsim.analysis.multiple import with_q_values
from rfsim.report import charts, words
from rfsim.report.figures import Figure, Section
from rfsim.report.results import Results
from rfsim.report.summary import even_share
from rfsim.report.tables import make_table


def course_section(results: Results) -> Section:
    """Endings, length, lead changes, and what the game's core counts beside."""
    counts, events = results.counts, results.totals.events
    text = [words.length_sentence(mean_of(counts, "turns"), mean_of(counts, "decisions"))]
    if "lead_changes" in events:
        text.append(words.lead_sentence(float(events["lead_changes"]), counts.tally.games))
    figures = [ending_figure(results)]
    if "riftforce" in events:
        figures.append(source_figure(results))
    if "guilds" in events and results.order and len(counts.rated_sides) > 1:
        figures.append(activity_figure(results))
    if counts.event_rows:
        figures += elemental_figures(results)
    if len(results.context.variants) > 1:
        text.append("These numbers are of all rule sets of the study together.")
    return Section("course", "How games go", figures, text)


def ending_figure(results: Results) -> Figure:
    endings = words.named(make_table(results.counts, "ending"), "ending", words.ENDING_NAMES)
    chart = charts.bars(charts.in_percent(endings, ["share"]), "ending", "share", "games, %")
    return Figure("endings", "How games end", endings, chart)


def source_figure(results: Results) -> Figure:
    table = source_table(results.counts, results.totals.events)
    chart = charts.stacked_bars(table, "side", "riftforce", "source", "Riftforce a game")
    text = [
        words.source_sentence(table),
        "Gifts are elementals that the other side destroyed of its own; bonuses are what guilds add.",
    ]
    return Figure("sources", "Where Riftforce comes from", table, chart, text)


def activity_figure(results: Results) -> Figure:
    """What happens to each guild's cards, the strongest guild first."""
    table = activity_table(results.counts, results.totals.events, results.context.rules.guild_names)
    table = table.set_index("guild").loc[results.order].reset_index()
    long = table.melt("guild", list(EVENT_NAMES), "what", "times")
    chart = charts.dots(long, "guild", "times", "what", "times a game")
    busiest = table.iloc[int(table["activated"].to_numpy().argmax())]
    text = [f"Cards of {busiest.guild} are activated most: {busiest.activated:.1f} times a game."]
    return Figure("activity", "What happens to each guild's cards, in a game with that guild", table, chart, text)


def elemental_figures(results: Results) -> list[Figure]:
    """The spells and accolades of Elemental Rift."""
    even = even_share(results.counts)
    spells = with_q_values(make_table(results.counts, "spell").dropna(), even)
    accolades = make_table(results.counts, "accolade")
    text = [words.spell_sentence(spells, even), "Who is about to win plays more spells: this is no proof of strength."]
    chart = charts.bars(
        charts.in_percent(accolades, ["earned"]), "accolade", "earned", "games in which it is earned, %"
    )
    labels = {"earned": "earned in", "taken": "taken, times in those", "winning_hands": "the winner has it in"}
    return [
        Figure(
            "spells",
            "Games won by players that play each spell",
            spells,
            charts.rate_plot(spells, "spell", even=even),
            text,
            is_wide=True,
        ),
        Figure("accolades", "How often each accolade is earned", accolades, chart, labels=labels, is_wide=True),
    ]
