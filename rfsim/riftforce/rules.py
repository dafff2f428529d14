"""From files to rules: guilds, a preset and patches become one `Rules`, with the record that the core plays by."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, field_validator, model_validator

from rfsim.errors import InputError, unknown
from rfsim.riftforce.core import effects
from rfsim.riftforce.core.state import GUILDS, GUILDS_A_SEAT, HAND, LOCATIONS, NONE, SEATS
from rfsim.riftforce.language import Step, Traits, parse_program, parse_traits
from rfsim.riftforce.trainer import TRAINER_FILE, Challenge, Trainer, load_trainer
from rfsim.validation import Entry, read_toml, validated
from rfsim.views import look_at

DATA = Path(__file__).parent / "data"
GUILDS_FILE = DATA / "guilds.toml"
PRESETS = DATA / "presets"

Location = Annotated[int, Field(ge=1, le=LOCATIONS)]

# ---------------------------------------------------------------------------------------------------------- the files


class GuildEntry(Entry):
    """A guild as a file has it: printed text, steps and traits."""

    text: str
    activate: list[str]
    play: list[str] = []
    traits: list[str] = []

    @field_validator("activate")
    @classmethod
    def check_activate(cls, steps: list[str]) -> list[str]:
        parse_program(steps)
        return steps

    @field_validator("play")
    @classmethod
    def check_play(cls, steps: list[str]) -> list[str]:
        parse_program(steps, can_steal=False)
        return steps

    @field_validator("traits")
    @classmethod
    def check_traits(cls, traits: list[str]) -> list[str]:
        parse_traits(traits)
        return traits


class SeatEntry(Entry):
    """A seat of a preset."""

    side: Literal[0, 1]
    guilds: int = Field(ge=1, le=GUILDS_A_SEAT)
    area: Literal["all"] | list[Location] = "all"


class SetupEntry(Entry):
    """A card that is placed before the first action."""

    position: int = Field(ge=1, le=effects.POSITIONS)
    location: Location


class PresetEntry(Entry):
    """The values of a preset; `data/presets/base.toml` explains each."""

    title: str
    guilds: Literal["all"] | list[str]
    selection: Literal["base", "beyond", "summary", "solo"]
    locations: int = Field(ge=2, le=LOCATIONS)
    order: list[int] = Field(min_length=1, max_length=effects.POSITIONS)
    start: Literal["random", "first"]
    target: int = Field(ge=1, le=255)
    end: Literal["round", "action"]
    stalemate: bool
    max_turns: int = Field(ge=1, le=60_000)
    hand: int = Field(ge=1, le=HAND)
    draw_with_full_hand: bool
    most_cards: int = Field(ge=1, le=7)
    play_together: bool
    min_activations: int = Field(ge=0, le=1)
    removed_per_guild: int = Field(ge=0, le=1)
    trainer: bool = False
    seat: list[SeatEntry] = Field(min_length=1, max_length=SEATS)
    setup: list[SetupEntry] = Field(max_length=effects.PLACEMENTS)

    @model_validator(mode="after")
    def check_references(self) -> PresetEntry:
        seats = len(self.seat) + self.trainer
        for seat in self.order:
            if not 0 <= seat < seats:
                raise ValueError(f"order: seat {seat} does not exist; possible: 0 to {seats - 1}")
        for entry in self.setup:
            if entry.location > self.locations or entry.position > len(self.order):
                raise ValueError(f"setup: there is no position {entry.position} or location {entry.location}")
        return self


class PatchEntry(Entry):
    """A patch: what it changes in the guilds (or adds to them), and in the preset."""

    title: str
    guilds: dict[str, dict[str, Any]] = {}
    preset: dict[str, Any] = {}


# ---------------------------------------------------------------------------------------------------------- the rules


@dataclass(frozen=True)
class Guild:
    """A guild: its name, its index in cards and in the effect table, and what it does."""

    name: str
    index: int
    entry: GuildEntry
    activate: tuple[Step, ...]
    play: tuple[Step, ...]
    traits: Traits


@dataclass(frozen=True, eq=False)
class Rules:
    """Everything that a game is played by.

    `record` is an array of one `effects.rules_type`; `record[0]` goes to the core. `changes` is what differs from the
    preset, in the form that a game record's ``patch`` has.
    """

    preset_name: str
    preset: PresetEntry
    guilds: Mapping[str, Guild]
    patches: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)
    trainer: Trainer | None = None

    @functools.cached_property
    def record(self) -> np.recarray:
        return rules_record(self)

    @functools.cached_property
    def fingerprint(self) -> str:
        """Everything that a game depends on, as a text."""
        return f"{self.record.tobytes().hex()} {' '.join(self.guild_names)}"

    @property
    def label(self) -> str:
        """What tells these rules from others of one study: `base+printed-ice`, or solo mode's challenge, `1-2-3`."""
        return str(self.trainer.challenge) if self.trainer else "+".join([self.preset_name, *self.patches])

    @functools.cached_property
    def values(self) -> Any:
        """The record's fields, to be looked at."""
        return look_at(self.record)

    @functools.cached_property
    def guild_names(self) -> tuple[str, ...]:
        """All names, by index."""
        return tuple(sorted(self.guilds, key=lambda name: self.guilds[name].index))

    @functools.cached_property
    def pool(self) -> tuple[str, ...]:
        """The guilds that can be drafted."""
        return self.guild_names if self.preset.guilds == "all" else tuple(self.preset.guilds)

    def with_challenge(self, challenge: Challenge, trainer_file: Path = TRAINER_FILE) -> Rules:
        """Solo mode against another trainer."""
        return replace(self, trainer=Trainer(load_trainer(trainer_file), challenge))

    def guild(self, name: str, where: str = "") -> Guild:
        """Raises InputError for a guild that this preset does not have."""
        if name not in self.pool:
            raise InputError(unknown("guild", name, self.pool, where))
        return self.guilds[name]


