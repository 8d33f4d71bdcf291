"""The routes: single commands, and sessions of the prompt."""

import csv
import gzip
import io
import itertools
import json
import os
import pathlib
import random
import re
import subprocess

from routes.predicates import Node, Predicate
from routes.records import COMPOSED, DECOMPOSED, FORMS, Raw, encoded, form

TIMEOUT = 120


class Failed:
    """The failure of a route that gave no answer."""

    def __init__(self, status, said):
        self.status = status
        self.said = next((line for line in said.splitlines() if line.startswith("error")), said.strip()[:200])

    @property
    def is_refused(self):
        return self.status == 65

    def __repr__(self):
        return f"status {self.status}, {self.said}"


def numbers_in(output):
    """The numbers of the records in JSON output."""
    return [int(number) for number in re.findall(rb'"number":\s*(\d+)', output)]


def table_numbers(output):
    return [int(line) for line in output.decode().splitlines()[2:]]


def csv_numbers(output):
    rows = list(csv.reader(io.StringIO(output.decode(), newline="")))
    return [int(row[rows[0].index("number")]) for row in rows[1:]] if rows else []


def grouped_numbers(output):
    groups = [json.loads(line) for line in output.decode().splitlines()]
    if any(group["count"] != len(group["ids"]) for group in groups):
        return [group["count"] for group in groups]
    return sorted(number for group in groups for number in group["ids"])


def json_numbers(output):
    return [record["number"] for record in json.loads(output)]


def lines_written(output):
    return output.decode().split("\n")[:-1]


class Route:
    """A route: the form of the records, options, the wording of the predicate, and how to read the output."""

    def __init__(
        self,
        name,
        form="lines",
        options=(),
        wording="given",
        parse=numbers_in,
        expect=lambda numbers, data: numbers,
        checks=True,
        stdin=None,
        command="filter",
        schema=None,
        every=1,
        template="{}",
    ):
        # The predicate replaces `{}` in this template or in an option.
        self.template = template
        self.name, self.form, self.options, self.wording, self.parse, self.expect = name, form, list(options), wording, parse, expect
        # One of this many predicates is evaluated.
        self.checks, self.stdin, self.command, self.schema, self.every = checks, stdin, command, schema, every

    def line(self, predicate, data, asker):
        """The command line and the standard input; None if this wording does not change the predicate."""
        needed, file = form(self.form, data) if self.form in FORMS else ([], large_file(self.form, data))
        options = self.options + [option for option in needed if option not in self.options]
        if self.schema:
            options += ["--schema", data.file(self.schema + ".schema.json", SCHEMAS[self.schema])]
        text, variables = self.template.replace("{}", predicate.text), predicate.options
        if any("{}" in option for option in options):
            # An option holds the predicate, and all records are written.
            options, text = [option.replace("{}", predicate.text) for option in options], "TRUEPREDICATE"
        given = ["--", text]
        if self.wording == "arguments":
            text, more = predicate.arguments()
            given = [*more, "--", text]
        elif self.wording == "checked":
            # It takes the records as an option.
            return ["check", "--data", file, *variables, "--", text], file
        elif self.wording in ("canonical", "simplified", "readable"):
            text = asker.worded(predicate, self.wording)
            if text is None or isinstance(text, Failed):
                return text
            # Simplifying may remove a variable, and a value that no variable has is an error.
            pairs = zip(variables[::2], variables[1::2])
            variables = [word for pair in pairs if "$" + pair[1].split("=")[0] in text for word in pair]
            # No argument of a program holds a zero byte.
            given = ["--predicate-file", data.predicate_file(text)] if "\0" in text else ["--", text]
        elif self.wording == "file":
            given = ["--predicate-file", data.predicate_file(f"\ufeff{text}\r\n")]
        files = [] if self.stdin else [file]
        if self.form == "lines" and self.name == "several files":
            files = asker.parts(data)
        return [self.command, *options, *variables, *given, *files], file

    def ask(self, predicate, data, asker):
        """The parsed output, a failure, or None if the route does not apply."""
        line = self.line(predicate, data, asker)
        if line is None or isinstance(line, Failed):
            return line
        arguments, file = line
        return asker.run(arguments, self.parse, stdin=file if self.stdin else None, piped=self.stdin == "pipe")


