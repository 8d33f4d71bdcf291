import ArgumentParser
import PredicateFormat

/// What is asked of the records that satisfy a predicate.
struct QueryOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Order the results: -population,name[cd] is by population, greatest first, then by name.",
            discussion: """
                Expressions with commas between them; `-` turns an order round. Letters in brackets are string options. nil comes \
                first, and with `-` last, unless :nil-first or :nil-last stands behind.
                """, valueName: "keys"), completion: ShellCompletion.query)
    var sort: [String] = []

    @Option(help: ArgumentHelp("Write at most so many results.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Skip the first N results.", valueName: "n"))
    var offset = 0

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Write these fields only: name,country.code; another name goes before: density = population / area.",
            valueName: "fields"), completion: ShellCompletion.query)
    var select: [String] = []

    @Flag(help: "Of results that are equal write only the first.")
    var distinct = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Make groups of the records that have these in common, and write the groups.", valueName: "keys"),
        completion: ShellCompletion.query)
    var groupBy: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Compute something of each group: total = sum(population).",
            discussion: """
                The functions are \(QueryFunction.allCases.map(\.rawValue).joined(separator: ", ")). Each group has `count` by \
                itself. Without --group-by all records are one group.
                """, valueName: "aggregates"), completion: ShellCompletion.query)
    var aggregate: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Write only the groups that satisfy a predicate over keys, count and aggregates.", valueName: "predicate"))
    var having: String?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is not negative.") }
        if offset < 0 { throw ValidationError("--offset is not negative.") }
    }

    /// What the options ask for; nil where records are written as they come.
    var query: RecordQuery? {
        guard distinct || having != nil || [sort, select, groupBy, aggregate].contains(where: { !$0.isEmpty }) else {
            return nil
        }
        return RecordQuery(
            groupBy: Self.joined(groupBy), aggregate: Self.joined(aggregate), having: having, sort: Self.joined(sort),
            select: Self.joined(select), distinct: distinct, offset: offset, limit: limit)
    }

    /// An option that is given several times is one list.
    private static func joined(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ", ") }
}
