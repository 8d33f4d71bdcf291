#!/usr/bin/env python3
"""Makes reads and writes of the command fail, at one location after another, and checks the results.

Usage: Scripts/check-faults.py PREDICATE

Runs `filter`, `schema`, `coverage`, `:load`, `:output` and `:session` over files whose reads are short, interrupted
or fail, or whose end comes too early, and whose writes meet a full disk. Imports meet one, too, are killed, and run
two at a time into one file: 20 pairs, or as many as FAULT_PAIRS says. The exit status must be right. Records before
the fault must be written completely. A file must be unchanged or complete, and nothing else may be left
behind. Every command that writes files, `match --split-into`, `lint --fix` and `--write-baseline` among them, is killed
before each call that changes something: each file must be the old one or the new one. Linux only: a library between the
command and the system's library makes the faults (Scripts/faults/faults.c).
"""

import collections
import gzip
import json
import os
import random
import re
import resource
import shutil
import signal as signals
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = 40_000
failures = []


def expect(condition, what, result=None):
    if condition:
        return
    shown = "" if result is None else f": status {result.returncode}\n{result.stdout[-300:]!r}\n{result.stderr[-600:]!r}"
    failures.append(what)
    print(f"check-faults: {what}{shown}", file=sys.stderr)


def record(number):
    return {"n": number, "name": f"name {number}", "tags": ["a", "b"]}


class Place:
    """A folder with the same records in each form, and the command with a fault in it."""

    def __init__(self, command, library, folder):
        self.command, self.library, self.folder = os.path.abspath(command), library, folder
        lines = [json.dumps(record(number), separators=(",", ":")) for number in range(COUNT)]
        self.texts = {
            "lines.ndjson": "".join(line + "\n" for line in lines),
            "list.json": "[" + ",".join(lines) + "]\n",
            "pretty.json": json.dumps([record(number) for number in range(COUNT)], indent=2) + "\n",
            "map.json": "{" + ",".join(f'"k{number}":{line}' for number, line in enumerate(lines)) + "}\n",
        }
        self.names = list(self.texts)
        self.restore()

    def restore(self):
        for name, text in self.texts.items():
            with open(self.path(name), "w") as file:
                file.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def size(self, name):
        return os.path.getsize(self.path(name))

    def run(self, arguments, fault, name="", lines=None, stdin=None):
        environment = {**os.environ, "LD_PRELOAD": self.library, "FAULT": fault, "FAULT_FOLDER": self.folder, "NO_COLOR": "1"}
        if name:
            environment["FAULT_NAME"] = name
        command = [self.command, *arguments]
        try:
            return subprocess.run(
                command, cwd=self.folder, env=environment, input=lines, stdin=stdin, text=True, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "", "it does not end")


def options(name):
    return ["--values"] if name == "map.json" else []


def whole_records(text):
    """The numbers of the written records. Each record must be complete."""
    return [json.loads(line)["n"] for line in text.splitlines()]


def check_harmless(place):
    """Short reads and signals change nothing."""
    for fault in ["short", "eintr"]:
        for name in place.names[: 1 if fault == "short" else None]:
            # A few bytes at a time need many calls.
            few = "head.ndjson" if fault == "short" else name
            if fault == "short":
                with open(place.path(few), "w") as file:
                    file.write(place.texts["lines.ndjson"][:20_000].rsplit("\n", 1)[0] + "\n")
            expected = place.run(["filter", *options(few), 'name ENDSWITH "7"', few], "none")
            for rest in [[few], ["--threads", "1", few]]:
                result = place.run(["filter", *options(few), 'name ENDSWITH "7"', *rest], fault)
                expect(result.returncode == 0 and result.stdout == expected.stdout and result.stdout, f"{fault} {rest}", result)
            with open(place.path(few)) as file:
                result = place.run(["filter", *options(few), 'name ENDSWITH "7"'], fault, stdin=file)
            expect(result.returncode == 0 and result.stdout == expected.stdout, f"{fault} standard input {few}", result)
            words = " values" if name == "map.json" and few == name else ""
            result = place.run(["repl"], fault, lines=f":load {few}{words}\n:mode ndjson\n:output out\nname ENDSWITH \"7\"\n")
            with open(place.path("out")) as file:
                written = file.read()
            expect(result.returncode == 0 and written == expected.stdout, f"{fault} :load and :output {few}", result)
            os.remove(place.path("out"))
    os.remove(place.path("head.ndjson"))


