"""What picking first in a guild selection is worth, apart from acting first.

By the rules whoever picks first also acts first. So the drafts of selections in which all seats pick by one policy are
played from both starts: what then remains of the first picker's advantage is its draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from rfsim.analysis.rates import RATES
from rfsim.analysis.tables import Counts, seat_table, side_table
from rfsim.study.schedule import Matchup
from rfsim.study.work import Context


def can_tell(context: Context) -> bool:
    """Whether the game of a preset can be played with the first picker's draft from both starts."""
    return context.games_a_block > 1 and len(context.rules.preset.seat) == 2


def first_pick_study(context: Context, policy: str, games: int) -> dict[str, Any]:
    """A study of drafts that were picked by `policy`, side 0 picking first; two games for each selection."""
    study = context.study
    kept = study.model_dump(mode="json", include={"seed", "game", "preset", "patches", "strategy_path"})
    strategy = study.strategies[0]
    matchups = [[list(draft) for draft in one] for one in picked(context, policy, -(-games // 2))]
    section = {"matchups": matchups, "strategy_a": strategy, "strategy_b": strategy}
    return {"name": "first-pick", "kind": "drafts", "games": games, **kept, "drafts": section}


def picked(context: Context, policy: str, selections: int) -> list[Matchup]:
    """The drafts of so many selections, the seat on side 0 picking first."""
    game = context.game
    numbers = np.zeros(selections, np.int64), np.arange(selections, dtype=np.int64)
    first_seat_begins = context.arrangements[:1]
    return [
        game.select_for_block(context.rules, [policy], int(seed), first_seat_begins)[0].drafts
        for seed in game.block_seeds(context.study.seed, *numbers)
    ]


def first_pick_table(played: Mapping[str, Counts]) -> pd.DataFrame:
    """For each policy: what the first picker's draft wins from both starts, and who acts first with any draft."""
    rows = []
    for policy, counts in played.items():
        drawn = replace(counts, fraction=0.0)  # selections are drawn from very many
        for what, table, key, value in (
            ("picking first", side_table(drawn), "side", 0),
            ("acting first", seat_table(drawn), "position", 1),
        ):
            row = table[table[key] == value].iloc[0]
            rows.append({"policy": policy, "what": what, **{name: row[name] for name in RATES}})
    table = pd.DataFrame(rows)
    return table.astype(dict.fromkeys(("games", "wins", "losses", "undecided"), int))
