"""The balance report: one HTML file that works offline, from what a results folder holds.

The template draws all sections and figures alike, so a new finding is one function that returns a figure.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rfsim.analysis.outcome import MODEL_FILE
from rfsim.errors import InputError
from rfsim.report import themes
from rfsim.report.about import about, headlines, limits_of, tiles
from rfsim.report.figures import Section
from rfsim.report.results import Results, read_results
from rfsim.report.sections.against import against_section
from rfsim.report.sections.combinations import combination_section
from rfsim.report.sections.course import course_section
from rfsim.report.sections.guilds import guild_section, start_section
from rfsim.report.sections.model import model_section
from rfsim.report.sections.pairs import pair_section
from rfsim.report.sections.rules import rules_section
from rfsim.report.sections.strategies import matchup_section, strategy_section
from rfsim.report.sections.variants import challenge_section, change_section
from rfsim.report.summary import MOST_IMPORTANT, heading
from rfsim.study.folder import RESOLVED, STUDY_FILE
from rfsim.study.parts import write_atomically

TEMPLATES = Path(__file__).parent / "templates"
PACKAGES = ("altair", "jinja2", "sklearn", "vl_convert")  # of the extra `report`

#: The sections of each kind of study, in order; some are left out where they have nothing to tell.
SECTIONS: dict[str, tuple[Callable[[Results], Section | None], ...]] = {
    "sweep": (guild_section, start_section, pair_section, combination_section, course_section, model_section),
    "tournament": (
        *(strategy_section, guild_section, start_section, pair_section),
        *(combination_section, course_section, model_section),
    ),
    "drafts": (matchup_section, strategy_section, start_section, pair_section, course_section, model_section),
    "solo": (challenge_section, guild_section, combination_section, course_section),
    "compare-rules": (change_section, course_section),
}


def check_packages() -> None:
    """Raise InputError if the extra is not installed."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(f"report: {', '.join(missing)} not installed; pip install 'rfsim[report]'")


def sections_of(results: Results, other: Results | None) -> list[Section]:
    """All sections of a report."""
    made = [make(results) for make in SECTIONS[results.kind]]
    sections = [section for section in made if section is not None]
    if other is not None:
        sections.append(against_section(results, other))
    return [*sections, rules_section(results)]


def breakable(text: str) -> Any:
    """Text for a page, in which lines can break between the guilds of a deck."""
    from markupsafe import Markup, escape

    return Markup(escape(text).replace("+", Markup("+<wbr>")))


def unbroken(text: str) -> str:
    """A sentence whose lines do not break between a number and its percent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def make_page(results: Results, sections: list[Section]) -> str:
    """The HTML of a report."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["breakable"] = breakable
    environment.filters["unbroken"] = unbroken
    figures = [figure for section in sections for figure in section.figures]
    stored = results.folder.stored().get(RESOLVED, {})
    return environment.get_template("report.html").render(
        title=results.name,
        heading=heading(results.context).removeprefix(f"{results.name}: "),
        about=about(results),
        findings=headlines(results),
        most_important=MOST_IMPORTANT,
        tiles=tiles(results),
        sections=sections,
        specs={
            figure.id: themes.spec_of(figure.chart, themes.PAGE_THEME, "container")
            for figure in figures
            if figure.chart is not None
        },
        limits=limits_of(results),
        has_model=results.fitted is not None,
        folder=str(results.folder.path),
        study=(results.folder.path / STUDY_FILE).read_text(),
        made=stored.get("made", ""),
        versions=stored.get("versions", {}),
        vega=themes.javascript(),
    )


def write_report(
    path: Path, out: Path | None = None, against: Path | None = None, charts_to: Path | None = None
) -> Path:
    """Write the report of a results folder (by default as its `report.html`), and the model that it fitted.

    `against`: another results folder. `charts_to`: a folder for the charts as SVG and PNG. Raises InputError, OSError.
    """
    check_packages()
    results = read_results(path)
    other = read_results(against) if against is not None else None
    sections = sections_of(results, other)
    page = out or path / "report.html"
    write_atomically(page, make_page(results, sections).encode())
    if results.fitted is not None:
        results.fitted[0].save(path / MODEL_FILE)
    if charts_to is not None:
        charts_to.mkdir(parents=True, exist_ok=True)
        for figure in (figure for section in sections for figure in section.figures if figure.chart is not None):
            themes.write_chart(figure.chart, charts_to / figure.id)
    return page
