import PredicateFormat

/// Reads TOML 1.0.
///
/// The scanner is ours: no library for TOML says where a value is. Tests hold it to TOMLKit.
package enum TOMLReader {
    /// The file as one mapping, the only element.
    ///
    /// Tables are mappings, whichever way they are written. Keys are in the order of the file.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> [ConfigurationNode] {
        var scanner = TOMLScanner(try UTF8File(file).bytes)
        return [try scanner.document()]
    }
}

/// Reads the lines of a TOML file.
struct TOMLScanner {
    let file: [UInt8]
    /// The offset of what is read next.
    var offset: Int
    private var tree = TOMLTree()
    private var values = 0

    init(_ file: [UInt8]) {
        self.file = file
        offset = file.byteOrderMarkCount
    }

    /// Reads the whole file.
    fileprivate mutating func document() throws(ConfigurationError) -> ConfigurationNode {
        var table = TOMLTree.root
        while true {
            try skipLines()
            guard let byte = file[safely: offset] else { break }
            if byte == UInt8(ascii: "[") {
                table = try header()
            } else {
                try keyAndValue(in: table, depth: tree.depth(of: table))
            }
            try endLine()
        }
        return tree.node(TOMLTree.root, range: 0..<file.count)
    }

    // MARK: Lines

    /// `[a.b]` or `[[a.b]]`. Gives the table that the following lines fill.
    private mutating func header() throws(ConfigurationError) -> Int {
        let start = offset
        let isElement = file[safely: offset + 1] == UInt8(ascii: "[")
        offset += isElement ? 2 : 1
        let path = try keyPath()
        for _ in 0..<(isElement ? 2 : 1) {
            guard file[safely: offset] == UInt8(ascii: "]") else { throw expected(isElement ? "`]]`" : "`]`") }
            offset += 1
        }
        return try tree.open(path, isElement: isElement, range: start..<offset)
    }

    /// `a.b = value`, in a table.
    private mutating func keyAndValue(in table: Int, depth: Int) throws(ConfigurationError) {
        let path = try keyPath()
        guard file[safely: offset] == UInt8(ascii: "=") else { throw expected("`=`") }
        offset = file.skippingBlanks(from: offset + 1)
        let place = try tree.place(path, in: table)
        let value = try value(depth: depth + path.count)
        try tree.put(value, at: place)
    }

    /// The end of a line after a value or a header.
    private mutating func endLine() throws(ConfigurationError) {
        offset = file.skippingBlanks(from: offset)
        try skipComment()
        guard offset < file.count else { return }
        guard try skipLineBreak() else { throw expected("the end of the line") }
    }

    /// Skips blanks, line breaks and comments.
    private mutating func skipLines() throws(ConfigurationError) {
        repeat {
            offset = file.skippingBlanks(from: offset)
            try skipComment()
        } while try skipLineBreak()
    }

    private mutating func skipComment() throws(ConfigurationError) {
        guard file[safely: offset] == .numberSign else { return }
        while let byte = file[safely: offset], byte != .lineFeed {
            if byte == .carriageReturn, file[safely: offset + 1] == .lineFeed { return }
            guard !Self.isControl(byte) else { throw error("a control character in a comment") }
            offset += 1
        }
    }

    /// Skips LF or CRLF; false if neither is there.
    mutating func skipLineBreak() throws(ConfigurationError) -> Bool {
        switch file[safely: offset] {
        case .lineFeed: offset += 1
        case .carriageReturn:
            guard file[safely: offset + 1] == .lineFeed else { throw error("a carriage return without a line feed") }
            offset += 2
        default: return false
        }
        return true
    }

    // MARK: Keys

    /// `a.'b'."c"`, and the blanks after it.
    private mutating func keyPath() throws(ConfigurationError) -> [LocatedText] {
        var path: [LocatedText] = []
        while true {
            offset = file.skippingBlanks(from: offset)
            path.append(try key())
            guard path.count < ConfigurationLimits.depth else { throw .tooDeep(at: offset) }
            offset = file.skippingBlanks(from: offset)
            guard file[safely: offset] == UInt8(ascii: ".") else { return path }
            offset += 1
        }
    }

