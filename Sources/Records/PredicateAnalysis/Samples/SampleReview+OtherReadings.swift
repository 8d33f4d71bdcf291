import PredicateCore

/// Another way to write a comparison, which some records satisfy where none, or fewer, satisfy what is written.
private struct OtherReading {
    /// What is written: the equality if it asks for a difference, and one of them if it compares with several strings.
    var written: PredicateTree.Comparison
    var meant: PredicateTree.Comparison
    /// Whether a match of the predicate shows that a record satisfies what is written.
    var isRefutedByMatch: Bool
    /// The edits of a reading that is likely even where some records satisfy what is written; none for others.
    var edits: [PredicateDiagnostic.Edit] = []
    /// The warning, with the number of records that only satisfy what is meant.
    var warning: (Int) -> PredicateDiagnostic

    init(
        _ meant: PredicateTree.Comparison, inPlaceOf location: SampleReview.Location,
        warning: @escaping (Int) -> PredicateDiagnostic
    ) {
        (written, self.meant, self.warning) = (location.comparison, meant, warning)
        isRefutedByMatch = location.isNecessary && written.comparator != .notEqual
        if written.comparator == .notEqual { written.comparator = .equal }
    }
}

/// Comparisons that are false for all of the records, but would be true for some if they were written otherwise.
extension SampleReview {
    /// Reports the first other reading that records satisfy.
    mutating func reviewOtherReadings(_ location: Location) {
        // The readings of all strings of a list have the same edits.
        var changed: Int?
        let folded = StringOptions.folding.flatMap { foldedReadings(of: location, ignoring: $0) }
        let readings = folded + otherReadings(of: location)
        for case let reading? in readings {
            let written = count(reading.written)
            guard written == 0 || !reading.edits.isEmpty, case let others = count(reading.meant) - written, others > 0
            else { continue }
            if written > 0 {
                changed = changed ?? changedAnswers(text(location.range, after: reading.edits), at: location.range)
                if changed == 0 { continue }
            }
            return report(reading.warning(others), isRefutedByMatch: reading.isRefutedByMatch && written == 0)
        }
    }

    private func otherReadings(of location: Location) -> [OtherReading?] {
        let comparison = location.comparison
        if let reading = substringReading(location) ?? unitReading(location) { return [reading] }
        switch (comparison.comparator, comparison.left.kind, comparison.right.kind) {
        case (.equal, .field, .constant(.boolean(let wanted))), (.equal, .index, .constant(.boolean(let wanted))):
            return [booleanReading(wanted, location)]
        case (_, _, .constant(.string(""))): return comparison.isOfEmptyText ? [nilReading(location)] : []
        case (.matches, _, _): return [searchPattern(of: location).map { wholePatternReading($0, location) }]
        case (.like, _, .constant(.string(let text))):
            return [wildcardReading(text, location)] + patternReadings(text, location)
        case (.in, _, .constant(.string)) where !comparison.left.isConstant && count(comparison) > 0: return []
        case (.in, _, _) where !comparison.left.isConstant:
            let literals = comparison.right.scalars ?? []
            return [unquotedReading(location)]
                + literals.prefix(16).flatMap { value, range -> [OtherReading?] in
                    guard let text = value.text else { return [] }
                    var one = location
                    (one.comparison, one.right) = (comparison.with(.equal, value), range)
                    one.isNecessary = location.isNecessary && literals.count == 1
                    return patternReadings(text, one, isInList: true)
                        + textReadings(text, one, beside: literals.map(\.range).filter { $0 != range })
                } + [swappedReading(location)]
        case (.contains, _, .constant(.string(let text))) where comparison.quantifier == nil:
            return patternReadings(text, location) + [elementReading(comparison.left, text, location)]
        case (let comparator, _, .constant(.string(let text)))
        where comparator == .equal || comparator == .notEqual || comparator.form.isOfText:
            return patternReadings(text, location) + textReadings(text, location)
                + [comparator.form.isOfText ? nil : unquotedReading(location)]
        case (.in, .constant(let value), _) where !comparison.right.isConstant:
            if let text = value.text, !text.isEmpty { return [elementReading(comparison.right, text, location)] }
            return value.isNumeric ? [quotedReading(value, location)] : []
        default: return []
        }
    }

