"""The game as one NumPy record, and what its small numbers mean.

Every field is described where it stands. The parts are nested: `table_type` is what lies open (with the turn in
progress), `seat_type` what only one seat knows. A strategy is handed the table and its own hand, nothing else (R20).

Numbers are chosen so that nothing can overflow: a column can hold every card of the game, and so can a pile, since
Music can steal every card there is. `CARDS` is the largest number of cards in a game: four team members with 27 each.
"""

from __future__ import annotations

import numpy as np

from rfsim.randomness import stream_type

SEATS = 4
SIDES = 2
LOCATIONS = 6
GUILDS_A_SEAT = 4
CARDS = 108
HAND = 15
PLANS = 20
NUMBERS_A_PLAN = 3
ATTACK_PLANS_A_STACK = 3
GUILDS = 32

# ------------------------------------------------------------------------------------------------------------- cards
# A card is guild * 4 + (number - 5). The numbers are 5, 6 and 7; "Four 5s, three 6s, two 7s" of each guild.

NUMBERS = (5, 6, 7)
COPIES = (4, 3, 2)
LOWEST_NUMBER = 5
NUMBER_BITS = 2
NUMBER_MASK = 3
CARD_KINDS = GUILDS << NUMBER_BITS
CARDS_A_GUILD = 9

# -------------------------------------------------------------------------------------------------------- elementals
# An elemental is a card on the table, in one uint16: card (7 bits), damage (6), used (1), owner (2).
# `damage` is what lies on it (unlimited by R39; an ability's steps cannot add up to more than 6 bits hold, which the
# reader of the guild files sees to). `used` marks what was activated in this action (R4). `owner` is the seat whose
# discard pile it will go to.

CARD_MASK = 0x7F
DAMAGE_SHIFT = 7
ONE_DAMAGE = 1 << DAMAGE_SHIFT
DAMAGE_MASK = 0x3F
MOST_DAMAGE = 63
USED = 1 << 13
OWNER_SHIFT = 14

NONE = 255  # no elemental, no location, no seat

# ----------------------------------------------------------------------------------------------------------- options
# An option is one small integer: what is done (the verb) and to what (the thing).

VERB_SHIFT = 8
THING_MASK = 0xFF
STOP = 0 << VERB_SHIFT  #: play or activate no more
DRAW = 1 << VERB_SHIFT  #: Check & Draw
PLAY = 2 << VERB_SHIFT  #: Play, the thing being the first card's index in the hand
DISCARD = 3 << VERB_SHIFT  #: Activate, the thing being the index in the hand of the card to be discarded
PUT = 4 << VERB_SHIFT  #: put a card on the table: index in the hand << PUT_SHIFT | location
ACTIVATE = 5 << VERB_SHIFT  #: the thing is the index of an elemental on the acting side
GO = 6 << VERB_SHIFT  #: the thing is the location that an ability asks for
CHOOSE = 7 << VERB_SHIFT  #: the thing is the index of the elemental that an ability asks for
EXECUTE = 8 << VERB_SHIFT  #: execute the trainer's top plan (never a choice)
PUT_SHIFT = 3
PUT_LOCATION_MASK = 7

#: More options than a position can have: 3 for each card in hand and one for each elemental on the table.
MOST_OPTIONS = 3 * HAND + CARDS + 3

#: What a strategy is asked: `n` options, and its answer, an index.
options_type = np.dtype([("n", np.uint16), ("chosen", np.uint16), ("option", np.uint16, (MOST_OPTIONS,))])

# ------------------------------------------------------------------------------------------------------ what is asked

ASK_ACTION = 0  #: which of the three actions, and with which card
ASK_PLACE = 1  #: where the first card goes
ASK_CARD = 2  #: which further card goes where
ASK_ELEMENTAL = 3  #: which elemental is activated next
ASK_BOT = 4  #: which bot is activated for the plan's next number (solo mode)
ASK_ABILITY = 5  #: what the step in progress of an ability asks for: a location or an elemental
ASK_NOTHING = 6  #: the game has ended
ASK_PLAN = 7  #: the trainer's turn begins (one answer only)

# ---------------------------------------------------------------------------------------------------------- the end

GOING_ON, TARGET, STALEMATE, CAP = 0, 1, 2, 3
ENDINGS = ("going on", "target", "stalemate", "cap")

