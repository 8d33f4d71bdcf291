"""The command over tables of SQLite and PostgreSQL, compared with SQL that was written by hand and run by the
engine's own client. Whole processes."""

import json
import os
import shutil
import sqlite3
import subprocess

from .prepare import SCRATCH, attempt
from .process import run
from .scan import Failure, checked

COLUMNS = {
    "id": "INTEGER", "name": "TEXT", "age": "INTEGER", "active": "BOOLEAN", "score": "REAL", "bucket": "INTEGER", "email": "TEXT",
    "city": "TEXT", "country": "TEXT", "created": "TEXT", "nickname": "TEXT", "note": "TEXT",
}
"""The fields of a record that the tables hold, with their types in SQLite. All but `id` may be NULL."""

QUERIES = {
    "one record": ("bucket == 4711", "bucket = 4711"),
    "an indexed range": ("bucket < 100000 AND active == YES", "bucket < 100000 AND active"),
    "a prefix": ('name BEGINSWITH "An"', "name >= 'An' AND name < 'Ao'"),
    "a scan": ('age > 30 AND city IN {"Faro", "Braga"}', "age > 30 AND city IN ('Faro', 'Braga')"),
}
"""What is counted: the predicate, and the condition that an expert writes. The benchmark makes indexes for `bucket` and
`name`."""

EMPTY = "an empty table"
"""A count over a table without rows: the start of a program, and what it asks before the query."""

WRITTEN = ("bucket < 100000", "bucket < 100000")


def write_table(bench, records):
    """Makes the table in SQLite with Python, and writes its records as lines for the imports."""
    database, lines = str(SCRATCH / "bench.db"), str(SCRATCH / "bench-table.ndjson")
    remove(database)
    connection = sqlite3.connect(database)
    # A STRICT table has no BOOLEAN.
    declared = ", ".join(
        f"{name} {kind}{' PRIMARY KEY' if name == 'id' else ''}" for name, kind in COLUMNS.items())
    connection.execute(f"CREATE TABLE people ({declared})")
    marks = ", ".join("?" * len(COLUMNS))
    with open(bench.file(records)) as source, open(lines, "w") as target:
        def rows():
            for line in source:
                record = json.loads(line)
                kept = {name: record.get(name) for name in COLUMNS}
                target.write(json.dumps(kept, ensure_ascii=False) + "\n")
                yield tuple(kept.values())
        connection.executemany(f"INSERT INTO people VALUES ({marks})", rows())
    connection.execute(f"CREATE TABLE nobody ({declared})")
    connection.execute("CREATE INDEX people_bucket ON people (bucket)")
    connection.execute("CREATE INDEX people_name ON people (name)")
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()
    return database, lines


def remove(database):
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(database + suffix):
            os.unlink(database + suffix)


def server():
    """The URL of the server that the environment names, and the number of its major version; nil without one."""
    if not os.environ.get("PGHOST") or not shutil.which("psql"):
        return None
    return "postgresql:#people"


def client():
    """The path of psql. Debian's own is a script that looks for it, which takes longer than the program."""
    folder = shutil.which("pg_config") and subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True).stdout.strip()
    path = os.path.join(folder or "", "psql")
    return path if folder and os.access(path, os.X_OK) else shutil.which("psql")


