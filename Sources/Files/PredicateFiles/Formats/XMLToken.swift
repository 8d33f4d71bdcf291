import PredicateFormat

/// A piece of an XML document.
package struct XMLToken: Sendable {
    /// What a piece is.
    package enum Content: Sendable {
        /// The beginning of an element.
        case start(name: ExactName, attributes: [XMLAttribute])
        /// The end of an element. `<a/>` has one too, which stands at its last byte.
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

    /// No text yet, at the offset behind the start tag.
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

    /// The text. Its style is that of CDATA if nothing but white space stands outside of it.
    package var text: LocatedText { builder.text(hasSection && !hasText ? .cdata : .xmlText) }
}

/// Whether a text has nothing but the white space of XML.
func isBlankXML(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
}

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

    /// Whether a name may have a code point behind its first one.
    static func isNamePart(_ code: UInt32) -> Bool {
        switch code {
        // `-`, `.`, `0` to `9`
        case 0x2D, 0x2E, 0x30...0x39: true
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(code)
        }
    }

    /// The code point of an entity that needs no declaration.
    static func entity(_ name: ExactName) -> UInt32? { entities[name] }

    private static let entities: [ExactName: UInt32] = [
        ExactName("lt"): 0x3C, ExactName("gt"): 0x3E, ExactName("amp"): 0x26, ExactName("quot"): 0x22,
        ExactName("apos"): 0x27,
    ]
}
