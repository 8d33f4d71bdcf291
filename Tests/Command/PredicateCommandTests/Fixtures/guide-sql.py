#!/usr/bin/env python3
"""Finds records by SQL conditions, for the test of Documentation/coming-from-sql.md.

Reads {"records": [...], "conditions": [...]} on standard input. Writes JSON: for each condition, the list of the ids
that it finds. Fields that are lists become tables: tags(person, tag) and orders(person, total, paid).
"""

import json
import sqlite3
import sys


def main() -> None:
    request = json.load(sys.stdin)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE people (id INTEGER, name TEXT, age INTEGER, city TEXT, joined TEXT, active INTEGER)")
    database.execute("CREATE TABLE tags (person INTEGER, tag TEXT)")
    database.execute("CREATE TABLE orders (person INTEGER, total REAL, paid INTEGER)")
    for record in request["records"]:
        fields = [record[name] for name in ("id", "name", "age", "city", "joined", "active")]
        database.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", fields)
        for tag in record["tags"]:
            database.execute("INSERT INTO tags VALUES (?, ?)", (record["id"], tag))
        for order in record["orders"]:
            database.execute("INSERT INTO orders VALUES (?, ?, ?)", (record["id"], order["total"], order["paid"]))
    found = []
    for condition in request["conditions"]:
        rows = database.execute(f"SELECT id FROM people WHERE {condition} ORDER BY id")
        found.append([row[0] for row in rows])
    json.dump(found, sys.stdout)


main()
