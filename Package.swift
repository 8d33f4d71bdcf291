// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "PredicateFormat",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        // Format strings and their answers, over records and Swift values. Tools also import its core, `PredicateCore`.
        .library(name: "PredicateFormat", targets: ["PredicateFormat", "PredicateCore"]),
        .library(name: "PredicateRecords", targets: ["PredicateRecords"]),
        .library(name: "PredicateAnalysis", targets: ["PredicateAnalysis"]),
        .library(name: "PredicateKeyPaths", targets: ["PredicateKeyPaths", "PredicateMacros"]),
        .library(name: "PredicatePatterns", targets: ["PredicatePatterns"]),
        // All that needs the whole of Foundation.
        .library(
            name: "PredicateFoundation",
            targets: ["PredicateFoundation", "PredicateFoundationKeyPaths", "PredicateFoundationPatterns"]),
        .library(name: "PredicateFiles", targets: ["PredicateFiles"]),
        .library(name: "PredicateSQL", targets: ["PredicateSQL"]),
        .library(name: "PredicateGRDB", targets: ["PredicateGRDB"]),
        .library(name: "PredicatePostgreSQL", targets: ["PredicatePostgreSQL"]),
        // For other languages than Swift: `predicate.h`. `make library` gives it the name libpredicate, which the product of the
        // command has here.
        .library(name: "predicate-c", type: .dynamic, targets: ["PredicateC"]),
        .executable(name: "predicate", targets: ["predicate"]),
        .executable(name: "predicate-worker", targets: ["PredicateWorker"]),
    ],
    traits: [
        // None is on by default: then nothing but Swift is needed, and nothing is fetched. `make` builds with `Full`.
        .default(enabledTraits: []),
        .trait(name: "Full", description: "The whole command: all of the next seven."),
        .trait(name: "Command", description: "The command `predicate`, on swift-argument-parser."),
        .trait(
            name: "Files",
            description: "YAML files, by libyaml, and the sub-commands `lint`, `test` and `lsp`."),
        .trait(name: "SQLite", description: "Tables of SQLite, through GRDB: the library `PredicateGRDB`."),
        .trait(
            name: "PostgreSQL", description: "Tables of PostgreSQL, through libpq: the library `PredicatePostgreSQL`."),
        .trait(name: "PCRE2", description: "MATCHES, by PCRE2: the library `PredicatePatterns`."),
        .trait(name: "Compression", description: "Records in gzip and zstd files, by zlib and libzstd."),
        .trait(name: "Readline", description: "The line editor of `predicate repl`: GNU readline (GPL-3), or libedit."),
        // Not part of `Full`: swift-syntax takes minutes to build.
        .trait(name: "Macros", description: "The macro `@PredicateDescribed`, on swift-syntax."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
    ],
    targets: [
        // MARK: Language: from the text of a predicate to its answer.

        // The core: format strings and their answers. Pure Swift, FoundationEssentials at most.
        .target(
            name: "PredicateCore", dependencies: ["PredicatePlatform"], path: "Sources/Language/PredicateCore"),
        // What users need of the core, and what programs add to it: coders of predicates, queries, predicates over
        // Swift types. Separate, because it takes a quarter of the time of a build.
        .target(
            name: "PredicateFormat", dependencies: ["PredicateCore", "PredicatePlatform"],
            path: "Sources/Language/PredicateFormat"),
        // The C library and FoundationEssentials under one import.
        .target(name: "PredicatePlatform", path: "Sources/Language/PredicatePlatform"),

        // MARK: Records: JSON, read and asked; sets of predicates; why a record matches.

        // Information about predicates for tools. Separate, so that programs that only match do not link it.
        .target(
            name: "PredicateAnalysis", dependencies: ["PredicateFormat", "PredicatePlatform"],
            path: "Sources/Records/PredicateAnalysis"),
        // JSON records: reading, schema inference, streams. gzip and zstd only with the trait.
        .target(
            name: "CCompression", path: "Sources/Records/CCompression",
            linkerSettings: [.linkedLibrary("z"), .linkedLibrary("zstd")]),
        // The scanner of line-delimited JSON, in C for the processor's wide instructions.
        .target(name: "CRecordScan", path: "Sources/Records/CRecordScan"),
        // Comparisons of whole columns, in C for the same reason.
        .target(name: "CColumnKernels", path: "Sources/Records/CColumnKernels"),
        .target(
            name: "PredicateRecords",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "CRecordScan", "CColumnKernels",
                .target(name: "CCompression", condition: .when(traits: ["Compression", "Full"])),
            ],
            path: "Sources/Records/PredicateRecords"),

        // MARK: Swift: other ways to write a predicate in Swift, and the engines of MATCHES.

        // The macro that describes a Swift type for predicates. Empty without the trait.
        .macro(
            name: "PredicateMacrosPlugin",
            dependencies: [
                .product(
                    name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
            ], path: "Sources/Swift/PredicateMacrosPlugin"),
        .target(
            name: "PredicateMacros", dependencies: ["PredicateFormat", "PredicateMacrosPlugin"],
            path: "Sources/Swift/PredicateMacros"),
        // Key-path operators over Swift types.
        .target(
            name: "PredicateKeyPaths", dependencies: ["PredicateFormat", "PredicatePlatform"],
            path: "Sources/Swift/PredicateKeyPaths"),
        // The same for NSRegularExpression. Separate, because it needs all of Foundation.
        .target(
            name: "PredicateFoundationKeyPaths", dependencies: ["PredicateKeyPaths", "PredicateFoundationPatterns"],
            path: "Sources/Swift/PredicateFoundationKeyPaths"),
        // Patterns of MATCHES, read once and written for each engine.
        .target(
            name: "PredicatePatternSyntax", dependencies: ["PredicateCore"],
            path: "Sources/Swift/PredicatePatternSyntax"),
        // MATCHES with PCRE2. Without the trait MATCHES is an error.
        .target(name: "CPCRE2", path: "Sources/Swift/CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(
            name: "PredicatePatterns",
            dependencies: [
                "PredicateCore", "PredicatePlatform", "PredicatePatternSyntax",
                .target(name: "CPCRE2", condition: .when(traits: ["PCRE2", "Full"])),
            ],
            path: "Sources/Swift/PredicatePatterns"),
        // MATCHES with Foundation. Separate, so that programs with PCRE2 do not link all of Foundation.
        .target(
            name: "PredicateFoundationPatterns", dependencies: ["PredicateFormat", "PredicatePatternSyntax"],
            path: "Sources/Swift/PredicateFoundationPatterns"),
        // Foundation's Predicate: import and export.
        .target(
            name: "PredicateFoundation", dependencies: ["PredicateFormat", "PredicatePlatform"],
            path: "Sources/Swift/PredicateFoundation"),

        // MARK: Files: predicates in the files of other programs, and in editors.

        .target(name: "CLibYAML", path: "Sources/Files/CLibYAML", linkerSettings: [.linkedLibrary("yaml")]),
        // Predicates in configuration files and source code.
        .target(
            name: "PredicateFiles",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateRecords",
                .target(name: "CLibYAML", condition: .when(traits: ["Files", "Full"])),
            ], path: "Sources/Files/PredicateFiles",
            resources: ["munki", "autopkg", "app_extension", "mdm", "log", "appium"].map {
                .embedInCode("Profiles/Builtin/\($0).json")
            }),
        // Predicates in editors: a language server over messages. For the command; it has no public API.
        .target(
            name: "PredicateLanguageServer",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateAnalysis", "PredicateRecords",
                "PredicateFiles",
            ], path: "Sources/Files/PredicateLanguageServer"),

        // MARK: C: the libraries for programs in other languages.

        // The header, which the functions of PredicateC implement.
        .systemLibrary(name: "CPredicate", path: "Sources/C/CPredicate"),
        .target(
            name: "PredicateC",
            dependencies: [
                "CPredicate", "PredicateFormat", "PredicatePlatform", "PredicatePatterns", "PredicateRecords",
                "PredicateFiles",
            ], path: "Sources/C/PredicateC"),

        // MARK: Databases: predicates over tables.

        // From predicates to SQL. Pure Swift: it writes SQL and does not run it.
        .target(
            name: "PredicateSQL", dependencies: ["PredicateFormat", "PredicatePlatform"],
            path: "Sources/Databases/PredicateSQL"),
        // Tables of SQLite, with its C library. For the command and `PredicateGRDB`: GRDB's operators would make the
        // expressions of every file that sees them slow to compile. Empty without the trait.
        .target(
            name: "PredicateSQLite",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateSQL",
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite", "Full"])),
            ], path: "Sources/Databases/PredicateSQLite"),
        // Predicates over tables of SQLite, with GRDB. Empty without the trait.
        .target(
            name: "PredicateGRDB",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicatePatterns", "PredicateSQL", "PredicateSQLite",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite", "Full"])),
            ], path: "Sources/Databases/PredicateGRDB"),
        // Predicates over tables of PostgreSQL, with libpq. Empty without the trait.
        // On Linux, libpq is loaded by the first connection (`CLibPQ.h` says why), and only its header is needed here.
        .target(
            name: "CLibPQ", path: "Sources/Databases/CLibPQ",
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
                .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL", "Full"])),
            ], path: "Sources/Databases/PredicatePostgreSQL"),
        // What `predicate filter --from spark:` runs on the machines of a cluster: no prompt, and few libraries.
        .executableTarget(
            name: "PredicateWorker",
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords", "PredicatePlatform"],
            path: "Sources/Databases/PredicateWorker"),

        // MARK: Command: `predicate` and its prompt.

        // The line editor of `predicate repl`: GNU readline (GPL-3), or libedit under its name on a Mac. Only for
        // the command: no library product may depend on it. Without the trait, the terminal edits the lines of the prompt.
        .target(
            name: "CReadline", path: "Sources/Command/CReadline",
            linkerSettings: [.linkedLibrary("readline", .when(traits: ["Readline", "Full"]))]),
        // The pages of `Documentation` that the command shows, its help and that of the prompt, the job of Spark and scripts of shells, as bytes.
        .target(name: "CPages", path: "Sources/Command/CPages", exclude: ["completion", "help", "spark_job.py"]),
        // The command. Without the trait, it has no command lines.
        .target(
            name: "PredicateCommand",
            dependencies: [
                "PredicateFormat", "PredicatePlatform", "PredicateAnalysis", "PredicatePatterns", "PredicateRecords",
                "CPages", "CReadline", "CRecordScan",
                .target(name: "PredicateFiles", condition: .when(traits: ["Files", "Full"])),
                .target(name: "PredicateLanguageServer", condition: .when(traits: ["Files", "Full"])),
                .target(name: "PredicateSQL", condition: .when(traits: ["SQLite", "PostgreSQL", "Full"])),
                .target(name: "PredicateSQLite", condition: .when(traits: ["SQLite", "Full"])),
                .target(name: "PredicatePostgreSQL", condition: .when(traits: ["PostgreSQL", "Full"])),
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Command", "Full"])),
            ], path: "Sources/Command", exclude: ["README.md", "CReadline", "CPages", "predicate"],
            sources: ["PredicateCommand", "PredicateFilesCommand", "PredicateDatabaseCommand"]),
        .executableTarget(
            name: "predicate", dependencies: ["PredicateCommand", "PredicatePlatform"],
            path: "Sources/Command/predicate"),

        // MARK: Tests

        // What the tests of all wings share.
        .target(
            name: "PredicateTesting", dependencies: ["PredicateFormat", "PredicatePlatform"], path: "Tests/Support"),

        // Ends `swift test` without the trait `Full` with one message, because all other tests depend on it.
        .testTarget(name: "TraitTests", path: "Tests/Traits"),

        // MARK: Tests of Language

        // Also tests `PredicateAnalysis`, with the same generators.
        .testTarget(
            name: "PredicateFormatTests",
            dependencies: ["PredicateTesting", "PredicateFormat", "PredicateAnalysis", "PredicatePatterns"],
            path: "Tests/Language/PredicateFormatTests"),
        // Compares the grammar's file with the parser.
        .testTarget(
            name: "GrammarTests", dependencies: ["PredicateTesting", "PredicateFormat"],
            path: "Tests/Language/GrammarTests"),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["PredicateTesting", "PredicateFormat", "PredicatePatterns", "PredicateRecords"],
            path: "Tests/Language/ConformanceTests"),

        // MARK: Tests of Records

        .testTarget(
            name: "PredicateRecordsTests",
            dependencies: [
                "PredicateTesting",
                "PredicateFormat", "PredicatePatterns", "PredicateRecords", "CRecordScan", "CColumnKernels",
            ], path: "Tests/Records/PredicateRecordsTests"),
        .testTarget(
            name: "PredicateSetsTests",
            dependencies: [
                "PredicateTesting", "PredicateFormat", "PredicatePatterns", "PredicateRecords", "PredicateSetsTesting",
            ], path: "Tests/Records/PredicateSetsTests"),
        // Generated sets of rules, for these tests and for a program that compares thousands of them.
        .target(
            name: "PredicateSetsTesting",
            dependencies: [
                "PredicateTesting", "PredicateFormat", "PredicatePatterns", "PredicatePlatform", "PredicateRecords",
            ], path: "Tests/Records/PredicateSetsTesting"),

        // MARK: Tests of Swift

        .testTarget(
            name: "PredicateKeyPathsTests",
            dependencies: [
                "PredicateTesting", "PredicateFormat", "PredicateKeyPaths", "PredicateFoundationKeyPaths",
                "PredicatePatterns",
            ],
            path: "Tests/Swift/PredicateKeyPathsTests"),
        .testTarget(
            name: "PredicatePatternsTests",
            dependencies: [
                "PredicateTesting", "PredicatePatternSyntax", "PredicateFormat", "PredicatePatterns",
                "PredicateFoundationPatterns",
            ],
            path: "Tests/Swift/PredicatePatternsTests"),
        .testTarget(
            name: "PredicateFoundationTests",
            dependencies: ["PredicateTesting", "PredicateFormat", "PredicateFoundation"],
            path: "Tests/Swift/PredicateFoundationTests"),

        // MARK: Tests of Files

        .testTarget(
            name: "PredicateFilesTests",
            dependencies: [
                "PredicateTesting",
                "PredicateFiles", "PredicateFormat", "PredicatePatterns",
                // Another TOML reader, for comparison with ours.
                .product(name: "TOMLKit", package: "TOMLKit", condition: .when(traits: ["Files", "Full"])),
            ], path: "Tests/Files/PredicateFilesTests",
            exclude: ["Fixtures"]),
        .testTarget(
            name: "PredicateLanguageServerTests",
            dependencies: [
                "PredicateTesting", "PredicateLanguageServer", "PredicateFiles", "PredicateFormat", "PredicatePatterns",
                "PredicateRecords",
            ], path: "Tests/Files/PredicateLanguageServerTests"),

        // MARK: Tests of Databases

        .testTarget(
            name: "PredicateSQLTests",
            dependencies: [
                "PredicateTesting", "PredicateSQL", "PredicateFormat", "PredicatePatterns", "PredicateSQLTesting",
            ],
            path: "Tests/Databases/PredicateSQLTests"),
        // Generated tables and predicates, which the tests of each database compare with evaluation.
        .target(
            name: "PredicateSQLTesting",
            dependencies: [
                "PredicateTesting", "PredicateSQL", "PredicateFormat", "PredicatePlatform", "PredicateRecords",
            ],
            path: "Tests/Databases/PredicateSQLTesting"),
        .testTarget(
            name: "PredicateGRDBTests",
            dependencies: [
                "PredicateTesting",
                "PredicateGRDB", "PredicateSQL", "PredicateSQLite", "PredicateFormat", "PredicatePatterns",
                "PredicateRecords", "PredicateSQLTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite", "Full"])),
            ], path: "Tests/Databases/PredicateGRDBTests"),
        // Skipped without a server: `Scripts/postgresql.sh run` starts one.
        .testTarget(
            name: "PredicatePostgreSQLTests",
            dependencies: [
                "PredicateTesting", "PredicatePostgreSQL", "PredicateSQL", "PredicateFormat", "PredicatePatterns",
                "PredicateSQLTesting",
            ], path: "Tests/Databases/PredicatePostgreSQLTests"),

        // MARK: Tests of Command

        .testTarget(
            name: "PredicateCommandTests",
            dependencies: [
                "PredicateTesting",
                "PredicateCommand", "PredicateFormat", "PredicateAnalysis", "PredicateRecords", "PredicatePatterns",
                "PredicateFiles", "PredicateSQLTesting", "CRecordScan",
                .target(name: "PredicateSQLite", condition: .when(traits: ["SQLite", "Full"])),
                .target(name: "PredicatePostgreSQL", condition: .when(traits: ["PostgreSQL", "Full"])),
            ], path: "Tests/Command/PredicateCommandTests", exclude: ["Fixtures"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type == .test && target.name != "TraitTests" {
    target.dependencies.append("TraitTests")
}

// SwiftPM defines the enabled traits in a random order, and another order compiles everything again. So the whole command is a
// single trait, which defines the others here.
for target in package.targets where ![.macro, .system].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? [])
        + ["Command", "Files", "SQLite", "PostgreSQL", "PCRE2", "Compression"].map {
            .define($0, .when(traits: ["Full"]))
        }
}