    // MARK: No value

    /// `capital == NO` where some values are true and none is false, and records without a value exist. If a value is
    /// `no` in one record, records without a value do not mean `yes`.
    private func booleanReading(_ wanted: Bool, _ location: Location) -> OtherReading? {
        let seen = values(of: location.comparison.left)
        let others = seen.count { $0 == .boolean(!wanted) }
        guard location.comparison.quantifier == nil, others > (wanted ? 1 : 0),
            !wanted || NumberText.areMost(others, of: seen.count)
        else { return nil }
        return OtherReading(location.comparison.with(.notEqual, .boolean(!wanted)), inPlaceOf: location) { _ in
            .missingBoolean(wanted, seen: others, of: records.count, at: location.range, left: text(location.left))
        }
    }

    /// `email == ""` where no value is the empty text, and some records have none.
    private func nilReading(_ location: Location) -> OtherReading {
        OtherReading(location.comparison.with(.equal, .null), inPlaceOf: location) { without in
            .neverEmpty(text(location.left), without, examined: records.count, at: location.right)
        }
    }

    // MARK: Patterns

    /// The pattern of MATCHES, if it may be meant for a part of the value.
    fileprivate func searchPattern(of location: Location) -> SearchPattern? {
        // A pattern that lost its backslashes already has a warning.
        guard location.comparison.comparator == .matches, !isWarned(.lostBackslash, in: location.right),
            case .constant(.string(let pattern)) = location.comparison.right.kind, !pattern.isEmpty
        else { return nil }
        let search = SearchPattern(pattern)
        return search.isSearch ? search : nil
    }

    /// A pattern that matches a part of the value in some records, but the whole value in none.
    private func wholePatternReading(_ search: SearchPattern, _ location: Location) -> OtherReading {
        let anywhere = location.comparison.with(.matches, .string(search.anywhere))
        return OtherReading(anywhere, inPlaceOf: location) { fitting in
            // A literal for part of a value, if it matches as many. The second form also spans lines, because `.` matches no
            // line terminator.
            let fixed = [search.whole(), search.whole(any: "(?s:.*)")].first {
                $0 != search.pattern && count(location.comparison.with(.matches, .string($0))) == fitting
            }
            return .reading(
                .partialPattern, of: "", fixed.flatMap { written(location, .matches, $0) }, share(fitting),
                at: location.right, in: location.range)
        }
    }

