#!/usr/bin/env bash
# Builds the package outside the repository, as a stranger would. It must fetch nothing else.
#
#     Scripts/check-client-package.sh         the package of Documentation/swift.md, and a program that imports Foundation too
#     Scripts/check-client-package.sh --bare  the package itself, as `swift build` does where only Swift is installed: with no
#                                             traits and no header of another library. Each library product is built alone
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the committed files, under the name that a user would see.
git clone -q "$root" "$work/PredicateFormat"
rm -rf "$work/PredicateFormat/.build"
git -C "$work/PredicateFormat" -c advice.detachedHead=false tag 0.0.1 2>/dev/null || true

if [ "${1:-}" = --bare ]; then
    cd "$work/PredicateFormat"
    # Only root can hide headers, in its own file system.
    hidden=()
    if unshare -m true 2>/dev/null; then
        echo '#error "a header that needs a trait"' >"$work/hidden.h"
        # shellcheck disable=SC2016  # for the inner shell
        hidden=(unshare -m bash -c 'for header in /usr/include/{pcre2,zlib,zstd,yaml,sqlite3,readline/readline,postgresql/libpq-fe}.h
            do [ ! -e "$header" ] || mount --bind "$0" "$header"; done; exec "$@"' "$work/hidden.h")
    fi
    # A module that imports what its target does not declare is found only if it is built before the other.
    "${hidden[@]}" swift build --explicit-target-dependency-import-check error
    products=$(swift package dump-package | python3 -c 'import json, sys
print(*(product["name"] for product in json.load(sys.stdin)["products"] if "library" in product["type"]))')
    for product in $products; do swift build -q --product "$product"; done
    if readelf -d .build/debug/predicate .build/debug/predicate-worker | grep -E 'NEEDED.*(pcre2|libz|zstd|readline|yaml|sqlite|libpq)'; then
        echo "a program without traits links these" >&2
        exit 1
    fi
    fetched=$(ls .build/checkouts 2>/dev/null || true)
    [ -z "$fetched" ] || { echo "without traits, these are fetched: $fetched" >&2; exit 1; }
    # What is missing is said.
    { swift build --build-tests 2>&1 || true; } | grep -m 1 'error: .*swift test --traits Full'
    { .build/debug/predicate filter 2>&1 || true; } | grep 'its trait Command is off'
    tree='{"version":1,"predicate":{"kind":"comparison","operator":"MATCHES","left":{"kind":"field","base":{"kind":"record"},"name":"name"},"right":{"kind":"constant","value":"a.*","type":"string"}}}'
    python3 -c 'import json, sys
print(json.dumps({"version": 2, "result": "count", "now": 0, "predicate": sys.argv[1]}))' "$tree" >request.json
    { .build/debug/predicate-worker request.json - </dev/null 2>&1 || true; } | grep 'the trait `PCRE2`'
    sed -i 's/MATCHES/LIKE/' request.json
    { gzip -c Examples/Data/cities.ndjson | .build/debug/predicate-worker request.json - 2>&1 || true; } | grep 'the trait Compression is off'
    echo "without traits, all is built with Swift alone: $products"
    exit
fi

# The package of Documentation/swift.md: its manifest, with the address of the copy, and its program.
mkdir -p "$work/Client/Sources/Client" "$work/Client/Sources/Also"
python3 - "$root/Documentation/swift.md" "$work" <<'EOF'
import pathlib, re, sys
page, work = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
manifest = re.search(r"^```text\n(// swift-tools-version.*?)^```$", page, flags=re.M | re.S)[1]
path = '.package(path: "../PredicateFormat")'
assert path in manifest, "the manifest of the page has no line with the path of a clone"
manifest = manifest.replace(path, f'.package(url: "file://{work}/PredicateFormat", from: "0.0.1")')
# A second program, which also imports Foundation.
target = re.search(r'^ *\.executableTarget\(name: "Client".*\)$', manifest, flags=re.M)[0]
also = target.replace("Client", "Also", 1)
manifest = manifest.replace(target, ",\n".join([target, also]))
(work / "Client/Package.swift").write_text(manifest)
(work / "Client/Sources/Client/main.swift").write_text(
    re.search(r"^```swift\n(.*?)^```$", page, flags=re.M | re.S)[1])
EOF
cat >"$work/Client/Sources/Also/main.swift" <<'EOF'
import Foundation
import PredicateFormat

let adults = try CheckedPredicate("age >= 18 AND name BEGINSWITH[cd] 'jo'")
let people: [PredicateValue] = [["name": "Jörg", "age": 31], ["name": "Ada", "age": 36]]
print(people.filter { adults.matches($0) }.count)

struct Person: PredicateDescribed {
    var name: String
    var age: Int
    static let predicateDescription = PredicateDescription<Person> {
        PredicateField("name", \.name)
        PredicateField("age") { $0.age }
    }
}
let persons = [Person(name: "Jörg", age: 31), Person(name: "Ada", age: 36)]
print(persons.filter(try Person.predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")).count)
EOF

cd "$work/Client"
result=$(swift run -q Client)
[ "$result" = '["São Paulo"]' ] || { echo "the page's program printed '$result'" >&2; exit 1; }
result=$(swift run -q Also)
[ "$result" = $'1\n1' ] || { echo "the client printed '$result' instead of 1 and 1" >&2; exit 1; }
fetched=$(ls .build/checkouts)
[ "$fetched" = "PredicateFormat" ] || { echo "the client fetched more than the package: $fetched" >&2; exit 1; }
echo "a client of the product fetches nothing else, and runs"
