// swift-tools-version: 6.2
import PackageDescription

// A separate package. Outside this repository the dependency is
// `.package(url: "https://github.com/…/PredicateFormat", from: "0.2.0", traits: ["Files", "PCRE2", "SQLite"])`.
let package = Package(
    name: "CityServer",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "PredicateFormat", path: "../..", traits: ["Files", "PCRE2", "SQLite"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        .executableTarget(
            name: "CityServer",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "PredicateFiles", package: "PredicateFormat"),
                .product(name: "PredicateFormat", package: "PredicateFormat"),
                .product(name: "PredicateGRDB", package: "PredicateFormat"),
            ]),
        .testTarget(
            name: "CityServerTests",
            dependencies: ["CityServer", .product(name: "HummingbirdTesting", package: "hummingbird")]),
    ],
    swiftLanguageModes: [.v6]
)
