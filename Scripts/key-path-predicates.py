#!/usr/bin/env python3
"""Writes predicates as Swift key-path source, each next to the equivalent text.

The tests of PredicateKeyPaths compile the output and compare each predicate with its text. The same seed gives the
same files, so that a change here shows as a change there:

    python3 Scripts/key-path-predicates.py [count] [seed]
"""

import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
TARGET = HERE / "Tests/Swift/PredicateKeyPathsTests/Written"
PER_FILE = 50

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 500
random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 6)

pick = random.choice

# How a field is reached: its text, its key path from the root, and whether it may be nil.
INTEGERS = [("count", "count", False), ("tiny", "tiny", False), ("wide", "wide", False), ("maybe", "maybe", True),
            ("chain.weight", "chain?.weight", True), ("chain.next.weight", "chain?.next?.weight", True)]
REALS = [("ratio", "ratio", False), ("real", "real", False), ("maybeReal", "maybeReal", True), ("base.x", "base.x", False),
         ("home.x", "home?.x", True)]
TEXTS = [("name", "name", False), ("part", "part", False), ("nick", "nick", True), ("chain.name", "chain?.name", True),
         ("home.label", "home?.label", True), ("base.label", "base.label", True),
         ("chain.next.next.name", "chain?.next?.next?.name", True)]
RELATIONS = ["==", "!=", "<", "<=", ">", ">="]
WORDS = ["", "a", "A", "ab", "é", "b", "open", "a text", 'qu"ote', "back\\\\slash"]
OPTIONS = [("", ""), ("", ""), ("[c]", ".c"), ("[cd]", "[.c, .d]"), ("[d]", ".diacriticInsensitive"), ("[n]", ".n")]


def quoted(word):
    """A literal, which both languages spell in the same way."""
    return '"' + word.replace('"', '\\"') + '"'


def word():
    return quoted(pick(WORDS))


def integer():
    return str(pick([0, 1, 2, 3, 5, 7, 10, -1]))


def natural():
    return str(pick([0, 1, 2, 3, 5, 7, 10]))


def real():
    return pick(["0.5", "1.0", "2.5", "-1.5", "0.0", "10.0"])


def date():
    number = pick([0, 1, 2, 3])
    return f'CAST("2001-01-0{number + 1}T00:00:00Z", "NSDate")', f"Written.day({number})"


def path(root, keys):
    """A key path with a written root, for calls on it, and one with an inferred root."""
    return f"(\\{root}.{keys})", f"\\.{keys}"


def options(text_options, swift_options):
    return f", {swift_options}" if swift_options else ""


def numeric(root, fields, literal):
    text, keys, optional = pick(fields)
    full, short = path(root, keys)
    value = natural() if keys == "wide" else literal()
    choice = random.random()
    if choice < 0.6:
        relation = pick(RELATIONS)
        return f"{text} {relation} {value}", f"{short} {relation} {value}"
    if choice < 0.7 and optional:
        relation = pick(["==", "!="])
        return f"{text} {relation} nil", f"{short} {relation} nil"
    if choice < 0.85:
        others = [value] + [natural() if keys == "wide" else literal() for _ in range(pick([0, 1, 2]))]
        listed = ", ".join(others)
        return f"{text} IN {{{listed}}}", pick([f"{full}.in({listed})", f"{full}.in([{listed}])"])
    low, high = sorted([float(value), float(natural())])
    low, high = (int(low), int(high)) if literal is integer or keys == "wide" else (low, high)
    between = f"{text} BETWEEN {{{low}, {high}}}"
    return between, pick([f"{full}.between({low}...{high})", f"{short} ~= {low}...{high}"])


