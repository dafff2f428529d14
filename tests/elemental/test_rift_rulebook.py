"""The rulebook's own examples, and its sentences in their order."""

from __future__ import annotations

import pytest

from rfsim.elemental.core.state import EARTH, WATER
from rfsim.elemental.rules import load_rules
from rfsim.elemental.stepping import Game

from .positions import TWO, discards, do, drawing, front, hand, holder, position, possible, rift


def test_three_fire_elements_decay_to_two_air():
    """ "When an element decays, it is taken away, and is replaced with half of its decay element, rounded up." """
    game = position("FFF.WWW WWWWWEE", begin=True)
    do(game, "decay:fire")
    assert possible(game) == ["+air@g7", "+air@h7"]  # the second of the two needs a higher square
    do(game, "+air@g7")
    assert possible(game) == ["+air@h7", "+air@i7"]
    do(game, "+air@i7")
    assert drawing(game, rows=2, columns=7) == "A.A.WWW WWWWWEE"


def test_five_water_elements_are_linked_and_two_earth_elements_are_not():
    """ "In the example, five water elements are shown as linked. However, the two earth elements are not linked" """
    game = position("WWE WWW ..E", hands={0: ["WaterSpark"]})
    assert int(game.table.linked[WATER]) == 5
    assert int(game.table.linked[EARTH]) == 1


def test_the_start_of_the_game():
    """ "Place one earth, one fire, one water, and one air … deal two cards to each player" """
    game = Game(TWO)
    game.begin_with(TWO.deck, first=1)
    assert rift(game) == {"h8": "earth", "i8": "fire", "h9": "water", "i9": "air"}
    assert hand(game, 1) == list(TWO.spell_names[:2])  # the one who starts is dealt first
    assert hand(game, 0) == list(TWO.spell_names[2:4])
    assert game.table.acting == 1
    assert set(TWO.accolade_names) == {"Conduit", "Dominion", "Harmony", "Chain", "Cataclysm"}
    assert [holder(game, name) for name in TWO.accolade_names] == [None] * 5


def test_play_continues_clockwise():
    rules = load_rules("four")
    game = Game(rules)
    game.begin_with(rules.deck, first=2)
    seats = []
    for _ in range(6):
        seats.append(int(game.table.acting))
        turns = int(game.table.turns)
        while int(game.table.turns) == turns:
            game.carry_out(game.options()[0])
    assert seats == [2, 3, 0, 1, 2, 3]


def test_step_1_flips_earned_accolades_face_up():
    rules = load_rules("three")
    game = position("F", rules=rules, held={"Chain": 1})
    game.array["table"]["face_up"] = 0
    do(game, "stop", "stop")  # seat 0 is done; seat 1 begins
    assert game.table.acting == 1
    assert int(game.table.face_up[rules.accolade_names.index("Chain")]) == 1


def test_step_2_adds_any_two_elements_below_ten():
    game = position("EF WA", begin=True)
    assert possible(game) == ["earth", "fire", "water", "air"]
    do(game, "air", "+air@i7", "air", "+air@j7")
    assert drawing(game, rows=2, columns=4) == "EFAA WA.."


def test_step_2_decays_all_of_one_element_at_ten():
    game = position("EFEF FEFE WW", begin=True)
    assert possible(game) == ["decay:earth", "decay:fire", "decay:water"]
    do(game, "decay:water")
    assert possible(game) == ["+earth@g9", "+earth@h9"]
    do(game, "+earth@h9")
    assert drawing(game, rows=3, columns=4) == "EFEF FEFE .E.."


def test_step_3_draws_up_to_three_cards():
    game = position("EF WA", hands={0: ["FireFlood"]}, begin=True)
    do(game, "earth", "+earth@f7", "earth", "+earth@e7")
    assert len(hand(game, 0)) == 3
    assert hand(game, 0)[0] == "FireFlood"


def test_step_3_draws_nothing_with_three_cards_or_more():
    names = ["FireFlood", "FireWither", "WaterWither", "AirWither"]
    game = position("EF WA", hands={0: names}, begin=True)
    do(game, "earth", "+earth@f7", "earth", "+earth@e7")
    assert hand(game, 0) == names


