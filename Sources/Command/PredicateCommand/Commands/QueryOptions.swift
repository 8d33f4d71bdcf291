import ArgumentParser
import PredicateFormat

/// The options of a query over the matching records.
struct QueryOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Sort the results: -population,name[cd] sorts by population, greatest first, then by name.",
            discussion: """
                Expressions separated by commas; `-` reverses the order. Letters in brackets are string options. nil comes \
                first, and with `-` last, unless :nil-first or :nil-last follows.
                """, valueName: "keys"), completion: ShellCompletion.query)
    var sort: [String] = []

    @Option(
        name: [.customShort("n", allowingJoined: true), .customLong("limit")],
        help: ArgumentHelp("Write at most N results.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Skip the first N results.", valueName: "n"))
    var offset = 0

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Write only these fields: name,country.code; give a new name with =: density = population / area.",
            discussion: "`*` stands for all fields of the record: *, density = population / area.", valueName: "fields"),
        completion: ShellCompletion.query)
    var select: [String] = []

    @Flag(help: "Write only the first of equal results.")
    var distinct = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Group the records by these expressions, and write the groups.", valueName: "keys"),
        completion: ShellCompletion.query)
    var groupBy: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Compute a value for each group: total = sum(population).",
            discussion: """
                The functions are \(QueryFunction.allCases.map(\.rawValue).joined(separator: ", ")). Every group also has \
                `count`. Without --group-by all records are one group.
                """, valueName: "aggregates"), completion: ShellCompletion.query)
    var aggregate: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Write only the groups that match a predicate over keys, count and aggregates.", valueName: "predicate"))
    var having: String?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
        if offset < 0 { throw ValidationError("--offset must not be negative.") }
        let names = ["--distinct", "--group-by", "--aggregate", "--having"]
        if keptFields != nil, let name = firstName(where: names.contains) {
            throw ValidationError("`*` beside others in --select and \(name) cannot be combined.")
        }
    }

    /// The items of the selection.
    var items: [String] { select.flatMap { RecordQuery.items(of: $0) } }

    /// The selected fields without `*`; empty for all.
    private var selected: [String] { items.contains("*") ? items.filter { $0 != "*" } : select }

    /// The number of selected fields before those of the record; nil if `*` does not stand beside others.
    var keptFields: Int? { selected.isEmpty ? nil : items.firstIndex(of: "*") }

    /// The query that the options describe; nil if records are written unchanged.
    var query: RecordQuery? {
        guard distinct || having != nil || [sort, selected, groupBy, aggregate].contains(where: { !$0.isEmpty }) else {
            return nil
        }
        return RecordQuery(
            groupBy: Self.joined(groupBy), aggregate: Self.joined(aggregate), having: having, sort: Self.joined(sort),
            select: Self.joined(selected), distinct: distinct, offset: offset, limit: limit)
    }

    /// The query of --limit and --offset alone; nil without them.
    var range: RecordQuery? { limit == nil && offset == 0 ? nil : RecordQuery(offset: offset, limit: limit) }

    /// The query over records of a schema; nil without options of a query.
    ///
    /// - Parameter request: the request with the values of its variables.
    func checked(
        for request: PredicateRequest, _ schema: RecordSchema?, in environment: CommandEnvironment
    ) throws(CommandFailure) -> CheckedQuery? {
        guard let query = query ?? range else { return nil }
        do throws(RecordQueryDiagnostics) {
            return try query.checked(
                against: schema, bindings: request.bindings(of: query, against: schema), library: commandLibrary)
        } catch {
            throw CommandFailure(.data, snippet: error.snippet(request, in: environment))
        }
    }

    /// The name of the first of the options that is given; nil if none is.
    var firstName: String? { firstName { _ in true } }

    /// The name of the first of the options that is given and satisfies a condition; nil if there is none.
    func firstName(where condition: (String) -> Bool) -> String? {
        let given: [(String, Bool)] = [
            ("--sort", !sort.isEmpty), ("--limit", limit != nil), ("--offset", offset > 0),
            ("--select", !selected.isEmpty), ("--distinct", distinct), ("--group-by", !groupBy.isEmpty),
            ("--aggregate", !aggregate.isEmpty), ("--having", having != nil),
        ]
        return given.first { $0.1 && condition($0.0) }?.0
    }

    /// The texts of the query, which may use variables.
    var texts: [String] { sort + selected + groupBy + aggregate + [having].compactMap { $0 } }

    /// An option that is given several times forms one list.
    private static func joined(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ", ") }
}
