"""Summary rules (R26), team mode (R27 to R31), solo mode (R32 to R38) and guild selection (R23, R24, R26, R32)."""

from __future__ import annotations

import numpy as np
import pytest

from rfsim.errors import InputError
from rfsim.riftforce.core.state import GOING_ON, NONE, NUMBERS, TARGET
from rfsim.riftforce.policies import load_policy, pick_random
from rfsim.riftforce.replay import RecordFault
from rfsim.riftforce.rules import Rules, load_rules
from rfsim.riftforce.selection import Selection, View, lay_out, select
from rfsim.riftforce.stepping import Game
from rfsim.riftforce.trainer import Challenge
from tests.riftforce.games import dealt
from tests.riftforce.positions import choose, column, discards, play, position, score, words

# ------------------------------------------------------------------------------------------------------- summary rules


def test_r26_cards_of_one_action_go_to_different_locations() -> None:
    game = position(hands=("Fire5 Fire6", ""), preset="summary")
    assert words(choose(game, "0 play Fire5", "Fire5@3")) == ["", "Fire6@2", "Fire6@4"]


def test_r26_check_and_draw_is_legal_with_a_full_hand() -> None:
    game = position("1: Light5 / -", hands=(" ".join(["Fire5"] * 7), ""), preset="summary")
    assert "0 draw" in words(game)
    assert score(play(game, "0 draw")) == (1, 0)


def test_r26_the_game_ends_with_the_action_that_reaches_12() -> None:
    game = position("3: Fire5 / -", hands=("", "Light5"), piles=("Fire6", ""), score=(11, 0), preset="summary")
    play(game, "0 draw Fire6")
    assert (int(game.table.ending), int(game.table.winner)) == (TARGET, 0)


def test_r26_if_both_have_12_the_side_that_acted_wins() -> None:
    game = position("3: Fire5 Crystal5(4) / Light5(2)", hands=("Fire7", "Light7"), score=(11, 11), preset="summary")
    play(game, "0 activate Fire7: Fire5@3.1")
    assert (score(game), int(game.table.winner)) == ((12, 13), 0)


def test_r26_one_card_of_each_guild_is_out_of_the_game() -> None:
    game = dealt(load_rules("summary"), 4)
    for seat in (0, 1):
        removed = [int(code) for code in game.state.seat[seat].hand.removed]
        assert sorted(code >> 2 for code in removed) == sorted(int(guild) for guild in game.table.guilds[seat])
        assert int(game.table.pile_size[seat]) + int(game.table.hand_size[seat]) == 32


def test_r26_no_card_is_placed_at_setup() -> None:
    game = dealt(load_rules("summary"), 4)
    assert all(column(game, location) == "- / -" for location in range(1, 6))


# ----------------------------------------------------------------------------------------------------------- team mode


def test_r27_three_and_four_are_adjacent_one_and_six_are_not() -> None:
    game = position(hands=("Fire5 Fire6",), preset="team4")
    assert set(words(choose(game, "0 play Fire5", "Fire5@3"))) == {"", "Fire6@3", "Fire6@2", "Fire6@4"}
    game = position(hands=("Fire5 Fire6",), preset="team4")
    assert set(words(choose(game, "0 play Fire5", "Fire5@6"))) == {"", "Fire6@6", "Fire6@5"}


@pytest.mark.parametrize(("preset", "order"), [("team3", [0, 1, 2, 1]), ("team4", [0, 1, 2, 3])])
def test_r27_the_seats_act_by_position(preset: str, order: list[int]) -> None:
    game = dealt(load_rules(preset), 1)
    acted = []
    while len(acted) < 2 * len(order):
        turns = int(game.table.turns)
        acted.append(int(game.table.acting))
        while int(game.table.turns) == turns:
            game.carry_out(game.options()[0])
    assert acted == order * 2


def test_r28_each_card_goes_to_its_own_players_discard_pile() -> None:
    game = position(
        "1: Fire5(4) Light5(4):2 / Ice5",
        hands=("Plant7", "Ice7"),
        acting=1,
        preset="team4",
    )
    play(game, "1 activate Ice7: Ice5@1.1")
    assert (discards(game, 0), discards(game, 2)) == (["Fire5"], ["Light5"])
    assert score(game) == (0, 2)


def test_r28_a_team_members_elementals_are_allies() -> None:
    game = position("1: Fire6(3):2 / -", "4: Light5 / -", hands=("Light7",), preset="team4")
    assert column(play(game, "0 activate Light7: Light5@4.1 *Fire6@1.1"), 1) == "Fire6(2) / -"


