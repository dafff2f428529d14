"""The rulebook's worked example, in facts."""

from __future__ import annotations

from tests.riftforce.positions import column, play, position, score

A, B, C = 2, 3, 4


def test_eve_activates_three_by_number() -> None:
    game = position(
        "2: Light5 / -",
        "3: Plant6 / Shadow5",
        "4: Fire5 Water5(1) Plant7 / Air6(2) Thunderbolt6",
        hands=("Plant5", ""),
    )
    # Water5 hits Air6 (now 4), moves to B behind Plant6, hits Shadow5; Fire5 destroys Air6 and hits Plant7 behind it;
    # Light5 finds no enemy and heals the Water.
    play(game, "0 activate Plant5: Water5@4.2 >3; Fire5@4.1; Light5@2.1 *Water5@3.2")
    assert column(game, A) == "Light5 / -"
    assert column(game, B) == "Plant6 Water5 / Shadow5(1)"
    assert column(game, C) == "Fire5 Plant7(1) / Thunderbolt6"
    assert score(game) == (1, 0)
