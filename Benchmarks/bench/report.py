"""The results as Markdown, which is also what the terminal shows."""

from .databases import database_queries
from .goals import STRUCTS, figure, goals
from .queries import QUERIES
from .results import geometric_mean, median, per_record, ratio

PEERS = {
    "predicate --strict": "with `--strict`", "simdjson": "simdjson loop", "duckdb": "DuckDB, columns named",
    "duckdb auto": "DuckDB auto", "polars": "polars", "jq": "jq", "gojq": "gojq", "json-decoder": "JSONDecoder",
    "gnustep": "GNUstep", "rule-engine": "rule-engine", "cel": "CEL",
}
"""The peers of the scan in the order of the table, with their displayed names."""

ENGINES = {
    "closure": "handwritten closure", "macro": "PredicateFormat, as the macro describes it", "accessors": "PredicateFormat, accessors", "key-paths": "PredicateFormat, key paths",
    "accessors-matches": "PredicateFormat, accessors, each by `matches`", "key-paths-matches": "PredicateFormat, key paths, each by `matches`",
    "predicate-record": "PredicateFormat, PredicateRecord by hand", "predicate-value": "PredicateFormat, JSON values",
    "foundation-predicate": "Foundation.Predicate", "gnustep": "GNUstep NSPredicate, dictionaries",
}


def table(head, rows):
    """A Markdown table whose columns are aligned in the source too. The first column is text, the others are figures."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    def line(cells):
        return "| " + " | ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(zip(cells, widths))) + " |"
    rule = "|" + "|".join(("-" * (width + 2)) if column == 0 else ("-" * (width + 1) + ":") for column, width in enumerate(widths)) + "|"
    return "\n".join([line(head), rule, *map(line, rows)])


def duration(seconds):
    if seconds is None:
        return "–"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{figure(seconds / size)} {unit}"
    return f"{figure(seconds * 1e9)} ns"


def times(value):
    return "–" if value is None else f"{figure(value)}×"


def size(count):
    return "–" if count is None else f"{count / 1e6:,.1f} MB"


def span(row):
    """The range of the rounds."""
    return f"{duration(min(row['seconds']))} to {duration(max(row['seconds']))}" if row else "–"


def thread_counts(results):
    return sorted({row["threads"] for row in results.in_section("scan")}) or [1]


def scan_table(results, threads):
    peers = [name for name in PEERS if any(row["engine"] == name and row["threads"] == threads for row in results.in_section("scan"))]
    per_byte = results.facts["bytes"] / results.facts["records"]
    head = ["query", "matches", "`predicate filter`", "range", "GB/s", *(PEERS[name] for name in peers)]
    rows = []
    for query in QUERIES:
        own = results.row("scan", "predicate", query.key, threads)
        if own is None:
            continue
        ratios = [ratio(results.row("scan", name, query.key, threads), own) for name in peers]
        rate = figure(per_byte / per_record(own) / 1e9)
        rows.append([query.title, f"{own['count']:,}", duration(median(own)), span(own), rate, *map(times, ratios)])
    means = [
        geometric_mean([ratio(results.row("scan", name, query.key, threads), results.row("scan", "predicate", query.key, threads))
                        for query in QUERIES]) for name in peers
    ]
    own = geometric_mean([per_record(results.row("scan", "predicate", query.key, threads)) for query in QUERIES])
    rows.append(["**geometric mean**", "", duration(own * results.facts["records"]) if own else "–", "",
                 figure(per_byte / own / 1e9) if own else "–", *map(times, means)])
    return table(head, rows)


def absolute_table(results):
    """The seconds of every peer, scaled to the same number of records."""
    names = ["predicate", *PEERS]
    threads = thread_counts(results)
    columns = [
        (name, count) for name in names for count in threads
        if any(row["engine"] == name and row["threads"] == count for row in results.in_section("scan"))
    ]
    head = ["query", *(f"{'`predicate`' if name == 'predicate' else PEERS[name]}, {count}" for name, count in columns)]
    rows = []
    for query in QUERIES:
        cells = []
        for name, count in columns:
            row = results.row("scan", name, query.key, count)
            cells.append(duration(per_record(row) * results.facts["records"]) if row else "–")
        rows.append([query.title, *cells])
    return table(head, rows)


def pair_table(results, section, rows, names=("predicate", "duckdb")):
    """A row for each query and number of threads: ours and DuckDB's."""
    head = ["", "threads", "`predicate`", "range", "DuckDB", "range", "DuckDB / `predicate`"]
    lines = []
    for threads in sorted({row["threads"] for row in results.in_section(section)}):
        ratios = []
        for key, title in rows:
            own, other = (results.row(section, name, key, threads) for name in names)
            if own is None:
                continue
            ratios.append(ratio(other, own))
            lines.append([title, threads, duration(median(own)), span(own), duration(median(other)), span(other), times(ratio(other, own))])
        if len(ratios) > 1 and section == "warm":
            lines.append(["**geometric mean**", threads, "", "", "", "", times(geometric_mean(ratios))])
    return table(head, lines)


