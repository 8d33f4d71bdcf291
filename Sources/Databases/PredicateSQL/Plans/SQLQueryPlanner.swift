import PredicateCore
import PredicateFormat

/// Divides a query between a database and this program.
struct SQLQueryPlanner {
    let query: CheckedQuery
    let condition: SQLPlan
    private var pushed: [SQLQueryPlan.Part] = []
    private var remainders: [SQLQueryPlan.Remainder] = []
    private var done = CheckedQuery.Done()
    /// Conditions of rows that SQL would treat in another way.
    private var checks: [SQLNode] = []
    /// The keys of the order, with the place of NULL.
    private var order: [SQLSortKey] = []

    init(_ query: CheckedQuery, _ condition: SQLPlan) {
        self.query = query
        self.condition = condition
    }

    private var rootAlias: String { condition.alias ?? condition.mapping.rootTable?.name ?? condition.mapping.root }

    mutating func plan() -> SQLQueryPlan {
        guard condition.exactness == .exact else {
            refuse(parts, because: "the database does not decide the whole predicate")
            return rows()
        }
        guard condition.mapping.rootTable != nil else {
            refuse(parts, because: "the mapping has no table for records")
            return rows()
        }
        guard condition.dialect == .sqlite || condition.dialect == .postgresql else {
            refuse(parts, because: "queries are translated to SQLite and PostgreSQL alone")
            return rows()
        }
        if query.isGrouped { return groups() }
        if query.isDistinct { return distinct() }
        sort(in: SQLKeyTranslator(condition, query.library, query.limits))
        range()
        return rows()
    }

    /// The parts that the query has, in the order in which they are done.
    private var parts: [SQLQueryPlan.Part] {
        var parts: [SQLQueryPlan.Part] = []
        if query.isGrouped { parts.append(.groups) }
        if query.grouping?.having != nil { parts.append(.having) }
        return parts + laterParts
    }

    private var laterParts: [SQLQueryPlan.Part] {
        var parts: [SQLQueryPlan.Part] = []
        if !query.order.isEmpty { parts.append(.sort) }
        if query.isDistinct { parts.append(.distinct) }
        return parts + rangeParts
    }

    private var rangeParts: [SQLQueryPlan.Part] {
        (query.offset > 0 ? [.offset] : []) + (query.limit == nil ? [] : [.limit])
    }

    private mutating func refuse(_ parts: [SQLQueryPlan.Part], because reason: String) {
        remainders += parts.map { SQLQueryPlan.Remainder(part: $0, reason: reason) }
    }

    // MARK: Records

    /// Translates the order.
    ///
    /// - Parameter places: the columns of groups, whose paths need no translation.
    private mutating func sort(in translator: SQLKeyTranslator, places: [SQLGroups.Place] = []) {
        guard !query.order.isEmpty else { return }
        var translator = translator
        do throws(SQLRefusal) {
            var keys: [SQLSortKey] = []
            for key in query.order.keys {
                if let place = Self.place(of: key, in: places) {
                    keys.append(try translator.sortKey(key, at: place))
                } else if query.isDistinct, !query.isGrouped, !places.isEmpty {
                    throw SQLRefusal("of equal results, the first one in the order is chosen here")
                } else if let key = try translator.sortKey(key) {
                    keys.append(key)
                }
            }
            try translator.refuseLargeNodes(keys.map(\.node) + checks)
            checks += translator.checks
            order = keys
            done.order = true
            pushed.append(.sort)
        } catch {
            refuse([.sort], because: error.reason)
        }
    }

    private static func place(of key: RecordOrder.Key, in places: [SQLGroups.Place]) -> SQLGroups.Place? {
        guard let path = QueryColumn(name: nil, key.expression).path, !path.isEmpty else { return nil }
        return places.first { $0.path.count == path.count && zip($0.path, path).allSatisfy { sameCodePoints($0, $1) } }
    }

    /// Skips and limits the results, if everything before is done.
    private mutating func range() {
        guard let last = remainders.last else {
            done.range = true
            pushed += rangeParts
            return
        }
        refuse(rangeParts, because: last.part == .sort ? "the order is made here" : "the results are made here")
    }

