#!/usr/bin/env bash
# Makes the documentation of the library, with its articles, with the toolchain's DocC. A broken link is an error.
#
#     Scripts/documentation.sh [FOLDER]
#
# The package must be built (`swift build`). FOLDER is .build/documentation by default. Its index.html needs a web
# server.
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-.build/documentation}
symbols=$(mktemp -d)
trap 'rm -rf "$symbols"' EXIT

tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
"$tools/swift-symbolgraph-extract" -module-name PredicateFormat -I .build/debug/Modules -target "$triple" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$symbols"
rm -rf "$output"
"$tools/docc" convert Sources/PredicateFormat/PredicateFormat.docc --additional-symbol-graph-dir "$symbols" \
    --fallback-display-name PredicateFormat --fallback-bundle-identifier PredicateFormat --warnings-as-errors \
    --transform-for-static-hosting --output-path "$output" >"$symbols/log" 2>&1 || { cat "$symbols/log" >&2; exit 1; }
echo "documentation in $output"
