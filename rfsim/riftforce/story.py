"""A recorded game of Riftforce as a story (`rfsim.story`): a frame for each card played, each elemental activated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rfsim.riftforce.core.state import (
    ACTIVATE,
    ASK_BOT,
    ASK_PLACE,
    CARD_MASK,
    DAMAGE_MASK,
    DAMAGE_SHIFT,
    DISCARD,
    DRAW,
    EXECUTE,
    NUMBERS,
    OWNER_SHIFT,
    PUT,
    PUT_LOCATION_MASK,
    PUT_SHIFT,
    SIDES,
    STOP,
    THING_MASK,
)
from rfsim.riftforce.notation import border, card_name, column, plan_text
from rfsim.riftforce.record import Recorder
from rfsim.riftforce.replay import Replay, closing_line, opening_lines
from rfsim.riftforce.rules import Rules
from rfsim.riftforce.stepping import Game
from rfsim.riftforce.watching import ARRIVE, DAMAGE, DESTROY, HEAL, MOVE, Event, WatchedGame
from rfsim.riftforce.words import event_words, gain_words, sentence
from rfsim.story import (
    ACTS,
    GONE,
    HEALED,
    HIT,
    MOVED,
    NEW,
    AnyPiece,
    Card,
    Cell,
    Frame,
    Panel,
    Piece,
    Pile,
    Story,
    Turn,
    joined,
    marked_as_new,
)

MARKS = {DAMAGE: HIT, HEAL: HEALED, ARRIVE: NEW, DESTROY: GONE, MOVE: MOVED}
#: The hue (in degrees) that a guild's cards are drawn with; guilds of a patch get one by their index.
HUES = {
    **{"Fire": 8, "Earth": 30, "Light": 50, "Plant": 115, "Water": 215, "Ice": 190, "Shadow": 265, "Crystal": 310},
    **{"Thunderbolt": 60, "Air": 200, "Beast": 22, "Sand": 42, "Lava": 0, "Music": 330, "Acid": 85, "Star": 240},
    **{"Love": 345, "Magnet": 280},
}
HUE_STEP = 47  # spreads the hues of further guilds

# ------------------------------------------------------------------------------------------------------------ a step


@dataclass
class Step:
    """What is shown in one frame: the options from one card or elemental to the next."""

    head: str
    verb: str = ""  # for the turn's summary: `plays` …
    thing: str = ""  # … `Fire5 at 3`
    actor: int | None = None  # the piece that acts
    arrives: bool = False  # the head tells of the card that comes onto the table
    events: list[Event] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    checks: int | None = None  # the seat that gains Riftforce for its locations


@dataclass
class Before:
    """What is compared with afterwards."""

    hands: list[list[str]]
    score: list[int]


class Narrator(Recorder):
    """A recorder that also tells the story."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.watched = WatchedGame(game)
        self.view = View(game, self.watched)
        self.step = Step("The table is set")
        self.before = self.view.look()
        self.frames: list[Frame] = [self.frame(0)]
        self.told: list[Turn] = []
        self.steps: list[Step] = []  # of the turn in progress

    def carry_out(self, option: int, in_pile: int | None = None) -> None:
        turn, seat = len(self.turns) + 1, int(self.game.table.acting)
        following = self.step_begun_by(option, seat)
        if following is not None:
            if self.steps:
                self.frames.append(self.frame(turn))
            self.step, self.before = following, self.view.look()
            self.steps.append(following)
        super().carry_out(option, in_pile)
        if in_pile is not None:
            self.step.clauses.append("the discards are shuffled and form the new draw pile")
        if len(self.turns) == turn:
            self.frames.append(self.frame(turn))
            self.told.append(self.view.turn(turn, seat, summary(self.steps), self.turns[-1]))
            self.steps = []

    def do(self, option: int) -> None:
        events = self.watched.carry_out(option)
        self.step.events += events[1:] if self.step.arrives and not self.step.events else events

    def step_begun_by(self, option: int, seat: int) -> Step | None:
        """The step that an option begins; None if it belongs to the one in progress."""
        verb, thing, table = option & ~THING_MASK, option & THING_MASK, self.game.table
        if verb == PUT:
            index = int(table.turn.card) if int(table.turn.asks) == ASK_PLACE else thing >> PUT_SHIFT
            card, location = self.card_in_hand(seat, index), (thing & PUT_LOCATION_MASK) + 1
            head, actor = f"{card} is played at location {location}", self.watched.next_piece
            return Step(head, "plays", f"{card} at {location}", actor, arrives=True)
        if verb == ACTIVATE:
            return self.view.activation(seat, thing)
        if verb == DISCARD:
            card = self.card_in_hand(seat, thing)
            return Step(f"{card} is discarded", "discards", card)
        if verb == DRAW:
            return Step("Check & Draw", "checks and", "draws", checks=seat)
        if verb == EXECUTE:
            return self.plan_step(seat)
        if verb == STOP and int(table.turn.asks) == ASK_BOT:
            return self.view.skipped_number()
        return None

    def plan_step(self, seat: int) -> Step:
        """The trainer's plan is turned up, and a bot is placed."""
        plan = plan_text(self.game.rules, self.game.table)
        checks = seat if plan.startswith("control") else None
        return Step(f"The plan is {plan}", "follows the plan", plan, checks=checks)

    def frame(self, turn: int) -> Frame:
        """The table after the step in progress, and what it did."""
        return self.view.frame(turn, self.step, self.before)


