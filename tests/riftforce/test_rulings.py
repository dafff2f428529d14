"""The rulings that concern the base game, by name, and "FAQ: General"."""

from __future__ import annotations

import pytest

from rfsim.riftforce.core.state import CAP, GOING_ON, NONE, STALEMATE, TARGET
from rfsim.riftforce.replay import RecordFault
from rfsim.riftforce.stepping import Game
from tests.riftforce.positions import choose, column, discards, hand, play, position, score, words

EMPTY = ("", "")


def ending(game: Game) -> tuple[int, int]:
    return int(game.table.ending), int(game.table.winner)


# -------------------------------------------------------------------------------------------------------------- actions


def test_r1_further_cards_extend_the_run_at_either_end_or_stay() -> None:
    game = position(hands=("Fire5 Fire6 Fire7", ""))
    choose(game, "0 play Fire5", "Fire5@3")
    assert set(words(game)) == {"", "Fire7@3", "Fire7@2", "Fire7@4", "Fire6@3", "Fire6@2", "Fire6@4"}
    assert set(words(choose(game, "Fire6@2"))) == {"", "Fire7@1", "Fire7@4"}


def test_r1_two_cards_at_one_location_keep_the_third_there() -> None:
    game = position(hands=("Fire5 Fire6 Fire7", ""))
    assert words(choose(game, "0 play Fire5", "Fire5@3", "Fire6@3")) == ["", "Fire7@3"]


def test_r1_outermost_locations_are_not_adjacent() -> None:
    """ "Note that the outermost locations on both ends are not considered adjacent to each other." """
    game = position(hands=("Fire5 Fire6", ""))
    assert set(words(choose(game, "0 play Fire5", "Fire5@5"))) == {"", "Fire6@5", "Fire6@4"}


def test_r2_two_cards_alike_in_both_satisfy_both_until_a_third_decides() -> None:
    game = position(hands=("Fire5 Fire5 Light5 Fire6", ""))
    choose(game, "0 play Fire5", "Fire5@3", "Fire5@3")
    assert set(words(game)) == {"", "Light5@3", "Fire6@3"}


def test_r2_the_whole_set_is_alike_with_the_discarded_card() -> None:
    game = position("3: Fire5 Light5 Fire6 / -", hands=("Fire5", ""))
    choose(game, "0 activate Fire5", "Light5@3.2")
    assert words(game) == ["", "Fire5@3.1"]


def test_r3_a_card_that_matches_nothing_cannot_be_discarded() -> None:
    game = position("3: Fire5 / -", hands=("Light6 Light5 Fire7", ""))
    assert words(game) == [
        "0 play Light6",
        "0 play Light5",
        "0 play Fire7",
        "0 activate Light5",
        "0 activate Fire7",
        "0 draw",
    ]


def test_r3_the_first_activation_is_not_optional() -> None:
    game = position("3: Fire5 Fire6 / -", hands=("Fire7", ""))
    assert words(choose(game, "0 activate Fire7")) == ["Fire5@3.1", "Fire6@3.2"]
    assert words(choose(game, "Fire5@3.1")) == ["", "Fire6@3.2"]


def test_r3_min_activations_0_allows_a_bare_discard() -> None:
    game = position("3: Fire5 / -", hands=("Light6", ""), min_activations=0)
    play(game, "0 activate Light6")
    assert discards(game, 0) == ["Light6"]


def test_r4_an_elemental_that_moved_is_not_activated_again() -> None:
    game = position("2: Water6 / -", "3: Water5 / -", hands=("Water7", ""))
    assert words(choose(game, "0 activate Water7", "Water5@3.1", ">2")) == ["", "Water6@2.1"]


def test_r4_at_most_three_are_activated() -> None:
    game = position("3: Fire5 Fire5 Fire5 Fire5 / -", hands=("Fire7", ""))
    with pytest.raises(RecordFault):
        play(game, "0 activate Fire7: Fire5@3.1; Fire5@3.2; Fire5@3.3; Fire5@3.4")


def test_r4_next_turn_they_can_be_activated_again() -> None:
    game = position("3: Fire5 / -", hands=("Fire7 Fire6", "Light5"))
    play(game, "0 activate Fire7: Fire5@3.1", "1 play Light5@1", "0 activate Fire6: Fire5@3.1")
    assert discards(game, 0) == ["Fire7", "Fire6"]


def test_r5_check_and_draw_needs_fewer_than_7_cards() -> None:
    seven = "Fire5 Fire5 Fire5 Fire5 Fire6 Fire6 Fire6"
    assert "0 draw" not in words(position(hands=(seven, "")))
    assert "0 draw" in words(position(hands=(seven[:-6], "")))


