"""The rulings that concern the base game, by name, and "FAQ: General"."""

from __future__ import annotations

from collections import Counter

import pytest

from rfsim.riftforce.core.state import CAP, GOING_ON, NONE, STALEMATE, TARGET
from rfsim.riftforce.notation import card_name
from rfsim.riftforce.replay import RecordFault, Replay
from rfsim.riftforce.stepping import Game
from tests.riftforce.positions import choose, column, discards, hand, play, position, score, set_cards, words

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


@pytest.mark.parametrize(
    "turn",
    [
        "0 play Fire5@1; Fire6@3",  # 1 and 3 without 2
        "0 play Fire5@1; Fire6@3; Fire7@2",  # not at any time
        "0 play Fire5@3; Fire6@3; Fire7@4",  # two here, one there
        "0 play Fire5@3; Fire6@4; Fire7@4",
        "0 play Fire5@1; Fire6@5",
    ],
)
def test_r1_cards_at_no_run_and_not_together_are_refused(turn: str) -> None:
    with pytest.raises(RecordFault):
        play(position(hands=("Fire5 Fire6 Fire7", "")), turn)


def test_r1_a_run_grows_at_either_end() -> None:
    game = position(hands=("Fire5 Fire6 Fire7", ""))
    play(game, "0 play Fire5@3; Fire6@4; Fire7@2")
    assert [column(game, location) for location in (2, 3, 4)] == ["Fire7 / -", "Fire5 / -", "Fire6 / -"]


def test_r2_three_cards_at_most_are_played() -> None:
    game = position(hands=("Fire5 Fire5 Fire5 Fire5", "Light5"))
    play(game, "0 play Fire5@3; Fire5@3; Fire5@3")
    assert (game.seat_asked, hand(game, 0)) == (1, ["Fire5"])


@pytest.mark.parametrize("second", ["Light5", "Fire6"])
def test_r2_the_second_card_decides_between_number_and_symbol(second: str) -> None:
    game = position(hands=(f"Fire5 {second} Water5 Fire7", ""))
    choose(game, "0 play Fire5", "Fire5@3", f"{second}@3")
    assert words(game) == ["", {"Light5": "Water5@3", "Fire6": "Fire7@3"}[second]]


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


def test_r3_a_bare_discard_is_refused() -> None:
    game = position("3: Fire5 / -", hands=("Fire7", ""))
    with pytest.raises(RecordFault, match="a word is missing"):
        play(game, "0 activate Fire7")


@pytest.mark.parametrize("parts", ["Fire5@3.1", "Fire5@3.1; Fire6@3.2", "Fire5@3.1; Fire6@3.2; Fire7@3.3"])
def test_r3_one_two_or_three_are_activated(parts: str) -> None:
    game = position("3: Fire5 Fire6 Fire7 / -", hands=("Fire7", "Light5"))
    play(game, f"0 activate Fire7: {parts}")
    assert game.seat_asked == 1


def test_r3_min_activations_0_allows_a_bare_discard() -> None:
    game = position("3: Fire5 / -", hands=("Light6", ""), min_activations=0)
    play(game, "0 activate Light6")
    assert discards(game, 0) == ["Light6"]


def test_r3_min_activations_0_leaves_the_choice() -> None:
    game = position("3: Fire5 Light6 / -", hands=("Fire7", ""), min_activations=0)
    assert words(choose(game, "0 activate Fire7")) == ["", "Fire5@3.1"]


def test_r3_min_activations_0_needs_nobody_on_the_table() -> None:
    game = position("3: - / Light5", hands=("Fire7", ""), min_activations=0)
    assert words(game) == ["0 play Fire7", "0 activate Fire7", "0 draw"]
    assert words(position("3: - / Light5", hands=("Fire7", ""))) == ["0 play Fire7", "0 draw"]


def test_r4_an_elemental_that_moved_is_not_activated_again() -> None:
    game = position("2: Water6 / -", "3: Water5 / -", hands=("Water7", ""))
    assert words(choose(game, "0 activate Water7", "Water5@3.1", ">2")) == ["", "Water6@2.1"]


def test_r4_the_order_is_free() -> None:
    for parts in ("Fire6@3.2; Fire5@3.1", "Fire5@3.1; Fire6@3.2"):
        game = position("3: Fire5 Fire6 / Light7", hands=("Fire7", ""))
        assert column(play(game, f"0 activate Fire7: {parts}"), 3) == "Fire5 Fire6(1) / Light7(6)"


