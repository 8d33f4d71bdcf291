import PredicateCore

/// The text of a list in a query: `-population, name[cd]`, `total = sum(population)`.
///
/// It reads only what is not part of the language: the commas between the items, and the text before and after an
/// expression. The parser reads the expressions.
struct QueryText {
    /// A piece of the text with its position.
    struct Piece: Hashable {
        var text: String
        /// Its start in the whole text, in bytes.
        var start: Int

        var range: SourceRange { SourceRange(start, start + text.utf8.count) }
    }

    /// The whole text.
    let source: String
    let bytes: [UInt8]
    /// How names may be written; nil where items have only names before `=`.
    let names: NameForms?
    /// The range of the items, inside the braces of an object.
    private(set) var list: Range<Int>

    /// - Parameter names: also reads names as other languages write them. The checker reports each as a mistake.
    init(_ source: String, names: NameForms? = nil) {
        self.source = source
        self.names = names
        bytes = Array(source.utf8)
        list = 0..<bytes.count
        if names != nil, let inner = objectItems { list = inner }
    }

    /// A range of the text without surrounding blanks.
    func piece(_ range: Range<Int>) -> Piece {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, Self.isBlank(bytes[lower]) { lower += 1 }
        while upper > lower, Self.isBlank(bytes[upper - 1]) { upper -= 1 }
        return Piece(text: String(decoding: bytes[lower..<upper], as: UTF8.self), start: lower)
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Calls a function with each position of a range outside of brackets and quotes. The range begins outside.
    func forEachOpenLocation(in range: Range<Int>, _ body: (Int) -> Void) {
        var depth = 0
        var quote: UInt8?
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if let open = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
                default: if depth == 0 { body(index) }
                }
            }
            index += 1
        }
    }

    /// The items between the commas outside of brackets and quotes; empty items stay, for the message.
    var items: [Piece] {
        items(in: list)
    }

    func items(in range: Range<Int>) -> [Piece] {
        var items: [Piece] = []
        var start = range.lowerBound
        forEachOpenLocation(in: range) { index in
            guard bytes[index] == UInt8(ascii: ",") else { return }
            items.append(piece(start..<index))
            start = index + 1
        }
        items.append(piece(start..<range.upperBound))
        return items
    }

    /// The text before and after a word outside of brackets and quotes; nil if the word is not there.
    func split(atWord word: String) -> (before: Piece, behind: Piece)? {
        let wanted = Array(word.utf8)
        var found: Int?
        forEachOpenLocation(in: 0..<bytes.count) { index in
            let end = index + wanted.count
            guard found == nil, end <= bytes.count, index == 0 || Self.isBlank(bytes[index - 1]),
                end == bytes.count || Self.isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "("),
                zip(bytes[index..<end], wanted).allSatisfy({ $0 | 0x20 == $1 })
            else { return }
            found = index
        }
        return found.map { (piece(0..<$0), piece($0 + wanted.count..<bytes.count)) }
    }

    // MARK: Names

    /// An item with a name before it, such as `density = population / area`; the name is nil if there is none.
    func named(_ item: Piece) -> (name: Piece?, body: Piece) {
        if let found = foreignName(of: item) { return (found.name, found.body) }
        let end = item.range.upperBound
        guard let nameEnd = self.end(ofNameAt: item.start, before: end) else { return (nil, item) }
        var index = nameEnd
        while index < end, Self.isBlank(bytes[index]) { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: "="),
            index + 1 == end || bytes[index + 1] != UInt8(ascii: "=")
        else { return (nil, item) }
        return (piece(item.start..<nameEnd), piece(index + 1..<end))
    }

    /// The end of a name or a string in quotes; nil if there is none.
    func end(ofNameAt start: Int, before end: Int) -> Int? {
        var index = start
        if index < end, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
            let quote = bytes[index]
            index += 1
            while index < end, bytes[index] != quote { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
            index += 1
        } else {
            while index < end, Self.isNameByte(bytes[index]) { index += 1 }
        }
        return index > start && index <= end ? index : nil
    }

    /// Letters, digits, `_` and `-`, and non-ASCII bytes.
    static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The name that a piece spells: the piece itself, or the contents of its quotes.
    static func name(_ piece: Piece) -> String {
        guard let quote = piece.text.utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return piece.text
        }
        var lexer = Lexer(piece.text, library: .standard)
        lexer.fill(to: 1)
        return lexer.tokens.first.map { lexer.text(of: $0) } ?? piece.text
    }

    /// The errors in the quotes of a name, such as an escape that is none.
    static func nameErrors(_ piece: Piece) -> [PredicateDiagnostic] {
        guard let quote = piece.text.utf8.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return []
        }
        var lexer = Lexer(piece.text, library: .standard)
        lexer.fill(to: 1)
        return lexer.diagnostics.map { $0.moved(by: piece.start) }
    }

    // MARK: Calls

    /// An aggregate function with its argument, as in `sum(population)`; nil if the text has another form.
    ///
    /// - Returns: the name, and the text between the parentheses, nil without parentheses.
    func call(_ body: Piece) -> (name: Piece, argument: Piece?)? {
        let end = body.range.upperBound
        let (name, index) = word(at: body)
        guard !name.text.isEmpty else { return nil }
        if index == end { return (name, nil) }
        guard bytes[index] == UInt8(ascii: "("), bytes[end - 1] == UInt8(ascii: ")"), end - 1 > index else {
            return nil
        }
        return (name, piece(index + 1..<end - 1))
    }

    /// The word at the start of a string, and the offset after it and the blanks that follow.
    private func word(at body: Piece) -> (name: Piece, end: Int) {
        let end = body.range.upperBound
        var index = body.start
        while index < end, Self.isNameByte(bytes[index]), bytes[index] != UInt8(ascii: "-") { index += 1 }
        let name = piece(body.start..<index)
        while index < end, Self.isBlank(bytes[index]) { index += 1 }
        return (name, index)
    }

    /// The start of the argument of an aggregate function without a closing parenthesis; nil if there is none.
    func openCall(_ body: Piece) -> Int? {
        let end = body.range.upperBound
        let (name, index) = word(at: body)
        guard QueryFunction(name: name.text) != nil, index < end, bytes[index] == UInt8(ascii: "("),
            bytes[end - 1] != UInt8(ascii: ")")
        else { return nil }
        return index + 1
    }

    // MARK: Order

    /// The parts of a sort key around its expression.
    struct SortItem {
        var expression: Piece
        var isDescending = false
        var isNilFirst: Bool?
        var options: StringOptions = []
        /// The range of the options, with their brackets.
        var optionsRange: SourceRange?
        /// Letters in the brackets that are not options.
        var unknownOptions: Piece?
        /// A word after a colon that does not place nil.
        var unknownSuffix: Piece?
        /// `desc` or `asc` after the expression, as in SQL.
        var direction: Piece?
    }

    func sortItem(_ item: Piece) -> SortItem {
        var (lower, upper) = (item.start, item.start + item.text.utf8.count)
        var result = SortItem(expression: item)
        if lower < upper, bytes[lower] == UInt8(ascii: "-") || bytes[lower] == UInt8(ascii: "+") {
            result.isDescending = bytes[lower] == UInt8(ascii: "-")
            lower += 1
        }
        if let found = nilPlacement(lower..<upper) {
            result.isNilFirst = found.isFirst
            if let word = found.unknown, Self.directions.contains(word.text.lowercased()) {
                result.direction = word
            } else {
                result.unknownSuffix = found.unknown
            }
            upper = found.start
        }
        upper = end(lower..<upper)
        if let found = direction(lower..<upper) {
            result.direction = found
            upper = end(lower..<found.start)
        }
        if upper > lower, bytes[upper - 1] == UInt8(ascii: "]"),
            let open = bytes[lower..<upper].lastIndex(of: UInt8(ascii: "[")), open > lower
        {
            let letters = piece(open + 1..<upper - 1)
            if let options = Self.options(letters.text) {
                result.options = options
                result.optionsRange = SourceRange(open, upper)
                upper = open
            } else if Self.looksLikeOptions(letters.text) {
                result.unknownOptions = letters
                upper = open
            }
        }
        result.expression = piece(lower..<upper)
        return result
    }

    /// An expression as a sort key: in parentheses if a part of it would be read as a sign, options or a direction.
    static func sortKey(_ expression: String) -> String {
        let text = QueryText(expression)
        let whole = text.piece(0..<text.bytes.count)
        let item = text.sortItem(whole)
        return sameCodePoints(item.expression.text, whole.text) && text.items.count == 1
            ? expression : "(\(expression))"
    }

    /// The end of a range without the blanks before it.
    private func end(_ range: Range<Int>) -> Int {
        var upper = range.upperBound
        while upper > range.lowerBound, Self.isBlank(bytes[upper - 1]) { upper -= 1 }
        return upper
    }

    /// `:nil-first`, ` nil first` and similar endings.
    private func nilPlacement(_ range: Range<Int>) -> (isFirst: Bool?, unknown: Piece?, start: Int)? {
        let text = String(decoding: bytes[range], as: UTF8.self).lowercased()
        for (suffix, isFirst) in [
            (" nil first", true), (" nil last", false), (" nulls first", true), (" nulls last", false),
        ]
        where text.hasSuffix(suffix) && text.utf8.count == range.count {
            return (isFirst, nil, range.upperBound - suffix.utf8.count)
        }
        // A colon of the language is in brackets or before `=`.
        guard let colon = bytes[range].lastIndex(of: UInt8(ascii: ":")), colon > range.lowerBound else { return nil }
        let behind = piece(colon + 1..<range.upperBound)
        guard behind.text.utf8.allSatisfy({ Self.isNameByte($0) }) else { return nil }
        switch behind.text.lowercased() {
        case "nil-first", "nilfirst": return (true, nil, colon)
        case "nil-last", "nillast": return (false, nil, colon)
        default: return (nil, behind, colon)
        }
    }

    /// How other languages write a direction after a key.
    private static let directions = ["desc", "asc", "descending", "ascending"]

    static func isDirection(_ word: String) -> Bool { directions.contains(word.lowercased()) }

    private func direction(_ range: Range<Int>) -> Piece? {
        let text = String(decoding: bytes[range], as: UTF8.self).lowercased()
        guard text.utf8.count == range.count else { return nil }
        for word in Self.directions where text.hasSuffix(" " + word) {
            return piece(range.upperBound - word.utf8.count..<range.upperBound)
        }
        return nil
    }

    /// The options that letters spell; nil if they are not options. Options are in lower case, unlike `[FIRST]`.
    private static func options(_ letters: String) -> StringOptions? {
        letters.isEmpty ? nil : StringOptions(letters: letters)
    }

    /// One to four lower-case letters, which are unlikely to be an index.
    private static func looksLikeOptions(_ letters: String) -> Bool {
        letters.utf8.count <= 4 && !letters.isEmpty && letters.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            && letters.contains { "cdnl".contains($0) }
    }
}