def text_comparison(root, fields):
    text, keys, optional = pick(fields)
    full, short = path(root, keys)
    choice = random.random()
    letters, swift = pick(OPTIONS)
    value = word()
    if choice < 0.25 and keys != "part":
        relation = pick(RELATIONS)
        return f"{text} {relation} {value}", f"{short} {relation} {value}"
    if choice < 0.35:
        relation, name = pick([("==", "isEqual"), ("!=", "isNotEqual")])
        return f"{text} {relation}{letters} {value}", f"{full}.{name}(to: {value}{options(letters, swift)})"
    if choice < 0.42 and optional:
        relation = pick(["==", "!="])
        return f"{text} {relation} nil", f"{short} {relation} nil"
    if choice < 0.75:
        operator, name = pick([("BEGINSWITH", "beginsWith"), ("ENDSWITH", "endsWith"), ("CONTAINS", "contains")])
        return f"{text} {operator}{letters} {value}", f"{full}.{name}({value}{options(letters, swift)})"
    if choice < 0.85:
        pattern = quoted(pick(["*", "a*", "*b", "?b", "*e*", "A?"]))
        letters, swift = pick([("", ""), ("[c]", ".c")])
        return f"{text} LIKE{letters} {pattern}", f"{full}.like({pattern}{options(letters, swift)})"
    if choice < 0.9:
        pattern = quoted(pick(["a.*", "[ab]+", "open|a"]))
        return f"{text} MATCHES {pattern}", f"{full}.matches({pattern}, using: .pcre2)"
    listed = ", ".join(word() for _ in range(pick([1, 2, 3])))
    if keys == "part":
        return f"{text} IN[c] {{{listed}}}", f"{full}.in([{listed}], .c)"
    return f"{text} IN{letters} {{{listed}}}", f"{full}.in([{listed}]{options(letters, swift)})"


def dated():
    literal, value = date()
    relation = pick(RELATIONS)
    return pick([
        (f"born {relation} {literal}", f"\\.born {relation} {value}"),
        (f"died {relation} {literal}", f"\\.died {relation} {value}"),
        ("died == nil", "\\.died == nil"),
        (f"born BETWEEN {{{literal}, {literal}}}", f"(\\Everything.born).between({value}...{value})"),
        (f"died IN {{{literal}}}", f"(\\Everything.died).in({value})"),
        (f"born + 86400.0 {relation} {literal}", f"field(\\Everything.born) + 86400.0 {relation} {value}"),
        (f"born {relation} died", f"\\.born {relation} field(\\.died)"),
        (f"died - {literal} > 86400.0", f"field(\\Everything.died) - {value} > 86400.0"),
    ])


