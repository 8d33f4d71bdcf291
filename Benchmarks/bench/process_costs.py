"""Other costs of the command than time per record: memory with a file and a pipe, start-up, and the response to
Ctrl-C."""

import os
import shutil
import subprocess
from pathlib import Path

from .prepare import SCRATCH
from .process import run, seconds_until_interrupted
from .queries import BY_KEY
from .repl import Prompt
from .scan import checked, typed_source
from .workers import Worker

TWO_SCALARS = BY_KEY["two-scalars"]


def measure_start(bench, results, rounds):
    """Start-up: the command on one record, its version, simdjson's kernel, and jq."""
    one = SCRATCH / "one.ndjson"
    one.write_text('{"a":1}\n')
    programs = {
        "predicate": bench.filter("a == 1", str(one)),
        "predicate --version": [bench.predicate, "--version"],
        "simdjson": [bench.tools["simdjson"], "--kernel"] if bench.has("simdjson") else None,
        "jq": [bench.tools["jq"], "-n", "1"] if bench.has("jq") else None,
    }
    results.progress("start-up")
    for round_number in range(rounds + 3):
        for name, arguments in programs.items():
            if arguments:
                seconds = checked(run(arguments)).seconds
                if round_number >= 3:
                    results.add("start", name, "start", 1, seconds, 1)


def measure_memory(bench, results, file, records):
    """The highest memory that no file backs while a large file is filtered, by name and through a pipe."""
    results.progress(f"memory, {records} records")
    done = checked(run(bench.filter(TWO_SCALARS.predicate, file, threads=2), watch=True))
    note_memory(results, "predicate", "file", records, done.seconds, done.peak, int(done.output))
    feeder = subprocess.Popen(["cat", file], stdout=subprocess.PIPE)
    done = checked(run(bench.filter(TWO_SCALARS.predicate, threads=2), stdin=feeder.stdout.fileno(), watch=True))
    feeder.stdout.close()
    feeder.wait()
    note_memory(results, "predicate", "pipe", records, done.seconds, done.peak, int(done.output))
    if bench.has("duckdb"):
        from .process import MemoryWatch

        with Worker(bench, "duckdb", 2) as duckdb:
            watch = MemoryWatch(duckdb.pid)
            watch.start()
            answer = duckdb.ask(
                do="sql", text=f"SELECT count(*) FROM {typed_source(file, TWO_SCALARS.fields)} WHERE {TWO_SCALARS.sql}")
            note_memory(results, "duckdb", "file", records, answer["seconds"], watch.stop(), answer["count"])
    results.check_counts("memory")


def note_memory(results, engine, source, records, seconds, peak, count):
    # Rows are found by their query. The file and the pipe are two queries with the same count.
    results.add("memory", engine, source, 2, seconds, records, count, anonymous=peak["RssAnon"], whole=peak["VmHWM"])


def large_file(bench):
    """The data ten times over, if the disk and the memory have room: the path, the number of records, and otherwise
    the reason."""
    size = os.path.getsize(bench.file(bench.records)) * 10
    free = shutil.disk_usage(SCRATCH).free
    if free < size * 2:
        return None, 0, f"the disk has {free >> 30} GB free, and the file has {size >> 30}"
    if bench.results.facts["memory"] < size * 2:
        return None, 0, "the file would not stay in memory"
    target = SCRATCH / "large.ndjson"
    bench.results.progress(f"writing {size >> 20} MB")
    with open(target, "wb") as output:
        for _ in range(10):
            with open(bench.file(bench.records), "rb") as part:
                shutil.copyfileobj(part, output, 1 << 22)
    return str(target), bench.records * 10, None


def measure_interrupts(bench, results, rounds):
    """The time that Ctrl-C takes: for a filter over an endless pipe, and at the prompt while it loads, counts and
    receives a paste."""
    results.progress("Ctrl-C")
    file = bench.file(bench.records)
    # Long enough for any engine.
    slow = " OR ".join(f'note CONTAINS[cd] "missing {number}"' for number in range(400))
    for _ in range(rounds):
        feeder = subprocess.Popen(["sh", "-c", 'while cat "$1"; do :; done', "sh", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        seconds = seconds_until_interrupted(bench.filter(TWO_SCALARS.predicate), 0.3, feeder.stdout.fileno())
        feeder.stdout.close()
        feeder.kill()
        feeder.wait()
        if seconds is not None:
            results.add("interrupt", "predicate", "filter of a pipe", 1, seconds, 1)
        prompt = Prompt(bench, 2)
        try:
            for name, seconds in interrupts_at(prompt, file, slow):
                if seconds is not None:
                    results.add("interrupt", "predicate", name, 1, seconds, 1)
        finally:
            prompt.close()


def interrupts_at(prompt, file, slow):
    yield "prompt, loading", prompt.seconds_until_interrupted(f":load {file}", 0.02)
    prompt.ask(f":load {file}")
    # While columns are made, and while they are scanned.
    for after in (0.02, 0.1, 0.3):
        yield "prompt, counting", prompt.seconds_until_interrupted(f":count {slow}", after)
    yield "prompt, pasting", prompt.seconds_until_paste_is_interrupted(f":count {slow}")


def remove(path):
    if path:
        Path(path).unlink(missing_ok=True)