extension RecordQuery {
    /// The items of a list such as `select`, between the commas outside of brackets and quotes.
    package static func items(of list: String) -> [String] { QueryText(list).items.map(\.text) }
}

// Names as SQL and jq write them: `name AS city`, `city: name`, `{city: .name, area}`.
extension QueryText {
    /// What the reading of such names depends on.
    struct NameForms {
        /// The fields of the records whose names have a colon or the word AS, such as `maj:min`.
        var fields: [String] = []
        /// Whether all fields are known, so that `city:name` without a blank is not a field.
        var areKnown = false
        /// Whether an item is right as it is, such as `modulus:by:(n, 2)`.
        var isExpression: (String) -> Bool

        /// The forms in addition to the fields of a record type; nil if the fields are unknown.
        init(
            beside record: RecordType?, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
        ) {
            areKnown = record != nil
            isExpression = { item in
                let text = ParsedText(item, as: .expression, library: library, limits: limits)
                return ExpressionCompilation(text, against: nil, values: nil).expression != nil
            }
            fields = (record?.fields ?? []).map(\.name).filter { name in
                name.utf8.contains(UInt8(ascii: ":")) || name.lowercased().contains(" as ")
            }
        }
    }

    /// An item with its name written in such a form.
    struct ForeignName {
        var name: Piece
        var body: Piece
        /// The colon, or the word AS.
        var sign: SourceRange
        /// The edits that write the name before `=`.
        var edits: [PredicateDiagnostic.Edit]
    }

