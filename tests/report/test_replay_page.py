"""The page of a game: valid, alone in the world, harmless whatever a record says, and moved by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rfsim.games import load_game
from rfsim.report.replay_page import Pool, packed, replay_page
from tests.report.browser import Browser, find_chromium
from tests.report.games import line_of, short_record

EMPTY = {"meta", "link", "input", "br", "hr", "img"}
ATTACK = "</script><script>document.title = 'taken over'</script><img src=x onerror=\"document.title = 'taken over'\">"
MOST_BYTES = 1_000_000


def page_of(record: Any) -> str:
    return replay_page(load_game(record["game"]).tell_story(record))


def attacking_record() -> dict[str, Any]:
    record = short_record(seed=ATTACK)
    for seat in record["seats"]:
        seat["strategy"] = ATTACK
    return record


def rift_record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(line_of("two"))
    return record


def attacking_rift_record() -> dict[str, Any]:
    record = rift_record()
    for seat in record["seats"]:
        seat["strategy"] = ATTACK
    return record


class Outline(HTMLParser):
    """The tags of a page, and whether they are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def attributes(self, name: str) -> list[str]:
        return [str(attributes[name]) for _, attributes in self.found if name in attributes]


# ------------------------------------------------------------------------------------------------------------ the text


@pytest.mark.parametrize("make", [short_record, rift_record, attacking_record])
def test_the_page_is_well_formed(make: Callable[[], Any]) -> None:
    page = page_of(make())
    assert page.startswith("<!DOCTYPE html>")
    outline = Outline(page)
    assert outline.open == []
    ids = outline.attributes("id")
    assert len(ids) == len(set(ids))
    labelled = [tag for tag, attributes in outline.found if tag == "input" and "aria-label" in attributes]
    assert labelled == ["input"]


