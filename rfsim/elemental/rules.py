"""From files to rules: a card file, a preset and patches become one `Rules`, with the record that the core plays by."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field, field_validator, model_validator

from rfsim.elemental.core import effects
from rfsim.elemental.core.field import MOST_ROWS, ROW, WORD
from rfsim.elemental.core.state import ACCOLADES, CARDS, ELEMENT_NAMES, SEATS, SPELLS
from rfsim.elemental.language import (
    Meaning,
    Step,
    meaning_for,
    parse_program,
    parse_requirement,
    parse_trigger,
)
from rfsim.errors import InputError, unknown
from rfsim.validation import Entry, read_toml, validated

DATA = Path(__file__).parent / "data"
HOUSE_SET = DATA / "house.toml"
PRESETS = DATA / "presets"
DEFAULT_PRESET = "two"

MOST_COPIES = 64  # cards of one element
START_ROWS = 4  # of the Rift at the start, and columns


def checked(parse: Any) -> AfterValidator:
    """Let `parse` look at a text; what it makes of it is not kept."""

    def check(text: str) -> str:
        parse(text)
        return text

    return AfterValidator(check)


Program = Annotated[str, checked(parse_program)]
Trigger = Annotated[str, checked(parse_trigger)]
Requirement = Annotated[str, checked(parse_requirement)]
ElementName = Literal["earth", "fire", "water", "air"]
ALL_ELEMENTS: list[ElementName] = ["earth", "fire", "water", "air"]

# ---------------------------------------------------------------------------------------------------------- the files


class GameEntry(Entry):
    """Numbers of the game; `data/house.toml` has the sentence that each is from."""

    dealt: int = Field(ge=0, le=9)
    hand: int = Field(ge=0, le=9)
    most_plays: int = Field(ge=1, le=200)
    most_discards: int = Field(ge=0, le=9)
    accolades_to_win: int = Field(ge=1, le=ACCOLADES)
    max_turns: int = Field(ge=1, le=60_000)


class RiftEntry(Entry):
    """The field, the supply, the start, and step 2 of the turn."""

    field: int = Field(ge=START_ROWS, le=MOST_ROWS)
    supply: int = Field(ge=1, le=MOST_COPIES)
    full: int = Field(ge=1, le=MOST_COPIES)
    below_full: Program
    when_full: Program
    start: list[list[ElementName]] = Field(min_length=1, max_length=START_ROWS)

    @field_validator("start")
    @classmethod
    def check_start(cls, rows: list[list[str]]) -> list[list[str]]:
        if {len(row) for row in rows} - {len(rows[0])} or not 1 <= len(rows[0]) <= START_ROWS:
            raise ValueError(f"the rows have to be equally long, with 1 to {START_ROWS} elements")
        return rows

    @model_validator(mode="after")
    def check_supply(self) -> RiftEntry:
        names: list[str] = [name for row in self.start for name in row]
        short = [name for name in ELEMENT_NAMES if names.count(name) > self.supply]
        if short:
            raise ValueError(f"start: {names.count(short[0])} {short[0]}; the supply is {self.supply}")
        return self


class SpellEntry(Entry):
    """A spell: it is there for each of its elements, in so many copies."""

    decay: int = Field(ge=0, le=MOST_COPIES)
    effect: Program
    trigger: Trigger
    trigger_effect: Program
    elements: list[ElementName] = Field(default=ALL_ELEMENTS, min_length=1)
    copies: int = Field(default=1, ge=0, le=CARDS)

    @field_validator("elements")
    @classmethod
    def check_elements(cls, names: list[str]) -> list[str]:
        if len(set(names)) < len(names):
            raise ValueError("an element stands there twice")
        return names


class CardFile(Entry):
    """A card file as a whole."""

    title: str
    game: GameEntry
    rift: RiftEntry
    decay: dict[ElementName, ElementName]
    accolades: dict[str, Requirement] = Field(max_length=ACCOLADES)
    spells: dict[str, SpellEntry]

    @model_validator(mode="after")
    def check_names(self) -> CardFile:
        for name in (*self.accolades, *self.spells):
            if not (name.isascii() and name.isalpha() and name[0].isupper()):
                raise ValueError(f"'{name}': a name is letters alone, the first one a capital")
        missing = [name for name in ELEMENT_NAMES if name not in self.decay]
        if missing:
            raise ValueError(f"decay: what {missing[0]} decays into is missing")
        return self

    @model_validator(mode="after")
    def check_size(self) -> CardFile:
        spells = sum(len(spell.elements) for spell in self.spells.values())
        cards = sum(len(spell.elements) * spell.copies for spell in self.spells.values())
        if spells > SPELLS or cards > CARDS:
            raise ValueError(f"{spells} spells on {cards} cards; at most {SPELLS} on {CARDS} are possible")
        return self


class PresetEntry(Entry):
    """How many play, and by which of the two rules for accolades."""

    title: str
    seats: int = Field(ge=2, le=SEATS)
    accolades: Literal["face up", "face down"]


class PatchTitle(Entry):
    """What a patch has beside the parts of a card file that it changes."""

    title: str


# ---------------------------------------------------------------------------------------------------------- the rules


@dataclass(frozen=True)
class Spell:
    """A spell of one element: its name (`FireSpark`), its index, its values, its steps."""

    name: str
    index: int
    element: int
    entry: SpellEntry
    trigger: tuple[int, int]
    effect: tuple[Step, ...]
    trigger_effect: tuple[Step, ...]

    @property
    def payment(self) -> tuple[Step, ...]:
        """ "… and decays a number of linked elements of the spell's type, equal to the spell's decay value" """
        return (Step(effects.DECAY_LINKED, self.entry.decay, self.element),)


@dataclass(frozen=True, eq=False)
class Rules:
    """Everything that a game is played by.

    `record` is an array of one `effects.rules_type`; `record[0]` goes to the core. `changes` is what differs from the
    house set and the preset, in the form that a game record's ``patch`` has.
    """

    preset_name: str
    preset: PresetEntry
    cards: CardFile
    spells: tuple[Spell, ...]
    patches: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)

    @functools.cached_property
    def record(self) -> np.recarray:
        return rules_record(self)

    @functools.cached_property
    def fingerprint(self) -> str:
        """Everything that a game depends on, as a text."""
        return f"{self.record.tobytes().hex()} {' '.join((*self.spell_names, *self.accolade_names))}"

    @property
    def title(self) -> str:
        """What is played, with which cards: `Elemental Rift for two players, with the house set`."""
        return f"{self.preset.title}, with {self.cards.title}"

    @property
    def label(self) -> str:
        """What tells these rules from others of one study: `two+patch`."""
        return "+".join([self.preset_name, *self.patches])

    @functools.cached_property
    def spell_names(self) -> tuple[str, ...]:
        """All spells, by index."""
        return tuple(spell.name for spell in self.spells)

    @functools.cached_property
    def accolade_names(self) -> tuple[str, ...]:
        """All accolades, by index."""
        return tuple(self.cards.accolades)

    @functools.cached_property
    def deck(self) -> tuple[int, ...]:
        """The spell of each card, in the order of the card file."""
        return tuple(spell.index for spell in self.spells for _ in range(spell.entry.copies))

    @property
    def pool(self) -> tuple[str, ...]:
        """What can be drafted: nothing."""
        return ()


# --------------------------------------------------------------------------------------------------------- the reader


def preset_names() -> list[str]:
    """From the fewest players to the most."""
    return sorted((path.stem for path in PRESETS.glob("*.toml")), key=lambda name: preset_data(name)["seats"])


def preset_data(name: str) -> dict[str, Any]:
    return read_toml(PRESETS / f"{name}.toml")


def load_rules(
    preset: str = DEFAULT_PRESET,
    patches: Iterable[str | Path] = (),
    values: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    cards: str | Path | None = None,
) -> Rules:
    """Read a preset by its name, with the house set or the card file `cards`, and change both.

    `patches` are files with parts of a card file (and a section ``[preset]``); `values` are single numbers by their
    key (``{"max_turns": 100}``); `changes` is the ``patch`` of a game record, in which None stands for what is gone.
    Raises InputError with the file, the key, what was found and what is possible.
    """
    if preset not in preset_names():
        raise InputError(unknown("preset", preset, preset_names()))
    plain = {**read_toml(HOUSE_SET), "preset": preset_data(preset)}
    data = merged({**read_toml(Path(cards)), "preset": preset_data(preset)} if cards else plain, changes or {})
    where, names = str(cards) if cards else HOUSE_SET.name, []
    for patch in patches:
        where = str(patch)
        data = merged(data, patch_data(Path(patch)))
        names.append(Path(patch).stem)
    data = with_values(data, values or {}, where)
    card_file = validated(CardFile, {key: value for key, value in data.items() if key != "preset"}, where)
    entry = validated(PresetEntry, data["preset"], f"{where}: preset")
    return Rules(preset, entry, card_file, build_spells(card_file), tuple(names), differences(plain, data))


def patch_data(path: Path) -> dict[str, Any]:
    """The contents of a patch, without its title. Raises InputError."""
    if path.suffix != ".toml":
        raise InputError(f"unknown patch '{path}'; a patch for this game is a file of your own that ends in .toml")
    data = read_toml(path)
    validated(PatchTitle, {"title": data.pop("title")} if "title" in data else {}, str(path))
    return data


def merged(data: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """`data` with some values replaced, in its sections too; None takes a value away."""
    result = dict(data)
    for key, value in change.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result


def with_values(data: Mapping[str, Any], values: Mapping[str, Any], where: str) -> dict[str, Any]:
    """`data` with single values, each put into the section that it belongs to. Raises InputError."""
    sections = dict.fromkeys(GameEntry.model_fields, "game") | dict.fromkeys(RiftEntry.model_fields, "rift")
    sections |= dict.fromkeys(PresetEntry.model_fields, "preset")
    lines = [unknown("value", key, sections, where) for key in values if key not in sections]
    if lines:
        raise InputError(*lines)
    result = dict(data)
    for key, value in values.items():
        result = merged(result, {sections[key]: {key: value}})
    return result


def differences(plain: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """What `merged` needs to make `data` of `plain`."""
    changed: dict[str, Any] = {key: None for key in plain if key not in data}
    for key, value in data.items():
        before = plain.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            inner = differences(before, value)
            if inner:
                changed[key] = inner
        elif value != before:
            changed[key] = value
    return changed


def build_spells(cards: CardFile) -> tuple[Spell, ...]:
    """All spells, element by element in the order of the card file."""
    decays_to = decay_table(cards)
    spells: list[Spell] = []
    for element, element_name in enumerate(ELEMENT_NAMES):
        words = meaning_for(element, decays_to)
        for name, entry in cards.spells.items():
            if element_name in entry.elements:
                spells.append(build_spell(f"{element_name.capitalize()}{name}", len(spells), element, entry, words))
    return tuple(spells)


def build_spell(name: str, index: int, element: int, entry: SpellEntry, words: Meaning) -> Spell:
    programs = parse_program(entry.effect, words), parse_program(entry.trigger_effect, words)
    return Spell(name, index, element, entry, parse_trigger(entry.trigger, words), *programs)


def decay_table(cards: CardFile) -> dict[int, int]:
    """What each element decays into, by index."""
    return {ELEMENT_NAMES.index(key): ELEMENT_NAMES.index(value) for key, value in cards.decay.items()}


# --------------------------------------------------------------------------------------------------------- the record


def rules_record(rules: Rules) -> np.recarray:
    """The rules as the core reads them (`effects.rules_type`), in an array of one."""
    array = np.zeros(1, effects.rules_type).view(np.recarray)
    record, game = array[0], rules.cards.game
    record.seats, record.taken_face_up = rules.preset.seats, rules.preset.accolades == "face up"
    record.dealt, record.hand = game.dealt, game.hand
    record.most_plays, record.most_discards = game.most_plays, game.most_discards
    record.to_win, record.max_turns = game.accolades_to_win, game.max_turns
    for element, into in decay_table(rules.cards).items():
        record.decays_to[element] = into
    fill_rift(record, rules.cards.rift)
    fill_spells(record, rules)
    record.accolades = len(rules.cards.accolades)
    for index, text in enumerate(rules.cards.accolades.values()):
        record.accolade[index] = parse_requirement(text)
    return array


def fill_rift(record: Any, rift: RiftEntry) -> None:
    """The field, and the Rift at the start around its middle (which is the field's centre, or left above it)."""
    record.copies, record.full = rift.supply, rift.full
    for row in range(rift.field):
        for column in range(rift.field):
            square = row * ROW + column
            record.field[square // WORD] |= np.uint64(1) << np.uint64(square % WORD)
    centre = (rift.field - 1) // 2
    record.middle = centre * ROW + centre
    top, left = centre - (len(rift.start) - 1) // 2, centre - (len(rift.start[0]) - 1) // 2
    for row, names in enumerate(rift.start):
        for column, name in enumerate(names):
            index = int(record.at_start)
            record.start_square[index] = (top + row) * ROW + left + column
            record.start_element[index] = ELEMENT_NAMES.index(name)
            record.at_start = index + 1
    fill_program(record, effects.BELOW_FULL, parse_program(rift.below_full))
    fill_program(record, effects.FULL, parse_program(rift.when_full))


def fill_spells(record: Any, rules: Rules) -> None:
    record.cards = len(rules.deck)
    record.card[: len(rules.deck)] = rules.deck
    for spell in rules.spells:
        value, element = spell.trigger
        record.spell[spell.index] = (spell.element, spell.entry.decay, element, value)
        first = effects.FIRST_SPELL + spell.index * effects.PARTS
        fill_program(record, first + effects.PAYMENT, spell.payment)
        fill_program(record, first + effects.EFFECT, spell.effect)
        fill_program(record, first + effects.TRIGGERED, spell.trigger_effect)


def fill_program(record: Any, program: int, steps: tuple[Step, ...]) -> None:
    for index, step in enumerate(steps):
        record.effect[program, index] = step.row()
