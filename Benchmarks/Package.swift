// swift-tools-version: 6.1
import PackageDescription

// What is measured inside one process; `make bench` builds and runs it with the rest. A package of its own, so that nobody
// who uses the libraries builds it.
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
            ])
    ],
    swiftLanguageModes: [.v6]
)
