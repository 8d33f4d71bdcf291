#!/usr/bin/env python3
"""Measures the cost of hostile predicates over hostile records: time, memory, and the limit that ended each.

    Benchmarks/limits.py PREDICATE [RULE_ENGINE]
    Benchmarks/limits.py --routes PREDICATE

PREDICATE is the command. With --routes, costly functions in two nested loops over a record of 10 KB are asked by every route,
and the status is 1 if one takes more than 150 ms of processor time or 64 MB beyond its start. On a processor that others slow
down, 3 times what equality of integers takes at the moment is allowed: 70 ms on an idle one, 150 on a slow and busy one, where
times differ by half. RULE_ENGINE is the folder of Python's package rule_engine, for the same cases as far as its
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



def loops(condition, times=1):
    chain = " OR ".join([f"({condition})"] * times)
    while len(chain) > 3900:
        times -= 1
        chain = " OR ".join([f"({condition})"] * times)
    return f"SUBQUERY(l, $x, SUBQUERY(l, $y, {chain}).@count == -1).@count == 0"


INTEGERS = list(range(1, 1200))
STRINGS = [f"{n:x}" for n in range(1300)]
OBJECTS = [{"a": n, "b": "x"} for n in range(420)]
VERSIONS = [f"1.{n}.3-rc.{n}.x+b" for n in range(330)]
DECIMAL = 'CAST($x, "NSDecimalNumber")'
# Costly conditions, each over a list: once and as often as 4 KB hold.
COSTLY = [
    ("concat of 240", f"concat({', '.join(['$x', '$y'] * 120)}) == 'q'", INTEGERS),
    ("concat of 8", f"concat({', '.join(['$x', '$y'] * 4)}) == 'q'", INTEGERS),
    ("decimal division, 150 links", DECIMAL + "/7" * 150 + " == 1", INTEGERS),
    ("decimal division", f"{DECIMAL} / 3 == 1", INTEGERS), ("decimal power", f"{DECIMAL} ** 7 == 1", INTEGERS),
    ("decimal and literal", f"{DECIMAL} == 1.5", INTEGERS), ("decimal rounded", f"round({DECIMAL}, 2) == $y", INTEGERS),
    ("square root of a decimal", f"sqrt({DECIMAL}) == $y", INTEGERS), ("round to digits", "round($x * 0.37, 2) == $y", INTEGERS),
    ("date as text", 'toString(CAST($x, "NSDate")) == $y', INTEGERS),
    ("date in a zone", 'truncate(CAST($x, "NSDate"), "week", "Asia/Tehran") == nil', INTEGERS),
    ("random()", "random() == $y", INTEGERS), ("order of numbers", "$x < 0 - $y", INTEGERS), ("equality", "$x == -1", INTEGERS),
    ("equal strings", "$x == concat($y, 'q')", STRINGS), ("strings", "$x == $y AND FALSEPREDICATE OR $x == 'zz'", STRINGS),
    ("replace", "replace($x, $y, $x) == ''", STRINGS), ("finds", "finds($x, $y)", STRINGS), ("uppercase", "uppercase($x) == 'q'", STRINGS),
    ("has", "has(SELF[concat($x, $y)])", STRINGS), ("computed key", "SELF[concat($x, $y)] == 7", STRINGS),
    ("anywhere", 'anywhere("zq")', STRINGS), ("version", "version($x) < version('0')", VERSIONS),
    ("order of objects", "$x < $y", OBJECTS), ("[l] of objects", "$x <[l] $y", OBJECTS), ("BETWEEN of objects", "$x BETWEEN {$y, $y}", OBJECTS),
    ("sets", "({$x} UNION {$y}).@count == 7", INTEGERS), ("LIKE", "$x LIKE[cd] '*a?b*'", STRINGS),
    ("replace of a long text", 'replace(s, "a", s) == "q"', {"l": [1], "s": "a" * 9000}),
]
# The sub-commands, with the options before the files of the predicate and the record.
ROUTES = [["filter", "--untyped", "--count"], ["filter"], ["why"], ["coverage"], ["explain", "--data"], ["check", "--data"], ["filter", "--count", "--warnings"]]


def ask(command, route, text, path):
    """The processor time in milliseconds, and the memory in MB, of a route."""
    data = [path] if route[-1] != "--data" else []
    arguments = [command, *route, *([path] if not data else []), "--predicate-file", text, *data]
    best = (1e9, 0)
    for _ in range(3):
        done = subprocess.run(["/usr/bin/time", "-f", "%U %S %M", *arguments], capture_output=True, text=True, timeout=120)
        user, system, memory = done.stderr.strip().rpartition("\n")[2].split()[-3:]
        best = min(best, ((float(user) + float(system)) * 1000, int(memory) / 1024))
        if best[0] < 120:
            break
    return best


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def routes(command):
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        path, text = os.path.join(folder, "record.ndjson"), os.path.join(folder, "predicate")
        for name, condition, values in COSTLY:
            write(path, json.dumps({"l": INTEGERS}) + "\n")
            write(text, loops("$x == -1", 1))
            most = max(150, 3 * ask(command, ROUTES[0], text, path)[0])
            record = values if isinstance(values, dict) else {"l": values}
            write(path, json.dumps(record, separators=(",", ":")) + "\n")
            for times in [1, 200]:
                times_of = []
                for route in ROUTES:
                    write(text, "l.@count == -7")
                    base, base_memory = ask(command, route, text, path)
                    write(text, loops(condition, times))
                    milliseconds, memory = ask(command, route, text, path)
                    times_of.append((milliseconds - base, memory - base_memory))
                    if milliseconds - base > most or memory - base_memory > 64:
                        failures += 1
                slowest = max(milliseconds for milliseconds, _ in times_of)
                largest = max(memory for _, memory in times_of)
                print(f"| {name}, {'once' if times == 1 else 'as a chain'} | {slowest:.0f} ms | {largest:.0f} MB |", flush=True)
    if failures:
        sys.exit(f"limits: {failures} routes took more than 150 ms, or 3 times equality, or 64 MB")


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
    if sys.argv[1] == "--routes":
        return routes(sys.argv[2])
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
