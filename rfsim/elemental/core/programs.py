"""Carrying out programs: the steps of a payment, an effect, a trigger effect, or of step 2 of the turn.

A step begins (`begin_step`), and asks for elements and squares one at a time. Each answer says whether the step asks
again. Every step is carried out as far as possible (E0): of what there is not enough of, it takes or places what there
is.
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.effects import (
    ADD,
    ANY,
    DECAY_ALL,
    DECAY_LINKED,
    DRAW_CARDS,
    END,
    NO_PROGRAM,
    OPPONENTS_DISCARD,
    TURN,
)
from rfsim.elemental.core.field import count, either, is_empty, linked_with, longest_link, no_squares, only, read, write
from rfsim.elemental.core.piles import can_draw, next_seat
from rfsim.elemental.core.rift import (
    forget_passed,
    leave_higher,
    lift,
    lift_all,
    number_of,
    open_places,
    pass_over,
    places,
    put,
    squares_of,
)
from rfsim.elemental.core.state import (
    ASK_DRAW,
    ASK_ELEMENT,
    ASK_LOSE,
    ASK_PLACE,
    ASK_REPLACE,
    ASK_TAKE,
    ELEMENTS,
)
from rfsim.jit import jit


@jit
def ask(table, what, seat):
    """Ask a seat something; always True: somebody is asked."""
    table.turn.asks = what
    table.asked = seat
    return True


@jit
def begin_program(turn, program, actor):
    """Let `actor` carry out a program; `run_steps` goes through it."""
    turn.program, turn.step, turn.actor = program, 0, actor


@jit
def end_program(turn):
    """Nothing is in progress any more; who carried it out is still known."""
    turn.program, turn.step = NO_PROGRAM, 0


@jit
def step_in_progress(table, rules):
    return rules.effect[np.int64(table.turn.program), np.int64(table.turn.step)]


@jit
def run_steps(table, rules):
    """Carry out the steps from the next one on. True once one asks something, False when all are through."""
    while step_in_progress(table, rules).verb != END:
        if begin_step(table, rules, step_in_progress(table, rules)):
            return True
        table.turn.step += 1
    return False


@jit
def begin_step(table, rules, step):
    """Begin a step; whether it asks something."""
    turn = table.turn
    turn.element, turn.left, turn.linked = step.element, step.amount, 0
    if step.verb == ADD:
        forget_passed(turn)
        return ask_for_card(table, rules, step)
    if step.verb == DECAY_ALL:
        return ask_what_decays(table, rules) if step.element == ANY else decay_all(table, rules)
    if step.verb == DRAW_CARDS:
        return can_draw(table) and ask(table, ASK_DRAW, turn.actor)
    if step.verb == OPPONENTS_DISCARD:
        turn.victim, turn.left = turn.actor, 0
        return ask_to_lose(table, rules, step)
    return begin_taking(table, rules, step)


# ------------------------------------------------------------------------------------------------------- adding cards


@jit
def ask_for_card(table, rules, step):
    """Ask where the next card of an `add` step goes, and before that which element it is, if any will do.

    "… there are not enough element cards of that type available to be played, the player places all cards of that type
    that he can."
    """
    turn = table.turn
    if turn.left == 0 or is_empty(places(table, rules)):
        return False
    if step.element == ANY:
        return is_any_left(table) and ask(table, ASK_ELEMENT, turn.actor)
    return table.supply[np.int64(turn.element)] > 0 and ask_where(table, rules)


@jit
def is_any_left(table):
    for element in range(ELEMENTS):
        if table.supply[element] > 0:
            return True
    return False


@jit
def ask_where(table, rules):
    """Ask where a card of ``turn.element`` goes; if all places were passed over (at the field's edge), to any."""
    turn = table.turn
    squares = open_places(table, rules, np.int64(turn.element))
    write(turn.open, places(table, rules) if is_empty(squares) else squares)
    return ask(table, ASK_PLACE, turn.actor)


@jit
def add_card(table, rules, square):
    """Place a card, and ask for the next one."""
    turn = table.turn
    element = np.int64(turn.element)
    pass_over(turn, element, square, places(table, rules))
    put(table, element, square)
    turn.left -= 1
    return ask_for_card(table, rules, step_in_progress(table, rules))


# ------------------------------------------------------------------------------------------------------------ decaying


@jit
def ask_what_decays(table, rules):
    """ "… the player chooses any element and decays all of that element": one that is present (E6)."""
    for element in range(ELEMENTS):
        if number_of(table, rules, element) > 0:
            return ask(table, ASK_ELEMENT, table.turn.actor)
    return False


@jit
def decay_all(table, rules):
    """ "… decays all of that element in the Rift." """
    turn = table.turn
    element = np.int64(turn.element)
    write(turn.emptied, squares_of(table, element))
    lift_all(table, element, squares_of(table, element))
    return ask_to_replace(table, rules)


@jit
def ask_to_replace(table, rules):
    """ "… it is taken away, and is replaced with half of its decay element, rounded up." """
    turn = table.turn
    into = np.int64(rules.decays_to[np.int64(turn.element)])
    half = (count(read(turn.emptied)) + 1) // 2
    turn.element, turn.left = into, min(half, np.int64(table.supply[into]))
    write(turn.open, read(turn.emptied))
    return turn.left > 0 and ask(table, ASK_REPLACE, turn.actor)


@jit
def replace(table, square):
    """ "These elements must be placed in spaces that were occupied by the decayed element." """
    turn = table.turn
    put(table, np.int64(turn.element), square)
    leave_higher(turn, square)
    turn.left -= 1
    return turn.left > 0


# ---------------------------------------------------------------------- taking cards: remove, turn, decay linked ones


@jit
def begin_taking(table, rules, step):
    """Ask which cards are removed, turned or decay: as many as the step says, or as there are."""
    turn = table.turn
    element = np.int64(step.element)
    most = number_of(table, rules, element)
    if step.verb == TURN:
        most = min(most, np.int64(table.supply[np.int64(step.into)]))
    if step.verb == DECAY_LINKED:
        most = longest_link(squares_of(table, element))
        turn.linked = 1
    turn.left = min(np.int64(step.amount), most)
    write(turn.open, squares_of(table, element))
    write(turn.emptied, no_squares())
    return turn.left > 0 and ask(table, ASK_TAKE, turn.actor)


@jit
def take(table, rules, square):
    """Take a card; what decays is replaced once all are taken, what turns at once."""
    turn, step = table.turn, step_in_progress(table, rules)
    element = np.int64(turn.element)
    if turn.linked:
        # "… linked elements": the first square says of which group, "the player chooses which linked squares" (E7).
        write(turn.open, linked_with(read(turn.open), square))
        turn.linked = 0
    leave_higher(turn, square)
    lift(table, element, square)
    turn.left -= 1
    if step.verb == TURN:
        put(table, np.int64(step.into), square)
    write(turn.emptied, either(read(turn.emptied), only(square)))
    if step.verb == DECAY_LINKED and turn.left == 0:
        return ask_to_replace(table, rules)
    return turn.left > 0


# ------------------------------------------------------------------------------------------------ opponents discard


@jit
def ask_to_lose(table, rules, step):
    """ "every opponent discards": clockwise, each as many cards as it has to, and has."""
    turn = table.turn
    while turn.left == 0:
        turn.victim = next_seat(rules, np.int64(turn.victim))
        if turn.victim == turn.actor:
            return False
        turn.left = min(np.int64(step.amount), np.int64(table.hand_size[np.int64(turn.victim)]))
    return ask(table, ASK_LOSE, turn.victim)
