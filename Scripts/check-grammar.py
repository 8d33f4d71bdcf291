#!/usr/bin/env python3
"""Checks that the parser has the productions of the grammar, in the same order.

    Scripts/check-grammar.py           reports every difference; exit status 1 if there is one
    Scripts/check-grammar.py --show    shows the productions and the parser's functions side by side

The productions made of tokens (those that begin with a small letter) are read from Grammar/PredicateFormat.ebnf. The
declaration that reads a production quotes it in its comment: a function `parseX`, one that returns the `x` of a
token, or a case of `Precedence`. The files of the parser follow the order of the grammar too, and report no errors:
the folder `Repair` does that.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRAMMAR = ROOT / "Grammar" / "PredicateFormat.ebnf"
PARSING = ROOT / "Sources" / "Language" / "PredicateCore" / "Syntax" / "Parsing"
FILES = ["Parser+Predicates.swift", "../../Vocabulary/Operators.swift", "Parser+Expressions.swift", "Parser+Calls.swift"]


def words(text):
    return " ".join(text.split())


def grammar_productions():
    """The productions made of tokens, as (name, text)."""
    text = re.sub(r"/\*.*?\*/", "", GRAMMAR.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.findall(r"^(\w+)\s*(::=.*?)(?=^\w+\s*::=|\Z)", text, re.DOTALL | re.MULTILINE)
    return [(name, words(f"{name} {body}")) for name, body in found if name[0].islower()]


def parser_productions():
    """The productions quoted in comments, as (name, text, declaration, where)."""
    for name in FILES:
        lines = (PARSING / name).read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(lines):
            start = re.match(r"\s*/// (\w+) ::= ", line)
            if not start:
                continue
            quoted = []
            while (comment := re.match(r"\s*/// ?(.*)", lines[number])) and comment[1].strip():
                quoted.append(comment[1])
                number += 1
            while lines[number].lstrip().startswith("//"):
                number += 1
            declaration = re.search(r"\b(?:func|case) (\w+)", lines[number])
            yield start[1], words(" ".join(quoted)), declaration and declaration[1], f"{Path(name).name}:{number + 1}"


def problems(expected, found):
    names = [production[0] for production in expected]
    quoted = [production[0] for production in found]
    for name in names:
        if quoted.count(name) != 1:
            yield f"{GRAMMAR.name}: the parser quotes {name} {quoted.count(name)} times"
    for name, text, declaration, where in found:
        if name not in names:
            yield f"{where}: the grammar has no {name}"
        elif text != dict(expected)[name]:
            yield f"{where}: {name} is not what the grammar has: {dict(expected)[name]}"
        if declaration not in (name, "parse" + name[0].upper() + name[1:]):
            yield f"{where}: {declaration} reads {name}, and is not named for it"
    if sorted(names) == sorted(quoted) and names != quoted:
        first = next(pair for pair in zip(names, quoted) if pair[0] != pair[1])
        yield f"the grammar goes on with {first[0]} where the parser has {first[1]}"
    for file in FILES:
        for number, line in enumerate((PARSING / file).read_text(encoding="utf-8").split("\n"), 1):
            if re.search(r"\breport\(|Messages\.", line):
                yield f"{file}:{number}: a production reports what is wrong, which is the business of Repair"


def main():
    expected = grammar_productions()
    found = list(parser_productions())
    if "--show" in sys.argv[1:]:
        for index in range(max(len(expected), len(found))):
            left = expected[index][0] if index < len(expected) else "-"
            right = f"{found[index][2]:24} {found[index][3]}" if index < len(found) else "-"
            print(f"{left:16} {right}")
    lines = list(problems(expected, found))
    for line in lines:
        print(line)
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
