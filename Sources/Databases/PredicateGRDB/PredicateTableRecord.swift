#if SQLite
import Foundation
import GRDB
import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateSQL
import PredicateSQLite

/// A record type of GRDB whose table predicates can be written for.
///
/// ```swift
/// struct Player: Codable, FetchableRecord, PredicateTableRecord {
///     static let predicateMapping = SQLMapping(
///         root: "player",
///         tables: [
///             "player": SQLTable("player", fields: [
///                 "score": .column(SQLColumn("score", .integer, isGuaranteed: false)),
///                 "team": .toOne(SQLLink(to: "team", on: [("team_id", "id")])),
///             ]),
///             "team": SQLTable("team", fields: ["name": .column(SQLColumn("name", .text, isGuaranteed: false))]),
///         ])
///     // …
/// }
///
/// let request = Player.filter(try Player.predicate("score > %d AND team.name BEGINSWITH[c] %@", 10, "r"))
/// ```
///
/// The mapping can also be read from a database: `Database.predicateMapping(of:)`. A type that is `PredicateDescribed`
/// needs none if its fields are its columns.
public protocol PredicateTableRecord: TableRecord {
    /// Where the fields of predicates are stored. The root is the table of the record type.
    static var predicateMapping: SQLMapping { get }

    /// Whether this type alone writes the table, so that each column holds values in the form of its strategies, with
    /// dates in the years 1583 to 9999. False by default: a condition then looks for other values, too, which takes longer,
    /// and for a UUID that is stored as text it takes a scan.
    static var predicateTrustsColumns: Bool { get }
}

extension PredicateTableRecord {
    /// False.
    public static var predicateTrustsColumns: Bool { false }
}

/// Why a predicate is not a condition of a request.
@available(*, deprecated, renamed: "RequestError")
public typealias PredicateRequestError = RequestError

extension PredicateTableRecord {
    /// A format string as a condition, for `filter`.
    ///
    /// The condition takes exactly the records that the predicate takes. Paths over objects and lists become
    /// subqueries, so the request needs no association. A part that SQL cannot say, such as MATCHES with
    /// look-around, becomes a call of our function, which `Database.installPredicateFunctions()` adds to a
    /// connection. Without it, `filter` gives a request that throws `RequestError.missingFunction` when it is
    /// fetched; elsewhere in a request SQLite's own message is `no such function: predicate_test`.
    ///
    /// `now()` is the moment at which the condition is made.
    ///
    /// - Parameters:
    ///   - format: the predicate.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order.
    /// - Throws: `RequestError` if the text is wrong, uses a name that the mapping lacks or a value of the wrong type, or has a part
    ///   without a form in SQL.
    public static func predicate(_ format: PredicateFormatString, _ arguments: PredicateValue...) throws(RequestError)
        -> PredicateCondition
    {
        let mapping = predicateMapping
        let predicate = try PredicateDiagnostics.translating(
            try CheckedPredicate(
                format, schema: mapping.recordSchema, arguments: arguments, library: .standardWithPatterns)
        ) { RequestError(.predicate, $0) }
        return try predicate.condition(for: mapping)
    }
}

extension CheckedPredicate {
    /// The predicate as a condition of GRDB over the table of a mapping.
    ///
    /// - Throws: that a part has no form in SQL.
    public func condition(for mapping: SQLMapping) throws(RequestError) -> PredicateCondition {
        try condition(for: mapping, of: nil)
    }

    /// The same over the table of a described record type.
    func condition(for mapping: SQLMapping, of columns: RecordColumns?) throws(RequestError) -> PredicateCondition {
        do throws(RequestError) {
            return try condition(of: plan(for: mapping, in: .sqlite), mapping, columns)
        } catch {
            // Our function takes no list, but it takes each text in one.
            let plan = plan(
                for: mapping, in: .sqlite, textTest: SQLTextTest(function: SQLiteTest.name, number: Self.test))
            guard plan.exactness == .exact else { throw error }
            return try condition(of: plan, mapping, columns, partOfFunction: predicateFormat)
        }
    }

