#!/usr/bin/env python3
"""Ask the questions of `questions.json` and compare with the right answers.

    check.py [PREDICATE]            say what comes of each question, and print the tally
    check.py [PREDICATE] --tally    print only the tally
    check.py [PREDICATE] --write    also write README.md and cookbook.md, and the messages into said.json
    check.py [PREDICATE] --only ID  show what one question gives

PREDICATE is the command's file; without it, `predicate` of the path. The data is made anew in a temporary folder.
`first` of each question is what a newcomer typed; `then.json` has the line that
gives the right answer, and what it waits for where the command cannot do it yet.
`recipes.json` lists the questions of the cookbook, and cases of Tests/Field whose data is in files.

  right      the answer of `first` is right
  told       `first` is refused, or its answer is wrong and a warning says so
  silent     the answer of `first` is wrong, and nothing says so
  impossible there is no line that gives the answer

The status is 1 if an answer is silently wrong, if a question is impossible, or
if a line of `then.json` that waits for nothing is not right.
"""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime

HERE = os.path.dirname(os.path.abspath(__file__))
FIELD = os.path.join(HERE, "..", "..", "Tests", "Field")
COOKBOOK = os.path.join(HERE, "cookbook.md")
SAID = os.path.join(HERE, "said.json")
KINDS = ["right", "told", "silent", "impossible"]
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$")


def load(*path):
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return json.load(file)