    /// The range between the braces of `{name: …}`; nil for other strings. A list in braces has no names.
    var objectItems: Range<Int>? {
        let whole = piece(0..<bytes.count)
        let (lower, upper) = (whole.start, whole.range.upperBound)
        guard upper - lower > 2, bytes[lower] == UInt8(ascii: "{"), bytes[upper - 1] == UInt8(ascii: "}") else {
            return nil
        }
        var isOpen = true
        // Only the last brace may close the first.
        forEachOpenLocation(in: lower..<upper) { _ in isOpen = false }
        guard isOpen else { return nil }
        let inner = lower + 1..<upper - 1
        return items(in: inner).contains { nameBeforeColon(of: $0, isTight: true) != nil } ? inner : nil
    }

    /// The name of an item in a form of SQL or jq; nil if it has none, or a name before `=`.
    func foreignName(of item: Piece) -> ForeignName? {
        guard let names, !names.fields.contains(where: { sameCodePoints($0, item.text) }) else { return nil }
        let isObject = list.lowerBound > 0
        return nameBeforeColon(of: item, isTight: isObject || names.areKnown) ?? nameAfterWord(of: item)
    }

    /// `city: name`
    ///
    /// - Parameter isTight: whether the expression may follow the colon without a blank.
    private func nameBeforeColon(of item: Piece, isTight: Bool) -> ForeignName? {
        let upper = item.range.upperBound
        guard let end = end(ofNameAt: item.start, before: upper), item.start < upper,
            !(0x30...0x39).contains(bytes[item.start]), bytes[item.start] != UInt8(ascii: "-")
        else { return nil }
        var colon = end
        while colon < upper, Self.isBlank(bytes[colon]) { colon += 1 }
        guard colon < upper, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let body = piece(colon + 1..<upper)
        guard let first = body.text.utf8.first, first != UInt8(ascii: "="), first != UInt8(ascii: ":"),
            isTight || body.start > colon + 1 || first == UInt8(ascii: ".")
        else { return nil }
        // A function may have colons in its name.
        let mayBeCall = body.text.utf8.contains(UInt8(ascii: "("))
        if mayBeCall, names?.isExpression(item.text) ?? true { return nil }
        return ForeignName(
            name: piece(item.start..<end), body: body, sign: SourceRange(colon, colon + 1),
            edits: [.init(replacing: SourceRange(end, body.start), with: " = ")])
    }