def odd():
    number = integer()
    digit = pick([0, 1, 2])
    identifier = "-".join(str(digit) * length for length in (8, 4, 4, 4, 12))
    relation = pick(["==", "!="])
    order = pick(RELATIONS)
    address = pick(["http://a.b/C", "x:y"])
    money = pick(["0", "1.5", "-3"])
    state = pick(["open", "closed", "lost"])
    return pick([
        ("flag == TRUE", "KeyPathPredicate(\\.flag)"),
        ("maybeFlag == TRUE", "KeyPathPredicate(\\.maybeFlag)"),
        ("NOT flag == TRUE", "!(\\Everything.flag)"),
        ("flag == TRUE AND maybeFlag == TRUE", "\\.flag && \\.maybeFlag"),
        (f"flag == TRUE OR count {order} {number}", f"\\.flag || \\.count {order} {number}"),
        (f"flag {relation} FALSE", f"\\.flag {relation} false"),
        (f"maybeFlag {relation} nil", f"\\.maybeFlag {relation} nil"),
        (f"deep {relation} {number}", f"\\.deep {relation} {number}"),
        (f"state {relation} \"{state}\"", f"\\.state {relation} .{state}"),
        ("state IN {\"open\", \"lost\"}", "(\\Everything.state).in(.open, .lost)"),
        ("state BEGINSWITH \"o\"", "(\\Everything.state).beginsWith(\"o\")"),
        (f"level {relation} 10", f"\\.level {relation} .high"),
        ("level < 10", "\\.level < .high"),
        (f"level {relation} nil", f"\\.level {relation} nil"),
        (f"id {relation} CAST(\"{identifier}\", \"NSUUID\")", f"\\.id {relation} Written.id({digit})"),
        (f"id BEGINSWITH \"{digit}\"", f"(\\Everything.id).beginsWith(\"{digit}\")"),
        (f"link {relation} CAST(\"{address}\", \"NSURL\")", f"\\.link {relation} Written.link(\"{address}\")"),
        ("link CONTAINS[c] \"A.B\"", "(\\Everything.link).contains(\"A.B\", .c)"),
        (f"price {order} CAST(\"{money}\", \"NSDecimalNumber\")", f"\\.price {order} Written.decimal(\"{money}\")"),
        (f"bytes {relation} \"AQID\"", f"\\.bytes {relation} Data([1, 2, 3])"),
        (f"letter {relation} \"a\"", f"\\.letter {relation} \"a\""),
        (f"home {relation} nil", f"\\.home {relation} nil"),
        ("chain.next == nil", "\\.chain?.next == nil"),
        (f"scores {relation} nil", f"\\.scores {relation} nil"),
        (f"tags {relation} {{\"a\"}}", f"\\.tags {relation} [\"a\"]"),
        (f"limits[\"a\"] {order} {number}", f"(\\Everything.limits).at(key: \"a\") {order} {number}"),
        ("limits.@count == 2", "(\\Everything.limits).count == 2"),
        ("limits CONTAINS 7", "(\\Everything.limits).contains(7)"),
        (f"maybe {order} count", f"\\.maybe {order} field(\\.count)"),
        (f"count {order} maybe", f"\\.count {order} field(\\.maybe)"),
        (f"name {order} nick", f"\\.name {order} field(\\.nick)"),
        ("name CONTAINS[c] nick", "(\\Everything.name).contains(field(\\.nick), .c)"),
        ("length(name) > 1", "(\\Everything.name).length > 1"),
        ("uppercase(name) == \"AB\"", "(\\Everything.name).uppercased == \"AB\""),
    ])


def arithmetic():
    order = pick(RELATIONS)
    return pick([
        (f"count + 1 {order} {integer()}", None),
        (f"count * 2 - 1 {order} {integer()}", None),
        (f"ratio * 2.0 {order} {real()}", None),
        (f"ratio / base.x {order} {real()}", None),
        (f"tiny - 1 {order} {integer()}", None),
        (f"count & 1 {order} 1", None),
        (f"maybe + 1 {order} {integer()}", None),
        (f"{integer()} + count {order} 3", None),
    ])


def arithmetic_swift(text):
    """Arithmetic is the same in Swift except for the names of fields."""
    words = []
    for part in text.split(" "):
        words.append(f"field(\\Everything.{part})" if part[0].isalpha() else part)
    for relation in RELATIONS:
        if relation in words:
            at = words.index(relation)
            return " ".join(words)
    return " ".join(words)


