// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "PredicateFormat",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "PredicateCore", targets: ["PredicateCore"]),
        .library(name: "PredicateFormat", targets: ["PredicateFormat"]),
        .library(name: "PredicateAnalysis", targets: ["PredicateAnalysis"]),
        .library(name: "PredicatePatterns", targets: ["PredicatePatterns"]),
        .library(name: "PredicateFoundationPatterns", targets: ["PredicateFoundationPatterns"]),
        .library(name: "PredicateFoundation", targets: ["PredicateFoundation"]),
        .library(name: "PredicateRecords", targets: ["PredicateRecords"]),
        .library(name: "PredicateSets", targets: ["PredicateSets"]),
        .library(name: "PredicateConfiguration", targets: ["PredicateConfiguration"]),
        .library(name: "PredicateSQL", targets: ["PredicateSQL"]),
        .library(name: "PredicateGRDB", targets: ["PredicateGRDB"]),
        .library(name: "PredicatePostgreSQL", targets: ["PredicatePostgreSQL"]),
        .library(name: "PredicateMacros", targets: ["PredicateMacros"]),
        .library(name: "PredicateKeyPaths", targets: ["PredicateKeyPaths"]),
        .library(name: "PredicateFoundationKeyPaths", targets: ["PredicateFoundationKeyPaths"]),
        .executable(name: "predicate", targets: ["predicate"]),
        .executable(name: "predicate-worker", targets: ["PredicateWorker"]),
    ],
    traits: [
        // Users of the libraries alone set `traits: []`. Then nothing else is fetched.
        .default(enabledTraits: ["Command", "Configuration", "SQLite", "PostgreSQL"]),
        .trait(name: "Command", description: "The command `predicate`, on swift-argument-parser."),
        .trait(
            name: "Configuration",
            description: "YAML files, by libyaml, and the sub-commands `lint`, `test` and `lsp`."),
        .trait(name: "SQLite", description: "Tables of SQLite, through GRDB: the library `PredicateGRDB`."),
        .trait(
            name: "PostgreSQL", description: "Tables of PostgreSQL, through libpq: the library `PredicatePostgreSQL`."),
        // `traits: ["Macros"]` enables the macro. It is off by default: swift-syntax takes minutes to build.
        .trait(name: "Macros", description: "The macro `@PredicateDescribed`, on swift-syntax."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
    ],
    targets: [
        // The core: format strings and their answers. Pure Swift, FoundationEssentials at most.
        .target(name: "PredicateCore", dependencies: ["PredicatePlatform"]),
        // The core, which it exports, and what programs add to it: JSON forms and coders, queries, predicates over
        // Swift types. Separate, because it takes a quarter of the time of a build.
        .target(name: "PredicateFormat", dependencies: ["PredicateCore", "PredicatePlatform"]),
        // The C library and FoundationEssentials under one import.
        .target(name: "PredicatePlatform"),
        // Information about predicates for tools. Separate, so that programs that only match do not link it.
        .target(name: "PredicateAnalysis", dependencies: ["PredicateFormat", "PredicatePlatform"]),

        // The macro that describes a Swift type for predicates. Empty without the trait.
        .macro(
            name: "PredicateMacrosPlugin",
            dependencies: [
                .product(
                    name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
            ]),
        .target(name: "PredicateMacros", dependencies: ["PredicateFormat", "PredicateMacrosPlugin"]),

        // Key-path operators over Swift types.
        .target(name: "PredicateKeyPaths", dependencies: ["PredicateFormat", "PredicatePlatform"]),
        // The same for NSRegularExpression. Separate, because it needs all of Foundation.
        .target(name: "PredicateFoundationKeyPaths", dependencies: ["PredicateKeyPaths"]),

        // MATCHES with PCRE2.
        .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(name: "PredicatePatterns", dependencies: ["PredicateCore", "PredicatePlatform", "CPCRE2"]),
        // MATCHES with Foundation. Separate, so that programs with PCRE2 do not link all of Foundation.
        .target(name: "PredicateFoundationPatterns", dependencies: ["PredicateFormat", "PredicatePatterns"]),

        // Foundation's Predicate: import and export.
        .target(name: "PredicateFoundation", dependencies: ["PredicateFormat", "PredicatePlatform"]),

        // JSON records: reading, schema inference, streams.
        .target(
            name: "CCompression",
            linkerSettings: [.linkedLibrary("z"), .linkedLibrary("zstd")]),
        // The scanner of line-delimited JSON, in C for the processor's wide instructions.
        .target(name: "CRecordScan"),
        // Comparisons of whole columns, in C for the same reason.
        .target(name: "CColumnKernels"),
        .target(
            name: "PredicateRecords",
            dependencies: ["PredicateFormat", "PredicatePlatform", "CCompression", "CRecordScan", "CColumnKernels"]),

        // Sets of predicates: which of many hold for a record.
        .target(
            name: "PredicateSets",
            dependencies: ["PredicateFormat", "PredicatePlatform", "PredicateRecords", "CRecordScan"]),

        .target(name: "CLibYAML", linkerSettings: [.linkedLibrary("yaml")]),
        // Predicates in configuration files and source code.
        .target(
            name: "PredicateConfiguration",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateRecords",
                .target(name: "CLibYAML", condition: .when(traits: ["Configuration"])),
            ]),

        // From predicates to SQL. Pure Swift: it writes SQL and does not run it.
        .target(name: "PredicateSQL", dependencies: ["PredicateFormat", "PredicatePlatform"]),
        // Tables of SQLite, with its C library. For the command and `PredicateGRDB`: GRDB's operators would make the
        // expressions of every file that sees them slow to compile. Empty without the trait.
        .target(
            name: "PredicateSQLite",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateSQL",
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]),
        // Predicates over tables of SQLite, with GRDB. Empty without the trait.
        .target(
            name: "PredicateGRDB",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicatePatterns", "PredicateSQL", "PredicateSQLite",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]),
        // Predicates over tables of PostgreSQL, with libpq. Empty without the trait.
        // On Linux, libpq is loaded by the first connection (`CLibPQ.h` says why), and only its header is needed here.
        .target(
            name: "CLibPQ",
            linkerSettings: [
                .linkedLibrary("dl", .when(platforms: [.linux])),
                .linkedLibrary(
                    "pq",
                    .when(platforms: [
                        .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS, .windows, .android, .openbsd,
                    ])),
            ]),
        .target(
            name: "PredicatePostgreSQL",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateSQL",
                .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
            ]),

        // Predicates in editors: a language server over messages. For the command; it has no public API.
        .target(
            name: "PredicateLanguageServer",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateAnalysis", "PredicateRecords",
                "PredicateConfiguration",
            ]),

        // The line editor of `predicate repl`: GNU readline (GPL-3), or libedit under its name on a Mac. Only for
        // the command: no library product may depend on it.
        .target(name: "CReadline", linkerSettings: [.linkedLibrary("readline")]),

        // The command.
        .target(
            name: "PredicateCommand",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateAnalysis", "PredicatePatterns", "PredicateRecords",
                "PredicateSets", "CReadline", "CRecordScan",
                .target(name: "PredicateConfiguration", condition: .when(traits: ["Configuration"])),
                .target(name: "PredicateLanguageServer", condition: .when(traits: ["Configuration"])),
                .target(name: "PredicateSQL", condition: .when(traits: ["SQLite", "PostgreSQL"])),
                .target(name: "PredicateSQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "PredicatePostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
            ]),
        .executableTarget(name: "predicate", dependencies: ["PredicateCommand", "PredicatePlatform"]),
        // What `predicate filter --from spark:` runs on the machines of a cluster: no prompt, and few libraries.
        .executableTarget(
            name: "PredicateWorker",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords", "PredicatePlatform"]),

        // Also tests `PredicateAnalysis`, with the same generators.
        .testTarget(
            name: "PredicateFormatTests", dependencies: ["PredicateFormat", "PredicateAnalysis", "PredicatePatterns"]),
        .testTarget(
            name: "PredicateKeyPathsTests",
            dependencies: ["PredicateFormat", "PredicateKeyPaths", "PredicateFoundationKeyPaths", "PredicatePatterns"]),
        // Compares the grammar's file with the parser.
        .testTarget(name: "GrammarTests", dependencies: ["PredicateFormat"]),
        .testTarget(
            name: "PredicatePatternsTests",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateFoundationPatterns"]),
        .testTarget(name: "PredicateFoundationTests", dependencies: ["PredicateFormat", "PredicateFoundation"]),
        .testTarget(
            name: "PredicateRecordsTests",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords", "CRecordScan", "CColumnKernels"]),
        .testTarget(
            name: "PredicateSetsTests",
            dependencies: [
                "PredicateSets", "PredicateFormat", "PredicatePatterns", "PredicateRecords", "PredicateSetsTesting",
            ]),
        // Generated sets of rules, for these tests and for a program that compares thousands of them.
        .target(
            name: "PredicateSetsTesting",
            dependencies: [
                "PredicateSets", "PredicateFormat", "PredicatePatterns", "PredicatePlatform", "PredicateRecords",
            ],
            path: "Tests/PredicateSetsTesting"),
        .testTarget(
            name: "PredicateConfigurationTests",
            dependencies: [
                "PredicateConfiguration", "PredicateFormat", "PredicatePatterns",
                // Another TOML reader, for comparison with ours.
                .product(name: "TOMLKit", package: "TOMLKit", condition: .when(traits: ["Configuration"])),
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "PredicateLanguageServerTests",
            dependencies: [
                "PredicateLanguageServer", "PredicateConfiguration", "PredicateFormat", "PredicatePatterns",
                "PredicateRecords",
            ]),
        .testTarget(
            name: "PredicateSQLTests",
            dependencies: ["PredicateSQL", "PredicateFormat", "PredicatePatterns", "PredicateSQLTesting"]),
        // Generated tables and predicates, which the tests of each database compare with evaluation.
        .target(
            name: "PredicateSQLTesting",
            dependencies: ["PredicateSQL", "PredicateFormat", "PredicatePlatform", "PredicateRecords"],
            path: "Tests/PredicateSQLTesting"),
        .testTarget(
            name: "PredicateGRDBTests",
            dependencies: [
                "PredicateGRDB", "PredicateSQL", "PredicateSQLite", "PredicateFormat", "PredicatePatterns",
                "PredicateRecords", "PredicateSQLTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]),
        // Skipped without a server: `Scripts/engines/postgresql.sh run` starts one.
        .testTarget(
            name: "PredicatePostgreSQLTests",
            dependencies: [
                "PredicatePostgreSQL", "PredicateSQL", "PredicateFormat", "PredicatePatterns", "PredicateSQLTesting",
            ]),
        .testTarget(
            name: "PredicateCommandTests",
            dependencies: [
                "PredicateCommand", "PredicateFormat", "PredicateAnalysis", "PredicateRecords", "PredicatePatterns",
                "PredicateConfiguration", "PredicateSQLTesting", "CRecordScan",
                .target(name: "PredicateSQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "PredicatePostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// libFuzzer (Scripts/fuzz.sh). SwiftPM refuses its flags in a dependency, so they are set only on request.
if Context.environment["FUZZ"] != nil {
    let flags = ["-sanitize=fuzzer,address"]
    let fuzzed = [
        "PredicateCore", "PredicateFormat", "PredicateRecords", "PredicateSets", "PredicateConfiguration",
        "PredicateLanguageServer",
    ]
    for target in package.targets where fuzzed.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
    }
    for target in package.targets where target.name == "CRecordScan" {
        target.cSettings = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
    }
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "PredicateFormat", "PredicateAnalysis", "PredicatePatterns", "PredicateRecords", "PredicateSets",
                "CRecordScan", "PredicateLanguageServer",
            ],
            path: "Fuzz/Sources",
            swiftSettings: [.unsafeFlags(flags + ["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(flags + ["-use-ld=lld"])]))
}

// The programs of `make bench`, which measure within one process. Users of the libraries do not see them.
if Context.environment["BENCHMARKS"] != nil {
    package.platforms = [.macOS(.v15)]
    package.targets += [
        .executableTarget(
            name: "inprocess",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords", "PredicateSQL"],
            path: "Benchmarks/Sources/inprocess"),
        // What each operation costs for a step that is charged.
        .executableTarget(
            name: "costs", dependencies: ["PredicateAnalysis", "PredicateFormat", "PredicatePatterns"],
            path: "Benchmarks/Sources/costs"),
        // Many predicates against each event.
        .executableTarget(
            name: "rules",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords", "PredicateSets"],
            path: "Benchmarks/Sources/rules"),
        // Compares generated sets of predicates with evaluating each (`make sets`).
        .executableTarget(
            name: "set-agreement",
            dependencies: ["PredicateFormat", "PredicatePlatform", "PredicateSetsTesting"],
            path: "Benchmarks/Sources/agreement"),
    ]
}