# --------------------------------------------------------------------------------------------------------- the reader


def preset_names() -> list[str]:
    return sorted(path.stem for path in PRESETS.glob("*.toml"))


def load_rules(
    preset: str = "base",
    patches: Iterable[str | Path] = (),
    values: Mapping[str, Any] | None = None,
    guilds: Mapping[str, Any] | None = None,
) -> Rules:
    """Read a preset by its name, and change it by patches (names or files), single `values` and whole `guilds`.

    Raises InputError with the file, the key, what was found and what is possible.
    """
    if preset not in preset_names():
        raise InputError(unknown("preset", preset, preset_names()))
    preset_file = PRESETS / f"{preset}.toml"
    guild_data, preset_data = read_toml(GUILDS_FILE), read_toml(preset_file)
    plain = {"guilds": guild_data, "preset": preset_data}
    names, where = [], preset_file.name
    for patch in patches:
        path = find_patch(patch)
        entry = validated(PatchEntry, read_toml(path), str(path))
        guild_data, preset_data = patched(guild_data, preset_data, entry)
        names.append(path.stem)
        where = str(path)
    guild_data, preset_data = patched(guild_data, preset_data, PatchEntry(title="", guilds=dict(guilds or {})))
    preset_data = {**preset_data, **(values or {})}
    built = build_guilds(guild_data, where)
    preset_entry = validated(PresetEntry, preset_data, where)
    check_pool(preset_entry, built, where)
    changes = differences(plain, guild_data, preset_data)
    trainer = Trainer(load_trainer()) if preset_entry.trainer else None
    return Rules(preset, preset_entry, built, tuple(names), changes, trainer)


def find_patch(patch: str | Path) -> Path:
    """The file of a patch: a path, or the name of a bundled one."""
    from rfsim.bundled import patch_files

    if Path(patch).suffix == ".toml":
        return Path(patch)
    bundled = patch_files()
    if str(patch) not in bundled:
        raise InputError(unknown("patch", str(patch), bundled) + " (a file of your own ends in .toml)")
    return bundled[str(patch)]


