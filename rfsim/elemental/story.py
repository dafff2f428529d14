"""A recorded game of Elemental Rift as a story (`rfsim.story`): a frame for each part of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rfsim.elemental.core.field import ROW
from rfsim.elemental.core.state import ELEMENT_NAMES, NONE
from rfsim.elemental.notation import COLUMNS, SIGNS, rift_of, square_name
from rfsim.elemental.record import Recorder
from rfsim.elemental.replay import Replay, closing_line, opening_lines
from rfsim.elemental.rules import Rules
from rfsim.elemental.stepping import Game
from rfsim.elemental.words import part_words, summary
from rfsim.story import (
    ACTS,
    CHANGED,
    FACE_DOWN,
    GONE,
    NEW,
    AnyPiece,
    Card,
    Cell,
    Frame,
    Panel,
    Piece,
    Pile,
    Row,
    Story,
    Turn,
    marked_as_new,
)

HUES = {"earth": 120, "fire": 14, "water": 215, "air": 50}  # in degrees
ACCOLADE_HUE, ACCOLADE_SIGN = 280, "★"


@dataclass
class Before:
    """What is compared with after a part."""

    rift: dict[int, int]
    hands: list[list[str]]
    in_front: list[list[str]]
    held: list[list[str]]


class Narrator(Recorder):
    """A recorder that also tells the story."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.view = View(game)
        self.before = self.view.look()
        #: For each frame what lies on the Rift's squares; the board is drawn once all of them are known.
        self.rifts: list[dict[int, AnyPiece]] = []
        self.frames: list[Frame] = []
        self.told: list[Turn] = []
        self.add_frame(0, [])

    def begin_part(self, word: str, program: int) -> None:
        if self.parts:
            self.add_frame(len(self.turns) + 1, words_of_part(self.parts[-1]))
        super().begin_part(word, program)

    def carry_out(self, option: int, in_deck: int | None = None) -> None:
        turn, seat, parts = len(self.turns) + 1, self.seat, self.parts
        super().carry_out(option, in_deck)
        if len(self.turns) == turn:
            said = [words_of_part(part) for part in parts]
            self.add_frame(turn, said[-1] if said else [])
            who = f"seat {seat}"
            self.told.append(
                {"number": turn, "side": seat, "who": who, "summary": summary(said), "record": self.turns[-1]}
            )

    def add_frame(self, turn: int, part: Sequence[str]) -> None:
        """The table after a part of a turn."""
        nothing = "Nothing happens" if turn else "The table is set"
        self.rifts.append(self.view.rift(self.before))
        self.frames.append(
            {
                "turn": turn,
                "text": part_words(part) if part else nothing,
                "cells": [],
                "panels": self.view.panels(self.before, part),
                "score": [len(held) for held in self.view.look().held],
            }
        )
        self.before = self.view.look()


def words_of_part(part: Sequence[str]) -> list[str]:
    """The recorder keeps what a choice says in one piece: `take Chain from 1`."""
    return " ".join(part).split()


# ----------------------------------------------------------------------------------------------------------- the table


class View:
    """Looks at the table, and draws it."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.table = game, game.rules, game.table
        self.seats = range(game.rules.preset.seats)

    def look(self) -> Before:
        names = self.rules.spell_names
        hands = [[names[spell] for spell in self.game.hand(seat)] for seat in self.seats]
        in_front, held = [self.in_front(seat) for seat in self.seats], [self.held(seat) for seat in self.seats]
        return Before(rift_of(self.table), hands, in_front, held)

    def in_front(self, seat: int) -> list[str]:
        """The spells in front of a seat, in the order in which they were played."""
        spells = self.table.in_play[: int(self.table.spells)]
        return [
            self.rules.spell_names[int(spell)]
            for spell, owner in zip(spells, self.table.owner, strict=False)
            if int(owner) == seat
        ]

    def held(self, seat: int) -> list[str]:
        """The accolades of a seat, or those in the middle (`NONE`)."""
        names = self.rules.accolade_names
        return [name for index, name in enumerate(names) if int(self.table.holder[index]) == seat]

    def rift(self, before: Before) -> dict[int, AnyPiece]:
        """What lies on the squares, and what was taken from those that are empty now."""
        now = rift_of(self.table)
        squares: dict[int, AnyPiece] = {}
        for square in before.rift.keys() | now.keys():
            old, new = before.rift.get(square), now.get(square)
            name = ELEMENT_NAMES[old if new is None else new]  # type: ignore[index]
            mark = GONE if new is None else NEW if old is None else CHANGED
            squares[square] = name if old == new else {"card": name, "marks": [mark]}
        return squares

    # ---- piles

    def panels(self, before: Before, part: Sequence[str]) -> list[list[Pile]]:
        """Each seat's cards, then those of nobody."""
        triggered = (int(part[1]), part[2]) if part and part[0] == "trigger" else None
        return [*(self.seat_piles(seat, before, triggered) for seat in self.seats), self.middle_piles()]

    def seat_piles(self, seat: int, before: Before, triggered: tuple[int, str] | None) -> list[Pile]:
        hand = marked_as_new(self.look().hands[seat], before.hands[seat])
        acting = triggered[1] if triggered is not None and triggered[0] == seat else None
        in_front = marked_row(self.in_front(seat), before.in_front[seat], acting)
        return [
            {"name": "hand", "count": len(hand), "pieces": hand},
            {"name": "in front", "count": len(self.in_front(seat)), "pieces": in_front},
            {"name": "accolades", "count": len(self.held(seat)), "pieces": self.accolades(seat, before.held[seat])},
        ]

    def accolades(self, seat: int, before: Sequence[str]) -> list[AnyPiece]:
        face_up = dict(zip(self.rules.accolade_names, self.table.face_up, strict=False))
        pieces: list[AnyPiece] = []
        for name in self.held(seat):
            marks = [*([] if face_up[name] else [FACE_DOWN]), *([] if name in before else [NEW])]
            pieces.append({"card": name, "marks": marks} if marks else name)
        return pieces

    def middle_piles(self) -> list[Pile]:
        table, names = self.table, self.rules.spell_names
        discarded: list[AnyPiece] = [names[int(spell)] for spell in table.discards[: int(table.discard_size)]]
        supply = ", ".join(f"{int(table.supply[element])} {name}" for element, name in enumerate(ELEMENT_NAMES))
        accolades: list[AnyPiece] = [*self.held(NONE)]
        return [
            {"name": "accolades", "count": len(accolades), "pieces": accolades},
            {"name": "supply", "text": supply},
            {"name": "deck", "count": int(table.deck_size)},
            {"name": "discard pile", "count": len(discarded), "pieces": discarded, "folded": True},
        ]


