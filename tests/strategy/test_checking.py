"""What `rfsim strategies check` says of strategies that break the contract, and of those that keep it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rfsim.jit import PLAIN
from rfsim.strategy.checking import AGAIN, DEALS, CheckOptions, Verdict, blind, check_strategy, deterministic
from rfsim.strategy.witness import BEAT, LEGAL, SAME, UNCHANGED, Account, Errand, Finding, Witness

OFFENDERS = Path(__file__).parent / "offenders"
HEAD = "import numpy as np\n\nfrom rfsim.strategy import below, strategy\n\n\n"
SIGNATURE = "def choose(table, hand, options, rules, weights, memory, random):\n"
FEW = CheckOptions(positions=40, time_limit=30.0, plain_seconds=0.2)
PLACE = r"first preset \w+, seed 1, game \d+, decision \d+: "

pytestmark = pytest.mark.skipif(PLAIN, reason="runs processes of its own, compiled and plain")


def checked(file: Path, options: CheckOptions = FEW) -> dict[str, Verdict]:
    return {verdict.part: verdict for verdict in check_strategy(file.stem, [file], "riftforce", options)}


def written(folder: Path, body: str, declared: str = "compiled=False") -> Path:
    file = folder / "bot.py"
    file.write_text(f"{HEAD}@strategy({declared})\n{SIGNATURE}{body}")
    return file


def failures(verdicts: dict[str, Verdict]) -> set[str]:
    return {part for part, verdict in verdicts.items() if verdict.holds is False}


def says(verdict: Verdict, pattern: str) -> bool:
    return re.fullmatch(pattern, verdict.text) is not None


def test_a_strategy_that_peeks_past_its_hand_is_not_blind() -> None:
    """Compiled it reads the next seat's hand; in plain Python NumPy does not let it."""
    verdicts = checked(OFFENDERS / "peeks.py")
    assert failures(verdicts) == {"blind", "plain Python"}
    assert says(verdicts["blind"], rf"[\d,]+ of [\d,]+ answers; {PLACE}option \d+ of \d+ before, option \d+ now")
    assert says(verdicts["plain Python"], r".* IndexError: index \d+ is out of bounds for axis 0 with size 15")


def test_a_strategy_that_loops_is_stopped_and_told_where() -> None:
    verdicts = checked(OFFENDERS / "loops.py", CheckOptions(positions=60, time_limit=2.0))
    assert failures(verdicts) == {"ends"}
    assert says(verdicts["ends"], r"preset base, seed 1, game 0, decision \d+: no answer within 2 s")
    assert verdicts["the rest"].text == "not checked: the first run did not end"


def test_a_strategy_that_answers_nonsense_is_not_legal() -> None:
    verdicts = checked(OFFENDERS / "nonsense.py")
    assert failures(verdicts) == {"legal"}
    assert says(
        verdicts["legal"], rf"[\d,]+ of [\d,]+ answers; {PLACE}IndexError: it answered with index (\d+) .* \1 options"
    )


# ------------------------------------------------------------------------------- the runs themselves, in this process


def run(file: Path, **errand: Any) -> Account:
    """One run in the base game."""
    witness = Witness(Errand(file.stem, [str(file)], "riftforce", ["base"], 60, 1, **errand), np.zeros(1, BEAT))
    witness.go_through_presets()
    return witness.account


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "    while table.base is not None:\n"
            "        table = table.base\n"
            "    return int(table['seat']['hand']['card'][0].sum()) % len(options)\n",
            id="what the table is a part of",
        ),
        pytest.param(
            "    import sys\n"
            "    frame = sys._getframe()\n"
            "    while not hasattr(frame.f_locals.get('self'), 'game'):\n"
            "        frame = frame.f_back\n"
            "    return int(frame.f_locals['self'].game.array['seat']['pile'][0, 1, 3]) % len(options)\n",
            id="what the callers hold",
        ),
        pytest.param(
            "    if table.turns % 8:\n        return 0  # a look at everything there is takes its time\n"
            "    import gc\n"
            "    from rfsim.riftforce.stepping import Game\n"
            "    games = [one for one in gc.get_objects() if type(one) is Game]\n"
            "    return int(sum(game.array['seat']['hand']['card'].sum() for game in games)) % len(options)\n",
            id="what lives in the process",
        ),
    ],
)
def test_plain_python_that_walks_to_the_hidden_cards_is_found_out(body: str, tmp_path: Path) -> None:
    file = written(tmp_path, body)
    first = run(file)
    assert first.findings == {}
    assert run(file, notes=first.notes).findings == {}
    assert SAME in run(file, notes=first.notes, deal=5).findings


