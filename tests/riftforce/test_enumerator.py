"""The core's `legal` and `carry_out` against an independent enumerator of whole turns, and of what they lead to."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from rfsim.jit import PLAIN
from rfsim.riftforce.core.state import ASK_ACTION, CARD_MASK, DAMAGE_MASK, DAMAGE_SHIFT, DISCARD, PLAY, THING_MASK
from rfsim.riftforce.notation import card_name, column
from rfsim.riftforce.record import Recorder
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.stepping import Game
from tests.riftforce import enumerator
from tests.riftforce.games import copied, dealt, walk
from tests.riftforce.positions import discards, position, score, set_cards
from tests.riftforce.positions import hand as hand_of

GUILDS = ["Fire", "Earth", "Light", "Plant", "Water", "Ice", "Shadow", "Crystal", "Thunderbolt", "Air"]
LOCATIONS = 5
CHUNK = 15  # positions a test
INVENTED = 15 if PLAIN else 210
FROM_GAMES = 15 if PLAIN else 150
#: Positions from games are cut down to this size, or passed over, so that a turn has no more than a few thousand ways.
MOST_IN_HAND = 3
MOST_ON_TABLE = 9
MOST_TURNS = 1_500


def random_position(seed: int, rules: Rules) -> Game:
    """A small, crowded position: up to 3 cards in hand, up to 4 elementals a side at 3 locations, damage on many."""
    pick = random.Random(seed)
    guilds, crowded = pick.sample(GUILDS, 6), pick.sample(range(1, LOCATIONS + 1), 3)

    def cards(names: list[str], count: int) -> list[str]:
        return [f"{pick.choice(names)}{pick.choice('5556677')}" for _ in range(count)]

    def hurt(name: str) -> str:
        damage = pick.choice([0, 0, 1, 3, int(name[-1]) - 1])
        return f"{name}({damage})" if damage else name

    places: dict[int, list[list[str]]] = {location: [[], []] for location in range(1, LOCATIONS + 1)}
    for side, names in enumerate((guilds[:3], guilds[3:])):
        for name in cards(names, pick.randint(2, 4)):
            places[pick.choice(crowded)][side].append(hurt(name))
    lines = [f"{location}: {' '.join(a) or '-'} / {' '.join(b) or '-'}" for location, (a, b) in places.items()]
    hand = " ".join(cards(guilds[:3], pick.randint(1, 3)))
    return position(*lines, hands=(hand, cards(guilds[3:], 1)[0]), rules=rules)


def on_table(game: Game) -> int:
    return sum(len(column(game.table, side, location)) for side in (0, 1) for location in range(LOCATIONS))


def cut_hand(game: Game, pick: random.Random) -> None:
    """Leave a few cards in the hand of the seat that acts; its others are out of the game, so it draws none."""
    seat = int(game.table.acting)
    names = hand_of(game, seat)
    pick.shuffle(names)
    set_cards(game, seat, names[:MOST_IN_HAND], [], [])


def positions_from_games(rules: Rules, start: int) -> Iterator[tuple[str, Game]]:
    """Beginnings of turns in random games, either seat's, with few cards in hand and few elementals on the table."""
    pick, seed = random.Random(start), 1_000 * start
    while True:
        seed += 1
        game = dealt(rules, seed)
        for number, _ in enumerate(walk(game, seed)):
            is_small = game.table.turn.asks == ASK_ACTION and 3 <= on_table(game) <= MOST_ON_TABLE
            if is_small and pick.random() < 0.1:
                small = copied(game)
                cut_hand(small, pick)
                if len(enumerator.turns(as_table(small), int(small.table.acting))) <= MOST_TURNS:
                    yield f"game {seed}, question {number}", small


