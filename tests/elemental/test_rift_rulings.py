"""The rulings E0 to E14 (ELEMENTAL_RIFT.md), each by its name."""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.state import AIR, ELEMENT_NAMES, FIRE, NONE
from rfsim.elemental.game import arrangements
from rfsim.elemental.rules import load_rules
from rfsim.elemental.stepping import Game

from .positions import TWO, discards, do, drawing, front, hand, holder, position, possible, rift

FOUR = load_rules("four")


def supply(game: Game) -> list[int]:
    return [int(number) for number in game.table.supply]


# ---------------------------------------------------------------------------------------------------- E0: the start


def test_e0_the_start_is_a_square_of_two_by_two_in_the_middle_of_the_field():
    game = Game(TWO)
    game.begin_with(TWO.deck, 0)
    lying = rift(game)
    assert sorted(lying.values()) == sorted(ELEMENT_NAMES)
    assert set(lying) == {"h8", "i8", "h9", "i9"}  # h8 is the middle of 15 x 15


def test_e0_into_an_empty_rift_the_first_card_goes_to_the_middle():
    game = position("", begin=True)
    do(game, "fire")
    assert possible(game) == ["+fire@h8"]
    do(game, "+fire@h8", "fire")
    assert possible(game) == ["+fire@h7", "+fire@g8", "+fire@i8", "+fire@h9"]


def test_e0_an_effect_is_carried_out_as_far_as_possible():
    game = position("FFW", hands={0: ["FireErode"]})  # remove 2 water: there is one
    do(game, "play FireErode", "-fire@g7", "-fire@h7", "+air@h7", "-water@i7")
    assert rift(game) == {"h7": "air"}
    assert front(game) == [(0, "FireErode")]


def test_e0_an_effect_that_finds_nothing_does_nothing():
    game = position("FFE", hands={0: ["FireErode"]})
    do(game, "play FireErode", "-fire@g7", "-fire@h7", "+air@h7")
    assert front(game) == [(0, "FireErode")]
    assert possible(game) == ["stop"]


def test_e0_a_smaller_linked_group_decays_as_a_whole():
    """Fire's Wither: decay 3 linked earth; there are only 2 linked ones, and a single one."""
    game = position("FFFEEWE", hands={0: ["FireWither"]})
    do(game, "play FireWither", "-fire@g7", "-fire@h7", "-fire@i7", "+air@h7", "+air@i7")
    assert possible(game) == ["-earth@j7"]  # of the pair, the lower square first
    do(game, "-earth@j7", "-earth@k7")
    assert possible(game) == ["+fire@j7", "+fire@k7"]


def test_e0_turn_replaces_in_place():
    game = position("FFWAA", hands={0: ["FireShift"]})  # turn 2 air into earth
    do(game, "play FireShift", "-fire@g7", "-fire@h7", "+air@h7", "air>earth@h7", "air>earth@k7")
    assert drawing(game, rows=1, columns=5) == ".EWAE"


def test_e0_there_is_no_hand_limit():
    game = position("F", hands={0: ["FireSurge", "AirFlood", "AirBloom", "AirTheft", "AirWither"]})
    do(game, "play FireSurge", "-fire@g7", "+air@g7")
    assert len(hand(game, 0)) == 6  # five, less one, and two drawn
    do(game, "stop", "stop")
    assert len(hand(game, 0)) == 6


def test_e0_at_most_200_spells_are_played_in_a_turn():
    assert TWO.cards.game.most_plays == 200
    game = position("FF", hands={0: ["FireSpark", "FireSurge"]}, rules=load_rules("two", values={"most_plays": 1}))
    do(game, "play FireSurge", "-fire@g7", "+air@g7")
    assert possible(game) == ["stop"]


# ------------------------------------------------------------------------------------------- E1 to E4: the elements


def test_e1_the_four_elements_are_earth_fire_water_and_air():
    assert sorted(ELEMENT_NAMES) == ["air", "earth", "fire", "water"]


def test_e2_fire_decays_to_air_air_to_water_water_to_earth_and_earth_to_fire():
    for element, into in (("fire", "air"), ("air", "water"), ("water", "earth"), ("earth", "fire")):
        game = position("FFAAA EEWWW", begin=True)
        do(game, f"decay:{element}")
        assert all(word.startswith(f"+{into}@") for word in possible(game))