    /// `name AS city`
    private func nameAfterWord(of item: Piece) -> ForeignName? {
        let upper = item.range.upperBound
        var word: Int?
        forEachOpenLocation(in: item.start..<upper) { index in
            guard index > item.start, index + 2 < upper, bytes[index] | 0x20 == UInt8(ascii: "a"),
                bytes[index + 1] | 0x20 == UInt8(ascii: "s"), Self.isBlank(bytes[index - 1]),
                Self.isBlank(bytes[index + 2])
            else { return }
            word = index
        }
        guard let word else { return nil }
        let name = piece(word + 2..<upper)
        let body = piece(item.start..<word)
        guard !body.text.isEmpty, end(ofNameAt: name.start, before: upper) == upper else { return nil }
        return ForeignName(
            name: name, body: body, sign: SourceRange(word, word + 2),
            edits: [
                .insert(name.text + " = ", at: body.start),
                .remove(SourceRange(body.range.upperBound, upper)),
            ])
    }

    /// The edits that write all names before `=`, and the first sign; nil if all names are written so.
    var nameEdits: (sign: SourceRange, edits: [PredicateDiagnostic.Edit])? {
        let found = items.compactMap(foreignName)
        guard let first = found.first else { return nil }
        var edits = found.flatMap(\.edits)
        guard list.lowerBound > 0 else { return (first.sign, edits) }
        let whole = piece(0..<bytes.count)
        let inner = piece(list)
        edits.append(.remove(SourceRange(whole.start, inner.start)))
        edits.append(.remove(SourceRange(inner.range.upperBound, whole.range.upperBound)))
        return (first.sign, edits)
    }
}
