"""The goals and the measured values: a row for each goal."""

from dataclasses import dataclass

from .databases import EMPTY, database_queries
from .queries import QUERIES
from .results import geometric_mean, median, per_record, ratio

NOTES = "note.persistentID == $id OR note.parent.persistentID == $id"
THREADS = [(1, "1 thread"), (2, "2 threads")]
STRUCTS = 'age > 30 AND name == "fat"'


@dataclass
class Goal:
    what: str
    goal: str
    measured: str
    is_reached: object
    """Whether the goal is reached; None if it was not measured."""
    why: str = ""


def faster(results, section, engine, peer, query, threads=1):
    """The time of the peer, as a multiple of ours."""
    return ratio(results.row(section, peer, query, threads), results.row(section, engine, query, threads))


def at_least(what, value, goal, unit=" times"):
    if value is None:
        return Goal(what, f"≥ {goal:,g}{unit}", "not measured", None)
    return Goal(what, f"≥ {goal:,g}{unit}", f"{figure(value)}{unit}", value >= goal)


def at_most(what, value, goal, unit, scale=1.0):
    if value is None:
        return Goal(what, f"≤ {goal:g} {unit}".rstrip(), "not measured", None)
    return Goal(what, f"≤ {goal:g} {unit}".rstrip(), f"{figure(value * scale)} {unit}".rstrip(), value * scale <= goal)


