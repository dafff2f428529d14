"""Drafts: which guilds the seats play, and all ways in which they can meet."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from rfsim.errors import InputError
from rfsim.riftforce.rules import Rules

Draft = tuple[str, ...]
TRAINER_GUILDS = 4
#: The drafts of all seats, in seat order; each draft is sorted by name.
Matchup = tuple[Draft, ...]


def draft_sizes(rules: Rules) -> tuple[int, ...]:
    """How many guilds each seat has; the trainer, if there is one, comes last."""
    return (*(seat.guilds for seat in rules.preset.seat), *([TRAINER_GUILDS] if rules.preset.trainer else []))


def is_symmetric(rules: Rules) -> bool:
    """Whether it is the same matchup with the two sides' drafts swapped."""
    sizes = [[seat.guilds for seat in rules.preset.seat if seat.side == side] for side in (0, 1)]
    return len(rules.preset.seat) == 2 and sizes[0] == sizes[1]


def count_matchups(rules: Rules, pool: Sequence[str]) -> int:
    """How many different matchups there are."""
    left, count = len(pool), 1
    for size in draft_sizes(rules):
        count *= math.comb(left, size)
        left -= size
    return count // 2 if is_symmetric(rules) else count


def all_matchups(rules: Rules, pool: Sequence[str]) -> Iterator[Matchup]:
    """Every matchup once, in lexicographic order."""

    def deal(left: Sequence[str], sizes: Sequence[int]) -> Iterator[Matchup]:
        if not sizes:
            yield ()
            return
        for draft in itertools.combinations(left, sizes[0]):
            rest = [name for name in left if name not in draft]
            for others in deal(rest, sizes[1:]):
                yield (draft, *others)

    for matchup in deal(sorted(pool), draft_sizes(rules)):
        if not is_symmetric(rules) or matchup[0] < matchup[1]:
            yield matchup


def random_matchup(rules: Rules, pool: Sequence[str], random: np.random.Generator) -> Matchup:
    """One matchup, each with the same probability."""
    names = [sorted(pool)[i] for i in random.permutation(len(pool))]
    drafts, start = [], 0
    for size in draft_sizes(rules):
        drafts.append(tuple(sorted(names[start : start + size])))
        start += size
    return tuple(sorted(drafts)) if is_symmetric(rules) else tuple(drafts)


#: Below this many, matchups are drawn from the list of all.
LISTED = 20_000


def draw_matchups(rules: Rules, pool: Sequence[str], wanted: int, random: np.random.Generator) -> list[Matchup]:
    """`wanted` matchups (or all, if there are no more) drawn without repetition, in lexicographic order."""
    total = count_matchups(rules, pool)
    if wanted >= total:
        return list(all_matchups(rules, pool))
    if total <= LISTED:
        everything = list(all_matchups(rules, pool))
        return [everything[i] for i in sorted(random.choice(total, wanted, replace=False))]
    drawn: set[Matchup] = set()
    while len(drawn) < wanted:
        drawn.add(random_matchup(rules, pool, random))
    return sorted(drawn)


def draw_solo_matchups(
    rules: Rules, pool: Sequence[str], trainer_guilds: Sequence[str] | None, wanted: int, random: np.random.Generator
) -> list[Matchup]:
    """The player's drafts from `pool`, drawn without repetition, against the trainer's guilds.

    These are given, or drawn from all that are left. Raises InputError for guilds that do not fit.
    """
    for names, where in ((pool, "solo.guilds"), (trainer_guilds or [], "solo.trainer_guilds")):
        lines = [line for name in names for line in unknown_guild(rules, name, where)]
        if lines or len(set(names)) < len(names):
            raise InputError(*(lines or [f"{where}: a guild stands there twice"]))
    if trainer_guilds is not None and len(trainer_guilds) != TRAINER_GUILDS:
        raise InputError(f"solo.trainer_guilds: {len(trainer_guilds)} guilds; it has to be {TRAINER_GUILDS}")
    free = [name for name in sorted(pool) if name not in (trainer_guilds or ())]
    drafts = list(itertools.combinations(free, draft_sizes(rules)[0]))
    if not drafts:
        raise InputError(f"solo.guilds: {len(free)} guilds are left for the player; it needs {draft_sizes(rules)[0]}")
    chosen = sorted(random.choice(len(drafts), min(wanted, len(drafts)), replace=False))
    matchups: list[Matchup] = []
    for draft in (drafts[i] for i in chosen):
        left = [name for name in rules.pool if name not in draft]
        others = trainer_guilds or [left[i] for i in random.permutation(len(left))[:TRAINER_GUILDS]]
        matchups.append((draft, tuple(sorted(others))))
    return matchups


def unknown_guild(rules: Rules, name: str, where: str) -> tuple[str, ...]:
    """The line that tells of a guild that does not exist, if it does not."""
    try:
        rules.guild(name, where)
    except InputError as error:
        return error.lines
    return ()


def check_pool(rules: Rules, pool: Sequence[str], where: str) -> None:
    """Raise InputError for guilds that do not exist, stand there twice, or are too few."""
    lines: list[str] = []
    for name in dict.fromkeys(pool):
        lines.extend(unknown_guild(rules, name, where))
        if list(pool).count(name) > 1:
            lines.append(f"{where}: {name} stands there twice")
    needed = sum(draft_sizes(rules))
    if not lines and len(pool) < needed:
        lines.append(f"{where}: {len(pool)} guilds; preset {rules.preset_name} needs at least {needed}")
    if lines:
        raise InputError(*lines)


def check_matchup(rules: Rules, drafts: Sequence[Sequence[str]], where: str) -> Matchup:
    """The drafts of all seats, sorted. Raises InputError with every mistake."""
    sizes, lines = draft_sizes(rules), list[str]()
    if len(drafts) != len(sizes):
        raise InputError(f"{where}: {len(drafts)} drafts; preset {rules.preset_name} needs {len(sizes)}")
    seen: dict[str, int] = {}
    for number, (draft, size) in enumerate(zip(drafts, sizes, strict=True), 1):
        place = f"{where}: draft {number} ({','.join(draft)})"
        if len(draft) != size:
            lines.append(f"{place}: {len(draft)} guilds; it has to be {size}")
        for name in draft:
            try:
                rules.guild(name, place)
            except InputError as error:
                lines.extend(error.lines)
                continue
            if name in seen:
                both = "stands there twice" if seen[name] == number else f"is in draft {seen[name]} too"
                lines.append(f"{place}: {name} {both}")
            seen.setdefault(name, number)
    if lines:
        raise InputError(*lines)
    return tuple(tuple(sorted(draft)) for draft in drafts)
