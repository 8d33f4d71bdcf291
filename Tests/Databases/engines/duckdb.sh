#!/usr/bin/env bash
# Runs generated predicates in DuckDB and compares the rows with those of evaluation: duckdb.sh [NUMBER] [SEED]
#
# Then it tries what README says about DuckDB and jq. The tests must be built. DuckDB is a Python package, in
# .build/engines/duckdb.
set -euo pipefail
cd "$(dirname "$0")/../../.."
Scripts/install-dependencies.sh duckdb
cases=$(mktemp)
trap 'rm -f "$cases"' EXIT
PREDICATE_DUCKDB_FILE=$cases PREDICATE_SQL_CASES=${1:-2000} PREDICATE_SQL_SEED=${2:-1} \
    "${SWIFT:-swift}" test --traits Full --skip-build --filter DuckDBCases >/dev/null
.build/engines/duckdb/bin/python Tests/Databases/engines/check_duckdb.py --exact 60 "$cases"
.build/engines/duckdb/bin/python Tests/Databases/engines/check_peers.py
