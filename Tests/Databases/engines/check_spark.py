#!/usr/bin/env python3
"""Compares `predicate filter --from spark:` with the same filter in one process.

Starts a standalone cluster of two workers on this machine and asks it: records, numbers, groups, orders, limits, files
written on the cluster, bad records, text that cluster programs like to change, a worker that is killed. Then many
generated predicates go through one Spark job, each with the whole path before and behind it: what `spark-submit` is
given is kept, all tasks are run in one job, and each command receives its own part of the answer.

Usage: check_spark.py [--predicates N] [--seed N] [--short] [--only NAME] PREDICATE WORKER
"""

import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(TESTS / "Databases"), str(TESTS / "Command")]

from engines.spark_cluster import Cluster, find_home
from engines.typed_rows import RowPredicates
from routes.predicates import Predicates
from routes.records import Records, encoded

# Stands for spark-submit: keeps the folder of a run, or answers from a kept one.
STAND_IN = """#!/usr/bin/env python3
import os, shutil, sys
folder = sys.argv[-1]
kept = os.environ["PREDICATE_KEPT"]
if os.path.exists(kept + "/lines"):
    with open(folder + "/answer", "wb") as answer, open(kept + "/lines", "rb") as lines:
        shutil.copyfileobj(lines, answer)
else:
    os.makedirs(kept, exist_ok=True)
    for name in ("predicate-request.json", "tasks", "job.json", "predicate.py"):
        shutil.copy(folder + "/" + name, kept)
"""

# Stands for spark-submit over rows: their description and lines come from files, and the worker runs here.
ROWS_STAND_IN = """#!/bin/bash
cd "${@: -1}"
{ echo 'S{"parallelism":1}'
sed 's/^/C/' "$PREDICATE_ROWS/columns"; echo
until [ -e rows.json ]; do echo 'P{}'; sleep 0.01; done
echo 'N{"parts":1}'
cp rows.json "$PREDICATE_TOLD"
./predicate-worker predicate-request.json - < "$PREDICATE_ROWS/lines"
echo E; } > answer
"""


# Asks the conditions of many predicates over the rows of a file: those that match must satisfy them. In ANSI mode and
# without it, many at a time, and one by one where that raises an error.
CONDITIONS = '''
import json, sys
from pyspark.sql import SparkSession
folder = sys.argv[1]
cases = json.load(open(folder + "/conditions", encoding="utf-8"))
spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").config("spark.sql.caseSensitive", "true").getOrCreate()
rows = spark.read.parquet("file://" + folder + "/rows.parquet").alias("row")
def ask(some):
    try:
        found = rows.selectExpr("id", *["(%s) AS `c %d`" % (case["where"], number) for number, case in enumerate(some)]).collect()
    except Exception as error:
        if len(some) == 1:
            return print("DIFFERENT", some[0]["text"], some[0]["where"], str(error)[:600])
        return [ask([case]) for case in some]
    for number, case in enumerate(some):
        lost = set(case["rows"]) - {row[0] for row in found if row[number + 1]}
        if lost:
            print("DIFFERENT", case["text"], case["where"], sorted(lost)[:10])
for ansi in ("true", "false"):
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    for first in range(0, len(cases), 20):
        ask(cases[first : first + 20])
spark.stop()
'''


# Left out by --short.
LONG = ("records", "count", "order", "distinct", "limit", "gzip", "document", "skipped bad records", "limit of evaluation", "values", "bytes",
    "lines, packed", "lines with strange bytes", "lines with skipped bad records", "lines")


