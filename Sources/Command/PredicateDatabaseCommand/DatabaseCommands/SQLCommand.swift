#if Command && (SQLite || PostgreSQL)
import ArgumentParser
import PredicateFormat
import PredicatePlatform
import PredicateRecords
import PredicateSQL

extension SQLDialect: ExpressibleByArgument {}

/// `predicate sql`
struct SQLCommand: EnvironmentCommand {
    static let name = "sql"

    @OptionGroup var subject: SubjectOptions

    @Option(help: .of("--dialect"))
    var dialect: SQLDialect?

    @Option(help: .of("--table"))
    var table: String?

    @Flag(help: .of("--inline"))
    var inline = false

    @OptionGroup var queryOptions: QueryOptions

    func validate() throws {
        if subject.sourceOptions.from == nil, subject.schemaOptions.schema == nil {
            throw ValidationError(
                "the columns are not known; add `--from ADDRESS`, or `--schema FILE --dialect sqlite`")
        }
        if subject.sourceOptions.from != nil, table != nil {
            throw ValidationError("--from and --table cannot be combined")
        }
        if subject.sourceOptions.from == nil, dialect == nil {
            throw ValidationError("--schema needs a dialect: add `--dialect sqlite`, or another one")
        }
    }

    func run(in environment: CommandEnvironment) throws {
        let (request, records) = try subject.described(of: "sql", otherTexts: queryOptions.texts, in: environment)
        let inspection = try PredicateInspection(request, in: environment)
        let (found, compilation) = try inspection.inspected(request.text.text)
        guard let predicate = compilation.open else {
            guard found.hasErrors else {
                throw CommandFailure(.usage, "error: predicate sql needs a value for each format argument")
            }
            throw CommandFailure(found, of: request.text, in: environment)
        }
        let shown = RecordQueryDiagnostics(found).shown(by: request.warnings)
        if !shown.isEmpty { environment.say(shown, of: request) }
        let dialect: SQLDialect
        let mapping: SQLMapping
        if let records {
            guard let columns = records.columns, self.dialect ?? .spark == .spark else {
                throw CommandFailure(
                    .usage,
                    records.columns == nil
                        ? "error: files of JSON have no columns of SQL; predicate sql needs --schema for them"
                        : "error: the database of --from has the dialect spark")
            }
            (dialect, mapping) = (.spark, columns.mapping)
        } else if let table = try subject.databaseTable() {
            dialect = self.dialect ?? table.dialect
            guard dialect == table.dialect, let known = table.mapping else {
                throw CommandFailure(
                    .usage, "error: the database of --from has the dialect \(table.dialect.rawValue)")
            }
            mapping = known
        } else {
            dialect = self.dialect ?? .sqlite
            guard let schema = inspection.schema else { throw CommandFailure(.usage, "error: there is no schema") }
            mapping = SQLMapping(columnsOf: schema, table: table, in: dialect)
        }
        let plan = predicate.plan(for: mapping, in: dialect)
        let query = try queryOptions.checked(for: request, inspection.schema, in: environment)
        try environment.output.write(StatementText(plan, query?.plan(of: plan), inline: inline).text)
    }
}

extension SubjectOptions {
    /// The table of --from; nil without it, and for records on a cluster.
    fileprivate func databaseTable() throws(CommandFailure) -> (any DatabaseTable)? {
        guard let address = try sourceOptions.address(), address.scheme != .spark else { return nil }
        return try address.openDatabaseTable()
    }
}

/// A statement for people to paste, with comments.
private struct StatementText {
    let text: String

