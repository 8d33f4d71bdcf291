import PredicateFormat

/// The display settings.
struct ReplSettings: Hashable, Sendable {
    /// The format of records.
    var mode = OutputFormat.table
    /// Whether comma-separated values contain nothing that a spreadsheet would run.
    var csvSafe = false
    /// The maximum number of records shown.
    var limit = Limit.automatic
    /// The order as given; empty keeps the order of the data.
    var sort = ""
    /// The columns as given; empty shows all fields.
    var select = ""
    /// The group keys and aggregates as given; empty makes no groups.
    var group = ""
    /// Whether only the first of equal results is shown.
    var isDistinct = false
    /// The number of results to skip.
    var offset = 0
    /// Whether to show the time that an answer took.
    var timing = false
    /// What is shown while a line is typed. Nil is on, but does not ask tables of databases.
    var live: Live?

    /// What is shown while a line is typed.
    enum Live: String, CaseIterable, Hashable, Sendable {
        /// Colours, mistakes, suggestions and the answer so far.
        case on
        /// Nothing: readline draws the line.
        case off
        /// Colours alone.
        case colours
    }

    /// The same display with the query of other settings.
    func with(queryOf other: ReplSettings) -> ReplSettings {
        var settings = other
        (settings.mode, settings.csvSafe, settings.limit, settings.timing) = (mode, csvSafe, limit, timing)
        settings.live = live
        return settings
    }

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

    /// The words for output modes.
    static let modeWords = OutputFormat.allCases.map(\.rawValue) + [safeCSV]
    /// The word for CSV with an apostrophe before text that a spreadsheet would run.
    private static let safeCSV = "csv-safe"

    /// The word for the current output mode.
    var modeWord: String { mode == .csv && csvSafe ? Self.safeCSV : mode.rawValue }

    /// Changes the output mode; returns false for an unknown word.
    mutating func setMode(_ word: String) -> Bool {
        guard let mode = word == Self.safeCSV ? .csv : OutputFormat(rawValue: word) else { return false }
        self.mode = mode
        csvSafe = word == Self.safeCSV
        return true
    }

    /// The maximum number of records shown.
    enum Limit: Hashable, Sendable {
        /// The first few on the screen, and all in a file.
        case automatic
        /// No limit.
        case none
        /// At most this many.
        case count(Int)

        /// The default limit on the screen.
        static let few = 10

        /// The maximum number; nil for all.
        func number(inFile: Bool) -> Int? {
            switch self {
            case .automatic: inFile ? nil : Self.few
            case .none: nil
            case .count(let count): count
            }
        }

        /// The limit as the user types it.
        var text: String {
            switch self {
            case .automatic: "auto"
            case .none: "all"
            case .count(let count): "\(count)"
            }
        }

        /// The limit for a word; nil for other words.
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