# ----------------------------------------------------------------------------------------------------------- the table


class View:
    """Looks at the table, and draws it."""

    def __init__(self, game: Game, watched: WatchedGame) -> None:
        self.game, self.watched, self.rules = game, watched, game.rules
        self.locations = game.rules.preset.locations
        self.seats = len(game.rules.preset.seat)
        self.decks = self.seats + (game.rules.trainer is not None)
        self.side_of = [int(side) for side in game.rules.values.side[: self.decks]]
        self.has_teams = self.decks > SIDES

    def look(self) -> Before:
        table = self.game.table
        return Before([self.hand(seat) for seat in range(self.seats)], [int(points) for points in table.score])

    def hand(self, seat: int) -> list[str]:
        hand = self.game.state.seat[seat].hand
        return [card_name(self.rules, code) for code in hand.card[: int(hand.n)]]

    def name(self, seat: int) -> str:
        return f"seat {seat}" if seat < self.seats else "the trainer"

    def activation(self, seat: int, index: int) -> Step:
        side, table = self.side_of[seat], self.game.table
        card = card_name(self.rules, int(table.elementals[side, index]) & CARD_MASK)
        location = sum(border(table, side, place) <= index for place in range(1, self.locations)) + 1
        head = f"{card} at location {location} is activated"
        return Step(head, "activates", card, actor=self.watched.rows[side][index])

    def skipped_number(self) -> Step:
        """No bot can be activated for a number of the plan."""
        assert self.rules.trainer is not None
        table = self.game.table
        plan = self.rules.trainer.plan(int(table.open_plans[int(table.plans_done)]))
        number = plan["numbers"][int(table.turn.count)]
        return Step(f"No bot with number {number} can place damage", "skips", str(number))

    def turn(self, number: int, seat: int, summary: str, text: str) -> Turn:
        side, who = self.side_of[seat], self.name(seat)
        return {"number": number, "side": side, "who": who, "summary": summary, "record": text}

    # ---- a frame

    def frame(self, turn: int, step: Step, before: Before) -> Frame:
        score = [int(points) for points in self.game.table.score]
        gained = [points - old for points, old in zip(score, before.score, strict=True)]
        controlled = [self.controlling_side(location) for location in range(self.locations)]
        scored = self.scored_locations(step, controlled)
        words = [event_words(self.rules, event) for event in step.events]
        words += self.check_words(step, scored) + self.draw_words(before) + step.clauses + gain_words(gained)
        pieces = [self.columns(side, step) for side in range(SIDES)]
        middle = [place_cell(controlled[at], at in scored) for at in range(self.locations)]
        cells: list[Cell] = [*map(column_cell, pieces[1]), *middle, *map(column_cell, pieces[0])]
        panels = [self.piles(seat, before) for seat in range(self.decks)]
        return {"turn": turn, "text": sentence(step.head, words), "cells": cells, "panels": panels, "score": score}

    def controlling_side(self, location: int) -> int | None:
        """ "You control a location if at least 1 of your elementals and no enemy is present there." """
        present = [side for side in range(SIDES) if column(self.game.table, side, location)]
        return present[0] if len(present) == 1 else None

    def scored_locations(self, step: Step, controlled: Sequence[int | None]) -> list[int]:
        """The locations that give Riftforce in this step (from 0)."""
        if step.checks is None:
            return []
        side, area = self.side_of[step.checks], int(self.rules.values.area[step.checks])
        return [location for location in range(self.locations) if controlled[location] == side and area >> location & 1]

    def check_words(self, step: Step, scored: Sequence[int]) -> list[str]:
        if step.checks is None:
            return []
        where = f"location{'s' * (len(scored) != 1)} {joined(str(location + 1) for location in scored)}"
        return [f"{self.name(step.checks)} controls {where if scored else 'no location'}"]

    def draw_words(self, before: Before) -> list[str]:
        """The cards that came into a hand."""
        words = []
        for seat in range(self.seats):
            new = [piece["card"] for piece in marked_as_new(self.hand(seat), before.hands[seat]) if type(piece) is dict]
            words += [f"{self.name(seat)} draws {joined(new)}"] if new else []
        return words

    # ---- elementals

    def columns(self, side: int, step: Step) -> list[list[AnyPiece]]:
        """For each location the elementals of one side, with what became of them, and those that are gone."""
        marks = marks_of(step)
        columns: list[list[AnyPiece]] = []
        for location in range(self.locations):
            start = border(self.game.table, side, location)
            stack = column(self.game.table, side, location)
            columns.append([self.piece(self.watched.rows[side][start + i], one, marks) for i, one in enumerate(stack)])
        for event in reversed(step.events):
            if event.kind == DESTROY and event.side == side:
                columns[event.location].insert(event.position, self.gone_piece(event, marks))
        return columns

    def piece(self, number: int, elemental: int, marks: dict[int, tuple[list[str], str]]) -> AnyPiece:
        piece: Piece = {"card": card_name(self.rules, elemental & CARD_MASK)}
        damage = elemental >> DAMAGE_SHIFT & DAMAGE_MASK
        if damage:
            piece["damage"] = damage
        if self.has_teams:
            piece["owner"] = elemental >> OWNER_SHIFT
        return with_marks(piece, marks.get(number))

    def gone_piece(self, event: Event, marks: dict[int, tuple[list[str], str]]) -> AnyPiece:
        piece: Piece = {"card": card_name(self.rules, event.card), "damage": event.damage}
        if self.has_teams:
            piece["owner"] = event.owner
        return with_marks(piece, marks.get(event.piece))

    # ---- piles

    def piles(self, seat: int, before: Before) -> list[Pile]:
        """A seat's hand and piles; the trainer has its plans instead of a hand."""
        table = self.game.table
        size = int(table.discard_size[seat])
        discarded = [card_name(self.rules, code) for code in table.discard[seat][:size]]
        piles: list[Pile] = [
            {"name": "draw pile", "count": int(table.pile_size[seat])},
            {"name": "discard pile", "count": size, "pieces": [*discarded], "folded": True},
        ]
        if seat < self.seats:
            hand = marked_as_new(self.hand(seat), before.hands[seat])
            return [{"name": "hand", "count": len(hand), "pieces": hand}, *piles]
        trainer = self.rules.trainer
        assert trainer is not None
        plans_left = len(self.game.state.plans) - int(table.plans_done)
        return [{"name": "plan pile", "count": plans_left, "text": plan_text(self.rules, table)}, *piles]