def collections():
    order = pick(RELATIONS)
    number = natural()
    value = word()
    quantifier, name = pick([("ANY", "any"), ("ALL", "all"), ("NONE", "none")])
    place, swift_place = pick([("FIRST", "first"), ("LAST", "last"), ("1", "at(index: 1)")])
    letters, swift = pick(OPTIONS)
    return pick([
        (f"tags[{place}] == {value}", f"(\\Everything.tags).{swift_place} == {value}"),
        (f"tags[{place}] BEGINSWITH{letters} {value}", f"(\\Everything.tags).{swift_place}.beginsWith({value}{options(letters, swift)})"),
        (f"tags.@count {order} {number}", f"(\\Everything.tags).count {order} {number}"),
        (f"tags[SIZE] {order} {number}", f"(\\Everything.tags).size {order} {number}"),
        (f"scores.@count {order} {number}", f"(\\Everything.scores).count {order} {number}"),
        (f"scores.@sum {order} {number}", f"(\\Everything.scores).sum {order} {number}"),
        (f"scores.@max {order} {number}", f"(\\Everything.scores).max {order} {number}"),
        (f"scores.@avg {order} 1.5", f"(\\Everything.scores).average {order} 1.5"),
        (f"letters.@min {order} {value}", f"(\\Everything.letters).min {order} {value}"),
        (f"tags CONTAINS{letters} {value}", f"(\\Everything.tags).contains({value}{options(letters, swift)})"),
        (f"letters CONTAINS {value}", f"(\\Everything.letters).contains({value})"),
        (f"{quantifier} tags == {value}", f"(\\Everything.tags).{name} == {value}"),
        (f"{quantifier} tags BEGINSWITH{letters} {value}", f"(\\Everything.tags).{name}.beginsWith({value}{options(letters, swift)})"),
        (f"{quantifier} letters {order} {value}", f"(\\Everything.letters).{name} {order} {value}"),
        (f"{quantifier} scores {order} {number}", f"(\\Everything.scores).{name} {order} {number}"),
        (f"{quantifier} parts.price {order} 1.5", f"(\\Everything.parts).{name}(\\.price) {order} 1.5"),
        (f"{quantifier} parts.at.label == {value}", f"(\\Everything.parts).{name}(\\.at?.label) == {value}"),
        (f"{quantifier} parts.code CONTAINS{letters} {value}", f"(\\Everything.parts).{name}(\\.code).contains({value}{options(letters, swift)})"),
        (f"{quantifier} parts.quantity IN {{1, 2}}", f"(\\Everything.parts).{name}(\\.quantity).in(1, 2)"),
        (f"{quantifier} parts.quantity BETWEEN {{1, 2}}", f"(\\Everything.parts).{name}(\\.quantity).between(1...2)"),
        (f"parts.@sum.price {order} 2.5", f"(\\Everything.parts).sum(\\.price) {order} 2.5"),
        (f"parts.@max.quantity {order} {number}", f"(\\Everything.parts).max(\\.quantity) {order} {number}"),
        (f"parts.@avg.quantity {order} 1.5", f"(\\Everything.parts).average(\\.quantity) {order} 1.5"),
        (f"parts[{place}].code == {value}", f"(\\Everything.parts).{swift_place}.code == {value}"),
        (f"parts[{place}].at.label == {value}", f"(\\Everything.parts).{swift_place}.at.label == {value}"),
        (f"name IN tags", "(\\Everything.name).in(field(\\.tags))"),
    ])


def part_condition(variable):
    fields = [("price", "price", False)]
    texts = [("code", "code", False), ("at.label", "at?.label", True)]

    def prefixed(choices):
        return [(f"${variable}.{text}", keys, optional) for text, keys, optional in choices]

    order = pick(RELATIONS)
    return pick([
        lambda: numeric("Everything.Part", prefixed(fields), real),
        lambda: numeric("Everything.Part", prefixed([("quantity", "quantity", False)]), integer),
        lambda: text_comparison("Everything.Part", prefixed(texts)),
        lambda: (f"${variable}.marks.@sum {order} 3", f"(\\Everything.Part.marks).sum {order} 3"),
        lambda: (f"ANY ${variable}.marks {order} 2", f"(\\Everything.Part.marks).any {order} 2"),
        lambda: (f"${variable}.at == nil", "\\Everything.Part.at == nil"),
    ])()


def subquery():
    order = pick(RELATIONS)
    parts = [part_condition("element") for _ in range(pick([1, 1, 2]))]
    text = " AND ".join(part[0] for part in parts)
    swift = " && ".join(part[1] for part in parts)
    name = pick(["all", "subquery"])
    filtered = f"{name}(\\Everything.parts, where: {swift})"
    return pick([
        (f"SUBQUERY(parts, $element, {text}).@count {order} 1", f"{filtered}.count {order} 1"),
        (f"SUBQUERY(parts, $element, {text})[SIZE] {order} 1", f"{filtered}.size {order} 1"),
        (f"SUBQUERY(parts, $element, {text})[FIRST].quantity {order} 1", f"{filtered}.first.quantity {order} 1"),
        (f"SUBQUERY(parts, $element, {text}).@max.price {order} 1.5", f"{filtered}.max(\\.price) {order} 1.5"),
        (f"ANY SUBQUERY(parts, $element, {text}).price {order} 1.5", f"{filtered}.any(\\.price) {order} 1.5"),
    ])


