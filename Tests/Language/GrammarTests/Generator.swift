import Foundation
import PredicateTesting

extension SeededRandom {
    /// True with a probability.
    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}

/// Derives random texts from the grammar's file, and counts the alternatives that it took.
struct Generator {
    private let grammar: Grammar
    private let cutter: TokenCutter
    var random: SeededRandom

    /// For each node, the smallest nesting of rules that derives a text from it.
    private var heights: [Int]
    private var weights: [Int]

    /// How often the returned texts took each way through a node; see `ways(of:)`.
    private(set) var taken: [Way: Int] = [:]
    private var takenNow: [Way] = []
    private var length = 0

    /// The deepest nesting of rules. A pair of parentheses takes about fifteen levels.
    var deepest = 90
    /// The number of tokens after which the shortest alternatives are taken.
    var longest = 40

    /// A way through a node: an alternative of a choice, or a number of repetitions (0, 1, or 2 for more).
    struct Way: Hashable {
        var node: Int
        var number: Int
    }

    init(_ grammar: Grammar, cutter: TokenCutter, seed: UInt64) {
        self.grammar = grammar
        self.cutter = cutter
        random = SeededRandom(seed: seed)
        // Rules that refer directly to themselves.
        let selfish = Set(
            grammar.rules.filter { rule in
                rule.body.subtree.contains { if case .rule(rule.name) = $0.kind { true } else { false } }
            }.map(\.name))
        weights = Array(repeating: 0, count: grammar.nodeCount)
        for node in grammar.rules.flatMap(\.body.subtree) {
            weights[node.id] = Self.weight(of: node, selfish: selfish)
        }
        heights = Array(repeating: Self.unknown, count: grammar.nodeCount)
        var changed = true
        while changed {
            changed = false
            for rule in grammar.rules {
                // Children first, so that few rounds are needed.
                for node in rule.body.subtree.reversed() {
                    let height = height(of: node)
                    if height < heights[node.id] {
                        heights[node.id] = height
                        changed = true
                    }
                }
            }
        }
    }

    private static let unknown = Int.max / 2

    private func height(of node: GrammarNode) -> Int {
        switch node.kind {
        case .literal, .characters, .optional, .star: 0
        case .rule(let name): grammar.rule(name).map { heights[$0.body.id] + 1 } ?? Self.unknown
        case .sequence(let nodes): nodes.map { heights[$0.id] }.max() ?? 0
        case .choice(let nodes): nodes.map { heights[$0.id] }.min() ?? Self.unknown
        case .plus(let inner), .difference(let inner, _): heights[inner.id]
        }
    }

    /// All ways through a node.
    static func ways(of node: GrammarNode) -> [Way] {
        switch node.kind {
        case .choice(let nodes): nodes.indices.map { Way(node: node.id, number: $0) }
        case .optional: [0, 1].map { Way(node: node.id, number: $0) }
        case .star: [0, 1, 2].map { Way(node: node.id, number: $0) }
        case .plus: [1, 2].map { Way(node: node.id, number: $0) }
        case .literal, .rule, .characters, .sequence, .difference: []
        }
    }

    /// The ways that no text has taken yet, for messages.
    var untaken: [String] {
        // The start rule derives no white space; `spaced` inserts it.
        grammar.rules.filter { $0.name != Grammar.whiteSpace && !isExclusion($0) }.flatMap { rule in
            rule.body.subtree.flatMap { node in
                Self.ways(of: node).filter { taken[$0] == nil }.map {
                    "\(rule.name), line \(node.line), way \($0.number)"
                }
            }
        }
    }

    /// Whether a rule is only used as the right side of a difference.
    private func isExclusion(_ rule: Grammar.Rule) -> Bool {
        !grammar.rules.contains { other in
            other.body.subtree.contains { node in
                guard case .rule(rule.name) = node.kind else { return false }
                if case .difference(_, let right) = other.body.kind { return right !== node }
                return true
            }
        } && rule.name != grammar.start.name
    }

    // MARK: Texts

