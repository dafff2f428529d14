"""The result tables: from a study's tally to one DataFrame for each question."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from rfsim.analysis.rates import BETWEEN, COUNTS, MOMENTS, RATES, WITHIN, difference, with_rates
from rfsim.analysis.ratings import ratings
from rfsim.errors import InputError
from rfsim.study.schedule import Cell
from rfsim.study.tally import SUMS, VIEWS, Tally, sides_of_view

SIZES = (1, 2, 3, 4)
NUMBERS = (5, 6, 7)  # of the trainer's bots


@dataclass(frozen=True, eq=False)
class Counts:
    """A finished study's counts with what they are counts of.

    `cells`: what each row of the tally was played with. `sides`: the side of each seat; `rated_sides`: those whose
    decks are worth a rate. `order`: the seat that acts at each position. `arrangements`: the games of a block.
    `strategies`: all names; `pairs`: those (indices) of player 0 and 1. `rules`: the names of the rule sets.
    `fraction`: the share of all possible matchups that was played. `event_rows`: the rows of tables that the game
    makes of what it counts itself, by the table's name. `policies`: the selection policies of a study that
    compares them, in place of strategies. `deck_names`: what named decks are called, by their guilds.
    """

    tally: Tally
    cells: list[Cell]
    sides: tuple[int, ...]
    rated_sides: tuple[int, ...]
    order: tuple[int, ...]
    arrangements: np.ndarray
    strategies: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    endings: tuple[str, ...]
    rules: tuple[str, ...]
    fraction: float
    event_rows: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)
    policies: tuple[str, ...] = ()
    deck_names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def variants(self) -> np.ndarray:
        """Which of the rule sets each cell was played by."""
        return np.array([cell.variant for cell in self.cells])

    @cached_property
    def pair_of_cell(self) -> np.ndarray:
        return np.array([cell.pair for cell in self.cells])

    def some(self, chosen: np.ndarray) -> Counts:
        """The counts of some cells (a mask, or indices)."""
        indices = np.flatnonzero(chosen) if chosen.dtype == bool else chosen
        tally = Tally(*(array[indices] for array in self.tally.arrays().values()))
        return replace(self, tally=tally, cells=[self.cells[i] for i in indices])

    def only(self, variant: int) -> Counts:
        """The counts of the games by one rule set."""
        return self.some(self.variants == variant)

    def won(self, view: str) -> np.ndarray:
        """Wins, losses and undecided games of each cell from a point of view (see `tally.VIEWS`): cells x 3."""
        decided, undecided = self.tally.outcomes[:, :, :-1], self.tally.outcomes[:, :, -1].sum(axis=1)
        wins = (decided * sides_of_view(self.arrangements, view, decided.shape[2])).sum(axis=(1, 2))
        return np.stack([wins, decided.sum(axis=(1, 2)) - wins, undecided], axis=1)

    def blocks(self) -> np.ndarray:
        """How many blocks each cell has."""
        return np.asarray(self.tally.outcomes.sum(axis=(1, 2)) // len(self.arrangements))

    @cached_property
    def has_common_decks(self) -> bool:
        """Whether all games of a block have the same decks."""
        return all(len(cell.decks) == 1 for cell in self.cells)


def counted(won: np.ndarray) -> pd.DataFrame:
    """The columns of counts, from wins, losses and undecided games (rows x 3)."""
    return pd.DataFrame({"games": won.sum(axis=1), "wins": won[:, 0], "losses": won[:, 1], "undecided": won[:, 2]})


def within_moments(counts: Counts, view: str) -> pd.DataFrame:
    """For each cell the variance of its sums over blocks (`rates.WITHIN`), from a point of view."""
    moments = counts.tally.moments[:, VIEWS.index(view)].astype(float)
    won, blocks = counts.won(view), counts.blocks().astype(float)
    wins, decided = won[:, 0].astype(float), (won[:, 0] + won[:, 1]).astype(float)
    products = np.stack([wins * wins, wins * decided, decided * decided], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = (moments - products / blocks[:, None]) * (blocks / (blocks - 1))[:, None]
    spread = np.where(blocks[:, None] > 1, spread, 0.0)
    return pd.DataFrame(np.column_stack([spread, np.maximum(blocks - 1, 0)]), columns=WITHIN)


def cluster_moments(won: np.ndarray) -> pd.DataFrame:
    """Each row as one cluster (`rates.BETWEEN`), of which nothing is known within."""
    wins = won[:, 0].astype(float)
    decided = wins + won[:, 1]
    between = {"ww": wins * wins, "wn": wins * decided, "nn": decided * decided, "clusters": 1}
    return pd.DataFrame({**between, **dict.fromkeys(WITHIN, 0.0)})


def moments_of(counts: Counts, view: str) -> pd.DataFrame:
    """All moments of each cell, from a point of view."""
    return cluster_moments(counts.won(view)).assign(**within_moments(counts, view))


def grouped(rows: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Rows (one a cell) added up by key."""
    return rows.groupby(keys, sort=False, observed=True)[[*COUNTS, *MOMENTS]].sum().reset_index()


