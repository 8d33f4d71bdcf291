"""The cases of Tests/Conformance, as Python's values."""

from __future__ import annotations

import base64
import itertools
import json
from collections import Counter
from datetime import datetime
from decimal import Decimal
from typing import Any, Optional
from uuid import UUID

import pytest
from conftest import ROOT
from predicateformat import Predicate, PredicateError, Template, UndecidedError, check

CONFORMANCE = ROOT / "Tests" / "Conformance"


# The library reports the errors of all stages, and these cases those of the first.
BY_STAGE = {"errors-syntax-format-arguments-02", "errors-syntax-format-arguments-03", "limits-too-much-04"}


class Inexpressible(Exception):
    """A value that Python's types, or JSON, do not have."""


def python(value: Any, argument: bool) -> Any:
    """The Python value that a value of a case stands for."""
    if isinstance(value, list):
        return [python(element, argument) for element in value]
    if not isinstance(value, dict):
        return value
    if len(value) != 1 or not next(iter(value)).startswith("$"):
        return {key: python(element, argument) for key, element in value.items()}
    ((kind, inner),) = value.items()
    try:
        if kind == "$date":
            return datetime.fromisoformat(inner.replace("Z", "+00:00"))
        if kind == "$uuid":
            return UUID(inner)
        if kind == "$decimal":
            return Decimal(inner)
        if kind == "$data":
            return base64.b64decode(inner, validate=True)
        if kind == "$set" and argument:
            return frozenset(python(element, True) for element in inner)
    except (ValueError, TypeError):
        pass
    # A URL is text in Python, and a set in JSON is an array.
    raise Inexpressible(kind)


def cases() -> list[dict[str, Any]]:
    files = sorted(itertools.chain(CONFORMANCE.glob("*.json"), CONFORMANCE.glob("generated/*.json")))
    return [case for file in files for case in json.loads(file.read_text("utf-8")).get("cases", ())]


def schema(case: dict[str, Any]) -> Optional[Any]:
    named = case.get("schema")
    if isinstance(named, str):
        return json.loads((CONFORMANCE / "schemas" / f"{named}.schema.json").read_text("utf-8"))
    return named


def outcome(case: dict[str, Any]) -> Optional[str]:
    """Why the answer is not the expected one; None if it is."""
    parts = case["text"] if isinstance(case["text"], list) else [case["text"]]
    text = "".join(part if isinstance(part, str) else part[0] * part[1] for part in parts)
    arguments = [python(value, True) for value in case.get("arguments", ())]
    variables = {name: python(value, True) for name, value in case.get("variables", {}).items()}
    record = python(case.get("record", {}), False)
    # Variables without a value are an error of a predicate.
    kind: Any = Predicate if variables or "result" in case else Template
    try:
        predicate = kind(text, *arguments, schema=schema(case), **({"variables": variables} if variables else {}))
    except PredicateError as error:
        codes = [item.code for item in error.diagnostics if item.severity == "error"]
        if case.get("errors"):
            expected = [item["code"] for item in case["errors"]]
            return None if codes == expected else f"errors {codes}, expected {expected}"
        if "rejected" in case:
            return None if case["rejected"] in (True, codes[0]) else f"error {codes[0]}, expected {case['rejected']}"
        return f"refused: {codes}"
    if case.get("errors") or "rejected" in case:
        return "accepted"
    if "prints" in case and str(predicate) != case["prints"]:
        return f"prints {predicate}"
    if "warnings" in case:
        codes = [item.code for item in check(text, *arguments, schema=schema(case), variables=variables)]
        if codes != [item["code"] for item in case["warnings"]]:
            return f"warnings {codes}"
    if "result" in case:
        try:
            # As a record, text is JSON.
            answer = predicate.matches(json.dumps(record) if isinstance(record, str) else record)
        except UndecidedError:
            answer = False
        if answer != case["result"]:
            return f"answer {answer}"
    return None


def test_conformance(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    failures = []
    for case in cases():
        if "text" not in case or case.get("inferred") or "now" in case:
            counts["not expressible"] += 1
            continue
        try:
            reason = outcome(case)
        except Inexpressible:
            counts["not expressible"] += 1
            continue
        if reason and case.get("schema") is None and '{"$' in json.dumps(case.get("record", {})):
            # In a record, a date beside a string is a `date-time` field in JSON, which D39 compares in another way.
            counts["disagree on types that JSON lacks"] += 1
            continue
        if reason and case["id"] in BY_STAGE:
            counts["disagree on the errors of later stages"] += 1
            continue
        counts["disagree" if reason else "agree"] += 1
        if reason:
            failures.append(f"{case['id']}: {reason}")
    with capsys.disabled():
        print(f"\nconformance: {dict(counts)}")
    assert not failures, "\n".join(failures[:50])
    assert counts["agree"] > 10_500 and counts["disagree on types that JSON lacks"] <= 201
