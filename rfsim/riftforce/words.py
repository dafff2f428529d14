"""What happens in a game of Riftforce, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rfsim.riftforce.notation import card_name
from rfsim.riftforce.rules import Rules
from rfsim.riftforce.watching import ARRIVE, DAMAGE, DESTROY, HEAL, MOVE, Event


def event_words(rules: Rules, event: Event) -> str:
    """`2 damage on Earth5 (4 of 5)`; nothing, if nothing changed."""
    card = card_name(rules, event.card)
    if event.kind == DAMAGE:
        return f"{event.amount} damage on {card} ({event.damage} of {card[-1]})" if event.amount else ""
    if event.kind == HEAL:
        return f"{event.amount} damage removed from {card} ({event.damage} left)" if event.amount else ""
    if event.kind == MOVE:
        return f"{card} moves to location {event.to + 1}"
    if event.kind == DESTROY:
        return f"{card} is destroyed"
    assert event.kind == ARRIVE
    return f"{card} comes to location {event.location + 1} on side {event.side}"


def gain_words(gained: Sequence[int]) -> list[str]:
    """`+2 Riftforce for side 0`, for each side that gained."""
    return [f"+{points} Riftforce for side {side}" for side, points in enumerate(gained) if points]


def sentence(head: str, clauses: Sequence[str]) -> str:
    """`Fire6 is activated: 3 damage on Earth5 (3 of 5); …`"""
    said = [clause for clause in clauses if clause]
    return f"{head}: {'; '.join(said)}" if said else head
