import PredicateCore

/// Reads XML 1.0 piece by piece, with the location of each byte of text and attribute values.
///
/// It checks what makes a document well-formed: one root element, tags that match, attributes that are there once, allowed characters.
/// It reads no DTD: the internal subset of a DOCTYPE is skipped, and the use of an entity that the file declares is an
/// error. So no document grows while it is read, and none refers to another. Prefixes of names are a part of the name.
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
                    throw ConfigurationError("only one DOCTYPE is allowed, before the root element", at: offset)
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
            throw ConfigurationError("`<` begins a tag; as text it is written `&lt;`", at: start)
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
                        "the attribute `\(shown(attribute.nameRange))` occurs twice",
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
        try equalSign()
        let quote = try openingQuote()
        let start = offset - 1
        var value = SourceText(at: offset)
        try run(into: &value, in: .attribute) { file, offset in file[offset] == quote }
        guard current == quote else { throw ConfigurationError("the value is not closed", at: start) }
        offset += 1
        return XMLAttribute(
            name: ExactName(file.text(name)), nameRange: name, value: value.text(.xmlAttribute(quote: quote)))
    }

    // MARK: Text

    /// The position of a piece of text, which decides how its bytes are read.
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
            throw ConfigurationError("there is text outside of the root element", at: start)
        }
        var text = SourceText(at: start)
        try run(into: &text, in: .content) { file, offset in file[offset] == UInt8(ascii: "<") }
        return XMLToken(content: .text(text.text(.xmlText)), range: start..<offset)
    }

    private mutating func section() throws(ConfigurationError) -> XMLToken {
        let start = offset
        guard !open.isEmpty else {
            throw ConfigurationError("a CDATA section is outside of the root element", at: start)
        }
        offset += 9
        var text = SourceText(at: offset)
        try run(into: &text, in: .section) { file, offset in file.has("]]>", at: offset) }
        guard current != nil else { throw ConfigurationError("the CDATA section is not closed", at: start) }
        offset += 3
        return XMLToken(content: .text(text.text(.cdata)), range: start..<offset)
    }

    /// Reads text up to where it ends, or to the end of the file.
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
                throw ConfigurationError("as text `]]>` is written `]]&gt;`", at: start)
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
            guard let code = XMLCharacters.entities[ExactName(file.text(name))] else {
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
            // A greater number is not a code point, and the digits that follow do not change that.
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
                hasRoot ? "there is text after the root element" : "expected `<`: this is not XML", at: offset)
        }
    }
}

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
        try equalSign()
        return try quoted()
    }

    private mutating func equalSign() throws(ConfigurationError) {
        _ = skipSpace()
        guard current == UInt8(ascii: "=") else { throw ConfigurationError("expected `=`", at: offset) }
        offset += 1
        _ = skipSpace()
    }

    private mutating func openingQuote() throws(ConfigurationError) -> UInt8 {
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw ConfigurationError("expected a value in quotes", at: offset)
        }
        offset += 1
        return quote
    }

    /// Reads a string in quotes, and gives what is between them.
    private mutating func quoted() throws(ConfigurationError) -> Range<Int> {
        let quote = try openingQuote()
        let start = offset - 1
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
                let text = file.text(start + 4..<offset)
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
            throw ConfigurationError("an XML declaration must be at the very beginning of a file", at: start)
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

/// A piece of an XML document.
package struct XMLToken: Sendable {
    /// What a piece is.
    package enum Content: Sendable {
        /// The beginning of an element.
        case start(name: ExactName, attributes: [XMLAttribute])
        /// The end of an element. That of `<a/>` is at its last byte.
        case end(name: ExactName)
        /// Text between tags, or a CDATA section. The text of an element may be several of both.
        case text(LocatedText)
        /// A comment, without its signs and the white space around it.
        case comment(String)
        /// A DOCTYPE, with the name of the root element.
        case doctype(name: ExactName)
        /// A processing instruction, with its name.
        case instruction(name: ExactName)
    }

    package let content: Content
    /// The piece in the file, with its signs.
    package let range: Range<Int>

    /// The attribute with a name.
    package func attribute(_ name: String) -> LocatedText? {
        guard case .start(_, let attributes) = content else { return nil }
        return attributes.first { sameCodePoints($0.name.text, name) }?.value
    }
}

/// An attribute of an element.
package struct XMLAttribute: Sendable {
    /// The name as it is written, with its prefix.
    package let name: ExactName
    /// The name in the file.
    package let nameRange: Range<Int>
    /// The value, without quotes and entities.
    package let value: LocatedText
}

/// The text of an element, from all its pieces.
package struct XMLElementText: Sendable {
    private var builder: SourceText
    private var hasText = false
    private var hasSection = false

    /// No text yet, at the offset after the start tag.
    package init(at start: Int) { builder = SourceText(at: start) }

    /// Adds a piece.
    package mutating func append(_ piece: LocatedText) {
        builder.append(piece)
        if case .cdata = piece.style {
            hasSection = true
        } else if !isBlankXML(piece.text) {
            hasText = true
        }
    }

    /// The text. Its style is that of CDATA if nothing but white space is outside of it.
    package var text: LocatedText { builder.text(hasSection && !hasText ? .cdata : .xmlText) }
}

/// Whether a piece of text has nothing but the white space of XML.
func isBlankXML(_ text: String) -> Bool { text.utf8.allSatisfy { XMLCharacters.isSpace($0) } }

/// The characters of XML 1.0 (sections 2.2 and 2.3).
enum XMLCharacters {
    /// Whether a document may have a code point, written as it is or by its number.
    static func isAllowed(_ code: UInt32) -> Bool {
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Whether a byte is white space.
    static func isSpace(_ byte: UInt8?) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: true
        default: false
        }
    }

    /// Whether a name may begin with a code point.
    static func isNameStart(_ code: UInt32) -> Bool {
        switch code {
        // `:`, `A` to `Z`, `_`, `a` to `z`
        case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
            0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// Whether a name may have a code point after its first one.
    static func isNamePart(_ code: UInt32) -> Bool {
        switch code {
        // `-`, `.`, `0` to `9`
        case 0x2D, 0x2E, 0x30...0x39: true
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(code)
        }
    }

    /// The code points of the entities that need no declaration.
    static let entities: [ExactName: UInt32] = [
        ExactName("lt"): 0x3C, ExactName("gt"): 0x3E, ExactName("amp"): 0x26, ExactName("quot"): 0x22,
        ExactName("apos"): 0x27,
    ]
}