def summary(steps: Sequence[Step]) -> str:
    """`discards Fire6, activates Fire5, Water6`."""
    words = []
    for step, before in zip(steps, [None, *steps], strict=False):
        is_same = before is not None and before.verb == step.verb
        words.append(step.thing if is_same else f"{step.verb} {step.thing}")
    return ", ".join(words)


def marks_of(step: Step) -> dict[int, tuple[list[str], str]]:
    """For each piece its marks, and the damage it got (`+3`) or lost."""
    marks: dict[int, list[str]] = {}
    damage: dict[int, int] = {}
    if step.actor is not None:
        marks[step.actor] = [NEW if step.arrives else ACTS]
    for event in step.events:
        own = marks.setdefault(event.piece, [])
        changes = event.amount > 0 or event.kind not in (DAMAGE, HEAL)
        if changes and MARKS[event.kind] not in own:
            own.append(MARKS[event.kind])
        damage[event.piece] = damage.get(event.piece, 0) + (-event.amount if event.kind == HEAL else event.amount)
    return {piece: (own, f"{damage[piece]:+d}" if damage.get(piece) else "") for piece, own in marks.items()}


def with_marks(piece: Piece, marked: tuple[list[str], str] | None) -> AnyPiece:
    """The piece with its marks; only its card's name, if there is nothing else to say."""
    if marked is not None and marked[0]:
        piece["marks"] = marked[0]
        if marked[1]:
            piece["note"] = marked[1]
    return piece if len(piece) > 1 else piece["card"]


