"""Peers that are Python packages, each in its own process, which answers requests line by line and measures itself.

    python -m bench.worker duckdb 2     reads requests as JSON lines, and answers each with a JSON line

The measured time is that of the query, without starting Python and importing the package. A request is an object with
`do` and its arguments. The answer has `seconds` and `count`, or `error`.
"""

import json
import os
import sys
import time


class DuckDB:
    def __init__(self, threads):
        import duckdb

        self.version = duckdb.__version__
        self.connection = duckdb.connect()
        self.connection.execute(f"SET threads = {threads}")
        self.connection.execute("SET TimeZone = 'UTC'")
        self.connection.execute("SET enable_progress_bar = false")

    def sql(self, request):
        """Runs one statement; the count is the first value of its answer."""
        started = time.perf_counter()
        rows = self.connection.execute(request["text"]).fetchall()
        seconds = time.perf_counter() - started
        return {"seconds": seconds, "count": rows[0][0] if rows and rows[0] else None}


class Polars:
    def __init__(self, threads):
        os.environ["POLARS_MAX_THREADS"] = str(threads)
        import polars

        self.polars = polars
        self.version = polars.__version__

    def schema(self, fields):
        pl = self.polars
        types = {
            "id": pl.Int64, "name": pl.String, "age": pl.Int64, "active": pl.Boolean, "score": pl.Float64, "bucket": pl.Int64,
            "email": pl.String, "city": pl.String, "country": pl.String, "created": pl.String, "tags": pl.List(pl.String),
            "device": pl.Struct({"system": pl.Struct({"version": pl.Struct({"major": pl.Int64})})}),
            "items": pl.List(pl.Struct({"price": pl.Float64, "quantity": pl.Int64})),
        }
        return {field: types[field] for field in fields}

    def filter(self, request):
        import datetime

        pl = self.polars
        names = {
            "pl": pl, "c": pl.col,
            "utc": lambda *day: datetime.datetime(*day, tzinfo=datetime.timezone.utc),
        }
        started = time.perf_counter()
        frame = pl.scan_ndjson(request["file"], schema=self.schema(request["fields"]))
        condition = eval(request["text"], names)
        count = frame.filter(condition).select(pl.len()).collect(engine=request.get("engine", "auto")).item()
        return {"seconds": time.perf_counter() - started, "count": count}


class RecordAtATime:
    """json.loads and a rule for its result. `read` says whether the time includes reading."""

    def rule(self, text):
        raise NotImplementedError

    def filter(self, request):
        matches = self.rule(request["text"])
        if request.get("read", True):
            started = time.perf_counter()
            count = 0
            with open(request["file"], "rb") as lines:
                for line in lines:
                    count += matches(json.loads(line))
        else:
            with open(request["file"], "rb") as lines:
                records = [json.loads(line) for line in lines]
            started = time.perf_counter()
            count = sum(map(matches, records))
        return {"seconds": time.perf_counter() - started, "count": count}


class RuleEngine(RecordAtATime):
    def __init__(self, threads):
        import importlib.metadata
        import rule_engine

        self.version = importlib.metadata.version("rule-engine")
        self.package = rule_engine
        self.context = rule_engine.Context(default_value=None)

    def rule(self, text):
        return self.package.Rule(text, context=self.context).matches


class CEL(RecordAtATime):
    def __init__(self, threads):
        import cel
        import importlib.metadata

        self.version = importlib.metadata.version("common-expression-language")
        self.package = cel

    def rule(self, text):
        execute = self.package.compile(text).execute
        return lambda record: execute({"r": record})


PEERS = {"duckdb": DuckDB, "polars": Polars, "rule-engine": RuleEngine, "cel": CEL}


def main():
    name, threads = sys.argv[1], int(sys.argv[2])
    try:
        peer = PEERS[name](threads)
    except Exception as problem:  # A peer that cannot start is reported, and the run continues without it.
        print(json.dumps({"error": f"{type(problem).__name__}: {problem}"}), flush=True)
        return
    print(json.dumps({"version": peer.version}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(peer, request["do"])(request)
        except Exception as problem:
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