    /// The order of records: the keys of the query, then the primary key.
    private var rowOrder: [SQLSortKey] {
        // NULL needs no place where the condition refuses it. An index of PostgreSQL serves `NULLS FIRST` only if it is
        // made so.
        let present = order.isEmpty ? [] : condition.node.presentColumns
        var identity = condition.mapping.rootTable?.primaryKey.map { [rootAlias, $0] } ?? []
        var keys: [SQLSortKey] = []
        for var key in order {
            let name = key.node.columnName
            if let name, present.contains(name) { key.isNilPossible = false }
            keys.append(key)
            guard let name, identity.contains(name) else { continue }
            identity.removeAll { $0 == name }
            // Equal keys are the same row.
            if identity.isEmpty { return keys }
        }
        for column in identity { keys.append(SQLSortKey(node: .column(column[0], column[1], isNullable: false))) }
        return keys
    }

    /// The plan for a database that gives records.
    private func rows() -> SQLQueryPlan {
        let keys = rowOrder
        func ending(_ printer: inout SQLPrinter) {
            printer.write(order: keys)
            if done.range { printer.write(limit: query.limit, offset: query.offset) }
        }
        var printer = SQLPrinter(condition.dialect, parametersBefore: condition.condition.parameters.count)
        ending(&printer)
        var inline = SQLPrinter(condition.dialect, isInline: true)
        if !condition.isUnconditional {
            inline.write(raw: " WHERE ")
            inline.write(condition.node)
        }
        ending(&inline)
        return plan(ending: printer.statement, inline: String(inline.text.dropFirst()))
    }

    // MARK: Groups

    private mutating func distinct() -> SQLQueryPlan {
        guard !query.columns.isEmpty else {
            sort(in: SQLKeyTranslator(condition, query.library, query.limits))
            refuse([.distinct], because: "whole records are compared")
            range()
            return rows()
        }
        var translator = SQLKeyTranslator(condition, query.library, query.limits)
        do throws(SQLRefusal) {
            var groups = SQLGroups(condition)
            for column in query.columns { groups.keys.append(try translator.groupKey(column.expression, column.name)) }
            try groups.placeFirst(in: condition.mapping)
            try translator.refuseLargeNodes(groups.nodes)
            // Results that are equal have the same place in an order by what they consist of.
            let table = groups.mapping([:])
            let places = groups.places(query.columns.map(\.path))
            sort(
                in: SQLKeyTranslator(table, SQLGroups.alias, condition.dialect, query.library, query.limits),
                places: places)
            guard remainders.isEmpty else {
                let reason = remainders[0].reason
                remainders = []
                throw SQLRefusal(reason)
            }
            checks += translator.checks
            done.distinct = true
            pushed.append(.distinct)
            range()
            return plan(groups, having: nil)
        } catch {
            order = []
            done.order = false
            pushed = []
            refuse(laterParts, because: error.reason)
            return rows()
        }
    }

    private mutating func groups() -> SQLQueryPlan {
        guard let grouping = query.grouping else { return rows() }
        // SQL has no first record of a group.
        if grouping.aggregates.contains(where: \.isHidden) {
            refuse(parts, because: "`having` reads the first records of groups")
            return rows()
        }
        var translator = SQLKeyTranslator(condition, query.library, query.limits)
        var groups = SQLGroups(condition)
        do throws(SQLRefusal) {
            for key in grouping.keys { groups.keys.append(try translator.groupKey(key.expression, key.name)) }
            groups.aggregates.append(translator.count)
            for aggregate in grouping.aggregates { groups.aggregates.append(try translator.aggregate(aggregate)) }
            try groups.placeFirst(in: condition.mapping)
            try translator.refuseLargeNodes(groups.nodes)
        } catch {
            refuse(parts, because: error.reason)
            return rows()
        }
        checks += translator.checks
        done.grouping = true
        pushed.append(.groups)
        let mapping = groups.mapping(of: grouping)
        var having: SQLPlan?
        if let predicate = grouping.having {
            let plan = predicate.plan(for: mapping, in: condition.dialect, alias: SQLGroups.alias)
            guard plan.exactness == .exact else {
                refuse([.having], because: plan.remainders.first?.reason ?? "it is evaluated here")
                refuse(laterParts, because: "the groups are chosen here")
                return self.plan(groups, having: nil)
            }
            having = plan
            done.having = true
            pushed.append(.having)
        }
        let paths: [[String]?] =
            grouping.keys.map(\.resultPath) + [["count"]] + grouping.aggregates.map { [$0.name] }
        sort(
            in: SQLKeyTranslator(mapping, SQLGroups.alias, condition.dialect, query.library, query.limits),
            places: groups.places(paths))
        if query.isDistinct { refuse([.distinct], because: "equal groups are found here") }
        range()
        return plan(groups, having: having)
    }

