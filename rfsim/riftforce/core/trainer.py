"""The trainer's turn in solo mode (R32 to R38): the top plan of the plan pile is executed.

The trainer is seat 1, side 1, with a draw pile and no hand. The player's strategy makes its choices.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.randomness import shuffle
from rfsim.riftforce.core.abilities import begin_ability, damages_at
from rfsim.riftforce.core.board import (
    card_of,
    elemental_at,
    has_control,
    insert,
    location_of,
    side_size,
)
from rfsim.riftforce.core.effects import BOTS, MOVE, WHERE_OTHER
from rfsim.riftforce.core.piles import can_draw, draw_card
from rfsim.riftforce.core.state import (
    ACTIVATE,
    ASK_BOT,
    ATTACK_PLANS_A_STACK,
    CONTROL,
    NONE,
    NUMBER_MASK,
    NUMBERS_A_PLAN,
    OWNER_SHIFT,
    PLANS,
    STOP,
    USED,
)

TRAINER = 1  # its seat, and its side


# ---------------------------------------------------------------------------------------------------------- plan pile


@jit
def is_control_plan(rules, plan):
    return rules.plan_numbers[plan, 0] == NONE


@jit
def stack_plans(game, rules, stream):
    """ "… form 5 stacks with 3 plans each … put 1 on each of the 5 stacks … turn them face up": three attack plans,
    then a control plan, five times (R33).
    """
    attack, control = np.empty(PLANS, np.uint8), np.empty(PLANS, np.uint8)
    attacks = controls = 0
    for plan in range(PLANS):
        if is_control_plan(rules, plan):
            control[controls] = plan
            controls += 1
        else:
            attack[attacks] = plan
            attacks += 1
    shuffle(stream, attack, attacks)
    shuffle(stream, control, controls)
    for i in range(PLANS):
        stack, place = i // (ATTACK_PLANS_A_STACK + 1), i % (ATTACK_PLANS_A_STACK + 1)
        is_last = place == ATTACK_PLANS_A_STACK
        game.plans[i] = control[stack] if is_last else attack[stack * ATTACK_PLANS_A_STACK + place]


@jit
def turn_up_plan(game):
    """ "This will make the next plan visible." """
    table = game.table
    top = np.int64(table.plans_done)
    table.open_plans[top] = game.plans[top]


@jit
def top_plan(table):
    return np.int64(table.open_plans[np.int64(table.plans_done)])


@jit
def discard_plan(game):
    """ "… turn the plan discard pile face up without shuffling it to create a new plan pile": the same order again."""
    game.table.plans_done = (game.table.plans_done + 1) % PLANS
    turn_up_plan(game)


# ------------------------------------------------------------------------------------------------------------ the plan


@jit
def place_bot(game, rules, location):
    """ "First, place 1 bot from the draw pile of the trainer at the marked location." (R37)"""
    if can_draw(game.table, TRAINER):
        insert(game.table, rules, TRAINER, location, draw_card(game, TRAINER) | TRAINER << OWNER_SHIFT)


@jit
def begin_plan(game, rules):
    """Execute the top plan: place a bot; then an attack plan asks for bots. Whether it is an attack plan."""
    table, turn = game.table, game.table.turn
    plan = top_plan(table)
    turn.count = 0
    turn.side = TRAINER
    place_bot(game, rules, np.int64(rules.plan_location[plan]))
    if is_control_plan(rules, plan):
        # "The trainer gains 1 Riftforce for each location it controls."
        for location in range(np.int64(rules.locations)):
            scored = np.int64(has_control(table, TRAINER, location))
            table.score[TRAINER] += scored
            game.events.riftforce[TRAINER, CONTROL] += scored
        return False
    turn.asks = ASK_BOT
    return True


@jit
def damaging_locations(table, rules, program):
    """The locations (a set of bits) at which a bot with this ability would damage somebody."""
    found = 0
    for location in range(np.int64(rules.locations)):
        found |= np.int64(damages_at(table, rules, program, location)) << location
    return found


@jit
def open_locations(table, rules, program):
    """The locations (a set of bits) at which a bot can be activated.

    "A bot that cannot place damage on at least 1 elemental may not be activated." With & move, "can damage" is judged
    at the new location (R35).
    """
    damaging = damaging_locations(table, rules, program)
    first = rules.effect[program, 0]
    if first.verb != MOVE:
        return damaging
    if first.question != WHERE_OTHER:
        return damaging << 1 | damaging >> 1
    found = 0
    for location in range(np.int64(rules.locations)):
        found |= np.int64((damaging & ~(1 << location)) != 0) << location
    return found


@jit
def legal_bots(table, rules, options):
    """The bots with the plan's next number that can damage somebody; if there are none, "just skip that number"."""
    turn = table.turn
    number = np.int64(rules.plan_numbers[top_plan(table), np.int64(turn.count)])
    places = open_locations(table, rules, BOTS + number)
    n = 0
    for index in range(side_size(table, rules, TRAINER)):
        bot = elemental_at(table, TRAINER, index)
        fits = ((card_of(bot) & NUMBER_MASK) == number) & ((bot & USED) == 0)
        options[n] = ACTIVATE + index
        n += fits & (places >> location_of(table, TRAINER, index) & 1)
    if n == 0:
        options[0] = STOP
        n = 1
    return n


@jit
def activate_bot(table, index):
    """ "When you activate a bot, resolve the ability described on the challenge for the corresponding number." """
    bot = elemental_at(table, TRAINER, index)
    table.elementals[TRAINER, index] = bot | USED
    begin_ability(table, BOTS + (card_of(bot) & NUMBER_MASK), TRAINER, index)


@jit
def go_to_next_number(turn):
    """Go on to the plan's next number; whether there is one."""
    turn.count += 1
    turn.asks = ASK_BOT
    return turn.count < NUMBERS_A_PLAN