def goal_table(goals):
    rows = []
    for goal in goals:
        verdict = {True: "reached", False: "**falls short**", None: "not measured"}[goal.is_reached]
        rows.append([goal.what, goal.goal, goal.measured, verdict, goal.why])
    return table(["what", "goal", "measured", "", ""], rows)


def record_table(results):
    """One record at a time in memory, in nanoseconds."""
    names = [name for name in ENGINES if any(row["engine"] == name for row in results.in_section("records"))]
    rows = []
    for query in QUERIES:
        cells = [results.row("records", name, query.key) for name in names]
        rows.append([query.title, *(f"{figure(per_record(row) * 1e9)} ns" if row else "–" for row in cells)])
    base = {query.key: results.row("records", "closure", query.key) for query in QUERIES}
    means = [geometric_mean([ratio(results.row("records", name, query.key), base[query.key]) for query in QUERIES]) for name in names]
    rows.append(["**mean against the closure**", *map(times, means)])
    return table(["query", *(ENGINES[name] for name in names)], rows)


def struct_table(results):
    closure = results.row("structs", "closure", STRUCTS)
    rows = []
    for name, shown in ENGINES.items():
        row = results.row("structs", name, STRUCTS)
        if row:
            each = {"seconds": [seconds / row["records"] for seconds in row["seconds"]]}
            rows.append([shown, f"{figure(per_record(row) * 1e9)} ns", span(each), times(ratio(row, closure))])
    return table(["engine", "a record", "range", "against the closure"], rows)


def kind_table(results):
    rows = []
    for closure in results.in_section("kinds"):
        if closure["engine"] == "closure":
            count, matches = (results.row("kinds", engine, closure["query"]) for engine in ("count", "matches"))
            cells = [f"{figure(per_record(row) * 1e9)} ns" for row in (count, matches, closure)]
            rows.append([closure["query"], *cells, times(ratio(count, closure))])
    return table(["field", "`count(where:)`", "each by `matches`", "handwritten closure", "against the closure"], rows)


def loop_table(results):
    rows = []
    for row in results.in_section("loops"):
        if row["engine"] == "filter":
            others = [results.row("loops", engine, row["query"]) for engine in ("for-matches", "for-closure")]
            cells = [per_record(each) * 1e9 for each in (row, *others)]
            rows.append([row["query"], *(f"{figure(cell)} ns" for cell in cells), f"{cells[1] - cells[0]:.1f} ns"])
    return table(["value", "`filter`", "loop of `matches`", "loop of a closure", "more than `filter`"], rows)


def parsing_table(results):
    rows = []
    for row in [*results.in_section("parsing"), *results.in_section("corpus")]:
        each = per_record(row)
        what = f"the corpus, {row['query']}" if row["section"] == "corpus" else f"`{row['query']}`"
        rows.append([f"{row['engine']}: {what}", row["note"] or "", f"{row['records']:,}", duration(each), f"{1 / each:,.0f}"])
    return table(["what", "", "texts", "each", "a second"], rows)


def translation_table(results):
    return table(
        ["dialect", "predicate", "each"],
        [[row["engine"], f"`{row['query']}`", duration(per_record(row))] for row in results.in_section("translation")])


def rule_table(results):
    """Events a second for each number of rules and engine."""
    rows = []
    for row in results.in_section("rules"):
        build = f"{row['build']:.2f} s" if row.get("build") is not None else "–"
        memory = f"{row['megabytes']:.0f} MB" if row.get("megabytes") is not None else "–"
        rows.append([row["query"], row["engine"], f"{row['records']:,}", f"{row['held']:.1f}", build, memory])
    return table(["rules", "engine", "events a second", "rules that hold", "built in", "memory"], rows)


