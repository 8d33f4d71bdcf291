/// Why a string is not JSON, and at which byte.
package struct JSONTextError: Error, Hashable, Sendable {
    /// One sentence.
    package let message: String
    /// The offset in the text.
    package let offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

/// A string of a JSON text, with its location.
package struct JSONString: Sendable {
    /// An escape: the code point that it stands for. A pair of surrogates is one.
    package typealias Escape = (code: UInt32, range: Range<Int>)

    /// The string with its quotes.
    package let range: Range<Int>
    /// Its escapes, in order. All other bytes between the quotes stand for themselves.
    package let escapes: [Escape]

    /// The bytes between the quotes.
    package var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }

    /// The pieces between the quotes, in order: bytes that stand for themselves, and escapes.
    package func forEachPiece(verbatim: (Range<Int>) -> Void, escape: (Escape) -> Void) {
        var start = content.lowerBound
        for piece in escapes {
            if start < piece.range.lowerBound { verbatim(start..<piece.range.lowerBound) }
            escape(piece)
            start = piece.range.upperBound
        }
        if start < content.upperBound { verbatim(start..<content.upperBound) }
    }

    /// The UTF-8 that the string means.
    package func bytes(in text: [UInt8]) -> [UInt8] {
        if escapes.isEmpty { return Array(text[content]) }
        var bytes: [UInt8] = []
        forEachPiece(verbatim: { bytes += text[$0] }, escape: { UTF8Text.append($0.code, to: &bytes) })
        return bytes
    }
}

