"""Measurements within one process, by the Swift program `inprocess`."""

import json
import subprocess

from .prepare import REPOSITORY
from .process import pinned
from .queries import QUERIES, SCHEMA

CORPUS = REPOSITORY / "Tests/Conformance"


def joined(text):
    """The text of a case: a string, or a list of strings and repeated strings."""
    if isinstance(text, str):
        return text
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in text)


def corpus():
    """The predicates of the conformance corpus that need no arguments, each with its schema."""
    texts = []
    for file in sorted([*CORPUS.glob("*.json"), *(CORPUS / "generated").glob("*.json")]):
        if file.name == "matrix.json":
            continue
        for case in json.loads(file.read_text())["cases"]:
            if "text" not in case or "arguments" in case:
                continue
            schema = case.get("schema")
            if isinstance(schema, str):
                schema = json.loads((CORPUS / "schemas" / f"{schema}.schema.json").read_text())
            texts.append({
                "text": joined(case["text"]), "schema": json.dumps(schema) if schema is not None else None,
                "isInferred": case.get("inferred", False),
                "isAccepted": "errors" not in case and "rejected" not in case,
            })
    return texts


def measure_in_process(bench, results, rounds, structs, sections=("parsing", "structs", "kinds", "loops", "records", "decoding", "translation")):
    """Runs the sections on one processor, because they measure one thread. Rows keep every round."""
    records = bench.records // 10
    for section in sections:
        results.progress(f"in one process: {section}")
        # JSONDecoder is the slowest reader, so it gets as few records as the Python peers.
        size = bench.records // 100 if section == "decoding" else records
        request = {
            "file": bench.file(size), "schema": json.dumps(SCHEMA), "rounds": rounds, "structs": structs, "corpus": corpus(),
            "queries": [
                {"key": query.key, "predicate": query.predicate, "needsSchema": query.needs_schema} for query in QUERIES
            ],
        }
        if section == "parsing":
            bench.last_request = json.dumps(request)
        with pinned(1):
            done = subprocess.run(
                [bench.tools["inprocess"], section], input=json.dumps(request), capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"bench: inprocess {section}: {done.stderr.strip()}")
        for line in done.stdout.splitlines():
            measured = json.loads(line)
            into, operations = measured["section"], measured["operations"]
            if into == "decoding":
                into, operations = "scan", size
            for seconds in measured["seconds"]:
                results.add(
                    into, measured["engine"], measured["query"], 1, seconds, operations, measured.get("count"),
                    note=measured.get("note"))
    for query, reason in (
        ("string-options", "#Predicate compares without diacritics on Apple's systems alone"),
        ("many-or", "the compiler does not get through forty clauses in one #Predicate"),
    ):
        results.leave_out("records", "foundation-predicate", query, reason)
    for section in ("structs", "kinds", "loops", "records", "scan"):
        results.check_counts(section)
