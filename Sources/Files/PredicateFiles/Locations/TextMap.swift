import PredicateCore

/// Where each byte of a string is in the file that the text was read from.
///
/// A file rarely holds a string as it is: quotes, escapes, entities, indentation and folded lines are in between. The
/// map is a sequence of runs. In a verbatim run every byte of the text is the same byte of the file. Any other run is
/// one unit: an escape, an entity, a line break with its indentation.
package struct TextMap: Hashable, Sendable {
    /// A piece of the text and the piece of the file that it stands for.
    package struct Run: Hashable, Sendable {
        /// The offset of the first byte in the text.
        package let text: Int
        /// Bytes of the text.
        package let textCount: Int
        /// The offset of the first byte in the file.
        package let file: Int
        /// Bytes of the file.
        package let fileCount: Int
        /// Whether both have the same bytes, one for one.
        package let isVerbatim: Bool

        fileprivate var textEnd: Int { text + textCount }
        fileprivate var fileEnd: Int { file + fileCount }
    }

    /// The runs, in the order of the text, without gaps in the text.
    package private(set) var runs: [Run] = []
    /// Where an empty string is.
    private let start: Int

    /// The map of an empty text at an offset of a file.
    package init(at start: Int) { self.start = start }

    /// The map of a string that is in the file as it is.
    package init(verbatim count: Int, at start: Int) {
        self.init(at: start)
        appendVerbatim(count, at: start)
    }

    /// Bytes of the text.
    package var count: Int { runs.last?.textEnd ?? 0 }

    /// The part of the file from the first byte of the text to the last one.
    package var fileRange: Range<Int> { (runs.first?.file ?? start)..<(runs.last?.fileEnd ?? start) }

    /// Adds bytes that are in the file as they are.
    package mutating func appendVerbatim(_ count: Int, at file: Int) {
        guard count > 0 else { return }
        if let last = runs.last, last.isVerbatim, last.fileEnd == file {
            runs[runs.count - 1] = Run(
                text: last.text, textCount: last.textCount + count, file: last.file, fileCount: last.fileCount + count,
                isVerbatim: true)
        } else {
            runs.append(Run(text: self.count, textCount: count, file: file, fileCount: count, isVerbatim: true))
        }
    }

    /// Adds bytes that the file writes in another way, such as an escape.
    package mutating func appendUnit(_ count: Int, for file: Range<Int>) {
        guard count > 0 else { return }
        runs.append(
            Run(text: self.count, textCount: count, file: file.lowerBound, fileCount: file.count, isVerbatim: false))
    }

    /// Adds the runs of another map after these.
    package mutating func append(_ other: TextMap) {
        for run in other.runs {
            if run.isVerbatim {
                appendVerbatim(run.textCount, at: run.file)
            } else {
                appendUnit(run.textCount, for: run.file..<(run.file + run.fileCount))
            }
        }
    }

    /// The part of the file that a range of the text is in. A range that begins or ends within a unit takes all of it.
    ///
    /// An empty range gives a location: before the byte that follows it, or after the last byte.
    package func fileRange(of range: SourceRange) -> Range<Int> {
        let lower = max(0, min(range.lowerBound, count))
        let upper = max(lower, min(range.upperBound, count))
        guard lower < upper else {
            let location = location(of: lower)
            return location..<location
        }
        let first = location(of: lower)
        guard let last = run(at: upper - 1) else { return first..<first }
        let end = last.isVerbatim ? last.file + (upper - last.text) : last.fileEnd
        return first..<max(first, end)
    }

    /// Whether a range of the text is one piece of the file, and no unit of it is cut.
    package func isWhole(_ range: SourceRange) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= count else { return false }
        for bound in [range.lowerBound, range.upperBound] {
            if let run = run(at: bound), !run.isVerbatim, bound != run.text { return false }
        }
        guard !range.isEmpty else { return true }
        var end: Int?
        for run in runs[index(of: range.lowerBound)...].prefix(while: { $0.text < range.upperBound }) {
            if let end, end != run.file { return false }
            end = run.fileEnd
        }
        return true
    }

    /// A range with all of the units that it begins or ends within.
    package func wholeUnits(around range: SourceRange) -> SourceRange {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        if let run = run(at: lower), !run.isVerbatim { lower = run.text }
        if upper > range.lowerBound, let run = run(at: upper - 1), !run.isVerbatim { upper = max(upper, run.textEnd) }
        // A location within a unit is in the middle of it.
        if range.isEmpty, lower < range.lowerBound, let run = run(at: range.lowerBound) { upper = run.textEnd }
        return SourceRange(lower, upper)
    }

    /// Where a byte of the text begins in the file; after the last byte for the end of the text.
    package func location(of offset: Int) -> Int {
        guard let run = run(at: offset) else { return offset <= 0 ? fileRange.lowerBound : fileRange.upperBound }
        return run.isVerbatim ? run.file + (offset - run.text) : run.file
    }

    /// The offset in the text of a location in the file; nil outside of the text.
    package func offset(of file: Int) -> Int? {
        guard file >= fileRange.lowerBound, file <= fileRange.upperBound else { return nil }
        for run in runs where file < run.fileEnd {
            if file < run.file { return run.text }
            return run.isVerbatim ? run.text + (file - run.file) : run.text
        }
        return count
    }

    /// The part of the map for a range of the text, as a map of that part.
    package func part(_ range: SourceRange) -> TextMap {
        var part = TextMap(at: location(of: range.lowerBound))
        for run in runs[index(of: range.lowerBound)...].prefix(while: { $0.text < range.upperBound }) {
            let lower = max(run.text, range.lowerBound)
            let upper = min(run.textEnd, range.upperBound)
            if run.isVerbatim {
                part.appendVerbatim(upper - lower, at: run.file + (lower - run.text))
            } else {
                part.appendUnit(upper - lower, for: run.file..<run.fileEnd)
            }
        }
        return part
    }

    /// The run that holds a byte of the text.
    private func run(at offset: Int) -> Run? {
        let index = index(of: offset)
        guard index < runs.count, offset >= runs[index].text else { return nil }
        return runs[index]
    }

    /// The index of the first run that ends after an offset of the text; the number of runs if none does.
    private func index(of offset: Int) -> Int {
        runs.partitioningIndex { $0.textEnd > offset }
    }
}