def test_r4_the_next_is_chosen_after_the_one_before_is_resolved() -> None:
    """An ally that Fire has destroyed is no more there, and those behind it have moved up."""
    game = position("3: Fire5 Fire6(5) Fire7 / -", hands=("Fire5", ""))
    choose(game, "0 activate Fire5", "Fire5@3.1")
    assert words(game) == ["", "Fire7@3.2"]


def test_r4_each_of_two_like_elementals_is_activated_once() -> None:
    game = position("3: Fire5 Fire5 / Light7", hands=("Fire5", ""))
    assert words(choose(game, "0 activate Fire5", "Fire5@3.2")) == ["", "Fire5@3.1"]


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


@pytest.mark.parametrize("guild", ["Water", "Air", "Shadow"])
def test_r6_where_it_moves_is_free_also_where_nobody_stands(guild: str) -> None:
    game = position(f"3: {guild}5 / -", "4: - / Fire6", hands=(f"{guild}7", ""))
    choose(game, f"0 activate {guild}7", f"{guild}5@3.1")
    assert words(game) == ([">2", ">4"] if guild == "Water" else [">1", ">2", ">4", ">5"])


def test_r6_thunderbolt_without_an_enemy_asks_for_nobody() -> None:
    game = position("3: Thunderbolt5 Thunderbolt6 / -", "4: - / Fire6", hands=("Thunderbolt7", ""))
    choose(game, "0 activate Thunderbolt7", "Thunderbolt5@3.1")
    assert words(game) == ["", "Thunderbolt6@3.2"]


def test_r6_plant_without_a_neighbour_asks_for_no_location() -> None:
    game = position("3: Plant5 Plant6 / Fire6", hands=("Plant7", ""))
    choose(game, "0 activate Plant7", "Plant5@3.1")
    assert words(game) == ["", "Plant6@3.2"]


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


def test_r7_damage_is_checked_after_each_on_play_effect() -> None:
    game = position("3: - / Fire5(4) Fire6", hands=("Earth5 Earth6", ""))
    choose(game, "0 play Earth5", "Earth5@3")
    assert (column(game, 3), score(game)) == ("Earth5 / Fire6(1)", (1, 0))


def test_r7_a_lone_enemy_that_ices_first_damage_destroys_scores_once() -> None:
    game = position("3: Ice5 / Fire5(3)", hands=("Ice7", ""))
    play(game, "0 activate Ice7: Ice5@3.1")
    assert (column(game, 3), score(game), discards(game, 1)) == ("Ice5 / -", (1, 0), ["Fire5"])


@pytest.mark.parametrize(
    ("before", "turn", "gained"),
    [
        (("3: Light5 / Fire5(3)",), "Light7: Light5@3.1", (1, 0)),
        (("3: Fire5 Light5(4) / -",), "Fire7: Fire5@3.1", (0, 1)),
        (("3: Light5 / Crystal5(3)",), "Light7: Light5@3.1", (2, 0)),
        (("3: Fire5 Crystal5(4) / -",), "Fire7: Fire5@3.1", (0, 2)),
        (("3: Fire5 Crystal5(4) / Crystal6(3)",), "Fire7: Fire5@3.1", (2, 2)),
        (("1: Shadow5 / -", "3: - / Fire5(4)"), "Shadow7: Shadow5@1.1 >3", (2, 0)),
        (("1: Shadow5 / -", "3: - / Fire5(3)"), "Shadow7: Shadow5@1.1 >3", (0, 0)),
        (("1: Shadow5 / -", "3: - / Crystal5(4)"), "Shadow7: Shadow5@1.1 >3", (3, 0)),
        (("1: Air5 / -", "2: - / Fire5(4)", "3: - / Crystal5(4)", "4: - / Light5(4)"), "Air7: Air5@1.1 >3", (4, 0)),
    ],
)
def test_r8_who_scores(before: tuple[str, ...], turn: str, gained: tuple[int, int]) -> None:
    game = position(*before, hands=(turn.partition(":")[0], ""))
    assert score(play(game, f"0 activate {turn}")) == gained


def test_r8_each_enemy_that_an_earth_destroys_scores() -> None:
    game = position("3: - / Fire5(4) Crystal6(5) Fire7", hands=("Earth5", ""))
    assert score(play(game, "0 play Earth5@3")) == (3, 0)


def test_r8_the_destroyed_lie_on_their_own_sides_discard_piles() -> None:
    """ "Your opponent places the destroyed elemental face up on their discard pile and returns the damage on it …" """
    game = position("3: Fire5 Light5(4) / Plant5(2)", hands=("Fire7", ""))
    play(game, "0 activate Fire7: Fire5@3.1")
    assert (discards(game, 0), discards(game, 1)) == (["Fire7", "Light5"], ["Plant5"])


