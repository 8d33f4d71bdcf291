#!/usr/bin/env python3
"""Obey every edit and hint of the messages that Tests/Mistakes, Tests/Field and Documentation/messages cause, and ask again.

    check-hints.py --command PREDICATE [--only ID]

For each message, its edits are made, and each text that its hint says to write is written: in place of what the message
points at, or of the whole. The new text must have no error and no warning of a wrong answer that the old one did not
have, and must match a record if the old text is asked of some. For a question with `then` in Tests/Field, that line stands
for what cannot be asked so. Tests/Field/hints.json has the exceptions, each with its reason; one that is not needed must go.
"""

import argparse
import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

field = importlib.import_module("check-field")
PAGES = ["lexer", "parser", "checker", "sample"]
# Settings of examples that no option of `predicate check` states, and options that take a value.
UNASKED = {"limits", "library", "variables", "parsed", "apple", "schema", "atEnd", "program", "arguments",
           "sort", "select", "group-by", "aggregate", "having"}
VALUED = {"--arg", "--sort", "--select", "--group-by", "--aggregate", "--having", "--schema", "-n", "-o"}
# Warnings of doubt: PredicateDiagnostic.doubts.
DOUBTS = {"ignored-options", "missing-argument", "mixed-and-or", "nil-satisfies", "parenthesized-list",
          "quoted-argument", "unbound-variable", "unknown-case", "unseen-value"}
# Errors that are right in a text whose arguments and variables have no values.
OPEN = {"missing-argument", "unbound-variable"}


def mistakes():
    folder = os.path.join(field.ROOT, "Tests", "Mistakes")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for case in json.load(file)["cases"]:
                    schema = case.get("schema")
                    options = ["--schema", os.path.join(folder, "schemas", schema + ".schema.json")] if schema else ["--untyped"]
                    yield case["id"], case["text"], options, {}, False


def examples():
    for page in PAGES:
        path = os.path.join(field.ROOT, "Documentation", "messages", page + ".md")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(os.path.dirname(path), "README.md"), encoding="utf-8") as file:
            person = re.search(r"```json\n(.*?)```", file.read(), re.S).group(1)
        before, code, number = None, "", 0
        for match in re.finditer(r"^## `(.*)`|^```(\w+) ?(.*)\n([\s\S]*?)\n```", text, re.M):
            if match[1]:
                before, code, number = None, match[1], 0
            elif match[2] != "text":
                before = match[4]
            else:
                settings, number = json.loads(match[3] or "{}"), number + 1
                lines = re.findall(r"^ *\d+ │(?: (.*))?$", match[4], re.M)
                asked = before or settings.get("text") or "\n".join(lines)
                before = None
                records = settings.get("records")
                if UNASKED & set(settings) or records == []:
                    continue
                files = {"d.ndjson": "".join(json.dumps(record) + "\n" for record in records or [])} if records else {"s.json": person}
                yield ("%s-%s-%d" % (page, code, number), asked, ["--data", "d.ndjson"] if records else ["--schema", "s.json"], files, True)


def questions():
    with open(field.CASES, encoding="utf-8") as file:
        for case in map(json.loads, file):
            words = shlex.split(case["command"])
            if words[:2] != ["predicate", "filter"] or set(words) & {"|", "--all", "--at", "--values", ">out"}:
                continue
            plain = [word for before, word in zip(words[1:], words[2:]) if not word.startswith("-") and before not in VALUED]
            if len(plain) == 2 and plain[1] in case["input"]:
                values = [word for pair in zip(words, words[1:]) if pair[0] == "--arg" for word in pair]
                yield case["id"], plain[0], ["--data", plain[1], *values], case["input"], case.get("right") != ""


class Asker:
    def __init__(self, command, binaries):
        self.command, self.binaries = command, binaries

    def run(self, words, files):
        line = " ".join(map(shlex.quote, words))
        return field.run(line, {"input": files}, self.binaries)

    def messages(self, text, options, files):
        _, output, said = self.run(["predicate", "check", "--diagnostics", "json", *options, "--", text], files)
        try:
            return json.loads(output)
        except ValueError:
            return [{"code": "no-answer", "severity": "error", "message": said or output, "edits": []}]

    def matches(self, text, options, files):
        """The number of records that match; nil if none are known."""
        if options[0] != "--data":
            return None
        _, output, _ = self.run(["predicate", "filter", "-c", "--no-warnings", *options[2:], text, options[1]], files)
        return int(output) if output.strip().isdigit() else 0


