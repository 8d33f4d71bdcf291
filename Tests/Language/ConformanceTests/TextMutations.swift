import PredicateTesting

/// Makes mistakes like those of people in a hurry: missing, doubled and swapped words, typing mistakes, lost quotes
/// and brackets, operators of other languages.
struct TextMutator {
    private let donors: [String]
    private var random: SeededRandom

    /// - Parameter donors: texts whose tokens are inserted into other texts.
    init(donors: [String], seed: UInt64) {
        self.donors = donors.flatMap { Self.tokens(of: $0).filter { $0 != " " } }
        random = SeededRandom(seed: seed)
    }

    mutating func mutated(_ text: String) -> String {
        var tokens = Self.tokens(of: text)
        for _ in 0..<Int.random(in: 1...2, using: &random) { change(&tokens) }
        return tokens.joined()
    }

    /// The words, numbers, strings, operators and white space of a text.
    static func tokens(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_@$#%".unicodeScalars.contains(scalar)
        }
        func isSign(_ scalar: Unicode.Scalar) -> Bool { "=<>!&|~*:".unicodeScalars.contains(scalar) }
        var tokens: [String] = []
        var index = 0
        while index < scalars.count {
            let start = index
            let first = scalars[index]
            index += 1
            if first == "\"" || first == "'" {
                while index < scalars.count, scalars[index] != first { index += scalars[index] == "\\" ? 2 : 1 }
                index = min(index + 1, scalars.count)
            } else if isWord(first) {
                while index < scalars.count, isWord(scalars[index]) { index += 1 }
            } else if isSign(first) {
                while index < scalars.count, isSign(scalars[index]) { index += 1 }
            }
            tokens.append(String(String.UnicodeScalarView(scalars[start..<index])))
        }
        return tokens
    }

    private mutating func change(_ tokens: inout [String]) {
        guard !tokens.isEmpty else { return tokens.append(pick(Self.signs)) }
        let location = Int.random(in: 0..<tokens.count, using: &random)
        let other = Int.random(in: 0..<tokens.count, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: tokens.remove(at: location)
        case 2: tokens.insert(contentsOf: [tokens[location], " "], at: location)
        case 3: tokens.swapAt(location, other)
        case 4: tokens[location] = pick(donors)
        case 5: tokens.insert(contentsOf: [" ", pick(donors), " "], at: location)
        case 6: tokens[location] = slip(tokens[location])
        case 7: tokens[location] = slip(tokens[location])
        case 8:
            if let found = tokens.indices.filter({ Self.habit[tokens[$0].uppercased()] != nil })
                .randomElement(using: &random)
            {
                tokens[found] = pick(Self.habit[tokens[found].uppercased()] ?? [])
            } else {
                tokens.append(" " + pick(Self.tails))
            }
        case 9: tokens.append(pick(Self.tails))
        case 10: tokens.insert(pick(Self.signs), at: location)
        case 11:
            if let found = tokens.indices.filter({ tokens[$0].first == "\"" || tokens[$0].first == "'" })
                .randomElement(using: &random)
            {
                tokens[found] =
                    Bool.random(using: &random)
                    ? String(tokens[found].dropFirst()) : String(tokens[found].dropLast())
            } else {
                tokens.removeSubrange(min(location, other)..<max(location, other))
            }
        case 12: tokens.removeSubrange(location...)
        default:
            if let found = tokens.indices.filter({ tokens[$0] == " " }).randomElement(using: &random) {
                tokens.remove(at: found)
            } else {
                tokens.insert(pick(Self.heads), at: 0)
            }
        }
    }

    /// Drops, doubles, swaps or inserts a letter.
    private mutating func slip(_ token: String) -> String {
        var letters = Array(token)
        guard !letters.isEmpty else { return token }
        let location = Int.random(in: 0..<letters.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters.remove(at: location)
        case 1: letters.insert(letters[location], at: location)
        case 2: letters.swapAt(location, max(0, location - 1))
        default: letters.insert("e", at: location)
        }
        return String(letters)
    }

    private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

    private static let signs = [
        "(", ")", "[", "]", "{", "}", ",", ".", "\"", "'", "=", "<", "+", "-", "/", "%", "!", ";", "?", "|", "&", ":",
    ]
    private static let tails = [
        " AND", " OR", ";", ".", " // only these", " # only these", " -- and no others", ")", "\"", "'", " OR 5",
        " ORDER BY name", " LIMIT 10", " AND NOT", " ==", " == TRUE", " nil", " /* x */", " AND < 3", ", b == 2",
    ]
    private static let heads = ["WHERE ", "NOT ", "!", "ANY ", "EXISTS ", "if ", "(", "\"", "> ", "// x\n", "select "]
    private static let habit: [String: [String]] = [
        "==": ["=", "===", "+=", "=~", "IS", "eq", ":=", ":", "= ANY", "LIKE", "!= =", "~="],
        "!=": ["<>", "!==", "IS NOT", "=!", "NOT ==", "/="], ">": ["gt", "-gt", ">>", "> =", "IS >"],
        "<": ["lt", "less than", "< ANY", "&lt;"], "AND": ["&", "&&", ",", "and then", "ADN", "AND AND", "AND OR"],
        "OR": ["|", "||", "oder", "OR OR", "OR AND"], "IN": ["NOT IN", "IS IN", "IN ANY", "in [", "INN"],
        "LIKE": ["ILIKE", "NOT LIKE", "REGEXP", "LIKE ANY"], "CONTAINS": ["CONTAIN", "has", "includes", "CONTAINS(c)"],
        "MATCHES": ["=~", "REGEX", "MATCH", "!~"], "BETWEEN": ["IN", "NOT BETWEEN", "WITHIN"], "NOT": ["!", "NTO"],
        "ANY": ["ALL OF", "EXISTS", "ANYY"], "NIL": ["None", "null", "undefined"], "{": ["[", "("], "}": ["]", ")"],
    ]
}