    /// `type LIKE "pu"`: there is no wildcard, and values contain the text, but none equals it.
    private func wildcardReading(_ text: String, _ location: Location) -> OtherReading? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }),
            !isWarned(.sqlWildcard, in: location.right)
        else { return nil }
        let wider = "*" + text + "*"
        return reading(
            .withoutWildcard, location.comparison.with(.like, .string(wider)), written(location, .like, wider), location
        )
    }

    /// `host == "web-*"`, `message CONTAINS ".*error"`: patterns with operators that take them literally.
    private func patternReadings(_ text: String, _ location: Location, isInList: Bool = false) -> [OtherReading] {
        let comparator = location.comparison.comparator
        var likely: [(ComparisonOperator, String)] = []
        if comparator == .like || comparator == .equal && Self.isInPercentSigns(text) {
            let wildcards = text.replacing("%", with: "*").replacing("_", with: "?")
            if !sameCodePoints(wildcards, text), !isWarned(.sqlWildcard, in: location.right) {
                likely.append((.like, wildcards))
            }
        }
        if comparator == .like {
            if Self.looksLikePattern(text) {
                let pattern = TextComparison.contains(text, ".*", options: []) ? text : text.replacing("*", with: ".*")
                likely.append((.matches, SearchPattern(pattern).whole()))
            }
        } else if text.utf8.contains(UInt8(ascii: "*")) {
            switch comparator.place {
            case nil: likely.append((.like, text))
            case .start: likely.append((.like, text.endsExactly(with: "*") ? text : text + "*"))
            case .end: likely.append((.like, text.startsExactly(with: "*") ? text : "*" + text))
            case .anywhere, .pattern: likely.append((.like, "*" + text + "*"))
            }
        }
        if comparator != .like, Self.looksLikePattern(text) { likely.append((.matches, SearchPattern(text).whole())) }
        return likely.map { other, pattern in
            let meant = location.comparison.with(other, .string(pattern))
            let (spelling, literal) = (location.comparison.spelling(of: other), SourceSpelling.quoted(pattern))
            return reading(
                .literalPattern(isInList ? "IN" : comparator.spelling), meant,
                isInList ? "\(self.text(location.left)) \(spelling) \(literal)" : written(location, other, pattern),
                location,
                isEditable: !isInList)
        }
    }

    /// `%error%`
    private static func isInPercentSigns(_ text: String) -> Bool {
        text.utf8.count > 1 && (text.startsExactly(with: "%") || text.endsExactly(with: "%"))
    }

    // MARK: Other strings

    /// `answer == "Yes"` where the value is `"Yes "`, `state IN {"open,closed"}`, `value == "null"`.
    ///
    /// - Parameter others: the other elements of a list.
    private func textReadings(_ text: String, _ location: Location, beside others: [SourceRange] = [])
        -> [OtherReading?]
    {
        let comparison = location.comparison
        guard comparison.comparator == .equal, comparison.quantifier == nil else { return [] }
        let left = self.text(location.left)
        func reading(
            _ meant: PredicateTree.Comparison, _ fixed: String, because reason: String = "", isLikely: Bool = false
        ) -> OtherReading {
            let list = others.map { self.text($0) }.joined(separator: ", ")
            let whole = others.isEmpty ? fixed : "(\(left) \(comparison.spelling(of: .in)) {\(list)} OR \(fixed))"
            return self.reading(.text(reason), meant, whole, location, isLikely: isLikely && others.isEmpty)
        }
        var readings: [OtherReading?] = []
        let parts = text.split(separator: ",").map { PredicateValue.string(ValueSemantics.trimmed(String($0))) }
        // An argument has no text that could be split.
        if parts.count > 1, self.text(location.right).utf8.first.map("\"'".utf8.contains) ?? false {
            let list = parts.map(Self.written).joined(separator: ", ")
            readings.append(
                reading(comparison.with(.in, .list(parts)), "\(left) \(comparison.spelling(of: .in)) {\(list)}"))
        }
        let seen = values(of: comparison.left).compactMap(\.text)
        if !text.isEmpty, NumberText.areMost(seen.count { $0.startsExactly(with: "/") }, of: seen.count) {
            let end = text.startsExactly(with: "/") ? text : "/" + text
            readings.append(
                reading(
                    comparison.with(.endsWith, .string(end)),
                    "\(left) \(comparison.spelling(of: .endsWith)) \(SourceSpelling.quoted(end))",
                    because: "the values are paths; "))
        }
        if let start = Self.networkStart(text), !seen.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) }) {
            readings.append(
                reading(
                    comparison.with(.beginsWith, .string(start)),
                    "\(left) \(comparison.spelling(of: .beginsWith)) \(SourceSpelling.quoted(start))",
                    because: "this is a network, and the values are addresses; "))
        }
        // A backslash that was meant, before a letter that makes a control character of it.
        let literal = self.text(location.right)
        if text.utf8.contains(where: { $0 < 0x20 }), literal.utf8.count > 2, let quote = literal.first,
            quote == literal.last
        {
            let plain = literal.replacing("\\\\", with: "\\")
            readings.append(
                reading(
                    comparison.with(.equal, .string(String(plain.dropFirst().dropLast()))),
                    "\(left) \(comparison.spelling(of: .equal)) \(plain.replacing("\\", with: "\\\\"))",
                    because: "a backslash begins an escape; "))
        }
        if text.utf8.count <= 4, ["null", "nil", "none"].contains(text.lowercased()) {
            readings.append(reading(comparison.with(.equal, .null), "\(left) == nil"))
        }
        if case .field = comparison.left.kind {
            var trimmed = comparison.with(.equal, .string(text))
            trimmed.left = ExpressionTree(.call(BuiltInFunction.trim.rawValue, [comparison.left]), type: .string)
            let fixed = "trim(\(left)) \(comparison.spelling(of: .equal)) \(SourceSpelling.quoted(text))"
            readings.append(reading(trimmed, fixed, isLikely: true))
        }
        return readings
    }

    /// The beginning of the addresses of a network: `10.` for `10.0.0.0/8`.
    private static func networkStart(_ text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let bytes = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, bytes.count == 4, let length = Int(parts[1]), length % 8 == 0, (8...24).contains(length)
        else { return nil }
        return bytes.prefix(length / 8).joined(separator: ".") + "."
    }

    /// `0 IN codes` where the list holds `"0"`.
    private func quotedReading(_ value: PredicateValue, _ location: Location) -> OtherReading? {
        let written = text(location.left)
        guard value == .integer(Int64(written) ?? 0), let range = location.comparison.left.range else { return nil }
        var (meant, place) = (location.comparison, location)
        meant.left = ExpressionTree(.constant(.string(written)), type: .string, range: range)
        place.right = range
        let fixed = text(location.range, after: [.init(replacing: range, with: SourceSpelling.quoted(written))])
        return reading(.text("the list holds strings; "), meant, fixed, place)
    }

    /// `substring(name, 1, 2) == "An"`, from the first character.
    private func substringReading(_ location: Location) -> OtherReading? {
        var meant = location.comparison
        guard meant.comparator != .notEqual, case .call(let name, var arguments) = meant.left.kind,
            BuiltInFunction(rawValue: name) == .substring, arguments.count > 1,
            case .constant(.integer(1)) = arguments[1].kind, let range = arguments[1].range,
            sameCodePoints(text(range), "1")
        else { return nil }
        arguments[1] = .literal(.integer(0))
        meant.left = ExpressionTree(.call(name, arguments), type: meant.left.type, range: meant.left.range)
        return reading(.fromOne, meant, text(location.range, after: [.init(replacing: range, with: "0")]), location)
    }

    /// `name IN "Ann"`, with the sides changed.
    private func swappedReading(_ location: Location) -> OtherReading? {
        guard case .constant(.string(let text)) = location.comparison.right.kind, !text.isEmpty else { return nil }
        let fixed = written(location, .contains, text)
        return reading(.swapped, location.comparison.with(.contains, .string(text)), fixed, location)
    }

    /// `created > 1795400000000` where `created` counts seconds.
    private func unitReading(_ location: Location) -> OtherReading? {
        let comparison = location.comparison
        guard comparison.comparator != .notEqual, case .constant(.integer(let number)) = comparison.right.kind,
            // An argument has its own source text.
            sameCodePoints(text(location.right), "\(number)"), let written = UnixUnit(certainOf: [.integer(number)]),
            let unit = UnixUnit(certainOf: values(of: comparison.left, isQuantified: comparison.quantifier != nil)),
            unit != written
        else { return nil }
        let (scaled, isTooLarge) = number.multipliedReportingOverflow(by: unit.perSecond)
        let (same, rest) = scaled.quotientAndRemainder(dividingBy: written.perSecond)
        guard !isTooLarge, rest == 0 || comparison.comparator != .equal else { return nil }
        return reading(
            .otherUnit(unit, written), comparison.with(comparison.comparator, .integer(same)),
            text(location.range, after: [.init(replacing: location.right, with: "\(same)")]), location)
    }

    /// `--select '"first name"'`, `toNumber("size") > 5`: a constant that has the name of a field.
    mutating func reviewQuotedName(_ tree: ExpressionTree) {
        var pending = [tree]
        var quoted: (name: String, range: SourceRange)?
        while let tree = pending.popLast() {
            switch tree.kind {
            case .constant(.string(let name)): if let range = tree.range { quoted = (name, range) }
            case .constant: break
            case .call(_, let arguments): pending += arguments
            case .cast(let value, _): pending.append(value)
            default: return
            }
        }
        guard let quoted else { return }
        let field = ExpressionTree(.field(ExpressionTree(.record, type: .any), quoted.name), type: .any)
        if !values(of: field).isEmpty { report(.quotedField(quoted.name, field.predicateFormat, at: quoted.range)) }
    }

    /// Whether a string has characters that are common in regular expressions and rare elsewhere.
    private static func looksLikePattern(_ text: String) -> Bool {
        if text.startsExactly(with: "^") { return true }
        return [".*", ".+", "\\d", "\\w", "\\s", "\\b", "|", "[0-9", "[a-z", "[A-Z"].contains {
            TextComparison.contains(text, $0, options: [])
        }
    }

    /// A reading whose warning points at the right side, and whose edit replaces the comparison.
    ///
    /// - Parameters:
    ///   - fixed: the reading as it is written; nil if that is not known.
    ///   - isLikely: whether it is likely even where some records satisfy what is written.
    private func reading(
        _ row: PredicateDiagnostic.Reading, _ meant: PredicateTree.Comparison, _ fixed: String?, _ location: Location,
        isEditable: Bool = true, isLikely: Bool = false
    ) -> OtherReading {
        var reading = OtherReading(meant, inPlaceOf: location) { others in
            .reading(
                row, of: text(location.left), fixed, share(others), at: location.right,
                in: isEditable ? location.range : nil)
        }
        if isLikely, isEditable, let fixed { reading.edits = [.init(replacing: location.range, with: fixed)] }
        return reading
    }

    /// A number of the records, in words.
    private func share(_ count: Int) -> String { PredicateDiagnostic.share(count, of: records.count) }

    /// The comparison with another operator, which keeps its options, and another literal, as it is written; nil if the operator
    /// is not found.
    fileprivate func written(_ location: Location, _ comparator: ComparisonOperator, _ literal: String) -> String? {
        let comparison = location.comparison
        let isNegated = comparison.comparator == .notEqual
        guard let between = location.operatorRange(in: source), !isNegated || comparison.quantifier == nil else {
            return nil
        }
        let edits: [PredicateDiagnostic.Edit] = [
            .init(replacing: between, with: " \(comparison.spelling(of: comparator)) "),
            .init(replacing: location.right, with: SourceSpelling.quoted(literal)),
        ]
        return (isNegated ? "NOT " : "") + text(location.range, after: edits)
    }

    // MARK: Lists

    /// `image CONTAINS "latest"`: no element equals the text, but some contain it.
    private func elementReading(_ list: ExpressionTree, _ text: String, _ location: Location) -> OtherReading {
        var each = location.comparison.with(.contains, .string(text))
        (each.left, each.quantifier) = (list, .any)
        return OtherReading(each, inPlaceOf: location) { fitting in
            let range = list.range ?? location.left
            let spelling = location.comparison.spelling(of: .contains)
            let isEditable = !self.text(location.range).utf8.contains { "({".utf8.contains($0) }
            return .reading(
                .element(location.comparison.comparator.spelling), of: "",
                "ANY \(self.text(range)) \(spelling) \(SourceSpelling.quoted(text))", share(fitting), at: range,
                in: isEditable ? location.range : nil)
        }
    }

    // MARK: Case and accents

    /// Strings that no record has, but that differ from values only in case, or in accents and how they are encoded.
    private mutating func foldedReadings(of location: Location, ignoring option: StringOptions) -> [OtherReading?] {
        guard let folded = FoldedComparison(location, in: source, ignoring: option) else { return [] }
        textsLeft -= 1
        guard textsLeft >= 0 else { return [] }
        func fold(_ text: String) -> String { TextFolding.fold(text, option) }
        let seen = values(of: folded.field, isQuantified: true)
        // Without other letters there are no accents.
        let texts = seen.compactMap(\.text) + folded.single.map(\.text)
        guard option == .caseInsensitive || texts.contains(where: { $0.utf8.contains { $0 >= 0x80 } }) else {
            return []
        }
        // A match of the only text shows that some record has it. Other strings are missing in the sample only, unless
        // it is short or its values repeat.
        let isRefuted = location.isNecessary && folded.single.count == 1 && location.comparison.comparator != .notEqual
        guard isRefuted || seen.count < 10 || Set(seen).count * 3 <= seen.count else { return [] }
        // A long list is looked up in the values first, which costs less than a comparison for each of its strings.
        let known = folded.single.count > 4 ? Set(seen.compactMap(\.text).map(fold)) : nil
        let review = self
        let cases = folded.single.reduce(into: [:]) { $0[fold($1.text), default: 0] += 1 }
        return folded.single.filter { known?.contains(fold($0.text)) ?? true }.map { exact, literal, range in
            var one = location
            (one.comparison, one.isNecessary) = (exact, isRefuted)
            let meant = exact.ignoring(option)
            var reading = OtherReading(meant, inPlaceOf: one) { others in
                let example = seen.first { $0 != .string(literal) && $0.text.map(fold) == fold(literal) }
                return .caseDiffers(
                    literal, folded.spelling, ignoring: folded.option, others, examined: review.records.count,
                    exact: review.count(exact), at: range,
                    example: example.map { (Self.written($0), folded.field.range ?? range) }, edits: folded.edits)
            }
            // A short part of a string is often found in other words: `ID` in `video`. A list may name each case.
            let isLikely = exact.comparator == .equal || exact.comparator == .in || literal.utf8.count > 3
            if review.isWhole, isLikely, cases[fold(literal)] == 1 { reading.edits = folded.edits }
            return reading
        }
    }

    // MARK: Quotes

    /// `id IN %@` where the strings of the list have quotes around them, as lines of a file may have.
    private func unquotedReading(_ location: Location) -> OtherReading? {
        let texts = location.comparison.right.scalars?.compactMap(\.value.text) ?? []
        let bare = texts.map { text in
            let isQuoted = text.utf8.count > 2 && text.startsExactly(with: "\"") && text.endsExactly(with: "\"")
            return isQuoted ? String(text.unicodeScalars.dropFirst().dropLast()) : text
        }
        guard bare != texts, !location.comparison.left.isConstant else { return nil }
        let meant = location.comparison.with(.in, .list(bare.map { .string($0) }))
        return OtherReading(meant, inPlaceOf: location) { others in
            .textInQuotes(counts: (others, records.count), at: location.right)
        }
    }
}

