import PredicateCore
import PredicateFormat
import PredicatePlatform

/// A value that is sent to the database next to the text of a statement.
public enum SQLValue: Hashable, Sendable {
    /// NULL.
    case null
    /// A boolean of PostgreSQL, DuckDB and Spark. In SQLite booleans are integers.
    case boolean(Bool)
    /// A 64-bit integer.
    case integer(Int64)
    /// A finite double.
    case real(Double)
    /// A decimal of PostgreSQL, by its text.
    case numeric(String)
    /// Text. Only DuckDB's and Spark's hold the code point 0: functions of SQLite stop at it, and PostgreSQL cannot store it.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// An instant of PostgreSQL, DuckDB and Spark, in microseconds since 1970-01-01T00:00:00Z.
    case timestamp(microseconds: Int64)
    /// A UUID of PostgreSQL and DuckDB.
    case uuid(UUID)
    /// An array of PostgreSQL, or a list of DuckDB, whose elements are all of one kind.
    case array([SQLValue])

    /// Compares doubles by their bits, and strings by their code points.
    public static func == (a: SQLValue, b: SQLValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
        case (.numeric(let a), .numeric(let b)): a == b
        case (.text(let a), .text(let b)): a.unicodeScalars.elementsEqual(b.unicodeScalars)
        case (.blob(let a), .blob(let b)): a == b
        case (.timestamp(let a), .timestamp(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        default: false
        }
    }
}

/// The kinds of values of a parameter.
public enum SQLValueKind: String, Hashable, Sendable {
    /// A truth value.
    case boolean
    /// A 64-bit integer.
    case integer
    /// A double.
    case real
    /// A decimal of PostgreSQL.
    case numeric
    /// An integer or a double of SQLite.
    case number
    /// Text.
    case text
    /// Bytes.
    case blob
    /// An instant of PostgreSQL.
    case timestamp
    /// A UUID of PostgreSQL.
    case uuid
}

/// A parameter of a statement: a value, or what gives the value when the statement is run.
public enum SQLParameter: Hashable, Sendable {
    /// A constant of the predicate.
    case value(SQLValue)
    /// The value of a substitution variable, by its name without `$`.
    case variable(String, SQLValueKind)
    /// `now()`: one instant for a whole run, in the form of a kind (`real`: seconds since 2001-01-01T00:00:00Z).
    case now(SQLValueKind)
}

/// A variable whose value does not fit its parameter.
public struct SQLBindingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the variable, without `$`.
    public var variable: String
    /// The kind of value that the statement needs.
    public var needed: SQLValueKind

    /// A sentence: "variable `$limit` needs a value of kind integer".
    public var description: String { "variable `$\(variable)` needs a value of kind \(needed.rawValue)" }
}

/// A string of SQL with its parameters, in the order of their places.
public struct SQLStatement: Hashable, Sendable {
    /// The text, with `?` (SQLite, Spark) or `$1`, `$2` … (PostgreSQL, DuckDB) for parameters.
    public var sql: String
    /// The parameters. In PostgreSQL and DuckDB `$1` is the first.
    public var parameters: [SQLParameter]

    /// A string with parameters.
    public init(_ sql: String, parameters: [SQLParameter] = []) {
        self.sql = sql
        self.parameters = parameters
    }

    /// The values of the parameters.
    ///
    /// - Parameters:
    ///   - bindings: the values of substitution variables by name, without `$`; a variable without a value is nil.
    ///   - now: the instant of `now()`.
    /// - Throws: `SQLBindingError` if a variable has a value of another kind.
    public func values(bindings: [String: PredicateValue] = [:], now: Date = Date()) throws(SQLBindingError)
        -> [SQLValue]
    {
        var values: [SQLValue] = []
        values.reserveCapacity(parameters.count)
        for parameter in parameters {
            switch parameter {
            case .value(let value): values.append(value)
            case .now(let kind): values.append(SQLValue(.date(now), as: kind) ?? .null)
            case .variable(let name, let kind):
                let value = bindings[name] ?? .null
                if case .null = value {
                    values.append(.null)
                    continue
                }
                guard let bound = SQLValue(value, as: kind) else {
                    throw SQLBindingError(variable: name, needed: kind)
                }
                values.append(bound)
            }
        }
        return values
    }
}

extension SQLValue {
    /// A value of the language as a parameter of a kind; nil if it has another kind. A date of kind `real` is its
    /// seconds since 2001.
    init?(_ value: PredicateValue, as kind: SQLValueKind) {
        switch (value, kind) {
        case (.null, _): self = .null
        case (.boolean(let flag), .boolean): self = .boolean(flag)
        case (.boolean(let flag), .integer): self = .integer(flag ? 1 : 0)
        case (.boolean(let flag), .number): self = .integer(flag ? 1 : 0)
        case (.integer(let integer), .integer), (.integer(let integer), .number): self = .integer(integer)
        case (.double(let double), .number) where double.isFinite: self = .real(double)
        case (.integer(let integer), .real):
            guard let double = Double(exactly: integer) else { return nil }
            self = .real(double)
        case (.double(let double), .real) where double.isFinite: self = .real(double)
        case (.date(let date), .real) where date.timeIntervalSinceReferenceDate.isFinite:
            self = .real(date.timeIntervalSinceReferenceDate)
        case (.string(let text), .text) where !text.utf8.contains(0): self = .text(text)
        case (.data(let data), .blob): self = .blob([UInt8](data))
        case (.uuid(let uuid), .uuid): self = .uuid(uuid)
        default: return nil
        }
    }
}

extension String {
    /// The name of a table or a column as SQL writes it, in quotes.
    ///
    /// Quotes are found as code points: a quote with a combining mark is one character of Swift, but ends a name in SQL.
    package var quotedSQLName: String {
        "\"" + escaping(["\"": "\"\""]) + "\""
    }
}

/// Instants in microseconds since 1970, as text.
package enum SQLTimestamp {
    /// The instant as PostgreSQL reads it, in UTC: `2024-01-31 10:20:30.000001+00`.
    ///
    /// - Parameter microseconds: since 1970-01-01T00:00:00Z.
    package static func text(_ microseconds: Int64) -> String {
        let (second, fraction) = PredicateDate.floorDivision(microseconds, 1_000_000)
        let (day, time) = PredicateDate.floorDivision(second, 86_400)
        let date = CivilDay(number: day - daysBefore2001)
        // There is no year 0: 1 BC is the year before 1.
        let isBeforeChrist = date.year <= 0
        var text = padded(isBeforeChrist ? 1 - date.year : date.year, 4)
        text += "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
        text += " " + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
        if fraction > 0 { text += "." + padded(fraction, 6) }
        return text + "+00" + (isBeforeChrist ? " BC" : "")
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The days from 1970-01-01 to 2001-01-01.
    static let daysBefore2001: Int64 = 11_323
}
