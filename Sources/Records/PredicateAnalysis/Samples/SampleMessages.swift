import PredicateCore
import PredicateFormat

// The warnings that come from the values of some records, each with an input that causes it.
//
// All edits are suggestions, because they change the answer of a valid predicate.

extension PredicateDiagnostic {
    /// Another reading of a part of a predicate: what is said of an operand and of the records that show it, and what it is for.
    struct Reading: Sendable {
        let code: Code
        let message: @Sendable (_ operand: String, _ records: String) -> String
        /// What the other text is written for; nil without one.
        let purpose: String?
        /// What helps without another text.
        let advice: String?

        init(
            _ code: Code, _ purpose: String?, advice: String? = nil,
            _ message: @Sendable @escaping (String, String) -> String
        ) {
            (self.code, self.purpose, self.advice, self.message) = (code, purpose, advice, message)
        }

        // Lists, and no value.

        /// `tags == nil` where some values are empty lists, or the empty text, and the opposite
        static func empty(_ what: String, unlike other: String) -> Self {
            Self(.neverEmpty, "to treat \(what) like \(other)") { "in \($1) `\($0)` is \(what), which is not \(other)" }
        }
        /// `available == total` where some records have neither
        static let bothNil = Self(.neverEmpty, "to treat nil as unequal") {
            "in \($1) both sides of `\($0)` are nil, which counts as equal"
        }
        /// `items.price == nil` where an element has no price
        static let lacking = Self(.wholeElement, "to ask about the elements") {
            "`\($0)` is a list; in \($1) an element of it is nil"
        }
        /// `ANY labels != "bug"` where another label is one
        static let differing = Self(.wholeElement, "to find records without it") {
            "ANY is true if any element differs from \($0); NONE gives a different answer for \($1)"
        }
        /// `ANY items.code != 0` where an element has no code
        static let differingFromNil = Self(.wholeElement, "to leave out nil") {
            "nil also differs; without it, `\($0)` gives a different answer for \($1)"
        }
        /// `ALL pods.ready == true` where some records have no pods
        static let vacuous = Self(.wholeElement, "to ask for an element") {
            "ALL is also true if `\($0)` has no elements, as in \($1)"
        }
        /// `ANY values[1] > 90` where `values` is a list of pairs
        static let index = elements("to test each element", "this tests one element of", "the index in each element")
        /// `events.frames.@count == 0` where each event has a list of frames
        static let nested = elements(
            "to test the list of each element", "@count counts the lists in", "the list of one element")
        /// `count(scopes.spans)` where each scope has a list of spans
        static let counted = elements(
            "to count the elements", "this counts the lists in", "counting their elements")

        private static func elements(_ purpose: String, _ what: String, _ other: String) -> Self {
            Self(.wholeElement, purpose) { "\(what) `\($0)`; \(other) gives a different answer for \($1)" }
        }

        /// `ANY items.sku == "A" AND ANY items.qty > 5` where no single element satisfies both
        static let several = Self(.wholeElement, "to test one element for all conditions") {
            "each ANY may be true for a different element of `\($0)`; in \($1) no single element satisfies them all"
        }
        /// `image CONTAINS "latest"` where `image` is a list, and elements contain the text
        static func element(_ spelling: String) -> Self {
            Self(.wholeElement, "to find it in an element") {
                "\(spelling) looks for a whole element of a list; in \($1) an element contains the text"
            }
        }

        /// `email == ""` where `email` is never empty, but missing or null
        static func never(_ value: String, _ code: Code = .neverEmpty) -> Self {
            Self(code, "to find null and missing values") { "`\($0)` is never \(value) here; it is nil in \($1)" }
        }
        /// `capital == NO` where `capital` is YES or missing
        static func neverBoolean(_ wanted: Bool) -> Self { never(wanted ? "YES" : "NO", .alwaysFalse) }
        /// `--group-by labels.name` where some records have several labels
        ///
        /// - Parameter hasObjects: whether the elements are objects, which can be records.
        static func groups(hasObjects: Bool) -> Self {
            Self(.wholeElement, hasObjects ? "to group by element" : nil) {
                "each different list in `\($0)` is one group; in \($1) it has several values"
            }
        }

