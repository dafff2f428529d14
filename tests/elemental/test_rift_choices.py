"""How choices are put: few options at a time, and each outcome in one order only."""

from __future__ import annotations

from collections import Counter

from rfsim.elemental.core.state import ASK_REPLACE, ASK_SPELL
from rfsim.elemental.notation import rift_of, square_name
from rfsim.elemental.rules import load_rules

from .positions import do, position, possible


def outcomes(drawn: str, first: str, spell: str, stop_at: int, corner: str = "g7") -> Counter:
    """Every way to play a spell up to a question of a kind: how often each Rift comes about."""
    found: Counter = Counter()

    def walk(words: tuple[str, ...]) -> None:
        game = do(position(drawn, hands={0: [spell]}, corner=corner, deck=[]), *words)
        if int(game.table.turn.asks) == stop_at:
            found[tuple(sorted(rift_of(game.table).items()))] += 1
            return
        for one in possible(game):
            walk((*words, one))

    walk((first,))
    return found


def test_cards_that_are_added_give_each_rift_once():
    """Two water beside a single card, each pair of squares in one order."""
    found = outcomes("F", "play FireSpark", "FireSpark", ASK_SPELL)
    assert set(found.values()) == {1}
    # By hand: both touch the card: 4 * 3 / 2 = 6; one touches it, the other touches that one alone: 4 * 3 = 12, of
    # which the 4 diagonal squares are reached from two sides each, by different pairs.
    assert len(found) == 6 + 12


def test_added_cards_of_different_elements_give_each_rift_once():
    """Step 2 beside a single card: any two elements on 18 pairs of squares."""
    found: Counter = Counter()
    game = position("F", begin=True)
    for first in possible(game):
        for square in possible(do(position("F", begin=True), first)):
            for second in possible(do(position("F", begin=True), first, square)):
                for other in possible(do(position("F", begin=True), first, square, second)):
                    end = do(position("F", begin=True), first, square, second, other)
                    found[tuple(sorted(rift_of(end.table).items()))] += 1
    assert set(found.values()) == {1}
    assert len(found) == 16 * (6 + 12)  # 4 * 4 elements


def test_squares_that_decay_are_chosen_as_a_set():
    """2 of 4 linked fire: 6 sets, each in one order."""
    found = outcomes("FFFF", "play FireErode", "FireErode", ASK_REPLACE)
    assert set(found.values()) == {1}
    assert len(found) == 6


def test_emptied_squares_are_chosen_as_a_set():
    """All four fire decay: two air on two of the four squares, 6 sets; none of them splits what hangs on the water."""
    found: Counter = Counter()
    game = position("FFFF WWWWWW", begin=True)
    do(game, "decay:fire")
    for first in possible(game):
        for second in possible(do(position("FFFF WWWWWW", begin=True), "decay:fire", first)):
            end = do(position("FFFF WWWWWW", begin=True), "decay:fire", first, second)
            found[tuple(sorted(rift_of(end.table).items()))] += 1
    assert set(found.values()) == {1}
    assert len(found) == 6


def test_at_the_field_s_edge_every_place_can_be_reached():
    """In a corner squares that were passed over may be the only ones left; the card is placed all the same."""
    found = outcomes("FW", "play FireSpark", "FireSpark", ASK_SPELL, corner="n15")
    by_hand = {("m15", "l15"), ("m15", "m14"), ("m15", "n14"), ("m15", "o14"), ("n14", "m14"), ("n14", "n13")}
    by_hand |= {("n14", "o14"), ("o14", "o13")}
    added = {frozenset(set(names) - {"n15", "o15"}) for names in (named(rift_) for rift_ in found)}
    assert added == {frozenset(pair) for pair in by_hand}


def named(lying: tuple[tuple[int, int], ...]) -> list[str]:
    return [square_name(square) for square, _ in lying]


def test_like_cards_in_a_hand_are_offered_once():
    rules = load_rules("two", changes={"spells": {"Surge": {"copies": 2}}})
    game = position("F", hands={0: ["FireSurge", "FireSurge", "FireSpark"]}, rules=rules)
    assert possible(game) == ["stop", "play FireSurge", "play FireSpark"]
    do(game, "stop")
    assert possible(game) == ["stop", "discard FireSurge", "discard FireSpark"]


def test_a_question_has_no_more_options_than_there_are_places():
    game = position("FFFF WWW.", begin=True)
    assert possible(game) == ["earth", "fire", "water", "air"]
    do(game, "fire")
    assert len(possible(game)) == 11
