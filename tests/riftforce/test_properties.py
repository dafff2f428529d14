"""What is true of every game, under every preset."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfsim.jit import PLAIN
from rfsim.riftforce.core.state import (
    ACTIVATE,
    ASK_ACTION,
    ASK_CARD,
    ASK_ELEMENTAL,
    CARD_MASK,
    COPIES,
    DAMAGE_MASK,
    DAMAGE_SHIFT,
    DRAW,
    OWNER_SHIFT,
    PLAY,
    THING_MASK,
)
from rfsim.riftforce.game import record_game
from rfsim.riftforce.notation import card_name, column
from rfsim.riftforce.record import record_line
from rfsim.riftforce.replay import verify
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.stepping import Game
from tests.conftest import ROOT
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
    """Card by card, and whatever Music has stolen."""
    game = dealt(load_rules(preset), seed)
    seats = len(game.rules.preset.seat) + game.rules.preset.trainer
    guilds = [int(guild) for row in game.table.guilds for guild in row]
    codes = [guild << 2 | number for guild in guilds for number in range(len(COPIES))]
    for number, _ in enumerate(walk(game, seed)):
        if number % 11 == 0:
            for seat in range(seats):
                has = Counter(owned_cards(game, seat))
                has.update(int(code) for code in game.state.seat[seat].hand.removed if code != 255)
                counts = map(int, game.table.belongs[seat])
                assert has == Counter({code: count for code, count in zip(codes, counts, strict=True) if count})


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


# --------------------------------------------------------------------------------------- where Riftforce comes from

#: R29: the locations that each seat checks.
ALL_LOCATIONS = (1, 2, 3, 4, 5, 6)
AREAS = {"team3": ((1, 2, 3), ALL_LOCATIONS, (4, 5, 6)), "team4": ((1, 2, 3), (1, 2, 3), (4, 5, 6), (4, 5, 6))}
WITHOUT_TRAINER = [preset for preset in PRESETS if preset != "solo"]


@dataclass
class Sight:
    """What anybody can see of the table."""

    columns: tuple[list[list[str]], list[list[str]]]  # cards of both sides, by location
    score: list[int]

    def cards(self, side: int) -> Counter[str]:
        return Counter(name for names in self.columns[side] for name in names)


def sight(game: Game) -> Sight:
    def row(side: int) -> list[list[str]]:
        locations = range(game.rules.preset.locations)
        return [
            [card_name(game.rules, code & CARD_MASK) for code in column(game.table, side, place)] for place in locations
        ]

    return Sight((row(0), row(1)), [int(points) for points in game.table.score])


def gained_by_control(before: Sight, side: int, area: tuple[int, ...]) -> list[int]:
    """ "You gain 1 Riftforce for each controlled location." """
    own, enemy = before.columns[side], before.columns[1 - side]
    gained = [0, 0]
    gained[side] = sum(bool(own[i]) and not enemy[i] for i in range(len(own)) if i + 1 in area)
    return gained


def gained_by_destruction(before: Sight, after: Sight, side: int, guild: str) -> list[int]:
    """What has left the table, and what that is worth (R8), in a step of an activation of `guild` by `side`."""
    if guild == "Acid":
        return [0, 0]
    lost = [before.cards(one) - after.cards(one) for one in (0, 1)]
    crystals = [sum(count for name, count in cards.items() if name[:-1] == "Crystal") for cards in lost]
    gained = [lost[1].total() + crystals[1], lost[0].total() + crystals[0]]
    gained[side] += guild == "Shadow" and lost[1 - side].total() > 0
    return gained


def steps(game: Game, seed: int) -> Iterator[tuple[int, str, Sight, Sight]]:
    """Play at random: each option with the guild that is activated, and the table before and after."""
    choice, guild = random.Random(seed), ""
    while not game.is_over:
        option, before = choice.choice(game.options()), sight(game)
        verb = option & ~THING_MASK
        if verb == ACTIVATE:
            side = int(game.rules.values.side[int(game.table.acting)])
            guild = game.rules.guild_names[(int(game.table.elementals[side, option & THING_MASK]) & CARD_MASK) >> 2]
        elif verb in (PLAY, DRAW):
            guild = ""
        game.carry_out(option)
        yield option, guild, before, sight(game)


@pytest.mark.parametrize("preset", WITHOUT_TRAINER)
@many
def test_each_change_of_the_score_is_explained_by_the_table(preset: str, seed: int) -> None:
    """Recomputed from the table before and after each option: enemies, Crystals, the Shadow's bonus, control."""
    game = dealt(load_rules(preset), seed)
    seat = int(game.table.acting)
    for option, guild, before, after in steps(game, seed):
        side = int(game.rules.values.side[seat])
        if option & ~THING_MASK == DRAW:
            expected = gained_by_control(before, side, AREAS.get(preset, (ALL_LOCATIONS,) * 2)[seat])
        else:
            expected = gained_by_destruction(before, after, side, guild)
        assert [after.score[one] - before.score[one] for one in (0, 1)] == expected
        seat = int(game.table.acting)


# ------------------------------------------------------------------------------------------------------ again and again


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


@every_preset
@many
def test_the_same_game_under_a_fresh_load_gives_the_same_result(preset: str, seed: int) -> None:
    """Rules, strategies and jobs are all read and drawn anew."""

    def record() -> dict[str, object]:
        rules = load_rules(preset)
        return record_game([rules], players("random"), some_jobs(rules, 1, seed), str(seed))

    assert record() == record()


#: Plays the games named by a preset and seeds, and prints their records.
ANOTHER_PROCESS = """
import sys
from rfsim.riftforce.game import record_game
from rfsim.riftforce.record import record_line
from rfsim.riftforce.rules import load_rules
from tests.riftforce.games import PRESETS, players, some_jobs

for preset in PRESETS:
    rules = load_rules(preset)
    print(record_line(record_game([rules], players(sys.argv[1]), some_jobs(rules, 1, int(sys.argv[2])), "")))
"""


@pytest.mark.skipif(PLAIN, reason="compares with compiled play")
@pytest.mark.parametrize("seed", [11, 12])
def test_compiled_and_plain_play_are_the_same(seed: int) -> None:
    command = [sys.executable, "-c", ANOTHER_PROCESS, "random", str(seed)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    environment.pop("NUMBA_BOUNDSCHECK", None)
    output = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    for preset, line in zip(PRESETS, output.splitlines(), strict=True):
        rules = load_rules(preset)
        assert json.loads(line) == record_game([rules], players("random"), some_jobs(rules, 1, seed), "")
