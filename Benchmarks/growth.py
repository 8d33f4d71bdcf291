#!/usr/bin/env python3
"""Measures how the work of the command grows with the length of a predicate. Twice the text may take 2.3 times the work.

Predicates of many shapes are made in sizes of 16 KB, 128 KB and 1 MB (--sizes), and every sub-command reads each of them. The work is the number of
instructions if `perf` can count them here, and otherwise processor time, of which the best of some rounds counts. What the
command takes for a short predicate is subtracted. A text that a limit refuses counts like any other: the refusal may take no
longer than that.

Usage: Benchmarks/growth.py [--short] [--only WORD] [--sizes KB,KB,…] [--table FILE] PREDICATE

--only takes the pairs of a sub-command and a shape whose names, `COMMAND / SHAPE`, contain the word. --short takes a sixth of
the pairs and two sizes, for continuous integration: each sub-command and each shape is among them, and all pairs of PROVEN.
--table writes a table in Markdown: for each sub-command, the shape whose work grows fastest. The status is 1 if the work of a
pair grows too fast or the command dies, otherwise 0.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

GROWTH = 2.3
# Less work than this is not compared: seconds of processor time, or instructions.
NOISE = {False: 0.02, True: 3_000_000}
# An argument of a program may have 128 KB on Linux, with what stands around the text.
LONGEST_ARGUMENT = 100 << 10
# The largest text is just within the limit of bytes.
LARGEST = (1 << 20) - 200
SECONDS = 60
# Pairs that once grew too fast. --short takes them all.
PROVEN = [
    "check --cost / mixed list", "check --fix / mixed list", "check --fix / wrong functions", "prompt / AND and OR",
    "prompt / combining marks", "prompt / fields in a list", "sql spark / SUBQUERY", "test / marks in a string",
]


class Shape:
    """A kind of predicate. `item` makes its parts, and `value` the value of the field `f0`, `f1`, … of each part."""

    def __init__(self, item, join=" AND ", before="", after="", value=None, chunk=0):
        self.item, self.join, self.before, self.after, self.value, self.chunk = item, join, before, after, value, chunk

    def make(self, size):
        """The parts of a predicate of some bytes, and the record of its fields."""
        parts, length = [], 0
        while length < size:
            parts.append(self.item(len(parts)))
            length += len((parts[-1] + self.join).encode())
        values = {f"f{i}": self.value(i) for i in range(len(parts))} if self.value else {}
        return parts, {"n": 1, "s": "x", "l": [1, 2], "o": {"a": 1}, "b": True, **values}

    def text(self, parts):
        # A chunk of parts is a clause, so that the text stays within the limit of depth.
        chunk = self.chunk or len(parts)
        groups = [parts[i : i + chunk] for i in range(0, len(parts), chunk)]
        return " AND ".join(self.before + self.join.join(group) + self.after for group in groups)

    def texts(self, parts):
        """The same in many predicates, if each part is one."""
        separate = self.join.strip() in ("AND", "OR", "and", "||") and not self.after
        return [part.replace("\n", " ") for part in (parts if separate else [self.text(parts)])]


number, string = (lambda i: i), (lambda i: f"x{i}")
SHAPES = {
    "AND of fields": Shape(lambda i: f"f{i} == {i}", value=number),
    "OR of fields": Shape(lambda i: f"f{i} == -1{i}", " OR ", value=number),
    "OR of one field": Shape(lambda i: f"n == 1{i}", " OR "),
    "AND and OR": Shape(lambda i: f"(f{i} == {i} OR n < {i})", value=number),
    "equal clauses": Shape(lambda i: "n == 1"),
    "one constant": Shape(lambda i: f"f{i} == 'abc'", " OR ", value=string),
    "negations": Shape(lambda i: f"NOT f{i} == 'a'", value=string),
    "repeated NOT": Shape(lambda i: "NOT ", "", "", "n == 1", chunk=40),
    "parentheses": Shape(lambda i: "(" * 40 + f"n == {i}" + ")" * 40, " OR "),
    "numbers in a list": Shape(lambda i: str(i), ", ", "n IN {", "}"),
    "strings in a list": Shape(lambda i: f"'ab{i}'", ", ", "s IN {", "}"),
    "mixed list": Shape(lambda i: [f"'ab{i}'", str(i), "YES", "nil", f"{i}.5"][i % 5], ", ", "s IN {", "}"),
    "fields in a list": Shape(lambda i: f"f{i}", ", ", "n IN {", "}", value=number),
    "sum": Shape(lambda i: f"f{i}", " + ", "", " > 1", number, chunk=90),
    "constants in a sum": Shape(lambda i: f"{i}", " + ", "n > ", "", chunk=90),
    "long string": Shape(lambda i: "ab cd é ", "", "s == '", "'"),
    "long name": Shape(lambda i: "name", "", "", " == 1"),
    "combining marks": Shape(lambda i: "\u0301\u0316\u0323", "", "a", " == 1"),
    "marks in a string": Shape(lambda i: "\u0301\u0316\u0323", "", "s CONTAINS[cd] 'a", "'"),
    "long path": Shape(lambda i: "o", ".", "", " == 1", chunk=60),
    "paths": Shape(lambda i: f"o.a.b{i}.c == 1", " OR "),
    "variables": Shape(lambda i: f"$v{i} == n", " OR "),
    "near variables": Shape(lambda i: f"($name{i} := n) > $nam{i}"),
    "wrong operands": Shape(lambda i: f"f{i} + 'a{i}' > 1", value=number),
    "assignments": Shape(lambda i: f"($v{i} := n + {i}) > $v{max(0, i - 1)}"),
    "SUBQUERY": Shape(lambda i: f"SUBQUERY(l, $x{i}, $x{i} > {i}).@count >= 0"),
    "arguments": Shape(lambda i: f"f{i}", ", ", "sum({", "}) > 1", number),
    "concat": Shape(lambda i: f"'a{i}'", ", ", "concat(s, ", ") == 'x'"),
    "LIKE": Shape(lambda i: f"s LIKE '*a{i}?b*'", " OR "),
    "MATCHES": Shape(lambda i: f"s MATCHES '.*a{i}[bc]+'", " OR "),
    "long LIKE": Shape(lambda i: "a?*", "", "s LIKE '", "'"),
    "CONTAINS[cd]": Shape(lambda i: f"f{i} CONTAINS[cd] 'é{i}'", " OR ", value=string),
    "BETWEEN": Shape(lambda i: f"f{i} BETWEEN {{{i}, {i + 9}}}", value=number),
    "TERNARY": Shape(lambda i: f"TERNARY(n > {i}, f{i}, 2) > 1", value=number),
    "dates as text": Shape(lambda i: f"f{i} > '2024-01-{i % 28 + 1:02}'", value=lambda i: f"2024-02-{i % 28 + 1:02}T10:00:00Z"),
    "comments": Shape(lambda i: "/* ab */ \n\t", "", "n == 1 ", " AND s == 'x'"),
    "misspelt names": Shape(lambda i: f"ff{i} == 1", value=number),
    "misspelt values": Shape(lambda i: f"s == abc{i}", " OR "),
    "misspelt operators": Shape(lambda i: f"f{i} CONTAIN 'a'", value=string),
    "wrong types": Shape(lambda i: f"f{i} > 'a{i}'", value=number),
    "wrong functions": Shape(lambda i: f"upercase(f{i}) == 'A'", value=string),
    "no operators": Shape(lambda i: f"f{i} f{i}", " ", value=number),
    "signs of C": Shape(lambda i: f"f{i}==={i}&&!(n!=={i})", "||", value=number),
    "SQL": Shape(lambda i: f"f{i} IS NOT NULL AND s LIKE '%a{i}'", " AND ", value=string),
    "jq": Shape(lambda i: f".f{i} == {i} and (.s | test(\"a{i}\"))", " and ", value=number),
    "open string": Shape(lambda i: f"f{i} == {i}", after=" AND s == 'abc", value=number),
    "open parentheses": Shape(lambda i: f"(f{i} == {i}", value=number),
    "format arguments": Shape(lambda i: "%K == %@"),
}


# Each sub-command with its arguments. Capital words are files, but TEXT and TYPED are themselves arguments. After < is the input.
COMMANDS = {
    "filter": "filter -f TEXT.p DATA",
    "filter --untyped": "filter --untyped -f TEXT.p DATA",
    "filter -c": "filter -c --warnings -f TEXT.p DATA",
    "filter --schema": "filter --schema SCHEMA -f TEXT.p DATA",
    "filter of a pipe": "filter -f TEXT.p < DATA",
    "filter --having": "filter --group-by n --having TEXT --all DATA",
    "filter @NAME": "filter @p0 --predicates NAMED.json DATA",
    "check": "check --untyped -f TEXT.p",
    "check --schema": "check --schema SCHEMA -f TEXT.p",
    "check --data": "check --data DATA -f TEXT.p",
    "check json": "check --schema SCHEMA --diagnostics json -f TEXT.p",
    "check --fix": "check --fix --schema SCHEMA -f TEXT.p",
    "check --fix --untyped": "check --fix --untyped -f TEXT.p",
    "check --cost": "check --cost --schema SCHEMA --record-bytes 1000 -f TEXT.p",
    "check --apple": "check --untyped --apple --complete -f TEXT.p",
    "format": "format TEXT",
    "format readable": "format --style readable TEXT",
    "format --json": "format --json TEXT",
    "explain": "explain --untyped -f TEXT.p",
    "explain --data": "explain --data DATA -f TEXT.p",
    "explain json": "explain --schema SCHEMA -o json -f TEXT.p",
    "why": "why -f TEXT.p DATA",
    "why json": "why --untyped -o json -f TEXT.p DATA",
    "coverage": "coverage -f TEXT.p DATA",
    "match": "match --rules RULES DATA",
    "match --schema": "match --rules RULES --schema SCHEMA --output counts DATA",
    "match json": "match --rules JSONRULES.json --diagnostics json --output records DATA",
    "test": "test --coverage TESTS.json",
    "test of names": "test NAMED.json",
    "sql sqlite": "sql --schema SCHEMA --dialect sqlite -f TEXT.p",
    "sql postgresql": "sql --schema SCHEMA --dialect postgresql --inline -f TEXT.p",
    "sql duckdb": "sql --schema SCHEMA --dialect duckdb -f TEXT.p",
    "sql spark": "sql --schema SCHEMA --dialect spark --inline -f TEXT.p",
    "lint of lines": "lint --no-config LINES.predicates",
    "lint of a line": "lint --no-config LINE.predicates",
    "lint of source": "lint --no-config SOURCE.swift",
    "lint --diff": "lint --no-config --diff LINES.predicates",
    "lint --diff of a line": "lint --no-config --diff LINE.predicates",
    "complete": "---complete bash TYPED n n",
    "prompt": "repl DATA < PROMPT",
    "editor": "lsp < EDITOR",
}


def schema(record):
    names = {bool: {"type": "boolean"}, int: {"type": "integer"}, str: {"type": "string"}, list: {"type": "array", "items": {"type": "integer"}}}
    properties = {key: names.get(type(value)) or schema(value) for key, value in record.items()}
    return {"type": "object", "title": "t", "properties": properties, "additionalProperties": False}


def editor(text):
    """What an editor sends for a file of one predicate: it opens the file, types a space, and asks."""
    file, at = {"uri": "file:///tmp/a.predicates"}, {"line": 0, "character": min(len(text), 10)}
    asked = {"textDocument": file, "position": at, "options": {"tabSize": 2, "insertSpaces": True}, "context": {"diagnostics": []},
             "range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}}
    edit = {"range": {"start": at, "end": at}, "text": " "}
    methods = ["hover", "completion", "semanticTokens/full", "formatting", "documentSymbol", "codeAction"]
    messages = [
        {"id": 0, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {**file, "languageId": "predicate", "version": 1, "text": text}}},
        {"method": "textDocument/didChange", "params": {"textDocument": {**file, "version": 2}, "contentChanges": [edit]}},
        *({"id": i, "method": "textDocument/" + method, "params": asked} for i, method in enumerate(methods, 1)),
        {"id": 99, "method": "shutdown"}, {"method": "exit"},
    ]
    bodies = (json.dumps({"jsonrpc": "2.0", **message}) for message in messages)
    return "".join(f"Content-Length: {len(body.encode())}\r\n\r\n{body}" for body in bodies)


def contents(word, shape, size):
    """What a capital word of a command line stands for."""
    parts, record = shape.make(size)
    texts, text = shape.texts(parts), shape.text(parts)
    line = text.replace("\n", " ")
    kinds = {
        "TEXT": lambda: text,
        "DATA": lambda: json.dumps(record) + "\n",
        "SCHEMA": lambda: json.dumps(schema(record)),
        "RULES": lambda: "".join(f"r{i}: {text}\n" for i, text in enumerate(texts)),
        "JSONRULES": lambda: json.dumps({f"r{i}": text for i, text in enumerate(texts)}),
        "NAMED": lambda: json.dumps({"predicates": {f"p{i}": {"predicate": text} for i, text in enumerate(texts)}}),
        "TESTS": lambda: json.dumps({"predicates": {"p": {"predicate": text, "cases": [{"record": record, "matches": True}]}}}),
        "LINES": lambda: "\n".join(texts) + "\n",
        "LINE": lambda: line + "\n",
        "SOURCE": lambda: "".join(f"let p{i} = NSPredicate(format: {json.dumps(t, ensure_ascii=False)})\n" for i, t in enumerate(texts)),
        "PROMPT": lambda: "".join(f"{command}{line}\n" for command in ("", ":count ", ":why ", ":explain ")),
        "EDITOR": lambda: editor(line),
        "TYPED": lambda: "predicate check --untyped '" + line.replace("'", '"') + " AND n",
    }
    return kinds[word.partition(".")[0]]()


class Pair:
    """A sub-command for a shape of predicates, in one size after the other."""

    def __init__(self, command, shape):
        self.words, self.shape, self.name = COMMANDS[command].split(), SHAPES[shape], f"{command} / {shape}"

    def work(self, program, size, counts, rounds=1):
        """The least work of some rounds."""
        with tempfile.TemporaryDirectory() as folder:
            arguments = list(self.words)
            for i, word in enumerate(self.words):
                if word in ("TEXT", "TYPED"):
                    arguments[i] = contents(word, self.shape, size)
                elif word.isupper() or "." in word:
                    arguments[i] = os.path.join(folder, word)
                    pathlib.Path(arguments[i]).write_text(contents(word, self.shape, size))
            line, stdin = (arguments[:-2], arguments[-1]) if "<" in arguments else (arguments, os.devnull)
            return min(measured([program, *line], stdin, counts) for _ in range(rounds))

    def grow(self, program, sizes, counts):
        """Measures the works by size, until they grow too fast; then `fault` says so."""
        self.works, self.fault, self.factor = [], None, 0
        self.least = self.work(program, 1, counts)
        if {"TEXT", "TYPED"} & set(self.words):
            sizes = sorted({min(size, LONGEST_ARGUMENT) for size in sizes})
        for size in sizes:
            work = self.work(program, size, counts)
            self.works.append((size, work))
            if len(self.works) < 2:
                continue
            for rounds in (0, 3, 7):
                if rounds:
                    self.least = min(self.least, self.work(program, 1, counts, rounds))
                    self.works[-2:] = [(size, min(work, self.work(program, size, counts, rounds))) for size, work in self.works[-2:]]
                (before, small), (after, large) = self.works[-2:]
                factor = max(large - self.least, 0) / max(small - self.least, NOISE[counts])
                factor **= 1 / math.log2(after / before)
                if factor <= GROWTH:
                    self.factor = max(self.factor, factor)
                    break
            else:
                self.factor = factor
                self.fault = f"{self.name}: " + ", ".join(f"{size >> 10} KB {self.shown(work, counts)}" for size, work in self.works)
                break
        return self

    def shown(self, work, counts):
        return f"{work - self.least:,.0f}" if counts else f"{work - self.least:.2f} s"


def measured(command, stdin, counts):
    """The instructions of a program, or its seconds of processor time."""
    if counts:
        command = ["perf", "stat", "-x", ",", "-o", "/dev/stderr", "-e", "instructions:u", *command]
    with open(stdin, "rb") as source, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdin=source, stdout=subprocess.DEVNULL, stderr=errors,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode < 0 and -process.returncode not in (signal.SIGXCPU, signal.SIGKILL):
            raise SystemExit(f"died of signal {-process.returncode}: {' '.join(command)[:300]}")
        if not counts:
            return usage.ru_utime + usage.ru_stime
        errors.seek(0)
        return float([line for line in errors.read().decode().splitlines() if "instructions" in line][-1].split(",")[0])


def table(pairs, counts):
    """A row for each sub-command: the shape whose work grows fastest, and the two largest sizes of it."""
    rows = ["| sub-command | pairs | fastest-growing shape | growth when the text doubles | work at the last two sizes |", "|---|---|---|---|---|"]
    commands = {}
    for pair in pairs:
        commands.setdefault(pair.name.partition(" / ")[0], []).append(pair)
    for command, group in commands.items():
        worst = max(group, key=lambda pair: pair.factor)
        works = ", ".join(f"{(size + 200) >> 10} KB {worst.shown(work, counts)}" for size, work in worst.works[-2:])
        rows.append(f"| `{command}` | {len(group)} | {worst.name.partition(' / ')[2]} | {worst.factor:.1f} | {works} |")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predicate", type=os.path.abspath)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--sizes", default="16,128,1024", metavar="KB,KB,…")
    parser.add_argument("--table", metavar="FILE")
    options = parser.parse_args()
    sizes = [16, 64] if options.short else map(int, options.sizes.split(","))
    sizes = [min(size << 10, LARGEST) for size in sizes]
    counts = subprocess.run("perf stat -x , -e instructions:u true 2>&1 | grep -q '^[0-9]'", shell=True).returncode == 0
    names = [(c, s) for i, c in enumerate(COMMANDS) for j, s in enumerate(SHAPES) if not options.short or (i + j) % 6 == 0 or f"{c} / {s}" in PROVEN]
    pairs = [pair for pair in (Pair(*name) for name in names) if options.only in pair.name]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(lambda pair: pair.grow(options.predicate, sizes, counts), pairs))
    # The clock of a processor that is shared is not exact, so what grew too fast beside others is measured again alone.
    for pair in pairs:
        if pair.fault and pair.grow(options.predicate, sizes, counts).fault:
            print(pair.fault, flush=True)
    faults = sum(1 for pair in pairs if pair.fault)
    print(f"{len(pairs)} pairs, by {'instructions' if counts else 'processor time'}: {faults} grow too fast")
    if options.table:
        pathlib.Path(options.table).write_text(table(pairs, counts))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
