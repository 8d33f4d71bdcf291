#!/usr/bin/env bash
# Makes the documentation of all libraries, with their articles, with the toolchain's DocC. A warning is an error: a
# broken link, for example. So is a public type that no list of topics has (Scripts/check-topics.py), and a difference from
# the list of what `import PredicateFormat` brings (Scripts/public-symbols.py), which --symbols only writes.
#
#     Scripts/documentation.sh [FOLDER | --symbols]
#
# The package must be built (`swift build --traits Full`). FOLDER is .build/documentation by default. Its index.html needs a web
# server.
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-.build/documentation}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The modules with a catalogue of documentation.
libraries=$(basename -a -s .docc Sources/*/*/*.docc)

# Modules in C and of other packages, which ours import.
maps=()
for map in Sources/*/*/include/module.modulemap .build/debug/*.build/module.modulemap \
    .build/checkouts/*/Sources/*/module.modulemap; do
    if [ -f "$map" ]; then maps+=(-Xcc "-fmodule-map-file=$map"); fi
done

tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
for library in $libraries; do
    mkdir -p "$work/$library"
    "$tools/swift-symbolgraph-extract" -module-name "$library" -I .build/debug/Modules -target "$triple" "${maps[@]}" \
        -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols -output-dir "$work/$library"
    ln -s "$library/$library.symbols.json" "$work/$library.symbols.json"
done
if [ "$output" = --symbols ]; then Scripts/public-symbols.py "$work" --write; exit; fi
# Whoever imports PredicateFormat sees a part of the core, which its pages have, too.
Scripts/public-symbols.py "$work"
# shellcheck disable=SC2086  # a list of words
Scripts/check-topics.py "$work" $libraries

archives=()
for library in $libraries; do
    "$tools/docc" convert Sources/*/"$library/$library.docc" --additional-symbol-graph-dir "$work/$library" \
        --fallback-display-name "$library" --fallback-bundle-identifier "$library" --warnings-as-errors \
        --transform-for-static-hosting --output-path "$work/$library.doccarchive" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    archives+=("$work/$library.doccarchive")
done
rm -rf "$output"
"$tools/docc" merge "${archives[@]}" --synthesized-landing-page-name PredicateFormat --output-path "$output"
echo "documentation of ${#archives[@]} libraries in $output"