/// Reads the parts of a JSON text with their locations, one after the other.
///
/// It is strict: no comma before a bracket, no other quotes, no surrogate without its partner. What is open is kept on a list, so that
/// nesting costs no stack; whoever needs a limit counts the brackets. A key may be there twice.
package struct JSONTextReader {
    /// A part of JSON text. Colons are left out.
    package enum Part {
        case open(isObject: Bool)
        case close
        case key(JSONString)
        case string(JSONString)
        /// A number, `true`, `false` or `null`.
        case word
        case comma
        /// White space between parts; only with comments.
        case space
        /// What is between the signs of a comment.
        case comment(Range<Int>)
    }

    private enum State {
        case value
        /// After an opening bracket.
        case first
        case key
        case colon
        case comma
        /// After a comma.
        case next
        case end
    }

    private let bytes: [UInt8]
    private let hasComments: Bool
    private let noun: String
    private let repairsSurrogates: Bool
    private let mostEscapes: Int
    private var escapesLeft: Int
    private var offset: Int
    private var state = State.value
    /// Whether each open bracket is that of an object.
    private var open: [Bool] = []
    private var lastComma = 0

    /// A reader of JSON text.
    ///
    /// - Parameters:
    ///   - start: the offset of the text, after a byte order mark.
    ///   - hasComments: whether comments such as `// …` and `/* … */` are accepted. They and white space are parts then.
    ///   - noun: what messages call the text.
    ///   - mostEscapes: the number of escapes after which the reader stops: each takes more memory than its bytes.
    ///   - repairsSurrogates: whether half of a surrogate pair is read as U+FFFD.
    package init(
        _ bytes: [UInt8], from start: Int = 0, hasComments: Bool = false, noun: String = "document",
        mostEscapes: Int = .max, repairsSurrogates: Bool = false
    ) {
        self.bytes = bytes
        offset = start
        self.hasComments = hasComments
        self.noun = noun
        escapesLeft = mostEscapes
        self.mostEscapes = mostEscapes
        self.repairsSurrogates = repairsSurrogates
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func has(_ word: String, at offset: Int) -> Bool {
        bytes[min(offset, bytes.count)...].starts(with: word.utf8)
    }

    private func failure(_ message: String) -> JSONTextError { JSONTextError(message, at: offset) }

    private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: sign) else { return false }
        offset += 1
        return true
    }

    // MARK: Parts

    /// The next part, and its range; nil after the last one.
    package mutating func next() throws(JSONTextError) -> (part: Part, range: Range<Int>)? {
        while true {
            let start = offset
            while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
            if hasComments {
                if offset > start { return (.space, start..<offset) }
                if current == UInt8(ascii: "/") { return try comment() }
            }
            let isObject = open.last ?? false
            switch state {
            case .end:
                guard current == nil else { throw failure("expected the end of the \(noun)") }
                return nil
            case .colon:
                guard accept(":") else { throw failure("expected `:` after the key") }
                state = .value
                continue
            case .value: return try value()
            case .key: return try key()
            case .first:
                if let close = close(isObject) { return close }
                return isObject ? try key() : try value()
            case .comma:
                if let close = close(isObject) { return close }
                guard accept(",") else {
                    let wanted = "expected `,` or `\(isObject ? "}" : "]")`"
                    throw failure(current == nil ? "\(wanted), but the \(noun) ends" : wanted)
                }
                lastComma = offset - 1
                state = .next
                return (.comma, lastComma..<offset)
            case .next:
                if current == UInt8(ascii: isObject ? "}" : "]") {
                    throw JSONTextError("no value follows this comma", at: lastComma)
                }
                return isObject ? try key() : try value()
            }
        }
    }

    /// The bracket that closes the innermost object or array, if it is here.
    private mutating func close(_ isObject: Bool) -> (part: Part, range: Range<Int>)? {
        guard accept(isObject ? "}" : "]") else { return nil }
        open.removeLast()
        endValue()
        return (.close, offset - 1..<offset)
    }

    private mutating func endValue() { state = open.isEmpty ? .end : .comma }

    private mutating func key() throws(JSONTextError) -> (part: Part, range: Range<Int>) {
        guard current == UInt8(ascii: "\"") else {
            throw failure(current == nil ? "expected a key, but the \(noun) ends" : "expected a key in double quotes")
        }
        let key = try string()
        state = .colon
        return (.key(key), key.range)
    }

    private mutating func value() throws(JSONTextError) -> (part: Part, range: Range<Int>) {
        let start = offset
        switch current {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = current == UInt8(ascii: "{")
            offset += 1
            open.append(isObject)
            state = .first
            return (.open(isObject: isObject), start..<offset)
        case UInt8(ascii: "\""):
            let string = try string()
            endValue()
            return (.string(string), string.range)
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case nil: throw failure("expected a value, but the \(noun) ends")
        default: try number()
        }
        endValue()
        return (.word, start..<offset)
    }

    private mutating func comment() throws(JSONTextError) -> (part: Part, range: Range<Int>) {
        let start = offset
        if has("//", at: offset) {
            while let byte = current, byte != 0x0A, byte != 0x0D { offset += 1 }
            return (.comment(start + 2..<offset), start..<offset)
        }
        guard has("/*", at: offset) else { throw failure("unexpected `/`") }
        offset += 2
        while !has("*/", at: offset) {
            guard current != nil else { throw JSONTextError("the comment is not closed", at: start) }
            offset += 1
        }
        offset += 2
        return (.comment(start + 2..<offset - 2), start..<offset)
    }

    // MARK: Words and numbers

    private mutating func word(_ word: String) throws(JSONTextError) {
        guard has(word, at: offset) else { throw failure("expected a value") }
        offset += word.utf8.count
    }

    private mutating func number() throws(JSONTextError) {
        let start = offset
        _ = accept("-")
        if !accept("0"), !digits() { throw failure(offset == start ? "expected a value" : "expected a digit") }
        if accept("."), !digits() { throw failure("expected a digit") }
        if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if !accept("+") { _ = accept("-") }
            guard digits() else { throw failure("expected a digit") }
        }
    }

    /// Reads digits; false if there is none.
    private mutating func digits() -> Bool {
        let start = offset
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
        return offset > start
    }

    // MARK: Strings

    private mutating func string() throws(JSONTextError) -> JSONString {
        let quote = offset
        offset += 1
        var escapes: [JSONString.Escape] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return JSONString(range: quote..<offset, escapes: escapes)
            case UInt8(ascii: "\\"):
                let start = offset
                escapesLeft -= 1
                guard escapesLeft >= 0 else { throw failure("the \(noun) has more than \(mostEscapes) escapes") }
                let code = try escape()
                escapes.append((code, start..<offset))
            case 0..<0x20:
                throw failure("a string contains no line break and no control character; write it as an escape")
            default: offset += 1
            }
        }
        throw JSONTextError("the string is not closed", at: quote)
    }

    /// Reads an escape, or two that stand for one code point.
    private mutating func escape() throws(JSONTextError) -> UInt32 {
        let start = offset
        offset += 1
        guard let byte = current else { throw JSONTextError("the string is not closed", at: start) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): break
        default: throw JSONTextError("JSON has no such escape; a backslash is written `\\\\`", at: start)
        }
        let first = try fourDigits(start)
        guard first & 0xF800 == 0xD800 else { return first }
        if first < 0xDC00, has("\\u", at: offset) {
            let behindFirst = offset
            offset += 2
            let second = try fourDigits(behindFirst)
            if second & 0xFC00 == 0xDC00 { return 0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF) }
            offset = behindFirst
        }
        guard repairsSurrogates else { throw JSONTextError("this is half of a surrogate pair", at: start) }
        return 0xFFFD
    }

    private mutating func fourDigits(_ start: Int) throws(JSONTextError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw JSONTextError("`\\u` takes four hexadecimal digits", at: start)
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}

