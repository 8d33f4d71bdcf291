#!/usr/bin/env python3
"""Matches a dict, and counts the records of a file, with this package and its peers.

Peers that are not installed are left out: cel-python, common-expression-language, rule-engine, jmespath.
With `--command PATH` the counts include the command `predicate`.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable, Iterator
from typing import Any

from predicateformat import Predicate, count, scan

CITIES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "Data" / "cities.ndjson"
CONDITION = "population > 1000000 AND countrycode IN {'BR', 'PT', 'CN'} AND name BEGINSWITH 'S'"


def condition(city: Any) -> bool:
    return city.get("population", 0) > 1_000_000 and city["countrycode"] in ("BR", "PT", "CN") and city["name"].startswith("S")


def peers() -> Iterator[tuple[str, Callable[[Any], object]]]:
    yield "predicateformat, a dict", Predicate(CONDITION).matches
    yield "predicateformat, JSON as bytes", Predicate(CONDITION).matches
    yield "a lambda", condition
    try:
        import rule_engine

        yield "rule-engine", rule_engine.Rule(
            "population > 1000000 and countrycode in ['BR', 'PT', 'CN'] and name =~ 'S.*'"
        ).matches
    except ImportError:
        pass
    cel = "population > 1000000 && countrycode in ['BR', 'PT', 'CN'] && name.startsWith('S')"
    try:
        import celpy

        environment = celpy.Environment()
        program = environment.program(environment.compile(cel))
        # Its values are its own, so that the conversion belongs to each answer.
        yield "cel-python", lambda city: program.evaluate(celpy.json_to_cel(city))
    except ImportError:
        pass
    try:
        import cel as common

        compiled = common.compile(cel)
        yield "common-expression-language", lambda city: compiled.execute(city)
    except ImportError:
        pass
    try:
        import jmespath

        yield "jmespath", lambda city, expression=jmespath.compile(
            "population > `1000000` && contains(['BR', 'PT', 'CN'], countrycode) && starts_with(name, 'S')"
        ): expression.search(city)
    except ImportError:
        pass


def microseconds(function: Callable[[Any], object], records: list[Any]) -> float:
    """The time for one record: the best of five rounds of at least a fifth of a second."""
    rounds = 1
    while timeit.timeit(lambda: list(map(function, records)), number=rounds) < 0.2:
        rounds *= 2
    best = min(timeit.repeat(lambda: list(map(function, records)), number=rounds, repeat=5))
    return best / rounds / len(records) * 1e6


def dicts() -> None:
    records = [json.loads(line) for line in CITIES.read_bytes().splitlines()[:200]]
    expected = [condition(record) for record in records]
    print(f"| a dict of {len(records[0])} fields, {sum(expected)} of {len(records)} match | µs | × predicateformat |")
    print("|---|--:|--:|")
    base = 0.0
    for name, function in peers():
        tried: list[Any] = [json.dumps(record).encode() for record in records] if "bytes" in name else records
        assert [bool(function(record)) for record in tried] == expected, name
        time_of_one = microseconds(function, tried)
        base = base or time_of_one
        print(f"| {name} | {time_of_one:.2f} | {time_of_one / base:.1f} |")
    print(f"| json.dumps of the dict alone | {microseconds(json.dumps, records):.2f} | |")


def files(copies: int, command: str) -> None:
    with tempfile.NamedTemporaryFile(suffix=".ndjson") as file:
        data = CITIES.read_bytes()
        for _ in range(copies):
            file.write(data)
        file.flush()
        predicate = Predicate(CONDITION)

        def timed(name: str, function: Callable[[], int]) -> None:
            times = []
            for _ in range(3):
                started = time.perf_counter()
                result = function()
                times.append(time.perf_counter() - started)
            print(f"| {name} | {result} | {min(times):.3f} |")

        def loads() -> int:
            with open(file.name, "rb") as stream:
                return sum(1 for line in stream if condition(json.loads(line)))

        print(f"\n| a file of {len(data) * copies / 1e6:.0f} MB | records | s |\n|---|--:|--:|")
        timed("count", lambda: count(file.name, predicate))
        timed("scan", lambda: sum(1 for _ in scan(file.name, predicate)))
        if command:
            run = [command, "filter", "--count", CONDITION, file.name]
            timed("the command", lambda: int(subprocess.run(run, capture_output=True, check=True).stdout))
        timed("json.loads and a lambda", loads)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=100, help="how often the file has the cities (100)")
    parser.add_argument("--command", default="", help="the path of the command `predicate`")
    arguments = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {sys.implementation.name}\n")
    dicts()
    files(arguments.copies, arguments.command)


if __name__ == "__main__":
    main()
