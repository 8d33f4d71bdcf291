"""Predicates and templates."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from ctypes import byref, c_bool, c_void_p
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from . import _native, _values
from ._errors import Diagnostic, PredicateError, diagnostics
from ._native import AND, NOT, OR, call, call_json, sized

Schema = Union[Mapping[str, Any], str, bool]
Limits = Union[str, Mapping[str, int]]
T = TypeVar("T")
Compiled = TypeVar("Compiled", bound="_Compiled")

_joining = threading.RLock()
_match = _native.library.predicate_match
# A key of Python that is not a string becomes one in JSON: 1, None, True. Fields of such names need the whole record.
_FIELD = re.compile(r"(?!(?:null|true|false|NaN|Infinity)$)[^\W\d]\w*")


def options(
    arguments: Iterable[object] = (),
    variables: Optional[Mapping[str, object]] = None,
    schema: Optional[Schema] = None,
    limits: Optional[Limits] = None,
    **others: Any,
) -> bytes:
    """The options of the library as JSON, without those that are None."""
    members = [f'"{name}":{json.dumps(value)}' for name, value in others.items() if value is not None]
    values = [_values.text(value, f"argument {index}", True) for index, value in enumerate(arguments, 1)]
    if values:
        members.append(f'"arguments":[{",".join(values)}]')
    if variables:
        members.append(f'"variables":{_bindings(variables)}')
    if schema is not None:
        # A text is read first, because what follows its value would become other options.
        value = json.loads(schema) if isinstance(schema, str) else schema
        members.append(f'"schema":{_values.text(value, "the schema")}')
    if limits is not None:
        members.append(f'"limits":{_values.text(limits, "the limits")}')
    return ("{" + ",".join(members) + "}").encode()


def _bindings(variables: Mapping[str, object]) -> str:
    members = [f"{_values.quote(name)}:{_values.text(value, f'${name}', True)}" for name, value in variables.items()]
    return "{" + ",".join(members) + "}"


_UNDECLARED = options()


class _Compiled:
    """A checked text and how it was made. It never changes, and any number of threads may use it."""

    __slots__ = ("__weakref__", "_context", "_description", "_handle", "_prefixes", "_recipe", "_typed")

    _handle: c_void_p
    # A function of the library and what it was called with, to make the same again.
    _recipe: tuple[Any, ...]
    # The options that decide what the text means, and that belong to its equality.
    _context: bytes
    _description: Optional[Mapping[str, Any]]
    _prefixes: Optional[tuple[tuple[str, str], ...]]

    def _make(self, context: bytes, *recipe: Any) -> None:
        """Fills an object that is new."""
        self._recipe, self._context, self._description = recipe, context, None
        function, *parts = recipe
        if function == "new":
            if not isinstance(parts[0], str):
                raise TypeError(f"a predicate is a str, not {type(parts[0]).__name__}")
            self._handle = call("new", *sized(parts[0].encode("utf-8", "replace")), *sized(parts[1]), text=parts[0])
        elif function == "bind":
            self._handle = call("bind", parts[0]._handle, *sized(parts[1]), text=str(parts[0]))
        elif function == "file_get":
            self._handle = call("file_get", parts[0]._handle, *sized(parts[1].encode()), *sized(parts[2]))
        else:
            self._handle = self._joined()

    def _joined(self) -> c_void_p:
        connective, *parts = self._recipe
        return call("combine", connective, (c_void_p * len(parts))(*[part._handle for part in parts]), len(parts))

    if not TYPE_CHECKING:  # a checker of types would believe that there is every attribute

        def __getattr__(self, name: str) -> Any:
            """The handle of a chain, which is made when it is first used. So a loop that makes a chain takes linear time."""
            if name != "_handle":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            with _joining:
                if not self._has_handle():
                    self._handle = self._joined()
            return self._handle

    def _has_handle(self) -> bool:
        try:
            object.__getattribute__(self, "_handle")
        except AttributeError:
            return False
        return True

    def __del__(self, free: Any = _native.library.predicate_free) -> None:
        if self._has_handle():
            free(self._handle)

    def _describe(self) -> Mapping[str, Any]:
        if self._description is None:
            self._description = call_json("describe", self._handle)
        return self._description

    @property
    def fields(self) -> tuple[str, ...]:
        """The parts of the record that the predicate reads, such as ``"names.text"``."""
        return tuple(self._describe()["fields"])

    def __str__(self) -> str:
        return str(self._describe()["text"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Compiled) or type(self) is not type(other):
            return NotImplemented
        return str(self) == str(other) and self._context == other._context

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return made, (type(self), self._context, *self._recipe)

    def __copy__(self: Compiled) -> Compiled:
        return self

    def __deepcopy__(self: Compiled, memo: object) -> Compiled:
        return self


def made(kind: type[Compiled], context: bytes, *recipe: Any) -> Compiled:
    result = kind.__new__(kind)
    result._make(context, *recipe)
    return result


class Predicate(_Compiled):
    """A condition on records: dicts, other mappings, dataclasses, and JSON as text or bytes.

    - ``arguments`` replace ``%@``, ``%d`` and ``%K`` in order. Their values never become part of the text.
    - ``variables`` are the values of variables such as ``$minimum``.
    - ``schema``, a JSON Schema as a dict or as text, declares what the records are: then a wrong name is an error.
    - ``limits`` are ``"standard"``, ``"untrusted"`` for predicates of people whom you do not know, or a dict.

    Mistakes are a `PredicateError` with all diagnostics.

    >>> adults = Predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")
    >>> adults.matches({"name": "José", "age": 41})
    True
    >>> adults.matches('{"name": "Joan", "age": 17}')
    False
    >>> print(adults | Predicate("member == YES"))
    (age >= 18 AND name BEGINSWITH[cd] "jo") OR member == 1
    >>> list(adults.filter([{"name": "Jo", "age": 18}, {"name": "Al", "age": 18}]))
    [{'name': 'Jo', 'age': 18}]
    """

    __slots__ = ()

    def __init__(
        self,
        text: str,
        *arguments: object,
        schema: Optional[Schema] = None,
        variables: Optional[Mapping[str, object]] = None,
        limits: Optional[Limits] = None,
    ) -> None:
        context = options(schema=schema, limits=limits)
        self._make(context, "new", text, options(arguments, variables, schema, limits))

    def matches(self, record: object) -> bool:
        """Whether a record satisfies the predicate.

        Text and bytes are JSON. Of a mapping only the fields that the predicate reads are looked at. A value in them
        that has no meaning is a `TypeError` or `ValueError` that names it.
        """
        data = record if type(record) is bytes else _values.record(record, self._fields())
        if isinstance(data, tuple):
            return self.typed(data[1]).matches(data[0])
        result = c_bool()
        if _match(self._handle, data, len(data), byref(result), None):
            self._fail(data)
        return result.value

    __call__ = matches

    def _fail(self, data: bytes) -> None:
        """Asks again, for the reason. The short way makes no place for it."""
        result, error = c_bool(), c_void_p()
        _native.fail(_match(self._handle, data, len(data), byref(result), byref(error)), error, str(self))

    def typed(self, schema: Mapping[str, Any]) -> Predicate:
        """The predicate with the types of Python's values as a schema, unless it has a schema."""
        if self._context != _UNDECLARED:
            return self
        key = json.dumps(schema)
        try:
            return self._typed[key]
        except AttributeError:
            self._typed: dict[str, Predicate] = {}
        except KeyError:
            pass
        try:
            result = Predicate(str(self), schema=key)
        except PredicateError:
            # An operation does not fit the type. For the value itself it is false.
            result = self
        if len(self._typed) < 64:
            self._typed[key] = result
        return result

    def filter(self, records: Iterable[T]) -> Iterator[T]:
        """The records that satisfy the predicate, one after the other."""
        matches = self.matches
        return (record for record in records if matches(record))

    def _fields(self) -> Optional[tuple[tuple[str, str], ...]]:
        """The names of the fields that a record needs, each with its beginning in JSON; None if it needs all."""
        try:
            return self._prefixes
        except AttributeError:
            keys = self._describe()["keys"]
            plain = keys is not None and all(map(_FIELD.fullmatch, keys))
            self._prefixes = tuple((key, f'"{key}":') for key in sorted(keys)) if plain else None
            return self._prefixes

    def _combined(self, connective: int, other: Predicate) -> Predicate:
        if not isinstance(other, Predicate):
            return NotImplemented
        parts = [part for one in (self, other) for part in one._parts(connective)]
        if len(parts) == 2 or self._context != other._context:
            return made(Predicate, self._context, connective, *parts)
        # The parts go together, so the library need not look at them now.
        result = Predicate.__new__(Predicate)
        result._context, result._recipe, result._description = self._context, (connective, *parts), None
        return result

    def _parts(self, connective: int) -> tuple[Predicate, ...]:
        """A chain of one connective is one list, and not as deep as it is long."""
        return self._recipe[1:] if self._recipe[0] == connective else (self,)

    def __and__(self, other: Predicate) -> Predicate:
        return self._combined(AND, other)

    def __or__(self, other: Predicate) -> Predicate:
        return self._combined(OR, other)

    def __invert__(self) -> Predicate:
        return made(Predicate, self._context, NOT, self)

    def __bool__(self) -> bool:
        raise TypeError("a predicate is neither true nor false: use `&`, `|` and `~` for `and`, `or` and `not`")


