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
    package func fixed(_ file: ConfigurationFile) -> [UInt8]? {
        if file.isBinary { return nil }
        let before = finder.predicates(in: file)
        var expected = before.map(\.text.text)
        var edits: [(range: Range<Int>, text: String)] = []
        for (index, predicate) in before.enumerated() {
            guard let fixed = linter.fixed(predicate) else { continue }
            let change = Self.change(from: predicate.text.text, to: fixed)
            guard let edit = predicate.text.replacement(of: change.range, with: change.text) else { continue }
            edits.append(edit)
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
        guard after.count == expected.count, zip(after, expected).allSatisfy({ sameCodePoints($0, $1) }) else { return nil }
        return bytes
    }

    /// The part of a text that a new one changes.
    private static func change(from old: String, to new: String) -> (range: SourceRange, text: String) {
        let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        func size(_ scalars: ArraySlice<Unicode.Scalar>) -> Int { scalars.reduce(0) { $0 + UTF8.width($1) } }
        let lower = size(old[..<start])
        var text = ""
        text.unicodeScalars.append(contentsOf: new[start..<newEnd])
        return (SourceRange(lower, lower + size(old[start..<oldEnd])), text)
    }
}
