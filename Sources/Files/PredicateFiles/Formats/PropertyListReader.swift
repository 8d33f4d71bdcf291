import PredicateCore

/// Reads property lists: XML ones with the location of each value, and binary ones, which have no locations.
package enum PropertyListReader {
    /// How a property list is written.
    package enum Kind: Hashable, Sendable {
        case xml
        case binary
        /// The old form, `{ key = value; }`, and files of strings, `"key" = "value";`. It cannot be read.
        case ascii
    }

    /// The form of a property list by the beginning of the file; nil if the file is none.
    ///
    /// A file of XML is one if its DOCTYPE or its root element says `plist`, whatever is wrong after them.
    package static func kind(of file: [UInt8]) -> Kind? {
        if BinaryPropertyList.isOne(file) { return .binary }
        guard let source = try? UTF8File(file) else { return nil }
        if isXML(source) { return .xml }
        return ASCIIPropertyList.isOne(source) ? .ascii : nil
    }

    /// The value of a property list.
    ///
    /// Numbers, dates and data are not judged: their strings are what the file says.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
        if BinaryPropertyList.isOne(file) { return try BinaryPropertyList.read(file) }
        let source = try UTF8File(file)
        if ASCIIPropertyList.isOne(source) {
            throw ConfigurationError(
                "this is a property list in the old ASCII form, which cannot be read; "
                    + "`plutil -convert xml1` makes one in XML",
                at: source.start)
        }
        var reader = XMLPropertyListReader(try XMLTokenizer(source))
        return try reader.document()
    }

    private static func isXML(_ file: UTF8File) -> Bool {
        guard var tokenizer = try? XMLTokenizer(file) else { return false }
        while let token = try? tokenizer.next() {
            switch token.content {
            case .doctype(let name), .start(let name, _): return name == PropertyListElement.root
            default: break
            }
        }
        return false
    }
}

/// The elements of property lists.
private enum PropertyListElement {
    case dict, array, key, string
    /// `integer`, `real`, `date`, `data`: the text is not judged.
    case other
    /// `true` and `false`, which have no text.
    case word(String)

    static let root = ExactName("plist")

    static let named: [ExactName: PropertyListElement] = [
        ExactName("dict"): .dict, ExactName("array"): .array, ExactName("key"): .key, ExactName("string"): .string,
        ExactName("integer"): .other, ExactName("real"): .other, ExactName("date"): .other, ExactName("data"): .other,
        ExactName("true"): .word("true"), ExactName("false"): .word("false"),
    ]
}

/// Makes values from the elements of a property list.
private struct XMLPropertyListReader {
    /// An element that has text and no elements.
    private struct Leaf {
        let name: ExactName
        let element: PropertyListElement
        let start: Int
        var text: XMLElementText
    }

    private var tokenizer: XMLTokenizer
    private var builder = ConfigurationNodeBuilder()
    private var leaf: Leaf?
    /// Whether the element `plist` was read.
    private var isInside = false

    init(_ tokenizer: XMLTokenizer) { self.tokenizer = tokenizer }

    mutating func document() throws(ConfigurationError) -> ConfigurationNode {
        while let token = try tokenizer.next() {
            switch token.content {
            case .start(let name, _): try start(name, token.range)
            case .end: try end(token.range)
            case .text(let text): try add(text, token.range)
            case .comment, .doctype, .instruction: break
            }
        }
        guard let root = builder.finish() else { throw ConfigurationError("the property list is empty", at: 0) }
        return root
    }

    private mutating func start(_ name: ExactName, _ range: Range<Int>) throws(ConfigurationError) {
        let start = range.lowerBound
        if !isInside {
            guard name == PropertyListElement.root else {
                throw ConfigurationError("expected the element `plist`", at: start)
            }
            isInside = true
            return
        }
        if let leaf { throw ConfigurationError("`\(leaf.name.text)` has text only", at: start) }
        guard let element = PropertyListElement.named[name] else {
            throw ConfigurationError("property lists have no such element", at: start)
        }
        if builder.depth == 0, builder.root != nil {
            throw ConfigurationError("a property list has one value", at: start)
        }
        if case .key = element {
            guard builder.isInMapping else { throw ConfigurationError("a key is outside of a `dict`", at: start) }
            guard builder.key == nil else { throw ConfigurationError("expected the value of the key", at: start) }
        } else if builder.isInMapping, builder.key == nil {
            throw ConfigurationError("a value in a `dict` needs a key", at: start)
        }
        switch element {
        case .dict: try builder.open(isMapping: true, at: start)
        case .array: try builder.open(isMapping: false, at: start)
        default: leaf = Leaf(name: name, element: element, start: start, text: XMLElementText(at: range.upperBound))
        }
    }

