"""The eight guilds of Beyond: each printed sentence, and each sentence of "Clarifications: Guilds"."""

from __future__ import annotations

import pytest

from rfsim.riftforce.stepping import Game
from tests.riftforce.positions import choose, column, discards, hand, owned_cards, play, score, words
from tests.riftforce.positions import position as any_position


def position(*locations: str, **values: object) -> Game:
    return any_position(*locations, preset="beyond", **values)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------------------- Beast


def test_an_unhurt_beast_moves_and_places_2() -> None:
    """ "Move this Beast to an adjacent location. … Otherwise, place 2 damage on it." """
    game = position("3: Beast5 / Fire5", "4: - / Fire6", hands=("Beast7", ""))
    play(game, "0 activate Beast7: Beast5@3.1 >4")
    assert (column(game, 3), column(game, 4)) == ("- / Fire5", "Beast5 / Fire6(2)")


def test_a_hurt_beast_places_3_after_its_movement() -> None:
    """ "It then places 3 damage instead of 2 damage after its movement, when activated." """
    game = position("3: Beast5(1) / -", "2: - / Fire6", hands=("Beast7", ""))
    assert column(play(game, "0 activate Beast7: Beast5@3.1 >2"), 2) == "Beast5(1) / Fire6(3)"


def test_beast_cannot_stay() -> None:
    """ "The Beast cannot stay at the same location." """
    game = position("1: Beast5 / -", hands=("Beast7", ""))
    assert words(choose(game, "0 activate Beast7", "Beast5@1.1")) == [">2"]


# --------------------------------------------------------------------------------------------------------------- Sand


def test_sand_moves_hits_each_enemy_there_and_heals_itself() -> None:
    """ "Move this Sand to any other location. Place 1 damage on each enemy … Remove 1 damage from this Sand." """
    game = position("1: Sand6(3) / -", "5: - / Fire5 Fire6(5)", hands=("Sand7", ""))
    play(game, "0 activate Sand7: Sand6@1.1 >5")
    assert column(game, 5) == "Sand6(2) / Fire5(1)"
    assert score(game) == (1, 0)


def test_sand_cannot_stay() -> None:
    game = position("3: Sand5 / -", hands=("Sand7", ""))
    assert words(choose(game, "0 activate Sand7", "Sand5@3.1")) == [">1", ">2", ">4", ">5"]


# --------------------------------------------------------------------------------------------------------------- Lava


def test_lava_hits_both_neighbours() -> None:
    """ "Place 2 damage each on the first enemy at the adjacent locations." """
    game = position("2: - / Fire5 Fire6", "3: Lava7 / Light7", "4: - / Fire7", hands=("Lava5", ""))
    play(game, "0 activate Lava5: Lava7@3.1")
    assert [column(game, location) for location in (2, 3, 4)] == [
        "- / Fire5(2) Fire6",
        "Lava7(1) / Light7",
        "- / Fire7(2)",
    ]


def test_r14_lava_burns_itself_and_every_ally_in_front_of_it() -> None:
    """ "Place 1 damage each on this Lava and all allies in front of this Lava." """
    game = position("3: Light5 Light6 Lava7 Light7 / -", hands=("Lava5", ""))
    assert column(play(game, "0 activate Lava5: Lava7@3.3"), 3) == "Light5(1) Light6(1) Lava7(1) Light7 / -"


def test_lava_that_destroys_its_own_gives_the_opponent_riftforce() -> None:
    """ "If the damage of the Lava would destroy this Lava or any other of your elementals, your opponent gains …" """
    game = position("3: Light5(4) Lava7(6) / -", hands=("Lava5", ""))
    assert score(play(game, "0 activate Lava5: Lava7@3.2")) == (0, 2)


# -------------------------------------------------------------------------------------------------------------- Music


def test_music_plays_what_it_destroys_on_its_own_side() -> None:
    """ "If the Music destroys this enemy, play it on your side of the Rift at an adjacent location." """
    game = position("3: Music5 / Fire5(4)", "4: Light5 / -", hands=("Music7", ""))
    play(game, "0 activate Music7: Music5@3.1 >4")
    assert (column(game, 3), column(game, 4)) == ("Music5 / -", "Light5 Fire5 / -")
    assert score(game) == (1, 0)


