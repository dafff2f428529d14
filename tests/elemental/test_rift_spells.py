"""Each spell of the house set once: fire's, for which A is air, B water and C earth."""

from __future__ import annotations

import pytest

from rfsim.elemental.core.state import ELEMENT_NAMES
from rfsim.elemental.rules import load_rules

from .positions import TWO, discards, do, drawing, front, hand, position, possible, rift

#: The table of ELEMENTAL_RIFT.md, word for word.
HOUSE_SET = """
| spell | decay | effect | trigger | trigger effect |
| --- | --- | --- | --- | --- |
| Spark | 1 | add 2 B | 3 A | draw 1 |
| Surge | 1 | draw 2 | 4 B | add 2 X |
| Bloom | 2 | add 3 C | 4 C | add 1 A and 1 B |
| Shift | 2 | turn 2 A into C | 4 A | turn 1 B into X |
| Erode | 2 | remove 2 B | 3 B | remove 1 C |
| Theft | 2 | every opponent discards 1 at random | 3 C | draw 1 |
| Wither | 3 | decay 3 linked C | 5 A | decay 2 linked B |
| Flood | 3 | add 4 A | 5 B | draw 2, add 1 C |
"""


def test_the_table_is_that_of_the_document(shared):
    assert HOUSE_SET.strip() in (shared / "ELEMENTAL_RIFT.md").read_text(encoding="utf-8")


def table_rows() -> list[list[str]]:
    lines = HOUSE_SET.strip().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("row", table_rows(), ids=lambda row: row[0])
def test_the_file_says_what_the_table_says(row):
    name, decay, effect, trigger, trigger_effect = row
    entry = TWO.cards.spells[name]
    assert [str(entry.decay), entry.effect, entry.trigger, entry.trigger_effect] == [
        decay,
        effect,
        trigger,
        trigger_effect,
    ]


def test_there_are_eight_spells_for_each_element():
    names = [row[0] for row in table_rows()]
    assert TWO.spell_names == tuple(f"{element.capitalize()}{name}" for element in ELEMENT_NAMES for name in names)
    assert len(TWO.deck) == 32


def test_spark_adds_two_water_and_draws_one_when_three_air_are_linked():
    game = position("F", hands={0: ["FireSpark"]})
    do(game, "play FireSpark", "-fire@g7", "+air@g7", "+water@h7", "+water@i7")
    assert drawing(game, rows=1, columns=3) == "AWW"
    game = position("AAA", front=[(0, "FireSpark")], deck=["AirFlood", "AirBloom"])
    do(game, "trigger 0 FireSpark")
    assert hand(game, 0) == ["AirFlood"]


def test_surge_draws_two_and_adds_two_fire_when_four_water_are_linked():
    game = position("F", hands={0: ["FireSurge"]}, deck=["AirFlood", "AirBloom", "AirTheft"])
    do(game, "play FireSurge", "-fire@g7", "+air@g7")
    assert hand(game, 0) == ["AirFlood", "AirBloom"]
    game = position("WWWW", front=[(1, "FireSurge")])
    do(game, "trigger 1 FireSurge", "+fire@k7", "+fire@l7")
    assert drawing(game, rows=1, columns=6) == "WWWWFF"


def test_bloom_adds_three_earth_and_an_air_and_a_water_when_four_earth_are_linked():
    game = position("FF", hands={0: ["FireBloom"]})
    do(game, "play FireBloom", "-fire@g7", "-fire@h7", "+air@g7", "+earth@h7", "+earth@i7", "+earth@j7")
    assert drawing(game, rows=1, columns=4) == "AEEE"
    game = position("EEEE", front=[(0, "FireBloom")])
    do(game, "trigger 0 FireBloom", "+air@k7", "+water@l7")
    assert drawing(game, rows=1, columns=6) == "EEEEAW"


