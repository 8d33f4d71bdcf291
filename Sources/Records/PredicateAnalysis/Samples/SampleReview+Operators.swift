import PredicateFormat

/// Comparisons that are false for all of the records, but would be true for some with another operator.
extension SampleReview {
    mutating func reviewOperator(_ location: Location) {
        let comparison = location.comparison
        if case .constant(.string(let text)) = comparison.right.kind, !text.isEmpty {
            switch comparison.comparator {
            case .matches: reviewPattern(text, location)
            case .like: reviewLike(text, location)
            case .equal, .notEqual: reviewLiteral(text, location)
            case let comparator where comparator.form.isOfText:
                reviewLiteral(text, location)
                if comparator == .contains, comparison.quantifier == nil {
                    reviewElements(comparison.left, text, location)
                }
            default: break
            }
        } else if case .constant(.string(let text)) = comparison.left.kind, !text.isEmpty,
            comparison.comparator == .in, !comparison.right.isConstant
        {
            reviewElements(comparison.right, text, location)
        }
    }

    // MARK: MATCHES

    /// A pattern that matches a part of the value in some records, but the whole value in none.
    private mutating func reviewPattern(_ pattern: String, _ location: Location) {
        guard SearchPattern(pattern).isSearch, !isWarned(.lostBackslash, in: location.right),
            count(location.comparison) == 0
        else { return }
        let fitting = count(location.comparison, .matches, SearchPattern.anywhere(pattern))
        guard fitting > 0 else { return }
        report(
            .partialPattern(fixed(pattern, location, fitting), counts: (fitting, records.count), at: location.right),
            isRefutedByMatch: location.isNecessary)
    }

    /// A literal of the pattern for part of a value, if it matches as many values. The second form also spans lines,
    /// because `.` matches no line terminator.
    private func fixed(_ pattern: String, _ location: Location, _ fitting: Int) -> String? {
        let search = SearchPattern(pattern)
        return [search.whole(), search.whole(any: "(?s:.*)")].first {
            $0 != pattern && count(location.comparison, .matches, $0) == fitting
        }.map(SourceSpelling.quoted)
    }

    // MARK: LIKE

    /// `type LIKE "pu"`: there is no wildcard, and values contain the text, but none equals it.
    private mutating func reviewLike(_ text: String, _ location: Location) {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }),
            !isWarned(.sqlWildcard, in: location.right), count(location.comparison) == 0
        else { return }
        let wider = "*" + text + "*"
        let fitting = count(location.comparison, .like, wider)
        guard fitting > 0 else { return }
        report(
            .likeWithoutWildcard(SourceSpelling.quoted(wider), counts: (fitting, records.count), at: location.right),
            isRefutedByMatch: location.isNecessary)
    }

    // MARK: Patterns with operators that take them literally

    /// `host == "web-*"`, `message CONTAINS ".*error"`.
    private mutating func reviewLiteral(_ text: String, _ location: Location) {
        let hasWildcard = text.utf8.contains(UInt8(ascii: "*"))
        let isPattern = Self.looksLikePattern(text)
        guard hasWildcard || isPattern else { return }
        let comparator = location.comparison.comparator
        var literal = location.comparison
        if comparator == .notEqual { literal.comparator = .equal }
        guard count(literal) == 0 else { return }
        var likely: [(ComparisonOperator, String)] = []
        if hasWildcard {
            switch comparator.place {
            case nil: likely.append((.like, text))
            case .start: likely.append((.like, text.endsExactly(with: "*") ? text : text + "*"))
            case .end: likely.append((.like, text.startsExactly(with: "*") ? text : "*" + text))
            case .anywhere, .pattern: likely.append((.like, "*" + text + "*"))
            }
        }
        if isPattern { likely.append((.matches, SearchPattern(text).whole())) }
        for (other, pattern) in likely {
            let fitting = count(literal, other, pattern)
            guard fitting > 0 else { continue }
            return report(
                .literalPattern(
                    comparator.spelling, other.spelling, SourceSpelling.quoted(pattern),
                    counts: (fitting, records.count), at: location.right,
                    edits: comparator == .notEqual ? [] : edits(location, other, pattern, from: text)),
                isRefutedByMatch: location.isNecessary && comparator != .notEqual)
        }
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
        let between = SourceRange(location.left.upperBound, location.right.lowerBound)
        let written = text(between)
        guard location.left.upperBound <= location.right.lowerBound,
            !written.utf8.contains(where: { "(){}/-\"'".utf8.contains($0) })
        else { return [] }
        let options = location.comparison.options.letters
        var edits = [
            PredicateDiagnostic.Edit(
                replacing: between, with: " " + other.spelling + (options.isEmpty ? "" : "[\(options)]") + " ")
        ]
        if !sameCodePoints(pattern, literal) {
            edits.append(.init(replacing: location.right, with: SourceSpelling.quoted(pattern)))
        }
        return edits
    }

    // MARK: Lists

    /// `image CONTAINS "latest"`: no element equals the text, but some contain it.
    private mutating func reviewElements(_ list: ExpressionTree, _ text: String, _ location: Location) {
        guard count(location.comparison) == 0 else { return }
        var each = location.comparison
        each.left = list
        each.quantifier = .any
        let fitting = count(each, .contains, text)
        guard fitting > 0, let range = list.range else { return }
        let options = location.comparison.options.letters
        let fixed =
            "ANY \(self.text(range)) CONTAINS\(options.isEmpty ? "" : "[\(options)]") \(SourceSpelling.quoted(text))"
        let isEditable = !self.text(location.range).utf8.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") }
        report(
            .wholeElement(
                location.comparison.comparator.spelling, fixed, counts: (fitting, records.count), at: range,
                edits: isEditable ? [.init(replacing: location.range, with: fixed)] : []),
            isRefutedByMatch: location.isNecessary)
    }
}

/// Warnings about patterns when no record has matched.
extension CheckedPredicate {
    /// The patterns that may keep all records from matching. A pattern for part of the values is offered if it matches
    /// known records, or if no records are known.
    package func patternsOfNoMatch(in records: [PredicateValue]) -> [PredicateDiagnostic] {
        let review = SampleReview(of: self, in: records)
        var found: [PredicateDiagnostic] = []
        var pending: [PredicateTreeNode] = [.predicate(meaning)]
        while let node = pending.popLast() {
            pending += node.children.reversed()
            guard case .predicate(let tree) = node, case .comparison(let comparison) = tree.kind,
                comparison.comparator == .matches, case .constant(.string(let pattern)) = comparison.right.kind,
                let range = comparison.right.range, !pattern.isEmpty, SearchPattern(pattern).isSearch,
                // A pattern that lost its backslashes already has a warning.
                !review.isWarned(.lostBackslash, in: range)
            else { continue }
            let whole = SearchPattern(pattern).whole()
            // Adding `.*` makes the pattern longer. Removing an anchor does not.
            var isOffered = whole.utf8.count > pattern.utf8.count
            if isOffered, !records.isEmpty, SampleReview.isClosed(.expression(comparison.left)) {
                isOffered = review.count(comparison, .matches, whole) > 0
            }
            found.append(.partialPattern(isOffered ? SourceSpelling.quoted(whole) : nil, counts: nil, at: range))
        }
        return found
    }
}