    /// A text that the grammar derives.
    mutating func text() -> String {
        while true {
            takenNow = []
            length = 0
            var tokens: [String] = []
            derive(grammar.start.body, depth: 0, into: &tokens)
            guard tokens.count < Recogniser.longest, let text = spaced(tokens) else { continue }
            for way in takenNow { taken[way, default: 0] += 1 }
            return text
        }
    }

    private mutating func derive(_ node: GrammarNode, depth: Int, into tokens: inout [String]) {
        switch node.kind {
        case .literal(let text):
            tokens.append(Grammar.ignoresCase(text) ? anyCase(text) : text)
            length += 1
        case .rule(let name):
            guard let rule = grammar.rule(name) else { return }
            if rule.isToken {
                tokens.append(token(rule.body))
                length += 1
            } else {
                derive(rule.body, depth: depth + 1, into: &tokens)
            }
        case .sequence(let nodes): for child in nodes { derive(child, depth: depth, into: &tokens) }
        case .choice(let nodes):
            let number = choose(node, among: nodes, depth: depth)
            derive(nodes[number], depth: depth, into: &tokens)
        case .optional(let inner):
            if repetitions(of: node, inner, depth: depth) > 0 { derive(inner, depth: depth, into: &tokens) }
        case .star(let inner), .plus(let inner):
            for _ in 0..<repetitions(of: node, inner, depth: depth) { derive(inner, depth: depth, into: &tokens) }
        case .characters, .difference: break
        }
    }

    /// Chooses an alternative that can end within the bounds, sometimes the least used one.
    private mutating func choose(_ node: GrammarNode, among nodes: [GrammarNode], depth: Int) -> Int {
        // Two levels more than the minimum, so that texts at the limit do not all end in the same way.
        let least = (nodes.map { heights[$0.id] }.min() ?? 0) + 2
        let room = length > longest ? least : max(least, deepest - depth)
        let possible = nodes.indices.filter { heights[nodes[$0].id] <= room }
        var number = 0
        if random.chance(0.15) {
            number = possible.min { times(node, $0) < times(node, $1) } ?? 0
        } else {
            let shares = possible.map { weights[nodes[$0].id] }
            var location = Int.random(in: 0..<max(1, shares.reduce(0, +)), using: &random)
            for (index, share) in zip(possible, shares) where location >= 0 {
                number = index
                location -= share
            }
        }
        takenNow.append(Way(node: node.id, number: number))
        return number
    }

    private func times(_ node: GrammarNode, _ number: Int) -> Int { taken[Way(node: node.id, number: number)] ?? 0 }

    /// The weight of an alternative: low for plain words, lowest for rules that repeat themselves.
    private static func weight(of node: GrammarNode, selfish: Set<String>) -> Int {
        let names = node.subtree.compactMap { if case .rule(let name) = $0.kind { name } else { nil } }
        if names.isEmpty { return 2 }
        return names.contains { selfish.contains($0) } ? 1 : 6
    }

    private mutating func repetitions(of node: GrammarNode, _ inner: GrammarNode, depth: Int) -> Int {
        var count = if case .plus = node.kind { 1 } else { 0 }
        if depth + heights[inner.id] <= deepest && length <= longest {
            let limit = if case .optional = node.kind { 1 } else { 4 }
            while count < limit, random.chance(0.18) { count += 1 }
            if random.chance(0.12) {
                count = (count...limit).min { times(node, min($0, 2)) < times(node, min($1, 2)) } ?? count
            }
        }
        takenNow.append(Way(node: node.id, number: min(count, 2)))
        return count
    }

