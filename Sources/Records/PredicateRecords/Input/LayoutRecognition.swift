/// Distinguishes line-delimited input from a document (a list, one value over several lines, several values in a row)
/// by the beginning of the input.
///
/// If the first line is one whole value, the input is line-delimited. Otherwise it is a document, with one exception:
/// the first line cannot continue on the next line, and a later line is a whole object. Then it is a bad line of
/// line-delimited input.
struct LayoutRecognition {
    let maximumDepth: Int
    let recordBytes: Int
    /// The number of bytes to examine after the first line.
    static let sample = 1 << 16

    private enum Line {
        /// One whole value, judging by brackets and strings.
        case whole
        /// A value, followed by another one.
        case several
        /// The beginning of a value.
        case open
        /// None of these.
        case broken
    }

    /// What an input begins with, as far as it is in memory.
    enum Beginning {
        /// Nothing but blanks. More bytes are needed.
        case blank
        /// A line that begins with more blanks than a sample. Only a document is read with such blanks.
        case indented
        /// The first byte that is not blank.
        case byte(at: Int)
    }

    /// What an input begins with. Many blank lines are consumed, so that the window never holds many blanks.
    static func beginning(of window: inout InputWindow) -> Beginning {
        let bytes = window.bytes
        let begin = bytes.firstIndex { !JSONScanner.isBlank($0) } ?? bytes.count
        let line = lastLineFeed(in: UnsafeBufferPointer(rebasing: bytes[..<begin])).map { $0 + 1 } ?? 0
        if begin - line > sample { return .indented }
        if begin < bytes.count { return .byte(at: begin) }
        if line > sample { window.passLines(line) }
        return .blank
    }

    func layout(of window: inout InputWindow) throws(RecordError) -> RecordLayout {
        var beginning = Self.beginning(of: &window)
        while case .blank = beginning, try window.fill() { beginning = Self.beginning(of: &window) }
        guard case .byte(let begin) = beginning else {
            if case .indented = beginning { return .document }
            return .lines
        }
        guard let first = try line(of: &window, from: begin, first: true) else { return .lines }
        let begins = window.bytes[first.lowerBound]
        // The line exceeds the sample size, or the record limit for an object.
        guard first.isComplete else { return .document }
        switch classify(window.bytes, first.range) {
        case .whole:
            let isEmptyObject = begins == 0x7B && isEmpty(window.bytes, first.range)
            guard begins == 0x5B || isEmptyObject else { return .lines }
            // `[…]` alone is a list of records. `{}` and `[]` may also come from a program that prints its other
            // values over several lines.
            guard let second = try line(of: &window, from: first.upperBound, first: false) else {
                return begins == 0x5B ? .document : .lines
            }
            return opensOnly(window.bytes, second.range) ? .document : .lines
        case .several:
            return .document
        case .open:
            if opensOnly(window.bytes, first.range) { return .document }
            while window.count < first.upperBound + Self.sample, try window.fill() {}
            let sample = window.bytes.prefix(first.upperBound + Self.sample)
            guard let fault = faultInSample(UnsafeBufferPointer(rebasing: sample)),
                let second = try line(of: &window, from: first.upperBound, first: false),
                fault <= second.lowerBound, try hasWholeObject(&window, from: first.upperBound)
            else { return .document }
            return .lines
        case .broken:
            while window.count < first.upperBound + Self.sample, try window.fill() {}
            if try hasWholeObject(&window, from: first.upperBound) { return .lines }
            return begins == 0x7B || begins == 0x5B ? .document : .lines
        }
    }

    private struct Extent {
        var lowerBound: Int
        var upperBound: Int
        var isComplete: Bool
        var range: Range<Int> { lowerBound..<upperBound }
    }

