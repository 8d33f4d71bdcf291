"""Predicates, templates, files and sets of rules."""

from __future__ import annotations

import copy
import pickle
import threading
from collections import ChainMap, OrderedDict
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from conftest import ROOT
from predicateformat import (
    Predicate,
    PredicateError,
    PredicateFile,
    RecordError,
    RuleSet,
    Template,
    UndecidedError,
    check,
)

CITY = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "population": {"type": "integer"}, "capital": {"type": "boolean"}},
}


def test_error_has_everything() -> None:
    text = "naïve == 1 AND name CONTAIN 'jo' AND"
    with pytest.raises(PredicateError) as caught:
        Predicate(text)
    error = caught.value
    assert "CONTAIN" in str(error) and "^^^^^^^" in str(error)
    first = error.diagnostics[0]
    assert first.severity == "error" and first.range is not None
    assert text[slice(*first.range)] == "CONTAIN"  # characters, although `ï` has two bytes
    assert first.fix is not None and "name CONTAINS 'jo'" in first.fix
    assert error.text == text and error.fixed is not None
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.diagnostics, again.text) == (str(error), error.diagnostics, error.text)


def test_schema_checks_names() -> None:
    with pytest.raises(PredicateError) as caught:
        Predicate("popultion > 5", schema=CITY)
    assert caught.value.fixed == "population > 5"
    assert check("popultion > 5", schema=CITY)[0].code == "unknown-field"
    assert check("population > 5", schema=CITY) == ()


def test_wrong_arguments() -> None:
    text: Any
    for text in (None, 5, b"a == 1"):
        with pytest.raises(TypeError, match="a predicate is a str"):
            Predicate(text)
    wrong: Any
    for wrong in ({"limits": "x"}, {"limits": {"depht": 3}}, {"schema": {"type": "nubmer"}}, {"schema": 5}):
        with pytest.raises(PredicateError):
            Predicate("a == 1", **wrong)
    for schema in ("{", '{}, "limits": "standard"'):
        with pytest.raises(ValueError):
            Predicate("a == 1", schema=schema)
    with pytest.raises(PredicateError, match="unknown|field"):
        Predicate("b == 1", schema='{"properties": {"a": {}}}')


def test_random_texts() -> None:
    random = Random(1)
    for _ in range(2000):
        text = "".join(random.choice("a b 'x\"=<>()%@d$n{},.ANYINÄ\ud800\0 12") for _ in range(random.randrange(25)))
        try:
            str(Predicate(text, 1))
        except PredicateError as error:
            for item in error.diagnostics:
                assert item.range is None or 0 <= item.range[0] <= item.range[1] <= len(text), text


def test_equality_is_of_canonical_text_and_schema() -> None:
    assert Predicate("a = 1 && b = 2") == Predicate("a == 1 AND b == %d", 2)
    assert hash(Predicate("a = 1")) == hash(Predicate("a == %@", 1))
    assert Predicate("a == 1") != Predicate("a == 1.0")
    assert Predicate("population == 1") != Predicate("population == 1", schema=CITY)
    assert Predicate("a == 1") != "a == 1"
    assert len({Predicate("a == 1"), Predicate("a = 1"), Template("a == 1")}) == 2


def test_composition() -> None:
    a, b = Predicate("a == 1"), Predicate("b == 2")
    assert str(a & b | ~a) == "(a == 1 AND b == 2) OR (NOT a == 1)" or Predicate(str(a & b | ~a)) == (a & b | ~a)
    assert (a & b).matches({"a": 1, "b": 2}) and not (a & b).matches({"a": 1})
    assert (a | b).matches({"b": 2}) and (~a).matches({})
    wrong: Any = "b == 2"
    for wrong in ("b == 2", None, True, Template("a == $a")):
        with pytest.raises(TypeError):
            a & wrong
        with pytest.raises(TypeError):
            wrong | a
    with pytest.raises(TypeError, match="use `&`"):
        assert a and b
    with pytest.raises(PredicateError):
        a & Predicate("population > 1", schema=CITY)


def test_pickles_and_copies() -> None:
    file = PredicateFile.from_text('{"predicates": {"old": {"predicate": "age > $a", "arguments": {"a": "integer"}}}}')
    template = Template("n == $n AND m == %@", b"\0bytes", schema={})
    predicates = [
        Predicate("a == %@ AND b IN %@ AND population > 5", "x", [1, 2]),
        Predicate("population > $p", variables={"p": 5}, schema=CITY, limits="untrusted"),
        template.bind(n=3),
        file.predicate("old", a=7),
        Predicate("a == 1") & Predicate("b == 2") & ~Predicate("c == 3") | Predicate("d == 4"),
    ]
    for predicate in predicates:
        again = pickle.loads(pickle.dumps(predicate))
        assert again == predicate and hash(again) == hash(predicate) and str(again) == str(predicate)
        assert copy.copy(predicate) is predicate and copy.deepcopy(predicate) is predicate
    assert pickle.loads(pickle.dumps(template)).variables == ("n",)
    assert list(pickle.loads(pickle.dumps(file))) == ["old"]


def test_long_chains() -> None:
    chain = Predicate("a == 0")
    for number in range(1, 2000):
        chain |= Predicate("a == %d", number)
    assert chain.matches({"a": 1999}) and not chain.matches({"a": 2000})
    again = pickle.loads(pickle.dumps(chain))
    assert again == chain


