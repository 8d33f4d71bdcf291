import PredicateCore

/// Bounds on a file of predicates as a whole. `PredicateLimits` bounds each predicate.
enum NamedLimits {
    /// Bytes of all predicates with those that they use.
    static let expandedBytes = 16 << 20
}

/// The reading of a file: its predicates, and what is wrong with it.
///
/// Each mistake is reported once, where it is made. A predicate that uses one with a mistake is checked as far as its own text goes.
struct NamedReading {
    /// The predicates without errors, in the order of the file.
    private(set) var predicates: [NamedPredicate] = []
    /// The predicates as the file declares them.
    private(set) var declarations: [NamedDeclaration] = []
    /// The text of the file; empty for a binary one.
    let source: String
    private(set) var problems: [PredicateFileProblem] = []
    private(set) var schemaPaths: [String] = []
    private let path: String

    /// The error that the problems are; nil if there are warnings at most.
    var error: PredicateFileError? {
        guard problems.contains(where: { $0.diagnostic.severity == .error }) else { return nil }
        return PredicateFileError(path: path, problems: problems, source: source, schemaPaths: schemaPaths)
    }

    /// Reads the bytes of a file.
    init(
        _ bytes: [UInt8], _ format: PredicateFile.Format, path: String, folder: String, types: [RecordSchema],
        library: PredicateLibrary, limits: PredicateLimits
    ) {
        self.path = path
        let isBinary = format == .propertyList && PropertyListReader.kind(of: bytes) == .binary
        source = isBinary ? "" : ConfigurationFile.text(of: bytes)
        let found = NamedProblems(path: path, source: source, isBinary: isBinary)
        let schemas = NamedSchemas(found, types: types, folder: folder)
        do throws(ConfigurationError) {
            let file = try ConfigurationFile(path: path, bytes, format.configuration)
            if case .data(let documents) = file.content {
                read(documents, found, schemas, library, limits, isChecked: true)
            }
        } catch {
            found.report(Self.message(error, bytes, format), in: "")
        }
        problems = found.ordered
        schemaPaths = schemas.paths
    }

    /// Reads a file for a tool that does not know the program's types: an unknown type of records is not a problem.
    ///
    /// - Parameter isChecked: whether the predicates are checked, in addition to being found.
    init(
        _ file: ConfigurationFile, types: [RecordSchema], library: PredicateLibrary, limits: PredicateLimits,
        isChecked: Bool
    ) {
        path = file.path
        source = file.text
        let found = NamedProblems(path: path, source: source, isBinary: file.isBinary)
        let schemas = NamedSchemas(
            found, types: types, folder: NamedSchemas.folder(of: file.path), knowsAllTypes: false,
            within: file.bounds)
        if case .data(let documents) = file.content {
            read(documents, found, schemas, library, limits, isChecked: isChecked)
        }
        problems = found.ordered
        schemaPaths = schemas.paths
    }

    private mutating func read(
        _ documents: [ConfigurationNode], _ found: NamedProblems, _ schemas: NamedSchemas,
        _ library: PredicateLibrary, _ limits: PredicateLimits, isChecked: Bool
    ) {
        guard let document = documents.first, documents.count == 1 else {
            let start = documents.dropFirst().first?.start ?? SourceRange(at: 0)
            found.report(.documents(documents.count, at: start), in: "")
            return
        }
        let reader = NamedDeclarationReader(problems: found, schemas: schemas)
        declarations = reader.declarations(in: document)
        guard isChecked else { return }
        var checker = NamedChecker(reader, declarations, library: library, limits: limits)
        predicates = checker.predicates()
    }

    /// What is said of a file that is not well-formed.
    private static func message(
        _ error: ConfigurationError, _ bytes: [UInt8], _ format: PredicateFile.Format
    ) -> PredicateDiagnostic {
        let start = min(max(0, error.offset), bytes.count)
        guard format == .yaml, bytes[start...].starts(with: "@{".utf8) else {
            return .unreadableFile(error)
        }
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "}") || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        return .unquotedReference(at: SourceRange(start, min(end + 1, bytes.count)))
    }
}

extension PredicateFile.Format {
    fileprivate var configuration: ConfigurationFormat {
        switch self {
        case .yaml: .yaml
        case .toml: .toml
        case .json: .json
        case .propertyList: .propertyList
        }
    }
}