extension JSONNode {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - depthLimit: how deep values may be nested.
    ///   - repairsSurrogates: whether half of a surrogate pair is read as U+FFFD.
    package init(
        reading bytes: [UInt8], depthLimit: Int, repairsSurrogates: Bool = false
    ) throws(JSONTextError) {
        var reader = JSONTextReader(bytes, repairsSurrogates: repairsSurrogates)
        var open: [Frame] = []
        var root = JSONNode.null
        func add(_ node: JSONNode) {
            guard let last = open.indices.last else { return root = node }
            if let key = open[last].key {
                open[last].members.append(Member(key, node))
            } else {
                open[last].elements.append(node)
            }
        }
        func text(_ string: JSONString) throws(JSONTextError) -> String {
            let content = string.bytes(in: bytes)
            let text = String(decoding: content, as: UTF8.self)
            // Decoding replaces invalid UTF-8, so the result would differ.
            guard text.utf8.elementsEqual(content) else {
                throw JSONTextError("the string is not UTF-8", at: string.range.lowerBound)
            }
            return text
        }
        while let (part, range) = try reader.next() {
            switch part {
            case .open(let isObject):
                guard open.count < depthLimit else {
                    throw JSONTextError("the document is nested deeper than \(depthLimit) levels", at: range.lowerBound)
                }
                open.append(Frame(isObject: isObject))
            case .close:
                guard let frame = open.popLast() else { continue }
                add(frame.isObject ? .object(frame.members) : .array(frame.elements))
            case .key(let key): open[open.count - 1].key = try text(key)
            case .string(let string): add(.string(try text(string)))
            case .word:
                switch bytes[range.lowerBound] {
                case UInt8(ascii: "t"): add(.boolean(true))
                case UInt8(ascii: "f"): add(.boolean(false))
                case UInt8(ascii: "n"): add(.null)
                default: add(.number(String(decoding: bytes[range], as: UTF8.self)))
                }
            case .comma, .space, .comment: break
            }
        }
        self = root
    }

    /// An object or an array whose end was not yet read.
    private struct Frame {
        let isObject: Bool
        var key: String?
        var members: [Member] = []
        var elements: [JSONNode] = []
    }
}
