"""What Python's values mean in records and as arguments."""

from __future__ import annotations

import dataclasses
import json
import socket
from collections import deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from predicateformat import Predicate, _values

NUMBER = UUID("e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
NOON = datetime(2024, 1, 31, 12, tzinfo=timezone.utc)
DECIMAL = {"properties": {"price": {"type": "number", "format": "decimal"}}, "additionalProperties": True}
WHEN = {"properties": {"at": {"type": "string", "format": "date-time"}}}


class Color(Enum):
    RED = "red"
    SINCE = NOON


class Level(IntEnum):
    HIGH = 3


class Point(NamedTuple):
    x: int
    y: int


@dataclasses.dataclass
class Person:
    name: str
    born: date
    friends: list[Person] = dataclasses.field(default_factory=list)


def test_dates() -> None:
    after = Predicate("at > %@", NOON)
    assert after.matches({"at": datetime(2024, 1, 31, 13, tzinfo=timezone(timedelta(hours=0)))})
    assert not after.matches({"at": datetime(2024, 1, 31, 13, tzinfo=timezone(timedelta(hours=2)))})
    assert after.matches({"at": datetime(2024, 1, 31, 12, 0, 1)})  # without a zone it is in UTC
    assert after.matches({"at": date(2024, 2, 1)}) and not after.matches({"at": date(2024, 1, 31)})
    assert after.matches({"at": "2024-01-31T12:00:01Z"}) and not after.matches({"at": None})
    assert Predicate("at > '2024-01-31T12:00:00Z'", schema=WHEN).matches({"at": NOON + timedelta(microseconds=1)})
    assert Predicate("at == %@", date(2024, 1, 31)).matches({"at": datetime(2024, 1, 31)})
    assert Predicate("at + %@ == %@", timedelta(hours=1), NOON + timedelta(hours=1)).matches({"at": NOON})
    assert Predicate("d == 90").matches({"d": timedelta(seconds=90)})
    assert Predicate("at < %@", datetime.max).matches({"at": datetime.min})
    with pytest.raises(ValueError, match="at is a date outside"):
        after.matches({"at": datetime.min.replace(tzinfo=timezone(timedelta(hours=5)))})


def test_decimals() -> None:
    assert Predicate("price == 1.10", schema=DECIMAL).matches({"price": Decimal("1.1")})
    assert Predicate("price == %@", Decimal("0.1000000000000000000000000001"), schema=DECIMAL).matches(
        {"price": Decimal("0.1000000000000000000000000001")}
    )
    assert not Predicate("price == %@", Decimal("0.1"), schema=DECIMAL).matches(
        {"price": Decimal("0.1000000000000000000000000001")}
    )
    assert Predicate("price / 2 == 2.5").matches({"price": Decimal(5)})  # and not the integer 2
    assert Predicate("price == 1.1").matches({"price": Decimal("1.10")})
    assert Predicate("price == %@", Decimal("1E+3")).matches({"price": 1000})
    for value in ("NaN", "sNaN", "Infinity"):
        assert Predicate("price == nil").matches({"price": Decimal(value)})


def test_numbers() -> None:
    assert Predicate("n == nil").matches({"n": float("nan")}) and Predicate("n == nil").matches({"n": -float("inf")})
    assert Predicate("ANY n == 1 AND n[1] == nil").matches({"n": [1, float("nan")]})
    assert Predicate("n == %@", 2**64).matches({"n": 2**64}) and not Predicate("n == %@", 2**64).matches({"n": 2**64 + 1})
    assert Predicate("n == -9223372036854775808").matches({"n": -(2**63)})
    assert Predicate("n == 1").matches({"n": True}) and Predicate("n == TRUE").matches({"n": 1})
    assert Predicate("n / 2 == 3").matches({"n": 7}) and Predicate("n / 2 == 3.5").matches({"n": 7.0})
    assert Predicate("n == 3").matches({"n": Level.HIGH}) and Predicate("n == %@", Level.HIGH).matches({"n": 3})
    for value in (10**38, 10**5000):
        with pytest.raises(ValueError, match="n is an integer of more than 38 digits"):
            Predicate("n != 0").matches({"n": value})
    with pytest.raises(ValueError, match="38"):
        Predicate("n != 0").matches({"n": [10**40]})


def test_other_types() -> None:
    assert Predicate("id == %@", NUMBER).matches({"id": NUMBER})
    assert Predicate("id == %@", NUMBER).matches({"id": str(NUMBER).upper()})
    assert Predicate("data == %@", b"\0\xff").matches({"data": b"\0\xff"})
    assert Predicate("data == %@", bytearray(b"x")).matches({"data": memoryview(b"x")})
    assert Predicate("color == %@", Color.RED).matches({"color": Color.RED})
    assert Predicate("color == 'red'").matches({"color": Color.RED})
    assert Predicate("at == %@", Color.SINCE).matches({"at": NOON})
    assert Predicate("1 IN tags AND tags.@count == 3").matches({"tags": (1, 2, 3)})
    assert Predicate("tags[1] == 2").matches({"tags": deque([1, 2])})
    assert Predicate("tags.@sum == 10").matches({"tags": range(5)})
    assert Predicate("p[0] == 1").matches({"p": Point(1, 2)})
    assert Predicate("a.b.c == 1").matches({"a": {"b": {"c": 1, "d": NUMBER}}})


def test_sets() -> None:
    assert Predicate("tag IN %@", {"a", "b"}).matches({"tag": "a"})
    assert Predicate("'a' IN tags AND tags.@count == 2").matches({"tags": {"a", "b"}})
    assert Predicate("tags == %@", frozenset("ab")).matches({"tags": ["b", "a"]})
    assert Predicate("tags == %@", {1, 2}).matches({"tags": {2, 1}})
    assert Predicate("ANY tags == %@", NUMBER).matches({"tags": {NUMBER}})


def test_dataclasses() -> None:
    person = Person("Jo", date(1990, 5, 1), [Person("Al", date(1980, 1, 1))])
    assert Predicate("name == 'Jo' AND ANY friends.name == 'Al'").matches(person)
    assert Predicate("born < %@", date(2000, 1, 1)).matches(person)
    assert Predicate("SUBQUERY(people, $p, $p.friends.@count == 1).@count == 1").matches({"people": [person]})


@pytest.mark.parametrize(
    "value, where",
    [
        ({"a": {"b": [1, {"c": object()}]}}, r"a\.b\[1\]\.c has the type object, which has no meaning"),
        ({"a": time(12)}, "a has the type datetime.time"),
        ({"a": 1j}, "a has the type complex"),
        ({"a": Fraction(1, 2)}, "a has the type fractions.Fraction"),
        ({"a": socket.socket}, "a has the type type"),
        ({"a": len}, "a has the type .*function"),
        ({"a": iter([])}, "a has the type .*iter"),
    ],
)
def test_no_meaning(value: Any, where: str) -> None:
    with pytest.raises(TypeError, match=where):
        Predicate("a != nil").matches(value)
    with pytest.raises(TypeError, match="argument 2"):
        Predicate("a == %@ AND b == %@", 1, value["a"])
    with pytest.raises(TypeError, match=r"\$v"):
        Predicate("a == $v", variables={"v": value["a"]})


def test_no_unicode() -> None:
    for value in ("\ud800", ["\ud800"], {"\udfff": 1}, {"b": ["\ud800"]}):
        with pytest.raises(ValueError, match="a.* half of a surrogate pair"):
            Predicate("a != nil").matches({"a": value})
    assert Predicate("a == %@", "😀\u2028\0\x7f").matches({"a": "😀\u2028\0\x7f"})


def test_cycles_and_depth() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    with pytest.raises(ValueError, match="a is nested too deeply, or contains itself"):
        Predicate("a != nil").matches({"a": cycle})
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError):
        Predicate("a != nil").matches({"a": deep})
    with pytest.raises(ValueError):
        Predicate("a == %@", cycle)


def test_only_fields_that_are_read() -> None:
    assert Predicate("a == 1").matches({"a": 1, "b": object(), "c": float("nan"), 4: 5})


def test_encoders_agree() -> None:
    """With and without the encoder in C, and with and without orjson, the JSON means the same."""
    samples: list[Any] = [
        [1, 2.5, "ä\n\"", None, True], {"a": [{}], "b": -0.0}, [float("nan"), float("inf")], [2**70], (1, (2,)), {1: 2},
        [Color.RED, Level.HIGH], [NUMBER, NOON, b"x", Decimal("1.5")], [Person("a", date(2000, 1, 1))], [1e16, 1e-7],
    ]
    for sample in samples:
        assert json.loads(_values.element(sample, "a")[0]) == json.loads(_values.text(sample, "a")), sample


def test_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    assert Predicate("a == 3 AND b == 2.5").matches({"a": numpy.int64(3), "b": numpy.float32(2.5)})
    assert Predicate("ANY a == 3").matches({"a": numpy.array([1, 3])})