    /// Makes a test of a string known to our function; nil if it is none.
    @Sendable private static func test(_ op: String, _ options: StringOptions, _ other: String) -> Int64? {
        let value = RecordField("value", .string.orNil)
        let schema = RecordSchema(root: .object("Row"), types: [RecordType("Row", fields: [value])], origin: .declared)
        let letters = options.isEmpty ? "" : "[\(options.letters)]"
        let text = "value \(op)\(letters) %@"
        let predicate = try? CheckedPredicate(
            text, schema: schema, arguments: [.string(other)], library: .standardWithPatterns)
        let leaf = SQLiteTest.Leaf(path: [value.name], read: SQLColumnType.text.reading)
        return predicate.map { SQLiteTest.register($0, [leaf]) }
    }

    private func condition(
        of plan: SQLPlan, _ mapping: SQLMapping, _ columns: RecordColumns?, partOfFunction: String? = nil
    ) throws(RequestError) -> PredicateCondition {
        let now = Date()
        var arguments = try plan.condition.arguments(now: now)
        var sql = "(\(plan.condition.sql))"
        if let residual = plan.residual {
            let leaves = try TestLeaves(
                residual.uses.fields, of: residual.schema, mapping, columns, part: residual.predicateFormat)
            let call = leaves.call(SQLiteTest.register(residual, leaves.leaves))
            // What the condition is certain of needs no call.
            let test = plan.certain.map { "(\($0.sql) OR \(call))" } ?? call
            if let certain = plan.certain { arguments += try certain.arguments(now: now) }
            sql = plan.isUnconditional ? test : "\(sql) AND \(test)"
        }
        return PredicateCondition(
            sql: SQL(sql: sql, arguments: arguments), table: mapping.rootTable?.name ?? mapping.root,
            predicateFormat: predicateFormat, partOfFunction: plan.residual?.predicateFormat ?? partOfFunction)
    }
}

/// The values that our function reads for a part of a predicate, or of an order.
struct TestLeaves {
    private(set) var leaves: [SQLiteTest.Leaf] = []
    private var arguments: [String] = []
    private let schema: RecordSchema?
    private let mapping: SQLMapping
    private let columns: RecordColumns?
    private let part: String

    init(
        _ fields: [FieldPath], of schema: RecordSchema?, _ mapping: SQLMapping, _ columns: RecordColumns?, part: String
    ) throws(RequestError) {
        self.schema = schema
        self.mapping = mapping
        self.columns = columns
        self.part = part
        for field in fields { try add(field) }
        guard leaves.count <= SQLiteTest.leafLimit else {
            throw failure("it reads more than \(SQLiteTest.leafLimit) values")
        }
    }

    /// A call of our function with the number of a test.
    func call(_ number: Int64) -> String {
        let list = ([String(number)] + arguments).joined(separator: ", ")
        return "\(SQLiteTest.name)(\(list))"
    }

    private func failure(_ reason: String) -> RequestError { .untranslatable(part: part, reason: reason) }

    /// Adds the column on the way to a field: the value that is stored there has the rest of the way. Links before it
    /// become subqueries.
    private mutating func add(_ field: FieldPath) throws(RequestError) {
        guard var table = mapping.rootTable else { throw failure("the mapping has no table of that name") }
        var (before, behind) = ("", "")
        var alias = table.name.quotedSQLName
        var path: [String] = []
        for step in field.steps {
            guard case .key(let key) = step else { throw failure("it reads a list") }
            path.append(key)
            switch table.fields[key] {
            case .column(let column)?:
                if leaves.contains(where: { $0.path == path }) { return }
                leaves.append(SQLiteTest.Leaf(path: path, read: try reading(path, column)))
                arguments.append("\(before)\(alias).\(column.name.quotedSQLName)\(behind)")
                return
            case .toOne(let link)?:
                guard let target = mapping.tables[link.table] else { throw failure("the mapping lacks a table") }
                // Names that no table of the statement has: they belong to the subquery alone.
                let inner = "\"predicate \(path.count)\""
                let on = link.pairs.map { "\(inner).\($0.to.quotedSQLName) = \(alias).\($0.from.quotedSQLName)" }
                before += "(SELECT "
                let condition = on.joined(separator: " AND ")
                behind = " FROM \(target.name.quotedSQLName) AS \(inner) WHERE \(condition) LIMIT 1)\(behind)"
                table = target
                alias = inner
            case .toMany?, .list?: throw failure("`\(field)` is a list in another table")
            case nil: throw failure("`\(field)` is not in the mapping")
            }
        }
        throw failure(path.isEmpty ? "it reads the record as a whole" : "it reads `\(field)` as a whole")
    }