def test_r8_excess_damage_is_not_carried_over() -> None:
    game = position("3: Crystal5 / Fire5(4) Fire6", hands=("Crystal7", ""))
    assert column(play(game, "0 activate Crystal7: Crystal5@3.1"), 3) == "Crystal5 / Fire6"


def test_r9_a_lone_enemy_takes_six_from_ice() -> None:
    game = position("3: Ice5 / Fire6", hands=("Ice7", ""))
    play(game, "0 activate Ice7: Ice5@3.1")
    assert score(game) == (1, 0)


def test_r9_the_last_of_several_takes_4_damaged_or_not() -> None:
    for last, after in (("Fire7", "Fire7(4)"), ("Fire7(1)", "Fire7(5)")):
        game = position(f"3: Ice5 / Fire5 {last}", hands=("Ice7", ""))
        assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == f"Ice5 / Fire5(2) {after}"


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


@pytest.mark.parametrize("guild", ["Air", "Shadow"])
def test_r10_air_and_shadow_move_with_nobody_to_hit_damage_and_all(guild: str) -> None:
    game = position(f"1: {guild}5(3) Light5 / -", "4: Fire5 Fire6 / -", hands=(f"{guild}7", ""))
    play(game, f"0 activate {guild}7: {guild}5@1.1 >4")
    assert [column(game, location) for location in (1, 4)] == ["Light5 / -", f"Fire5 Fire6 {guild}5(3) / -"]


@pytest.mark.parametrize("guild", ["Water", "Air", "Shadow"])
def test_r10_the_move_is_not_left_out(guild: str) -> None:
    game = position(f"3: {guild}5 / -", hands=(f"{guild}7", ""))
    with pytest.raises(RecordFault, match="a word is missing"):
        play(game, f"0 activate {guild}7: {guild}5@3.1")


def test_r12_the_enemy_goes_behind_those_that_face_the_plant_damage_and_all() -> None:
    game = position("2: - / Fire7(1)", "3: Plant5 / Fire5 Fire6", hands=("Plant7", ""))
    assert column(play(game, "0 activate Plant7: Plant5@3.1 >2"), 3) == "Plant5 / Fire5 Fire6 Fire7(3)"


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


def test_r16_light_heals_whom_it_chooses_at_any_location() -> None:
    game = position("1: Fire6(2) / -", "5: Light5(2) / Plant5", hands=("Light7", ""))
    play(game, "0 activate Light7: Light5@5.1 *Fire6@1.1")
    assert [column(game, location) for location in (1, 5)] == ["Fire6(1) / -", "Light5(2) / Plant5(2)"]


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


def test_r19_a_pile_that_is_just_enough_is_not_shuffled_either() -> None:
    game = position(
        hands=("Fire5 Fire5 Fire5 Fire5 Fire6", "Light5"), piles=("Fire6 Fire6", ""), discards=("Fire7", "")
    )
    play(game, "0 draw Fire6 Fire6")
    assert discards(game, 0) == ["Fire7"]


def test_r19_with_both_piles_empty_no_card_is_drawn() -> None:
    game = position(hands=("Fire5", "Light5"), piles=("Fire6", ""))
    play(game, "0 draw Fire6")
    assert hand(game, 0) == ["Fire5", "Fire6"]


def test_r19_each_seat_shuffles_its_own_discard_pile() -> None:
    game = position(hands=("", "Light5"), discards=("", "Light6 Light7"))
    play(game, "0 draw")
    assert (hand(game, 0), discards(game, 1)) == ([], ["Light6", "Light7"])


def test_r20_hidden_cards_leave_no_trace_in_what_a_strategy_is_handed() -> None:
    """The opponent's hand, and the order of both draw piles; `test_imagine.py` has the same of whole games."""
    one = position("3: Fire5 / Light5", hands=("Fire6", "Light6 Water7"), piles=("Fire7 Fire5", "Light7 Water5"))
    other = position("3: Fire5 / Light5", hands=("Fire6", "Water5 Light7"), piles=("Fire5 Fire7", "Water7 Light6"))
    assert one.array["table"].tobytes() == other.array["table"].tobytes()
    assert one.array["seat"]["hand"][0, 0] == other.array["seat"]["hand"][0, 0]


def test_r20_discard_piles_lie_open() -> None:
    game = position(discards=("Fire5 Fire6", "Light7"))
    assert (discards(game, 0), discards(game, 1)) == (["Fire5", "Fire6"], ["Light7"])


EIGHT = "Fire5 Fire5 Fire6 Fire7 Light5 Light6 Light7 Plant5"