def test_e3_there_are_16_cards_of_each_element_those_of_the_start_included():
    game = Game(TWO)
    game.begin_with(TWO.deck, 0)
    assert supply(game) == [15, 15, 15, 15]


def test_e3_what_leaves_the_rift_goes_back_to_the_supply():
    game = position("FFFEEE WWWAAA", begin=True)
    do(game, "decay:fire", "+air@g7", "+air@h7")
    assert (supply(game)[FIRE], supply(game)[AIR]) == (16, 11)


def test_e3_with_too_few_left_as_many_as_there_are_are_placed():
    game = position("FFFAAAAAAAA .AAAAAAA", hands={0: ["FireFlood"]})  # add 4 air; one is left
    do(game, "play FireFlood", "-fire@g7", "-fire@h7", "-fire@i7", "+air@i7")
    assert supply(game)[AIR] == 0  # the payment took the last one; nothing is added
    assert front(game) == [(0, "FireFlood")]
    game = position("FFFAAAAAAA AAAAAA", hands={0: ["FireFlood"]})
    do(game, "play FireFlood", "-fire@g7", "-fire@h7", "-fire@i7", "+air@h7", "+air@i7", "+air@h6")
    assert supply(game)[AIR] == 0
    assert possible(game)[0] == "stop"


def test_e3_decay_places_only_what_the_supply_has():
    game = position("FFFFAAAAAAA EAAAAAAAA", begin=True)  # 15 air are in the Rift: of two there is one
    do(game, "decay:fire")
    assert possible(game) == ["+air@g7", "+air@h7", "+air@i7", "+air@j7"]
    do(game, "+air@j7")
    assert supply(game)[AIR] == 0


def test_e4_diagonal_neighbours_do_not_touch():
    game = position("FE EF", hands={0: ["FireErode", "FireSpark"]})
    assert int(game.table.linked[FIRE]) == 1
    assert possible(game) == ["stop", "play FireSpark"]


def test_e4_nothing_is_placed_outside_the_field():
    game = position("F", begin=True, corner="a1")
    do(game, "fire")
    assert possible(game) == ["+fire@b1", "+fire@a2"]
    game = position("F", begin=True, corner="o15")
    do(game, "fire")
    assert possible(game) == ["+fire@o14", "+fire@n15"]


def test_e4_rows_end_at_the_field_s_edge():
    """The last square of a row and the first of the next one are not neighbours."""
    game = position("FF", begin=True, corner="n8")
    do(game, "fire")
    assert possible(game) == [f"+fire@{square}" for square in ("n7", "o7", "m8", "n9", "o9")]


# --------------------------------------------------------------------------------------------------- E5: one action


def test_e5_all_cards_of_an_action_are_placed_before_the_rift_is_checked_for_a_split():
    """The payment empties the middle; it is not split, since the decay element closes the gap."""
    game = position("WFW", hands={0: ["FireSurge"]})
    do(game, "play FireSurge", "-fire@h7", "+air@h7")
    assert drawing(game, rows=1, columns=3) == "WAW"


def test_e5_two_steps_of_one_effect_are_one_action():
    """Fire's Flood triggers: "draw 2, add 1 earth": nothing triggers between the two."""
    spells = [(0, "FireFlood"), (1, "WaterErode")]  # Water's Erode: 3 fire (what earth decays into)
    game = position("WWWWWE EE", front=spells, begin=False)
    assert possible(game) == ["trigger 0 FireFlood"]
    do(game, "trigger 0 FireFlood")
    assert game.seat_asked == 0
    assert possible(game)[0].startswith("+earth@")


def test_e5_the_owner_of_a_trigger_chooses_the_group_that_stays():
    """Seat 1's Erode (X fire: 3 B, remove 1 C): three water are linked, one earth goes, and that splits the Rift."""
    game = position("WWWEFF", front=[(1, "FireErode")])
    assert possible(game) == ["trigger 1 FireErode"]
    assert game.seat_asked == 0
    do(game, "trigger 1 FireErode")
    assert game.seat_asked == 1
    do(game, "-earth@j7")
    assert game.seat_asked == 1
    assert possible(game) == ["=g7", "=k7"]
    do(game, "=k7")
    assert rift(game) == {"k7": "fire", "l7": "fire"}
    assert game.seat_asked == 0


