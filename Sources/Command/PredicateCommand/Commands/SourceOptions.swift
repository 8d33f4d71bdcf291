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
    var addresses: [String] = []

    /// The address as it was given; nil without the option.
    var from: String? { addresses.first }

    func validate() throws { try refuseRepeated("--from", addresses, "the records are those of one table") }

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

/// Refuses an option that was given again. Otherwise the last value would silently win.
func refuseRepeated(_ option: String, _ values: [String], _ reason: String) throws {
    guard values.count > 1 else { return }
    throw ValidationError("\(option) was given \(values.count) times, but \(reason).")
}
