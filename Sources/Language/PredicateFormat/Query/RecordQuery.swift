import PredicateCore
import PredicatePlatform

/// A query over records: a predicate, their order, their number, their fields, and groups of them.
///
/// A query is text, as in `predicate filter`; `checked(against:)` makes a runnable query. Its parts always run in
/// the same order, whatever the order of the options: the predicate, groups and aggregates, `having`, the order,
/// distinct results, the offset, the limit (D102).
///
/// ```swift
/// let query = RecordQuery(
///     where: "population > 100000", groupBy: "country.code",
///     aggregate: "total = sum(population), largest = max(population)",
///     having: "count > 3", sort: "-total, country.code", limit: 20)
/// ```
///
/// The parts of a query:
///
/// - `sort`: expressions separated by commas, such as `-population, name[cd]:nil-last`. `-` reverses the order.
///   Letters in brackets are string options. `:nil-first` and `:nil-last` set the position of nil, which is first by
///   default, and last with `-`.
/// - `select`: the fields of the results. They are paths or other expressions, each with a name if it needs another
///   one: `name, country.code, density = population / area`.
/// - `groupBy`: the group keys, in the form of `select`.
/// - `aggregate`: the values to compute for each group, such as `count, total = sum(population)`. The functions are
///   those of `QueryFunction`.
/// - `having`: a predicate over groups, that is over the record type of the keys, `count`, and the aggregates (D103).
public struct RecordQuery: Hashable, Sendable {
    /// A part of a query that is text.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The predicate that records must satisfy.
        case predicate
        /// The group keys.
        case groupBy = "group-by"
        /// The aggregates of groups.
        case aggregate
        /// The predicate that groups must satisfy.
        case having
        /// The order.
        case sort
        /// The fields of the results.
        case select
    }

    /// The predicate that records must satisfy; nil matches all.
    public var predicate: String?
    /// The order. With nil, records keep their order of arrival, and groups the order of their first records.
    public var sort: String?
    /// The fields of the results; nil gives whole records, or groups with all their fields.
    public var select: String?
    /// The group keys; nil makes no groups, or a single one if there are aggregates.
    public var groupBy: String?
    /// The aggregates of groups.
    public var aggregate: String?
    /// The predicate that groups must satisfy; nil matches all.
    public var having: String?
    /// Whether only the first of equal results is kept.
    public var isDistinct: Bool
    /// The number of results to skip.
    public var offset: Int
    /// The maximum number of results; nil if there is none.
    public var limit: Int?

    /// A query from its parts.
    public init(
        where predicate: String? = nil, groupBy: String? = nil, aggregate: String? = nil, having: String? = nil,
        sort: String? = nil, select: String? = nil, distinct: Bool = false, offset: Int = 0, limit: Int? = nil
    ) {
        self.predicate = predicate
        self.sort = sort
        self.select = select
        self.groupBy = groupBy
        self.aggregate = aggregate
        self.having = having
        self.isDistinct = distinct
        self.offset = offset
        self.limit = limit
    }

    /// The text of a part; nil if there is none.
    package subscript(part: Part) -> String? {
        get {
            switch part {
            case .predicate: predicate
            case .groupBy: groupBy
            case .aggregate: aggregate
            case .having: having
            case .sort: sort
            case .select: select
            }
        }
        set {
            switch part {
            case .predicate: predicate = newValue
            case .groupBy: groupBy = newValue
            case .aggregate: aggregate = newValue
            case .having: having = newValue
            case .sort: sort = newValue
            case .select: select = newValue
            }
        }
    }

    /// Whether results are groups instead of records.
    package var isGrouped: Bool { groupBy != nil || aggregate != nil || having != nil }

    /// Checks the names and types of all parts.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on each text and on the work of an evaluation.
    /// - Throws: `RecordQueryDiagnostics` with all errors of each part, also for a substitution variable, which has no value.
    public func checked(
        against schema: RecordSchema? = nil, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(RecordQueryDiagnostics) -> CheckedQuery {
        try checked(against: schema, trees: nil, library: library, limits: limits)
    }

    /// Checks all parts, and leaves substitution variables without values.
    package func openlyChecked(
        against schema: RecordSchema?, library: PredicateLibrary, limits: PredicateLimits = .standard
    ) throws(RecordQueryDiagnostics) -> CheckedQuery {
        var checker = QueryChecker(self, schema: schema, library: library, limits: limits)
        return try checker.check()
    }

    /// Checks all parts, including those that a program built as trees.
    func checked(
        against schema: RecordSchema?, trees: QueryTrees?, library: PredicateLibrary, limits: PredicateLimits
    ) throws(RecordQueryDiagnostics) -> CheckedQuery {
        var checker = QueryChecker(
            self, trees, schema: schema, library: library, limits: limits, bindings: NameTable())
        return try checker.check()
    }

    /// Checks all parts with values for variables. Each value is checked like a literal at the location of its
    /// variable. Every variable must have a value.
    ///
    /// - Parameter knowsAllFields: whether the schema has all fields of the records. A sample may lack some.
    package func checked(
        against schema: RecordSchema?, bindings: NameTable<PredicateValue>, library: PredicateLibrary,
        limits: PredicateLimits = .standard, knowsAllFields: Bool = true
    ) throws(RecordQueryDiagnostics) -> CheckedQuery {
        var checker = QueryChecker(
            self, schema: schema, library: library, limits: limits, bindings: bindings, knowsAllFields: knowsAllFields)
        return try checker.check()
    }

    /// The parts that define groups, from one text: `country, total = sum(population) having count > 3`. An item that
    /// is an aggregate function is computed; any other item is a key.
    package init(group text: String) {
        self.init()
        var list = text
        let whole = QueryText(text)
        if let (before, behind) = whole.split(atWord: "having") {
            list = before.text
            having = behind.text
        }
        let items = QueryText(list, names: QueryText.NameForms(beside: nil))
        var keys: [String] = []
        var functions: [String] = []
        for item in items.items {
            let body = items.named(item).body
            if let call = items.call(body), let function = QueryFunction(name: call.name.text),
                function == .count || call.argument != nil
            {
                functions.append(item.text)
            } else {
                keys.append(item.text)
            }
        }
        // A query with only `having` has no part that lacks a key.
        if !(keys == [""] && functions.isEmpty && having != nil) {
            groupBy = keys.isEmpty ? nil : keys.joined(separator: ", ")
            aggregate = functions.isEmpty ? nil : functions.joined(separator: ", ")
        }
    }
}

