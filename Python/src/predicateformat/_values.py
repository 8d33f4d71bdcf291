"""Python's values as JSON: of records, and of arguments, which say their types."""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from math import isfinite
from typing import Any, Optional, Union
from uuid import UUID

_MISSING = object()
quote = json.encoder.encode_basestring
# What the encoder in C writes, unless they contain something else.
_PLAIN = frozenset([str, bool, float, list, tuple, dict])
_containers: Callable[[Any], str] = json.JSONEncoder(
    allow_nan=False, ensure_ascii=False, separators=(",", ":")
).encode
try:
    import orjson
except ImportError:
    pass
else:
    # What orjson would write in another way than `_write` is left to `_write`.
    _OPTIONS = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS

    def _containers(value: Any) -> str:
        return orjson.dumps(value, None, _OPTIONS).decode()


def _date(value: datetime, where: str) -> str:
    """RFC 3339 in UTC, so that texts of dates have the order of the dates. Without a zone a date is in UTC."""
    if value.tzinfo is not None:
        try:
            value = value.astimezone(timezone.utc)
        except OverflowError:
            raise ValueError(f"{where} is a date outside of the years 1 to 9999") from None
    return value.replace(tzinfo=None).isoformat() + "Z"


def _write(value: Any, where: str, typed: bool) -> str:
    """The JSON of any value that has a meaning.

    - Parameters: `where` names the value in an error. If `typed`, types that JSON lacks are written as objects, such as
      `{"$date": "2024-01-31T00:00:00Z"}`, and otherwise as the text that a record has.
    """

    def special(kind: str, text: str, otherwise: Optional[str] = None) -> str:
        return f'{{"${kind}":{quote(text)}}}' if typed else otherwise or quote(text)

    def elements(values: Iterable[Any]) -> list[str]:
        return [_write(element, f"{where}[{index}]", typed) for index, element in enumerate(values)]

    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Enum):
        return _write(value.value, where, typed)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{where} is text with half of a surrogate pair, which is not Unicode") from None
        return quote(value)
    if isinstance(value, int):
        if abs(value) >= 10**38:
            raise ValueError(f"{where} is an integer of more than 38 digits")
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value) if isfinite(value) else "null"
    if isinstance(value, Decimal):
        if not value.is_finite():
            return "null"
        text = str(value)
        # An integer would divide like one.
        return special("decimal", text, text if "." in text or "E" in text else text + ".0")
    if isinstance(value, datetime):
        return special("date", _date(value, where))
    if isinstance(value, date):
        return special("date", f"{value.isoformat()}T00:00:00Z")
    if isinstance(value, timedelta):
        seconds = value.total_seconds()
        return repr(seconds if value.microseconds else int(seconds))
    if isinstance(value, UUID):
        return special("uuid", str(value))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return special("data", base64.b64encode(value).decode())
    if isinstance(value, Mapping):
        members = []
        for key, element in value.items():
            name = f"{where}.{key}" if isinstance(key, str) and key.isidentifier() else f"{where}[{key!a}]"
            if key is None or isinstance(key, (int, float)):  # as `json.dumps` does
                key = _write(key, name, False)
            elif not isinstance(key, str):
                raise TypeError(f"{where} has a key of the type {_name(key)}; keys are strings")
            members.append(f"{_write(key, name, False)}:{_write(element, name, typed)}")
        return "{" + ",".join(members) + "}"
    if isinstance(value, Set):
        # In any order, so in the same one each time.
        texts = ",".join(sorted(elements(value)))
        return f'{{"$set":[{texts}]}}' if typed else f"[{texts}]"
    if isinstance(value, Sequence):
        return "[" + ",".join(elements(value)) + "]"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _write({field.name: getattr(value, field.name) for field in dataclasses.fields(value)}, where, typed)
    if type(value).__module__ == "numpy":
        return _write(value.tolist(), where, typed)
    raise TypeError(f"{where} has the type {_name(value)}, which has no meaning in a predicate")


def _name(value: object) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def text(value: Any, where: str, typed: bool = False) -> str:
    """The JSON of a value, as UTF-8."""
    try:
        return _write(value, where, typed)
    except RecursionError:
        raise ValueError(f"{where} is nested too deeply, or contains itself") from None


def schema(value: Any) -> Optional[dict[str, Any]]:
    """The JSON Schema that gives the JSON of a value the value's own type; None if JSON has that type."""
    if isinstance(value, Enum):
        return schema(value.value)
    for kinds, form in _FORMATS:
        if isinstance(value, kinds):
            return form
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        properties = {str(key): keywords for key, item in value.items() if (keywords := schema(item)) is not None}
        return objects(properties) if properties else None
    if isinstance(value, (Set, Sequence)) and not isinstance(value, str):
        items = next((keywords for item in value if (keywords := schema(item)) is not None), None)
        unique = {"uniqueItems": True} if isinstance(value, Set) else {}
        return {"type": "array", "items": items or {}, **unique} if items or unique else None
    return None


def objects(properties: dict[str, Any]) -> dict[str, Any]:
    """The schema of objects with some fields of known types."""
    return {"type": "object", "properties": properties, "additionalProperties": True}


_FORMATS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (date, {"type": "string", "format": "date-time"}),
    (Decimal, {"type": "number", "format": "decimal"}),
    (UUID, {"type": "string", "format": "uuid"}),
    ((bytes, bytearray, memoryview), {"type": "string", "contentEncoding": "base64"}),
)


def element(value: Any, where: str) -> tuple[str, Optional[dict[str, Any]]]:
    """The JSON of a value of a record, with its schema if JSON lacks its type."""
    kind = type(value)
    if kind is int and -(2**63) <= value < 2**63:
        return repr(value), None
    if kind in _PLAIN:
        try:
            result = _containers(value)
            if not result.isascii():
                result.encode()  # half of a surrogate pair is an error
            return result, None
        except (TypeError, ValueError, RecursionError):
            pass
    return text(value, where), schema(value)


def record(value: Any, fields: Optional[Sequence[tuple[str, str]]]) -> Union[bytes, tuple[bytes, dict[str, Any]]]:
    """The JSON of a record, with its schema if it has values of types that JSON lacks.

    - Parameter fields: the names of the fields that the predicate reads, each with its beginning in JSON; None for all.
    """
    if type(value) is not dict or fields is None:
        if isinstance(value, (bytes, bytearray, memoryview)):
            return bytes(value)
        if isinstance(value, str):
            return value.encode()
        if fields is not None and dataclasses.is_dataclass(value) and not isinstance(value, type):
            value = {name: getattr(value, name) for name, _ in fields if hasattr(value, name)}
        elif fields is None or not isinstance(value, Mapping):
            whole, keywords = element(value, "the record")
            return (whole.encode(), keywords) if keywords else whole.encode()
    members = []
    properties = {}
    get = value.get
    for name, prefix in fields:
        field = get(name, _MISSING)
        kind = type(field)
        if kind is str:
            members.append(prefix + quote(field))
        elif kind is int and -(2**63) <= field < 2**63:
            members.append(prefix + repr(field))
        elif field is None:
            members.append(prefix + "null")  # which `has` distinguishes from a missing key
        elif field is not _MISSING:
            member, keywords = element(field, name)
            members.append(prefix + member)
            if keywords:
                properties[name] = keywords
    try:
        data = ("{" + ",".join(members) + "}").encode()
    except UnicodeEncodeError:
        # A string that was written without a look, to name it.
        return text({name: value[name] for name, _ in fields if name in value}, "the record").encode()
    return (data, objects(properties)) if properties else data
