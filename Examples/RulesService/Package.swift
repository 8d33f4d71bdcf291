// swift-tools-version: 6.1
import PackageDescription

// A service of its own. Outside this repository the dependency is
// `.package(url: "https://github.com/…/PredicateFormat", from: "0.2.0", traits: ["PCRE2"])`: rules with MATCHES, and
// nothing that only the command needs.
let package = Package(
    name: "RulesService",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "PredicateFormat", path: "../..", traits: ["PCRE2"]),
        // A server without dependencies. Hummingbird would bring sixteen packages.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "rules-service",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "PredicateFormat", package: "PredicateFormat"),
                .product(name: "PredicatePatterns", package: "PredicateFormat"),
                .product(name: "PredicateRecords", package: "PredicateFormat"),
            ],
            path: "Sources/RulesService"),
        // The load test, a process of its own. It evaluates each rule alone, and does not use sets.
        .executableTarget(
            name: "rules-load",
            dependencies: [
                .product(name: "PredicateFormat", package: "PredicateFormat"),
                .product(name: "PredicatePatterns", package: "PredicateFormat"),
                .product(name: "PredicateRecords", package: "PredicateFormat"),
            ],
            path: "Sources/RulesLoad"),
    ],
    swiftLanguageModes: [.v6]
)
