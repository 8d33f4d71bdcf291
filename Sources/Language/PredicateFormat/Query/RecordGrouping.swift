import PredicateCore

/// A field of results: its name and its expression.
package struct QueryColumn: Sendable {
    /// The name.
    package let name: String
    /// Its expression.
    package let expression: CheckedExpression
    /// The keys from the record to the value if nothing is computed; none for the record itself.
    package let path: [String]?
    /// The path of the value in a group: its name, or the original path if it has no other name.
    package let resultPath: [String]
    /// The range of its item in the text of its part.
    let range: SourceRange

    /// A column. Without a given name, a field is named by its keys, and any other expression by its text.
    package init(name: String?, _ expression: CheckedExpression, at range: SourceRange = SourceRange(at: 0)) {
        self.expression = expression
        self.range = range
        path = Self.path(of: expression.tree)
        let keys = path.flatMap { $0.isEmpty ? nil : $0.joined(separator: ".") }
        self.name = name ?? keys ?? expression.source
        if name == nil, let path, !path.isEmpty { resultPath = path } else { resultPath = [self.name] }
    }

    private static func path(of tree: ExpressionTree) -> [String]? {
        var keys: [String] = []
        var tree = tree
        while true {
            switch tree.kind {
            case .record: return keys.reversed()
            case .field(let base, let name):
                // A key of that name may mean the record itself.
                if name == "self" { return nil }
                keys.append(name)
                tree = base
            case .index(let base, .at(let key)):
                // A key in brackets counts as a key of the path.
                guard case .constant(.string(let name)) = key.kind, name != "self" else { return nil }
                keys.append(name)
                tree = base
            default: return nil
            }
        }
    }
}

/// An aggregate of the records of a group.
package struct QueryAggregate: Sendable {
    /// The name.
    package let name: String
    /// The function.
    package let function: QueryFunction
    /// Its argument; nil for the records themselves.
    package let column: QueryColumn?
    /// The percentage of `percentile`.
    package let rank: Double?
    /// The type of the result.
    package let type: ValueType
    /// The path of the value in a group.
    package let resultPath: [String]
    /// Whether only `having` reads it, so that it is not a field of a result.
    package let isHidden: Bool
    /// Its range in the text.
    let range: SourceRange

    /// The value that a field has in the first record of a group, for a predicate over records that selects groups.
    init(firstValueAt path: [String], _ expression: CheckedExpression) {
        name = path.joined(separator: ".")
        function = .first
        column = QueryColumn(name: nil, expression)
        rank = nil
        type = expression.type
        resultPath = path
        isHidden = true
        range = SourceRange(at: 0)
    }

    init(
        name: String, _ function: QueryFunction, _ expression: CheckedExpression?, rank: Double? = nil, type: ValueType,
        range: SourceRange
    ) {
        resultPath = [name]
        isHidden = false
        self.name = name
        self.rank = rank
        self.function = function
        column = expression.map { QueryColumn(name: nil, $0) }
        self.type = type
        self.range = range
    }

    /// Whether it is `count` without an argument, which every group has.
    var isPlainCount: Bool { column == nil && name == "count" }
}

/// How records are put into groups, and which groups count (D103).
package struct RecordGrouping: Sendable {
    /// The group keys; without keys, all records are one group.
    package let keys: [QueryColumn]
    /// The aggregates.
    package let aggregates: [QueryAggregate]
    /// The record type of groups.
    package let schema: RecordSchema
    /// The predicate that groups satisfy.
    package var having: CheckedPredicate?

    /// The names of the fields of a group: its keys, `count`, and its aggregates.
    package var names: [String] {
        keys.map(\.name) + ["count"] + aggregates.filter { !$0.isHidden }.map(\.name)
    }

    /// An empty collection of groups.
    package func makeRows() -> GroupedRows {
        GroupedRows(aggregates, keyTypes: keys.map(\.expression.type))
    }

    /// A group as a record of its type: the values of keys that are paths are at their paths.
    package func record(keys values: [QueryCell], count: Int, computed: [QueryCell]) -> PredicateObject {
        var fields: [(path: [String], value: PredicateValue)] = []
        for (key, cell) in zip(keys, values) { fields.append((key.resultPath, cell.value)) }
        fields.append((["count"], .integer(Int64(count))))
        for (aggregate, cell) in zip(aggregates, computed) { fields.append((aggregate.resultPath, cell.value)) }
        return Self.object(fields)
    }

    private static func object(_ fields: [(path: [String], value: PredicateValue)]) -> PredicateObject {
        var parts = NameTable<[(path: [String], value: PredicateValue)]>()
        for field in fields {
            guard let name = field.path.first else { continue }
            parts[name] = (parts[name] ?? []) + [(Array(field.path.dropFirst()), field.value)]
        }
        return PredicateObject(
            parts.entries.map { name, inner in
                if let first = inner.first, first.path.isEmpty { return (name, first.value) }
                return (name, .object(object(inner)))
            })
    }
}

/// Makes the record type of groups.
struct GroupSchemaBuilder {
    private final class Node {
        var parts = NameTable<Node>()
        var type: ValueType?
    }

    private let base: RecordSchema?
    private let root = Node()

    init(_ base: RecordSchema?) { self.base = base }

    /// Adds a field; false if its name, or a part of it, is already used.
    mutating func add(_ path: [String], _ type: ValueType) -> Bool {
        var node = root
        for name in path {
            if node.type != nil { return false }
            node.parts.add(name, Node())
            node = node.parts[name] ?? node
        }
        guard node.type == nil, node.parts.isEmpty else { return false }
        node.type = type
        return true
    }

    /// The schema of groups, with the origin of the records' schema; inferred if there is none.
    var schema: RecordSchema {
        var types = base?.types ?? [:]
        let name = Self.freeName("Group", types)
        Self.make(root, name, &types)
        var schema = RecordSchema(root: name, types: [], origin: base?.origin ?? .inferred)
        schema.types = types
        return schema
    }

    private static func freeName(_ name: String, _ types: [String: RecordType]) -> String {
        var free = name
        var number = 2
        while types[free] != nil {
            free = "\(name)\(number)"
            number += 1
        }
        return free
    }

    private static func make(_ node: Node, _ name: String, _ types: inout [String: RecordType]) {
        types[name] = RecordType(name, fields: [])
        var fields: [RecordField] = []
        for (part, inner) in node.parts.entries {
            if let type = inner.type {
                fields.append(RecordField(part, type))
            } else {
                let type = freeName(name + "." + part, types)
                make(inner, type, &types)
                fields.append(RecordField(part, .object(type)))
            }
        }
        types[name] = RecordType(name, fields: fields)
    }
}
