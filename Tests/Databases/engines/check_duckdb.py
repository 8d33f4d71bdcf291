#!/usr/bin/env python3
"""Runs generated predicates in DuckDB and compares the rows with those of evaluation.

check_duckdb.py FILE [--exact PERCENT]

FILE is written by the test DuckDBCases (PREDICATE_DUCKDB_FILE=FILE swift test --filter DuckDBCases). Each statement is
run twice, with parameters and with literals. An exact one must take the same rows, any other at least the rows that
match, and none may raise an error. --exact is the least share of exact statements.
"""
import argparse
import base64
import collections
import json
import sys

import duckdb


def value(parameter):
    kind, text = parameter["kind"], parameter["text"]
    if kind == "null":
        return None
    if kind == "boolean":
        return bool(text)
    if kind == "integer":
        return int(text)
    if kind == "real":
        return float(text)
    if kind == "blob":
        return base64.b64decode(text)
    if kind == "list":
        return [value(element) for element in parameter["values"]]
    return text


def problem(case, connection, statement, parameters):
    """What is wrong with the rows of a statement; None if they are right."""
    try:
        rows = [row[0] for row in connection.execute(statement, parameters).fetchall()]
    except duckdb.Error as error:
        return str(error)
    if len(rows) != len(set(rows)):
        return "rows come twice"
    expected, found = set(case["rows"]), set(rows)
    wrong = found ^ expected if case["exactness"] == "exact" else expected - found
    return f"rows that differ: {sorted(wrong)[:10]}" if wrong else None


def instants(connection, parameters):
    """The values of parameters. Python has no instants outside of the years 1 to 9999, so DuckDB writes them."""
    values = []
    for parameter in parameters:
        if parameter["kind"] == "timestamp":
            text = f"SELECT CAST(make_timestamp({parameter['text']}) AS VARCHAR) || '+00'"
            values.append(connection.execute(text).fetchone()[0])
        else:
            values.append(value(parameter))
    return values


def asked(sets):
    """The cases, each with a database of its tables."""
    for tables in sets:
        connection = duckdb.connect()
        for statement in tables["statements"]:
            connection.execute(statement)
        for case in tables["cases"]:
            yield tables, connection, case


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--exact", type=float, default=0)
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        sets = json.load(file)
    exactness, reasons = collections.Counter(), collections.Counter()
    disagreements = 0
    for tables, connection, case in asked(sets):
        exactness[case["exactness"]] += 1
        reasons.update(set(case["reasons"]))
        parameters = instants(connection, case["parameters"])
        for statement, values in ((case["sql"], parameters), (case["inline"], [])):
            wrong = problem(case, connection, statement, values)
            if wrong is None:
                continue
            disagreements += 1
            if disagreements <= 10:
                print(f"{case['predicate']} (empty tables: {tables['empty']})\n  {case['exactness']}: {case['inline']}\n  {wrong}\n", file=sys.stderr)
    count = sum(len(tables["cases"]) for tables in sets)
    share = 100 * exactness["exact"] / max(count, 1)
    numbers = ", ".join(f"{name} {exactness[name]}" for name in ("exact", "superset", "residual"))
    print(f"DuckDB {duckdb.__version__}: {count} predicates, {disagreements} in disagreement; {numbers} ({share:.1f} % exact)")
    for reason, number in reasons.most_common(25):
        print(f"  {number} because {reason}")
    if share < options.exact:
        print(f"error: fewer than {options.exact} % are exact", file=sys.stderr)
    return 1 if disagreements or share < options.exact or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
