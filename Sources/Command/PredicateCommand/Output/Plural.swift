/// Numbers with their nouns.
enum Plural {
    /// "1 bad record was", "2 bad records were".
    static func records(_ count: Int, _ adjective: String) -> String {
        count == 1 ? "1 \(adjective) record was" : "\(count) \(adjective) records were"
    }

    /// "1 record", "2 records".
    static func of(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
