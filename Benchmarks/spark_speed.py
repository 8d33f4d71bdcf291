#!/usr/bin/env python3
"""Measures our worker against Spark's own JSON source, with the same filter over the same line-delimited file.

For one and for two workers of a core each, on loopback: the time of all tasks of a count, and the time of the whole
command. The peers take turns. Spark's source runs three times in each of its sessions, and the best time of a session
counts, because its code becomes faster while it runs. Ours runs once in a session. Medians and ranges of the sessions are
printed. `session` is the time of a session that does nothing.

Usage: spark_speed.py [--megabytes N | --data FILE] [--rounds N] [--json] PREDICATE WORKER
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Databases"))

from engines.spark_cluster import Cluster, find_home

OWN = """
import sys, time
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
if len(sys.argv) > 1:
    for _ in range(3):
        started = time.monotonic()
        frame = spark.read.schema("age long, name string").json(sys.argv[1])
        print("count", frame.where("age > 30 AND startswith(name, 'A')").count(), time.monotonic() - started, flush=True)
spark.stop()
"""


def write_records(path, megabytes):
    """Records of about 560 bytes, as in the other benchmarks: nested, with text beyond ASCII and nulls."""
    numbers = random.Random(7)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = []
    for number in range(20000):
        lines.append(json.dumps({
            "id": number, "active": number % 3 == 0, "score": numbers.random() * 100,
            "tags": [numbers.choice(["red", "green", "größe", None]) for _ in range(4)],
            "address": {"street": "Straße %d" % (number % 997), "city": "São Paulo", "geo": {"lat": numbers.random(), "lon": numbers.random()}},
            "notes": "lorem ipsum dolor sit amet " * 10, "age": numbers.randrange(90),
            "name": numbers.choice(letters) + "nn %d" % number,
        }, ensure_ascii=False) + "\n")
    block = "".join(lines).encode("utf-8")
    with open(path, "wb") as file:
        for _ in range(max(1, megabytes * 1000000 // len(block))):
            file.write(block)


def task_seconds(folder):
    """The time of the tasks of each query, or of all jobs that belong to none, from the newest event log."""
    files = [path for path in folder.rglob("*") if path.is_file() and "appstatus" not in path.name]
    queries, seconds = {}, {}
    with open(max(files, key=lambda path: path.stat().st_mtime), encoding="utf-8") as file:
        for line in file:
            event = json.loads(line)
            if event["Event"] == "SparkListenerJobStart":
                for stage in event["Stage IDs"]:
                    queries[stage] = (event.get("Properties") or {}).get("spark.sql.execution.id")
            if event["Event"] == "SparkListenerTaskEnd":
                query = queries[event["Stage ID"]]
                seconds[query] = seconds.get(query, 0) + event["Task Metrics"]["Executor Run Time"] / 1000
    return list(seconds.values())


class Speed:
    """What was measured with a number of workers: seconds of each round."""

    def __init__(self, workers):
        self.workers = workers
        self.ours, self.theirs, self.command, self.query, self.session, self.count = [], [], [], [], [], None


def measure(folder, data, workers, rounds, command, worker):
    """Measures both over a file."""
    speed, numbers = Speed(workers), set()
    (folder / "own.py").write_text(OWN)
    with Cluster(find_home(), workers) as cluster:
        events = folder / "events"
        shutil.rmtree(events, ignore_errors=True)
        events.mkdir()
        with open(os.path.join(cluster.folder, "conf", "spark-defaults.conf"), "a") as file:
            file.write("spark.eventLog.enabled true\nspark.eventLog.dir file://%s\nspark.eventLog.compress false\n" % events)
        settings = dict(cluster.environment(), PREDICATE_WORKER=worker)
        submit = [cluster.home + "/bin/spark-submit", "--master", cluster.master, str(folder / "own.py")]

        def run(words):
            started = time.monotonic()
            done = subprocess.run(words, env=settings, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit("failed: %r\n%s" % (words, done.stderr[-3000:]))
            return done.stdout, time.monotonic() - started

        run(submit)
        for _ in range(rounds):
            speed.session.append(run(submit)[1])
            told, _ = run([*submit, "file://" + str(data)])
            counts = [line.split() for line in told.split("\n") if line.startswith("count")]
            numbers.update(count[1] for count in counts)
            speed.query.append(min(float(count[2]) for count in counts))
            speed.theirs.append(min(task_seconds(events)))
            told, seconds = run([
                command, "filter", "--count", "--untyped", "age > 30 AND name BEGINSWITH 'A'", "--from",
                "%s#%s" % (cluster.master, data)])
            numbers.add(told.strip())
            speed.command.append(seconds)
            speed.ours.append(sum(task_seconds(events)))
    if len(numbers) != 1:
        raise SystemExit("different numbers: %s" % numbers)
    speed.count = int(numbers.pop())
    return speed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=4000)
    parser.add_argument("--data", type=os.path.abspath, help="a file of lines instead of a generated one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, action="append", help="the number of workers; by default one and then two")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.add_argument("command", type=os.path.abspath)
    parser.add_argument("worker", type=os.path.abspath)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="predicate-spark-speed-"))
    try:
        data = pathlib.Path(options.data or folder / "data.ndjson")
        if not options.data:
            write_records(data, options.megabytes)
        if not options.json:
            print("%.0f MB, %d processors" % (data.stat().st_size / 1e6, os.cpu_count()))
        for workers in options.workers or (1, 2):
            speed = measure(folder, data, workers, options.rounds, options.command, options.worker)
            if options.json:
                print(json.dumps(vars(speed)), flush=True)
                continue

            def spread(values):
                return "%.2f s (%.2f to %.2f)" % (statistics.median(values), min(values), max(values))

            print(
                "%d worker%s: tasks %s (ours), %s (Spark's JSON source): %.1f times; the command %s, a session that does "
                "nothing %s; Spark's query %s"
                % (workers, "" if workers == 1 else "s", spread(speed.ours), spread(speed.theirs),
                   statistics.median(speed.theirs) / max(statistics.median(speed.ours), 0.001), spread(speed.command),
                   spread(speed.session), spread(speed.query)), flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
