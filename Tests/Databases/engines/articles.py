#!/usr/bin/env python3
"""Asks the predicates of Examples/Databases/articles.json and compares the records with the ids written there.

articles.py BINARY [--engine sqlite|postgresql|process] [--write]

`sqlite` makes a database from notes.sql. `postgresql` puts the same tables into the database that the environment
names (Scripts/postgresql.sh run), into a schema of their own. `process` asks the same of JSON records that
hold their related records. --write writes Tests/Databases/articles.md; without it the page must be up to date.
"""
import argparse
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
DATA = ROOT / "Examples/Databases"
PAGE = ROOT / "Tests/Databases/articles.md"
SOURCES = {
    "optional values": "Optional values in SwiftData predicates",
    "combining predicates": "Predicates combined at run time",
    "PredicateKit": "The operations of PredicateKit",
}
INTRODUCTION = """# The articles' predicates, in a database

Three texts show what people ask of object stores and where these fail: an article on optional values in SwiftData, one
on combining predicates at run time, and the documentation of PredicateKit. Their predicates are asked here of tables:
[`notes.sql`](../../Examples/Databases/notes.sql) has the data, and
[`articles.json`](../../Examples/Databases/articles.json) the predicates with the rows that are right, worked out by hand.
`Tests/Databases/engines/articles.py` asks each in SQLite, in PostgreSQL and in one process, and writes this page.

SwiftData refuses some of these when they run, and answers some wrongly; the tables say which.
"""


def arguments(case):
    """The command's options for the values of a case."""
    options = []
    for value in case.get("arguments", []):
        options += ["--arg", value]
    for name, value in case.get("variables", {}).items():
        options += ["--var", f"{name}={value}"]
    return options


def run(command):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)


class Tables:
    """The tables of notes.sql as JSON records with the records they are related to."""

    def __init__(self, database):
        self.connection = sqlite3.connect(database)
        names = self.connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
        self.columns, self.rows, self.links = {}, {}, []
        for (name,) in names.fetchall():
            described = self.connection.execute(f'PRAGMA table_info("{name}")').fetchall()
            self.columns[name] = [(column[1], column[2]) for column in described]
            self.rows[name] = self.connection.execute(f'SELECT * FROM "{name}"').fetchall()
            for link in self.connection.execute(f'PRAGMA foreign_key_list("{name}")'):
                self.links.append((name, link[3], link[2]))

    def value(self, value, kind):
        if value is not None and kind == "BOOLEAN":
            return bool(value)
        if value is not None and kind == "TIMESTAMP":
            return value.replace(" ", "T") + "Z"
        return value

    def record(self, table, row, depth, origin=None):
        """A record with what it is related to, but not back over the link that it was reached by."""
        result = {name: self.value(value, kind) for (name, kind), value in zip(self.columns[table], row)}
        if depth == 0:
            return result
        keys = [name for name, _ in self.columns[table]]
        for child, column, parent in self.links:
            if child == table and (child, column, "up") != origin:
                key = row[keys.index(column)]
                found = [other for other in self.rows[parent] if other[0] == key]
                result[column.removesuffix("_id")] = (
                    self.record(parent, found[0], depth - 1, (child, column, "down")) if found else None)
            if parent == table and (child, column, "down") != origin:
                index = [name for name, _ in self.columns[child]].index(column)
                result[child] = [
                    self.record(child, other, depth - 1, (child, column, "up"))
                    for other in self.rows[child] if other[index] == row[0]]
        return result

    def write(self, folder):
        for table, rows in self.rows.items():
            lines = [json.dumps(self.record(table, row, 4), ensure_ascii=False) for row in rows]
            (folder / f"{table}.ndjson").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def source(engine, folder, table):
    """The command's operands for the records of a table."""
    if engine == "process":
        return [str(folder / f"{table}.ndjson")]
    if engine == "sqlite":
        return ["--from", f"sqlite:{folder / 'notes.db'}#{table}"]
    return ["--from", f"postgresql:#articles.{table}"]


def asked(binary, engine, folder, case):
    """The ids of the records that a case selects, or what went wrong."""
    command = [binary, "filter", "--no-warnings", "--select", "id", *arguments(case)]
    predicate = case["predicate"]
    done = run(command + [predicate] + source(engine, folder, case["table"]))
    if done.returncode != 0:
        return None, done.stderr.strip()
    return [json.loads(line)["id"] for line in done.stdout.splitlines()], None


def translated(binary, folder, case):
    """The statement that SQLite is asked, and the parts of the predicate that it lacks, with the reasons."""
    command = [binary, "sql", "--inline", *arguments(case), case["predicate"]]
    done = run(command + source("sqlite", folder, case["table"]))
    if done.returncode != 0:
        sys.exit(f"{case['predicate']}: {done.stderr.strip()}")
    lines = done.stdout.splitlines()
    statement = [line for line in lines if not line.startswith("--")]
    return "\n".join(statement), [line.removeprefix("--   ") for line in lines if line.startswith("--   ")]


def page(binary, folder, cases):
    lines = [INTRODUCTION]
    decided = 0
    for key, title in SOURCES.items():
        lines.append(f"## {title}\n")
        for case in cases:
            if case["article"] != key:
                continue
            statement, lacks = translated(binary, folder, case)
            decided += not lacks
            refused = f" SwiftData: {case['swiftData']}." if "swiftData" in case else ""
            rows = ", ".join(str(id) for id in case["ids"]) or "none"
            values = "".join(f" with `{value}`" for value in case.get("arguments", []))
            values += "".join(f" with `${name}` = {value}" for name, value in case.get("variables", {}).items())
            lines += [
                f"**{case['asks'][0].upper()}{case['asks'][1:]}.**{refused}\n",
                f"`{case['predicate']}`{values} of `{case['table']}`: {rows}\n",
                "```sql", statement, "```\n"]
            for part in lacks:
                predicate, _, reason = part.rpartition(": ")
                lines.append(f"Evaluated here: `{predicate}`, because {reason}.\n")
    lines.insert(1, f"SQLite alone decides {decided} of the {len(cases)}. The rest comes back to be decided here.\n")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--engine", action="append", choices=["sqlite", "postgresql", "process"])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    engines = options.engine or ["process", "sqlite"]
    cases = json.loads((DATA / "articles.json").read_text(encoding="utf-8"))
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        connection = sqlite3.connect(folder / "notes.db")
        connection.executescript((DATA / "notes.sql").read_text(encoding="utf-8"))
        connection.close()
        Tables(folder / "notes.db").write(folder)
        if "postgresql" in engines:
            script = "DROP SCHEMA IF EXISTS articles CASCADE; CREATE SCHEMA articles; SET search_path = articles;\n"
            script += (DATA / "notes.sql").read_text(encoding="utf-8")
            subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1"], input=script, text=True, check=True)
        for engine in engines:
            for case in cases:
                if engine in case.get("except", []):
                    continue
                ids, error = asked(options.binary, engine, folder, case)
                if ids != case["ids"]:
                    failures += 1
                    print(f"{engine}, {case['table']}: {case['predicate']}\n  expected {case['ids']}\n  got {error or ids}")
            print(f"{engine}: {len(cases)} predicates", file=sys.stderr)
        if "sqlite" in engines:
            text = page(options.binary, folder, cases)
            if options.write:
                PAGE.write_text(text, encoding="utf-8")
            elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
                failures += 1
                print(f"{PAGE.relative_to(ROOT)} is not up to date: run {os.path.relpath(__file__)} BINARY --write")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