def large_file(name, data):
    """The large file, in a form."""
    contents = {
        "large lines": ("large.ndjson", data.large_text),
        "large list": ("large.json", lambda: b"[" + data.large_text().rstrip().replace(b"\n", b",\n") + b"]"),
        "large gzip": ("large.ndjson.gz", lambda: gzip.compress(data.large_text(), 1)),
    }
    return data.file(*contents[name])


def declared_schema():
    """A schema that describes the records and so changes no answer."""
    optional = lambda kind: {"type": [kind, "null"]}
    many = lambda kind: {"type": ["array", "null"], "items": optional(kind)}
    item = {
        "type": "object",
        "additionalProperties": True,
        "properties": {"p": optional("integer"), "q": optional("string"), "ok": optional("boolean"), "tags": many("string")},
    }
    fields = {
        "number": {"type": "integer"},
        "i": {"type": "integer"},
        "j": optional("integer"),
        "b": optional("boolean"),
        "s": optional("string"),
        "t": {"type": "string"},
        "kind": {"type": "string"},
        "l": many("integer"),
        "ts": many("string"),
        "items": {"type": ["array", "null"], "items": item},
        COMPOSED: optional("integer"),
        DECOMPOSED: optional("integer"),
        "first name": optional("string"),
        "http.status": {"type": "integer"},
        "a-b": {"type": "integer"},
    }
    return json.dumps({"type": "object", "properties": fields, "additionalProperties": True}, ensure_ascii=False).encode()


SCHEMAS = {"open": lambda: b'{"type": "object", "additionalProperties": true}', "declared": declared_schema}


def sliced(start, end):
    return lambda numbers, data: numbers[start:end]


def by_kind(numbers, data):
    kinds = {record["number"]: record.get("kind", "") for record in data.records}
    return sorted(numbers, key=lambda number: (kinds[number].encode(), -number))


def kinds_of(numbers, data):
    kinds = {record["number"]: record.get("kind", "") for record in data.records}
    return list(dict.fromkeys(kinds[number] for number in numbers))


def lines_of(numbers, data):
    lines = {record["number"]: line for record, line in zip(data.records, data.lines)}
    return [lines[number] for number in numbers]


def count(numbers, data):
    return len(numbers)


def in_order(numbers, data):
    return sorted(numbers)


def yes_numbers(output):
    """The numbers of the records for which a selected condition is true."""
    return [record["number"] for record in map(json.loads, output.splitlines()) if record["yes"] == 1]


def yes_count(output):
    return sum(group["count"] for group in map(json.loads, output.splitlines()) if group["yes"] == 1)


def values_written(output):
    """Records with the original spelling of their numbers."""
    return json.loads(output, parse_int=Raw, parse_float=Raw)


def values_of(numbers, data):
    return values_written("[" + ",".join(lines_of(numbers, data)) + "]")


SPELLED = ["number", "x", "d", "j", "s", COMPOSED, DECOMPOSED]


def selected(numbers, data):
    """Some fields, written one by one."""
    records = {record["number"]: record for record in data.records}
    return values_written("[" + ",".join(encoded({field: records[number].get(field) for field in SPELLED}) for number in numbers) + "]")


def selected_cells(numbers, data):
    records = {record["number"]: record for record in data.records}
    cells = [[records[number].get(field) for field in SPELLED] for number in numbers]
    return [["" if cell is None else str(cell) for cell in row] for row in cells]


def lines_of_values(output):
    return values_written(b"[" + output.rstrip(b"\n").replace(b"\n", b",") + b"]")


def cells_written(output):
    return list(csv.reader(io.StringIO(output.decode(), newline="")))[1:]


def others(numbers, data):
    wanted = set(numbers)
    return [record["number"] for record in data.records if record["number"] not in wanted]


def first_place(numbers, data):
    """The record that `--find` finds."""
    return next(at for at, record in enumerate(data.records, 1) if record["number"] == numbers[0]) if numbers else None


def large_count(numbers, data):
    return data.large_count(numbers)


def coverage_count(output):
    found = json.loads(output)
    return found["matches"] if not found["unfinished"] else found


