#!/bin/bash
# Measures the time of the type checker for the key-path predicates in Benchmarks/compile-time.swift, in
# milliseconds.
#
#     Benchmarks/compile-time.sh [folder of the built modules] [limit in milliseconds]
#     Benchmarks/compile-time.sh --kinds
#
# With --kinds: processor time to compile thirty predicates of three clauses of each kind.
# Fails if one takes longer than the limit (400 by default, because CI machines are slow and busy).
# PredicateKeyPaths must be built (`swift build --traits Full`). Its modules are in .build/debug/Modules.
set -euo pipefail
cd "$(dirname "$0")/.."

# Seconds of the processors to compile a file with a line for each of thirty numbers, beyond those of a file without.
kind() {
    local text=$2 number work
    work=$(mktemp -d)
    sed '/^\/\/ The predicate of the article/,$d' Benchmarks/compile-time.swift > "$work/model.swift"
    grep '^import' "$work/model.swift" > "$work/kind.swift"
    for number in $(seq 0 "$3"); do
        [ "$number" = 0 ] || printf 'func f%d() throws -> some Any { %s }\n' "$number" "${text//NUMBER/$number}"
    done >> "$work/kind.swift"
    local TIMEFORMAT='%U %S'
    { time swiftc -O -c -swift-version 6 -parse-as-library -module-name Kind -I .build/debug/Modules \
        -o "$work/kind.o" -wmo "$work/model.swift" "$work/kind.swift" 2> "$work/log"; } 2> "$work/time" \
        || { cat "$work/log" >&2; exit 2; }
    printf '%-10s %2d %6.2f s\n' "$1" "$3" "$(awk '{ print $1 + $2 }' "$work/time")"
    rm -r "$work"
}
if [ "${1:-}" = --kinds ]; then
    kind nothing '0' 0
    kind closures '{ (note: Note) -> Bool in note.views > NUMBER && note.text.contains("xNUMBER") && note.isStarred }' 30
    kind texts 'try Note.predicate("views > %d AND text CONTAINS %@ AND isStarred == YES", NUMBER, "xNUMBER")' 30
    kind bound 'try Note.predicate("views > \(NUMBER) AND text CONTAINS \("xNUMBER") AND isStarred == YES")' 30
    kind keypaths '\Note.views > NUMBER && (\Note.text).contains("xNUMBER") && \Note.isStarred == true' 30
    kind macros '#Predicate<Note> { $0.views > NUMBER && $0.text.contains("xNUMBER") && $0.isStarred }' 30
    exit
fi
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
