"""The game as one NumPy record, and what its small numbers mean.

Every field is described where it stands. The parts are nested: `table_type` is what lies open (with the turn in
progress), `hand_type` what only one seat knows; the order of the deck nobody knows (E0). A strategy is handed the table
and its own hand, nothing else.

Sets of squares are four words of 64 bits each: see `core/field.py`.
"""

from __future__ import annotations

import numpy as np

from rfsim.elemental.core.field import SQUARES, WORDS
from rfsim.randomness import stream_type

SEATS = 4
ELEMENTS = 4
SPELLS = 64  # different spells that a card file may have
CARDS = 96  # spell cards in a game
ACCOLADES = 8

EARTH, FIRE, WATER, AIR = 0, 1, 2, 3
ELEMENT_NAMES = ("earth", "fire", "water", "air")

NONE = 255  # no seat, no spell, no holder

# ----------------------------------------------------------------------------------------------------------- options
# An option is one small integer: what is done (the verb) and to what (the thing).

VERB_SHIFT = 8
THING_MASK = 0xFF
STOP = 0 << VERB_SHIFT  #: play no more spells; or discard no more and take no accolade
PLAY = 1 << VERB_SHIFT  #: play a spell, the thing being its index in the hand
DISCARD = 2 << VERB_SHIFT  #: discard a spell: its index in the hand
ACCOLADE = 3 << VERB_SHIFT  #: take an accolade: its number
ELEMENT = 4 << VERB_SHIFT  #: choose an element: the one to be added next, or the one that decays
PLACE = 5 << VERB_SHIFT  #: a card of the element in question goes to this square
TAKE = 6 << VERB_SHIFT  #: the card on this square decays, is removed or turned
STAY = 7 << VERB_SHIFT  #: of the groups of a split Rift the one stays whose lowest square this is
TRIGGER = 8 << VERB_SHIFT  #: a spell triggers: its index among the spells in play
DRAW = 9 << VERB_SHIFT  #: so many cards are drawn (never a choice)
LOSE = 10 << VERB_SHIFT  #: this seat discards a card at random (never a choice)

#: More options than a position can have: one for each square.
MOST_OPTIONS = SQUARES

#: What a strategy is asked: `n` options, and its answer, an index.
options_type = np.dtype([("n", np.uint16), ("chosen", np.uint16), ("option", np.uint16, (MOST_OPTIONS,))])

# ------------------------------------------------------------------------------------------------------ what is asked

ASK_NOTHING = 0  #: the game has ended
ASK_SPELL = 1  #: step 4: which spell is played next, if any
ASK_LAST = 2  #: step 5: what is discarded, or which accolade is taken
ASK_ELEMENT = 3  #: which element is added, or decays
ASK_PLACE = 4  #: where a card that is added goes
ASK_REPLACE = 5  #: on which emptied square the decay element goes
ASK_TAKE = 6  #: which card decays, is removed or turned
ASK_STAY = 7  #: which group of a split Rift stays
ASK_TRIGGER = 8  #: which spell triggers first
ASK_DRAW = 9  #: cards are drawn (one answer only)
ASK_LOSE = 10  #: an opponent discards at random (one answer only)

# ------------------------------------------------------------- what comes once an action and all triggers are through

THEN_DRAW = 0  #: step 3
THEN_EFFECT = 1  #: the effect of the spell that is being played
THEN_SPELL = 2  #: step 4 goes on

# ---------------------------------------------------------------------------------------------------------- the end

GOING_ON, WON, CAP = 0, 1, 2
ENDINGS = ("going on", "accolades", "cap")

turn_type = np.dtype(
    [
        ("asks", np.uint8),  # what has to be decided now: ASK_...
        ("then", np.uint8),  # what comes after the action in progress: THEN_...
        ("spell", np.uint8),  # the spell that is being played, until its effect is through; else NONE
        ("played", np.uint8),  # spells played in this turn
        ("triggered", np.uint16),  # spells triggered in this turn, whosever they are
        ("discarded", np.uint8),  # cards discarded in step 5
        ("next_card", np.uint8),  # step 5 offers the cards in hand from here on
        # The action in progress: a program of steps (`core/effects.py`), carried out by one seat.
        ("program", np.uint8),
        ("step", np.uint8),
        ("actor", np.uint8),  # the seat that carries it out
        ("trigger", np.uint8),  # the index in `in_play` of the spell whose trigger effect this is
        # The step in progress.
        ("element", np.uint8),  # which element's cards are taken or placed
        ("left", np.uint8),  # how many are still to be taken, placed or discarded
        ("linked", np.uint8),  # 1 while the cards to be taken may be of several groups, but have to be linked
        ("victim", np.uint8),  # the opponent that discards
        ("open", np.uint64, (WORDS,)),  # the squares that may be chosen
        ("emptied", np.uint64, (WORDS,)),  # squares emptied by this decay
        ("passed", np.uint64, (ELEMENTS, WORDS)),  # squares passed over when cards were added: see `core/rift.py`
    ],
    align=True,
)

table_type = np.dtype(
    [
        ("turns", np.uint16),  # turns completed
        ("acting", np.uint8),  # the seat whose turn it is
        ("asked", np.uint8),  # the seat that decides now; not always the one whose turn it is
        ("first", np.uint8),  # the seat that had the first turn
        ("ending", np.uint8),  # GOING_ON, WON or CAP
        ("winner", np.uint8),  # the seat that won, or NONE
        ("turn", turn_type),
        ("rift", np.uint64, (ELEMENTS, WORDS)),  # for each element the squares where its cards lie
        ("supply", np.uint8, (ELEMENTS,)),  # cards of each element that are not in the Rift (E3)
        ("linked", np.uint8, (ELEMENTS,)),  # the largest linked group of each element, as of the end of an action
        ("spells", np.uint8),  # how many spells lie in front of players
        ("in_play", np.uint8, (CARDS,)),  # these spells, in the order in which they were played
        ("owner", np.uint8, (CARDS,)),  # the seat that each lies in front of
        ("hand_size", np.uint8, (SEATS,)),
        ("deck_size", np.uint8),
        ("discard_size", np.uint8),
        ("discards", np.uint8, (CARDS,)),  # the discard pile, its top card last
        ("holder", np.uint8, (ACCOLADES,)),  # the seat that has each accolade; NONE: it lies in the middle
        ("face_up", np.uint8, (ACCOLADES,)),  # 1: it may be taken from its holder
    ],
    align=True,
)

hand_type = np.dtype([("n", np.uint8), ("card", np.uint8, (CARDS,))])
seat_type = np.dtype([("hand", hand_type)])

game_type = np.dtype(
    [
        ("table", table_type),
        ("seat", seat_type, (SEATS,)),
        ("chance", stream_type),  # the stream for shuffles and for discards at random
        ("thoughts", stream_type, (SEATS,)),  # one stream for each seat's strategy
        ("deck", np.uint8, (CARDS,)),  # the draw pile, its top card last
    ],
    align=True,
)


def new_game() -> np.recarray:
    """An empty record, as an array of one: ``new_game()[0]`` works compiled and in plain Python."""
    return np.zeros(1, game_type).view(np.recarray)
