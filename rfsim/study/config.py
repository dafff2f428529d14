"""The study file: what is played, how often, and what is written.

A `Study` is frozen and validated against everything that it names (guilds, strategies, presets, tables), so that
nothing can fail later on what a user could have mistyped.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from rfsim.bundled import study_files
from rfsim.errors import InputError, unknown
from rfsim.games import DEFAULT_GAME, GAMES, load_game
from rfsim.validation import Entry, read_toml, validated

TABLES = (
    *("guild", "combination", "deck", "matchup", "strategy", "policy", "seat", "side", "ending"),
    *("stars", "challenge", "change", "rating", "strategy-guild", "matrix", "accolade", "spell"),
)
#: The tables that a study of a kind writes, if it does not say which: those of these that its game has.
DEFAULT_TABLES = {
    "sweep": ["guild", "combination", "deck", "matchup", "seat", "ending", "accolade", "spell"],
    "tournament": ["strategy", "rating", "strategy-guild", "guild", "seat", "ending", "accolade", "spell"],
    "drafts": ["matchup", "strategy", "seat", "ending"],
    "solo": ["stars", "challenge", "guild", "combination", "ending"],
    "compare-rules": ["change", "ending"],
}
#: Those of a study of selection policies.
POLICY_TABLES = ["policy", "guild", "seat", "ending"]
#: Tables that only one kind of study has.
OWN_TABLES = {
    "stars": "solo",
    "challenge": "solo",
    "change": "compare-rules",
    "rating": "tournament",
    "strategy-guild": "tournament",
    "policy": "drafts",
    "matrix": "drafts",
}
#: Without a wish, all matchups are played up to this many, and otherwise `DRAWN`.
ALL_UP_TO = 2_000
DRAWN = 1_000
#: A study of a kind has the section of this name.
SECTIONS = ("sweep", "tournament", "drafts", "solo", "compare-rules")
NAME_PATTERN = r"[A-Za-z0-9][A-Za-z0-9._-]*"


class SweepEntry(Entry):
    """Drafts from a pool against each other, all played by one strategy."""

    guilds: Literal["all"] | list[str] = "all"
    matchups: Literal["all"] | int | None = Field(default=None)
    strategy: str = "greedy"
    drafting: str | None = None  # the selection policy of both seats: each game begins with a guild selection

    @field_validator("matchups")
    @classmethod
    def check_matchups(cls, value: Any) -> Any:
        if isinstance(value, int) and value < 1:
            raise ValueError(f"found {value}; it should be a number from 1, or 'all'")
        return value


class DraftsEntry(Entry):
    """Given drafts, or selection policies.

    `decks`: drafts, by name if they have one; all against all that share no guild, or (`gauntlet`) the first against
    the others. `matchups`: each with the drafts of all seats. `policies`: each game begins with a guild selection; all
    policies against all, or the first against the others. Side a plays `strategy_a`, side b `strategy_b`.
    """

    decks: list[list[str]] | dict[str, list[str]] = []
    matchups: list[list[list[str]]] = []
    policies: list[str] = []
    format: Literal["round-robin", "gauntlet"] = "round-robin"
    strategy_a: str = "greedy"
    strategy_b: str = "greedy"

    @model_validator(mode="after")
    def check_given(self) -> DraftsEntry:
        if [bool(self.decks), bool(self.matchups), bool(self.policies)].count(True) != 1:
            raise ValueError("it should have one of 'decks', 'matchups' and 'policies'")
        if len(self.decks) == 1:
            raise ValueError("one deck alone cannot play: 'decks' needs two or more")
        if self.matchups and self.format != "round-robin":
            raise ValueError("format: 'matchups' are played as they are; a format goes with 'decks' and 'policies'")
        return self

    @model_validator(mode="after")
    def check_policies(self) -> DraftsEntry:
        if len(self.policies) == 1:
            raise ValueError("one policy alone has no opponent: 'policies' needs two or more")
        if len(set(self.policies)) < len(self.policies) and len(self.policies) > 2:
            raise ValueError("policies: one stands there twice")
        if self.policies and self.strategy_a != self.strategy_b:
            raise ValueError("policies are compared with one strategy: strategy_a and strategy_b should be the same")
        return self

    @property
    def deck_list(self) -> list[list[str]]:
        return list(self.decks.values()) if isinstance(self.decks, dict) else self.decks

    @property
    def deck_names(self) -> dict[str, str]:
        """The name of each deck that has one, by its guilds as tables write them."""
        named = self.decks.items() if isinstance(self.decks, dict) else ()
        return {"+".join(sorted(guilds)): name for name, guilds in named}


class SoloEntry(Entry):
    """A strategy against the trainer, with each of the given challenges."""

    stars: Literal["all"] | list[list[int]] = [[1, 1, 1]]
    half: str | None = None
    guilds: Literal["all"] | list[str] = "all"
    trainer_guilds: list[str] | None = None
    drafts: int = Field(default=100, ge=1)
    strategy: str = "greedy"
    trainer: str | None = None


class SprtEntry(Entry):
    """A sequential test of a match: is player 0 better by `elo0`, or by `elo1`?"""

    elo0: float
    elo1: float
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    beta: float = Field(default=0.05, gt=0, lt=0.5)

    @model_validator(mode="after")
    def check_order(self) -> SprtEntry:
        if not self.elo0 < self.elo1:
            raise ValueError(f"found elo0 = {self.elo0:g} and elo1 = {self.elo1:g}; elo0 should be the smaller one")
        return self


class TournamentEntry(Entry):
    """Strategies against each other.

    Each block of games draws drafts at random, or picks them (`drafting`), unless `matchups` are given.
    """

    strategies: list[str] = Field(min_length=2)
    format: Literal["round-robin", "gauntlet"] = "round-robin"
    guilds: Literal["all"] | list[str] = "all"
    drafting: str | None = None
    matchups: list[list[list[str]]] = []
    sprt: SprtEntry | None = None
    same_thoughts: bool = False

    @model_validator(mode="after")
    def check_sprt(self) -> TournamentEntry:
        if self.sprt is not None and len(self.strategies) != 2:
            raise ValueError("sprt: goes with two strategies")
        if self.drafting is not None and self.matchups:
            raise ValueError("it should have 'drafting' or 'matchups', not both")
        if len(set(self.strategies)) < len(self.strategies) and len(self.strategies) > 2:
            raise ValueError("strategies: one stands there twice")
        return self


class CompareEntry(Entry):
    """Two rule sets: a preset with patches, as ``base`` and ``base+printed-ice``."""

    a: str
    b: str
    guilds: Literal["all"] | list[str] = "all"
    matchups: Literal["all"] | int | None = None
    strategy: str = "greedy"


class OutputEntry(Entry):
    """What is written beside the parts."""

    tables: list[Literal[TABLES]] | None = None  # type: ignore[valid-type]
    games: bool = False
    records: int = Field(default=0, ge=0)


class StopEntry(Entry):
    """Play until every row of a table is known well enough, putting games where it is not."""

    half_width: float = Field(gt=0, lt=0.5)  # of the 95 % interval
    by: Literal["guild", "combination", "deck", "matchup"] = "guild"


class Study(Entry):
    """A study as its file has it."""

    name: str
    kind: Literal["sweep", "tournament", "drafts", "solo", "compare-rules"]
    seed: int = Field(default=1, ge=0, lt=2**63)
    games: int = Field(default=10_000, ge=1)
    game: str = DEFAULT_GAME
    preset: str
    patches: list[str] = []
    cards: str | None = None  # a card file in place of the game's own, where the game takes one
    strategy_path: list[str] = []
    sweep: SweepEntry | None = None
    tournament: TournamentEntry | None = None
    drafts: DraftsEntry | None = None
    solo: SoloEntry | None = None
    compare_rules: CompareEntry | None = Field(default=None, alias="compare-rules")
    stop: StopEntry | None = None
    output: OutputEntry = OutputEntry()

    @field_validator("name")
    @classmethod
    def check_name(cls, name: str) -> str:
        if not re.fullmatch(NAME_PATTERN, name):
            raise ValueError(f"found '{name}'; it should be letters, digits, '-', '_' and '.', as a folder's name")
        return name

    @model_validator(mode="before")
    @classmethod
    def default_section(cls, data: Any) -> Any:
        kind = data.get("kind") if isinstance(data, dict) else None
        if kind in ("sweep", "solo") and kind not in data:
            data = {**data, kind: {}}
        if isinstance(data, dict) and "preset" not in data:
            data = {**data, "preset": "solo" if kind == "solo" else usual_preset(data.get("game", DEFAULT_GAME))}
        return data

    @field_validator("game")
    @classmethod
    def check_game(cls, name: str) -> str:
        if name not in GAMES:
            raise ValueError(unknown("game", name, GAMES))
        return name

    @model_validator(mode="after")
    def check_section(self) -> Study:
        for kind in SECTIONS:
            section = getattr(self, kind.replace("-", "_"))
            if kind == self.kind and section is None:
                raise ValueError(f"a study of kind '{kind}' needs a section [{kind}]")
            if kind != self.kind and section is not None:
                raise ValueError(f"a section [{kind}] does not go with kind '{self.kind}'")
        return self

    @model_validator(mode="after")
    def check_fits_game(self) -> Study:
        game = load_game(self.game)
        if self.kind not in game.KINDS:
            raise ValueError(f"kind: '{self.kind}' does not go with {self.game}; possible are {', '.join(game.KINDS)}")
        if self.cards is not None and not game.HAS_CARD_FILES:
            raise ValueError(f"cards: {self.game} takes no card file; guilds are changed by patches")
        for table in self.output.tables or ():
            if table not in game.TABLES:
                possible = ", ".join(game.TABLES)
                raise ValueError(f"output.tables: '{table}' does not go with {self.game}; possible are {possible}")
        return self

    @model_validator(mode="after")
    def check_tables(self) -> Study:
        for table in self.output.tables or ():
            if OWN_TABLES.get(table, self.kind) != self.kind:
                raise ValueError(f"output.tables: '{table}' goes with studies of kind '{OWN_TABLES[table]}'")
        return self

    @model_validator(mode="after")
    def check_stop(self) -> Study:
        if self.stop is not None and (self.kind != "sweep" or (self.sweep is not None and self.sweep.drafting)):
            raise ValueError("stop: goes with sweeps whose drafts are drawn, not picked")
        return self

    @property
    def tables(self) -> list[str]:
        """The tables that are written."""
        if self.output.tables is not None:
            return list(self.output.tables)
        is_of_policies = self.drafts is not None and self.drafts.policies
        usual = POLICY_TABLES if is_of_policies else DEFAULT_TABLES[self.kind]
        return [table for table in usual if table in load_game(self.game).TABLES]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies that play, as the user named them: one for each player."""
        if self.tournament is not None:
            return tuple(self.tournament.strategies)
        if self.drafts is not None:
            more = max(len(self.drafts.policies) - 2, 0)
            return (self.drafts.strategy_a, self.drafts.strategy_b, *[self.drafts.strategy_a] * more)
        section = self.sweep or self.solo or self.compare_rules
        assert section is not None
        return (section.strategy, section.strategy)

    @property
    def policies(self) -> tuple[str, ...]:
        """The selection policy of each player; none if decks are not picked."""
        if self.drafts is not None:
            return tuple(self.drafts.policies)
        section = self.tournament or self.sweep
        drafting = section.drafting if section is not None else None
        return () if drafting is None else (drafting,) * len(self.strategies)

    @property
    def players(self) -> tuple[str, ...]:
        """What tables call the players: what tells them apart."""
        if self.drafts is not None and self.drafts.policies:
            return tuple(self.drafts.policies)
        return self.strategies

    @property
    def is_gauntlet(self) -> bool:
        """Whether the first player meets all others, and these do not meet."""
        section = self.tournament or self.drafts
        return section is not None and section.format == "gauntlet"

    @property
    def players_differ(self) -> bool:
        """Whether the two players of a game are not the same: then a block swaps them as well."""
        return self.tournament is not None or len(set(self.players)) > 1


