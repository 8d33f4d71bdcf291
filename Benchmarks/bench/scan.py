"""The twelve queries over a file: every peer in turn, round by round, measured as a whole process or by the peer
itself."""

import subprocess

from .prepare import SCRATCH, say_unsaid
from .process import run
from .queries import COLUMNS, NARROW_COLUMNS, QUERIES, TENTH, CannotSay
from .workers import Worker, WorkerProblem, thread_counts


class Failure(Exception):
    """A program that ended with an error, and its message."""


def checked(done):
    if done.status != 0:
        raise Failure((done.errors.strip().splitlines() or [f"status {done.status}"])[-1])
    return done


def columns(fields, narrow=True):
    """The `columns` argument of `read_ndjson`."""
    types = {**COLUMNS, **NARROW_COLUMNS} if narrow else COLUMNS
    return "{" + ", ".join(f"{field}: '{types[field]}'" for field in fields) + "}"


def typed_source(file, fields, narrow=True):
    # If a single column is named, DuckDB otherwise first checks whether the lines are records, which takes 0.2 s.
    return f"read_ndjson('{file}', columns = {columns(fields, narrow)}, records = true)"


class Peer:
    """A program that can run a query over a file."""

    is_seldom = False
    """Whether every other round is enough: for slow peers, and those that no goal names."""

    def __init__(self, name, threads, share=1, language=None):
        self.name, self.threads, self.share, self.language = name, threads, share, language

    def ask(self, query, file):
        """The seconds and the count."""
        raise NotImplementedError


class Command(Peer):
    """The command, as a whole process."""

    def __init__(self, bench, name, threads, options):
        super().__init__(name, threads)
        self.bench, self.options = bench, options

    def ask(self, query, file):
        done = checked(run(
            self.bench.filter(
                query.predicate, file, threads=self.threads, needs_schema=query.needs_schema, options=self.options),
            threads=self.threads))
        return done.seconds, int(done.output)


class Simdjson(Peer):
    """The handwritten loop, as a whole process."""

    def __init__(self, bench, threads):
        super().__init__("simdjson", threads, language="simdjson")
        self.program = bench.tools["simdjson"]

    def ask(self, query, file):
        done = checked(run(
            [self.program, query.key, str(self.threads), str(SCRATCH / "lists.txt"), file], threads=self.threads))
        return done.seconds, int(done.output.split()[0])


class JQ(Peer):
    """jq and gojq, as whole processes."""

    def __init__(self, bench, name):
        super().__init__(name, 1, share=10, language="jq")
        self.program, self.is_seldom = bench.tools[name], True

    def ask(self, query, file):
        done = checked(run(
            [self.program, "-n", f"reduce (inputs | select({query.jq})) as $record (0; . + 1)", file], threads=1))
        return done.seconds, int(done.output)


class FromPython(Peer):
    """A Python package's own time."""

    def __init__(self, worker, name, request, share=1, language=None):
        super().__init__(name, worker.threads, share, language)
        self.worker, self.request = worker, request
        self.is_seldom = name != "duckdb"

    def ask(self, query, file):
        answer = self.worker.ask(**self.request(query, file))
        return answer["seconds"], answer["count"]


def duckdb_typed(query, file):
    return {"do": "sql", "text": f"SELECT count(*) FROM {typed_source(file, query.fields)} WHERE {query.sql}"}


def duckdb_auto(query, file):
    return {"do": "sql", "text": f"SELECT count(*) FROM read_ndjson_auto('{file}') WHERE {query.sql}"}


def polars(query, file):
    # The streaming engine is faster for a count over a file.
    return {"do": "filter", "file": file, "fields": query.fields, "text": query.polars, "engine": "streaming"}


def in_language(language):
    return lambda query, file: {"do": "filter", "file": file, "text": query.form(language)}


def peers_of(bench, workers):
    """All peers that are installed. A slow peer gets one record in `share`."""
    peers = []
    for threads in thread_counts():
        peers.append(Command(bench, "predicate", threads, ("--count",)))
        peers.append(Command(bench, "predicate --strict", threads, ("--count", "--strict")))
        if bench.has("simdjson"):
            peers.append(Simdjson(bench, threads))
        for name, variants in (
            ("duckdb", [("duckdb", duckdb_typed), ("duckdb auto", duckdb_auto)]), ("polars", [("polars", polars)])):
            if bench.has(name):
                worker = workers.enter_context(Worker(bench, name, threads))
                peers += [FromPython(worker, shown, request) for shown, request in variants]
    peers += [JQ(bench, name) for name in ("jq", "gojq") if bench.has(name)]
    for name, language in (("rule-engine", "rule_engine"), ("cel", "cel")):
        if bench.has(name):
            worker = workers.enter_context(Worker(bench, name, 1))
            peers.append(FromPython(worker, name, in_language(language), share=100, language=language))
    return peers


