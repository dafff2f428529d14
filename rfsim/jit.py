"""The only home of Numba's options and of its cache folder.

Three environment variables change how the core is compiled, and each gives a cache folder of its own:

``NUMBA_DISABLE_JIT=1``   plain Python, for debugging and coverage (about 4,000 times slower)
``NUMBA_BOUNDSCHECK=1``   every index is checked, an error instead of garbage
``RFSIM_INLINE=0``        less is inlined: slower games (about 0.75), a shorter first start
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import config

INLINE = os.environ.get("RFSIM_INLINE", "1") == "1"
PLAIN = bool(config.DISABLE_JIT)
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") == "1"

#: What ends up in compiled code; a change in any of these files makes the old cache useless.
COMPILED_SOURCES = (
    "jit.py",
    "randomness.py",
    "seating.py",
    "riftforce/core/*.py",
    "elemental/core/*.py",
    "strategy/interface.py",
)
KEPT_CACHES = 6

#: Tells the user what takes its time; the command line shows it.
compiling = logging.getLogger("rfsim.compiling")


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` on its first call. It must not keep references to Python objects.

    ``error_model="numpy"`` saves a test for zero at each division; ``nogil`` lets a watchdog thread run
    beside a compiled loop.
    """
    options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": INLINE}
    compiled: Callable[..., Any] = numba.njit(**options)(function)
    return compiled


def jit_inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `jit`, and inlined in any case: what is handed a function could not be cached otherwise."""
    options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": True}
    compiled: Callable[..., Any] = numba.njit(**options)(function)
    return compiled


def jit_apart(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like `jit`, and never inlined: for a big function that is called from several places."""
    compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def jit_entry(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Like `jit`, with a fixed signature: for what Python calls, or calls through a function pointer."""

    def compile_now(function: Callable[..., Any]) -> Callable[..., Any]:
        say_once("the game core")
        compiled: Callable[..., Any] = numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
        return compiled

    return compile_now


def source_hash(files: list[Path]) -> str:
    """A short name for the contents of `files`, Numba's version and the flags (they all shape the compiled code)."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    digest.update(f"{numba.__version__} {np.__version__} {INLINE} {BOUNDS_CHECKED}".encode())
    return digest.hexdigest()[:16]


def core_sources() -> list[Path]:
    """The files whose contents shape the compiled core."""
    here = Path(__file__).parent
    return [file for pattern in COMPILED_SOURCES for file in here.glob(pattern)]


CORE_HASH = source_hash(core_sources())


def cache_home() -> Path:
    """Where compiled code is kept: ``RFSIM_CACHE_DIR``, else the user's cache folder, else a temporary one."""
    wanted = Path(os.environ.get("RFSIM_CACHE_DIR") or platformdirs.user_cache_dir("rfsim"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.gettempdir()) / f"rfsim-cache-{os.getuid()}"


CACHE_HOME = cache_home()
#: Numba's own cache would not notice an edit in a callee in another file: the folder's name does.
CORE_CACHE = CACHE_HOME / f"core-{CORE_HASH}"


#: What has to be compiled because its cache folder is new, and has not been spoken of yet.
unspoken: set[str] = set()


def say_once(what: str) -> None:
    """Say that something is compiled, if it is and nothing was said yet."""
    if what in unspoken:
        unspoken.discard(what)
        compiling.info("compiling %s, once: about 20 seconds …", what)


def use_core_cache() -> None:
    """Send Numba's cache to the folder of this version of the core, and drop the oldest folders."""
    if not CORE_CACHE.exists():
        unspoken.add("the game core")
    CORE_CACHE.mkdir(parents=True, exist_ok=True)
    config.CACHE_DIR = str(CORE_CACHE)
    os.utime(CORE_CACHE)
    forget_old_caches()


def forget_old_caches() -> None:
    """Keep the `KEPT_CACHES` folders used last."""
    folders = sorted(CACHE_HOME.glob("core-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def cache_for(file: Path) -> Iterator[None]:
    """While open, what is compiled is cached under the core's hash *and* the text of `file` (a strategy)."""
    before = config.CACHE_DIR
    own = CORE_CACHE / f"strategy-{source_hash([file])}"
    if not own.exists():
        unspoken.add(f"strategy {file.stem}")
        say_once(f"strategy {file.stem}")
    own.mkdir(parents=True, exist_ok=True)
    config.CACHE_DIR = str(own)
    try:
        yield
    finally:
        config.CACHE_DIR = before


use_core_cache()
