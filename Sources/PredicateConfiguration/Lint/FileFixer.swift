import PredicateFormat

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
    package func fixes(of file: ConfigurationFile) -> (edits: [(range: Range<Int>, text: String)], bytes: [UInt8])? {
        if file.isBinary { return nil }
        let before = finder.predicates(in: file)
        var expected = before.map(\.text.text)
        var edits: [(range: Range<Int>, text: String)] = []
        var texts: Set<Range<Int>> = []
        for (index, predicate) in before.enumerated() {
            // A constant that several calls use is fixed once, and all of them then have the fixed text.
            let isFirst = texts.insert(predicate.text.fileRange).inserted
            guard let fixed = linter.fixed(predicate) else { continue }
            let changes = Self.changes(from: predicate.text.text, to: fixed)
            let written = changes.compactMap { predicate.text.replacement(of: $0.range, with: $0.text) }
            guard written.count == changes.count else { continue }
            if isFirst { edits += written }
            expected[index] = fixed
        }
        guard !edits.isEmpty else { return nil }
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        var bytes: [UInt8] = []
        var copied = 0
        for edit in edits {
            // Two predicates never share bytes; an alias is read once.
            guard edit.range.lowerBound >= copied else { return nil }
            bytes += file.bytes[copied..<edit.range.lowerBound]
            bytes += Array(edit.text.utf8)
            copied = edit.range.upperBound
        }
        bytes += file.bytes[copied...]
        // The new file is read again, and every predicate must be there as it was meant.
        guard let again = try? ConfigurationFile(path: file.path, bytes, file.format) else { return nil }
        let after = finder.predicates(in: again).map(\.text.text)
        guard after.count == expected.count, zip(after, expected).allSatisfy({ sameCodePoints($0, $1) }) else {
            return nil
        }
        return (edits, bytes)
    }

    /// All that lies between the common beginning and the common end.
    private static func change(
        from old: [Unicode.Scalar], to new: [Unicode.Scalar]
    ) -> (range: SourceRange, text: String) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        func size(_ scalars: ArraySlice<Unicode.Scalar>) -> Int { scalars.reduce(0) { $0 + UTF8.width($1) } }
        let lower = size(old[..<start])
        var text = ""
        text.unicodeScalars.append(contentsOf: new[start..<(new.count - end)])
        return (SourceRange(lower, lower + size(old[start..<(old.count - end)])), text)
    }

    /// The parts of a text that a new one changes, in order.
    private static func changes(from old: String, to new: String) -> [(range: SourceRange, text: String)] {
        let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        // Finding the least difference of long texts takes too much time and memory.
        if old.count + new.count > 20_000 { return [change(from: old, to: new)] }
        var removed = Array(repeating: false, count: old.count)
        var inserted = Array(repeating: false, count: new.count)
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed[offset] = true
            case .insert(let offset, _, _): inserted[offset] = true
            }
        }
        var changes: [(range: SourceRange, text: String)] = []
        var (index, other, offset) = (0, 0, 0)
        while index < old.count || other < new.count {
            let start = offset
            var text = ""
            while index < old.count, removed[index] {
                offset += UTF8.width(old[index])
                index += 1
            }
            while other < new.count, inserted[other] {
                text.unicodeScalars.append(new[other])
                other += 1
            }
            if offset > start || !text.isEmpty {
                changes.append((SourceRange(start, offset), text))
            } else if index < old.count {
                offset += UTF8.width(old[index])
                index += 1
                other += 1
            }
        }
        return changes
    }
}
