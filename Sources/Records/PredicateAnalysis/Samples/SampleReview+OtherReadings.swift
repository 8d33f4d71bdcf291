import PredicateCore

/// Another way to write a comparison, which some records satisfy where none, or fewer, satisfy what is written.
private struct OtherReading {
    /// What is written: the equality if it asks for a difference, and one of them if it compares with several texts.
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
        // The readings of all texts of a list have the same edits.
        var changed: Int?
        let folded = [.caseInsensitive, .diacriticInsensitive].flatMap { foldedReadings(of: location, ignoring: $0) }
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
        switch (comparison.comparator, comparison.left.kind, comparison.right.kind) {
        case (.equal, .field, .constant(.boolean(let wanted))), (.equal, .index, .constant(.boolean(let wanted))):
            return [booleanReading(wanted, location)]
        case (_, _, .constant(.string(""))): return comparison.isOfEmptyText ? [nilReading(location)] : []
        case (.matches, _, _): return [searchPattern(of: location).map { wholePatternReading($0, location) }]
        case (.like, _, .constant(.string(let text))):
            return [wildcardReading(text, location)] + patternReadings(text, location)
        case (.in, _, _) where !comparison.left.isConstant:
            let literals = comparison.right.scalars ?? []
            return [unquotedReading(location)]
                + literals.prefix(16).flatMap { value, range -> [OtherReading?] in
                    guard let text = value.text else { return [] }
                    var one = location
                    (one.comparison, one.right) = (comparison.with(.equal, value), range)
                    one.isNecessary = location.isNecessary && literals.count == 1
                    return patternReadings(text, one, isInList: true) + textReadings(text, one, isInList: true)
                }
        case (.contains, _, .constant(.string(let text))) where comparison.quantifier == nil:
            return patternReadings(text, location) + [elementReading(comparison.left, text, location)]
        case (let comparator, _, .constant(.string(let text)))
        where comparator == .equal || comparator == .notEqual || comparator.form.isOfText:
            return patternReadings(text, location) + textReadings(text, location)
                + [comparator.form.isOfText ? nil : unquotedReading(location)]
        case (.in, .constant(.string(let text)), _) where !text.isEmpty && !comparison.right.isConstant:
            return [elementReading(comparison.right, text, location)]
        default: return []
        }
    }

    // MARK: No value

    /// `capital == NO` where some values are true and none is false, and records without a value exist. A value that is no for one
    /// record is not yes for those without one.
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
            return .partialPattern(
                fixed.map(SourceSpelling.quoted), counts: (fitting, records.count), at: location.right)
        }
    }

    /// `type LIKE "pu"`: there is no wildcard, and values contain the text, but none equals it.
    private func wildcardReading(_ text: String, _ location: Location) -> OtherReading? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }),
            !isWarned(.sqlWildcard, in: location.right)
        else { return nil }
        let wider = "*" + text + "*"
        return OtherReading(location.comparison.with(.like, .string(wider)), inPlaceOf: location) { fitting in
            .likeWithoutWildcard(SourceSpelling.quoted(wider), counts: (fitting, records.count), at: location.right)
        }
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
            OtherReading(location.comparison.with(other, .string(pattern)), inPlaceOf: location) { fitting in
                .literalPattern(
                    isInList ? "IN" : comparator.spelling, other.spelling, SourceSpelling.quoted(pattern),
                    counts: (fitting, records.count), at: location.right,
                    edits: comparator == .notEqual || isInList ? [] : edits(location, other, pattern, from: text))
            }
        }
    }

    /// `%error%`
    private static func isInPercentSigns(_ text: String) -> Bool {
        text.utf8.count > 1 && (text.startsExactly(with: "%") || text.endsExactly(with: "%"))
    }

    // MARK: Other texts

    /// `answer == "Yes"` where the value is `"Yes "`, `state IN {"open,closed"}`, `value == "null"`.
    private func textReadings(_ text: String, _ location: Location, isInList: Bool = false) -> [OtherReading?] {
        let comparison = location.comparison
        guard comparison.comparator == .equal, comparison.quantifier == nil else { return [] }
        let left = self.text(location.left)
        func reading(_ meant: PredicateTree.Comparison, _ fixed: String, isLikely: Bool = false) -> OtherReading {
            let edits = isInList ? [] : [PredicateDiagnostic.Edit(replacing: location.range, with: fixed)]
            var reading = OtherReading(meant, inPlaceOf: location) { others in
                .otherText(fixed, counts: (others, records.count), at: location.right, edits: edits)
            }
            if isLikely { reading.edits = edits }
            return reading
        }
        var readings: [OtherReading?] = []
        let parts = text.split(separator: ",").map { PredicateValue.string(ValueSemantics.trimmed(String($0))) }
        // An argument has no text that could be split.
        if parts.count > 1, self.text(location.right).utf8.first.map("\"'".utf8.contains) ?? false {
            let list = parts.map(Self.written).joined(separator: ", ")
            readings.append(
                reading(comparison.with(.in, .list(parts)), "\(left) \(comparison.spelling(of: .in)) {\(list)}"))
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

    /// Whether a text has characters that are common in regular expressions and rare elsewhere.
    private static func looksLikePattern(_ text: String) -> Bool {
        if text.startsExactly(with: "^") { return true }
        return [".*", ".+", "\\d", "\\w", "\\s", "\\b", "|", "[0-9", "[a-z", "[A-Z"].contains {
            TextComparison.contains(text, $0, options: [])
        }
    }

    /// The edits that replace the operator and the literal. The operator keeps its options.
    private func edits(_ location: Location, _ other: ComparisonOperator, _ pattern: String, from literal: String)
        -> [PredicateDiagnostic.Edit]
    {
        guard let between = location.operatorRange(in: source) else { return [] }
        let spelling = " \(location.comparison.spelling(of: other)) "
        var edits = [PredicateDiagnostic.Edit(replacing: between, with: spelling)]
        if !sameCodePoints(pattern, literal) {
            edits.append(.init(replacing: location.right, with: SourceSpelling.quoted(pattern)))
        }
        return edits
    }

    // MARK: Lists

    /// `image CONTAINS "latest"`: no element equals the text, but some contain it.
    private func elementReading(_ list: ExpressionTree, _ text: String, _ location: Location) -> OtherReading {
        var each = location.comparison.with(.contains, .string(text))
        (each.left, each.quantifier) = (list, .any)
        return OtherReading(each, inPlaceOf: location) { fitting in
            let range = list.range ?? location.left
            let spelling = location.comparison.spelling(of: .contains)
            let fixed = "ANY \(self.text(range)) \(spelling) \(SourceSpelling.quoted(text))"
            let isEditable = !self.text(location.range).utf8.contains { "({".utf8.contains($0) }
            return .wholeElement(
                location.comparison.comparator.spelling, fixed, counts: (fitting, records.count), at: range,
                edits: isEditable ? [.init(replacing: location.range, with: fixed)] : [])
        }
    }

    // MARK: Case and accents

    /// Texts that no record has, but that differ from values only in case, or in accents and how they are encoded.
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
        // A match of the only text shows that some record has it. Other texts are missing in the sample only, unless it is short or
        // its values repeat.
        let isRefuted = location.isNecessary && folded.single.count == 1 && location.comparison.comparator != .notEqual
        guard isRefuted || seen.count < 10 || Set(seen).count * 3 <= seen.count else { return [] }
        // A long list is looked up in the values first, which costs less than a comparison for each of its texts.
        let known = folded.single.count > 4 ? Set(seen.compactMap(\.text).map(fold)) : nil
        let review = self
        let cases = folded.single.reduce(into: [:]) { $0[fold($1.text), default: 0] += 1 }
        return folded.single.filter { known?.contains(fold($0.text)) ?? true }.map { exact, literal, range in
            var one = location
            (one.comparison, one.isNecessary) = (exact, isRefuted)
            var meant = exact
            meant.options.insert(option)
            var reading = OtherReading(meant, inPlaceOf: one) { others in
                let example = seen.first { $0 != .string(literal) && $0.text.map(fold) == fold(literal) }
                return .caseDiffers(
                    literal, folded.spelling, ignoring: option, others, examined: review.records.count,
                    exact: review.count(exact), at: range,
                    example: example.map { (Self.written($0), folded.field.range ?? range) }, edits: folded.edits)
            }
            // A short part of a text is often found in other words: `ID` in `video`. A list may name each case.
            let isLikely = exact.comparator == .equal || exact.comparator == .in || literal.utf8.count > 3
            if review.isWhole, isLikely, cases[fold(literal)] == 1 { reading.edits = folded.edits }
            return reading
        }
    }

    // MARK: Quotes

    /// `id IN %@` where the texts of the list have quotes around them, as lines of a file may have.
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

/// A comparison that may be meant without regard to case, or to accents.
struct FoldedComparison {
    /// The operand whose values are compared.
    let field: ExpressionTree
    /// The comparison with each of its texts, the text, and its range.
    let single: [(comparison: PredicateTree.Comparison, text: String, range: SourceRange)]
    /// The operator with the option that ignores the difference: `==[c]`.
    let spelling: String
    /// The edits that add the option; none if the operator is not found in the text.
    let edits: [PredicateDiagnostic.Edit]

    /// Nil if the difference is ignored already, or no text has letters that may have it.
    init?(
        _ location: SampleReview.Location, in source: String, ignoring option: StringOptions = .caseInsensitive
    ) {
        let comparison = location.comparison
        guard !comparison.options.contains(option), comparison.quantifier != .all else { return nil }
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
            option == .diacriticInsensitive || !sameCodePoints(text.lowercased(), text.uppercased())
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
                hasOptions ? option.letters : "[\(option.letters)]",
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

    /// The same without regard to case.
    var ignoringCase: Self {
        var other = self
        other.options.insert(.caseInsensitive)
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
            let fixed = isOffered ? SourceSpelling.quoted(whole) : nil
            found.append(.partialPattern(fixed, counts: nil, at: location.right))
        }
        return found
    }
}
