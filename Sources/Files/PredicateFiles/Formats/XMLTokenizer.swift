import PredicateFormat

/// Reads XML 1.0 piece by piece, with the location of each byte of texts and attribute values.
///
/// It checks what makes a document well-formed: one root element, tags that match, attributes that are there once, allowed characters.
/// It reads no DTD: the internal subset of a DOCTYPE is skipped, and the use of an entity of its own is an error. So no document grows
/// while it is read, and none refers to another. Prefixes of names are a part of the name.
package struct XMLTokenizer {
    /// An element whose end tag was not yet read.
    private struct Element {
        let start: Int
        let name: Range<Int>
    }

    let file: UTF8File
    var offset: Int
    private var open: [Element] = []
    private var hasRoot = false
    private var hasDoctype = false
    /// The end of `<a/>`, whose beginning was read.
    private var pendingEnd: XMLToken?
    /// Pieces and escapes so far.
    private var count = 0

    /// A tokenizer at the beginning of a file. It reads the XML declaration.
    package init(_ file: [UInt8]) throws(ConfigurationError) {
        try self.init(UTF8File(file))
    }

    /// A tokenizer at the beginning of a file whose encoding was checked.
    init(_ file: UTF8File) throws(ConfigurationError) {
        self.file = file
        offset = file.start
        if file.has("<?xml", at: offset), XMLCharacters.isSpace(file[offset + 5]) { try declaration() }
    }

    /// Elements that are open.
    package var depth: Int { open.count }

    var current: UInt8? { file[offset] }

    /// The next piece; nil at the end of a well-formed document.
    package mutating func next() throws(ConfigurationError) -> XMLToken? {
        if let end = pendingEnd {
            pendingEnd = nil
            return end
        }
        if open.isEmpty { try skipSpaceOutside() }
        guard let byte = current else {
            if let element = open.last {
                throw ConfigurationError(
                    "the element `\(shown(element.name))` is not closed", at: element.start)
            }
            guard hasRoot else { throw ConfigurationError("the file has no element", at: offset) }
            return nil
        }
        try charge(offset)
        guard byte == UInt8(ascii: "<") else { return try text() }
        switch file[offset + 1] {
        case UInt8(ascii: "/"): return try endTag()
        case UInt8(ascii: "?"): return try instruction()
        case UInt8(ascii: "!"):
            if file.has("<!--", at: offset) { return try comment() }
            if file.has("<![CDATA[", at: offset) { return try section() }
            if file.has("<!DOCTYPE", at: offset) {
                guard !hasRoot, !hasDoctype else {
                    throw ConfigurationError("a DOCTYPE stands once, before the root element", at: offset)
                }
                hasDoctype = true
                return try doctype()
            }
            throw ConfigurationError("`<!` begins a comment, a CDATA section or a DOCTYPE", at: offset)
        default: return try startTag()
        }
    }

    /// Counts a piece or an escape, because each takes more memory than its bytes.
    private mutating func charge(_ offset: Int) throws(ConfigurationError) {
        count += 1
        guard count <= ConfigurationLimits.nodes else {
            throw ConfigurationError("the file has more than \(ConfigurationLimits.nodes) pieces", at: offset)
        }
    }

    // MARK: Tags

    private mutating func startTag() throws(ConfigurationError) -> XMLToken {
        let start = offset
        offset += 1
        guard let name = name() else {
            throw ConfigurationError("`<` begins a tag; in a text it is written `&lt;`", at: start)
        }
        if open.isEmpty {
            guard !hasRoot else { throw ConfigurationError("a document has one root element", at: start) }
            hasRoot = true
        }
        guard open.count < ConfigurationLimits.depth else {
            throw ConfigurationError(
                "elements are nested deeper than \(ConfigurationLimits.depth) levels", at: start)
        }
        var attributes: [XMLAttribute] = []
        var names: Set<ExactName> = []
        while true {
            let hasSpace = skipSpace()
            switch current {
            case UInt8(ascii: ">"):
                offset += 1
                open.append(Element(start: start, name: name))
                return XMLToken(
                    content: .start(name: ExactName(file.text(name)), attributes: attributes), range: start..<offset)
            case UInt8(ascii: "/"):
                guard file[offset + 1] == UInt8(ascii: ">") else {
                    throw ConfigurationError("expected `/>`", at: offset)
                }
                offset += 2
                let exact = ExactName(file.text(name))
                pendingEnd = XMLToken(content: .end(name: exact), range: offset..<offset)
                return XMLToken(content: .start(name: exact, attributes: attributes), range: start..<offset)
            case nil: throw ConfigurationError("the tag is not closed", at: start)
            default:
                guard hasSpace else { throw ConfigurationError("expected a space, `/>` or `>`", at: offset) }
                let attribute = try attribute()
                guard names.insert(attribute.name).inserted else {
                    throw ConfigurationError(
                        "the attribute `\(shown(attribute.nameRange))` is there twice",
                        at: attribute.nameRange.lowerBound)
                }
                attributes.append(attribute)
            }
        }
    }

    private mutating func endTag() throws(ConfigurationError) -> XMLToken {
        let start = offset
        offset += 2
        guard let name = name() else { throw ConfigurationError("expected the name of an element", at: offset) }
        _ = skipSpace()
        guard current == UInt8(ascii: ">") else { throw ConfigurationError("expected `>`", at: offset) }
        offset += 1
        guard let element = open.popLast() else {
            throw ConfigurationError("no element `\(shown(name))` is open", at: start)
        }
        guard file.bytes[element.name].elementsEqual(file.bytes[name]) else {
            throw ConfigurationError(
                "this ends `\(shown(name))`, but the element that is open is `\(shown(element.name))`", at: start)
        }
        return XMLToken(content: .end(name: ExactName(file.text(name))), range: start..<offset)
    }

    private mutating func attribute() throws(ConfigurationError) -> XMLAttribute {
        guard let name = name() else { throw ConfigurationError("expected the name of an attribute", at: offset) }
        _ = skipSpace()
        guard current == UInt8(ascii: "=") else { throw ConfigurationError("expected `=`", at: offset) }
        offset += 1
        _ = skipSpace()
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw ConfigurationError("expected a value in quotes", at: offset)
        }
        let start = offset
        offset += 1
        var value = SourceText(at: offset)
        try run(into: &value, in: .attribute) { file, offset in file[offset] == quote }
        guard current == quote else { throw ConfigurationError("the value is not closed", at: start) }
        offset += 1
        return XMLAttribute(
            name: ExactName(file.text(name)), nameRange: name, value: value.text(.xmlAttribute(quote: quote)))
    }

    // MARK: Texts

    /// Where a text stands, which decides how its bytes are read.
    private enum Context {
        /// Between tags.
        case content
        /// In quotes: white space becomes spaces.
        case attribute
        /// In a CDATA section: there are no entities.
        case section
    }

    private mutating func text() throws(ConfigurationError) -> XMLToken {
        let start = offset
        guard !open.isEmpty else {
            throw ConfigurationError("text stands outside of the root element", at: start)
        }
        var text = SourceText(at: start)
        try run(into: &text, in: .content) { file, offset in file[offset] == UInt8(ascii: "<") }
        return XMLToken(content: .text(text.text(.xmlText)), range: start..<offset)
    }

    private mutating func section() throws(ConfigurationError) -> XMLToken {
        let start = offset
        guard !open.isEmpty else {
            throw ConfigurationError("a CDATA section stands outside of the root element", at: start)
        }
        offset += 9
        var text = SourceText(at: offset)
        try run(into: &text, in: .section) { file, offset in file.has("]]>", at: offset) }
        guard current != nil else { throw ConfigurationError("the CDATA section is not closed", at: start) }
        offset += 3
        return XMLToken(content: .text(text.text(.cdata)), range: start..<offset)
    }

    /// Reads a text up to where it ends, or to the end of the file.
    private mutating func run(
        into text: inout SourceText, in context: Context, until isEnd: (UTF8File, Int) -> Bool
    ) throws(ConfigurationError) {
        var verbatim = offset
        while let byte = current {
            switch byte {
            case 0x20, UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "%"), UInt8(ascii: "(")...UInt8(ascii: ";"),
                UInt8(ascii: "=")...UInt8(ascii: "\\"), UInt8(ascii: "^")...0xEE:
                // No context ends or changes with these.
                offset += 1
                continue
            default: if isEnd(file, offset) { return text.appendVerbatim(verbatim..<offset, of: file.bytes) }
            }
            let start = offset
            let code: UInt32
            switch byte {
            case UInt8(ascii: "&") where context != .section:
                text.appendVerbatim(verbatim..<start, of: file.bytes)
                code = try reference()
            case UInt8(ascii: "<") where context == .attribute:
                throw ConfigurationError("in a value `<` is written `&lt;`", at: start)
            case UInt8(ascii: "]") where context == .content && file.has("]]>", at: start):
                throw ConfigurationError("in a text `]]>` is written `]]&gt;`", at: start)
            case 0x0D:
                text.appendVerbatim(verbatim..<start, of: file.bytes)
                offset += file[start + 1] == 0x0A ? 2 : 1
                code = context == .attribute ? 0x20 : 0x0A
            case 0x09 where context == .attribute, 0x0A where context == .attribute:
                text.appendVerbatim(verbatim..<start, of: file.bytes)
                offset += 1
                code = 0x20
            default:
                offset += try allowedLength(at: start)
                continue
            }
            try charge(start)
            text.appendScalar(code, for: start..<offset)
            verbatim = offset
        }
        text.appendVerbatim(verbatim..<offset, of: file.bytes)
    }

    /// Reads `&lt;`, `&#60;` or `&#x3C;`.
    private mutating func reference() throws(ConfigurationError) -> UInt32 {
        let start = offset
        offset += 1
        guard current == UInt8(ascii: "#") else {
            guard let name = name(), current == UInt8(ascii: ";") else {
                throw ConfigurationError("`&` begins an entity; alone it is written `&amp;`", at: start)
            }
            offset += 1
            guard let code = XMLCharacters.entity(ExactName(file.text(name))) else {
                throw ConfigurationError(
                    "`&\(shown(name));` is not one of the five entities of XML; entities of a DOCTYPE are not read",
                    at: start)
            }
            return code
        }
        offset += 1
        let isHexadecimal = current == UInt8(ascii: "x")
        if isHexadecimal { offset += 1 }
        let digits = offset
        var code: UInt32 = 0
        while let byte = current, let digit = byte.hexadecimalValue, digit < 10 || isHexadecimal {
            // More is no code point, and the digits that follow do not change that.
            code = min(code * (isHexadecimal ? 16 : 10) + digit, 0x110000)
            offset += 1
        }
        guard offset > digits, current == UInt8(ascii: ";") else {
            throw ConfigurationError("expected the number of a character, as in `&#38;` or `&#x26;`", at: start)
        }
        offset += 1
        guard XMLCharacters.isAllowed(code) else {
            throw ConfigurationError("XML has no character of this number", at: start)
        }
        return code
    }

    /// The bytes of the character at an offset, if XML allows it.
    func allowedLength(at offset: Int) throws(ConfigurationError) -> Int {
        guard let character = file.codePoint(at: offset), XMLCharacters.isAllowed(character.code) else {
            throw ConfigurationError("XML does not allow this character", at: offset)
        }
        return character.length
    }

    // MARK: Names and space

    /// Reads a name; nil, and nothing is read, if there is none.
    mutating func name() -> Range<Int>? {
        let start = offset
        guard let first = file.codePoint(at: start), XMLCharacters.isNameStart(first.code) else { return nil }
        offset += first.length
        while let part = file.codePoint(at: offset), XMLCharacters.isNamePart(part.code) { offset += part.length }
        return start..<offset
    }

    /// A name for a message, cut if it is long.
    func shown(_ name: Range<Int>) -> String {
        let text = file.text(name).unicodeScalars
        return text.count > 40 ? String(String.UnicodeScalarView(text.prefix(40))) + "…" : String(text)
    }

    /// Skips white space; false if there is none.
    mutating func skipSpace() -> Bool {
        let start = offset
        while XMLCharacters.isSpace(current) { offset += 1 }
        return offset > start
    }

    private mutating func skipSpaceOutside() throws(ConfigurationError) {
        _ = skipSpace()
        if let byte = current, byte != UInt8(ascii: "<") {
            throw ConfigurationError(
                hasRoot ? "text stands behind the root element" : "expected `<`: this is no XML", at: offset)
        }
    }
}
