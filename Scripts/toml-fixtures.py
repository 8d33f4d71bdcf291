#!/usr/bin/env python3
"""Writes predicates into TOML, with tomli_w and by hand in the other forms, for the tests of `TOMLReader`.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install tomli_w
    /tmp/venv/bin/python Scripts/toml-fixtures.py

It writes two files into Tests/Files/PredicateFilesTests/Fixtures. toml.json has files with their meanings, which
Python's own `tomllib` must read in the same way. toml-changed.json has small files with one or two changes, and the
result of `tomllib`: a value, or null if it rejects the file.
"""

import json
import random
import tomllib
from pathlib import Path

import tomli_w

FOLDER = Path(__file__).resolve().parent.parent / "Tests/Files/PredicateFilesTests/Fixtures"

WORDS = [
    "name", "machine_model", "CONTAINS[cd]", "AND", "OR", "NOT", "==", "!=", ">=", "IN", '"MacBookPro"', "'it''s'",
    r"'it\'s'", r'"a\\b"', '"#1"', "# no comment", "key = value", "é", "e\u0301", "名前", "🎉", "👩\u200d💻", "{1, 2}",
    "[a, b]", "SUBQUERY(items, $i, $i.size > 3).@count > 0", "%@", '""', "''", "MATCHES", r'"^\\d+\.\\d{2}$"', "\u00a0",
    '"""', "'''", "\\",
]


def text(rng):
    line = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 9)))
    kind = rng.randrange(8)
    if kind == 0:
        return line + "\t" + line
    if kind == 1:
        return line + "\n" + line + rng.choice(["", "\n"])
    if kind == 2:
        return rng.choice(["", "\n", " ", '"', "'", '""', "x\r\ny", "\x07", "\x7f", "\u0085", "\\"])
    return line


def basic(rng, value, several):
    """The content of a string in double quotes, with random escapes."""
    out = []
    for sign, following in zip(value, [*value[1:], ""]):
        code = ord(sign)
        short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
        if several and sign == "\n" and rng.random() < 0.7:
            out.append("\n")
        elif several and sign == '"' and out[-2:] != ['"', '"'] and rng.random() < 0.6:
            out.append('"')
        elif sign in short and (sign != "\t" or rng.random() < 0.5):
            out.append(short[sign])
        elif code < 32 and sign != "\t" or code == 127 or code > 127 and rng.random() < 0.3:
            out.append(f"\\u{code:04X}" if code < 0x10000 and rng.random() < 0.7 else f"\\U{code:08x}")
        else:
            out.append(sign)
        # A backslash at the end of a line removes the white space after it. TOMLKit also removes other spaces of
        # Unicode.
        if several and sign == " " and not following.isspace() and rng.random() < 0.2:
            out.append("\\ \n \n  " if rng.random() < 0.5 else "\\\n\t")
            out.append("\\u0020" if rng.random() < 0.1 else "")
    return "".join(out)


def string(rng, value):
    """The text in one of the four forms that can express it."""
    forms = ["basic", "several"]
    plain = all(ord(sign) >= 32 and ord(sign) != 127 or sign == "\t" for sign in value)
    if plain and "'" not in value:
        forms.append("literal")
    if all(ord(sign) >= 32 and ord(sign) != 127 or sign in "\t\n" for sign in value) and "'''" not in value:
        forms.append("literals")
    form = rng.choice(forms)
    if form == "basic":
        return '"' + basic(rng, value, False) + '"'
    if form == "literal":
        return "'" + value + "'"
    start = "\n" if value.startswith("\n") or rng.random() < 0.6 else ""
    if form == "several":
        return '"""' + start + basic(rng, value, True) + '"""'
    return "'''" + start + value + "'''"


