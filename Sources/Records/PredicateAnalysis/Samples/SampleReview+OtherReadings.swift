import PredicateCore

/// Another way to write a comparison, which some records satisfy where none, or fewer, satisfy what is written.
struct OtherReading {
    /// What is written: the equality if it asks for a difference, and one of them if it compares with several strings.
    var written: PredicateTree.Comparison
    var meant: PredicateTree.Comparison
    /// Whether it is likely even where some records satisfy what is written.
    var isLikely = false
    /// What comparisons with the same reading have in common: the options that it ignores, or the code of its warning.
    let kind: String
    /// The operator with the options that ignore case or accents, as in `CONTAINS[cd]`; nil for other readings.
    var spelling: String?
    /// The warning, with the number of records that only satisfy what is meant, and that of the records examined; nil
    /// for all.
    var warning: (_ count: Int, _ examined: Int?) -> PredicateDiagnostic

    init(
        _ kind: String, _ meant: PredicateTree.Comparison, inPlaceOf location: SampleReview.Location,
        warning: @escaping (Int, Int?) -> PredicateDiagnostic
    ) {
        (self.kind, written, self.meant, self.warning) = (kind, location.comparison.ignoring([]), meant, warning)
    }
}

/// Comparisons that are false for all of the records, but would be true for some if they were written otherwise.
extension SampleReview {
    /// Reports the first other reading that records satisfy.
    mutating func reviewOtherReadings(_ location: Location) {
        for reading in readings(of: location) {
            let written = count(reading.written)
            guard written == 0 || reading.isLikely, case let others = count(reading.meant) - written, others > 0 else {
                continue
            }
            let warning = reading.warning(others, records.count)
            let fixed = text(location.range, after: warning.edits)
            if written > 0, changedAnswers(fixed, at: location.range) == 0 { continue }
            return report(warning, isRefutedByMatch: location.isRefutedByMatch && written == 0)
        }
    }

    /// The other readings of a comparison, those that change less first.
    mutating func readings(of location: Location) -> [OtherReading] {
        let folding: [StringOptions] = [
            .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
        ]
        return folding.compactMap { foldedReading(of: location, ignoring: $0) } + otherReadings(of: location)
    }

    private func otherReadings(of location: Location) -> [OtherReading] {
        let comparison = location.comparison
        if let reading = substringReading(location) ?? unitReading(location) { return [reading] }
        switch (comparison.comparator, comparison.left.kind, comparison.right.kind) {
        case (.equal, .field, .constant(.boolean(let wanted))), (.equal, .index, .constant(.boolean(let wanted))):
            return booleanReadings(wanted, location)
        case (_, _, .constant(.string(""))):
            let isPlain = comparison.comparator == .equal && comparison.quantifier == nil && !comparison.left.isConstant
            return isPlain ? [reading(.never("an empty string"), comparison.with(.equal, .null), location)] : []
        case (.matches, _, .constant(.string(let pattern))): return wholePatternReadings(pattern, location)
        case (.like, _, .constant(.string(let text))):
            let isWhole = !text.utf8.contains { "*?".utf8.contains($0) } && !isWarned(.sqlWildcard, in: location.right)
            let part = reading(.withoutWildcard, comparison.with(.like, .string("*" + text + "*")), location)
            return (isWhole ? [part] : []) + patternReadings(text, location)
        case (.in, _, .constant(.string)) where !comparison.left.isConstant && count(comparison) > 0: return []
        case (.in, _, _) where !comparison.left.isConstant:
            let literals = comparison.right.scalars ?? []
            var swapped: [OtherReading] = []
            if case .constant(.string(let text)) = comparison.right.kind, !text.isEmpty {
                swapped = [reading(.swapped, comparison.with(.contains, .string(text)), location)]
            }
            return unquotedReadings(location)
                + literals.prefix(16).flatMap { value, range -> [OtherReading] in
                    guard let text = value.text else { return [] }
                    var one = location
                    (one.comparison, one.right) = (comparison.with(.equal, value), range)
                    one.others = literals.map(\.range).filter { $0 != range }
                    return patternReadings(text, one) + textReadings(text, one)
                } + swapped
        case (.contains, _, .constant(.string(let text))) where comparison.quantifier == nil:
            return patternReadings(text, location) + [elementReading(comparison.left, text, location)]
        case (let comparator, _, .constant(.string(let text)))
        where comparator == .equal || comparator == .notEqual || comparator.form.isOfText:
            return patternReadings(text, location) + textReadings(text, location)
                + (comparator.form.isOfText ? [] : unquotedReadings(location))
        case (.in, .constant(let value), _) where !comparison.right.isConstant:
            if let text = value.text, !text.isEmpty { return [elementReading(comparison.right, text, location)] }
            // `0 IN codes` where the list holds `"0"`.
            let written = text(location.left)
            guard value == .integer(Int64(written) ?? 0) else { return [] }
            var (meant, place) = (comparison, location)
            (meant.left, place.right) = (.literal(.string(written)), location.left)
            return [reading(.text("the list holds strings; "), meant, place, left: SourceSpelling.quoted(written))]
        default: return []
        }
    }