def test_r29_a_team_member_checks_its_own_area() -> None:
    columns = [f"{location}: Fire5 / -" for location in range(1, 7)]
    game = position(*columns, preset="team4", hands=("", "Ice5", "", "Ice6"))
    assert score(play(game, "0 draw")) == (3, 0)


def test_r29_any_elemental_of_the_team_counts_for_control() -> None:
    game = position("1: Fire5:2 / -", preset="team4", hands=("", "Ice5", "", "Ice6"))
    assert score(play(game, "0 draw")) == (1, 0)


def test_r29_the_player_without_a_team_checks_all_six() -> None:
    columns = [f"{location}: - / Ice5" for location in range(1, 7)]
    game = position(*columns, preset="team3", hands=("Fire5", "", "Fire6"), acting=1)
    assert score(play(game, "1 draw")) == (0, 6)


def test_r30_by_number_a_team_member_activates_any_elemental_of_the_team() -> None:
    game = position("1: Light5:2 Light6:2 / -", hands=("Fire5",), preset="team4")
    assert words(choose(game, "0 activate Fire5")) == ["Light5@1.1"]


def test_r30_by_symbol_only_its_own() -> None:
    game = position("1: Light5:2 Light6 / -", hands=("Light7",), preset="team4")
    assert words(choose(game, "0 activate Light7")) == ["Light6@1.2"]


def test_r30_after_a_team_members_elemental_only_the_number_counts() -> None:
    game = position("1: Light5:2 Light5 Light6 / -", hands=("Light5",), preset="team4")
    choose(game, "0 activate Light5")
    assert words(choose(game, "Light5@1.1")) == ["", "Light5@1.2"]


def test_r30_whoever_acts_draws_for_a_star() -> None:
    game = position("1: Star5:2 / -", hands=("Fire5", "", "", ""), piles=("Fire6", "", "Fire7", ""), preset="team4")
    play(game, "0 activate Fire5: Star5@1.1 +Fire6")
    assert int(game.table.pile_size[2]) == 1


def test_r18_the_thief_is_the_seat_that_acts() -> None:
    game = position("1: Music5:2 / Fire5(4)", hands=("Light5", "Fire7", "", ""), preset="team4")
    play(game, "0 activate Light5: Music5@1.1 >2")
    assert int(game.table.elementals[0, 1]) >> 14 == 0


def test_r31_team3_places_two_cards_of_the_player_without_a_team() -> None:
    game = dealt(load_rules("team3"), 2)
    occupied = {location: column(game, location) for location in range(1, 7)}
    assert [location for location, text in occupied.items() if text != "- / -"] == [2, 5]
    assert all(text.startswith("- / ") for text in occupied.values())


def test_r31_team4_places_one_card_for_positions_2_3_and_4() -> None:
    game = dealt(load_rules("team4"), 2)
    green, gray = column(game, 2).split(" / "), column(game, 5).split(" / ")
    assert green[0] == "-"
    assert "-" not in (green[1], gray[0], gray[1])


def test_the_team_game_ends_after_position_4() -> None:
    """ "Finish the current round, so that the player on position 4 completed their action." """
    game = position("1: Fire5 / -", hands=("", "Ice5", "Fire6", "Ice6"), score=(11, 0), preset="team4")
    play(game, "0 draw", "1 play Ice5@6", "2 play Fire6@5")
    assert int(game.table.ending) == GOING_ON
    play(game, "3 play Ice6@6")
    assert (int(game.table.ending), int(game.table.winner)) == (TARGET, 0)


# ----------------------------------------------------------------------------------------------------------- solo mode


def solo(
    *locations: str,
    stars: tuple[int, int, int] = (1, 1, 1),
    half: tuple[int, str] | None = None,
    plan: str = "attack 1 5-5-6",
    **values: object,
) -> Game:
    """The trainer's turn, with a plan on top."""
    rules = load_rules("solo").with_challenge(Challenge(stars, half))
    values = {"hands": ("Light5", ""), "acting": 1, **values}
    game = position(*locations, rules=rules, **values)  # type: ignore[arg-type]
    game.array["table"]["turn"]["asks"] = 7  # ASK_PLAN
    put_on_top(game, rules, plan)
    return game