@pytest.mark.parametrize(
    ("declared", "body", "what"),
    [
        ("", "    table.score[0] += 1\n    return 0\n", "its table"),
        ("", "    hand.card[0] = 3\n    return 0\n", "its hand"),
        ("", "    hand.card[136] = 3\n    return 0\n", "what it was not handed"),
        ("compiled=False", "    options[0] = 7\n    return 0\n", "its options"),
        ("compiled=False", "    rules.target = 99\n    return 0\n", "the rules"),
        ("compiled=False, weights={'a': 1.0}", "    weights.a += 1\n    return 0\n", "its weights"),
    ],
)
def test_a_strategy_that_changes_what_it_is_handed(declared: str, body: str, what: str, tmp_path: Path) -> None:
    first = run(written(tmp_path, body, declared))
    assert first.findings[UNCHANGED].what == f"it changed {what}"


def test_what_a_strategy_changed_is_put_back(tmp_path: Path) -> None:
    body = "    fine = rules.target == 12\n    rules.target = 99\n    return 0 if fine else 9999\n"
    assert LEGAL not in run(written(tmp_path, body)).findings


def test_a_strategy_may_use_its_memory_and_its_random_numbers(tmp_path: Path) -> None:
    body = "    memory.asked += below(random, 3)\n    return memory.asked % len(options)\n"
    file = written(tmp_path, body, "memory=[('asked', 'i8')]")
    first = run(file)
    assert first.findings == {}
    assert run(file, notes=first.notes, is_reversed=True, deal=5).findings == {}


def test_a_strategy_that_keeps_a_count_outside_its_memory_does_not_repeat_itself(tmp_path: Path) -> None:
    body = "    asked.append(1)\n    return len(asked) % len(options)\n"
    file = written(tmp_path, body)
    file.write_text(file.read_text().replace("@strategy", "asked = []\n\n\n@strategy"))
    assert SAME in run(file, notes=run(file).notes, is_reversed=True).findings


@pytest.mark.parametrize("answer", ["-1", "65536", "2**40"])
def test_no_answer_wraps_round_to_a_legal_one(answer: str, tmp_path: Path) -> None:
    for declared in ("", "compiled=False"):
        first = run(written(tmp_path, f"    return {answer}\n", declared))
        assert first.findings[LEGAL].count == first.asked
        assert first.findings[LEGAL].what.startswith("IndexError: it answered with a number that can be no index")


def test_without_determinism_nothing_is_said_of_blindness() -> None:
    differs = Account(asked=9, findings={SAME: Finding(1, "there", "so")})
    later = {AGAIN: differs, **{f"deal {seed}": differs for seed in DEALS}}
    assert deterministic(later[AGAIN]).holds is False
    assert blind(later).holds is None


# -------------------------------------------------------------------------------------------------- what keeps to it


@pytest.mark.parametrize(("game", "presets"), [("riftforce", 6), ("elemental-rift", 3)])
def test_a_bundled_strategy_of_each_game_keeps_the_contract(game: str, presets: int) -> None:
    verdicts = {verdict.part: verdict for verdict in check_strategy("random", [], game, FEW)}
    assert failures(verdicts) == set()
    assert verdicts["legal"].text.endswith(f" answers, {presets} presets")
    assert {part for part, verdict in verdicts.items() if verdict.holds} >= {"blind", "deterministic", "plain Python"}
    assert "decisions a second" in verdicts["speed"].text
