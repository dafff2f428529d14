"""What guilds do together, and to each other: pairs within a deck, and guild against guild.

What a pair adds over its two guilds, and what a guild gains against another one beyond their strengths, are effects of
the model (`model.OutcomeModel`): drawn towards 0 where data are thin, and with the model's intervals. They are told as
shares of games won in a game that would be even without them: 0.02 turns 50 % into 52 %.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rfsim.analysis.model import OutcomeModel, membership, pair_list, rate_of
from rfsim.analysis.multiple import EVEN, q_values
from rfsim.analysis.rates import COUNTS, MOMENTS, with_rates
from rfsim.analysis.tables import Counts, deck_rows


def synergy_table(model: OutcomeModel) -> pd.DataFrame:
    """What each pair in one deck adds: ``guild_a``, ``guild_b``, ``adds`` with ``low`` and ``high``, ``q_value``."""
    return added(model, "pair").sort_values(
        ["adds", "guild_a", "guild_b"], ascending=[False, True, True], ignore_index=True
    )


def opponent_table(model: OutcomeModel) -> pd.DataFrame:
    """What `guild_a` gains against `guild_b` beyond their strengths, both orders: as `synergy_table`."""
    one = added(model, "against")
    turned = {"guild_a": one["guild_b"], "guild_b": one["guild_a"], "low": -one["high"], "high": -one["low"]}
    both = pd.concat([one, one.assign(**turned, adds=-one["adds"])])
    return both.sort_values(["adds", "guild_a", "guild_b"], ascending=[False, True, True], ignore_index=True)


def strength_table(model: OutcomeModel) -> pd.DataFrame:
    """What each guild adds over an average one: ``guild``, ``adds`` with ``low`` and ``high``."""
    table = in_shares(model.part("guild")).assign(guild=list(model.guilds))
    return table[["guild", "adds", "low", "high"]].sort_values(
        ["adds", "guild"], ascending=[False, True], ignore_index=True
    )


def added(model: OutcomeModel, part: str) -> pd.DataFrame:
    """The effects of pairs i < j of guilds. All of them are one family of tests."""
    from scipy import stats

    effects = model.part(part)
    first, second = np.array(model.guilds)[pair_list(len(model.guilds))].T
    q = q_values(2 * stats.norm.sf(np.abs(effects["effect"] / effects["error"])))
    table = in_shares(effects).assign(guild_a=first, guild_b=second, q_value=q)
    return table[["guild_a", "guild_b", "adds", "low", "high", "q_value"]]


def in_shares(effects: pd.DataFrame) -> pd.DataFrame:
    """Log-odds as what they add to 50 %."""
    columns = {"adds": "effect", "low": "low", "high": "high"}
    return pd.DataFrame({name: rate_of(effects[column].to_numpy()) - EVEN for name, column in columns.items()})


def versus_table(counts: Counts) -> pd.DataFrame:
    """How decks with `guild_a` fare against decks with `guild_b`: a table of rates, both orders.

    Each matchup counts for every pair of opposing guilds, as one cluster; where decks are picked for each game of a
    block, each of them does.
    """
    rows = deck_rows(counts)
    # `deck_rows` has all cells of one side, then all of the other (and so on for the next game of a block).
    met_by = rows["guilds"].to_numpy().reshape(-1, len(counts.rated_sides), len(counts.cells))[:, ::-1].ravel()
    guilds = sorted({name for deck in rows["guilds"] for name in deck})
    decks, others = membership(list(rows["guilds"]), guilds), membership(list(met_by), guilds)
    # For each pair of guilds, the sum over rows in which one is in the deck and the other is in the deck against it.
    sums = {name: (decks * rows[name].to_numpy(float)[:, None]).T @ others for name in [*COUNTS, *MOMENTS]}
    met = sums["games"] > 0
    first, second = np.nonzero(met)
    table = pd.DataFrame({name: matrix[met] for name, matrix in sums.items()}).astype(dict.fromkeys(COUNTS, int))
    names = np.array(guilds)
    keys = {"guild_a": names[first], "guild_b": names[second]}
    return with_rates(table.assign(**keys), list(keys), counts.fraction)
