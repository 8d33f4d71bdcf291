import PredicateCore
import PredicateFormat

/// A file of named predicates: YAML, TOML, JSON or a property list.
///
/// ```yaml
/// schema: cities.schema.json
/// predicates:
///   coastal: coast == TRUE
///   big-cities:
///     arguments:
///       minimum: {type: integer, default: 1000000}
///     predicate: population >= $minimum
///   big-and-coastal: "@{big-cities} AND @{coastal}"
/// ```
///
/// The whole file is checked when it is read. A program that starts with a bad file gets every problem at once.
///
/// ```swift
/// let file = try PredicateFile(contentsOf: "rules.yaml")
/// let big = try file.predicate("big-cities", for: City.self, ["minimum": 500_000])
/// cities.filter(big)
/// ```
public struct PredicateFile: Sendable {
    /// How a file is written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// YAML. A package without the trait `Files` cannot read it.
        case yaml
        case toml
        /// JSON; comments are allowed.
        case json
        /// A property list, in XML or binary.
        case propertyList = "plist"

        /// The format of a file by its name; nil for other names.
        public init?(path: String) {
            guard let format = ConfigurationFile.format(of: path, []), let known = Format(rawValue: format.rawValue)
            else { return nil }
            self = known
        }
    }

    /// The path, as it was given.
    public let path: String
    /// The predicates, in the order of the file.
    public let predicates: [NamedPredicate]
    /// The warnings, in the order of the file.
    public let warnings: [PredicateFileProblem]
    /// The schema files that the file names.
    package let schemaPaths: [String]
    /// The text of the file; empty for a binary file.
    public let source: String
    private let positions: [ExactName: Int]

    /// Reads a file and checks everything in it.
    ///
    /// - Parameters:
    ///   - path: the file. Its name determines the format: `.yaml`, `.yml`, `.toml`, `.json`, `.plist`.
    ///   - types: the types that `type: City` can name, such as `City.predicateDescription.schema`; a schema is found by the name of
    ///     its records.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on each predicate and on the work of an evaluation.
    /// - Throws: every problem of the file, with its location.
    public init(
        contentsOf path: String, types: [RecordSchema] = [], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateFileError) {
        let bytes = try FileBytes.Failure.translating(try FileBytes.read(path)) {
            PredicateFileError(path: path, reason: $0.reason)
        }
        guard let format = Format(path: path) ?? ConfigurationFile.format(of: path, bytes)?.named else {
            throw PredicateFileError(
                path: path, reason: "its format is not known; its name should end in .yaml, .toml, .json or .plist")
        }
        try self.init(
            bytes, format: format, path: path, folder: NamedSchemas.folder(of: path), types: types, library: library,
            limits: limits)
    }

    /// Reads a file that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: how it is written.
    ///   - path: its name in messages.
    ///   - folder: the folder that paths of schemas are relative to; empty for the current one.
    ///   - types: the types that `type: City` can name.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on each predicate and on the work of an evaluation.
    /// - Throws: every problem of the file, with its location.
    public init(
        _ bytes: [UInt8], format: Format, path: String = "predicates", folder: String = "", types: [RecordSchema] = [],
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateFileError) {
        let reading = NamedReading(
            bytes, format, path: path, folder: folder, types: types, library: library, limits: limits)
        if let error = reading.error { throw error }
        self.path = path
        predicates = reading.predicates
        warnings = reading.problems
        schemaPaths = reading.schemaPaths
        source = reading.source
        positions = Dictionary(
            zip(predicates.map { ExactName($0.name) }, predicates.indices), uniquingKeysWith: { first, _ in first })
    }

    /// The names, in the order of the file.
    public var names: [String] { predicates.map(\.name) }

    /// The predicate with a name; nil if there is none.
    public subscript(name: String) -> NamedPredicate? { positions[ExactName(name)].map { predicates[$0] } }

    /// The predicate with a name.
    ///
    /// - Throws: `unknown-predicate`, with a name that is probably meant.
    public func named(_ name: String) throws(PredicateFileError) -> NamedPredicate {
        guard let predicate = self[name] else {
            throw PredicateFileError(
                refusing: .unknownPredicate(name, known: names, at: SourceRange(at: 0)), in: path)
        }
        return predicate
    }

    /// The predicate with a name for records, with values for its arguments.
    ///
    /// ```swift
    /// let big = try file.predicate("big-cities", ["minimum": 500_000])
    /// big.matches(record)
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the predicate in the file.
    ///   - arguments: the values by name. An argument with a default can be left out.
    /// - Throws: a name that the file does not have, or a value that is missing, that no argument has, or that does not fit.
    public func predicate(
        _ name: String, _ arguments: [String: (any PredicateFieldValue)?] = [:]
    ) throws(PredicateFileError) -> CheckedPredicate {
        try named(name).binding(Self.values(arguments))
    }

    /// The predicate with a name for values of a Swift type, with values for its arguments.
    ///
    /// ```swift
    /// let big = try file.predicate("big-cities", for: City.self, ["minimum": 500_000])
    /// cities.filter(big)
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the predicate in the file.
    ///   - type: a type that describes itself.
    ///   - arguments: the values by name. An argument with a default can be left out.
    /// - Throws: a name that the file does not have; a value that is missing, that no argument has, or that does not fit; or what the
    ///   type has no field for.
    public func predicate<Root: PredicateDescribed>(
        _ name: String, for type: Root.Type, _ arguments: [String: (any PredicateFieldValue)?] = [:]
    ) throws(PredicateFileError) -> TypedPredicate<Root> {
        try predicate(name, for: type.predicateDescription, arguments)
    }

    /// The predicate with a name for values that a description describes, with values for its arguments.
    ///
    /// - Throws: as for a type that describes itself.
    public func predicate<Root>(
        _ name: String, for description: PredicateDescription<Root>,
        _ arguments: [String: (any PredicateFieldValue)?] = [:]
    ) throws(PredicateFileError) -> TypedPredicate<Root> {
        try named(name).binding(Self.values(arguments), for: description)
    }

    private static func values(_ arguments: [String: (any PredicateFieldValue)?]) -> [String: PredicateValue] {
        arguments.mapValues { $0?.predicateValue ?? .null }
    }

    /// The warnings with the lines of the file, as `PredicateFileError.rendered` shows problems.
    public func renderedWarnings(width: Int = 80, colour: Bool = false) -> String {
        PredicateFileError.rendered(warnings, source: source, width: width, colour: colour)
    }
}

extension PredicateFile {
    /// A problem with the text of a predicate, with its place in the file.
    package func problem(_ diagnostic: PredicateDiagnostic, of predicate: NamedPredicate) -> PredicateFileProblem? {
        let problems = NamedProblems(path: path, source: source, isBinary: predicate.position == nil)
        let keyPath = "predicates." + predicate.name
        if predicate.insertedRanges.isEmpty {
            problems.report(diagnostic, of: predicate.located, in: keyPath)
        } else {
            // The range may lie in the text of another predicate.
            var named = diagnostic
            (named.range, named.labels, named.edits) = (predicate.nameRange, [], [])
            problems.report(named, in: keyPath)
        }
        return problems.ordered.first
    }
}

extension ConfigurationFormat {
    /// The format of a file of predicates; nil for other files.
    fileprivate var named: PredicateFile.Format? { PredicateFile.Format(rawValue: rawValue) }
}
