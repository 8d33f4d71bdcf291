#!/usr/bin/env python3
"""Measures our worker against Spark's own JSON source, with the same filter over the same line-delimited file.

For one and for two workers of a core each, on loopback: the time of all tasks of a count, and the time of the whole
command. Spark's source runs three times in one session, and the best counts, because its code becomes faster while it
runs. Ours runs three times, too, each in a session of its own. `session` is the time of a session that does nothing.

Usage: spark_speed.py [--megabytes N] PREDICATE WORKER
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("command", type=os.path.abspath)
    parser.add_argument("worker", type=os.path.abspath)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="predicate-spark-speed-"))
    try:
        data = folder / "data.ndjson"
        write_records(data, options.megabytes)
        (folder / "own.py").write_text(OWN)
        print("%.0f MB, %d processors" % (data.stat().st_size / 1e6, os.cpu_count()))
        for workers in (1, 2):
            with Cluster(find_home(), workers) as cluster:
                events = folder / "events"
                shutil.rmtree(events, ignore_errors=True)
                events.mkdir()
                with open(os.path.join(cluster.folder, "conf", "spark-defaults.conf"), "a") as file:
                    file.write("spark.eventLog.enabled true\nspark.eventLog.dir file://%s\nspark.eventLog.compress false\n" % events)
                settings = dict(cluster.environment(), PREDICATE_WORKER=options.worker)
                submit = [cluster.home + "/bin/spark-submit", "--master", cluster.master, str(folder / "own.py")]

                def run(words):
                    started = time.monotonic()
                    done = subprocess.run(words, env=settings, capture_output=True, text=True)
                    if done.returncode:
                        raise SystemExit("failed: %r\n%s" % (words, done.stderr[-3000:]))
                    return done.stdout, time.monotonic() - started

                session = min(run(submit)[1] for _ in range(2))
                told, whole = run([*submit, "file://" + str(data)])
                counts = [line.split() for line in told.split("\n") if line.startswith("count")]
                theirs = min(task_seconds(events))
                ours, command, numbers = [], [], set()
                for _ in range(3):
                    told, seconds = run([
                        options.command, "filter", "--count", "--untyped", "age > 30 AND name BEGINSWITH 'A'", "--from",
                        "%s#%s" % (cluster.master, data)])
                    numbers.add(told.strip())
                    command.append(seconds)
                    ours.append(sum(task_seconds(events)))
                if numbers != {count[1] for count in counts}:
                    raise SystemExit("different numbers: ours %s, Spark's %s" % (numbers, counts))
                print(
                    "%d worker%s: tasks %.2f s (ours) %.2f s (Spark's JSON source): %.1f times; the command %.1f s, a session "
                    "that does nothing %.1f s, added %.1f s; Spark's best query %.2f s"
                    % (workers, "" if workers == 1 else "s", min(ours), theirs, theirs / max(min(ours), 0.001), min(command),
                       session, min(command) - session, min(float(count[2]) for count in counts)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
