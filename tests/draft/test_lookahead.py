"""The solver against positions solved by hand and against plain enumeration of all lines."""

from __future__ import annotations

import pytest

from rfsim.riftforce.forecast import Forecast
from rfsim.riftforce.lookahead import Position, best_pick, solve
from tests.draft.models import model, random_model

NAMES = ("Air", "Crystal", "Earth", "Fire", "Ice", "Light", "Plant", "Shadow", "Thunderbolt", "Water")


def denial() -> Forecast:
    """Fire would gain most by Earth (0.8 + 0.5), but then Light gets Air, and with it 1.0 + 0.7."""
    effects = {"Air": 1.0, "Earth": 0.8, "Earth+Fire": 0.5, "Air+Light": 0.7}
    return model(["Air", "Earth", "Fire", "Light", "Water"], effects)


def test_taking_what_the_other_side_needs_is_found() -> None:
    outlooks = solve(Position(("Air", "Earth", "Water"), (("Fire",), ("Light",)), (0, 1)), denial())
    # By hand: Air, Earth: 1.0 - 0.8. Earth, Air: 1.3 - 1.7. Water, Air: 0 - 1.7.
    assert [(one.guild, pytest.approx(one.log_odds)) for one in outlooks] == [
        ("Air", 0.2),
        ("Earth", -0.4),
        ("Water", -1.7),
    ]
    assert outlooks[0].line == ((0, "Air"), (1, "Earth"))
    assert outlooks[0].decks == (("Air", "Fire"), ("Earth", "Light"))


def test_the_other_side_to_pick_wants_low_log_odds() -> None:
    outlooks = solve(Position(("Air", "Earth", "Water"), (("Fire",), ("Light",)), (1, 0)), denial())
    # By hand: Air, Earth: 1.3 - 1.7. Earth, Air: 1.0 - 0.8. Water, Earth: 1.3 - 0.
    assert [(one.guild, pytest.approx(one.log_odds)) for one in outlooks] == [
        ("Air", -0.4),
        ("Earth", 0.2),
        ("Water", 1.3),
    ]


def test_the_last_pick_is_the_best_of_what_is_left() -> None:
    assert best_pick(Position(("Water", "Earth"), (("Fire",), ("Light", "Air")), (0,)), denial()) == "Earth"


def test_of_equal_picks_the_first_by_name_is_taken() -> None:
    assert best_pick(Position(("Water", "Earth", "Air"), ((), ()), (0, 1)), model(NAMES, {})) == "Air"


def value_by_enumeration(position: Position, forecast: Forecast) -> float:
    """The value of a position for side 0: every line is played out, without memory."""
    if not position.to_come:
        return float(forecast.log_odds([position.decks[0]], [position.decks[1]], position.first)[0, 0])
    side, *rest = position.to_come
    values = []
    for guild in position.shown:
        decks = [list(deck) for deck in position.decks]
        decks[side].append(guild)
        left = tuple(name for name in position.shown if name != guild)
        after = Position(left, (tuple(decks[0]), tuple(decks[1])), tuple(rest), position.first)
        values.append(value_by_enumeration(after, forecast))
    return min(values) if side else max(values)


@pytest.mark.parametrize(
    ("shown", "to_come", "first"),
    [
        (5, (0, 1, 0, 1), 0),
        (5, (1, 0, 1, 0), 1),
        (6, (0, 1, 0, 1, 0), None),
        (5, (1, 0, 0, 1, 1), 0),
        (4, (0, 0, 0), None),
        (4, (1, 0, 1, 0), 1),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_every_pick_has_the_value_that_all_lines_give(
    shown: int, to_come: tuple[int, ...], first: int | None, seed: int
) -> None:
    forecast = random_model(NAMES, seed)
    position = Position(NAMES[:shown], (NAMES[6:8], NAMES[8:]), to_come, first)
    outlooks = solve(position, forecast)
    assert sorted(one.guild for one in outlooks) == sorted(position.shown)
    for outlook in outlooks:
        decks = [list(deck) for deck in position.decks]
        decks[to_come[0]].append(outlook.guild)
        left = tuple(name for name in position.shown if name != outlook.guild)
        after = Position(left, (tuple(decks[0]), tuple(decks[1])), to_come[1:], first)
        assert outlook.log_odds == pytest.approx(value_by_enumeration(after, forecast))
        assert outlook.log_odds == pytest.approx(forecast.log_odds(*([deck] for deck in outlook.decks), first)[0, 0])
    best = value_by_enumeration(position, forecast)
    assert outlooks[0].log_odds == pytest.approx(best)
    assert best_pick(position, forecast) == outlooks[0].guild


def test_mirrored_positions_have_mirrored_values() -> None:
    forecast = random_model(NAMES, 7)
    one = solve(Position(NAMES[:5], (NAMES[6:8], NAMES[8:]), (0, 1, 0, 1), 0), forecast)
    other = solve(Position(NAMES[:5], (NAMES[8:], NAMES[6:8]), (1, 0, 1, 0), 1), forecast)
    assert [(a.guild, pytest.approx(-a.log_odds)) for a in one] == [(b.guild, b.log_odds) for b in other]
