"""What a user sees of a strategy that cannot be compiled: file, line, reason, and the line itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfsim.errors import InputError
from rfsim.jit import PLAIN
from rfsim.riftforce.game import choose_signature
from rfsim.strategy.interface import compile_strategy
from rfsim.strategy.loading import load_strategy

HEAD = "from rfsim.riftforce.api import jit\nfrom rfsim.strategy import strategy\n\n\n"
SIGNATURE = "def choose(table, hand, options, rules, weights, memory, random):\n"
START = f"{HEAD}@strategy(weights={{'kill': 1.0}})\n{SIGNATURE}"  # six lines; the body begins on the seventh

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


@pytest.mark.parametrize(
    ("text", "line", "reason", "source"),
    [
        pytest.param(
            f"{START}    return 0 if table.scor[0] > 1 else 1\n",
            7,
            "unknown field of table 'scor'; did you mean 'score'?",
            "return 0 if table.scor[0] > 1 else 1",
            id="a field that does not exist",
        ),
        pytest.param(
            f"{START}    return int(weights.kil)\n",
            7,
            "unknown field of weights 'kil'; did you mean 'kill'?",
            "return int(weights.kil)",
            id="a weight that does not exist",
        ),
        pytest.param(
            f"{HEAD}@jit\ndef worth(table):\n    return table.nothing\n\n\n"
            f"@strategy()\n{SIGNATURE}    return worth(table)\n",
            7,
            "unknown field of table 'nothing'; did you mean 'ending'?",
            "return table.nothing",
            id="a field that does not exist, in a helper",
        ),
        pytest.param(
            f"{START}    n = 0\n    with open('x') as file:\n        n = 1\n    return n\n",
            8,
            "The 'with (context manager) as (variable):' construct is not supported.",
            "with open('x') as file:",
            id="syntax that cannot be compiled",
        ),
        pytest.param(
            f"{START}    if table.turns > 1:\n        return 'a'\n    return 1\n",
            None,
            "Can't unify return type from the following types:",
            "return ",
            id="answers of two types",
        ),
        pytest.param(
            f"{START}    return len(options) / 2\n",
            6,
            "a strategy has to return the index of an option, not float64",
            SIGNATURE.strip(),
            id="an answer that is no index",
        ),
        pytest.param(
            f"{START}    if table.turns > 1:\n        return 1\n",
            6,
            "a strategy has to return the index of an option; one of its ways returns nothing",
            SIGNATURE.strip(),
            id="no answer at all",
        ),
        pytest.param(
            f"{START}    n = 1\n    return best + n\n",
            8,
            "NameError: name 'best' is not defined",
            "return best + n",
            id="a name that does not exist",
        ),
        pytest.param(
            f"{START}    table.score[0] = 'a'\n    return 0\n",
            7,
            "there is no setitem(",
            "table.score[0] = 'a'",
            id="an assignment of the wrong type",
        ),
    ],
)
def test_a_file_that_cannot_be_compiled(text: str, line: int | None, reason: str, source: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        compile_strategy(load_strategy("bot", [file]), choose_signature)
    where, code = error.value.lines
    assert where.startswith(f"{file}:{line or ''}")
    assert f": cannot be compiled: {reason}" in where
    assert code.startswith(f"    {source}")


def test_a_strategy_takes_seven_arguments(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(f"{HEAD}@strategy()\ndef choose(table, hand, options):\n    return 0\n")
    with pytest.raises(InputError) as error:
        load_strategy("bot", [file])
    assert error.value.lines == (
        f"{file}:5: TypeError: choose takes 3 arguments; "
        "a strategy takes table, hand, options, rules, weights, memory, random",
    )
