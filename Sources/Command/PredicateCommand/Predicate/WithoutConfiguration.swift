#if !Files
import PredicateFormat

// `make demo` builds the command without the trait `Files`, to be done in under three minutes. These
// declarations stand in for what such a command lacks, so that other files have a condition only round an import.

extension CommandFailure {
    /// The failure of a part that this build of the command lacks.
    init(absent part: String) {
        self.init(
            .usage, "error: this build has no \(part) (the trait Files is off); `make` builds all of it")
    }

    init(_ error: PredicateFileError, in environment: CommandEnvironment) { self.init(absent: "named predicates") }
}

/// Stands in for a file of named predicates. Reading one fails.
struct PredicateFile {
    let path: String
    let predicates: [NamedPredicate]
    var names: [String] { predicates.map(\.name) }

    init(contentsOf path: String, types: [RecordSchema] = [], library: PredicateLibrary) throws(PredicateFileError) {
        throw PredicateFileError()
    }

    subscript(name: String) -> NamedPredicate? { predicates.first { sameCodePoints($0.name, name) } }
}

/// Stands in for a predicate of such a file.
struct NamedPredicate {
    let name: String
    let description: String?
    let text: String
    let expandedText: String
    let schema: RecordSchema?
    let arguments: [NamedArgument]
    let checked: CheckedPredicate
}

/// Stands in for an argument of such a predicate.
struct NamedArgument {
    let name: String
    let type: ValueType
    let defaultValue: PredicateValue?
}

/// Stands in for the mistakes of such a file.
struct PredicateFileError: Error {}

extension PredicateRequest {
    /// Refuses `--predicates`.
    mutating func lookUpName(
        in file: String?, otherTexts: [String] = [], _ environment: CommandEnvironment
    ) throws(CommandFailure) {
        if file != nil { throw CommandFailure(absent: "named predicates") }
    }
}
#endif
