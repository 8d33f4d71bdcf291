#!/usr/bin/env bash
# Builds the package of Documentation/swift.md outside the repository, as a reader would. It must fetch nothing else. A
# second program there compiles with Foundation imported too.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the committed files, under the name that a user would see.
git clone -q "$root" "$work/PredicateFormat"
rm -rf "$work/PredicateFormat/.build"
git -C "$work/PredicateFormat" -c advice.detachedHead=false tag 0.0.1 2>/dev/null || true

# The package of Documentation/swift.md: its manifest, with the address of the copy, and its program.
mkdir -p "$work/Client/Sources/Client" "$work/Client/Sources/Also"
python3 - "$root/Documentation/swift.md" "$work" <<'EOF'
import pathlib, re, sys
page, work = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
manifest = re.search(r"^```text\n(// swift-tools-version.*?)^```$", page, flags=re.M | re.S)[1]
path = '.package(path: "../PredicateFormat", '
assert path in manifest, "the manifest of the page has no line with the path of a clone"
manifest = manifest.replace(path, f'.package(url: "file://{work}/PredicateFormat", from: "0.0.1", ')
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
