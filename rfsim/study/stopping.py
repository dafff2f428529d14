"""When a study may stop before its last game: decided on the finished chunks in the schedule's order.

Chunks finish in any order, but a rule sees them one after the other, in chunks of a fixed size; so the same study stops
at the same game whatever the number of workers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rfsim.study.config import SprtEntry, Study
from rfsim.study.parts import Part
from rfsim.study.tally import VIEWS

BLOCKS_A_CHUNK = 25  # of a study that may stop: it is looked at after each chunk


@dataclass
class Sprt:
    """A sequential probability ratio test of a match between two strategies.

    Wald, "Sequential tests of statistical hypotheses" (Annals of Mathematical Statistics 16, 1945), in the form that
    chess engines are tested with: the log likelihood ratio of the mean score of a block, its variance being estimated
    (Van den Bergh, "A practical introduction to the GSPRT", 2019). The test ends once the ratio leaves
    (log(beta / (1 - alpha)), log((1 - beta) / alpha)). Then alpha is the probability of deciding for `elo1` where
    `elo0` is true, and beta that of deciding for `elo0` where `elo1` is true (0.05 each unless the study says
    otherwise); between the two either answer may come. Both are approximate, as the variance is estimated;
    `tests/study/test_sprt.py` measures them on simulated results.
    """

    entry: SprtEntry
    games_a_block: int
    own: np.ndarray  # the sides of strategy a in each game of a block: bool, arrangements x sides
    blocks: int = 0
    score: float = 0.0  # sum over blocks of player 0's share of the points
    squares: float = 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        alpha, beta = self.entry.alpha, self.entry.beta
        return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)

    def see(self, part: Part) -> None:
        """Take in a part's blocks. An undecided game counts as half a point."""
        ww, wn, nn = (float(value) for value in part.tally.moments[:, VIEWS.index("strategy")].sum(axis=0))
        outcomes = part.tally.outcomes.sum(axis=0)
        games = float(outcomes.sum())
        blocks = games / self.games_a_block
        decided = games - float(outcomes[:, -1].sum())
        # A block's points are p = w - n / 2 + g / 2, with w wins, n decided games and g games.
        wins = self.wins_of(part)
        half = self.games_a_block / 2
        points = wins - decided / 2
        squares = ww - wn + nn / 4 + 2 * half * points + blocks * half**2
        self.blocks += round(blocks)
        self.score += (points + blocks * half) / self.games_a_block
        self.squares += squares / self.games_a_block**2

    def wins_of(self, part: Part) -> float:
        """Games that strategy a won: which sides it was on differs from arrangement to arrangement."""
        return float((part.tally.outcomes[:, :, :-1] * self.own).sum())

    @property
    def log_likelihood_ratio(self) -> float:
        """Of `elo1` to `elo0`; 0 while the blocks do not differ."""
        if self.blocks < 2:
            return 0.0
        mean = self.score / self.blocks
        variance = self.squares / self.blocks - mean**2
        if variance <= 0:
            return 0.0
        score0, score1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.entry.elo0, self.entry.elo1))
        return self.blocks * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    @property
    def verdict(self) -> str | None:
        """Why the study can stop, or None."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio
        if low < ratio < high:
            return None
        accepted = self.entry.elo1 if ratio >= high else self.entry.elo0
        return (
            f"after {self.blocks * self.games_a_block:,} games the first strategy is better by {accepted:g} Elo rather "
            f"than by {self.entry.elo0 + self.entry.elo1 - accepted:g}: log likelihood ratio {ratio:.2f} outside "
            f"{low:.2f} to {high:.2f} (error rates {self.entry.alpha:g} and {self.entry.beta:g})"
        )


@dataclass
class InOrder:
    """Shows a rule the parts in the order of their chunks, and keeps those that came early."""

    rule: Sprt
    next_chunk: int = 0
    early: dict[int, Part] = field(default_factory=dict)
    verdict: str | None = None

    def see(self, part: Part) -> bool:
        """Take in a finished part; whether the study can stop. Parts from `next_chunk` on do not count then."""
        self.early[part.chunk] = part
        while self.verdict is None and self.next_chunk in self.early:
            self.rule.see(self.early.pop(self.next_chunk))
            self.next_chunk += 1
            self.verdict = self.rule.verdict
        return self.verdict is not None


def may_stop(study: Study) -> bool:
    return study.tournament is not None and study.tournament.sprt is not None


def stopping_rule(study: Study, games_a_block: int, own: np.ndarray) -> InOrder | None:
    """The rule by which a study may stop early, if it has one. `own`: strategy a's sides in each game of a block."""
    if study.tournament is None or study.tournament.sprt is None:
        return None
    return InOrder(Sprt(study.tournament.sprt, games_a_block, own))
