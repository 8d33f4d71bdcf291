#if PostgreSQL
import PredicateFormat

/// The types of the columns of some tables, resolved: domains to what they are made of, arrays to their elements.
struct PostgreSQLTypeTable {
    /// A row of `pg_type`.
    private struct Row {
        var name: String
        /// `d` for domains, `e` for enumerations.
        var form: String
        var isArray: Bool
        var element: UInt32
        var base: UInt32
        var cases: [String]
    }

    private var rows: [UInt32: Row] = [:]

    /// Reads the types of the columns of tables, with a function that runs a query.
    init(
        of tables: PredicateValue,
        _ run: (String, [PredicateValue]) throws(PostgreSQLError) -> [CatalogueRow]
    ) throws(PostgreSQLError) {
        for row in try run(
            """
            WITH RECURSIVE needed(oid) AS (
                SELECT atttypid FROM pg_catalog.pg_attribute
                WHERE attrelid = ANY($1::oid[]) AND attnum > 0 AND NOT attisdropped
                UNION
                SELECT CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.typelem END
                FROM pg_catalog.pg_type t JOIN needed USING (oid)
                WHERE t.typtype = 'd' OR t.typcategory = 'A'
            )
            SELECT t.oid, t.typname, t.typtype::text, t.typcategory = 'A', t.typelem, t.typbasetype,
                (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder)
                    FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid)
            FROM pg_catalog.pg_type t JOIN needed USING (oid)
            """, [tables])
        {
            guard let identifier = row.identifier(0) else { continue }
            rows[identifier] = Row(
                name: row.text(1), form: row.text(2), isArray: row.boolean(3), element: row.identifier(4) ?? 0,
                base: row.identifier(5) ?? 0, cases: row.texts(6))
        }
    }

    /// A type, and the identifier that its values arrive with. (The server sends values of a domain as its base type.)
    func type(_ identifier: UInt32) -> (PostgreSQLType, UInt32) {
        var identifier = identifier
        // Domains of domains: the server allows no circle, and the table is finite.
        for _ in 0..<rows.count {
            guard let row = rows[identifier], row.form == "d" else { break }
            identifier = row.base
        }
        if let known = PostgreSQLType.known[identifier] { return (known, identifier) }
        guard let row = rows[identifier] else { return (.other("?"), identifier) }
        if row.form == "e" { return (.enumeration(row.cases), identifier) }
        if row.name == "citext" { return (.caselessText, identifier) }
        if row.isArray, row.element != identifier, rows[row.element]?.isArray != true {
            let element = type(row.element).0
            return (element.isReadAsText ? .other(row.name) : .array(element), identifier)
        }
        return (.other(row.name), identifier)
    }
}

/// What simple check constraints say.
enum CheckConstraint {
    /// The cases that a constraint of one text column lists, in their order; nil if it says something else.
    ///
    /// The server writes `state IN ('lost', 'found')` as `CHECK ((state = ANY (ARRAY['lost'::text, 'found'::text])))`.
    static func cases(_ definition: String) -> [String]? {
        var rest = definition[...]
        // Before the list there is only the column: no NOT, no other condition.
        guard rest.hasPrefix("CHECK ("), let start = end(of: " = ANY (", in: rest),
            isColumn(rest[..<start].dropFirst(7).dropLast(8))
        else { return nil }
        rest = rest[start...]
        // `(ARRAY['a'::character varying, …])::text[]` for columns of varchar.
        if rest.first == "(" { rest.removeFirst() }
        guard rest.hasPrefix("ARRAY[") else { return nil }
        rest = rest.dropFirst(6)
        var cases: [String] = []
        while true {
            if rest.first == "(" { rest.removeFirst() }
            guard rest.first == "'" else { return nil }
            rest.removeFirst()
            var text = ""
            while let letter = rest.popFirst() {
                if letter == "'" {
                    guard rest.first == "'" else { break }
                    rest.removeFirst()
                }
                text.append(letter)
            }
            cases.append(text)
            // A cast to a type of text; then the next one or the end.
            let cast = rest.prefix { $0 != "," && $0 != "]" }
            guard cast.hasPrefix("::text") || cast.hasPrefix("::character varying") || cast.hasPrefix("::bpchar"),
                !cast.contains("'")
            else { return nil }
            rest = rest.dropFirst(cast.count)
            if rest.hasPrefix(", ") {
                rest = rest.dropFirst(2)
                continue
            }
            rest = rest.dropFirst()
            break
        }
        // Nothing but brackets and a cast follows.
        guard
            rest.allSatisfy({
                $0 == ")" || $0 == "(" || $0.isLetter || $0 == ":" || $0 == "[" || $0 == "]" || $0 == " "
            }),
            !rest.contains(" OR "), !rest.contains(" AND ")
        else { return nil }
        return cases
    }

    /// Whether an SQL string is a column, perhaps with a cast: `(state`, `((state)::text`. A call has a bracket inside.
    private static func isColumn(_ text: Substring) -> Bool {
        let name = text.drop { $0 == "(" }
        return !name.isEmpty && !name.contains(" ") && !name.contains("(") && !name.contains("'")
    }

    private static func end(of needle: String, in text: Substring) -> Substring.Index? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(needle) {
                return text.index(start, offsetBy: needle.count, limitedBy: text.endIndex)
            }
            start = text.index(after: start)
        }
        return nil
    }
}
#endif
