import PredicateFormat

/// How answers are shown.
struct ReplSettings: Hashable, Sendable {
    /// How records are written.
    var mode = OutputFormat.table
    /// Whether comma-separated values contain nothing that a spreadsheet would run.
    var csvSafe = false
    /// How many records are shown.
    var limit = Limit.automatic
    /// The given order; empty is the order of the data.
    var sort = ""
    /// The given columns; empty is all fields.
    var select = ""
    /// The given group keys and aggregates; empty makes no groups.
    var group = ""
    /// Whether of results that are equal only the first is shown.
    var isDistinct = false
    /// How many results are skipped.
    var offset = 0
    /// Whether to show how long an answer took.
    var timing = false

    /// The query of the groups; empty without groups.
    var groups: RecordQuery { group.isEmpty ? RecordQuery() : RecordQuery(group: group) }

    /// The complete query over the matching records.
    var query: RecordQuery {
        var query = groups
        query.sort = sort.isEmpty ? nil : sort
        query.select = select.isEmpty ? nil : select
        query.isDistinct = isDistinct
        query.offset = offset
        return query
    }

    /// The words for how records are written.
    static let modeWords = OutputFormat.allCases.map(\.rawValue) + [safeCSV]
    /// The word for CSV with an apostrophe before text that a spreadsheet would run.
    private static let safeCSV = "csv-safe"

    /// The word for how records are written.
    var modeWord: String { mode == .csv && csvSafe ? Self.safeCSV : mode.rawValue }

    /// Changes the output mode; returns false for an unknown word.
    mutating func setMode(_ word: String) -> Bool {
        guard let mode = word == Self.safeCSV ? .csv : OutputFormat(rawValue: word) else { return false }
        self.mode = mode
        csvSafe = word == Self.safeCSV
        return true
    }

    /// How many records are shown.
    enum Limit: Hashable, Sendable {
        /// The first few on the screen, and all in a file.
        case automatic
        /// No limit.
        case none
        /// So many.
        case count(Int)

        /// The default limit on the screen.
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

        /// The limit that a word means; nil for other words.
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
