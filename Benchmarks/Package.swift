// swift-tools-version: 6.1
import PackageDescription

// The measurements inside one process, which `make bench` builds and runs. A separate package, so that users of the
// libraries do not build it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "PredicateFormat", path: "..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "inprocess",
            dependencies: [
                .product(name: "PredicateFormat", package: "PredicateFormat"),
                .product(name: "PredicatePatterns", package: "PredicateFormat"),
                .product(name: "PredicateRecords", package: "PredicateFormat"),
                .product(name: "PredicateSQL", package: "PredicateFormat"),
            ]),
        // Many predicates against each event.
        .executableTarget(
            name: "rules",
            dependencies: [
                .product(name: "PredicateFormat", package: "PredicateFormat"),
                .product(name: "PredicatePatterns", package: "PredicateFormat"),
                .product(name: "PredicateRecords", package: "PredicateFormat"),
                .product(name: "PredicateSets", package: "PredicateFormat"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
