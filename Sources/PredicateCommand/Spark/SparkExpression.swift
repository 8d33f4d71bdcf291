import PredicateFormat

/// Spark SQL that makes a line of JSON of a row.
///
/// Spark's own JSON would lose or change values: it leaves out NULL, cuts times to milliseconds, writes them in the zone of
/// the session, writes NaN as text and a float as the shortest decimal that reads back as that float. So such values are
/// turned into what has one form before Spark writes them.
enum SparkExpression {
    /// The expression of the line for some columns.
    static func line(of columns: [SparkRowField]) -> String {
        if columns.isEmpty { return "'{}'" }
        return "to_json(\(structure(columns, of: nil, depth: 0)), map('ignoreNullFields', 'false'))"
    }

    /// The expression of a line of a text file: a character for each byte, so that every byte arrives as it is.
    static let bytes = "decode(CAST(value AS BINARY), 'ISO-8859-1')"

    /// The name of a column.
    static func quoted(name: String) -> String {
        "`" + name.unicodeScalars.map { $0 == "`" ? "``" : String($0) }.joined() + "`"
    }

    /// A text.
    static func quoted(text: String) -> String {
        "'" + text.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\" + String($0) : String($0) }.joined() + "'"
    }

    private static func structure(_ fields: [SparkRowField], of owner: String?, depth: Int) -> String {
        let parts = fields.map { field in
            let own = (owner.map { $0 + "." } ?? "") + quoted(name: field.name)
            return quoted(text: field.name) + ", " + (value(own, field.type, depth) ?? own)
        }
        return "named_struct(" + parts.joined(separator: ", ") + ")"
    }

    /// The expression that stands for a value in JSON; nil for the value itself.
    ///
    /// - Parameters:
    ///   - own: the expression of the value.
    ///   - depth: the number of lambda functions around it, whose variables have other names.
    private static func value(_ own: String, _ type: SparkRowType, _ depth: Int) -> String? {
        switch type {
        case .boolean, .integer, .decimal, .string, .binary, .variant: return nil
        case .double(let isSingle):
            let number = isSingle ? "CAST(\(own) AS DOUBLE)" : own
            // NaN is greater than every number.
            return "CASE WHEN abs(\(number)) < double('Infinity') THEN \(number) END"
        case .timestamp:
            return
                "CASE WHEN year(\(own)) BETWEEN 0 AND 9999 THEN concat(replace(CAST(\(own) AS STRING), ' ', 'T'), 'Z') END"
        case .date:
            return "CASE WHEN year(\(own)) BETWEEN 0 AND 9999 THEN concat(CAST(\(own) AS STRING), 'T00:00:00Z') END"
        case .text, .null, .unknown: return "CAST(\(own) AS STRING)"
        case .array(let element):
            let name = "e\(depth)"
            return value(name, element, depth + 1).map { "transform(\(own), \(name) -> \($0))" }
        case .map(let hasTextKeys, let element):
            let (key, name) = ("k\(depth)", "v\(depth)")
            var whole = own
            if !hasTextKeys { whole = "transform_keys(\(whole), (\(key), \(name)) -> CAST(\(key) AS STRING))" }
            if let element = value(name, element, depth + 1) {
                whole = "transform_values(\(whole), (\(key), \(name)) -> \(element))"
            }
            return whole == own ? nil : whole
        case .structure(let fields):
            if fields.isEmpty { return "CASE WHEN \(own) IS NOT NULL THEN map() END" }
            return "CASE WHEN \(own) IS NOT NULL THEN \(structure(fields, of: own, depth: depth)) END"
        }
    }
}
