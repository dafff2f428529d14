"""Hidden cards: what a search imagines, and that they influence no choice (R20)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from rfsim.jit import PLAIN, jit_entry
from rfsim.randomness import stream_type
from rfsim.riftforce.core.imagine import imagine
from rfsim.riftforce.core.play import GameRecord, Rules, Stream, one
from rfsim.riftforce.core.state import NONE, new_game
from rfsim.riftforce.game import seated
from rfsim.riftforce.rules import load_rules
from rfsim.riftforce.stepping import Game
from tests.riftforce.games import PRESETS, copied, players, positions, some_jobs
from tests.riftforce.positions import position

every_preset = pytest.mark.parametrize("preset", PRESETS)
COUNT = 4 if PLAIN else 60


def compiled_imagine():  # type: ignore[no-untyped-def]
    from numba import types

    @jit_entry(types.void(one(GameRecord), one(GameRecord), one(Rules), one(Stream), types.int64))
    def run(copies, games, rules, streams, seat):  # type: ignore[no-untyped-def]
        imagine(copies, games[0].table, games[0].seat[seat].hand, rules[0], streams[0])

    return run


def imagined(game: Game, seed: int) -> np.ndarray:
    """A fair copy, as the seat that decides sees it."""
    copies = new_game()
    stream = np.zeros(1, stream_type).view(np.recarray)
    stream["state"] = seed
    run(copies, game.array, game.rules.record, stream, game.seat_asked)
    return copies


run = compiled_imagine()


def hidden_cards(array: np.ndarray, seat: int, table: np.ndarray) -> Counter[int]:
    own = array["seat"][0][seat]
    pile = own["pile"][: int(table["pile_size"][seat])]
    cards = Counter(int(code) for code in pile)
    cards.update(int(code) for code in own["hand"]["card"][: int(table["hand_size"][seat])])
    return cards


def other_secrets(game: Game, seed: int) -> Game:
    """The same position to the seat that decides: all cards that it cannot know are dealt anew."""
    other = copied(game)
    other.array["seat"] = imagined(game, seed)["seat"]
    mine = game.seat_asked
    other.array["seat"]["hand"][0, mine] = game.array["seat"]["hand"][0, mine]
    other.array["plans"] = imagined(game, seed)["plans"]
    other.array["thoughts"] = game.array["thoughts"]
    return other


def with_cards_swapped(game: Game, seed: int) -> Game:
    """The same position to the seat that decides, made without `imagine`: hands swapped with piles, piles permuted.

    What lies in a hand or draw pile that the seat cannot see changes places with what lies in another one of the same
    owner. Plans, and cards out of the game, stay where they are.
    """
    pick, other = random.Random(seed), copied(game)
    table, mine = game.table, game.seat_asked
    for seat in range(len(game.rules.preset.seat) + game.rules.preset.trainer):
        own = other.array["seat"][0, seat]
        in_hand = 0 if seat == mine else int(table.hand_size[seat])
        size = int(table.pile_size[seat])
        cards = [*own["hand"]["card"][:in_hand], *own["pile"][:size]]
        pick.shuffle(cards)
        own["hand"]["card"][:in_hand], own["pile"][:size] = cards[:in_hand], cards[in_hand:]
        own["shuffles"]["state"] = pick.getrandbits(63)
    return other


#: Two ways to change what the seat cannot know.
OTHERS = [other_secrets, with_cards_swapped]
every_other = pytest.mark.parametrize("other_position", OTHERS)


@every_preset
def test_what_is_known_is_kept(preset: str) -> None:
    for game in positions(preset, COUNT):
        copy = imagined(game, 7)
        assert copy["table"].tobytes() == game.array["table"].tobytes()
        mine = game.seat_asked
        size = int(game.state.seat[mine].hand.n)
        assert list(copy["seat"]["hand"]["card"][0, mine][:size]) == list(game.state.seat[mine].hand.card[:size])


@every_preset
def test_each_seat_gets_its_own_unseen_cards(preset: str) -> None:
    rules = load_rules(preset)
    seats = len(rules.preset.seat) + rules.preset.trainer
    for game in positions(preset, COUNT):
        copy = imagined(game, 7)
        for seat in range(seats):
            real = hidden_cards(game.array, seat, game.array["table"][0])
            dealt = hidden_cards(copy, seat, game.array["table"][0])
            assert sum(real.values()) == sum(dealt.values())
            if not rules.preset.removed_per_guild:
                assert real == dealt


def test_r26_an_imagined_deck_lacks_one_card_of_each_guild() -> None:
    for game in positions("summary", COUNT):
        copy = imagined(game, 11)
        other = 1 - game.seat_asked
        dealt = hidden_cards(copy, other, game.array["table"][0])
        seen = hidden_cards(game.array, other, game.array["table"][0])
        removed = Counter(int(code) for code in game.state.seat[other].hand.removed if code != NONE)
        missing = (seen + removed) - dealt
        assert sorted(code >> 2 for code in missing.elements()) == sorted(code >> 2 for code in removed.elements())


@every_preset
@every_other
def test_the_copy_depends_on_nothing_hidden(preset: str, other_position: Callable[[Game, int], Game]) -> None:
    for game in positions(preset, COUNT):
        other = other_position(game, 5)
        ours, theirs = imagined(game, 9), imagined(other, 9)
        for part in ("table", "seat", "thoughts", "plans"):
            assert ours[part].tobytes() == theirs[part].tobytes(), part


@every_preset
def test_another_stream_imagines_other_cards(preset: str) -> None:
    differ = sum(imagined(g, 1)["seat"].tobytes() != imagined(g, 2)["seat"].tobytes() for g in positions(preset, COUNT))
    assert differ == COUNT


def test_each_hidden_card_is_imagined_in_the_hand_as_often_as_in_the_pile_beside_it() -> None:
    """Of ten unseen cards three are in the opponent's hand: each is there in 3 of 10 copies."""
    unseen = "Light5 Light6 Light7 Plant5 Plant6 Plant7 Water5 Water6 Water7 Air5"
    names, copies = unseen.split(), 40 if PLAIN else 4_000
    game = position("3: Fire5 / Light5", hands=("Fire6", " ".join(names[:3])), piles=("", " ".join(names[3:])))
    counts = Counter(card for seed in range(copies) for card in imagined(game, seed)["seat"]["hand"]["card"][0, 1][:3])
    assert len(counts) == len(names)
    expected, deviation = 0.3 * copies, (0.3 * 0.7 * copies) ** 0.5
    assert all(abs(count - expected) < 5 * deviation for count in counts.values())


@every_preset
@every_other
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_hidden_cards_cannot_influence_a_choice(
    preset: str, name: str, other_position: Callable[[Game, int], Game]
) -> None:
    rules = load_rules(preset)
    ours = players(name)
    changed = 0
    for game in positions(preset, COUNT):
        options = game.options()
        other = other_position(game, 5)
        changed += other.array["seat"].tobytes() != game.array["seat"].tobytes()
        choices = []
        for one_of_two in (game, other):
            table = seated([rules], ours, some_jobs(rules, 1))
            table.game.array[:] = one_of_two.array
            table.game.options()
            choices.append(table.choose(options))
        assert choices[0] == choices[1]
    assert changed > COUNT // 2