def patched(guilds: dict[str, Any], preset: dict[str, Any], patch: PatchEntry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Guild and preset data after a patch: a guild's keys replace those it has, a new guild joins the pool."""
    preset = {**preset, **patch.preset}
    if "guilds" not in patch.preset:
        preset["guilds"] = joined(preset["guilds"], guilds, patch.guilds)
    merged = {name: {**guilds.get(name, {}), **entry} for name, entry in patch.guilds.items()}
    return {**guilds, **merged}, preset


def joined(pool: Any, old: Mapping[str, Any], guilds: Mapping[str, Any]) -> Any:
    """A pool with those of `guilds` that are new."""
    return pool if pool == "all" else [*pool, *(name for name in guilds if name not in old)]


def build_guilds(data: Mapping[str, Any], where: str) -> dict[str, Guild]:
    """All guilds of the data, in its order. Raises InputError with every mistake."""
    guilds: dict[str, Guild] = {}
    mistakes: list[str] = []
    if len(data) > GUILDS:
        raise InputError(f"{where}: {len(data)} guilds; at most {GUILDS} are possible")
    for index, (name, entry_data) in enumerate(data.items()):
        if not name.isalpha() or not name[0].isupper():
            mistakes.append(f"{where}: guild '{name}': a guild's name is letters alone, the first one a capital")
        try:
            entry = validated(GuildEntry, entry_data, f"{where}: {name}")
        except InputError as error:
            mistakes.extend(error.lines)
            continue
        program = parse_program(entry.activate), parse_program(entry.play, can_steal=False)
        guilds[name] = Guild(name, index, entry, *program, parse_traits(entry.traits))
    if mistakes:
        raise InputError(*mistakes)
    return guilds


def check_pool(entry: PresetEntry, guilds: Mapping[str, Guild], where: str) -> None:
    if entry.guilds == "all":
        return
    lines = [unknown("guild", name, guilds, f"{where}: guilds") for name in entry.guilds if name not in guilds]
    if len(set(entry.guilds)) < len(entry.guilds):
        lines.append(f"{where}: guilds: a guild stands there twice")
    if lines:
        raise InputError(*lines)


# ------------------------------------------------------------------------------------- what differs from the preset

#: The shipped patch that records know by its name (RECORD.md).
NAMED_PATCH = "printed-ice"


def differences(plain: Mapping[str, Any], guilds: Mapping[str, Any], preset: Mapping[str, Any]) -> dict[str, Any]:
    """What a record's ``patch`` says: changed values and changed guild entries in full, or the known name."""
    changed_guilds = {name: entry for name, entry in guilds.items() if plain["guilds"].get(name) != entry}
    changed = {key: value for key, value in preset.items() if plain["preset"].get(key) != value}
    # In a record `guilds` are guild entries; the pool is a value of its own, and new guilds belong to it anyway.
    pool = changed.pop("guilds", None)
    if pool is not None and pool != joined(plain["preset"]["guilds"], plain["guilds"], guilds):
        changed["pool"] = pool
    result: dict[str, Any] = {}
    if changed_guilds.get("Ice") == printed_ice():
        del changed_guilds["Ice"]
        result[NAMED_PATCH] = True
    result.update(changed)
    if changed_guilds:
        result["guilds"] = changed_guilds
    return result


@functools.cache
def printed_ice() -> dict[str, Any]:
    """The entry of Ice under the shipped patch."""
    patch = read_toml(find_patch(NAMED_PATCH))
    return {**read_toml(GUILDS_FILE)["Ice"], **patch["guilds"]["Ice"]}


# --------------------------------------------------------------------------------------------------------- the record


def rules_record(rules: Rules) -> np.recarray:
    """The rules as the core reads them (`effects.rules_type`), in an array of one."""
    array = np.zeros(1, effects.rules_type).view(np.recarray)
    record, preset = array[0], rules.preset
    record.locations, record.seats = preset.locations, len(preset.seat)
    record.positions, record.trainer = len(preset.order), preset.trainer
    record.order[: len(preset.order)] = preset.order
    record.target, record.hand = preset.target, preset.hand
    record.end_of = effects.END_OF_ACTION if preset.end == "action" else effects.END_OF_ROUND
    record.draw_any_hand, record.play_together = preset.draw_with_full_hand, preset.play_together
    record.most_cards, record.min_activations = preset.most_cards, preset.min_activations
    record.max_turns, record.has_stalemate = preset.max_turns, preset.stalemate
    record.random_start = preset.start == "random"
    record.removed_a_guild = preset.removed_per_guild
    fill_seats(record, preset)
    fill_setup(record, preset)
    fill_effects(record, rules.guilds.values())
    if rules.trainer is not None:
        rules.trainer.fill(record)
    return array


def fill_seats(record: Any, preset: PresetEntry) -> None:
    everywhere = (1 << preset.locations) - 1
    for index, seat in enumerate(preset.seat):
        record.side[index] = seat.side
        record.area[index] = everywhere if seat.area == "all" else sum(1 << (place - 1) for place in seat.area)
    if preset.trainer:
        record.side[len(preset.seat)] = 1
        record.area[len(preset.seat)] = everywhere


def fill_setup(record: Any, preset: PresetEntry) -> None:
    record.placements = len(preset.setup)
    for index, entry in enumerate(preset.setup):
        record.placed_by[index] = entry.position - 1
        record.placed_at[index] = entry.location - 1


def fill_effects(record: Any, guilds: Iterable[Guild]) -> None:
    for guild in guilds:
        fill_program(record, effects.ACTIVATED + guild.index, guild.activate)
        fill_program(record, effects.PLAYED + guild.index, guild.play)
        record.worth_more[guild.index] = guild.traits.worth_more
        record.kills_give_nothing[guild.index] = guild.traits.kills_give_nothing


def fill_program(record: Any, program: int, steps: tuple[Step, ...]) -> None:
    for index, step in enumerate(steps):
        record.effect[program, index] = step.row()


def guild_array(drafts: Iterable[Iterable[str]], rules: Rules) -> np.ndarray:
    """Drafts (one a seat) as guild indices: uint8, seats x 4, NONE where a seat has fewer."""
    array = np.full((SEATS, GUILDS_A_SEAT), NONE, np.uint8)
    for seat, draft in enumerate(drafts):
        for place, name in enumerate(draft):
            array[seat, place] = rules.guilds[name].index
    return array