def deck_rows(counts: Counts) -> pd.DataFrame:
    """One row for each deck in each cell: the guilds of its side, its counts and moments."""
    if not counts.has_common_decks:
        return picked_deck_rows(counts)
    won = counts.won("deck")
    frames = []
    for side in counts.rated_sides:
        decks = [side_guilds(cell.decks[0], counts.sides, side) for cell in counts.cells]
        seen = won if side == 0 else won[:, [1, 0, 2]]
        moments = moments_of(counts, "deck")
        if side == 1:
            moments = seen_from_other_side(moments)
        frame = pd.concat([counted(seen), moments], axis=1)
        frames.append(frame.assign(guilds=pd.Series(decks, dtype=object), cell=np.arange(len(decks))))
    return pd.concat(frames, ignore_index=True)


def picked_deck_rows(counts: Counts) -> pd.DataFrame:
    """`deck_rows` where each game of a block has decks of its own: a row for each deck of each game of a cell."""
    frames = []
    for game, arrangement in enumerate(counts.arrangements):
        for side in counts.rated_sides:
            decks = [side_guilds(cell.matchup(game), counts.sides, side) for cell in counts.cells]
            at = int(arrangement["side_a"]) if side == 0 else 1 - int(arrangement["side_a"])
            seen = counts.tally.outcomes[:, game][:, [at, 1 - at, 2]]
            frame = pd.concat([counted(seen), cluster_moments(seen)], axis=1)
            frames.append(frame.assign(guilds=pd.Series(decks, dtype=object), cell=np.arange(len(decks))))
    return pd.concat(frames, ignore_index=True)


