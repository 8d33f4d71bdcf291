#!/usr/bin/env bash
# Measures what each library product costs a program that depends on it: the seconds of a build, as the clock and the processors
# count them, and the bytes of the program.
#
#     Benchmarks/client-build.sh                  all products, in release builds
#     Benchmarks/client-build.sh PredicateFormat  some of them
#     Benchmarks/client-build.sh --debug          PredicateFormat in a debug build
#     Benchmarks/client-build.sh --static         PredicateFormat with the static standard library, and programs without it
#
# The first product is built in an empty folder. Each further one is added to a program that has PredicateFormat alone, whose
# build is kept, so its seconds are what it adds. On a machine that does other work, only the processors' seconds count.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
options=(-c release)
configuration=release
case ${1:-} in
    --debug) options=() configuration=debug; set -- PredicateFormat ;;
    --static) options+=(--static-swift-stdlib); set -- PredicateFormat; without_us=(Hello Values) ;;
esac
products=("$@")
[ ${#products[@]} -gt 0 ] || products=(PredicateFormat PredicateAnalysis PredicatePatterns PredicateKeyPaths
    PredicateFoundation PredicateRecords PredicateSQL PredicateFiles)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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
    dependencies: [.package(path: "../PredicateFormat", traits: ["PCRE2", "Compression"])],
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

# A program that uses only FoundationEssentials: a date, which is a small part of it, or one of the kinds of values of ours that
# link all of it.
other() {
    mkdir -p "$work/$1/Sources/$1"
    cat >"$work/$1/Package.swift" <<MANIFEST
// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "$1", targets: [.executableTarget(name: "$1")])
MANIFEST
    {
        echo "import FoundationEssentials"
        case $1 in
            Hello) echo 'print(Date().timeIntervalSince1970 > 0 ? 1 : 0)' ;;
            Values) echo 'print(Decimal(Data("a".utf8).count))' ;;
        esac
    } >"$work/$1/Sources/$1/main.swift"
}

# Builds a program, which prints 1, and prints a row.
measure() {
    local times program="$work/$1/.build/$configuration/$1"
    times=$( (
        TIMEFORMAT='%R %U %S'
        time (cd "$work/$1" && swift build ${options[@]+"${options[@]}"} --product "$1" >"$work/log" 2>&1)
    ) 2>&1) || { cat "$work/log"; exit 1; }
    [ "$("$program")" = 1 ] || { echo "the program for $2 printed something else than 1" >&2; exit 1; }
    strip -o "$work/stripped" "$program"
    read -r seconds user system <<<"$times"
    printf '%-24s %8s %10s %12d %12d\n' "$2" "$seconds" "$(python3 -c "print(round($user + $system, 1))")" \
        "$(wc -c <"$program")" "$(wc -c <"$work/stripped")"
}

printf '%-24s %8s %10s %12s %12s\n' product seconds processor bytes stripped
for program in ${without_us[@]+"${without_us[@]}"}; do
    other "$program"
    measure "$program" "none: $program"
done
for product in PredicateFormat "${products[@]}"; do
    # PredicateFormat is always first, because the others are added to it.
    [ "$product" != PredicateFormat ] || [ -z "${first:-}" ] || continue
    first=built
    client "$product"
    measure Client "$product"
done
