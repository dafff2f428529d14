"""What happens in games beside who wins: their length, where Riftforce comes from, what becomes of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from rfsim.analysis.tables import Counts
from rfsim.study.tally import SUMS

#: Where Riftforce comes from: the columns of the event ``riftforce``, in plain words.
SOURCE_NAMES = ("enemies destroyed", "locations controlled", "gifts", "guild bonuses")
#: What happens to a guild's cards: the columns of the event ``guilds``.
EVENT_NAMES = ("played", "activated", "destroyed")
SIDES = ("winners", "losers")  # the first rows of the event ``riftforce``; then that of undecided games


def mean_of(counts: Counts, name: str) -> float:
    """The mean over games of one of `tally.SUMS`."""
    return float(counts.tally.sums[:, SUMS.index(name)].sum() / max(counts.tally.games, 1))


def source_table(counts: Counts, events: Mapping[str, np.ndarray]) -> pd.DataFrame:
    """Riftforce a game of winners and losers, by its source: ``side``, ``source``, ``riftforce``."""
    decided = max(int(counts.tally.outcomes[:, :, :-1].sum()), 1)
    rows = [
        (side, source, amount / decided)
        for side, amounts in zip(SIDES, events["riftforce"].tolist(), strict=False)
        for source, amount in zip(SOURCE_NAMES, amounts, strict=True)
    ]
    return pd.DataFrame(rows, columns=["side", "source", "riftforce"])


def activity_table(counts: Counts, events: Mapping[str, np.ndarray], names: Sequence[str]) -> pd.DataFrame:
    """How often each guild's cards are played, activated and destroyed, in a game in which the guild takes part.

    `names`: the guild of each row of the event ``guilds``. Columns: ``guild``, ``games`` with it, the times a game
    (`EVENT_NAMES`), and ``turns``, how long those games are.
    """
    each = counts.tally.outcomes.sum(axis=2)
    length = counts.tally.sums[:, SUMS.index("turns")] / np.maximum(each.sum(axis=1), 1)
    frames = []
    for game in range(each.shape[1]):
        taking_part = [sorted({name for draft in cell.matchup(game) for name in draft}) for cell in counts.cells]
        frame = pd.DataFrame({"games": each[:, game], "turns": each[:, game] * length})
        frames.append(frame.assign(guild=pd.Series(taking_part, dtype=object)).explode("guild"))
    sums = pd.concat(frames).groupby("guild")[["games", "turns"]].sum().reset_index()
    games = sums["games"].to_numpy(float)
    happened = events["guilds"][[list(names).index(name) for name in sums["guild"]]] / games[:, None]
    times = pd.DataFrame(happened, columns=list(EVENT_NAMES))
    times["turns"] = sums["turns"].to_numpy(float) / games
    return pd.concat([sums[["guild", "games"]], times], axis=1)
