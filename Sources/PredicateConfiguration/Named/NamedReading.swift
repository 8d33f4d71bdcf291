import PredicateFormat

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
                if let document = documents.first, documents.count == 1 {
                    let reader = NamedDeclarationReader(problems: found, schemas: schemas)
                    var checker = NamedChecker(
                        reader, reader.declarations(in: document), library: library, limits: limits)
                    predicates = checker.predicates()
                } else {
                    let start = documents.dropFirst().first?.start ?? SourceRange(at: 0)
                    found.report(NamedMessages.documents(documents.count, at: start), in: "")
                }
            }
        } catch {
            found.report(Self.message(error, bytes, format), in: "")
        }
        problems = found.ordered
        schemaPaths = schemas.paths
    }

    /// What is said of a file that is not well-formed.
    private static func message(
        _ error: ConfigurationError, _ bytes: [UInt8], _ format: PredicateFile.Format
    ) -> PredicateDiagnostic {
        let start = min(max(0, error.offset), bytes.count)
        guard format == .yaml, bytes[start...].starts(with: "@{".utf8) else {
            return LintMessages.unreadableFile(error)
        }
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "}") || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        return NamedMessages.unquotedReference(at: SourceRange(start, min(end + 1, bytes.count)))
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
