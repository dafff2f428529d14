"""The two verbs that move a game: `legal` lists what may be chosen now, `apply` carries one choice out.

`apply` runs on through questions that have one answer only; `carry_out` stops at those as well, for who has to see
each step (the record). `legal` is the one source of legality: strategies, the search, the record's reader and a person
at the keyboard all ask it. What is asked stands in ``table.turn.asks``.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.riftforce.core.abilities import begin_ability, choose, damages_at, go, resolve
from rfsim.riftforce.core.board import (
    column_end,
    column_size,
    column_start,
    damage_of,
    elemental_at,
    guild_of,
    has_control,
    insert,
    location_of,
    owner_of,
    side_size,
)
from rfsim.riftforce.core.effects import (
    ACTIVATED,
    MOVE,
    PLAYED,
    WHERE_ENEMY_ADJACENT,
    WHERE_IT_GOES,
    WHERE_OTHER,
    WHICH_ALLY,
    WHICH_ALLY_HERE,
    WHICH_ENEMY,
    WHICH_MOST_DAMAGED,
)
from rfsim.riftforce.core.ending import end_action, leader
from rfsim.riftforce.core.piles import discard, draw_up_to, take_from_hand
from rfsim.riftforce.core.state import (
    ACTIVATE,
    ASK_ABILITY,
    ASK_ACTION,
    ASK_BOT,
    ASK_CARD,
    ASK_ELEMENTAL,
    ASK_PLACE,
    ASK_PLAN,
    CARD_MASK,
    CHOOSE,
    CONTROL,
    DISCARD,
    DRAW,
    EXECUTE,
    GO,
    NONE,
    NUMBER_BITS,
    NUMBER_MASK,
    OWNER_SHIFT,
    PLAY,
    PUT,
    PUT_LOCATION_MASK,
    PUT_SHIFT,
    STOP,
    THING_MASK,
    USED,
    VERB_SHIFT,
)
from rfsim.riftforce.core.trainer import activate_bot, begin_plan, discard_plan, go_to_next_number, legal_bots

ONE = np.uint64(1)
#: In a set of signs, bit 0 to 3 are the numbers, the bits behind them the guilds.
SYMBOL_SHIFT = 4


# ------------------------------------------------------------------------------------------------- legal: the action


@jit
def signs_of(card):
    """The card's number and symbol as a set of bits."""
    return ONE << np.uint64(card & NUMBER_MASK) | ONE << np.uint64((card >> NUMBER_BITS) + SYMBOL_SHIFT)


@jit
def signs_on_table(table, rules, seat):
    """All numbers and symbols that this seat could activate by: of teammates' elementals only the numbers (R30)."""
    side = np.int64(rules.side[seat])
    signs = np.uint64(0)
    for index in range(side_size(table, rules, side)):
        elemental = elemental_at(table, side, index)
        card = elemental & CARD_MASK
        is_own = np.uint64(owner_of(elemental) == seat)
        signs |= ONE << np.uint64(card & NUMBER_MASK)
        signs |= is_own << np.uint64((card >> NUMBER_BITS) + SYMBOL_SHIFT)
    return signs


@jit
def legal_actions(game, rules, options):
    """Each card may be played, and discarded if it matches an elemental (R3); else Check & Draw (R5)."""
    table = game.table
    seat = np.int64(table.acting)
    hand = game.seat[seat].hand
    cards = np.int64(hand.n)
    signs = signs_on_table(table, rules, seat)
    if rules.min_activations == 0:
        signs = ~np.uint64(0)
    for i in range(cards):
        options[i] = PLAY + i
    n = cards
    for i in range(cards):
        options[n] = DISCARD + i
        n += (signs_of(np.int64(hand.card[i])) & signs) != np.uint64(0)
    options[n] = DRAW
    n += (cards < rules.hand) | (rules.draw_any_hand > 0)
    return n


# ------------------------------------------------------------------------------------------------------- legal: Play


@jit
def legal_places(rules, options):
    """The first card may go to any location."""
    locations = np.int64(rules.locations)
    for location in range(locations):
        options[location] = PUT | location
    return locations


