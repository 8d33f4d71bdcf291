"""How cost grows with the number of records, clauses, levels and matches."""

from .process import run
from .queries import BY_KEY
from .scan import Command, FromPython, Simdjson, checked, duckdb_typed, typed_source
from .workers import Worker, thread_counts

CLAUSES = [1, 3, 10, 30, 100, 300, 1000]
LEVELS = [1, 3, 10, 30, 100]
SELECTED = [1, 100, 10_000, 100_000, 500_000, 1_000_000]


def measure_records(bench, results, sizes, rounds, workers):
    """The two-scalar query over growing numbers of records, on one and two threads, and the memory that it needs."""
    query = BY_KEY["two-scalars"]
    peers = []
    for threads in thread_counts():
        peers.append(Command(bench, "predicate", threads, ("--count",)))
        if bench.has("simdjson"):
            peers.append(Simdjson(bench, threads))
        if bench.has("duckdb"):
            peers.append(FromPython(workers.enter_context(Worker(bench, "duckdb", threads)), "duckdb", duckdb_typed))
    for records, file in sizes:
        results.progress(f"growth: {records} records")
        # Files larger than the data were read just before, and one round is enough.
        is_large = records > bench.records
        for round_number in range(1 if is_large else 0, 2 if is_large else rounds + 1):
            for peer in peers:
                seconds, count = peer.ask(query, file)
                if round_number > 0:
                    results.add("growth records", peer.name, query.key, peer.threads, seconds, records, count)
        for threads in thread_counts():
            done = checked(run(bench.filter(query.predicate, file, threads=threads), threads=threads, watch=True))
            results.row("growth records", "predicate", query.key, threads, records)["anonymous"] = done.peak["RssAnon"]
    results.check_counts("growth records")


def nested(levels, words):
    """A condition with a number of levels of brackets. `words` are its OR and AND."""
    text = "bucket < 500000"
    for level in range(1, levels):
        text = f"age > {level % 100} {words[1]} ({text})" if level % 2 else f"score < 0 {words[0]} ({text})"
    return text


def measure_shapes(bench, results, rounds, workers):
    """Clauses and levels over a tenth of the records, selectivity over all of them."""
    duckdb = workers.enter_context(Worker(bench, "duckdb", 1)) if bench.has("duckdb") else None
    fewer = bench.records // 10
    cases = []
    for count in CLAUSES:
        clauses = " OR ".join(f"bucket == {number * 997}" for number in range(count))
        cases.append(("growth clauses", str(count), clauses, clauses.replace("==", "="), ["bucket"], fewer))
    for levels in LEVELS:
        text = nested(levels, ("OR", "AND"))
        cases.append(("growth nesting", str(levels), text, text, ["bucket", "age", "score"], fewer))
    for bound in SELECTED:
        cases.append(("growth selectivity", str(bound), f"bucket < {bound}", f"bucket < {bound}", ["bucket"], bench.records))
    for round_number in range(rounds):
        results.progress_of_round("growth: clauses, nesting, selectivity", round_number + 1, rounds)
        for section, key, predicate, sql, fields, records in cases:
            file = bench.file(records)
            done = checked(run(bench.filter(predicate, file), threads=1))
            results.add(section, "predicate", key, 1, done.seconds, records, int(done.output))
            if duckdb:
                answer = duckdb.ask(do="sql", text=f"SELECT count(*) FROM {typed_source(file, fields)} WHERE {sql}")
                results.add(section, "duckdb", key, 1, answer["seconds"], records, answer["count"])
    for section in ("growth clauses", "growth nesting", "growth selectivity"):
        results.check_counts(section)
