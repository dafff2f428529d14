"""The two verbs that move a game: `legal` lists what may be chosen now, `carry_out` carries one choice out.

`carry_out` stops at questions that have one answer only, too: whoever records or searches sees each step, and cards are
drawn or lost in no other way than by the options `DRAW` and `LOSE`. `legal` is the one source of legality: strategies,
the search, the record's reader and a person at the keyboard all ask it. What is asked stands in ``table.turn.asks``,
who is asked in ``table.asked``.
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.accolades import may_take, take_accolade
from rfsim.elemental.core.effects import ADD, NO_PROGRAM
from rfsim.elemental.core.field import (
    NOTHING,
    ONE,
    WORD,
    WORDS,
    count,
    is_empty,
    linked_with,
    lowest,
    lowest_bit,
    read,
    without,
)
from rfsim.elemental.core.piles import draw, lose_at_random
from rfsim.elemental.core.programs import (
    add_card,
    ask,
    ask_to_lose,
    ask_where,
    decay_all,
    replace,
    step_in_progress,
    take,
)
from rfsim.elemental.core.rift import keep_only, number_of, occupied, open_places
from rfsim.elemental.core.state import (
    ACCOLADE,
    ASK_DRAW,
    ASK_ELEMENT,
    ASK_LAST,
    ASK_LOSE,
    ASK_PLACE,
    ASK_REPLACE,
    ASK_SPELL,
    ASK_STAY,
    ASK_TAKE,
    ASK_TRIGGER,
    DISCARD,
    DRAW,
    ELEMENT,
    ELEMENTS,
    GOING_ON,
    LOSE,
    PLACE,
    PLAY,
    STAY,
    STOP,
    TAKE,
    THING_MASK,
    TRIGGER,
)
from rfsim.elemental.core.turns import (
    discard_from_hand,
    does_trigger,
    end_turn,
    highest_triggered,
    play_spell,
    run_on,
    spell_value,
    trigger_spell,
)
from rfsim.jit import jit

# ------------------------------------------------------------------------------------------------- legal: spells, end


@jit
def is_first_of_its_like(hand, start, index):
    """Of like cards in a hand the first one stands for all."""
    for earlier in range(start, index):
        if hand.card[earlier] == hand.card[index]:
            return False
    return True


@jit
def legal_spells(game, rules, options):
    """Stop, or play a spell: "if the Rift holds a linked group of its element with at least its decay value" (E7)."""
    table = game.table
    hand = game.seat[np.int64(table.acting)].hand
    options[0] = STOP
    n = 1
    if table.turn.played >= rules.most_plays:
        return n
    for index in range(np.int64(hand.n)):
        spell = rules.spell[np.int64(hand.card[index])]
        options[n] = PLAY | index
        n += (table.linked[np.int64(spell.element)] >= spell.decay_value) & is_first_of_its_like(hand, 0, index)
    return n


@jit
def legal_last(game, rules, options):
    """Stop, discard a card, or take an accolade: "discard up to two, or take one accolade, or neither" (E10)."""
    table, turn = game.table, game.table.turn
    hand = game.seat[np.int64(table.acting)].hand
    start = np.int64(turn.next_card)
    options[0] = STOP
    n = 1
    for index in range(start, np.int64(hand.n)):
        options[n] = DISCARD | index
        n += is_first_of_its_like(hand, start, index)
    if turn.discarded == 0:
        for accolade in range(np.int64(rules.accolades)):
            options[n] = ACCOLADE | accolade
            n += may_take(table, rules, accolade)
    return n


# ------------------------------------------------------------------------------------------------ legal: the programs


@jit
def legal_elements(table, rules, options):
    """Elements that can be added, or those that are present and can decay (E6)."""
    if step_in_progress(table, rules).verb != ADD:
        n = 0
        for element in range(ELEMENTS):
            options[n] = ELEMENT | element
            n += number_of(table, rules, element) > 0
        return n
    n = list_elements_to_add(table, rules, options, False)
    return n if n > 0 else list_elements_to_add(table, rules, options, True)


@jit
def list_elements_to_add(table, rules, options, anywhere):
    """Elements that the supply has, and that have a place that was not passed over (or `anywhere`)."""
    n = 0
    for element in range(ELEMENTS):
        has_place = anywhere or not is_empty(open_places(table, rules, element))
        options[n] = ELEMENT | element
        n += (table.supply[element] > 0) & has_place
    return n


@jit
def list_squares(options, n, verb, squares, most):
    """Add the lowest `most` of some squares to the options; how many there are then."""
    for word in range(WORDS):
        rest = squares[word]
        while rest != NOTHING and most > 0:
            options[n] = verb | (word * WORD + lowest_bit(rest))
            rest &= rest - ONE
            n += 1
            most -= 1
    return n


@jit
def legal_sets(verb, squares, left, options, n):
    """The next square of a set of `left` squares that is chosen in ascending order: enough have to come after it."""
    return list_squares(options, n, verb, squares, count(squares) - left + 1)


@jit
def legal_to_take(turn, options):
    """Cards that may be taken; of linked ones, those of every group that is large enough."""
    squares, left = read(turn.open), np.int64(turn.left)
    if not turn.linked:
        return legal_sets(TAKE, squares, left, options, 0)
    n = 0
    while not is_empty(squares):
        group = linked_with(squares, lowest(squares))
        n = legal_sets(TAKE, group, left, options, n)
        squares = without(squares, group)
    return n


@jit
def legal_groups(table, options):
    """The groups of a split Rift, each named by its lowest square."""
    cards, n = occupied(table), 0
    while not is_empty(cards):
        square = lowest(cards)
        options[n] = STAY | square
        n += 1
        cards = without(cards, linked_with(cards, square))
    return n


@jit
def legal_triggers(table, rules, options):
    """ "… the Spell with the highest Spell Value triggers first": those that tie, and of like ones the first."""
    highest, n = highest_triggered(table, rules), 0
    for index in range(np.int64(table.spells)):
        is_highest = spell_value(rules, np.int64(table.in_play[index])) == highest
        options[n] = TRIGGER | index
        n += does_trigger(table, rules, index) & is_highest & is_first_in_play(table, index)
    return n


@jit
def is_first_in_play(table, index):
    for earlier in range(index):
        if table.in_play[earlier] == table.in_play[index] and table.owner[earlier] == table.owner[index]:
            return False
    return True


# ------------------------------------------------------------------------------------------------------------- legal


@jit
def legal(game, rules, options):
    """Fill `options` with what may be chosen now; how many. None once the game is over.

    `options` has room for `MOST_OPTIONS`. One option alone is no decision: carry it out.
    """
    table, turn = game.table, game.table.turn
    asks = np.int64(turn.asks)
    if asks == ASK_PLACE:
        return list_squares(options, 0, PLACE, read(turn.open), count(read(turn.open)))
    if asks == ASK_ELEMENT:
        return legal_elements(table, rules, options)
    if asks == ASK_TAKE:
        return legal_to_take(turn, options)
    if asks == ASK_REPLACE:
        return legal_sets(PLACE, read(turn.open), np.int64(turn.left), options, 0)
    if asks == ASK_SPELL:
        return legal_spells(game, rules, options)
    if asks == ASK_LAST:
        return legal_last(game, rules, options)
    if asks == ASK_DRAW:
        options[0] = DRAW | np.int64(turn.left)
        return 1
    if asks == ASK_LOSE:
        options[0] = LOSE | np.int64(turn.victim)
        return 1
    if asks == ASK_STAY:
        return legal_groups(table, options)
    if asks == ASK_TRIGGER:
        return legal_triggers(table, rules, options)
    return 0


# ------------------------------------------------------------------------------------------------------- carrying out


@jit
def lose_card(game, rules, seat):
    """An opponent discards a card at random; whether another one does."""
    turn = game.table.turn
    lose_at_random(game, seat)
    turn.left -= 1
    return ask_to_lose(game.table, rules, step_in_progress(game.table, rules))


@jit
def answer_step(game, rules, verb, thing):
    """Carry out what a step of a program asked for; whether it asks again."""
    table, turn = game.table, game.table.turn
    if verb == PLACE:
        return add_card(table, rules, thing) if turn.asks == ASK_PLACE else replace(table, thing)
    if verb == TAKE:
        return take(table, rules, thing)
    if verb == ELEMENT:
        turn.element = thing
        return ask_where(table, rules) if step_in_progress(table, rules).verb == ADD else decay_all(table, rules)
    if verb == LOSE:
        return lose_card(game, rules, thing)
    draw(game, np.int64(table.asked), thing)
    # Step 3 draws outside of any program; step 4 comes next.
    return turn.program == NO_PROGRAM and ask(table, ASK_SPELL, table.acting)


@jit
def finish_turn(game, rules, verb, thing):
    """Carry out the choice of step 5; True if there is no turn to go on with: it still asks, or the game is over."""
    if verb == DISCARD:
        if discard_from_hand(game, rules, thing):
            return True
    elif verb == ACCOLADE:
        take_accolade(game.table, rules, thing)
    end_turn(game.table, rules)
    return game.table.ending != GOING_ON


@jit
def carry_out(game, rules, option):
    """Carry out one of the legal options, up to the next question (which may have one answer only)."""
    table, turn = game.table, game.table.turn
    verb, thing = option & ~THING_MASK, option & THING_MASK
    if verb == STOP and turn.asks == ASK_SPELL:
        ask(table, ASK_LAST, table.acting)
        return
    if verb == STOP or verb == DISCARD or verb == ACCOLADE:
        if finish_turn(game, rules, verb, thing):
            return
    elif verb == PLAY:
        play_spell(game, rules, thing)
    elif verb == TRIGGER:
        trigger_spell(table, thing)
    elif verb == STAY:
        keep_only(table, linked_with(occupied(table), thing))
    elif answer_step(game, rules, verb, thing):
        return
    else:
        turn.step += 1
    run_on(table, rules)


@jit
def apply(game, rules, option, options):
    """Carry out one of the legal options and run on to the next real choice.

    `options` is filled with what may be chosen there; how many they are (at least 2, or 0 once the game is over).
    """
    carry_out(game, rules, option)
    n = legal(game, rules, options)
    while n == 1:
        carry_out(game, rules, np.int64(options[0]))
        n = legal(game, rules, options)
    return n
