"""Ten everyday predicates over a million rows: what a user waits for if SQL decides them, and if the program does.

    python3 -m bench.sql_forms            SQLite
    Scripts/postgresql.sh run sh -c 'cd Benchmarks && python3 -m bench.sql_forms'    PostgreSQL, too

`random() < 0` never holds, and no database decides it, so `(…) OR random() < 0` is evaluated here for each row. An exact
form in SQL stays only where that takes more than three times as long. `SQL.md` has the table and what was decided.
"""

import os
import subprocess

from .databases import remove, server, write_table
from .prepare import Bench, make_data
from .process import run
from .results import Results
from .scan import checked

PREDICATES = {
    "equality": 'city == "Ystad"',
    "range": "age > 30 AND score < 50",
    "BEGINSWITH": 'name BEGINSWITH "An"',
    "CONTAINS[c]": 'email CONTAINS[c] "ana"',
    "LIKE": 'email LIKE "*.costa*@example.com"',
    "IN": 'city IN {"Faro", "Braga", "Lyon"}',
    "a day in a zone": 'created >= "2021-06-27T00:00:00+02:00" AND created < "2021-06-28T00:00:00+02:00"',
    "lower case": 'lowercase(city) == "faro"',
    "ENDSWITH": 'email ENDSWITH ".org"',
    "not nil, and a number": "nickname != nil AND age > 50",
    "CONTAINS[cd]": 'city CONTAINS[cd] "evora"',
    "MATCHES": 'email MATCHES "[a-z]+[.]costa[0-9]*@.*"',
    "an hour in a zone": 'hour(created, "Europe/Berlin") == 12',
    "arithmetic": "score / 2 > 45",
}
"""The last four are those whose exact forms were in question, beside the ten."""

ROUNDS = 3


def seconds(bench, source, predicate):
    return min(
        checked(run([bench.predicate, "filter", "--count", "--from", source, predicate])).seconds for _ in range(ROUNDS))


def table(bench, name, source):
    print(f"| {name} | decided in SQL | decided here | times |\n|---|--:|--:|--:|")
    for title, predicate in PREDICATES.items():
        asked, here = (seconds(bench, source, text) for text in (predicate, f"({predicate}) OR random() < 0"))
        print(f"| {title} | {asked:.2f} s | {here:.2f} s | {here / asked:.1f} |", flush=True)
    print()


def main():
    bench = Bench(Results(), int(os.environ.get("PREDICATE_BENCH_RECORDS", "1000000")))
    make_data(bench, [bench.records])
    database, lines = write_table(bench, bench.records)
    try:
        table(bench, "SQLite", f"sqlite:{database}#people")
        if server():
            subprocess.run([bench.predicate, "import", lines, "--into", server(), "--key", "id"], check=True, stdout=subprocess.DEVNULL)
            table(bench, "PostgreSQL", server())
    finally:
        remove(database)
        os.unlink(lines)


if __name__ == "__main__":
    main()