def test_music_without_a_kill_asks_for_nothing() -> None:
    game = position("3: Music5 / Fire5", hands=("Music7", ""))
    assert column(play(game, "0 activate Music7: Music5@3.1"), 3) == "Music5 / Fire5(2)"


def test_r18_a_stolen_card_is_in_nobodys_discard_pile_and_then_in_the_thiefs() -> None:
    game = position("3: Music5 / Fire5(4)", "4: - / Light6", hands=("Music7", "Light7 Crystal7"))
    play(game, "0 activate Music7: Music5@3.1 >4")
    assert discards(game, 1) == []
    game.table.elementals[0, 1] += 4 << 7  # 4 damage on the stolen Fire
    play(game, "1 activate Light7: Light6@4.1")
    assert discards(game, 0) == ["Music7", "Fire5"]
    assert len(list(owned_cards(game, 0))) == 3


def test_r18_a_stolen_crystal_scores_2() -> None:
    game = position("3: Music5 / Crystal5(4)", hands=("Music7", ""))
    assert score(play(game, "0 activate Music7: Music5@3.1 >2")) == (2, 0)


def test_r18_stolen_earth_triggers() -> None:
    """ "The elementals whose control you take over are treated as if you had just played them." """
    game = position("3: Music5 / Earth5(4)", "4: - / Fire5 Fire6", hands=("Music7", ""))
    assert column(play(game, "0 activate Music7: Music5@3.1 >4"), 4) == "Earth5 / Fire5(1) Fire6(1)"


def test_r18_stolen_love_triggers() -> None:
    game = position("3: Music5 / Love5(4)", "4: Fire7(3) / -", hands=("Music7", ""))
    assert column(play(game, "0 activate Music7: Music5@3.1 >4 *Fire7@4.1"), 4) == "Fire7 Love5 / -"


def test_r18_a_stolen_elemental_can_be_activated_in_the_same_action() -> None:
    """ "… you can activate this elemental during this same action, if it has the same number …" """
    game = position("3: Music5 / Fire5(4)", "4: - / Light6", hands=("Light5", ""))
    play(game, "0 activate Light5: Music5@3.1 >4; Fire5@4.1")
    assert column(game, 4) == "Fire5 / Light6(3)"


def test_r18_a_stolen_elemental_does_not_match_by_the_musics_symbol() -> None:
    game = position("3: Music6 / Fire5(4)", hands=("Music7", ""))
    play(game, "0 activate Music7: Music6@3.1 >4")  # the action ends: nothing else matches
    assert int(game.table.acting) == 1


# --------------------------------------------------------------------------------------------------------------- Acid


def test_acid_hits_the_first_and_the_second_enemy() -> None:
    """ "Place 3 damage on the first enemy … Place 1 damage on the second enemy …" """
    game = position("3: Acid5 / Fire5 Fire6 Fire7", hands=("Acid7", ""))
    assert column(play(game, "0 activate Acid7: Acid5@3.1"), 3) == "Acid5 / Fire5(3) Fire6(1) Fire7"


def test_acid_gains_nothing_for_what_it_destroys() -> None:
    """ "If the Acid destroys any elemental, even a Crystal, you gain no Riftforce for it." """
    game = position("3: Acid5 / Crystal5(2) Fire5(4)", hands=("Acid7", ""))
    play(game, "0 activate Acid7: Acid5@3.1")
    assert (column(game, 3), score(game)) == ("Acid5 / -", (0, 0))


def test_r7_acids_second_enemy_is_the_second_when_the_ability_began() -> None:
    game = position("3: Acid5 / Fire5(4) Fire6 Fire7", hands=("Acid7", ""))
    assert column(play(game, "0 activate Acid7: Acid5@3.1"), 3) == "Acid5 / Fire6(1) Fire7"


def test_acids_trait_ends_with_its_activation() -> None:
    game = position("3: Acid5 Fire5 / Light5(2) Light6(3)", hands=("Love5", ""))
    play(game, "0 activate Love5: Acid5@3.1; Fire5@3.2")
    assert score(game) == (1, 0)