def all_turns(game: Game) -> dict[str, str]:
    """Every turn that the core's options lead to, without what is drawn, and the table afterwards."""
    found: dict[str, str] = {}
    seat, turns, before = int(game.table.acting), int(game.table.turns), score(game)
    recorder = Recorder(game)

    def go_on() -> None:
        saved, head, parts = game.array.copy(), recorder.head, [list(part) for part in recorder.parts]
        for option in game.options():
            recorder.note(option)
            text = recorder.text()
            game.carry_out(option)
            if int(game.table.turns) == turns:
                go_on()
            else:
                after = str(as_table(game, seat, before))
                assert found.setdefault(text, after) == after, f"{text} leads to different tables"
            game.array[:] = saved
            recorder.head, recorder.parts = head, [list(part) for part in parts]

    go_on()
    return found


def as_table(game: Game, seat: int | None = None, points: tuple[int, int] | None = None) -> enumerator.Table:
    """The position as the enumerator knows it, as `seat` sees it; Riftforce is counted from `points` on."""
    own = int(game.table.acting) if seat is None else seat
    now, before = score(game), score(game) if points is None else points

    def columns(side: int) -> list[list[enumerator.Elemental]]:
        return [
            [
                enumerator.Elemental(card_name(game.rules, code & CARD_MASK), code >> DAMAGE_SHIFT & DAMAGE_MASK)
                for code in column(game.table, side, place)
            ]
            for place in range(LOCATIONS)
        ]

    sides = (own, 1 - own)
    gained = [now[side] - before[side] for side in sides]
    piles = [discards(game, side) for side in sides]
    return enumerator.Table(columns(own), columns(1 - own), hand_of(game, own), gained, piles)


def assert_same(game: Game, name: str) -> None:
    expected, found = enumerator.turns(as_table(game), int(game.table.acting)), all_turns(game)
    assert sorted(found) == sorted(expected), name
    for turn, table in expected.items():
        assert found[turn] == table, f"{name}: {turn}"


@pytest.mark.parametrize("start", range(0, INVENTED, CHUNK))
def test_the_core_and_the_enumerator_find_the_same_turns(start: int) -> None:
    rules = load_rules("base")
    for seed in range(start, start + CHUNK):
        assert_same(random_position(seed, rules), f"position {seed}")


@pytest.mark.parametrize("start", range(0, FROM_GAMES, CHUNK))
def test_the_core_and_the_enumerator_agree_in_random_games(start: int) -> None:
    found = positions_from_games(load_rules("base"), 1 + start // CHUNK)
    for _ in range(CHUNK):
        name, game = next(found)
        assert_same(game, name)


def test_the_positions_are_worth_the_trouble() -> None:
    """Turns by the thousand, of every kind, and with every guild: so that agreement means something."""
    rules = load_rules("base")
    turns = [enumerator.turns(as_table(random_position(seed, rules)), 0) for seed in range(210)]
    assert np.median([len(one) for one in turns]) > 30
    assert sum(map(len, turns)) > 1_000
    tables = [table for one in turns for table in one.values()]
    assert all(any(guild in table for table in tables) for guild in GUILDS)
    # Kills, with Crystals, with the Shadow's bonus; and one's own, burnt by Fire.
    assert {"points 1-0", "points 2-0", "points 3-0", "points 0-1"} <= {table.rpartition(" | ")[2] for table in tables}


def test_positions_from_games_are_of_either_seat_and_differ() -> None:
    found = positions_from_games(load_rules("base"), 1)
    games = [next(found)[1] for _ in range(CHUNK)]
    assert {int(game.table.acting) for game in games} == {0, 1}
    assert len({str(as_table(game)) for game in games}) == CHUNK


def test_like_cards_are_options_of_their_own() -> None:
    """One option for each card in hand, as a player at random chooses among cards, not among kinds of cards."""
    game = position("3: Fire5 / -", hands=("Fire5 Fire5", ""))
    options = game.options()
    assert [option for option in options if option & ~THING_MASK == PLAY] == [PLAY, PLAY + 1]
    assert [option for option in options if option & ~THING_MASK == DISCARD] == [DISCARD, DISCARD + 1]
