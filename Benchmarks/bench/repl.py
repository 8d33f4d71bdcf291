"""The prompt: loading, the first query and warm columns, compared with DuckDB's typed table in memory."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from .prepare import SCRATCH
from .process import memory, pinned
from .queries import COLUMNS, QUERIES
from .scan import Failure, typed_source
from .workers import Worker, thread_counts

PROMPT = re.compile(rb"(?:^|[\r\n])[^\r\n]*> $")
COUNT = re.compile(rb"(?m)^(\d+)(?:, in ([0-9.]+) (s|ms|\xc2\xb5s|us))?\s*$")
UNITS = {b"s": 1, b"ms": 1e-3, b"\xc2\xb5s": 1e-6, b"us": 1e-6}


class Prompt:
    """A `predicate repl` on its own terminal, which is wide enough that no line is wrapped."""

    def __init__(self, bench, threads):
        arguments = [bench.predicate, "repl"]
        if bench.accepts("repl", "--threads"):
            arguments += ["--threads", str(threads)]
        environment = {
            **os.environ, "TERM": "dumb", "XDG_STATE_HOME": str(SCRATCH / "state"), "INPUTRC": os.devnull,
            "LC_ALL": "C.UTF-8",
        }
        with pinned(threads):
            self.pid, self.terminal = pty.fork()
            if self.pid == 0:
                os.execve(arguments[0], arguments, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 20_000, 0, 0))
        self.read_prompt()
        self.ask(":timing on")

    def read_prompt(self, skipping=0, limit=600):
        """The output up to the next prompt, without the first `skipping` lines, which echo the input."""
        text, end = b"", time.monotonic() + limit
        while True:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure("the prompt does not come back")
            try:
                text += os.read(self.terminal, 1 << 16)
            except OSError:
                raise Failure("the prompt has ended") from None
            rest = text.split(b"\n", skipping)
            if len(rest) > skipping and PROMPT.search(rest[-1]):
                return rest[-1]

    def ask(self, line):
        """The answer to a line, and the seconds until the prompt was back."""
        started = time.perf_counter()
        os.write(self.terminal, line.encode() + b"\n")
        answer = self.read_prompt(skipping=1)
        return answer, time.perf_counter() - started

    def count(self, predicate):
        """The count, and the seconds that the prompt reports, or otherwise those until it was back."""
        answer, seconds = self.ask(f":count {predicate}")
        found = COUNT.search(answer.replace(b"\r", b""))
        if not found:
            raise Failure("the prompt says: " + answer.decode(errors="replace").strip()[:200])
        if found[2]:
            # The prompt reports tenths of a millisecond, so zero counts as half of one.
            seconds = max(float(found[2]) * UNITS[found[3]], 5e-5)
        return seconds, int(found[1])

    def settle(self):
        """Waits until the background work on the records ends."""
        while b"so far" in self.ask(":schema")[0]:
            time.sleep(0.2)
        # The notice that all records are known appears above the prompt, which is drawn again.
        while select.select([self.terminal], [], [], 0.5)[0]:
            os.read(self.terminal, 1 << 16)

    def seconds_until_interrupted(self, line, after):
        """Presses Ctrl-C some time after a line was accepted. Returns None if the answer was there before."""
        os.write(self.terminal, line.encode() + b"\n")
        drained = b""
        while b"\n" not in drained:
            drained += os.read(self.terminal, 1 << 16)
        time.sleep(after)
        while select.select([self.terminal], [], [], 0)[0]:
            drained += os.read(self.terminal, 1 << 16)
        if PROMPT.search(drained.split(b"\n", 1)[-1]):
            return None
        return self.seconds_of_interrupt()

    def seconds_of_interrupt(self):
        """Presses Ctrl-C and waits for the prompt."""
        started = time.perf_counter()
        os.write(self.terminal, b"\x03")
        self.read_prompt(skipping=0)
        return time.perf_counter() - started

    def seconds_until_paste_is_interrupted(self, line):
        """Presses Ctrl-C right after a pasted line."""
        os.write(self.terminal, line.encode())
        return self.seconds_of_interrupt()

    def close(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def repl_predicate(query):
    """The query for the prompt, which has no schema that declares dates."""
    if query.needs_schema:
        return ('CAST(created, "NSDate") >= CAST("2023-06-01T00:00:00Z", "NSDate")'
                ' AND CAST(created, "NSDate") < CAST("2023-07-01T00:00:00Z", "NSDate")')
    return query.predicate


def measure_prompt(bench, results, rounds, load_rounds, first_round):
    file = bench.file(bench.records)
    for threads in thread_counts():
        measure_loading(bench, results, file, threads, load_rounds)
        measure_warm(bench, results, file, threads, rounds, first_round)
    results.check_counts("load")
    results.check_counts("warm")


def measure_loading(bench, results, file, threads, rounds):
    """The time for loading, alone and with the first query. DuckDB makes its typed table."""
    first = QUERIES[0]
    for round_number in range(rounds):
        results.progress_of_round(f"loading, {threads} thread(s)", round_number + 1, rounds)
        prompt = Prompt(bench, threads)
        try:
            _, loading = prompt.ask(f":load {file}")
            started = time.perf_counter()
            _, count = prompt.count(first.predicate)
            asking = time.perf_counter() - started
        finally:
            prompt.close()
        results.add("load", "predicate", "load", threads, loading, bench.records)
        results.add("load", "predicate", "load and first query", threads, loading + asking, bench.records, count)
        if not bench.has("duckdb"):
            continue
        with Worker(bench, "duckdb", threads) as duckdb:
            made = duckdb.ask(
                do="sql", text=f"CREATE TABLE records AS SELECT * FROM {typed_source(file, COLUMNS, narrow=False)}")["seconds"]
            asked = duckdb.ask(do="sql", text=f"SELECT count(*) FROM records WHERE {first.sql}")
        results.add("load", "duckdb", "load", threads, made, bench.records)
        results.add("load", "duckdb", "load and first query", threads, made + asked["seconds"], bench.records, asked["count"])


def measure_warm(bench, results, file, threads, rounds, first_round):
    """The twelve queries over loaded records, repeated, and the memory of the columns that they use."""
    fields = sorted({field for query in QUERIES for field in query.fields})
    prompt = Prompt(bench, threads)
    duckdb = Worker(bench, "duckdb", threads) if bench.has("duckdb") else None
    try:
        before = memory(prompt.pid).get("RssAnon", 0)
        prompt.ask(f":load {file}")
        prompt.settle()
        if duckdb:
            duckdb.ask(
                do="sql", text=f"CREATE TABLE records AS SELECT {', '.join(fields)} FROM {typed_source(file, fields)}")
        for round_number in range(first_round, rounds + 1):
            results.progress_of_round(f"warm columns, {threads} thread(s)", round_number, rounds)
            for query in QUERIES:
                seconds, count = prompt.count(repl_predicate(query))
                if round_number > 0:
                    results.add("warm", "predicate", query.key, threads, seconds, bench.records, count)
                if duckdb:
                    answer = duckdb.ask(do="sql", text=f"SELECT count(*) FROM records WHERE {query.sql}")
                    if round_number > 0:
                        results.add("warm", "duckdb", query.key, threads, answer["seconds"], bench.records, answer["count"])
        if threads == 1:
            sizes = results.facts.setdefault("table memory", {})
            sizes["predicate"] = memory(prompt.pid).get("RssAnon", 0) - before
            if duckdb:
                # DuckDB's own figure, which is less than the growth of its process.
                sizes["duckdb"] = int(duckdb.ask(do="sql", text="SELECT sum(memory_usage_bytes) FROM duckdb_memory()")["count"])
    finally:
        prompt.close()
        if duckdb:
            duckdb.close()

