#if Command
import ArgumentParser
import PredicateFormat

/// The options of a query over the matching records.
struct QueryOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditionalSingleValue, help: .of("--sort"), completion: ShellCompletion.query)
    var sort: [String] = []

    @Option(name: [.customShort("n", allowingJoined: true), .customLong("limit")], help: .of("--limit"))
    var limit: Int?

    @Option(help: .of("--offset"))
    var offset = 0

    @Option(parsing: .unconditionalSingleValue, help: .of("--select"), completion: ShellCompletion.query)
    var select: [String] = []

    @Flag(help: .of("--distinct"))
    var distinct = false

    @Option(parsing: .unconditionalSingleValue, help: .of("--group-by"), completion: ShellCompletion.query)
    var groupBy: [String] = []

    @Option(parsing: .unconditionalSingleValue, help: .of("--aggregate"), completion: ShellCompletion.query)
    var aggregate: [String] = []

    @Option(parsing: .unconditional, help: .of("--having"))
    var having: String?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("`--limit` needs a number, 0 or more, not `\(limit)`") }
        if offset < 0 { throw ValidationError("`--offset` needs a number, 0 or more, not `\(offset)`") }
        let names = ["--distinct", "--group-by", "--aggregate", "--having"]
        if keptFields != nil, let name = firstName(where: names.contains) {
            throw ValidationError("\(name) needs the fields by name: leave `*` out of --select")
        }
    }

    /// The items of the selection.
    var items: [String] { select.flatMap { RecordQuery.items(of: $0) } }

    /// The selected fields without `*`; empty for all.
    private var selected: [String] { items.contains("*") ? items.filter { $0 != "*" } : select }

    /// The number of selected fields before those of the record; nil if `*` is not there with others.
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

    /// The expressions of the query, which may use variables.
    var texts: [String] { sort + selected + groupBy + aggregate + [having].compactMap { $0 } }

    /// An option that is given several times forms one list.
    private static func joined(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ", ") }
}
#endif
