// swift-tools-version: 6.1
import PackageDescription

// A newcomer's package. Outside this repository the dependency is
// `.package(url: "https://github.com/…/PredicateFormat", from: "0.2.0")`: without traits, and so without
// anything but Swift.
let package = Package(
    name: "NotesApp",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "PredicateFormat", path: "../..")],
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
