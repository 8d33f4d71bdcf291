import PredicateFormat

/// The markup around elements: the declaration, the DOCTYPE, comments and processing instructions.
extension XMLTokenizer {
    // MARK: The declaration

    /// Reads `<?xml version="1.0" encoding="UTF-8"?>`.
    mutating func declaration() throws(ConfigurationError) {
        let start = offset
        offset += 5
        var isFirst = true
        while true {
            let hasSpace = skipSpace()
            if file.has("?>", at: offset) { break }
            guard current != nil else { throw ConfigurationError("the XML declaration is not closed", at: start) }
            guard hasSpace, let name = name() else {
                throw ConfigurationError("expected `?>` at the end of the XML declaration", at: offset)
            }
            let value = try declaredValue()
            switch ExactName(file.text(name)) {
            case Self.version: try checkVersion(value)
            case Self.encoding where !isFirst: try checkEncoding(value)
            case Self.standalone where !isFirst: break
            default:
                throw ConfigurationError(
                    "an XML declaration has a version, then an encoding, then `standalone`", at: name.lowerBound)
            }
            isFirst = false
        }
        if isFirst { throw ConfigurationError("an XML declaration has a version", at: start) }
        offset += 2
    }

    private static let version = ExactName("version")
    private static let encoding = ExactName("encoding")
    private static let standalone = ExactName("standalone")

    private mutating func declaredValue() throws(ConfigurationError) -> Range<Int> {
        _ = skipSpace()
        guard current == UInt8(ascii: "=") else { throw ConfigurationError("expected `=`", at: offset) }
        offset += 1
        _ = skipSpace()
        return try quoted()
    }

    /// Reads a text in quotes, and gives what is between them.
    private mutating func quoted() throws(ConfigurationError) -> Range<Int> {
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw ConfigurationError("expected a value in quotes", at: offset)
        }
        let start = offset
        offset += 1
        while let byte = current, byte != quote { offset += 1 }
        guard current == quote else { throw ConfigurationError("the value is not closed", at: start) }
        offset += 1
        return start + 1..<offset - 1
    }

    /// Any 1.x is read as 1.0, as the fifth edition of XML 1.0 demands.
    private func checkVersion(_ range: Range<Int>) throws(ConfigurationError) {
        let version = file.bytes[range]
        guard version.count > 2, version.starts(with: Array("1.".utf8)),
            version.dropFirst(2).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { throw ConfigurationError("this version of XML is unknown", at: range.lowerBound) }
    }

    private func checkEncoding(_ range: Range<Int>) throws(ConfigurationError) {
        let name = file.text(range).lowercased()
        if ["utf-8", "utf8"].containsName(name) { return }
        guard ["us-ascii", "ascii"].containsName(name) else {
            throw ConfigurationError(
                "the file says that it is \(shown(range)); only UTF-8 can be read", at: range.lowerBound)
        }
        if let offset = file.bytes[file.start...].firstIndex(where: { $0 >= 0x80 }) {
            throw ConfigurationError("the file says that it is ASCII, but this character is not", at: offset)
        }
    }

    // MARK: The DOCTYPE

    /// Reads a DOCTYPE. Its internal subset is skipped.
    mutating func doctype() throws(ConfigurationError) -> XMLToken {
        let start = offset
        offset += 9
        guard skipSpace(), let name = name() else {
            throw ConfigurationError("a DOCTYPE has the name of the root element", at: offset)
        }
        var isInSubset = false
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try quoted()
            case UInt8(ascii: "["):
                guard !isInSubset else { throw ConfigurationError("unexpected `[` in a DOCTYPE", at: offset) }
                isInSubset = true
                offset += 1
            case UInt8(ascii: "]"):
                guard isInSubset else { throw ConfigurationError("unexpected `]` in a DOCTYPE", at: offset) }
                isInSubset = false
                offset += 1
            case UInt8(ascii: "<"):
                guard isInSubset else { throw ConfigurationError("unexpected `<` in a DOCTYPE", at: offset) }
                // A quote or a bracket within them is text.
                if file.has("<!--", at: offset) {
                    _ = try comment()
                } else if file.has("<?", at: offset) {
                    _ = try instruction()
                } else {
                    offset += 1
                }
            case UInt8(ascii: ">"):
                offset += 1
                if isInSubset { continue }
                return XMLToken(content: .doctype(name: ExactName(file.text(name))), range: start..<offset)
            default: offset += try allowedLength(at: offset)
            }
        }
        throw ConfigurationError("the DOCTYPE is not closed", at: start)
    }

    // MARK: Comments and instructions

    /// Reads `<!-- … -->`.
    mutating func comment() throws(ConfigurationError) -> XMLToken {
        let start = offset
        offset += 4
        while current != nil {
            if file.has("--", at: offset) {
                guard file[offset + 2] == UInt8(ascii: ">") else {
                    throw ConfigurationError("a comment cannot contain `--`", at: offset)
                }
                let text = commentText(file, start + 4..<offset)
                offset += 3
                return XMLToken(content: .comment(text), range: start..<offset)
            }
            offset += try allowedLength(at: offset)
        }
        throw ConfigurationError("the comment is not closed", at: start)
    }

    /// Reads `<?name … ?>`.
    mutating func instruction() throws(ConfigurationError) -> XMLToken {
        let start = offset
        offset += 2
        guard let name = name() else {
            throw ConfigurationError("expected the name of a processing instruction", at: offset)
        }
        let target = ExactName(file.text(name))
        guard !sameCodePoints(target.text.lowercased(), "xml") else {
            throw ConfigurationError("an XML declaration stands at the very beginning of a file", at: start)
        }
        guard file.has("?>", at: offset) || XMLCharacters.isSpace(current) else {
            throw ConfigurationError("expected a space or `?>`", at: offset)
        }
        while current != nil {
            if file.has("?>", at: offset) {
                offset += 2
                return XMLToken(content: .instruction(name: target), range: start..<offset)
            }
            offset += try allowedLength(at: offset)
        }
        throw ConfigurationError("the processing instruction is not closed", at: start)
    }
}
