"""Reports in a browser: they load without a word on the console or a request to the network, and can be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.report.conftest import STUDIES

DESKTOP, PHONE = {"width": 1200, "height": 900}, {"width": 390, "height": 844}
DRAWN = "() => document.documentElement.dataset.drawn !== undefined"


@pytest.fixture
def opened(browser: Any, reported: Callable[[str], Path]) -> Iterator[Callable[..., Any]]:
    """`opened("sweep", PHONE)`: a page with a report, its charts drawn; what it said and asked for is checked after."""
    contexts, complaints, requests = [], [], []

    def open_report(name: str, viewport: dict[str, int] = DESKTOP, scheme: str = "light") -> Any:
        contexts.append(browser.new_context(viewport=viewport, color_scheme=scheme))
        opened_page = contexts[-1].new_page()
        opened_page.on("console", lambda message: complaints.append(message.text))
        opened_page.on("pageerror", lambda error: complaints.append(str(error)))
        opened_page.on("request", lambda request: requests.append(request.url))
        opened_page.goto(reported(name).as_uri())
        opened_page.wait_for_function(DRAWN)
        return opened_page

    yield open_report
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith("file:")] == []


@pytest.mark.parametrize("name", list(STUDIES))
def test_all_charts_are_drawn(name: str, opened: Callable[..., Any]) -> None:
    page = opened(name)
    charts = page.locator("[data-chart]").count()
    assert charts > 0
    assert page.locator("[data-chart] svg").count() == charts
    assert page.locator(".error").count() == 0


@pytest.mark.parametrize("name", ["sweep", "team", "compare-rules"])
def test_a_phone_shows_the_page_without_scrolling_sideways(name: str, opened: Callable[..., Any]) -> None:
    page = opened(name, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def shown_names(page: Any) -> list[str]:
    return list(page.locator("#combinations tbody tr td:first-child").all_text_contents())


def test_searching_shows_the_combinations_with_all_words(opened: Callable[..., Any]) -> None:
    page = opened("sweep")
    page.locator("#combinations input[type=search]").fill("ice plant")
    names = shown_names(page)
    assert names
    assert all({"Ice", "Plant"} <= set(name.split("+")) for name in names)
    page.locator("#combinations select").select_option("2")
    assert shown_names(page) == ["Ice+Plant"]
    assert page.locator("#combinations output").text_content() == "1 of 1 rows"


def test_a_search_without_a_match_says_so(opened: Callable[..., Any]) -> None:
    page = opened("sweep")
    page.locator("#combinations input[type=search]").fill("no such guild")
    assert shown_names(page) == []
    assert page.locator("#combinations output").text_content() == "0 of 0 rows"


def test_all_rows_can_be_shown(opened: Callable[..., Any]) -> None:
    page = opened("sweep")
    assert len(shown_names(page)) == 20
    page.locator("#combinations .more").click()
    assert len(shown_names(page)) > 100


def test_a_heading_sorts_numbers_from_the_top_and_then_from_below(
    opened: Callable[..., Any],
) -> None:
    page = opened("sweep")
    heading = page.locator("#combinations th", has_text="games")
    for order in ("descending", "ascending"):
        heading.locator("button").click()
        assert heading.get_attribute("aria-sort") == order
        cells = page.locator("#combinations tbody tr td:nth-child(3)").all_text_contents()
        games = [int(text.replace(",", "")) for text in cells]
        assert games == sorted(games, reverse=order == "descending")
    # The first rows of all, not only of those that were shown before.
    assert games[0] < 100


def test_names_are_sorted_from_a(opened: Callable[..., Any]) -> None:
    page = opened("sweep")
    page.locator("#combinations th button").first.click()
    names = shown_names(page)
    assert names == sorted(names)
    assert names[0] == "Air"


def test_a_heading_can_be_used_with_the_keyboard(opened: Callable[..., Any]) -> None:
    page = opened("sweep")
    page.locator("#combinations th button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#combinations th").first.get_attribute("aria-sort") == "ascending"


def test_a_dark_desk_gets_a_dark_page(opened: Callable[..., Any]) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light, dark = (opened("drafts", DESKTOP, scheme).evaluate(background) for scheme in ("light", "dark"))
    assert light == "rgb(255, 255, 255)"
    assert dark == "rgb(20, 23, 28)"


def test_a_print_is_light_and_has_the_numbers_of_short_tables(opened: Callable[..., Any]) -> None:
    page = opened("drafts", DESKTOP, "dark")
    assert page.locator("details.numbers[open]").count() == 0
    assert page.pdf().startswith(b"%PDF")
    assert page.locator("details.numbers[open]").count() > 0
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ground')") == "#ffffff"
