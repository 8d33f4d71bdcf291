import PredicateCore

/// `%NAME%` of AutoPkg: the text of a variable takes its place before the predicate is parsed.
///
/// In the place of a condition it is a separate condition, which this recipe or a child of it gives.
enum PlaceholderNotation {
    /// The text with each placeholder outside quotes as its value, if that is a constant, or else as a variable.
    ///
    /// Within quotes every text is a part of the string, unless it has the same quote.
    static func translation(of text: LocatedText, values: [ExactName: String]) -> PredicateNotation.Translation {
        var result = TranslatedText(text)
        var problems: [PredicateDiagnostic] = []
        let bytes = Array(text.text.utf8)
        var scan = OutsideQuotes(bytes)
        var found: (offset: Int, quote: UInt8?)?
        func search() -> (Int, UInt8?)? {
            var quote: UInt8?
            return scan.next { byte, open in
                quote = open
                return byte == UInt8(ascii: "%")
            }.map { ($0, quote) }
        }
        found = search()
        while let (offset, quote) = found {
            if let (name, end) = placeholder(bytes, offset) {
                let range = SourceRange(offset, end)
                let value = values[ExactName(name)].flatMap { $0.utf8.contains(UInt8(ascii: "%")) ? nil : $0 }
                if let quote {
                    if let value, value.utf8.contains(quote) {
                        problems.append(.quoteInPlaceholder(name, String(Unicode.Scalar(quote)), at: range))
                    }
                } else if isCondition(bytes, offset..<end) {
                    result.replace(range, with: "TRUEPREDICATE")
                } else if let value, isConstant(value) {
                    result.replace(SourceRange(offset, end), with: value)
                } else {
                    if let value, !isName(value) {
                        problems.append(.unquotedPlaceholder(name, value, at: range))
                    }
                    result.replace(SourceRange(offset, end), with: "$" + name)
                }
                scan.skip(to: end)
            }
            found = search()
        }
        if text.style != .binary { problems = problems.map { $0.located(in: text) } }
        return PredicateNotation.Translation(text: result.finish(), problems: problems)
    }

    /// The name of the placeholder at an offset, and the offset after it.
    private static func placeholder(_ bytes: [UInt8], _ offset: Int) -> (name: String, end: Int)? {
        var end = offset + 1
        while end < bytes.count, isNameByte(bytes[end]), bytes[end] < 0x80, bytes[end] != UInt8(ascii: "$") { end += 1 }
        guard end > offset + 1, !bytes[offset + 1].isDigit, end < bytes.count, bytes[end] == UInt8(ascii: "%")
        else { return nil }
        return (String(decoding: bytes[offset + 1..<end], as: UTF8.self), end + 1)
    }

    /// Whether only brackets, AND, OR and NOT are next to a placeholder.
    private static func isCondition(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        func isSkipped(_ byte: UInt8) -> Bool {
            byte <= 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
        }
        var start = range.lowerBound
        while start > 0, isSkipped(bytes[start - 1]) { start -= 1 }
        var end = range.upperBound
        while end < bytes.count, isSkipped(bytes[end]) { end += 1 }
        let before = String(decoding: bytes[max(0, start - 4)..<start], as: UTF8.self).uppercased()
        let behind = String(decoding: bytes[end..<min(end + 4, bytes.count)], as: UTF8.self).uppercased()
        let (last, first) = (
            before.split { $0.utf8.first.map(isSkipped) ?? true }.last,
            behind.split { $0.utf8.first.map(isSkipped) ?? true }.first
        )
        return (last.map { ["AND", "OR", "NOT", "&&", "||", "!"].contains($0) } ?? true)
            && (first.map { ["AND", "OR", "&&", "||"].contains($0) } ?? true)
    }

    /// Whether a string is a number, a boolean, nil or a string in quotes.
    private static func isConstant(_ text: String) -> Bool {
        let parsed = ParsedText(text, as: .expression, library: .standard)
        if parsed.hasErrors { return false }
        let bytes = Array(text.utf8)
        if let first = bytes.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
            return bytes.count > 1 && bytes.last == first
                && !bytes.dropFirst().dropLast().contains { $0 == first || $0 == UInt8(ascii: "\\") }
        }
        if ["true", "false", "yes", "no", "nil", "null"].contains(text.lowercased()) { return true }
        return bytes.first.map { $0.isDigit || $0 == UInt8(ascii: "-") } ?? false
            && bytes.dropFirst().allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    /// Whether a string may be the name of a variable of the recipe: `download_changed`.
    private static func isName(_ text: String) -> Bool {
        SourceSpelling.isWord(text) && text.utf8.contains(UInt8(ascii: "_"))
    }

    /// The names of the placeholders of a predicate.
    static func names(in original: String) -> Set<ExactName> {
        let source = Array(original.utf8)
        var names: Set<ExactName> = []
        var offset = 0
        while offset < source.count {
            if source[offset] == UInt8(ascii: "%"), let (name, end) = placeholder(source, offset) {
                names.insert(ExactName(name))
                offset = end
            } else {
                offset += 1
            }
        }
        return names
    }

    /// A message with placeholders for the variables that stand for them.
    static func restored(_ message: String, _ names: Set<ExactName>) -> String {
        guard !names.isEmpty else { return message }
        let bytes = Array(message.utf8)
        var result: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            var end = offset + 1
            if bytes[offset] == UInt8(ascii: "$") {
                while end < bytes.count, isNameByte(bytes[end]), bytes[end] < 0x80, bytes[end] != UInt8(ascii: "$") {
                    end += 1
                }
            }
            let name = String(decoding: bytes[offset + 1..<end], as: UTF8.self)
            if end > offset + 1, names.contains(ExactName(name)) {
                result += Array("%\(name)%".utf8)
            } else {
                result += bytes[offset..<end]
            }
            offset = end
        }
        return String(decoding: result, as: UTF8.self)
    }
}