def check_reads(place):
    """A read that fails, and an end that comes too early."""
    for name in place.names:
        size = place.size(name)
        for at in [0, 1, 4095, 65536, size // 3, size // 2 + 1, size - 5000, size - 1]:
            for fault in ["eio", "cut"]:
                for arguments in [
                    ["filter", "--untyped", "n >= 0"], ["filter", "--untyped", "--count", "n >= 0"], ["filter", "n >= 0"],
                    ["filter", "--untyped", "--threads", "1", "n >= 0"], ["filter", "--untyped", "--sort", "-n", "n >= 0"],
                    ["filter", "--output", "json", "--untyped", "n >= 0"], ["coverage", "--untyped", "n >= 0"], ["schema"],
                ]:
                    place.restore()
                    result = place.run([*arguments, *options(name), name], f"{fault}@{at}", name)
                    what = f"{fault}@{at} {' '.join(arguments)} {name}"
                    if fault == "cut" and place.size(name) == size:
                        expect(False, f"{what}: nothing was cut", result)
                    expect(result.returncode == 74, what, result)
                    if result.returncode == 74:
                        reason = "Input/output error" if fault == "eio" else "was cut short while it was read"
                        found = re.search(reason + r".*; (\d+) records? (?:was|were) read before", result.stderr)
                        expect(found is not None, f"{what}: no number of records", result)
                        if found and arguments == ["filter", "--untyped", "n >= 0"]:
                            numbers = whole_records(result.stdout)
                            expect(numbers == list(range(int(found[1]))), f"{what}: other records than are said", result)
                            # The records of a failed piece, and an incomplete line, may be missing.
                            expect(len(numbers) >= COUNT * at // size - 6000, f"{what}: only {len(numbers)} records", result)
                    if "--count" in arguments or "--sort" in arguments or arguments[0] in ("schema", "coverage"):
                        expect(result.stdout == "" or result.returncode == 0, f"{what}: a part passes for the whole", result)
    place.restore()


def check_packed(place):
    """The same for a compressed file."""
    with gzip.open(place.path("lines.ndjson.gz"), "wb") as file:
        file.write(place.texts["lines.ndjson"].encode())
    size = place.size("lines.ndjson.gz")
    for fault in ["eio", "cut"]:
        with gzip.open(place.path("lines.ndjson.gz"), "wb") as file:
            file.write(place.texts["lines.ndjson"].encode())
        result = place.run(["filter", "--untyped", "n >= 0", "lines.ndjson.gz"], f"{fault}@{size // 2}", ".gz")
        expect(result.returncode == 74, f"{fault} of a packed file", result)
        numbers = whole_records(result.stdout)
        expect(numbers == list(range(len(numbers))) and numbers, f"{fault} of a packed file: other records", result)
    os.remove(place.path("lines.ndjson.gz"))


def check_load(place):
    """If a file cannot be read, `:load` reports it and keeps no part of it."""
    for name in place.names:
        size = place.size(name)
        words = " values" if name == "map.json" else ""
        for at in [0, 5000, size // 2, size - 1]:
            place.restore()
            result = place.run(["repl"], f"eio@{at}", name, lines=f":load {name}{words}\n:count\n")
            expect(result.returncode == 65 and "Input/output error" in result.stderr, f"eio@{at} :load {name}", result)
            expect(not re.search(r"^\d+$", result.stdout, re.M), f"eio@{at} :load {name}: a part was loaded", result)
            place.restore()
            result = place.run(["repl"], f"cut@{at}", name, lines=f":load {name}{words}\n:count\n:mode ndjson\n:output out\nn >= 0\n")
            told = "cut short" in result.stderr or "has been changed" in result.stderr
            expect(told and result.returncode == 65, f"cut@{at} :load {name}", result)
            if os.path.exists(place.path("out")):
                with open(place.path("out")) as file:
                    numbers = whole_records(file.read())
                expect(numbers == list(range(len(numbers))), f"cut@{at} :output of {name}", result)
                os.remove(place.path("out"))
    place.restore()


def check_writes(place):
    """On a full disk a file is unchanged, and nothing else is left behind."""
    before = "what it was\n"
    lines = {
        ":output": ":mode ndjson\n:output out\nn < 30\n1 + 1\n:output -\n",
        ":session": ":save few n < 30\n:session save out\n1 + 1\n",
    }
    for command, text in lines.items():
        for exists in [True, False]:
            for fault in ["full@0", "full@1", "full@50", "full@300", "sync", "rename", "short", "eintr", "full@100000000"]:
                if exists:
                    with open(place.path("out"), "w") as file:
                        file.write(before)
                names = sorted(os.listdir(place.folder))
                result = place.run(["repl", "lines.ndjson"], fault, "out" if fault == "rename" else ".predicate-", lines=text)
                what = f"{fault} {command} {'over a file' if exists else ''}"
                fails = fault in ("full@0", "full@1", "full@50", "full@300", "sync", "rename")
                # A session is shorter than some faults need.
                if command == ":session" and fault == "full@300":
                    fails = result.returncode != 0
                expect(result.returncode == (65 if fails else 0), what, result)
                expect("\n2\n" in result.stdout or result.stdout.startswith("2\n"), f"{what}: the session does not go on", result)
                if fails:
                    expect("cannot write `out`" in result.stderr, f"{what}: nothing is said", result)
                    expect(sorted(os.listdir(place.folder)) == names, f"{what}: something is left: {os.listdir(place.folder)}")
                    if exists:
                        with open(place.path("out")) as file:
                            expect(file.read() == before, f"{what}: the file has changed")
                else:
                    with open(place.path("out")) as file:
                        written = file.read()
                    if command == ":output":
                        expect(whole_records(written) == list(range(30)), f"{what}: {written[:200]!r}")
                    else:
                        expect(json.loads(written)["saved"][0]["name"] == "few", f"{what}: {written[:200]!r}")
                if os.path.exists(place.path("out")):
                    os.remove(place.path("out"))
                expect(not [name for name in os.listdir(place.folder) if name.startswith(".predicate")], f"{what}: a new file is left")
    # Standard output redirected to a file on a full disk.
    for fault in ["full@0", "full@1000", "full@100000"]:
        with open(place.path("stdout"), "w") as file:
            environment = {**os.environ, "LD_PRELOAD": place.library, "FAULT": fault, "FAULT_FOLDER": place.folder, "FAULT_NAME": "stdout"}
            status = subprocess.run(
                [place.command, "filter", "n >= 0", "lines.ndjson"], cwd=place.folder, env=environment, stdout=file,
                stderr=subprocess.DEVNULL, timeout=60).returncode
        expect(status == 74, f"{fault} of standard output: status {status}")
    os.remove(place.path("stdout"))


def contents(folder):
    """The text of each file below a folder."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name)) as file:
                found[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return found


# Of each: the arguments, the lines of standard input, and the files before.
WRITERS = {
    "match --split-into": (
        ["match", "--rules", "rules.txt", "--split-into", "parts", "few.ndjson"], None,
        {"rules.txt": "a: n == 1\nb: n == 2\nc: n == 99\n", "few.ndjson": '{"n":1}\n{"n":2}\n', "parts/a.ndjson": "old\n",
         "parts/b.ndjson": "old\n", "parts/c.ndjson": "old\n", "parts/mine": "mine\n"}),
    "match --split-into a new folder": (
        ["match", "--rules", "rules.txt", "--split-into", "fresh", "few.ndjson"], None,
        {"rules.txt": "a: n == 1\nb: n == 2\n", "few.ndjson": '{"n":1}\n{"n":2}\n'}),
    "lint --fix": (
        ["lint", "--fix", "tree"], None,
        {"tree/a.predicates": "a CONTAIN 'x'\n", "tree/b.predicates": "b CONTAIN 'x'\n"}),
    "lint --write-baseline": (
        ["lint", "--write-baseline", "known.json", "tree"], None,
        {"tree/a.predicates": "a CONTAIN 'x'\n", "known.json": '{"version": 1, "findings": []}\n'}),
    ":output": (["repl", "few.ndjson"], ":mode ndjson\n:output out\nn > 0\n", {"few.ndjson": '{"n":1}\n', "out": "old\n"}),
    ":session save": (["repl", "few.ndjson"], ":session save out\n", {"few.ndjson": '{"n":1}\n', "out": "old\n"}),
    "reference": (["reference", "man", "pages"], None, {"pages/mine": "mine\n"}),
}


def check_kills(place):
    """A kill before each call that changes a file leaves the old file or the new one."""
    root = os.path.join(os.path.dirname(place.folder), "kills")
    for what, (arguments, lines, files) in WRITERS.items():
        def run(fault):
            shutil.rmtree(root, ignore_errors=True)
            for name, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
                with open(os.path.join(root, name), "w") as file:
                    file.write(text)
            environment = {**os.environ, "LD_PRELOAD": place.library, "FAULT": fault, "FAULT_FOLDER": root, "NO_COLOR": "1",
                           "HOME": root}
            result = subprocess.run(
                [place.command, *arguments], cwd=root, env=environment, input=lines or "", text=True, capture_output=True, timeout=60)
            return result, contents(root)

        finished, new = run("none")
        if "is off" in finished.stderr or finished.returncode == 64:
            print(f"check-faults: this build has no {what}")
            continue
        expect(finished.returncode == 0, what, finished)
        for number in range(1, 1000):
            result, found = run(f"kill@{number}")
            if result.returncode != -signals.SIGKILL:
                expect(result.returncode == 0 and found == new, f"kill@{number} {what}", result)
                break
            for name in {*files, *new, *found}:
                if any(part.startswith(".predicate-") for part in name.split(os.sep)):
                    continue
                states = [files.get(name), new.get(name)]
                expect(found.get(name) in states, f"kill@{number} {what}: {name} is {found.get(name)!r}")
            # The next run works as if nothing had been.
        expect(number > 2, f"{what}: killed only {number - 1} times")
    shutil.rmtree(root, ignore_errors=True)


def check_exchanges(place):
    """Where names cannot be exchanged, or nothing can get its name, nothing is lost."""
    path = place.path("a.predicates")
    with open(path, "w") as file:
        file.write("a CONTAIN 'x'\n")
    result = place.run(["lint", "--fix", "a.predicates"], "rename")
    if "is off" not in result.stderr and result.returncode != 64:
        expect(result.returncode == 65 and "Input/output error" in result.stderr, "rename of lint --fix", result)
        with open(path) as file:
            expect(file.read() == "a CONTAIN 'x'\n", "rename of lint --fix: the file has changed")
    expect(not [name for name in os.listdir(place.folder) if name.startswith(".predicate-")], "rename: a new file is left")
    os.remove(path)


def check_imports(place):
    """A full disk, or a kill, in the middle of an import leaves the database as it was."""
    database, fresh = place.path("old.sqlite"), place.path("new.sqlite")
    address = f"sqlite:{database}#old"
    made = place.run(["import", "lines.ndjson", "--into", address], "none")
    if "is off" in made.stderr:
        print("check-faults: this build has no databases")
        return
    expect(made.returncode == 0, "import", made)
    with open(database, "rb") as file:
        before = file.read()

    def check(what):
        counted = place.run(["filter", "--from", address, "--count", "n >= 0"], "none")
        expect(counted.stdout == f"{COUNT}\n", f"{what}: the old table", counted)
        table = place.run(["filter", "--from", f"sqlite:{database}#new", "--count", "n >= 0"], "none")
        expect(table.returncode == 66 and "no table `new`" in table.stderr, f"{what}: the new table", table)
        with open(database, "rb") as file:
            expect(file.read() == before, f"{what}: the file has changed")
        expect(not os.path.exists(database + "-journal"), f"{what}: a journal is left")

    for fault in ["full@0", "full@1", "full@5000", f"full@{len(before) // 2}", f"full@{len(before) + 500_000}", "sync"]:
        result = place.run(["import", "lines.ndjson", "--into", f"sqlite:{database}#new"], fault, "old.sqlite")
        expect(result.returncode == 74 and "nothing was imported" in result.stderr, f"{fault} of an import", result)
        check(f"{fault} of an import")
        # A new file has no name before it is whole, and `#` is in what the system calls it.
        result = place.run(["import", "lines.ndjson", "--into", f"sqlite:{fresh}#new"], fault, "#")
        late = fault == f"full@{len(before) + 500_000}"
        expect(result.returncode == (0 if late else 74), f"{fault} of an import into a new file", result)
        expect(late or not os.path.exists(fresh), f"{fault}: a new file is left")
        for name in [fresh, fresh + "-journal"]:
            if os.path.exists(name):
                os.remove(name)
    # The schema is given, so that the records are read once, and come through a pipe that is never closed.
    schema = place.path("schema.json")
    with open(schema, "w") as file:
        subprocess.run([place.command, "schema", "lines.ndjson"], cwd=place.folder, stdout=file, check=True)
    for signal in ["KILL", "INT", "TERM"]:
        process = subprocess.Popen(
            [place.command, "import", "-", "--schema", schema, "--into", f"sqlite:{database}#new"], cwd=place.folder,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            # What runs in the background of a shell ignores SIGINT, and hands that down.
            preexec_fn=lambda: signals.signal(signals.SIGINT, signals.SIG_DFL))
        # More than SQLite's cache holds, so that there is something to undo in the file.
        for _ in range(4):
            process.stdin.write(place.texts["lines.ndjson"].encode())
        process.stdin.flush()
        process.send_signal(getattr(signals, f"SIG{signal}"))
        process.wait(timeout=60)
        process.stdin.close()
        if signal == "KILL":
            counted = place.run(["filter", "--from", address, "--count", "n >= 0"], "none")
            expect(
                counted.returncode == 74 and "old.sqlite-journal undoes that write" in counted.stderr,
                "SIGKILL in an import is told", counted)
            expect(os.path.getsize(database + "-journal") > 0, "SIGKILL in an import: the journal is gone")
            # What the message says the owner does.
            owner = sqlite3.connect(database)
            owner.execute("SELECT count(*) FROM sqlite_master").fetchall()
            owner.close()
        check(f"SIG{signal} in an import")
    os.remove(database)


def check_pairs(place):
    """Two imports into one file at a time, which fail, are killed or meet a limit: what was told is what is there."""
    target = place.path("pair.sqlite")
    lines = "".join(json.dumps({"id": number, "name": f"name {number}"}) + "\n" for number in range(4000))
    inputs = {"good.ndjson": lines, "bad.ndjson": lines + '{"id":0,"name":"again"}\n'}
    for name, text in inputs.items():
        with open(place.path(name), "w") as file:
            file.write(text)
    choice = random.Random(34)
    told = collections.Counter()
    for turn in range(int(os.environ.get("FAULT_PAIRS", "20"))):
        exists = turn % 3 == 0
        if exists:
            owner = sqlite3.connect(target)
            owner.execute("CREATE TABLE old AS SELECT 1 AS a")
            owner.commit()
            owner.close()
        pair = []
        for table in ("a", choice.choice("ab")):
            fate = choice.choice(["good", "good", "bad", "limit", "KILL", "INT", "TERM"])
            limit = 30_000 if fate == "limit" else resource.RLIM_INFINITY

            def prepare(limit=limit):
                signals.signal(signals.SIGINT, signals.SIG_DFL)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

            process = subprocess.Popen(
                [place.command, "import", "bad.ndjson" if fate == "bad" else "good.ndjson", "--key", "id", "--into",
                 f"sqlite:{target}#{table}"],
                cwd=place.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=prepare)
            pair.append((table, fate, process))
        time.sleep(choice.uniform(0, 0.15))
        for _, fate, process in pair:
            if fate in ("KILL", "INT", "TERM"):
                process.send_signal(getattr(signals, f"SIG{fate}"))
        expected = {"old"} if exists else set()
        possible = set(expected)
        for table, fate, process in pair:
            output, errors = process.communicate(timeout=60)
            what = f"pair {turn}, table {table}, {fate}"
            told[fate, process.returncode] += 1
            if process.returncode == 0:
                expect("4000 records imported" in output, f"{what}: {output}")
                expect(table not in expected, f"{what}: two imports made one table")
                expected.add(table)
            elif process.returncode < 0:
                # A signal may come after the transaction, before it is told.
                possible.add(table)
            else:
                expect(errors.startswith("error: "), f"{what}: {errors}")
        possible |= expected
        found = set()
        if os.path.exists(target):
            owner = sqlite3.connect(target)
            for (table,) in owner.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                found.add(table)
                count = owner.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
                expect(count == (1 if table == "old" else 4000), f"pair {turn}: {table} has {count} records")
            owner.close()
        shown = [(table, fate, process.returncode) for table, fate, process in pair]
        expect(expected <= found <= possible, f"pair {turn}: {shown} told {expected}, but there are {found}")
        expect(found or not os.path.exists(target), f"pair {turn}: {shown} left an empty file")
        if os.path.exists(target):
            os.remove(target)
        # SIGKILL leaves a journal of a file that existed. SQLite ignores it if nothing was written of the file.
        allowed = {"pair.sqlite-journal"} if exists and any(fate == "KILL" for _, fate, _ in pair) else set()
        left = {name for name in os.listdir(place.folder) if name.startswith((".predicate", "pair"))}
        expect(left <= allowed, f"pair {turn}: {shown} left {left}")
        for name in left:
            os.remove(place.path(name))
    print("check-faults: pairs of imports:", dict(sorted(told.items())))
    for name in inputs:
        os.remove(place.path(name))


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if sys.platform != "linux":
        print("check-faults: no faults are made outside of Linux")
        return
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        library = os.path.join(folder, "faults.so")
        subprocess.run(
            [os.environ.get("CC", "cc"), "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
             os.path.join(HERE, "faults", "faults.c"), "-ldl"], check=True)
        data = os.path.join(folder, "data")
        os.mkdir(data)
        place = Place(sys.argv[1], library, data)
        for check in [
            check_harmless, check_reads, check_packed, check_load, check_writes, check_kills, check_exchanges, check_imports,
            check_pairs,
        ]:
            check(place)
            print(f"check-faults: {check.__name__} done")
    if failures:
        raise SystemExit(f"check-faults: {len(failures)} failures")


main()
