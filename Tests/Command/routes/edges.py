"""Inputs that are never generated: empty, huge or bad ones, and names that differ only in Unicode normalization.

Every route must agree with the reference evaluator, which `predicate why` applies to each record.
"""

import concurrent.futures
import gzip
import itertools
import json
import pathlib
import random

from routes.asking import read
from routes.names import check_names, check_texts
from routes.records import COMPOSED, DECOMPOSED

# Lines that do not begin and end like records.
BAD_AT_THE_ENDS = [
    "nope",
    '{"a":1,"x":',
    '{"a":1}x',
    '{"a":1},',
    "[1]",
    "5",
    '"x"',
    '{"a":1',
    "}",
    "{",
    'x{"a":1}',
    "null",
    '{"a":1}]',
    ',{"a":1}',
    "{]",
    '{"a":1}\\',
]
# Lines that begin and end like records, with an error inside.
BAD_WITHIN = [
    '{"a":1}}',
    '{"a":"x}',
    '{"a" 1}',
    '{"a":1,"b":tru}',
    '{"a":1,"b":1e400}',
    '{"a":1,"b":01}',
    '{"a":1,"b":"\t"}',
    '{"a":1,,"b":1}',
    '{"a":1,"b":[1,]}',
    '{"a":1,"b":"\\x"}',
    '{"a":1,"b":"\\ud800"}',
    '{"a":1,}',
    '{"a":1,"b":{"c":}}',
    "{'a':1}",
    '{"a":1,"b":NaN}',
    '{"a":1,"b":.5}',
    '{"a":1,"b":+1}',
    '{"a":1 "b":2}',
    '{"a":1,"b":[}]}',
    "{a:1}",
]


class Edge:
    """An input, the options that are needed to read it, and predicates to evaluate.

    A predicate is a text, or a text with the values of its variables and how many records match. For a text alone, the
    reference evaluator gives the number, unless a dictionary has it.
    """

    def __init__(self, name, content, predicates, options=(), suffix="ndjson", count=None, strict=True):
        self.name, self.content, self.predicates, self.options = (
            name,
            content if isinstance(content, bytes) else content.encode(),
            predicates,
            list(options),
        )
        # Without records nothing matches.
        self.suffix, self.count, self.strict = suffix, count, strict