    private mutating func anyCase(_ word: String) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return word.lowercased()
        case 1: return String(word.map { random.chance(0.5) ? Character($0.lowercased()) : $0 })
        default: return word
        }
    }

    // MARK: Tokens

    private mutating func token(_ node: GrammarNode) -> String {
        var text = String.UnicodeScalarView()
        spell(node, into: &text)
        return String(text)
    }

    private mutating func spell(_ node: GrammarNode, into text: inout String.UnicodeScalarView) {
        switch node.kind {
        case .literal(let literal):
            text.append(contentsOf: (Grammar.ignoresCase(literal) ? anyCase(literal) : literal).unicodeScalars)
        case .characters(let characters): text.append(scalar(of: characters))
        case .rule(let name): if let rule = grammar.rule(name) { spell(rule.body, into: &text) }
        case .sequence(let nodes): for child in nodes { spell(child, into: &text) }
        case .choice(let nodes):
            let number = nodes.indices.randomElement(using: &random) ?? 0
            takenNow.append(Way(node: node.id, number: number))
            spell(nodes[number], into: &text)
        case .optional(let inner), .star(let inner), .plus(let inner):
            var count = if case .plus = node.kind { 1 } else { 0 }
            let limit = if case .optional = node.kind { 1 } else { 6 }
            while count < limit, random.chance(0.5) { count += 1 }
            takenNow.append(Way(node: node.id, number: min(count, 2)))
            for _ in 0..<count { spell(inner, into: &text) }
        // The left side rarely derives what the right side excludes. `spaced` notices it, and another text is
        // derived.
        case .difference(let left, _): spell(left, into: &text)
        }
    }

    private mutating func scalar(of characters: CharacterClass) -> Unicode.Scalar {
        let pool = random.chance(0.9) ? Self.plain : Self.strange
        for _ in 0..<8 {
            if let scalar = pool.randomElement(using: &random), characters.contains(scalar) { return scalar }
        }
        let possible = pool.filter(characters.contains)
        if let scalar = possible.randomElement(using: &random) { return scalar }
        return (Self.plain + Self.strange).filter(characters.contains).randomElement(using: &random) ?? "\u{FFFD}"
    }

    private static let plain = (0x20..<0x7F as Range<UInt8>).map { Unicode.Scalar($0) }

    /// Letters of several scripts and planes, digits and marks that continue names, and characters that no name may
    /// contain.
    static let strange: [Unicode.Scalar] = [
        "ä", "É", "ß", "ſ", "ı", "İ", "\u{212A}", "ж", "λ", "ש", "ع", "क", "が", "中", "한", "\u{1D400}", "\u{10400}",
        "\u{0301}", "\u{093F}", "٣", "७", "·", "ª", "µ", "℮", "\u{37A}", "\u{203F}", "\u{FE0F}", "\u{200D}",
        "\u{E0100}",
        "😀", "€", "\u{A0}", "\u{2003}", "\u{3000}", "\u{FEFF}", "\u{85}", "\u{2028}", "“", "’", "＝", "（", "−",
        "\u{FFFD}",
        "\u{7F}", "\u{0}", "\u{1}", "\u{B}", "\u{C}", "\n", "\t", "\r", "\u{10FFFF}", "\u{E000}",
    ]

    /// The tokens with random white space between them; nil if they cannot be cut into the same tokens again.
    private mutating func spaced(_ tokens: [String]) -> String? {
        for density in [0.3, 0.7, 1] {
            var text = String.UnicodeScalarView()
            var ranges: [Range<Int>] = []
            var end = 0
            for token in tokens {
                if random.chance(density) {
                    let space = blanks()
                    text.append(contentsOf: space)
                    end += space.count
                }
                text.append(contentsOf: token.unicodeScalars)
                ranges.append(end..<end + token.unicodeScalars.count)
                end = ranges[ranges.count - 1].upperBound
            }
            if random.chance(0.1) { text.append(contentsOf: blanks()) }
            if let lexemes = cutter.cut(Array(text)), lexemes.map(\.range) == ranges { return String(text) }
        }
        return nil
    }

    private mutating func blanks() -> [Unicode.Scalar] {
        var blanks: [Unicode.Scalar] = [" "]
        while random.chance(0.1),
            let other = ([" ", "\t", "\n", "\r"] as [Unicode.Scalar]).randomElement(using: &random)
        {
            blanks.append(other)
        }
        return random.chance(0.9) ? blanks : blanks.reversed()
    }
}
