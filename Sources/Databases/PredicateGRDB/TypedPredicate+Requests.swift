#if SQLite
import GRDB
import PredicateFormat
import PredicatePatterns
import PredicateSQL

// Record types that are described: one text is a condition of requests and a test of values in memory.

extension TypedPredicate where Root: PredicateTableRecord {
    /// The predicate as a condition over the table of its type.
    ///
    /// ```swift
    /// let strong = try Player.predicate("score > %d", 10)
    /// let records = try Player.all().filter(strong.condition()).fetchAll(database)
    /// records.allSatisfy { strong.matches($0) }   // true
    /// ```
    ///
    /// - Throws: `PredicateRequestError` if a part has no form in SQL.
    public func condition() throws -> PredicateCondition { try checked.condition(for: Root.predicateMapping) }
}

extension PredicateTableRecord where Self: PredicateDescribed {
    /// The table of the record type, with a column for each field of its description that is a number, a text, a
    /// boolean, a date, a UUID or bytes, under the name of the field, and stored as GRDB stores such values by default.
    ///
    /// A type with other columns, or with links to other tables, has a mapping of its own. One that
    /// `Database.predicateMapping(of:)` reads says more of the columns, so that more indexes serve.
    public static var predicateMapping: SQLMapping {
        let schema = predicateDescription.schema
        var columns: [String: SQLField] = [:]
        if case .object(let name) = schema.root.unwrapped {
            for field in schema.types[name]?.fields ?? [] {
                guard let type = SQLColumnType(ofStored: field.type.unwrapped) else { continue }
                // Only the database knows what is declared.
                columns[field.name] = .column(
                    SQLColumn(
                        field.name, type, isGuaranteed: false, hasPlainEquality: false, hasCodePointOrder: false))
            }
        }
        return SQLMapping(
            root: databaseTableName, tables: [databaseTableName: SQLTable(databaseTableName, fields: columns)])
    }

    /// A predicate over values of this type, in memory and in its table; see `PredicateDescription.predicate`.
    public static func predicate(
        _ format: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standardWithPatterns,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        try predicateDescription.predicate(format, given: arguments, library: library, limits: limits)
    }

    /// The records that a predicate takes; see `filter(_:)` with a `PredicateCondition`.
    ///
    /// - Throws: `PredicateRequestError` if a part has no form in SQL.
    public static func filter(_ predicate: TypedPredicate<Self>) throws -> QueryInterfaceRequest<Self> {
        try filter(predicate.condition())
    }
}

extension SQLColumnType {
    /// How GRDB stores values of a type by default; nil for types that have several forms.
    fileprivate init?(ofStored type: ValueType) {
        switch type {
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .double: self = .real
        case .string: self = .text
        case .date: self = .date(.text)
        case .uuid: self = .uuid(.blob)
        case .data: self = .blob
        default: return nil
        }
    }
}
#endif
