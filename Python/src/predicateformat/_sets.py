"""Files of named predicates, and sets of rules."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from ctypes import byref, c_bool, c_void_p
from typing import Any, Optional, Union

from . import _native, _values
from ._native import call, call_json, library, sized
from ._predicate import Limits, Predicate, Schema, made, options


class PredicateFile:
    """Named predicates of a file in YAML, TOML, JSON or a property list, all checked when the file is read.

    >>> file = PredicateFile.from_text('''{"predicates": {
    ...     "adults": "age >= 18",
    ...     "seniors": {"predicate": "age >= $age", "arguments": {"age": {"type": "integer", "default": 65}}}}}''')
    >>> list(file)
    ['adults', 'seniors']
    >>> print(file["seniors"], "/", file.predicate("seniors", age=70))
    age >= 65 / age >= 70
    """

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        name = os.fspath(path)
        with open(name, "rb") as stream:
            self._make(stream.read(), options(path=name))

    @classmethod
    def from_text(cls, text: Union[str, bytes], format: str = "json") -> PredicateFile:
        """The predicates of a text in the format ``"json"``, ``"yaml"``, ``"toml"`` or ``"plist"``."""
        return file_of(text.encode() if isinstance(text, str) else text, options(format=format))

    def _make(self, source: bytes, context: bytes) -> None:
        self._handle: Optional[c_void_p] = None
        self._recipe = (source, context)
        self._handle = call("file_new", *sized(source), *sized(context), text=source.decode("utf-8", "replace"))
        self._names = tuple(call_json("file_names", self._handle))

    def __del__(self, free: Any = library.predicate_file_free) -> None:
        if getattr(self, "_handle", None):
            free(self._handle)

    def predicate(self, name: str, /, **arguments: object) -> Predicate:
        """The predicate of a name, with values for its arguments. A name that does not exist is a `KeyError`."""
        if name not in self._names:
            raise KeyError(name)
        return made(Predicate, b"", "file_get", self, name, options(variables=arguments))

    __getitem__ = predicate

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __reduce__(self) -> tuple[Any, ...]:
        return file_of, self._recipe


def file_of(source: bytes, context: bytes) -> PredicateFile:
    """The file of a text, also when it is unpickled."""
    result = PredicateFile.__new__(PredicateFile)
    result._make(source, context)
    return result


class RuleSet:
    """Thousands of predicates at once: which of them hold for a record? Each record is read once.

    >>> rules = RuleSet()
    >>> rules.insert("large errors", "level == 'error' AND size > 1000")
    >>> rules.insert("api", Predicate("path BEGINSWITH %@", "/api/"))
    >>> rules.match({"level": "error", "size": 2000, "path": "/api/users"})
    ['large errors', 'api']
    >>> rules.remove("api"), len(rules), "api" in rules
    (True, 1, False)

    Threads may use one set at the same time.
    """

    def __init__(self, *, schema: Optional[Schema] = None, limits: Optional[Limits] = None) -> None:
        self._ids: dict[str, None] = {}
        # Without it, two threads could leave the names in another state than the rules.
        self._lock = threading.Lock()
        self._handle: Optional[c_void_p] = None
        self._handle = call("rules_new", *sized(options(schema=schema, limits=limits)))

    def __del__(self, free: Any = library.predicate_rules_free) -> None:
        if getattr(self, "_handle", None):
            free(self._handle)

    def insert(self, id: str, predicate: Union[str, Predicate]) -> None:
        """Adds a rule, or replaces the one of this id."""
        text, error = str(predicate), c_void_p()
        with self._lock:
            status = library.predicate_rules_insert(
                self._handle, *sized(id.encode()), *sized(text.encode("utf-8", "replace")), byref(error))
            if status:
                _native.fail(status, error, text)
            self._ids[id] = None

    def remove(self, id: str) -> bool:
        """Removes a rule; whether there was one."""
        removed, error = c_bool(), c_void_p()
        with self._lock:
            status = library.predicate_rules_remove(self._handle, *sized(id.encode()), byref(removed), byref(error))
            if status:
                _native.fail(status, error)
            self._ids.pop(id, None)
        return removed.value

    def match(self, record: object) -> list[str]:
        """The ids of the rules that a record satisfies, in the order in which they were inserted."""
        data = _values.record(record, None)
        ids: list[str] = call_json("rules_match", self._handle, *sized(data if isinstance(data, bytes) else data[0]))
        return ids

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._ids))

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, id: object) -> bool:
        return id in self._ids