def comparison():
    kind = random.choices(
        ["integer", "real", "text", "date", "odd", "arithmetic", "collection", "subquery"],
        weights=[4, 3, 6, 3, 7, 2, 7, 3])[0]
    if kind == "integer":
        return numeric("Everything", INTEGERS, integer)
    if kind == "real":
        return numeric("Everything", REALS, real)
    if kind == "text":
        return text_comparison("Everything", TEXTS)
    if kind == "arithmetic":
        text = arithmetic()[0]
        return text, arithmetic_swift(text)
    return {"date": dated, "odd": odd, "collection": collections, "subquery": subquery}[kind]()


def is_compound(text):
    return " AND " in text.split("SUBQUERY")[0] or " OR " in text.split("SUBQUERY")[0]


def predicate(depth, above=None):
    choice = random.random()
    if depth == 0 or choice < 0.35:
        text, swift = comparison()
        while is_compound(text) and above:
            text, swift = comparison()
        return text, swift
    if choice < 0.45:
        text, swift = comparison()
        while is_compound(text) or text.startswith("N"):
            text, swift = comparison()
        # In Swift `!` binds first, and a root inferred through it costs the type checker more.
        return f"NOT {text}", f"!({swift.replace(chr(92) + '.', chr(92) + 'Everything.', 1) if swift.startswith(chr(92) + '.') else swift})"
    word, sign = pick([("AND", "&&"), ("OR", "||")])
    if word == above:
        word, sign = ("OR", "||") if word == "AND" else ("AND", "&&")
    parts = [predicate(depth - 1, word) for _ in range(pick([2, 2, 3]))]

    def wrapped(part, index):
        return f"({part})" if is_compound(part) and not part.startswith("NOT (") else part

    text = f" {word} ".join(wrapped(part[0], 0) for part in parts)
    swift = f" {sign} ".join(f"({part[1]})" if is_compound(part[0]) else part[1] for part in parts)
    return text, swift


def main():
    for old in TARGET.glob("Predicates*.swift"):
        old.unlink()
    TARGET.mkdir(exist_ok=True)
    seen = set()
    written = []
    while len(written) < COUNT:
        text, swift = predicate(pick([0, 1, 1, 2]))
        if text in seen:
            continue
        seen.add(text)
        written.append((text, swift))
    files = [written[start:start + PER_FILE] for start in range(0, COUNT, PER_FILE)]
    for number, predicates in enumerate(files, 1):
        lines = ["// Written by Scripts/key-path-predicates.py.", "import Foundation", "import PredicateFormat",
                 "import PredicateKeyPaths", "import PredicatePatterns", "", "extension Written {",
                 f"    static var part{number}: [(String, KeyPathPredicate<Everything>)] {{",
                 "        ["]
        start = (number - 1) * PER_FILE
        lines += [f"            predicate{start + index}()," for index in range(len(predicates))]
        lines += ["        ]", "    }", ""]
        for index, (text, swift) in enumerate(predicates):
            lines += [f"    private static func predicate{start + index}() -> (String, KeyPathPredicate<Everything>) {{",
                      f"        let predicate: KeyPathPredicate<Everything> = {swift}",
                      f"        return (#\"{text}\"#, predicate)",
                      "    }", ""]
        lines[-1] = "}"
        (TARGET / f"Predicates{number:02}.swift").write_text("\n".join(lines) + "\n")
    names = " + ".join(f"part{number}" for number in range(1, len(files) + 1))
    (TARGET / "PredicatesAll.swift").write_text("\n".join([
        "// Written by Scripts/key-path-predicates.py.", "import PredicateFormat", "import PredicateKeyPaths", "",
        "extension Written {", "    /// Every text with the predicate that says the same.",
        "    static var predicates: [(String, KeyPathPredicate<Everything>)] {",
        "        [" + ", ".join(f"part{number}" for number in range(1, len(files) + 1)) + "].flatMap { $0 }",
        "    }", "}"]) + "\n")


main()
