"""Abilities: the effect table's steps, carried out one by one on the table.

An ability runs until it is done or asks for a choice. What is in progress stands in ``table.turn``: `this` elemental
of `side`, the `program` and its `step`, and `it`, the enemy that the last step hit.
"""

from __future__ import annotations

import numpy as np

from rfsim.jit import jit
from rfsim.riftforce.core.board import (
    column_end,
    column_size,
    column_start,
    damage_of,
    elemental_at,
    guild_of,
    insert,
    is_destroyed,
    location_of,
    move,
    owner_of,
    place_damage,
    remove,
    remove_damage,
    side_size,
)
from rfsim.riftforce.core.effects import (
    ALLY_BEHIND,
    BOTS,
    DAMAGE,
    DRAG,
    DRAW_CARDS,
    EACH_ENEMY,
    EACH_OTHER_ENEMY,
    END,
    FIRST_ENEMY_ADJACENT,
    FIRST_ENEMY_EACH_ADJACENT,
    FIRST_ENEMY_HERE_AND_ADJACENT,
    GAIN_ON_DESTROY,
    HEAL,
    IF_TARGET_DAMAGED,
    IF_THIS_DAMAGED,
    LAST_ENEMY,
    MOVE,
    NO_QUESTION,
    PLAYED,
    PULL,
    PUSH,
    REPEAT_ON_DESTROY,
    SECOND_ENEMY,
    THIS,
    THIS_AND_ALLIES_IN_FRONT,
    WHERE_ENEMY_ADJACENT,
    WHERE_OTHER,
    WHERE_STOLEN,
    WHICH_ALLY,
    WHICH_ALLY_HERE,
    WHICH_MOST_DAMAGED,
)
from rfsim.riftforce.core.piles import discard, draw_up_to
from rfsim.riftforce.core.state import (
    ASK_ABILITY,
    BONUS,
    CARD_MASK,
    GIFTS,
    GUILDS,
    KILLS,
    NONE,
    NUMBER_MASK,
    OWNER_SHIFT,
)

# ------------------------------------------------------------------------------------------------------- destruction


@jit
def riftforce_for(table, rules, side, elemental):
    """What the destruction of an elemental of `side` gives to the other side (R8).

    "You gain 1 Riftforce for each destroyed enemy." "When this Crystal is destroyed, your opponent gains +1
    Riftforce." "You therefore don't gain any additional Riftforce, if you destroy a Crystal bot."
    """
    is_bot = rules.trainer & side
    return 1 + np.int64(rules.worth_more[guild_of(elemental & CARD_MASK)]) * (1 - is_bot)


@jit
def score_destroyed(game, rules, side, elemental):
    """Give the other side what the destruction of an elemental of `side` is worth."""
    table, riftforce = game.table, game.events.riftforce
    gained = riftforce_for(table, rules, side, elemental)
    table.score[1 - side] += gained
    source = GIFTS if side == np.int64(rules.side[table.acting]) else KILLS
    riftforce[1 - side, source] += 1
    riftforce[1 - side, BONUS] += gained - 1


@jit
def gives_nothing(table, rules):
    """ "If this Acid destroys an enemy, gain no Riftforce." """
    program = np.int64(table.turn.program)
    return (program < BOTS) & (rules.kills_give_nothing[program & (GUILDS - 1)] > 0)


@jit
def sweep_side(game, rules, side, scores):
    """Remove what has lethal damage from one side's row, closing the gaps."""
    table, turn = game.table, game.table.turn
    i = 0
    while i < side_size(table, rules, side):
        if not is_destroyed(elemental_at(table, side, i)):
            i += 1
            continue
        elemental = remove(table, rules, side, i)
        discard(table, owner_of(elemental), elemental)
        game.events.destroyed[guild_of(elemental & CARD_MASK)] += 1
        if scores:
            score_destroyed(game, rules, side, elemental)
        if side == turn.side and turn.this != NONE and i <= turn.this:
            turn.this = NONE if i == turn.this else turn.this - 1


