#!/usr/bin/env python3
"""Measures the ways by which lines of JSON can reach the worker in a Spark job, on a cluster of two workers on loopback.

`ranges`: the worker is given path, start and end, and reads the file itself. `pipe`: Spark reads the lines, and gives them to
the worker by `RDD.pipe` of the JVM, a character for each byte. `transform`: Spark SQL gives them by SELECT TRANSFORM. Each counts
the matching records of a file; the time of all tasks and of the whole job are printed, medians of the rounds. Then each
returns the records of a small file with white space and bytes that such ways change, and it is said whether they arrived.

Usage: spark_ways.py [--megabytes N] [--rounds N] PREDICATE WORKER
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from engines.check_spark import STAND_IN
from engines.spark_cluster import Cluster, find_home
from engines.spark_speed import write_records

# Tabs, `\N`, a lone carriage return, other line ends of Unicode. The last line is not UTF-8: an error of its record.
STRANGE = (
    b'{"age":40,\t"name":"A\\\\N"}\n{"age":41,\r"name":"A\xe2\x80\xa8\xc2\x85"}\r\n  {"age":42,"name":"A"}\t\n{"age":43,"name":"A\xff"}\n')

JOB = r'''
import json, os, re, sys, time
from pyspark.sql import SparkSession
folder, rounds = sys.argv[1], int(sys.argv[2])
spark = SparkSession.builder.config("spark.sql.files.maxPartitionBytes", str(32 << 20)).getOrCreate()
context, jvm = spark.sparkContext, spark._jvm

def lines(path):
    return spark.read.option("lineSep", "\n").text("file://" + path)

def piped(rdd, words, encoding):
    listed = jvm.java.util.ArrayList()
    for word in words:
        listed.add(word)
    return list(rdd.pipe(listed, jvm.java.util.HashMap(), False, 1 << 16, encoding).collect())

def ranges(kind, path):
    told = jvm.java.util.ArrayList()
    with open("%s/%s/tasks" % (folder, kind)) as file:
        for line in file.read().split("\n"):
            if line:
                told.add(line)
    count = max(1, min(len(told), max(2, os.path.getsize(path) // (256 << 20))))
    return piped(context._jsc.parallelize(told, count), ["./predicate-worker", "./%s.json" % kind], "UTF-8")

def pipe(kind, path):
    frame = lines(path).selectExpr("decode(CAST(value AS BINARY), 'ISO-8859-1') AS value")
    strings = getattr(frame._jdf, "as")(jvm.org.apache.spark.sql.Encoders.STRING()).javaRDD()
    found = piped(strings, ["./predicate-worker", "./%s.json" % kind, "-"], "ISO-8859-1")
    return [line.encode("latin-1").decode("utf-8", "replace") for line in found]

def transform(kind, path):
    lines(path).createOrReplaceTempView("lines")
    query = "SELECT TRANSFORM(value) USING './predicate-worker ./%s.json -' AS (line STRING) FROM lines" % kind
    return [row[0] or "" for row in spark.sql(query).collect()]

for turn in range(rounds):
    for way in (ranges, pipe, transform):
        context.setJobGroup("%s %d" % (way.__name__, turn), way.__name__)
        started = time.monotonic()
        found = way("count", folder + "/data.ndjson")
        matches = sum(json.loads(line[1:])["matches"] for line in found if line[:1] == "T")
        print(json.dumps(["speed", way.__name__, turn, time.monotonic() - started, matches]), flush=True)
for way in (ranges, pipe, transform):
    context.setJobGroup("strange", "strange")
    try:
        found = way("records", folder + "/strange.ndjson")
    except Exception as error:
        found = ["X" + str(error)[:200]]
    records = [re.split("\x1e", line[1:]) for line in found if line[:1] == "D"]
    failed = any("failure" in json.loads(line[1:]) for line in found if line[:1] == "T")
    print(json.dumps(["strange", way.__name__, records, failed]), flush=True)
spark.stop()
'''


def task_seconds(folder):
    """The time of the tasks of each group of jobs, from the event log."""
    groups, seconds = {}, {}
    for path in folder.rglob("*"):
        if not path.is_file() or "appstatus" in path.name:
            continue
        with open(path, encoding="utf-8") as file:
            for line in file:
                event = json.loads(line)
                if event["Event"] == "SparkListenerJobStart":
                    for stage in event["Stage IDs"]:
                        groups[stage] = (event.get("Properties") or {}).get("spark.jobGroup.id")
                if event["Event"] == "SparkListenerTaskEnd":
                    group = groups[event["Stage ID"]]
                    seconds[group] = seconds.get(group, 0) + event["Task Metrics"]["Executor Run Time"] / 1000
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("command", type=os.path.abspath)
    parser.add_argument("worker", type=os.path.abspath)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="predicate-spark-ways-"))
    try:
        write_records(folder / "data.ndjson", options.megabytes)
        (folder / "strange.ndjson").write_bytes(STRANGE)
        (folder / "job.py").write_text(JOB)
        home = folder / "stand-in"
        (home / "bin").mkdir(parents=True)
        (home / "bin" / "spark-submit").write_text(STAND_IN)
        (home / "bin" / "spark-submit").chmod(0o755)
        for kind, words, file in (("count", ["--count"], "data.ndjson"), ("records", [], "strange.ndjson")):
            subprocess.run(
                [options.command, "filter", *words, "--untyped", "age > 30 AND name BEGINSWITH 'A'", "--from", "spark:#%s/%s" % (folder, file)],
                env=dict(os.environ, SPARK_HOME=str(home), PREDICATE_KEPT=str(folder / kind), PREDICATE_WORKER=options.worker),
                capture_output=True)
            shutil.copy(folder / kind / "predicate-request.json", folder / (kind + ".json"))
        shutil.copy(options.worker, folder / "predicate-worker")
        with Cluster(find_home()) as cluster:
            events = folder / "events"
            events.mkdir()
            with open(os.path.join(cluster.folder, "conf", "spark-defaults.conf"), "a") as file:
                file.write("spark.eventLog.enabled true\nspark.eventLog.dir file://%s\nspark.eventLog.compress false\n" % events)
            files = ",".join(str(folder / name) for name in ("predicate-worker", "count.json", "records.json"))
            done = subprocess.run(
                [cluster.home + "/bin/spark-submit", "--master", cluster.master, "--files", files, str(folder / "job.py"),
                 str(folder), str(options.rounds)], env=cluster.environment(), capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(done.stderr[-3000:])
        tasks = task_seconds(events)
        told = [json.loads(line) for line in done.stdout.split("\n") if line.startswith("[")]
        print("%.0f MB, 2 workers, %d rounds; times in seconds" % ((folder / "data.ndjson").stat().st_size / 1e6, options.rounds))
        for way in ("ranges", "pipe", "transform"):
            runs = [line for line in told if line[:2] == ["speed", way]]
            strange = next(line for line in told if line[:2] == ["strange", way])
            print("%-10s tasks %6.2f, job %6.2f, matches %s; strange: %s, a failure is told: %s" % (
                way, statistics.median(tasks["%s %d" % (way, run[2])] for run in runs), statistics.median(run[3] for run in runs),
                sorted({run[4] for run in runs}), strange[2], strange[3]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
