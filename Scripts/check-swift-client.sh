#!/usr/bin/env bash
# The macro `@PredicateDescribed`, in a package of its own that asks for it: its tests, and what it says of types that it cannot describe.
set -euo pipefail
cd "$(dirname "$0")/../Tests/ClientPackage"

swift build --build-tests
swift test --skip-build

build=$(swift build --show-bin-path)
plugin=$build/PredicateMacrosPlugin-tool
[ -x "$plugin" ] || plugin=$build/PredicateMacrosPlugin
for file in Errors/*.swift; do
    # The compiler compares what it reports with the comments in the file.
    swiftc -typecheck -swift-version 6 -parse-as-library -I "$build/Modules" \
        -load-plugin-executable "$plugin#PredicateMacrosPlugin" -Xfrontend -verify "$file"
done
echo "the macro reports what it should"