@jit
def legal_cards(game, rules, options):
    """Stop, or a further card that is alike, to the same location or at either end of the run (R1, R2)."""
    table, turn = game.table, game.table.turn
    hand = game.seat[np.int64(table.acting)].hand
    low, high = np.int64(turn.low), np.int64(turn.high)
    may_stay = (rules.play_together > 0) & ((turn.count == 1) | (turn.together > 0))
    may_spread = (turn.count == 1) | (turn.together == 0)
    may_left = may_spread & (low > 0)
    may_right = may_spread & (high + 1 < rules.locations)
    options[0] = STOP
    n = 1
    for i in range(np.int64(hand.n)):
        alike = is_alike(turn, np.int64(hand.card[i]))
        put = PUT | i << PUT_SHIFT
        options[n] = put | low
        n += alike & may_stay
        options[n] = put | (low - 1)
        n += alike & may_left
        options[n] = put | (high + 1)
        n += alike & may_right
    return n


@jit
def is_alike(turn, card):
    """ "They must either all show the same symbol or all show the same number." (R2)"""
    difference = card ^ np.int64(turn.card)
    same_number = (difference & NUMBER_MASK) == 0
    same_symbol = (difference >> NUMBER_BITS) == 0
    return (same_number & (turn.by_number > 0)) | (same_symbol & (turn.by_symbol > 0))


# --------------------------------------------------------------------------------------------------- legal: Activate


@jit
def legal_elementals(game, rules, options):
    """Stop (once enough are activated), or an elemental that matches and was not activated in this action (R2 to R4).

    "… you can activate elementals of your team member", by number alone (R30).
    """
    table, turn = game.table, game.table.turn
    seat = np.int64(table.acting)
    side = np.int64(rules.side[seat])
    by_number, by_symbol = turn.by_number > 0, turn.by_symbol > 0
    discarded = np.int64(turn.card)
    options[0] = STOP
    n = np.int64(turn.count >= rules.min_activations)
    for index in range(side_size(table, rules, side)):
        elemental = elemental_at(table, side, index)
        difference = (elemental & CARD_MASK) ^ discarded
        matches = by_number & ((difference & NUMBER_MASK) == 0)
        matches |= by_symbol & ((difference >> NUMBER_BITS) == 0) & (owner_of(elemental) == seat)
        options[n] = ACTIVATE + index
        n += matches & ((elemental & USED) == 0)
    return n


# ---------------------------------------------------------------------------------- legal: what an ability asks for


@jit
def legal_locations(table, rules, step, here, options):
    """Locations: adjacent ones or any other; for a bot's move those where it damages somebody, if there are any."""
    adjacent = step.question != WHERE_OTHER
    side, n = np.int64(table.turn.side), 0
    is_bot = (rules.trainer & side) > 0
    for filtered in range(1 if is_bot and step.verb == MOVE else 0, -1, -1):
        for location in range(np.int64(rules.locations)):
            distance = abs(location - here)
            if distance == 0 or (adjacent and distance > 1):
                continue
            if filtered and not damages_at(table, rules, np.int64(table.turn.program), location):
                continue
            options[n] = GO + location
            n += 1
        if n > 0:
            break
    return n


@jit
def legal_enemies_adjacent(table, rules, here, options):
    """ "… an enemy on the left or the right location": an adjacent location that holds an enemy (R6)."""
    enemy, n = 1 - np.int64(table.turn.side), 0
    for location in range(max(here - 1, 0), min(here + 2, np.int64(rules.locations))):
        options[n] = GO + location
        n += (location != here) & (column_size(table, enemy, location) > 0)
    return n


@jit
def legal_enemies_here(table, step, here, options):
    """Any enemy at this location, or those with the most damage (R37)."""
    enemy, n = 1 - np.int64(table.turn.side), 0
    start, end = column_start(table, enemy, here), column_end(table, enemy, here)
    least = 0
    if step.question == WHICH_MOST_DAMAGED:
        for index in range(start, end):
            least = max(least, damage_of(elemental_at(table, enemy, index)))
    for index in range(start, end):
        options[n] = CHOOSE + index
        n += damage_of(elemental_at(table, enemy, index)) >= least
    return n


