#!/usr/bin/env python3
"""Prints the matrix of the conformance cases (Tests/Conformance/matrix.json) with the number of cases in each cell.

    Tests/Conformance/matrix.py [--summary]

Fails if an empty cell has no rule with a reason, if a rule gives a reason for a cell that is not empty, or if a case
names an unknown cell.
"""

import glob
import itertools
import json
import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))


def cases():
    for path in sorted(glob.glob(os.path.join(ROOT, "*.json")) + glob.glob(os.path.join(ROOT, "generated", "*.json"))):
        with open(path) as file:
            content = json.load(file)
        for case in content.get("cases", []):
            yield os.path.relpath(path, ROOT), case


def covers(rule, axes, cell):
    return all(value in rule.get(axis["name"], [value]) for axis, value in zip(axes, cell))


def short(value):
    return value[:9]


def print_table(title, rows, columns, content):
    print(f"\n{title}")
    width = max(len(short(row)) for row in rows)
    print(" " * width, *(f"{short(column):>9}" for column in columns))
    for row in rows:
        print(f"{short(row):{width}}", *(f"{content(row, column):>9}" for column in columns))


def print_grid(grid, counts, reasons):
    axes = grid["axes"]
    print(f"\n=== {grid['name']}: {grid['title']}")

    def content(cell):
        if counts.get(cell):
            return str(counts[cell])
        return f"({reasons[cell]})" if cell in reasons else "MISSING"

    values = [axis["values"] for axis in axes]
    if len(axes) == 1:
        for value in values[0]:
            print(f"{value:>12} {content((value,))}")
        return
    for head in itertools.product(*values[:-2]):
        title = " ".join(head) if head else grid["name"]
        print_table(title, values[-2], values[-1], lambda row, column: content(head + (row, column)))


def main():
    summary = "--summary" in sys.argv[1:]
    with open(os.path.join(ROOT, "matrix.json")) as file:
        grids = {grid["name"]: grid for grid in json.load(file)["grids"]}
    counts = {name: {} for name in grids}
    problems = []
    total = 0
    for path, case in cases():
        total += 1
        if "cell" not in case:
            continue
        name, *coordinates = case["cell"]
        known = name in grids and len(coordinates) == len(grids[name]["axes"])
        if not known or any(c not in a["values"] for c, a in zip(coordinates, grids[name]["axes"])):
            problems.append(f"{path}: {case['id']}: no such cell: {case['cell']}")
            continue
        cell = tuple(coordinates)
        counts[name][cell] = counts[name].get(cell, 0) + 1

    listed = []
    for name, grid in grids.items():
        reasons = {}
        used = set()
        for cell in itertools.product(*(axis["values"] for axis in grid["axes"])):
            rule = next((n for n, rule in enumerate(grid["empty"]) if covers(rule, grid["axes"], cell)), None)
            if rule is not None and counts[name].get(cell):
                problems.append(f"{name}: {' '.join(cell)} is not empty, but a rule says why it is")
            elif rule is not None:
                used.add(rule)
                if grid["empty"][rule]["reason"] not in listed:
                    listed.append(grid["empty"][rule]["reason"])
                reasons[cell] = listed.index(grid["empty"][rule]["reason"]) + 1
            elif not counts[name].get(cell):
                problems.append(f"{name}: {' '.join(cell)} is empty, and no rule says why")
        for number, rule in enumerate(grid["empty"]):
            if number not in used:
                problems.append(f"{name}: no cell is empty by the rule: {rule['reason']}")
        if not summary:
            print_grid(grid, counts[name], reasons)
        grid["filled"], grid["explained"] = len(counts[name]), len(reasons)

    print("\nReasons for empty cells, by the numbers in parentheses:")
    for number, reason in enumerate(listed, 1):
        print(f"({number}) {reason}")
    print()
    for name, grid in grids.items():
        cells = 1
        for axis in grid["axes"]:
            cells *= len(axis["values"])
        number = sum(counts[name].values())
        print(f"{name}: {cells} cells, {grid['filled']} filled by {number} cases, {grid['explained']} empty with a reason")
    print(f"{total} cases in all")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