def test_step_4_plays_as_many_spells_as_the_player_is_able_to():
    game = position("FF WE", hands={0: ["FireErode", "FireShift", "FireSpark"]})
    assert possible(game) == ["stop", "play FireErode", "play FireShift", "play FireSpark"]
    do(game, "play FireSpark", "-fire@g7", "+air@g7", "+water@g6", "+water@f7")
    assert possible(game) == ["stop"]  # one fire is left: too few for Erode and Shift
    do(game, "stop")
    assert int(game.table.turn.played) == 1


def test_step_5_discards_up_to_two_cards():
    game = position("F", hands={0: ["FireFlood", "FireWither", "WaterWither"]})
    do(game, "stop")
    assert possible(game) == ["stop", "discard FireFlood", "discard FireWither", "discard WaterWither"]
    do(game, "discard FireWither")
    assert possible(game) == ["stop", "discard WaterWither"]  # each pair is offered in one order
    do(game, "discard WaterWither")
    assert game.table.acting == 1
    assert hand(game, 0) == ["FireFlood"]
    assert discards(game) == ["FireWither", "WaterWither"]


def test_a_card_that_is_placed_touches_another_card():
    game = position("F", begin=True)
    do(game, "water")
    assert possible(game) == [f"+water@{square}" for square in ("g6", "f7", "h7", "g8")]


def test_the_player_who_causes_a_split_chooses_the_group_that_stays():
    game = position("WEEF W..F", hands={0: ["EarthErode"]})
    do(game, "play EarthErode", "-earth@h7", "-earth@i7", "+fire@i7")
    assert possible(game) == ["=g7", "=i7"]
    do(game, "=i7")
    assert drawing(game, rows=2, columns=4)[:9] == "..FF ...F"
    assert int(game.table.supply[WATER]) == 16


def test_all_groups_but_one_are_removed():
    game = position("WEEF ..E. ..A.", hands={0: ["EarthErode"]})
    do(game, "play EarthErode", "-earth@i7", "-earth@i8", "+fire@i8")
    assert possible(game) == ["=g7", "=j7", "=i8"]
    do(game, "=i8")
    assert drawing(game, rows=3, columns=4) == ".... ..F. ..A."


def test_a_spell_stays_in_front_until_it_triggers():
    game = position("F", hands={0: ["FireSpark"]})
    do(game, "play FireSpark", "-fire@g7", "+air@g7", "+water@f7", "+water@e7")
    assert front(game) == [(0, "FireSpark")]  # one air: three are needed
    assert discards(game) == []


def test_a_spell_that_triggers_is_discarded_after_its_trigger_effect():
    game = position("FAA ..W", hands={0: ["FireSpark"]}, deck=["AirFlood"])
    do(game, "play FireSpark", "-fire@g7", "+air@g7", "+water@g6", "+water@h6")
    assert possible(game) == ["trigger 0 FireSpark"]
    do(game, "trigger 0 FireSpark")
    assert hand(game, 0) == ["AirFlood"]
    assert front(game) == []
    assert discards(game) == ["FireSpark"]


def test_spells_trigger_whosever_turn_it_is():
    game = position("AA", front=[(1, "FireSpark")], begin=True, deck=["AirFlood", "AirBloom", "AirSurge", "AirTheft"])
    do(game, "air", "+air@i7", "air", "+air@j7")
    assert possible(game) == ["trigger 1 FireSpark"]
    do(game, "trigger 1 FireSpark")
    assert hand(game, 1) == ["AirFlood"]  # its owner draws
    assert hand(game, 0) == ["AirBloom", "AirSurge", "AirTheft"]  # then step 3


def test_the_highest_spell_value_triggers_first():
    """Flood: 3 + 5 = 8; Spark: 1 + 3 = 4; Wither: 3 + 5 = 8."""
    spells = [(0, "EarthSpark"), (1, "FireFlood"), (0, "AirWither")]
    game = position("WWWWW", front=spells)
    assert possible(game) == ["trigger 1 FireFlood", "trigger 0 AirWither"]
    assert game.seat_asked == 0


@pytest.mark.parametrize("preset", ["two", "three", "four"])
def test_the_first_to_begin_a_turn_with_two_accolades_wins(preset):
    rules = load_rules(preset)
    game = position("F", rules=rules, held={"Chain": 1, "Harmony": 1})
    do(game, "stop")
    assert not game.is_over
    do(game, "stop")
    assert game.is_over
    assert game.table.winner == 1
    assert game.options() == []