class Template(_Compiled):
    """A predicate whose variables, such as ``$minimum``, get their values later.

    >>> template = Template("population >= $minimum AND countrycode IN $countries")
    >>> template.variables
    ('countries', 'minimum')
    >>> print(template.bind(minimum=500_000, countries=["PT", "ES"]))
    population >= 500000 AND countrycode IN {"PT", "ES"}
    """

    __slots__ = ()

    def __init__(
        self, text: str, *arguments: object, schema: Optional[Schema] = None, limits: Optional[Limits] = None
    ) -> None:
        context = options(schema=schema, limits=limits)
        self._make(context, "new", text, options(arguments, None, schema, limits, template=True))

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, without ``$``."""
        return tuple(sorted(self._describe()["variables"]))

    def bind(self, values: Optional[Mapping[str, object]] = None, /, **variables: object) -> Predicate:
        """The predicate with a value for each variable."""
        return made(Predicate, self._context, "bind", self, _bindings({**(values or {}), **variables}).encode())


def check(
    text: str,
    *arguments: object,
    schema: Optional[Schema] = None,
    variables: Optional[Mapping[str, object]] = None,
    limits: Optional[Limits] = None,
) -> tuple[Diagnostic, ...]:
    """All errors and warnings of a predicate.

    >>> for item in check("age BETWEEN {65, 18} AND name CONTAIN 'jo'"):
    ...     print(item.severity, item.code, item.message)
    warning reversed-bounds the lower bound is above the upper bound, so nothing matches
    error unknown-operator `CONTAIN` is not an operator
    """
    source = text.encode("utf-8", "replace")
    report = call_json("check", *sized(source), *sized(options(arguments, variables, schema, limits)), text=text)
    return diagnostics(report["diagnostics"], text)
