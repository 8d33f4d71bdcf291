"""RULES.md and rules.svg: how many events a second a set of rules takes, by the number of rules."""

import math
from xml.sax.saxutils import escape

from .chart import STYLE
from .goals import rule_goals
from .report import goal_table, table

ENGINES = {
    "predicate-set": "PredicateSet", "betree": "BE-Tree", "quamina": "Quamina", "closures": "a closure for each rule",
    "evaluating-each": "evaluating each",
}


def series(results):
    """For each engine the numbers of rules and the events a second, in order."""
    found = {}
    for row in results.in_section("rules"):
        found.setdefault(row["engine"], {})[row["rules"]] = row
    return {name: sorted(found[name].items()) for name in ENGINES if name in found}


def figure(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def page(results):
    facts, lines = results.facts, series(results)
    sizes = sorted({size for rows in lines.values() for size, _ in rows})
    rows = []
    for size in sizes:
        cells = [f"{size:,}"]
        for name in lines:
            row = dict(lines[name]).get(size)
            cells.append("–" if row is None else figure(row["records"]))
        rows.append(cells)
    events = table(["rules", *[ENGINES[name] for name in lines]], rows)
    rows = []
    for name, sized in lines.items():
        for size, row in sized:
            if row["build"] is None or size not in (1_000, 10_000, 100_000):
                continue
            share = f"{row['said'] / size:.0%}"
            memory = "–" if row["megabytes"] is None else f"{row['megabytes']:,.0f} MB"
            rows.append([f"{size:,}", ENGINES[name], share, f"{row['held']:.1f}", f"{row['build']:.2f} s", memory])
    built = table(["rules", "engine", "can say", "hold for an event", "built in", "memory"], sorted(rows, key=lambda row: int(row[0].replace(",", ""))))
    skewed = table(
        ["rules", "", "events a second", "ordered in"],
        [[f"{row['rules']:,}", row["engine"], figure(row["records"]), "–" if row["build"] is None else f"{row['build']:.3f} s"]
         for row in results.in_section("rules skewed")])
    versions = facts.get("versions", {})
    peers = ", ".join(f"{ENGINES[name]} {versions[name]}" for name in ("betree", "quamina") if name in versions)
    parts = [
        "# Sets of rules",
        "Made by `make bench BENCH=\"--only rules\"`. Lines of JSON of about 550 bytes with 20 fields are matched against rules, on one "
        "thread, and the JSON is read too. Of the rules 40 % are equalities of two to four fields, 20 % have ranges, 15 % prefixes "
        "and suffixes, 10 % IN, 10 % are disjunctions, 5 % patterns. All engines find the same rules.",
        f"{facts['processor']}, {facts['processors']} processors with a load of {facts['load']:.1f}; Swift {facts['swift']}; revision "
        f"{facts['revision']}" + (f"; {peers}" if peers else "") + ".",
        "![Events a second by the number of rules](rules.svg)",
        "## Events a second", events,
        "BE-Tree has no patterns, and Quamina no ranges: each gets the rules that it can say, and its own reader of JSON. "
        "*Evaluating each* reads the record once and evaluates each predicate; a *closure for each rule* is handwritten Swift "
        "over a struct that is read once.",
        "## Goals", goal_table(rule_goals(results)),
        "## Building", built,
        "The memory of `PredicateSet` includes the checked predicates.",
    ]
    if results.in_section("rules skewed"):
        parts += [
            "## Values that are not spread evenly",
            "One service has 90 % of the events and half of the rules, most events are fast, and two parts of each rule are evaluated. "
            "The constants of rules do not show this. `reorder()` indexes the rules again by what 64 records had.", skewed,
        ]
    missing = [
        f"- {ENGINES[engine]}{': ' + query if query else ''}: {reason}"
        for (_, engine, query), reason in results.left_out.items() if engine in ENGINES
    ]
    if missing:
        parts += ["## Left out", "\n".join(missing)]
    return "\n\n".join(parts) + "\n"


# Classes of chart.STYLE have only fills, and lines need colours of their own.
COLOURS = {
    "predicate-set": "#1f6feb", "betree": "#bf8700", "quamina": "#1a7f37", "closures": "#8250df", "evaluating-each": "#8c959f",
}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 420, 74, 170, 62, 44


def svg(results):
    lines = series(results)
    points = [(size, row["records"]) for rows in lines.values() for size, row in rows if row["records"] > 0]
    if len({size for size, _ in points}) < 2:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>\n'
    first, last = min(size for size, _ in points), max(size for size, _ in points)
    low = 10 ** math.floor(math.log10(min(speed for _, speed in points)))
    high = 10 ** math.ceil(math.log10(max(speed for _, speed in points)))

    def across(size):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(size / first) / math.log(last / first)

    def down(speed):
        return TOP + (HEIGHT - TOP - BOTTOM) * math.log(high / speed) / math.log(high / low)

    parts, mark = [], low
    while mark <= high * 1.0001:
        y = down(mark)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="small" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{mark:,}</text>')
        mark *= 10
    mark = 10 ** math.ceil(math.log10(first))
    while mark <= last * 1.0001:
        x = across(mark)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text class="small" x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{mark:,} rules</text>')
        mark *= 10
    labels = []
    for name, rows in lines.items():
        at = [(across(size), down(row["records"])) for size, row in rows if row["records"] > 0]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        width = 3 if name == "predicate-set" else 2
        parts.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="{width}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width}" fill="{COLOURS[name]}"/>' for x, y in at]
        labels.append([at[-1][1] + 4, at[-1][0] + 9, name])
    # Labels that would lie over one another are moved apart.
    labels.sort()
    for above, below in zip(labels, labels[1:]):
        below[0] = max(below[0], above[0] + 15)
    for y, x, name in labels:
        kind = "own" if name == "predicate-set" else "small"
        parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(ENGINES[name])}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Events a second by the number of rules">\n<style>{STYLE}</style>\n'
        '<text class="title" x="12" y="23">Events a second, by the number of rules</text>\n'
        '<text class="small" x="12" y="43">lines of JSON of 550 bytes, one thread, reading included; both axes logarithmic</text>\n'
        + "\n".join(parts) + "\n</svg>\n")
