#!/usr/bin/env python3
"""Evaluates the same predicates by every route of the command, and compares the answers.

Records and predicates are generated from a seed. Each predicate is evaluated for the same records as lines, lists,
documents, packed files and pipes; with every option that does not change which records match; in an equivalent wording;
by `why` and `coverage`; and at the prompt, also with enough records for columns of several chunks. If the answers
differ, the predicate and the records are reduced to the smallest case. The status is 1 if there is a difference,
otherwise 0.

Usage: Tests/Command/check-routes.py [options] PREDICATE
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import sys
import tempfile
import time

from routes.asking import (
    DECLARED_SESSIONS,
    GIVEN,
    ROUTES,
    SCHEMAS,
    SESSIONS,
    UNTYPED,
    Asker,
    Failed,
    FoundRoute,
    TextRoute,
    WhyRoute,
    large_file,
)
from routes.declared import DeclaredPredicates, declared_types
from routes.edges import EdgeChecker
from routes.predicates import Predicates
from routes.records import FORMS, Data, Records, form
from routes.shrinking import Shrinking

LONGEST_PREDICATE = 1500


class Difference:
    def __init__(self, route, predicate, actual, expected, ask, before=()):
        self.route, self.predicate, self.actual, self.expected, self.ask, self.before = (
            route,
            predicate,
            actual,
            expected,
            ask,
            list(before),
        )


class Checker:
    """Compares the answers of all routes with that of `filter` over lines."""

    def __init__(self, asker, data):
        self.asker, self.data = asker, data
        self.differences = []
        self.routes = [*ROUTES, WhyRoute(), FoundRoute(), TextRoute()]
        self.sessions = SESSIONS
        if asker.declared:
            # Routes without the schema would not know the declared types.
            is_declared = lambda route: route.checks and not route.schema and getattr(route, "wording", "") not in ("checked", "arguments")
            self.routes = [route for route in self.routes if is_declared(route)]
            self.sessions = DECLARED_SESSIONS

    def answers_of(self, predicate, data):
        """The numbers of the matching records, with and without a check of names; a failure if the predicate is refused."""
        checked = GIVEN.ask(predicate, data, self.asker)
        return {True: checked, False: checked if self.asker.declared else UNTYPED.ask(predicate, data, self.asker)}

    def compare(self, route, predicate, base, data):
        """The actual and the expected answer of a route; None if they are equal."""
        numbers = base[route.checks]
        if route.schema == "declared" and isinstance(numbers, Failed):
            # An open object may have fields that the records do not have.
            return None
        if route.name == "simplified text" and isinstance(numbers, Failed):
            # The simplified text may omit the mistake.
            return None
        if getattr(route, "stdin", None) and isinstance(numbers, Failed):
            # The sample of a pipe may be smaller than that of a file.
            return None
        actual = route.ask(predicate, data, self.asker)
        return (
            None
            if actual is None
            else self.judged(
                actual,
                numbers,
                lambda: route.expected(numbers, data, actual) if isinstance(route, WhyRoute) else route.expect(numbers, data),
            )
        )

    @staticmethod
    def is_of_types(predicate, actual, numbers):
        """Whether a variable was rejected on one side. At the prompt its value has a type; elsewhere the expected
        type decides."""
        return bool(predicate.variables) and any(isinstance(side, Failed) and side.status == 65 for side in (actual, numbers))

    def judged(self, actual, numbers, expected):
        if isinstance(numbers, Failed):
            return None if isinstance(actual, Failed) and actual.status == numbers.status or actual == [] else (actual, numbers)
        if isinstance(actual, Failed):
            return actual, numbers
        right = expected()
        found = actual[0] if isinstance(actual, tuple) else actual
        return None if found == right else (found, right)

    def check(self, predicate):
        """All differences of the routes that run in their own processes."""
        base = self.answers_of(predicate, self.data)
        found = []
        if not isinstance(base[True], Failed) and base[True] != base[False]:
            found.append(Difference("--untyped", predicate, base[False], base[True], self.asking(UNTYPED)))
        for name, answer in (("lines", base[True]), ("--untyped", base[False])):
            if isinstance(answer, Failed) and not answer.is_refused:
                found.append(Difference(name, predicate, answer, "an answer", self.asking(UNTYPED if name != "lines" else GIVEN)))
        chance = random.Random(predicate.text).random()
        for route in self.routes:
            if chance * route.every >= 1:
                continue
            outcome = self.compare(route, predicate, base, self.data)
            if outcome:
                found.append(Difference(route.name, predicate, *outcome, self.asking(route)))
        return base, found

    def asking(self, route):
        """The actual and the expected answer of a route for other predicates and records; None if they are equal."""

        def ask(predicate, data):
            base = self.answers_of(predicate, data)
            if route is UNTYPED:
                return self.judged(base[False], base[True], lambda: base[True])
            if route is GIVEN:
                return (base[True], "an answer") if isinstance(base[True], Failed) and not base[True].is_refused else None
            if isinstance(route, WhyRoute):
                route.several = 10**9
            return self.compare(route, predicate, base, data)

        return ask

    def check_all(self, predicates, jobs):
        """The number of refused predicates."""
        started = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            checked = list(pool.map(self.check, predicates))
        note(f"{len(self.routes)} routes: {time.monotonic() - started:.1f} s")
        self.differences += [difference for _, found in checked for difference in found]
        self.check_sessions(predicates, [base for base, _ in checked])
        return sum(isinstance(base[True], Failed) for base, _ in checked)

    @property
    def route_count(self):
        return len(self.routes) + 2 + sum(len(session.questions) for session in self.sessions)

    def check_sessions(self, predicates, bases):
        for session in self.sessions:
            asked = list(zip(predicates, bases))
            random.Random(len(asked)).shuffle(asked)
            texts = [predicate for predicate, _ in asked]
            started = time.monotonic()
            answers = session.ask(texts, self.data, self.asker)
            note(f"{session.name}: {time.monotonic() - started:.1f} s")
            for (name, at), actual in answers.items():
                question = next(question for question in session.questions if question.name == name)
                if session.schema == "declared" and isinstance(asked[at][1][True], Failed):
                    continue
                if self.is_of_types(asked[at][0], actual, asked[at][1][session.checks]):
                    continue
                outcome = self.judged(
                    actual, asked[at][1][session.checks], lambda: question.expect(asked[at][1][session.checks], self.data)
                )
                if outcome:
                    self.differences.append(
                        Difference(
                            f"{session.name}: {name}",
                            asked[at][0],
                            *outcome,
                            self.asking_prompt(session, question),
                            texts[:at] if not question.backwards else [],
                        )
                    )

    def asking_prompt(self, session, question):
        def ask(predicate, data, before=()):
            base = self.answers_of(predicate, data)
            answers = session.ask([*before, predicate], data, self.asker, [session.alone(question)])
            numbers = base[session.checks]
            if self.is_of_types(predicate, answers[question.name, len(before)], numbers):
                return None
            return self.judged(answers[question.name, len(before)], numbers, lambda: question.expect(numbers, data))

        return ask


def shown(answer):
    text = repr(answer)
    return text if len(text) <= 300 else text[:300] + " …"


def note(text):
    if VERBOSE:
        print(f"  {text}", file=sys.stderr, flush=True)


def report(difference, data, folder, large):
    shrinking = Shrinking(difference, data, folder, large)
    smallest = shrinking.smallest()
    print(f"\n{difference.route} differs from the lines")
    print(f"  first seen: {difference.predicate.text}")
    if smallest is None:
        print(
            f"    {' '.join(difference.predicate.options)}\n    it answers {shown(difference.actual)}\n"
            f"    and should {shown(difference.expected)}\n    a smaller case was not found"
        )
        return
    predicate, before, records = smallest
    for earlier in before:
        print(f"  asked before: {earlier.text}")
    print(f"  predicate:  {predicate.text}")
    if predicate.options:
        print(f"  variables:  {' '.join(predicate.options)}")
    lines = Data(records, folder, shrinking.styled).lines
    for line in lines[:5]:
        print(f"  record:     {line}")
    if len(lines) > 5 or shrinking.copies:
        print(f"  records:    {len(lines)} in all" + (f", {shrinking.copies} times" if shrinking.copies else ""))
    print(f"  answer:     {shown(shrinking.outcome[0])}\n  expected:   {shown(shrinking.outcome[1])}", flush=True)


def report_all(differences, data, folder, options):
    """Reduces some differences. Routes with few differences come first, since theirs are rarely those of other routes."""
    counts, shrunk = collections.Counter(difference.route for difference in differences), collections.Counter()
    for difference in sorted(differences, key=lambda difference: (counts[difference.route], len(difference.predicate.text))):
        if sum(shrunk.values()) < options.shrink and shrunk[difference.route] < 2:
            shrunk[difference.route] += 1
            report(difference, data, folder, options.large)
    for route, many in counts.most_common():
        print(f"{route}: {many} differ")


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("predicate", help="the command, such as .build/release/predicate")
    parser.add_argument("--predicates", type=int, default=2000, metavar="N", help="number of predicates (2000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed for records and predicates (1)")
    parser.add_argument("--records", type=int, default=240, metavar="N", help="number of records (240)")
    parser.add_argument(
        "--large", type=int, default=140_000, metavar="N", help="number of records in the large file for the prompt (140000)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="number of commands that run in parallel")
    parser.add_argument("--shrink", type=int, default=12, metavar="N", help="number of differences to reduce (12)")
    parser.add_argument("--verbose", action="store_true", help="report progress")
    return parser.parse_args()


VERBOSE = False


def made(maker, many):
    """The given number of distinct predicates."""
    predicates = {}
    while len(predicates) < many:
        predicate = maker.make()
        if len(predicate.text) <= LONGEST_PREDICATE:
            predicates[predicate.text] = predicate
    return list(predicates.values())


def write_files(data, asker):
    """Writes the input files before routes run in parallel."""
    for name in FORMS:
        form(name, data)
    for name in ("large lines", "large list", "large gzip"):
        large_file(name, data)
    for name, content in SCHEMAS.items():
        data.file(name + ".schema.json", content)
    asker.parts(data)


def main():
    global VERBOSE
    options = parsed_options()
    VERBOSE = options.verbose
    maker = Records(options.seed)
    extras = options.records // 8
    records = [maker.record(number, full=number < extras, far=number >= options.records - extras) for number in range(options.records)]
    with tempfile.TemporaryDirectory() as folder:
        data = Data(records, pathlib.Path(folder, "data"), extras=extras, large=options.large)
        schema = data.file("types.schema.json", declared_types)
        asker = Asker(os.path.abspath(options.predicate), folder)
        write_files(data, asker)
        edges = EdgeChecker(asker, pathlib.Path(folder, "edges"), share=min(1, options.predicates / 400), jobs=options.jobs)
        # A fifth of the predicates use types that a schema declares.
        declared = options.predicates // 5
        parts = [
            (Checker(asker, data), Predicates(options.seed), options.predicates - declared),
            (Checker(Asker(asker.command, folder, schema), data), DeclaredPredicates(options.seed), declared),
        ]
        refused = sum(checker.check_all(made(maker, many), options.jobs) for checker, maker, many in parts)
        for (title, actual, expected), routes in edges.check().items():
            print(f"\n{title}\n  routes:     {', '.join(routes)}\n  answer:     {actual}\n  expected:   {expected}")
        note(f"edges: {edges.asked} answers")
        for checker, _, _ in parts:
            report_all(checker.differences, data, pathlib.Path(folder, "small"), options)
        differences = sum(len(checker.differences) for checker, _, _ in parts) + len(edges.found)
        outcome = f"{differences} differences" if differences else "no difference"
        if refused > options.predicates // 10:
            outcome, differences = outcome + "; too many are refused", 1
        print(f"{options.predicates} predicates ({refused} refused), {parts[0][0].route_count} routes: {outcome}")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
