"""The course of a turn: how it begins and ends, and what follows each action.

"Every effect, payment or step is one action: all its cards are taken and placed first, then the Rift is checked for a
split, then spells trigger." (E5)
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.accolades import accolades_of, flip_accolades
from rfsim.elemental.core.effects import (
    BELOW_FULL,
    EFFECT,
    FIRST_SPELL,
    FULL,
    PARTS,
    PAYMENT,
    TRIGGERED,
)
from rfsim.elemental.core.field import is_same, longest_link
from rfsim.elemental.core.piles import can_draw, discard, next_seat, take_from_hand
from rfsim.elemental.core.programs import ask, begin_program, end_program, run_steps
from rfsim.elemental.core.rift import first_group, occupied, rift_size, squares_of
from rfsim.elemental.core.state import (
    ASK_DRAW,
    ASK_LAST,
    ASK_NOTHING,
    ASK_SPELL,
    ASK_STAY,
    ASK_TRIGGER,
    CAP,
    ELEMENTS,
    NONE,
    THEN_DRAW,
    THEN_EFFECT,
    THEN_SPELL,
    WON,
)
from rfsim.jit import jit


@jit
def program_of(spell, part):
    """The number of a spell's program."""
    return FIRST_SPELL + spell * PARTS + part


# --------------------------------------------------------------------------------------------------- the turn begins


@jit
def end_game(table, ending, winner):
    table.ending = ending
    table.winner = winner
    ask(table, ASK_NOTHING, winner)


@jit
def begin_turn(table, rules):
    """Begin the turn of ``table.acting`` with its step 2, unless the game is over."""
    turn, seat = table.turn, np.int64(table.acting)
    if table.turns >= rules.max_turns:
        # "After 400 turns the game is undecided." (E13)
        end_game(table, CAP, NONE)
        return
    if accolades_of(table, rules, seat) >= rules.to_win:
        # "The first person to begin his turn with two Accolades wins the game." (E12)
        end_game(table, WON, seat)
        return
    flip_accolades(table, rules, seat)
    turn.played, turn.triggered, turn.discarded, turn.next_card = 0, 0, 0, 0
    # "If there are less than ten (10) elements in the Rift, the player adds any two (2) elements to the Rift. If there
    # are already ten (10) or more elements in the Rift, the player chooses any element and decays all of that element."
    begin_program(turn, FULL if rift_size(table, rules) >= rules.full else BELOW_FULL, seat)
    turn.then = THEN_DRAW


@jit
def end_turn(table, rules):
    """ "Once a player has completed the fifth step, his turn is over." """
    table.turns += 1
    table.acting = next_seat(rules, np.int64(table.acting))
    begin_turn(table, rules)


# ---------------------------------------------------------------------------------------------------- after an action


@jit
def put_away(table):
    """A program is through: a spell that was played now lies in front of its player, one that triggered is discarded.

    "The spell will remain in front of the player until its triggers." Only now can it trigger (E7).
    """
    turn = table.turn
    program = np.int64(turn.program)
    part = (program - FIRST_SPELL) % PARTS
    if program >= FIRST_SPELL and part == EFFECT:
        last = np.int64(table.spells)
        table.in_play[last], table.owner[last] = turn.spell, turn.actor
        table.spells = last + 1
        turn.spell = NONE
    elif program >= FIRST_SPELL and part == TRIGGERED:
        discard(table, take_from_play(table, np.int64(turn.trigger)))
    end_program(turn)


@jit
def take_from_play(table, index):
    """Take a spell from those in front of players; the others stay in order."""
    spell = np.int64(table.in_play[index])
    table.spells -= 1
    for i in range(index, np.int64(table.spells)):
        table.in_play[i] = table.in_play[i + 1]
        table.owner[i] = table.owner[i + 1]
    return spell


@jit
def is_split(table):
    """ "… two or more groups of cards are no longer connected" """
    return not is_same(first_group(table), occupied(table))


@jit
def note_links(table):
    """Note the largest linked group of each element."""
    for element in range(ELEMENTS):
        table.linked[element] = longest_link(squares_of(table, element))


@jit
def spell_value(rules, spell):
    """ "A spell's Spell Value is equal to its Decay Value plus its Trigger Value." """
    return np.int64(rules.spell[spell].decay_value) + np.int64(rules.spell[spell].trigger_value)


@jit
def does_trigger(table, rules, index):
    """ "A spell triggers when a number of the spell's trigger elements equal to the spell's trigger value are linked
    in the Rift."
    """
    spell = rules.spell[np.int64(table.in_play[index])]
    return table.linked[np.int64(spell.trigger_element)] >= spell.trigger_value


@jit
def highest_triggered(table, rules):
    """The highest spell value among the spells that trigger; 0 if none does."""
    highest = 0
    for index in range(np.int64(table.spells)):
        if does_trigger(table, rules, index):
            highest = max(highest, spell_value(rules, np.int64(table.in_play[index])))
    return highest


@jit
def ask_what_follows(table, rules):
    """Ask what an action brings about: which group stays, which spell triggers first. False if it brings nothing."""
    if is_split(table):
        # "… the player who caused the split chooses one of those groups."
        return ask(table, ASK_STAY, table.turn.actor)
    note_links(table)
    if highest_triggered(table, rules) > 0:
        # "… the player whose turn it is chooses which will trigger first."
        return ask(table, ASK_TRIGGER, table.acting)
    return False


@jit
def run_on(table, rules):
    """Carry on to the next question, from wherever the turn is."""
    turn = table.turn
    while True:
        if run_steps(table, rules):
            return
        put_away(table)
        if ask_what_follows(table, rules):
            return
        if turn.then != THEN_EFFECT:
            break
        turn.then = THEN_SPELL
        begin_program(turn, program_of(np.int64(turn.spell), EFFECT), np.int64(table.acting))
    if turn.then == THEN_DRAW:
        turn.then = THEN_SPELL
        if ask_to_draw(table, rules):
            return
    ask(table, ASK_SPELL, table.acting)


# ------------------------------------------------------------------------------------------------- the steps of a turn


@jit
def ask_to_draw(table, rules):
    """ "The player draws cards until he has three (3) cards in his hand." """
    missing = np.int64(rules.hand) - np.int64(table.hand_size[np.int64(table.acting)])
    table.turn.left = max(missing, 0)
    return missing > 0 and can_draw(table) and ask(table, ASK_DRAW, table.acting)


@jit
def play_spell(game, rules, index):
    """ "… the player places the spell in front of him, and decays a number of linked elements of the spell's type" """
    table, turn = game.table, game.table.turn
    seat = np.int64(table.acting)
    turn.spell = take_from_hand(game, seat, index)
    turn.played += 1
    turn.then = THEN_EFFECT
    begin_program(turn, program_of(np.int64(turn.spell), PAYMENT), seat)


@jit
def trigger_spell(table, index):
    """ "When a spell triggers, its trigger effect is carried out"; its owner makes the choices (E8)."""
    turn = table.turn
    turn.trigger = index
    turn.triggered += 1
    begin_program(turn, program_of(np.int64(table.in_play[index]), TRIGGERED), np.int64(table.owner[index]))


@jit
def discard_from_hand(game, rules, index):
    """ "The player discards up to 2 cards from his hand"; whether he may discard another one."""
    table, turn = game.table, game.table.turn
    discard(table, take_from_hand(game, np.int64(table.acting), index))
    turn.discarded += 1
    turn.next_card = index
    return turn.discarded < rules.most_discards and ask(table, ASK_LAST, table.acting)