def marked_row(cards: Sequence[str], before: Sequence[str], acting: str | None) -> list[AnyPiece]:
    """Spells in a row: new ones come last, those that are gone are shown once more behind them."""
    known, pieces = Counter(before), list[AnyPiece]()
    for card in cards:
        known[card] -= 1
        marks = [*([ACTS] if card == acting else []), *([NEW] if known[card] < 0 else [])]
        pieces.append({"card": card, "marks": marks} if marks else card)
    for card in (+known).elements():
        piece: Piece = {"card": card, "marks": [*([ACTS] if card == acting else []), GONE]}
        pieces.append(piece)
    return pieces


# ----------------------------------------------------------------------------------------------------------- the story


def tell_story(record: Any) -> Story:
    """The story of a record. Raises RecordFault if it does not hold."""
    replay = Replay(record, Narrator)
    narrator = replay.recorder
    assert isinstance(narrator, Narrator)
    for _ in replay.turns():
        pass
    rules = replay.game.rules
    across, down = extent(narrator.rifts)
    for frame, rift in zip(narrator.frames, narrator.rifts, strict=True):
        frame["cells"] = [square_cell(rift.get(row * ROW + column)) for row in down for column in across]
    players = [str(seat.get("strategy", "unknown")) for seat in record["seats"]]
    seats: list[Panel] = [
        {"name": f"seat {seat}", "detail": player, "side": seat} for seat, player in enumerate(players)
    ]
    return {
        "title": rules.title,
        "opening": opening_lines(replay),
        "closing": closing_line(replay),
        "score_name": "accolades",
        "target": rules.cards.game.accolades_to_win,
        "sides": [f"seat {seat} ({player})" for seat, player in enumerate(players)],
        "cards": cards_of(rules),
        "headings": [COLUMNS[column] for column in across],
        "width": len(across),
        "rows": [row_of_squares(row, across) for row in down],
        "panels": [*seats, {"name": "the middle", "detail": "", "side": None}],
        "turns": narrator.told,
        "frames": narrator.frames,
    }


def extent(rifts: Sequence[Mapping[int, AnyPiece]]) -> tuple[range, range]:
    """The columns and rows that the Rift ever reached."""
    squares = {square for rift in rifts for square in rift}
    columns, rows = [square % ROW for square in squares], [square // ROW for square in squares]
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def row_of_squares(row: int, across: Sequence[int]) -> Row:
    return {"kind": "square", "labels": [square_name(row * ROW + column) for column in across]}


def square_cell(piece: AnyPiece | None) -> Cell:
    return {} if piece is None else {"pieces": [piece]}


def cards_of(rules: Rules) -> dict[str, Card]:
    """The elements, the spells and the accolades. (Names of spells begin with a capital, those of elements do not.)"""
    cards: dict[str, Card] = {}
    decay = rules.cards.decay
    for sign, name in zip(SIGNS, ELEMENT_NAMES, strict=True):
        text = f"decays into {decay[name]}"  # type: ignore[index]
        cards[name] = {"sign": sign, "name": name, "hue": HUES[name], "text": text, "kind": "square"}
    for spell in rules.spells:
        entry, element = spell.entry, ELEMENT_NAMES[spell.element]
        text = f"decay {entry.decay}; {entry.effect}; when {entry.trigger}: {entry.trigger_effect}"
        name = spell.name.removeprefix(element.capitalize())
        sign = SIGNS[spell.element]
        cards[spell.name] = {"sign": sign, "name": name, "hue": HUES[element], "text": text, "kind": "spell"}
    for name, text in rules.cards.accolades.items():
        cards[name] = {"sign": ACCOLADE_SIGN, "name": name, "hue": ACCOLADE_HUE, "text": text, "kind": "accolade"}
    return cards