    // MARK: No value

    /// `capital == NO` where some values are true and none is false, and records without a value exist. If a value is
    /// `no` in one record, records without a value do not mean `yes`.
    private func booleanReadings(_ wanted: Bool, _ location: Location) -> [OtherReading] {
        let seen = values(of: location.comparison.left)
        let others = seen.count { $0 == .boolean(!wanted) }
        guard location.comparison.quantifier == nil, others > (wanted ? 1 : 0),
            !wanted || NumberText.areMost(others, of: seen.count)
        else { return [] }
        return [reading(.neverBoolean(wanted), location.comparison.with(.notEqual, .boolean(!wanted)), location)]
    }

    // MARK: Patterns

    /// A pattern that matches a part of the value in some records, but the whole value in none.
    private func wholePatternReadings(_ pattern: String, _ location: Location) -> [OtherReading] {
        let search = SearchPattern(pattern)
        // A pattern that lost its backslashes already has a warning.
        guard !isWarned(.lostBackslash, in: location.right), !pattern.isEmpty, search.isSearch else { return [] }
        let anywhere = location.comparison.with(.matches, .string(search.anywhere))
        // A literal for part of a value, if it matches as many. The second form also spans lines, because `.` matches no
        // line terminator.
        let short = [search.whole(), search.whole(any: "(?s:.*)")]
            .map { location.comparison.with(.matches, .string($0)) }
            .first { $0 != location.comparison && count($0) == count(anywhere) }
        return [short, anywhere].compactMap { $0.map { reading(.partialPattern, $0, location) } }
    }

    /// `host == "web-*"`, `message CONTAINS ".*error"`: patterns with operators that take them literally.
    private func patternReadings(_ text: String, _ location: Location) -> [OtherReading] {
        let comparator = location.comparison.comparator
        let isSQL =
            comparator == .like
            || comparator == .equal && text.utf8.count > 1
                && (text.startsExactly(with: "%") || text.endsExactly(with: "%"))
        var likely: [(ComparisonOperator, String)] = []
        // Not `replacing`, whose time grows with the square of the marks that combine.
        if isSQL, text.utf8.contains(where: { "%_".utf8.contains($0) }), !isWarned(.sqlWildcard, in: location.right) {
            likely.append((.like, text.escaping(["%": "*", "_": "?"])))
        }
        if comparator != .like, text.utf8.contains(UInt8(ascii: "*")) {
            let start = [nil, .start].contains(comparator.place) || text.startsExactly(with: "*") ? "" : "*"
            let end = [nil, .end].contains(comparator.place) || text.endsExactly(with: "*") ? "" : "*"
            likely.append((.like, start + text + end))
        }
        if Self.looksLikePattern(text) {
            let isPattern = comparator != .like || TextComparison.contains(text, ".*", options: [])
            likely.append((.matches, SearchPattern(isPattern ? text : text.escaping(["*": ".*"])).whole()))
        }
        return likely.map { other, pattern in
            reading(
                .literalPattern(location.others == nil ? comparator.spelling : ComparisonOperator.in.spelling),
                location.comparison.with(other, .string(pattern)), location)
        }
    }

    // MARK: Other strings

