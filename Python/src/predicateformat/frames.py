"""Frames of pandas and polars, filtered by a predicate. Neither is imported here.

>>> import pandas
>>> cities = pandas.DataFrame({"name": ["Lisbon", "Porto"], "population": [517_802, None]})
>>> list(filter(cities, Predicate("population > 500000")).name)
['Lisbon']
"""

from __future__ import annotations

from ctypes import byref, c_size_t, c_uint64, c_void_p
from typing import Any, TypeVar, Union

from . import _native, _values
from ._native import library, sized
from ._predicate import Predicate

Frame = TypeVar("Frame")

# How many rows become JSON at once.
_ROWS = 20_000


def rows(frame: Any, predicate: Union[Predicate, str]) -> list[int]:
    """The numbers of the rows that satisfy a predicate. A value that is missing, or NaN, is nil."""
    predicate = predicate if isinstance(predicate, Predicate) else Predicate(predicate)
    fields = predicate._fields()
    names = [name for name in frame.columns if isinstance(name, str)]
    if fields is not None:
        names = [name for name, _ in fields if name in frame.columns]
    found: list[int] = []
    properties: dict[str, Any] = {}
    for start in range(0, len(frame), _ROWS):
        part = frame[start : start + _ROWS]
        columns = [_column(part, name, properties) for name in names]
        lines = [f"{{{','.join(row)}}}" for row in zip(*columns)] or ["{}"] * len(part)
        typed = predicate.typed(_values.objects(properties)) if properties else predicate
        found.extend(start + index for index in _matches(typed, "\n".join(lines).encode(), len(lines)))
    return found


def _column(part: Any, name: str, properties: dict[str, Any]) -> list[str]:
    """The members of each row's object for a column. Its type, if JSON lacks it, is added to the properties."""
    column = part[name]
    values = column.to_list()
    # pandas has several values that are missing; `NaT` is even a datetime.
    missing = column.isna() if hasattr(column, "isna") else [value is None for value in values]
    prefix = _values.quote(name) + ":"
    members = []
    for index, (value, absent) in enumerate(zip(values, missing)):
        member, schema = ("null", None) if absent else _values.element(value, f"column {name}, row {index}")
        members.append(prefix + member)
        if schema:
            properties.setdefault(name, schema)
    return members


def _matches(predicate: Predicate, lines: bytes, capacity: int) -> list[int]:
    indices, matches, error = (c_uint64 * capacity)(), c_size_t(), c_void_p()
    status = library.predicate_match_lines(
        predicate._handle, *sized(lines), indices, capacity, byref(matches), byref(error))
    if status:
        _native.fail(status, error, str(predicate))
    return indices[: matches.value]


def filter(frame: Frame, predicate: Union[Predicate, str]) -> Frame:
    """The rows of a frame of pandas or polars that satisfy a predicate, as a frame of the same kind."""
    numbers = rows(frame, predicate)
    source: Any = frame
    result: Frame = source.iloc[numbers] if hasattr(source, "iloc") else source[numbers]
    return result
