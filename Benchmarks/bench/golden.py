"""python3 -m bench.golden BEFORE [AFTER]: compares two builds of the programs, in turn, and fails if the second is slower.

BEFORE and AFTER are folders with `predicate`, `inprocess` and `rules`; AFTER is .build/release by default. In each round
both run every question once, one after the other, so that other load on the machine affects both alike; a figure is the
least processor time of the rounds, because nothing makes a program faster than it is. All answers must be equal.
`--save FILE` writes the figures as JSON. The exit status is 1 if a question takes over 5 % longer and a millisecond more.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from .inprocess import corpus
from .prepare import REPOSITORY, SCRATCH, Bench, make_data, write_lists
from .process import pinned
from .queries import CITIES, QUERIES, SCHEMA
from .results import Results

TOLERANCE = 1.05
"""How much longer a question may take than before."""


def measured(arguments, source=None, output=False):
    """The processor time of a process in seconds, and what it printed."""
    with tempfile.TemporaryFile() as captured, open(source or os.devnull, "rb") as standard_input:
        started = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(arguments, stdin=standard_input, stdout=captured, stderr=subprocess.PIPE)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            raise SystemExit(f"golden: {' '.join(arguments)[:200]}: {done.stderr.decode(errors='replace').strip()}")
        captured.seek(0)
        seconds = ended.ru_utime - started.ru_utime + ended.ru_stime - started.ru_stime
        return seconds, captured.read() if output else captured.seek(0, os.SEEK_END)


def questions(bench, folder):
    """The arguments of each question by its name, without the program, and the file for standard input."""
    data = bench.file(bench.records)
    for query in QUERIES:
        schema = ["--schema", bench.schema] if query.needs_schema else []
        yield f"count: {query.title}", ["filter", "--count", "--threads", "1", *schema, query.predicate, data], None
    yield "count from a pipe", ["filter", "--count", "--threads", "1", QUERIES[0].predicate], data
    yield "write a tenth", ["filter", "bucket < 100000", data], None
    yield "sort", ["filter", "--sort", "score", "--limit", "10", "age > 30", data], None
    yield "groups", ["filter", "--group-by", "city", "--aggregate", "n = count()", "age > 30", data], None
    yield "coverage", ["coverage", QUERIES[1].predicate, data], None
    for name in ("gz", "zst"):
        packed = f"{data}.{name}"
        if not Path(packed).exists():
            with open(packed, "wb") as file:
                subprocess.run(["gzip" if name == "gz" else "zstd", "-c", data], stdout=file, stderr=subprocess.DEVNULL, check=True)
        yield f"count from {name}", ["filter", "--count", QUERIES[0].predicate, packed], None
    rules = folder / "rules.txt"
    rules.write_text("".join(
        f'r{number}: city == "{CITIES[number % 50]}" AND age > {number % 90}\n' for number in range(2_000)))
    yield "match with 2,000 rules", ["match", "--rules", str(rules), "--output", "counts", data], None
    table = f"sqlite:{folder / 'records.sqlite'}#r"
    yield "import into SQLite", ["import", "--into", table, bench.file(bench.records // 10)], None
    yield "count in SQLite", ["filter", "--count", "--from", table, QUERIES[0].predicate], None
    lines = folder / "prompt.txt"
    lines.write_text("".join(f"{query.predicate}\n" for query in QUERIES if not query.needs_schema))
    yield "prompt: load and ask", ["repl", data], str(lines)
    yield "start", ["filter", "--count", "age > 1", os.devnull], None
    yield "check 4,000 clauses", ["check", " OR ".join(f"field{number} == {number}" for number in range(4_000))], None


def asked(folder, arguments, source, work):
    """One question of a build. An import needs a database that is not there yet."""
    if arguments[0] == "import":
        (work / "records.sqlite").unlink(missing_ok=True)
    return measured([str(folder / "predicate"), *arguments], source)


def compared(name, before, after, rounds):
    """The least times of both, and the answers if they differ."""
    least = [float("inf"), float("inf")]
    for number in range(rounds):
        answers = []
        for index, call in enumerate((before, after) if number % 2 == 0 else (after, before)):
            index = index if number % 2 == 0 else 1 - index
            seconds, answer = call()
            least[index] = min(least[index], seconds)
            answers.append(answer)
        if answers[0] != answers[1]:
            print(f"golden: {name}: the answers differ", file=sys.stderr)
            return least, False
    return least, True


def inprocess_figures(program, bench, section):
    request = {
        "file": bench.file(bench.records // 10), "schema": json.dumps(SCHEMA), "rounds": 3, "structs": 200_000,
        "corpus": corpus(),
        "queries": [{"key": query.key, "predicate": query.predicate, "needsSchema": query.needs_schema} for query in QUERIES],
    }
    with pinned(1):
        done = subprocess.run([program, section], input=json.dumps(request), capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"golden: inprocess {section}: {done.stderr.strip()}")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {f"{section}: {row['engine']}: {row['query']}": min(row["seconds"]) for row in rows}


def main():
    parser = argparse.ArgumentParser(prog="bench.golden", description=__doc__.split("\n")[0])
    parser.add_argument("before", help="a folder with the programs of the older state")
    parser.add_argument("after", nargs="?", default=str(REPOSITORY / ".build/release"), help="the same of the newer one")
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--save", metavar="FILE", help="write the figures as JSON")
    chosen = parser.parse_args()
    folders = [Path(chosen.before), Path(chosen.after)]
    SCRATCH.mkdir(parents=True, exist_ok=True)
    bench = Bench(Results(), chosen.records)
    write_lists(bench)
    make_data(bench, [chosen.records, chosen.records // 10])
    figures, differ = {}, False
    with tempfile.TemporaryDirectory() as work:
        for name, arguments, source in questions(bench, Path(work)):
            rounds = chosen.rounds * 8 if name == "start" else chosen.rounds
            calls = [lambda folder=folder: asked(folder, arguments, source, Path(work)) for folder in folders]
            figures[name], same = compared(name, *calls, rounds)
            differ = differ or not same
    for section in ("parsing", "structs", "records", "translation"):
        each = [{}, {}]
        for _ in range(2):
            for index, folder in enumerate(folders):
                for name, seconds in inprocess_figures(str(folder / "inprocess"), bench, section).items():
                    each[index][name] = min(seconds, each[index].get(name, seconds))
        for name in each[0]:
            if name in each[1]:
                figures[name] = [each[0][name], each[1][name]]
    sizes = [os.path.getsize(folder / "predicate") for folder in folders]
    slower = []
    for name, (before, after) in figures.items():
        is_slower = after > before * TOLERANCE and after - before > 0.001
        slower += [name] if is_slower else []
        print(f"{name:60} {before * 1000:10.2f} ms {after * 1000:10.2f} ms {after / before if before else 1:6.2f}{' slower' if is_slower else ''}")
    print(f"{'size of the command':60} {sizes[0]:10} {sizes[1]:10} {sizes[1] / sizes[0]:9.2f}")
    if chosen.save:
        Path(chosen.save).write_text(json.dumps(
            {"unit": "seconds of processor time, before and after", "figures": figures, "bytes of the command": sizes}, indent=1))
    print(f"{len(figures)} figures, {len(slower)} slower than {TOLERANCE:.2f} times")
    return 1 if slower or differ else 0


if __name__ == "__main__":
    sys.exit(main())
