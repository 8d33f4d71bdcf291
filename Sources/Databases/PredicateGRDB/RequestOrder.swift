#if SQLite
import GRDB
import PredicateFormat
import PredicatePatterns
import PredicateSQL
import PredicateSQLite

extension QueryInterfaceRequest where RowDecoder: PredicateTableRecord & PredicateDescribed {
    /// The records in the order of a string in the form of `RecordQuery.sort`, `-arrival, name[cd]:nil-last`: the order
    /// that `TypedRequest.sorted(by:)` gives the same values in memory. It replaces the order that the request had.
    ///
    /// A column that SQL orders in the same way stays a column, for which an index serves. Other keys become calls of the
    /// function that `Database.installPredicateFunctions()` adds; without it, fetching throws
    /// `RequestError.missingFunction`.
    ///
    /// - Parameters:
    ///   - text: the keys of the order.
    ///   - limits: bounds on each key; `.untrusted` for a string from a user.
    /// - Throws: that the text is wrong, or that a key has no form in SQL.
    public func sorted(by text: String, limits: PredicateLimits = .standard) throws(RequestError) -> Self {
        let description = RowDecoder.predicateDescription.type
        let query = try RecordQueryDiagnostics.translating(
            try RecordQuery(sort: text).checked(
                against: description.schema, library: .standardWithPatterns, limits: limits)
        ) { RequestError.invalid($0) }
        let columns = RecordColumns(RowDecoder.self, description)
        let mapping = columns.adapt(RowDecoder.predicateMapping)
        let keys = try query.order.keys.map { key throws(RequestError) in try OrderingKey(key, mapping, columns) }
        return orderWhenConnected { database in try keys.map { try $0.ordering(in: database) } }
    }
}

/// A key of an order in SQL.
private struct OrderingKey {
    private let key: RecordOrder.Key
    /// The key as a column; nil if SQL orders its values in another way.
    private var column: SQL?
    /// Finds a row whose value SQL orders in another way.
    private var check: SQL?
    /// The key as a call of our function.
    private let call: SQL

    init(_ key: RecordOrder.Key, _ mapping: SQLMapping, _ columns: RecordColumns) throws(RequestError) {
        self.key = key
        let expression = key.expression
        switch expression.type.unwrapped {
        case .decimal, .list, .set, .dictionary, .object, .any:
            throw .untranslatable(
                part: key.text, reason: "SQLite does not order values of the type \(expression.type.unwrapped)")
        case .enumeration(let type) where type.order != nil:
            throw .untranslatable(
                part: key.text, reason: "the type has an order of its own, which SQLite does not know")
        case _ where key.options.effective.contains(.localized):
            throw .untranslatable(part: key.text, reason: "SQLite has no localized order")
        default: break
        }
        let order = RecordOrder([key], library: .standardWithPatterns)
        let leaves = try TestLeaves(
            expression.tree.uses.fields, of: expression.schema, mapping, columns, part: key.text)
        let context = EvaluationContext(limits: expression.limits)
        let number = SQLiteTest.register(leaves.leaves) {
            order.comparable(expression.value(for: $0, context: context), at: 0)
        }
        call = SQL(sql: leaves.call(number))
        try translate(mapping)
    }

    private mutating func translate(_ mapping: SQLMapping) throws(RequestError) {
        var mapping = mapping
        mapping.tables[mapping.root]?.primaryKey = []
        let (schema, library) = (key.expression.schema, PredicateLibrary.standardWithPatterns)
        // Direction and place of nil are said by GRDB, which can then reverse the order.
        let ascending = RecordOrder.Key(key.expression, options: key.options)
        guard let all = try? CheckedPredicate("TRUEPREDICATE", schema: schema, library: library),
            let query = try? RecordQuery(sort: ascending.text).checked(against: schema, library: library)
        else { return }
        let plan = query.plan(of: all.plan(for: mapping, in: .sqlite))
        let prefix = " ORDER BY "
        guard plan.remainders.isEmpty, let ending = plan.ending, ending.sql.hasPrefix(prefix) else { return }
        column = try SQL(sql: String(ending.sql.dropFirst(prefix.count)), arguments: ending.arguments())
        check = try plan.check.map { check throws(RequestError) in
            try SQL(sql: check.sql, arguments: check.arguments())
        }
    }

    func ordering(in database: Database) throws -> any SQLOrderingTerm {
        let hasOthers = try check.map { try SQLRequest<Int>(literal: $0).fetchOne(database) != nil } ?? false
        if let column, !hasOthers {
            return ordering(column.sqlExpression)
        }
        guard database.hasPredicateFunctions else { throw RequestError.missingFunction(part: key.text) }
        return ordering(call.sqlExpression)
    }

    private func ordering(_ expression: SQLExpression) -> any SQLOrderingTerm {
        switch (key.isDescending, key.isNilFirst) {
        case (false, true): expression.asc
        case (false, false): expression.ascNullsLast
        case (true, true): expression.descNullsFirst
        case (true, false): expression.desc
        }
    }
}
#endif
