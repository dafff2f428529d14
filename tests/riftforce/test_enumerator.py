"""The core's `legal` against an independent enumerator of whole turns."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rfsim.jit import PLAIN
from rfsim.riftforce.core.state import DISCARD, PLAY, THING_MASK
from rfsim.riftforce.notation import card_name, column
from rfsim.riftforce.record import Recorder
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.stepping import Game
from tests.riftforce import enumerator
from tests.riftforce.games import copied
from tests.riftforce.positions import position

POSITIONS = 15 if PLAIN else 300
GUILDS = ["Fire", "Earth", "Light", "Plant", "Water", "Ice", "Shadow", "Crystal", "Thunderbolt", "Air"]


def random_position(seed: int, rules: Rules) -> Game:
    """A small position: up to 3 cards in hand, up to 4 elementals a side, damage on many."""
    pick = random.Random(seed)
    guilds = pick.sample(GUILDS, 6)

    def cards(names: list[str], count: int) -> list[str]:
        return [f"{pick.choice(names)}{pick.choice('5556677')}" for _ in range(count)]

    def hurt(name: str) -> str:
        damage = pick.choice([0, 0, 1, 3, int(name[-1]) - 1])
        return f"{name}({damage})" if damage else name

    places: dict[int, list[list[str]]] = {location: [[], []] for location in range(1, 6)}
    for side, names in enumerate((guilds[:3], guilds[3:])):
        for name in cards(names, pick.randint(2, 5)):
            places[pick.randint(1, 5)][side].append(hurt(name))
    lines = [f"{location}: {' '.join(a) or '-'} / {' '.join(b) or '-'}" for location, (a, b) in places.items()]
    hand = " ".join(cards(guilds[:3], pick.randint(1, 4)))
    return position(*lines, hands=(hand, cards(guilds[3:], 1)[0]), rules=rules)


def all_turns(game: Game) -> set[str]:
    """Every turn that the core's options lead to, without what is drawn."""
    found: set[str] = set()

    def go_on(recorder: Recorder) -> None:
        turns = int(recorder.game.table.turns)
        for option in recorder.game.options():
            branch = Recorder(copied(recorder.game))
            branch.head, branch.parts = recorder.head, [list(part) for part in recorder.parts]
            branch.note(option)
            text = branch.text()
            branch.game.carry_out(option)
            if int(branch.game.table.turns) != turns:
                found.add(text)
            else:
                go_on(branch)

    go_on(Recorder(game))
    return found


def as_table(game: Game) -> enumerator.Table:
    """The position as the enumerator knows it."""

    def columns(side: int) -> list[list[enumerator.Elemental]]:
        return [
            [
                enumerator.Elemental(card_name(game.rules, code & 0x7F), code >> 7 & 0x3F)
                for code in column(game.table, side, place)
            ]
            for place in range(5)
        ]

    hand = game.state.seat[0].hand
    return enumerator.Table(columns(0), columns(1), [card_name(game.rules, code) for code in hand.card[: hand.n]])


@pytest.mark.parametrize("start", range(0, POSITIONS, 15))
def test_the_core_and_the_enumerator_find_the_same_turns(start: int) -> None:
    rules = load_rules("base")
    for seed in range(start, start + 15):
        game = random_position(seed, rules)
        expected = enumerator.turns(as_table(game), 0)
        assert all_turns(game) == expected, f"position {seed}"


def test_the_positions_are_worth_the_trouble() -> None:
    """Turns by the thousand, of every kind, and with every guild: so that agreement means something."""
    rules = load_rules("base")
    counts = [len(enumerator.turns(as_table(random_position(seed, rules)), 0)) for seed in range(60)]
    assert np.median(counts) > 30
    assert max(counts) > 1_000


def test_like_cards_are_options_of_their_own() -> None:
    """One option for each card in hand, as a player at random chooses among cards, not among kinds of cards."""
    game = position("3: Fire5 / -", hands=("Fire5 Fire5", ""))
    options = game.options()
    assert [option for option in options if option & ~THING_MASK == PLAY] == [PLAY, PLAY + 1]
    assert [option for option in options if option & ~THING_MASK == DISCARD] == [DISCARD, DISCARD + 1]
