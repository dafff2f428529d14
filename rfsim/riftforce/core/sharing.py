"""Functions of the core that are compiled once, and called by address from then on.

What one compiled function calls, Numba compiles into it once more. For the rules of the game, which every strategy
that searches needs, this would take half a minute for each strategy. A call by address costs 2 nanoseconds instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
from numba import types

from rfsim.jit import BOUNDS_CHECKED, PLAIN, jit

#: The compiled functions: their code has to stay where it is.
SHARED: dict[str, Any] = {}


def jit_shared(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Like `jit`, for a big function of records and numbers that other compiled functions call.

    With bounds checks it is an ordinary `jit`: an error could not leave a function that is called by address.
    """

    def compile_now(function: Callable[..., Any]) -> Any:
        if PLAIN or BOUNDS_CHECKED:
            return jit(function)
        symbol = f"rfsim_{function.__name__}"
        SHARED[symbol] = numba.cfunc(signature, cache=True, error_model="numpy")(function)
        llvmlite.binding.add_symbol(symbol, SHARED[symbol].address)
        return types.ExternalFunction(symbol, signature)

    return compile_now
