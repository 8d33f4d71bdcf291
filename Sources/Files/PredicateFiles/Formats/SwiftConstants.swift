/// What names of a source file stand for. A name that has two meanings has none.
struct NamesOfOneMeaning<Meaning> {
    /// The meanings, and nil for names that mean other things too.
    private var meanings: [[UInt8]: Meaning?] = [:]

    /// The one meaning of a name.
    subscript(name: [UInt8]) -> Meaning? { meanings[name] ?? nil }

    /// Adds a meaning; nil for one that is of no use.
    mutating func add(_ name: [UInt8], _ meaning: Meaning?) {
        meanings.updateValue(meanings.keys.contains(name) ? nil : meaning, forKey: name)
    }
}

/// The constants of a Swift file that are literals, by their names.
///
/// A name counts only if the file gives it to nothing else: no variable, no parameter, no second constant. Whoever uses the name means
/// this constant then.
struct SwiftConstants {
    /// A constant.
    struct Constant {
        /// The tokens of its value: literals, joined by `+`.
        let value: Range<Int>
        /// The type that it is a member of.
        let owner: String?
    }

    private var constants = NamesOfOneMeaning<Constant>()
    private let source: SourceTokens

    init(_ source: SourceTokens) {
        self.source = source
        collect()
    }

    /// The constant that a path such as `format`, `Self.format` or `Filters.format` names.
    func constant(_ path: Range<Int>) -> Constant? {
        let last = path.upperBound - 1
        guard path.count % 2 == 1, source.isWord(last), let constant = constants[source.bytes(last)] else { return nil }
        for index in stride(from: path.lowerBound + 1, to: last, by: 2) {
            guard source.isSign(index, "."), source.isWord(index - 1) else { return nil }
        }
        guard path.count > 1 else { return constant }
        let qualifier = source.text(last - 2)
        return qualifier == "self" || qualifier == "Self" || constant.owner?.utf8.elementsEqual(qualifier.utf8) == true
            ? constant : nil
    }

    private mutating func add(_ name: Int, _ constant: Constant? = nil) {
        constants.add(source.bytes(name), constant)
    }

    private mutating func collect() {
        var owners: [String?] = []
        var pending: String?
        for index in source.tokens.indices {
            let token = source.tokens[index]
            if token.kind == .sign {
                if token.byte == UInt8(ascii: "{") {
                    owners.append(pending)
                    pending = nil
                } else if token.byte == UInt8(ascii: "}") {
                    _ = owners.popLast()
                }
                continue
            }
            guard token.kind == .word, source.isWord(index + 1) || token.range.count <= 9 else { continue }
            switch source.text(index) {
            case "struct", "class", "enum", "actor", "extension", "protocol":
                if source.isWord(index + 1) { pending = source.text(index + 1) }
            case "let":
                if source.isWord(index + 1) { add(index + 1, constant(behind: index + 1, owners.last ?? nil)) }
            case "var":
                if source.isWord(index + 1) { add(index + 1) }
            case "func", "init", "subscript": addParameters(behind: index)
            case "in": addClosureParameters(before: index)
            default: break
            }
        }
    }

    /// The constant whose name a token is, if its value is made of literals.
    private func constant(behind name: Int, _ owner: String?) -> Constant? {
        var index = name + 1
        if source.isSign(index, ":"), source.isWord(index + 1) { index += 2 }
        guard source.isSign(index, "="), !source.isSign(index + 1, "=") else { return nil }
        let first = index + 1
        index = first
        while source.literal(index) != nil {
            index = source.next(index)
            if source.isSign(index, "+"), source.literal(index + 1) != nil { index += 1 } else { break }
        }
        guard index > first else { return nil }
        if let after = source[index] {
            let end = source.fileRange(first..<index).upperBound
            let isNextLine = source.comments.line(of: Int(after.start)) > source.comments.line(of: end)
            let goesOn = after.kind == .sign && ".+?[(&|".utf8.contains(after.byte)
            guard !goesOn, isNextLine || after.kind == .sign && ";})".utf8.contains(after.byte) else { return nil }
        }
        return Constant(value: first..<index, owner: owner)
    }

    /// The names of parameters hide constants of the same name.
    private mutating func addParameters(behind keyword: Int) {
        // `.init(…)` is a call.
        if source.isSign(keyword - 1, ".") { return }
        var open = keyword + 1
        while open < keyword + 40, let token = source[open], !source.isSign(open, "(") {
            if token.kind == .sign, "{}=)".utf8.contains(token.byte) { return }
            open += 1
        }
        guard let close = source.partner(open), close > open else { return }
        var index = open + 1
        while index < close {
            if source.isWord(index), source.isSign(index + 1, ":") { add(index) }
            index = source.next(index)
        }
    }

    /// And those of closures and loops: `{ a, b in`, `{ (a: String) in`, `for a in`.
    private mutating func addClosureParameters(before keyword: Int) {
        var index = keyword - 1
        if source.isSign(index, ")"), let open = source.partner(index), open < index {
            // Only the words before a colon, a comma or the bracket are names. The bound keeps nested brackets cheap.
            for inner in open + 1..<min(index, open + 200) where source.isWord(inner) {
                if source.isSign(inner + 1, ":") || source.isSign(inner + 1, ",") || inner + 1 == index { add(inner) }
            }
            return
        }
        while source.isWord(index) {
            add(index)
            guard source.isSign(index - 1, ",") else { return }
            index -= 2
        }
    }

}
