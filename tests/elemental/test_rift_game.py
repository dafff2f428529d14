"""The game as studies see it: blocks, results, sums, strategies; compiled and in plain Python alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rfsim.elemental import game as elemental
from rfsim.elemental.core.imagine import imagine
from rfsim.elemental.core.play import ACCOLADE_COUNTS, SPELL_COUNTS
from rfsim.elemental.core.state import new_game
from rfsim.elemental.rules import load_rules
from rfsim.errors import InputError
from rfsim.randomness import stream_type
from rfsim.strategy.interface import compile_strategy, strategy
from rfsim.strategy.loading import load_strategy

from .positions import hand, position
from .studies import as_numbers, jobs_for, players, results_of

PRESETS = ("two", "three", "four")


# ----------------------------------------------------------------------------------------------------------- matchups


def test_there_is_one_matchup_with_nothing_drafted():
    rules = load_rules("three")
    assert elemental.draft_sizes(rules) == (0, 0, 0)
    assert elemental.count_matchups(rules, rules.pool) == 1
    assert elemental.draw_matchups(rules, rules.pool, 1000, np.random.default_rng(1)) == [((), (), ())]
    assert elemental.check_matchup(rules, [[], [], []], "drafts") == ((), (), ())


def test_drafts_are_refused():
    rules = load_rules("two")
    with pytest.raises(InputError, match=r"drafts: Fire: nothing is drafted in elemental-rift"):
        elemental.check_matchup(rules, [["Fire"], []], "drafts")
    with pytest.raises(InputError, match=r"drafts: 3 seats; preset two has 2"):
        elemental.check_matchup(rules, [[], [], []], "drafts")


# -------------------------------------------------------------------------------------------------------------- blocks


def test_the_games_of_a_mirrored_block_have_one_deck_and_a_player_s_thoughts_go_with_it():
    rules = load_rules("four")
    jobs = jobs_for(rules, 1, differ=True)
    assert len(jobs) == 6  # two seats of four, in every way
    assert len(set(jobs["deck_seed"].tolist())) == 1
    for job in jobs:
        assert sorted(job["player"].tolist()) == [0, 1, 2, 3]
    thoughts = {(int(p), int(t)) for job in jobs for p, t in zip(job["player"], job["thought_seed"], strict=True)}
    assert len(thoughts) == 4


def test_the_games_of_one_strategy_have_a_deck_each():
    jobs = jobs_for(load_rules("three"), 2)
    assert len(jobs) == 6
    assert len(set(jobs["deck_seed"].tolist())) == 6
    assert jobs["first"].tolist() == [0, 1, 2, 0, 1, 2]


def test_with_three_seats_each_strategy_has_two_of_them_half_of_the_time():
    jobs = jobs_for(load_rules("three"), 1, differ=True)
    of_a = (jobs["player"][:, :3] % 2 == 0).sum(axis=1)
    assert sorted(of_a.tolist()) == [1, 1, 1, 2, 2, 2]


def test_the_same_seed_gives_the_same_games_and_another_one_others():
    rules = load_rules("two")
    one, other = jobs_for(rules, 3), jobs_for(rules, 3, seed=7)
    seated = players("random")
    first, second = as_numbers(elemental.play([rules], seated, one)), as_numbers(elemental.play([rules], seated, one))
    assert first == second
    assert first != as_numbers(elemental.play([rules], seated, other))


# ------------------------------------------------------------------------------------------------------------- results


@pytest.mark.parametrize("preset", PRESETS)
def test_results_add_up(preset):
    rules = load_rules(preset)
    jobs, totals = jobs_for(rules, 20), elemental.new_totals()
    results = elemental.play([rules], players("random"), jobs, totals=totals)
    decided = results["winner"] != elemental.NONE
    assert (results["fault"] == elemental.NONE).all()
    for result in results[decided]:
        held = np.bincount(result["holder"][result["holder"] != elemental.NONE], minlength=4)
        assert held.tolist() == result["score"].tolist()
        assert held[result["winner"]] >= 2
    sums = totals[0]
    assert (sums.games, sums.decided) == (len(jobs), decided.sum())
    accolades = dict(zip(ACCOLADE_COUNTS, sums.accolades.T, strict=True))
    assert accolades["taken"].tolist() == results["earned"].sum(axis=(0, 1)).tolist()
    assert accolades["games"].tolist() == (results["earned"].sum(axis=1) > 0).sum(axis=0).tolist()
    assert accolades["winners"].sum() >= 2 * decided.sum()
    spells = dict(zip(SPELL_COUNTS, sums.spells.T, strict=True))
    assert spells["played"].tolist() == results["played"].sum(axis=(0, 1)).tolist()
    assert spells["triggered"].tolist() == results["triggered"].sum(axis=(0, 1)).tolist()
    assert spells["players"].tolist() == (results["played"] > 0).sum(axis=(0, 1)).tolist()
    assert (spells["winners"] <= spells["decided"]).all()


def test_sums_become_rows_of_tables():
    rules, totals = load_rules("three"), elemental.new_totals()
    jobs = jobs_for(rules, 5)
    elemental.play([rules], players("random"), jobs, totals=totals)
    rows = elemental.event_rows(rules, {name: totals[name][0] for name in totals.dtype.names})
    assert [row["accolade"] for row in rows["accolade"]] == list(rules.accolade_names)
    assert [row["spell"] for row in rows["spell"]] == list(rules.spell_names)
    for row in rows["spell"]:
        assert row["wins"] + row["losses"] + row["undecided"] == row["games"]


def test_a_strategy_in_plain_python_plays_the_same_games():
    rules = load_rules("two")
    jobs = jobs_for(rules, 2)
    compiled_totals, plain_totals = elemental.new_totals(), elemental.new_totals()
    compiled = elemental.play([rules], players("random"), jobs, totals=compiled_totals)
    seated = players("random")
    seated.is_compiled = False
    plain = elemental.play([rules], seated, jobs, totals=plain_totals)
    assert as_numbers(plain) == as_numbers(compiled)
    assert plain_totals.tobytes() == compiled_totals.tobytes()


def test_a_strategy_that_raises_is_named_by_its_seat():
    @strategy(game="elemental-rift", compiled=False)
    def choose(table, hand, options, rules, weights, memory, random):
        raise RuntimeError

    rules = load_rules("three")
    seated = elemental.Players([choose], [compile_strategy(choose, elemental.choose_signature)])
    results = elemental.play([rules], seated, jobs_for(rules, 1))
    assert len(results) == 1
    assert results[0]["fault"] == 0


RAISES = """
from rfsim.strategy import strategy