def test_e5_spells_trigger_after_the_payment_and_before_the_effect():
    """The payment makes the third air: seat 1's Spark triggers and draws, and only then Surge draws two."""
    deck = ["AirFlood", "AirTheft", "AirBloom"]
    game = position("FAA", hands={0: ["FireSurge"]}, front=[(1, "FireSpark")], deck=deck)
    do(game, "play FireSurge", "-fire@g7", "+air@g7")
    assert possible(game) == ["trigger 1 FireSpark"]
    do(game, "trigger 1 FireSpark")
    assert hand(game, 1) == ["AirFlood"]
    assert hand(game, 0) == ["AirTheft", "AirBloom"]


def test_e5_a_split_is_settled_before_spells_trigger():
    """Seat 1's Spark needs three linked air; they are there after the payment, on the group that does not stay."""
    game = position("AAFFE", hands={0: ["FireErode"]}, front=[(1, "FireSpark")])
    do(game, "play FireErode", "-fire@i7", "-fire@j7", "+air@i7")
    assert possible(game) == ["=g7", "=k7"]
    do(game, "=k7")
    assert possible(game) == ["stop"]
    assert front(game) == [(1, "FireSpark"), (0, "FireErode")]


# ------------------------------------------------------------------------------------------------- E6, E7: the turn


def test_e6_two_elements_are_added_one_after_the_other():
    """The second one may touch the first alone, and a pair is offered in one order only."""
    game = position("F", begin=True)
    do(game, "water", "+water@h7")
    assert possible(game) == ["earth", "fire", "water", "air"]
    do(game, "earth")  # a lower element: on the squares that the water has opened up, or it had come first
    assert possible(game) == ["+earth@h6", "+earth@i7", "+earth@h8"]


def test_e6_at_ten_or_more_an_element_that_is_present_decays():
    game = position("FFFFF WWWWW", begin=True)
    assert possible(game) == ["decay:fire", "decay:water"]
    game = position("FFFFF WWWW", begin=True)
    assert possible(game) == ["earth", "fire", "water", "air"]


def test_e6_decaying_n_cards_leaves_n_squares_of_which_half_rounded_up_are_chosen():
    game = position("FFFFF WWWWW", begin=True)
    do(game, "decay:fire")
    assert possible(game) == ["+air@g7", "+air@h7", "+air@i7"]  # three of five: two more have to follow
    do(game, "+air@h7")
    assert possible(game) == ["+air@i7", "+air@j7"]
    do(game, "+air@j7")
    assert possible(game) == ["+air@k7"]
    do(game, "+air@k7")
    assert drawing(game, rows=2, columns=5) == ".A.AA WWWWW"


def test_e7_a_spell_needs_a_linked_group_of_its_decay_value():
    game = position("FFWF", hands={0: ["FireFlood", "FireErode"]})  # decay values 3 and 2
    assert possible(game) == ["stop", "play FireErode"]


def test_e7_the_player_chooses_which_linked_squares_of_one_group_decay():
    game = position("FFFWFF", hands={0: ["FireErode"]})
    do(game, "play FireErode")
    assert possible(game) == ["-fire@g7", "-fire@h7", "-fire@k7"]
    do(game, "-fire@g7")
    assert possible(game) == ["-fire@h7", "-fire@i7"]  # of the same group, not touching each other


def test_e7_a_spell_can_trigger_only_after_its_effect():
    """The payment makes the third air, which Spark needs; it triggers once the water is there."""
    game = position("FAA", hands={0: ["FireSpark"]}, deck=["AirFlood"])
    do(game, "play FireSpark", "-fire@g7", "+air@g7")
    assert possible(game)[0] == "+water@g6"
    do(game, "+water@g6", "+water@h6")
    assert possible(game) == ["trigger 0 FireSpark"]


# ------------------------------------------------------------------------------------------------------ E8: triggers


def test_e8_all_spells_are_checked_again_after_each_trigger():
    """Fire's Surge (4 water): add 2 fire; they make the third fire that Water's Erode (3 B) needs."""
    game = position("WWWWF", front=[(1, "FireSurge"), (0, "WaterErode")])
    assert possible(game) == ["trigger 1 FireSurge"]
    do(game, "trigger 1 FireSurge", "+fire@k6", "+fire@k8")
    assert possible(game) == ["trigger 0 WaterErode"]