def put_on_top(game: Game, rules: Rules, plan: str) -> None:
    assert rules.trainer is not None
    kind, location, *numbers = plan.split()
    wanted = {"kind": kind, "location": int(location)}
    if numbers:
        wanted["numbers"] = [int(number) for number in numbers[0].split("-")]
    code = next(code for code in range(20) if rules.trainer.plan(code) == wanted)
    game.table.open_plans[0] = code
    game.state.plans[0] = code


def test_the_rulebooks_solo_example() -> None:
    """The 6 hits a Water for 3; among the 5s the player picks the one that does not destroy the Water; the last 6 is
    skipped, since no further bot with 6 can damage anyone.
    """
    game = solo(
        "1: Water5 / Fire6",
        "3: Light7 / Ice5",
        plan="attack 5 6-5-6",
        piles=("", "Fire5"),
    )
    play(game, "trainer attack 5 6-5-6: Fire5; Fire6@1.1; Ice5@3.1; -")
    assert column(game, 1) == "Water5(3) / Fire6"
    assert column(game, 3) == "Light7(2) / Ice5"
    assert column(game, 5) == "- / Fire5"


def test_a_control_plan_scores_the_trainers_locations() -> None:
    """ "The trainer gains 1 Riftforce for each location it controls." """
    game = solo("1: Water5 / Fire6", "2: - / Ice5", plan="control 4", piles=("", "Fire5"))
    play(game, "trainer control 4: Fire5")
    assert score(game) == (0, 2)


def test_r33_the_pile_has_three_attack_plans_then_a_control_plan() -> None:
    rules = load_rules("solo")
    game = dealt(rules, 5)
    assert rules.trainer is not None
    kinds = [rules.trainer.plan(int(code))["kind"] for code in game.state.plans]
    assert kinds == (["attack"] * 3 + ["control"]) * 5
    assert sorted(int(code) for code in game.state.plans) == list(range(20))


