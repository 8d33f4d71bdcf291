#!/bin/bash
# Checks that key-path predicates with mistakes do not compile: the cases of Scripts/compile-errors/cases.txt, one
# by one.
#
#     Scripts/check-compile-errors.sh [folder of the built modules]
#
# PredicateKeyPaths must be built (`swift build`). Its modules are in .build/debug/Modules.
set -euo pipefail
cd "$(dirname "$0")/.."
modules=${1:-.build/debug/Modules}
cases=Scripts/compile-errors/cases.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One file for all cases: the type checker continues after an error, and the line of an error gives its case.
{
    printf 'import Foundation\nimport PredicateFormat\nimport PredicateKeyPaths\n'
    awk '!/^#/ && NF { sub(/^ok/, "  "); sub(/^ +/, ""); print "func case" NR "() { use(" $0 ") }" }' "$cases"
} > "$work/Cases.swift"
swiftc -typecheck -swift-version 6 -I "$modules" -Xfrontend -solver-expression-time-threshold=20 \
    Scripts/compile-errors/Model.swift "$work/Cases.swift" > "$work/log" 2>&1 || true
grep -o 'Cases.swift:[0-9]*:[0-9]*: error' "$work/log" | cut -d: -f2 | sort -nu > "$work/failed"
# An error outside the cases is a mistake of this script.
if grep -E '(^|/)Model.swift:.*error|^<unknown>.*error|^error' "$work/log"; then exit 2; fi

status=0
line=3
while IFS= read -r text; do
    case $text in '#'* | '') continue ;; esac
    line=$((line + 1))
    compiles=yes
    if grep -qx "$line" "$work/failed"; then compiles=no; fi
    case $text in
    ok*) wanted=yes ;;
    *) wanted=no ;;
    esac
    if [ $compiles != $wanted ]; then
        echo "compiles: $compiles, should be: $wanted: $text"
        status=1
    fi
done < "$cases"
[ $status != 0 ] || echo "all $((line - 3)) cases are as they should be"
exit $status