ROUTES = [
    *(Route(name, name) for name in FORMS if name != "lines"),
    *(Route(f"{name} --count", name, ["--count"], parse=int, expect=count, every=2) for name in FORMS),
    Route("every byte as it stood", parse=lines_written, expect=lines_of),
    Route("standard input", stdin="file"),
    Route("a pipe", stdin="pipe"),
    Route("a pipe of a list", "pretty list", stdin="pipe"),
    Route("a pipe of gzip --count", "gzip", ["--count"], parse=int, expect=count, stdin="pipe"),
    Route("several files"),
    Route("--strict", options=["--strict"]),
    Route("--strict --count", options=["--strict", "--count"], parse=int, expect=count),
    Route("--strict of a list", "list", options=["--strict"]),
    Route("--threads 1", options=["--threads", "1"]),
    Route("--threads 2", options=["--threads", "2"]),
    Route("--threads 1 --count of a list", "list", options=["--threads", "1", "--count"], parse=int, expect=count),
    Route("--limit", options=["--limit", "5"], expect=sliced(0, 5)),
    Route("--limit 0", options=["--limit", "0"], expect=sliced(0, 0)),
    Route("--limit and --offset of a list", "list", options=["--offset", "3", "--limit", "7"], expect=sliced(3, 10)),
    Route("--offset", options=["--offset", "30"], expect=sliced(30, None)),
    Route("--limit --count", options=["--limit", "5", "--count"], parse=int, expect=lambda numbers, data: len(numbers[:5])),
    Route("--sort", options=["--sort=-number"], expect=lambda numbers, data: numbers[::-1]),
    Route(
        "--sort by two, with --limit",
        options=["--sort=kind,-number", "--limit", "9"],
        expect=lambda numbers, data: by_kind(numbers, data)[:9],
    ),
    Route("--select", options=["--select", "number"]),
    Route(
        "--select --distinct",
        options=["--select", "kind", "--distinct"],
        parse=lambda output: [json.loads(line)["kind"] for line in output.splitlines()],
        expect=kinds_of,
    ),
    Route("--output json", options=["--output", "json"], parse=json_numbers),
    Route("--output csv", options=["--output", "csv"], parse=csv_numbers),
    Route("--output table", options=["--output", "table", "--select", "number"], parse=table_numbers),
    Route("--group-by", options=["--group-by", "kind", "--aggregate", "ids = list(number)"], parse=grouped_numbers, expect=in_order),
    Route(
        "--aggregate of a list",
        "list",
        options=["--aggregate", "ids = list(number)", "--output", "ndjson"],
        parse=grouped_numbers,
        expect=in_order,
    ),
    Route("records of --output json", "pretty list", ["--output", "json"], parse=values_written, expect=values_of, every=3),
    Route("records of a list as lines", "pretty list", parse=lines_of_values, expect=values_of, every=3),
    Route(
        "--select of numbers as they are spelled", options=["--select", ",".join(SPELLED)], parse=lines_of_values, expect=selected, every=3
    ),
    Route(
        "--select of a list as CSV",
        "list",
        ["--select", ",".join(SPELLED), "--output", "csv"],
        parse=cells_written,
        expect=selected_cells,
        every=3,
    ),
    Route("--select of the condition", options=["--select", "number, yes = TERNARY(({}), 1, 0)"], parse=yes_numbers, every=3),
    Route("--group-by the condition", options=["--group-by", "yes = TERNARY(({}), 1, 0)"], parse=yes_count, expect=count, every=3),
    Route(
        "--sort by the condition",
        options=["--sort", "TERNARY(({}), 0, 1), number"],
        expect=lambda numbers, data: numbers + others(numbers, data),
        every=3,
    ),
    Route("--warnings and --stats", options=["--warnings", "--stats"], every=3),
    Route("NOT", template="NOT ({})", expect=others, every=3),
    Route(
        "NOT --count", "list", ["--count"], template="NOT ({})", parse=int, expect=lambda numbers, data: len(others(numbers, data)), every=3
    ),
    Route("beside a constant", "list", template="({}) AND 1 == 1", every=3),
    Route("beside a variable", template="({}) OR $z == 5", options=["--var", "z=4"], every=3),
    Route("beside a field", template="i == i AND ({})", every=3),
    Route("behind a condition that is never true", options=["--count"], template="i != i OR ({})", parse=int, expect=count, every=3),
    Route("within SUBQUERY", template="SUBQUERY({1, 2}, $z, ({})).@count == 2", every=3),
    Route("within TERNARY", options=["--count"], template="TERNARY(({}), 1, 2) == 1", parse=int, expect=count, every=3),
    Route("check", command="check", wording="checked", parse=lambda output: True, expect=lambda numbers, data: True),
    Route("--schema that is open", schema="open", checks=False),
    Route("--schema that is open, --count of --values", "--values", ["--count"], parse=int, expect=count, schema="open", checks=False),
    Route("--schema that says what is there", schema="declared"),
    Route("--schema that says what is there, of a list", "pretty list", ["--count"], parse=int, expect=count, schema="declared"),
    Route("canonical text", wording="canonical"),
    Route("readable text", wording="readable"),
    Route("simplified text", wording="simplified"),
    Route("--predicate-file", wording="file"),
    Route("format arguments", wording="arguments"),
    Route("coverage", command="coverage", options=["--output", "json"], parse=coverage_count, expect=count),
    Route("coverage of a list", "list", command="coverage", options=["--output", "json"], parse=coverage_count, expect=count),
    *(
        Route(f"{name} --count", name, ["--count", "--threads", threads], parse=int, expect=large_count, every=20)
        for name, threads in (("large lines", "2"), ("large list", "2"), ("large gzip", "1"))
    ),
    Route(
        "a pipe of large lines",
        "large lines",
        parse=numbers_in,
        expect=lambda numbers, data: list(data.large_numbers(numbers)),
        every=40,
        stdin="pipe",
    ),
    Route("large list", "large list", expect=lambda numbers, data: list(data.large_numbers(numbers)), every=40),
    Route("--untyped --count", options=["--untyped", "--count"], parse=int, expect=count, checks=False),
]
GIVEN = Route("lines")
UNTYPED = Route("--untyped", options=["--untyped"], checks=False)