extension StringOptions {
    /// What a comparison may be meant to ignore, the least first.
    static let folding: [Self] = [
        .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
}

/// A comparison that may be meant without regard to case, or to accents.
struct FoldedComparison {
    /// The operand whose values are compared.
    let field: ExpressionTree
    /// The comparison with each of its strings, the string, and its range.
    let single: [(comparison: PredicateTree.Comparison, text: String, range: SourceRange)]
    /// What the comparison does not ignore yet.
    let option: StringOptions
    /// The operator with the option that ignores the difference: `==[c]`.
    let spelling: String
    /// The edits that add the option; none if the operator is not found in the text.
    let edits: [PredicateDiagnostic.Edit]

    /// Nil if the difference is ignored already, or no text has letters that may have it.
    init?(
        _ location: SampleReview.Location, in source: String, ignoring option: StringOptions = .caseInsensitive
    ) {
        let comparison = location.comparison
        self.option = option.subtracting(comparison.options)
        guard !self.option.isEmpty, comparison.quantifier != .all else { return nil }
        var exact = comparison
        var single: [(PredicateTree.Comparison, String, SourceRange)] = []
        switch comparison.comparator {
        case .notEqual where comparison.quantifier == nil: exact.comparator = .equal
        case .equal, .in: break
        case let comparator where comparator.form.isOfText && comparator != .matches: break
        default: return nil
        }
        if exact.comparator == .in, case .constant(.string(let text)) = comparison.left.kind {
            field = comparison.right
            single = [(exact, text, location.left)]
        } else {
            guard !comparison.left.isConstant, let literals = comparison.right.scalars else { return nil }
            field = comparison.left
            if exact.comparator == .in { exact.comparator = .equal }
            for case (.string(let text), let range) in literals {
                single.append((exact.with(exact.comparator, .string(text)), text, range))
            }
        }
        self.single = single.filter { _, text, _ in
            option == .diacriticInsensitive
                ? text.unicodeScalars.contains(where: \.properties.isAlphabetic)
                : !sameCodePoints(text.lowercased(), text.uppercased())
        }
        guard !self.single.isEmpty, !field.isConstant else { return nil }
        spelling = comparison.comparator.spelling + "[\(comparison.options.union(option).letters)]"
        guard let between = location.operatorRange(in: source),
            case let written = Array(between.text(in: source).utf8), let last = written.lastIndex(where: { $0 > 0x20 })
        else {
            edits = []
            return
        }
        let hasOptions = written[last] == UInt8(ascii: "]")
        edits = [
            .insert(
                hasOptions ? self.option.letters : "[\(option.letters)]",
                at: between.lowerBound + last + (hasOptions ? 0 : 1))
        ]
    }
}

extension SampleReview.Location {
    /// The range between the operands; nil if it has more than an operator and its options.
    func operatorRange(in source: String) -> SourceRange? {
        guard left.upperBound <= right.lowerBound else { return nil }
        let between = SourceRange(left.upperBound, right.lowerBound)
        return between.text(in: source).utf8.contains { "(){}/-\"'".utf8.contains($0) } ? nil : between
    }
}

extension PredicateTree.Comparison {
    /// Whether it compares with the empty text.
    var isOfEmptyText: Bool {
        guard quantifier == nil, case .constant(.string("")) = right.kind else { return false }
        return comparator == .equal && !left.isConstant
    }

