import PredicateCore

/// Chooses the edits that fix a predicate.
///
/// The edits of a diagnostic are made together or not at all, and no two edits overlap. If the text can be diagnosed
/// again, a choice counts only if it causes no new error. Otherwise smaller choices are tried, and edits that fail are
/// left out.
struct FixItSelection {
    /// The edits that fix the text. Insertions at the same offset are in the order in which they are made.
    private(set) var edits: [PredicateDiagnostic.Edit] = []

    private let found: PredicateDiagnostics
    /// The diagnostics whose edits may be made, errors first: a warning can be the consequence of an error.
    private let candidates: [PredicateDiagnostic]
    /// The index of each candidate in all diagnostics.
    private let origins: [Int]
    /// The indices in `candidates` of the diagnostics whose edits are made.
    private var chosen: [Int] = []

    /// The number of choices that may still be tried. Each one parses and checks the text once, so a long text has fewer.
    private var trialsLeft: Int
    private static let mostTrials = 48
    private static let leastTrials = 6
    /// The number of bytes that all trials together may parse, beyond the least number of trials.
    private static let trialBytes = 1 << 14

    init(_ found: PredicateDiagnostics, _ severities: [PredicateDiagnostic.Severity]) {
        self.found = found
        let share = Self.trialBytes / max(1, found.source.utf8.count)
        trialsLeft = max(Self.leastTrials, min(Self.mostTrials, share))
        let usable = found.diagnostics.enumerated().filter { _, diagnostic in
            severities.contains(diagnostic.severity) && diagnostic.areEditsApplicable && !diagnostic.edits.isEmpty
                && !diagnostic.edits.haveOverlap
        }
        let located = usable.sorted {
            let (a, b) = ($0.element, $1.element)
            if a.severity != b.severity { return a.severity == .error }
            if a.range.lowerBound != b.range.lowerBound { return a.range.lowerBound < b.range.lowerBound }
            if a.range.upperBound != b.range.upperBound { return a.range.upperBound > b.range.upperBound }
            return $0.offset < $1.offset
        }
        candidates = located.map(\.element)
        origins = located.map(\.offset)
        choose()
        edits = Self.ordered(chosen.sorted().map { candidates[$0] })
    }

    /// The fixed text; nil if no edit is made.
    var text: String? {
        edits.isEmpty ? nil : PredicateDiagnostic.Edit.apply(edits, to: found.source)
    }

    /// The diagnostics as `check` shows them: an edit that would bring a new error, or that could not be tried any more, is
    /// only a suggestion.
    var verified: PredicateDiagnostics {
        guard found.rediagnosis != nil else { return found }
        var verified = found
        var left = trialsLeft
        let made = Set(chosen)
        let others = candidates.indices.filter { !made.contains($0) }.sorted { origins[$0] < origins[$1] }
        for location in others {
            verified.diagnostics[origins[location]].areEditsApplicable = left > 0 && isFixIt([location])
            left -= 1
        }
        return verified
    }

    // MARK: Choice

    private mutating func choose() {
        var free: [Int] = []
        var left: [Int] = []
        var together = SeparateEdits()
        for location in candidates.indices {
            if together.add(candidates[location].edits) { free.append(location) } else { left.append(location) }
        }
        add(free)
        guard found.rediagnosis != nil, trialsLeft > 0 else { return }
        // A diagnostic that was left out may fit the final choice.
        if !chosen.isEmpty { left += Set(free).subtracting(chosen) }
        var made = SeparateEdits()
        for location in chosen { _ = made.add(candidates[location].edits) }
        for location in left.sorted() where made.fit(candidates[location].edits) {
            if trialsLeft == 0 { break }
            add([location])
            if chosen.last == location { _ = made.add(candidates[location].edits) }
        }
    }

    /// Adds a group of diagnostics, or as many of them as bring no new error.
    private mutating func add(_ group: [Int]) {
        guard !group.isEmpty, trialsLeft > 0 else { return }
        trialsLeft -= 1
        if isFixIt(chosen + group) {
            chosen += group
        } else if group.count > 1 {
            add(Array(group.prefix(group.count / 2)))
            add(Array(group.dropFirst(group.count / 2)))
        }
    }

    /// The edits of diagnostics, without duplicates.
    ///
    /// Insertions after a range come first, beginning with the narrowest range. Insertions before a range
    /// follow, beginning with the widest range. So each insertion stays next to its range.
    private static func ordered(_ diagnostics: [PredicateDiagnostic]) -> [PredicateDiagnostic.Edit] {
        var before: [PredicateDiagnostic.Edit] = []
        // The last ones first.
        var behind: [PredicateDiagnostic.Edit] = []
        var seen: Set<PredicateDiagnostic.Edit> = []
        // The widest of the ranges with one beginning comes first.
        let located = diagnostics.enumerated().map { ($1.range.lowerBound, -$1.range.upperBound, $0) }.sorted(by: <)
            .map { diagnostics[$0.2] }
        for diagnostic in located {
            var inserted: [PredicateDiagnostic.Edit] = []
            for edit in diagnostic.edits where seen.insert(edit).inserted {
                let isBehind =
                    edit.range.isEmpty && !diagnostic.range.isEmpty
                    && edit.range.lowerBound >= diagnostic.range.upperBound
                if isBehind { inserted.append(edit) } else { before.append(edit) }
            }
            behind += inserted.reversed()
        }
        return behind.reversed() + before
    }

    // MARK: New errors

    /// Whether the error is in the text, and not in the values of arguments or variables.
    private static func isOfText(_ diagnostic: PredicateDiagnostic) -> Bool {
        diagnostic.severity == .error
            && ![.missingArgument, .unusedArgument, .unboundVariable].contains(diagnostic.code)
    }