def measure_scans(bench, results, rounds, workers, first_round):
    """Runs every query with every peer, in turn. Round 0 is not counted. A slow peer reads only the beginning of the
    file.

    The file is read before each run. Otherwise the peer after a slow one, always the same, would pay for pages that
    were not used for some seconds, especially on a virtual machine.
    """
    peers = peers_of(bench, workers)
    broken = set()
    for peer in peers:
        if peer.language:
            say_unsaid(results, "scan", peer.name, peer.language)
    for round_number in range(first_round, rounds + 1):
        results.progress_of_round("scan", round_number, rounds)
        for query in QUERIES:
            for peer in peers:
                if peer.language and isinstance(query.form(peer.language), CannotSay) or (peer.name, query.key) in broken:
                    continue
                if peer.is_seldom and round_number % 2 == 0:
                    continue
                records = bench.records // peer.share
                read_through(bench.file(records))
                try:
                    seconds, count = peer.ask(query, bench.file(records))
                except (Failure, WorkerProblem, ValueError) as problem:
                    broken.add((peer.name, query.key))
                    if peer.name.startswith("predicate"):
                        raise Failure(f"{peer.name}, {query.title}: {problem}") from problem
                    results.leave_out("scan", peer.name, query.key, str(problem)[:160])
                    continue
                if round_number > 0:
                    results.add("scan", peer.name, query.key, peer.threads, seconds, records, count)
    # The counts of slow peers are compared with the command's count over the same records.
    for share in (10, 100):
        for query in QUERIES:
            results.references[query.key, bench.records // share] = peers[0].ask(query, bench.file(bench.records // share))[1]
    results.check_counts("scan")


def measure_writing(bench, results, rounds, workers):
    """A tenth of the records written to a file: lines copied by the command, and JSON written by DuckDB."""
    file, target = bench.file(bench.records), str(SCRATCH / "written.ndjson")
    fields = list(COLUMNS)
    duckdb = {
        threads: workers.enter_context(Worker(bench, "duckdb", threads)) for threads in thread_counts() if bench.has("duckdb")
    }
    sources = {
        "duckdb": f"SELECT * FROM {typed_source(file, fields, narrow=False)}",
        "duckdb auto": f"SELECT * FROM read_ndjson_auto('{file}')",
    }
    for round_number in range(rounds + 1):
        results.progress_of_round("writing a tenth", round_number, rounds)
        for threads in thread_counts():
            done = checked(run(bench.filter(TENTH, file, threads=threads, options=()), threads=threads, stdout=target))
            timed = [("predicate", done.seconds, lines_of(target))]
            for name, source in sources.items():
                if threads in duckdb:
                    answer = duckdb[threads].ask(
                        do="sql", text=f"COPY ({source} WHERE {TENTH}) TO '{target}' (FORMAT JSON)")
                    timed.append((name, answer["seconds"], lines_of(target)))
            if round_number > 0:
                for name, seconds, count in timed:
                    results.add("write", name, "a tenth", threads, seconds, bench.records, count)
    (SCRATCH / "written.ndjson").unlink(missing_ok=True)
    results.check_counts("write")


def read_through(path):
    block = bytearray(1 << 20)
    with open(path, "rb", buffering=0) as file:
        while file.readinto(block):
            pass


def lines_of(path):
    count = 0
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            count += block.count(b"\n")
    return count


def measure_gnustep(bench, results, rounds):
    """GNUstep's NSPredicate over dictionaries, with and without the time for reading."""
    if not bench.has("gnustep"):
        return
    results.progress("GNUstep")
    records = bench.records // 100
    lines = ""
    for query in QUERIES:
        form = query.gnustep or query.predicate
        if isinstance(form, CannotSay):
            results.leave_out("scan", "gnustep", query.key, form.reason)
        else:
            lines += f"{query.key}\t{form}\n"
    for file, text in ((bench.file(records), lines), ("-", 'structs\tage > 30 AND name == "fat"\n')):
        done = subprocess.run([bench.tools["gnustep"], file, str(rounds)], input=text, capture_output=True, text=True)
        reading = 0.0
        for line in done.stdout.splitlines():
            kind, key, *rest = line.split("\t")
            if kind == "read":
                records, reading = int(key), float(rest[0])
            elif kind == "error":
                results.leave_out("scan", "gnustep", key, rest[0])
            elif key == "structs":
                for seconds in rest[1:]:
                    results.add("structs", "gnustep", 'age > 30 AND name == "fat"', 1, float(seconds), records, int(rest[0]))
            else:
                for seconds in rest[1:]:
                    results.add("scan", "gnustep", key, 1, reading + float(seconds), records, int(rest[0]))
                    results.add("records", "gnustep", key, 1, float(seconds), records, int(rest[0]))
    for section in ("scan", "records", "structs"):
        results.check_counts(section)
