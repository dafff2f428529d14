"""`rfsim draft`: what it prints, exactly, from a model whose answers a hand calculation gives; and what it refuses."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pandas as pd
import pytest

from tests.cli.conftest import Run
from tests.draft.models import write_model_file

BASE = ("Air", "Crystal", "Earth", "Fire", "Ice", "Light", "Plant", "Shadow", "Thunderbolt", "Water")
#: Two picks are left. Air, then Earth: 1.0 - 0.8. Earth, then Air: 0.8 + 0.5 - 1.0 - 0.7. Water, then Air: - 1.0 - 0.7.
EFFECTS = {"start": 0.1, "Air": 1.0, "Earth": 0.8, "Earth+Fire": 0.5, "Air+Light": 0.7}
MINE, THEIRS, DISPLAY = "Fire,Ice,Plant", "Light,Shadow,Crystal", "Air,Earth,Water"


def rate(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


@pytest.fixture
def model(tmp_path: Path) -> str:
    return str(write_model_file(tmp_path / "hand.json", BASE, EFFECTS, deviation=0.2))


def question(model: str, **changes: str) -> list[str]:
    words = {"mine": MINE, "theirs": THEIRS, "display": DISPLAY, "turn": "mine", "model": model, **changes}
    return ["draft", "advise", *(word for key, value in words.items() for word in (f"--{key}", value))]


def test_advise_prints_every_picks_chances_and_the_expected_line(rfsim: Run, model: str) -> None:
    outcome = rfsim(*question(model))
    # 0.2, -0.4 and -1.7 by hand, and 0.1 for acting first; errors: rate * (1 - rate) * 0.2, and of the difference
    # slope * 0.2 * sqrt(2) at the mean of both rates.
    assert outcome.out.splitlines() == [
        "Riftforce, the base game for two players: it is my pick, 2 picks are left; I act first.",
        "",
        "pick            I win  they win    +-   behind the best (+-)",
        "Air            57.4 %    42.6 %   4.9   -",
        "Earth          42.6 %    57.4 %   4.9   14.9 (7.1)",
        "Water          16.8 %    83.2 %   2.8   40.6 (6.6)",
        "",
        "If both sides pick as the model says is best:",
        "  I take Air, they take Earth",
        "  my guilds:    Air, Fire, Ice, Plant",
        "  their guilds: Crystal, Earth, Light, Shadow",
        "",
        "+- is the standard error in points, with how far single matchups lie from the model",
        "(0.20 in log-odds); the chances are those of players like the ones it was fitted to.",
        "Air is clearly the best, by the model.",
    ]


def test_advise_as_json(rfsim: Run, model: str) -> None:
    data = json.loads(rfsim(*question(model), "--json").out)
    assert (data["preset"], data["turn"], data["acts_first"]) == ("base", "mine", "mine")
    assert [pick["guild"] for pick in data["picks"]] == ["Air", "Earth", "Water"]
    for pick, log_odds in zip(data["picks"], (0.3, -0.3, -1.6), strict=True):
        assert pick["mine"] == pytest.approx(rate(log_odds), abs=1e-6)
        assert pick["mine"] + pick["theirs"] == pytest.approx(1)
        assert pick["error"] == pytest.approx(0.2 * rate(log_odds) * (1 - rate(log_odds)), abs=1e-6)
    assert data["picks"][1]["line"] == [["mine", "Earth"], ["theirs", "Air"]]
    assert data["picks"][1]["my_guilds"] == ["Earth", "Fire", "Ice", "Plant"]
    assert data["picks"][1]["their_guilds"] == ["Air", "Crystal", "Light", "Shadow"]


def test_both_sides_get_the_same_answer(rfsim: Run, model: str) -> None:
    ours = json.loads(rfsim(*question(model), "--json").out)
    swapped = question(model, mine=THEIRS, theirs=MINE, turn="theirs")
    others = json.loads(rfsim(*swapped, "--json").out)
    assert (others["turn"], others["acts_first"]) == ("theirs", "theirs")
    for one, other in zip(ours["picks"], others["picks"], strict=True):
        assert (one["guild"], one["mine"], one["behind"]) == (other["guild"], other["theirs"], other["behind"])


def test_their_pick_lists_what_is_best_for_them_first(rfsim: Run, model: str) -> None:
    # I have picked last, so they began: Earth is denied to Fire, or Air taken for Light.
    outcome = rfsim(*question(model, turn="theirs", display=DISPLAY))
    assert "it is their pick, 2 picks are left; they act first." in outcome.out
    rows = [line.split()[0] for line in outcome.out.splitlines()[3:6]]
    assert rows == ["Air", "Earth", "Water"]


def test_beyond_is_advised_from_the_model_that_comes_with_it(rfsim: Run) -> None:
    display = "Acid,Beast,Ice,Lava,Love,Magnet,Music,Sand"
    words = ["--preset", "beyond", "--mine", "Fire", "--theirs", "Star", "--display", display, "--turn", "mine"]
    data = json.loads(rfsim("draft", "advise", *words, "--json").out)
    assert data["picks"][0]["guild"] == "Ice"
    assert len(data["picks"]) == 8
    assert all(len(pick["line"]) == 6 for pick in data["picks"])


COUNTS = "sides begin with 1 and 1, pick alternately, and end with 4 and 4 (preset base)"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mine": "Fire,Ice,Plnat"}, "--mine: unknown guild 'Plnat'; did you mean 'Plant'?"),
        ({"display": "Air,Earth,Fire"}, "--display: Fire is in --mine too"),
        ({"mine": "Fire,Fire,Ice"}, "--mine: Fire stands there twice"),
        ({"display": "Air,Earth"}, "--display: 2 guilds; 7 are shown, so after 4 picks there are 3"),
        ({"mine": "Fire"}, f"--mine has 1 and --theirs 3 guilds; {COUNTS}"),
        ({"mine": ""}, f"--mine has 0 and --theirs 3 guilds; {COUNTS}"),
        (
            {"mine": "Fire,Ice", "display": "Air,Earth,Water,Plant", "turn": "theirs"},
            "--turn theirs: --mine has 2 and --theirs 3 guilds, so it is the other side's pick",
        ),
        (
            {"mine": f"{MINE},Air", "theirs": f"{THEIRS},Earth", "display": "Water"},
            "--mine has 4 and --theirs 4 guilds: both sides are complete, and the selection is over",
        ),
        ({"preset": "bease"}, "unknown preset 'bease'; did you mean 'base'?"),
        (
            {"preset": "solo"},
            "--preset solo: one player picks alone there, and no model of outcomes tells how bots fare",
        ),
        (
            {"model": "absent.json"},
            "absent.json: no such file; 'rfsim draft fit RESULTS --out FILE' writes a model",
        ),
        (
            {"preset": "beyond", "mine": "Fire,Ice,Love", "display": "Air,Earth,Water,Sand"},
            "--model: it does not know Love, Sand; its study was played without",
        ),
    ],
)
def test_what_cannot_be_advised_is_told_in_one_line(
    rfsim: Run, model: str, changes: dict[str, str], message: str
) -> None:
    outcome = rfsim(*question(**{"model": model, **changes}))
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"rfsim: {message}\n")


def test_help_ends_with_an_example(rfsim: Run) -> None:
    for words in ([], ["advise"], ["fit"], ["simulate"]):
        lines = rfsim("draft", *words, "--help").out.rstrip().splitlines()
        assert any(line.startswith("  Example: rfsim draft") for line in lines[-3:])


def test_the_example_of_the_help_works(rfsim: Run) -> None:
    text = " ".join(rfsim("draft", "advise", "--help").out.split())
    words = re.search(r"Example: rfsim (draft advise .*)$", text)
    assert words is not None
    assert rfsim(*words[1].split()).code == 0


def test_simulate_plays_every_two_policies_mirrored(rfsim: Run) -> None:
    policies = ["--policy", "minimax", "--policy", "ranked", "--policy", "random"]
    outcome = rfsim("draft", "simulate", *policies, "--games", "240", "--strategy", "random", "--workers", "1")
    assert outcome.code == 0
    assert "What picking first is worth" in outcome.out
    tables = Path("results/policies/tables")
    table = pd.read_csv(tables / "policy.csv").set_index(["policy_a", "policy_b"])
    assert len(table) == 6
    assert set(table["games"]) == {80}
    for one, other in (("minimax", "ranked"), ("minimax", "random"), ("ranked", "random")):
        assert table.loc[(one, other), "wins"] == table.loc[(other, one), "losses"]
    worth = pd.read_csv(tables / "first-pick.csv")
    assert worth["policy"].tolist() == [name for name in ("minimax", "ranked", "random") for _ in range(2)]
    assert worth["what"].tolist() == ["picking first", "acting first"] * 3
    assert set(worth["games"]) == {80}


def test_a_policy_against_itself_wins_half(rfsim: Run) -> None:
    words = ["--policy", "ranked", "--policy", "ranked", "--games", "40", "--strategy", "random", "--no-first-pick"]
    assert rfsim("draft", "simulate", *words, "--workers", "1").code == 0
    table = pd.read_csv("results/policies/tables/policy.csv")
    assert set(table["policy_a"]) == {"ranked"}


def test_a_gauntlet_plays_the_first_policy_against_the_others(rfsim: Run) -> None:
    policies = ["--policy", "random", "--policy", "ranked", "--policy", "synergy", "--gauntlet", "--no-first-pick"]
    words = ["--games", "40", "--strategy", "random", "--workers", "1", "--quiet"]
    assert rfsim("draft", "simulate", *policies, *words).code == 0
    table = pd.read_csv("results/policies/tables/policy.csv")
    assert {tuple(sorted(pair)) for pair in zip(table["policy_a"], table["policy_b"], strict=True)} == {
        ("random", "ranked"),
        ("random", "synergy"),
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--policy", "minimax"], "--policy: it takes two or more, as --policy minimax --policy ranked"),
        (
            ["--policy", "minmax", "--policy", "random"],
            "unknown selection policy 'minmax'; did you mean 'minimax'? (a file of your own ends in .py)",
        ),
        (["--policy", "a.py", "--policy", "random"], "a.py: no such file"),
        (
            ["--policy", "ranked", "--policy", "ranked", "--policy", "random"],
            "draft simulate: drafts: policies: one stands there twice",
        ),
        (
            ["--policy", "ranked", "--policy", "random", "--preset", "solo"],
            "drafts.policies: preset solo has one player; it takes two to compare selection policies",
        ),
    ],
)
def test_policies_that_cannot_play_are_told_in_one_line(rfsim: Run, words: list[str], message: str) -> None:
    outcome = rfsim("draft", "simulate", *words)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"rfsim: {message}\n")
    assert not Path("results").exists()


def test_named_drafts_meet_in_a_matrix(rfsim: Run) -> None:
    Path("three.toml").write_text(
        """
        name = "three"
        kind = "drafts"
        preset = "beyond"
        games = 60
        [drafts]
        strategy_a = "random"
        strategy_b = "random"
        [drafts.decks]
        hot = ["Fire", "Lava", "Light", "Star"]
        wet = ["Water", "Ice", "Plant", "Beast"]
        fey = ["Love", "Music", "Air", "Shadow"]
        """
    )
    outcome = rfsim("run", "three.toml", "--workers", "1")
    assert outcome.code == 0
    matrix = pd.DataFrame(json.loads(rfsim("tables", "results/three", "--by", "matrix", "--format", "json").out))
    assert sorted(matrix["deck"]) == ["fey", "hot", "wet"]
    table = pd.read_csv("results/three/tables/matchup.csv")
    assert table["games"].tolist() == [20, 20, 20]
    row = table[(table["deck_a"] == "Fire+Lava+Light+Star") & (table["deck_b"] == "Beast+Ice+Plant+Water")].iloc[0]
    cells = matrix.set_index("deck")
    assert cells.loc["hot", "wet"].startswith(f"{100 * row['win_rate']:.1f} (")
    assert cells.loc["wet", "hot"].startswith(f"{100 - 100 * row['win_rate']:.1f} (")
    assert cells.loc["hot", "hot"] == "-"


def test_one_draft_plays_against_the_field(rfsim: Run) -> None:
    Path("field.toml").write_text(
        """
        name = "field"
        kind = "drafts"
        preset = "beyond"
        games = 40
        [drafts]
        format = "gauntlet"
        strategy_a = "random"
        strategy_b = "random"
        decks = [
          ["Fire", "Lava", "Light", "Star"], ["Water", "Ice", "Plant", "Beast"], ["Love", "Ice", "Air", "Shadow"],
        ]
        """
    )
    assert rfsim("run", "field.toml", "--workers", "1", "--quiet").code == 0
    assert set(pd.read_csv("results/field/tables/matchup.csv")["deck_a"]) == {"Fire+Lava+Light+Star"}


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("policies = ['random']", "drafts: one policy alone has no opponent: 'policies' needs two or more"),
        (
            "policies = ['random', 'ranked']\nstrategy_a = 'random'",
            "drafts: policies are compared with one strategy: strategy_a and strategy_b should be the same",
        ),
        (
            "policies = ['random', 'ranked']\ndecks = [['Fire', 'Water', 'Ice', 'Air']]",
            "drafts: it should have one of 'decks', 'matchups' and 'policies'",
        ),
    ],
)
def test_a_study_of_drafts_that_cannot_be_is_told(rfsim: Run, section: str, message: str) -> None:
    Path("wrong.toml").write_text(f"name = 'wrong'\nkind = 'drafts'\n[drafts]\n{section}\n")
    outcome = rfsim("run", "wrong.toml")
    assert (outcome.code, outcome.err) == (2, f"rfsim: wrong.toml: {message}\n")
