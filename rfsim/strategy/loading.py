"""Finding and loading strategy files.

A strategy's name is its file's. It is looked for in ``--strategy-path``, in ``./strategies``, among the bundled ones
and among the entry points (group ``rfsim.strategies``) of installed packages, in this order. In each of these folders
a subfolder with the name of a game comes first: each game has its own ``greedy``.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from rfsim.bundled import bundled_folder, named_files
from rfsim.errors import InputError, unknown
from rfsim.games import DEFAULT_GAME
from rfsim.jit import source_hash
from rfsim.strategy.interface import Strategy

ENTRY_POINTS = "rfsim.strategies"
LOCAL_FOLDER = "strategies"
PLACE_DIGITS = 8


def found_strategies(paths: Sequence[str | Path] = (), game: str = DEFAULT_GAME) -> dict[str, Path]:
    """The file of each strategy that can be named, first come first served. Raises InputError for a bad path."""
    places = [files_at(Path(path), game) for path in paths]
    places += [files_in(Path(LOCAL_FOLDER), game), files_in(bundled_folder("strategies"), game), installed_files()]
    found: dict[str, Path] = {}
    for place in places:
        for name, file in place.items():
            found.setdefault(name, file)
    return found


def files_in(folder: Path, game: str) -> dict[str, Path]:
    """The strategy files of a folder, those in the game's subfolder before those beside it."""
    return {**named_files(folder, "*.py"), **named_files(folder / game, "*.py")}


def files_at(path: Path, game: str) -> dict[str, Path]:
    if path.is_dir():
        return files_in(path, game)
    if path.suffix == ".py" and path.is_file():
        return {path.stem: path}
    raise InputError(f"--strategy-path {path}: neither a folder nor a Python file")


def installed_files() -> dict[str, Path]:
    """Strategy files of installed packages: the entry point names a module that is one."""
    found = {}
    for point in importlib.metadata.entry_points(group=ENTRY_POINTS):
        spec = importlib.util.find_spec(point.module)
        if spec is not None and spec.origin is not None:
            found[point.name] = Path(spec.origin)
    return found


def load_strategy(spec: str, paths: Iterable[str | Path] = (), game: str = DEFAULT_GAME) -> Strategy:
    """The strategy that a user names: ``greedy``, ``greedy:kill=1.5,control=0.4``, ``greedy:weights.toml``.

    Raises InputError for a name, weight or file that does not exist, for a file that is not a strategy, and for a
    strategy of another game.
    """
    name, _, setting = spec.partition(":")
    files = found_strategies(list(paths), game)
    if name not in files:
        raise InputError(unknown("strategy", name, files))
    declared = load_file(files[name])
    if declared.game != game:
        raise InputError(f"strategy {name}: plays {declared.game}, not {game}")
    return declared.with_weights(read_weights(setting, f"strategy {spec}")) if setting else declared


def read_weights(setting: str, where: str) -> dict[str, float]:
    """Weights from ``kill=1.5,control=0.4`` or from a TOML file of numbers."""
    if setting.endswith(".toml"):
        from rfsim.validation import read_toml

        items = read_toml(Path(setting)).items()
    else:
        items = dict(part.partition("=")[::2] for part in setting.split(",")).items()
    weights = {}
    for key, value in items:
        try:
            weights[key.strip()] = float(value)
        except (TypeError, ValueError):
            raise InputError(f"{where}: weight {key}: '{value}' is not a number") from None
    return weights


def load_file(file: Path) -> Strategy:
    """The one strategy that a file declares, named after the file. Raises InputError if it does not."""
    module = load_module(file)
    declared = [value for value in vars(module).values() if isinstance(value, Strategy) and is_from(value, file)]
    if len(declared) != 1:
        raise InputError(f"{file}: a strategy file has one function with @strategy; this one has {len(declared)}")
    return replace(declared[0], name=file.stem, file=file)


def is_from(declared: Strategy, file: Path) -> bool:
    return Path(declared.function.__code__.co_filename).resolve() == file.resolve()


def load_module(file: Path):  # type: ignore[no-untyped-def]
    """Execute a strategy file as a module of a name of its own.

    The module is put into `sys.modules` before it is executed: without that, what Numba cached cannot be unpickled.
    """
    identifier = re.sub(r"\W", "_", file.stem)
    place = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:PLACE_DIGITS]  # of two copies each is its own
    name = f"rfsim_strategy_{identifier}_{source_hash([file])}_{place}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        line = last_line_in(file, error)
        raise InputError(f"{file}{line}: {type(error).__name__}: {error}") from error
    return module


def last_line_in(file: Path, error: Exception) -> str:
    """`:LINE` of the strategy file that an error came from."""
    if isinstance(error, SyntaxError) and error.lineno is not None:
        return f":{error.lineno}"
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line