    /// How the values of a column read.
    private func reading(_ path: [String], _ column: SQLColumn) throws(RequestError)
        -> @Sendable (SQLiteCell) -> PredicateValue
    {
        if path.count == 1, let reading = columns?.reading(path[0], in: column) { return reading }
        var type = schema?.root.unwrapped
        for key in path {
            guard case .object(let name)? = type else { break }
            type = schema?.types[name]?.field(named: key)?.type.unwrapped
        }
        let stored = column.type.valueType
        switch type {
        // A value of another type would be none of the field's, and every comparison false.
        case .date, .uuid, .data, .list, .set, .dictionary, .object:
            guard let type, stored != .any, stored != type else { break }
            let name = path.joined(separator: ".")
            throw failure("`\(name)` has the type \(type), and its column the type \(stored)")
        default: break
        }
        return column.type.reading
    }
}

extension SQLColumnType {
    /// How a stored value reads.
    fileprivate var reading: @Sendable (SQLiteCell) -> PredicateValue {
        let form: SQLiteColumnForm
        switch self {
        case .boolean: form = .boolean
        case .integer: form = .integer
        case .real, .singlePrecision, .decimal: form = .real
        case .text, .textOfValue: form = .text
        case .date(.unixSeconds): return { $0.date { Date(timeIntervalSince1970: $0) } }
        case .date(.unixMilliseconds): return { $0.date { Date(timeIntervalSince1970: $0 / 1000) } }
        case .date(.referenceSeconds): return { $0.date { Date(timeIntervalSinceReferenceDate: $0) } }
        case .date: form = .date
        case .uuid: form = .uuid
        case .blob: form = .blob
        case .binaryJSON: form = .json
        case .array, .structure, .other: form = .any
        }
        return { cell in cell.value(form) { try? JSONDecoder().decode(JSONNode.self, from: Data($0)).value } }
    }
}

extension SQLiteCell {
    /// A number as a date; other values as they are.
    fileprivate func date(_ date: (Double) -> Date) -> PredicateValue {
        switch self {
        case .integer(let number): .date(date(Double(number)))
        case .real(let number) where number.isFinite: .date(date(number))
        default: value(.any) { _ in nil }
        }
    }
}

extension JSONNode {
    /// A JSON value as a value of the language.
    fileprivate var value: PredicateValue {
        switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .number(let digits): Int64(digits).map { .integer($0) } ?? Double(digits).map { .double($0) } ?? .null
        case .string(let text): .string(text)
        case .array(let elements): .list(elements.map(\.value))
        case .object(let members): .object(PredicateObject(members.map { ($0.key, $0.value.value) }))
        }
    }
}

extension SQLStatement {
    /// The values of the parameters as GRDB binds them.
    func arguments(now: Date = Date()) throws(RequestError) -> StatementArguments {
        let values = try SQLBindingError.translating(try values(now: now)) {
            RequestError.untranslatable(part: "$" + $0.variable, reason: $0.description)
        }
        return StatementArguments(values.map(\.databaseValue))
    }
}

extension SQLValue {
    /// The value as GRDB binds it.
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null, .array: .null
        case .boolean(let flag): flag.databaseValue
        case .integer(let integer), .timestamp(let integer): integer.databaseValue
        case .real(let double): double.databaseValue
        case .numeric(let text), .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        case .uuid(let uuid): uuid.uuidString.databaseValue
        }
    }
}
#endif
