"""Reading a record's fields from Python quickly: a NumPy record's own attributes cost microseconds each."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np


def look_at(array: np.ndarray) -> Any:
    """An object with the fields of ``array[0]`` as attributes.

    A number is read anew each time, an array is a view (so it can be written to), a nested record an object like this
    one, and a row of records a list of them. All of them follow the record as it changes.
    """
    assert array.dtype.names is not None
    plain = array.view(np.ndarray)
    look = view_class(array.dtype)()
    for name in array.dtype.names:
        field = plain[name]
        is_record = field.dtype.names is not None
        if field.ndim == 1:
            setattr(look, name if is_record else f"_{name}", look_at(field) if is_record else field)
        elif is_record and field.ndim == 2:
            setattr(look, name, [look_at(field[0, i : i + 1]) for i in range(field.shape[1])])
        else:
            setattr(look, name, field[0])
    return look


@functools.cache
def view_class(dtype: np.dtype) -> type:
    """A class with a property for each number among the fields."""
    numbers = [name for name in dtype.names or () if dtype[name].names is None and dtype[name].shape == ()]

    def number(name: str) -> property:
        return property(lambda self: getattr(self, f"_{name}").item())

    return type("Look", (), {name: number(name) for name in numbers})