def column_cell(pieces: list[AnyPiece]) -> Cell:
    return {"pieces": pieces} if pieces else {}


def place_cell(side: int | None, is_scored: bool) -> Cell:
    cell: Cell = {} if side is None else {"side": side}
    if is_scored:
        cell["note"] = "+1"
    return cell


# ----------------------------------------------------------------------------------------------------------- the story


def tell_story(record: Any) -> Story:
    """The story of a record. Raises RecordFault if it does not hold."""
    replay = Replay(record, Narrator)
    narrator = replay.recorder
    assert isinstance(narrator, Narrator)
    for _ in replay.turns():
        pass
    view, rules = narrator.view, replay.game.rules
    places = [str(location + 1) for location in range(view.locations)]
    rows = [("up", []), ("place", places), ("down", [])]
    return {
        "title": rules.preset.title,
        "opening": opening_lines(replay),
        "closing": closing_line(replay),
        "score_name": "Riftforce",
        "target": rules.preset.target,
        "sides": side_names(view, record),
        "cards": cards_of(rules, record),
        "headings": [],
        "width": view.locations,
        "rows": [{"kind": kind, "labels": labels} for kind, labels in rows],
        "panels": [panel_of(view, seat, record) for seat in range(view.decks)],
        "turns": narrator.told,
        "frames": narrator.frames,
    }


def side_names(view: View, record: Any) -> list[str]:
    """`side 0 (greedy)`; teammates are named after each other."""
    names = []
    for side in range(SIDES):
        seats = [seat for seat in range(view.decks) if view.side_of[seat] == side]
        names.append(f"side {side} ({joined(dict.fromkeys(player_of(view, seat, record) for seat in seats))})")
    return names


def player_of(view: View, seat: int, record: Any) -> str:
    """The strategy that plays a seat."""
    return str(record["seats"][seat].get("strategy", "unknown")) if seat < view.seats else "the trainer"


def panel_of(view: View, seat: int, record: Any) -> Panel:
    guilds = record["seats"][seat]["guilds"] if seat < view.seats else record["trainer"]["guilds"]
    player = player_of(view, seat, record)
    detail = f"{player}: {', '.join(guilds)}" if seat < view.seats else ", ".join(guilds)
    return {"name": view.name(seat), "detail": detail, "side": view.side_of[seat]}


def cards_of(rules: Rules, record: Any) -> dict[str, Card]:
    """Every card that the game has. A bot's text is its challenge's, whatever its guild."""
    owners = [*record["seats"], *([record["trainer"]] if rules.trainer else [])]
    cards: dict[str, Card] = {}
    for guild in (rules.guilds[name] for owner in owners for name in owner["guilds"]):
        hue = HUES.get(guild.name, guild.index * HUE_STEP % 360)
        for number in NUMBERS:
            text = f"{guild.entry.text}{bot_text(rules, record, guild.name, number)}"
            card: Card = {"sign": str(number), "name": guild.name, "hue": hue, "text": text, "kind": "elemental"}
            cards[f"{guild.name}{number}"] = card
    return cards


def bot_text(rules: Rules, record: Any, guild: str, number: int) -> str:
    """What a trainer's bot with this number does instead (R35), if it is a trainer's guild."""
    if rules.trainer is None or guild not in record["trainer"]["guilds"]:
        return ""
    return f" As the trainer's bot: {rules.trainer.text(number)}"
