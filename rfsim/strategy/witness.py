"""One run of a strategy through some games, in a process of its own: what `rfsim strategies check` compares.

The first run plays the games and notes each choice. Later ones go through the same games by these notes and ask again:
in another order, with the hidden cards dealt anew before each question, or in plain Python. A process of its own for
each, so that nothing that the strategy keeps outside its memory gets from one to the other.

The process tells in a file of four numbers how far it is: a strategy that does not answer is stopped from outside.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.games import load_game
from rfsim.strategy.handed import Handed, as_bytes
from rfsim.strategy.interface import compile_strategy
from rfsim.strategy.loading import load_strategy

LEGAL, UNCHANGED, SAME = "legal", "unchanged", "same"
FAILED = -1  # the note of a question that the strategy did not answer as it should; the first option was taken
QUICK = 0.001  # seconds for an answer; below, asking one by one from Python would take a good part of the time
SPEED_SECONDS = 0.5
MOST_SPEED_GAMES = 1 << 17
BEAT = np.dtype([("asked", np.int64), ("preset", np.int64), ("game", np.int64), ("decision", np.int64)])


@dataclass(frozen=True)
class Errand:
    """What a run has to do. `notes`: for each preset and game the choices of the first run; empty in the first run."""

    strategy: str
    paths: list[str]
    game: str
    presets: list[str]
    positions: int  # questions to be asked in each preset
    seed: int
    notes: list[list[list[int]]] = field(default_factory=list)
    is_reversed: bool = False  # the last game first
    deal: int | None = None  # seed by which hidden cards are dealt anew
    seconds: float | None = None  # for each preset, at most


@dataclass(frozen=True)
class Position:
    """Where a question was asked; the game can be played again from these numbers."""

    preset: str
    seed: int
    game: int
    decision: int

    def __str__(self) -> str:
        return f"preset {self.preset}, seed {self.seed}, game {self.game}, decision {self.decision}"


@dataclass
class Finding:
    """How often something did not hold, where first, and what happened there."""

    count: int
    where: str
    what: str


@dataclass
class Account:
    """What a run found out."""

    asked: int = 0
    seconds: float = 0.0  # for all answers
    slowest: float = 0.0  # seconds for one
    decisions_a_second: float = 0.0
    notes: list[list[list[int]]] = field(default_factory=list)
    findings: dict[str, Finding] = field(default_factory=dict)

    def find(self, kind: str, position: Position, what: str) -> None:
        first = self.findings.setdefault(kind, Finding(0, str(position), what))
        first.count += 1


class OutOfTime(Exception):
    """The run's time for a preset is used up."""