class Asker:
    def __init__(self, options, cluster, folder):
        self.command, self.cluster, self.folder = options.command, cluster, folder
        self.environment = dict(cluster.environment(), PREDICATE_WORKER=options.worker, NO_COLOR="1", COLUMNS="100")
        self.failures = 0
        self.only, self.short = options.only, options.short

    def run(self, words, **settings):
        settings = dict(self.environment, **settings)
        return subprocess.run(
            [self.command, "filter", *words], env=settings, cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL)

    def fail(self, name, *told):
        self.failures += 1
        print("DIFFERENT: %s" % name, *told, sep="\n  ")

    def alike(self, name, words, path, files=None, same_messages=True, change=None):
        """Asks the cluster and one process, and compares output, status and messages."""
        if self.only and self.only not in name or self.short and name in LONG:
            return None
        files = files or [path.removeprefix("lines:")]
        started = time.monotonic()
        here = self.run([*words, *files])
        there = self.run([*words, "--from", "%s#%s" % (self.cluster.master, path)])
        messages = there.stderr.replace(b"file:%s/" % os.fsencode(self.folder), b"")
        same = (here.stdout, here.returncode) == (there.stdout, there.returncode)
        if same and same_messages and without_places(here.stderr) != without_places(messages):
            same = False
        if not same:
            self.fail(
                name, "words: %r" % words, "one process: %d %r %r" % (here.returncode, here.stdout[-400:], here.stderr[-600:]),
                "cluster: %d %r %r" % (there.returncode, there.stdout[-400:], there.stderr[-600:]))
        else:
            print("same: %s (%d bytes, status %d, %.1f s)" % (name, len(here.stdout), here.returncode, time.monotonic() - started))
        return there



def without_places(messages):
    """What a run has said, without the places of values that its operations could not use: a part has no lines."""
    return re.sub(rb"(?m)( could not [^\n]*) \((?:(?:line|record) \d+[^()\n]*|[^()\n]*:\d+)\)$", rb"\1", messages)


def write_data(folder):
    """Files of records: many lines, lines of every kind, packed ones, a document."""
    many = folder / "many"
    many.mkdir()
    number = 0
    for name in ("b", "a", "c"):
        with open(many / (name + ".ndjson"), "w", encoding="utf-8") as file:
            for _ in range(30000):
                number += 1
                record = {
                    "n": number, "k": "key%d" % (number * 7919 % 23), "x": (number * 31 % 1000) / 8, "s": "é\u2028%d" % number,
                    "tags": ["t%d" % (number % 5)] * (number % 3), "pad": "x" * 150,
                }
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    (many / "_SUCCESS").write_text("not a record")
    strange = (
        b'\xef\xbb\xbf{"n":1,"s":"bom"}\n\n  \t\r\n{"n":2,\t"s":"\\\\N"}\r\n{"n":3,\r"s":"lone"}\n\\N\n'[: -3]
        + b'{"n":4,"s":"\xe2\x80\xa8\xc2\x85\xf0\x9f\x98\x80\x7f"}\n{"n":5,"s":"\\u0000\\t"}\n'
        + b'{"n":6,"s":"' + b"long" * 50000 + b'"}\n{"n":7}'
    )
    (folder / "strange.ndjson").write_bytes(strange)
    with gzip.open(folder / "packed.ndjson.gz", "wb") as file:
        file.write(b"".join(b'{"n":%d}\n' % n for n in range(1000)))
    (folder / "document.json").write_text('[{"n": 1,\r\n "s": "a"}, {"n": 2}, {"n":\n3}]')
    bad = b"".join(b'{"n":%d,"pad":"%s"}\n' % (n, b"p" * 3000) for n in range(6000))
    lines = bad.split(b"\n")
    (folder / "bad.ndjson").write_bytes(b"\n".join(lines[:4000] + [b'{"n":4000,"s":"\xff"}', b"\\N"] + lines[4000:]))
    (folder / "costly.ndjson").write_text('{"s":"%s!"}\n{"s":"b"}\n' % ("a" * 40))