def growth_tables(results):
    parts = []
    sizes = sorted({row["records"] for row in results.in_section("growth records")})
    columns = sorted(
        {(row["engine"], row["threads"]) for row in results.in_section("growth records")},
        key=lambda pair: (pair[1], pair[0] != "predicate", pair[0]))
    counts = sorted({threads for name, threads in columns if name == "predicate"})
    rows = []
    for records in sizes:
        cells = [results.row("growth records", *pair[:1], "two-scalars", pair[1], records) for pair in columns]
        own = [results.row("growth records", "predicate", "two-scalars", threads, records) for threads in counts]
        memory = (size(row.get("anonymous") if row else None) for row in own)
        rows.append([f"{records:,}", *(duration(median(row)) for row in cells), *memory])
    if rows:
        text = "The two-scalar query, with the number of threads. Memory is that of `predicate` which no file backs."
        parts.append(f"### Records\n\n{text}\n\n" + table(
            ["records", *(f"{'`predicate`' if name == 'predicate' else name}, {threads}" for name, threads in columns),
             *(f"memory, {threads}" for threads in counts)], rows))
    for section, title, text in (
        ("growth clauses", "Clauses", "`bucket == 0 OR bucket == 997 OR …` over a tenth of the records, one thread"),
        ("growth nesting", "Nesting", "conditions within brackets within brackets, over a tenth of the records, one thread"),
        ("growth selectivity", "Selectivity", "`bucket < n`, n in a million records match, one thread"),
    ):
        keys = sorted({int(row["query"]) for row in results.in_section(section)})
        rows = []
        for key in keys:
            own, other = (results.row(section, name, str(key)) for name in ("predicate", "duckdb"))
            rows.append([f"{key:,}", f"{own['count']:,}", duration(median(own)), duration(median(other)), times(ratio(other, own))])
        if rows:
            head = [title.lower(), "matches", "`predicate`", "DuckDB", "DuckDB / `predicate`"]
            parts.append(f"### {title}\n\n{text}.\n\n" + table(head, rows))
    for section, title, text in (
        ("clauses", "Text: clauses", "Parsing and checking of `(name == … AND age > …) OR …`"),
        ("nesting", "Text: nesting", "Parsing and checking of brackets within brackets"),
    ):
        rows = [
            [f"{int(row['query']):,}", row["note"], duration(per_record(row)), duration(per_record(row) / int(row["query"]))]
            for row in sorted(results.in_section(section), key=lambda row: int(row["query"]))
        ]
        if rows:
            unit = "clauses" if section == "clauses" else "levels"
            parts.append(f"### {title}\n\n{text}.\n\n" + table([unit, "length", "time", "for each"], rows))
    return "\n\n".join(parts)


def memory_table(results):
    rows = [
        [f"{row['engine']}, {row['query']}, {row['records']:,} records", duration(median(row)), size(row["anonymous"]), size(row["whole"])]
        for row in results.in_section("memory")
    ]
    sizes = results.facts.get("table memory", {})
    rows += [[f"{name}, a loaded table after the twelve queries", "", size(count), ""] for name, count in sizes.items()]
    return table(["what", "time", "without what files back", "all that was ever in memory"], rows)


def process_table(results):
    rows = [[f"start-up: {row['engine']}", duration(median(row)), span(row)] for row in results.in_section("start")]
    rows += [[f"Ctrl-C: {row['query']}", duration(median(row)), span(row)] for row in results.in_section("interrupt")]
    return table(["what", "median", "range"], rows)


def cut(name, length=110):
    """The name of a function without characters that would break a table."""
    name = name.replace("|", "\\|").replace("`", "'")
    return name if len(name) <= length else name[:length] + "…"


def limit_table(results):
    """The two-scalar query by programs that do less, or more, than needed."""
    per_byte = results.facts["bytes"] / results.facts["records"]
    rows = []
    for section, engine, shown in (
        ("limits", "newlines", "finding the newlines only"), ("scan", "simdjson", "simdjson on demand, by hand"),
        ("limits", "dom", "simdjson's DOM, every byte validated"), ("scan", "predicate", "`predicate filter`"),
        ("scan", "predicate --strict", "`predicate filter --strict`")
    ):
        for threads in (1, 2):
            row = results.row(section, engine, "two-scalars", threads)
            if row:
                rows.append([shown, threads, duration(median(row)), span(row), figure(per_byte / per_record(row) / 1e9)])
    return table(["two scalars", "threads", "time", "range", "GB/s"], rows)


def input_table(results):
    rows = []
    lines = results.row("inputs", "predicate", "lines", 2)
    for row in results.in_section("inputs"):
        if row["engine"] == "predicate":
            unpacking = results.row("inputs", "unpacking alone", row["query"], 2)
            rows.append([row["query"], duration(median(row)), span(row), times(ratio(row, lines)), duration(median(unpacking))])
    return table(["form", "`predicate`", "range", "against lines", "unpacking alone"], rows)