def canonical(value):
    """One form for values that mean the same: 3 and "3.0", an instant in two zones."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        if INSTANT.match(value):
            return "instant %.3f" % datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
        try:
            value = float(value)
        except ValueError:
            return value
    return "%.9g" % value


def leaves(value, name=""):
    """Names and values of what is in a record, however deep."""
    if isinstance(value, dict):
        for key, element in value.items():
            yield from leaves(element, key)
    else:
        yield name, value if not isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def rows_of(line, text):
    """The rows of an output, each a list of pairs of name and value, in the form that the line asks for."""
    asked = re.search(r"(?:-o|--output)[ =](\w+)", line)
    form = asked.group(1) if asked else "ndjson"
    lines = text.splitlines()
    if form == "csv":
        table = list(csv.reader(io.StringIO(text)))
    elif form == "tsv":
        table = [line.split("\t") for line in lines]
    elif form == "markdown":
        cells = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]] for line in lines]
        table = [row for row in cells if not row or not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    elif form == "table":
        table = [re.split(r" {2,}", line.strip()) for line in lines if not re.fullmatch(r"[─ ]+", line)]
    else:
        return [list(leaves(json.loads(line))) for line in lines]
    return [list(zip(table[0], row)) for row in table[1:]] if table else []


def is_right(line, text, expected):
    form, readings = expected["form"], expected["right"]
    if form == "number":
        return text.strip() in [str(reading) for reading in readings]
    try:
        if form == "records":
            return [json.loads(line) for line in text.splitlines()] in readings
        rows = rows_of(line, text)
    except (ValueError, IndexError):
        return False
    for reading in readings:
        width = len(reading[0])
        # Every group has a count. It does no harm where nobody asked for it.
        given = [[canonical(value) for name, value in row if not (len(row) > width and name == "count")] for row in rows]
        wanted = [[canonical(value) for value in row] for row in reading]
        if given == wanted or form == "rows" and sorted(given) == sorted(wanted):
            return True
    return False


def run(line, binaries, data):
    environment = dict(os.environ, PATH=binaries + os.pathsep + os.environ["PATH"], NO_COLOR="1")
    try:
        done = subprocess.run(line, shell=True, cwd=data, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "", "no answer within two minutes\n"
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def ask(question, then, expected, binaries, data):
    status, output, said = run(question["first"], binaries, data)
    right = status == 0 and is_right(question["first"], output, expected)
    result = {"status": status, "output": output, "said": said, "then": "", "waits": "", "recipe": (question["first"], output)}
    line = then.get("then")
    good = False
    if line:
        code, text, complaint = run(line, binaries, data)
        good = code == 0 and is_right(line, text, expected)
        result["then"] = line
        result["recipe"] = (line, text)
        if not good:
            result["waits"] = then.get("waits", "")
            result["complaint"] = complaint or text[:2000]
    if right:
        result["kind"] = "right"
    elif status == 0 and not said:
        result["kind"] = "silent"
    elif not line:
        result["kind"] = "impossible"
    else:
        result["kind"] = "told"
    result["broken"] = not right and bool(line) and not good and not result["waits"]
    result["waiting"] = not right and bool(result["waits"])
    return result


def tally(results):
    counts = ["%d %s" % (sum(result["kind"] == kind for result in results.values()), kind) for kind in KINDS]
    waiting = sum(result["waiting"] for result in results.values())
    broken = sum(result["broken"] for result in results.values())
    return "%s; %d wait, %d lines of then.json are not right" % (", ".join(counts), waiting, broken)


def failed(results):
    return any(result["kind"] in ("silent", "impossible") or result["broken"] for result in results.values())


def shown(expected):
    """The right answer in a few words."""
    reading = expected["right"][0]
    if expected["form"] == "number":
        return str(reading)
    if expected["form"] == "records":
        return "%d records" % len(reading)
    words = "; ".join(" ".join(format(value, ".6g") if isinstance(value, float) else str(value) for value in row)
                      for row in reading[:3])
    return words if len(reading) <= 3 else "%d rows: %s; …" % (len(reading), words)


def code(text):
    """Text as code in a cell of a table of Markdown."""
    return "`%s`" % text.replace("|", "\\|")


def page(questions, results, expected):
    out = ["# Sixty questions of newcomers", ""]
    out += [
        "Sixty everyday questions over five kinds of data, made by [`make-data.py`](make-data.py). For each one",
        "[`questions.json`](questions.json) has the line that a newcomer types first. One author wrote these lines in five",
        "roles (administrator, data analyst, Swift developer, hands that know SQL, hands that know jq), from the README and",
        "the help of the command, and without a trial. A list of topics to cover was given: so the lines are no sample of",
        "what people ask, and some of them use an option or a function that was planned. They were written before the",
        "command learned to answer them, and never change.",
        "",
        "This page shows what the command says to each line today. The right answers come from [Python](answers.py) and",
        "not from the command. Where a question can be read in two ways, both answers are right. [`then.json`](then.json)",
        "has the lines that give the right answers. [`check.py`](check.py) compares all of it, and writes this page and the",
        "[cookbook](cookbook.md), which has these lines by task.",
        "",
        "```sh",
        "python3 make-data.py data  # the data: the same files on every computer",
        "python3 answers.py data    # the right answers, into expected/",
        "python3 check.py --write   # what the command says, into this page",
        "```",
        "",
        "The status is 1 while an answer is silently wrong or a question is impossible:",
        "",
        "```console",
        "$ python3 check.py --tally",
        tally(results),
        *(["# exit 1"] if failed(results) else []),
        "```",
        "",
        "| | questions |",
        "|---|---|",
    ]
    names = {
        "right": "right at once",
        "told": "refused, or warned about, with a message",
        "silent": "silently wrong",
        "impossible": "impossible",
    }
    for kind in KINDS:
        out.append("| %s | %d |" % (names[kind], sum(results[q["id"]]["kind"] == kind for q in questions)))
    waiting = [q["id"] for q in questions if results[q["id"]]["waiting"]]
    if waiting:
        out += ["", "Of these %d wait for something that the command does not have yet." % len(waiting)]
    marks = {"right": "right", "told": "[message](#%s)", "silent": "[**silently wrong**](#%s)",
             "impossible": "[impossible](#%s)"}
    for name, title in [("logs", "Logs"), ("pods", "Pods"), ("events", "Events"), ("users", "Users"),
                        ("geography", "Geography")]:
        out += ["", "## " + title, "", "| | question | typed first | what came | right answer |", "|---|---|---|---|---|"]
        for q in questions:
            if q["id"].startswith(name):
                kind = results[q["id"]]["kind"]
                mark = marks[kind] % q["id"] if "%" in marks[kind] else marks[kind]
                out.append("| %s | %s | %s | %s | %s |" % (q["id"], q["question"].replace("|", "\\|"), code(q["first"]),
                                                         mark, shown(expected[q["id"]]).replace("|", "\\|")))
    out += ["", "## What the command said", ""]
    for q in questions:
        result = results[q["id"]]
        if result["kind"] == "right":
            continue
        out += ["### " + q["id"], "", q["question"], "", "```text", "$ " + q["first"]]
        out += [line.rstrip() for line in (result["output"] + result["said"]).strip().splitlines()[:24]]
        out += ["```", ""]
        if not result["then"]:
            out += ["No line gives the answer yet.", ""]
        elif result["waiting"]:
            out += ["The right line waits: %s." % result["waits"], "", "```sh", result["then"], "```", ""]
        else:
            out += ["The right answer, `%s`, comes from" % shown(expected[q["id"]]), "", "```sh", result["then"], "```", ""]
    return "\n".join(out).rstrip() + "\n"


def field_recipe(case, binaries):
    """The line that answers a case of Tests/Field, and its output."""
    line = case.get("then", case["command"])
    with tempfile.TemporaryDirectory() as folder:
        for name, source in case["input"].items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if source.startswith("file:"):
                shutil.copy(os.path.join(FIELD, "data", source[5:]), path)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(source)
        return line, run(line, binaries, folder)[1]


def cookbook(questions, results, binaries, data):
    """The page of recipes: each answer that was found right, with its first lines."""
    with open(os.path.join(FIELD, "cases.jsonl"), encoding="utf-8") as file:
        cases = {case["id"]: case for case in map(json.loads, file)}
    asked = {q["id"]: q["question"] for q in questions}
    for name, case in cases.items():
        need = re.sub(r"^[A-Za-z ]+: (?=[A-Z])", "", case["need"])
        asked[name] = need + ("?" if re.search(r"^(How|Which|What|On average)\b", need) else ".")
    tasks = load("recipes.json")
    out = ["# Cookbook", "", "Find a command that answers a question like yours, and replace its fields with your own. A test runs "
           "all %d recipes." % sum(len(task["recipes"]) for task in tasks), "",
           "[The data](#the-data) shows the files. `…` stands for the rest of a long answer.", ""]
    for task in tasks:
        out += ["## " + task["task"], ""]
        for title, name in task["recipes"]:
            line, text = results[name]["recipe"] if name in results else field_recipe(cases[name], binaries)
            lines = [line if len(line) <= 110 else line[:108].rstrip() + " …" for line in text.splitlines()]
            out += ["### " + title, "", asked[name], "", "```console", "$ " + line, *lines[:4], *(["…"] if len(lines) > 4 else []), "```", ""]
    out += ["## The data", "", "`python3 Examples/Questions/make-data.py FOLDER` writes these five files. Their first records are:", ""]
    for name in ["logs", "pods", "events", "users", "geography"]:
        with open(os.path.join(data, name + ".ndjson"), encoding="utf-8") as file:
            record = json.loads(file.readline())
        out += ["`%s.ndjson`" % name, "", "```json", *brief(record), "```", ""]
    out += ["The other files are those of the [field tests](../../Tests/Field).", "", "## Next", "",
            "- [Sort, select and group](../../Documentation/queries.md)",
            "- [nil, missing and NOT](../../Documentation/nil.md)",
            "- [Every operator and function](../../Documentation/reference/README.md)"]
    return "\n".join(out) + "\n"


def brief(record):
    """A record with a field per line, and objects on one line where they fit."""
    def lines(value, indent, before):
        flat = before + json.dumps(value, ensure_ascii=False)
        if len(flat) + indent <= 110 and indent or not isinstance(value, (dict, list)):
            return [" " * indent + flat]
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        elements = [(json.dumps(key) + ": ", element) for key, element in value.items()] if isinstance(value, dict) else [("", element) for element in value]
        out = [" " * indent + before + opening]
        for name, element in elements:
            out += lines(element, indent + 2, name)
            out[-1] += ","
        out[-1] = out[-1][:-1]
        return out + [" " * indent + closing]

    return lines(record, 0, "")


def messages(questions, results):
    return {q["id"]: results[q["id"]]["said"].splitlines() for q in questions if results[q["id"]]["said"]}


def write(questions, results, expected, recipes):
    with open(SAID, "w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(messages(questions, results), ensure_ascii=False, indent=1) + "\n")
    with open(os.path.join(HERE, "README.md"), "w", encoding="utf-8", newline="\n") as file:
        file.write(page(questions, results, expected))
    with open(COOKBOOK, "w", encoding="utf-8", newline="\n") as file:
        file.write(recipes)


def main():
    arguments = sys.argv[1:]
    only = arguments.pop(arguments.index("--only") + 1) if "--only" in arguments[:-1] else None
    binary = [argument for argument in arguments if not argument.startswith("--")] or [shutil.which("predicate") or ""]
    if len(binary) != 1 or not os.access(binary[0], os.X_OK):
        sys.exit("usage: check.py [PREDICATE] [--tally] [--write] [--only ID]")
    questions, thens, expected = load("questions.json"), load("then.json"), load("expected", "answers.json")
    with tempfile.TemporaryDirectory() as folder:
        data, binaries = os.path.join(folder, "data"), os.path.join(folder, "bin")
        os.mkdir(binaries)
        os.symlink(os.path.abspath(binary[0]), os.path.join(binaries, "predicate"))
        subprocess.run([sys.executable, os.path.join(HERE, "make-data.py"), data], check=True)
        subprocess.run([sys.executable, os.path.join(HERE, "answers.py"), data, "--verify"], check=True)
        asked = [q for q in questions if only in (None, q["id"])]
        results = {q["id"]: ask(q, thens.get(q["id"], {}), expected[q["id"]], binaries, data) for q in asked}
        recipes = "" if only else cookbook(questions, results, binaries, data)
    if only:
        print(json.dumps(results, ensure_ascii=False, indent=1))
        return
    for q in questions:
        result = results[q["id"]]
        note = "waits: " + result["waits"] if result["waiting"] else "THEN IS NOT RIGHT" if result["broken"] else ""
        if "--tally" not in sys.argv:
            print(("%-13s %-10s %s" % (q["id"], result["kind"], note)).rstrip())
    print(tally(results))
    if "--write" in sys.argv:
        write(questions, results, expected, recipes)
        sys.exit(1 if failed(results) else 0)
    if os.path.exists(SAID) and load("said.json") != messages(questions, results):
        print("Some messages are no longer those of said.json and README.md: use --write.")
    if not os.path.exists(COOKBOOK) or open(COOKBOOK, encoding="utf-8").read() != recipes:
        print("cookbook.md is not what the command answers now: use --write.")
    sys.exit(1 if failed(results) else 0)


if __name__ == "__main__":
    main()
