#if SQLite
import GRDB
import PredicateFormat
import PredicatePatterns
import PredicatePlatform
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
}

/// Why a predicate is no condition of a request.
public enum PredicateRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A part that SQL cannot say reads a list or a whole object, which functions of SQLite do not take.
    case untranslatable(part: String, reason: String)
    /// SQL calls our function for a part, and the connection lacks it.
    case missingFunction(part: String)

    /// A sentence.
    public var description: String {
        switch self {
        case .untranslatable(let part, let reason): "`\(part)` has no form in SQL: \(reason)"
        case .missingFunction(let part):
            "`\(part)` needs our function in SQLite; call `installPredicateFunctions()` in `Configuration.prepareDatabase`"
        }
    }
}

extension PredicateTableRecord {
    /// A format string as a condition, for `filter`.
    ///
    /// The condition takes exactly the records that the predicate takes. Paths over objects and lists become
    /// subqueries, so the request needs no association. A part that SQL cannot say, such as MATCHES with
    /// look-around, becomes a call of our function, which `Database.installPredicateFunctions()` adds to a
    /// connection. Without it, `filter` gives a request that throws `PredicateRequestError.missingFunction` when it is
    /// fetched; elsewhere in a request SQLite's own message is `no such function: predicate_test`.
    ///
    /// `now()` is the moment at which the condition is made.
    ///
    /// - Parameters:
    ///   - format: the predicate.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order.
    /// - Throws: `PredicateDiagnostics` if the text is wrong, has a name that the mapping lacks, or a value of a wrong
    ///   type; `PredicateRequestError` if a part has no form in SQL.
    public static func predicate(_ format: String, _ arguments: PredicateValue...) throws -> PredicateCondition {
        let mapping = predicateMapping
        let predicate = try CheckedPredicate(
            format, schema: mapping.recordSchema, arguments: arguments, library: .standardWithPatterns)
        return try predicate.condition(for: mapping)
    }
}

extension CheckedPredicate {
    /// The predicate as a condition of GRDB over the table of a mapping.
    ///
    /// - Throws: `PredicateRequestError` if a part has no form in SQL.
    public func condition(for mapping: SQLMapping) throws -> PredicateCondition {
        do {
            return try condition(of: plan(for: mapping, in: .sqlite), mapping)
        } catch let error as PredicateRequestError {
            // Our function takes no list, but it takes each text in one.
            let plan = plan(
                for: mapping, in: .sqlite, textTest: SQLTextTest(function: SQLiteTest.name, number: Self.test))
            guard plan.exactness == .exact else { throw error }
            return try condition(of: plan, mapping, partOfFunction: predicateFormat)
        }
    }

    /// Makes a test of a text known to our function; nil if it is none.
    @Sendable private static func test(_ op: String, _ options: StringOptions, _ other: String) -> Int64? {
        let value = RecordField("value", .string.orNil)
        let schema = RecordSchema(root: .object("Row"), types: [RecordType("Row", fields: [value])], origin: .declared)
        let letters = options.isEmpty ? "" : "[\(options.letters)]"
        let predicate = try? CheckedPredicate(
            "value \(op)\(letters) %@", schema: schema, arguments: [.string(other)], library: .standardWithPatterns)
        return predicate.map { SQLiteTest.register($0, [SQLiteTest.Leaf(path: [value.name], form: .text)]) }
    }

    private func condition(
        of plan: SQLPlan, _ mapping: SQLMapping, partOfFunction: String? = nil
    ) throws -> PredicateCondition {
        let values: [DatabaseValue] = try plan.condition.values(now: Date()).map(\.databaseValue)
        var sql = "(\(plan.condition.sql))"
        if let residual = plan.residual {
            let call = try TestCall(residual, mapping)
            sql = plan.isUnconditional ? call.sql : "\(sql) AND \(call.sql)"
        }
        return PredicateCondition(
            sql: SQL(sql: sql, arguments: StatementArguments(values)), table: mapping.rootTable?.name ?? mapping.root,
            predicateFormat: predicateFormat, partOfFunction: plan.residual?.predicateFormat ?? partOfFunction)
    }
}

/// A call of our function for the part of a predicate that SQL cannot say.
private struct TestCall {
    let sql: String

    init(_ residual: CheckedPredicate, _ mapping: SQLMapping) throws {
        var leaves: [SQLiteTest.Leaf] = []
        var arguments: [String] = []
        for field in residual.tree.uses.fields {
            let form = try Self.argument(field, mapping, part: residual.predicateFormat)
            leaves.append(SQLiteTest.Leaf(path: field.keys, form: form.form))
            arguments.append(form.sql)
        }
        guard leaves.count <= SQLiteTest.leafLimit else {
            throw PredicateRequestError.untranslatable(
                part: residual.predicateFormat, reason: "it reads more than \(SQLiteTest.leafLimit) values")
        }
        let number = SQLiteTest.register(residual, leaves)
        arguments.insert(String(number), at: 0)
        let list = arguments.joined(separator: ", ")
        sql = "\(SQLiteTest.name)(\(list))"
    }

    /// The value of a path as SQL: a column, or a subquery through the links on the way to it.
    private static func argument(
        _ field: FieldPath, _ mapping: SQLMapping, part: String
    ) throws -> (sql: String, form: SQLiteColumnForm) {
        func failure(_ reason: String) -> PredicateRequestError { .untranslatable(part: part, reason: reason) }
        guard !field.steps.contains(where: { if case .key = $0 { false } else { true } }) else {
            throw failure("it reads a list")
        }
        guard var table = mapping.rootTable else { throw failure("the mapping has no table of that name") }
        var (before, behind) = ("", "")
        var alias = table.name.quotedSQLName
        for (depth, key) in field.keys.enumerated() {
            switch table.fields[key] {
            case .column(let column)? where depth == field.keys.count - 1:
                guard let form = SQLiteColumnForm(column.type) else {
                    throw failure("`\(field)` is a number for a date")
                }
                return ("\(before)\(alias).\(column.name.quotedSQLName)\(behind)", form)
            case .toOne(let link)? where depth < field.keys.count - 1:
                guard let target = mapping.tables[link.table] else { throw failure("the mapping lacks a table") }
                // Names that no table of the statement has: they belong to the subquery alone.
                let inner = "\"predicate \(depth)\""
                let on = link.pairs.map { "\(inner).\($0.to.quotedSQLName) = \(alias).\($0.from.quotedSQLName)" }
                before += "(SELECT "
                let condition = on.joined(separator: " AND ")
                behind = " FROM \(target.name.quotedSQLName) AS \(inner) WHERE \(condition) LIMIT 1)\(behind)"
                table = target
                alias = inner
            case nil: throw failure("`\(field)` is not in the mapping")
            default: throw failure("it reads `\(field)` as a whole")
            }
        }
        throw failure("it reads the record as a whole")
    }
}

extension SQLiteColumnForm {
    /// How a column of a mapping is read; nil for dates that are numbers.
    fileprivate init?(_ type: SQLColumnType) {
        switch type {
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .real, .singlePrecision, .decimal: self = .real
        case .text, .textOfValue: self = .text
        case .date(.text): self = .date
        case .date: return nil
        case .uuid: self = .uuid
        case .blob: self = .blob
        case .array, .structure, .binaryJSON, .other: self = .any
        }
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
