"""A referee of its own: it checks a record by the rulebook and the rulings, and shares no code with the game.

It knows the record's words (docs/elemental-rift.md) and the house set as ELEMENTAL_RIFT.md prints it, keeps the table
in plain dicts and lists, and raises AssertionError where a record breaks a rule.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

ELEMENTS = ("earth", "fire", "water", "air")
DECAYS = {"fire": "air", "air": "water", "water": "earth", "earth": "fire"}
#: Decay value, effect, trigger value and element, trigger effect.
SPELLS: dict[str, tuple[int, str, str, str]] = {
    "Spark": (1, "add 2 B", "3 A", "draw 1"),
    "Surge": (1, "draw 2", "4 B", "add 2 X"),
    "Bloom": (2, "add 3 C", "4 C", "add 1 A, add 1 B"),
    "Shift": (2, "turn 2 A C", "4 A", "turn 1 B X"),
    "Erode": (2, "remove 2 B", "3 B", "remove 1 C"),
    "Theft": (2, "steal", "3 C", "draw 1"),
    "Wither": (3, "decay 3 C", "5 A", "decay 2 B"),
    "Flood": (3, "add 4 A", "5 B", "draw 2, add 1 C"),
}
CARDS_OF_EACH, FULL, HAND, FIELD, MOST_TURNS = 16, 10, 3, 15, 400

Square = tuple[int, int]


def square_of(name: str) -> Square:
    return "abcdefghijklmno".index(name[0]), int(name[1:]) - 1


def neighbours(square: Square) -> set[Square]:
    column, row = square
    around = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
    return {(c, r) for c, r in around if 0 <= c < FIELD and 0 <= r < FIELD}


def groups(squares: set[Square]) -> list[set[Square]]:
    """What hangs together, side to side."""
    left, found = set(squares), []
    while left:
        edge = {left.pop()}
        group = set(edge)
        while edge:
            edge = {other for square in edge for other in neighbours(square)} & left
            left -= edge
            group |= edge
        found.append(group)
    return found


class Referee:
    """One record on its way over a table of its own."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.seats = len(record["seats"])
        self.variant = self.seats == 2
        self.rift = {(7, 7): "earth", (8, 7): "fire", (7, 8): "water", (8, 8): "air"}
        self.deck, self.discards = list(record["deck"]), list[str]()
        assert Counter(self.deck) == Counter(f"{element.capitalize()}{name}" for element in ELEMENTS for name in SPELLS)
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.acting = record["first"]
        for i in range(self.seats):
            self.hands[(self.acting + i) % self.seats] = [self.deck.pop(0), self.deck.pop(0)]
        self.front: list[tuple[int, str]] = []
        self.holder: dict[str, int | None] = dict.fromkeys(record["accolades"])
        self.face_down: set[str] = set()
        self.parts: list[list[str]] = []
        self.words: list[str] = []

    # ---- what lies where

    def squares(self, element: str) -> set[Square]:
        return {square for square, lying in self.rift.items() if lying == element}

    def longest(self, element: str) -> int:
        return max((len(group) for group in groups(self.squares(element))), default=0)

    def supply(self, element: str) -> int:
        return CARDS_OF_EACH - len(self.squares(element))

    @staticmethod
    def spell(name: str) -> tuple[str, int, str, tuple[int, str], str]:
        """Element, decay value, effect, trigger, trigger effect, the letters replaced by elements."""
        element = next(one for one in ELEMENTS if name.startswith(one.capitalize()))
        decay, *texts = SPELLS[name.removeprefix(element.capitalize())]
        letters, other = {}, element
        for letter in "XABC":
            letters[letter] = other
            other = DECAYS[other]
        effect, trigger, triggered = (
            ", ".join(" ".join(letters.get(word, word) for word in step.split()) for step in text.split(", "))
            for text in texts
        )
        number, trigger_element = trigger.split()
        return element, decay, effect, (int(number), trigger_element), triggered

    # ---- words

    def next_part(self, *first: str) -> bool:
        """Go on to the next part, if it begins with these words."""
        if self.parts and self.parts[0][: len(first)] == list(first):
            self.words = self.parts.pop(0)[len(first) :]
            return True
        return False

    def word(self, sign: str) -> str:
        assert self.words, f"a word with '{sign}' is missing"
        word = self.words.pop(0)
        assert sign in word, word
        return word

    # ---- steps

    def place(self, element: str) -> Square:
        """`+fire@h8`."""
        found, _, square = self.word("+").removeprefix("+").partition("@")
        assert found == element
        assert self.supply(element) > 0
        assert square_of(square) not in self.rift
        self.rift[square_of(square)] = element
        return square_of(square)

    def add(self, element: str) -> None:
        before = set(self.rift)
        square = self.place(element)
        assert neighbours(square) & before if before else square == (7, 7)

    def can_add(self, element: str) -> bool:
        open_squares = {other for square in self.rift for other in neighbours(square)} - set(self.rift)
        return self.supply(element) > 0 and bool(open_squares or not self.rift)

    def take(self, element: str) -> Square:
        """`-fire@h8`."""
        found, _, square = self.word("-").removeprefix("-").partition("@")
        assert found == element == self.rift.pop(square_of(square))
        return square_of(square)

    def replace(self, emptied: set[Square], element: str) -> None:
        """Half of what decayed, rounded up, on squares that it left."""
        for _ in range(min((len(emptied) + 1) // 2, self.supply(DECAYS[element]))):
            square = self.place(DECAYS[element])
            assert square in emptied
            emptied.remove(square)

    def decay_linked(self, number: int, element: str) -> None:
        number = min(number, self.longest(element))
        linked = groups(self.squares(element))
        taken = {self.take(element) for _ in range(number)}
        if taken:
            assert any(taken <= group for group in linked)
            self.replace(taken, element)

    def turn(self, number: int, element: str, into: str) -> None:
        """`fire>earth@h8`."""
        old = self.squares(element)
        for _ in range(min(number, len(old), self.supply(into))):
            kinds, _, square = self.word(">").partition("@")
            assert kinds == f"{element}>{into}"
            assert square_of(square) in old
            old.remove(square_of(square))
            self.rift[square_of(square)] = into

    def draw(self, seat: int, number: int, prefix: str) -> None:
        for _ in range(number):
            if not self.deck and self.discards:
                shuffled = self.word("shuffle[").removeprefix("shuffle[").removesuffix("]").split(",")
                assert Counter(shuffled) == Counter(self.discards)
                self.deck, self.discards = shuffled, []
            if self.deck:
                assert self.word(prefix) == prefix + self.deck[0]
                self.hands[seat].append(self.deck.pop(0))

    def steal(self, seat: int) -> None:
        """`1!FireSpark`: each opponent, clockwise."""
        for i in range(1, self.seats):
            other = (seat + i) % self.seats
            if self.hands[other]:
                victim, _, name = self.word("!").partition("!")
                assert int(victim) == other
                self.hands[other].remove(name)
                self.discards.append(name)

    def effect(self, seat: int, text: str) -> None:
        """All steps of an effect."""
        for step in text.split(", "):
            verb, *rest = step.split()
            if verb == "steal":
                self.steal(seat)
                continue
            number = int(rest[0])
            if verb == "draw":
                self.draw(seat, number, "*")
            elif verb == "add":
                for _ in range(number):
                    if self.can_add(rest[1]):
                        self.add(rest[1])
            elif verb == "remove":
                for _ in range(min(number, len(self.squares(rest[1])))):
                    self.take(rest[1])
            elif verb == "turn":
                self.turn(number, rest[1], rest[2])
            else:
                self.decay_linked(number, rest[1])

    # ---- what follows an action

    def settle(self, seat: int) -> None:
        """After an action of `seat`: a split, then triggers, each of which is an action again."""
        while True:
            whole = groups(set(self.rift))
            if len(whole) > 1:
                square = square_of(self.word("=").removeprefix("="))
                (stays,) = (group for group in whole if square in group)
                assert square == min(stays, key=lambda one: (one[1], one[0]))
                self.rift = {one: element for one, element in self.rift.items() if one in stays}
            assert not self.words, self.words
            ready = [(self.value(name), owner, name) for owner, name in self.front if self.triggers(name)]
            if not ready:
                return
            _, seat_text, name = self.parts[0][:3]
            assert self.next_part("trigger", seat_text, name)
            seat = int(seat_text)
            assert (max(ready)[0], seat, name) in ready
            self.triggered += 1
            self.effect(seat, self.spell(name)[4])
            self.front.remove((seat, name))
            self.discards.append(name)

    def value(self, name: str) -> int:
        return self.spell(name)[1] + self.spell(name)[3][0]

    def triggers(self, name: str) -> bool:
        number, element = self.spell(name)[3]
        return self.longest(element) >= number

    # ---- a turn

    def play(self, text: str) -> None:
        """One turn."""
        seat, _, rest = text.partition(" ")
        assert int(seat) == self.acting
        assert list(self.holder.values()).count(self.acting) < 2, "the game is over"
        self.face_down -= {name for name, holder in self.holder.items() if holder == self.acting}
        self.parts, self.words = [part.split(" ") for part in rest.split("; ")], []
        self.played = self.triggered = 0
        self.step_2()
        self.step_3()
        while self.parts and self.parts[0][0] == "play":
            self.play_spell(self.parts[0][1])
        self.step_5()
        assert not self.parts, self.parts
        self.acting = (self.acting + 1) % self.seats

    def step_2(self) -> None:
        assert self.next_part("elements")
        if len(self.rift) < FULL:
            for _ in range(2):
                self.add(self.words[0].removeprefix("+").partition("@")[0])
        else:
            element = self.word("decay:").removeprefix("decay:")
            emptied = self.squares(element)
            assert emptied
            self.rift = {square: lying for square, lying in self.rift.items() if lying != element}
            self.replace(emptied, element)
        self.settle(self.acting)

    def step_3(self) -> None:
        missing = HAND - len(self.hands[self.acting])
        if missing > 0 and (self.deck or self.discards):
            assert self.next_part("draw")
            self.draw(self.acting, missing, "")
            assert not self.words

    def play_spell(self, name: str) -> None:
        seat = self.acting
        assert self.next_part("play", name)
        element, decay, effect, _, _ = self.spell(name)
        self.hands[seat].remove(name)
        assert self.longest(element) >= decay
        self.played += 1
        self.decay_linked(decay, element)
        self.settle(seat)
        self.next_part("effect")
        self.effect(seat, effect)
        self.front.append((seat, name))
        self.settle(seat)

    def step_5(self) -> None:
        if self.parts and self.parts[0][0] == "take":
            name, *rest = self.parts.pop(0)[1:]
            assert self.played > 0
            assert self.meets(name)
            assert self.holder[name] != self.acting
            assert name not in self.face_down
            assert rest == ([] if self.holder[name] is None else ["from", str(self.holder[name])])
            self.holder[name] = self.acting
            self.face_down |= set() if self.variant else {name}
            return
        discarded = [part[1] for part in self.parts if part[0] == "discard"]
        assert len(discarded) <= 2
        for name in discarded:
            self.parts.pop(0)
            self.hands[self.acting].remove(name)
            self.discards.append(name)

    def meets(self, accolade: str) -> bool:
        numbers = [len(self.squares(element)) for element in ELEMENTS]
        return {
            "Conduit": [owner for owner, _ in self.front].count(self.acting) >= 5,
            "Dominion": sum(numbers) >= 8 and 2 * max(numbers) >= sum(numbers),
            "Harmony": min(numbers) > 0 and max(numbers) - min(numbers) <= 1,
            "Chain": max(self.longest(element) for element in ELEMENTS) >= 6,
            "Cataclysm": self.triggered >= 2,
        }[accolade]


def check(record: dict[str, Any]) -> None:
    """Check a record from the first turn to its result."""
    referee = Referee(record)
    for text in record["turns"]:
        referee.play(text)
    assert referee.holder == record["accolades"]
    won = list(referee.holder.values()).count(referee.acting) >= 2
    if len(record["turns"]) >= MOST_TURNS:
        assert (record["end"], record["winner"]) == ("cap", None)
    else:
        assert won
        assert (record["end"], record["winner"]) == ("accolades", referee.acting)
