import PredicateFormat
import PredicatePlatform
import PredicateRecords

#if SQLite || PostgreSQL
import PredicateSQL
#endif

/// A table of a database, opened for `--from`.
protocol DatabaseTable {
    /// The name for messages: `players.sqlite#player`.
    var name: String { get }
    /// The types of the records: the columns, and the objects and lists that foreign keys give.
    var schema: RecordSchema { get }
    /// The columns in their order: the fields of a record that is written.
    var columns: [String] { get }
    /// Why records come in no certain order; nil if they come in the order of the primary key or of the rows.
    var orderRemark: String? { get }

    #if SQLite || PostgreSQL
    /// Where the records are stored; nil if predicates are not translated.
    var mapping: SQLMapping? { get }
    /// The dialect of the database.
    var dialect: SQLDialect { get }
    /// The number of rows that satisfy a condition.
    func count(_ condition: TableCondition) throws -> Int
    /// What the database says of its way to the rows of a condition, line by line.
    func steps(of condition: TableCondition) throws -> [String]
    #endif

    /// Visits records in their order. All of them, and the objects and lists of foreign keys, are read from one state
    /// of the database.
    ///
    /// - Parameters:
    ///   - reading: which records are wanted, and what of them.
    ///   - body: takes a record; false ends the reading.
    /// - Throws: `CommandFailure`, and what `body` throws.
    func read(_ reading: TableReading, _ body: (TableRow) throws -> Bool) throws
}

#if SQLite || PostgreSQL
extension DatabaseTable {
    var mapping: SQLMapping? { nil }
    var dialect: SQLDialect { .postgresql }
    func count(_ condition: TableCondition) throws -> Int {
        var count = 0
        try read(TableReading(condition: condition, values: nil, needsText: false)) { _ in
            count += 1
            return true
        }
        return count
    }
    func steps(of condition: TableCondition) throws -> [String] { [] }
}

/// A condition on the rows of a table, with the values of its parameters.
struct TableCondition {
    var plan: SQLPlan
    var values: [SQLValue]
    /// The instant of `now()`.
    var now: Date

    /// The condition of a plan, at the instant of `now()` of a run.
    init(_ plan: SQLPlan, now: Date) throws(CommandFailure) {
        self.plan = plan
        self.now = now
        do throws(SQLBindingError) {
            values = try plan.condition.values(now: now)
        } catch {
            throw CommandFailure(.data, "error: \(error)")
        }
    }
}
#endif

/// Which records of a table are read, and what of them.
struct TableReading {
    #if SQLite || PostgreSQL
    /// The condition on the rows; nil for all rows.
    var condition: TableCondition?
    #endif
    /// The fields whose values are wanted; nil if no values are.
    var values: FieldTree?
    /// Whether the records are wanted as JSON text.
    var needsText = true
}

/// A record of a table.
struct TableRow {
    /// The record as an object of JSON: its columns, and nothing of other tables. Empty if no text was wanted.
    var text: [UInt8]
    /// The record with the wanted fields; null if no values were wanted.
    var value: PredicateValue
}

/// The fields that an evaluation reads, with the fields that it reads of their objects and elements.
struct FieldTree: Hashable {
    /// The fields by name, in the order of their first use. A table has few, and names are equal by code points.
    private(set) var fields: [Field] = []
    /// Whether all fields of the record itself are read, as where it is used as a whole.
    private(set) var isWhole = false

    /// A field, with what is read of its object or its elements.
    struct Field: Hashable {
        var name: String
        var tree: FieldTree
    }

    /// The fields that a list of paths reads.
    init(_ paths: [FieldPath]) {
        for path in paths { add(path.keys[...], endsOpen: path.steps.contains(.anyKey)) }
    }

    /// Nothing but the record itself.
    static var whole: FieldTree { FieldTree([FieldPath()]) }

    /// What is read of a field; nil if it is not read.
    subscript(name: String) -> FieldTree? { fields.first { sameCodePoints($0.name, name) }?.tree }

    /// Whether a column is read.
    func reads(_ column: String) -> Bool { isWhole || self[column] != nil }

    private mutating func add(_ keys: ArraySlice<String>, endsOpen: Bool) {
        // A key `self` may mean the record itself (D51).
        guard let first = keys.first, first != "self" else {
            isWhole = true
            return
        }
        let index: Int
        if let known = fields.firstIndex(where: { sameCodePoints($0.name, first) }) {
            index = known
        } else {
            index = fields.count
            fields.append(Field(name: first, tree: FieldTree([])))
        }
        fields[index].tree.add(keys.dropFirst(), endsOpen: endsOpen)
    }

    /// The fields that this tree or another reads.
    func union(_ other: FieldTree) -> FieldTree {
        var union = self
        union.isWhole = isWhole || other.isWhole
        for field in other.fields {
            if let index = union.fields.firstIndex(where: { sameCodePoints($0.name, field.name) }) {
                union.fields[index].tree = union.fields[index].tree.union(field.tree)
            } else {
                union.fields.append(field)
            }
        }
        return union
    }
}

extension RecordSchema {
    /// The schema of the records as they are written: only some of the fields of the root.
    func restricted(to columns: [String]) -> RecordSchema {
        guard case .object(let name) = root.unwrapped, var type = types[name] else { return self }
        let names = Set(columns.map { ExactName($0) })
        type.fields = type.fields.filter { names.contains(ExactName($0.name)) }
        var schema = self
        // Other types may refer to the type of the root, with all of its fields.
        let own = name + " "
        type.name = own
        schema.types[own] = type
        schema.root = .object(own)
        return schema
    }
}