def test_template() -> None:
    template = Template("a > $low AND a < $high")
    assert template.variables == ("high", "low")
    assert template.bind(low=1, high=5).matches({"a": 3})
    assert template.bind({"low": 1}, high=5) == Predicate("a > 1 AND a < 5")
    with pytest.raises(PredicateError, match="high"):
        template.bind(low=1)
    with pytest.raises(PredicateError):
        template.bind(low=1, high=2, other=3)
    with pytest.raises(PredicateError, match="low"):
        Predicate("a > $low")
    with pytest.raises(AttributeError):
        template.matches({})  # type: ignore[attr-defined]


def test_mappings_and_json() -> None:
    predicate = Predicate("a.b == 'x' AND n > 1")
    record: Any = {"a": {"b": "x"}, "n": 2}
    for kind in (dict, OrderedDict, MappingProxyType, ChainMap):
        assert predicate.matches(kind(record))
    for text in ('{"a": {"b": "x"}, "n": 2}', b'{"n": 2, "a": {"b": "x"}}', bytearray(b'{"n": 2, "a": {"b": "x"}}')):
        assert predicate.matches(text)
    assert predicate(record) and list(filter(predicate, [record, {}])) == [record]


def test_records_that_are_not_objects() -> None:
    assert Predicate("SELF > 3").matches(5) and not Predicate("SELF > 3").matches(2)
    assert Predicate("SELF == 'x'").matches('"x"')
    assert Predicate("ANY SELF > 3").matches([1, 5])
    assert Predicate("SELF == nil").matches(None)
    assert not Predicate("a == 1").matches([1])


def test_bad_json() -> None:
    predicate = Predicate("a == 1")
    for text in ("", "{", '{"a": 01}', '{"a": 1} x', b"\xff", b'{"a": 1e999}', "\ud800"):
        with pytest.raises((RecordError, ValueError)):
            predicate.matches(text)
    assert predicate.matches({"a": 1})


def test_whole_record() -> None:
    # What is not a list of fields must see all of the record.
    for text in ("SELF.@count == 3", "SELF != nil AND SELF.b == 2", "%K == 3", "SELF['c'] == 3", "ANY SELF == 2"):
        arguments = ("c",) if "%K" in text else ()
        assert Predicate(text, *arguments).matches({"a": 1, "b": 2, "c": 3}) == Predicate(text, *arguments).matches(
            '{"a": 1, "b": 2, "c": 3}'
        ), text


def test_none_is_not_missing() -> None:
    assert Predicate("has(a) AND NOT has(b) AND a == b").matches({"a": None})
    assert Predicate("has(a.b) AND NOT has(a.c)").matches({"a": {"b": None}})


def test_keys_become_strings_as_in_json() -> None:
    assert Predicate('SELF."1" == "x"').matches({1: "x"})
    assert Predicate('SELF."null" == 1').matches({None: 1})
    assert Predicate('a."1" == "x"').matches({"a": {1: "x"}})
    with pytest.raises(TypeError, match=r"a has a key of the type tuple"):
        Predicate("a.@count == 1").matches({"a": {(1, 2): 3}})


def test_undecided() -> None:
    predicate = Predicate("ANY a IN b", limits={"evaluationSteps": 100})
    with pytest.raises(UndecidedError):
        predicate.matches({"a": list(range(1000)), "b": [-1] * 1000})


def test_file_of_predicates() -> None:
    file = PredicateFile(ROOT / "Examples" / "Predicates" / "rules.yaml")
    assert "big-cities" in file and len(file) == 5
    big = file.predicate("big-cities", minimum=10)
    assert big.matches({"population": 11}) and not file["big-cities"].matches({"population": 11})
    with pytest.raises(KeyError):
        file["big-citis"]
    with pytest.raises(PredicateError, match="minimum"):
        file.predicate("big-cities", minimun=10)
    with pytest.raises(PredicateError, match="CONTAINS"):
        PredicateFile.from_text('{"predicates": {"a": "b CONTAIN 5"}}')
    with pytest.raises(FileNotFoundError):
        PredicateFile("no-such-file.json")


def test_rules() -> None:
    rules = RuleSet(schema=CITY)
    rules.insert("big", "population > 1000000")
    rules.insert("capitals", "capital == YES")
    with pytest.raises(PredicateError, match="popultion"):
        rules.insert("wrong", "popultion > 5")
    assert rules.match({"population": 2_000_000, "capital": True}) == ["big", "capitals"]
    assert rules.match('{"capital": true}') == ["capitals"]
    rules.insert("big", "population > 3000000")
    assert list(rules) == ["big", "capitals"] and rules.match({"population": 2_000_000}) == []
    assert rules.remove("big") and not rules.remove("big")
    assert list(rules) == ["capitals"] and "big" not in rules
    with pytest.raises(RecordError):
        rules.match("{")


def test_threads() -> None:
    predicate = Predicate("age > 30 AND name BEGINSWITH[cd] %@", "jo")
    rules = RuleSet()
    failures = []

    def work(number: int) -> None:
        try:
            for index in range(2000):
                age = (index * 7 + number) % 60
                assert predicate.matches({"age": age, "name": "José"}) == (age > 30)
                if index % 100 == 0:
                    rules.insert(f"{number}-{index}", f"age > {index % 60}")
                    rules.match({"age": age})
                    str(Predicate("a == %@", index) | predicate)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and len(rules) == 160
