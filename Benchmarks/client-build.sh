#!/usr/bin/env bash
# Measures what each library product costs a program that depends on it: the seconds of a release build, and the bytes of
# the program.
#
#     Benchmarks/client-build.sh                all products
#     Benchmarks/client-build.sh PredicateFormat  some of them
#
# The first product is built in an empty folder. Each further one is added to a program that has PredicateFormat alone, whose
# build is kept, so its seconds are what it adds. Run it on a machine that does nothing else.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
products=("$@")
[ ${#products[@]} -gt 0 ] || products=(PredicateFormat PredicateAnalysis PredicatePatterns PredicateKeyPaths
    PredicateFoundation PredicateRecords PredicateSQL PredicateFiles)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SWIFT_DETERMINISTIC_HASHING=1

# A copy of the committed files, under the name that a user would see.
git clone -q "$root" "$work/PredicateFormat"

# A client of PredicateFormat and one more product.
client() {
    mkdir -p "$work/Client/Sources/Client"
    local also=""
    [ "$1" = PredicateFormat ] || also=", .product(name: \"$1\", package: \"PredicateFormat\")"
    cat >"$work/Client/Package.swift" <<MANIFEST
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Client",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../PredicateFormat", traits: [])],
    targets: [
        .executableTarget(
            name: "Client", dependencies: [.product(name: "PredicateFormat", package: "PredicateFormat")$also])
    ])
MANIFEST
    {
        [ "$1" = PredicateFormat ] || echo "import $1"
        cat <<'SWIFT'
import PredicateFormat

let adults = try CheckedPredicate("age >= 18 AND name BEGINSWITH[cd] 'jo'")
let people: [PredicateValue] = [["name": "Jörg", "age": 31], ["name": "Ada", "age": 36]]
print(people.filter { adults.matches($0) }.count)
SWIFT
    } >"$work/Client/Sources/Client/main.swift"
}

printf '%-24s %8s %12s %12s\n' product seconds bytes stripped
for product in PredicateFormat "${products[@]}"; do
    # PredicateFormat is always first, because the others are added to it.
    [ "$product" != PredicateFormat ] || [ -z "${first:-}" ] || continue
    first=built
    client "$product"
    started=$(date +%s.%N)
    (cd "$work/Client" && swift build -c release --product Client >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
    seconds=$(python3 -c "import sys, time; print('%.1f' % (time.time() - float(sys.argv[1])))" "$started")
    program="$work/Client/.build/release/Client"
    [ "$("$program")" = 1 ] || { echo "the client with $product printed something else than 1" >&2; exit 1; }
    strip -o "$work/stripped" "$program"
    printf '%-24s %8s %12d %12d\n' "$product" "$seconds" "$(wc -c <"$program")" "$(wc -c <"$work/stripped")"
done
