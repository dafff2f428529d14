"""Selection policies: what they take, and that they keep to the rules in every preset."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rfsim.errors import InputError
from rfsim.riftforce import game
from rfsim.riftforce.policies import POLICIES, load_policy, minimax, position_of, synergy
from rfsim.riftforce.rules import load_rules, preset_names
from rfsim.riftforce.selection import View, select
from tests.draft.models import model, random_model, write_model_file

RANDOM = np.random.Generator(np.random.PCG64(1))
GUILDS = ("Air", "Earth", "Fire", "Light", "Water")
DENIAL = {"Air": 1.0, "Earth": 0.8, "Earth+Fire": 0.5, "Air+Light": 0.7}


def view(preset: str = "base", **changes: object) -> View:
    values = {"seat": 0, "drafts": (("Fire",), ("Light",)), "shown": ("Air", "Earth", "Water"), "to_come": (1,)}
    return View(load_rules(preset), **{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("policy", POLICIES)
def test_policies_are_legal_in_every_preset(preset: str, policy: str) -> None:
    rules = load_rules(preset)
    for seed in range(3):
        thoughts = [np.random.Generator(np.random.PCG64([seed, seat])) for seat in range(4)]
        made = select(rules, 0, [load_policy(policy, preset)] * 4, seed, thoughts)
        assert {guild for _, guild in made.order} | set(made.left) == set(made.shown)
        assert len({name for draft in made.drafts for name in draft}) == sum(map(len, made.drafts))


def test_minimax_takes_what_the_other_side_needs_more() -> None:
    # The hand calculation stands in test_lookahead.
    assert minimax(model(GUILDS, DENIAL))(view(), RANDOM) == "Air"


def test_minimax_picks_for_the_side_whose_turn_it_is() -> None:
    forecast = model(GUILDS, {"Air": 1.0, "Earth": -1.0})
    assert minimax(forecast)(view(seat=1, to_come=(0,)), RANDOM) == "Air"


@pytest.mark.parametrize(
    ("effects", "taken"),
    [
        ({"Air": 0.3, "Earth": 0.2}, "Air"),
        ({"Air": 0.3, "Earth": 0.2, "Earth+Fire": 0.3}, "Earth"),  # twice 0.2 and 0.3 against twice 0.3
        ({"Air": 0.3, "Earth": 0.2, "Light+Water": 0.7}, "Water"),  # 0.7 denied to Light against twice 0.3
        ({"Air": 0.3, "Earth": 0.2, "Earth>Light": 0.3}, "Earth"),
        ({"Air": 0.3, "Earth": 0.2, "Earth>Fire": 0.3}, "Earth"),  # in Light's deck it would gain against Fire
    ],
)
def test_synergy_weighs_pairs_and_opponents_of_both_decks(effects: dict[str, float], taken: str) -> None:
    assert synergy(model(GUILDS, effects))(view(), RANDOM) == taken


def test_team_members_pick_for_their_side() -> None:
    drafts = (("Fire",), ("Light",), ("Sand",), ("Love",))
    position = position_of(view("team4", seat=2, drafts=drafts, to_come=(3, 0, 1)))
    assert position.decks == (("Fire", "Sand"), ("Light", "Love"))
    assert position.to_come == (0, 1, 0, 1)


def test_a_model_of_ones_own_can_be_named(tmp_path: Path) -> None:
    file = write_model_file(tmp_path / "mine.json", GUILDS, {"Water": 1.0})
    assert load_policy(f"minimax:{file}", "base")(view(), RANDOM) == "Water"
    assert load_policy(f"synergy:{file}", "base")(view(), RANDOM) == "Water"


def test_a_guild_of_a_patch_is_no_hindrance() -> None:
    assert minimax(model(GUILDS, {"Air": -1.0}))(view(shown=("Air", "Gust")), RANDOM) == "Gust"


@pytest.mark.parametrize("spec", ["minmax", "random:x", "minimax:absent.json"])
def test_a_policy_that_is_not_there_is_told(spec: str) -> None:
    with pytest.raises(InputError):
        load_policy(spec, "base")


def test_a_block_is_mirrored_between_policies() -> None:
    rules = load_rules("base")
    order = game.arrangements(rules, True, True)
    assert [(tuple(one["player"][:2]), int(one["first"])) for one in order] == [
        ((0, 1), 0),
        ((0, 1), 1),
        ((1, 0), 0),
        ((1, 0), 1),
    ]
    made = game.select_for_block(rules, ["minimax", "random"], 5, order)
    assert len({(one.removed, one.dealt, one.shown) for one in made}) == 1
    assert [one.order[0][0] for one in made] == [0, 1, 0, 1]
    # Whoever sits where, the best first pick of minimax depends on its seat's guild alone.
    by_seat = {(int(g["player"][0]), int(g["first"])): one.order[0][1] for g, one in zip(order, made, strict=True)}
    both = game.select_for_block(rules, ["minimax"], 5, order)
    assert by_seat[0, 0] == both[0].order[0][1]
    assert by_seat[1, 1] == both[1].order[0][1]


def test_minimax_wins_against_any_picks_by_its_own_model() -> None:
    """A solved game's value is what the other side can do at most: random picks can only lose by it."""
    rules, forecast = load_rules("beyond"), random_model(load_rules("beyond").pool, 3)
    pick_best, pick_random = minimax(forecast), load_policy("random", "beyond")
    for seed in range(5):
        thoughts = [np.random.Generator(np.random.PCG64([seed, seat])) for seat in range(2)]
        best, against_random = (
            select(rules, 0, [pick_best, other], seed, thoughts).drafts for other in (pick_best, pick_random)
        )
        value, reached = (forecast.log_odds([one[0]], [one[1]])[0, 0] for one in (best, against_random))
        assert reached >= value - 1e-9