@jit
def sweep(game, rules):
    """Remove every destroyed elemental from the table to its owner's discard pile, and score it (R7, R8)."""
    table = game.table
    lethal = np.int64(table.turn.lethal)
    if lethal == 0:
        return
    scores = not gives_nothing(table, rules)
    for side in range(2):
        if lethal >> side & 1:
            sweep_side(game, rules, side, scores)
    table.turn.lethal = 0
    table.turn.it = NONE


# ------------------------------------------------------------------------------------------------------------ damage


@jit
def amount_for(table, step, index):
    """How much damage a step places on the enemy with this index."""
    turn = table.turn
    if step.extra == IF_TARGET_DAMAGED:
        if damage_of(elemental_at(table, 1 - np.int64(turn.side), index)) > 0:
            return np.int64(step.special)
    if step.extra == IF_THIS_DAMAGED:
        if damage_of(elemental_at(table, np.int64(turn.side), np.int64(turn.this))) > 0:
            return np.int64(step.special)
    return np.int64(step.amount)


@jit
def damage_one(game, step, index, location):
    """Place a step's damage on one enemy, which becomes `it`, and see to what follows from its destruction."""
    table, turn = game.table, game.table.turn
    side = np.int64(turn.side)
    turn.it = index
    turn.it_location = location
    if place_damage(table, 1 - side, index, amount_for(table, step, index)):
        # "If the Shadow destroys this enemy, gain +1 Riftforce."
        if step.extra == GAIN_ON_DESTROY:
            table.score[side] += step.special
            game.events.riftforce[side, BONUS] += step.special


@jit
def damage_first(table, location, amount):
    """Place damage on the first enemy at a location, if there is one: "the elemental closest to the location"."""
    enemy = 1 - np.int64(table.turn.side)
    if column_size(table, enemy, location) > 0:
        place_damage(table, enemy, column_start(table, enemy, location), amount)


@jit
def damage_each(table, side, start, end, amount):
    for index in range(start, end):
        place_damage(table, side, index, amount)


@jit
def damage_many(game, rules, step, here):
    """The targets of damage that are more than one enemy, or allies."""
    table, turn = game.table, game.table.turn
    side, this, amount = np.int64(turn.side), np.int64(turn.this), np.int64(step.amount)
    last_location = np.int64(rules.locations) - 1
    enemy = 1 - side
    target = step.target
    if target == FIRST_ENEMY_HERE_AND_ADJACENT or target == FIRST_ENEMY_EACH_ADJACENT:
        # "Place 1 damage each onto the first enemy at the left, same and right location."
        for location in range(max(here - 1, 0), min(here + 1, last_location) + 1):
            if location != here or target == FIRST_ENEMY_HERE_AND_ADJACENT:
                damage_first(table, location, amount)
    elif target == EACH_ENEMY:
        damage_each(table, enemy, column_start(table, enemy, here), column_end(table, enemy, here), amount)
    elif target == EACH_OTHER_ENEMY:
        damage_each(table, enemy, column_start(table, enemy, here) + 1, column_end(table, enemy, here), amount)
    elif target == ALLY_BEHIND:
        # "Place 1 damage on the ally directly behind this Fire."
        damage_each(table, side, this + 1, min(this + 2, column_end(table, side, here)), amount)
    elif target == THIS:
        place_damage(table, side, this, amount)
    elif target == THIS_AND_ALLIES_IN_FRONT:
        # "Place 1 damage each on this Lava and all allies in front of this Lava."
        damage_each(table, side, column_start(table, side, here), this + 1, amount)


@jit
def damage(game, rules, step, here):
    """Carry out a damage step that asks for nothing."""
    table = game.table
    enemy = 1 - np.int64(table.turn.side)
    start, end = column_start(table, enemy, here), column_end(table, enemy, here)
    if step.target > SECOND_ENEMY:
        damage_many(game, rules, step, here)
        return
    index = start
    if step.target == LAST_ENEMY:
        index = end - 1
    elif step.target == SECOND_ENEMY:
        index = start + 1
    if start <= index and index < end:
        damage_one(game, step, index, here)
    else:
        table.turn.it = NONE


# ----------------------------------------------------------------------------------------------- the destroyed enemy


@jit
def has_destroyed(table):
    """Whether `it`, the enemy that was hit last, has lethal damage."""
    turn = table.turn
    return turn.it != NONE and is_destroyed(elemental_at(table, 1 - np.int64(turn.side), np.int64(turn.it)))


