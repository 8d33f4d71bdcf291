import PredicateCore
import PredicateFormat

// The warnings that come from the values of some records, each with an input that causes it.
//
// All edits are suggestions, because they change the answer of a valid predicate.

extension PredicateDiagnostic {
    /// `CAST(unix, "NSDate") > now()` where `unix` holds `1709600000`, `unixDate(unix)` where it holds `1709600000000`
    static func unixTime(
        _ unit: UnixUnit, _ wrong: UnixUnit?, _ written: String, example: String, read: String, at range: SourceRange,
        operand: SourceRange
    ) -> Self {
        .suggestion(
            .unixTime,
            (wrong.map { "this counts \($0.name)" } ?? "CAST counts seconds from 2001")
                + ", but these numbers look like \(unit.name) since 1970", at: range,
            .replace(unit.call(of: written), "write `\(unit.call(of: written.excerpt(40)))`"),
            labels: [.init("\(example) is read as \(read)", at: operand)])
    }

    /// A comparison of lists or with nil that is meant otherwise: what is said of an operand and some records, and what the other
    /// reading is for.
    struct ListReading: Sendable {
        let message: @Sendable (_ operand: String, _ records: String) -> String
        let purpose: String
        var code = Code.wholeElement

        init(_ message: @Sendable @escaping (String, String) -> String, _ purpose: String) {
            (self.message, self.purpose) = (message, purpose)
        }

        /// `tags == nil` where some values are empty lists, or the empty text, and the opposite
        static func empty(_ what: String, unlike other: String) -> Self {
            var reading = Self(
                { "in \($1) `\($0)` is \(what), which is not \(other)" }, "to treat \(what) like \(other)")
            reading.code = .neverEmpty
            return reading
        }
        /// `items.price == nil` where an element has no price
        static let lacking = Self(
            { "`\($0)` is a list; in \($1) an element of it is nil" }, "to ask about the elements")
        /// `ANY labels != "bug"` where another label is one
        static let differing = Self(
            { "ANY is true if any element differs from \($0); NONE gives a different answer for \($1)" },
            "to find records without it")
        /// `ANY items.code != 0` where an element has no code
        static let differingFromNil = Self(
            { "nil also differs; without it, `\($0)` gives a different answer for \($1)" }, "to leave out nil")
        /// `ALL pods.ready == true` where some records have no pods
        static let vacuous = Self(
            { "ALL is also true if `\($0)` has no elements, as in \($1)" }, "to ask for an element")
        /// `ANY values[1] > 90` where `values` is a list of pairs
        static let index = Self(
            { "this tests one element of `\($0)`; the index in each element gives a different answer for \($1)" },
            "to test each element")
        /// `events.frames.@count == 0` where each event has a list of frames
        static let nested = Self(
            { "@count counts the lists in `\($0)`; the list of one element gives a different answer for \($1)" },
            "to test the list of each element")
        /// `count(scopes.spans)` where each scope has a list of spans
        static let counted = Self(
            { "this counts the lists in `\($0)`; counting their elements gives a different number for \($1)" },
            "to count the elements")
        /// `ANY items.sku == "A" AND ANY items.qty > 5` where no single element satisfies both
        static let several = Self(
            {
                "each ANY may be true for a different element of `\($0)`; in \($1) no single element satisfies them all"
            }, "to test one element for all conditions")
    }

    static func listReading(
        _ reading: ListReading, _ operand: String, _ fixed: String, counts: (changed: Int, all: Int),
        at range: SourceRange, edits: [Edit]? = nil
    ) -> Self {
        let records = "\(counts.changed) of \(counts.all) records"
        return .suggestion(
            reading.code, reading.message(operand.excerpt(40), records), at: range,
            hint: "\(reading.purpose), write `\(fixed)`", edits: edits ?? [.init(replacing: range, with: fixed)])
    }

    /// `closed - opened > 30` where days were meant
    static func secondsBetweenDates(
        _ fixed: String, _ unit: String, changed: Int, of all: Int, at range: SourceRange
    ) -> Self {
        .suggestion(
            .durationAsNumber,
            "this is a number of seconds; as \(unit), it gives a different answer for \(changed) of \(all) records",
            at: range, .replace(fixed, "to count \(unit), write `\(fixed)`"))
    }

    /// `--group-by labels.name` where some records have several labels
    ///
    /// - Parameter hasObjects: whether the elements are objects, which can be records.
    static func groupsOfLists(
        _ operand: String, _ several: Int, of all: Int, at range: SourceRange, hasObjects: Bool
    ) -> Self {
        let (operand, records) = (operand.excerpt(40), "\(several) of \(all) records")
        return .warning(
            .wholeElement, "each different list in `\(operand)` is one group; in \(records) it has several values",
            at: range,
            hint: hasObjects ? "to group by element, make each a record with `--at` and the path of the list" : nil,
            notes: hasObjects ? ["`--parent-field` keeps the fields around the list"] : [])
    }

