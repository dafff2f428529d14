"""What pairs within a deck add, and what guilds gain against each other."""

from __future__ import annotations

from dataclasses import replace

from rfsim.analysis import synergy
from rfsim.analysis.model import OutcomeModel
from rfsim.analysis.multiple import with_q_values
from rfsim.report import charts, words
from rfsim.report.figures import Figure, Section
from rfsim.report.numbers import with_interval
from rfsim.report.results import Results

FULL_WIDTH = 12  # rows and columns; a larger heat map takes the page's whole width


def pair_section(results: Results) -> Section | None:
    """What pairs within a deck add, and what guilds gain against each other."""
    if results.fitted is None:
        return None
    model, _ = results.fitted
    text = [
        "A point is a hundredth of all games, in a match that would be even without it. Where there are few games, "
        "effects are drawn towards 0. Faint numbers are those that chance may explain."
    ]
    figures = [synergy_figure(model, results.order), opponent_figure(model, results.order), versus_figure(results)]
    return Section("pairs", "Guilds together and against each other", figures, text)


def synergy_figure(model: OutcomeModel, order: list[str]) -> Figure:
    """What each pair within a deck adds."""
    table = synergy.synergy_table(model)
    title = "What two guilds in one deck add to each other, in points"
    text = list(words.synergy_sentences(table))
    return heat_figure(Figure("synergy", title, table, charts.synergy_map(table, order), text), order)


def opponent_figure(model: OutcomeModel, order: list[str]) -> Figure:
    """What each guild gains against each other one."""
    table = synergy.opponent_table(model)
    title = "What a guild gains against another beyond their strengths, in points"
    chart, text = charts.opponent_map(table, order), [words.opponent_sentence(table)]
    return heat_figure(Figure("opponents", title, table, chart, text, {"guild_b": "against"}), order)


def versus_figure(results: Results) -> Figure:
    """How decks with one guild fare against decks with another."""
    table = with_q_values(synergy.versus_table(results.counts))
    keys, titles = ("guild_a", "guild_b"), ("deck with", "against a deck with")
    best, worst = table.iloc[0], table.iloc[-1]
    text = [
        f"Decks with {best.guild_a} win {with_interval(best)} against decks with {best.guild_b}; "
        f"decks with {worst.guild_a} win {with_interval(worst)} against decks with {worst.guild_b}."
    ]
    chart = charts.rate_map(table, keys, results.order, titles)
    title = "Guild against guild: games won, in percent"
    labels = dict(zip(keys, titles, strict=True))
    return heat_figure(Figure("versus", title, table, chart, text, labels), results.order)


def heat_figure(figure: Figure, columns: list[str]) -> Figure:
    """A figure whose chart has so many columns, with the width that it needs."""
    return replace(figure, is_wide=len(columns) > FULL_WIDTH, least_width=charts.least_width(len(columns)))