def drawn_after_shuffle(seed: int) -> list[str]:
    """What the core itself draws from a discard pile of eight cards, in order."""
    game = position(hands=("", "Light5"), discards=(EIGHT, ""))
    game.array["seat"]["shuffles"]["state"][0, 0] = seed
    choose(game, "0 draw")
    return [card_name(game.rules, code) for code in game.state.seat[0].hand.card[:7]]


def test_r19_the_order_after_a_shuffle_depends_on_the_seed_alone() -> None:
    assert drawn_after_shuffle(42) == drawn_after_shuffle(42)


def test_r19_the_discard_pile_is_really_shuffled() -> None:
    """Each of eight cards stays in the pile in about one of eight shuffles."""
    orders = [drawn_after_shuffle(seed) for seed in range(400)]
    assert len({tuple(order) for order in orders}) > 350
    left = Counter(card for order in orders for card in (Counter(EIGHT.split()) - Counter(order)).elements())
    assert left.total() == 400
    # 50 are expected of each, 100 of the two Fire5; the standard deviation is below 9.
    assert all(abs(left[card] - 50 * EIGHT.split().count(card)) < 45 for card in EIGHT.split())


def test_r19_what_is_not_drawn_is_the_new_draw_pile() -> None:
    game = position(hands=("", "Light5"), discards=(EIGHT, ""))
    choose(game, "0 draw")
    assert (len(hand(game, 0)), int(game.table.pile_size[0]), discards(game, 0)) == (7, 1, [])
    left = card_name(game.rules, game.state.seat[0].pile[0])
    assert sorted([*hand(game, 0), left]) == sorted(EIGHT.split())


def test_r19_the_old_draw_pile_comes_first() -> None:
    """ "Continue to draw until you have 7 elementals in hand." """
    game = position(hands=("", "Light5"), piles=("Water5 Water6", ""), discards=(EIGHT, ""))
    choose(game, "0 draw")
    cards = [card_name(game.rules, code) for code in game.state.seat[0].hand.card[:7]]
    assert cards[:2] == ["Water5", "Water6"]
    assert Counter(cards[2:]) <= Counter(EIGHT.split())
    assert (int(game.table.pile_size[0]), discards(game, 0)) == (3, [])


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


def test_r21_it_is_the_start_that_counts_not_the_seat() -> None:
    """Seat 1 has started: seat 0's action completes the round."""
    game = position("3: - / Fire5", hands=("Light5", ""), score=(0, 11), acting=1, first=1)
    assert ending(play(game, "1 draw")) == (GOING_ON, NONE)
    assert ending(play(game, "0 play Light5@1")) == (TARGET, 1)


@pytest.mark.parametrize("points", [10, 11])
def test_r21_12_are_enough_and_11_are_not(points: int) -> None:
    game = position("3: - / Fire5", hands=("Light5", ""), score=(0, points), acting=1)
    assert (ending(play(game, "1 draw"))[0] == TARGET) == (points == 11)


def test_r21_the_action_is_finished_completely() -> None:
    """ "Finish your action completely." """
    game = position("3: Fire5 Fire6 / Light5(2) Light6", hands=("Fire7", "Plant5"), score=(11, 0))
    play(game, "0 activate Fire7: Fire5@3.1; Fire6@3.2")
    assert (score(game), column(game, 3)) == ((12, 0), "Fire5 Fire6(1) / Light6(3)")


def test_r21_check_and_draw_draws_after_the_twelfth_point() -> None:
    game = position("3: Fire5 / -", hands=("", "Light5"), piles=("Fire6 Fire7", ""), score=(11, 0))
    play(game, "0 draw Fire6 Fire7")
    assert (score(game), hand(game, 0)) == ((12, 0), ["Fire6", "Fire7"])


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


def test_r22_a_stalemate_is_seen_after_every_action_whoever_acted() -> None:
    """The last card of all goes to the table, and blocks the last free location."""
    game = position("3: - / Light5", hands=("Fire5", ""))
    assert ending(play(game, "0 play Fire5@3")) == (STALEMATE, NONE)
    game = position("3: Light5 / -", hands=("", "Fire5"), acting=1)
    assert ending(play(game, "1 play Fire5@3")) == (STALEMATE, NONE)


@pytest.mark.parametrize("where", ["hands", "piles", "discards"])
@pytest.mark.parametrize("seat", [0, 1])
def test_r22_any_card_of_any_seat_keeps_the_game_alive(where: str, seat: int) -> None:
    cards = ("Fire7", "") if seat == 0 else ("", "Light7")
    game = position("3: Fire5 / Light5", **{"hands": EMPTY, where: cards})
    choose(game, "0 draw")
    assert ending(game) == (GOING_ON, NONE)


