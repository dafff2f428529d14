"""What a strategy for Elemental Rift may use: the verbs, the Rift, the accolades, `imagine` and the search.

Everything here works compiled and in plain Python. The fields of ``table``, ``hand`` and ``rules`` are described where
they stand: ``core/state.py`` and ``core/effects.py``.
"""

# ruff: noqa: F401
from rfsim.elemental.core.accolades import (
    accolades_of,
    fewest_of_one,
    lies_open,
    may_take,
    meets,
    most_of_one,
    spells_in_front,
)
from rfsim.elemental.core.actions import apply, carry_out, legal
from rfsim.elemental.core.effects import BALANCE, HALF, IN_FRONT, LINKED, TRIGGERS
from rfsim.elemental.core.field import both, count, either, has, is_empty, linked_with, longest_link, lowest, spread
from rfsim.elemental.core.imagine import imagine
from rfsim.elemental.core.rift import number_of, occupied, places, rift_size, squares_of
from rfsim.elemental.core.search import search_turn, search_type
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
    NONE,
    PLACE,
    PLAY,
    STAY,
    STOP,
    TAKE,
    THING_MASK,
    TRIGGER,
    game_type,
)
from rfsim.elemental.core.turns import does_trigger
from rfsim.jit import jit
