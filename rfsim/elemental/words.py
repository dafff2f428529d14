"""A part of a turn of Elemental Rift in words: docs/elemental-rift.md describes the record's own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rfsim.elemental.record import DRAWN, EFFECT, IN_EFFECT, STEP_2
from rfsim.story import joined

#: What each word of a record says, and how many words belong to the head of a part.
PATTERNS = (
    (re.compile(r"\+(\w+)@(\w+)"), r"\1 is placed on \2"),
    (re.compile(r"-(\w+)@(\w+)"), r"\1 on \2 is taken away"),
    (re.compile(r"(\w+)>(\w+)@(\w+)"), r"\1 on \3 turns into \2"),
    (re.compile(r"decay:(\w+)"), r"all \1 decays"),
    (re.compile(r"=(\w+)"), r"the group with \1 stays"),
    (re.compile(r"(\d)!(\w+)"), r"seat \1 loses \2"),
    (re.compile(r"shuffle\[.*\]"), "the discards are shuffled and form the new deck"),
    (re.compile(re.escape(IN_EFFECT) + r"(\w+)"), r"\1 is drawn"),
)
HEAD_WORDS = {"play": 2, "trigger": 3, "discard": 2, "take": 4}


def part_words(part: Sequence[str]) -> str:
    """`plays FireSpark: fire on h8 is taken away; air is placed on h8`."""
    length = HEAD_WORDS.get(part[0], 1)
    rest = list(part[length:])
    if part[0] == DRAWN:
        rest = [word if word.startswith("shuffle[") else IN_EFFECT + word for word in rest]
    clauses = [word_in_words(word) for word in rest]
    return f"{head_words(part[:length])}: {'; '.join(clauses)}" if clauses else head_words(part[:length])


def word_in_words(word: str) -> str:
    for pattern, replacement in PATTERNS:
        if pattern.fullmatch(word):
            return pattern.sub(replacement, word)
    raise ValueError(f"'{word}' is not a word of a record")


def head_words(head: Sequence[str]) -> str:
    """What kind of part it is."""
    if head[0] == "play":
        return f"{head[1]} is played"
    if head[0] == "trigger":
        return f"{head[2]} of seat {head[1]} triggers"
    if head[0] == "discard":
        return f"{head[1]} is discarded"
    if head[0] == "take":
        return f"The accolade {head[1]} is taken" + (f" from seat {head[3]}" if len(head) > 2 else "")
    return {STEP_2: "Elements", EFFECT: "Its effect", DRAWN: "Draw"}[head[0]]


def summary(parts: Sequence[Sequence[str]]) -> str:
    """`plays FireSpark, takes Chain`: what a turn was, in short."""
    verbs = {"play": "plays", "discard": "discards", "take": "takes"}
    said = []
    for word, verb in verbs.items():
        things = [part[1] for part in parts if part[0] == word]
        said += [f"{verb} {joined(things)}"] if things else []
    triggered = [part[2] for part in parts if part[0] == "trigger"]
    said += [f"{joined(triggered)} {'triggers' if len(triggered) == 1 else 'trigger'}"] if triggered else []
    return ", ".join(said) or "plays no spell"
