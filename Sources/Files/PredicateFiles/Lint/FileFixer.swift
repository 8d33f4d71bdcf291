import PredicateCore

/// Writes fixed predicates into the bytes of their file, and changes nothing else.
package struct FileFixer: Sendable {
    private let linter: PredicateLinter
    private let finder: PredicateFinder

    package init(_ linter: PredicateLinter, _ finder: PredicateFinder) {
        self.linter = linter
        self.finder = finder
    }

    /// The bytes of the file with every predicate that can be fixed; nil if there is none, or if the file would not hold what was meant.
    package func fixed(_ file: ConfigurationFile) -> [UInt8]? { fixes(of: file)?.bytes }

    /// The edits that fix every predicate that can be fixed, in order, and the bytes of the fixed file; nil as in `fixed`.
    package func fixes(of file: ConfigurationFile) -> (edits: [Edit], bytes: [UInt8])? {
        Self.rounds(of: file) { current in
            // What surrounds the predicates comes first: their own edits have locations of the file that it leaves.
            guard let again = mended(current) else { return withFixedTexts(current) }
            return ([Self.edit(from: current.bytes, to: again.bytes)], again)
        }
    }

    package typealias Edit = PredicateDiagnostic.Edit

    /// The rounds of a file before it counts as one without an end.
    private static let mostRounds = 16

    /// Fixes a file in rounds until no edit is left; nil if there is nothing to fix, or no end.
    ///
    /// - Parameter step: the edits of one round, and the file with them; nil if there are none that help.
    static func rounds(
        of file: ConfigurationFile, step: (ConfigurationFile) -> (edits: [Edit], file: ConfigurationFile)?
    ) -> (edits: [Edit], bytes: [UInt8])? {
        if file.isBinary { return nil }
        var current = file
        var edits: [Edit]?
        for _ in 0...mostRounds {
            guard let step = step(current) else { return edits.map { ($0, current.bytes) } }
            // Edits of later rounds have locations in a string that the client does not have.
            edits = edits == nil ? step.edits : [edit(from: file.bytes, to: step.file.bytes)]
            current = step.file
        }
        return nil
    }

    /// One edit of everything between the common beginning and the common end.
    package static func edit(from old: [UInt8], to new: [UInt8]) -> Edit {
        func isBoundary(_ bytes: [UInt8], _ offset: Int) -> Bool {
            offset == bytes.count || bytes[offset] & 0xC0 != 0x80
        }
        var start = zip(old, new).prefix { $0 == $1 }.count
        while start > 0, !isBoundary(old, start) || !isBoundary(new, start) { start -= 1 }
        var end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        while end > 0, !isBoundary(old, old.count - end) || !isBoundary(new, new.count - end) { end -= 1 }
        return Edit(
            replacing: SourceRange(start, old.count - end),
            with: String(decoding: new[start..<(new.count - end)], as: UTF8.self))
    }

    // MARK: Around the predicates

    /// The file with mended calls and notation; nil if there is nothing to mend.
    private func mended(_ file: ConfigurationFile) -> ConfigurationFile? {
        let before = finder.predicates(in: file)
        let edits = before.map(linter.sourceEdits)
        return Self.most(of: edits.indices.filter { !edits[$0].isEmpty }) { chosen in
            var kept = edits.map { _ in [Edit]() }
            for index in chosen { kept[index] = edits[index] }
            return mended(file, before, kept)
        }
    }

    /// Makes a change of all parts, or else of as many as go together, which are tried one by one; nil if none goes.
    ///
    /// - Parameter change: the change of some parts; nil if it does not hold what was meant.
    static func most<Part, Change>(of parts: [Part], _ change: ([Part]) -> Change?) -> Change? {
        if parts.isEmpty { return nil }
        if let all = change(parts) { return all }
        // One that does not hold what was meant must not keep the others from being mended.
        guard parts.count <= mostSingleTrials else { return nil }
        var kept: [Part] = []
        var result: Change?
        for part in parts {
            guard let better = change(kept + [part]) else { continue }
            kept.append(part)
            result = better
        }
        return result
    }

    /// Each trial reads the file again.
    private static let mostSingleTrials = 20

    private func mended(
        _ file: ConfigurationFile, _ before: [FoundPredicate], _ edits: [[Edit]]
    ) -> ConfigurationFile? {
        var seen: Set<Edit> = []
        let all = edits.joined().filter { $0.range.isEmpty || seen.insert($0).inserted }
        guard let again = file.edited(all) else { return nil }
        let after = finder.predicates(in: again)
        guard after.count == before.count else { return nil }
        for (index, predicate) in after.enumerated() {
            if edits[index].isEmpty {
                guard sameCodePoints(predicate.text.text, before[index].text.text) else { return nil }
            } else {
                // It has fewer mistakes than before, so mending comes to an end.
                guard linter.sourceEdits(of: predicate).isEmpty, mistakes(predicate) < mistakes(before[index]),
                    case let (now, then) = (linter.errorCount(of: predicate), linter.errorCount(of: before[index])),
                    now == 0 || now < then
                else { return nil }
            }
        }
        return again
    }

    private func mistakes(_ predicate: FoundPredicate) -> Int {
        linter.surroundings(of: predicate).count
    }

    // MARK: The predicates

    private func withFixedTexts(_ file: ConfigurationFile) -> (edits: [Edit], file: ConfigurationFile)? {
        let before = finder.predicates(in: file)
        var expected = before.map(\.text.text)
        var edits: [Edit] = []
        var texts: Set<Range<Int>> = []
        for (index, predicate) in before.enumerated() {
            // A constant that several calls use is fixed once, and all of them then have the fixed text.
            let isFirst = texts.insert(predicate.text.fileRange).inserted
            guard let fixed = linter.fixed(predicate) else { continue }
            // The notation is written as the file writes it. A placeholder is not touched by edits.
            let notation = predicate.notation.flatMap { $0.isReversible ? $0 : nil }
            let old = notation == nil ? predicate.text : predicate.original
            let new = notation?.restored(fixed) ?? fixed
            let changes = Self.changes(from: old.text, to: new)
            let written = changes.compactMap { old.replacement(of: $0.range, with: $0.text) }
            guard written.count == changes.count else { continue }
            if isFirst { edits += written }
            expected[index] = fixed
        }
        edits = edits.inOrderOfLocation
        // Every predicate must be in the new file as it was meant.
        guard !edits.isEmpty, let again = file.edited(edits) else { return nil }
        let after = finder.predicates(in: again).map(\.text.text)
        guard after.count == expected.count, zip(after, expected).allSatisfy({ sameCodePoints($0, $1) }) else {
            return nil
        }
        return (edits, again)
    }

    /// The parts of a file's text that a new one changes, in order.
    private static func changes(from old: String, to new: String) -> [Edit] {
        if old.utf8.count + new.utf8.count > 20_000 { return [edit(from: Array(old.utf8), to: Array(new.utf8))] }
        let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        var changes: [Edit] = []
        var (index, other, offset) = (0, 0, 0)
        for pair in old.common(with: new) + [(old.count, new.count)] {
            let start = offset
            offset += old[index..<pair.old].reduce(0) { $0 + UTF8.width($1) }
            let text = String(String.UnicodeScalarView(new[other..<pair.new]))
            if offset > start || !text.isEmpty {
                changes.append(Edit(replacing: SourceRange(start, offset), with: text))
            }
            if pair.old < old.count { offset += UTF8.width(old[pair.old]) }
            (index, other) = (pair.old + 1, pair.new + 1)
        }
        return changes
    }
}

