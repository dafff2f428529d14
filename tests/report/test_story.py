"""Stories: every frame shows the position that the rules imply, and says what happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from rfsim.elemental.notation import rift_of, square_name
from rfsim.elemental.replay import Replay as RiftReplay
from rfsim.elemental.story import Narrator as RiftNarrator
from rfsim.elemental.story import tell_story as tell_rift_story
from rfsim.elemental.words import part_words
from rfsim.records import RecordFault
from rfsim.riftforce.notation import column, elemental_text
from rfsim.riftforce.replay import Replay
from rfsim.riftforce.story import Narrator, tell_story
from rfsim.story import joined, marked_as_new
from tests.elemental.positions import position as rift_position
from tests.report.games import played, played_rift, short_record
from tests.riftforce.games import PRESETS
from tests.riftforce.positions import position

# ------------------------------------------------------------------------------------------------- frames, put shortly


def card_text(piece: Any, with_marks: bool) -> str:
    """`Fire5(2)[hit +2]`."""
    if isinstance(piece, str):
        return piece
    damage = f"({piece['damage']})" if piece.get("damage") else ""
    marks = [*piece.get("marks", []), *([piece["note"]] if piece.get("note") else [])]
    return piece["card"] + damage + (f"[{' '.join(marks)}]" if marks and with_marks else "")


def cell_text(cell: Any, with_marks: bool = True) -> str:
    pieces = cell.get("pieces", [])
    if not with_marks:
        pieces = [piece for piece in pieces if isinstance(piece, str) or "gone" not in piece.get("marks", [])]
    return " ".join(card_text(piece, with_marks) for piece in pieces) or "-"


def location(frame: Any, number: int, with_marks: bool = True) -> str:
    """Both columns at a location, side 0's first; the board has side 1's in its first row."""
    width = len(frame["cells"]) // 3
    cells = frame["cells"][2 * width + number - 1], frame["cells"][number - 1]
    return " / ".join(cell_text(cell, with_marks) for cell in cells)


def pile(frame: Any, panel: int, name: str) -> Any:
    return next(pile for pile in frame["panels"][panel] if pile["name"] == name)


def told(game: Any, *turns: str) -> list[Any]:
    """The frames of turns that begin in a position."""
    narrator = Narrator(game)
    replay = Replay.__new__(Replay)
    replay.record, replay.game, replay.recorder = {}, game, narrator
    for text in turns:
        replay.play_turn(text)
    return narrator.frames


# ---------------------------------------------------------------------------------------------- a game made by hand


def test_a_game_made_by_hand_is_shown_card_by_card() -> None:
    story = tell_story(short_record())
    frames = story["frames"]
    assert [frame["turn"] for frame in frames] == [0, 1, 1, 1, 2, 3, 3, 3, 4]
    assert [location(frame, 1) for frame in frames] == [
        "- / -",
        "Fire5[new] / -",
        "Fire5 Fire5[new] / -",
        "Fire5 Fire5 Fire5[new] / -",
        # "When you play this Earth, place 1 damage on each enemy at this location."
        "Fire5(1)[hit +1] Fire5(1)[hit +1] Fire5(1)[hit +1] / Earth5[new]",
        "Fire5(1) Fire5(1) Fire5(1) / Earth5",
        # "Place 3 damage on the first enemy … Place 1 damage on the ally directly behind this Fire."
        "Fire5(1)[acts] Fire5(2)[hit +1] Fire5(1) / Earth5(3)[hit +3]",
        "Fire5(1) Fire5(2)[acts] Fire5(2)[hit +1] / Earth5(6)[hit gone +3]",
        "Fire5(1) Fire5(2) Fire5(2) / -",
    ]
    assert [frame["score"] for frame in frames] == [[0, 0]] * 7 + [[1, 0]] * 2
    assert [location(frame, 3) for frame in frames] == ["- / Earth7"] * 9


def test_hands_and_piles_follow_the_decks_of_the_record() -> None:
    frames = tell_story(short_record())["frames"]
    assert pile(frames[0], 0, "hand")["pieces"] == ["Fire5"] * 4 + ["Fire6"] * 3
    assert pile(frames[0], 1, "hand")["pieces"] == ["Earth5"] * 4 + ["Earth6"] * 3
    # 36 cards, 7 in hand; seat 1 has placed one more.
    assert [pile(frames[0], seat, "draw pile")["count"] for seat in (0, 1)] == [29, 28]
    assert pile(frames[5], 0, "hand")["pieces"] == ["Fire6"] * 3
    assert pile(frames[5], 0, "discard pile")["pieces"] == ["Fire5"]
    assert pile(frames[7], 1, "discard pile")["pieces"] == ["Earth5"]


def test_the_story_says_what_happened() -> None:
    story = tell_story(short_record())
    assert [frame["text"] for frame in story["frames"]] == [
        "The table is set",
        *["Fire5 is played at location 1"] * 3,
        "Earth5 is played at location 1: " + "; ".join(["1 damage on Fire5 (1 of 5)"] * 3),
        "Fire5 is discarded",
        "Fire5 at location 1 is activated: 3 damage on Earth5 (3 of 5); 1 damage on Fire5 (2 of 5)",
        "Fire5 at location 1 is activated: 3 damage on Earth5 (6 of 5); 1 damage on Fire5 (2 of 5); "
        "Earth5 is destroyed; +1 Riftforce for side 0",
        "Earth5 is played at location 2",
    ]
    assert [turn["summary"] for turn in story["turns"]] == [
        "plays Fire5 at 1, Fire5 at 1, Fire5 at 1",
        "plays Earth5 at 1",
        "discards Fire5, activates Fire5, Fire5",
        "plays Earth5 at 2",
    ]
    assert [turn["record"] for turn in story["turns"]] == short_record()["turns"]
    assert story["closing"] == "target: side 0 wins, 1 to 0"


def test_a_record_that_does_not_hold_tells_no_story() -> None:
    with pytest.raises(RecordFault, match="'score' is"):
        tell_story(short_record(score=[2, 0]))


# ------------------------------------------------------------------------------------------------------------- marks


def test_the_elemental_that_was_destroyed_is_marked_and_not_its_like() -> None:
    """Both are Fire5; the position afterwards, Fire5 with 4 damage, looks as if the first one had been left alone."""
    game = position("3: Fire5(4) Fire5(3) / -", hands=("", "Earth6"), acting=1)
    frame = told(game, "1 play Earth6@3")[-1]
    assert location(frame, 3) == "Fire5(5)[hit gone +1] Fire5(4)[hit +1] / Earth6[new]"


def test_the_rulebooks_example_is_told_ability_by_ability() -> None:
    game = position(
        "2: Light5 / -",
        "3: Plant6 / Shadow5",
        "4: Fire5 Water5(1) Plant7 / Air6(2) Thunderbolt6",
        hands=("Plant5", ""),
    )
    frames = told(game, "0 activate Plant5: Water5@4.2 >3; Fire5@4.1; Light5@2.1 *Water5@3.2")
    assert [frame["text"] for frame in frames[2:]] == [
        "Water5 at location 4 is activated: 2 damage on Air6 (4 of 6); Water5 moves to location 3; "
        "1 damage on Shadow5 (1 of 5)",
        "Fire5 at location 4 is activated: 3 damage on Air6 (7 of 6); 1 damage on Plant7 (1 of 7); Air6 is destroyed; "
        "+1 Riftforce for side 0",
        "Light5 at location 2 is activated: 1 damage removed from Water5 (0 left)",
    ]
    assert location(frames[2], 3) == "Plant6 Water5(1)[acts moved] / Shadow5(1)[hit +1]"
    assert location(frames[3], 4) == "Fire5[acts] Plant7(1)[hit +1] / Air6(7)[hit gone +3] Thunderbolt6"
    assert location(frames[4], 3) == "Plant6 Water5[healed -1] / Shadow5(1)"


def test_a_stolen_elemental_goes_and_comes() -> None:
    game = position("2: Music6 / Light5(4)", hands=("Music5", ""), preset="beyond")
    frame = told(game, "0 activate Music5: Music6@2.1 >3")[-1]
    assert location(frame, 2) == "Music6[acts] / Light5(6)[hit gone +2]"
    assert location(frame, 3) == "Light5[new] / -"
    assert frame["text"].endswith("Light5 is destroyed; Light5 comes to location 3 on side 0; +1 Riftforce for side 0")


def test_check_and_draw_shows_which_locations_give_riftforce() -> None:
    game = position("1: Fire5 / -", "2: Fire5 / Air6", "5: Ice5 / -", hands=("", ""), piles=("Ice6 Fire6", ""))
    frame = told(game, "0 draw Ice6 Fire6")[-1]
    assert [cell.get("note", "") for cell in frame["cells"][5:10]] == ["+1", "", "", "", "+1"]
    assert [cell.get("side") for cell in frame["cells"][5:10]] == [0, None, None, None, 0]
    assert [card_text(piece, True) for piece in pile(frame, 0, "hand")["pieces"]] == ["Fire6[new]", "Ice6[new]"]
    assert frame["text"] == (
        "Check & Draw: seat 0 controls locations 1 and 5; seat 0 draws Fire6 and Ice6; +2 Riftforce for side 0"
    )


def test_team_members_score_their_own_area_and_elementals_show_whose_they_are() -> None:
    game = position("1: Fire5:0 / -", "4: Fire5:2 / -", preset="team4")
    frame = told(game, "0 draw")[-1]
    assert [cell.get("note", "") for cell in frame["cells"][6:12]] == ["+1", "", "", "", "", ""]  # R29
    assert [frame["cells"][12 + at]["pieces"][0]["owner"] for at in (0, 3)] == [0, 2]


def test_a_destroyed_elemental_still_shows_whose_it_was() -> None:
    game = position("1: Fire5:0 / Ice5(4):3", hands=("Fire6",), preset="team4")
    frame = told(game, "0 activate Fire6: Fire5@1.1")[-1]
    assert frame["cells"][0]["pieces"][0] == {
        "card": "Ice5",
        "damage": 7,
        "owner": 3,
        "marks": ["hit", "gone"],
        "note": "+3",
    }


# ------------------------------------------------------------------------------------- the same as the compiled core's


def riftforce_position(game: Any) -> list[str]:
    """All columns of a position, as `location` writes them."""
    sides = [
        [
            " ".join(elemental_text(game.rules, code) for code in column(game.table, side, at)) or "-"
            for at in range(game.rules.preset.locations)
        ]
        for side in (0, 1)
    ]
    return [" / ".join(columns) for columns in zip(*sides, strict=True)]


def last_frames(story: Any) -> list[Any]:
    """The position after each turn, turn 0 first."""
    return list({frame["turn"]: frame for frame in story["frames"]}.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_frames_show_what_the_compiled_game_has(preset: str) -> None:
    record = json.loads(played(preset))
    story = tell_story(record)
    replay = Replay(record)
    frames = last_frames(story)
    for frame, _ in zip(frames[1:], replay.turns(), strict=True):
        shown = [location(frame, at + 1, with_marks=False) for at in range(story["width"])]
        assert shown == riftforce_position(replay.game)
        assert frame["score"] == replay.game.table.score.tolist()
        sizes = replay.game.table.hand_size[: len(record["seats"])].tolist()
        assert [pile(frame, seat, "hand")["count"] for seat in range(len(record["seats"]))] == sizes
    assert frames[-1]["score"] == record["score"]
    assert [turn["record"] for turn in story["turns"]] == record["turns"]


def test_solo_mode_shows_the_plan_pile() -> None:
    record = json.loads(played("solo"))
    story = tell_story(record)
    first = record["trainer"]["plans"][0]
    numbers = f" {'-'.join(map(str, first['numbers']))}" if "numbers" in first else ""
    shown = pile(story["frames"][0], 1, "plan pile")
    assert shown == {"name": "plan pile", "count": 20, "text": f"{first['kind']} {first['location']}{numbers}"}
    assert [turn["who"] for turn in story["turns"][:2]] == ["seat 0", "the trainer"]


# ---------------------------------------------------------------------------------------------- Elemental Rift


def squares(story: Any, frame: Any, with_gone: bool = False) -> dict[str, str]:
    """What lies on each square."""
    labels = [label for row in story["rows"] for label in row["labels"]]
    texts = zip(labels, frame["cells"], strict=True)
    return {label: text for label, cell in texts if (text := cell_text(cell, with_gone)) != "-"}


@pytest.mark.parametrize("preset", ["two", "three", "four"])
def test_the_rift_is_drawn_as_the_compiled_game_has_it(preset: str) -> None:
    record = json.loads(played_rift(preset))
    story = tell_rift_story(record)
    frames = last_frames(story)
    # E0: a square of two by two in the middle of the field, and two cards for each, clockwise from who starts.
    assert squares(story, frames[0]) == {"h8": "earth", "i8": "fire", "h9": "water", "i9": "air"}
    starts = record["first"]
    assert pile(frames[0], starts, "hand")["pieces"] == sorted(record["deck"][:2])
    replay = RiftReplay(record)
    for frame, _ in zip(frames[1:], replay.turns(), strict=True):
        names = ("earth", "fire", "water", "air")
        rift = {square_name(square): names[element] for square, element in rift_of(replay.game.table).items()}
        assert squares(story, frame) == rift
    held = [seat for seat in record["accolades"].values() if seat is not None]
    assert frames[-1]["score"] == [held.count(seat) for seat in range(len(record["seats"]))]


def test_a_spells_payment_and_effect_are_frames_of_their_own() -> None:
    game = rift_position("FW .E", hands={0: ["FireSpark"]})
    narrator = RiftNarrator(game)
    replay = RiftReplay.__new__(RiftReplay)
    replay.record, replay.game, replay.recorder = {}, game, narrator
    replay.play_turn("0 play FireSpark -fire@g7 +air@g7; effect +water@h6 +water@i7")
    assert [frame["text"] for frame in narrator.frames[1:]] == [
        "FireSpark is played: fire on g7 is taken away; air is placed on g7",
        "Its effect: water is placed on h6; water is placed on i7",
    ]
    marked = [{piece["card"] for piece in rift.values() if isinstance(piece, dict)} for rift in narrator.rifts]
    assert marked == [set(), {"air"}, {"water"}]
    assert pile(narrator.frames[2], 0, "in front")["pieces"] == [{"card": "FireSpark", "marks": ["new"]}]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (
            "elements decay:fire -fire@h8 +air@h8",
            "Elements: all fire decays; fire on h8 is taken away; air is placed on h8",
        ),
        ("draw FireSpark", "Draw: FireSpark is drawn"),
        (
            "trigger 1 AirShift fire>earth@h8 =h8",
            "AirShift of seat 1 triggers: fire on h8 turns into earth; the group with h8 stays",
        ),
        ("effect 1!FireSpark *AirFlood", "Its effect: seat 1 loses FireSpark; AirFlood is drawn"),
        ("take Chain from 1", "The accolade Chain is taken from seat 1"),
        ("discard FireSpark", "FireSpark is discarded"),
    ],
)
def test_the_words_of_a_record_in_plain_words(part: str, words: str) -> None:
    assert part_words(part.split()) == words


# ---------------------------------------------------------------------------------------------- small parts


@pytest.mark.parametrize(
    ("words", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_joined(words: Sequence[str], text: str) -> None:
    assert joined(words) == text


def test_of_like_cards_only_the_new_ones_are_marked() -> None:
    pieces = marked_as_new(["Fire5", "Air6", "Fire5"], ["Fire5", "Ice5"])
    assert pieces == [{"card": "Air6", "marks": ["new"]}, "Fire5", {"card": "Fire5", "marks": ["new"]}]