    /// Whether making the edits of some diagnostics causes no new error.
    ///
    /// A fix-it can reveal an error that the mistake hid. Such an error counts as old if it does not touch the edits and
    /// the number of errors does not grow. An error that touches an edit is new. So is an error whose labels touch an
    /// edit, such as the type of the other operand, unless it can be fixed in turn.
    private func isFixIt(_ locations: [Int]) -> Bool {
        guard let rediagnosis = found.rediagnosis else { return true }
        let edits = Self.ordered(locations.sorted().map { candidates[$0] })
        let fixed = PredicateDiagnostic.Edit.apply(edits, to: found.source)
        let errors = rediagnosis.diagnose(fixed).filter(Self.isOfText)
        let before = found.diagnostics.filter(Self.isOfText)
        if errors.isEmpty { return true }
        guard errors.count <= before.count else { return false }
        let fixes = Set(locations.map { candidates[$0] })
        let moves = EditMoves(edits)
        let kept = before.filter { !fixes.contains($0) }
            .map { (code: $0.code, locations: moves.locations(of: $0.range)) }
            .sorted { $0.locations.lower.lowerBound < $1.locations.lower.lowerBound }
        let widest = kept.reduce(0) { max($0, $1.locations.lower.count) }
        return errors.allSatisfy { error in
            let isNew =
                moves.isTouched(error.range)
                || !error.isFixable && error.labels.contains { moves.isTouched($0.range) }
            if !isNew { return true }
            let first = kept.partitioningIndex { $0.locations.lower.lowerBound >= error.range.lowerBound - widest }
            return kept[first...].prefix { $0.locations.lower.lowerBound <= error.range.lowerBound }
                .contains { $0.locations.contain(error.range) && $0.code == error.code }
        }
    }
}

extension PredicateDiagnostic {
    /// Whether there are edits that can be made without asking.
    fileprivate var isFixable: Bool { areEditsApplicable && !edits.isEmpty }
}

/// Edits that do not overlap, in order of range. Identical edits are made once, and do not count as an overlap.
private struct SeparateEdits {
    private var ranges: [SourceRange] = []
    private var known: Set<PredicateDiagnostic.Edit> = []

    /// Whether some edits, which do not overlap each other, overlap none of these.
    func fit(_ edits: [PredicateDiagnostic.Edit]) -> Bool {
        edits.allSatisfy { edit in
            if known.contains(edit) { return true }
            let range = edit.range
            let next = ranges.partitioningIndex { $0.lowerBound >= range.lowerBound }
            if next > 0, ranges[next - 1].upperBound > range.lowerBound { return false }
            if range.isEmpty { return true }
            // Insertions at its beginning do not overlap it.
            let behind = ranges.partitioningIndex {
                $0.lowerBound > range.lowerBound || $0.lowerBound == range.lowerBound && !$0.isEmpty
            }
            return behind == ranges.count || ranges[behind].lowerBound >= range.upperBound
        }
    }

    /// Adds some edits if they fit.
    mutating func add(_ edits: [PredicateDiagnostic.Edit]) -> Bool {
        guard fit(edits) else { return false }
        for edit in edits where known.insert(edit).inserted {
            let range = edit.range
            let location = ranges.partitioningIndex {
                ($0.lowerBound, $0.upperBound) > (range.lowerBound, range.upperBound)
            }
            ranges.insert(range, at: location)
        }
        return true
    }
}

/// Maps offsets of a predicate to offsets after edits.
private struct EditMoves {
    /// The edits in order, each with the range of its text afterwards.
    private var made: [(range: SourceRange, result: SourceRange)] = []

    init(_ edits: [PredicateDiagnostic.Edit]) {
        var moved = 0
        for edit in edits.inOrderOfLocation {
            let start = edit.range.lowerBound + moved
            let end = start + edit.text.utf8.count
            made.append((edit.range, SourceRange(start, end)))
            moved = end - edit.range.upperBound
        }
    }

    /// Whether a range afterwards overlaps or adjoins the text of an edit.
    func isTouched(_ range: SourceRange) -> Bool {
        let first = made.partitioningIndex { $0.result.upperBound >= range.lowerBound }
        return first < made.count && made[first].result.lowerBound <= range.upperBound
    }

    /// The offsets that the bounds of a range may have afterwards.
    struct Locations {
        var lower: ClosedRange<Int>
        var upper: ClosedRange<Int>

        func contain(_ range: SourceRange) -> Bool {
            lower.contains(range.lowerBound) && upper.contains(range.upperBound)
        }
    }

    /// The possible new locations of a range. Text that is inserted at one of its ends may belong to it or not.
    func locations(of range: SourceRange) -> Locations {
        Locations(lower: locations(of: range.lowerBound), upper: locations(of: range.upperBound))
    }

    /// The offsets that an offset may have afterwards: before or after the text that is inserted there.
    private func locations(of offset: Int) -> ClosedRange<Int> {
        func moved(_ count: Int) -> Int {
            count == 0 ? offset : offset + made[count - 1].result.upperBound - made[count - 1].range.upperBound
        }
        // Of the edits that end at the offset, only the first may replace text; the others are insertions.
        var before = made.partitioningIndex { $0.range.upperBound >= offset }
        if before < made.count, made[before].range.upperBound == offset, !made[before].range.isEmpty { before += 1 }
        let (first, last) = (moved(before), moved(made.partitioningIndex { $0.range.upperBound > offset }))
        return min(first, last)...max(first, last)
    }
}
