#!/usr/bin/env python3
"""Writes the conformance cases that fill the matrix: Tests/Conformance/generated/*.json.

The expected outcomes come from a small model of the language that shares nothing with the implementation. Its values
are Python's, and each operation is written once, as the language defines it. The script can run from any folder; its
output depends only on this file.
"""

import json
import math
import os
import re
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction

ROOT = os.path.dirname(os.path.abspath(__file__))

# ---------------------------------------------------------------------------------------------------------------- values


class Value:
    """A value of a type that JSON lacks, compared by its payload."""

    def __init__(self, payload):
        self.payload = payload

    def json(self):
        return {self.key: self.payload}


class Date(Value):
    key = "$date"

    @property
    def instant(self):
        return read_date(self.payload)


class UUID(Value):
    key = "$uuid"

    @property
    def text(self):
        return self.payload.upper()


class URL(Value):
    key = "$url"

    @property
    def text(self):
        return self.payload


class Data(Value):
    key = "$data"


class Number(Value):
    """A decimal."""

    key = "$decimal"


class Set(Value):
    key = "$set"

    def json(self):
        return {"$set": [encoded(element) for element in self.payload]}


def encoded(value):
    if isinstance(value, Value):
        return value.json()
    if isinstance(value, list):
        return [encoded(element) for element in value]
    if isinstance(value, dict):
        return {key: encoded(element) for key, element in value.items()}
    return value


RFC3339 = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)\Z")


def read_date(text):
    """The instant of an RFC 3339 text in exact seconds since 2001; None if the text is invalid."""
    match = RFC3339.match(text)
    if not match:
        return None
    year, month, day, hour, minute, second = (int(match[i]) for i in range(1, 7))
    try:
        base = datetime(year, month, day, hour, minute, tzinfo=timezone.utc)
    except ValueError:
        return None
    zone = match[8]
    offset = 0
    if zone not in "Zz":
        offset = (1 if zone[0] == "+" else -1) * (int(zone[1:3]) * 60 + int(zone[4:6]))
    whole = (base - timedelta(minutes=offset) - datetime(2001, 1, 1, tzinfo=timezone.utc)) // timedelta(seconds=1)
    return Fraction(whole) + second + Fraction(match[7] or 0)


def canonical_url(text):
    """Scheme and host ignore case, the rest is exact."""
    match = re.match(r"([A-Za-z][A-Za-z0-9+.-]*:)(//(?:[^@/?#]*@)?)?([^/?#:]*)(.*)\Z", text, re.S)
    if not match or not match[2]:
        return re.sub(r"^[A-Za-z][A-Za-z0-9+.-]*:", lambda m: m[0].lower(), text)
    return match[1].lower() + match[2] + match[3].lower() + match[4]


def number(value):
    """The exact value of a boolean, integer, double or decimal; None for anything else."""
    if isinstance(value, bool):
        return Fraction(int(value))
    if isinstance(value, (int, float)):
        return Fraction(value)
    if isinstance(value, Number):
        return Fraction(Decimal(value.payload))
    return None


def text(value):
    """The text of a value for string operators; None if it has none."""
    if isinstance(value, str):
        return value
    if isinstance(value, (UUID, URL)):
        return value.text
    return None


def elements(value):
    if isinstance(value, list):
        return value
    if isinstance(value, Set):
        return value.payload
    return None


def comparable(a, b):
    """Two values as keys that Python can order; None if they do not compare. Numbers compare by value, texts by code
    point, and a text next to a date, a uuid or a url as that type."""
    x, y = number(a), number(b)
    if x is not None and y is not None:
        if isinstance(a, Number) and isinstance(b, float):
            return (float(x), b)
        if isinstance(b, Number) and isinstance(a, float):
            return (a, float(y))
        return (x, y)
    if isinstance(a, str) and isinstance(b, str):
        return ([ord(c) for c in a], [ord(c) for c in b])
    for kind, read in (
        (Date, lambda v: v.instant if isinstance(v, Date) else read_date(v) if isinstance(v, str) else None),
        (UUID, read_uuid),
        (URL, lambda v: canonical_url(v.payload) if isinstance(v, URL) else canonical_url(v) if isinstance(v, str) else None),
    ):
        if isinstance(a, kind) or isinstance(b, kind):
            x, y = read(a), read(b)
            return None if x is None or y is None else (x, y)
    return None


def read_uuid(value):
    try:
        if isinstance(value, UUID):
            return uuid.UUID(value.payload).bytes
        if isinstance(value, str) and len(value) == 36:
            return uuid.UUID(value).bytes
    except ValueError:
        pass
    return None


