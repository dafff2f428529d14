"""Records hold before a referee that shares no code with the game."""

from __future__ import annotations

import pytest

from rfsim.elemental.game import record_game
from rfsim.elemental.rules import load_rules

from .referee import check
from .studies import jobs_for, players


@pytest.mark.parametrize("preset", ["two", "three", "four"])
@pytest.mark.parametrize(("names", "blocks"), [(("random",), 12), (("greedy", "random"), 6)])
def test_the_referee_agrees_with_every_record(preset, names, blocks):
    rules = load_rules(preset)
    seated, jobs = players(*names), jobs_for(rules, blocks, len(names) > 1)
    for i in range(len(jobs)):
        check(record_game([rules], seated, jobs[i : i + 1], ""))


def test_the_referee_notices_a_wrong_record():
    rules = load_rules("two")
    record = record_game([rules], players("random"), jobs_for(rules, 1)[:1], "")
    first = record["turns"][0]
    for wrong in (first.replace("+", "+a1", 1), first.replace("0 ", "1 ", 1), first + "; play FireSpark"):
        with pytest.raises((AssertionError, ValueError)):
            check({**record, "turns": [wrong, *record["turns"][1:]]})
