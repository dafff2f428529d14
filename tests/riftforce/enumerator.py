"""An independent, slow enumerator of all legal turns of a base game position, written from the rulebook.

It works on plain Python objects and shares nothing with rfsim's core. A turn is written like a record's, without what
is drawn; the result is all turns that the seat may play, each with the table that it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

LIFE = {"5": 5, "6": 6, "7": 7}
HAND = 7
OWN, ENEMY = 0, 1


@dataclass
class Elemental:
    name: str
    damage: int = 0
    used: bool = False

    @property
    def guild(self) -> str:
        return self.name[:-1]

    @property
    def number(self) -> str:
        return self.name[-1]

    @property
    def is_dead(self) -> bool:
        return self.damage >= LIFE[self.number]

    def __str__(self) -> str:
        return f"{self.name}({self.damage})" if self.damage else self.name


@dataclass
class Table:
    """Own and enemy columns by location, the hand of the seat that acts; Riftforce and discarded cards of both."""

    own: list[list[Elemental]]
    enemy: list[list[Elemental]]
    hand: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    discarded: list[list[str]] = field(default_factory=lambda: [[], []])

    def copy(self) -> Table:
        own, enemy = (
            [[Elemental(one.name, one.damage, one.used) for one in column] for column in columns]
            for columns in (self.own, self.enemy)
        )
        return Table(own, enemy, list(self.hand), list(self.points), [list(pile) for pile in self.discarded])

    def bury(self) -> None:
        """ "You gain 1 Riftforce for each destroyed enemy." "When this Crystal is destroyed, … gains +1" """
        for side, columns in ((OWN, self.own), (ENEMY, self.enemy)):
            for column in columns:
                for one in column:
                    if one.is_dead:
                        self.discarded[side].append(one.name)
                        self.points[1 - side] += 2 if one.guild == "Crystal" else 1
                column[:] = [one for one in column if not one.is_dead]

    def score_control(self) -> None:
        """ "You control a location if at least 1 of your elementals and no enemy is present there." """
        for own, enemy in zip(self.own, self.enemy, strict=True):
            self.points[OWN] += bool(own) and not enemy

    def __str__(self) -> str:
        """Everything that a turn can change, but what is drawn; discard piles are sorted."""
        places = [
            f"{location}: {' '.join(map(str, own)) or '-'} / {' '.join(map(str, enemy)) or '-'}"
            for location, (own, enemy) in enumerate(zip(self.own, self.enemy, strict=True), 1)
        ]
        piles = [f"discarded {' '.join(sorted(pile)) or '-'}" for pile in self.discarded]
        return " | ".join([*places, *piles, f"points {self.points[OWN]}-{self.points[ENEMY]}"])

    def where(self, one: Elemental) -> tuple[int, int]:
        for location, column in enumerate(self.own):
            for place, other in enumerate(column):
                if other is one:
                    return location, place
        raise LookupError(one)

    def neighbours(self, location: int) -> list[int]:
        return [other for other in (location - 1, location + 1) if 0 <= other < len(self.own)]

    def hit_first(self, location: int, damage: int) -> None:
        if self.enemy[location]:
            self.enemy[location][0].damage += damage


def turns(table: Table, seat: int) -> dict[str, str]:
    """All turns, each with the table that it leads to, as a text."""
    found = {}
    if len(table.hand) < HAND:
        after = table.copy()
        after.score_control()
        found[f"{seat} draw"] = str(after)
    for parts, after in plays(table, [], []):
        found[f"{seat} play {'; '.join(parts)}"] = str(after)
    for card in sorted(set(table.hand)):
        start = table.copy()
        start.hand.remove(card)
        start.discarded[OWN].append(card)
        for parts, after in activations(start, card, [], []):
            found[f"{seat} activate {card}: {'; '.join(parts)}"] = str(after)
    return found


def alike(names: list[str]) -> bool:
    return len({name[:-1] for name in names}) == 1 or len({name[-1] for name in names}) == 1


# ---------------------------------------------------------------------------------------------------------------- Play


def plays(table: Table, played: list[tuple[str, int]], parts: list[str]) -> Iterator[tuple[list[str], Table]]:
    """All ways to play on; each result is the parts of one complete turn, and the table afterwards."""
    if played:
        yield parts, table
    if len(played) == 3:
        return
    for card in sorted(set(table.hand)):
        if not alike([name for name, _ in played] + [card]):
            continue
        for location in open_places(len(table.own), [place for _, place in played]):
            after = table.copy()
            after.hand.remove(card)
            after.own[location].append(Elemental(card))
            if card.startswith("Earth"):
                for enemy in after.enemy[location]:
                    enemy.damage += 1
                after.bury()
            yield from plays(after, [*played, (card, location)], [*parts, f"{card}@{location + 1}"])


def open_places(locations: int, used: list[int]) -> list[int]:
    """ "… either individually to adjacent locations or together … all to the same location." """
    if not used:
        return list(range(locations))
    places = [used[0]] if len(set(used)) == 1 else []
    if len(set(used)) == len(used):
        places += [place for place in (min(used) - 1, max(used) + 1) if 0 <= place < locations]
    return places


# ------------------------------------------------------------------------------------------------------------ Activate


def activations(table: Table, card: str, names: list[str], parts: list[str]) -> Iterator[tuple[list[str], Table]]:
    """All ways to activate on; each result is the parts of one complete turn, and the table afterwards."""
    if parts:
        yield parts, table
    if len(parts) == 3:
        return
    for location, column in enumerate(table.own):
        for place, elemental in enumerate(column):
            if elemental.used or not alike([card, *names, elemental.name]):
                continue
            start = table.copy()
            start.own[location][place].used = True
            for words, after in abilities(start, start.own[location][place], location):
                part = " ".join([f"{elemental.name}@{location + 1}.{place + 1}", *words])
                after.bury()
                yield from activations(after, card, [*names, elemental.name], [*parts, part])


def abilities(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    """All ways to carry out one ability: the words of its choices, and the table afterwards (nothing buried yet)."""
    yield from ABILITIES[me.guild](table, me, here)


def moved(table: Table, me: Elemental, here: int, there: int) -> Table:
    """A copy in which this elemental has moved to the last position of another location."""
    after = table.copy()
    location, place = table.where(me)
    assert location == here
    after.own[there].append(after.own[here].pop(place))
    return after


def fire(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    table.hit_first(here, 3)
    place = table.where(me)[1]
    if place + 1 < len(table.own[here]):
        table.own[here][place + 1].damage += 1
    yield [], table


def earth(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    table.hit_first(here, 2)
    yield [], table


def light(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    table.hit_first(here, 2)
    hurt = [(i, j) for i, column in enumerate(table.own) for j, one in enumerate(column) if one.damage]
    for i, j in hurt:
        after = table.copy()
        after.own[i][j].damage -= 1
        yield [f"*{table.own[i][j].name}@{i + 1}.{j + 1}"], after
    if not hurt:
        yield [], table


def plant(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    targets = [there for there in table.neighbours(here) if table.enemy[there]]
    for there in targets:
        after = table.copy()
        after.hit_first(there, 2)
        if not after.enemy[there][0].is_dead:
            after.enemy[here].append(after.enemy[there].pop(0))
        yield [f">{there + 1}"], after
    if not targets:
        yield [], table


def water(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    table.hit_first(here, 2)
    for there in table.neighbours(here):
        after = moved(table, me, here, there)
        after.hit_first(there, 1)
        yield [f">{there + 1}"], after


def ice(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    table.hit_first(here, 2)
    if table.enemy[here]:
        table.enemy[here][-1].damage += 4
    yield [], table


def shadow(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    for there in range(len(table.own)):
        if there != here:
            after = moved(table, me, here, there)
            after.hit_first(there, 1)
            # "If the Shadow destroys this enemy, gain +1 Riftforce."
            if after.enemy[there] and after.enemy[there][0].is_dead:
                after.points[OWN] += 1
            yield [f">{there + 1}"], after


def crystal(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    table.hit_first(here, 4)
    yield [], table


def thunderbolt(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    yield from strikes(table, here, [], again=True)


def strikes(table: Table, here: int, words: list[str], again: bool) -> Iterator[tuple[list[str], Table]]:
    if not table.enemy[here]:
        yield words, table
    for place, enemy in enumerate(table.enemy[here]):
        after = table.copy()
        target = after.enemy[here][place]
        target.damage += 2
        said = [*words, f"*{enemy.name}@{here + 1}.{place + 1}"]
        if target.is_dead and again:
            after.bury()
            yield from strikes(after, here, said, again=False)
        else:
            yield said, after


def air(table: Table, me: Elemental, here: int) -> Iterator[tuple[list[str], Table]]:
    for there in range(len(table.own)):
        if there != here:
            after = moved(table, me, here, there)
            for location in (there, *table.neighbours(there)):
                after.hit_first(location, 1)
            yield [f">{there + 1}"], after


ABILITIES = {
    "Fire": fire,
    "Earth": earth,
    "Light": light,
    "Plant": plant,
    "Water": water,
    "Ice": ice,
    "Shadow": shadow,
    "Crystal": crystal,
    "Thunderbolt": thunderbolt,
    "Air": air,
}