    /// The same, which also ignores case or accents.
    func ignoring(_ option: StringOptions) -> Self {
        var other = self
        other.options.formUnion(option)
        return other
    }

    /// The same with another operator and constant.
    func with(_ comparator: ComparisonOperator, _ value: PredicateValue) -> Self {
        var other = self
        other.comparator = comparator
        other.right = ExpressionTree(.constant(value), type: ValueType(of: value), range: right.range)
        return other
    }

    /// Another operator with the same options, as it is written.
    func spelling(of comparator: ComparisonOperator) -> String {
        options.letters.isEmpty ? comparator.spelling : "\(comparator.spelling)[\(options.letters)]"
    }
}

/// Warnings about patterns when no record has matched.
extension CheckedPredicate {
    /// The patterns that may keep all records from matching. A pattern for part of the values is offered if it matches
    /// known records, or if no records are known.
    package func patternsOfNoMatch(in records: [PredicateValue]) -> [PredicateDiagnostic] {
        let review = SampleReview(of: self, in: records)
        var found: [PredicateDiagnostic] = []
        meaning.forEachNode { node in
            guard case .predicate(let tree) = node, let location = SampleReview.Location(tree, isNecessary: false),
                let search = review.searchPattern(of: location)
            else { return }
            let (whole, comparison) = (search.whole(), location.comparison)
            // Adding `.*` makes the pattern longer. Removing an anchor does not.
            var isOffered = whole.utf8.count > search.pattern.utf8.count
            if isOffered, !records.isEmpty, SampleReview.isClosed(.expression(comparison.left)) {
                isOffered = review.count(comparison.with(.matches, .string(whole))) > 0
            }
            let fixed = isOffered ? review.written(location, .matches, whole) : nil
            found.append(.reading(.unmatchedPattern, of: "", fixed, "", at: location.right, in: location.range))
        }
        return found
    }
}