def check_answers(asker, folder):
    many, files = "many", ["many/a.ndjson", "many/b.ndjson", "many/c.ndjson"]
    asker.alike("count", ["--count", "n > 5 AND k BEGINSWITH 'key1'"], many, files)
    asker.alike("records", ["x > 100 AND ANY tags == 't1'"], many, files)
    asker.alike(
        "groups", ["--group-by", "k", "--aggregate", "sum(x), average(n), min(s), max(n), first(n), mode(tags), t = sum(n)",
                   "--having", "count > 3", "--sort", "-count,k", "modulus:by:(n, 3) != 1"], many, files)
    asker.alike(
        "groups of integers", ["--group-by", "k", "--aggregate", "sum(n), average(n), min(s), max(x), first(n), last(tags), count(x)",
                               "--having", "count > 3", "--sort", "-count,k", "modulus:by:(n, 3) != 1"], many, files)
    asker.alike("one group", ["--aggregate", "sum(n), average(n), min(s)", "n > 7"], many, files)
    asker.alike("order", ["--sort", "x,-n", "--offset", "5", "--limit", "40", "--select", "n,x,double = x * 2", "n > 7"], many, files)
    asker.alike("distinct", ["--distinct", "--select", "k,tags", "--output", "csv", "n > 7"], many, files)
    asker.alike("limit", ["--offset", "10", "--limit", "25", "--output", "table", "k == 'key3'"], many, files)
    asker.alike("bytes", ["n > 0"], "strange.ndjson")
    asker.alike("gzip", ["--count", "n >= 10"], "packed.ndjson.gz")
    asker.alike("document", ["n > 1"], "document.json")
    asker.alike("bad record", ["modulus:by:(n, 500) == 0"], "bad.ndjson")
    asker.alike("skipped bad records", ["--skip-bad-records", "--count", "n >= 0"], "bad.ndjson")
    asker.alike("limit of evaluation", ["s MATCHES '(a+)+$'"], "costly.ndjson")
    asker.alike("values", ["--arg", "key2", "--var", "m=80000", "k == %@ AND n > $m"], many, files)
    asker.alike("unknown field", ["nn > 3"], "many/a.ndjson")
    # The same files, with their bytes passed through Spark.
    asker.alike("lines", ["--select", "n,s,tags", "x > 100 AND ANY tags == 't1'"], "lines:many", files)
    asker.alike("lines with strange bytes", ["n > 0"], "lines:strange.ndjson")
    asker.alike("lines, packed", ["--count", "n >= 10"], "lines:packed.ndjson.gz")
    asker.alike("lines with a bad record", ["modulus:by:(n, 500) == 0"], "lines:bad.ndjson")
    asker.alike("lines with skipped bad records", ["--skip-bad-records", "--count", "n >= 0"], "lines:bad.ndjson")
    asker.alike("missing file", ["n > 3"], "nothing.ndjson")


def check_into(asker, folder):
    """Files written on the cluster have the bytes of one process."""
    if asker.only and asker.only not in "into":
        return
    words = ["modulus:by:(n, 100) == 3 OR s == 'lone'"]
    target = folder / "written"
    for path, files in (("many", ["many/a.ndjson", "many/b.ndjson", "many/c.ndjson"]), ("strange.ndjson", ["strange.ndjson"])):
        here = asker.run([*words, *files])
        there = asker.run([*words, "--from", "%s#%s" % (asker.cluster.master, path), "--into", str(target)])
        written = b"".join(file.read_bytes() for file in sorted(target.glob("part-*"))) if target.exists() else b""
        if here.stdout != written or there.returncode != 0:
            asker.fail("into", path, there.stderr[-600:], here.stdout[-200:], written[-200:])
        else:
            print("same: into, %s (%d bytes, said: %s)" % (path, len(written), there.stderr.decode().strip()))
        if path != "many":
            again = asker.run([*words, "--from", "%s#%s" % (asker.cluster.master, path), "--into", str(target)])
            if again.returncode != 70 or b"exists" not in again.stderr:
                asker.fail("into an existing folder", again.returncode, again.stderr)
        shutil.rmtree(target, ignore_errors=True)
    bad = asker.run(["n >= 0", "--from", "%s#bad.ndjson" % asker.cluster.master, "--into", str(target)])
    if bad.returncode != 65 or target.exists():
        asker.fail("into, with a bad record", bad.returncode, bad.stderr)


