import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Random queries give the results of a slow but obvious model.
@Suite struct QueryModelTests {
    @Test(arguments: 0..<8)
    func queriesAgreeWithTheModel(seed: UInt64) throws {
        var random = SeededRandom(seed: seed &* 7919 &+ 5)
        for _ in 0..<60 {
            let records = (0..<Int.random(in: 0...25, using: &random)).map { Self.record($0, &random) }
            var query = Self.query(&random)
            let checked = try query.checked()
            let found = checked.results(of: records)
            let wanted = Model(query: checked).results(of: records)
            #expect(found == wanted, "\(query) \(records.map(\.description))")
            // A limited result is a part of the whole result.
            query.limit = nil
            query.offset = 0
            let all = try query.checked().results(of: records)
            let part = all.dropFirst(checked.offset).prefix(checked.limit ?? .max)
            #expect(found == Array(part))
        }
    }

    static func record(_ number: Int, _ random: inout SeededRandom) -> PredicateValue {
        let scalars: [PredicateValue] = [
            .null, .integer(1), .integer(2), .double(1), .double(2.5), .string("a"), .string("A"), .string("é"),
            .boolean(true), .decimal(2.5), .list([.integer(1)]), .list([.double(1)]),
        ]
        var fields: [(String, PredicateValue)] = [("n", .integer(Int64(number)))]
        for name in ["a", "b"] where Int.random(in: 0..<5, using: &random) > 0 {
            let few = name == "a" ? scalars.count : 5
            fields.append((name, scalars[Int.random(in: 0..<few, using: &random)]))
        }
        if Bool.random(using: &random) {
            fields.append(("c", .object(PredicateObject([("d", scalars[Int.random(in: 0..<4, using: &random)])]))))
        }
        return .object(PredicateObject(fields))
    }

    static func query(_ random: inout SeededRandom) -> RecordQuery {
        func some(_ texts: [String]) -> String? {
            let picked = texts.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            return picked.isEmpty ? nil : picked.joined(separator: ", ")
        }
        var query = RecordQuery(
            distinct: Int.random(in: 0..<3, using: &random) == 0,
            offset: max(0, Int.random(in: -3...4, using: &random)),
            limit: Bool.random(using: &random) ? Int.random(in: 0...12, using: &random) : nil)
        if Bool.random(using: &random) { query.predicate = "b >= 1 OR modulus:by:(n, 3) == 0" }
        if Int.random(in: 0..<3, using: &random) == 0 {
            query.groupBy = some(["a", "b", "c.d", "even = modulus:by:(n, 2)"])
            query.aggregate = some([
                "s = sum(b)", "lo = min(b)", "hi = max(a)", "count(a)", "av = average(n)", "f = first(a)",
                "l = last(n)",
                "ds = distinct(b)",
            ])
            if Bool.random(using: &random) { query.having = "count > 1" }
            let has = (query.groupBy ?? "") + (query.aggregate ?? "")
            query.sort = some(["-count"] + (has.contains("s = sum") ? ["s:nil-last"] : []))
            if !query.isGrouped { query.groupBy = "b" }
        } else {
            query.sort = some(["-a", "b:nil-last", "c.d", "a[cd]", "-n"])
            query.select = some(["b", "a", "c.d", "x = b * 2"])
        }
        return query
    }

    /// The meaning of a query, without regard to time or memory.
    struct Model {
        let query: CheckedQuery

        func results(of records: [PredicateValue]) -> [PredicateValue] {
            let matching = records.filter { query.predicate?.matches($0) ?? true }
            var rows: [(record: PredicateValue, result: PredicateValue)]
            if let grouping = query.grouping {
                rows = groups(of: matching, grouping).filter { grouping.having?.matches($0.record) ?? true }
            } else {
                rows = matching.map { ($0, selected($0)) }
            }
            // A stable sort: the original order decides among equal rows.
            rows = rows.enumerated().sorted { a, b in
                for key in query.order.keys {
                    let (x, y) = (
                        key.expression.value(for: a.element.record), key.expression.value(for: b.element.record)
                    )
                    let order = compare(x, y, key)
                    if order != 0 { return order < 0 }
                }
                return a.offset < b.offset
            }.map(\.element)
            var results: [PredicateValue] = []
            for row in rows
            where !query.isDistinct || !results.contains(where: { ValueSemantics.equals($0, row.result) }) {
                results.append(row.result)
            }
            return Array(results.dropFirst(query.offset).prefix(query.limit ?? .max))
        }

        private func compare(_ a: PredicateValue, _ b: PredicateValue, _ key: RecordOrder.Key) -> Int {
            if a.isNull || b.isNull {
                if a.isNull && b.isNull { return 0 }
                return a.isNull == key.isNilFirst ? -1 : 1
            }
            var order = rank(a) - rank(b)
            if order == 0 { order = ValueSemantics.order(a, b, options: key.options)?.rawValue ?? 0 }
            return key.isDescending ? -order : order
        }

        private func rank(_ value: PredicateValue) -> Int {
            switch value {
            case .string: 1
            case .list: 2
            default: 0
            }
        }

        private func selected(_ record: PredicateValue) -> PredicateValue {
            if query.columns.isEmpty { return record }
            return .object(PredicateObject(query.columns.map { ($0.name, $0.expression.value(for: record)) }))
        }

        private func groups(of records: [PredicateValue], _ grouping: RecordGrouping)
            -> [(record: PredicateValue, result: PredicateValue)]
        {
            var keys: [[PredicateValue]] = grouping.keys.isEmpty ? [[]] : []
            var members: [[PredicateValue]] = grouping.keys.isEmpty ? [[]] : []
            for record in records {
                let own = grouping.keys.map { $0.expression.value(for: record) }
                let location = keys.firstIndex { zip($0, own).allSatisfy { ValueSemantics.equals($0, $1) } }
                if let location {
                    members[location].append(record)
                } else {
                    keys.append(own)
                    members.append([record])
                }
            }
            return zip(keys, members).map { own, members in
                var fields = zip(grouping.keys.map(\.name), own).map { ($0, $1) }
                fields.append(("count", .integer(Int64(members.count))))
                for aggregate in grouping.aggregates {
                    fields.append((aggregate.name, value(aggregate, members)))
                }
                let result = PredicateValue.object(PredicateObject(fields))
                return (result, result)
            }
        }

        private func value(_ aggregate: QueryAggregate, _ members: [PredicateValue]) -> PredicateValue {
            let values = members.map { aggregate.column?.expression.value(for: $0) ?? .null }
            let list = PredicateValue.list(values)
            return switch aggregate.function {
            case .count: .integer(Int64(values.filter { !$0.isNull }.count))
            case .sum: ValueSemantics.collection(.sum, of: list)
            case .average: ValueSemantics.collection(.avg, of: list)
            case .min: ValueSemantics.collection(.min, of: list)
            case .max: ValueSemantics.collection(.max, of: list)
            case .distinct: ValueSemantics.collection(.distinctUnionOfObjects, of: list)
            case .first: values.first ?? .null
            case .last: values.last ?? .null
            default: .null
            }
        }
    }
}
