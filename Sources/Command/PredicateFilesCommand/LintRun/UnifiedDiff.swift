#if Command && Files
import PredicateFormat

/// The difference between two states of a file, as `patch` and `git apply` take it.
///
/// Lines end with a line feed, whatever comes before it. They may contain any bytes.
struct UnifiedDiff {
    /// The unchanged lines round a change.
    private static let context = 3

    /// A line with its line feed; the last one may have none.
    private typealias Line = ArraySlice<UInt8>

    private let old: [Line]
    private let new: [Line]
    /// The lines that stay, as pairs of indexes, in order.
    private let common: [(old: Int, new: Int)]

    init(from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        common = Self.common(self.old, self.new)
    }

    /// The patch of a file; empty if nothing changes.
    ///
    /// - Parameter path: the path in both headings, after `a/` and `b/`.
    func patch(of path: String) -> [UInt8] {
        let hunks = hunks()
        guard !hunks.isEmpty else { return [] }
        var text = Array("--- \(Self.name("a", path))\n+++ \(Self.name("b", path))\n".utf8)
        for hunk in hunks { write(hunk, to: &text) }
        return text
    }

    // MARK: Hunks

    /// Lines that are replaced by others.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// What lies between the lines that stay.
    private func changes() -> [Change] {
        var changes: [Change] = []
        var (i, j) = (0, 0)
        for pair in common + [(old: old.count, new: new.count)] {
            if pair.old > i || pair.new > j { changes.append(Change(old: i..<pair.old, new: j..<pair.new)) }
            (i, j) = (pair.old + 1, pair.new + 1)
        }
        return changes
    }

    /// Changes that are close to each other.
    private func hunks() -> [[Change]] {
        var hunks: [[Change]] = []
        for change in changes() {
            if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * Self.context {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
        return hunks
    }

    private func write(_ hunk: [Change], to text: inout [UInt8]) {
        guard let first = hunk.first, let last = hunk.last else { return }
        let before = min(Self.context, first.old.lowerBound)
        let behind = min(Self.context, old.count - last.old.upperBound)
        let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + behind)
        let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + behind)
        text += Array("@@ -\(Self.place(oldRange)) +\(Self.place(newRange)) @@\n".utf8)
        var position = oldRange.lowerBound
        for change in hunk {
            for line in old[position..<change.old.lowerBound] { Self.write(" ", line, to: &text) }
            for line in old[change.old] { Self.write("-", line, to: &text) }
            for line in new[change.new] { Self.write("+", line, to: &text) }
            position = change.old.upperBound
        }
        for line in old[position..<oldRange.upperBound] { Self.write(" ", line, to: &text) }
    }

    /// The first line and the number of lines. Without lines it is the line before.
    private static func place(_ range: Range<Int>) -> String {
        switch range.count {
        case 0: "\(range.lowerBound),0"
        case 1: "\(range.lowerBound + 1)"
        default: "\(range.lowerBound + 1),\(range.count)"
        }
    }

    private static func write(_ sign: Unicode.Scalar, _ line: Line, to text: inout [UInt8]) {
        text.append(UInt8(ascii: sign))
        text += line
        if line.last != UInt8(ascii: "\n") { text += Array("\n\\ No newline at end of file\n".utf8) }
    }

    // MARK: Names

    /// A path in a heading: in quotes if it has signs that end a line, and with a tab after it if it has spaces.
    private static func name(_ prefix: String, _ path: String) -> String {
        let whole = prefix + "/" + (path.utf8.first == UInt8(ascii: "/") ? String(path.dropFirst()) : path)
        // git reads any byte in quotes, and readers of text only UTF-8.
        let hasOtherBytes = whole.unicodeScalars.contains(where: FileName.isByte)
        let needsQuotes =
            hasOtherBytes || whole.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
        if !needsQuotes { return whole.utf8.contains(0x20) ? whole + "\t" : whole }
        var quoted = "\""
        for byte in FileName.bytes(whole) {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += "\\" + String(Unicode.Scalar(byte))
            case 0..<0x20, 0x7F...:
                let digits = String(byte, radix: 8)
                quoted += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return quoted + "\""
    }

    // MARK: Lines that stay

    private static func lines(of bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    /// The number of lines up to which a part is compared line with line.
    private static let mostCompared = 2000

    /// Lines that stay. Fixes seldom add or remove lines, so the time is that of comparing line by line; otherwise only what lies
    /// between the first and the last change is compared line with line.
    private static func common(_ old: [Line], _ new: [Line]) -> [(old: Int, new: Int)] {
        let pairs = zip(old.indices, new.indices)
        if old.count == new.count { return pairs.filter { old[$0] == new[$1] }.map { (old: $0, new: $1) } }
        let start = pairs.prefix { old[$0] == new[$1] }.map { (old: $0, new: $1) }
        let ends = zip(old.indices.dropFirst(start.count).reversed(), new.indices.dropFirst(start.count).reversed())
        let end = ends.prefix { old[$0] == new[$1] }.map { (old: $0, new: $1) }
        let (oldPart, newPart) = (
            start.count..<old.count - end.count, start.count..<new.count - end.count
        )
        guard oldPart.count + newPart.count <= mostCompared else { return start + end.reversed() }
        let kept = Array(old[oldPart]).common(with: Array(new[newPart])).map {
            (old: start.count + $0.old, new: start.count + $0.new)
        }
        return start + kept + end.reversed()
    }
}

#endif