def lines(*records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def edges():
    always = ["TRUEPREDICATE", "FALSEPREDICATE", "1 == 1"]
    for name, content, options, suffix in [
        ("no byte", "", [], "ndjson"),
        ("blank lines alone", "\n \r\n\t\n\n", [], "ndjson"),
        ("a BOM alone", "\ufeff", [], "ndjson"),
        ("an empty list", "[]", [], "json"),
        ("an empty list with blanks", " [ \n ]\n", [], "json"),
        ("an empty map", "{}", ["--values"], "json"),
        ("an empty list at a place", '{"items": []}', ["--at", "/items"], "json"),
        ("an empty map at a place", '{"items": {}}', ["--at", "/items", "--values"], "json"),
        ("an empty packed file", gzip.compress(b""), [], "ndjson.gz"),
    ]:
        yield Edge(name, content, always, options, suffix, count=0)

    scalars = ["5", '"5"', "[5]", '{"a":5}', "null", "true", "[]", "5.0", "[[5],{}]", '{"a":[5],"b":5}', "{}"]
    asked = [
        "SELF == 5",
        "ANY SELF == 5",
        "SELF[0] == 5",
        "a == 5",
        "SELF == nil",
        "SELF.@count == 1",
        "SELF == YES",
        "5 IN SELF",
        "NOT SELF > 4",
        "ALL SELF > 4",
        "SELF == SELF",
        "SELF != nil",
        "SELF IN {5, nil}",
        "SELF == {5}",
        "SELF[SIZE] == 1",
        "SELF.length == 1",
        "SELF['a'] == 5",
        "SUBQUERY(SELF, $x, $x == 5).@count == 1",
        "1 == 1",
        "ANY a == 5",
        "CAST(SELF, 'NSString') == '5'",
    ]
    yield Edge("lines of values of all kinds", "\n".join(scalars) + "\n", asked, ["--untyped"])
    yield Edge("a list of values of all kinds", "[" + ",\n".join(scalars) + "]", asked, ["--untyped"], "json")
    yield Edge(
        "a map of values of all kinds",
        "{" + ",".join(f'"k{at}":{text}' for at, text in enumerate(scalars)) + "}",
        asked,
        ["--untyped", "--values"],
        "json",
    )

    twice = [
        '{"a":1,"a":2}',
        '{"a":2,"b":0,"a":1}',
        '{"o":{"p":1},"o":{"p":2}}',
        '{"o":{"p":1,"p":2}}',
        '{"a":1,"\\u0061":2}',
        '{"a":1,"b":1}',
        '{"o":{"p":1},"o":5}',
        '{"a":1,"a":null}',
    ]
    asked = [
        "a == 1",
        "a == 2",
        "o.p == 1",
        "o.p == 2",
        "a == 2 AND b == 0",
        "a == nil",
        "o == 5",
        "a == 1 OR b == 0",
        "b == 0 AND a == 1",
        "NOT a == 1",
        "SELF.a == 2 AND a == SELF['a']",
    ]
    yield Edge("keys that stand twice", "\n".join(twice) + "\n", asked, ["--untyped"], strict=False)
    yield Edge("keys that stand twice, in a list", "[" + ",".join(twice) + "]", asked, ["--untyped"], "json", strict=False)

    forms = [
        {COMPOSED: 1, DECOMPOSED: 2},
        {DECOMPOSED: 1, COMPOSED: 2},
        {COMPOSED: 1},
        {DECOMPOSED: 1},
        {COMPOSED: 2, DECOMPOSED: 2},
        {"o": {COMPOSED: 1, DECOMPOSED: 2}},
        {"o": {DECOMPOSED: 1}},
        {"l": [{COMPOSED: 1}, {DECOMPOSED: 2}]},
        {"k": COMPOSED},
        {"k": DECOMPOSED},
        {"k": None},
    ]
    asked = [
        f"{path} == {value}"
        for path in (
            COMPOSED,
            DECOMPOSED,
            f'o."{COMPOSED}"',
            f"o.{DECOMPOSED}",
            f'SELF."e\\u0301"',
            f"ANY l.{COMPOSED}",
            f"ANY l.{DECOMPOSED}",
            f"SELF['{COMPOSED}']",
        )
        for value in (1, 2, "nil")
    ]
    asked += [
        f"{COMPOSED} == {DECOMPOSED}",
        f"{DECOMPOSED} < {COMPOSED}",
        f"{COMPOSED} == 1 AND {DECOMPOSED} == 2",
        f"k == '{COMPOSED}'",
        f"k == 'e\\u0301'",
        f"k IN {{'{COMPOSED}'}}",
        f"k LIKE '{DECOMPOSED}'",
        f"k CONTAINS '\u0301'",
        f"k ==[d] 'e'",
        f"k < '{COMPOSED}'",
        f"o.@count == 2",
        f"ANY l.@count == 1",
    ]
    yield Edge("keys and texts that are canonically equivalent", lines(*forms), asked)
    yield Edge(
        "keys that are canonically equivalent, in a map",
        json.dumps(dict(enumerate(forms)), ensure_ascii=False),
        asked,
        ["--values"],
        "json",
    )
    # Each form alone fills a chunk of the columns.
    yield Edge(
        "a form of a key in each chunk",
        lines({COMPOSED: 1, "k": COMPOSED}) * 65_536
        + lines({DECOMPOSED: 1, "k": DECOMPOSED}) * 65_536
        + lines({COMPOSED: 2, DECOMPOSED: 1, "k": None}) * 3,
        {
            f"{COMPOSED} == 1": 65_536,
            f"{DECOMPOSED} == 1": 65_539,
            f"{COMPOSED} == nil": 65_536,
            f"k == 'e\\u0301'": 65_536,
            f"k == '{COMPOSED}'": 65_536,
            f"{COMPOSED} == {DECOMPOSED}": 0,
            f"{COMPOSED} > {DECOMPOSED}": 3,
        },
    )
    yield Edge(
        "another type in each chunk",
        lines({"a": 1}) * 65_536
        + lines({"a": "1"}) * 65_536
        + lines({"a": [1]}) * 65_536
        + lines({"a": 1.0}, {"a": None}, {}, {"a": 2**63 - 1}, {"a": True}, {"a": {"b": 1}}),
        {
            "a == 1": 65_538,
            "a == '1'": 65_536,
            "ANY a == 1": 65_536,
            "a == nil": 2,
            "a > 1": 1,
            "a.b == 1": 1,
            "a[0] == 1": 65_536,
            "a.@count == 1": 65_537,
            "NOT a == 1": 131_076,
            "a BEGINSWITH '1'": 65_536,
            "a IN {1, '1'}": 131_074,
            "a == {1}": 65_536,
            "CAST(a, 'NSNumber') == 1": 131_074,
            "a BETWEEN {0, 5}": 65_538,
            "a == YES": 65_538,
        },
        ["--untyped"],
    )
    for size in (65_535, 65_536, 65_537, 131_072):
        yield Edge(
            f"{size} records",
            "".join(f'{{"n":{at}}}\n' for at in range(size)),
            {
                f"n == {size - 1}": 1,
                "n >= 0": size,
                "n == 65535": int(size > 65_535),
                "n == 65536": int(size > 65_536),
                "n != 65535": size - int(size > 65_535),
                "1 == 1": size,
                "nil == nil": size,
                "n == nil": 0,
            },
        )

    long = "x" * 300_000
    asked = [
        "a == 2",
        "s ENDSWITH 'xy'",
        "s.length > 300000",
        "s CONTAINS 'y'",
        "a == 1 AND s BEGINSWITH 'xx'",
        "z == nil",
        "TRUEPREDICATE",
        "SELF == nil",
    ]
    records = [{"a": at % 3, "s": long + ("y" if at % 2 else ""), "z": at if at % 4 else None} for at in range(10)] + [
        {"a": 2, "s": "y", "z": 1}
    ]
    yield Edge("records longer than what is read at a time", lines(*records), asked)
    yield Edge("records longer than what is read at a time, in a list", json.dumps(records, indent=1), asked, suffix="json")
    wide = [{f"k{at}": at for at in range(3000)} | {"a": 1}, {"a": 2, "k2999": 1}]
    yield Edge("records of 3,000 keys", lines(*wide), ["a == 1", "k2999 == 1", "k2999 == 2999", "k0 == nil", "k1500 > a"])
    many = [{"l": list(range(70_000))}, {"l": []}, {"l": None}, {"l": [69_999]}]
    yield Edge(
        "a list of 70,000 elements",
        lines(*many),
        [
            "l.@count == 70000",
            "ANY l == 69999",
            "l[LAST] == 69999",
            "SUBQUERY(l, $x, $x > 69990).@count == 9",
            "ALL l < 70000",
            "l.@sum == 2449965000",
            "69999 IN l",
        ],
    )
    deep = lambda levels: '{"a":' * levels + "1" + "}" * levels
    yield Edge("records 190 levels deep", f'{deep(190)}\n{{"a":{{"a":2}}}}\n', ["a.a == 2", "a.a.a != nil", "TRUEPREDICATE"])

    for options in ([], ["--untyped"]):
        shape = lines(
            {"t": 1, "l": [1, 5], "x": 9, "m": {"k": 1}},
            {"t": 5, "l": [5], "x": None, "m": [1, 2]},
            {"t": 3, "l": None, "m": "2024-01-31T00:00:00Z"},
        )
        yield Edge(
            "values of variables" + "".join(options),
            shape,
            [
                ("($t := 3) == 3 AND $t == 3", ["t=5"], 3),
                ("SUBQUERY(l, $x, $x == 5).@count == 1 AND $x == 9", ["x=9"], 2),
                ("m == $v", ['v={"k":1}'], 1),
                ("m == $v", ["v=[1,2]"], 1),
                ("$v.k == 1", ['v={"k":1}'], 3),
                ("1 IN $v", ['v={"k":1}'], 3),
                ("ANY $v == t", ["v=[1,3]"], 2),
                ("$v[0] == t", ["v=[1,3]"], 1),
                ("$v.@count == 2", ["v=[1,3]"], 3),
                ("CAST(m, 'NSDate') == $v", ["v=2024-01-31T01:00:00+01:00"], 1),
                ("l == $v", ["v=[5]"], 1),
                ("$v == nil", ["v=null"], 3),
                ("t == $v", ["v=5"], 1),
                ("t IN $v", ["v=[]"], 0),
                ("SUBQUERY($v, $y, $y == t).@count == 1", ["v=[1,3]"], 2),
                (f"${COMPOSED} == t", [f"{COMPOSED}=1", f"{DECOMPOSED}=7"], 1),
                (f"${DECOMPOSED} == t", [f"{COMPOSED}=1", f"{DECOMPOSED}=7"], 0),
                (f"${COMPOSED} == 1 AND ${DECOMPOSED} == 5", [f"{DECOMPOSED}=5", f"{COMPOSED}=1"], 3),
                (f"(${COMPOSED} := 3) == 3 AND (${DECOMPOSED} := 4) == 4 AND ${COMPOSED} == 3", [], 3),
                (
                    f"SUBQUERY({{1, 2}}, ${COMPOSED}, SUBQUERY({{1, 2, 3}}, ${DECOMPOSED}, ${DECOMPOSED} > ${COMPOSED}).@count == 2).@count == 1",
                    [],
                    3,
                ),
                (f"${COMPOSED} == t", [f"{DECOMPOSED}=1"], "refused"),
            ],
            options,
        )


class EdgeChecker:
    """Evaluates the edge cases by all routes."""

    def __init__(self, asker, folder, share=1.0, jobs=1):
        """Evaluates a share of the predicates."""
        self.asker, self.folder, self.share, self.jobs = asker, pathlib.Path(folder), share, jobs
        self.folder.mkdir(parents=True, exist_ok=True)
        self.found, self.asked = {}, 0

    def differ(self, title, route, actual, expected):
        self.asked += 1
        if expected == "refused" and getattr(actual, "status", 0) == 65:
            return
        if actual != expected:
            self.found.setdefault((title, repr(actual), repr(expected)), []).append(route)

    def check(self):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            waiting = [
                pool.submit(self.check_edge, edge, self.folder / f"edge{number}.{edge.suffix}") for number, edge in enumerate(edges())
            ]
            checks = [self.check_bad_lines, self.check_written, lambda: check_names(self), lambda: check_texts(self)]
            for done in [*waiting, *(pool.submit(check) for check in checks)]:
                done.result()
        return self.found

    def is_chosen(self, *what):
        return random.Random(repr(what)).random() < self.share

    def check_edge(self, edge, file):
        file.write_bytes(edge.content)
        file = str(file)
        known = edge.predicates if isinstance(edge.predicates, dict) else {}
        session = []
        for predicate in edge.predicates:
            text, variables, count = predicate if isinstance(predicate, tuple) else (predicate, [], known.get(predicate, edge.count))
            given = [*edge.options, *(part for variable in variables for part in ("--var", variable))]
            if not self.is_chosen(edge.name, text, variables):
                continue
            expected = self.counted_by_why(text, given, file) if count is None else count
            for name, answer in self.answers(edge, text, given, file):
                if expected != "refused" or name != "--untyped":
                    self.differ(f"{edge.name}: {' '.join([text, *variables])}", name, answer, expected)
            if not variables:
                session.append((text, expected))
        for (text, expected), answer in zip(session, self.prompt_counts([text for text, _ in session], edge.options, file)):
            # Without records the prompt has nothing to evaluate.
            answer = 0 if edge.count == 0 and getattr(answer, "status", 0) == 65 else answer
            self.differ(f"{edge.name}: {text}", "prompt", answer, expected)

    def counted_by_why(self, text, options, file):
        """The number of matching records, evaluated one by one."""
        found = 0
        for at in itertools.count(1):
            answer = self.asker.run(
                ["why", "--output", "json", "--record", str(at), *options, "--", text, file],
                lambda output: json.loads(output)["trace"]["matches"],
            )
            if not isinstance(answer, bool):
                return found if at > 1 else "refused"
            found += answer

    def answers(self, edge, text, options, file):
        count = lambda *more: self.asker.run(["filter", "--count", *more, *options, "--", text, file], int)
        yield "--count", count()
        yield "--untyped", count("--untyped")
        if edge.strict:
            yield "--strict --count", count("--strict")
        yield "--threads 1 --count", count("--threads", "1")
        yield "--threads 2 --count", count("--threads", "2")
        # The first hundred records of a pipe decide which names are known.
        open_names = ["--untyped"] if edge.content.count(b"\n") > 100 and "--schema" not in options else []
        piped = ["filter", "--count", *open_names, *options, "--", text]
        yield "a pipe", self.asker.run(piped, int, stdin=file, piped=True)
        yield "written", self.asker.run(["filter", *options, "--", text, file], lambda output: output.count(b"\n"))
        yield "written as a list", self.asker.run(
            ["filter", "--output", "json", *options, "--", text, file], lambda output: len(json.loads(output))
        )
        yield "coverage", self.asker.run(
            ["coverage", "--output", "json", *options, "--", text, file], lambda output: json.loads(output)["matches"]
        )

    def prompt_counts(self, texts, options, file):
        """The output of `:count` for each predicate; None if there is none."""
        script = "".join(f":count {text}\n\n" for text in texts)
        return [read(output, int) for output in self.asker.session(script, [*options, file])[::2]]

    def check_bad_lines(self):
        """Checks that counting, writing and the prompt agree on which lines are bad."""
        for at, bad in enumerate(BAD_AT_THE_ENDS + BAD_WITHIN):
            is_told = bad in BAD_AT_THE_ENDS
            file = self.folder / f"bad{at}.ndjson"
            file.write_text(f'{{"a":1,"b":2}}\n{bad}\n{{"a":1,"b":2}}\n')
            for text in ("a == 1", "1 == 1", "{} != {1}", "NOT b == 7"):
                if not self.is_chosen(bad, text):
                    continue
                skipping = ["filter", "--skip-bad-records"]
                title = f"the bad line {bad}: {text}"
                self.differ(title, "--strict --count", self.asker.run([*skipping, "--strict", "--count", text, str(file)], int), 2)
                self.differ(title, "written", self.asker.run([*skipping, text, str(file)], lambda output: output.count(b"\n")), 2)
                self.differ(title, "prompt", self.prompt_counts([text], [], str(file)), [2])
                if is_told:
                    self.differ(title, "--skip-bad-records --count", self.asker.run([*skipping, "--count", text, str(file)], int), 2)
                    self.differ(
                        title, "--threads 1 --count", self.asker.run([*skipping, "--threads", "1", "--count", text, str(file)], int), 2
                    )
                    self.differ(title, "a pipe", self.asker.run([*skipping, "--count", text], int, stdin=str(file), piped=True), 2)
                    for name, options in (("--count", ["--count"]), ("written", []), ("--strict", ["--strict", "--count"])):
                        answer = self.asker.run(["filter", *options, text, str(file)], len)
                        self.differ(title, f"{name}, not skipped", getattr(answer, "status", answer), 65)
            file.unlink()

    def check_written(self):
        """Checks the output for keys that differ only in Unicode normalization."""
        file = self.folder / "forms.ndjson"
        file.write_text(lines({COMPOSED: 1, DECOMPOSED: 2}, {DECOMPOSED: 3, COMPOSED: 4}, {COMPOSED: 1}))
        schema = self.folder / "forms.schema.json"
        schema.write_text(
            json.dumps(
                {"type": "object", "properties": {COMPOSED: {"type": "integer"}, DECOMPOSED: {"type": ["integer", "null"]}}},
                ensure_ascii=False,
            )
        )
        text = lambda output: output.decode()
        record = lambda *pairs: "{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}\n"
        written = {
            ("--output", "csv"): f"{COMPOSED},{DECOMPOSED}\n1,2\n4,3\n1,\n",
            ("--select", f"{DECOMPOSED},{COMPOSED}"): record((DECOMPOSED, 2), (COMPOSED, 1))
            + record((DECOMPOSED, 3), (COMPOSED, 4))
            + record((DECOMPOSED, "null"), (COMPOSED, 1)),
            ("--select", f"a = {DECOMPOSED}, b = {COMPOSED}"): record(("a", 2), ("b", 1))
            + record(("a", 3), ("b", 4))
            + record(("a", "null"), ("b", 1)),
            ("--group-by", f"{COMPOSED},{DECOMPOSED}"): "".join(
                record((COMPOSED, one), (DECOMPOSED, two), ("count", 1)) for one, two in [(1, 2), (4, 3), (1, "null")]
            ),
            ("--group-by", DECOMPOSED): "".join(record((DECOMPOSED, two), ("count", 1)) for two in [2, 3, "null"]),
            ("--group-by", COMPOSED): record((COMPOSED, 1), ("count", 2)) + record((COMPOSED, 4), ("count", 1)),
            ("--aggregate", f"{COMPOSED} = sum({COMPOSED}), {DECOMPOSED} = sum({DECOMPOSED})"): record(
                ("count", 3), (COMPOSED, 6), (DECOMPOSED, 5)
            ),
            ("--select", COMPOSED, "--distinct"): record((COMPOSED, 1)) + record((COMPOSED, 4)),
            ("--select", DECOMPOSED, "--sort", f"-{DECOMPOSED}"): record((DECOMPOSED, 3))
            + record((DECOMPOSED, 2))
            + record((DECOMPOSED, "null")),
            ("--select", f"x = {DECOMPOSED}", "--sort", f"-{COMPOSED},{DECOMPOSED}"): record(("x", 3))
            + record(("x", "null"))
            + record(("x", 2)),
        }
        for options, expected in written.items():
            for more in ([], ["--schema", str(schema)], ["--untyped"]):
                if not self.is_chosen(options, more) or options[:2] == ("--output", "csv") and more == ["--untyped"]:
                    continue
                self.differ(
                    f"canonically equivalent keys: {' '.join(options)}",
                    " ".join(["written", *more[:1]]),
                    self.asker.run(["filter", *options, *more, "TRUEPREDICATE", str(file)], text),
                    expected,
                )
        table = self.asker.run(
            ["filter", "--output", "table", "TRUEPREDICATE", str(file)],
            lambda output: [line.split() for line in output.decode().splitlines()[2:]],
        )
        self.differ("canonically equivalent keys: --output table", "written", table, [["1", "2"], ["4", "3"], ["1"]])
        for predicate, expected in (
            (f"{COMPOSED} == 1", 2),
            (f"{DECOMPOSED} == 2", 1),
            (f"{DECOMPOSED} == nil", 1),
            (f"{COMPOSED} == 4 AND {DECOMPOSED} == 3", 1),
        ):
            for more in ([], ["--untyped"], ["--schema", str(schema)]):
                self.differ(
                    f"canonically equivalent keys: {predicate}",
                    " ".join(["--count", *more[:1]]),
                    self.asker.run(["filter", "--count", *more, predicate, str(file)], int),
                    expected,
                )
                self.differ(
                    f"canonically equivalent keys: {predicate}",
                    " ".join(["prompt", *more[:1]]),
                    self.prompt_counts([predicate], more, str(file)),
                    [expected],
                )