extension ConfigurationFile {
    /// The file with edits, read again; nil if two of them overlap, or if it cannot be read. Insertions at one offset keep
    /// their order.
    package func edited(_ edits: [FileFixer.Edit]) -> ConfigurationFile? {
        var new: [UInt8] = []
        var copied = 0
        for edit in edits.inOrderOfLocation {
            guard edit.range.lowerBound >= copied, edit.range.upperBound <= bytes.count else { return nil }
            new += bytes[copied..<edit.range.lowerBound]
            new += Array(edit.text.utf8)
            copied = edit.range.upperBound
        }
        return try? ConfigurationFile(path: path, new + bytes[copied...], format, within: bounds)
    }
}

extension Array where Element: Equatable {
    /// The places of the elements that the array has in common with another one, in the order of both.
    package func common(with other: [Element]) -> [(old: Int, new: Int)] {
        var isRemoved = Array<Bool>(repeating: false, count: count)
        var isInserted = Array<Bool>(repeating: false, count: other.count)
        for change in other.difference(from: self) {
            switch change {
            case .remove(let offset, _, _): isRemoved[offset] = true
            case .insert(let offset, _, _): isInserted[offset] = true
            }
        }
        return zip(indices.filter { !isRemoved[$0] }, other.indices.filter { !isInserted[$0] }).map { ($0, $1) }
    }
}