def test_e8_a_spell_does_not_trigger_any_more_once_its_elements_are_gone():
    """Erode (2 + 3) comes before Spark (1 + 3), and removes one of the three earth that Spark waits for."""
    game = position("WWWEEE", front=[(1, "WaterSpark"), (0, "FireErode")])
    assert possible(game) == ["trigger 0 FireErode"]
    do(game, "trigger 0 FireErode", "-earth@l7")
    assert possible(game) == ["stop"]
    assert front(game) == [(1, "WaterSpark")]


def test_e8_ties_are_broken_by_the_player_whose_turn_it_is():
    game = position("AAA", front=[(1, "EarthErode"), (1, "WaterTheft")])  # both 2 + 3, both by 3 air
    assert possible(game) == ["trigger 1 EarthErode", "trigger 1 WaterTheft"]
    assert game.seat_asked == 0


def test_e8_the_owner_makes_the_choices_of_the_trigger_effect():
    game = position("WWWW", front=[(1, "FireSurge")])
    do(game, "trigger 1 FireSurge")
    assert game.seat_asked == 1
    assert possible(game)[0] == "+fire@g6"


# ---------------------------------------------------------------------------------- E9 to E14: the rest of the turn


def test_e9_with_an_empty_deck_the_discards_are_shuffled():
    names = ["AirFlood", "AirBloom", "AirTheft", "AirWither"]
    game = position("F", hands={0: ["FireSurge"]}, deck=[], discards=names)
    do(game, "play FireSurge", "-fire@g7", "+air@g7")
    assert len(hand(game, 0)) == 2
    assert set(hand(game, 0)) < set(names)
    assert discards(game) == []
    assert int(game.table.deck_size) == 2


def test_e9_with_deck_and_discards_empty_nothing_is_drawn():
    game = position("F", hands={0: ["FireSurge"]}, deck=[])
    do(game, "play FireSurge", "-fire@g7", "+air@g7")
    assert hand(game, 0) == []
    assert front(game) == [(0, "FireSurge")]


def test_e10_step_5_discards_up_to_two_or_takes_one_accolade_or_neither():
    game = position("FWEA", hands={0: ["FireSurge", "AirFlood", "AirBloom"]}, deck=[])
    do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop")
    assert possible(game) == ["stop", "discard AirFlood", "discard AirBloom"]  # no fire is left: no Harmony
    game = position("FFWEA", hands={0: ["FireSurge", "AirFlood"]}, deck=[])
    do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop")
    assert possible(game) == ["stop", "discard AirFlood", "take Harmony"]
    do(game, "discard AirFlood")
    assert possible(game) == ["stop"]  # no card is left, and no accolade is offered after a discard


def harmony(played: bool = True, **more) -> Game:
    """Seat 0 at step 5, all elements being there."""
    game = position("FFWEA", hands={0: ["FireSurge"]}, deck=[], **more)
    if played:
        do(game, "play FireSurge", "-fire@g7", "+air@g7")
    return do(game, "stop")


def test_e11_an_accolade_is_taken_by_a_player_that_played_a_spell_this_turn():
    assert possible(harmony()) == ["stop", "take Harmony"]
    assert possible(harmony(played=False)) == ["stop", "discard FireSurge"]


def test_e11_an_accolade_is_taken_from_another_player_if_it_lies_face_up_there():
    game = harmony(held={"Harmony": 1})
    assert possible(game) == ["stop", "take Harmony from 1"]
    do(game, "take Harmony from 1")
    assert holder(game, "Harmony") == 0
    game = position("FFWEA", hands={0: ["FireSurge"]}, deck=[], held={"Harmony": 1})
    game.array["table"]["face_up"] = 0
    do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop")
    assert possible(game) == ["stop"]


def test_e11_no_accolade_is_taken_that_one_has():
    assert possible(harmony(held={"Harmony": 0})) == ["stop"]


def test_e11_an_accolade_lies_face_down_until_its_owner_s_next_step_1():
    game = do(harmony(rules=FOUR), "take Harmony")
    index = FOUR.accolade_names.index("Harmony")
    for seat in (1, 2, 3):
        assert game.table.acting == seat
        assert int(game.table.face_up[index]) == 0
        turns = int(game.table.turns)
        while int(game.table.turns) == turns:
            game.carry_out(game.options()[0])
    assert game.table.acting == 0
    assert int(game.table.face_up[index]) == 1