class WhyRoute:
    """The reference evaluator, for a few single records."""

    name, checks, schema, every, several = "why", True, None, 1, 3

    def ask(self, predicate, data, asker):
        """Whether each tested record matches, by its number."""
        chosen = sorted(random.Random(predicate.text).sample(range(len(data.records)), min(self.several, len(data.records))))
        answers = {}
        for at in chosen:
            answer = asker.run(
                ["why", "--output", "json", "--record", str(at + 1), *predicate.options, "--", predicate.text, form("lines", data)[1]],
                lambda output: json.loads(output)["trace"]["matches"],
            )
            if isinstance(answer, Failed):
                return answer
            answers[data.records[at]["number"]] = answer
        return [number for number, matches in answers.items() if matches], list(answers)

    def expected(self, numbers, data, answer):
        return [number for number in answer[1] if number in set(numbers)]


class FoundRoute:
    """The first record that matches, as `why --find` finds it."""

    name, checks, schema, every = "why --find", True, None, 1

    def ask(self, predicate, data, asker):
        file = form("lines", data)[1]
        found = ["why", "--output", "json", f"--find={predicate.text}", *predicate.options, "--", predicate.text, file]
        place = asker.run(found, lambda output: json.loads(output)["record"])
        # If no record is found, the status is that of bad data.
        return None if isinstance(place, Failed) and place.is_refused else place

    def expect(self, numbers, data):
        return first_place(numbers, data)


class TextRoute:
    """The output of `format` and `explain`: the same canonical text, which `format` does not change."""

    name, checks, schema, every = "canonical texts", False, None, 3

    def ask(self, predicate, data, asker):
        text = asker.worded(predicate, "canonical")
        explained = asker.run(["explain", "--output", "json", "--", predicate.text], lambda output: json.loads(output)["canonical"])
        again = text if "\0" in str(text) else asker.worded(Predicate(Node("predicate", text)), "canonical")
        return [shown for shown in (explained, again) if shown != text and not isinstance(shown, Failed)]

    def expect(self, numbers, data):
        return []