        // Strings that no record has.

        /// `answer == "Yes"` where `answer` is `"Yes "`, `name == "web"` where the values are paths, with what explains it
        static func text(_ reason: String) -> Self {
            Self(.otherText, "to find them") { "\(reason)with another string, \($1) would match" }
        }
        /// `substring(name, 1, 2) == "An"`
        static let fromOne = Self(.otherText, "to begin with the first character") {
            "substring counts from 0; from the first character, \($1) would match"
        }
        /// `name IN "Ann"` where no value is part of the string, but some contain it
        static let swapped = Self(.otherText, "to find the string in the value") {
            "IN looks for the value of `\($0)` in this string; in \($1) the value contains the string"
        }
        /// `created > 1795400000000` where `created` counts seconds
        static func otherUnit(_ unit: UnixUnit, _ written: UnixUnit) -> Self {
            Self(.unixTime, "for the same time") {
                "this number is in \(written.name), but `\($0)` is in \(unit.name); converted, \($1) would match"
            }
        }
        /// `closed - opened > 30` where days were meant
        static func seconds(_ unit: String) -> Self {
            Self(.durationAsNumber, "to count \(unit)") {
                "this is a number of seconds; as \(unit), it gives a different answer for \($1)"
            }
        }
        /// `CAST(unix, "NSDate") > now()` where `unix` holds `1709600000`, `unixDate(unix)` where it holds `1709600000000`
        static func unixTime(_ unit: UnixUnit, _ wrong: UnixUnit?) -> Self {
            Self(.unixTime, "to read them") {
                "\(wrong.map { "this counts \($0.name)" } ?? "CAST counts seconds from 2001"), but these numbers look like \(unit.name) since 1970: \($1) is read as \($0)"
            }
        }
        /// `hour(time) > 21` where `time` holds `2024-01-31T22:00:00-05:00`
        static let offsetIgnored = Self(.offsetIgnored, "to take it from the text") {
            "`\($0)` is in UTC, but these dates are written with other offsets, such as \($1)"
        }
        /// `--group-by id` where some values of `id` are numbers in quotes, and `id != "4"` where some are numbers
        static func numbers(areInQuotes: Bool) -> Self {
            let (quoted, other) = areInQuotes ? (" in quotes", "without") : ("", "in quotes")
            return Self(.numberAsText, "to read both as numbers") {
                "\($1) are numbers\(quoted), such as \($0), and never equal the same numbers \(other)"
            }
        }
        /// `host == "web-*"`, `message CONTAINS ".*error"`
        static func literalPattern(_ spelling: String) -> Self {
            Self(.literalPattern, "to use it as a pattern") {
                "`\(spelling)` takes this text literally; as a pattern it matches in \($1)"
            }
        }
        /// `type LIKE "pu"` where values contain `pu`, but none equals it
        static let withoutWildcard = Self(.likeWithoutWildcard, "to match part of it") {
            "LIKE compares the whole value; in \($1) the text is part of it"
        }
        /// `message MATCHES 'err'` where the pattern matches only part of the values, or no records could be looked at
        static let partialPattern = Self(.partialPattern, "to match part of it") {
            "MATCHES compares the whole value; "
                + ($1.isEmpty ? "no record matched" : "in \($1) the pattern matches only part of it")
        }
        /// `id IN %@` where the strings of the list have quotes around them
        static let inQuotes = Self(.textInQuotes, nil, advice: "`jq -s .` makes a JSON list of lines in quotes") {
            "the quotes are a part of the text; without them, \($1) would match"
        }
    }

