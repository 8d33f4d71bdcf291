import Foundation

@testable import PredicateCore
@testable import PredicateFormat

/// Cuts text into tokens as the grammar's header says: from left to right, always the longest, over all tokens that
/// the rules name. A piece may be several tokens at once (`cd` is a Word, a Name and OptionLetters).
///
/// All tokens form one non-deterministic automaton. Its deterministic states are built when a text needs them.
final class TokenCutter {
    /// A token that a rule can refer to.
    enum Terminal: Hashable {
        case literal(String)
        case rule(String)
    }

    struct Lexeme {
        var range: Range<Int>
        /// The terminals that match the text.
        var terminals: SmallSet
    }

    private(set) var terminals: [Terminal] = []

    private enum Matcher {
        case scalar(Unicode.Scalar)
        case eitherCase(Unicode.Scalar)
        case characters(CharacterClass)

        func matches(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .scalar(let own): own == scalar
            case .eitherCase(let own):
                own == scalar
                    || scalar.isASCII && own.isASCII && own.value | 0x20 == scalar.value | 0x20
                        && ("a"..."z").contains(Unicode.Scalar(UInt8(own.value | 0x20)))
            case .characters(let own): own.contains(scalar)
            }
        }
    }

    private struct State {
        var free: [Int] = []
        var edges: [(Matcher, Int)] = []
        var label: Int?
    }

    private let grammar: Grammar
    private var states: [State] = []
    private let startState: Int
    /// The terminal of each label; nil for the right side of a difference.
    private var terminalOfLabel: [Int?] = []
    /// The label that cancels a label if both match.
    private var excludedBy: [Int: Int] = [:]
    private let whiteSpace: GrammarNode

    private struct DeterministicState {
        var members: [Int]
        var terminals: SmallSet
        var isWhiteSpace: Bool
        var next: [Unicode.Scalar: Int] = [:]
    }
    private var deterministic: [DeterministicState] = []
    private var numbers: [[Int]: Int] = [:]
    private var whiteSpaceLabel = -1
    /// The terminal of numbers, if the grammar has one.
    private(set) var number: Int?

    init(_ grammar: Grammar) throws {
        self.grammar = grammar
        guard let whiteSpace = grammar.rule(Grammar.whiteSpace) else {
            throw Grammar.Flaw(line: 1, message: "no rule WhiteSpace")
        }
        self.whiteSpace = whiteSpace.body
        states = [State()]
        startState = 0
        var found: [Terminal: GrammarNode] = [:]
        for rule in grammar.rules where !rule.isToken {
            for node in rule.body.subtree {
                guard let terminal = Self.terminal(of: node, in: grammar), found[terminal] == nil else { continue }
                found[terminal] = node
                terminals.append(terminal)
                addToken(node, terminal: terminals.count - 1)
            }
        }
        number = terminals.firstIndex(of: .rule(Grammar.number))
        guard terminals.count <= SmallSet.limit else {
            throw Grammar.Flaw(line: 1, message: "more terminals than a small set holds")
        }
        whiteSpaceLabel = terminalOfLabel.count
        terminalOfLabel.append(nil)
        accept(whiteSpace.body, label: whiteSpaceLabel)
        _ = number(of: [startState])
    }

    /// The terminal of a node; nil if the node is not a terminal.
    static func terminal(of node: GrammarNode, in grammar: Grammar) -> Terminal? {
        switch node.kind {
        case .literal(let text): .literal(text)
        case .rule(let name): grammar.rule(name)?.isToken == true ? .rule(name) : nil
        default: nil
        }
    }

    // MARK: The automaton

    private func addToken(_ node: GrammarNode, terminal: Int) {
        let label = terminalOfLabel.count
        terminalOfLabel.append(terminal)
        if case .rule(let name) = node.kind, let rule = grammar.rule(name),
            case .difference(let left, let right) = rule.body.kind
        {
            terminalOfLabel.append(nil)
            excludedBy[label] = label + 1
            accept(left, label: label)
            accept(right, label: label + 1)
        } else {
            accept(node, label: label)
        }
    }

    private func accept(_ node: GrammarNode, label: Int) {
        let entry = newState()
        states[startState].free.append(entry)
        states[build(node, from: entry)].label = label
    }

    private func newState() -> Int {
        states.append(State())
        return states.count - 1
    }

    /// Adds states that match a node after a state. Returns the last state, which has no label and no edges yet.
    private func build(_ node: GrammarNode, from state: Int) -> Int {
        switch node.kind {
        case .literal(let text):
            let ignoresCase = Grammar.ignoresCase(text)
            return text.unicodeScalars.reduce(state) { state, scalar in
                step(ignoresCase ? .eitherCase(scalar) : .scalar(scalar), from: state)
            }
        case .characters(let characters): return step(.characters(characters), from: state)
        case .rule(let name):
            guard let rule = grammar.rule(name) else { return newState() }
            if case .difference = rule.body.kind { preconditionFailure("a difference within a token") }
            return build(rule.body, from: state)
        case .sequence(let nodes): return nodes.reduce(state) { build($1, from: $0) }
        case .choice(let nodes):
            let exit = newState()
            for alternative in nodes {
                let entry = newState()
                states[state].free.append(entry)
                states[build(alternative, from: entry)].free.append(exit)
            }
            return exit
        case .optional(let inner):
            let entry = newState()
            let exit = newState()
            states[state].free += [entry, exit]
            states[build(inner, from: entry)].free.append(exit)
            return exit
        case .star(let inner), .plus(let inner):
            let entry = newState()
            let exit = newState()
            states[state].free.append(entry)
            if case .star = node.kind { states[state].free.append(exit) }
            states[build(inner, from: entry)].free += [entry, exit]
            return exit
        case .difference: preconditionFailure("the reader refuses a difference that is not a whole token")
        }
    }

    private func step(_ matcher: Matcher, from state: Int) -> Int {
        let next = newState()
        states[state].edges.append((matcher, next))
        return next
    }

    /// The number of the deterministic state for some states and the states that they reach without a character.
    private func number(of seeds: [Int]) -> Int {
        var reached = Set(seeds)
        var open = seeds
        while let state = open.popLast() {
            for next in states[state].free where reached.insert(next).inserted { open.append(next) }
        }
        let members = reached.sorted()
        if let known = numbers[members] { return known }
        let labels = Set(members.compactMap { states[$0].label })
        var terminals = SmallSet()
        for label in labels {
            if let stronger = excludedBy[label], labels.contains(stronger) { continue }
            if let terminal = terminalOfLabel[label] { terminals.insert(terminal) }
        }
        deterministic.append(
            DeterministicState(
                members: members, terminals: terminals, isWhiteSpace: labels.contains(whiteSpaceLabel)))
        numbers[members] = deterministic.count - 1
        return deterministic.count - 1
    }

    private static let dead = -1

    private func next(_ state: Int, _ scalar: Unicode.Scalar) -> Int {
        if let known = deterministic[state].next[scalar] { return known }
        let targets = deterministic[state].members.flatMap { states[$0].edges }.filter { $0.0.matches(scalar) }.map(\.1)
        let next = targets.isEmpty ? Self.dead : number(of: targets)
        deterministic[state].next[scalar] = next
        return next
    }

    // MARK: Cutting

    private func isNumber(_ terminals: SmallSet) -> Bool { number.map(terminals.contains) ?? false }

    /// Whether a number is in the range of the language, the one rule that the file's header gives in words.
    private static func hasValue(_ number: String) -> Bool {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where number.lowercased().hasPrefix(prefix) {
            return Int64(number.dropFirst(2), radix: radix) != nil
        }
        return strtod(number, nil).isFinite
    }

    /// The tokens of a text; nil if a part of it is not a token.
    func cut(_ text: [Unicode.Scalar]) -> [Lexeme]? {
        var lexemes: [Lexeme] = []
        var start = 0
        while start < text.count {
            var state = 0
            var position = start
            var longest: (end: Int, state: Int)?
            while position < text.count {
                state = next(state, text[position])
                guard state != Self.dead else { break }
                position += 1
                let isFollowed = position < text.count && IdentifierCharacters.isContinue(text[position])
                if deterministic[state].isWhiteSpace {
                    longest = (position, state)
                } else if !deterministic[state].terminals.isEmpty {
                    if isFollowed && isNumber(deterministic[state].terminals) {
                        // A shorter token is not allowed here, only a longer one.
                        longest = nil
                    } else if !isFollowed || !IdentifierCharacters.isContinue(text[position - 1]) {
                        longest = (position, state)
                    }
                }
            }
            guard let longest else { return nil }
            let found = deterministic[longest.state]
            if !found.isWhiteSpace {
                let range = start..<longest.end
                if isNumber(found.terminals), !Self.hasValue(String(String.UnicodeScalarView(text[range]))) {
                    return nil
                }
                lexemes.append(Lexeme(range: range, terminals: found.terminals))
            }
            start = longest.end
        }
        return lexemes
    }
}
