"""The report's charts: DataFrames in, Altair charts out. They hold no colours and no width (see `themes`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from rfsim.analysis.multiple import EVEN, is_found, with_q_values
from rfsim.report.themes import SERIES, coloured

if TYPE_CHECKING:
    import altair as alt

    from rfsim.report.themes import Chart

SHAPES = ("circle", "diamond", "square", "triangle-up")
ROW = 26  # pixels for a row of a dot plot
STACK_ROW = 36  # … of stacked bars
RUN_ROW = 0.7  # of a row, where there are several dots in each
CELL = 34  # pixels for a row of a heat map …
NARROW_CELL = 24  # … of one with many rows
MANY = 12  # rows
LABEL_WIDTH = 120  # pixels for the names of a heat map's rows
PERCENT = 100
STRONGEST = 0.65  # opacity of the strongest colour, so that a number on it can be read
FAINT = 0.45  # opacity of a number that chance may explain
HEAT_COLUMNS = ["row", "column", "value", "away", "low", "high", "found"]


def dot_plot(table: pd.DataFrame, key: str, value: str, title: str, even: float | None = None, run: str = "") -> Chart:
    """A dot with its interval for each row, in the table's order.

    `table` has columns `key`, `value`, ``low`` and ``high``, in the units of the axis. `even`: where a line is drawn.
    `run`: a column that tells two or more dots of a row apart.
    """
    import altair as alt

    rows = list(dict.fromkeys(table[key]))
    runs = list(dict.fromkeys(table[run])) if run else []
    scale = alt.Scale(zero=False, padding=12)
    told = told_apart(run, runs)
    base = alt.Chart(table).encode(y=alt.Y(f"{key}:N", sort=rows, title=None), **told)
    shape = {"shape": alt.Shape(f"{run}:N", sort=runs, scale=scale_of(runs, SHAPES))} if run else {}
    spans = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title, scale=scale), x2="high:Q")
    dots = base.mark_point(size=70, filled=True, opacity=1).encode(
        x=alt.X(f"{value}:Q", title=title, scale=scale),
        tooltip=[*(alt.Tooltip(f"{name}:N") for name in (key, run) if name), *number_tooltips(value)],
        **shape,
    )
    lines = [] if even is None else [reference_line(even)]
    return alt.layer(*lines, spans, dots).properties(height=ROW * len(rows) * max(1.0, RUN_ROW * len(runs)))


def told_apart(run: str, runs: Sequence[str]) -> dict[str, Any]:
    """The channels that tell several dots of a row apart, if there are; one dot has the colour of all others."""
    import altair as alt

    if not run:
        return {"color": alt.value(coloured("good"))}
    return {"yOffset": alt.YOffset(f"{run}:N", sort=list(runs)), "color": series_colour(run, runs)}


def reference_line(at: float) -> Chart:
    """A dashed line where nothing differs."""
    import altair as alt

    line: Chart = alt.Chart(pd.DataFrame({"at": [at]})).mark_rule(strokeDash=[4, 4]).encode(x="at:Q")
    return line


def scale_of(domain: Sequence[str], values: Sequence[str]) -> alt.Scale:
    import altair as alt

    return alt.Scale(domain=list(domain), range=[values[i % len(values)] for i in range(len(domain))])


def series_colour(field: str, domain: Sequence[str]) -> alt.Color:
    import altair as alt

    return alt.Color(f"{field}:N", sort=list(domain), scale=scale_of(domain, [coloured(name) for name in SERIES]))


def number_tooltips(value: str) -> list[Any]:
    import altair as alt

    return [
        alt.Tooltip(f"{value}:Q", format=".1f"),
        alt.Tooltip("low:Q", format=".1f"),
        alt.Tooltip("high:Q", format=".1f"),
    ]


def rate_plot(table: pd.DataFrame, key: str, run: str = "", even: float = EVEN) -> Chart:
    """A dot plot of a table of rates, in percent."""
    shown = in_percent(table, ["win_rate", "low", "high"])[[key, *([run] if run else []), "win_rate", "low", "high"]]
    return dot_plot(shown.dropna(), key, "win_rate", "games won, %", PERCENT * even, run)


def change_plot(table: pd.DataFrame, key: str) -> Chart:
    """A dot plot of changes of rates, in points."""
    shown = in_percent(table, ["change", "low", "high"])[[key, "change", "low", "high"]]
    return dot_plot(shown.dropna(), key, "change", "change of the share won, points", 0.0)


def rating_plot(table: pd.DataFrame) -> Chart:
    """A dot plot of Elo ratings."""
    return dot_plot(table[["strategy", "elo", "low", "high"]], "strategy", "elo", "Elo, the mean being 0", 0.0)


def in_percent(table: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    return table.assign(**{name: PERCENT * table[name] for name in columns})


def heat_map(
    table: pd.DataFrame,
    rows: Sequence[str],
    columns: Sequence[str],
    titles: tuple[str | None, str | None],
    number: str = "+.1f",
) -> Chart:
    """Cells whose colour tells which way a value goes from `even`, and whose opacity how far.

    `table` has columns ``row``, ``column``, ``value`` (shown), ``away`` (from even), ``low``, ``high`` and ``found``
    (whether chance does not explain it). `titles`: of rows and columns.
    """
    import altair as alt

    way = (table["away"] > 0).map({True: "good", False: "bad"})
    table = table.assign(value=table["value"].round(1) + 0.0, way=way, size=table["away"].abs())  # + 0.0: no "-0.0"
    y = alt.Y("row:N", sort=list(rows), title=titles[0])
    x = alt.X("column:N", sort=list(columns), title=titles[1], axis=alt.Axis(orient="top", labelAngle=-45))
    most = max(float(table["size"].max()), 1e-9)
    base = alt.Chart(table).encode(
        y=y,
        x=x,
        tooltip=[
            alt.Tooltip("row:N", title=titles[0] or "row"),
            alt.Tooltip("column:N", title=titles[1] or "column"),
            *number_tooltips("value"),
        ],
    )
    squares = base.mark_rect(stroke=coloured("ground"), strokeWidth=1).encode(
        color=alt.Color("way:N", scale=scale_of(["good", "bad"], [coloured("good"), coloured("bad")]), legend=None),
        opacity=alt.Opacity("size:Q", scale=alt.Scale(domain=[0, most], range=[0, STRONGEST]), legend=None),
    )
    many = len(rows) > MANY
    numbers = base.mark_text(fontSize=9 if many else 11).encode(
        text=alt.Text("value:Q", format=number),
        opacity=alt.condition("datum.found", alt.value(1.0), alt.value(FAINT)),
    )
    return alt.layer(squares, numbers).properties(height=(NARROW_CELL if many else CELL) * len(rows))


def least_width(columns: int) -> int:
    """The pixels that a heat map needs so that its numbers do not touch."""
    return LABEL_WIDTH + CELL * columns


def synergy_map(table: pd.DataFrame, order: Sequence[str]) -> Chart:
    """What each pair adds, in points: `synergy.synergy_table`."""
    one = table.rename(columns={"guild_a": "row", "guild_b": "column"})
    other = table.rename(columns={"guild_b": "row", "guild_a": "column"})
    return heat_map(added_points(pd.concat([one, other])), order, order, (None, None))


def opponent_map(table: pd.DataFrame, order: Sequence[str]) -> Chart:
    """What each guild gains against each other, in points: `synergy.opponent_table`."""
    shown = added_points(table.rename(columns={"guild_a": "row", "guild_b": "column"}))
    return heat_map(shown, order, order, ("deck with", "against a deck with"))


def added_points(table: pd.DataFrame) -> pd.DataFrame:
    """A table of what guilds add, as `heat_map` wants it."""
    shown = in_percent(table, ["adds", "low", "high"]).assign(found=is_found(table))
    return shown.assign(value=shown["adds"], away=shown["adds"])[HEAT_COLUMNS]


def rate_map(table: pd.DataFrame, keys: tuple[str, str], order: Sequence[str], titles: tuple[str, str]) -> Chart:
    """Rates of one against another, in percent: `keys` are the columns of who is rated, and against whom."""
    found = is_found(with_q_values(table))
    shown = in_percent(table, ["win_rate", "low", "high"]).rename(columns={keys[0]: "row", keys[1]: "column"})
    shown = shown.assign(value=shown["win_rate"], away=shown["win_rate"] - PERCENT / 2, found=found).dropna()
    columns = [name for name in order if name in set(shown["column"])]
    return heat_map(shown[HEAT_COLUMNS], [name for name in order if name in set(shown["row"])], columns, titles, ".0f")


def bars(table: pd.DataFrame, key: str, value: str, title: str) -> Chart:
    """A bar for each row, in the table's order."""
    import altair as alt

    rows = list(table[key])
    chart: Chart = (
        alt.Chart(table[[key, value]])
        .mark_bar(color=coloured("good"), height=14)
        .encode(
            y=alt.Y(f"{key}:N", sort=rows, title=None),
            x=alt.X(f"{value}:Q", title=title),
            tooltip=[alt.Tooltip(f"{key}:N"), alt.Tooltip(f"{value}:Q", format=".2f")],
        )
        .properties(height=ROW * len(rows))
    )
    return chart


