#!/usr/bin/env python3
"""Writes predicates into YAML with PyYAML, in all its styles, for the tests of `YAMLReader`.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pyyaml
    /tmp/venv/bin/python Scripts/yaml-fixtures.py

It writes Tests/Files/PredicateFilesTests/Fixtures/yaml.json: files with their meanings. A file that PyYAML does not
read back with the same meaning is left out.
"""

import itertools
import json
import random
from pathlib import Path

import yaml

OUTPUT = Path(__file__).resolve().parent.parent / "Tests/Files/PredicateFilesTests/Fixtures/yaml.json"

WORDS = [
    "name", "machine_model", "os_vers", "CONTAINS[cd]", "BEGINSWITH", "AND", "OR", "NOT", "==", "!=", ">=", "IN",
    '"MacBookPro"', "'it''s'", r"'it\'s'", r'"a\\b"', '"#1"', "# no comment", "key: value", ": ", "- x", "é", "e\u0301",
    "名前", "🎉", "👩\u200d💻", "{1, 2, 3}", "[a, b]", "SUBQUERY(items, $i, $i.size > 3).@count > 0", "ANY", "%@", "&amp;",
    "*", "&", "!x", "|", ">", "@status(device.model)", "`", "\u00a0", "MATCHES", r'"^\\d+\\.\\d{2}$"', "TRUEPREDICATE",
    "a.very.long.key.path.that.does.not.fold.anywhere.at.all", "...", "---", "~", "0x1F", '""', "''", "?",
]


# Without these, PyYAML would quote nearly everything.
PLAIN = [word for word in WORDS[:12] if word != "=="] + ["key:value", "x#y", "-x", "it's", "é", "名前"]


def line(rng, low, high):
    words = rng.choice([WORDS, PLAIN])
    return " ".join(rng.choice(words) for _ in range(rng.randint(low, high)))


def text(rng):
    """A text as people might store it. Most have one line."""
    kind = rng.randrange(12)
    if kind < 6:
        return line(rng, 1, 14)
    if kind == 6:
        return line(rng, 1, 5) + rng.choice(["\t", " \t ", "  ", "   "]) + line(rng, 1, 5)
    if kind == 7:
        return "\n".join(line(rng, 1, 6) for _ in range(rng.randint(2, 4))) + rng.choice(["", "\n", "\n\n"])
    if kind == 8:
        lines = [rng.choice(["", "  ", "\t"]) + line(rng, 1, 4) for _ in range(3)]
        return rng.choice(["", "\n", "\n\n"]) + "\n".join(lines) + rng.choice(["", "\n"])
    if kind == 9:
        return line(rng, 2, 5) + "\n\n\n" + line(rng, 8, 14) + "\n"
    if kind == 10:
        return rng.choice([" ", "", "\n"]) + line(rng, 1, 3) + rng.choice([" ", "\u0085", "\u2028", "\x07", "\x1b", ""])
    return rng.choice(["", "\n", " ", "é", "a == 'b'", "yes", "12", "null", "\ufeff", "- a", "x\r\ny"])


def document(rng):
    shape = rng.randrange(4)
    if shape == 0:
        return {"rules": [{"name": "a", "predicate": text(rng), "on": True} for _ in range(2)], "count": 3}
    if shape == 1:
        return {"a": {"b": {"c": text(rng)}, "d": [[text(rng), text(rng)], [text(rng)]]}, "e": None}
    if shape == 2:
        return [text(rng), [text(rng), {"k": text(rng), "n": 1.5}], text(rng)]
    return {line(rng, 1, 3): text(rng), line(rng, 1, 2): [text(rng)], "conditional_items": [{"condition": text(rng)}]}


def main():
    rng = random.Random(17)
    cases = []
    styles = [None, "'", '"', "|", ">"]
    for style, width, flow, unicode, end in itertools.product(
        styles, [24, 60, 10_000], [False, True], [True, False], [None, "\r\n"]
    ):
        options = {
            "default_style": style,
            "width": width,
            "default_flow_style": flow,
            "allow_unicode": unicode,
            "line_break": end,
            "indent": rng.choice([2, 4, 7]),
            "explicit_start": rng.random() < 0.2,
            "sort_keys": False,
        }
        value = [document(rng), document(rng)]
        # In a quoted style, numbers and other values that are not texts get a tag.
        file = yaml.dump(value, **options)
        if rng.random() < 0.1:
            file = "\ufeff" + file
        if yaml.safe_load(file) != value:
            continue
        name = f"{style or 'plain'} {width}{' flow' if flow else ''}{'' if unicode else ' ASCII'}{' CRLF' if end else ''}"
        cases.append({"name": name, "file": file, "value": value})
    OUTPUT.parent.mkdir(exist_ok=True)
    rows = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    OUTPUT.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    print(f"{len(cases)} files, {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