    private mutating func end(_ range: Range<Int>) throws(ConfigurationError) {
        guard let leaf else {
            guard builder.depth > 0 else { return }
            if builder.key != nil { throw ConfigurationError("the last key has no value", at: range.lowerBound) }
            builder.close(at: range.upperBound)
            return
        }
        self.leaf = nil
        let text = leaf.text.text
        let place = leaf.start..<range.upperBound
        switch leaf.element {
        case .key: builder.key(text)
        case .string: try builder.value(.text(text), place)
        case .word(let word):
            guard isBlankXML(text.text) else {
                throw ConfigurationError("`\(word)` is empty", at: text.fileRange.lowerBound)
            }
            try builder.value(.other(word), place)
        case .other, .dict, .array:
            try builder.value(.other(trimmed(text.text)), place)
        }
    }

    private mutating func add(_ text: LocatedText, _ range: Range<Int>) throws(ConfigurationError) {
        if leaf != nil {
            leaf?.text.append(text)
        } else if !isBlankXML(text.text) {
            let blank = text.text.utf8.prefix { $0 <= 0x20 }.count
            throw ConfigurationError("there is text outside of a value", at: text.map.location(of: blank))
        }
    }

    private func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}

/// Recognises the old form of property lists.
private enum ASCIIPropertyList {
    /// Whether a file begins as such a property list.
    ///
    /// `{}` alone is JSON too, `a = 1` without a semicolon is TOML, and `(a == 1)` is a predicate: they are none.
    static func isOne(_ file: UTF8File) -> Bool {
        let start = skipSpace(file, file.start)
        switch file[start] {
        case UInt8(ascii: "("):
            let first = skipSpace(file, start + 1)
            if file[first] == UInt8(ascii: "{") { return true }
            guard let end = word(file, first) else { return false }
            let sign = file[skipSpace(file, end)]
            return sign == UInt8(ascii: ",") || sign == UInt8(ascii: ")")
        case UInt8(ascii: "{"): return valueStart(file, skipSpace(file, start + 1)) != nil
        default:
            guard let value = valueStart(file, start), let end = word(file, value) else { return false }
            return file[skipSpace(file, end)] == UInt8(ascii: ";")
        }
    }

    /// Where the value of a key begins; nil if there is no key with an equals sign.
    private static func valueStart(_ file: UTF8File, _ key: Int) -> Int? {
        guard let end = word(file, key) else { return nil }
        let sign = skipSpace(file, end)
        return file[sign] == UInt8(ascii: "=") ? skipSpace(file, sign + 1) : nil
    }

    /// Skips white space and comments.
    private static func skipSpace(_ file: UTF8File, _ start: Int) -> Int {
        var offset = start
        while let byte = file[offset] {
            if byte <= 0x20 {
                offset += 1
            } else if file.has("//", at: offset) {
                while let byte = file[offset], byte != 0x0A, byte != 0x0D { offset += 1 }
            } else if file.has("/*", at: offset) {
                offset += 2
                while file[offset] != nil, !file.has("*/", at: offset) { offset += 1 }
                offset += 2
            } else {
                return offset
            }
        }
        return offset
    }

    /// The end of a word or a string in double quotes.
    private static func word(_ file: UTF8File, _ start: Int) -> Int? {
        var offset = start
        if file[offset] == UInt8(ascii: "\"") {
            offset += 1
            while let byte = file[offset], byte != UInt8(ascii: "\"") {
                offset += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            return offset + 1
        }
        while let byte = file[offset] {
            switch byte | 0x20 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): offset += 1
            default:
                guard byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") else {
                    return offset > start ? offset : nil
                }
                offset += 1
            }
        }
        return offset > start ? offset : nil
    }
}