def keyed(counts: Counts, rows: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Rows of decks added up by key; what one cell adds to a key is one cluster."""
    if not counts.has_common_decks:
        sums = rows.groupby([*keys, "cell"], sort=False)[COUNTS].sum().reset_index()
        rows = pd.concat([sums, cluster_moments(sums[["wins", "losses"]].to_numpy())], axis=1)
    return grouped(rows, keys)


def seen_from_other_side(moments: pd.DataFrame) -> pd.DataFrame:
    """Moments of losses in place of wins: l = n - w in each cluster, and in each block."""
    turned: dict[str, pd.Series] = {}
    for prefix in ("", "in_"):
        ww, wn, nn = (moments[prefix + name] for name in ("ww", "wn", "nn"))
        turned |= {prefix + "ww": nn - 2 * wn + ww, prefix + "wn": nn - wn}
    return moments.assign(**turned)


def side_guilds(matchup: tuple[tuple[str, ...], ...], sides: tuple[int, ...], side: int) -> tuple[str, ...]:
    """All guilds of a side, in alphabetical order."""
    return tuple(sorted(name for seat, draft in enumerate(matchup) if sides[seat] == side for name in draft))


# ------------------------------------------------------------------------------------------------------------- tables


def combination_table(counts: Counts, size: int) -> pd.DataFrame:
    """Every combination of `size` guilds in one deck."""
    rows = deck_rows(counts)
    rows = rows[rows["guilds"].map(len) >= size]
    names = [["+".join(some) for some in itertools.combinations(guilds, size)] for guilds in rows["guilds"]]
    rows = (
        rows.drop(columns="guilds")
        .assign(combination=pd.Series(names, dtype=object))
        .explode("combination", ignore_index=True)
    )
    return with_rates(keyed(counts, rows, ["combination"]), ["combination"], counts.fraction).assign(size=size)


def all_combinations(counts: Counts, size: int | None = None) -> pd.DataFrame:
    """The combinations of one size, or those of sizes 1 to 4 one after the other."""
    tables = [combination_table(counts, one) for one in ((size,) if size else SIZES)]
    table = pd.concat(tables, ignore_index=True)
    return table[["combination", "size", *RATES]]


def guild_table(counts: Counts) -> pd.DataFrame:
    return combination_table(counts, 1).drop(columns="size").rename(columns={"combination": "guild"})


def deck_table(counts: Counts) -> pd.DataFrame:
    """Every whole deck (in a team, all guilds of the side)."""
    rows = deck_rows(counts)
    rows = rows.assign(deck=["+".join(guilds) for guilds in rows["guilds"]])
    return with_rates(keyed(counts, rows, ["deck"]), ["deck"], counts.fraction)


def matchup_table(counts: Counts) -> pd.DataFrame:
    """Each pair of decks; the rates are those of `deck_a`."""
    keys = ["deck_a", "deck_b"]
    if not counts.has_common_decks:
        return picked_matchup_table(counts)
    decks = {
        key: ["+".join(side_guilds(cell.decks[0], counts.sides, side)) for cell in counts.cells]
        for side, key in enumerate(keys)
    }
    rows = pd.concat([pd.DataFrame(decks), counted(counts.won("deck")), moments_of(counts, "deck")], axis=1)
    return with_rates(grouped(rows, keys), keys, counts.fraction)


def picked_matchup_table(counts: Counts) -> pd.DataFrame:
    """`matchup_table` where each game of a block has decks of its own; of two decks the first by name is `deck_a`."""
    keys, frames = ["deck_a", "deck_b"], []
    for game, arrangement in enumerate(counts.arrangements):
        names = [
            tuple("+".join(side_guilds(cell.matchup(game), counts.sides, side)) for side in (0, 1))
            for cell in counts.cells
        ]
        swapped = np.array([a > b for a, b in names])
        at = np.where(swapped, 1 - int(arrangement["side_a"]), int(arrangement["side_a"]))
        outcomes, each = counts.tally.outcomes[:, game], np.arange(len(names))
        seen = np.stack([outcomes[each, at], outcomes[each, 1 - at], outcomes[:, 2]], axis=1)
        frame = pd.DataFrame([sorted(pair) for pair in names], columns=keys)
        frames.append(pd.concat([frame.assign(cell=each), counted(seen)], axis=1))
    return with_rates(keyed(counts, pd.concat(frames, ignore_index=True), keys), keys, counts.fraction)


def total(counts: Counts, view: str) -> pd.DataFrame:
    """All games as one row from a point of view, matchups being the clusters."""
    rows = pd.concat([counted(counts.won(view)), moments_of(counts, view)], axis=1)
    return grouped(rows.assign(all=0), ["all"]).drop(columns="all")


def both_sides(counts: Counts, view: str, keys: pd.DataFrame) -> pd.DataFrame:
    """Two rows, the second of which has the first one's losses as its wins. `keys`: their key columns."""
    one = total(counts, view)
    other = seen_from_other_side(one).assign(wins=one["losses"], losses=one["wins"])
    return with_rates(
        pd.concat([keys, pd.concat([one, other], ignore_index=True)], axis=1), list(keys.columns), counts.fraction
    )


def seat_table(counts: Counts) -> pd.DataFrame:
    """By position in the round (1 acts first). All positions of one side win and lose together."""
    if len(set(counts.sides)) > 2:
        return position_table(counts)
    first = counts.sides[counts.order[0]]
    is_first = [counts.sides[seat] == first for seat in counts.order]
    one = total(counts, "first")
    other = seen_from_other_side(one).assign(wins=one["losses"], losses=one["wins"])
    rows = pd.concat([one if same else other for same in is_first], ignore_index=True)
    return with_rates(rows.assign(position=range(1, len(is_first) + 1)), ["position"], counts.fraction)


def position_table(counts: Counts) -> pd.DataFrame:
    """By position where each seat is a side of its own; the games count as independent."""
    seats, first = len(counts.order), counts.arrangements["side_first"].astype(np.int64)
    games = counts.tally.outcomes.sum(axis=0)
    each, rows = np.arange(len(first)), []
    for position in range(seats):
        wins = games[each, (first + position) % seats].sum()
        rows.append([wins, games[:, :-1].sum() - wins, games[:, -1].sum()])
    won = np.array(rows)
    table = pd.concat([counted(won), independent_moments(won)], axis=1)
    return with_rates(table.assign(position=range(1, seats + 1)), ["position"], counts.fraction)


def independent_moments(won: np.ndarray) -> pd.DataFrame:
    """Games that do not hang together, as the blocks of one cluster. `won`: rows x (wins, losses, undecided)."""
    games, wins, decided = np.maximum(won.sum(axis=1), 1), won[:, 0], won[:, 0] + won[:, 1]
    scale = games / np.maximum(games - 1, 1)
    within = {
        "in_ww": (wins - wins * wins / games) * scale,
        "in_wn": (wins - wins * decided / games) * scale,
        "in_nn": (decided - decided * decided / games) * scale,
        "in_blocks": games - 1,
    }
    return pd.DataFrame({**dict.fromkeys(BETWEEN[:-1], 0.0), "clusters": 1, **within})


def side_table(counts: Counts) -> pd.DataFrame:
    """Side 0 against side 1."""
    return both_sides(counts, "deck", pd.DataFrame({"side": [0, 1]}))


def strategy_table(counts: Counts) -> pd.DataFrame:
    """Every two strategies that met, both orders."""
    return met_table(counts, counts.strategies, "strategy")


def policy_table(counts: Counts) -> pd.DataFrame:
    """Every two selection policies that met, both orders. Raises InputError if the study does not compare any."""
    if not counts.policies:
        raise InputError("the table 'policy' goes with studies that compare selection policies (drafts.policies)")
    return met_table(counts, counts.policies, "policy")


def met_table(counts: Counts, players: Sequence[str], what: str) -> pd.DataFrame:
    """Every two players that met, both orders: the columns ``WHAT_a`` and ``WHAT_b``, and the rates of the first."""
    tables, columns = [], [f"{what}_a", f"{what}_b"]
    for number, (a, b) in enumerate(counts.pairs):
        keys = pd.DataFrame([(players[a], players[b]), (players[b], players[a])], columns=columns)
        tables.append(both_sides(counts.some(counts.pair_of_cell == number), "strategy", keys))
    table = pd.concat(tables, ignore_index=True)
    return table.sort_values(["win_rate", *columns], ascending=[False, True, True], ignore_index=True)


def matrix_table(counts: Counts) -> pd.DataFrame:
    """Who beats whom, at a glance: each row's rates (percent, 95 % interval) against the columns, the best row first.

    Of selection policies where a study compares them, else of decks, by name if they have one.
    """
    what = "policy" if counts.policies else "deck"
    rates = policy_table(counts) if counts.policies else both_orders(matchup_table(counts))
    cells: dict[str, dict[str, str]] = {}
    for row in rates.to_dict("records"):
        one, other = (counts.deck_names.get(row[f"{what}_{end}"], row[f"{what}_{end}"]) for end in "ab")
        text = f"{100 * row['win_rate']:.1f} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"
        cells.setdefault(one, {})[other] = text
    sums = rates.groupby(f"{what}_a")[["wins", "losses"]].sum()
    share = (sums["wins"] / (sums["wins"] + sums["losses"])).rename(lambda name: counts.deck_names.get(name, name))
    order = sorted(cells, key=lambda name: (-share[name], name))
    rows = [[one, *(cells[one].get(other, "-") for other in order)] for one in order]
    return pd.DataFrame(rows, columns=[what, *order])


def both_orders(rates: pd.DataFrame) -> pd.DataFrame:
    """A table of matchups, each also from the other deck's side."""
    turned = rates.rename(columns={"deck_a": "deck_b", "deck_b": "deck_a", "wins": "losses", "losses": "wins"})
    for rate, source in (("win_rate", "win_rate"), ("low", "high"), ("high", "low")):
        turned[rate] = 1 - rates[source]
    return pd.concat([rates, turned], ignore_index=True)


def strategy_guild_table(counts: Counts) -> pd.DataFrame:
    """How each strategy fares with each guild, over all its opponents."""
    frames = []
    for game, arrangement in enumerate(counts.arrangements):
        for side in counts.rated_sides:
            at = int(arrangement["side_a"]) if side == 0 else 1 - int(arrangement["side_a"])
            player = 0 if at == int(arrangement["side_of_player"]) else 1
            names = [counts.strategies[counts.pairs[cell.pair][player]] for cell in counts.cells]
            decks = [side_guilds(cell.matchup(game), counts.sides, side) for cell in counts.cells]
            seen = counts.tally.outcomes[:, game][:, [at, 1 - at, 2]]
            frame = counted(seen).assign(
                strategy=names, guild=pd.Series(decks, dtype=object), cell=np.arange(len(decks))
            )
            frames.append(frame.explode("guild", ignore_index=True))
    keys = ["strategy", "guild"]
    sums = pd.concat(frames).groupby([*keys, "cell"], sort=False)[COUNTS].sum().reset_index()
    rows = pd.concat([sums, cluster_moments(sums[["wins", "losses"]].to_numpy())], axis=1)
    return with_rates(grouped(rows, keys), keys, counts.fraction)


def rating_table(counts: Counts) -> pd.DataFrame:
    """Elo ratings of the strategies, their mean being 0."""
    won = counts.won("strategy")
    pairs = np.array(counts.pairs)[counts.pair_of_cell]
    return ratings(list(counts.strategies), pairs, won[:, 0], won[:, 1])


def ending_table(counts: Counts) -> pd.DataFrame:
    """How games end."""
    games = counts.tally.endings.sum(axis=0)
    table = pd.DataFrame({"ending": counts.endings, "games": games, "share": games / max(games.sum(), 1)})
    table = table[table["ending"] != counts.endings[0]]  # no game is going on any more
    return table.sort_values(["games", "ending"], ascending=[False, True], ignore_index=True)


def accolade_table(counts: Counts) -> pd.DataFrame:
    """How often each accolade is earned, and how often it lies in the winner's hand.

    `earned`: the share of games in which somebody took it, `winning_hands`: that of these games whose winner has it at
    the end; `taken`: how often it changed hands in a game in which it was earned.
    """
    rows = pd.DataFrame(counts.event_rows["accolade"])
    earned, games = rows["games_taken"].to_numpy(float), np.maximum(rows["games"].to_numpy(float), 1)
    taken, won = (rows[name] / np.maximum(earned, 1) for name in ("taken", "winning_hands"))
    table = rows[["accolade", "games"]].assign(earned=earned / games, taken=taken, winning_hands=won)
    return table.sort_values(["earned", "accolade"], ascending=[False, True], ignore_index=True)


def spell_table(counts: Counts) -> pd.DataFrame:
    """The rates of those who played a spell at least once, and how often it is played and triggers."""
    rows = pd.DataFrame(counts.event_rows["spell"])
    rows = pd.concat([rows, independent_moments(rows[["wins", "losses", "undecided"]].to_numpy())], axis=1)
    return with_rates(rows, ["spell"], counts.fraction)


# ----------------------------------------------------------------------------------- several rule sets: solo mode


def score_difference(counts: Counts) -> float:
    """Riftforce of deck a's side less that of the other, on average over all games."""
    score_a, score_b = (counts.tally.sums[:, SUMS.index(name)].sum() for name in ("score_a", "score_b"))
    return float(score_a - score_b) / max(counts.tally.games, 1)


def rules_rows(groups: dict[tuple[Any, ...], Counts], keys: list[str], fraction: float) -> pd.DataFrame:
    """A row for each group of matchups, from deck a's side."""
    rows = [
        total(counts, "deck").assign(**dict(zip(keys, key, strict=True)), score_difference=score_difference(counts))
        for key, counts in groups.items()
    ]
    return with_rates(pd.concat(rows, ignore_index=True), keys, fraction)


def stars_table(counts: Counts) -> pd.DataFrame:
    """Solo mode: each challenge that was played."""
    return rules_rows({(name,): counts.only(i) for i, name in enumerate(counts.rules)}, ["challenge"], counts.fraction)


def challenge_table(counts: Counts) -> pd.DataFrame:
    """Solo mode: how hard each single challenge is, over all that it was combined with."""
    stars = np.array([[int(star) for star in name.split()[0].split("-")] for name in counts.rules])
    groups = {}
    for column, number in enumerate(NUMBERS):
        for star in np.unique(stars[:, column]):
            chosen = np.isin(counts.variants, np.flatnonzero(stars[:, column] == star))
            groups[number, int(star)] = counts.some(chosen)
    return rules_rows(groups, ["number", "stars"], counts.fraction)


# -------------------------------------------------------------------------------------------- two rule sets: the change


def change_table(counts: Counts) -> pd.DataFrame:
    """What the second rule set changes for each guild, from the same matchups with the same cards under both."""
    before, after = (deck_rows(counts.only(i)).explode("guilds", ignore_index=True) for i in (0, 1))
    rows = []
    for guild in sorted(before["guilds"].unique()):
        one, other = before[before["guilds"] == guild], after[after["guilds"] == guild]
        rate_a, rate_b, low, high = difference(one, other)
        rows.append((guild, int(one["games"].sum()), rate_a, rate_b, rate_b - rate_a, low, high))
    columns = ["guild", "games", "rate_a", "rate_b", "change", "low", "high"]
    table = pd.DataFrame(rows, columns=columns)
    return table.sort_values(["change", "guild"], ascending=[False, True], ignore_index=True)


TABLES: dict[str, Callable[[Counts], pd.DataFrame]] = {
    "guild": guild_table,
    "combination": all_combinations,
    "deck": deck_table,
    "matchup": matchup_table,
    "matrix": matrix_table,
    "strategy": strategy_table,
    "policy": policy_table,
    "seat": seat_table,
    "side": side_table,
    "ending": ending_table,
    "stars": stars_table,
    "challenge": challenge_table,
    "change": change_table,
    "rating": rating_table,
    "strategy-guild": strategy_guild_table,
    "accolade": accolade_table,
    "spell": spell_table,
}
