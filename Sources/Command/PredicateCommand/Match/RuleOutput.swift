import PredicateFormat
import PredicateRecords

/// What `predicate match` writes.
enum RuleFormat: String, CaseIterable {
    /// A JSON array of ids for each record.
    case ids
    /// The number of records for each rule.
    case counts
    /// Each record that a rule holds for, with the ids.
    case records
}

/// Ids as they are written: once, not once for each record.
struct RuleSpellings {
    /// The ids as JSON strings.
    let json: [String]
    private let ids: [String]

    init(_ ids: [String]) {
        self.ids = ids
        json = ids.map { RecordWriter.json(.string($0)) }
    }

    /// The JSON array of the rules with these numbers.
    func list(_ rules: [Int]) -> String { "[" + rules.map { json[$0] }.joined(separator: ",") + "]" }

    /// The line of a count: tabs and line ends in the id are escaped, and so are backslashes.
    func count(_ rule: Int, _ count: Int) -> String {
        var line = ""
        for scalar in ids[rule].unicodeScalars {
            switch scalar {
            case "\t": line += "\\t"
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\\": line += "\\\\"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line + "\t\(count)\n"
    }
}
