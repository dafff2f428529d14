"""How charts look, and how they get into a page or a file.

Charts name their colours (`coloured`), and a theme says what those are, so that one chart serves a light and a dark
page, print and files. The colours are those of Okabe and Ito ("Color universal design", 2008), which the colour-blind
tell apart; shape or opacity says the same once more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rfsim.jit import CACHE_HOME
from rfsim.study.parts import write_atomically

if TYPE_CHECKING:
    import altair as alt

    Chart = alt.Chart | alt.LayerChart | alt.FacetChart

if TYPE_CHECKING:
    import altair as alt

#: The named colours of a page that changes with its reader's wish: CSS variables of `templates/report.css`.
NAMES = ("ink", "muted", "line", "ground", "good", "bad", "third", "fourth")
PAGE_THEME = {name: f"var(--{name})" for name in NAMES}
#: The same for files on white.
FILE_THEME = {
    "ink": "#1b1f24",
    "muted": "#5b6470",
    "line": "#d9dee5",
    "ground": "#ffffff",
    "good": "#0072b2",
    "bad": "#d55e00",
    "third": "#009e73",
    "fourth": "#cc79a7",
}
SERIES = ("good", "bad", "third", "fourth")

FILE_WIDTH = 680  # pixels
PNG_SCALE = 2
TICKS = 8  # of an axis, about
CHART_FONT = "system-ui, sans-serif"


def coloured(name: str) -> str:
    """A placeholder that `spec_of` replaces by the theme's colour."""
    return f"@{name}"


def config() -> dict[str, Any]:
    """What all charts have in common."""
    text = {"labelColor": coloured("ink"), "titleColor": coloured("muted"), "labelFontSize": 12, "titleFontSize": 12}
    return {
        "font": CHART_FONT,
        "background": "transparent",
        "view": {"stroke": None},
        "axis": {
            **text,
            "titleFontWeight": "normal",
            "gridColor": coloured("line"),
            "domainColor": coloured("line"),
            "tickColor": coloured("line"),
            "labelLimit": 260,
        },
        "axisQuantitative": {"tickCount": TICKS, "labelOverlap": True},
        "legend": {**text, "title": None, "orient": "top", "symbolStrokeWidth": 2, "columns": 2},
        "rule": {"color": coloured("muted")},
        "text": {"color": coloured("ink")},
        "range": {"category": [coloured(name) for name in SERIES]},
    }


def spec_of(chart: Chart, theme: Mapping[str, str], width: int | str) -> dict[str, Any]:
    """The chart as a Vega-Lite specification."""
    spec: dict[str, Any] = with_colours(chart.configure(**config()).to_dict(), theme)
    return {**spec, "width": width, "autosize": {"type": "fit-x", "contains": "padding"}}


def with_colours(value: Any, theme: Mapping[str, str]) -> Any:
    """A specification with its placeholders replaced."""
    if isinstance(value, dict):
        return {key: with_colours(item, theme) for key, item in value.items()}
    if isinstance(value, list):
        return [with_colours(item, theme) for item in value]
    if isinstance(value, str) and value[:1] == "@" and value[1:] in theme:
        return theme[value[1:]]
    return value


def write_chart(chart: Chart, path: Path) -> None:
    """Write `path` as SVG and PNG (its suffix is added). Raises OSError."""
    import vl_convert

    spec = {**spec_of(chart, FILE_THEME, FILE_WIDTH), "background": FILE_THEME["ground"], "padding": 12}
    path.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(spec))
    path.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(spec, scale=PNG_SCALE))


def javascript() -> str:
    """Vega, Vega-Lite and vegaEmbed in one script for inside a page (about 0.9 MB).

    Bundling takes seconds, so what came out of it is kept beside the compiled code.
    """
    import vl_convert

    kept = CACHE_HOME / f"vega-{version('vl-convert-python')}.js"
    if kept.is_file():
        return kept.read_text()
    script = str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")).replace("</script", "<\\/script")
    with contextlib.suppress(OSError):
        write_atomically(kept, script.encode())
    return script