def figure(value):
    """A number with its significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def mean_of(results, section, engine, peer, threads):
    return geometric_mean([faster(results, section, engine, peer, query.key, threads) for query in QUERIES])


def extreme_of(results, section, engine, peer, threads, pick):
    """The query with the smallest or largest ratio."""
    found = [(faster(results, section, engine, peer, query.key, threads), query) for query in QUERIES]
    found = [pair for pair in found if pair[0] is not None]
    return pick(found, key=lambda pair: pair[0], default=(None, None))


def goals(results):
    """All goals, in the order in which they were set."""
    rows = []
    for threads, on in THREADS:
        rows.append(at_least(f"scan and count against DuckDB with columns named, mean of the queries, {on}",
                             mean_of(results, "scan", "predicate", "duckdb", threads), 3))
        worst, query = extreme_of(results, "scan", "predicate", "duckdb", threads, min)
        goal = at_least(f"the same, the slowest query, {on}", worst, 1)
        goal.why = f"the slowest is: {query.title}" if query else ""
        rows.append(goal)
        rows.append(at_least(f"with --strict, mean, {on}", mean_of(results, "scan", "predicate --strict", "duckdb", threads), 1.5))
    for threads, on in THREADS:
        rows.append(at_least(f"two scalars against the bare simdjson loop, {on}",
                             faster(results, "scan", "predicate", "simdjson", "two-scalars", threads), 1))
    rows.append(at_least("two scalars against jq", faster(results, "scan", "predicate", "jq", "two-scalars"), 70))
    for threads, on in THREADS:
        rows.append(at_least(f"a string that one record in ten thousand has, against DuckDB, {on}",
                             faster(results, "scan", "predicate", "duckdb", "rare-string", threads), 8))
    for threads, on in THREADS:
        rows.append(at_least(f"a tenth of the records written, against DuckDB's COPY … TO JSON, {on}",
                             faster(results, "write", "predicate", "duckdb", "a tenth", threads), 3))
    for threads, on in THREADS:
        rows.append(at_least(f":load until the prompt is back, against DuckDB's typed table, {on}",
                             faster(results, "load", "predicate", "duckdb", "load", threads), 5))
        rows.append(at_least(f"the same with the first query, {on}",
                             faster(results, "load", "predicate", "duckdb", "load and first query", threads), 3))
    for threads, on in THREADS:
        mean = mean_of(results, "warm", "predicate", "duckdb", threads)
        rows.append(at_most(f"warm columns: time against DuckDB's table, mean, {on}", 1 / mean if mean else None, 1, "times"))
        worst, query = extreme_of(results, "warm", "predicate", "duckdb", threads, min)
        goal = at_most(f"the same, the slowest query, {on}", 1 / worst if worst else None, 1.5, "times")
        goal.why = f"the slowest is: {query.title}" if query else ""
        rows.append(goal)
    rows += database_goals(results) + spark_goals(results)
    rows += struct_goals(results) + parsing_goals(results) + translation_goals(results) + rule_goals(results)
    rows += memory_goals(results) + process_goals(results)
    return rows


def database_goals(results):
    """None if no database was measured."""
    if not results.in_section("databases"):
        return []

    def against(peer, query):
        other = results.row("databases", peer, query, 2)
        own = other and results.row("databases", "predicate", query, 2, other["records"])
        return ratio(own, other)

    rows = []
    for engine in ("SQLite", "PostgreSQL"):
        found = [query for query in database_queries(results) if query.startswith(engine) and results.row("databases", "by hand", query, 2)]
        if not found:
            continue
        counted = [query for query in found if not query.endswith((" written", " import", EMPTY))]
        worst = max(counted, key=lambda query: against("by hand", query))
        goal = at_most(f"{engine}: counts against SQL by hand, the slowest", against("by hand", worst), 1.1, "times")
        goal.why = f"the slowest is: {worst.removeprefix(engine + ': ')}"
        rows.append(goal)
        rows.append(count_without_start(results, engine, counted))
        client = "sqlite3 -json" if engine == "SQLite" else "psql writing JSON"
        rows.append(at_most(f"{engine}: a tenth of the rows written, against {client}", against("by hand", f"{engine}: a tenth written"),
                            1 if engine == "SQLite" else 1.2, "times"))
    rows.append(at_most("SQLite: import against sqlite-utils", against("sqlite-utils", "SQLite: import"), 1, "times"))
    if results.row("databases", "by hand", "PostgreSQL: import", 2):
        rows.append(at_most("PostgreSQL: import against COPY of a file", against("by hand", "PostgreSQL: import"), 2.5, "times"))
    return rows


def count_without_start(results, engine, counted):
    """The slowest count, less what each program takes for an empty table. Counts of less than ten milliseconds are
    left out, because nothing remains of them."""
    def seconds(peer, query):
        return median(results.row("databases", peer, query, 2))

    empty = f"{engine}: {EMPTY}"
    parts = {}
    # Results that were saved earlier have no empty table.
    for query in counted if results.row("databases", "by hand", empty, 2) else []:
        theirs = seconds("by hand", query) - seconds("by hand", empty)
        if theirs > 0.01:
            parts[query] = (seconds("predicate", query) - seconds("predicate", empty)) / theirs
    worst = max(parts, key=parts.get, default=None)
    goal = at_most(f"{engine}: the same without the start of both programs", parts.get(worst), 1.1, "times")
    if worst:
        goal.why = f"the slowest is: {worst.removeprefix(engine + ': ')}"
    return goal


def spark_goals(results):
    """None if Spark was not measured."""
    rows = []
    for workers in (1, 2):
        row = results.row("spark", "predicate", "tasks", workers)
        if row:
            goal = at_least(f"Spark, {workers} worker{'s' if workers > 1 else ''}: the tasks of its own JSON source against ours",
                            faster(results, "spark", "predicate", "Spark's JSON source", "tasks", workers), 5)
            goal.why = f"{row['records']:,} records"
            rows.append(goal)
    return rows


def struct_goals(results):
    closure = results.row("structs", "closure", STRUCTS)
    rows = []
    for engine, shown, goal in (("macro", "what the macro writes", 1.5), ("key-paths", "key paths", 6)):
        found = ratio(results.row("structs", engine, STRUCTS), closure)
        rows.append(at_most(f"a million structs through {shown}: time against the closure", found, goal, "times"))
    best = [results.row("structs", engine, STRUCTS) for engine in ("macro", "accessors", "key-paths", "predicate-record")]
    best = min((row for row in best if row), key=median, default=None)
    goal = at_least("the same against Foundation.Predicate", ratio(results.row("structs", "foundation-predicate", STRUCTS), best), 15)
    goal.why = f"by {best['engine']}" if best else ""
    return rows + [goal]


def parsing_goals(results):
    notes = per_record(results.row("parsing", "parse and check", NOTES))
    rows = [at_most(f"parse and check of `{NOTES}`", notes, 5, "µs", 1e6)]
    corpus = results.row("corpus", "parse and check", "accepted")
    goal = at_least("the conformance corpus, parsed and checked", corpus and 1 / per_record(corpus), 200_000, " a second")
    usual = results.row("corpus", "parse and check", "accepted, up to 1,000 bytes")
    if corpus and usual:
        goal.why = f"the accepted texts, {corpus['note']}; {1 / per_record(usual):,.0f} without those of more than 1,000 bytes"
    return rows + [goal]


def translation_goals(results):
    """None for results that were saved before translations were measured."""
    worst = max(results.in_section("translation"), key=per_record, default=None)
    if worst is None:
        return []
    goal = at_most("a checked predicate translated to SQL, the slowest", per_record(worst), 20, "µs", 1e6)
    goal.why = f"the slowest is: {worst['engine']}, `{worst['query']}`"
    return [goal]


def rule_goals(results):
    rows = []
    for size, events in ((1_000, 80_000), (10_000, 30_000), (100_000, 2_500)):
        row = results.row("rules", "predicate-set", f"{size} rules")
        rows.append(at_least(f"sets of rules: events a second with {size:,} rules", row and row["records"], events, ""))
        if size == 10_000:
            rows.append(at_most("the same: memory with the predicates", row and row["megabytes"], 40, "MB"))
            rows.append(at_most("the same: built in", row and row["build"], 0.5, "s"))
    return rows


def memory_goals(results):
    rows = []
    for source in ("file", "pipe"):
        row = results.row("memory", "predicate", source, 2)
        goal = at_most(f"memory beside the mapping, filtering a {source}", row and row["anonymous"], 200, "MB", 1e-6)
        if row:
            goal.why = f"{row['records']:,} records"
        rows.append(goal)
    sizes = results.facts.get("table memory", {})
    if sizes.get("duckdb"):
        found = sizes["predicate"] / sizes["duckdb"]
        rows.append(at_most("a loaded table after the twelve queries: memory against DuckDB's", found, 1, "times"))
    return rows


def process_goals(results):
    rows = [at_most("start-up", median(results.row("start", "predicate", "start")), 15, "ms", 1e3)]
    for query in ("filter of a pipe", "prompt, loading", "prompt, counting", "prompt, pasting"):
        row = results.row("interrupt", "predicate", query)
        rows.append(at_most(f"Ctrl-C, {query}: the slowest answer", row and max(row["seconds"]), 100, "ms", 1e3))
    return rows