    /// The next line that is not blank, from its first byte that is not blank to its line feed; nil if only blanks follow
    /// within a sample.
    private func line(of window: inout InputWindow, from start: Int, first: Bool) throws(RecordError) -> Extent? {
        var begin = start
        while true {
            while begin < window.count, JSONScanner.isBlank(window.bytes[begin]) { begin += 1 }
            if begin < window.count { break }
            if begin - start > Self.sample { return nil }
            if try !window.fill() { return nil }
        }
        // A first line that is an object may be as long as the record limit. Other lines are searched up to the
        // sample size.
        let limit = first && window.bytes[begin] == 0x7B ? recordBytes : Self.sample
        var searched = begin
        while true {
            let bytes = window.bytes
            // The whole input may be in memory, on one line.
            let known = limit < bytes.count - begin ? begin + limit + 1 : bytes.count
            if let base = bytes.baseAddress, let end = firstLineFeed(in: base, from: searched, to: known) {
                return Extent(lowerBound: begin, upperBound: end, isComplete: end - begin <= limit)
            }
            searched = known
            if searched - begin > limit { return Extent(lowerBound: begin, upperBound: searched, isComplete: false) }
            if try !window.fill() { return Extent(lowerBound: begin, upperBound: searched, isComplete: true) }
        }
    }

    private func classify(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Line {
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        var fault: JSONFault?
        do throws(JSONFault) {
            try JSONReader(maximumDepth: maximumDepth).check(text)
            return .whole
        } catch {
            fault = error
        }
        if case .truncated = fault?.reason { return .open }
        var boundary = ValueBoundary()
        guard let end = boundary.end(in: text) ?? (boundary.endsWithInput ? text.count : nil) else {
            // Brackets are still open, and the error is not the end of the text.
            if case .tooDeep = fault?.reason { return .open }
            return .broken
        }
        guard let next = text[end...].first(where: { !JSONScanner.isBlank($0) }) else { return .whole }
        switch next {
        case 0x7B, 0x5B, 0x22, 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E:
            return fault?.reason == .unexpected(.end) ? .several : .broken
        default: return .broken
        }
    }

    /// Whether a line is just an opening bracket.
    private func opensOnly(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard bytes[range.lowerBound] == 0x7B || bytes[range.lowerBound] == 0x5B else { return false }
        return bytes[range].dropFirst().allSatisfy(JSONScanner.isBlank)
    }

    /// Whether a whole object on a line has nothing between its braces.
    private func isEmpty(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        bytes[range].dropFirst().first { !JSONScanner.isBlank($0) } == 0x7D
    }

    /// The first byte where the sample, read as several values in a row, is not JSON; nil if the sample only ends
    /// early.
    private func faultInSample(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        do throws(JSONFault) {
            while true {
                scanner.skipBlanks()
                if scanner.position >= scanner.end { return nil }
                try scanner.skipValue(depth: 0)
            }
        } catch {
            if case .truncated = error.reason { return nil }
            // The sample cuts a character in two.
            if error.reason == .invalidUTF8 && error.offset + 4 > bytes.count { return nil }
            return error.offset
        }
    }

    private func hasWholeObject(_ window: inout InputWindow, from start: Int) throws(RecordError) -> Bool {
        var start = start
        let end = start + Self.sample
        while start < end, let line = try line(of: &window, from: start, first: false), line.isComplete {
            if window.bytes[line.lowerBound] == 0x7B, case .whole = classify(window.bytes, line.range) { return true }
            start = line.upperBound
        }
        return false
    }
}

/// The text of a document after the last record that was read, with its memory.
package struct DocumentText {
    var storage: ByteStorage
    /// The start of the scan, after a record.
    var start: Int
    /// The end of the memory.
    var end: Int
    /// The number of bytes of the input before the memory; negative if bytes were moved to the beginning of the memory.
    var origin: Int
    var form: RecordForm
    /// Whether the whole rest of the input is in memory.
    package var isWhole: Bool

    /// The number of bytes to scan.
    package var byteCount: Int { end - start }

    /// A part of the text, for the results of the scan.
    func piece(_ range: Range<Int>) -> ScanPiece {
        ScanPiece(
            storage: storage, start: 0, count: end, range: range,
            origin: RecordError.Location(offset: origin, line: 1, column: 1), isLines: false)
    }
}

/// How the scanned records follow one another.
package enum RecordForm: UInt32, Sendable {
    /// Elements of a list.
    case list = 0
    /// Values of an object, each with a key.
    case values = 1
    /// Values in a row.
    case sequence = 2
}
