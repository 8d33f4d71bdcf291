#!/usr/bin/env bash
# Runs generated predicates as SQL of Spark and compares the rows with those of evaluation: spark_sql.sh [NUMBER] [SEED]
#
# The tests must be built. Spark is a Python package, in .build/engines/venv.
set -euo pipefail
cd "$(dirname "$0")/../../.."
Scripts/install-dependencies.sh spark
cases=$(mktemp)
trap 'rm -f "$cases"' EXIT
PREDICATE_SPARK_FILE=$cases PREDICATE_SQL_CASES=${1:-300} PREDICATE_SQL_SEED=${2:-1} \
    "${SWIFT:-swift}" test --traits Full --skip-build --filter SparkCases >/dev/null
.build/engines/venv/bin/python Tests/Databases/engines/check_spark_sql.py --exact 55 "$cases"