/// The error for a query that cannot be used, with the diagnostics of each part.
public struct RecordQueryDiagnostics: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors and warnings of a part.
    public struct Found: Hashable, Sendable {
        /// The part.
        public var part: RecordQuery.Part
        /// The diagnostics of its text.
        public var diagnostics: PredicateDiagnostics

        /// The errors and warnings of a part.
        package init(_ part: RecordQuery.Part, _ diagnostics: PredicateDiagnostics) {
            self.part = part
            self.diagnostics = diagnostics
        }
    }

    /// The diagnostics part by part, with at least one error.
    public var parts: [Found]

    /// Diagnostics of the parts of a query.
    package init(parts: [Found]) { self.parts = parts }

    /// The diagnostics as shown to a person. Each location follows the name of its part.
    public var description: String {
        parts.map { DiagnosticRenderer(fileName: $0.part.rawValue).render($0.diagnostics) }.joined(separator: "\n")
    }
}

extension RecordQueryDiagnostics: LocalizedError {
    /// The first error in one line, after the name of its part. It is in English.
    public var errorDescription: String? {
        let found = parts.first { $0.diagnostics.hasErrors } ?? parts.first
        return found.map { "\($0.part.rawValue): \($0.diagnostics.errorDescription ?? "")" }
    }
}

extension RecordQuery {
    /// Checks the query. A part whose only errors are spellings of other languages with one meaning is translated first;
    /// the checked query has the translation.
    ///
    /// - Parameter check: checks the query that it gets.
    /// - Throws: the errors that are no such spellings.
    package func translated(
        _ check: (RecordQuery) throws(RecordQueryDiagnostics) -> CheckedQuery
    ) throws(RecordQueryDiagnostics) -> CheckedQuery {
        var query = self
        // The groups are translated before the parts that read them can be checked.
        for _ in Part.allCases {
            do throws(RecordQueryDiagnostics) {
                return try check(query)
            } catch {
                var isChanged = false
                for found in error.parts {
                    guard let text = found.diagnostics.translated else { continue }
                    query[found.part] = text
                    isChanged = true
                }
                if isChanged { continue }
                var error = error
                for index in error.parts.indices {
                    error.parts[index].diagnostics = error.parts[index].diagnostics.withoutTranslations
                }
                throw error
            }
        }
        return try check(query)
    }
}