def test_r5_check_and_draw_is_legal_with_nothing_left_to_draw() -> None:
    game = position("3: Fire5 / -", hands=("", "Light5"))
    assert words(game) == ["0 draw"]
    assert score(play(game, "0 draw")) == (1, 0)


# ------------------------------------------------------------------------------------------------------------ abilities


def test_r6_light_must_heal_if_anyone_is_damaged() -> None:
    game = position("3: Light5 Fire6(1) / -", hands=("Light7", ""))
    with pytest.raises(RecordFault, match="a word is missing"):
        play(game, "0 activate Light7: Light5@3.1")


def test_r6_plant_takes_the_neighbour_that_holds_an_enemy() -> None:
    game = position("2: - / -", "3: Plant5 / -", "4: - / Fire6", hands=("Plant7", ""))
    assert words(choose(game, "0 activate Plant7", "Plant5@3.1")) == [">4"]


def test_r6_a_step_without_a_target_does_nothing_and_the_next_is_carried_out() -> None:
    game = position("3: Water5 / -", "4: - / Fire6", hands=("Water7", ""))
    assert column(play(game, "0 activate Water7: Water5@3.1 >4"), 4) == "Water5 / Fire6(1)"


def test_r7_damage_is_checked_once_the_whole_ability_is_resolved() -> None:
    """First and last of Ice are counted before anything is removed."""
    game = position("3: Ice5 / Fire5(4) Fire6", hands=("Ice7", ""))
    assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == "Ice5 / Fire6(4)"


def test_r7_the_next_activation_sees_what_was_destroyed() -> None:
    game = position("3: Fire5 Fire6 / Light5(3) Light6", hands=("Fire7", ""))
    play(game, "0 activate Fire7: Fire5@3.1; Fire6@3.2")
    assert column(game, 3) == "Fire5 Fire6(1) / Light6(3)"


def test_r8_excess_damage_is_not_carried_over() -> None:
    game = position("3: Crystal5 / Fire5(4) Fire6", hands=("Crystal7", ""))
    assert column(play(game, "0 activate Crystal7: Crystal5@3.1"), 3) == "Crystal5 / Fire6"


def test_r9_a_lone_enemy_takes_six_from_ice() -> None:
    game = position("3: Ice5 / Fire6", hands=("Ice7", ""))
    play(game, "0 activate Ice7: Ice5@3.1")
    assert score(game) == (1, 0)


@pytest.mark.parametrize(
    ("enemies", "after"), [("Fire5 Fire7(1)", "Fire5(2) Fire7(5)"), ("Fire5 Fire7", "Fire5(2) Fire7(1)")]
)
def test_r9_printed_ice_asks_for_damage_on_the_last_enemy(enemies: str, after: str) -> None:
    game = position(f"3: Ice5 / {enemies}", hands=("Ice7", ""), patches=["printed-ice"])
    assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == f"Ice5 / {after}"


def test_r9_printed_ice_damages_a_lone_enemy_before_it_looks() -> None:
    game = position("3: Ice5 / Fire7", hands=("Ice7", ""), patches=["printed-ice"])
    assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == "Ice5 / Fire7(6)"


def test_r10_water_moves_with_nobody_to_hit_damage_and_all() -> None:
    game = position("3: Water5(3) / -", "4: Fire5 / -", hands=("Water7", ""))
    assert column(play(game, "0 activate Water7: Water5@3.1 >4"), 4) == "Fire5 Water5(3) / -"


def test_r12_a_destroyed_enemy_is_not_moved_by_plant() -> None:
    game = position("2: - / Fire5(3)", "3: Plant5 / Fire6", hands=("Plant7", ""))
    play(game, "0 activate Plant7: Plant5@3.1 >2")
    assert column(game, 3) == "Plant5 / Fire6"
    assert score(game) == (1, 0)


def test_r13_the_repetition_may_hit_any_enemy_then_there() -> None:
    game = position("3: Thunderbolt5 / Fire5(3) Fire6 Fire7", hands=("Thunderbolt7", ""))
    choose(game, "0 activate Thunderbolt7", "Thunderbolt5@3.1", "*Fire5@3.1")
    assert words(game) == ["*Fire6@3.1", "*Fire7@3.2"]


def test_r13_without_an_enemy_left_nothing_is_repeated() -> None:
    game = position("3: Thunderbolt5 / Fire5(3)", hands=("Thunderbolt7", ""))
    assert score(play(game, "0 activate Thunderbolt7: Thunderbolt5@3.1 *Fire5@3.1")) == (1, 0)


