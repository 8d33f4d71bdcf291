#!/usr/bin/env python3
"""Ask the questions of Tests/Field/cases.jsonl, and check that each is answered or led to its answer.

    check-field.py --command PREDICATE [--only ID]

Each line of the file is a case: `need` says what somebody wanted, `input` has the files of a folder (a text, lines with
how often each occurs, `hex:` and bytes, or `file:` and a file of Tests/Field/data), `stdin` the standard input, `command`
what was typed. The case passes if

  - standard output is `right`, the status is 0, and nothing on standard error begins with `warning` or `error`, or
  - the output has the message `says` (a regular expression) and not `never`, and the line `then`, which the message
    leads to, prints `right` with status 0. Without `then` the message is enough.

A case with `"open": true` is known to fail; one that passes must lose that mark. The status is 1 unless all is so.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(ROOT, "Tests", "Field", "cases.jsonl")


def content(given):
    """The bytes of a file or of standard input."""
    if isinstance(given, dict):
        return "".join((line + "\n") * times for line, times in given.items()).encode()
    if given.startswith("hex:"):
        return bytes.fromhex(given[4:])
    if given.startswith("file:"):
        with open(os.path.join(os.path.dirname(CASES), "data", given[5:]), "rb") as file:
            return file.read()
    return given.encode()


def run(line, case, binaries):
    """Runs a line in a new folder with the case's files, so that nothing stays from an earlier line."""
    environment = dict(os.environ, PATH=binaries + os.pathsep + os.environ["PATH"], NO_COLOR="1")
    with tempfile.TemporaryDirectory() as folder:
        for name, given in case.get("input", {}).items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content(given))
        try:
            done = subprocess.run(line, shell=True, cwd=folder, env=environment, input=content(case.get("stdin", "")),
                                  capture_output=True, timeout=30)
        except subprocess.TimeoutExpired:
            return None, "", "no answer within 30 seconds\n"
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def failure(case, binaries):
    """What is wrong with the answer to a case, or None."""
    status, output, said = run(case["command"], case, binaries)
    right = case.get("right")
    if status == 0 and output == right and not re.search(r"^(warning|error)\b", said, re.M):
        return None
    told = output + said
    if "says" not in case:
        return "this is not the answer %r" % right, told
    if not re.search(case["says"], told):
        return "nothing says /%s/" % case["says"], told
    if "never" in case and re.search(case["never"], told):
        return "/%s/ should not be said" % case["never"], told
    if "then" in case:
        status, output, said = run(case["then"], case, binaries)
        if status != 0 or output != right:
            return "`%s` does not give %r" % (case["then"], right), output + said
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the file of the command `predicate`")
    parser.add_argument("--only", help="the beginning of the cases' identifiers")
    options = parser.parse_args()
    with open(CASES, encoding="utf-8") as file:
        cases = [case for case in map(json.loads, file) if case["id"].startswith(options.only or "")]
    with tempfile.TemporaryDirectory() as binaries, ThreadPoolExecutor() as pool:
        os.symlink(os.path.abspath(options.command), os.path.join(binaries, "predicate"))
        failures = list(pool.map(lambda case: failure(case, binaries), cases))
    wrong = 0
    for case, failed in zip(cases, failures):
        expected = bool(failed) == bool(case.get("open"))
        if expected and not options.only:
            continue
        wrong += not expected
        print("%s: %s\n  $ %s" % (case["id"], case["need"], case["command"]))
        if failed:
            print("  %s; it printed:\n    %s" % (failed[0], failed[1].rstrip().replace("\n", "\n    ")))
        else:
            print("  passes" + (": remove its mark `open`" if case.get("open") else ""))
    passed = sum(not failed for failed in failures)
    print("%d of %d cases pass, %d are open" % (passed, len(cases), sum(bool(case.get("open")) for case in cases)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
