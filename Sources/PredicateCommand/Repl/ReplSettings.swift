import PredicateFormat

/// How answers are shown.
struct ReplSettings: Hashable, Sendable {
    /// How records are written.
    var mode = OutputFormat.table
    /// Whether comma-separated values hold nothing that a spreadsheet would run.
    var csvSafe = false
    /// How many records are shown.
    var limit = Limit.automatic
    /// The order, as it was given; empty is that of the data.
    var sort = ""
    /// The columns, as they were given; empty is all fields.
    var select = ""
    /// What records are put into groups by, as it was given; empty makes no groups.
    var group = ""
    /// Whether of results that are equal only the first is shown.
    var isDistinct = false
    /// How many results are skipped.
    var offset = 0
    /// Whether it is said how long an answer took.
    var timing = false

    /// What is asked of groups; of records nothing.
    var groups: RecordQuery { group.isEmpty ? RecordQuery() : RecordQuery(group: group) }

    /// What is asked of the records that satisfy a predicate, all of it.
    var query: RecordQuery {
        var query = groups
        query.sort = sort.isEmpty ? nil : sort
        query.select = select.isEmpty ? nil : select
        query.isDistinct = isDistinct
        query.offset = offset
        return query
    }

    /// The words for how records are written.
    static let modeWords = ["table", "json", "ndjson", "csv", "csv-safe"]

    /// The word for how records are written.
    var modeWord: String { mode == .csv && csvSafe ? "csv-safe" : mode.rawValue }

    /// Changes how records are written; false where a word does not say that.
    mutating func setMode(_ word: String) -> Bool {
        guard let mode = word == "csv-safe" ? .csv : OutputFormat(rawValue: word) else { return false }
        self.mode = mode
        csvSafe = word == "csv-safe"
        return true
    }

    /// How many records are shown.
    enum Limit: Hashable, Sendable {
        /// The first few on the screen, and all in a file.
        case automatic
        /// All, wherever.
        case none
        /// So many.
        case count(Int)

        /// How many the screen shows where nobody has said.
        static let few = 10

        /// The number; nil for all.
        func number(inFile: Bool) -> Int? {
            switch self {
            case .automatic: inFile ? nil : Self.few
            case .none: nil
            case .count(let count): count
            }
        }

        /// As one types it.
        var text: String {
            switch self {
            case .automatic: "auto"
            case .none: "all"
            case .count(let count): "\(count)"
            }
        }

        /// The limit that a word says; nil where it says none.
        init?(_ word: String) {
            switch word {
            case "auto": self = .automatic
            case "all", "none": self = .none
            default:
                guard let count = Int(word), count >= 0 else { return nil }
                self = .count(count)
            }
        }
    }
}