def usual_preset(game: Any) -> Any:
    """The preset of a study that names none; of a game that there is not, none: that is reported elsewhere."""
    return load_game(game).DEFAULT_PRESET if isinstance(game, str) and game in GAMES else ""


def study_from(data: Mapping[str, Any], where: str) -> Study:
    """A validated study. Raises InputError with a line for each mistake."""
    return validated(Study, data, where)


def find_study(name: str) -> Path:
    """The file of a study: a path, or the name of a bundled one. Raises InputError."""
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        if not path.is_file():
            raise InputError(f"{name}: no such file")
        return path
    bundled = study_files()
    if name not in bundled:
        raise InputError(unknown("study", name, bundled) + " (a file of your own ends in .toml)")
    return bundled[name]


def load_study_data(name: str) -> tuple[dict[str, Any], str]:
    """A study file's contents, and what to call it in messages. Raises InputError."""
    path = find_study(name)
    data = read_toml(path)
    data.pop("resolved", None)
    return data, str(path) if path.suffix == ".toml" and name.endswith(".toml") else f"study {name}"


def with_settings(data: Mapping[str, Any], settings: Sequence[str]) -> dict[str, Any]:
    """Study data with ``KEY=VALUE`` settings (``sweep.matchups=10``); the value is read as TOML, or as a string."""
    import tomllib

    result: dict[str, Any] = json.loads(json.dumps(dict(data)))
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or not key:
            raise InputError(f"--set {setting}: it should be KEY=VALUE, as in sweep.matchups=100")
        try:
            value = tomllib.loads(f"x = {text}")["x"]
        except tomllib.TOMLDecodeError:
            value = text
        *path, last = key.split(".")
        place = result
        for part in path:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise InputError(f"--set {setting}: {part} is a value, not a section")
        place[last] = value
    return result


def study_hash(parts: Mapping[str, str]) -> str:
    """One hash for everything that the games depend on."""
    return hashlib.sha256(json.dumps(dict(parts), sort_keys=True).encode()).hexdigest()[:16]
