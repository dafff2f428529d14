"""Whose action comes next, and when the game is over (R21, R22, R26, R38)."""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.riftforce.core.board import has_control
from rfsim.riftforce.core.effects import END_OF_ACTION
from rfsim.riftforce.core.state import (
    ASK_ACTION,
    ASK_NOTHING,
    ASK_PLAN,
    CAP,
    GOING_ON,
    NONE,
    STALEMATE,
    TARGET,
)


@jit
def seat_at(table, rules, turn):
    """The seat that does the action with this number, counted from 0."""
    positions = np.int64(rules.positions)
    return (np.int64(rules.order[turn % positions]) + np.int64(table.first)) % positions


@jit
def seat_asked(table, rules):
    """The seat that decides: the one that acts, or the player for the trainer."""
    return 0 if rules.trainer else np.int64(table.acting)


@jit
def leader(table):
    """The side with more Riftforce, or NONE."""
    ahead = np.int64(table.score[0]) - np.int64(table.score[1])
    if ahead == 0:
        return NONE
    return 0 if ahead > 0 else 1


@jit
def has_reached_target(table, rules):
    return max(table.score[0], table.score[1]) >= rules.target


@jit
def is_decided(table, rules):
    """Whether R21 ends the game now, or once the round is complete."""
    return has_reached_target(table, rules) and table.score[0] != table.score[1]


@jit
def is_stalemate(table, rules):
    """ "If every hand, draw pile and discard pile is empty and no seat controls a location that it could score" """
    if not rules.has_stalemate:
        return False
    for seat in range(np.int64(rules.seats)):
        if table.hand_size[seat] | table.pile_size[seat] | table.discard_size[seat]:
            return False
    for location in range(np.int64(rules.locations)):
        if has_control(table, 0, location) or has_control(table, 1, location):
            return False
    return True


@jit
def end_game(table, ending, winner):
    table.ending = ending
    table.winner = winner
    table.turn.asks = ASK_NOTHING


@jit
def check_end(table, rules):
    """Is the game over after this action? The order of the checks is that of R22."""
    if rules.end_of == END_OF_ACTION:
        if has_reached_target(table, rules):
            # "if both have, the side that acted wins" (R26)
            acted = np.int64(rules.side[table.acting])
            both = min(table.score[0], table.score[1]) >= rules.target
            end_game(table, TARGET, acted if both else leader(table))
            return
    elif is_decided(table, rules):
        # "while a side has 12 or more and the scores differ, the round is completed instead" (R22)
        if table.turns % rules.positions == 0:
            end_game(table, TARGET, leader(table))
        return
    if is_stalemate(table, rules):
        end_game(table, STALEMATE, NONE)
    elif table.turns >= rules.max_turns:
        end_game(table, CAP, NONE)


@jit
def end_action(table, rules):
    """Count the action, and pass the turn on if the game is not over. Whether it goes on."""
    table.turns += 1
    table.turn.asks = ASK_ACTION
    table.turn.drawn = 0
    check_end(table, rules)
    if table.ending != GOING_ON:
        return False
    table.acting = seat_at(table, rules, np.int64(table.turns))
    if rules.trainer and table.acting == rules.seats:
        table.turn.asks = ASK_PLAN
    return True
