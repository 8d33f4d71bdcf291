#!/usr/bin/env python3
"""Checks the form of the cases in Tests/Mistakes, and prints how many there are.

    Tests/Mistakes/lint.py

Fails if an id occurs twice or does not begin with the name of its file, if a text occurs twice, if a location is not
found or is ambiguous, if a range leaves the text or splits a code point, if errors are not in order, or if a schema
is missing. It cannot check whether an expectation is right.
"""

import collections
import glob
import json
import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
KEYS = {"id", "text", "schema", "errors", "warnings", "fixed", "remaining", "suggested", "note"}
PLACE_KEYS = {"code", "at", "occurrence", "range"}


def occurrences(text, part):
    """The locations of a part, including overlapping ones, in code points."""
    found, start = [], text.find(part)
    while start >= 0:
        found.append(start)
        start = text.find(part, start + 1)
    return found


def range_of(text, place):
    """The range of a location in UTF-8 offsets. Raises ValueError with the problem."""
    unknown = set(place) - PLACE_KEYS
    if unknown:
        raise ValueError(f"unknown keys {sorted(unknown)}")
    if not place.get("code"):
        raise ValueError("no code")
    if ("at" in place) == ("range" in place):
        raise ValueError("either `at` or `range` has to be there")
    if "range" in place:
        if "occurrence" in place:
            raise ValueError("`occurrence` goes with `at`")
        start, end = place["range"]
        source = text.encode()
        if not 0 <= start <= end <= len(source):
            raise ValueError(f"the range {start}..<{end} leaves the text")
        for offset in (start, end):
            if offset < len(source) and source[offset] & 0xC0 == 0x80:
                raise ValueError(f"{offset} is within a code point")
        return start, end
    part, number = place["at"], place.get("occurrence")
    found = occurrences(text, part)
    if not part or not found:
        raise ValueError(f"`{part}` is not in the text")
    if len(found) > 1 and number is None:
        raise ValueError(f"`{part}` is in the text {len(found)} times: say which")
    if len(found) == 1 and number is not None:
        raise ValueError(f"`{part}` is in the text once: no occurrence is needed")
    if number is not None and not 1 <= number <= len(found):
        raise ValueError(f"`{part}` has no occurrence {number}")
    start = len(text[: found[(number or 1) - 1]].encode())
    return start, start + len(part.encode())


def check(case, prefix, schemas):
    """Every problem in the form of a case."""
    unknown = set(case) - KEYS
    if unknown:
        yield f"unknown keys {sorted(unknown)}"
    # Cases on the list of messages that are not good enough keep their ids.
    if not case["id"].startswith(prefix + "-") and prefix != "not-good-enough":
        yield f"the id does not begin with {prefix}-"
    if "schema" in case and case["schema"] not in schemas:
        yield f"there is no schema {case['schema']}"
    for kind in ("errors", "warnings"):
        last = (-1, -1)
        for place in case.get(kind, []):
            try:
                current = range_of(case["text"], place)
            except ValueError as error:
                yield f"{kind}: {error}"
                continue
            if current < last:
                yield f"{kind}: {place['code']} stands before the one in front of it"
            last = current
    if "fixed" in case and case["fixed"] == case["text"] and not case.get("remaining"):
        yield "the fixed text is the text, and no error remains"
    if "remaining" in case and ("fixed" not in case or case["remaining"] < 1):
        yield "`remaining` goes with a fixed text that still has errors"
    if prefix == "right":
        if case["errors"] or "fixed" in case or "suggested" in case:
            yield "what is right has no errors and is not fixed"
    elif not case["errors"] and not case.get("warnings") and "fixed" not in case and "suggested" not in case:
        yield "nothing is expected of it"


def main():
    schemas = set()
    for path in glob.glob(os.path.join(ROOT, "schemas", "*.schema.json")):
        with open(path, encoding="utf-8") as file:
            json.load(file)
        schemas.add(os.path.basename(path).removesuffix(".schema.json"))
    problems, ids, texts, used = [], {}, {}, set()
    rows, mistakes, codes = [], collections.Counter(), collections.Counter()
    for path in sorted(glob.glob(os.path.join(ROOT, "*.json"))):
        name = os.path.basename(path)
        prefix = name.removesuffix(".json").removesuffix("-files")
        with open(path, encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        for case in cases:
            problems += [f"{name}: {case['id']}: {problem}" for problem in check(case, prefix, schemas)]
            if ids.setdefault(case["id"], name) != name or sum(other["id"] == case["id"] for other in cases) > 1:
                problems.append(f"{name}: {case['id']}: the id is used twice")
            key = (case["text"], case.get("schema"))
            if key in texts:
                problems.append(f"{name}: {case['id']}: {texts[key]} has the same text")
            texts[key] = case["id"]
            used.add(case.get("schema"))
            if prefix != "right":
                mistakes[len(case["errors"]) + len(case.get("warnings", []))] += 1
            for place in case["errors"] + case.get("warnings", []):
                codes[place["code"]] += 1
        rows.append((name, len(cases), sum("fixed" in case for case in cases)))
    problems += [f"schemas: {name} is not used" for name in sorted(schemas - used)]

    print(f"{'file':24}{'cases':>6}{'fixed':>8}")
    for name, count, fixed in rows:
        print(f"{name:24}{count:6}{fixed:8}")
    wrong = [row for row in rows if row[0] != "right.json"]
    print(f"{'wrong, in all':24}{sum(row[1] for row in wrong):6}{sum(row[2] for row in wrong):8}")
    print("\nmistakes in a text (warnings that are named included)")
    for number, count in sorted(mistakes.items()):
        print(f"{number:6}{count:6}")
    print("\ncode")
    for code, count in sorted(codes.items()):
        print(f"{code:28}{count:5}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
