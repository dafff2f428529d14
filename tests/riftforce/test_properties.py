"""What is true of every game, under every preset."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfsim.jit import PLAIN
from rfsim.riftforce.core.state import (
    ASK_ACTION,
    ASK_CARD,
    ASK_ELEMENTAL,
    CARD_MASK,
    COPIES,
    DAMAGE_MASK,
    DAMAGE_SHIFT,
    OWNER_SHIFT,
)
from rfsim.riftforce.game import record_game
from rfsim.riftforce.notation import column
from rfsim.riftforce.record import record_line
from rfsim.riftforce.replay import verify
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.stepping import Game
from tests.riftforce.games import PRESETS, copied, dealt, players, some_jobs, walk
from tests.riftforce.positions import owned_cards

EXAMPLES = 1 if PLAIN else 8
seeds = st.integers(min_value=1, max_value=10**6)
every_preset = pytest.mark.parametrize("preset", PRESETS)


def many(test):  # type: ignore[no-untyped-def]
    return settings(max_examples=EXAMPLES, deadline=None, derandomize=True)(given(seed=seeds)(test))


def deck_of(rules: Rules, guild: int) -> Counter[int]:
    return Counter({guild << 2 | number: copies for number, copies in enumerate(COPIES)})


def all_cards(game: Game) -> Counter[int]:
    """Every card of the game, wherever it is."""
    seats = len(game.rules.preset.seat) + game.rules.preset.trainer
    cards = Counter(code for seat in range(seats) for code in owned_cards(game, seat))
    for seat in range(seats):
        cards.update(int(code) for code in game.state.seat[seat].hand.removed if code != 255)
    return cards


def life_left(code: int) -> int:
    return 5 + (code & 3) - (code >> DAMAGE_SHIFT & DAMAGE_MASK)


@every_preset
@many
def test_cards_are_conserved(preset: str, seed: int) -> None:
    rules = load_rules(preset)
    game = dealt(rules, seed)
    guilds = [int(guild) for row in game.table.guilds for guild in row if guild != 255]
    whole = sum((deck_of(rules, guild) for guild in guilds), Counter[int]())
    for _ in walk(game, seed):
        assert all_cards(game) == whole
    assert all_cards(game) == whole


@every_preset
@many
def test_what_belongs_to_a_seat_is_what_it_has(preset: str, seed: int) -> None:
    game = dealt(load_rules(preset), seed)
    seats = len(game.rules.preset.seat) + game.rules.preset.trainer
    for number, _ in enumerate(walk(game, seed)):
        if number % 11 == 0:
            for seat in range(seats):
                removed = sum(int(code != 255) for code in game.state.seat[seat].hand.removed)
                assert int(game.table.belongs[seat].sum()) == len(owned_cards(game, seat)) + removed


@every_preset
@many
def test_no_living_elemental_has_lethal_damage(preset: str, seed: int) -> None:
    game = dealt(load_rules(preset), seed)
    for _ in walk(game, seed):
        if game.table.turn.asks in (ASK_ACTION, ASK_CARD, ASK_ELEMENTAL):
            for side in (0, 1):
                for location in range(game.rules.preset.locations):
                    assert all(life_left(code) > 0 for code in column(game.table, side, location))


@every_preset
@many
def test_legal_is_never_empty_before_the_end(preset: str, seed: int) -> None:
    game = dealt(load_rules(preset), seed)
    for options in walk(game, seed):
        assert options
        assert len(set(options)) == len(options)
    assert game.options() == []


@every_preset
@many
def test_the_score_never_falls_and_is_explained_by_events(preset: str, seed: int) -> None:
    game = dealt(load_rules(preset), seed)
    before = [0, 0]
    for _ in walk(game, seed):
        now = [int(points) for points in game.table.score]
        assert now[0] >= before[0]
        assert now[1] >= before[1]
        assert now == [int(row.sum()) for row in game.state.events.riftforce]
        before = now
    assert [int(points) for points in game.table.score] == [int(row.sum()) for row in game.state.events.riftforce]


@every_preset
@many
def test_a_copied_game_goes_on_identically(preset: str, seed: int) -> None:
    game = dealt(load_rules(preset), seed)
    for number, _ in enumerate(walk(game, seed)):
        if number == seed % 50:
            break
    other = copied(game)
    assert [list(options) for options in walk(game, 5)] == [list(options) for options in walk(other, 5)]
    assert game.array.tobytes() == other.array.tobytes()


@every_preset
@many
def test_a_record_of_any_game_replays(preset: str, seed: int) -> None:
    rules = load_rules(preset)
    record = record_game([rules], players("random"), some_jobs(rules, 1, seed), str(seed))
    assert verify(record_line(record)) == len(record["turns"])


@every_preset
def test_every_elemental_belongs_to_a_seat_of_its_side(preset: str) -> None:
    game = dealt(load_rules(preset), 3)
    for _ in walk(game, 3):
        for side in (0, 1):
            for location in range(game.rules.preset.locations):
                for code in column(game.table, side, location):
                    assert int(game.rules.values.side[code >> OWNER_SHIFT]) == side
                    assert code & CARD_MASK in {
                        int(guild) << 2 | n for row in game.table.guilds for guild in row for n in range(3)
                    }


@pytest.mark.skipif(PLAIN, reason="compares with compiled play")
def test_the_record_of_the_game_is_at_most_2_kilobytes() -> None:
    assert np.dtype(dealt(load_rules("base"), 1).array.dtype).itemsize <= 2048