    /// The plan for a database that gives groups.
    private func plan(_ groups: SQLGroups, having: SQLPlan?) -> SQLQueryPlan {
        var printer = SQLPrinter(condition.dialect)
        var inline = SQLPrinter(condition.dialect, isInline: true)
        let range = done.range ? (query.limit, query.offset) : (nil, 0)
        groups.write(having: having?.node, order: order, limit: range.0, offset: range.1, to: &printer)
        groups.write(having: having?.node, order: order, limit: range.0, offset: range.1, to: &inline)
        return plan(groups: printer.statement, columns: groups.columns, inline: inline.text)
    }

    // MARK: The plan

    private func plan(
        ending: SQLStatement? = nil, groups: SQLStatement? = nil, columns: [SQLQueryPlan.Column] = [], inline: String
    ) -> SQLQueryPlan {
        SQLQueryPlan(
            condition: condition, pushed: pushed, remainders: remainders, ending: ending, groups: groups,
            columns: columns, check: check()?.statement, inlineCheck: check(isInline: true)?.text, inline: inline,
            rest: query.rest(after: done))
    }

    private func check(isInline: Bool = false) -> SQLPrinter? {
        let node = SQLNode.and([condition.node, .or(checks)])
        guard !node.isFalse, let table = condition.mapping.rootTable else { return nil }
        var printer = SQLPrinter(condition.dialect, isInline: isInline)
        printer.write(raw: "SELECT 1")
        printer.write(from: table, alias: rootAlias)
        printer.write(raw: " WHERE ")
        printer.write(node)
        printer.write(raw: " LIMIT 1")
        return printer
    }
}

/// A key of an order.
struct SQLSortKey: Sendable {
    var node: SQLNode
    var isDescending = false
    var isNilFirst = true
    /// Whether the value may be NULL.
    var isNilPossible: Bool

    init(node: SQLNode, isDescending: Bool = false, isNilFirst: Bool = true) {
        self.node = node
        self.isDescending = isDescending
        self.isNilFirst = isNilFirst
        isNilPossible = node.isNullable
    }
}

extension SQLPrinter {
    mutating func write(order keys: [SQLSortKey]) {
        for (index, key) in keys.enumerated() {
            write(raw: index == 0 ? " ORDER BY " : ", ")
            write(key.node)
            if key.isDescending { write(raw: " DESC") }
            if key.isNilPossible {
                write(raw: dialect.nullPlace(isFirst: key.isNilFirst, isDescending: key.isDescending))
            }
        }
    }

    mutating func write(limit: Int?, offset: Int) {
        if let limit {
            write(raw: " LIMIT \(limit)")
        } else if offset > 0, dialect == .sqlite {
            // SQLite has no OFFSET without LIMIT.
            write(raw: " LIMIT -1")
        }
        if offset > 0 { write(raw: " OFFSET \(offset)") }
    }

    /// Writes FROM with a table.
    mutating func write(from table: SQLTable, alias: String) {
        write(raw: " FROM ")
        write(table: table.name, schema: table.schema)
        if alias != table.name {
            write(raw: " AS ")
            write(name: alias)
        }
    }
}