def measure_databases(bench, results, rounds):
    """Counting, writing and importing. `Scripts/postgresql.sh run make bench` measures PostgreSQL, too."""
    if not bench.accepts("filter", "--from"):
        results.leave_out("databases", "predicate", None, "this build of the command has no --from")
        return
    if not server():
        results.leave_out("databases", "PostgreSQL", None, "no server; Scripts/postgresql.sh run make bench starts one")
    # The smaller table comes first, and shows how each grows.
    for records in (bench.records // 10, bench.records):
        results.progress(f"databases: making the table of {records:,} records")
        database, lines = write_table(bench, records)
        try:
            measure_sqlite(bench, results, rounds, database, records)
            if server():
                measure_postgresql(bench, results, rounds, lines, records)
            if records == bench.records:
                measure_imports(bench, results, rounds, lines)
        finally:
            remove(database)
            remove(str(SCRATCH / "import.db"))
            os.unlink(lines)
    results.check_counts("databases")


def timed(results, engine, query, records, arguments, count=None, **options):
    done = checked(run(arguments, **options))
    results.add("databases", engine, query, 2, done.seconds, records, count(done) if count else None)


def measure_sqlite(bench, results, rounds, database, records):
    source = ["--from", f"sqlite:{database}#people"]
    for round_number in range(rounds + 1):
        results.progress_of_round("SQLite", round_number, rounds)
        kept = results if round_number else type(results)()
        timed(kept, "predicate", f"SQLite: {EMPTY}", records,
              [bench.predicate, "filter", "--count", "--from", f"sqlite:{database}#nobody", "bucket == 1"])
        timed(kept, "by hand", f"SQLite: {EMPTY}", records,
              ["sqlite3", "-readonly", database, "SELECT count(*) FROM nobody WHERE bucket = 1"])
        for name, (predicate, condition) in QUERIES.items():
            timed(kept, "predicate", f"SQLite: {name}", records,
                  [bench.predicate, "filter", "--count", *source, predicate], count=lambda done: int(done.output))
            timed(kept, "by hand", f"SQLite: {name}", records,
                  ["sqlite3", "-readonly", database, f"SELECT count(*) FROM people WHERE {condition}"],
                  count=lambda done: int(done.output))
        timed(kept, "predicate", "SQLite: a tenth written", records,
              [bench.predicate, "filter", *source, WRITTEN[0]], stdout="/dev/null")
        timed(kept, "by hand", "SQLite: a tenth written", records,
              ["sqlite3", "-readonly", "-json", database, f"SELECT * FROM people WHERE {WRITTEN[1]} ORDER BY id"], stdout="/dev/null")


def measure_imports(bench, results, rounds, lines):
    """Imports of the same lines into a new file. sqlite-utils is slow, so it imports a tenth."""
    few = str(SCRATCH / "bench-table-tenth.ndjson")
    tenth = bench.records // 10
    with open(lines) as source, open(few, "w") as target:
        for _, line in zip(range(tenth), source):
            target.write(line)
    problem = attempt([bench.python, "-m", "pip", "install", "--quiet", "sqlite-utils"]) if bench.python else "no virtual environment"
    if problem:
        results.leave_out("databases", "sqlite-utils", None, problem)
    database = str(SCRATCH / "import.db")
    try:
        for round_number in range(min(rounds, 3) + 1):
            results.progress_of_round("imports into SQLite", round_number, min(rounds, 3))
            kept = results if round_number else type(results)()
            for records, file in ((bench.records, lines), (tenth, few)):
                remove(database)
                timed(kept, "predicate", "SQLite: import", records,
                      [bench.predicate, "import", file, "--into", f"sqlite:{database}#people", "--key", "id"])
            if not problem:
                remove(database)
                timed(kept, "sqlite-utils", "SQLite: import", tenth,
                      [bench.python, "-m", "sqlite_utils", "insert", database, "people", few, "--nl", "--pk", "id"])
    finally:
        os.unlink(few)


def measure_postgresql(bench, results, rounds, lines, records):
    program = client()

    def psql(text):
        done = subprocess.run([program, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text], capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(done.stderr.strip())

    psql("DROP TABLE IF EXISTS people; DROP TABLE IF EXISTS nobody")
    source = ["--from", server()]
    results.progress("PostgreSQL: import")
    copied = str(SCRATCH / "bench.copy")
    for round_number in range(min(rounds, 3) + 1):
        kept = results if round_number else type(results)()
        psql("DROP TABLE IF EXISTS people")
        timed(kept, "predicate", "PostgreSQL: import", records,
              [bench.predicate, "import", lines, "--into", server(), "--key", "id"])
        # The file that COPY reads was made beforehand.
        if round_number == 0:
            psql(f"\\copy people TO '{copied}'")
        psql("TRUNCATE people")
        timed(kept, "by hand", "PostgreSQL: import", records, [program, "-qX", "-c", f"\\copy people FROM '{copied}'"])
    os.unlink(copied)
    psql("CREATE INDEX ON people (bucket); CREATE INDEX ON people (name COLLATE \"C\"); ANALYZE people; CREATE TABLE nobody (LIKE people)")
    for round_number in range(rounds + 1):
        results.progress_of_round("PostgreSQL", round_number, rounds)
        kept = results if round_number else type(results)()
        timed(kept, "predicate", f"PostgreSQL: {EMPTY}", records,
              [bench.predicate, "filter", "--count", "--from", server().replace("#people", "#nobody"), "bucket == 1"])
        timed(kept, "by hand", f"PostgreSQL: {EMPTY}", records,
              [program, "-qAtX", "-c", "SELECT count(*) FROM nobody WHERE bucket = 1"])
        for name, (predicate, condition) in QUERIES.items():
            timed(kept, "predicate", f"PostgreSQL: {name}", records,
                  [bench.predicate, "filter", "--count", *source, predicate], count=lambda done: int(done.output))
            condition = condition.replace("name", 'name COLLATE "C"')
            timed(kept, "by hand", f"PostgreSQL: {name}", records,
                  [program, "-qAtX", "-c", f"SELECT count(*) FROM people WHERE {condition}"], count=lambda done: int(done.output))
        timed(kept, "predicate", "PostgreSQL: a tenth written", records,
              [bench.predicate, "filter", *source, WRITTEN[0]], stdout="/dev/null")
        timed(kept, "by hand", "PostgreSQL: a tenth written", records,
              [program, "-qAtX", "-c", f"SELECT row_to_json(people) FROM people WHERE {WRITTEN[1]} ORDER BY id"], stdout="/dev/null")


def database_queries(results):
    """The queries that were measured, in their order."""
    return list(dict.fromkeys(row["query"] for row in results.in_section("databases")))