def check_killed(asker, folder):
    """A worker that is killed in the middle is tried again, and nothing counts twice."""
    if asker.only and asker.only not in "killed":
        return
    lethal = folder / "lethal"
    # The first attempt writes the half of its answer and dies.
    lethal.write_text(
        "#!/bin/sh\nif mkdir %s/died 2>/dev/null; then head -1 | %s \"$@\" | head -c 2000; kill -9 $$; fi\nexec %s \"$@\"\n"
        % (folder, asker.environment["PREDICATE_WORKER"], asker.environment["PREDICATE_WORKER"]))
    lethal.chmod(0o755)
    files = ["many/a.ndjson", "many/b.ndjson", "many/c.ndjson"]
    here = asker.run(["modulus:by:(n, 7) == 0", *files])
    there = asker.run(["modulus:by:(n, 7) == 0", "--from", asker.cluster.master + "#many"], PREDICATE_WORKER=str(lethal))
    if not (folder / "died").exists() or (here.stdout, 0) != (there.stdout, there.returncode):
        asker.fail("killed worker", there.returncode, len(here.stdout), len(there.stdout), there.stderr[-600:])
    else:
        print("same: a killed worker")
    if asker.short:
        return
    # One that always fails ends the job with a message.
    broken = folder / "broken"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    told = asker.run(["--count", "n > 0", "--from", asker.cluster.master + "#many"], PREDICATE_WORKER=str(broken))
    if told.returncode != 70 or b"a worker ended with status 3" not in told.stderr:
        asker.fail("broken worker", told.returncode, told.stderr)
    # A program for another machine.
    foreign = folder / "foreign"
    foreign.write_bytes(b"\x7fELF\x02\x01\x01" + b"\0" * 9 + b"\x02\x00\xf3\x00" + b"\0" * 200)
    foreign.chmod(0o755)
    told = asker.run(["--count", "n > 0", "--from", asker.cluster.master + "#many"], PREDICATE_WORKER=str(foreign))
    if told.returncode != 69 or b"another processor" not in told.stderr:
        asker.fail("foreign worker", told.returncode, told.stderr)
    else:
        print("right: a broken worker, a worker for another machine")


def check_interruption(asker, folder):
    """Ctrl-C ends the job, and leaves nothing behind."""
    if asker.only and asker.only not in "interruption":
        return
    slow = folder / "slow"
    slow.write_text("#!/bin/sh\nsleep 60\n")
    slow.chmod(0o755)
    temporary = folder / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [asker.command, "filter", "--count", "n > 0", "--from", asker.cluster.master + "#many"], cwd=folder,
        env=dict(asker.environment, PREDICATE_WORKER=str(slow), TMPDIR=str(temporary)), stderr=subprocess.PIPE,
        # What runs in the background of a shell ignores SIGINT, and hands that down.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    until = time.monotonic() + 60
    while time.monotonic() < until and not asker.cluster.state()["activeapps"]:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    try:
        status = process.wait(40)
    except subprocess.TimeoutExpired:
        process.kill()
        status = None
    left = [path for path in temporary.iterdir() if path.name.startswith("predicate-")]
    until = time.monotonic() + 20
    while time.monotonic() < until and asker.cluster.state()["activeapps"]:
        time.sleep(0.1)
    if status != -signal.SIGINT or left or asker.cluster.state()["activeapps"]:
        asker.fail("interruption", status, left, asker.cluster.state()["activeapps"])
    else:
        print("right: an interruption")


