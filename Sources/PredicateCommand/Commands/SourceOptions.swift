import ArgumentParser
import PredicateFormat

/// The option for records in a database or on a cluster.
struct SourceOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "Read the records of a table: sqlite:FILE#TABLE, postgresql://HOST/DB#TABLE or spark://MASTER#PATH.",
            discussion: "A # in the name of a file is written %23.", valueName: "address"),
        completion: ShellCompletion.address)
    var from: String?

    /// The address; nil without the option.
    func address() throws(CommandFailure) -> SourceAddress? {
        guard let from else { return nil }
        return try SourceAddress(parsing: from)
    }

    /// Refuses options that describe records of files.
    ///
    /// - Parameter others: the names of options that were given.
    func refuse(_ others: [(name: String, isGiven: Bool)]) throws {
        guard from != nil, let other = others.first(where: \.isGiven) else { return }
        throw ValidationError("--from and \(other.name) cannot be combined.")
    }
}
