"""A recorded game as a story: what a page needs to show it, whatever the game.

A game tells the story (`tell_story` of its `game` module), `rfsim.report.replay_page` makes the page. Everything here
is plain data, ready for JSON. A table is a **board** (a grid of cells, each with the pieces that lie there) and some
**panels** (a seat's hand and piles, or what belongs to nobody). A **frame** is the table at one moment, with the words
for what just happened.

A **piece** is the name of a card (a key of ``Story.cards``); or, if there is more to say, a dict: see `Piece`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NotRequired, TypedDict

#: What can have become of a piece in a frame; the page has a look and a word for each.
ACTS, HIT, HEALED, MOVED, CHANGED = "acts", "hit", "healed", "moved", "changed"
NEW, GONE, FACE_DOWN = "new", "gone", "down"


class Piece(TypedDict):
    """A card as it lies somewhere."""

    card: str
    damage: NotRequired[int]
    owner: NotRequired[int]  # the seat, where it does not go without saying
    marks: NotRequired[list[str]]
    note: NotRequired[str]  # a word about a mark: `+2`


AnyPiece = str | Piece


class Card(TypedDict):
    """A kind of card: how it is drawn (`sign` large, `name` small, `hue` in degrees), and what it says."""

    sign: str
    name: str
    hue: int
    text: str
    kind: str  # "elemental", "square", "spell" or "accolade"


class Cell(TypedDict, total=False):
    """One cell of the board in one frame; an empty one is an empty dict."""

    pieces: list[AnyPiece]
    side: int  # the side that controls it
    note: str  # `+1`, where it was scored


class Row(TypedDict):
    """A row of cells: columns of cards that grow away from the middle ("up", "down"), or places ("place", "square")."""

    kind: str
    labels: list[str]  # one for each cell, or none


class Pile(TypedDict, total=False):
    """Cards of a panel: all of them open, or only their number, or both (`folded`: looked into on request)."""

    name: str
    count: int
    pieces: list[AnyPiece]
    folded: bool
    text: str


class Panel(TypedDict):
    """Whose cards: a seat's, or nobody's (`side` None)."""

    name: str
    detail: str
    side: int | None


class Frame(TypedDict):
    """The table at one moment. Turn 0 is the table before the first turn."""

    turn: int
    text: str
    cells: list[Cell]
    panels: list[list[Pile]]
    score: list[int]


class Turn(TypedDict):
    """A turn: whose, what the record has, and what it was in short."""

    number: int
    side: int
    who: str
    summary: str
    record: str


class Story(TypedDict):
    """A whole game."""

    title: str
    opening: list[str]
    closing: str
    score_name: str
    target: int
    sides: list[str]
    cards: dict[str, Card]
    headings: list[str]  # above the board's columns, or none
    width: int  # cells in a row of the board
    rows: list[Row]
    panels: list[Panel]
    turns: list[Turn]
    frames: list[Frame]


def marked_as_new(cards: Iterable[str], before: Iterable[str]) -> list[AnyPiece]:
    """A hand in alphabetical order, with a mark on what was not there before."""
    known = Counter(before)
    pieces: list[AnyPiece] = []
    for card in sorted(cards):
        known[card] -= 1
        pieces.append({"card": card, "marks": [NEW]} if known[card] < 0 else card)
    return pieces


def joined(words: Iterable[str]) -> str:
    """`a, b and c`."""
    parts = list(words)
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