class Witness:
    """A strategy at the table, and who looks over its shoulder."""

    def __init__(self, errand: Errand, beat: np.ndarray) -> None:
        self.errand, self.beat = errand, beat
        strategy = load_strategy(errand.strategy, errand.paths, errand.game)
        self.game = load_game(errand.game)
        seats = self.game.SEATS
        function = compile_strategy(strategy, self.game.choose_signature)
        self.players = self.game.Players([strategy] * seats, [function] * seats)
        self.stream = np.zeros(1, [("state", np.uint64)])
        self.stream["state"] = errand.deal or 0
        self.account = Account()
        self.deadline = float("inf")

    # ------------------------------------------------------------------------------------------------------- the games

    def go_through_presets(self) -> None:
        for index, preset in enumerate(self.errand.presets):
            self.beat["preset"] = index
            rules = self.game.load_rules(preset)
            if self.errand.seconds is not None:
                self.deadline = time.monotonic() + self.errand.seconds
            try:
                if self.errand.notes:
                    self.go_through_again(rules, self.errand.notes[index])
                else:
                    self.account.notes.append(self.play_games(rules))
            except OutOfTime:
                continue

    def play_games(self, rules: Any) -> list[list[int]]:
        """The first run: as many games as have the wanted number of questions."""
        start = self.account.asked
        notes: list[list[int]] = []
        while self.account.asked - start < self.errand.positions:
            notes.append(self.go_through(rules, len(notes), None))
        return notes

    def go_through_again(self, rules: Any, notes: list[list[int]]) -> None:
        numbers = reversed(range(len(notes))) if self.errand.is_reversed else range(len(notes))
        for number in numbers:
            self.go_through(rules, number, notes[number])

    def jobs(self, rules: Any, first: int, blocks: int = 1) -> np.ndarray:
        """The jobs of some blocks of games with random drafts."""
        numbers = np.arange(first, first + blocks, dtype=np.int64)
        seeds = self.game.block_seeds(self.errand.seed, numbers, np.zeros(blocks, np.int64))
        drawn = [np.random.Generator(np.random.PCG64(int(seed))) for seed in seeds]
        matchups = [self.game.random_matchup(rules, rules.pool, random) for random in drawn]
        order = self.game.arrangements(rules, True)
        places = np.repeat(np.arange(blocks, dtype=np.int64), len(order))
        jobs: np.ndarray = self.game.make_jobs(rules, matchups, places, seeds, order, np.zeros(blocks, np.int64))
        return jobs

    def go_through(self, rules: Any, number: int, notes: Sequence[int] | None) -> list[int]:
        """One game. In every other one the strategy has one seat only, and chance the others: other positions."""
        jobs = self.jobs(rules, number)
        pick = number // 2 % len(jobs)
        jobs = jobs[pick : pick + 1]
        table = self.game.seated([rules], self.players, jobs)
        if self.errand.deal is not None:
            jobs["deck_seed"] ^= np.uint64(self.errand.deal)  # it tells the true cards, too
        self.handed = Handed(table.game, self.players)
        chance = np.random.Generator(np.random.PCG64([self.errand.seed, number]))
        only = number // 2 % len(set(self.game.order(rules))) if number % 2 else None
        chosen: list[int] = []
        while not table.game.is_over:
            options = table.game.options()
            index = 0
            if len(options) > 1:
                note = notes[len(chosen)] if notes is not None else None
                position = Position(rules.preset_name, self.errand.seed, number, len(chosen))
                if only is None or table.game.seat_asked == only:
                    index = self.decide(table, options, position, note)
                else:
                    index = int(chance.integers(len(options))) if note is None else note
                chosen.append(index)
            table.game.carry_out(options[max(index, 0)])
        return chosen

    # --------------------------------------------------------------------------------------------------- the questions

    def decide(self, table: Any, options: list[int], position: Position, note: int | None) -> int:
        """Ask the strategy; what goes on the notes, which is what is carried out."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        self.account.asked += 1
        self.beat["game"], self.beat["decision"] = position.game, position.decision
        self.beat["asked"] = self.account.asked
        try:
            answer, said = self.ask(table, options, position), ""
        except Exception as error:
            answer, said = FAILED, f"{type(error).__name__}: {error}"
            self.account.find(LEGAL, position, said)
        if note is not None and answer != note:
            before = f"option {note + 1} of {len(options)} before" if note != FAILED else "no legal answer before"
            now = said or f"option {answer + 1} now"
            self.account.find(SAME, position, f"{before}, {now}")
        return answer if note is None else note

    def ask(self, table: Any, options: list[int], position: Position) -> int:
        """The index that the strategy answers with. Raises what it raises, and IndexError for what is no index."""
        game, seat, handed = table.game, table.game.seat_asked, self.handed
        true = handed.record.tobytes()
        if self.errand.deal is not None:
            handed.record[:] = as_bytes(game.dealt_anew(self.stream))
        before = handed.take(seat)
        start = time.perf_counter()
        try:
            return options.index(table.choose(options))
        finally:
            seconds = time.perf_counter() - start
            self.account.seconds += seconds
            self.account.slowest = max(self.account.slowest, seconds)
            changed = handed.changed(before, seat)
            if changed:
                self.account.find(UNCHANGED, position, f"it changed {' and '.join(changed)}")
            handed.put_back(true, seat)

    # ------------------------------------------------------------------------------------------------------- the speed

    def measure(self) -> None:
        """Decisions a second. Quick answers are measured in whole games of the first preset, as a study plays them."""
        account = self.account
        account.decisions_a_second = account.asked / account.seconds
        if account.seconds / account.asked > QUICK:
            return
        rules = self.game.load_rules(self.errand.presets[0])
        blocks, seconds, decisions = 1, 0.0, 0
        while seconds < SPEED_SECONDS and blocks < MOST_SPEED_GAMES:
            jobs = self.jobs(rules, 0, blocks)
            self.beat["asked"] += 1
            start = time.perf_counter()
            decisions = int(self.game.play([rules], self.players, jobs)["decisions"].sum())
            seconds = time.perf_counter() - start
            blocks *= 2
        account.decisions_a_second = decisions / seconds


def give_account(folder: Path, name: str) -> None:
    """Do the errand ``NAME.json`` of a folder, and leave the account in ``NAME.found.json``."""
    errand = Errand(**json.loads((folder / f"{name}.json").read_text()))
    witness = Witness(errand, np.memmap(folder / f"{name}.beat", BEAT, "r+", shape=(1,)))
    witness.go_through_presets()
    if not errand.notes and not witness.account.findings:
        witness.measure()
    (folder / f"{name}.found.json").write_text(json.dumps(asdict(witness.account)))


def be_quiet(unraisable: Any) -> None:
    """A compiled strategy that raises is dealt with where it is asked; Numba would print its traceback as well."""


if __name__ == "__main__":
    sys.unraisablehook = be_quiet
    give_account(Path(sys.argv[1]), sys.argv[2])