def test_the_page_refers_to_nothing_outside() -> None:
    page = page_of(short_record())
    outline = Outline(page)
    assert outline.attributes("src") == outline.attributes("href") == []
    addresses = set(re.findall(r"\w+://[^\"' )]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of SVG's elements: nothing is fetched
    assert "@import" not in page
    assert "url(" not in page
    policy = next(a["content"] for tag, a in outline.found if a.get("http-equiv") == "Content-Security-Policy")
    assert str(policy).startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in str(policy)


@pytest.mark.parametrize("make", [attacking_record, attacking_rift_record])
def test_what_a_record_says_is_text(make: Callable[[], Any]) -> None:
    page = page_of(make())
    assert ATTACK not in page
    assert "<img" not in page
    assert [tag for tag, _ in Outline(page).found].count("script") == 2


@pytest.mark.parametrize("preset", ["base", "team4", "four"])
def test_a_page_is_small(preset: str) -> None:
    assert len(page_of(json.loads(line_of(preset))).encode()) < MOST_BYTES


def test_the_turns_are_there_without_a_script() -> None:
    page = page_of(short_record())
    text = re.sub(r"<[^>]+>", "", page)
    assert "seat 0 plays Fire5 at 1, Fire5 at 1, Fire5 at 1 0-0" in text
    assert "seat 0 discards Fire5, activates Fire5, Fire5 1-0" in text


def test_equal_parts_are_stored_once() -> None:
    pool = Pool()
    assert [pool.index(part) for part in ({"a": 1}, {}, {"a": 1}, {})] == [0, 1, 0, 1]
    story = load_game("riftforce").tell_story(short_record())
    data = packed(story)
    for frame, short in zip(story["frames"], data["frames"], strict=True):
        assert [data["parts"][index] for index in short["cells"]] == frame["cells"]
        assert [[data["parts"][i] for i in piles] for piles in short["panels"]] == frame["panels"]


# -------------------------------------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_chromium()
    if program is None:
        pytest.skip("no Chromium here (Debian's package chromium has it): the page was not opened")
    opened = Browser(program)
    yield opened
    opened.close()


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The game made by hand, opened at its start. Nothing may go wrong, and nothing be asked of the network."""
    file = tmp_path / "game.html"
    file.write_text(page_of(short_record()), encoding="utf-8")
    browser.problems.clear()
    browser.open(file)
    yield browser
    assert browser.problems == []


def cards_at(browser: Browser, location: int) -> list[str]:
    """Both columns of a location in words, side 1's first."""
    cells = "document.querySelectorAll('#board .cell')"
    words = "[...cell.querySelectorAll('.card')].map((card) => card.getAttribute('aria-label')).join(' / ')"
    return [
        str(browser.evaluate(f"{{ const cell = {cells}[{index}]; {words} }}"))
        for index in (location - 1, 2 * 5 + location - 1)
    ]


def test_arrows_go_step_by_step_and_with_shift_turn_by_turn(shown: Browser) -> None:
    assert shown.text("#where") == "turn 0 of 4"
    assert cards_at(shown, 1) == ["", ""]
    shown.press("ArrowRight")
    assert cards_at(shown, 1) == ["", "Fire5, is new"]
    shown.press("ArrowRight", shift=True)
    assert shown.text("#where") == "turn 1 of 4"
    assert cards_at(shown, 1) == ["", "Fire5 / Fire5 / Fire5, is new"]
    shown.press("ArrowRight", shift=True)
    assert cards_at(shown, 1) == ["Earth5, is new", " / ".join(["Fire5, 1 damage, is hit"] * 3)]
    shown.press("ArrowLeft")
    assert cards_at(shown, 1) == ["", "Fire5 / Fire5 / Fire5, is new"]
    shown.press("ArrowLeft", shift=True)
    assert shown.text("#where") == "turn 0 of 4"


def test_home_and_end(shown: Browser) -> None:
    shown.press("End")
    assert shown.text("#where") == "turn 4 of 4"
    assert shown.texts(".lane-points") == ["1", "0"]
    assert shown.evaluate("location.hash") == "#turn=4"
    assert shown.evaluate("document.getElementById('forward').disabled") is True
    shown.press("Home")
    assert shown.text("#where") == "turn 0 of 4"
    assert shown.texts(".lane-points") == ["0", "0"]


def test_space_plays_to_the_end_and_stops_there(shown: Browser) -> None:
    shown.evaluate("{ const speed = document.getElementById('speed'); speed.options[2].value = 5; speed.value = 5; }")
    shown.press(" ")
    assert shown.evaluate("document.getElementById('play').getAttribute('aria-label')") == "pause"
    ended = "new Promise((done) => { const wait = () => document.getElementById('forward').disabled ? done(true) : "
    assert shown.evaluate(ended + "setTimeout(wait, 5); wait(); })") is True
    assert shown.text("#where") == "turn 4 of 4"
    assert shown.evaluate("document.getElementById('play').getAttribute('aria-label')") == "play"


def test_a_key_stops_the_playing(shown: Browser) -> None:
    shown.press(" ")
    shown.press("ArrowRight")
    assert shown.evaluate("document.getElementById('play').getAttribute('aria-label')") == "play"


def test_the_slider_the_list_and_the_steps_jump(shown: Browser) -> None:
    slide = "slider.value = 3; slider.dispatchEvent(new Event('input'));"
    shown.evaluate(f"{{ const slider = document.getElementById('slider'); {slide} }}")
    assert cards_at(shown, 1) == [
        "Earth5, 6 damage, is hit, is gone",
        "Fire5, 1 damage / Fire5, 2 damage, acts / Fire5, 2 damage, is hit",
    ]
    assert shown.text("#turn-name") == "Turn 3 of 4: ● seat 0"
    assert len(shown.texts("#steps li")) == 3
    shown.evaluate("document.querySelectorAll('#steps button')[0].click()")
    assert shown.evaluate("location.hash") == "#turn=3&step=1"
    assert shown.text("#steps [aria-current]") == "Fire5 is discarded"
    shown.evaluate("document.querySelector('#turns [data-turn=\"1\"]').click()")
    assert shown.text("#where") == "turn 1 of 4"


def test_an_address_opens_the_page_at_a_turn(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_of(short_record()), encoding="utf-8")
    places = {"turn=2": "turn 2", "turn=99": "turn 4", "turn=x": "turn 0", "turn=3&step=9": "turn 3"}
    for place, where in places.items():
        browser.open(file, place)
        assert browser.text("#where") == f"{where} of 4"


@pytest.mark.parametrize("make", [attacking_record, attacking_rift_record])
def test_a_hostile_record_takes_nothing_over(make: Callable[[], Any], browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_of(make()), encoding="utf-8")
    browser.problems.clear()
    browser.open(file)
    browser.press("End")
    assert browser.evaluate("document.title") != "taken over"
    assert ATTACK in browser.text("#track")
    assert browser.problems == []


@pytest.mark.parametrize("preset", ["base", "team4", "solo", "four"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_sticks_out_at_the_side(preset: str, width: int, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_of(json.loads(line_of(preset))), encoding="utf-8")
    browser.resize(width, 800)
    browser.problems.clear()
    browser.open(file)
    for _ in range(12):
        browser.press("ArrowRight", shift=True)
        assert browser.evaluate("document.documentElement.scrollWidth") <= width
    assert browser.problems == []


def test_a_page_that_asks_the_network_would_be_found_out(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text('<img src="http://127.0.0.1:9/pixel.png"><script>console.error("no")</script>')
    browser.problems.clear()
    browser.open(file)
    assert browser.problems[0] == "request: http://127.0.0.1:9/pixel.png"
    assert any(problem.startswith("console: ") for problem in browser.problems)
    browser.problems.clear()


def test_the_rift_is_drawn_as_squares(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_of(rift_record()), encoding="utf-8")
    browser.open(file)
    assert sorted(browser.texts("#board .card .sign")) == ["A", "E", "F", "W"]
    assert browser.texts(".panel-name b") == ["■ seat 1", "● seat 0", "the middle"]
