"""Frames of pandas and polars, where they are installed."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any

import pytest
from predicateformat import Predicate, RecordError, frames

DATA: dict[str, list[Any]] = {
    "name": ["José", None, "Al", "jo\n\"x\""],
    "age": [41, 30, None, 18],
    "score": [1.5, float("nan"), 2.0, 0.0],
    "born": [datetime(1983, 1, 1, tzinfo=timezone.utc), None, datetime(2000, 1, 1, tzinfo=timezone.utc), None],
    "tags": [["a", "b"], [], None, ["b"]],
}
QUESTIONS = [
    ("name BEGINSWITH[cd] 'jo'", [0, 3]),
    ("age == nil", [2]),
    ("score == nil OR score < 1", [1, 3]),
    ("born < %@", [0]),
    ("ANY tags == 'b'", [0, 3]),
    ("NOT age > 20", [2, 3]),
    ("unknown == nil", [0, 1, 2, 3]),
    ("SELF.age > 20", [0, 1]),
]


@pytest.fixture(params=["pandas", "polars"])
def frame(request: pytest.FixtureRequest) -> Any:
    return pytest.importorskip(request.param).DataFrame(DATA)


def test_answers(frame: Any) -> None:
    for text, expected in QUESTIONS:
        predicate = Predicate(text, *([date(1990, 1, 1)] if "%@" in text else []))
        assert frames.rows(frame, predicate) == expected, text
        result = frames.filter(frame, predicate)
        assert type(result) is type(frame) and len(result) == len(expected)
        assert list(result.columns) == list(frame.columns)


def test_many_rows(frame: Any) -> None:
    kind = type(frame)
    many = kind({"n": list(range(50_001)), "2": [0] * 50_001})
    assert frames.rows(many, "n > 49998 OR n == 20000") == [20_000, 49_999, 50_000]
    assert frames.rows(many[:0], "n > 0") == [] and len(frames.filter(many[:0], "n > 0")) == 0
    assert len(frames.filter(kind({}), "n > 0")) == 0
    assert frames.rows(many, 'SELF."2" == 0 AND n < 2') == [0, 1]


def test_pandas_index_and_names() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 2, 3], 5: [1, 2, 3]}, index=["x", "x", "z"])
    assert list(frames.filter(frame, "a > 1").index) == ["x", "z"]
    frame = pandas.DataFrame({"a": pandas.Categorical(["x", "y", None]), "b": pandas.array([1, None, 3], dtype="Int64")})
    assert frames.rows(frame, "a == 'x' OR b == 3") == [0, 2] and frames.rows(frame, "a == nil") == [2]
    frame = pandas.DataFrame({"at": pandas.to_datetime(["2024-01-31", None])})
    assert frames.rows(frame, Predicate("at == %@", datetime(2024, 1, 31))) == [0]


def test_values_without_meaning(frame: Any) -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="column a, row 1 has the type object"):
        frames.rows(pandas.DataFrame({"a": [1, object()]}), "a == 1")
    with pytest.raises((RecordError, ValueError), match="row 0"):
        frames.rows(pandas.DataFrame({"a": ["\ud800"]}, dtype=object), "a == 1")
