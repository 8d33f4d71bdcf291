#!/usr/bin/env bash
# Tests the macro `@PredicateDescribed` in a package that enables it, and its errors for types that it cannot
# describe.
set -euo pipefail
cd "$(dirname "$0")/../Tests/ClientPackage"

swift build --build-tests
swift test --skip-build

build=$(swift build --show-bin-path)
plugin=$build/PredicateMacrosPlugin-tool
[ -x "$plugin" ] || plugin=$build/PredicateMacrosPlugin
for file in Errors/*.swift; do
    # The compiler compares its diagnostics with the comments in the file.
    swiftc -typecheck -swift-version 6 -parse-as-library -I "$build/Modules" \
        -load-plugin-executable "$plugin#PredicateMacrosPlugin" -Xfrontend -verify "$file"
done
echo "the macro reports what it should"
../../Scripts/check-articles.py "$build" ../../Sources/Swift/PredicateMacros/PredicateMacros.docc/PredicateMacros.md
