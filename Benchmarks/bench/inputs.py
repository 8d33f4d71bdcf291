"""The same records in other forms: a list, compact or over many lines, standard input, gzip, zstd; and the programs
that only unpack."""

import json
import shutil
import subprocess

from .prepare import SCRATCH
from .process import run
from .queries import BY_KEY
from .scan import checked


def write_forms(bench, records):
    """Writes the records as lists and compressed. Returns the path of each form that could be written."""
    lines = bench.file(records)
    forms = {"lines": lines, "list": str(SCRATCH / "form.json")}
    with open(lines, "rb") as source, open(forms["list"], "wb") as target:
        mark = b"["
        for line in source:
            target.write(mark + line.rstrip(b"\n"))
            mark = b",\n"
        target.write(b"]\n")
    forms["list over many lines"] = str(SCRATCH / "form-pretty.json")
    with open(lines, "rb") as source, open(forms["list over many lines"], "w") as target:
        mark = "[\n"
        for line in source:
            target.write(mark + json.dumps(json.loads(line), indent=2, ensure_ascii=False))
            mark = ",\n"
        target.write("\n]\n")
    for name, program in (("gzip", "gzip"), ("zstd", "zstd")):
        if shutil.which(program):
            forms[name] = str(SCRATCH / f"form.{name}")
            with open(forms[name], "wb") as target:
                subprocess.run([program, "-c", "-1", lines], stdout=target, stderr=subprocess.DEVNULL, check=True)
    return forms


def measure_inputs(bench, results, rounds):
    """The two-scalar query over each form on two threads, and the time for unpacking alone."""
    results.progress("forms of input")
    records = bench.records // 10
    forms = write_forms(bench, records)
    query = BY_KEY["two-scalars"].predicate
    try:
        for round_number in range(rounds + 1):
            for name, path in forms.items():
                done = checked(run(bench.filter(query, path, threads=2)))
                timed = [("predicate", name, done.seconds, int(done.output))]
                if name == "lines":
                    feeder = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
                    done = checked(run(bench.filter(query, threads=2), stdin=feeder.stdout.fileno()))
                    feeder.stdout.close()
                    feeder.wait()
                    timed.append(("predicate", "standard input", done.seconds, int(done.output)))
                elif name in ("gzip", "zstd"):
                    unpacking = checked(run([name, "-dc", path], stdout="/dev/null"))
                    timed.append(("unpacking alone", name, unpacking.seconds, None))
                if round_number > 0:
                    for engine, form, seconds, count in timed:
                        results.add("inputs", engine, form, 2, seconds, records, count)
    finally:
        for name, path in forms.items():
            if name != "lines":
                (SCRATCH / path).unlink(missing_ok=True)
    counts = {row["count"] for row in results.in_section("inputs") if row["count"] is not None}
    if len(counts) > 1:
        results.disagreements.append(f"inputs: the forms of one input have given {sorted(counts)}")


def measure_limits(bench, results, rounds):
    """The limits of a scan: finding only the newlines, and validating every byte with simdjson's DOM."""
    if not bench.has("simdjson"):
        return
    results.progress("limits")
    for round_number in range(rounds + 1):
        for name in ("newlines", "dom"):
            for threads in (1, 2):
                done = checked(run(
                    [bench.tools["simdjson"], name, str(threads), str(SCRATCH / "lists.txt"), bench.file(bench.records)],
                    threads=threads))
                if round_number > 0:
                    results.add("limits", name, "two-scalars", threads, done.seconds, bench.records, int(done.output.split()[0]))
    found, counted = results.row("scan", "predicate", "two-scalars"), results.row("limits", "dom", "two-scalars")
    if found and found["count"] != counted["count"]:
        results.disagreements.append(f"limits: dom found {counted['count']}, predicate {found['count']}")
