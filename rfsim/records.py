"""What the records of all games share: how a line is read, which game it is of, and what is said of one that fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rfsim.errors import InputError, unknown


class RecordFault(Exception):
    """A record that does not hold. `turn` counts from 1; None if the fault is in the setup."""

    def __init__(self, reason: str, turn: int | None = None, text: str = "") -> None:
        super().__init__(reason)
        self.reason, self.turn, self.text = reason, turn, text

    def __str__(self) -> str:
        return self.reason if self.turn is None else f'turn {self.turn}: "{self.text}": {self.reason}'


def parse_record(line: str) -> Any:
    """The JSON of one line. Raises RecordFault if it is none, or if a key stands twice in an object."""

    def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice = [key for key in keys if keys.count(key) > 1]
        if twice:
            raise RecordFault(f"the key '{twice[0]}' stands twice")
        return dict(pairs)

    try:
        return json.loads(line, object_pairs_hook=no_key_twice)
    except RecursionError:
        raise RecordFault("not JSON: too many lists in lists") from None
    except ValueError as error:  # of no JSON, or of a number of thousands of digits
        raise RecordFault(f"not JSON: {error}") from None


def need(data: Any, key: str, kind: type | tuple[type, ...], where: str = "the record") -> Any:
    """A value of a record. Raises RecordFault if it is missing or of another type."""
    if not isinstance(data, dict) or key not in data:
        raise RecordFault(f"{where} has no '{key}'")
    value = data[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise RecordFault(f"'{key}' of {where} is {value!r}, not of the right type")
    return value


def first_difference(found: str, right: str) -> str:
    """Where a turn's text and the right one part."""
    found_words, right_words = found.split(" "), right.split(" ")
    for word, expected in zip(found_words, right_words, strict=False):
        if word != expected:
            return f"'{word}' stands where '{expected}' is right"
    if len(found_words) > len(right_words):
        return f"a word too many: '{found_words[len(right_words)]}'"
    return f"a word is missing: '{right_words[len(found_words)]}'"


def read_lines(file: Path) -> list[tuple[int, str]]:
    """The records of a file, each with its line's number; empty lines are passed over. Raises InputError."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
    return [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def open_record(line: str) -> tuple[Any, Any]:
    """A record's game (its module, see `rfsim.games`) and the record ready to be replayed. Raises RecordFault."""
    from rfsim.games import GAMES, load_game

    record = parse_record(line)
    name = need(record, "game", str)
    if name not in GAMES:
        raise RecordFault(unknown("game", name, GAMES))
    game = load_game(name)
    return game, game.Replay(record)