# --------------------------------------------------------------------------------------------------------------- Star


def test_star_draws_a_card() -> None:
    """ "If you have less than 7 elementals in your hand, draw 1 elemental." """
    game = position("3: Star5 / Fire5", hands=("Star7", ""), piles=("Fire6 Fire7", ""))
    play(game, "0 activate Star7: Star5@3.1 +Fire6")
    assert (column(game, 3), hand(game, 0)) == ("Star5 / Fire5(2)", ["Fire6"])


def test_star_does_not_draw_an_eighth_card() -> None:
    """ "If you already have 7 elementals in hand, you cannot draw additional elementals with this ability." """
    seven = " ".join(["Fire5"] * 7)
    game = position("3: Star5 / -", hands=(f"Star7 {seven}", ""), piles=("Fire6", ""))
    assert hand(play(game, "0 activate Star7: Star5@3.1"), 0) == ["Fire5"] * 7


def test_r17_star_reshuffles_when_the_pile_is_empty() -> None:
    game = position("3: Star5 / -", hands=("Star7", ""), discards=("Fire6", ""))
    play(game, "0 activate Star7: Star5@3.1 shuffle[Fire6,Star7] +Fire6")
    assert (hand(game, 0), discards(game, 0)) == (["Fire6"], [])


# --------------------------------------------------------------------------------------------------------------- Love


def test_a_played_love_heals_one_ally_completely() -> None:
    """ "When you play this Love, remove all damage from one ally at this location." """
    game = position("2: Fire5(1) / -", "3: Fire6(4) Fire7(2) / -", hands=("Love5", ""))
    choose(game, "0 play Love5", "Love5@3")
    assert words(game) == ["*Fire6@3.1", "*Fire7@3.2"]
    assert column(choose(game, "*Fire6@3.1"), 3) == "Fire6 Fire7(2) Love5 / -"


def test_a_played_love_with_nobody_to_heal_does_nothing() -> None:
    game = position("3: Fire6 / -", hands=("Love5", ""))
    assert column(play(game, "0 play Love5@3"), 3) == "Fire6 Love5 / -"


def test_an_activated_love_places_2_and_heals_nobody() -> None:
    """ "This effect cannot be activated again. When you activate the Love, place 2 damage on the first enemy." """
    game = position("3: Love5 Fire6(4) / Light5", hands=("Love7", ""))
    assert column(play(game, "0 activate Love7: Love5@3.1"), 3) == "Love5 Fire6(4) / Light5(2)"


# ------------------------------------------------------------------------------------------------------------- Magnet


def test_r11_magnet_takes_the_last_enemy_along() -> None:
    """ "Place 2 damage on the last enemy … Move this enemy and this Magnet to an adjacent location." """
    game = position("3: Magnet5 / Fire5 Fire6", "4: Light5 / Fire7", hands=("Magnet7", ""))
    play(game, "0 activate Magnet7: Magnet5@3.1 >4")
    assert (column(game, 3), column(game, 4)) == ("- / Fire5", "Light5 Magnet5 / Fire7 Fire6(2)")


def test_r11_a_destroyed_enemy_stays_behind() -> None:
    game = position("3: Magnet5 / Fire5(3)", hands=("Magnet7", ""))
    play(game, "0 activate Magnet7: Magnet5@3.1 >4")
    assert (column(game, 4), score(game)) == ("Magnet5 / -", (1, 0))


def test_r11_magnet_moves_without_an_enemy() -> None:
    game = position("3: Magnet5 / -", hands=("Magnet7", ""))
    assert column(play(game, "0 activate Magnet7: Magnet5@3.1 >2"), 2) == "Magnet5 / -"


@pytest.mark.parametrize(("location", "open_"), [(1, [">2"]), (3, [">2", ">4"]), (5, [">4"])])
def test_magnet_cannot_stay(location: int, open_: list[str]) -> None:
    """ "The Magnet cannot stay at the same location." """
    game = position(f"{location}: Magnet5 / -", hands=("Magnet7", ""))
    assert words(choose(game, "0 activate Magnet7", f"Magnet5@{location}.1")) == open_
