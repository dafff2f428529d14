"""What stands in a report, for every kind of study."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rfsim.errors import InputError
from rfsim.report import page
from rfsim.report.page import write_report
from tests.report.conftest import STUDIES

Finished = Callable[[str], Path]
MOST_BYTES = 6_000_000
#: The sections of each study's report, beside those that all have.
SECTIONS = {
    "sweep": ["guilds", "start", "pairs", "combinations", "course", "model", "rules"],
    "patched": ["guilds", "start", "pairs", "combinations", "course", "model", "rules"],
    "beyond": ["guilds", "start", "combinations", "course", "rules"],
    "team": ["guilds", "start", "combinations", "course", "rules"],
    "picked": ["guilds", "start", "pairs", "combinations", "course", "model", "rules"],
    "tournament": ["strategies", "guilds", "start", "combinations", "course", "rules"],
    "drafts": ["drafts", "start", "course", "rules"],
    "solo": ["challenges", "guilds", "combinations", "course", "rules"],
    "compare-rules": ["change", "course", "rules"],
    "elemental": ["start", "course", "rules"],
}


class Page(HTMLParser):
    """A report's parts: the ids of sections, what each figure holds, and what could be fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.figures: dict[str, set[str]] = {}
        self.fetched: list[str] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.fetched += [given[name] for name in ("src", "href") if not given.get(name, "#").startswith("#")]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "section":
            self.sections.append(given["id"].removesuffix("-section"))
        if tag == "figure":
            self.figures[given["id"]] = set()
        elif self.figures:
            self.figures[list(self.figures)[-1]] |= {tag, *(name for name in given if name == "data-chart")}


@pytest.mark.parametrize("name", list(STUDIES))
def test_every_kind_of_study_has_its_sections(name: str, reported: Finished) -> None:
    text = reported(name).read_text()
    found = Page(text)
    assert found.sections == ["findings", *SECTIONS[name], "method"]
    assert all("table" in held for held in found.figures.values()), "a chart without its numbers"
    drawn = {id for id, held in found.figures.items() if "data-chart" in held}
    assert drawn == set(specifications(text))
    assert drawn
    assert len(text.encode()) < MOST_BYTES


def specifications(text: str) -> dict[str, object]:
    """The charts in a page."""
    found = re.search(r'<script type="application/json" id="specs">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


def test_nothing_is_fetched(reported: Finished) -> None:
    found = Page(reported("sweep").read_text())
    assert found.fetched == []
    assert found.policy.startswith("default-src 'none'")


def test_the_three_most_important_findings_come_first(finished: Finished, reported: Finished) -> None:
    """The page numbers the same three as summary.md."""
    folder = finished("sweep")
    text = reported("sweep").read_text()
    numbered = re.findall(r"^\d\. (.*)$", (folder / "summary.md").read_text(), re.MULTILINE)
    first = re.findall(r"<li>(.*?)</li>", text.partition('<ol class="findings">')[2].partition("</ol>")[0])
    assert len(numbered) == 3
    assert [sentence.replace("\N{NO-BREAK SPACE}", " ") for sentence in first] == numbered
    assert "is the strongest guild" in numbered[0]


def test_what_a_patch_changes_stands_there_with_before_and_after(reported: Finished) -> None:
    text = reported("patched").read_text()
    assert "patched by printed-ice" in text
    rows = text.partition('<figure id="patch-0">')[2].partition("</figure>")[0]
    assert "Ice" in rows


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("sweep", "Ice is that of the rulebook (R9)"), ("patched", "Ice is that of its printed card (R9)")],
)
def test_reports_say_which_ice_was_played(name: str, sentence: str, finished: Finished, reported: Finished) -> None:
    assert sentence in reported(name).read_text()
    assert sentence in (finished(name) / "summary.md").read_text()


def test_only_the_guilds_of_the_study_are_explained(reported: Finished) -> None:
    texts = reported("sweep").read_text().partition('<figure id="texts">')[2]
    assert "Thunderbolt" in texts
    assert "Lava" not in texts


def test_the_command_that_reproduces_it_is_there(finished: Finished, reported: Finished) -> None:
    folder = finished("sweep")
    assert f"rfsim run {folder}/study.toml" in reported("sweep").read_text()


def test_another_run_is_compared_guild_by_guild(finished: Finished, tmp_path: Path) -> None:
    out = write_report(finished("sweep"), tmp_path / "report.html", against=finished("patched"))
    section = out.read_text().partition('<section id="against-section">')[2].partition("</section>")[0]
    assert "Against patched" in section
    assert "patches" in section  # what was different
    assert section.count("<tr><td>Ice</td>") == 1


def test_charts_are_written_as_svg_and_png(finished: Finished, tmp_path: Path) -> None:
    text = write_report(finished("drafts"), tmp_path / "report.html", charts_to=tmp_path / "charts").read_text()
    names = {path.name for path in (tmp_path / "charts").iterdir()}
    assert names == {f"{id}.{kind}" for id in specifications(text) for kind in ("svg", "png")}
    assert (tmp_path / "charts" / "start.svg").read_text().startswith("<svg")
    assert (tmp_path / "charts" / "start.png").read_bytes().startswith(b"\x89PNG")


def test_the_model_lies_beside_the_report(finished: Finished, reported: Finished) -> None:
    assert reported("sweep") == finished("sweep") / "report.html"
    assert (finished("sweep") / "model.json").is_file()


def test_missing_packages_are_named_with_the_way_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "PACKAGES", ("altair", "no_such_package"))
    with pytest.raises(InputError, match=re.escape("no_such_package not installed; pip install 'rfsim[report]'")):
        write_report(Path("results"))


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a results folder"):
        write_report(tmp_path)
