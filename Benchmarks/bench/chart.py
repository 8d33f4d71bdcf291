"""A bar chart as plain SVG, readable on a light and on a dark page."""

import math
from xml.sax.saxutils import escape

from .queries import QUERIES
from .report import PEERS
from .results import geometric_mean, per_record, ratio

STYLE = """
  text { font: 13px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #7d8590; }
  .title { font-size: 15px; font-weight: 600; }
  .small { font-size: 11.5px; }
  .own { font-weight: 600; }
  .grid { stroke: #8c959f; stroke-opacity: 0.3; }
  .one { fill: #8c959f; } .two { fill: #6e7781; }
  .own-one { fill: #54aeff; } .own-two { fill: #1f6feb; }
  @media (prefers-color-scheme: light) { text { fill: #24292f; } .small { fill: #57606a; } .two { fill: #57606a; } }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .small { fill: #9198a1; } }
"""
# The first colours are readable on any page, for viewers without `prefers-color-scheme`.

LEFT, RIGHT, TOP, BAR, GAP = 178, 84, 66, 13, 12
WIDTH = 760


def throughputs(results):
    """The throughput in bytes per second, for each peer and number of threads, from the mean ratio over the queries
    that the peer supports."""
    per_byte = results.facts["bytes"] / results.facts["records"]
    base = {
        threads: geometric_mean([per_record(results.row("scan", "predicate", query.key, threads)) for query in QUERIES])
        for threads in (1, 2)
    }
    rows = []
    for name, shown in {"predicate": "predicate filter", "predicate --strict": "predicate filter --strict", **{
            name: shown for name, shown in PEERS.items() if name != "predicate --strict"}}.items():
        speeds, said = {}, 0
        for threads in (1, 2):
            ratios = [
                ratio(results.row("scan", name, query.key, threads), results.row("scan", "predicate", query.key, threads))
                for query in QUERIES
            ]
            mean = geometric_mean(ratios)
            if mean and base[threads]:
                speeds[threads] = per_byte / (base[threads] * mean)
                said = sum(1 for value in ratios if value)
        if speeds:
            rows.append((name, shown, speeds, said))
    return rows


def speed(value):
    for unit, scale, digits in (("GB/s", 1e9, 1), ("MB/s", 1e6, 0), ("MB/s", 1e6, 1)):
        if value >= scale * (10 if digits == 0 else 1) or digits == 1 and scale == 1e6:
            return f"{value / scale:.{digits}f} {unit}"
    return ""


def svg(results):
    rows = sorted(throughputs(results), key=lambda row: -max(row[2].values()))
    if not rows:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>\n'
    values = [value for row in rows for value in row[2].values()]
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    plot = WIDTH - LEFT - RIGHT

    def across(value):
        return plot * (math.log10(value) - math.log10(low)) / (math.log10(high) - math.log10(low))

    parts, y = [], TOP
    for name, shown, speeds, said in rows:
        own = "own-" if name.startswith("predicate") else ""
        middle = y + BAR * len(speeds) / 2 + 4.5
        note = "" if said == len(QUERIES) else f"({said} of {len(QUERIES)})"
        label = f'<text class="{"own" if own else ""}" x="{LEFT - 8}" y="{middle:.1f}" text-anchor="end">{escape(shown)}'
        parts.append(label + (f'<tspan class="small" dx="4">{note}</tspan>' if note else "") + "</text>")
        for threads, value in sorted(speeds.items()):
            width = max(1.0, across(value))
            kind = own + ("two" if threads == 2 else "one")
            parts.append(f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 1}"/>')
            parts.append(f'<text class="small" x="{LEFT + width + 5:.1f}" y="{y + BAR - 2.5:.1f}">{speed(value)}</text>')
            y += BAR
        y += GAP
    grid, mark = [], low
    while mark <= high * 1.0001:
        x = LEFT + across(mark)
        grid.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{y - GAP + 4}"/>')
        grid.append(f'<text class="small" x="{x:.1f}" y="{y + 10}" text-anchor="middle">{tick(mark)}</text>')
        mark *= 10
    height = y + 22
    facts = results.facts
    shown = (
        f"{facts['bytes'] / 1e6:,.0f} MB, {facts['records']:,} nested records; geometric mean of the queries that each can say, "
        f"of {len(QUERIES)}; logarithmic")
    legend = (
        f'<rect class="one" x="{WIDTH - 190}" y="12" width="12" height="11"/><text class="small" x="{WIDTH - 173}" y="22">1 thread</text>'
        f'<rect class="two" x="{WIDTH - 100}" y="12" width="12" height="11"/><text class="small" x="{WIDTH - 83}" y="22">2 threads</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="JSON filtered in a second, by program">\n<style>{STYLE}</style>\n'
        '<text class="title" x="12" y="23">JSON filtered in a second</text>\n'
        f'<text class="small" x="12" y="43">{escape(shown)}</text>\n{legend}\n'
        + "\n".join([*grid, *parts]) + "\n</svg>\n")


def tick(value):
    for unit, scale in (("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3)):
        if value >= scale:
            return f"{value / scale:g} {unit}"
    return f"{value:g} B/s"