def written(rng):
    """A file written by hand, with all kinds of tables and keys."""
    number = iter(range(1000))
    key = lambda: rng.choice(["k{}", '"k {}"', "'k.{}'", '"\\u00e9{}"', "-{}_"]).format(next(number))
    out = []
    value = lambda: string(rng, text(rng))
    comment = lambda: rng.choice(["", "", " # predicate 'x", "# \"y"])
    for _ in range(rng.randint(1, 3)):
        out.append(f"{key()} = {value()}{comment()}")
    out.append(f"{key()} . {key()}.x={value()}")
    out.append(f"[ table . {key()} ]{comment()}")
    out.append(f"{key()} = [ {value()},\n  # comment\n {value()} ,{comment()}\n]")
    out.append(f"\t{key()} = {{ a = {value()}, b.c = [{value()}, 1, {{}}], d = 1979-05-27 07:32:00Z }}")
    for _ in range(2):
        out.append("[[list]]")
        out.append(f"{key()} = {value()}")
        out.append("  [[list.inner]]")
        out.append(f"  predicate = {value()}{comment()}")
    out.append("[table]\nn = -1_000.5e3\nh = 0xFF_FF\nt = 07:32:00.25\nb = true\ni = -inf")
    return "\n".join(out) + rng.choice(["", "\n"])


def simple(value):
    """The value in JSON. Other scalars than texts become null."""
    if isinstance(value, dict):
        return {key: simple(item) for key, item in value.items()}
    if isinstance(value, list):
        return [simple(item) for item in value]
    return value if isinstance(value, str) else None


PARTS = [
    "a = 'x'", 'b = "\\u0041\\n#"', "[t]", "[t.u]", "[[l]]", "[[l.m]]", "[a]", "c.d = 1", "c.e.f = 2.5e1", "c = {}", "t.u = 0x1F",
    "g = [1, 'y', [\n\"z\" # c\n,]]", "h = {i = 1, j.k = [true]}", 'n = """x\\\n  y"""', "o = '''\n'x'''", "p = 1979-05-27T07:32:00Z",
    "q = 07:32:00.5", "'r s' = +1_0", '"é" = -inf', "u = 1", "m = 1", "l = 1", "  # comment", "",
]
SIGNS = list("'\"\\\\#=[]{},..__+-0:eTZ \t\n\r") + ["\r\n", "é", "\x7f", '"""', "'''", "\\u00e9"]


def changed(rng):
    file = "\n".join(rng.choice(PARTS) for _ in range(rng.randint(1, 5)))
    for _ in range(rng.choice([0, 1, 1, 2])):
        offset = rng.randint(0, len(file))
        end = offset + rng.choice([0, 0, 1, 1, 3])
        file = file[:offset] + rng.choice(SIGNS + [""] * 12) + file[end:]
    return file


def verdict(file):
    try:
        return simple(tomllib.loads(file))
    except tomllib.TOMLDecodeError:
        return None


def main():
    rng = random.Random(17)
    files = []
    for number in range(30):
        value = {
            "title": text(rng), "count": 3, "rules": [{"name": "a", "predicate": text(rng)} for _ in range(3)],
            "sets": {"x y": {"texts": [text(rng), text(rng)], "deep": {"é": text(rng)}}, "mixed": [[text(rng)], [True]]},
        }
        files.append(("tomli_w", tomli_w.dumps(value, multiline_strings=number % 2 == 1, indent=number % 5)))
    for _ in range(50):
        files.append(("by hand", written(rng)))
    cases = []
    for name, file in files:
        expected = simple(tomllib.loads(file))
        if rng.random() < 0.25:
            # A line break within a string is a line feed, for either line end of the file.
            file, name = file.replace("\r\n", "\n").replace("\n", "\r\n"), name + " CRLF"
            expected = simple(tomllib.loads(file))
        if rng.random() < 0.1:
            file, name = "\ufeff" + file, name + " BOM"
        cases.append({"name": name, "file": file, "value": expected})
    write("toml.json", cases)
    files = sorted({changed(rng) for _ in range(1400)})
    write("toml-changed.json", [{"name": "changed", "file": file, "value": verdict(file)} for file in files])


def write(name, cases):
    FOLDER.mkdir(exist_ok=True)
    rows = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    (FOLDER / name).write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    read = sum(case["value"] is not None for case in cases)
    print(f"{name}: {len(cases)} files, {read} of them are TOML, {(FOLDER / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