class Asker:
    """Runs the command."""

    def __init__(self, command, home, schema=None):
        """With a schema, all routes use its types."""
        self.command, self.declared = command, ["--schema", schema] if schema else []
        self.environment = {**os.environ, "XDG_STATE_HOME": str(home), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        self.words = {}

    def run(self, arguments, parse, stdin=None, piped=False):
        if arguments[0] in ("filter", "why", "coverage", "explain"):
            arguments = [arguments[0], *self.declared, *arguments[1:]]
        handle = open(stdin, "rb") if stdin else None
        try:
            content = {"input": handle.read()} if piped else {"stdin": handle or subprocess.DEVNULL}
            done = subprocess.run([self.command, *arguments], capture_output=True, env=self.environment, timeout=TIMEOUT, **content)
        except subprocess.TimeoutExpired:
            return Failed("timeout", f"error: no answer after {TIMEOUT} s")
        finally:
            if handle:
                handle.close()
        if done.returncode:
            return Failed(done.returncode, done.stderr.decode(errors="replace"))
        try:
            return parse(done.stdout)
        except (ValueError, LookupError, TypeError) as error:
            return Failed("unreadable", f"error: {error!r} of {done.stdout[:200]!r}")

    def session(self, script, arguments):
        """The output of the prompt for each line; a failure if the prompt waits for another line, or ends."""
        done = subprocess.run(
            [self.command, "repl", "--echo", *self.declared, *arguments], input=script.encode(), capture_output=True, env=self.environment
        )
        name = re.escape(pathlib.Path(arguments[-1]).name.split(".")[0]).encode()
        pieces = re.split(rb"(?m)^(" + name + rb"|\.+)> .*$", done.stdout)
        goes_on = [echo.startswith(b".") for echo in pieces[1::2]] + [False]
        lines = [
            Failed("swallowed", "error: the prompt goes on in the next line") if goes_on[at + 1] else piece.removeprefix(b"\n")
            for at, piece in enumerate(pieces[2::2])
        ]
        missing = script.count("\n") - len(lines)
        return lines + [Failed(done.returncode, f"error: the prompt ended {missing} lines early: {done.stderr[-200:]!r}")] * missing

    def worded(self, predicate, wording):
        """The predicate in an equivalent wording; None if there is none."""
        if wording == "simplified":
            return self.run(
                ["explain", "--output", "json", "--", predicate.text],
                lambda output: (json.loads(output)["simplified"] or {"canonical": None})["canonical"],
            )
        style = ["--style", "readable"] if wording == "readable" else []
        return self.run(["format", *style, "--", predicate.text], lambda output: output.decode().rstrip("\n"))

    def parts(self, data):
        """The lines in three files, one of them packed and one a list."""
        third = len(data.lines) // 3
        text = lambda start, end: "".join(line + "\n" for line in data.lines[start:end]).encode()
        return [
            data.file("first.ndjson", lambda: text(0, third)),
            data.file("second.ndjson.gz", lambda: gzip.compress(text(third, 2 * third))),
            data.file("third.json", lambda: ("[" + ",".join(data.lines[2 * third :]) + "]").encode()),
        ]


def first(output):
    return output.decode().split("\n")[0]


def why_first(output):
    return not re.match(r"record 1 (matches|does not match)", first(output))[1].startswith("does")


def covered(output):
    return int(re.match(r"\d+ records?, (\d+) match", first(output))[1])


def read(output, parse, may_be_empty=False):
    """The answer in an output of the prompt."""
    if isinstance(output, Failed):
        return output
    if not output.strip() and not may_be_empty:
        return Failed(65, "error: no answer")
    try:
        return parse(output)
    except (ValueError, LookupError, TypeError) as error:
        return Failed("unreadable", f"error: {error!r} of {output[:200]!r}")


class Question:
    """A question of a session, for every predicate: the lines that set it up, the line itself, and how to read the output."""

    def __init__(self, name, line=":count {}", setup=(), parse=int, expect=count, backwards=False, every=1):
        self.name, self.line, self.setup, self.parse, self.expect, self.backwards = name, line, list(setup), parse, expect, backwards
        # One of this many predicates is evaluated.
        self.every = every
        # If records are shown, empty output may also mean that the predicate is refused.
        self.may_be_empty = line == "{}"


def large_slice(start, end, backwards=False):
    return lambda numbers, data: list(itertools.islice(data.large_numbers(numbers, backwards), start, end))


AGAIN = Question(":count again", backwards=True)
WRAPPED = [
    Question("NOT", ":count NOT ({})", expect=lambda numbers, data: len(others(numbers, data))),
    Question("beside a constant", ":count ({}) AND 1 == 1"),
    Question("beside a field", ":count i == i AND ({})"),
    Question("behind a constant", ":count 2 < 1 OR ({})"),
    Question("within SUBQUERY", ":count SUBQUERY({1, 2}, $z, ({})).@count == 2"),
    Question("within TERNARY", ":count TERNARY(({}), 1, 2) == 1"),
]
LARGE = [
    Question(":count", expect=large_count),
    Question("the records", "{}", [":mode ndjson", ":limit 5"], numbers_in, large_slice(0, 5), every=5),
    Question(":count again", expect=large_count, backwards=True, every=3),
    Question("NOT", ":count NOT ({})", expect=lambda numbers, data: data.large_count(others(numbers, data)), every=7),
    Question("within TERNARY", ":count TERNARY(({}), 1, 2) == 1", expect=large_count, every=9),
    Question(
        ":sort and :offset", "{}", [":mode ndjson", ":sort -number", ":offset 2", ":limit 4"], numbers_in, large_slice(2, 6, True), every=5
    ),
]
# An answer with declared types takes longer.
LARGE_DECLARED = [
    Question(":count", expect=large_count, every=8),
    Question("the records", "{}", [":mode ndjson", ":limit 5"], numbers_in, large_slice(0, 5), every=32),
]
SMALL = [
    Question(":count"),
    Question("the records", "{}", [":mode ndjson", ":limit all"], numbers_in, lambda numbers, data: numbers),
    Question("as CSV", "{}", [":mode csv", ":select kind, number"], csv_numbers, lambda numbers, data: numbers),
    Question(":group", "{}", [":mode ndjson", ":select all", ":group kind, ids = list(number)"], grouped_numbers, in_order),
    Question(":coverage", ":coverage {}", [":group off"], covered),
    Question("the fields as they are spelled", "{}", [f":select {','.join(SPELLED)}"], lines_of_values, selected),
    Question(":why of the first record", ":why 1 {}", [], why_first, lambda numbers, data: data.records[0]["number"] in numbers),
    Question(
        ":distinct",
        "{}",
        [":select kind", ":distinct on"],
        lambda output: [json.loads(line)["kind"] for line in output.splitlines()],
        kinds_of,
    ),
    *WRAPPED,
    AGAIN,
]
COUNTED = [Question(":count"), AGAIN]


class Session:
    """A session of the prompt in which all predicates are evaluated."""

    def __init__(self, name, questions, form="lines", options=(), checks=True, large=False, schema=None):
        self.name, self.questions, self.form, self.options, self.checks, self.large, self.schema = (
            name,
            questions,
            form,
            list(options),
            checks,
            large,
            schema,
        )

    def alone(self, question):
        """A question of this session for every predicate, after the other questions."""
        before = self.questions[: self.questions.index(question)]
        setup = [line for earlier in before for line in earlier.setup] + question.setup
        return Question(question.name, question.line, setup, question.parse, question.expect, question.backwards)

    def ask(self, predicates, data, asker, questions=None):
        """The answers by the name of the question and the index of the predicate."""
        options, file = form(self.form, data)
        if self.large:
            file = large_file("large lines", data)
        options = self.options + [option for option in options if option != "--skip-bad-records"]
        if self.schema:
            options += ["--schema", data.file(self.schema + ".schema.json", SCHEMAS[self.schema])]
        script, meanings = [], []
        for question in questions or self.questions:
            script += question.setup
            meanings += [(question, None)] * len(question.setup)
            for at in reversed(range(len(predicates))) if question.backwards else range(len(predicates)):
                if at % question.every or not predicates[at].fits_prompt:
                    continue
                # An empty line ends an entry that the prompt takes to be incomplete.
                lines = [*predicates[at].lets, question.line.replace("{}", predicates[at].text), ""]
                script += lines
                meanings += [None] * (len(lines) - 2) + [(question, at), None]
        lines = asker.session("".join(line + "\n" for line in script), [*options, file])
        answers, unset = {}, set()
        for (question, place), output in ((meaning, output) for meaning, output in zip(meanings, lines) if meaning):
            if place is None:
                # The lines that set up a question always have output.
                unset |= {question.name} if isinstance(output, Failed) or not output.strip() else set()
            elif question.name in unset:
                answers[question.name, place] = Failed("unset", f"error: {', '.join(question.setup)} is refused")
            else:
                answers[question.name, place] = read(output, question.parse, question.may_be_empty)
        return answers


DECLARED_SESSIONS = [
    Session("prompt, large", LARGE_DECLARED, large=True),
    Session("prompt", SMALL),
    Session("prompt, a pretty list", COUNTED, "pretty list"),
    Session("prompt, --values", COUNTED, "--values"),
]
SESSIONS = [
    Session("prompt, large", LARGE, large=True),
    Session("prompt", SMALL),
    Session("prompt, a pretty list", COUNTED, "pretty list"),
    Session("prompt, --values", COUNTED, "--values"),
    Session("prompt, --at and --values", COUNTED, "--at and --values"),
    Session("prompt, gzip", COUNTED, "gzip"),
    Session("prompt, lines with bad lines", COUNTED, "lines with bad lines"),
    Session("prompt, --untyped", COUNTED, options=["--untyped"], checks=False),
    Session("prompt, --schema that says what is there", COUNTED, schema="declared"),
]