    /// - Parameters:
    ///   - fixed: the text of the reading; nil if no short one is known.
    ///   - records: the records that show it, in words.
    ///   - edited: what the text replaces, if it is not the range.
    static func reading(
        _ reading: Reading, of operand: String = "", _ fixed: String?, _ records: String, at range: SourceRange,
        in edited: SourceRange? = nil, isEditable: Bool = true, notes: [String] = []
    ) -> Self {
        let edit = fixed.map { Edit(replacing: edited ?? range, with: $0) }
        return .suggestion(
            reading.code, reading.message(operand.excerpt(40), records), at: range,
            hint: fixed.map { "\(reading.purpose.map { $0 + ", " } ?? "")write `\($0)`" } ?? reading.advice,
            edits: isEditable ? edit.map { [$0] } ?? [] : [], notes: notes)
    }

    /// `version >= "1.10"` where `version` holds `1.9.2`, `--sort size` where `size` holds `"50"` and `"1000"`
    ///
    /// - Parameter operand: what an order has to read as a key, if no text in its place gives what is meant.
    static func orderOfTexts(
        _ verb: String, _ meaning: TextMeaning, _ pair: (lower: String, upper: String), _ fixed: String?,
        at range: SourceRange, in edited: SourceRange, key operand: String? = nil
    ) -> Self {
        let key = operand.flatMap(meaning.reading).map {
            "to find the greatest, sort by `-\($0)`; for the least, by `\($0)`"
        }
        let groups = key.flatMap { _ in operand }.map {
            "for groups, sort in one command, and take `first(\($0))` in a second"
        }
        return .suggestion(
            meaning.code,
            "this \(verb) text, but the values are \(meaning.noun): \(quoted(pair.upper)) comes before \(quoted(pair.lower))",
            at: range, .write(fixed, else: key ?? meaning.advice), in: edited,
            notes: [fixed == nil ? groups : meaning.units].compactMap { $0 })
    }

    // MARK: Strings that no record has

    /// `type == "Purchase"` where `type` holds `purchase`, `name == "Müller"` where `name` holds a `u` and a diaeresis
    ///
    /// - Parameters:
    ///   - text: the text that records have in another form; nil if it is only known that none matches.
    ///   - option: what ignores the difference.
    ///   - examined: the number of records that were looked at; nil for all.
    ///   - exact: the number of records that have the text as it is written.
    static func caseDiffers(
        _ text: String?, _ spelling: String, ignoring option: StringOptions = .caseInsensitive, _ count: Int,
        examined: Int?, exact: Int = 0, at range: SourceRange, example: (text: String, range: SourceRange)? = nil,
        _ fixed: String?, in edited: SourceRange
    ) -> Self {
        let (form, ignored) =
            switch option {
            case .caseInsensitive: ("in another case", "case")
            case .diacriticInsensitive: ("with other accents or code points", "accents")
            default: ("in another case and with other accents", "case and accents")
            }
        let records = share(count, of: examined)
        return .suggestion(
            .caseDiffers,
            text.map {
                "\(records) \(count == 1 ? "has" : "have") \(quoted($0)) \(form), and \(exact == 0 ? "none" : "\(exact)") as it is written"
            } ?? "no record matches; with `\(spelling)`, \(records) \(count == 1 ? "does" : "do")",
            at: range, .replace(fixed, "`\(spelling)` ignores \(ignored)"), in: edited,
            labels: example.map { [.init("for example \($0.text)", at: $0.range)] } ?? [])
    }

    static func share(_ count: Int, of examined: Int?) -> String {
        guard let examined else { return count == 1 ? "1 record" : "\(count) records" }
        guard count == examined else { return "\(count) of \(examined) records" }
        return count == 1 ? "the only record" : "all \(count) records"
    }

    private static func quoted(_ text: String) -> String { SampleReview.written(.string(text)) }

    /// `--select '"first name"'`
    static func quotedField(_ name: String, _ fixed: String, at range: SourceRange) -> Self {
        .suggestion(
            .otherText, "\(quoted(name)) is text here, but there is a field of that name", at: range,
            .replace(fixed, "the field is `\(fixed)`"))
    }
}
