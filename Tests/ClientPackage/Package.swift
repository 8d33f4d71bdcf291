// swift-tools-version: 6.1
import PackageDescription

// The tests of the macro, as a package of their own: as somebody else's who asks for the trait. So the tests of everything else, and
// a release build, build no swift-syntax.
let package = Package(
    name: "ClientPackage",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "PredicateFormat", path: "../..", traits: ["Macros"])],
    targets: [
        .testTarget(
            name: "MacroTests", dependencies: [.product(name: "PredicateMacros", package: "PredicateFormat")])
    ],
    swiftLanguageModes: [.v6]
)