@jit
def legal_allies(table, rules, step, here, options):
    """Damaged allies: any with this one (Light), or others at this location (Love)."""
    side, this, n = np.int64(table.turn.side), np.int64(table.turn.this), 0
    start, end = 0, side_size(table, rules, side)
    if step.question == WHICH_ALLY_HERE:
        start, end = column_start(table, side, here), column_end(table, side, here)
    for index in range(start, end):
        options[n] = CHOOSE + index
        is_open = (step.question == WHICH_ALLY) | (index != this)
        n += is_open & (damage_of(elemental_at(table, side, index)) > 0)
    return n


@jit
def legal_choices(table, rules, options):
    """What the step in progress of an ability asks for."""
    turn = table.turn
    step = rules.effect[np.int64(turn.program), np.int64(turn.step)]
    here = location_of(table, np.int64(turn.side), np.int64(turn.this))
    question = step.question
    if question == WHERE_ENEMY_ADJACENT:
        return legal_enemies_adjacent(table, rules, here, options)
    if question == WHICH_ENEMY or question == WHICH_MOST_DAMAGED:
        return legal_enemies_here(table, step, here, options)
    if question == WHICH_ALLY or question == WHICH_ALLY_HERE:
        return legal_allies(table, rules, step, here, options)
    if question == WHERE_IT_GOES:
        here = np.int64(turn.it_location)
    return legal_locations(table, rules, step, here, options)


# ------------------------------------------------------------------------------------------------------------- legal


@jit
def legal(game, rules, options):
    """Fill `options` with what may be chosen now; how many. None once the game is over.

    `options` has room for `MOST_OPTIONS`. One option alone is no decision: `apply` it.
    """
    asks = np.int64(game.table.turn.asks)
    if asks == ASK_ACTION:
        return legal_actions(game, rules, options)
    if asks == ASK_ELEMENTAL:
        return legal_elementals(game, rules, options)
    if asks == ASK_CARD:
        return legal_cards(game, rules, options)
    if asks == ASK_PLACE:
        return legal_places(rules, options)
    if asks == ASK_ABILITY:
        return legal_choices(game.table, rules, options)
    if asks == ASK_BOT:
        return legal_bots(game.table, rules, options)
    if asks == ASK_PLAN:
        options[0] = EXECUTE
        return 1
    return 0


# ------------------------------------------------------------------------------------------------ carrying out: Play


@jit
def put_card(game, rules, index, location):
    """Play one card: "place the new elementals on top", behind those that are there already."""
    table, turn = game.table, game.table.turn
    seat = np.int64(table.acting)
    side = np.int64(rules.side[seat])
    card = take_from_hand(game, seat, index)
    if turn.count == 0:
        begin_matching(turn, card)
        turn.low = location
        turn.high = location
    else:
        narrow(turn, card, True)
        turn.together |= turn.low == location
        turn.low = min(turn.low, location)
        turn.high = max(turn.high, location)
    turn.count += 1
    game.events.played[guild_of(card)] += 1
    this = insert(table, rules, side, location, card | seat << OWNER_SHIFT)
    begin_ability(table, PLAYED + guild_of(card), side, this)


@jit
def begin_matching(turn, card):
    """The first card played, or the one discarded, says what all further ones have to be like."""
    turn.card = card
    turn.by_number = 1
    turn.by_symbol = 1


@jit
def narrow(turn, card, is_own):
    """After a further card: do all still show the same number, or the same symbol (R2)?"""
    difference = card ^ np.int64(turn.card)
    turn.by_number &= (difference & NUMBER_MASK) == 0
    turn.by_symbol &= ((difference >> NUMBER_BITS) == 0) & is_own


# -------------------------------------------------------------------------------------------- carrying out: Activate


@jit
def begin_activate(game, index):
    """ "First discard 1 elemental from your hand face up onto your discard pile." """
    table = game.table
    seat = np.int64(table.acting)
    card = take_from_hand(game, seat, index)
    discard(table, seat, card)
    begin_matching(table.turn, card)