@jit
def note_theft(table, card, old_owner, thief):
    """From now on one copy of this card belongs to the thief (R18)."""
    guild = guild_of(card)
    for place in range(table.guilds.size):
        if table.guilds[place // 4, place % 4] == guild:
            kind = place * 3 + (card & NUMBER_MASK)
            table.belongs[old_owner, kind] -= 1
            table.belongs[thief, kind] += 1


@jit
def steal(game, rules, location):
    """ "If the Music destroys this enemy, play it on your side of the Rift at an adjacent location."

    It scores as always, comes without damage, belongs to the seat that acts, and counts as played (R18).
    """
    table, turn = game.table, game.table.turn
    side, thief = np.int64(turn.side), np.int64(table.acting)
    elemental = remove(table, rules, 1 - side, np.int64(turn.it))
    card = elemental & CARD_MASK
    game.events.destroyed[guild_of(card)] += 1
    game.events.played[guild_of(card)] += 1
    if not gives_nothing(table, rules):
        score_destroyed(game, rules, 1 - side, elemental)
    note_theft(table, card, owner_of(elemental), thief)
    turn.this = insert(table, rules, side, location, card | thief << OWNER_SHIFT)
    turn.it = NONE
    # "The elementals whose control you take over are treated as if you had just played them."
    turn.program = PLAYED + guild_of(card)
    turn.step = 0


# ------------------------------------------------------------------------------------------------------- the choices


@jit
def move_it(table, rules, location):
    """Move the enemy that was hit; "a destroyed enemy is not moved" (R12)."""
    turn = table.turn
    if turn.it != NONE and not has_destroyed(table):
        turn.it = move(table, rules, 1 - np.int64(turn.side), np.int64(turn.it), location)
        turn.it_location = location


@jit
def count_damaged(table, side, start, end):
    damaged = 0
    for index in range(start, end):
        damaged += damage_of(elemental_at(table, side, index)) > 0
    return damaged


@jit
def has_neighbouring_enemy(table, rules, location):
    """Whether an adjacent location holds an enemy."""
    enemy = 1 - np.int64(table.turn.side)
    last = np.int64(rules.locations) - 1
    left = location > 0 and column_size(table, enemy, location - 1) > 0
    return left or (location < last and column_size(table, enemy, location + 1) > 0)


@jit
def has_answer(game, rules, question, here):
    """Whether there is anything to choose from: a step without any target does nothing (R6)."""
    table, turn = game.table, game.table.turn
    side = np.int64(turn.side)
    if question <= WHERE_OTHER:
        return True
    if question == WHERE_ENEMY_ADJACENT:
        return has_neighbouring_enemy(table, rules, here)
    if question <= WHICH_MOST_DAMAGED:
        return column_size(table, 1 - side, here) > 0
    if question == WHICH_ALLY:
        return count_damaged(table, side, 0, side_size(table, rules, side)) > 0
    if question == WHICH_ALLY_HERE:
        others = count_damaged(table, side, column_start(table, side, here), column_end(table, side, here))
        return others > (damage_of(elemental_at(table, side, np.int64(turn.this))) > 0)
    if question == WHERE_STOLEN:
        return has_destroyed(table)
    return turn.it != NONE and not has_destroyed(table)


@jit
def go(game, rules, location):
    """Carry out the step in progress with the location that was chosen."""
    table, turn = game.table, game.table.turn
    side = np.int64(turn.side)
    step = rules.effect[np.int64(turn.program), np.int64(turn.step)]
    if step.verb == DAMAGE:
        damage_one(game, step, column_start(table, 1 - side, location), location)
        end_step(game, rules, step)
        return
    turn.step += 1
    if step.verb == MOVE:
        turn.this = move(table, rules, side, np.int64(turn.this), location)
    elif step.verb == DRAG:
        # R11: "the enemy (if it is there and survives) and the Magnet both go there"
        move_it(table, rules, location)
        turn.this = move(table, rules, side, np.int64(turn.this), location)
    elif step.verb == PUSH:
        move_it(table, rules, location)
    else:
        steal(game, rules, location)


@jit
def choose(game, rules, index):
    """Carry out the step in progress with the elemental that was chosen."""
    table, turn = game.table, game.table.turn
    side = np.int64(turn.side)
    step = rules.effect[np.int64(turn.program), np.int64(turn.step)]
    if step.verb == HEAL:
        remove_damage(table, side, index, np.int64(step.amount))
    else:
        damage_one(game, step, index, location_of(table, 1 - side, index))
    end_step(game, rules, step)


# ------------------------------------------------------------------------------------------------ from step to step


@jit
def end_step(game, rules, step):
    """Go on to the next step, or repeat this one.

    "If the Thunderbolt destroys this enemy, repeat this ability once immediately." Damage is checked before (R7).
    """
    table, turn = game.table, game.table.turn
    if step.extra == REPEAT_ON_DESTROY and turn.repeated == 0 and has_destroyed(table):
        turn.repeated = 1
        sweep(game, rules)
    else:
        turn.step += 1


@jit
def carry_out_step(game, rules, step, here):
    """Carry out a step that asks for nothing."""
    table, turn = game.table, game.table.turn
    verb = step.verb
    if verb == DAMAGE:
        damage(game, rules, step, here)
    elif verb == HEAL:
        # "Remove 1 damage from this Sand."
        remove_damage(table, np.int64(turn.side), np.int64(turn.this), np.int64(step.amount))
    elif verb == PULL:
        # "Move this enemy to the location of this Plant."
        move_it(table, rules, here)
    elif verb == DRAW_CARDS:
        # "If you have less than 7 elementals in your hand, draw 1 elemental."
        draw_for_ability(game, rules, np.int64(step.amount))


@jit
def draw_for_ability(game, rules, amount):
    """Draw up to `amount` cards, to a full hand at most (R17); the seat that acts draws (R30), a trainer never."""
    seat = np.int64(game.table.acting)
    if seat < rules.seats:
        draw_up_to(game, seat, min(np.int64(game.seat[seat].hand.n) + amount, np.int64(rules.hand)))


@jit
def begin_ability(table, program, side, this):
    """Make an ability the one in progress."""
    turn = table.turn
    turn.program = program
    turn.step = 0
    turn.side = side
    turn.this = this
    turn.it = NONE
    turn.repeated = 0


@jit
def resolve(game, rules):
    """Carry on with the ability in progress; whether it now asks for a choice.

    "You must resolve all steps of the ability in order from top to bottom as much as you can." "… resolve its
    ability completely and then check if you destroyed any elementals before activating your next elemental."
    """
    table, turn = game.table, game.table.turn
    side = np.int64(turn.side)
    while turn.this != NONE:
        step = rules.effect[np.int64(turn.program), np.int64(turn.step)]
        if step.verb == END:
            break
        here = location_of(table, side, np.int64(turn.this))
        if step.question == NO_QUESTION:
            carry_out_step(game, rules, step, here)
        elif has_answer(game, rules, step.question, here):
            turn.asks = ASK_ABILITY
            return True
        else:
            turn.it = NONE
        end_step(game, rules, step)
    sweep(game, rules)
    return False


# ------------------------------------------------------------------------------------------- can it damage anybody?


@jit
def step_damages_at(table, rules, step, location):
    """Whether a damage step would find an enemy if `this` stood at `location`."""
    if step.verb != DAMAGE:
        return False
    enemies = column_size(table, 1 - np.int64(table.turn.side), location)
    target = step.target
    if target == FIRST_ENEMY_ADJACENT or target == FIRST_ENEMY_EACH_ADJACENT:
        return has_neighbouring_enemy(table, rules, location)
    if target == FIRST_ENEMY_HERE_AND_ADJACENT:
        return enemies > 0 or has_neighbouring_enemy(table, rules, location)
    if target == SECOND_ENEMY or target == EACH_OTHER_ENEMY:
        return enemies > 1
    return enemies > 0


@jit
def damages_at(table, rules, program, location):
    """Whether any step of an ability would damage an enemy if `this` stood at `location` (R35)."""
    step = 0
    while rules.effect[program, step].verb != END:
        if step_damages_at(table, rules, rules.effect[program, step], location):
            return True
        step += 1
    return False
