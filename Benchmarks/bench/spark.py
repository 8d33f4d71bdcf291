"""A count over line-delimited JSON on a Spark cluster of one and of two workers on loopback: our worker against Spark's own
JSON source with the same filter, by the time of their tasks. `Benchmarks/spark_speed.py` starts the clusters."""

import json
import os
import shutil
import subprocess

from .prepare import REPOSITORY, SCRATCH
from .scan import Failure

WORKERS = [1, 2]
TIMES = 10
"""The larger file holds the records of the smaller one so many times."""


def python_of_spark():
    """A Python with PySpark, and why there is none."""
    if not shutil.which("java"):
        return None, "no Java"
    for path in (str(REPOSITORY / ".build/engines/venv/bin/python"), shutil.which("python3")):
        if path and os.access(path, os.X_OK):
            if subprocess.run([path, "-c", "import pyspark"], capture_output=True).returncode == 0:
                return path, None
    return None, "Spark is not installed; Scripts/install-dependencies.sh spark installs it"


def worker_of(bench):
    """The worker for this build of the command."""
    named = os.environ.get("PREDICATE_WORKER")
    return named or str(REPOSITORY / ".build/worker/release/predicate-worker")


def measure_spark(bench, results, rounds):
    python, problem = python_of_spark()
    if not problem and not os.access(worker_of(bench), os.X_OK):
        problem = "no worker; make worker builds it"
    if not problem and not bench.accepts("filter", "--from"):
        problem = "this build of the command has no --from"
    if problem:
        results.leave_out("spark", "Spark", None, problem)
        return
    longer = str(SCRATCH / "spark-longer.ndjson")
    try:
        for times in (1, TIMES):
            file, records = bench.file(bench.records), bench.records * times
            if times > 1:
                needed = os.path.getsize(file) * times
                if shutil.disk_usage(SCRATCH).free < 2 * needed:
                    results.leave_out("spark", "Spark", None, f"no room for a file of {needed / 1e9:.1f} GB")
                    return
                with open(longer, "wb") as target:
                    for _ in range(times):
                        with open(file, "rb") as source:
                            shutil.copyfileobj(source, target, 1 << 22)
                file = longer
            for workers in WORKERS:
                results.progress(f"Spark: {records:,} records, {workers} worker{'s' if workers > 1 else ''}")
                measure(bench, results, python, file, records, workers, rounds)
    finally:
        if os.path.exists(longer):
            os.unlink(longer)
    results.check_counts("spark")


def measure(bench, results, python, file, records, workers, rounds):
    done = subprocess.run(
        [python, str(REPOSITORY / "Benchmarks/spark_speed.py"), "--json", "--data", file, "--rounds", str(rounds), "--workers",
         str(workers), bench.predicate, worker_of(bench)], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"Spark: {done.stderr.strip()[-600:]}")
    told = json.loads(done.stdout.strip().split("\n")[-1])
    for name, engine, query in (
        ("ours", "predicate", "tasks"), ("theirs", "Spark's JSON source", "tasks"), ("command", "predicate", "whole"),
        ("session", "a session that does nothing", "whole"), ("query", "Spark's JSON source", "query"),
    ):
        for seconds in told[name]:
            results.add("spark", engine, query, workers, seconds, records, told["count"] if query == "tasks" else None)