def test_r14_fire_damages_the_one_ally_behind_it() -> None:
    game = position("3: Fire5 Light5 Light6 / -", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.1"), 3) == "Fire5 Light5(1) Light6 / -"


def test_r16_light_may_heal_itself() -> None:
    game = position("3: Light5(1) / -", hands=("Light7", ""))
    assert column(play(game, "0 activate Light7: Light5@3.1 *Light5@3.1"), 3) == "Light5 / -"


# ---------------------------------------------------------------------------------------------------------------- piles


def test_r19_the_discard_pile_is_shuffled_when_a_card_is_needed() -> None:
    game = position(hands=("", "Light5"), piles=("Fire5", ""), discards=("Fire6 Fire7", ""))
    play(game, "0 draw Fire5 shuffle[Fire7,Fire6] Fire7 Fire6")
    assert hand(game, 0) == ["Fire5", "Fire6", "Fire7"]
    assert discards(game, 0) == []


def test_r19_a_pile_that_is_enough_is_not_shuffled() -> None:
    pile = "Fire5 Fire5 Fire5 Fire5 Fire6 Fire6 Fire6"
    game = position(hands=("", "Light5"), piles=(pile, ""), discards=("Fire7", ""))
    play(game, f"0 draw {pile}")
    assert discards(game, 0) == ["Fire7"]


def test_r19_the_order_after_a_shuffle_depends_on_the_seed_alone() -> None:
    def drawn() -> list[int]:
        game = position(hands=("", "Light5"), discards=("Fire5 Fire5 Fire6 Fire7 Light5 Light6 Light7 Plant5", ""))
        game.array["seat"]["shuffles"]["state"][0, 0] = 42
        choose(game, "0 draw")
        return list(game.state.seat[0].hand.card[:7])

    assert drawn() == drawn()


# -------------------------------------------------------------------------------------------------------------- the end


def test_r21_the_second_seat_completes_the_round() -> None:
    """ "If you started the game your opponent still takes 1 action." """
    game = position("3: Fire5 / -", hands=("", "Light5"), score=(11, 0))
    play(game, "0 draw")
    assert ending(game) == (GOING_ON, NONE)
    play(game, "1 play Light5@1")
    assert ending(game) == (TARGET, 0)


def test_r21_the_game_ends_at_once_on_the_second_seats_action() -> None:
    """ "If your opponent started, the game ends immediately." """
    game = position("3: - / Fire5", hands=("Light5", ""), score=(0, 11), acting=1)
    assert ending(play(game, "1 draw")) == (TARGET, 1)


def test_r21_with_equal_scores_it_goes_on_round_by_round() -> None:
    """ "In case of a tie, both of you perform another action and afterwards check if there is still a tie." """
    game = position("3: - / Fire5", hands=("Light5 Light5", "Fire6"), score=(12, 11), acting=1)
    play(game, "1 draw")
    assert ending(game) == (GOING_ON, NONE)
    play(game, "0 play Light5@1", "1 play Fire6@5")
    assert ending(game) == (GOING_ON, NONE)
    play(game, "0 draw")
    assert score(game) == (13, 12)
    play(game, "1 draw")
    assert score(game) == (13, 14)
    assert ending(game) == (TARGET, 1)


def test_r21_the_opponent_can_still_pull_ahead() -> None:
    game = position("1: Fire5 / -", "4: - / Light5", "5: - / Light6", hands=("", ""), score=(11, 11))
    play(game, "0 draw")
    assert score(game) == (12, 11)
    play(game, "1 draw")
    assert (score(game), ending(game)) == ((12, 13), (TARGET, 1))


def test_r21_it_makes_no_difference_who_caused_the_twelfth_point() -> None:
    game = position("3: Light5 / Fire5 Fire6(5)", hands=("", "Fire7"), score=(11, 0), acting=1)
    play(game, "1 activate Fire7: Fire5@3.1")
    assert ending(game) == (TARGET, 0)


def test_r22_nothing_can_change_any_more_is_a_stalemate() -> None:
    game = position("3: Fire5 / Light5", hands=EMPTY, score=(3, 4))
    assert ending(play(game, "0 draw")) == (STALEMATE, NONE)


def test_r22_a_controlled_location_keeps_the_game_alive() -> None:
    game = position("3: Fire5 / Light5", "4: - / Light6", hands=EMPTY)
    assert ending(play(game, "0 draw")) == (GOING_ON, NONE)


def test_r22_a_card_anywhere_keeps_the_game_alive() -> None:
    game = position("3: Fire5 / Light5", hands=EMPTY, discards=("", "Light7"))
    assert ending(play(game, "0 draw")) == (GOING_ON, NONE)


def test_r22_a_decided_round_is_completed_instead_of_a_stalemate() -> None:
    game = position("3: Fire5 / Light5", hands=EMPTY, score=(12, 4))
    assert ending(play(game, "0 draw")) == (GOING_ON, NONE)
    assert ending(play(game, "1 draw")) == (TARGET, 0)


def test_r22_the_cap_counts_actions() -> None:
    game = position("3: Fire5 / -", hands=("", "Light5"), max_turns=2)
    play(game, "0 draw", "1 play Light5@1")
    assert ending(game) == (CAP, NONE)


def test_r22_the_cap_comes_last() -> None:
    game = position("3: Fire5 / Light5", hands=EMPTY, max_turns=1)
    assert ending(play(game, "0 draw")) == (STALEMATE, NONE)
    game = position("3: Fire5 / -", hands=("", "Light5"), score=(12, 0), acting=1, max_turns=2)
    assert ending(play(game, "1 play Light5@1")) == (TARGET, 0)


def test_r25_cards_placed_at_setup_have_no_effect() -> None:
    from rfsim.riftforce.replay import Replay

    deck = {"Earth": ["Earth5"] * 4 + ["Earth6"] * 3 + ["Earth7"] * 2, "Love": []}
    del deck["Love"]
    others = ["Fire", "Light", "Plant"]
    full = [f"{name}{number}" for name in others for number in (5, 5, 5, 5, 6, 6, 6, 7, 7)]
    second = full[:7] + deck["Earth"] + full[7:]
    first = [f"{name}{number}" for name in ("Water", "Ice", "Shadow", "Air") for number in (5, 5, 5, 5, 6, 6, 6, 7, 7)]
    seats = [
        {"side": 0, "guilds": ["Water", "Ice", "Shadow", "Air"], "deck": first},
        {"side": 1, "guilds": ["Earth", *others], "deck": second},
    ]
    record = {
        "format": "rfsim-record/1",
        "game": "riftforce",
        "preset": "base",
        "patch": {},
        "seed": "",
        "locations": 5,
    }
    game = Replay({**record, "seats": seats, "first": 0, "turns": []}).game
    assert column(game, 3) == "- / Earth5"
    assert score(game) == (0, 0)


def test_r39_riftforce_goes_beyond_12() -> None:
    game = position("3: - / Fire5", "4: - / Fire6", hands=("Light5", ""), score=(30, 31), acting=1)
    assert score(play(game, "1 draw")) == (30, 33)


# --------------------------------------------------------------------------------------------------------- FAQ: General


def test_identical_cards_may_be_played_and_activated_together() -> None:
    """ "You may play / activate identical cards that show the same number and the same symbol." """
    game = position(hands=("Fire5 Fire5 Fire5", ""))
    assert column(play(game, "0 play Fire5@3; Fire5@3; Fire5@3"), 3) == "Fire5 Fire5 Fire5 / -"


def test_cards_played_in_earlier_rounds_do_not_matter() -> None:
    """ "Elementals played in previous rounds don't influence which elementals you can play or where …" """
    game = position("1: Fire5 / -", hands=("Light6 Plant7", ""))
    assert set(words(choose(game, "0 play Light6"))) == {f"Light6@{location}" for location in range(1, 6)}


def test_the_number_is_not_changed_by_damage() -> None:
    """ "The number of an elemental is not changed by the damage that is placed on it." """
    game = position("3: Fire6(5) / -", hands=("Light6", ""))
    assert words(choose(game, "0 activate Light6")) == ["Fire6@3.1"]


def test_an_elemental_may_be_activated_without_an_enemy() -> None:
    """ "You may activate an elemental even without an enemy to target. That damage is simply lost." """
    game = position("3: Fire5 / -", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.1"), 3) == "Fire5 / -"


def test_control_scores_for_whoever_checks_only() -> None:
    """ "If you choose this action only you can gain Riftforce even if your opponent controls locations …" """
    game = position("1: Fire5 / -", "2: Fire6 / Light5", "4: - / Light6", hands=("", "Light7"))
    assert score(play(game, "0 draw")) == (1, 0)


def test_cards_are_placed_behind_those_that_are_there() -> None:
    """ "If you play elementals to a location with previously played elementals present, place the new … on top." """
    game = position("3: Light5 / -", hands=("Fire5 Fire6", ""))
    assert column(play(game, "0 play Fire5@3; Fire6@3"), 3) == "Light5 Fire5 Fire6 / -"
