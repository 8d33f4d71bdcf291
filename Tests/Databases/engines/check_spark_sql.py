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
import os
import shutil
import sys
import tempfile

from pyspark.sql import SparkSession

BATCH = 20
FILTERS = 60


class Check:
    def __init__(self, spark, data, folder):
        self.spark, self.data, self.problems = spark, data, 0
        os.makedirs(folder)
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
            print("%s\n  empty tables: %s\n  %s, %s: %s\n  %s\n"
                  % (case["predicate"], self.data["empty"], case["exactness"], how, case["inline"], problem), file=sys.stderr)

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

    def ask(self, filters):
        """Asks all cases as columns, and some as filters and with parameters. Returns how many with parameters."""
        cases = self.data["cases"]
        for ansi in ("true", "false"):
            self.spark.conf.set("spark.sql.ansi.enabled", ansi)
            for first in range(0, len(cases), BATCH):
                self.columns(cases[first : first + BATCH], "ANSI mode %s" % ansi)
        self.spark.conf.set("spark.sql.ansi.enabled", "true")
        for case in cases[:filters]:
            self.filtered(case, "as a filter", lambda: self.rows.where(case["inline"]).select("id"))
        statements = [case for case in cases if case.get("parameters") is not None][:filters]
        for case in statements:
            values = [json.loads(text) for text in case["parameters"]]
            self.filtered(case, "with parameters", lambda: self.spark.sql(case["sql"], args=values))
        return len(statements)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--exact", type=float, default=0)
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        sets = json.load(file)
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
        problems = statements = 0
        for data in sets:
            check = Check(spark, data, folder + "/" + data["empty"])
            whole = data["empty"] == "none"
            statements += check.ask(FILTERS if whole else 0)
            if whole:
                check.pushed("`item`.`j` > 3", "GreaterThan(j,3)")
                check.pushed("startswith(`item`.`u`, 'a')", "StringStartsWith(u,a)")
                check.pushed("`item`.`d` >= TIMESTAMP '2024-01-01 00:00:00Z'", "GreaterThanOrEqual(d,")
            problems += check.problems
        cases = [case for data in sets for case in data["cases"]]
        exactness, reasons = collections.Counter(), collections.Counter()
        for case in cases:
            exactness[case["exactness"]] += 1
            reasons.update(set(case["reasons"]))
        share = 100 * exactness["exact"] / max(len(cases), 1)
        numbers = ", ".join("%s %d" % (name, exactness[name]) for name in ("exact", "superset", "residual"))
        print("Spark %s: %d predicates, %d with parameters, %d in disagreement; %s (%.1f %% exact)"
              % (spark.version, len(cases), statements, problems, numbers, share))
        for reason, number in reasons.most_common(25):
            print("  %d because %s" % (number, reason))
        if share < options.exact:
            print("error: fewer than %g %% are exact" % options.exact, file=sys.stderr)
        return 1 if problems or share < options.exact or not cases else 0
    finally:
        spark.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