// A target in C is compiled even where nothing depends on it, and traits are not defined in C. Without its trait it is empty,
// or does without the library.
for (name, trait) in [
    ("CCompression", "Compression"), ("CPCRE2", "PCRE2"), ("CLibYAML", "Files"), ("CLibPQ", "PostgreSQL"),
    ("CReadline", "Readline"),
] {
    for target in package.targets where target.name == name {
        target.cSettings = [.define(trait, .when(traits: [trait, "Full"]))]
    }
}

// `make library`. SwiftPM links Swift's runtime into programs only, and refuses these flags in a dependency.
if Context.environment["LIBRARY"] != nil {
    let map = "\(Context.packageDirectory)/Sources/C/libpredicate.map"
    let linker = ["--version-script=" + map, "-soname=libpredicate.so.1", "--strip-all"]
    for target in package.targets where target.name == "PredicateC" {
        target.linkerSettings = [.unsafeFlags(["-static-stdlib"] + linker.flatMap { ["-Xlinker", $0] })]
    }
}

// libFuzzer (Fuzz/fuzz.sh). SwiftPM refuses its flags in a dependency, so they are set only on request.
if Context.environment["FUZZ"] != nil {
    let flags = ["-sanitize=fuzzer,address"]
    let fuzzed = [
        "PredicateCore", "PredicateFormat", "PredicateRecords", "PredicateFiles",
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
                "PredicateFormat", "PredicateAnalysis", "PredicatePatterns", "PredicateRecords", "CRecordScan",
                "PredicateLanguageServer",
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
            dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords"],
            path: "Benchmarks/Sources/rules"),
        // Compares generated sets of predicates with evaluating each (`make sets`).
        .executableTarget(
            name: "set-agreement",
            dependencies: ["PredicateFormat", "PredicatePlatform", "PredicateSetsTesting"],
            path: "Benchmarks/Sources/agreement"),
    ]
}

// `make wheel`: a command that runs everywhere contains no readline, which is under the GPL. It loads readline where that is installed.
if Context.environment["PREDICATE_LOADS_READLINE"] != nil {
    for target in package.targets where target.name == "CReadline" {
        target.cSettings = (target.cSettings ?? []) + [.define("LOADS_READLINE")]
        target.linkerSettings = []
    }
}
