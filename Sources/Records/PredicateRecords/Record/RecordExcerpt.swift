extension RecordError {
    /// The part of a line around an error, shown with a mark under the location.
    public struct Excerpt: Hashable, Sendable {
        /// A part of one line, about four hundred bytes at most. Bytes that are not UTF-8 are replaced.
        public var text: String
        /// The offset of the location in the text, in bytes of UTF-8.
        public var offset: Int
        /// Whether the line begins before the text, as far as is known.
        public var isCutAtStart: Bool
        /// Whether the line continues after the text, as far as is known.
        public var isCutAtEnd: Bool

        /// The maximum number of bytes shown on either side of the location.
        static let reach = 200

        /// An excerpt that another process made.
        init(text: String, offset: Int, isCutAtStart: Bool, isCutAtEnd: Bool) {
            self.text = text
            self.offset = offset
            self.isCutAtStart = isCutAtStart
            self.isCutAtEnd = isCutAtEnd
        }

        /// The line around a byte of a text.
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
