"""The one strategy signature: what a strategy file declares, and how it becomes callable.

A strategy is a function that is asked for one choice at a time::

    @strategy(weights={"kill": 1.0})
    def choose(table, hand, options, rules, weights, memory, random):
        return 0   # the index of the option to take

It is handed what its seat may know (R20) and nothing else. `weights` and `memory` are records: ``weights.kill`` is the
number that the user set, ``memory`` has the fields that the strategy declared, zero at the start of each game.
"""

from __future__ import annotations

import inspect
import operator
import types as python_types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import from_dtype, types
from numba.extending import overload

from rfsim.errors import InputError, unknown
from rfsim.jit import PLAIN, cache_for
from rfsim.seating import BLOCK, NO_SUCH_INDEX
from rfsim.strategy.compile_errors import explained

ARGUMENTS = ("table", "hand", "options", "rules", "weights", "memory", "random")
MOST_WEIGHTS = 64


def strategy(
    weights: Mapping[str, float] | None = None,
    memory: Any = None,
    compiled: bool = True,
    game: str = "riftforce",
) -> Callable[[Callable[..., int]], Strategy]:
    """Declare a function to be a strategy.

    `weights`: named numbers and their defaults. `memory`: fields as for ``np.dtype``, kept for one game. With
    ``compiled=False`` the function is plain Python and may use any library; it is called far more slowly. `game`: the
    game that it plays, by its name in `rfsim.games`. Raises TypeError or ValueError for what cannot be a strategy.
    """

    def declare(function: Callable[..., int]) -> Strategy:
        count = len(inspect.signature(function).parameters)
        if count != len(ARGUMENTS):
            raise TypeError(f"{function.__name__} takes {count} arguments; a strategy takes {', '.join(ARGUMENTS)}")
        names = dict(weights or {})
        if len(names) > MOST_WEIGHTS:
            raise ValueError(f"{len(names)} weights; at most {MOST_WEIGHTS} are possible")
        return Strategy(function, names, np.dtype(memory or [("unused", np.uint8)]), compiled, game)

    return declare


@dataclass(frozen=True, eq=False)
class Strategy:
    """A declared strategy. `name`, `file` and `set_weights` are filled in by who loads it."""

    function: Callable[..., int]
    defaults: Mapping[str, float]
    memory: np.dtype
    compiled: bool
    game: str
    name: str = ""
    file: Path | None = None
    set_weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def description(self) -> str:
        """The first line of the function's documentation."""
        return (self.function.__doc__ or "").strip().partition("\n")[0]

    @property
    def weights(self) -> dict[str, float]:
        return {**self.defaults, **self.set_weights}

    @property
    def weights_type(self) -> np.dtype:
        return np.dtype([(name, np.float64) for name in self.defaults] or [("unused", np.float64)])

    def with_weights(self, values: Mapping[str, float]) -> Strategy:
        """The same strategy with other weights. Raises InputError for a weight that it does not have."""
        lines = [
            unknown("weight", key, self.defaults, f"strategy {self.name}") for key in values if key not in self.defaults
        ]
        if lines:
            raise InputError(*lines)
        return replace(self, set_weights={**self.set_weights, **values})

    def weights_array(self) -> np.recarray:
        """The weights as a record, in an array of one."""
        array = np.zeros(1, self.weights_type).view(np.recarray)
        for name, value in self.weights.items():
            array[name] = value
        return array


def blocks_for(dtype: np.dtype) -> int:
    """Blocks of `BLOCK` bytes that a record of this type needs."""
    return max(1, -(-dtype.itemsize // BLOCK))


def answer(table, hand, question, rules, weights, memory, random):  # type: ignore[no-untyped-def]
    """Ask the strategy, and note its answer; one that raises leaves none. No answer wraps round to a legal one."""
    options = question.option[: question.n]
    chosen = as_index(choose(table, hand, options, rules, weights, memory, random))  # type: ignore  # noqa: F821
    question.chosen = chosen if 0 <= chosen < NO_SUCH_INDEX else NO_SUCH_INDEX


def as_index(value):  # type: ignore[no-untyped-def]
    """A strategy's answer has to be a whole number: a float would be cut off without a word."""
    return operator.index(value)


@overload(as_index)
def as_index_compiled(value):  # type: ignore[no-untyped-def]
    if isinstance(value, types.Integer | types.Boolean):
        return lambda value: np.int64(value)
    if isinstance(value, types.Optional | types.NoneType):
        raise numba.errors.TypingError(
            "a strategy has to return the index of an option; one of its ways returns nothing"
        )
    raise numba.errors.TypingError(f"a strategy has to return the index of an option, not {value}")


class CompiledChoose(types.WrapperAddressProtocol):  # type: ignore[misc]
    """A compiled strategy as a first-class function of the one signature.

    Its own signature has the layout of its weights and memory; a record is handed over as an address, so a caller that
    does not know the layout can call it all the same.
    """

    def __init__(self, compiled: Any, signature: Any) -> None:
        self.compiled = compiled
        self.generic = signature

    def __wrapper_address__(self) -> int:
        return int(self.compiled.address)

    def signature(self) -> Any:
        return self.generic


def compile_strategy(declared: Strategy, signature_for: Callable[..., Any]) -> Any:
    """What the play loop calls. `signature_for` gives the game's signature for the types of weights and memory.

    Raises InputError, with the place in the file, for what cannot be compiled. The wrapper `answer` is made a function
    of the strategy's own file, so that Numba keeps it in that file's cache.
    """
    file = declared.file or Path(declared.function.__code__.co_filename)
    if PLAIN or not declared.compiled:
        return wrapped(declared.function, file)
    specific = signature_for(from_dtype(declared.weights_type), from_dtype(declared.memory))
    with cache_for(file), explained(file, declared.function.__name__, dict(zip(ARGUMENTS, specific.args, strict=True))):
        inner = numba.njit(cache=True, nogil=True, error_model="numpy")(declared.function)
        compiled = numba.cfunc(specific, cache=True)(wrapped(inner, file))
    return CompiledChoose(compiled, signature_for())


def wrapped(function: Callable[..., int], file: Path) -> Callable[..., None]:
    """`answer` for one strategy."""
    code = answer.__code__.replace(co_filename=str(file))
    return python_types.FunctionType(
        code,
        {"choose": function, "as_index": as_index, "NO_SUCH_INDEX": NO_SUCH_INDEX, "__name__": function.__module__},
        answer.__name__,
    )
