"""Many predicates against each event, by the Swift program `rules`, and by BE-Tree and Quamina as far as they can say
them."""

import json
import subprocess

from .prepare import SCRATCH
from .process import pinned
from .rule_peers import build_rule_peers

SIZES = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000]
SMOKE_SIZES = [1_000]
SKEWED_SIZES = [1_000, 10_000]

LONGEST = 300
"""How long a peer may take for one size, in seconds."""


def run(arguments, timeout=None):
    """The lines of JSON that a program writes, on one processor."""
    with pinned(1):
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=timeout)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def add(results, section, engine, size, row, said=None):
    # A second of events; the table shows them as a rate.
    results.add(
        section, engine, f"{size} rules", 1, 1.0, round(row["eventsPerSecond"]), held=row["held"], build=row.get("buildSeconds"),
        megabytes=row.get("megabytes"), said=said or size, rules=size)


def measure_rules(bench, results, sizes, seconds=2):
    """Matches lines of JSON against sets of growing size on one processor. Each size runs in a process of its own, so that
    the memory of one does not count for another."""
    peers = build_rule_peers(bench)
    for size in sizes:
        results.progress(f"sets of {size:,} rules")
        try:
            for row in run([bench.tools["rules"], str(size)]):
                add(results, "rules", row["engine"], size, row)
        except RuntimeError as problem:
            raise SystemExit(f"bench: rules: {problem}") from None
        peers = [name for name in peers if measure_peer(bench, results, name, size, seconds)]
    for size in SKEWED_SIZES if len(sizes) > 1 else []:
        for row in run([bench.tools["rules"], "--skewed", str(size)]):
            add(results, "rules skewed", row["engine"], size, row)


def measure_peer(bench, results, name, size, seconds):
    """Runs a peer on the rules that it can say. Returns whether larger sets should be tried."""
    folder = SCRATCH / f"rules-{size}"
    if not (folder / "exported.json").exists():
        folder.mkdir(exist_ok=True)
        exported = run([bench.tools["rules"], "--export", str(folder), str(size)])[0]
        (folder / "exported.json").write_text(json.dumps(exported))
    exported = json.loads((folder / "exported.json").read_text())[name]
    results.progress(f"{name}: {exported['rules']:,} of {size:,} rules")
    try:
        row = run([bench.tools[name], str(folder / f"{name}.txt"), str(folder / "events.txt"), str(seconds)], LONGEST)[0]
    except subprocess.TimeoutExpired:
        results.leave_out("rules", name, f"{size:,} rules", f"did not end within {LONGEST} seconds")
        return False
    except RuntimeError as problem:
        results.leave_out("rules", name, f"{size:,} rules", str(problem))
        return False
    if row["held"] != exported["held"]:
        results.disagreements.append(f"rules: {name} finds {row['held']} rules for 256 events, and closures {exported['held']}")
    row["held"] /= 256
    add(results, "rules", name, size, row, exported["rules"])
    return True
