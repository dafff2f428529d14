"""What a strategy for Riftforce may use: the table's verbs, its numbers, `imagine` and the search.

Everything here works compiled and in plain Python. The fields of ``table``, ``hand`` and ``rules`` are described where
they stand: ``core/state.py`` and ``core/effects.py``.
"""

# ruff: noqa: F401
from rfsim.jit import jit
from rfsim.riftforce.core.actions import apply, carry_out, legal
from rfsim.riftforce.core.board import (
    card_of,
    column_end,
    column_size,
    column_start,
    damage_of,
    elemental_at,
    guild_of,
    has_control,
    is_destroyed,
    location_of,
    number_of,
    owner_of,
    side_size,
)
from rfsim.riftforce.core.ending import is_decided, seat_asked
from rfsim.riftforce.core.evaluation import REPLY_WEIGHTS, WEIGHTS, evaluate, evaluate_reply
from rfsim.riftforce.core.imagine import imagine
from rfsim.riftforce.core.lookahead import finish_turn, imagined_value, search_best
from rfsim.riftforce.core.reading import (
    count_alike,
    count_attackers,
    count_controlled,
    first_life,
    index_of,
    is_for_trainer,
    life_of,
    location_put,
    side_acting,
    side_chosen,
    thing_of,
    verb_of,
)
from rfsim.riftforce.core.search import (
    DEPTH,
    MOST_KEPT,
    copy_path,
    follow,
    key_at_end,
    search_turn,
    search_type,
    side_deciding,
)
from rfsim.riftforce.core.state import (
    ACTIVATE,
    ASK_ABILITY,
    ASK_ACTION,
    ASK_BOT,
    ASK_CARD,
    ASK_ELEMENTAL,
    ASK_PLACE,
    CHOOSE,
    DISCARD,
    DRAW,
    GO,
    GOING_ON,
    LOCATIONS,
    MOST_OPTIONS,
    NONE,
    PLAY,
    PUT,
    PUT_LOCATION_MASK,
    PUT_SHIFT,
    STOP,
    THING_MASK,
    game_type,
)