# ------------------------------------------------------------------------------------------------------------ comparisons


def equal(a, b):
    if a is None or b is None:
        return a is None and b is None
    if isinstance(a, Set) or isinstance(b, Set):
        x, y = elements(a), elements(b)
        if x is None or y is None:
            return False
        return all(any(equal(e, f) for f in y) for e in x) and all(any(equal(e, f) for f in x) for e in y)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(equal(e, f) for e, f in zip(a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return all(equal(a.get(key), b.get(key)) for key in {**a, **b})
    if isinstance(a, Data) or isinstance(b, Data):
        if not all(isinstance(v, (Data, str)) for v in (a, b)):
            return False
        return len({v.payload if isinstance(v, Data) else v for v in (a, b)}) == 1
    pair = comparable(a, b)
    return pair is not None and pair[0] == pair[1]


def less(a, b):
    if a is None or b is None:
        return False
    pair = comparable(a, b)
    return pair is not None and pair[0] < pair[1]


def between(a, bounds):
    if a is None or not isinstance(bounds, list) or len(bounds) != 2 or None in bounds:
        return False
    low, high = comparable(bounds[0], a), comparable(a, bounds[1])
    return low is not None and high is not None and low[0] <= low[1] and high[0] <= high[1]


def contains(a, b):
    if a is None or b is None:
        return False
    if elements(a) is not None:
        return any(equal(e, b) for e in elements(a))
    if isinstance(a, dict):
        return any(equal(e, b) for e in a.values())
    return both_texts(a, b, lambda x, y: y != "" and y in x)


def both_texts(a, b, test):
    x, y = text(a), text(b)
    return x is not None and y is not None and test(x, y)


def like(x, y):
    """Whether a pattern matches a whole text. A backslash before `*`, `?` or a backslash escapes it."""
    pattern = ""
    i = 0
    while i < len(y):
        if y[i] == "\\" and i + 1 < len(y) and y[i + 1] in "*?\\":
            i += 1
            pattern += re.escape(y[i])
        else:
            pattern += {"*": ".*", "?": "."}.get(y[i]) or re.escape(y[i])
        i += 1
    return re.fullmatch(pattern, x, re.S) is not None


OPERATORS = {
    "==": equal,
    "!=": lambda a, b: not equal(a, b),
    "<": less,
    "<=": lambda a, b: less(a, b) or equal(a, b),
    ">": lambda a, b: less(b, a),
    ">=": lambda a, b: less(b, a) or equal(a, b),
    "BETWEEN": between,
    "IN": lambda a, b: contains(b, a),
    "CONTAINS": contains,
    "BEGINSWITH": lambda a, b: both_texts(a, b, lambda x, y: y != "" and x.startswith(y)),
    "ENDSWITH": lambda a, b: both_texts(a, b, lambda x, y: y != "" and x.endswith(y)),
    "LIKE": lambda a, b: both_texts(a, b, like),
    "MATCHES": lambda a, b: both_texts(a, b, lambda x, y: y != "" and re.fullmatch(y, x) is not None),
}

# ------------------------------------------------------------------------------------------------------------- arithmetic

LEAST, GREATEST = -(2**63), 2**63 - 1


def listed_arithmetic(operator, a, b):
    """Element by element (D129)."""
    if a is None or b is None:
        return None
    length = len(a if isinstance(a, list) else b)
    a, b = (side if isinstance(side, list) else [side] * length for side in (a, b))
    if len(a) != len(b) or any(isinstance(side, list) for side in a + b):
        return None
    values = [None if None in (x, y) else arithmetic(operator, x, y) for x, y in zip(a, b)]
    failed = any(value is None and x is not None and y is not None for value, x, y in zip(values, a, b))
    return None if failed else values


def arithmetic(operator, a, b):
    """The value, or None. `decimal_arithmetic` covers decimals."""
    if isinstance(a, list) or isinstance(b, list):
        return listed_arithmetic(operator, a, b)
    if isinstance(a, Date) or isinstance(b, Date):
        return date_arithmetic(operator, a, b)
    if isinstance(a, Number) or isinstance(b, Number):
        return decimal_arithmetic(operator, a, b)
    if not isinstance(a, (bool, int, float)) or not isinstance(b, (bool, int, float)):
        return None
    if operator in ("&", "|", "^", "<<", ">>"):
        if not (type(a) is int and type(b) is int):
            return None
        if operator in ("<<", ">>") and not 0 <= b <= 63:
            return None
        if operator == "<<":
            wide = (a << b) & (2**64 - 1)
            return wide - 2**64 if wide >= 2**63 else wide
        return {"&": a & b, "|": a | b, "^": a ^ b}[operator] if operator != ">>" else a >> b
    if isinstance(a, float) or isinstance(b, float):
        return finite(operator, float(a), float(b))
    a, b = int(a), int(b)
    if operator == "/":
        if b == 0:
            return None
        result = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    elif operator == "**":
        if b < 0:
            if a == 0:
                return None
            result = a ** (-b % 2) if abs(a) == 1 else 0
        else:
            result = a**b
    else:
        result = {"+": a + b, "-": a - b, "*": a * b}[operator]
    return result if LEAST <= result <= GREATEST else None


def finite(operator, a, b):
    try:
        result = {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "/": lambda: a / b,
            "**": lambda: a**b,
        }[operator]()
    except (ZeroDivisionError, OverflowError):
        return None
    if isinstance(result, complex) or result != result or result in (float("inf"), float("-inf")):
        return None
    return result


def decimal_arithmetic(operator, a, b):
    x, y = number(a), number(b)
    if x is None or y is None or operator in ("&", "|", "^", "<<", ">>"):
        return None
    if isinstance(a, float) or isinstance(b, float):
        return finite(operator, float(x), float(y))
    if operator == "**" or operator == "/" and y == 0:
        return None
    result = {"+": x + y, "-": x - y, "*": x * y, "/": x / y if y else None}[operator]
    digits = Decimal(result.numerator) / Decimal(result.denominator)
    if Fraction(digits) != result:
        raise Endless
    return Number(str(digits))


class Endless(Exception):
    """A decimal quotient without an end. The model does not define its rounding."""


def date_arithmetic(operator, a, b):
    if operator in "+-" and isinstance(a, Date) and number(b) is not None and not isinstance(b, Date):
        seconds = a.instant + (number(b) if operator == "+" else -number(b))
        return Date(printed_date(seconds))
    if operator == "-" and isinstance(a, Date) and isinstance(b, (Date, str)):
        other = b.instant if isinstance(b, Date) else read_date(b)
        return None if other is None else float(a.instant - other)
    return None


def printed_date(seconds):
    instant = datetime(2001, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=int(seconds * 1000000))
    text = instant.strftime("%Y-%m-%dT%H:%M:%S")
    if instant.microsecond:
        text += ("." + f"{instant.microsecond:06}").rstrip("0")
    return text + "Z"


# ------------------------------------------------------------------------------------------------------------ quantifiers


def expanded(value, shallow):
    """The elements of a quantifier: those of all levels of lists, or only the outermost. None if the value is not a
    collection."""
    outer = elements(value)
    if outer is None:
        return None
    if shallow:
        return outer
    flat = []
    for element in outer:
        inner = expanded(element, False)
        flat += [element] if inner is None else inner
    return flat


def quantified(quantifier, operator, a, b):
    """ANY, ALL or NONE over the left side. Nil counts as an empty collection; other values than collections give
    false."""
    if quantifier == "NONE":
        return not quantified("ANY", operator, a, b)
    if a is None:
        return quantifier == "ALL"
    shallow = operator == "CONTAINS" or operator in ("==", "!=") and elements(b) is not None
    over = expanded(a, shallow)
    if over is None:
        return False
    answers = [OPERATORS[operator](element, b) for element in over]
    return any(answers) if quantifier == "ANY" else all(answers)


# ------------------------------------------------------------------------------------------------------------------ cases


class File:
    def __init__(self, name, title):
        self.name, self.title, self.cases = name, title, []

    def add(self, cell, **case):
        self.cases.append({"id": f"{self.name}-{len(self.cases) + 1:04}", **case, "cell": cell})

    def write(self):
        path = os.path.join(ROOT, "generated", self.name + ".json")
        with open(path, "w") as out:
            out.write('{\n  "title": ' + json.dumps(self.title) + ',\n  "cases": [\n    ')
            out.write(",\n    ".join(json.dumps(case, ensure_ascii=not plain(case)) for case in self.cases))
            out.write("\n  ]\n}\n")
        return len(self.cases)


def plain(case):
    return json.dumps(case, ensure_ascii=False).isprintable()


ID = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
LATER_ID = "F621E1F8-C36C-495A-93FC-0C247A3E6E5F"

# Two values of each type, the first before the second if there is an order. They are chosen so that equal numbers
# of different types meet, and texts meet the values that they stand for.
SAMPLES = {
    "boolean": [False, True],
    "integer": [1, 2],
    "double": [1.0, 2.5],
    "decimal": [Number("1"), Number("2.5")],
    "string": ["2024-01-31T01:00:00+01:00", "http://Example.com/a"],
    "date": [Date("2024-01-31T00:00:00Z"), Date("2024-02-01T00:00:00Z")],
    "uuid": [UUID(ID), UUID(LATER_ID)],
    "url": [URL("http://example.com/a"), URL("http://example.com/b")],
    "data": [Data("aGVsbG8="), Data("d29ybGQ=")],
    "object": [{"k": 1}, {"k": 2}],
    "list": [[1], [2]],
    "set": [Set([1]), Set([2])],
}
# Texts that are read as other types.
TEXTS = {
    "date": "2024-01-31T01:00:00+01:00",
    "uuid": ID.lower(),
    "url": "HTTP://example.com/a",
    "data": "aGVsbG8=",
}


def partners(operator, left, right):
    """Pairs of values of two types for an operator: one pair that satisfies it, if possible, and one that does not."""
    pairs = [(a, b) for a in SAMPLES[left] for b in SAMPLES[right]]
    if left == "string" and right in TEXTS:
        pairs += [(TEXTS[right], b) for b in SAMPLES[right]]
    if right == "string" and left in TEXTS:
        pairs += [(a, TEXTS[left]) for a in SAMPLES[left]]
    if right == "string":
        pairs += [(a, part(text(a), operator)) for a in SAMPLES[left] if text(a)]
    if left == "string" and operator == "IN":
        pairs += [(text(b)[1:-1], b) for b in SAMPLES[right] if text(b)]
    if left == right == "string":
        pairs += [("abc", part("abc", operator))]
    low, high = SAMPLES[left], SAMPLES[right]
    if operator == "BETWEEN" and right == "list":
        pairs += [(low[0], [low[0], low[1]]), (low[1], [low[0], low[0]])]
    if operator == "IN":
        if right == "list":
            pairs += [(low[0], [low[1], low[0]])]
        if right == "set":
            pairs += [(low[0], Set([low[1], low[0]]))]
        if right == "object":
            pairs += [(low[0], {"k": low[0]})]
    if operator == "CONTAINS":
        if left == "list":
            pairs += [([high[1], high[0]], high[0])]
        if left == "set":
            pairs += [(Set([high[1], high[0]]), high[0])]
        if left == "object":
            pairs += [({"k": high[0]}, high[0])]
    kept = {}
    for a, b in pairs:
        kept.setdefault(OPERATORS[operator](a, b), (a, b))
    return kept


def part(text, operator):
    return {
        "BEGINSWITH": text[:2],
        "ENDSWITH": text[-2:],
        "CONTAINS": text[1:-1],
        "LIKE": text[:2] + "*",
        "MATCHES": ".*" + re.escape(text[-2:]),
    }.get(operator, text)


def comparisons():
    file = File("comparison", "Every comparison between every two types of values, without a schema")
    for operator in OPERATORS:
        for left in SAMPLES:
            for right in SAMPLES:
                if operator == "BETWEEN" and right == "set":
                    continue
                for result, (a, b) in partners(operator, left, right).items():
                    file.add(
                        ["comparison", operator, left, right],
                        text=f"a {operator} b",
                        record={"a": encoded(a), "b": encoded(b)},
                        result=result,
                    )
    return file


def nils():
    file = File("nil-operands", "Every comparison with nil on one side or both, for every type on the other")
    for operator in OPERATORS:
        for kind, samples in SAMPLES.items():
            for where, record in (
                ("left", {"a": None, "b": samples[0]}),
                ("right", {"a": samples[0], "b": None}),
                ("left", {"b": samples[0]}),
            ):
                file.add(
                    ["nil", operator, kind, where],
                    text=f"a {operator} b",
                    record=encoded(record),
                    result=OPERATORS[operator](record.get("a"), record.get("b")),
                )
        for record in ({}, {"a": None, "b": None}):
            file.add(
                ["nil-both", operator], text=f"a {operator} b", record=record, result=OPERATORS[operator](None, None)
            )
    return file


def quantifiers():
    file = File("quantified", "ANY, ALL and NONE before every comparison, over elements of every type and over nothing")
    for operator in OPERATORS:
        for kind, (first, second) in SAMPLES.items():
            if kind == "set":
                continue
            right = first
            if operator == "BETWEEN":
                right = [first, first]
            elif operator == "IN":
                right = [first]
            elif operator == "CONTAINS" and kind in ("list", "object"):
                right = 1
            elif operator in ("BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES") and text(first):
                right = part(text(first), operator)
            contents = {
                "all": [first, first],
                "some": [first, second],
                "other": [second, second],
                "nil": [first, None],
            }
            for quantifier in ("ANY", "ALL", "NONE"):
                for content, left in contents.items():
                    file.add(
                        ["quantified", operator, kind, quantifier, content],
                        text=f"{quantifier} a {operator} b",
                        record=encoded({"a": left, "b": right}),
                        result=quantified(quantifier, operator, left, right),
                    )
        right = [1, 2] if operator == "BETWEEN" else [1] if operator == "IN" else "x"
        for quantifier in ("ANY", "ALL", "NONE"):
            for content, record in (("empty", {"a": [], "b": right}), ("empty", {"a": [[], []], "b": right})):
                if operator == "CONTAINS" and record["a"]:
                    continue
                file.add(
                    ["quantified-nothing", operator, quantifier, content],
                    text=f"{quantifier} a {operator} b",
                    record=record,
                    result=quantified(quantifier, operator, record["a"], right),
                )
            for record in ({"a": None, "b": right}, {"b": right}):
                file.add(
                    ["quantified-nothing", operator, quantifier, "nil"],
                    text=f"{quantifier} a {operator} b",
                    record=record,
                    result=quantified(quantifier, operator, None, right),
                )
    return file


def not_collections():
    file = File("quantified-scalars", "Quantifiers over what is no collection")
    for operator in OPERATORS:
        for kind, (first, _) in SAMPLES.items():
            if kind in ("list", "set"):
                continue
            for quantifier in ("ANY", "ALL", "NONE"):
                file.add(
                    ["quantified-scalar", operator, kind, quantifier],
                    text=f"{quantifier} a {operator} b",
                    record=encoded({"a": first, "b": first}),
                    result=quantified(quantifier, operator, first, first),
                )
    return file


ARITHMETIC = ["+", "-", "*", "/", "**", "&", "|", "^", "<<", ">>"]
OPERANDS = {
    "boolean": [True, False],
    "integer": [7, -2],
    "double": [2.5, -0.5],
    "decimal": [Number("2.5"), Number("2")],
    "string": ["x"],
    "date": [Date("2024-01-31T00:00:00Z")],
    "uuid": [UUID(ID)],
    "url": [URL("http://example.com/a")],
    "data": [Data("aGVsbG8=")],
    "object": [{"k": 1}],
    "list": [[1]],
    "set": [Set([1])],
    "nil": [None],
}


def sums():
    file = File("arithmetic-operands", "Every arithmetic operator between every two types of values, without a schema")
    for operator in ARITHMETIC:
        for left in OPERANDS:
            for right in OPERANDS:
                # Undefined by the language; the matrix gives the reasons.
                if operator == "**" and "decimal" in (left, right):
                    continue
                if operator in ("&", "|", "^", "<<", ">>") and "boolean" in (left, right):
                    continue
                if operator == "+" and right == "date" and (left in NUMBERS or left == "list"):
                    continue
                seen = set()
                for a in OPERANDS[left]:
                    for b in OPERANDS[right]:
                        try:
                            value = arithmetic(operator, a, b)
                        except Endless:
                            continue
                        if (value is None) in seen and (value is None or len(seen) > 1):
                            continue
                        seen.add(value is None)
                        record = encoded({"a": a, "b": b})
                        cell = ["arithmetic", operator, left, right]
                        if left == right == "date" and operator == "-":
                            file.add(cell, text="a - b == 0", record=record, result=True)
                        else:
                            file.add(cell, expression=f"a {operator} b", record=record, value=encoded(value))
    return file


# ---------------------------------------------------------------------------------- collection operators and functions


def total(values):
    """The sum, or None: integers, booleans and decimals exactly, doubles from left to right."""
    if any(number(value) is None for value in values):
        return None
    if any(isinstance(value, float) for value in values):
        result = 0.0
        for value in values:
            result += float(number(value))
        return result
    result = sum((number(value) for value in values), Fraction(0))
    if any(isinstance(value, Number) for value in values):
        return Number(str(Decimal(result.numerator) / Decimal(result.denominator)))
    return int(result) if LEAST <= result <= GREATEST else None


def extreme(values, larger):
    best = None
    for value in values:
        if comparable(value, value) is None:
            return None
        if best is None:
            best = value
            continue
        pair = comparable(best, value)
        if pair is None:
            return None
        if (pair[0] < pair[1]) if larger else (pair[1] < pair[0]):
            best = value
    return best


def distinct(values):
    kept = []
    for value in values:
        if not any(equal(value, known) for known in kept):
            kept.append(value)
    return kept


def joined(values):
    if any(elements(value) is None for value in values):
        return None
    return [element for value in values for element in elements(value)]


def collected(operator, value):
    """A collection operator over a list. Nil elements are skipped, except by @count. The result over nil is nil."""
    if value is None:
        return None
    if operator == "@count":
        return len(value)
    values = [element for element in value if element is not None]
    if operator == "@sum":
        return total(values)
    if operator == "@avg":
        whole = total(values)
        return None if whole is None or not values else float(number(whole) / len(values))
    if operator in ("@min", "@max"):
        return extreme(values, operator == "@max")
    if operator == "@unionOfObjects":
        return values
    if operator == "@distinctUnionOfObjects":
        return distinct(values)
    lists = joined(values)
    return lists if lists is None or operator == "@unionOfArrays" else distinct(lists)


COLLECTION_OPERATORS = [
    "@count",
    "@sum",
    "@avg",
    "@min",
    "@max",
    "@unionOfObjects",
    "@distinctUnionOfObjects",
    "@unionOfArrays",
    "@distinctUnionOfArrays",
]


def collections():
    file = File("collection-elements", "Every collection operator over elements of every type, with nil and over nothing")
    for operator in COLLECTION_OPERATORS:
        for kind, (first, second) in SAMPLES.items():
            if kind == "set":
                continue
            contents = {
                "values": [second, first],
                "repeated": [first, second, first],
                "with nil": [second, None, first],
            }
            for content, value in contents.items():
                cell = ["collection", operator, kind, content]
                result = collected(operator, value)
                nested = [{"v": element} if element is not None else {} for element in value]
                for path, record in ((f"a.{operator}", {"a": value}), (f"a.{operator}.v", {"a": nested})):
                    if operator == "@count" and path.endswith(".v"):
                        continue
                    if result is None:
                        file.add(cell, text=f"{path} == nil", record=encoded(record), result=True)
                    else:
                        record["b"] = result
                        file.add(cell, text=f"{path} == b", record=encoded(record), result=True)
        for content, value in (("empty", []), ("only nil", [None, None]), ("nil", None)):
            result = collected(operator, value)
            file.add(
                ["collection-nothing", operator, content],
                expression=f"a.{operator}",
                record={"a": value},
                value=result,
            )
    return file


def mean(values):
    whole = total(values)
    return None if whole is None or not values else float(number(whole) / len(values))


def median(values):
    if not values or total(values) is None:
        return None
    ordered = sorted(float(number(value)) for value in values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def commonest(values):
    kept = distinct(values)
    counts = [sum(equal(value, known) for value in values) for known in kept]
    return [known for known, count in zip(kept, counts) if count == max(counts)]


def real(function):
    def apply(value):
        if number(value) is None:
            return None
        try:
            result = function(float(number(value)))
        except (ValueError, OverflowError):
            return None
        return result if result == result and abs(result) != float("inf") else None

    return apply


def rounding(function):
    return lambda value: None if number(value) is None else int(function(number(value)))


def on_list(function):
    return lambda value: None if elements(value) is None else function([e for e in elements(value) if e is not None])


FUNCTIONS = {
    "sum": on_list(total),
    "average": on_list(mean),
    "count": lambda value: None if elements(value) is None else len(elements(value)),
    "min": on_list(lambda values: extreme(values, False)),
    "max": on_list(lambda values: extreme(values, True)),
    "median": on_list(median),
    "mode": on_list(commonest),
    "sqrt": real(math.sqrt),
    "ln": real(math.log),
    "log": real(math.log10),
    "floor": rounding(math.floor),
    "ceiling": rounding(math.ceil),
    "trunc": rounding(math.trunc),
    "abs": lambda value: None if number(value) is None else abs(value if type(value) in (int, float) else number(value)),
    "uppercase": lambda value: None if text(value) is None else text(value).upper(),
    "lowercase": lambda value: None if text(value) is None else text(value).lower(),
    "length": lambda value: None if text(value) is None else len(text(value)),
    "noindex": lambda value: value,
}
ARGUMENTS = {
    **{kind: [samples[1]] for kind, samples in SAMPLES.items()},
    "integer": [4, -4],
    "double": [2.5, -2.5],
    "string": ["abc", "É1"],
    "list": [[3, 1, 2, 1], [2.5, 0.5], ["b", "a", "b"], [[1]], []],
    "set": [Set([1, 2])],
    "nil": [None],
}


def functions():
    file = File("function-arguments", "Every function of one argument over arguments of every type, without a schema")
    for name, function in FUNCTIONS.items():
        for kind, values in ARGUMENTS.items():
            for value in values:
                result = function(value)
                cell = ["function", name, kind]
                if result is None:
                    file.add(cell, text=f"{name}(a) == nil", record=encoded({"a": value}), result=True)
                    continue
                if isinstance(result, Fraction):
                    result = Number(str(Decimal(result.numerator) / Decimal(result.denominator)))
                file.add(cell, text=f"{name}(a) == b", record=encoded({"a": value, "b": result}), result=True)
    return file


# ---------------------------------------------------------------------------------------------------------------- options

# Pairs of texts, named for their difference.
DIFFERENCES = {
    "case": ("abc", "ABC"),
    "diacritics": ("cafe", "café"),
    "combining": ("cafe", "cafe\u0301"),
    "width": ("AB", "ＡＢ"),
    "case and diacritics": ("cafe", "CAFÉ"),
    "nothing": ("abc", "abc"),
    "sharp s": ("strasse", "straße"),
    "a letter": ("abc", "abd"),
}
OPTIONS = ["", "c", "d", "cd", "n", "cn", "dn", "cdn"]


def options():
    file = File("options", "Every string option under every comparison of texts, for texts that differ in one way")
    for operator in ("==", "!=", "<", "<=", ">", ">=", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"):
        for letters in OPTIONS:
            for difference, (a, b) in DIFFERENCES.items():
                if operator == "MATCHES" and difference == "sharp s":
                    continue
                effective = "" if "n" in letters else letters
                holds = OPERATORS[operator](folded(a, effective), folded(b, effective))
                file.add(
                    ["options", operator, letters or "none", difference],
                    text=f"a {operator}{'[' + letters + ']' if letters else ''} b",
                    record={"a": a, "b": b},
                    result=holds,
                )
    return file


def folded(text, letters):
    """The folding, as far as the texts above need it."""
    if "d" in letters:
        text = text.replace("é", "e").replace("É", "E").replace("\u0301", "").replace("ＡＢ", "AB")
    return text.casefold() if "c" in letters else text


# --------------------------------------------------------------------------------------------------------- declared types

SCHEMA_TYPES = {
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "double": {"type": "number"},
    "decimal": {"type": "number", "format": "decimal"},
    "string": {"type": "string"},
    "dateTime": {"type": "string", "format": "date-time"},
    "uuid": {"type": "string", "format": "uuid"},
    "url": {"type": "string", "format": "uri"},
    "data": {"type": "string", "contentEncoding": "base64"},
    "enumeration": {"enum": ["open", "closed"]},
    "object": {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}}},
    "list": {"type": "array", "items": {"type": "string"}},
    "dictionary": {"type": "object", "additionalProperties": {"type": "string"}},
    "any": {},
}
NUMBERS = ("boolean", "integer", "double", "decimal")
TEXTUAL = ("string", "enumeration", "dateTime", "uuid", "url")
DECLARED = {
    "boolean": (True, True),
    "integer": (1, 1),
    "double": (1, 1.0),
    "decimal": (1, Number("1")),
    "string": ("open", "open"),
    "dateTime": ("2024-01-31T01:00:00+01:00", Date("2024-01-31T00:00:00Z")),
    "uuid": (ID.lower(), UUID(ID.lower())),
    "url": ("http://Example.com/", URL("http://Example.com/")),
    "data": ("aGVsbG8=", Data("aGVsbG8=")),
    "enumeration": ("open", "open"),
    "object": ({"k": 1}, {"k": 1}),
    "list": (["open"], ["open"]),
    "dictionary": ({"k": "open"}, {"k": "open"}),
    "any": ("open", "open"),
}


def field(kind):
    """The name of the field of a type: that of the type, unless it is a reserved word."""
    return "unknown" if kind == "any" else kind


def write_types_schema():
    properties = {}
    for kind, schema in SCHEMA_TYPES.items():
        properties[field(kind)] = schema
        properties[field(kind) + "2"] = schema
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "types",
        "description": "Two fields of every type.",
        "type": "object",
        "required": list(properties),
        "properties": properties,
    }
    with open(os.path.join(ROOT, "schemas", "types.schema.json"), "w") as out:
        json.dump(schema, out, indent=2)
        out.write("\n")


def declared_outcome(operator, left, right):
    """`ok` if the checker must accept the comparison; the error code, or `error` for any, if it must reject it; None
    if undefined."""
    both = (left, right)
    if operator in ("==", "!="):
        if "any" in both:
            return None if "list" in both else "ok"
        if left in NUMBERS and right in NUMBERS or left == right:
            return "ok"
        if set(both) == {"enumeration", "dateTime"}:
            return None
        texts = ("string", "enumeration", "dateTime")
        if left in texts and right in texts:
            return "ok"
        if left == "list":
            return "missing-quantifier"
        if right == "list":
            return "error"
        return open_or_mismatch(left, right)
    if operator in ("<", "<=", ">", ">="):
        if left == "list":
            return "missing-quantifier" if right not in ("object", "dictionary", "list") else "error"
        if right == "list":
            return None if left == "any" else "error"
        if "data" in both and set(both) & {"string", "dateTime", "enumeration"}:
            return None
        if left in ("object", "dictionary", "data") or right in ("object", "dictionary", "data"):
            return None if left == right or "any" in both else "error"
        if "any" in both:
            return None if set(both) & {"dateTime", "uuid", "url"} else "ok"
        if left in NUMBERS and right in NUMBERS:
            return "ok"
        if set(both) == {"enumeration", "dateTime"}:
            return None
        texts = ("string", "enumeration", "dateTime")
        if left in texts and right in texts:
            return "ok"
        if left == right:
            return None
        return open_or_mismatch(left, right)
    if operator in ("BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"):
        if left == "list":
            return "missing-quantifier" if right in TEXTUAL + ("any",) else "error"
        fits = TEXTUAL + ("any",)
        return "ok" if left in fits and right in fits else "error" if right == "list" else "wrong-operand"
    if operator in ("CONTAINS", "IN"):
        container, element = (left, right) if operator == "CONTAINS" else (right, left)
        if container == "any":
            return "ok" if element != "list" else None
        if container in ("list", "dictionary"):
            if element in ("string", "enumeration", "any"):
                return "ok"
            if element in ("dateTime", "uuid", "url", "data"):
                return None
            return "error"
        if container in TEXTUAL:
            if element in TEXTUAL + ("any",):
                return "ok"
            return "error"
        return "error"
    if operator == "BETWEEN":
        if right == "any":
            return "ok" if left != "list" and left not in ("object", "dictionary", "data") else None
        if right != "list":
            return "error"
        if left in ("string", "enumeration", "any"):
            return "ok"
        return "missing-quantifier" if left == "list" else None if left in ("dateTime", "uuid", "url", "data") else "error"
    return None


def open_or_mismatch(left, right):
    readable = ("uuid", "url", "data")
    if (left in readable and right in ("string", "enumeration", "dateTime")) or (
        right in readable and left in ("string", "enumeration", "dateTime")
    ):
        return None
    if {left, right} == {"object", "dictionary"}:
        return None
    return "wrong-operand"


def declared_value(operator, kind, other):
    """The value of a field of a declared type for an operator: text for string operators and next to other text."""
    raw, typed = DECLARED[kind]
    textual = operator in ("BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "CONTAINS", "IN")
    if kind in TEXTUAL and textual and other in TEXTUAL + ("any",):
        return raw
    if kind == "dateTime" and other in ("string", "enumeration", "any"):
        return raw
    if kind in ("uuid", "url") and other == "any":
        return raw
    return typed


def declared():
    write_types_schema()
    file = File("declared-comparison", "Every comparison between fields of every two declared types")
    for operator in OPERATORS:
        for left in SCHEMA_TYPES:
            for right in SCHEMA_TYPES:
                outcome = declared_outcome(operator, left, right)
                if outcome is None:
                    continue
                other = field(right) + ("2" if left == right else "")
                case = {"text": f"{field(left)} {operator} {other}", "schema": "types"}
                if outcome == "ok":
                    a, b = declared_value(operator, left, right), declared_value(operator, right, left)
                    case["record"] = {field(left): encoded(DECLARED[left][0]), other: encoded(DECLARED[right][0])}
                    case["result"] = OPERATORS[operator](a, b)
                elif outcome == "error":
                    case["rejected"] = True
                else:
                    case["rejected"] = outcome
                file.add(["declared", operator, left, right], **case)
    return file


def main():
    os.makedirs(os.path.join(ROOT, "generated"), exist_ok=True)
    total = 0
    for file in (comparisons(), nils(), quantifiers(), not_collections(), sums(), collections(), functions(), options(), declared()):
        count = file.write()
        total += count
        print(f"{file.name}: {count}")
    print(f"in all: {total}")


if __name__ == "__main__":
    main()
