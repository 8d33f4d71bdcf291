#!/usr/bin/env bash
# Type-checks the core as Embedded Swift, with the C library alone in the place of FoundationEssentials, and prints what
# stands in the way: how often, and in which folder. ARCHITECTURE.md explains the kinds.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in stdlib string math pthread time errno stdio unistd sys/mman sys/resource; do
    echo "#include <$header.h>"
done >"$work/platform.h"
echo 'module CPlatform { header "platform.h" export * }' >"$work/module.modulemap"
echo '@_exported import CPlatform' >"$work/Platform.swift"
embedded=(-wmo -swift-version 6 -enable-experimental-feature Embedded -parse-as-library -package-name main -I "$work")
swiftc -emit-module "${embedded[@]}" -module-name PredicatePlatform "$work/Platform.swift" \
    -emit-module-path "$work/PredicatePlatform.swiftmodule"
find Sources/Language/PredicateCore -name '*.swift' -print0 | sort -z |
    xargs -0 swiftc -typecheck "${embedded[@]}" -module-name PredicateCore >"$work/log" 2>&1 || true
grep -E '^[^ ].*: error: ' "$work/log" |
    sed -E "s,^.*PredicateCore/([A-Za-z]+)/.*: error: (.*)$,\1	\2," >"$work/errors" || true
echo "$(wc -l <"$work/errors") errors"
echo
echo "by folder:"
cut -f1 "$work/errors" | sort | uniq -c | sort -rn
echo
echo "by what is missing:"
cut -f2 "$work/errors" | grep -oE "cannot find (type )?'[^']+'|'[^']+' is unavailable|^value of type '(String|Int)' has no member '[^']+'" | sort | uniq -c | sort -rn | head -30
