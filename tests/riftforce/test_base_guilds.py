"""The ten guilds of the base game: each printed sentence, and each sentence of "FAQ: Guilds"."""

from __future__ import annotations

import pytest

from rfsim.riftforce.replay import RecordFault
from tests.riftforce.positions import choose, column, discards, play, position, score, words

# --------------------------------------------------------------------------------------------------------------- Fire


def test_fire_places_3_damage_on_the_first_enemy() -> None:
    """ "Place 3 damage on the first enemy at this location." """
    game = position("3: Fire5 / Plant5 Plant6", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.1"), 3) == "Fire5 / Plant5(3) Plant6"


def test_fire_burns_the_ally_directly_behind_it() -> None:
    """ "Place 1 damage on the ally directly behind this Fire." """
    game = position("3: Light5 Fire5 Light6 Light7 / -", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.2"), 3) == "Light5 Fire5 Light6(1) Light7 / -"


def test_the_last_fire_burns_no_ally_of_the_next_location() -> None:
    game = position("3: Fire5 / -", "4: Light5 / -", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.1"), 4) == "Light5 / -"


def test_fire_burns_other_fires() -> None:
    """ "Even other Fire elementals are affected by the ally damage of the Fire ability." """
    game = position("3: Fire5 Fire6 / -", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.1"), 3) == "Fire5 Fire6(1) / -"


def test_an_ally_destroyed_by_fire_scores_for_the_opponent() -> None:
    """ "If this damage destroys an ally, your opponent gains Riftforce as usual." """
    game = position("3: Fire5 Light5(4) / -", hands=("Fire7", ""))
    play(game, "0 activate Fire7: Fire5@3.1")
    assert score(game) == (0, 1)
    assert discards(game, 0) == ["Fire7", "Light5"]


def test_fire_does_not_burn_allies_in_front_of_it_or_further_behind() -> None:
    game = position("3: Light5 Light6 Fire5 Plant5 Plant6 / Water7", hands=("Fire7", ""))
    assert column(play(game, "0 activate Fire7: Fire5@3.3"), 3) == "Light5 Light6 Fire5 Plant5(1) Plant6 / Water7(3)"


def test_an_enemy_and_an_ally_destroyed_by_one_fire_score_for_both() -> None:
    game = position("3: Fire5 Light5(4) / Plant5(2)", hands=("Fire7", ""))
    assert score(play(game, "0 activate Fire7: Fire5@3.1")) == (1, 1)


# -------------------------------------------------------------------------------------------------------------- Earth


def test_a_played_earth_places_1_damage_on_each_enemy() -> None:
    """ "When you play this Earth, place 1 damage on each enemy at this location." """
    game = position("2: - / Plant5", "3: Light5 / Plant5 Plant6", hands=("Earth5", ""))
    play(game, "0 play Earth5@3")
    assert column(game, 3) == "Light5 Earth5 / Plant5(1) Plant6(1)"
    assert column(game, 2) == "- / Plant5"


def test_an_activated_earth_places_2_damage_on_the_first_enemy_alone() -> None:
    """ "When you activate the Earth, place 2 damage on the first enemy." """
    game = position("3: Earth5 / Plant5 Plant6", hands=("Earth7", ""))
    assert column(play(game, "0 activate Earth7: Earth5@3.1"), 3) == "Earth5 / Plant5(2) Plant6"


def test_each_of_several_earths_played_places_its_damage() -> None:
    """ "For each played Earth place 1 damage on each enemy at the same location immediately." """
    game = position("3: - / Plant5 Plant6", hands=("Earth5 Earth6 Earth7", ""))
    play(game, "0 play Earth5@3; Earth6@3; Earth7@3")
    assert column(game, 3) == "Earth5 Earth6 Earth7 / Plant5(3) Plant6(3)"


def test_what_a_played_earth_destroys_is_gone_before_the_next_card() -> None:
    game = position("3: - / Plant5(4) Plant6", hands=("Earth5 Earth6", ""))
    play(game, "0 play Earth5@3; Earth6@3")
    assert column(game, 3) == "Earth5 Earth6 / Plant6(2)"
    assert score(game) == (1, 0)


@pytest.mark.parametrize("guild", ["Fire", "Light", "Plant", "Water", "Ice", "Shadow", "Crystal", "Thunderbolt", "Air"])
def test_earth_alone_has_an_effect_when_it_is_played(guild: str) -> None:
    """ "The Earth is the only elemental with an effect that is triggered immediately when you play it." """
    game = position("2: - / Light6", "3: Light5(1) / Plant5(1) Plant6", "4: - / Water6", hands=(f"{guild}5", ""))
    play(game, f"0 play {guild}5@3")  # an effect that asks for a choice would miss a word here
    assert [column(game, location) for location in (2, 3, 4)] == [
        "- / Light6",
        f"Light5(1) {guild}5 / Plant5(1) Plant6",
        "- / Water6",
    ]


def test_the_effect_of_an_earth_that_is_moved_is_not_triggered_again() -> None:
    """ "This effect cannot be triggered again." """
    game = position("2: - / Earth5", "3: Plant5 Plant6 / -", hands=("Plant7", ""))
    assert column(play(game, "0 activate Plant7: Plant5@3.1 >2"), 3) == "Plant5 Plant6 / Earth5(2)"


def test_earths_at_different_locations_hit_the_enemies_at_their_own() -> None:
    """ "… place 1 damage on each enemy at the same location immediately." """
    game = position("2: - / Plant5", "3: - / Plant6 Plant7", hands=("Earth5 Earth6", ""))
    play(game, "0 play Earth5@3; Earth6@2")
    assert [column(game, location) for location in (2, 3)] == ["Earth6 / Plant5(1)", "Earth5 / Plant6(1) Plant7(1)"]


# -------------------------------------------------------------------------------------------------------------- Light


def test_light_damages_and_heals_1() -> None:
    """ "Place 2 damage on the first enemy at this location. Remove 1 damage from this Light or any ally." """
    game = position("3: Light5(3) / Plant5", hands=("Light7", ""))
    assert column(play(game, "0 activate Light7: Light5@3.1 *Light5@3.1"), 3) == "Light5(2) / Plant5(2)"


def test_light_heals_at_any_location() -> None:
    """ "The Light can remove damage from an elemental at any location even without being present there." """
    game = position("1: Fire6(2) / -", "3: Light5 / -", "5: Fire7(1) / -", hands=("Light7", ""))
    choose(game, "0 activate Light7", "Light5@3.1")
    assert words(game) == ["*Fire6@1.1", "*Fire7@5.1"]
    assert column(choose(game, "*Fire6@1.1"), 1) == "Fire6(1) / -"


def test_light_heals_nobody_where_nobody_is_damaged() -> None:
    game = position("3: Light5 / Plant5", hands=("Light7", ""))
    assert column(play(game, "0 activate Light7: Light5@3.1"), 3) == "Light5 / Plant5(2)"


def test_light_heals_no_enemy() -> None:
    """ "Remove 1 damage from this Light or any ally." """
    game = position("3: Light5(1) Fire6(2) / Plant5(1) Plant6(3)", hands=("Light7", ""))
    choose(game, "0 activate Light7", "Light5@3.1")
    assert words(game) == ["*Light5@3.1", "*Fire6@3.2"]


# -------------------------------------------------------------------------------------------------------------- Plant


def test_plant_hits_the_first_enemy_next_to_it_and_takes_it_along() -> None:
    """ "Place 2 damage on the first enemy in an adjacent location. Move this enemy to the location of this Plant." """
    game = position("2: - / Fire5 Fire6", "3: Plant5 / Fire7", "4: - / Light7", hands=("Plant7", ""))
    choose(game, "0 activate Plant7", "Plant5@3.1")
    assert words(game) == [">2", ">4"]
    choose(game, ">2")
    assert column(game, 2) == "- / Fire6"
    assert column(game, 3) == "Plant5 / Fire7 Fire5(2)"


def test_plant_cannot_target_enemies_at_its_own_location() -> None:
    """ "The Plant cannot target enemies on its own location." """
    game = position("3: Plant5 / Fire7", hands=("Plant7", ""))
    assert column(play(game, "0 activate Plant7: Plant5@3.1"), 3) == "Plant5 / Fire7"


def test_plant_at_the_edge_has_one_neighbour() -> None:
    game = position("1: Plant5 / -", "2: - / Fire5", "5: - / Fire6", hands=("Plant7", ""))
    choose(game, "0 activate Plant7", "Plant5@1.1")
    assert words(game) == [">2"]


def test_plant_targets_one_side_alone() -> None:
    """ "The ability of the Plant targets only 1 enemy on the left or the right location of that Plant's location." """
    game = position("2: - / Fire5 Fire6", "3: Plant5 / -", "4: - / Light7", hands=("Plant7", ""))
    play(game, "0 activate Plant7: Plant5@3.1 >4")
    assert [column(game, location) for location in (2, 3, 4)] == ["- / Fire5 Fire6", "Plant5 / Light7(2)", "- / -"]


def test_plant_at_one_edge_does_not_reach_the_other() -> None:
    """ "Note that the outermost locations on both ends are not considered adjacent to each other." """
    game = position("1: - / Fire5", "5: Plant5 / -", hands=("Plant7", ""))
    assert column(play(game, "0 activate Plant7: Plant5@5.1"), 1) == "- / Fire5"


# -------------------------------------------------------------------------------------------------------------- Water


def test_water_hits_moves_and_hits_again() -> None:
    """ "Place 2 damage on the first enemy … Move … Place 1 damage on the first enemy at the new location." """
    game = position("3: Water5(1) / Fire5", "4: Light5 / Fire6 Fire7", hands=("Water7", ""))
    play(game, "0 activate Water7: Water5@3.1 >4")
    assert column(game, 3) == "- / Fire5(2)"
    assert column(game, 4) == "Light5 Water5(1) / Fire6(1) Fire7"


def test_water_cannot_stay() -> None:
    """ "The Water cannot stay at the same location." """
    game = position("3: Water5 / -", hands=("Water7", ""))
    assert words(choose(game, "0 activate Water7", "Water5@3.1")) == [">2", ">4"]


@pytest.mark.parametrize(("location", "inward"), [(1, 2), (5, 4)])
def test_water_at_an_end_moves_inward(location: int, inward: int) -> None:
    """ "… a Water activated at these locations must move a location closer to the middle." """
    game = position(f"{location}: Water5 / -", hands=("Water7", ""))
    assert words(choose(game, "0 activate Water7", f"Water5@{location}.1")) == [f">{inward}"]


def test_water_hits_the_first_enemy_alone_at_both_locations() -> None:
    game = position("2: - / Fire5 Fire6", "3: Water5 / Light5 Light6", hands=("Water7", ""))
    play(game, "0 activate Water7: Water5@3.1 >2")
    assert [column(game, location) for location in (2, 3)] == ["Water5 / Fire5(1) Fire6", "- / Light5(2) Light6"]


# ---------------------------------------------------------------------------------------------------------------- Ice


def test_ice_hits_the_first_and_the_last_enemy() -> None:
    """ "Place 2 damage on the first enemy … If there is a last enemy at this location, place 4 damage on it." """
    game = position("3: Ice5 / Fire5 Fire6 Fire7", hands=("Ice7", ""))
    assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == "Ice5 / Fire5(2) Fire6 Fire7(4)"


def test_a_lone_enemy_of_ice_is_first_and_last() -> None:
    """ "If there is only 1 enemy … it is both the first enemy and the last enemy at the same time." """
    game = position("3: Ice5 / Fire7", hands=("Ice7", ""))
    assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == "Ice5 / Fire7(6)"


def test_ice_hits_two_enemies_one_each() -> None:
    game = position("3: Ice5 / Fire6 Fire7", hands=("Ice7", ""))
    assert column(play(game, "0 activate Ice7: Ice5@3.1"), 3) == "Ice5 / Fire6(2) Fire7(4)"


def test_ice_without_an_enemy_does_nothing() -> None:
    game = position("2: - / Fire6", "3: Ice5 Light5 / -", hands=("Ice7", ""))
    play(game, "0 activate Ice7: Ice5@3.1")
    assert [column(game, location) for location in (2, 3)] == ["- / Fire6", "Ice5 Light5 / -"]


# ------------------------------------------------------------------------------------------------------------- Shadow


def test_shadow_moves_anywhere_else_and_hits_there() -> None:
    """ "Move this Shadow to any other location. Place 1 damage on the first enemy at the new location." """
    game = position("1: Shadow5 / Fire5", "4: Light5 / Fire6", hands=("Shadow7", ""))
    choose(game, "0 activate Shadow7", "Shadow5@1.1")
    assert words(game) == [">2", ">3", ">4", ">5"]
    choose(game, ">4")
    assert column(game, 1) == "- / Fire5"
    assert column(game, 4) == "Light5 Shadow5 / Fire6(1)"


def test_shadow_gains_2_riftforce_for_its_kill() -> None:
    """ "If you destroy an enemy with the Shadow you gain 2 Riftforce in total …" """
    game = position("1: Shadow5 / -", "4: - / Fire6(5)", hands=("Shadow7", ""))
    assert score(play(game, "0 activate Shadow7: Shadow5@1.1 >4")) == (2, 0)


def test_shadow_gains_3_riftforce_for_a_crystal() -> None:
    """ "… if you destroy a Crystal you even gain 3 Riftforce in total instead." """
    game = position("1: Shadow5 / -", "4: - / Crystal6(5)", hands=("Shadow7", ""))
    assert score(play(game, "0 activate Shadow7: Shadow5@1.1 >4")) == (3, 0)


def test_shadow_hits_the_first_enemy_alone() -> None:
    game = position("1: Shadow5 / -", "4: - / Fire6 Fire5(4)", hands=("Shadow7", ""))
    play(game, "0 activate Shadow7: Shadow5@1.1 >4")
    assert (column(game, 4), score(game)) == ("Shadow5 / Fire6(1) Fire5(4)", (0, 0))


def test_shadow_cannot_stay() -> None:
    """ "The Shadow cannot stay at the same location." """
    game = position("3: Shadow5 / Fire5", hands=("Shadow7", ""))
    assert words(choose(game, "0 activate Shadow7", "Shadow5@3.1")) == [">1", ">2", ">4", ">5"]


def test_the_shadows_bonus_is_for_its_own_kill() -> None:
    """ "If the Shadow destroys this enemy, gain +1 Riftforce." """
    game = position("3: Fire5 / Light5(2)", "1: Shadow5 / -", "4: - / Light6(2)", hands=("Fire5", ""))
    assert score(play(game, "0 activate Fire5: Fire5@3.1; Shadow5@1.1 >4")) == (1, 0)


# ------------------------------------------------------------------------------------------------------------ Crystal


def test_crystal_places_4_damage() -> None:
    """ "Place 4 damage on the first enemy at this location." """
    game = position("3: Crystal5 / Fire5 Fire6", hands=("Crystal7", ""))
    assert column(play(game, "0 activate Crystal7: Crystal5@3.1"), 3) == "Crystal5 / Fire5(4) Fire6"


def test_a_destroyed_crystal_gives_2_riftforce() -> None:
    """ "If your Crystal is destroyed, your opponent gains 2 Riftforce in total …" """
    game = position("3: Fire5 / Crystal5(2)", hands=("Fire7", ""))
    assert score(play(game, "0 activate Fire7: Fire5@3.1")) == (2, 0)


def test_a_crystal_that_its_own_side_destroys_gives_the_opponent_2() -> None:
    game = position("3: Fire5 Crystal5(4) / -", hands=("Fire7", ""))
    assert score(play(game, "0 activate Fire7: Fire5@3.1")) == (0, 2)


def test_a_destroyed_crystal_gives_2_to_the_second_seat_as_well() -> None:
    game = position("3: Crystal5(2) / Fire5", hands=("", "Fire7"), acting=1)
    assert score(play(game, "1 activate Fire7: Fire5@3.1")) == (0, 2)


# -------------------------------------------------------------------------------------------------------- Thunderbolt


def test_thunderbolt_hits_any_enemy_at_its_location() -> None:
    """ "Place 2 damage on any enemy at this location." """
    game = position("2: - / Light5", "3: Thunderbolt5 / Fire5 Fire6 Fire7", hands=("Thunderbolt7", ""))
    choose(game, "0 activate Thunderbolt7", "Thunderbolt5@3.1")
    assert words(game) == ["*Fire5@3.1", "*Fire6@3.2", "*Fire7@3.3"]
    assert column(choose(game, "*Fire6@3.2"), 3) == "Thunderbolt5 / Fire5 Fire6(2) Fire7"


def test_thunderbolt_repeats_once_when_it_destroys() -> None:
    """ "If the Thunderbolt destroys this enemy, repeat this ability once immediately." """
    game = position("3: Thunderbolt5 / Fire5(4) Fire6(5) Fire7(6)", hands=("Thunderbolt7", ""))
    play(game, "0 activate Thunderbolt7: Thunderbolt5@3.1 *Fire6@3.2 *Fire7@3.2")
    # "This effect can only trigger once per Thunderbolt and activation."
    assert column(game, 3) == "Thunderbolt5 / Fire5(4)"
    assert score(game) == (2, 0)


def test_thunderbolt_does_not_repeat_without_a_kill() -> None:
    game = position("3: Thunderbolt5 / Fire5 Fire6", hands=("Thunderbolt7", ""))
    play(game, "0 activate Thunderbolt7: Thunderbolt5@3.1 *Fire5@3.1")
    assert column(game, 3) == "Thunderbolt5 / Fire5(2) Fire6"


def test_the_repetition_is_no_activation_of_its_own() -> None:
    """ "The effect does not count as activation itself." """
    game = position("2: Thunderbolt6 Thunderbolt6 / -", "3: Thunderbolt6 / Fire5(4) Fire6", hands=("Thunderbolt7", ""))
    choose(game, "0 activate Thunderbolt7", "Thunderbolt6@3.1", "*Fire5@3.1", "*Fire6@3.1")
    assert words(game) == ["", "Thunderbolt6@2.1", "Thunderbolt6@2.2"]
    assert words(choose(game, "Thunderbolt6@2.1")) == ["", "Thunderbolt6@2.2"]


def test_each_thunderbolt_may_repeat_once() -> None:
    """ "This effect can only trigger once per Thunderbolt and activation." """
    game = position(
        "2: Thunderbolt5 / Fire5(3) Fire6(4) Fire7(5)",
        "3: Thunderbolt5 / Light5(3) Light6(4) Light7(5)",
        hands=("Thunderbolt7", ""),
    )
    text = "Thunderbolt5@2.1 *Fire5@2.1 *Fire6@2.1; Thunderbolt5@3.1 *Light7@3.3 *Light6@3.2"
    play(game, f"0 activate Thunderbolt7: {text}")
    assert [column(game, location) for location in (2, 3)] == ["Thunderbolt5 / Fire7(5)", "Thunderbolt5 / Light5(3)"]
    assert score(game) == (4, 0)


def test_thunderbolt_may_repeat_again_in_another_activation() -> None:
    game = position(
        "3: Thunderbolt5 / Fire5(3) Fire6(4) Fire7(5) Light5(3)",
        hands=("Thunderbolt7 Thunderbolt6", "Water5"),
    )
    play(game, "0 activate Thunderbolt7: Thunderbolt5@3.1 *Fire5@3.1 *Fire6@3.1", "1 play Water5@1")
    play(game, "0 activate Thunderbolt6: Thunderbolt5@3.1 *Light5@3.2 *Fire7@3.1")
    assert (column(game, 3), score(game)) == ("Thunderbolt5 / -", (4, 0))


def test_thunderbolt_takes_2_for_a_crystal_and_repeats() -> None:
    game = position("3: Thunderbolt5 / Crystal5(3) Fire7", hands=("Thunderbolt7", ""))
    play(game, "0 activate Thunderbolt7: Thunderbolt5@3.1 *Crystal5@3.1 *Fire7@3.1")
    assert (column(game, 3), score(game)) == ("Thunderbolt5 / Fire7(2)", (2, 0))


# ---------------------------------------------------------------------------------------------------------------- Air


def test_air_moves_and_hits_left_here_and_right() -> None:
    """ "Place 1 damage each onto the first enemy at the left, same and right location." """
    game = position(
        "1: Air5 / Fire5", "2: - / Fire6", "3: - / Fire7 Light5", "4: - / Light6", "5: - / Light7", hands=("Air7", "")
    )
    play(game, "0 activate Air7: Air5@1.1 >3")
    assert [column(game, location) for location in range(1, 6)] == [
        "- / Fire5",
        "- / Fire6(1)",
        "Air5 / Fire7(1) Light5",
        "- / Light6(1)",
        "- / Light7",
    ]


def test_air_at_the_edge_has_one_neighbour() -> None:
    game = position("3: Air5 / Fire7", "4: - / Light6", "5: - / Light7", hands=("Air7", ""))
    play(game, "0 activate Air7: Air5@3.1 >5")
    assert [column(game, location) for location in (3, 4, 5)] == ["- / Fire7", "- / Light6(1)", "Air5 / Light7(1)"]


def test_air_cannot_stay() -> None:
    """ "The Air cannot stay at the same location." """
    game = position("3: Air5 / -", hands=("Air7", ""))
    with pytest.raises(RecordFault, match="'>3' is not possible here"):
        play(game, "0 activate Air7: Air5@3.1 >3")


def test_air_at_one_edge_does_not_reach_the_other() -> None:
    """ "Note that the outermost locations on both ends are not considered adjacent to each other." """
    game = position("1: - / Fire5", "2: - / Fire6", "3: Air5 / -", "5: - / Fire7", hands=("Air7", ""))
    play(game, "0 activate Air7: Air5@3.1 >1")
    assert [column(game, location) for location in (1, 2, 5)] == ["Air5 / Fire5(1)", "- / Fire6(1)", "- / Fire7"]


def test_air_hits_the_old_location_if_it_is_adjacent_to_the_new_one() -> None:
    game = position("2: - / Fire5", "3: Air5 / Fire6", "4: - / Fire7", hands=("Air7", ""))
    play(game, "0 activate Air7: Air5@3.1 >2")
    assert [column(game, location) for location in (2, 3, 4)] == ["Air5 / Fire5(1)", "- / Fire6(1)", "- / Fire7"]
