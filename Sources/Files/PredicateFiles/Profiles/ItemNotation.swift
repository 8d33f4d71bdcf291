import PredicateCore

/// `@status(item)`, `@property(name)` and `@key(name)` of declarative device management.
enum ItemNotation {
    /// The functions that read an item, with a sentence for completion.
    static let functions = [
        ("status", "A status item that the device reports."),
        ("property", "A property that the server has set."),
        ("key", "A key of the activation."),
    ]

    /// An item as it is written in a predicate.
    private struct Item {
        let function: String
        /// After `@`.
        let functionRange: Range<Int>
        /// Without white space at its ends.
        var name: Range<Int>
        var isQuoted = false
        var isClosed = false
        var end: Int
    }

    /// The text with each item as a key in quotes.
    static func translation(of text: LocatedText) -> PredicateNotation.Translation {
        var result = TranslatedText(text)
        var problems: [PredicateDiagnostic] = []
        let bytes = Array(text.text.utf8)
        var scan = OutsideQuotes(bytes)
        while let offset = scan.next(UInt8(ascii: "@")) {
            guard let item = item(bytes, offset) else { continue }
            scan.skip(to: item.end)
            let isKnown = functions.contains { sameCodePoints($0.0, item.function) }
            if let problem = problem(item, bytes, offset, isKnown) { problems.append(problem) }
            let nearest = Suggestions.nearest(to: item.function, among: functions.map(\.0))
            if isKnown || nearest != nil, !item.name.isEmpty {
                let name = String(decoding: bytes[item.name], as: UTF8.self)
                let key = "@\(isKnown ? item.function : nearest ?? item.function)(\(name))"
                result.replace(SourceRange(offset, item.end), with: "SELF[" + SourceSpelling.quoted(key) + "]")
            } else {
                // A value of which nothing is known, so that nothing else is reported here.
                result.replace(SourceRange(offset, item.end), with: "$" + item.function)
            }
        }
        if text.style != .binary { problems = problems.map { $0.located(in: text) } }
        return PredicateNotation.Translation(text: result.finish(), problems: problems)
    }

    private static func problem(_ item: Item, _ bytes: [UInt8], _ offset: Int, _ isKnown: Bool) -> PredicateDiagnostic?
    {
        let function = item.function
        if !isKnown {
            return .unknownItemFunction(
                function, nearest: Suggestions.nearest(to: function, among: functions.map(\.0)),
                at: SourceRange(offset, item.functionRange.upperBound))
        }
        if !item.isClosed {
            return .unclosedItem(function, at: SourceRange(offset, item.name.upperBound))
        }
        if item.name.isEmpty { return .emptyItem(function, at: SourceRange(offset, item.end)) }
        if item.isQuoted {
            return .quotedItem(
                function, String(decoding: bytes[item.name], as: UTF8.self),
                at: SourceRange(item.name.lowerBound - 1, item.name.upperBound + 1))
        }
        return nil
    }

    /// The item whose sign is at an offset; nil if there is none, as for `@count`.
    private static func item(_ bytes: [UInt8], _ offset: Int) -> Item? {
        var end = offset + 1
        while end < bytes.count, isFunctionByte(bytes[end]) { end += 1 }
        let functionRange = offset + 1..<end
        guard !functionRange.isEmpty, functionRange.count <= 40, end < bytes.count, bytes[end] == UInt8(ascii: "("),
            // `items.@sum(x)` is a mistake of the language itself.
            offset == 0 || bytes[offset - 1] != UInt8(ascii: ".")
        else { return nil }
        let function = String(decoding: bytes[functionRange], as: UTF8.self)
        end += 1
        skipBlanks(bytes, &end)
        var item = Item(function: function, functionRange: functionRange, name: end..<end, end: end)
        if end < bytes.count, bytes[end] == UInt8(ascii: "'") || bytes[end] == UInt8(ascii: "\"") {
            let quote = bytes[end]
            let start = end + 1
            var close = start
            while close < bytes.count, isNameByte(bytes[close]) { close += 1 }
            guard close > start, close < bytes.count, bytes[close] == quote else { return item }
            item.isQuoted = true
            item.name = start..<close
            end = close + 1
        } else {
            let start = end
            while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
            item.name = start..<end
        }
        item.end = end
        skipBlanks(bytes, &end)
        if end < bytes.count, bytes[end] == UInt8(ascii: ")") {
            item.isClosed = true
            item.end = end + 1
        }
        return item
    }

    private static func skipBlanks(_ bytes: [UInt8], _ offset: inout Int) {
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
    }

    private static func isFunctionByte(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            || byte == UInt8(ascii: "_")
    }

