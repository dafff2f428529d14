"""The chart of a search for better weights."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pandas as pd

WIDTH, HEIGHT = 600, 300  # pixels
NAMES = {"best": "best candidate, against the pool", "mean": "mean candidate, against the newest opponent"}


def draw_progress(table: Path, chart: Path) -> bool:
    """Draw the shares of games won, generation by generation, from ``progress.csv`` into an SVG file.

    Whether it was drawn: that needs Altair and vl-convert (the extra ``report``).
    """
    if any(importlib.util.find_spec(name) is None for name in ("altair", "vl_convert")):
        return False
    import altair as alt

    data = pd.read_csv(table).rename(columns=NAMES).melt("generation", list(NAMES.values()), "who", "won")
    share = alt.Y("won:Q", title="share of games won", scale=alt.Scale(zero=False), axis=alt.Axis(format="%"))
    lines = (
        alt.Chart(data)
        .mark_line(point=True)
        .encode(
            x=alt.X("generation:Q", axis=alt.Axis(tickMinStep=1)),
            y=share,
            color=alt.Color("who:N", title=None, legend=alt.Legend(orient="bottom", labelLimit=WIDTH)),
        )
    )
    even = alt.Chart(pd.DataFrame({"won": [0.5]})).mark_rule(strokeDash=[4, 4]).encode(y="won:Q")
    (even + lines).properties(width=WIDTH, height=HEIGHT).save(chart)
    return True
