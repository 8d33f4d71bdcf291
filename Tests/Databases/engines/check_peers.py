#!/usr/bin/env python3
"""Tries what README's table says about jq and DuckDB.

check_peers.py

It needs jq and the package duckdb. Each cell has a question here; the answer must be what README says.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb

ROOT = Path(__file__).resolve().parents[3]
CITIES = ROOT / "Examples" / "Data" / "cities.ndjson"


def jq(program):
    """The exit status and the output of jq over the cities."""
    done = subprocess.run(
        ["jq", "-c", program, CITIES], capture_output=True, text=True, env={**os.environ, "SECRET": "s3cret"})
    return done.returncode, done.stdout


def sql(statement):
    """The first value that DuckDB answers, or its error."""
    try:
        return str(duckdb.sql(statement.replace("cities", f"'{CITIES}'")).fetchall()[0][0])
    except duckdb.Error as error:
        return str(error)


def found_by_jq():
    unknown, field = jq("select(popultion > 1000000)"), jq("select(.popultion > 1000000)")
    return "not in fields" if unknown[0] != 0 and field == (0, "") else "other"


def found_by_duckdb():
    told = sql("SELECT name FROM cities WHERE popultion > 1 AND nam = 'x'")
    return "the first" if '"popultion"' in told and '"nam"' not in told else "other"


def yes(condition):
    return "yes" if condition else "no"


def answers():
    """For each row of the table, what jq and DuckDB really do. Neither has Swift values or is an Apple program."""
    return {
        "reads conditions at run time": (yes('"Lisbon"' in jq('select(.name == "Lisbon")')[1]),
                                         yes(sql("SELECT name FROM cities WHERE name = 'Lisbon'") == "Lisbon")),
        "finds mistakes before it runs": (found_by_jq(), found_by_duckdb()),
        "is safe with untrusted input": (yes("s3cret" not in jq("env.SECRET")[1]),
                                         yes("MIT" not in sql(f"SELECT content FROM read_text('{ROOT / 'LICENSE'}')"))),
        "filters nested JSON": (yes("Lisbon" in jq('select(any(.alternatenames[]?; . == "Lisboa")) | .name')[1]),
                                yes(sql("SELECT name FROM cities WHERE list_contains(alternatenames, 'Lisboa')") == "Lisbon")),
        "transforms data": (yes("\"Lisbon!\"" in jq('.name + "!"')[1]), yes("!" in sql("SELECT name || '!' FROM cities"))),
    }


def main():
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|[¹²³]", r"\1", (ROOT / "README.md").read_text(encoding="utf-8"))
    table = {cells[1]: (cells[3], cells[4]) for line in text.splitlines() if line.count("|") == 7
             for cells in [[cell.strip() for cell in line.split("|")]]}
    wrong = [f"README says {table.get(row)} about jq and DuckDB: {row}; they say {cells}"
             for row, cells in answers().items() if table.get(row) != cells]
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"README about jq and DuckDB {duckdb.__version__}: {len(answers())} rows tried")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