    private mutating func key() throws(ConfigurationError) -> LocatedText {
        let start = offset
        switch file[safely: offset] {
        case .quote, .apostrophe: return try string(allowsLines: false)
        default:
            while let byte = file[safely: offset], Self.isBareKey(byte) { offset += 1 }
            guard offset > start else { throw expected("a key") }
            return LocatedText(
                String(decoding: file[start..<offset], as: UTF8.self), TextMap(verbatim: offset - start, at: start),
                .verbatim)
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(ConfigurationError) -> ConfigurationNode {
        guard depth <= ConfigurationLimits.depth else { throw .tooDeep(at: offset) }
        values += 1
        guard values <= ConfigurationLimits.nodes else { throw .tooManyValues(at: offset) }
        let start = offset
        let content: ConfigurationNode.Content
        switch file[safely: offset] {
        case .quote, .apostrophe: content = .text(try string(allowsLines: true))
        case UInt8(ascii: "["): content = try array(depth: depth)
        case UInt8(ascii: "{"): content = try inlineTable(depth: depth)
        default: content = .other(try other())
        }
        return ConfigurationNode(content, start..<offset)
    }

    private mutating func array(depth: Int) throws(ConfigurationError) -> ConfigurationNode.Content {
        var items: [ConfigurationNode] = []
        offset += 1
        while true {
            try skipLines()
            if file[safely: offset] == UInt8(ascii: "]") { break }
            items.append(try value(depth: depth + 1))
            try skipLines()
            if file[safely: offset] == UInt8(ascii: "]") { break }
            guard file[safely: offset] == UInt8(ascii: ",") else { throw expected("`,` or `]`") }
            offset += 1
        }
        offset += 1
        return .sequence(items)
    }

    private mutating func inlineTable(depth: Int) throws(ConfigurationError) -> ConfigurationNode.Content {
        let start = offset
        let table = try tree.openInline(depth: depth, at: start)
        offset = file.skippingBlanks(from: offset + 1)
        if file[safely: offset] != UInt8(ascii: "}") {
            while true {
                offset = file.skippingBlanks(from: offset)
                try keyAndValue(in: table, depth: depth)
                offset = file.skippingBlanks(from: offset)
                if file[safely: offset] == UInt8(ascii: "}") { break }
                guard file[safely: offset] == UInt8(ascii: ",") else { throw expected("`,` or `}`") }
                offset += 1
            }
        }
        offset += 1
        return tree.node(table, range: start..<offset).content
    }

    /// A number, a boolean or a date, as the file writes it.
    private mutating func other() throws(ConfigurationError) -> String {
        let start = offset
        while let byte = file[safely: offset], Self.isValueSign(byte) { offset += 1 }
        // A date and a time may have one space between them.
        if offset - start == 10, file[safely: offset] == 0x20, file[safely: start + 4] == UInt8(ascii: "-"),
            let digit = file[safely: offset + 1], digit.isDigit
        {
            offset += 1
            while let byte = file[safely: offset], Self.isValueSign(byte) { offset += 1 }
        }
        let bytes = file[start..<offset]
        guard !bytes.isEmpty else { throw expected("a value") }
        guard TOMLValue.isValid(bytes) else {
            offset = start
            throw error("`\(String(decoding: bytes, as: UTF8.self).inMessage)` is not a value; a string needs quotes")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Errors

    func error(_ message: String) -> ConfigurationError { ConfigurationError("invalid TOML: " + message, at: offset) }

    private func expected(_ what: String) -> ConfigurationError {
        guard offset < file.count else { return error("expected \(what), found the end of the file") }
        return error("expected \(what)")
    }

    // MARK: Bytes

    /// Whether a byte is a control character that TOML allows nowhere.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    private static func isBareKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isValueSign(_ byte: UInt8) -> Bool {
        isBareKey(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
}

/// The four kinds of strings of TOML.
extension TOMLScanner {
    /// The string whose quote is at the offset. Leaves the offset after it.
    ///
    /// - Parameter allowsLines: Whether three quotes begin a string of several lines. They do not in keys.
    mutating func string(allowsLines: Bool) throws(ConfigurationError) -> LocatedText {
        let quote = file[safely: offset] ?? .quote
        let isMultiline =
            allowsLines && file[safely: offset + 1] == quote && file[safely: offset + 2] == quote
        let isBasic = quote == .quote
        offset += isMultiline ? 3 : 1
        // A line break right after the quotes is not part of the string.
        if isMultiline { _ = try skipLineBreak() }

        var builder = SourceText(at: offset)
        var runStart = offset
        while true {
            guard let byte = file[safely: offset] else { throw error("a string without its closing quote") }
            if byte == quote {
                if !isMultiline { break }
                if let end = closingQuotes(quote) {
                    offset = end
                    break
                }
                offset += 1
            } else if isBasic, byte == .backslash {
                builder.appendVerbatim(runStart..<offset, of: file)
                try escape(isMultiline: isMultiline, &builder)
                runStart = offset
            } else if byte.isLineBreak {
                guard isMultiline else {
                    throw error("a line break in a string; three quotes begin one of several lines")
                }
                let start = offset
                _ = try skipLineBreak()
                if byte == .carriageReturn {
                    builder.appendVerbatim(runStart..<start, of: file)
                    builder.appendUnit("\n", for: start..<offset)
                    runStart = offset
                }
            } else {
                guard !Self.isControl(byte) else { throw error("a control character in a string") }
                offset += 1
            }
        }
        builder.appendVerbatim(runStart..<offset, of: file)
        offset += isMultiline ? 3 : 1
        let style: TextStyle =
            isBasic
            ? (isMultiline ? .tomlMultilineBasic : .tomlBasic) : (isMultiline ? .tomlMultilineLiteral : .tomlLiteral)
        return builder.text(style)
    }

    /// Where the closing quotes of a string of several lines begin; nil if the quotes at the offset belong to the text.
    ///
    /// One or two quotes may come directly before the three that close: `""""a""""`.
    private func closingQuotes(_ quote: UInt8) -> Int? {
        var count = 0
        while count < 5, file[safely: offset + count] == quote { count += 1 }
        return count >= 3 ? offset + count - 3 : nil
    }

    /// The escape whose backslash is at the offset.
    private mutating func escape(isMultiline: Bool, _ builder: inout SourceText) throws(ConfigurationError) {
        let start = offset
        guard let sign = file[safely: offset + 1] else { throw error("a string without its closing quote") }
        let digits: Int
        switch sign {
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 8
        default:
            if let meaning = Self.escapes[sign] {
                offset += 2
                builder.appendUnit(meaning, for: start..<offset)
                return
            }
            try escapedLineBreak(isMultiline: isMultiline)
            return
        }
        guard let value = file.hexadecimal(digits, at: offset + 2), let meaning = Unicode.Scalar(value) else {
            throw error("an escape that is not a character")
        }
        offset += 2 + digits
        builder.appendUnit(meaning, for: start..<offset)
    }

    /// A backslash at the end of a line: all blanks and line breaks up to the next sign are no part of the text.
    private mutating func escapedLineBreak(isMultiline: Bool) throws(ConfigurationError) {
        let start = offset
        offset = file.skippingBlanks(from: offset + 1)
        guard isMultiline, try skipLineBreak() else {
            offset = start
            throw error("an unknown escape; a backslash is written as two")
        }
        repeat { offset = file.skippingBlanks(from: offset) } while try skipLineBreak()
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "f"): "\u{C}",
        UInt8(ascii: "r"): "\r", .quote: "\"", .backslash: "\\",
    ]
}

/// What TOML allows as a value without quotes: numbers, booleans, dates.
enum TOMLValue {
    /// Whether these bytes are a value.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.wholeMatch(of: plain) != nil { return true }
        guard let (_, year, month, day) = text.wholeMatch(of: date)?.output else { return false }
        guard let year = Int(year), let month = Int(month), let day = Int(day) else { return false }
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return days.indices.contains(month - 1) && (1...days[month - 1]).contains(day)
    }

    /// A boolean, a number or a time: `0xDEAD_BEEF`, `1_000`, `+1.5e3`, `-inf`, `07:32:00.5`. No part of it is tried
    /// again, so a long number takes no memory.
    nonisolated(unsafe) private static let plain =
        #/
        true|false|0x[0-9a-fA-F]++(?:_[0-9a-fA-F]++)*+|0o[0-7]++(?:_[0-7]++)*+|0b[01]++(?:_[01]++)*+|[-+]?(?:inf|nan)
        | [-+]?(?:0|[1-9][0-9]*+(?:_[0-9]++)*+)(?:\.[0-9]++(?:_[0-9]++)*+)?+(?:[eE][-+]?[0-9]++(?:_[0-9]++)*+)?+
        | (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]++)?+
        /#

    /// `1979-05-27`, perhaps with `T` or a space, a time, and a zone.
    nonisolated(unsafe) private static let date =
        #/
        ([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt\ ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]++)?+
        (?:[Zz]|[-+](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?
        /#
}