def check_generated(asker, folder, count, seed, worker):
    """Many predicates through one job."""
    if asker.only and asker.only not in "generated":
        return
    records = Records(seed)
    data = folder / "generated.ndjson"
    data.write_text("".join(encoded(records.record(number)) + "\n" for number in range(200)), encoding="utf-8")
    home = folder / "stand-in"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "spark-submit").write_text(STAND_IN)
    (home / "bin" / "spark-submit").chmod(0o755)
    predicates = [Predicates(seed * 100003 + number).make() for number in range(count)]
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def ask(number):
        predicate = predicates[number]
        kept = folder / "kept" / str(number)
        words = ["--untyped", *predicate.options, predicate.text]
        here = asker.run([*words, "generated.ndjson"])
        there = asker.run([*words, "--from", "spark:#generated.ndjson"], SPARK_HOME=str(home), PREDICATE_KEPT=str(kept))
        return here, there

    first = list(pool.map(ask, range(count)))
    tasks, size = [], data.stat().st_size
    shared = folder / "shared"
    shared.mkdir()
    asked = []
    for number, (here, there) in enumerate(first):
        kept = folder / "kept" / str(number)
        if not (kept / "tasks").exists():
            if (here.returncode, here.stderr) != (there.returncode, there.stderr):
                asker.fail("refused predicate", predicates[number].text, here, there)
            continue
        # Cut in three, wherever that is.
        cuts = [0, (number * 7919) % size, size // 2 + number, size]
        cuts.sort()
        asked.append(number)
        for start, end in zip(cuts, cuts[1:]):
            tasks.append({"part": len(tasks), "path": str(data), "size": size, "start": start, "end": end,
                          "request": str(kept / "predicate-request.json")})
    job = json.loads((folder / "kept" / str(asked[0]) / "job.json").read_text())
    (shared / "job.json").write_text(json.dumps(dict(job, result="count", partsAtOnce=len(tasks))))
    # A task for each machine would be too small: the parts of one Spark task are lines of one worker.
    (shared / "tasks").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    shutil.copy(folder / "kept" / str(asked[0]) / "predicate-request.json", shared)
    shutil.copy(folder / "kept" / str(asked[0]) / "predicate.py", shared)
    os.symlink(worker, shared / "predicate-worker")
    os.mkfifo(shared / "answer")
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(open(shared / "answer", "rb").read().split(b"\n")))
    reader.start()
    started = time.monotonic()
    submitted = subprocess.run(
        [asker.cluster.home + "/bin/spark-submit", "--master", asker.cluster.master, "--files",
         "%s/predicate-worker,%s/predicate-request.json" % (shared, shared), "%s/predicate.py" % shared, str(shared)],
        env=asker.environment, capture_output=True)
    if submitted.returncode:
        raise SystemExit("the shared job failed:\n" + submitted.stderr.decode(errors="replace")[-3000:])
    reader.join()
    print("%d predicates, %d parts in one job of %.1f s" % (len(asked), len(tasks), time.monotonic() - started))
    parts, block = [], []
    for line in lines:
        if line[:1] in b"DT" and line:
            block.append(line)
            if line[:1] == b"T":
                parts.append(block)
                block = []
    matches = refused = 0
    for position, number in enumerate(asked):
        kept = folder / "kept" / str(number)
        own = parts[position * 3 : position * 3 + 3]
        # The command made one part of this small file. It receives three parts as one.
        summary = None
        answer = []
        for part in own:
            told = json.loads(part[-1][1:])
            answer += part[:-1]
            if summary is None or "failure" not in summary:
                if summary is None:
                    summary = told
                else:
                    for key in ("records", "matches", "written", "bytes", "bad"):
                        summary[key] += told[key]
                    summary["warnings"] += told["warnings"]
                    summary["operations"] = summary.get("operations", []) + told.get("operations", [])
                    if "failure" in told:
                        summary["failure"] = told["failure"]
        known = {}
        for times, *words in summary["warnings"]:
            known[tuple(words)] = known.get(tuple(words), 0) + times
        summary["warnings"] = [[times, *words] for words, times in known.items()]
        summary["part"] = 0
        (kept / "lines").write_bytes(b"\n".join([*answer, b"T" + json.dumps(summary).encode(), b"E", b""]))

    for number, (here, there) in zip(asked, pool.map(ask, asked)):
        if (here.stdout, without_places(here.stderr), here.returncode) != (
                there.stdout, without_places(there.stderr), there.returncode):
            asker.fail("generated predicate", predicates[number].text, here, there)
        matches += here.stdout.count(b"\n")
    print("compared: %d generated predicates, %d matches in all" % (len(asked), matches))