    /// `answer == "Yes"` where the value is `"Yes "`, `state IN {"open,closed"}`, `value == "null"`.
    private func textReadings(_ text: String, _ location: Location) -> [OtherReading] {
        let comparison = location.comparison
        guard comparison.comparator == .equal, comparison.quantifier == nil else { return [] }
        var readings: [OtherReading] = []
        func add(_ comparator: ComparisonOperator, _ value: PredicateValue, because reason: String = "") {
            readings.append(reading(.text(reason), comparison.with(comparator, value), location))
        }
        let (literal, parts) = (self.text(location.right), text.split(separator: ","))
        // An argument has no text that could be split.
        if parts.count > 1, literal.utf8.first.map("\"'".utf8.contains) ?? false {
            add(.in, .list(parts.map { .string(ValueSemantics.trimmed(String($0))) }))
        }
        let seen = values(of: comparison.left).compactMap(\.text)
        if !text.isEmpty, NumberText.areMost(seen.count { $0.startsExactly(with: "/") }, of: seen.count) {
            add(
                .endsWith, .string(text.startsExactly(with: "/") ? text : "/" + text),
                because: "the values are paths; ")
        }
        if let start = Self.networkStart(text), !seen.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) }) {
            add(.beginsWith, .string(start), because: "this is a network, and the values are addresses; ")
        }
        // A backslash that was meant, before a letter that makes a control character of it.
        if text.utf8.contains(where: { $0 < 0x20 }), (3...1024).contains(literal.utf8.count),
            literal.first == literal.last
        {
            let plain = String(literal.dropFirst().dropLast()).replacing("\\\\", with: "\\")
            add(.equal, .string(plain), because: "a backslash begins an escape; ")
        }
        if text.utf8.count <= 4, ["null", "nil", "none"].contains(text.lowercased()) { add(.equal, .null) }
        if case .field = comparison.left.kind {
            var trimmed = comparison
            trimmed.left = ExpressionTree(.call(BuiltInFunction.trim.rawValue, [comparison.left]), type: .string)
            var reading = reading(.text(""), trimmed, location, left: "trim(\(self.text(location.left)))")
            reading.isLikely = location.others?.isEmpty ?? true
            readings.append(reading)
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
        return reading(
            .fromOne, meant, location, left: text(location.left, after: [.init(replacing: range, with: "0")]))
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
            .otherUnit(unit, written), comparison.with(comparison.comparator, .integer(same)), location)
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
        text.startsExactly(with: "^")
            || [".*", ".+", "\\d", "\\w", "\\s", "\\b", "|", "[0-9", "[a-z", "[A-Z"].contains {
                TextComparison.contains(text, $0, options: [])
            }
    }

    /// A reading whose warning points at the right side, and whose edit replaces the comparison.
    ///
    /// - Parameter left: the left side of the reading, as it is written, if it is another.
    private func reading(
        _ row: PredicateDiagnostic.Reading, _ meant: PredicateTree.Comparison, _ location: Location,
        left: String? = nil
    ) -> OtherReading {
        let operand = text(location.left)
        let fixed = row.purpose == nil ? nil : written(meant, left ?? operand, in: location)
        return OtherReading(row.code.rawValue, meant, inPlaceOf: location) { count, examined in
            // A difference from a boolean has its own warning that it finds nil.
            .reading(
                row, of: operand, fixed, count == 0 ? "" : PredicateDiagnostic.share(count, of: examined),
                at: location.right, in: location.range, isEditable: row.code != .alwaysFalse)
        }
    }

    /// The comparison that is meant, as it is written in the place of another; nil if that is not known.
    private func written(_ meant: PredicateTree.Comparison, _ left: String, in location: Location) -> String? {
        let isNegated = location.comparison.comparator == .notEqual && meant.comparator != .notEqual
        let isQuantified = meant.quantifier != nil
        let start = min(location.left.lowerBound, location.right.lowerBound)
        let quantifier = text(SourceRange(location.range.lowerBound, start))
        guard !isQuantified || !isNegated && !quantifier.utf8.contains(UInt8(ascii: "(")) else { return nil }
        let right =
            if let range = meant.right.range, location.others == nil, meant.right == location.comparison.right {
                text(range)
            } else if case .constant(.boolean(let flag)) = meant.right.kind {
                flag ? "YES" : "NO"
            } else {
                meant.right.predicateFormat
            }
        let fixed = "\(isQuantified ? quantifier : "")\(left) \(meant.spelling(of: meant.comparator)) \(right)"
        guard let others = location.others, !others.isEmpty else { return (isNegated ? "NOT " : "") + fixed }
        let list = others.map { text($0) }.joined(separator: ", ")
        return "(\(text(location.left)) \(meant.spelling(of: .in)) {\(list)} OR \(fixed))"
    }

    // MARK: Lists

    /// `image CONTAINS "latest"`: no element equals the text, but some contain it.
    private func elementReading(_ list: ExpressionTree, _ text: String, _ location: Location) -> OtherReading {
        var (each, place) = (location.comparison.with(.contains, .string(text)), location)
        (each.left, each.quantifier) = (list, .any)
        place.right = list.range ?? location.left
        return reading(
            .element(location.comparison.comparator.spelling), each, place, left: "ANY \(self.text(place.right))")
    }

    // MARK: Case and accents

    /// A comparison with strings that no record has, but that differ from values only in case, or in accents and how they
    /// are encoded.
    private mutating func foldedReading(of location: Location, ignoring option: StringOptions) -> OtherReading? {
        let comparison = location.comparison
        let (missing, comparator) = (option.subtracting(comparison.options), comparison.comparator)
        guard !missing.isEmpty, comparison.quantifier != .all, comparator != .matches,
            comparator.form.isOfText || [.equal, .in].contains(comparator)
                || comparator == .notEqual && comparison.quantifier == nil
        else { return nil }
        var (field, strings) = (comparison.left, comparison.right)
        if comparator == .in, case .constant(.string) = field.kind { swap(&field, &strings) }
        let scalars = strings.scalars ?? []
        let literals = scalars.filter { value, _ in
            guard let text = value.text else { return false }
            return option == .diacriticInsensitive
                ? text.unicodeScalars.contains(where: \.properties.isAlphabetic)
                : !sameCodePoints(text.lowercased(), text.uppercased())
        }
        guard let first = literals.first, !field.isConstant else { return nil }
        var spelled = comparison
        spelled.options.formUnion(option)
        let spelling = spelled.spelling(of: comparator)
        let fixed = written(spelled, text(location.left), in: location)
        var folded = OtherReading(option.letters, comparison.ignoring(option), inPlaceOf: location) { count, examined in
            .caseDiffers(
                nil, spelling, ignoring: missing, count, examined: examined, at: first.range, fixed, in: location.range)
        }
        folded.spelling = spelling
        if isSecondLook { return folded }
        textsLeft -= 1
        guard textsLeft >= 0 else { return nil }
        let seen = values(of: field, isQuantified: true)
        // Without other letters there are no accents.
        let texts = (seen + literals.map(\.value)).compactMap(\.text)
        guard option == .caseInsensitive || texts.contains(where: { $0.utf8.contains { $0 >= 0x80 } }) else {
            return nil
        }
        // A match of the only text shows that some record has it. Other strings are missing in the sample only, unless
        // it is short or its values repeat.
        guard location.isRefutedByMatch || seen.count < 10 || Set(seen).count * 3 <= seen.count else { return nil }
        func fold(_ value: PredicateValue) -> String? { value.text.map { TextFolding.fold($0, option) } }
        let review = self
        folded.warning = { others, examined in
            let forms = Dictionary(grouping: seen, by: fold)
            // A list may have several strings, of which one has another form.
            let examples = literals.lazy.map { value, range in
                (value, range, forms[fold(value)]?.first { $0 != value })
            }
            let (value, range, example) = examples.first { $0.2 != nil } ?? (first.value, first.range, nil)
            let isOne = scalars.count == 1
            let one = isOne ? comparison.ignoring([]) : comparison.with(.equal, value)
            let exact = review.count(one)
            return .caseDiffers(
                value.text, spelling, ignoring: missing, isOne ? others : review.count(one.ignoring(option)) - exact,
                examined: examined, exact: exact, at: range,
                example: example.map { (Self.written($0), field.range ?? range) }, fixed, in: location.range)
        }
        folded.isLikely =
            isWhole && (!comparator.form.isOfText || texts.suffix(literals.count).allSatisfy { $0.utf8.count > 3 })
        return folded
    }

    // MARK: Quotes

    /// `id IN %@` where the strings of the list have quotes around them, as lines of a file may have.
    private func unquotedReadings(_ location: Location) -> [OtherReading] {
        let texts = location.comparison.right.scalars?.compactMap(\.value.text) ?? []
        let bare = texts.map { text in
            let isQuoted = text.utf8.count > 2 && text.startsExactly(with: "\"") && text.endsExactly(with: "\"")
            return isQuoted ? String(text.unicodeScalars.dropFirst().dropLast()) : text
        }
        guard bare != texts, !location.comparison.left.isConstant else { return [] }
        return [reading(.inQuotes, location.comparison.with(.in, .list(bare.map { .string($0) })), location)]
    }
}

extension PredicateTree.Comparison {
    /// The same, or the equality of what it asks to differ, which also ignores case or accents.
    fileprivate func ignoring(_ option: StringOptions) -> Self {
        var other = self
        other.options.formUnion(option)
        if comparator == .notEqual { other.comparator = .equal }
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