def test_shift_turns_two_air_into_earth_and_a_water_into_fire_when_four_air_are_linked():
    game = position("FFAAA", hands={0: ["FireShift"]})
    do(game, "play FireShift", "-fire@g7", "-fire@h7", "+air@h7")
    assert possible(game) == ["air>earth@h7", "air>earth@i7", "air>earth@j7"]
    do(game, "air>earth@h7", "air>earth@k7")
    assert drawing(game, rows=1, columns=5) == ".EAAE"
    game = position("AAAAWW", front=[(0, "FireShift")])
    do(game, "trigger 0 FireShift", "water>fire@l7")
    assert drawing(game, rows=1, columns=6) == "AAAAWF"


def test_erode_removes_two_water_and_an_earth_when_three_water_are_linked():
    game = position("FFWWW", hands={0: ["FireErode"]}, front=[])
    do(game, "play FireErode", "-fire@g7", "-fire@h7", "+air@h7", "-water@j7", "-water@k7")
    assert drawing(game, rows=1, columns=5) == ".AW.."
    game = position("WWWE", front=[(0, "FireErode")])
    do(game, "trigger 0 FireErode", "-earth@j7")
    assert drawing(game, rows=1, columns=4) == "WWW."


def test_theft_lets_every_opponent_discard_one_at_random_and_draws_one_when_three_earth_are_linked():
    hands = {0: ["FireTheft", "FireFlood"], 1: ["AirFlood", "AirBloom", "AirTheft"]}
    game = position("FF", hands=hands)
    do(game, "play FireTheft", "-fire@g7", "-fire@h7", "+air@h7")
    assert hand(game, 0) == ["FireFlood"]
    assert len(hand(game, 1)) == 2
    assert sorted([*hand(game, 1), *discards(game)]) == sorted(hands[1])
    game = position("EEE", front=[(1, "FireTheft")], deck=["AirFlood"])
    do(game, "trigger 1 FireTheft")
    assert hand(game, 1) == ["AirFlood"]


def test_theft_takes_a_card_of_every_opponent_that_has_one():
    hands = {0: ["FireTheft"], 1: ["AirFlood", "AirBloom"], 3: ["AirTheft"]}
    game = position("FF", hands=hands, rules=load_rules("four"))
    do(game, "play FireTheft", "-fire@g7", "-fire@h7", "+air@h7")
    assert [len(hand(game, seat)) for seat in range(4)] == [0, 1, 0, 0]
    assert discards(game)[1] == "AirTheft"  # clockwise


def test_wither_decays_three_linked_earth_and_two_linked_water_when_five_air_are_linked():
    game = position("FFFEEEE", hands={0: ["FireWither"]})
    do(game, "play FireWither", "-fire@g7", "-fire@h7", "-fire@i7", "+air@h7", "+air@i7")
    do(game, "-earth@j7", "-earth@k7", "-earth@l7", "+fire@j7", "+fire@l7", "=l7")
    assert rift(game) == {"l7": "fire", "m7": "earth"}
    game = position("AAAAAWW", front=[(0, "FireWither")])
    do(game, "trigger 0 FireWither", "-water@l7", "-water@m7", "+earth@l7")
    assert drawing(game, rows=1, columns=7) == "AAAAAE."


def test_flood_adds_four_air_and_draws_two_and_adds_an_earth_when_five_water_are_linked():
    game = position("FFF", hands={0: ["FireFlood"]})
    do(game, "play FireFlood", "-fire@g7", "-fire@h7", "-fire@i7", "+air@h7", "+air@i7")
    do(game, "+air@j7", "+air@k7", "+air@l7", "+air@m7")
    assert drawing(game, rows=1, columns=7) == ".AAAAAA"
    game = position("WWWWW", front=[(1, "FireFlood")], deck=["AirFlood", "AirBloom", "AirTheft"])
    do(game, "trigger 1 FireFlood", "+earth@l7")
    assert hand(game, 1) == ["AirFlood", "AirBloom"]
    assert drawing(game, rows=1, columns=6) == "WWWWWE"


def test_a_spell_of_another_element_works_the_same_one_step_on():
    """Earth decays into fire, fire into air, air into water: Earth's Spark adds 2 air."""
    game = position("E", hands={0: ["EarthSpark"]})
    do(game, "play EarthSpark", "-earth@g7", "+fire@g7", "+air@h7", "+air@i7")
    assert drawing(game, rows=1, columns=3) == "FAA"
    assert front(game) == [(0, "EarthSpark")]
