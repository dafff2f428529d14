"""Files that a user writes: read as TOML, checked by pydantic models, and every mistake told in one line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from rfsim.errors import InputError, suggestion

Model = TypeVar("Model", bound=BaseModel)


class Entry(BaseModel):
    """A part of a file: no keys but the known ones, no silent conversion of types, not to be changed afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, serialize_by_alias=True)


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file. Raises InputError if it cannot be read or is malformed."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file: {error}") from None


def validated(model: type[Model], data: Mapping[str, Any], where: str) -> Model:
    """`data` as a `model`. Raises InputError with a line for each mistake: `where: key: what was found …`."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(*problems(model, error, where)) from None


def problems(model: type[BaseModel], error: ValidationError, where: str) -> list[str]:
    """One line for each mistake that pydantic found."""
    lines = []
    for detail in error.errors(include_url=False):
        path = ".".join(str(part) for part in detail["loc"])
        lines.append(f"{where}: {path}: {message(model, detail)}" if path else f"{where}: {message(model, detail)}")
    return lines


def message(model: type[BaseModel], detail: Any) -> str:
    """What is wrong, in our words where pydantic's would be a riddle."""
    kind, found = detail["type"], detail["input"]
    if kind == "extra_forbidden":
        return f"unknown key{suggestion(str(detail['loc'][-1]), known_keys(model, detail['loc'][:-1]))}"
    if kind == "missing":
        return "this key is missing"
    if kind == "value_error":
        return str(detail["ctx"]["error"])
    text = detail["msg"][0].lower() + detail["msg"][1:]
    return f"found {shown(found)}; {text.replace('input should be', 'it should be')}"


def shown(value: Any) -> str:
    """A value as the user may have written it, cut if it is long."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def known_keys(model: type[BaseModel], path: tuple[Any, ...]) -> list[str]:
    """The keys that are possible at a place in a model."""
    current: Any = model
    for part in path:
        field = field_of(current, part)
        found = entry_in(field.annotation) if field is not None else None
        current = found if found is not None else current
    return [field.alias or name for name, field in getattr(current, "model_fields", {}).items()]


def field_of(model: Any, key: Any) -> Any:
    """The field of a model that a file calls `key`."""
    fields = getattr(model, "model_fields", {})
    by_alias = {field.alias or name: field for name, field in fields.items()}
    return by_alias.get(key)


def entry_in(annotation: Any) -> Any:
    """The model inside an annotation such as ``Sweep | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (entry_in(part) for part in getattr(annotation, "__args__", ()))
    return next((found for found in inner if found is not None), None)