def check_rows(asker, folder, count, seed):
    """Rows of Parquet, ORC and tables answer as the same rows in JSON do, of which every type has its own form."""
    if asker.only and asker.only not in "rows":
        return
    rows = folder / "rows"
    rows.mkdir()
    made = subprocess.run(
        [asker.cluster.home + "/bin/spark-submit", "--master", "local[1]",
         str(pathlib.Path(__file__).resolve().parent / "typed_rows.py"), str(rows), "200", str(seed)],
        env=asker.environment, capture_output=True)
    if made.returncode:
        raise SystemExit("no rows were written:\n" + made.stderr.decode(errors="replace")[-3000:])

    def ask(words, source, there=True, **settings):
        if there:
            return asker.run([*words, "--from", "%s#%s" % (asker.cluster.master, source)], **settings)
        return asker.run([*words, "--schema", "rows/schema.json", "rows/rows.ndjson"])

    def records(run):
        return [plain(json.loads(line)) for line in run.stdout.decode("utf-8").split("\n") if line]

    def compare(name, words, source):
        here, there = ask(words, source, False), ask(words, source)
        if (records(here), here.returncode) != (records(there), there.returncode):
            asker.fail("rows: " + name, here.stdout[-400:], here.stderr[-400:], there.stdout[-400:], there.stderr[-400:])
        else:
            print("same: rows, %s (%d bytes)" % (name, len(here.stdout)))

    if not asker.short:
        compare("count", ["--count", "at > '2000-01-01' AND (d > 3 OR ANY ds > 3)"], "rows/rows.parquet")
        compare(
            "groups of integers", ["--group-by", "b,s", "--aggregate", "sum(i), average(t), max(l), min(id)", "--sort", "count,b,s",
                                   "id > 4"], "rows/parts")
        compare(
            "groups", ["--group-by", "b", "--aggregate", "sum(i), average(f), min(at), max(day)", "--sort", "count,b", "id > 4"],
            "rows/parts")
        compare("ORC", ["--select", "id,i,l,s,day", "ANY rows.n > 5 OR mp.a > 3"], "rows/rows.orc")
        compare("table", ["--select", "id", "o.w > '2000-01-01'"], "table:parquet.`%s/rows.parquet`" % rows)
        told = ask(["--count", "idd > 3"], "rows/rows.parquet")
        if told.returncode != 65 or b"did you mean `id`" not in told.stderr:
            asker.fail("rows, with a misspelt column", told.returncode, told.stderr)
        told = ask(["--count", "idd > 3"], "table:missing")
        if told.returncode != 66 or b"no table `missing`" not in told.stderr:
            asker.fail("rows of a missing table", told.returncode, told.stderr)
    check_broken_texts(asker, ask)
    whole = ask(["--no-warnings", "TRUEPREDICATE"], "rows/rows.parquet")
    (rows / "lines").write_bytes(whole.stdout)
    wanted = (rows / "rows.ndjson").read_text(encoding="utf-8").split("\n")
    told = whole.stdout.decode("utf-8").split("\n")
    if len(wanted) != len(told):
        return asker.fail("rows, whole", len(told), whole.stderr[-600:])
    for one, other in zip(wanted, told):
        if one and plain(json.loads(one)) != plain(json.loads(other)):
            asker.fail("rows, whole", one, other)
            break
    home = folder / "rows-stand-in"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "spark-submit").write_text(ROWS_STAND_IN)
    (home / "bin" / "spark-submit").chmod(0o755)
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    predicates = [RowPredicates(seed * 100003 + number).make() for number in range(count)]

    def both(number):
        text = predicates[number]
        words = ["--no-warnings", "--select", "id", text]
        here = ask(words, None, False)
        return here, ask(words, "rows/rows.parquet", SPARK_HOME=str(home), PREDICATE_ROWS=str(rows), PREDICATE_TOLD="%s/told-%d" % (rows, number))

    matches = refused = 0
    conditions = []
    for number, (here, there) in enumerate(pool.map(both, range(count))):
        text, told = predicates[number], rows / ("told-%d" % number)
        if (here.stdout, here.returncode) != (there.stdout, there.returncode):
            asker.fail("generated predicate over rows", text, here, there)
        if told.exists():
            where = json.loads(told.read_text(encoding="utf-8")).get("where")
            if where:
                conditions.append({"text": text, "where": where, "rows": [record["id"] for record in records(here)]})
        matches += here.stdout.count(b"\n")
        refused += here.returncode != 0
    print("compared: %d generated predicates over rows, %d matches in all, %d refused by both" % (count, matches, refused))
    (rows / "conditions").write_text(json.dumps(conditions), encoding="utf-8")
    (rows / "conditions.py").write_text(CONDITIONS, encoding="utf-8")
    asked = subprocess.run(
        [asker.cluster.home + "/bin/spark-submit", "--master", "local[1]", str(rows / "conditions.py"), str(rows)],
        env=asker.environment, capture_output=True)
    if asked.returncode:
        asker.fail("the conditions of predicates over rows", asked.stderr.decode(errors="replace")[-3000:])
    for line in asked.stdout.decode("utf-8").split("\n"):
        if line.startswith("DIFFERENT"):
            asker.fail("a condition of Spark", line)
    print("compared: %d of them have a condition of Spark, which takes all of their matches" % len(conditions))


