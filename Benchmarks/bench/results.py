"""What was measured: rows that the harness fills and the report reads."""

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
        """What the command counts over a beginning of the file, by query and number of records."""
        self._last_shown = ""
        self._begun = time.monotonic()

    def add(self, section, engine, query, threads, seconds, records, count=None, note=None, **more):
        """Adds the time of one round to a row, and sees that the count is that of the other rounds."""
        key = (section, engine, query, threads, records)
        row = self.rows.setdefault(
            key, dict(section=section, engine=engine, query=query, threads=threads, records=records, count=count, note=note,
                      seconds=[], **more))
        if count is not None and row["count"] != count:
            self.disagreements.append(f"{section}: {engine} found {row['count']} and then {count} for {query}")
        row["seconds"].append(seconds)

    def leave_out(self, section, engine, query, reason):
        """Notes that a peer cannot be asked; query is None where it is not there at all."""
        self.left_out[(section, engine, query)] = reason

    def row(self, section, engine, query, threads=1, records=None):
        """A row; of several sizes the largest unless one is named."""
        found = [
            row for key, row in self.rows.items()
            if key[:4] == (section, engine, query, threads) and (records is None or key[4] == records)
        ]
        return max(found, key=lambda row: row["records"], default=None)

    def in_section(self, section):
        return [row for row in self.rows.values() if row["section"] == section]

    def check_counts(self, section):
        """Sees that all that were asked the same over the same records have counted the same."""
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
        """Says which round it is; round 0 is not counted."""
        self.progress(f"{what}, " + (f"round {number} of {rounds}" if number else "warming up"))

    def progress(self, text):
        """Says what is being done, where somebody looks."""
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
    """The median of a row's rounds in seconds; None for no row."""
    return statistics.median(row["seconds"]) if row else None


def per_record(row):
    """The median by record, so that rows over different numbers of records compare; None for no row."""
    return median(row) / row["records"] if row and row["records"] else None


def ratio(row, base):
    """How many times as long as `base` a row took, record for record; None where one is missing."""
    above, below = per_record(row), per_record(base)
    return above / below if above is not None and below else None


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None
