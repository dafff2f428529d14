"""Strategies against each other, and given drafts against each other."""

from __future__ import annotations

import pandas as pd

from rfsim.analysis.multiple import with_q_values
from rfsim.report import charts
from rfsim.report.figures import Figure, Section
from rfsim.report.results import Results
from rfsim.report.tables import make_table

MOST_DECKS = 30  # in a matrix of decks


def strategy_section(results: Results) -> Section | None:
    """Who beats whom, and by how much."""
    if results.counts.strategies[0] == results.counts.strategies[-1]:
        return None
    met = make_table(results.counts, "strategy")
    keys, titles = ("strategy_a", "strategy_b"), ("strategy", "against")
    figures = []
    order = sorted(set(results.counts.strategies))
    if results.kind == "tournament":
        rating = make_table(results.counts, "rating")
        order = list(rating["strategy"])
        text = ["100 Elo more are 64 % of the games won, 200 more 76 %."]
        figures.append(Figure("ratings", "Ratings", rating, charts.rating_plot(rating), text))
    chart = charts.rate_map(met, keys, order, titles)
    title, width = "Who beats whom: games won, in percent", charts.least_width(len(order))
    figures.append(Figure("cross-table", title, met, chart, least_width=width))
    if results.kind == "tournament" and results.order:
        figures.append(strategy_guild_figure(results, order))
    return Section("strategies", "Strategies", figures)


def strategy_guild_figure(results: Results, order: list[str]) -> Figure:
    """How each strategy fares with each guild."""
    table = with_q_values(make_table(results.counts, "strategy-guild"))
    titles = ("strategy", "with a deck that has")
    chart = charts.rate_map(table, ("strategy", "guild"), [*order, *results.order], titles)
    title, width = "Each strategy with each guild: games won, in percent", charts.least_width(len(results.order))
    return Figure("strategy-guild", title, table, chart, is_wide=True, least_width=width)


def matchup_section(results: Results) -> Section:
    """Given drafts against each other."""
    table = with_q_values(make_table(results.counts, "matchup"))
    decks = sorted({*table["deck_a"], *table["deck_b"]})
    turned = {"deck_a": table["deck_b"], "deck_b": table["deck_a"], "win_rate": 1 - table["win_rate"]}
    both = pd.concat([table, table.assign(**turned, low=1 - table["high"], high=1 - table["low"])])
    chart, width = None, 0
    if 2 < len(decks) <= MOST_DECKS:
        chart = charts.rate_map(both, ("deck_a", "deck_b"), decks, ("draft", "against"))
        width = charts.least_width(len(decks))
    elif len(table) <= MOST_DECKS:
        shown = table.assign(matchup=table["deck_a"] + " against " + table["deck_b"])
        chart = charts.rate_plot(shown, "matchup")
    figure = Figure("drafts", "Games won by the first draft", table, chart, is_wide=True, least_width=width)
    return Section("drafts", "Drafts", [figure])
