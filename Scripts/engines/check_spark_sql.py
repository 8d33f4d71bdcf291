#!/usr/bin/env python3
"""Runs generated predicates in Spark itself and compares the rows with those of evaluation.

check_spark_sql.py FILE [--exact PERCENT]

FILE is written by the test SparkCases (PREDICATE_SPARK_FILE=FILE swift test --filter SparkCases). The rows are written as
Parquet. An exact condition must take the same rows, any other at least the rows that match, and none may raise an error.
Conditions are asked many at a time as columns, with ANSI mode on and off; some also as a filter of the files, and as a
statement with parameters. A plain comparison must be among the filters that Spark gives to the reader of Parquet.
"""
import argparse
import collections
import json
import shutil
import sys
import tempfile

from pyspark.sql import SparkSession

BATCH = 20
FILTERS = 60


class Check:
    def __init__(self, spark, data, folder):
        self.spark, self.data, self.problems = spark, data, 0
        lines = folder + "/rows.ndjson"
        with open(lines, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in data["lines"])
        rows = spark.read.schema(data["columns"]).json("file://" + lines)
        instants = ["timestamp_micros(%s) AS %s" % (name, name) if name in ("d", "e") else name for name in rows.columns]
        rows.selectExpr(*instants).write.parquet("file://" + folder + "/rows.parquet")
        self.rows = spark.read.parquet("file://" + folder + "/rows.parquet").alias("item")
        self.rows.createOrReplaceTempView("item")
        if self.rows.count() != len(data["lines"]):
            raise SystemExit("error: Spark has read other rows than were written")

    def fail(self, case, how, problem):
        self.problems += 1
        if self.problems <= 10:
            print("%s\n  %s, %s: %s\n  %s\n" % (case["predicate"], case["exactness"], how, case["inline"], problem), file=sys.stderr)

    def compare(self, case, how, found):
        expected, found = set(case["rows"]), list(found)
        if len(found) != len(set(found)):
            return self.fail(case, how, "rows come twice")
        wrong = set(found) ^ expected if case["exactness"] == "exact" else expected - set(found)
        if wrong:
            self.fail(case, how, "rows that differ: %s" % sorted(wrong)[:10])

    def columns(self, cases, how):
        """Conditions as columns of one query, each by itself if one of them raises an error."""
        try:
            found = self.rows.selectExpr("id", *["(%s) AS c%d" % (case["inline"], number) for number, case in enumerate(cases)])
            rows = found.collect()
        except Exception as error:
            if len(cases) == 1:
                return self.fail(cases[0], how, str(error)[:600])
            for case in cases:
                self.columns([case], how)
            return
        for number, case in enumerate(cases):
            self.compare(case, how, (row[0] for row in rows if row[number + 1]))

    def filtered(self, case, how, ask):
        try:
            self.compare(case, how, (row[0] for row in ask().collect()))
        except Exception as error:
            self.fail(case, how, str(error)[:600])

    def pushed(self, condition, wanted):
        """Whether the reader of Parquet gets a filter."""
        plan = self.rows.where(condition)._jdf.queryExecution().executedPlan().toString()
        told = [line for line in plan.split("\n") if "PushedFilters" in line]
        if not told or wanted not in told[0]:
            self.problems += 1
            print("error: %s is not pushed as %s: %s" % (condition, wanted, told), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--exact", type=float, default=0)
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        data = json.load(file)
    folder = tempfile.mkdtemp(prefix="predicate-spark-sql-")
    settings = {
        "spark.ui.enabled": "false", "spark.sql.session.timeZone": "UTC", "spark.sql.warehouse.dir": folder + "/warehouse",
        "spark.sql.shuffle.partitions": "1", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
    }
    builder = SparkSession.builder.master("local[1]")
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    try:
        check = Check(spark, data, folder)
        cases = data["cases"]
        for ansi in ("true", "false"):
            spark.conf.set("spark.sql.ansi.enabled", ansi)
            for first in range(0, len(cases), BATCH):
                check.columns(cases[first : first + BATCH], "ANSI mode %s" % ansi)
        spark.conf.set("spark.sql.ansi.enabled", "true")
        for case in cases[:FILTERS]:
            check.filtered(case, "as a filter", lambda: check.rows.where(case["inline"]).select("id"))
        statements = [case for case in cases if case.get("parameters") is not None][:FILTERS]
        for case in statements:
            values = [json.loads(text) for text in case["parameters"]]
            check.filtered(case, "with parameters", lambda: spark.sql(case["sql"], args=values))
        check.pushed("`item`.`j` > 3", "GreaterThan(j,3)")
        check.pushed("startswith(`item`.`u`, 'a')", "StringStartsWith(u,a)")
        check.pushed("`item`.`d` >= TIMESTAMP '2024-01-01 00:00:00Z'", "GreaterThanOrEqual(d,")
        exactness, reasons = collections.Counter(), collections.Counter()
        for case in cases:
            exactness[case["exactness"]] += 1
            reasons.update(set(case["reasons"]))
        share = 100 * exactness["exact"] / max(len(cases), 1)
        numbers = ", ".join("%s %d" % (name, exactness[name]) for name in ("exact", "superset", "residual"))
        print("Spark %s: %d predicates, %d with parameters, %d in disagreement; %s (%.1f %% exact)"
              % (spark.version, len(cases), len(statements), check.problems, numbers, share))
        for reason, number in reasons.most_common(25):
            print("  %d because %s" % (number, reason))
        if share < options.exact:
            print("error: fewer than %g %% are exact" % options.exact, file=sys.stderr)
        return 1 if check.problems or share < options.exact or not cases else 0
    finally:
        spark.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