    /// Whether a byte can be in the name of an item.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        isFunctionByte(byte) || byte >= 0x80 || ".-:/+#".utf8.contains(byte)
    }

    // MARK: Back to the notation

    /// The text with its items as the file writes them. In a message a key in quotes alone is an item too.
    static func restored(_ text: String, isMessage: Bool) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "\""), let end = quotedItem(bytes, offset) else {
                // A message shortens long strings: `SELF["@status(device.operating-s…`
                if isMessage, ends(result, with: "SELF["), isCutOff(bytes, offset) {
                    result.removeLast(5)
                } else {
                    result.append(bytes[offset])
                }
                offset += 1
                continue
            }
            let item = bytes[offset + 1..<end - 1]
            if ends(result, with: "SELF["), end < bytes.count, bytes[end] == UInt8(ascii: "]") {
                result.removeLast(5)
                result += item
                offset = end + 1
            } else if ends(result, with: "SELF.") {
                result.removeLast(5)
                result += item
                offset = end
            } else {
                result += isMessage ? item : bytes[offset..<end]
                offset = end
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func ends(_ bytes: [UInt8], with word: String) -> Bool {
        bytes.suffix(word.utf8.count).elementsEqual(word.utf8)
    }

    /// The end of an item in quotes that begins at an offset.
    private static func quotedItem(_ bytes: [UInt8], _ offset: Int) -> Int? {
        guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "@"), let item = item(bytes, offset + 1),
            item.isClosed, !item.name.isEmpty, item.end < bytes.count, bytes[item.end] == UInt8(ascii: "\""),
            functions.contains(where: { sameCodePoints($0.0, item.function) })
        else { return nil }
        return item.end + 1
    }

    /// Whether an item in quotes begins at an offset, and ends with an ellipsis.
    private static func isCutOff(_ bytes: [UInt8], _ offset: Int) -> Bool {
        guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "@") else { return false }
        var end = offset + 2
        while end < bytes.count, isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: "(") { end += 1 }
        return bytes[..<end].suffix(3).elementsEqual("…".utf8)
    }

    // MARK: Completion

    /// Functions after `@`, and known items in the brackets of a function.
    static func completions(in text: String, at offset: Int, _ schema: RecordSchema?) -> NotationCompletions? {
        let bytes = Array(text.utf8.prefix(max(0, offset)))
        var start = bytes.count
        while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
        guard start > 0, !OutsideQuotes.isInQuotes(bytes) else { return nil }
        if bytes[start - 1] == UInt8(ascii: "@"), start == 1 || bytes[start - 2] != UInt8(ascii: ".") {
            let written = bytes[start...]
            let items = functions.filter { $0.0.utf8.starts(with: written) }.map {
                NotationCompletions.Item(text: "@\($0.0)(", type: nil, documentation: $0.1)
            }
            return items.isEmpty ? nil : NotationCompletions(range: SourceRange(start - 1, bytes.count), items: items)
        }
        guard bytes[start - 1] == UInt8(ascii: "(") else { return nil }
        var sign = start - 1
        while sign > 0, isFunctionByte(bytes[sign - 1]) { sign -= 1 }
        guard sign > 0, bytes[sign - 1] == UInt8(ascii: "@") else { return nil }
        let head = String(decoding: bytes[sign - 1..<start], as: UTF8.self)
        let written = String(decoding: bytes[(sign - 1)...], as: UTF8.self)
        let fields = schema.flatMap { $0.recordType(of: $0.root)?.fields } ?? []
        // The bracket may be there already.
        let isClosed = text.utf8.dropFirst(bytes.count).first == UInt8(ascii: ")")
        let items = fields.filter { $0.name.utf8.starts(with: written.utf8) }.map { field in
            NotationCompletions.Item(
                text: String(
                    decoding: field.name.utf8.dropFirst(head.utf8.count).dropLast(isClosed ? 1 : 0), as: UTF8.self),
                type: field.type, documentation: field.documentation)
        }
        return NotationCompletions(range: SourceRange(start, bytes.count), items: items)
    }
}

/// Finds signs outside the quotes of a predicate.
struct OutsideQuotes {
    private let bytes: [UInt8]
    private var offset = 0
    /// The quote that is open.
    private(set) var quote: UInt8?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The offset of the next such sign.
    mutating func next(_ sign: UInt8) -> Int? { next { byte, quote in byte == sign && quote == nil } }

    /// The offset of the next byte that passes a test; the quote is the one that is open there.
    mutating func next(_ passes: (UInt8, UInt8?) -> Bool) -> Int? {
        while offset < bytes.count {
            let byte = bytes[offset]
            let found = offset
            if passes(byte, quote) {
                offset += 1
                return found
            }
            if let open = quote {
                if byte == UInt8(ascii: "\\") { offset += 1 } else if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            offset += 1
        }
        return nil
    }

    /// Goes on at an offset further on.
    mutating func skip(to offset: Int) { self.offset = max(self.offset, offset) }

    /// Whether a quote is open at the end.
    static func isInQuotes(_ bytes: [UInt8]) -> Bool {
        var scan = OutsideQuotes(bytes)
        while scan.next({ _, _ in false }) != nil {}
        return scan.quote != nil
    }
}