    init(_ plan: SQLPlan, _ query: SQLQueryPlan?, inline: Bool) {
        var lines: [String] = []
        let statement = query?.statement ?? plan.select()
        if inline, let query {
            let start = query.groups == nil ? Self.start(plan) + (query.inline.isEmpty ? "" : " ") : ""
            lines.append(start + query.inline + ";")
        } else if inline, !plan.isUnconditional,
            let (before, behind) = Self.split(statement.sql, at: plan.condition.sql)
        {
            lines.append(before + plan.inline + behind + ";")
        } else {
            lines.append(statement.sql + ";")
            for (index, parameter) in statement.parameters.enumerated() {
                lines.append("-- \(index + 1): " + Self.text(of: parameter, in: plan.dialect))
            }
        }
        if !plan.remainders.isEmpty {
            lines.append("-- The statement also selects records that do not match. It lacks:")
        }
        for remainder in plan.remainders {
            lines.append("--   \(Self.line(remainder.part)): \(Self.line(remainder.reason))")
        }
        if let remainders = query?.remainders, !remainders.isEmpty {
            lines.append("-- The statement lacks parts of the query:")
            lines += remainders.map { "--   \($0.part.rawValue): \(Self.line($0.reason))" }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The statement of all rows up to its table.
    private static func start(_ plan: SQLPlan) -> String {
        let sql = plan.select().sql
        let end = [" WHERE ", " ORDER BY "].compactMap { sql.firstRange(of: $0)?.lowerBound }.min()
        return String(sql[..<(end ?? sql.endIndex)])
    }

    private static func split(_ sql: String, at part: String) -> (String, String)? {
        guard let range = sql.firstRange(of: " WHERE " + part) else { return nil }
        return (String(sql[..<range.lowerBound]) + " WHERE ", String(sql[range.upperBound...]))
    }

    private static func text(of parameter: SQLParameter, in dialect: SQLDialect) -> String {
        switch parameter {
        case .value(let value): line(describe(value, in: dialect))
        case .variable(let name, _): "$" + line(name)
        case .now: "the current instant, in seconds since 2001"
        }
    }

    private static func describe(_ value: SQLValue, in dialect: SQLDialect) -> String {
        switch value {
        case .null: "NULL"
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .integer(let integer): String(integer)
        case .real(let double): "\(double)"
        case .numeric(let text): text
        case .text(let text): RecordWriter.json(.string(text))
        case .blob, .array: dialect.literal(value)
        case .timestamp(let microseconds): SQLTimestamp.text(microseconds)
        case .uuid(let uuid): uuid.uuidString
        }
    }

    /// A string on one line: a line break would end the comment.
    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
    }
}

extension SQLMapping {
    /// A table whose columns have the names of the fields of a schema. Lists and objects have a column only in Spark.
    init(columnsOf schema: RecordSchema, table: String?, in dialect: SQLDialect) {
        let type = schema.recordType(of: schema.root)
        let name = table ?? type?.name ?? "records"
        var fields: [String: SQLField] = [:]
        for field in type?.fields ?? [] {
            guard let kind = SQLColumnType(field.type.unwrapped, in: schema, dialect) else { continue }
            fields[field.name] = .column(
                SQLColumn(
                    field.name, kind, isNullable: field.type.isOptional,
                    hasCodePointOrder: dialect != .postgresql))
        }
        self.init(root: name, tables: [name: SQLTable(name, fields: fields)])
    }
}

extension SQLColumnType {
    /// How deeply structs are described: types may hold themselves.
    private static let deepest = 4

    /// The type of a column for the values of a field; nil if SQL has none that is exact.
    fileprivate init?(_ type: ValueType, in schema: RecordSchema, _ dialect: SQLDialect, depth: Int = 0) {
        switch type {
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .double: self = .real
        case .decimal where dialect == .postgresql: self = .decimal
        case .string: self = .text
        case .date where dialect != .sqlite: self = .date(.timestampWithZone)
        case .uuid where dialect == .postgresql || dialect == .duckdb: self = .uuid(.native)
        case .list(let element) where dialect == .spark && depth < Self.deepest:
            guard let type = SQLColumnType(element.unwrapped, in: schema, dialect, depth: depth + 1) else { return nil }
            self = .array(type)
        case .object(let name) where dialect == .spark && depth < Self.deepest:
            let fields = schema.types[name]?.fields ?? []
            self = .structure(
                Dictionary(
                    fields.compactMap { field in
                        SQLColumnType(field.type.unwrapped, in: schema, dialect, depth: depth + 1).map {
                            (field.name, SQLColumn(field.name, $0, isNullable: field.type.isOptional))
                        }
                    }, uniquingKeysWith: { first, _ in first }))
        case .data: self = .blob
        case .enumeration(let enumeration):
            guard let type = SQLColumnType(enumeration.base, in: schema, dialect, depth: depth) else { return nil }
            self = type
        default: return nil
        }
    }
}
#endif
