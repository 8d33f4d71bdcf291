// swift-tools-version: 6.1
import PackageDescription

// A newcomer's package. Outside this repository the dependency is
// `.package(url: "https://github.com/…/PredicateFormat", from: "0.2.0", traits: [])`: without the command, and so without
// anything that only the command needs.
let package = Package(
    name: "NotesApp",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "PredicateFormat", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "NotesApp",
            dependencies: [
                .product(name: "PredicateFormat", package: "PredicateFormat"),
                .product(name: "PredicateKeyPaths", package: "PredicateFormat"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
