#!/bin/bash
# Measures the time of the type checker for the key-path predicates in Benchmarks/compile-time.swift, in
# milliseconds.
#
#     Benchmarks/compile-time.sh [folder of the built modules] [limit in milliseconds]
#
# Fails if one takes longer than the limit (400 by default, because CI machines are slow and busy).
# PredicateKeyPaths must be built (`swift build`). Its modules are in .build/debug/Modules.
set -euo pipefail
cd "$(dirname "$0")/.."
modules=${1:-.build/debug/Modules}
limit=${2:-400}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swiftc -typecheck -swift-version 6 -I "$modules" -Xfrontend -warn-long-function-bodies=1 \
    -Xfrontend -solver-expression-time-threshold=60 Benchmarks/compile-time.swift > "$log" 2>&1 || {
    cat "$log"
    exit 2
}
grep '^Benchmarks.*took' "$log" | sed -E "s/.*function '([^']*)' took ([0-9]+)ms.*/\2 ms  \1/" | grep ' ms ' | sort -rn -u
slowest=$(grep '^Benchmarks.*took' "$log" | grep -o 'took [0-9]*' | cut -d' ' -f2 | sort -rn | head -1)
[ "$slowest" -le "$limit" ] || { echo "the slowest takes $slowest ms, more than $limit"; exit 1; }
