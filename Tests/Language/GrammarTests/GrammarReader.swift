/// Reads the notation of the grammar's file: the part of the EBNF of the W3C's XML recommendation that the file
/// uses. Everything else is an error and never skipped.
struct GrammarReader {
    private let text: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var nodeCount = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    mutating func grammar() throws -> Grammar {
        var rules: [Grammar.Rule] = []
        try skipBlanks()
        while position < text.count {
            let line = line
            guard let name = identifier() else { throw flaw("a rule's name was expected") }
            try skipBlanks()
            guard take("::=") else { throw flaw("::= was expected after \(name)") }
            rules.append(Grammar.Rule(name: name, body: try choice(), line: line))
            try skipBlanks()
        }
        return try Grammar(rules: rules, nodeCount: nodeCount)
    }

    // choice ::= sequence ( '|' sequence )*
    private mutating func choice() throws -> GrammarNode {
        let line = line
        var alternatives = [try sequence()]
        while try takeSign("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : node(line, .choice(alternatives))
    }

    // sequence ::= item+, up to an ending sign or the name of the next rule
    private mutating func sequence() throws -> GrammarNode {
        let line = line
        var items: [GrammarNode] = []
        while try beginsItem() {
            let item = try repeated()
            if try takeSign("-") {
                let right = try repeated()
                items.append(node(item.line, .difference(item, right)))
            } else {
                items.append(item)
            }
        }
        guard let first = items.first else { throw flaw("an empty alternative") }
        return items.count == 1 ? first : node(line, .sequence(items))
    }

    private mutating func beginsItem() throws -> Bool {
        try skipBlanks()
        guard position < text.count else { return false }
        let scalar = text[position]
        guard Self.isLetter(scalar) else { return scalar != "|" && scalar != ")" }
        // A name before `::=` begins the next rule.
        let (savedPosition, savedLine) = (position, line)
        defer { (position, line) = (savedPosition, savedLine) }
        _ = identifier()
        try skipBlanks()
        return !take("::=")
    }

    // repeated ::= atom ( '?' | '*' | '+' )?
    private mutating func repeated() throws -> GrammarNode {
        let line = line
        let atom = try atom()
        try skipBlanks()
        if take("?") { return node(line, .optional(atom)) }
        if take("*") { return node(line, .star(atom)) }
        if take("+") { return node(line, .plus(atom)) }
        return atom
    }

    // atom ::= name | literal | class | '(' choice ')'
    private mutating func atom() throws -> GrammarNode {
        try skipBlanks()
        let line = line
        guard position < text.count else { throw flaw("the file ends where an item was expected") }
        if let name = identifier() { return node(line, .rule(name)) }
        switch text[position] {
        case "'", "\"": return node(line, .literal(try literal()))
        case "[": return node(line, .characters(try characterClass()))
        case "(":
            position += 1
            let inner = try choice()
            guard try takeSign(")") else { throw flaw("a parenthesis is not closed") }
            return inner
        case let scalar: throw flaw("\(scalar.debugDescription) is not understood")
        }
    }

    private mutating func literal() throws -> String {
        let quote = text[position]
        position += 1
        var value = String.UnicodeScalarView()
        while position < text.count, text[position] != quote {
            guard text[position] != "\n" else { throw flaw("a literal is not closed") }
            value.append(text[position])
            position += 1
        }
        guard position < text.count else { throw flaw("a literal is not closed") }
        position += 1
        guard !value.isEmpty else { throw flaw("an empty literal") }
        return String(value)
    }

    private mutating func characterClass() throws -> CharacterClass {
        position += 1
        let negated = take("^")
        var items: [CharacterClass.Item] = []
        while position < text.count, text[position] != "]" {
            if take("\\p{XID_Start}") {
                items.append(.xidStart)
            } else if take("\\p{XID_Continue}") {
                items.append(.xidContinue)
            } else {
                let first = try member()
                // A hyphen at the end of a class is a literal hyphen.
                if position + 1 < text.count, text[position] == "-", text[position + 1] != "]" {
                    position += 1
                    let last = try member()
                    guard first <= last else { throw flaw("a range of characters backwards") }
                    items.append(.range(first...last))
                } else {
                    items.append(.range(first...first))
                }
            }
        }
        guard take("]") else { throw flaw("a class of characters is not closed") }
        guard !items.isEmpty else { throw flaw("an empty class of characters") }
        return CharacterClass(negated: negated, items: items)
    }

    private mutating func member() throws -> UInt32 {
        guard position < text.count, text[position] != "\n" else { throw flaw("a class of characters is not closed") }
        let scalar = text[position]
        position += 1
        switch scalar {
        case "\\":
            guard position < text.count else { throw flaw("the file ends in a class of characters") }
            let escaped = text[position]
            position += 1
            switch escaped {
            case "t": return 0x09
            case "n": return 0x0A
            case "r": return 0x0D
            case "\\", "]", "-", "^": return escaped.value
            default: throw flaw("the escape \\\(escaped) is not understood")
            }
        case "#": throw flaw("#x escapes are not understood")
        case "[", "^": throw flaw("\(scalar) inside of a class of characters")
        default: return scalar.value
        }
    }

    // MARK: Characters

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private mutating func identifier() -> String? {
        var name = String.UnicodeScalarView()
        while position < text.count, Self.isLetter(text[position]) {
            name.append(text[position])
            position += 1
        }
        return name.isEmpty ? nil : String(name)
    }

    private mutating func take(_ sign: String) -> Bool {
        let scalars = Array(sign.unicodeScalars)
        guard position + scalars.count <= text.count, Array(text[position..<position + scalars.count]) == scalars else {
            return false
        }
        position += scalars.count
        return true
    }

    private mutating func takeSign(_ sign: String) throws -> Bool {
        try skipBlanks()
        return take(sign)
    }

    /// Skips white space and comments.
    private mutating func skipBlanks() throws {
        while position < text.count {
            switch text[position] {
            case "\n":
                line += 1
                position += 1
            case " ", "\t", "\r": position += 1
            case "/":
                guard take("/*") else { throw flaw("a lone /") }
                let opening = line
                while !take("*/") {
                    guard position < text.count else {
                        throw Grammar.Flaw(line: opening, message: "a comment is not closed")
                    }
                    if text[position] == "\n" { line += 1 }
                    position += 1
                }
            default: return
            }
        }
    }

    private mutating func node(_ line: Int, _ kind: GrammarNode.Kind) -> GrammarNode {
        defer { nodeCount += 1 }
        return GrammarNode(id: nodeCount, line: line, kind: kind)
    }

    private func flaw(_ message: String) -> Grammar.Flaw { Grammar.Flaw(line: line, message: message) }
}
