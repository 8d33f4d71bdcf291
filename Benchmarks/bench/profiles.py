"""Profiles of missed goals: the functions that `perf` finds most often."""

import os
import shutil
import subprocess

from .goals import extreme_of, goals
from .prepare import SCRATCH

SHOWN = 12


def profile_shortcomings(bench, results):
    """Profiles the slowest scan, the strict scan, loading, and parsing, if a goal for them is missed."""
    missed = " ".join(goal.what for goal in goals(results) if goal.is_reached is False)
    if not missed:
        return
    if shutil.which("perf") is None:
        results.leave_out("all", "profiles", None, "perf is not installed")
        return
    _, query = extreme_of(results, "scan", "predicate", "duckdb", 1, min)
    file = bench.file(bench.records // 10)
    subjects = []
    if query and ("scan and count" in missed or "the slowest query" in missed):
        subjects.append((f"scan, {query.title}", bench.filter(query.predicate, file, needs_schema=query.needs_schema), None))
    if query and "--strict" in missed:
        subjects.append((f"scan with --strict, {query.title}", bench.filter(
            query.predicate, file, needs_schema=query.needs_schema, options=("--count", "--strict")), None))
    if ":load" in missed:
        subjects.append(("loading at the prompt", [bench.predicate, "repl", file], b":count\n"))
    if query and "warm columns" in missed:
        _, slowest = extreme_of(results, "warm", "predicate", "duckdb", 1, min)
        if slowest and not slowest.needs_schema:
            lines = f":count {slowest.predicate}\n" * 30
            subjects.append((f"loading and thirty times {slowest.title} at the prompt", [bench.predicate, "repl", file], lines.encode()))
    if "parse" in missed or "corpus" in missed:
        subjects.append(("parsing and checking", [bench.tools["inprocess"], "parsing"], bench.last_request.encode()))
    for title, arguments, given in subjects:
        results.progress(f"profile: {title}")
        rows = functions(arguments, given)
        if isinstance(rows, str):
            results.leave_out("all", "profiles", None, rows)
            return
        results.facts.setdefault("profiles", {})[title] = rows


def functions(arguments, given):
    """The share of time and the name of each function, the highest share first; or the reason why there is no
    profile."""
    data = str(SCRATCH / "perf.data")
    try:
        problem = attempt_with(["perf", "record", "-q", "-F", "999", "-o", data, "--", *arguments], given)
        if problem:
            return f"perf says: {problem}"
        report = subprocess.run(
            ["perf", "report", "-i", data, "--stdio", "--no-children", "-F", "overhead,symbol", "-t", "\t"],
            capture_output=True, text=True).stdout
    finally:
        if os.path.exists(data):
            os.unlink(data)
    rows = []
    for line in report.splitlines():
        share, _, name = (part.strip() for part in line.partition("\t"))
        if share.endswith("%") and len(rows) < SHOWN:
            # A mark before the name tells whether the function belongs to the kernel.
            rows.append([float(share[:-1]), name.partition("]")[2].strip() or name])
    return [[share, name] for (share, _), name in zip(rows, demangled([name for _, name in rows]))]


def attempt_with(arguments, given):
    done = subprocess.run(arguments, input=given, capture_output=True)
    if done.returncode in (0, 65):
        return None
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"status {done.returncode}"


def demangled(names):
    """The names in Swift's notation."""
    done = subprocess.run(
        ["swift", "demangle", "--compact", "--simplified"], input="\n".join(names), capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 and done.stdout.count("\n") >= len(names) - 1 else names
