"""The measurements: rows that the harness fills and the report reads."""

import json
import math
import statistics
import sys
import time


class Results:
    def __init__(self):
        self.rows = {}
        self.left_out = {}
        self.facts = {}
        self.disagreements = []
        self.references = {}
        """The command's count over the beginning of the file, by query and number of records."""
        self._last_shown = ""
        self._begun = time.monotonic()

    def add(self, section, engine, query, threads, seconds, records, count=None, note=None, **more):
        """Adds the time of one round to a row. Notes a disagreement if the count differs from that of the other
        rounds."""
        key = (section, engine, query, threads, records)
        row = self.rows.setdefault(
            key, dict(section=section, engine=engine, query=query, threads=threads, records=records, count=count, note=note,
                      seconds=[], **more))
        if count is not None and row["count"] != count:
            self.disagreements.append(f"{section}: {engine} found {row['count']} and then {count} for {query}")
        row["seconds"].append(seconds)

    def leave_out(self, section, engine, query, reason):
        """Notes that a peer cannot run a query. `query` is None if the peer is missing."""
        self.left_out[(section, engine, query)] = reason

    def row(self, section, engine, query, threads=1, records=None):
        """A row; the one with the most records unless a number is given."""
        found = [
            row for key, row in self.rows.items()
            if key[:4] == (section, engine, query, threads) and (records is None or key[4] == records)
        ]
        return max(found, key=lambda row: row["records"], default=None)

    def in_section(self, section):
        return [row for row in self.rows.values() if row["section"] == section]

    def check_counts(self, section):
        """Notes a disagreement if engines found different counts for the same query and records."""
        counts = {}
        for row in self.in_section(section):
            if row["count"] is not None:
                counts.setdefault((row["query"], row["records"]), {}).setdefault(row["count"], []).append(row["engine"])
        for (query, records), found in counts.items():
            if section == "scan" and (query, records) in self.references:
                found.setdefault(self.references[query, records], []).append("predicate")
            if len(found) > 1:
                told = "; ".join(f"{count} by {', '.join(sorted(set(engines)))}" for count, engines in found.items())
                problem = f"{section}: {query} over {records} records: {told}"
                if problem not in self.disagreements:
                    self.disagreements.append(problem)

    def progress_of_round(self, what, number, rounds):
        """Reports the current round. Round 0 is the warm-up."""
        self.progress(f"{what}, " + (f"round {number} of {rounds}" if number else "warming up"))

    def progress(self, text):
        """Reports the current step on standard error."""
        if text != self._last_shown:
            self._last_shown = text
            print(f"{time.monotonic() - self._begun:4.0f} s  {text}", file=sys.stderr, flush=True)

    def save(self, path):
        with open(path, "w") as file:
            json.dump(
                {"facts": self.facts, "rows": list(self.rows.values()), "disagreements": self.disagreements,
                 "left_out": [[*key, reason] for key, reason in self.left_out.items()]}, file, indent=1)

    @classmethod
    def load(cls, path):
        with open(path) as file:
            saved = json.load(file)
        results = cls()
        results.facts, results.disagreements = saved["facts"], saved["disagreements"]
        for row in saved["rows"]:
            results.rows[(row["section"], row["engine"], row["query"], row["threads"], row["records"])] = row
        for section, engine, query, reason in saved["left_out"]:
            results.left_out[(section, engine, query)] = reason
        return results


def median(row):
    """The median of a row's rounds in seconds; None without a row."""
    return statistics.median(row["seconds"]) if row else None


def per_record(row):
    """The median per record, so that rows over different numbers of records are comparable; None without a row."""
    return median(row) / row["records"] if row and row["records"] else None


def ratio(row, base):
    """The time per record of a row as a multiple of that of `base`; None if one is missing."""
    above, below = per_record(row), per_record(base)
    return above / below if above is not None and below else None


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None