def database_table(results):
    rows = []
    for query in database_queries(results):
        own = results.row("databases", "predicate", query, 2)
        for peer in ("by hand", "sqlite-utils"):
            other = results.row("databases", peer, query, 2)
            if other:
                same = results.row("databases", "predicate", query, 2, other["records"]) or own
                rows.append([query, peer, f"{other['records']:,}", "" if own["count"] is None else f"{own['count']:,}", duration(median(same)),
                             span(same), duration(median(other)), span(other), times(ratio(same, other))])
    shown = table(["", "peer", "records", "matches", "`predicate`", "range", "the peer", "range", "`predicate` / the peer"], rows)
    growth = database_growth(results)
    return shown + (f"\n\nHow each grows with ten times the records:\n\n{growth}" if growth else "")


def database_growth(results):
    """The times over the smaller table and the larger one; empty if only one was measured."""
    rows = []
    for query in database_queries(results):
        sizes = sorted({row["records"] for row in results.in_section("databases") if row["query"] == query and row["engine"] != "sqlite-utils"})
        if len(sizes) < 2:
            continue
        cells = []
        for engine in ("predicate", "by hand"):
            small, large = (results.row("databases", engine, query, 2, size) for size in (sizes[0], sizes[-1]))
            growth = median(large) / median(small) if small and large else None
            cells += [duration(median(small)), duration(median(large)), times(growth)]
        rows.append([query, *cells])
    if not rows:
        return ""
    return table(["", "`predicate`, a tenth", "all", "growth", "by hand, a tenth", "all", "growth"], rows)


def spark_table(results):
    """A row for each number of records and of workers, and how each grows with ten times the records."""
    rows, growth = [], []
    own = [row for row in results.in_section("spark") if (row["engine"], row["query"]) == ("predicate", "tasks")]
    for row in sorted(own, key=lambda row: (row["records"], row["threads"])):
        def other(engine, query):
            return results.row("spark", engine, query, row["threads"], row["records"])

        theirs, whole = other("Spark's JSON source", "tasks"), other("predicate", "whole")
        session, query = other("a session that does nothing", "whole"), other("Spark's JSON source", "query")
        rows.append([f"{row['records']:,}", row["threads"], f"{row['count']:,}", duration(median(row)), span(row), duration(median(theirs)),
                     span(theirs), times(ratio(theirs, row)), duration(median(whole)), duration(median(session)), duration(median(query))])
    for workers in sorted({row["threads"] for row in own}):
        sizes = sorted(row["records"] for row in own if row["threads"] == workers)
        for engine in ("predicate", "Spark's JSON source"):
            small, large = (results.row("spark", engine, "tasks", workers, size) for size in (sizes[0], sizes[-1]))
            if len(sizes) > 1 and small and large:
                growth.append([engine, workers, duration(median(small)), duration(median(large)), times(median(large) / median(small))])
    shown = table(["records", "workers", "matches", "our tasks", "range", "Spark's tasks", "range", "Spark / ours", "our command",
                   "a session alone", "Spark's query"], rows)
    if growth:
        shown += "\n\nHow each grows with ten times the records:\n\n" + table(["tasks of", "workers", "a tenth", "all", "growth"], growth)
    return shown


def left_out(results):
    names = {**PEERS, **ENGINES, "all": "everywhere"}
    titles = {query.key: query.title for query in QUERIES}
    seen, lines = set(), []
    for (section, engine, query), reason in results.left_out.items():
        shown = f"- {names.get(engine, engine)}{': ' + titles.get(query, query) if query else ''}: {reason}"
        if shown not in seen:
            seen.add(shown)
            lines.append(shown)
    for engine in ("macro", "key-paths"):
        if not results.row("structs", engine, STRUCTS):
            lines.append(f"- {ENGINES[engine]}: there is none yet")
    return "\n".join(lines)


def heading(results):
    facts = results.facts
    versions = ", ".join(f"{name} {version}" for name, version in sorted(facts.get("versions", {}).items()))
    each = facts["bytes"] / facts["records"]
    plural = "s" if facts["rounds"] > 1 else ""
    return (
        f"{facts['bytes'] / 1e6:,.0f} MB of line-delimited JSON, {facts['records']:,} records of {each:.0f} bytes, page cache warm. "
        f"{facts['processor']}, {facts['processors']} processors, {facts['memory'] / 2**30:.0f} GiB; the load was {facts['load']:.1f} when it "
        f"began; simdjson's kernel is {facts.get('simdjson kernel', 'not known')}. Swift {facts['swift']}; {versions}. "
        f"Made of {facts['revision']}, {facts['rounds']} round{plural} in turn; figures are medians, with the range where there is room."
        + (" **Other work was going on meanwhile: ratios mean something, times and the gain of a second thread do not.**"
           if facts["load"] > facts["processors"] / 2 else "")
    )


