#!/usr/bin/env python3
"""Measures the cost of hostile predicates over hostile records: time, memory, and the limit that ended each.

    Scripts/measure-limits.py PREDICATE [RULE_ENGINE]

PREDICATE is the command. RULE_ENGINE is the folder of Python's package rule_engine, for the same cases as far as its
language supports them. Writes the rows of the table in Benchmarks/LIMITS.md.
"""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time


def chain(start, link, count, question):
    links = [f"($v{n + 1} := {link(n)}) != nil" for n in range(count)]
    return " AND ".join([f"($v0 := {start}) != nil", *links, question])


def nested(depth, width):
    value = list(range(width))
    for _ in range(depth):
        value = [value, list(range(width))]
    return value


LONG = "a" * 40 + "b"
# Each with its name, the predicate, the record, and the equivalent for rule_engine.
CASES = [
    ("text that doubles, 60 links", chain('"xxxxxxxx"', lambda n: f"stringByAppendingString:($v{n}, $v{n})", 60, "$v60 != nil"), {"a": "x"}, None),
    ("lists that double, compared", chain("{a}", lambda n: "{$v%d, $v%d}" % (n, n), 60, "$v60 == {$v59, $v59}"), {"a": "x"}, None),
    ("lists that double, a key over them", chain("{a}", lambda n: "{$v%d, $v%d}" % (n, n), 60, "ANY $v60.a == 1"), {"a": "x"}, None),
    ("join of lists 150 levels deep", "ANY l IN k", {"l": nested(150, 200), "k": nested(150, 200)}, None),
    ("join of 3,000 lists of 50", "ANY l IN k", {"l": [list(range(50))] * 3000, "k": [list(range(1, 51))] * 3000}, None),
    ("join of 2,000 numbers", "ANY l IN k", {"l": list(range(2000)), "k": list(range(2000, 4000))}, "[x for x in l if x in k].length == 1"),
    ("join of 8,000 numbers", "ANY l IN k", {"l": list(range(8000)), "k": list(range(8000, 16000))}, None),
    ("a field in a SUBQUERY of 8,000", "SUBQUERY(l, $x, k[5] == $x).@count == 3", {"l": list(range(8000)), "k": list(range(8000))}, None),
    ("a key over 8,000 in a SUBQUERY of 8,000", "SUBQUERY(l, $x, ANY k.n == $x).@count == 3", {"l": list(range(8000)), "k": [{"n": n} for n in range(8000)]}, None),
    ("(a+)+$ on 24 letters", 's MATCHES "(a+)+$"', {"s": "a" * 24 + "b"}, 's =~ "(a+)+$"'),
    ("(a+)+$ on 40 texts by 40", 'SUBQUERY(l, $x, SUBQUERY(k, $y, $x MATCHES "(a+)+$").@count == 1).@count == 1', {"l": [LONG] * 40, "k": [1] * 40}, None),
    (".*a.*b.*c on 800 KB", 's MATCHES ".*a.*b.*c"', {"s": "ab" * 400000}, None),
    ("uppercase of 1 MB, 1,000 times", "SUBQUERY(l, $x, uppercase(s) == $x).@count == 1", {"l": list(range(1000)), "s": "aé" * 330000}, None),
    ("mode of 10,000, 1,000 times", "SUBQUERY(l, $x, mode(k) == $x).@count == 1", {"l": list(range(1000)), "k": [str(n) for n in range(10000)]}, None),
    ("UNION of 10,000, 3,000 times", "SUBQUERY(l, $x, (k UNION l).@count == $x).@count == 1", {"l": list(range(3000)), "k": [str(n) for n in range(10000)]}, None),
    ("distinct of 10,000, 3,000 times", "SUBQUERY(l, $x, (k.@distinctUnionOfObjects.self).@count == $x).@count == 1", {"l": list(range(3000)), "k": [str(n) for n in range(10000)]}, None),
    ("LIKE with 40 question marks on 900 KB", 's LIKE "*' + "z?" * 40 + 'x*"', {"s": "z" * 900000}, None),
    ("20,000 patterns of the record", 'SUBQUERY(l, $x, "abc" MATCHES $x).@count == 0', {"l": [f"a{n}(b|c)*" for n in range(20000)]}, None),
    ("objects of 2,000 keys, compared 20,000 times", "SUBQUERY(l, $x, o == p).@count == 0", {"l": list(range(20000)), "o": {f"k{n}": n for n in range(2000)}, "p": {f"k{n}": n for n in range(2000)}}, None),
    ("ordinary: four questions of 150,000 numbers", "ANY l == -1 OR ALL l == -1 OR l.@sum == 1 OR l.@max == 2", {"l": list(range(150000))}, None),
    ("ordinary: four questions of a text of 1 MB", 's CONTAINS[cd] "zz" OR s LIKE[c] "*z?z*" OR s MATCHES ".*zz.*" OR s.length == 3', {"s": "aé" * 330000}, None),
]

RULE = """
import sys, json, time, resource
sys.path.insert(0, sys.argv[1])
import rule_engine
record = json.load(open(sys.argv[2]))
rule = rule_engine.Rule(sys.argv[3])
begin = time.perf_counter()
rule.matches(record)
print(time.perf_counter() - begin)
"""


def run(arguments):
    """The messages, the seconds and the memory in MB of a command, from the fastest of three runs."""
    best = None
    for _ in range(3):
        begin = time.perf_counter()
        done = subprocess.run(["/usr/bin/time", "-f", "%M", *arguments], capture_output=True, text=True, timeout=120)
        seconds = time.perf_counter() - begin
        messages, _, memory = done.stderr.strip().rpartition("\n")
        if best is None or seconds < best[1]:
            best = (messages, seconds, int(memory) / 1024)
    return best


def main():
    command = sys.argv[1]
    engine = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "record.ndjson")
        text = os.path.join(folder, "predicate")
        for name, predicate, record, rule in CASES:
            with open(path, "w", encoding="utf-8") as file:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
            with open(text, "w", encoding="utf-8") as file:
                file.write(predicate)
            size = os.path.getsize(path)
            _, base, base_memory = run([command, "filter", "--untyped", "--count", "NOT l == 1 OR TRUEPREDICATE", path])
            messages, seconds, memory = run([command, "filter", "--untyped", "--count", "--predicate-file", text, path])
            limit = re.search(r"limit `(\w+)`", messages)
            other = ""
            if engine and rule:
                done = subprocess.run([sys.executable, "-c", RULE, engine, path, rule], capture_output=True, text=True, timeout=300)
                other = f"{float(done.stdout) * 1000:.0f} ms" if done.stdout else "failed"
            print(
                f"| {name} | {size / 1000:.0f} KB | {max(0, seconds - base) * 1000:.0f} ms | {max(0, memory - base_memory):.0f} MB "
                f"| {limit.group(1) if limit else ''} | {other} |",
                flush=True,
            )


main()
