#!/usr/bin/env bash
# Builds a package outside the repository that depends on the core product. It must fetch nothing else, and compile
# with Foundation imported too.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the committed files, under the name that a user would see.
git clone -q "$root" "$work/PredicateFormat"
rm -rf "$work/PredicateFormat/.build"
git -C "$work/PredicateFormat" -c advice.detachedHead=false tag 0.0.1 2>/dev/null || true

mkdir -p "$work/Client/Sources/Client"
cat >"$work/Client/Package.swift" <<EOF
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Client",
    platforms: [.macOS(.v13)],
    dependencies: [.package(url: "file://$work/PredicateFormat", from: "0.0.1", traits: [])],
    targets: [
        .executableTarget(name: "Client", dependencies: [.product(name: "PredicateFormat", package: "PredicateFormat")])
    ])
EOF
cat >"$work/Client/Sources/Client/main.swift" <<'EOF'
import Foundation
import PredicateFormat

let adults = try ParsedPredicate(parsing: "age >= 18 AND name BEGINSWITH[cd] 'jo'").checked()
let people: [PredicateValue] = [["name": "Jörg", "age": 31], ["name": "Ada", "age": 36]]
print(people.filter { adults.matches($0) }.count)

struct Person: PredicateDescribed {
    var name: String
    var age: Int
    static let predicateDescription = PredicateDescription<Person> {
        Field("name", \.name)
        Field("age") { $0.age }
    }
}
let persons = [Person(name: "Jörg", age: 31), Person(name: "Ada", age: 36)]
print(persons.filter(try Person.predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")).count)
EOF

cd "$work/Client"
result=$(swift run -q Client)
[ "$result" = $'1\n1' ] || { echo "the client printed '$result' instead of 1 and 1" >&2; exit 1; }
fetched=$(ls .build/checkouts)
[ "$fetched" = "PredicateFormat" ] || { echo "the client fetched more than the package: $fetched" >&2; exit 1; }
echo "a client of the core product fetches nothing else, and runs"