def test_r22_equal_scores_beyond_12_are_a_stalemate_too() -> None:
    game = position("3: Fire5 / Light5", hands=EMPTY, score=(13, 13), acting=1)
    assert ending(play(game, "1 draw")) == (STALEMATE, NONE)


def test_r22_r21_comes_before_the_stalemate() -> None:
    game = position("3: Fire5 / Light5", hands=EMPTY, score=(12, 4), acting=1)
    assert ending(play(game, "1 draw")) == (TARGET, 0)


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


def test_r22_before_the_cap_the_game_goes_on() -> None:
    game = position("3: Fire5 / -", hands=("", "Light5"), max_turns=2)
    assert ending(play(game, "0 draw")) == (GOING_ON, NONE)


def test_r22_a_decided_round_is_completed_instead_of_the_cap() -> None:
    """ "Both are checked after every action …; while a side has 12 or more and the scores differ, the round is
    completed instead."
    """
    game = position("3: Fire5 / -", hands=("", "Light5"), score=(11, 0), max_turns=1)
    assert ending(play(game, "0 draw")) == (GOING_ON, NONE)
    assert ending(play(game, "1 play Light5@1")) == (TARGET, 0)


def full_deck(*guilds: str) -> list[str]:
    return [f"{guild}{number}" for guild in guilds for number in (5, 5, 5, 5, 6, 6, 6, 7, 7)]


def set_up(first: int, decks: tuple[list[str], list[str]], guilds: tuple[list[str], list[str]]) -> Game:
    """A base game as its setup leaves it."""
    seats = [{"side": side, "guilds": guilds[side], "deck": decks[side]} for side in (0, 1)]
    record = {
        "format": "rfsim-record/1",
        "game": "riftforce",
        "preset": "base",
        "patch": {},
        "seed": "",
        "locations": 5,
    }
    return Replay({**record, "seats": seats, "first": first, "turns": []}).game


@pytest.mark.parametrize("first", [0, 1])
def test_the_player_without_the_start_marker_places_its_eighth_card_at_the_middle(first: int) -> None:
    """ "Draw 7 elementals … The player without the start marker, afterwards places the top elemental of their draw
    pile face up at the middle location." "The player with the start marker begins the game."
    """
    guilds = (["Water", "Ice", "Shadow", "Air"], ["Fire", "Earth", "Light", "Plant"])
    decks = (full_deck(*guilds[0]), full_deck(*guilds[1]))
    game = set_up(first, decks, guilds)
    assert [column(game, location) for location in (1, 2, 3, 4, 5)] == [
        "- / -",
        "- / -",
        "- / Fire7" if first == 0 else "Water7 / -",
        "- / -",
        "- / -",
    ]
    assert [hand(game, seat) for seat in (0, 1)] == [sorted(deck[:7]) for deck in decks]
    assert list(game.table.pile_size[:2]) == ([29, 28] if first == 0 else [28, 29])
    assert (game.seat_asked, score(game)) == (first, (0, 0))


def test_r25_cards_placed_at_setup_have_no_effect() -> None:
    """The Earth that the second seat places is not played."""
    guilds = (["Water", "Ice", "Shadow", "Air"], ["Earth", "Fire", "Light", "Plant"])
    rest = full_deck("Fire", "Light", "Plant")
    game = set_up(0, (full_deck(*guilds[0]), [*rest[:7], *full_deck("Earth"), *rest[7:]]), guilds)
    assert column(game, 3) == "- / Earth5"
    assert score(game) == (0, 0)
    assert sum(game.state.events.played) == 0


def test_r39_riftforce_goes_beyond_12() -> None:
    game = position("3: - / Fire5", "4: - / Fire6", hands=("Light5", ""), score=(30, 31), acting=1)
    assert score(play(game, "1 draw")) == (30, 33)


def test_r39_more_damage_lies_on_the_table_than_the_box_holds() -> None:
    """Six 7s with 6 damage each are 36, and Fire places 4 more."""
    game = position("2: Light7(6) Light7(6) / Plant7(6) Plant7(6)", "3: Fire5 Water7(6) / Air7(6) Air6")
    set_cards(game, 0, ["Fire7"], [], [])
    play(game, "0 activate Fire7: Fire5@3.1")
    assert (column(game, 3), score(game)) == ("Fire5 / Air6", (1, 1))
    assert column(game, 2) == "Light7(6) Light7(6) / Plant7(6) Plant7(6)"


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