    /// `hour(time) > 21` where `time` holds `2024-01-31T22:00:00-05:00`
    static func offsetIgnored(_ function: String, example: String, at range: SourceRange) -> Self {
        .suggestion(
            .offsetIgnored, "`\(function)` is in UTC, but the texts of these dates have other offsets", at: range,
            .replace(", \"written\"", "for example \(example)"), in: SourceRange(at: range.upperBound - 1),
            notes: ["with \"written\" as its zone it is that of the text, with \"Z\" that of UTC"])
    }

    /// `--group-by id` where some values of `id` are numbers in quotes, and `id != "4"` where some are numbers
    static func numbersInTwoForms(
        _ others: Int, of all: Int, isKey: Bool, example: String, _ operand: String, at range: SourceRange,
        edits: [Edit]
    ) -> Self {
        .suggestion(
            .numberAsText,
            isKey
                ? "\(others) of \(all) values are numbers written as text, which differ from the same numbers"
                : "\(others) of \(all) values are numbers, which differ from the same numbers in quotes", at: range,
            hint: edits.isEmpty ? nil : "`toNumber(\(operand.excerpt(40)))` reads both as numbers",
            labels: [.init("for example \(example) is text", at: range)], edits: edits)
    }

    /// `version >= "1.10"` where `version` holds `1.9.2`, `--sort size` where `size` holds `"50"` and `"1000"`
    ///
    /// - Parameter operand: what an order has to read as a key, if no text in its place gives what is meant.
    static func orderOfTexts(
        _ verb: String, _ meaning: TextMeaning, _ pair: (lower: String, upper: String), _ fixed: String?,
        at range: SourceRange, edits: [Edit], key operand: String? = nil
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
            at: range, hint: fixed.map { "write `\($0)`" } ?? key ?? meaning.advice, edits: edits,
            notes: [fixed == nil ? groups : meaning.units].compactMap { $0 })
    }

    // MARK: Texts that no record has

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
        edits: [Edit]
    ) -> Self {
        let isCase = option == .caseInsensitive
        let form = isCase ? "in another case" : "with other accents or code points"
        let records = share(count, of: examined)
        return .suggestion(
            .caseDiffers,
            text.map {
                "\(records) \(count == 1 ? "has" : "have") \(quoted($0)) \(form), and \(exact == 0 ? "none" : "\(exact)") as it is written"
            } ?? "no record matches; with `\(spelling)`, \(records) \(count == 1 ? "does" : "do")",
            at: range, hint: "`\(spelling)` ignores \(isCase ? "case" : "accents")",
            labels: example.map { [.init("for example \($0.text)", at: $0.range)] } ?? [], edits: edits)
    }

    /// `id IN %@` where the texts of the list have quotes around them
    static func textInQuotes(counts: (others: Int, all: Int), at range: SourceRange) -> Self {
        .warning(
            .textInQuotes,
            "the quotes are a part of the text; without them, \(share(counts.others, of: counts.all)) would match",
            at: range, hint: "`jq -s .` makes a JSON list of lines in quotes")
    }

    /// `email == ""` where `email` is never empty, but missing or null
    static func neverEmpty(_ field: String, _ count: Int, examined: Int?, at range: SourceRange) -> Self {
        .suggestion(
            .neverEmpty,
            "`\(field.excerpt(40))` is never the empty text here; it is nil in \(share(count, of: examined))",
            at: range,
            .replace("nil", "nil is null or a missing key"))
    }

    private static func share(_ count: Int, of examined: Int?) -> String {
        examined.map { "\(count) of \($0) records" } ?? (count == 1 ? "1 record" : "\(count) records")
    }

    private static func quoted(_ text: String) -> String { SampleReview.written(.string(text)) }

    /// `capital == NO` where `capital` is YES or missing
    static func missingBoolean(_ wanted: Bool, seen: Int, of all: Int, at range: SourceRange, left: String) -> Self {
        let (no, yes) = (wanted ? "YES" : "NO", wanted ? "NO" : "YES")
        return .warning(
            .alwaysFalse,
            "none of \(all) records has \(no) here: \(seen) \(seen == 1 ? "has" : "have") \(yes), and the others have neither",
            at: range, hint: "`\(left) != \(yes)` also finds records without a value")
    }

    /// `message MATCHES 'err'` where the pattern matches only part of the values. `counts` has the number of such
    /// records.
    static func partialPattern(_ fixed: String?, counts: (fitting: Int, all: Int)?, at range: SourceRange) -> Self {
        let part = counts.map { "in \($0.fitting) of \($0.all) records the pattern matches only part of it" }
        return .suggestion(
            .partialPattern, "MATCHES compares the whole value; \(part ?? "no record matched")", at: range,
            hint: fixed.map { "to match part of it, write `\($0)`" },
            edits: fixed.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// `type LIKE "pu"` where values contain `pu`, but none equals it
    static func likeWithoutWildcard(_ fixed: String, counts: (fitting: Int, all: Int), at range: SourceRange) -> Self {
        .suggestion(
            .likeWithoutWildcard,
            "LIKE compares the whole value; in \(counts.fitting) of \(counts.all) records the text is part of it",
            at: range, .replace(fixed, "to match part of it, write `\(fixed)`"))
    }

    /// `host == "web-*"`, `message CONTAINS ".*error"`
    static func literalPattern(
        _ spelling: String, _ other: String, _ fixed: String, counts: (fitting: Int, all: Int), at range: SourceRange,
        edits: [Edit]
    ) -> Self {
        .suggestion(
            .literalPattern,
            "`\(spelling)` takes this text literally; as a pattern it matches in \(counts.fitting) of \(counts.all) records",
            at: range, hint: "a pattern stands after \(other): `\(other) \(fixed)`", edits: edits)
    }

    /// `--select '"first name"'`
    static func quotedField(_ name: String, _ fixed: String, at range: SourceRange) -> Self {
        .suggestion(
            .otherText, "\(quoted(name)) is text here, but there is a field of that name", at: range,
            .replace(fixed, "the field is `\(fixed)`"))
    }

    /// `answer == "Yes"` where `answer` is `"Yes "`
    static func otherText(
        _ fixed: String, counts: (others: Int, all: Int), at range: SourceRange, edits: [Edit]
    ) -> Self {
        .suggestion(
            .otherText, "\(share(counts.others, of: counts.all)) would match if this were written in another way",
            at: range, hint: "to find them, write `\(fixed.excerpt(80))`", edits: edits)
    }

    /// `image CONTAINS "latest"` where `image` is a list, and elements contain the text
    static func wholeElement(
        _ spelling: String, _ fixed: String, counts: (fitting: Int, all: Int), at range: SourceRange, edits: [Edit]
    ) -> Self {
        .suggestion(
            .wholeElement,
            "\(spelling) looks for a whole element of a list; in \(counts.fitting) of \(counts.all) records an element contains the text",
            at: range, hint: "to find it in an element, write `\(fixed)`", edits: edits)
    }

    // MARK: After a run

    /// `toNumber(price) > 5` after a run in which `price` held `1,250.00`.
    ///
    /// - Parameter function: the function of groups that takes the values; nil for others.
    static func unusable(_ count: UnusableValues.Count, in source: String, by function: QueryFunction? = nil) -> Self {
        let operation = count.site.range.text(in: source).excerpt(40)
        let operand = count.site.operand.text(in: source).excerpt(40)
        let reading = UnusableReading(of: count, operand)
        let place = count.example.place.map { " (\($0.text))" } ?? ""
        let values =
            "\(count.hasEnded ? "at least " : "")\(count.unusable) of \(count.seen) \(count.seen == 1 ? "value" : "values")"
        let shown =
            if case .boolean(let flag) = count.example.value { flag ? "true" : "false" } else {
                SampleReview.written(count.example.value)
            }
        let example = "such as \(shown)\(place)"
        let message =
            switch (count.site.kind, function) {
            case (.comparison, _): "`\(operation)` could not compare \(values), \(example)"
            case (.reading, _): "`\(operation)` could not read \(values), \(example)"
            case (.calculation, _): "`\(operation)` could not use \(values), \(example)"
            case (.aggregate, let function?):
                "`\(function.rawValue)(\(operation))` could not use \(values), \(example)"
            case (.aggregate, nil):
                "the sort by `\(operation)` could not compare \(values), \(example), with the others"
            }
        return .suggestion(
            .unusableValues, message, at: count.site.range,
            hint: reading.map { "`\($0.text)` reads \($0.read)" } ?? count.site.form,
            // A date in one text and a number in another are read by no single expression.
            edits: count.site.wanted == .date || count.site.wanted == .numberBesideText
                ? []
                : reading.map { [.init(replacing: $0.isWhole ? count.site.range : count.site.operand, with: $0.text)] }
                    ?? [])
    }
}

extension OperationSite {
    /// The form of the texts that a conversion reads; nil for other operations.
    fileprivate var form: String? {
        guard case .reading(let target?) = kind else { return nil }
        return switch target {
        case .date: "CAST reads dates such as 2024-01-31T12:00:00Z"
        case .number, .decimal: "only numbers such as 12, -0.5 and 1e9 are read, without other text"
        case .uuid: "CAST reads UUIDs such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case .url: "CAST reads URLs such as https://example.com/a"
        case .string: nil
        }
    }
}