@strategy(game="elemental-rift")
def choose(table, hand, options, rules, weights, memory, random):
    if table.turns == 2:
        raise ValueError("no idea")
    return 0
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_exception_of_a_compiled_strategy_is_found_again(tmp_path):
    file = tmp_path / "clueless.py"
    file.write_text(RAISES)
    clueless = load_strategy("clueless", [file], "elemental-rift")
    seated = elemental.Players([clueless], [compile_strategy(clueless, elemental.choose_signature)])
    rules = load_rules("two")
    jobs = jobs_for(rules, 1)
    jobs["player"] = 0
    with pytest.raises(ValueError, match="no idea") as caught:
        elemental.record_game([rules], seated, jobs[:1], "")
    assert len(caught.value.turns) == 3  # two turns, and what there is of the third


# ------------------------------------------------------------------------------------------------- hidden information


def test_a_strategy_is_handed_no_hidden_cards():
    """The table of two games that differ in the deck and the other hand is the same, byte by byte."""
    rules = load_rules("two")
    hands = {0: ["FireSpark"], 1: ["AirFlood", "AirBloom"]}
    one = position("FF WE", hands=hands, rules=rules)
    other = position("FF WE", hands={**hands, 1: ["EarthFlood", "EarthBloom"]}, rules=rules)
    assert one.array["table"].tobytes() == other.array["table"].tobytes()
    assert one.array.tobytes() != other.array.tobytes()


def imagined(game, seat: int):
    copy, stream = new_game(), np.zeros(1, stream_type).view(np.recarray)
    stream["state"] = 5
    state = game.array[0]
    imagine(copy, state.table, state.seat[seat].hand, game.rules.record[0], stream[0])
    return copy


def test_an_imagined_game_depends_on_nothing_that_is_hidden():
    hands = {0: ["FireSpark"], 1: ["AirFlood", "AirBloom"]}
    one = position("FF WE", hands=hands, front=[(1, "WaterFlood")], discards=["AirTheft"])
    other = position(
        "FF WE", hands={**hands, 1: ["EarthFlood", "EarthBloom"]}, front=[(1, "WaterFlood")], discards=["AirTheft"]
    )
    assert imagined(one, 0).tobytes() == imagined(other, 0).tobytes()


def test_an_imagined_game_has_each_card_once():
    game = position("FF WE", hands={0: ["FireSpark"], 1: ["AirFlood", "AirBloom"]}, front=[(1, "WaterFlood")])
    copy = imagined(game, 0)[0]
    other_hand = copy.seat[1].hand
    cards = [*copy.deck[: copy.table.deck_size], *other_hand.card[: other_hand.n]]
    cards += [game.rules.spell_names.index(name) for name in ("FireSpark", "WaterFlood")]
    assert sorted(cards) == sorted(game.rules.deck)
    assert hand(game, 0) == ["FireSpark"]
    assert copy.table.tobytes() == game.array[0].table.tobytes()


# ---------------------------------------------------------------------------------------------------------- strategies


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("names", [("random",), ("greedy",), ("greedy", "random")])
def test_the_strategies_play_with_two_three_and_four_seats(preset, names):
    jobs, results = results_of(preset, 2, *names)
    assert len(results) == len(jobs)
    assert (results["fault"] == elemental.NONE).all()
    assert (results["turns"] > 0).all()


def test_greedy_wins_more_than_nine_of_ten_games_against_random():
    jobs, results = results_of("two", 100, "greedy", "random")
    winners = [int(job["player"][result["winner"]]) for job, result in zip(jobs, results, strict=True)]
    assert sorted(set(jobs["first"].tolist())) == [0, 1]
    assert winners.count(0) >= 0.9 * len(jobs)


# -------------------------------------------------------------------------------------------- compiled and plain agree


def test_plain_python_plays_the_same_games():
    program = [sys.executable, str(Path(__file__).with_name("studies.py"))]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    compiled = [as_numbers(results_of(preset, 1, "random")[1]) for preset in PRESETS]
    assert json.loads(done.stdout) == compiled