def stacked_bars(table: pd.DataFrame, key: str, value: str, part: str, title: str) -> Chart:
    """A bar for each `key`, made of its parts."""
    import altair as alt

    rows, parts = list(dict.fromkeys(table[key])), list(dict.fromkeys(table[part]))
    table = table.assign(order=table[part].map({name: i for i, name in enumerate(parts)}))
    chart: Chart = (
        alt.Chart(table)
        .mark_bar(height=20, stroke=coloured("ground"), strokeWidth=1)
        .encode(
            y=alt.Y(f"{key}:N", sort=rows, title=None),
            x=alt.X(f"{value}:Q", title=title),
            color=series_colour(part, parts),
            order="order:O",
            tooltip=[alt.Tooltip(f"{key}:N"), alt.Tooltip(f"{part}:N"), alt.Tooltip(f"{value}:Q", format=".2f")],
        )
        .properties(height=STACK_ROW * len(rows))
    )
    return chart


def dots(table: pd.DataFrame, key: str, value: str, part: str, title: str) -> Chart:
    """Several dots for each row, told apart by colour and shape."""
    import altair as alt

    rows, parts = list(dict.fromkeys(table[key])), list(dict.fromkeys(table[part]))
    chart: Chart = (
        alt.Chart(table)
        .mark_point(size=70, filled=True, opacity=1)
        .encode(
            y=alt.Y(f"{key}:N", sort=rows, title=None, axis=alt.Axis(grid=True)),
            x=alt.X(f"{value}:Q", title=title),
            color=series_colour(part, parts),
            shape=alt.Shape(f"{part}:N", sort=parts, scale=scale_of(parts, SHAPES)),
            tooltip=[alt.Tooltip(f"{key}:N"), alt.Tooltip(f"{part}:N"), alt.Tooltip(f"{value}:Q", format=".2f")],
        )
        .properties(height=ROW * len(rows))
    )
    return chart


def calibration_plot(table: pd.DataFrame) -> Chart:
    """Predicted against observed rates, in percent; on the line they are equal."""
    import altair as alt

    shown = in_percent(table, ["predicted", "observed", "low", "high"])
    scale = alt.Scale(domain=[0, PERCENT])
    line = alt.Chart(pd.DataFrame({"predicted": [0, PERCENT], "observed": [0, PERCENT]})).mark_line(
        color=coloured("muted"), strokeDash=[4, 4], strokeWidth=1
    )
    base = alt.Chart(shown).encode(x=alt.X("predicted:Q", title="predicted, %", scale=scale))
    errors = base.mark_rule(color=coloured("good"), strokeWidth=2).encode(
        y=alt.Y("low:Q", title="observed, %", scale=scale), y2="high:Q"
    )
    points = base.mark_point(size=70, filled=True, opacity=1, color=coloured("good")).encode(
        y=alt.Y("observed:Q", title="observed, %", scale=scale),
        tooltip=[
            alt.Tooltip("predicted:Q", format=".1f"),
            *number_tooltips("observed"),
            alt.Tooltip("games:Q", format=","),
        ],
    )
    return alt.layer(line.encode(x="predicted:Q", y="observed:Q"), errors, points).properties(height=300)
