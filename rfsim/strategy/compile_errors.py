"""What the compiler says about a strategy's file, in two lines: where and why, and the line itself.

Numba reports an error as a page: the passes that it went through, candidates that did not match, and among them the
one sentence that helps. The place is in that page, or has to be looked for in the source.
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from numba.core.errors import NumbaError, UnsupportedBytecodeError

from rfsim.errors import InputError, unknown

MOST_LETTERS = 240  # of a reason
#: From here on the page is about rfsim's own call of the strategy.
OWN_CALL = "During: resolving callee type: type(CPUDispatcher(<function {} at"
#: Lines that say how the compiler got there.
NOISE = re.compile(r"Failed in nopython mode pipeline|During: |There (is|are) |\s*- |\s*>>>|\s*$|.*<source elided>")
PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
UNDEFINED = re.compile(r"NameError: name '(?P<name>\w+)' is not defined|global name '(?P<other>\w+)'")
RAISED_FROM = re.compile(r"\.? Raised from .*")
WRONG_CALL = re.compile(r">>> (?P<call>.+)")
WRONG_ANSWER = re.compile(r"TypingError: (?P<reason>a strategy has to return .+)")


@contextlib.contextmanager
def explained(file: Path, function: str, records: Mapping[str, Any]) -> Iterator[None]:
    """Raise InputError in place of what the compiler raises.

    `function`: the name of the strategy's function. `records`: the types of its arguments that have fields, by name.
    """
    try:
        yield
    except (NumbaError, UnsupportedBytecodeError, KeyError, NotImplementedError) as error:
        source = file.read_text(encoding="utf-8")
        line, reason = place_and_reason(error, file, source, function, records)
        text = source.splitlines()[line - 1].strip()
        raise InputError(f"{file}:{line}: cannot be compiled: {reason}", f"    {text}") from error


def place_and_reason(
    error: Exception, file: Path, source: str, function: str, records: Mapping[str, Any]
) -> tuple[int, str]:
    """The line of the file that is to blame, and why."""
    tree = ast.parse(source)
    if isinstance(error, KeyError):
        return missing_field(str(error.args[0]), tree, function, records)
    page = str(error).partition(OWN_CALL.format(function))[0]
    answer = WRONG_ANSWER.search(page)
    if answer is not None:
        return line_of_function(tree, function), answer["reason"]
    reason = reason_in(page)
    name = UNDEFINED.search(page)
    place = line_in(page, file) or line_in_frames(error.__traceback__)
    if place is None and name is not None:
        place = line_of_name(tree, name["name"] or name["other"])
    return place or line_of_function(tree, function), reason


def reason_in(page: str) -> str:
    """The sentence that helps."""
    lines = [line.strip() for line in page.splitlines() if not NOISE.match(line)]
    reason = (lines or ["the compiler does not say why"])[0]
    call = WRONG_CALL.search(page)
    if reason.startswith("No implementation of function") and call is not None:
        reason = f"there is no {call['call']} for these types"
    reason = RAISED_FROM.sub("", reason).replace("Literal", "")
    return reason if len(reason) <= MOST_LETTERS else reason[:MOST_LETTERS] + " …"


def missing_field(field: str, tree: ast.AST, function: str, records: Mapping[str, Any]) -> tuple[int, str]:
    """A record was asked for a field that it does not have: Numba says no more than the field's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == field:
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if owner not in records:
                return node.lineno, f"{ast.unparse(node.value)} has no field '{field}'"
            if field not in records[owner].fields:
                return node.lineno, unknown(f"field of {owner}", field, records[owner].fields)
    return line_of_function(tree, function), f"there is no field '{field}'"


def line_in(page: str, file: Path) -> int | None:
    """The first place in the file that the page names."""
    for place in PLACE.finditer(page):
        if Path(place["file"]).name == file.name:
            return int(place["line"])
    return None


def line_in_frames(trace: TracebackType | None) -> int | None:
    """The line of the instruction that the compiler was about to read."""
    line = None
    while trace is not None:
        for name in ("inst", "current_inst"):
            line = getattr(trace.tb_frame.f_locals.get(name), "lineno", None) or line
        trace = trace.tb_next
    return line


def line_of_name(tree: ast.AST, name: str) -> int | None:
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    return min(lines, default=None)


def line_of_function(tree: ast.AST, name: str) -> int:
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    return lines[0] if lines else 1
