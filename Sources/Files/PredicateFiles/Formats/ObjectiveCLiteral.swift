import PredicateFormat

extension SourceTokens {
    /// The text of literals of C that stand beside each other; nil if one is not well-formed.
    func objectiveCText(_ range: Range<Int>) -> SourceText? {
        var text = SourceText(at: fileRange(range).lowerBound)
        for index in range {
            guard let literal = literal(index), literal.isClosed else { return nil }
            let content = content(of: literal)
            if index == range.lowerBound { text = SourceText(at: content.lowerBound) }
            guard append(content, to: &text) else { return nil }
        }
        return text
    }

    private func append(_ content: Range<Int>, to text: inout SourceText) -> Bool {
        var position = content.lowerBound
        var verbatim = position
        while position < content.upperBound {
            guard file[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            text.appendVerbatim(verbatim..<position, of: file)
            if matches("\\\n", in: file, at: position) {
                position += 2
            } else if matches("\\\r\n", in: file, at: position) {
                position += 3
            } else {
                guard
                    let after = appendEscapeOfC(
                        in: file, at: position, before: content.upperBound, hexadecimalDigits: 8, to: &text)
                else { return false }
                position = after
            }
            verbatim = position
        }
        text.appendVerbatim(verbatim..<max(verbatim, content.upperBound), of: file)
        return true
    }
}