@jit
def activate(game, rules, index):
    """Activate one elemental, and mark it (R4)."""
    table, turn = game.table, game.table.turn
    seat = np.int64(table.acting)
    side = np.int64(rules.side[seat])
    elemental = elemental_at(table, side, index)
    table.elementals[side, index] = elemental | USED
    card = elemental & CARD_MASK
    narrow(turn, card, owner_of(elemental) == seat)
    turn.count += 1
    game.events.activated[guild_of(card)] += 1
    begin_ability(table, ACTIVATED + guild_of(card), side, index)


@jit
def clear_used_marks(table, rules, side):
    for index in range(side_size(table, rules, side)):
        table.elementals[side, index] &= ~np.uint16(USED)


# ---------------------------------------------------------------------------------------- carrying out: Check & Draw


@jit
def check_and_draw(game, rules):
    """ "You gain 1 Riftforce for each controlled location." Team members check their own area only (R29)."""
    table = game.table
    seat = np.int64(table.acting)
    side, area = np.int64(rules.side[seat]), np.int64(rules.area[seat])
    for location in range(np.int64(rules.locations)):
        scored = (area >> location & 1) & has_control(table, side, location)
        table.score[side] += scored
        game.events.riftforce[side, CONTROL] += scored
    draw_up_to(game, seat, np.int64(rules.hand))


# ------------------------------------------------------------------------------------------- carrying out any option


@jit
def after_ability(game, rules):
    """An ability is done: the next card, the next elemental, or the end of the action."""
    turn = game.table.turn
    if turn.action == EXECUTE >> VERB_SHIFT:
        if not go_to_next_number(turn):
            finish_action(game, rules)
    elif turn.count >= rules.most_cards:
        finish_action(game, rules)
    elif turn.action == PLAY >> VERB_SHIFT:
        turn.asks = ASK_CARD
    else:
        turn.asks = ASK_ELEMENTAL


@jit
def finish_action(game, rules):
    table = game.table
    action = table.turn.action
    if action == DISCARD >> VERB_SHIFT or action == EXECUTE >> VERB_SHIFT:
        clear_used_marks(table, rules, np.int64(rules.side[table.acting]))
    if action == EXECUTE >> VERB_SHIFT:
        discard_plan(game)
    note_lead(game.events, leader(table))
    end_action(table, rules)


@jit
def note_lead(events, side):
    """Count a change of the lead."""
    if side != NONE and side != events.leader:
        events.lead_changes += events.leader != NONE
        events.leader = side


@jit
def execute_plan(game, rules):
    """The trainer's turn: its top plan."""
    game.table.turn.action = EXECUTE >> VERB_SHIFT
    if not begin_plan(game, rules):
        finish_action(game, rules)


@jit
def stop(game, rules):
    """No further card or elemental; or no bot can be activated for a number of the trainer's plan."""
    if game.table.turn.asks == ASK_BOT:
        after_ability(game, rules)
    else:
        finish_action(game, rules)


@jit
def begin_action(game, rules, verb, index):
    """Start one of the three actions."""
    turn = game.table.turn
    turn.action = verb >> VERB_SHIFT
    turn.count = 0
    turn.together = 0
    if verb == PLAY:
        turn.card = index
        turn.asks = ASK_PLACE
    elif verb == DISCARD:
        begin_activate(game, index)
        turn.asks = ASK_ELEMENTAL
    else:
        check_and_draw(game, rules)
        finish_action(game, rules)


@jit
def carry_out(game, rules, option):
    """Carry out one of the legal options, up to the next question (which may have one answer only)."""
    table, turn = game.table, game.table.turn
    verb, thing = option & ~THING_MASK, option & THING_MASK
    if verb <= DISCARD:
        if verb == STOP:
            stop(game, rules)
        else:
            begin_action(game, rules, verb, thing)
        return
    if verb == EXECUTE:
        execute_plan(game, rules)
        return
    if verb == ACTIVATE:
        if turn.asks == ASK_BOT:
            activate_bot(table, thing)
        else:
            activate(game, rules, thing)
    elif verb == PUT:
        if turn.asks == ASK_PLACE:
            put_card(game, rules, np.int64(turn.card), thing)
        else:
            put_card(game, rules, thing >> PUT_SHIFT, thing & PUT_LOCATION_MASK)
    elif verb == GO:
        go(game, rules, thing)
    else:
        choose(game, rules, thing)
    if not resolve(game, rules):
        after_ability(game, rules)


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
