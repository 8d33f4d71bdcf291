// swift-tools-version: 6.1
import PackageDescription

// The tests of the macro are a separate package that enables the trait, like another project. So the other tests
// and a release build do not build swift-syntax.
let package = Package(
    name: "ClientPackage",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "PredicateFormat", path: "../..", traits: ["Macros", "PCRE2"])],
    targets: [
        .testTarget(
            name: "MacroTests", dependencies: [.product(name: "PredicateKeyPaths", package: "PredicateFormat")]),
        // What the library promises, from outside of its package.
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "PredicateAnalysis", "PredicateFormat", "PredicateFoundation", "PredicateKeyPaths", "PredicatePatterns",
                "PredicateRecords",
            ].map { .product(name: $0, package: "PredicateFormat") }),
    ],
    swiftLanguageModes: [.v6]
)
