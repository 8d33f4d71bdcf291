/// Text that becomes JSON while it is read.
package struct TextForm: Hashable, Sendable {
    /// Each line is JSON from the first brace or bracket in or after this text. Lines without the text are blank.
    package var start = ""
    /// Whether `NaN` and infinities are null.
    package var readsNaN = false

    package init() {}

    /// Whether an input has to be changed, by its first bytes: a JSON text sequence (RFC 7464) begins with a separator.
    func changes(_ signature: some Collection<UInt8>) -> Bool {
        !start.isEmpty || readsNaN || signature.first == TextFormReader.separator
    }
}

/// Changes the text of another reader to JSON. Lines stay as they are; those of a JSON text sequence are its elements.
final class TextFormReader: UnpackingReader {
    /// What comes before each value of a JSON text sequence.
    static let separator: UInt8 = 0x1E
    private static let lineFeed = UInt8(ascii: "\n")

    private enum Place {
        /// Before the start of the JSON of a line.
        case before
        /// After the text that announces it.
        case announced
        case json(inString: Bool, isEscaped: Bool)
    }

    let source: any ByteReader
    private let start: [UInt8]
    private let readsNaN: Bool
    private let isSequence: Bool
    private var hasBegun = false
    private var place: Place
    /// The last bytes before the JSON of a line, or a word of it, which may be written later.
    private var held: [UInt8] = []
    /// What is written and not yet read.
    private var made: ArraySlice<UInt8> = []
    private static let words = ["NaN", "nan", "Infinity", "inf", "Inf"].flatMap {
        [Array($0.utf8), Array("-\($0)".utf8)]
    }

    init(_ source: any ByteReader, _ form: TextForm, isSequence: Bool) {
        self.source = source
        self.isSequence = isSequence
        start = Array(form.start.utf8)
        readsNaN = form.readsNaN
        place = start.isEmpty ? .json(inString: false, isEscaped: false) : .before
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        _ more: (UnsafeMutableRawBufferPointer) throws(RecordError) -> Int?
    ) throws(RecordError) -> Int? {
        while made.isEmpty, !buffer.isEmpty {
            guard let count = try more(buffer) else { return nil }
            var written: [UInt8] = []
            written.reserveCapacity(count + count / 8)
            for byte in buffer.prefix(count) { write(byte, to: &written) }
            if count == 0 { end(&written) }
            made = written[...]
            if count == 0, made.isEmpty { return 0 }
        }
        let count = min(buffer.count, made.count)
        buffer.copyBytes(from: made.prefix(count))
        made = made.dropFirst(count)
        return count
    }

    private func write(_ byte: UInt8, to text: inout [UInt8]) {
        defer { hasBegun = true }
        // The first separator begins the first line.
        if isSequence, !hasBegun, byte == Self.separator { return }
        if isSequence, byte == Self.lineFeed { return text.append(UInt8(ascii: " ")) }
        if byte == Self.lineFeed || isSequence && byte == Self.separator {
            end(&text)
            text.append(Self.lineFeed)
            place = start.isEmpty ? .json(inString: false, isEscaped: false) : .before
            return
        }
        switch place {
        case .before:
            held.append(byte)
            if held.count > start.count { held.removeFirst() }
            guard held == start else { return }
            held = []
            place = .announced
            for byte in start { write(byte, to: &text) }
        case .announced:
            guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return }
            place = .json(inString: false, isEscaped: false)
            text.append(byte)
        case .json(inString: true, let isEscaped):
            text.append(byte)
            let isQuote = byte == UInt8(ascii: "\"") && !isEscaped
            place = .json(inString: !isQuote, isEscaped: byte == UInt8(ascii: "\\") && !isEscaped)
        case .json:
            let isOfWord = byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if readsNaN, isOfWord {
                // No word is longer, so no more of the text is held.
                if held.count > 9 { end(&text) }
                return held.append(byte)
            }
            end(&text)
            if byte == UInt8(ascii: "\"") { place = .json(inString: true, isEscaped: false) }
            text.append(byte)
        }
    }

    /// Writes a word at its end, or forgets the end of a line without JSON.
    private func end(_ text: inout [UInt8]) {
        if held.isEmpty { return }
        if case .json = place { text += Self.words.contains(held) ? Array("null".utf8) : held }
        held.removeAll(keepingCapacity: true)
    }
}