turn_type = np.dtype(
    [
        ("asks", np.uint8),  # what has to be decided now: ASK_...
        ("action", np.uint8),  # the verb of the action in progress: PLAY, DISCARD or DRAW, shifted down
        ("card", np.uint8),  # the first card played, or the one discarded; with ASK_PLACE its index in the hand
        ("count", np.uint8),  # cards played, elementals activated, or numbers of a plan dealt with, so far
        ("by_number", np.uint8),  # 1 while all cards of this action show the same number
        ("by_symbol", np.uint8),  # 1 while all show the same symbol
        ("low", np.uint8),  # the leftmost location that a card was played to
        ("high", np.uint8),  # the rightmost one
        ("together", np.uint8),  # 1 once two cards went to one location
        ("this", np.uint8),  # the elemental whose ability is in progress: its index on its side
        ("side", np.uint8),  # the side of that elemental
        ("program", np.uint8),  # the ability in progress (a row of the effect table)
        ("step", np.uint8),  # its step in progress
        ("it", np.uint8),  # the enemy that the last step hit (index on the other side), or NONE
        ("it_location", np.uint8),  # and its location
        ("repeated", np.uint8),  # 1 once this ability was repeated
        ("lethal", np.uint8),  # bit s is set once an elemental of side s has lethal damage
        ("drawn", np.uint8),  # cards drawn in this action
    ]
)

table_type = np.dtype(
    [
        ("score", np.int16, (SIDES,)),  # Riftforce
        ("turns", np.uint16),  # actions done
        ("acting", np.uint8),  # the seat that acts
        ("first", np.uint8),  # the seat that acts first
        ("ending", np.uint8),  # GOING_ON, TARGET, STALEMATE or CAP
        ("winner", np.uint8),  # the winning side, or NONE
        ("turn", turn_type),
        # Elementals of both sides, from the first of location 1 to the last of location 6.
        ("columns", np.uint64, (SIDES,)),  # byte l: the index of the first elemental at location l or further right
        ("elementals", np.uint16, (SIDES, CARDS)),
        ("guilds", np.uint8, (SEATS, GUILDS_A_SEAT)),  # each seat's guilds; NONE where it has fewer
        ("hand_size", np.uint8, (SEATS,)),
        ("pile_size", np.uint8, (SEATS,)),  # of the draw piles
        ("discard_size", np.uint8, (SEATS,)),
        ("discard", np.uint8, (SEATS, CARDS)),
        # For each card of each seat's guilds (seat, guild, number): how many copies belong to each seat by now (R18).
        ("belongs", np.uint8, (SEATS, SEATS * GUILDS_A_SEAT * len(NUMBERS))),
        ("plans_done", np.uint8),  # plans executed since the pile was last turned over: the index of the top one
        ("open_plans", np.uint8, (PLANS,)),  # the plans that have been seen, in their order; NONE where unknown
    ],
    align=True,
)

hand_type = np.dtype(
    [
        ("n", np.uint8),
        ("card", np.uint8, (HAND,)),
        ("removed", np.uint8, (GUILDS_A_SEAT,)),  # cards out of the game that only this seat knows (R26), or NONE
    ]
)

seat_type = np.dtype(
    [
        ("shuffles", stream_type),  # the stream for this seat's shuffles
        ("hand", hand_type),
        ("pile", np.uint8, (CARDS,)),  # the draw pile, its top card last
    ],
    align=True,
)

#: Where Riftforce comes from: the columns of ``events.riftforce``.
KILLS, CONTROL, GIFTS, BONUS = 0, 1, 2, 3
SOURCES = ("kills", "control", "gifts", "bonus")

events_type = np.dtype(
    [
        ("played", np.uint16, (GUILDS,)),  # cards of each guild played (stolen ones too, R18) …
        ("activated", np.uint16, (GUILDS,)),  # … elementals activated by a player …
        ("destroyed", np.uint16, (GUILDS,)),  # … and destroyed
        # Riftforce of each side: for enemies that it destroyed itself, for locations, for what the other side
        # destroyed of its own, and what Crystal and Shadow add.
        ("riftforce", np.uint8, (SIDES, len(SOURCES))),
        ("lead_changes", np.uint8),  # how often another side than before came to lead
        ("leader", np.uint8),  # the side that led last, or NONE
    ],
    align=True,
)

game_type = np.dtype(
    [
        ("table", table_type),
        ("seat", seat_type, (SEATS,)),
        ("thoughts", stream_type, (SEATS,)),  # one stream for each seat's strategy
        ("plans", np.uint8, (PLANS,)),  # the trainer's plan pile, the first to come up first
        ("events", events_type),  # counted for the statistics; no rule looks at them
    ],
    align=True,
)


def new_game() -> np.recarray:
    """An empty record, as an array of one: ``new_game()[0]`` works compiled and in plain Python."""
    return np.zeros(1, game_type).view(np.recarray)


def card(guild: int, number: int) -> int:
    """The code of a card; `number` is 5, 6 or 7."""
    return guild << NUMBER_BITS | (number - LOWEST_NUMBER)