def check_broken_texts(asker, ask):
    """A text that is not UTF-8 is an error of its column, where the column is read, and never another text."""
    told = ask(["--select", "id", "id > 0"], "rows/broken.parquet")
    if told.returncode or told.stdout.count(b"\n") != 7:
        asker.fail("columns beside broken texts", told.returncode, told.stdout, told.stderr)
    # The condition of Spark leaves the row with the broken text out.
    told = ask(["--select", "id", "s == 'a\ufffdb'"], "rows/broken.parquet")
    if told.returncode or told.stdout != b'{"id":7}\n':
        asker.fail("a text beside a broken one", told.returncode, told.stdout, told.stderr)
    for column, predicate in (
            ("s", "s BEGINSWITH 'a'"), ("l", "NOT ANY l == 'zz'"), ("m", "m.c == 'zz'"), ("k", "k.e == 5 OR id > 4"),
            ("o", "o.x BEGINSWITH 'a'")) if not asker.short else (("s", "s BEGINSWITH 'a'"),):
        told = ask(["--count", predicate], "rows/broken.parquet")
        if told.returncode != 65 or b"the column `%s` is not UTF-8" % column.encode() not in told.stderr or told.stdout:
            asker.fail("a broken text in " + column, told.returncode, told.stdout, told.stderr)
    print("right: texts that are not UTF-8")


def plain(value):
    """A record with dates in one spelling."""
    if isinstance(value, dict):
        return {name: plain(own) for name, own in value.items()}
    if isinstance(value, list):
        return [plain(own) for own in value]
    if isinstance(value, str) and value.endswith("Z") and "." in value:
        return value[:-1].rstrip("0") + "Z"
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--predicates", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="leave out what another check asks in part, too")
    parser.add_argument("--only", help="only the checks whose names contain this")
    parser.add_argument("command", type=os.path.abspath)
    parser.add_argument("worker", type=os.path.abspath)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="predicate-spark-check-"))
    try:
        write_data(folder)
        with Cluster(find_home()) as cluster:
            asker = Asker(options, cluster, folder)
            check_answers(asker, folder)
            check_killed(asker, folder)
            if not options.short:
                check_into(asker, folder)
                check_interruption(asker, folder)
            check_rows(asker, folder, options.predicates, options.seed)
            if options.predicates:
                check_generated(asker, folder, options.predicates, options.seed, options.worker)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("%d differences" % asker.failures)
    sys.exit(1 if asker.failures else 0)


if __name__ == "__main__":
    main()
