"""The rules as a record: the effect table that the core interprets, and the values of a preset.

The record travels as an argument, so a patch changes numbers without a recompile. `language.py` turns the steps of the
guild files into rows of the effect table; `rules.py` fills in the rest from the preset and the patches.
"""

from __future__ import annotations

import numpy as np

from rfsim.riftforce.core.state import GUILDS, NUMBERS_A_PLAN, PLANS, SEATS

# ------------------------------------------------------------------------------------------------- what a step does

END = 0  #: the ability is done
DAMAGE = 1
HEAL = 2
MOVE = 3  #: this elemental goes to another location
DRAG = 4  #: this elemental goes to an adjacent location and takes the enemy along (Magnet)
PULL = 5  #: the enemy comes to the location of this elemental (Plant)
PUSH = 6  #: the enemy goes to an adjacent location (a bot's number 6, three stars)
STEAL = 7  #: the destroyed enemy is played on this elemental's side (Music)
DRAW_CARDS = 8  #: cards are drawn, up to the hand's limit (Star)

# --------------------------------------------------------------------------------------- to whom: targets of DAMAGE

FIRST_ENEMY = 0
LAST_ENEMY = 1
SECOND_ENEMY = 2
EACH_ENEMY = 3
EACH_OTHER_ENEMY = 4  #: all but the first
FIRST_ENEMY_EACH_ADJACENT = 5
FIRST_ENEMY_HERE_AND_ADJACENT = 6
ALLY_BEHIND = 7
THIS_AND_ALLIES_IN_FRONT = 8
THIS = 9
ANY_ENEMY = 10  #: a choice
MOST_DAMAGED_ENEMY = 11  #: a choice among those that tie
FIRST_ENEMY_ADJACENT = 12  #: the choice of one adjacent location

# ----------------------------------------------------------------------- targets of HEAL (THIS is one as well), MOVE

ANY_ALLY = 13  #: a choice: this or any ally that is damaged
ALLY_HERE = 14  #: a choice: another ally at this location that is damaged
ADJACENT = 15  #: a choice of one adjacent location
OTHER = 16  #: a choice of any other location
NO_TARGET = 17

# ---------------------------------------------------------------------------------------------------- with what: extra

ALWAYS = 0
IF_TARGET_DAMAGED = 1  #: `otherwise_amount` is the damage if the target has damage on it
IF_THIS_DAMAGED = 2  #: … if this elemental has damage on it
REPEAT_ON_DESTROY = 3  #: the step is repeated once if it destroys its target
GAIN_ON_DESTROY = 4  #: `special` more Riftforce if it destroys its target

ALL_DAMAGE = 63  #: the amount of "heal all"

# ------------------------------------------------------------------------------------- what a step asks for: question

NO_QUESTION = 0
WHERE_ADJACENT = 1  #: an adjacent location to go to
WHERE_OTHER = 2  #: any other location to go to
WHERE_ENEMY_ADJACENT = 3  #: an adjacent location that holds an enemy
WHICH_ENEMY = 4  #: an enemy at this location
WHICH_MOST_DAMAGED = 5  #: an enemy at this location that has the most damage
WHICH_ALLY = 6  #: an ally anywhere, this one too, that is damaged
WHICH_ALLY_HERE = 7  #: another ally at this location that is damaged
WHERE_IT_GOES = 8  #: a location adjacent to the enemy that was hit
WHERE_STOLEN = 9  #: an adjacent location for the enemy that was destroyed

# ---------------------------------------------------------------------------------------------------- the effect table

STEPS = 6  # of one program, with the END that closes it
CHALLENGE_NUMBERS = 3
ACTIVATED = 0  # program of a guild: guild + ACTIVATED when activated …
PLAYED = GUILDS  # … and guild + PLAYED when played
BOTS = 2 * GUILDS  # program of the bots with number 5, 6, 7
PROGRAMS = BOTS + CHALLENGE_NUMBERS

step_type = np.dtype(
    [
        ("verb", np.uint8),
        ("target", np.uint8),
        ("question", np.uint8),
        ("amount", np.uint8),
        ("extra", np.uint8),
        ("special", np.uint8),  # the other amount of a condition, or the Riftforce gained
    ]
)

# ------------------------------------------------------------------------------------------------------ preset values

PLACEMENTS = 5
POSITIONS = 4
END_OF_ROUND, END_OF_ACTION = 0, 1

rules_type = np.dtype(
    [
        ("locations", np.uint8),
        ("seats", np.uint8),  # seats with a hand
        ("positions", np.uint8),  # actions in a round
        ("order", np.uint8, (POSITIONS,)),  # the seat that acts at each position (counted from the first seat)
        ("side", np.uint8, (SEATS,)),
        ("area", np.uint8, (SEATS,)),  # bit l: this seat scores location l
        ("target", np.uint8),  # Riftforce that triggers the end
        ("end_of", np.uint8),  # END_OF_ROUND (R21) or END_OF_ACTION (R26)
        ("hand", np.uint8),  # cards in a full hand
        ("draw_any_hand", np.uint8),  # 1: Check & Draw is legal with a full hand too (R26)
        ("play_together", np.uint8),  # 1: cards of one action may go to one location
        ("most_cards", np.uint8),  # cards played, or elementals activated, in one action
        ("min_activations", np.uint8),  # R3
        ("max_turns", np.uint16),  # R22
        ("has_stalemate", np.uint8),  # R22: solo mode has none
        ("random_start", np.uint8),
        ("removed_a_guild", np.uint8),  # cards of each guild that are out of the game (R26)
        ("placements", np.uint8),  # cards placed at setup
        ("placed_by", np.uint8, (PLACEMENTS,)),  # by which position (from 0)
        ("placed_at", np.uint8, (PLACEMENTS,)),
        ("trainer", np.uint8),  # 1: solo mode; the trainer is seat 1, and acts at position 1
        ("worth_more", np.uint8, (GUILDS,)),  # further Riftforce for who destroys it (Crystal)
        ("kills_give_nothing", np.uint8, (GUILDS,)),  # 1: what it destroys gives no Riftforce (Acid)
        ("effect", step_type, (PROGRAMS, STEPS)),
        ("plan_location", np.uint8, (PLANS,)),  # the trainer's plans: marked location …
        ("plan_numbers", np.uint8, (PLANS, NUMBERS_A_PLAN)),  # … and numbers (5 is 0); NONE for a control plan
    ],
    align=True,
)
