"""Many predicates against each event, by the Swift program `rules`."""

import json
import subprocess

from .process import pinned

SIZES = [1_000, 10_000, 100_000]
SMOKE_SIZES = [1_000]


def measure_rules(bench, results, sizes):
    """Matches lines of JSON against sets of growing size on one processor. Each size runs in a process of its own, so that
    the memory of one does not count for another."""
    results.progress("sets of rules")
    for size in sizes:
        with pinned(1):
            done = subprocess.run([bench.tools["rules"], str(size)], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"bench: rules: {done.stderr.strip()}")
        for line in done.stdout.splitlines():
            row = json.loads(line)
            # A second of events; the table shows them as a rate.
            results.add(
                "rules", row["engine"], f"{size} rules", 1, 1.0, round(row["eventsPerSecond"]), held=row["held"],
                build=row.get("buildSeconds"), megabytes=row.get("megabytes"))