def test_r35_a_bot_that_can_damage_nobody_is_not_activated() -> None:
    game = solo("1: - / Fire5", "3: Water5 / Ice5", plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6")
    assert words(game) == ["Ice5@3.1"]


def test_r35_no_bot_crystal_gives_a_bonus() -> None:
    game = position("3: Fire5 / Crystal5(2)", hands=("Fire7", ""), rules=load_rules("solo"))
    game.table.open_plans[0] = 0
    choose(game, "0 activate Fire7", "Fire5@3.1")
    assert score(game) == (1, 0)


def test_r35_a_players_crystal_gives_the_trainer_2() -> None:
    game = solo("1: Crystal5(3) / Fire5", plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6", "Fire5@1.1")
    assert score(game) == (0, 2)


def test_r35_what_the_players_own_fire_destroys_scores_for_the_trainer() -> None:
    game = position("3: Fire5 Light5(4) / Ice5", hands=("Fire7", ""), rules=load_rules("solo"))
    game.table.open_plans[0] = 0
    choose(game, "0 activate Fire7", "Fire5@3.1")
    assert score(game) == (0, 1)


def test_r35_a_stolen_bot_is_an_ordinary_elemental() -> None:
    game = position("3: Music5 / Fire5(4)", "4: - / Ice6", hands=("Light5", ""), rules=load_rules("solo"))
    game.table.open_plans[0] = 0
    choose(game, "0 activate Light5", "Music5@3.1", ">4", "Fire5@4.1")
    assert column(game, 4) == "Fire5 / Ice6(3)"


@pytest.mark.parametrize(
    ("number", "stars", "before", "after"),
    [
        # the bot stands at location 3; columns of the player's elementals at 2, 3 and 4
        (5, 1, ("-", "Fire5 Fire6", "-"), ("-", "Fire5(2) Fire6", "-")),
        (5, 2, ("-", "Fire5 Fire6", "-"), ("-", "Fire5 Fire6(2)", "-")),
        (5, 2, ("-", "Fire5 Fire6(4)", "-"), ("-", "Fire5(2)", "-")),
        (5, 3, ("-", "Fire5 Fire6 Fire7", "-"), ("-", "Fire5(2) Fire6(1) Fire7", "-")),
        (5, 4, ("-", "Fire5 Fire6(1)", "-"), ("-", "Fire5 Fire6(3)", "-")),
        (6, 1, ("-", "Fire5 Fire6", "-"), ("-", "Fire5 Fire6(3)", "-")),
        (6, 2, ("Fire5 Fire6", "Fire7", "-"), ("Fire6", "Fire7 Fire5(3)", "-")),
        (6, 4, ("-", "Fire5 Fire6", "-"), ("-", "Fire5(3) Fire6", "-")),
        (7, 1, ("Fire5 Fire6", "Fire7", "Light5"), ("Fire5(2) Fire6", "Fire7", "Light5(2)")),
        (7, 2, ("-", "Fire5 Fire6 Fire7", "-"), ("-", "Fire5(2) Fire6 Fire7(2)", "-")),
        (7, 2, ("-", "Fire5", "-"), ("-", "Fire5(4)", "-")),
        (7, 3, ("-", "Fire5 Fire6 Fire7", "-"), ("-", "Fire5(3) Fire6(1) Fire7(1)", "-")),
        (7, 4, ("-", "Fire5 Fire6", "-"), ("-", "Fire5 Fire6(5)", "-")),
    ],
)
def test_each_challenge(number: int, stars: int, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    levels = tuple(stars if other == number else 1 for other in NUMBERS)
    lines = [
        f"{location}: {text} / {f'Ice{number}' if location == 3 else '-'}"
        for location, text in zip((2, 3, 4), before, strict=True)
    ]
    plan = {5: "attack 1 5-5-6", 6: "attack 5 6-5-6", 7: "attack 1 7-6-5"}[number]
    game = solo(*lines, stars=levels, plan=plan, piles=("", ""))  # type: ignore[arg-type]
    choose(game, f"trainer {plan}", f"Ice{number}@3.1")
    while words(game) and words(game)[0][:1] in (">", "*"):
        choose(game, words(game)[0])
    assert tuple(column(game, location).split(" / ")[0] for location in (2, 3, 4)) == after


def test_challenge_6_with_3_stars_pushes_the_enemy_to_a_neighbour() -> None:
    game = solo("3: Fire5 Fire6 / Ice6", stars=(1, 3, 1), plan="attack 5 6-5-6", piles=("", ""))
    choose(game, "trainer attack 5 6-5-6", "Ice6@3.1")
    assert words(game) == [">2", ">4"]
    choose(game, ">4")
    assert (column(game, 3), column(game, 4)) == ("Fire6 / Ice6", "Fire5(3) / -")


def test_r37_with_3_stars_a_destroyed_enemy_is_not_moved_and_no_location_chosen() -> None:
    game = solo("3: Fire5(2) Fire6 / Ice6", stars=(1, 3, 1), plan="attack 5 6-5-6", piles=("", ""))
    choose(game, "trainer attack 5 6-5-6", "Ice6@3.1")
    assert (column(game, 3), score(game)) == ("Fire6 / Ice6", (0, 1))


def test_r37_the_player_chooses_among_enemies_that_tie() -> None:
    game = solo("3: Fire5(1) Fire6 Fire7(1) / Ice5", stars=(4, 1, 1), plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6", "Ice5@3.1")
    assert words(game) == ["*Fire5@3.1", "*Fire7@3.3"]


def test_r36_the_move_half_comes_before_the_challenge() -> None:
    game = solo("1: - / Ice5", "3: Fire5 / -", "4: Fire6 / -", half=(5, "move"), plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6", "Ice5@1.1")
    assert words(game) == [">3", ">4"], "only where it damages somebody (R35)"
    assert column(choose(game, ">4"), 4) == "Fire6(2) / Ice5"


def test_r35_with_the_move_half_a_bot_has_to_leave() -> None:
    game = solo("3: Fire5 / Ice5", half=(5, "move"), plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6")
    assert words(game) == ["-"]


def test_r36_the_heal_half_needs_a_damaged_bot() -> None:
    game = solo("1: - / Ice6(2)", "3: Fire5 / Ice5", half=(5, "heal"), plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6", "Ice5@3.1")
    assert words(game) == ["*Ice6@1.1"]
    assert (column(choose(game, "*Ice6@1.1"), 1), column(game, 3)) == ("- / Ice6(1)", "Fire5(2) / Ice5")


def test_each_bot_is_activated_once_per_plan() -> None:
    game = solo("3: Fire7 / Ice5", plan="attack 1 5-5-6", piles=("", ""))
    choose(game, "trainer attack 1 5-5-6", "Ice5@3.1")
    assert words(game) == ["-"]


def test_r37_the_trainers_pile_is_renewed() -> None:
    game = solo("1: Water5 / -", plan="control 2", piles=("", ""), discards=("", "Ice5 Ice6"))
    play(game, "trainer control 2: shuffle[Ice6,Ice5] Ice6")
    assert (column(game, 2), int(game.table.pile_size[1])) == ("- / Ice6", 1)


def test_r37_with_both_piles_empty_no_bot_is_placed() -> None:
    game = solo("1: Water5 / -", plan="control 2", piles=("", ""))
    play(game, "trainer control 2: -")
    assert column(game, 2) == "- / -"


def test_r38_a_round_is_the_players_action_and_the_trainers_plan() -> None:
    game = position("1: Fire5 / -", hands=("", ""), score=(11, 0), rules=load_rules("solo"))
    game.table.open_plans[0] = next(code for code in range(20) if code >= 15)
    play(game, "0 draw")
    assert int(game.table.ending) == GOING_ON
    choose(game, words(game)[0])
    assert (int(game.table.ending), int(game.table.winner)) == (TARGET, 0)


def test_solo_setup_places_a_bot_at_each_location() -> None:
    game = dealt(load_rules("solo"), 9)
    for location in range(1, 6):
        own, bots = column(game, location).split(" / ")
        assert own == "-"
        assert len(bots.split()) == 1
    assert int(game.table.pile_size[1]) == 31


# ----------------------------------------------------------------------------------------------------- guild selection


def selection(preset: str, first: int = 0, policy: str = "random", seed: int = 3) -> Selection:
    rules = load_rules(preset)
    thoughts = [np.random.Generator(np.random.PCG64(seat)) for seat in range(4)]
    return select(rules, first, [load_policy(policy, preset)] * 4, seed, thoughts)


def test_r23_one_is_removed_one_dealt_each_seven_shown_and_one_left() -> None:
    made = selection("base")
    assert (len(made.removed), len(made.dealt), len(made.shown), len(made.left)) == (1, 2, 7, 1)
    assert [seat for seat, _ in made.order] == [0, 1, 0, 1, 0, 1]


def test_r23_the_starter_picks_first() -> None:
    assert [seat for seat, _ in selection("base", first=1).order] == [1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("preset", "shown", "order"),
    [("beyond", 8, [0, 1] * 3), ("team3", 9, [0, 1, 2, 1, 0, 1, 2]), ("team4", 10, [0, 1, 2, 3] * 2)],
)
def test_r24_picks_go_round_by_position(preset: str, shown: int, order: list[int]) -> None:
    made = selection(preset)
    assert (made.removed, len(made.shown)) == ((), shown)
    assert [seat for seat, _ in made.order] == order


def test_r26_players_pick_alternately_from_all_ten() -> None:
    made = selection("summary", first=1)
    assert (len(made.shown), made.dealt, len(made.left)) == (10, (), 2)
    assert [seat for seat, _ in made.order] == [1, 0] * 4


def test_r32_the_player_picks_four_of_six_and_the_trainer_gets_four_of_the_others() -> None:
    made = selection("solo")
    assert len(made.shown) == 6
    assert [seat for seat, _ in made.order] == [0] * 4
    assert not set(made.drafts[1]) & set(made.shown)


def test_what_is_dealt_and_shown_does_not_depend_on_the_policies() -> None:
    one, other = selection("base", policy="random"), selection("base", policy="ranked")
    assert (one.removed, one.dealt, one.shown) == (other.removed, other.dealt, other.shown)


def test_ranked_takes_the_best_of_a_table() -> None:
    made = selection("base", policy="ranked")
    assert "Ice" in (*made.removed, *made.dealt, made.order[0][1])


def test_a_policy_cannot_take_what_is_not_on_display() -> None:
    rules = load_rules("base")

    def cheat(view: View, random: np.random.Generator) -> str:
        return "Love"

    with pytest.raises(InputError, match="a selection policy took 'Love', which is not on display"):
        select(rules, 0, [cheat, pick_random], 1, [np.random.Generator(np.random.PCG64(1))] * 2)


def test_every_guild_is_somewhere() -> None:
    rules = load_rules("base")
    removed, dealt_, shown = lay_out(rules, np.random.Generator(np.random.PCG64(8)))
    assert sorted([*removed, *dealt_, *shown]) == sorted(rules.pool)


def test_an_illegal_plan_word_is_refused() -> None:
    game = solo("3: Fire7 / Ice5", plan="attack 1 5-5-6", piles=("", ""))
    with pytest.raises(RecordFault):
        play(game, "trainer attack 1 5-5-6: -; -; -; -")


def test_nobody_has_won_before_the_end() -> None:
    assert int(dealt(load_rules("base"), 1).table.winner) == NONE
