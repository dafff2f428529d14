"""What holds in every position of every game, whatever is chosen."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rfsim.elemental.core import effects
from rfsim.elemental.core.field import ROW
from rfsim.elemental.core.play import job_type
from rfsim.elemental.core.state import (
    ASK_DRAW,
    ASK_LAST,
    ASK_PLACE,
    ASK_SPELL,
    ASK_TRIGGER,
    ELEMENTS,
    MOST_OPTIONS,
    NONE,
    PLACE,
    THING_MASK,
)
from rfsim.elemental.game import block_seeds
from rfsim.elemental.notation import rift_of, squares_in
from rfsim.elemental.record import Recorder, closing, opening
from rfsim.elemental.replay import verify
from rfsim.elemental.rules import Rules, load_rules
from rfsim.elemental.stepping import Game

PRESETS = {name: load_rules(name) for name in ("two", "three", "four")}
#: A small field with few cards, where everything runs short.
CRAMPED = {
    name: load_rules(name, values={"field": 5, "supply": 5, "hand": 5, "max_turns": 60}) for name in ("two", "four")
}
GAMES = settings(max_examples=25, deadline=None)
rule_sets = st.sampled_from([*PRESETS.values(), *CRAMPED.values()])
seeds = st.integers(0, 2**63 - 1)


def dealt(rules: Rules, seed: int) -> Game:
    game, job = Game(rules), np.zeros(1, job_type).view(np.recarray)
    nothing = np.zeros(1, np.int64)
    job["deck_seed"], job["first"] = block_seeds(seed, nothing, nothing), seed % rules.preset.seats
    game.begin(job)
    return game


def is_connected(squares: set[int]) -> bool:
    """Whether squares form one group, side to side; found by walking, not by the core's sets."""
    if not squares:
        return True
    reached, edge = set(), {min(squares)}
    while edge:
        reached |= edge
        edge = {square + step for square in edge for step in (1, -1, ROW, -ROW)} & squares - reached
    return reached == squares


def check_elements(game: Game) -> None:
    """16 cards of each element are in the Rift or in the supply, no two on one square, none outside the field."""
    copies, table = game.rules.cards.rift.supply, game.table
    lying = [squares_in(table.rift[element]) for element in range(ELEMENTS)]
    assert [len(squares) + int(table.supply[element]) for element, squares in enumerate(lying)] == [copies] * ELEMENTS
    everywhere = [square for squares in lying for square in squares]
    assert len(set(everywhere)) == len(everywhere)
    assert set(everywhere) <= set(squares_in(game.rules.record[0].field))


def check_rift(game: Game) -> None:
    """Between actions the Rift is connected, and the noted links are right."""
    turn = game.table.turn
    between = int(turn.asks) in (ASK_SPELL, ASK_LAST, ASK_TRIGGER)
    if between or (int(turn.asks) == ASK_DRAW and int(turn.program) == effects.NO_PROGRAM):
        assert is_connected(set(rift_of(game.table)))
        assert [int(link) for link in game.table.linked] == [longest(game, element) for element in range(ELEMENTS)]


def longest(game: Game, element: int) -> int:
    """The largest group of an element, found by walking."""
    left, best = set(squares_in(game.table.rift[element])), 0
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {square + step for square in edge for step in (1, -1, ROW, -ROW)} & left
            left -= edge
        best = max(best, len(group))
    return best


def check_spells(game: Game) -> None:
    """Each spell is in one place only: hands, deck, discards, in front of a player, being played."""
    table = game.table
    cards = [card for seat in range(game.rules.preset.seats) for card in game.hand(seat)]
    cards += game.state.deck[: int(table.deck_size)].tolist()
    cards += table.discards[: int(table.discard_size)].tolist()
    cards += table.in_play[: int(table.spells)].tolist()
    cards += [int(table.turn.spell)] if int(table.turn.spell) != NONE else []
    assert Counter(cards) == Counter(game.rules.deck)
    for seat in range(game.rules.preset.seats):
        assert len(game.hand(seat)) == int(table.hand_size[seat])


def check_options(game: Game, options: list[int]) -> None:
    """Something can be chosen before the end, each thing once, and who is asked sits at the table."""
    assert 1 <= len(options) <= MOST_OPTIONS
    assert len(set(options)) == len(options)
    assert game.seat_asked < game.rules.preset.seats
    for option in options:
        if option & ~THING_MASK == PLACE:
            assert option & THING_MASK not in rift_of(game.table)


@GAMES
@given(rule_sets, seeds)
def test_cards_are_conserved_the_rift_is_connected_and_there_is_always_an_option(rules, seed):
    game, random = dealt(rules, seed), Random(seed)
    while not game.is_over:
        options = game.options()
        check_options(game, options)
        check_elements(game)
        check_rift(game)
        check_spells(game)
        game.carry_out(random.choice(options))
    assert game.options() == []


@GAMES
@given(rule_sets, seeds)
def test_a_record_of_any_game_replays(rules, seed):
    game, random = dealt(rules, seed), Random(seed)
    record, recorder = opening(game, "", ["-"] * rules.preset.seats), Recorder(game)
    while not game.is_over:
        recorder.carry_out(random.choice(game.options()))
    line = json.dumps({**record, "turns": recorder.turns, **closing(game)})
    assert verify(line) == int(game.table.turns)


@GAMES
@given(rule_sets, seeds)
def test_a_card_that_is_added_touches_another_one(rules, seed):
    game, random = dealt(rules, seed), Random(seed)
    while not game.is_over:
        option = random.choice(game.options())
        before = set(rift_of(game.table))
        if int(game.table.turn.asks) == ASK_PLACE and before:
            square = option & THING_MASK
            assert {square + 1, square - 1, square + ROW, square - ROW} & before
        game.carry_out(option)
