/// A column that holds the values of a field.
///
/// The type says how a stored value reads as a value of the language. Whoever reads rows must follow it, because the
/// translation relies on it.
public struct SQLColumn: Hashable, Sendable {
    /// The name in the table, without quotes.
    public var name: String
    /// The type of the stored values.
    public var type: SQLColumnType
    /// Whether a value may be NULL, which reads as nil.
    public var isNullable: Bool
    /// Whether every stored value has the type. True for a server and for STRICT tables of SQLite, where the type is
    /// enforced. In an ordinary table of SQLite any value can be in any column: a string in a column of integers reads
    /// as that text, which is a mismatch (D61).
    public var isGuaranteed: Bool
    /// Whether strings are equal exactly when their code points are, and are ordered by them. False for the collations
    /// NOCASE and RTRIM of SQLite, and for a column of PostgreSQL whose collation is not deterministic. For a merely
    /// different order see `hasCodePointOrder`.
    public var hasPlainEquality: Bool
    /// Whether an index of the column orders strings by code points: the collation BINARY of SQLite, `C` of PostgreSQL.
    public var hasCodePointOrder: Bool
    /// How many digits a decimal has at most; nil if that is not known.
    public var digits: Int?

    /// A column.
    public init(
        _ name: String, _ type: SQLColumnType, isNullable: Bool = true, isGuaranteed: Bool = true,
        hasPlainEquality: Bool = true, hasCodePointOrder: Bool = true, digits: Int? = nil
    ) {
        self.name = name
        self.type = type
        self.isNullable = isNullable
        self.isGuaranteed = isGuaranteed
        self.hasPlainEquality = hasPlainEquality
        self.hasCodePointOrder = hasCodePointOrder
        self.digits = digits
    }
}

/// How a stored value reads as a value of the language.
public indirect enum SQLColumnType: Hashable, Sendable {
    /// `boolean` of PostgreSQL; the integers 0 and 1 of SQLite. Another integer in SQLite is a mismatch.
    case boolean
    /// A 64-bit integer, or a smaller one.
    case integer
    /// A double: REAL of SQLite, `float8` of PostgreSQL. NaN and the infinities read as nil.
    case real
    /// `float4` of PostgreSQL, widened to a double.
    case singlePrecision
    /// `numeric` of PostgreSQL, which reads as a decimal.
    case decimal
    /// Text in UTF-8.
    case text
    /// An instant.
    case date(SQLDateForm)
    /// A UUID.
    case uuid(SQLUUIDForm)
    /// Bytes.
    case blob
    /// A value that reads as the text that PostgreSQL makes of it: of enumerations, `citext`, `char(n)`, `inet` and others.
    case textOfValue
    /// An array of PostgreSQL or Spark, which reads as a list of values of a type. An array of PostgreSQL with several
    /// dimensions reads as a list of lists.
    case array(SQLColumnType)
    /// A struct of Spark, which reads as an object: its fields by their names in the predicate.
    case structure([String: SQLColumn])
    /// `jsonb` of PostgreSQL, or a string of SQLite that is JSON: it reads as the value of that JSON.
    case binaryJSON
    /// A value that reads as something else. No comparison of it is translated.
    case other
}

/// How an instant is stored.
public enum SQLDateForm: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, as an integer or a double. Reads as `Date(timeIntervalSince1970:)`.
    case unixSeconds
    /// Milliseconds since 1970-01-01T00:00:00Z, as an integer or a double. Reads as their thousandth as seconds.
    case unixMilliseconds
    /// Seconds since 2001-01-01T00:00:00Z, as an integer or a double. Reads as `Date(timeIntervalSinceReferenceDate:)`.
    case referenceSeconds
    /// A string that reads as a date, in no particular form. Only its presence is tested in SQL.
    case text
    /// `timestamptz` of PostgreSQL, `timestamp` of Spark: microseconds.
    case timestampWithZone
    /// `timestamp` of PostgreSQL, `timestamp_ntz` of Spark, read in UTC.
    case timestamp
    /// `date` of PostgreSQL and Spark: the start of the day in UTC.
    case day
}

/// How a UUID is stored.
public enum SQLUUIDForm: Hashable, Sendable {
    /// The type `uuid` of PostgreSQL.
    case native
    /// Its 16 bytes.
    case blob
    /// Its text in lower case.
    case lowercaseText
    /// Its text in upper case.
    case uppercaseText
    /// Its text in any case.
    case text
}