def test_e11_in_the_variant_it_lies_face_up_at_once_and_two_players_play_the_variant():
    game = do(harmony(), "take Harmony")
    assert int(game.table.face_up[TWO.accolade_names.index("Harmony")]) == 1
    faces = {name: load_rules(name).preset.accolades for name in ("two", "three", "four")}
    assert faces == {"two": "face up", "three": "face down", "four": "face down"}


def test_e12_two_accolades_win_at_the_start_of_a_turn_and_not_before():
    game = do(harmony(held={"Chain": 0}), "take Harmony")
    assert not game.is_over
    turns = int(game.table.turns)
    while int(game.table.turns) == turns:
        game.carry_out(game.options()[0])
    assert game.is_over
    assert (int(game.table.winner), int(game.table.turns)) == (0, turns + 1)


def test_e13_after_400_turns_the_game_is_undecided():
    assert TWO.cards.game.max_turns == 400
    game = position("F", rules=load_rules("two", values={"max_turns": 1}), held={"Chain": 1, "Harmony": 1})
    do(game, "stop", "stop")
    assert game.is_over
    assert int(game.table.turns) == 1
    assert int(game.table.winner) == NONE  # nobody, although seat 1 would have begun with two accolades


def test_e14_each_seat_starts_equally_often():
    for preset, seats in (("two", 2), ("three", 3), ("four", 4)):
        starts = arrangements(load_rules(preset), False)["first"].tolist()
        assert sorted(starts) == list(range(seats))


def test_e14_where_strategies_meet_they_share_the_positions_evenly():
    for preset, seats in (("two", 2), ("three", 3), ("four", 4)):
        games = arrangements(load_rules(preset), True)
        plays_a = games["player"] % 2 == 0
        positions = (games["first"][:, None] + np.arange(seats)) % seats
        at_position = np.take_along_axis(plays_a, positions, axis=1)
        assert (at_position.mean(axis=0) == 0.5).all()
        assert len({tuple(row) for row in at_position.tolist()}) == len(games)


# ------------------------------------------------------------------------------------------------ the five accolades


def may_take(name: str, game: Game) -> bool:
    return any(word.startswith(f"take {name}") for word in possible(game))


def test_conduit_asks_for_five_spells_in_front():
    spells = [(0, name) for name in ("WaterFlood", "FireFlood", "AirFlood", "EarthFlood")]
    game = position("FWEA", hands={0: ["FireSurge"]}, front=spells, deck=[])
    assert may_take("Conduit", do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop"))
    game = position("FWEA", hands={0: ["FireSurge"]}, front=[*spells[:3], (1, "EarthFlood")], deck=[])
    assert not may_take("Conduit", do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop"))


def test_dominion_asks_for_eight_elements_of_which_one_makes_up_half():
    """The fire becomes air before the accolade is asked for."""
    for drawn, expected in (("FEEEEAAA", True), ("FEEEWAAA", True), ("FEEEWWAA", False), ("FEEEEEE", False)):
        game = position(drawn, hands={0: ["FireSurge"]}, deck=[])
        do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop")
        assert may_take("Dominion", game) == expected, drawn


def test_harmony_asks_for_all_elements_whose_numbers_differ_by_one_at_most():
    for drawn, expected in (("FFWEA", True), ("FFWWEEA", True), ("FFWWWEEA", False), ("FFWWA", False)):
        game = position(drawn, hands={0: ["FireSurge"]}, deck=[])
        do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop")
        assert may_take("Harmony", game) == expected, drawn


def test_chain_asks_for_six_linked_elements():
    for drawn, expected in (("FEEEEEE", True), ("FEEEEEAE", False), ("FEEE EEE.", True)):
        game = position(drawn, hands={0: ["FireSurge"]}, deck=[])
        do(game, "play FireSurge", "-fire@g7", "+air@g7", "stop")
        assert may_take("Chain", game) == expected, drawn


def test_cataclysm_asks_for_two_spells_triggered_in_this_turn():
    for spells, expected in (([(1, "FireSpark"), (1, "EarthErode")], True), ([(1, "FireSpark")], False)):
        game = position("FAA", hands={0: ["FireSurge"]}, front=spells, deck=["AirFlood", "AirBloom", "AirTheft"])
        do(
            game,
            "play FireSurge",
            "-fire@g7",
            "+air@g7",
            *[f"trigger {seat} {name}" for seat, name in reversed(spells)],
        )
        assert may_take("Cataclysm", do(game, "stop")) == expected
