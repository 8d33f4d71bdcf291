"""Names and texts that differ only in Unicode normalization, and texts with characters that may look like a line end.

All engines may agree on a wrong answer here, so each case has its expected answer.
"""

import json

from routes.records import COMPOSED, DECOMPOSED


def schema_of(properties, **more):
    return json.dumps({"type": "object", "properties": properties, **more}, ensure_ascii=False)


INTEGER, STRING = {"type": "integer"}, {"type": "string"}
BOTH = f"{COMPOSED} == 1 AND {DECOMPOSED} == 'x'"
REFERRING = schema_of(
    {"a": {"$ref": f"#/$defs/{COMPOSED}"}, "b": {"$ref": f"#/$defs/{DECOMPOSED}"}}, **{"$defs": {COMPOSED: INTEGER, DECOMPOSED: STRING}}
)
# A record, a schema or None, a predicate, and the number of matches.
NAMES = [
    ({COMPOSED: 1, DECOMPOSED: "x"}, None, BOTH, 1),
    ({DECOMPOSED: "x", COMPOSED: 1}, None, BOTH, 1),
    ({"o": {COMPOSED: 1, DECOMPOSED: "x"}}, None, f"o.{COMPOSED} == 1 AND o.{DECOMPOSED} == 'x'", 1),
    ({COMPOSED: 1, DECOMPOSED: "x"}, schema_of({COMPOSED: INTEGER, DECOMPOSED: STRING}), BOTH, 1),
    ({COMPOSED: 1}, None, f"{DECOMPOSED} == nil", "refused"),
    ({COMPOSED: 1}, schema_of({COMPOSED: INTEGER}), f"{DECOMPOSED} == nil", "refused"),
    ({"a": 1, "b": "x"}, REFERRING, "a == 1 AND b == 'x'", 1),
    ({"k": COMPOSED}, schema_of({"k": {"enum": [COMPOSED]}}), f"k == '{DECOMPOSED}'", "refused"),
    ({"k": COMPOSED}, schema_of({"k": {"enum": [COMPOSED, DECOMPOSED]}}), f"k == '{COMPOSED}' AND k != '{DECOMPOSED}'", 1),
]
TEXTS = ["a\u2028b", "a\u2029b", "a\u0085b", "a\u000bb", "a\u000cb", "a\rb", "a\r\u0301b", "\u0301", "\u200da", "\ufe0f", "a\u200d"]


def check_names(checker):
    """Checks that names are compared by code points, in a schema and in records."""
    for at, (record, types, predicate, expected) in enumerate(NAMES):
        line = json.dumps(record, ensure_ascii=False)
        file, schema = checker.folder / f"names{at}.ndjson", checker.folder / f"names{at}.schema.json"
        file.write_text(line + "\n")
        schema.write_text(types or "{}")
        options = ["--schema", str(schema)] if types else []
        title = f"{predicate} of {line} by {types or 'what the record shows'}"
        checker.differ(title, "--count", checker.asker.run(["filter", "--count", *options, predicate, str(file)], int), expected)
        checker.differ(
            title, "written", checker.asker.run(["filter", *options, predicate, str(file)], lambda out: out.count(b"\n")), expected
        )
        checker.differ(title, "prompt", *checker.prompt_counts([predicate], options, str(file)), expected)


def check_texts(checker):
    """Checks that a text means the same on the command line, in a file, at the prompt and in `:source`."""
    file, source, script, written = (checker.folder / f"texts.{suffix}" for suffix in ("ndjson", "source", "script", "predicate"))
    file.write_bytes("".join(json.dumps({"t": text}) + "\n" for text in TEXTS).encode())
    for text in TEXTS:
        title, predicate = f"the text {ascii(text)}", f"t == '{text}'"
        source.write_bytes(f":count {predicate}\n".encode())
        written.write_bytes(predicate.encode())
        script.write_text(f":source {source}\n")
        sourced = checker.asker.run(["repl", str(file)], lambda out: int(out.split(b"\n")[-2]), stdin=str(script))
        checker.differ(title, ":source", sourced, 1)
        checker.differ(title, "a line", *checker.prompt_counts([predicate], [], str(file)), 1)
        for route, asked in (
            ("the command line", [predicate]),
            ("--predicate-file", ["--predicate-file", str(written)]),
            ("--arg", ["--arg", text, "t == %@"]),
            ("--var", ["--var", f"x={text}", "t == $x"]),
            ("IN", [f"t IN {{'{text}'}}"]),
        ):
            checker.differ(title, route, checker.asker.run(["filter", "--count", *asked, str(file)], int), 1)