SCAN_TEXT = (
    "How many times as long as `predicate filter` a peer takes; below 1 it is faster. Whole processes, but DuckDB, polars, "
    "JSONDecoder, GNUstep, rule-engine and CEL by their own time. jq and gojq were given a tenth of the records, JSONDecoder, "
    "GNUstep, rule-engine and CEL a hundredth.")


def markdown(results):
    """The whole report, without sections that were not measured."""
    parts = [
        "# Measured", "Written by `make bench`; [README.md](README.md) says how it is measured and what the queries are.",
        heading(results),
    ]
    if results.disagreements:
        parts += ["## Counts that disagree", "\n".join(f"- {text}" for text in results.disagreements)]
    parts += ["![JSON filtered in a second, by the command and by its peers](results.svg)", "## The goals", goal_table(goals(results))]

    def add(section, title, text, body, *details):
        if results.in_section(section):
            parts.extend(part for part in (title, text, body(results, *details)) if part)

    for threads in thread_counts(results):
        add("scan", f"## Scan and count, {threads} thread{'s' if threads > 1 else ''}", SCAN_TEXT, scan_table, threads)
    add("scan", "### Times", "Brought to all records where a peer was given fewer; the number is that of the threads.", absolute_table)
    add("write", "## Writing a tenth of the records", "", pair_table, "write", [("a tenth", "`bucket < 100000`, written to a file")])
    add("limits", "## What bounds it", "", limit_table)
    add("inputs", "## Other forms of input",
        "Two scalars over a tenth of the records, with two threads; what `gzip -dc` and `zstd -dc` take to unpack it.", input_table)
    add("load", "## Loading at the prompt", "Until the prompt is back; DuckDB makes a table of all fields with their types.",
        pair_table, "load", [("load", "load"), ("load and first query", "load and first query")])
    add("warm", "## Warm columns", "The queries at the prompt, by the time that it tells, and over DuckDB's table in memory.",
        pair_table, "warm", [(query.key, query.title) for query in QUERIES])
    add("databases", "## Databases",
        "Whole processes over a table with twelve columns. The peer is SQL that was written by hand, run by `sqlite3` or `psql`; for imports "
        "sqlite-utils, and `COPY` of a file that was made beforehand.", database_table)
    add("spark", "## Spark",
        "A count over lines of JSON on a cluster of one and of two workers on loopback, with a core each: two scalars in our worker, and the "
        "same filter over Spark's own JSON source with the types of both fields. Times of tasks are sums. The best of three runs in a session "
        "counts for Spark; the times of its query and of our command cannot be compared, because the command starts a session.", spark_table)
    add("structs", "## Swift structs", f"`{STRUCTS}` over many of them, in one process.", struct_table)
    add("kinds", "## Kinds of fields", "A comparison of one field of a struct of eleven, nanoseconds a value. The closure is in place, so that the compiler sees it.", kind_table)
    add("loops", "## Loops of `matches`", "A `for` loop over an array, compared with `filter`. A loop copies each value, whatever its condition calls; the compiler cannot see into the closure.", loop_table)
    add("records", "## One record at a time",
        "The queries over records in memory, nanoseconds a record; the closure counts an `IN` by a set.", record_table)
    add("parsing", "## Parsing and checking", "A predicate is compiled when it first evaluates a record, which the rows with *evaluate once* include.", parsing_table)
    add("rules", "## Sets of rules", "Lines of JSON with 20 fields against a `PredicateSet`, on one thread; the JSON is read too. "
        "`evaluating-each` evaluates each predicate of the set, `closures` calls a handwritten closure for each rule.", rule_table)
    add("translation", "## Translation to SQL", "From a checked predicate to a plan, in one process.", translation_table)
    add("memory", "## Memory", "", memory_table)
    add("start", "## Start and end", "", process_table)
    growth = growth_tables(results)
    if growth:
        parts += ["## Growth", growth]
    profiles = results.facts.get("profiles", {})
    if profiles:
        parts += ["## Where the time goes", "The functions that `perf` finds most often where a goal is not reached."]
    for title, rows in profiles.items():
        shown = table(["function", "share"], [[f"`{cut(name)}`", f"{share:.1f} %"] for share, name in rows])
        parts += [f"### {title[:1].upper()}{title[1:]}", shown]
    parts += ["## Left out", left_out(results)]
    return "\n\n".join(parts) + "\n"
