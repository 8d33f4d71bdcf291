import PredicateCore

/// An error from reading records: in their text, their files or their compression.
///
/// An error has a stable code, a sentence, and the location where reading stopped, if there is one.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable name of a message, such as `bad-json`. The files `RecordMessages*.swift` define the names.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// The code with a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code with a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of the error, for the exit status of a program.
    public enum Kind: String, Hashable, Sendable {
        /// The data is wrong (exit status 65).
        case data
        /// The input does not exist (66).
        case noInput
        /// Reading failed (74).
        case inputFailed
        /// The request is wrong (64), such as a malformed JSON pointer.
        case usage
    }

    /// A location in an input.
    public struct Location: Hashable, Sendable {
        /// The number of bytes before the location, from the start of the uncompressed input.
        public var offset: Int
        /// The line, from 1.
        public var line: Int
        /// The column, from 1, in code points.
        public var column: Int

        /// A location.
        public init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }

        /// The first byte of an input.
        public static let start = Location(offset: 0, line: 1, column: 1)
    }

    /// The stable name of the message.
    public var code: Code
    /// The kind of the error.
    public var kind: Kind
    /// One sentence in the user's words, without the location.
    public var message: String
    /// The location; nil for an error about the whole input.
    public var location: Location?
    /// The given path of the input; nil for standard input and memory.
    public var file: String?

    /// The line of the error; nil if it is not available, or there is none.
    package var excerpt: Excerpt?

    /// An error from its parts.
    public init(_ code: Code, _ kind: Kind, _ message: String, at location: Location? = nil, file: String? = nil) {
        self.code = code
        self.kind = kind
        self.message = message
        self.location = location
        self.file = file
    }

    /// `file:line:column: message`, without unknown parts, on one line and safe for a terminal: the names of files
    /// and keys may contain anything.
    public var description: String {
        var text = file.map { SafeText.plain($0) + ":" } ?? ""
        if let location { text += "\(location.line):\(location.column):" }
        let message = SafeText.plain(message)
        return text.isEmpty ? message : text + " " + message
    }
}

extension RecordError.Location {
    /// The location after `count` more bytes of input whose first byte is at this location.
    func advanced(over text: UnsafeBufferPointer<UInt8>, by count: Int) -> RecordError.Location {
        var location = self
        location.pass(UnsafeBufferPointer(rebasing: text.prefix(count)))
        return location
    }

    /// Moves to the end of a string that starts here.
    mutating func pass(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        var lineStart = 0
        while let lineFeed = firstLineFeed(in: base, from: lineStart, to: text.count) {
            line += 1
            column = 1
            lineStart = lineFeed + 1
        }
        // Continuation bytes of a code point are not columns.
        var codePoints = 0
        var index = lineStart
        while index < text.count {
            codePoints &+= base[index] & 0xC0 == 0x80 ? 0 : 1
            index &+= 1
        }
        column += codePoints
        offset += text.count
    }
}

/// Bounds on the cost of reading. All are on by default. Messages name the limit.
public struct RecordLimits: Hashable, Sendable {
    /// The maximum nesting of a record.
    public var depth: Int
    /// The maximum size of a record in bytes.
    public var recordBytes = 256 << 20
    /// The maximum window of a zstd stream, as a power of two of bytes.
    public var windowLog = 27

    /// The default limits, with the nesting that evaluation also allows.
    public init(depth: Int = PredicateLimits.standard.recordDepth) { self.depth = depth }
    /// The default limits.
    public static let standard = RecordLimits()
}

extension RecordError {
    /// The part of a line around an error, shown with a mark under the location.
    package struct Excerpt: Hashable, Sendable {
        /// A part of one line, about four hundred bytes at most. Bytes that are not UTF-8 are replaced.
        package var text: String
        /// The offset of the location in the text, in bytes of UTF-8.
        package var offset: Int
        /// Whether the line begins before the text, as far as is known.
        package var isCutAtStart: Bool
        /// Whether the line continues after the text, as far as is known.
        package var isCutAtEnd: Bool

        /// The maximum number of bytes shown on either side of the location.
        static let reach = 200

        /// An excerpt that another process made.
        init(text: String, offset: Int, isCutAtStart: Bool, isCutAtEnd: Bool) {
            self.text = text
            self.offset = offset
            self.isCutAtStart = isCutAtStart
            self.isCutAtEnd = isCutAtEnd
        }

        /// The line around a byte of the input.
        ///
        /// - Parameters:
        ///   - text: the available bytes.
        ///   - location: the byte; the end of the text if the error is there.
        ///   - startsLine: whether the text begins at the start of a line.
        ///   - endsLine: whether nothing follows the text on its last line.
        init(of text: UnsafeBufferPointer<UInt8>, at location: Int, startsLine: Bool, endsLine: Bool) {
            let location = max(0, min(location, text.count))
            var start = location
            while start > 0, location - start < Self.reach, text[start - 1] != 0x0A { start -= 1 }
            isCutAtStart = start > 0 ? text[start - 1] != 0x0A : !startsLine
            var end = location
            while end < text.count, end - location < Self.reach, text[end] != 0x0A { end += 1 }
            isCutAtEnd = end < text.count ? text[end] != 0x0A : !endsLine
            // A character cut at the edge is left out.
            if isCutAtStart { while start < location, text[start] & 0xC0 == 0x80 { start += 1 } }
            if end < text.count { while end > location, text[end] & 0xC0 == 0x80 { end -= 1 } }
            if end > location, text[end - 1] == 0x0D { end -= 1 }
            if start == 0, text.starts(with: [0xEF, 0xBB, 0xBF]), location >= 3 { start = 3 }
            // The two sides are decoded separately, so that replaced bytes do not move the location.
            let before = String(decoding: text[start..<location], as: UTF8.self)
            self.text = before + String(decoding: text[location..<end], as: UTF8.self)
            offset = before.utf8.count
        }
    }

    /// The error with the line that contains its location.
    func showing(_ text: UnsafeBufferPointer<UInt8>, at location: Int, startsLine: Bool, endsLine: Bool = true)
        -> RecordError
    {
        var error = self
        error.excerpt = Excerpt(of: text, at: location, startsLine: startsLine, endsLine: endsLine)
        return error
    }

    /// The error with the line on which a record begins.
    func showing(_ record: RawRecord) -> RecordError {
        record.withBytes { showing($0, at: 0, startsLine: record.location.column == 1) }
    }
}