def edited(text, edits):
    raw, reached = text.encode(), 0
    made = b""
    for edit in sorted(edits, key=lambda edit: (edit["range"]["start"], edit["range"]["end"])):
        if edit["range"]["start"] < reached:
            return None
        made += raw[reached:edit["range"]["start"]] + edit["text"].encode()
        reached = edit["range"]["end"]
    return (made + raw[reached:]).decode()


def attempts(text, message, others):
    """What a message leads to: lists of texts, of which one of each list must be right."""
    own = message["edits"]
    base = [edit for other in others if other["severity"] == "error" and other is not message for edit in other["edits"]]
    made = [each for each in (edited(text, own + base), edited(text, own)) if each and own]
    if made:
        yield True, made
    for written in re.findall(r"\bwrite `([^`]+)`", message.get("hint", "")):
        flat = lambda part: re.sub(r"\s", "", part)
        if "…" in written or any(flat(written) in flat(each) for each in made):
            continue
        place = {"range": message["range"], "text": written}
        yield False, [each for each in (edited(text, [place] + base), edited(text, [place]), written) if each]


def problem(asker, text, before, case, rounds=3):
    """What is wrong with a text that a message led to; what its own errors say is obeyed, a few times."""
    _, _, options, files, hasAnswer = case
    left, found = before.copy(), asker.messages(text, options, files)
    for message in found:
        isDoubt = message["severity"] != "error" and message["code"] in DOUBTS
        if message["code"] in left:
            left.remove(message["code"])
        elif message["code"] not in OPEN and not isDoubt:
            further = edited(text, [edit for each in found for edit in each["edits"] if each["severity"] == "error"])
            if message["severity"] == "error" and message["edits"] and rounds and further not in (None, text):
                return problem(asker, further, before, case, rounds - 1)
            return "%s: %s" % (message["code"], message["message"])
    if hasAnswer and not any(each["severity"] == "error" or each["code"] in OPEN for each in found):
        if asker.matches(text, options, files) == 0:
            return "no record matches"
    return None


def failures(asker, case):
    """The number of texts that messages about a question lead to, and what is wrong with them."""
    text, options, files = case[1:4]
    found = asker.messages(text, options, files)
    fixed = asker.run(["predicate", "check", "--fix", *options, "--", text], files)[1].rstrip("\n")
    count, wrong = 0, []
    for message in found:
        before = [other["code"] for other in found if other is not message]
        for isMade, texts in attempts(text, message, found):
            count += 1
            if isMade and fixed != text and all(edit["applicable"] for edit in message["edits"]):
                texts.append(fixed)
            problems = []
            for other in texts:
                problems.append((other, problem(asker, other, before, case)))
                if not problems[-1][1]:
                    break
            else:
                wrong.append((message, problems[0]))
    return count, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the file of the command `predicate`")
    parser.add_argument("--only", default="", help="the beginning of the questions' identifiers")
    options = parser.parse_args()
    with open(os.path.join(field.ROOT, "Tests", "Field", "hints.json"), encoding="utf-8") as file:
        excepted = json.load(file)
    cases = [case for source in (mistakes, questions, examples) for case in source() if case[0].startswith(options.only)]
    with tempfile.TemporaryDirectory() as binaries, ThreadPoolExecutor() as pool:
        os.symlink(os.path.abspath(options.command), os.path.join(binaries, "predicate"))
        asker = Asker(options.command, binaries)
        answers = list(pool.map(lambda case: failures(asker, case), cases))
    wrong = 0
    for case, (_, failed) in zip(cases, answers):
        isExpected = case[0] in excepted
        if isExpected != bool(failed):
            wrong += 1
            print("%s: %s" % (case[0], case[1]))
        if isExpected and not failed:
            print("  is obeyed: remove it from Tests/Field/hints.json")
        for message, (text, problem) in failed if not isExpected else []:
            print("  %s: %s; %s\n  > %s\n  %s" % (message["code"], message["message"], message.get("hint", ""), text, problem))
    print("%d texts that messages lead to, of %d questions; %d are excepted" % (
        sum(count for count, _ in answers), len(cases), len(excepted)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
