"""The rules as a record: the spells with their programs, the accolades, and the values of a preset.

The record travels as an argument, so another card file needs no recompile. `language.py` turns the texts of the card
file into rows of these tables; `rules.py` fills in the rest.

Whatever changes the Rift is a *program*: some steps that are carried out as one action (E5). A spell has three: its
payment ("decays a number of linked elements of the spell's type, equal to the spell's decay value"), its effect and its
trigger effect. Step 2 of the turn has two.
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.field import WORDS
from rfsim.elemental.core.state import ACCOLADES, CARDS, ELEMENTS, SPELLS

# ------------------------------------------------------------------------------------------------- what a step does

END = 0  #: the program is through
ADD = 1  #: `amount` cards of `element` are placed, each touching another card
REMOVE = 2  #: `amount` cards of `element` are taken away
TURN = 3  #: `amount` cards of `element` are replaced in place by cards of `into`
DECAY_LINKED = 4  #: `amount` linked cards of `element` decay
DECAY_ALL = 5  #: all cards of `element` decay
DRAW_CARDS = 6  #: who carries it out draws `amount` cards
OPPONENTS_DISCARD = 7  #: every opponent discards `amount` cards at random

ANY = ELEMENTS  #: as `element`: any element, of the player's choice

# ---------------------------------------------------------------------------------------------------------- programs

STEPS = 6  # of one program, with the END that closes it
NO_PROGRAM = 0
BELOW_FULL = 1  #: step 2 with a Rift that is not full
FULL = 2  #: step 2 with a full one
FIRST_SPELL = 3  #: program of a spell: FIRST_SPELL + spell * PARTS + part
PAYMENT, EFFECT, TRIGGERED = 0, 1, 2
PARTS = 3
PROGRAMS = FIRST_SPELL + SPELLS * PARTS

# ------------------------------------------------------------------------------------------- what an accolade requires

IN_FRONT = 0  #: `number` of the player's spells lie in front of it
HALF = 1  #: the Rift has `number` elements or more, one of which makes up at least half
BALANCE = 2  #: all elements are present, and their numbers differ by `number` at most
LINKED = 3  #: `number` linked elements
TRIGGERS = 4  #: `number` spells triggered in this turn

step_type = np.dtype([("verb", np.uint8), ("amount", np.uint8), ("element", np.uint8), ("into", np.uint8)])
spell_type = np.dtype(
    [
        ("element", np.uint8),
        ("decay_value", np.uint8),
        ("trigger_element", np.uint8),
        ("trigger_value", np.uint8),
    ]
)
accolade_type = np.dtype([("requires", np.uint8), ("number", np.uint8)])

MOST_AT_START = 16

rules_type = np.dtype(
    [
        ("seats", np.uint8),
        ("dealt", np.uint8),  # cards that each player is dealt
        ("hand", np.uint8),  # cards up to which step 3 draws
        ("most_plays", np.uint8),  # spells in one turn (E0)
        ("most_discards", np.uint8),  # cards discarded in step 5
        ("to_win", np.uint8),  # accolades with which a turn begins that is won
        ("taken_face_up", np.uint8),  # 1: an earned accolade is placed face up (the variant)
        ("max_turns", np.uint16),  # E13
        ("full", np.uint8),  # elements in the Rift from which step 2 decays one
        ("copies", np.uint8),  # cards of each element (E3)
        ("decays_to", np.uint8, (ELEMENTS,)),
        ("field", np.uint64, (WORDS,)),  # all squares of the field
        ("middle", np.uint8),  # the square in the middle
        ("at_start", np.uint8),  # elements in the Rift at the start
        ("start_square", np.uint8, (MOST_AT_START,)),
        ("start_element", np.uint8, (MOST_AT_START,)),
        ("cards", np.uint8),  # spell cards in the deck
        ("card", np.uint8, (CARDS,)),  # the spell on each
        ("spell", spell_type, (SPELLS,)),
        ("accolades", np.uint8),
        ("accolade", accolade_type, (ACCOLADES,)),
        ("effect", step_type, (PROGRAMS, STEPS)),
    ],
    align=True,
)
