import PredicateFormat

/// Spark SQL that makes a line of JSON of a row.
///
/// Spark's own JSON would lose or change values: it leaves out NULL, cuts times to milliseconds, writes them in the zone of
/// the session, writes NaN as text and a float as the shortest decimal that reads back as that float. So such values are
/// turned into what has one form before Spark writes them.
///
/// A string in a file may hold bytes that are not UTF-8. Spark would replace them, so such a string ends the job.
struct SparkExpression {
    /// Whether strings that are not UTF-8 are refused. Versions of Spark before 4 have no such function.
    private let checksTexts: Bool

    /// The expression of the line for some columns.
    static func line(of columns: [SparkRowField], checksTexts: Bool = true) -> String {
        if columns.isEmpty { return "'{}'" }
        let fields = SparkExpression(checksTexts: checksTexts).structure(columns, of: nil, depth: 0, in: nil)
        return "to_json(\(fields), map('ignoreNullFields', 'false'))"
    }

    /// What comes before and after the name of a column in the error for a string that is not UTF-8.
    static let refusal = (start: "[predicate: no UTF-8 in ", end: " :predicate]")

    /// A string, or an error that names its column.
    private func checked(_ own: String, in column: String) -> String? {
        guard checksTexts else { return nil }
        let told = Self.quoted(text: Self.refusal.start + column + Self.refusal.end)
        return "CASE WHEN NOT is_valid_utf8(\(own)) THEN raise_error(\(told)) ELSE \(own) END"
    }

    /// The expression of a line of a text file: a character for each byte, so that every byte arrives as it is.
    static let bytes = "decode(CAST(value AS BINARY), 'ISO-8859-1')"

    /// The name of a column.
    static func quoted(name: String) -> String {
        "`" + name.escaping(["`": "``"]) + "`"
    }

    static func quoted(text: String) -> String {
        "'" + text.escaping(["'": "\\'", "\\": "\\\\"]) + "'"
    }

    /// The expression of a struct.
    ///
    /// - Parameter column: the column that it is in; nil for the columns themselves.
    private func structure(_ fields: [SparkRowField], of owner: String?, depth: Int, in column: String?) -> String {
        let parts = fields.map { field in
            let own = (owner.map { $0 + "." } ?? "") + Self.quoted(name: field.name)
            return Self.quoted(text: field.name) + ", "
                + (value(own, field.type, depth, in: column ?? field.name) ?? own)
        }
        return "named_struct(" + parts.joined(separator: ", ") + ")"
    }

    /// The expression that stands for a value in JSON; nil for the value itself.
    ///
    /// - Parameters:
    ///   - own: the expression of the value.
    ///   - depth: the number of lambda functions around it, whose variables have other names.
    ///   - column: the column that it is in.
    private func value(_ own: String, _ type: SparkRowType, _ depth: Int, in column: String) -> String? {
        switch type {
        case .boolean, .integer, .decimal, .binary, .variant: return nil
        case .string: return checked(own, in: column)
        case .double(let isSingle):
            let number = isSingle ? "CAST(\(own) AS DOUBLE)" : own
            // NaN is greater than every number.
            return "CASE WHEN abs(\(number)) < double('Infinity') THEN \(number) END"
        case .timestamp:
            return
                "CASE WHEN year(\(own)) BETWEEN 0 AND 9999 THEN concat(replace(CAST(\(own) AS STRING), ' ', 'T'), 'Z') END"
        case .date:
            return "CASE WHEN year(\(own)) BETWEEN 0 AND 9999 THEN concat(CAST(\(own) AS STRING), 'T00:00:00Z') END"
        case .text, .null: return "CAST(\(own) AS STRING)"
        case .array(let element):
            let name = "e\(depth)"
            return value(name, element, depth + 1, in: column).map { "transform(\(own), \(name) -> \($0))" }
        case .map(let hasTextKeys, let element):
            let (key, name) = ("k\(depth)", "v\(depth)")
            var whole = own
            if !hasTextKeys { whole = "transform_keys(\(whole), (\(key), \(name)) -> CAST(\(key) AS STRING))" }
            var changed = value(name, element, depth + 1, in: column)
            if hasTextKeys, let key = checked(key, in: column) {
                // Keys are checked with the values, because a changed key would be looked for among the others.
                changed = "CASE WHEN \(key) IS NOT NULL THEN \(changed ?? name) END"
            }
            if let element = changed {
                whole = "transform_values(\(whole), (\(key), \(name)) -> \(element))"
            }
            return whole == own ? nil : whole
        case .structure(let fields):
            if fields.isEmpty { return "CASE WHEN \(own) IS NOT NULL THEN map() END" }
            return "CASE WHEN \(own) IS NOT NULL THEN \(structure(fields, of: own, depth: depth, in: column)) END"
        }
    }
}
