"""python3 -m bench: measures everything and writes RESULTS.md and results.svg, and RULES.md and rules.svg. `--smoke` takes
a minute and writes none of them."""

import argparse
import os
import sys
from contextlib import ExitStack

from .chart import svg
from .databases import measure_databases
from .growth import measure_records, measure_shapes
from .inprocess import measure_in_process
from .inputs import measure_inputs, measure_limits
from .prepare import PACKAGE, SCRATCH, prepare
from .process_costs import large_file, measure_interrupts, measure_memory, measure_start, remove
from .profiles import profile_shortcomings
from .repl import measure_prompt
from .report import markdown
from .results import Results
from .rules import SIZES, SMOKE_SIZES, measure_rules
from .rules_page import page as rules_page
from .rules_page import svg as rules_svg
from .scan import Failure, measure_gnustep, measure_scans, measure_writing
from .spark import measure_spark

SECTIONS = ["scan", "write", "inputs", "prompt", "process", "inprocess", "rules", "gnustep", "databases", "spark", "growth", "large", "profiles"]


def arguments():
    parser = argparse.ArgumentParser(prog="bench", description="Measures the command and the libraries against their peers.")
    parser.add_argument("--records", type=int, help="number of records (1,000,000; with --smoke 36,000)")
    parser.add_argument("--rounds", type=int, help="number of rounds (5; with --smoke 1)")
    parser.add_argument("--smoke", action="store_true", help="run for a minute on little data, to check that all counts agree")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="only this section (repeatable)")
    parser.add_argument("--keep", action="store_true", help="keep the data")
    parser.add_argument("--output", default=str(PACKAGE), help="the folder for RESULTS.md and results.svg")
    parser.add_argument("--report", metavar="FILE", help="measure nothing; write the report of saved results")
    return parser.parse_args()


def measure(chosen, results):
    records = chosen.records or (36_000 if chosen.smoke else 1_000_000)
    rounds = chosen.rounds or (1 if chosen.smoke else 5)
    sections = chosen.only or [name for name in SECTIONS if not (chosen.smoke and name in ("spark", "large", "profiles"))]
    sizes = [10 ** power for power in range(3, 7) if 10 ** power < records]
    # The rules have events and peers of their own.
    bench = prepare(results, records, [records, records // 10, records // 100, *sizes], only_rules=sections == ["rules"])
    results.facts["rounds"] = rounds
    # A smoke run only checks that all counts agree, so it needs no warm-up round.
    first_round = 1 if chosen.smoke else 0
    data = [(count, bench.file(count)) for count in [*sizes, records]]
    # Each section has its own workers, so that the memory of one does not burden the next.
    with ExitStack() as workers:
        if "scan" in sections:
            measure_scans(bench, results, rounds, workers, first_round)
    with ExitStack() as workers:
        if "write" in sections:
            measure_writing(bench, results, rounds, workers)
    if "inputs" in sections:
        measure_inputs(bench, results, 1 if chosen.smoke else rounds)
        measure_limits(bench, results, 1 if chosen.smoke else rounds)
    if "prompt" in sections:
        measure_prompt(bench, results, rounds, 1 if chosen.smoke else min(rounds, 3), first_round)
    if "process" in sections:
        measure_start(bench, results, 5 if chosen.smoke else 40)
        measure_interrupts(bench, results, 1 if chosen.smoke else 5)
    if "inprocess" in sections:
        structs = 100_000 if chosen.smoke else 1_000_000
        measure_in_process(bench, results, rounds, structs)
    if "rules" in sections:
        measure_rules(bench, results, SMOKE_SIZES if chosen.smoke else SIZES)
    if "gnustep" in sections:
        measure_gnustep(bench, results, rounds)
    if "databases" in sections:
        measure_databases(bench, results, 1 if chosen.smoke else rounds)
    if "spark" in sections:
        measure_spark(bench, results, 1 if chosen.smoke else min(rounds, 3))
    with ExitStack() as workers:
        if "growth" in sections:
            measure_records(bench, results, data, 1 if chosen.smoke else 3, workers)
            measure_shapes(bench, results, 1 if chosen.smoke else 3, workers)
    if "large" in sections:
        path, count, problem = large_file(bench)
        try:
            if problem:
                results.leave_out("memory", "predicate", "file", problem)
            else:
                measure_memory(bench, results, path, count)
                with ExitStack() as workers:
                    measure_records(bench, results, [(count, path)], 1, workers)
        finally:
            remove(path)
    elif "process" in sections:
        measure_memory(bench, results, bench.file(records), records)
    if "profiles" in sections:
        profile_shortcomings(bench, results)
    if not chosen.keep and not chosen.smoke:
        for file in SCRATCH.glob("records-*.ndjson"):
            file.unlink()


def client_section(page):
    """The last section of the page as it is, whose figures Benchmarks/client-build.sh measures."""
    if not os.path.exists(page):
        return ""
    with open(page) as file:
        _, heading, section = file.read().partition("\n## What a program pays\n")
    return heading + section


def main():
    chosen = arguments()
    if chosen.report:
        results = Results.load(chosen.report)
    else:
        results = Results()
        try:
            measure(chosen, results)
        except Failure as problem:
            raise SystemExit(f"bench: {problem}") from None
        results.save(SCRATCH / "results.json")
    if not chosen.smoke and results.in_section("rules"):
        with open(os.path.join(chosen.output, "RULES.md"), "w") as file:
            file.write(rules_page(results))
        with open(os.path.join(chosen.output, "rules.svg"), "w") as file:
            file.write(rules_svg(results))
    has_more = any(not row["section"].startswith("rules") for row in results.rows.values())
    text = markdown(results) if has_more else rules_page(results)
    print(text)
    if not chosen.smoke and has_more:
        page = os.path.join(chosen.output, "RESULTS.md")
        text += client_section(page)
        with open(page, "w") as file:
            file.write(text)
        with open(os.path.join(chosen.output, "results.svg"), "w") as file:
            file.write(svg(results))
    for text in results.disagreements:
        print(f"bench: counts disagree: {text}", file=sys.stderr)
    return 1 if results.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
