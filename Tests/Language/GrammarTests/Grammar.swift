import Foundation
import PredicateTesting

@testable import PredicateCore
@testable import PredicateFormat

/// A node of the grammar's file. Each node has a number, so that arrays can hold what is known about it (its first
/// terminals, how often the generator used it).
final class GrammarNode: Sendable {
    let id: Int
    /// The line in the file, for messages.
    let line: Int
    let kind: Kind

    init(id: Int, line: Int, kind: Kind) {
        self.id = id
        self.line = line
        self.kind = kind
    }

    enum Kind: Sendable {
        case literal(String)
        case rule(String)
        case characters(CharacterClass)
        case sequence([GrammarNode])
        case choice([GrammarNode])
        case optional(GrammarNode)
        case star(GrammarNode)
        case plus(GrammarNode)
        case difference(GrammarNode, GrammarNode)
    }

    var children: [GrammarNode] {
        switch kind {
        case .literal, .rule, .characters: []
        case .sequence(let nodes), .choice(let nodes): nodes
        case .optional(let node), .star(let node), .plus(let node): [node]
        case .difference(let left, let right): [left, right]
        }
    }

    /// The node and all nodes below it. References to rules are not followed.
    var subtree: [GrammarNode] { [self] + children.flatMap(\.subtree) }
}

/// A set of code points in brackets.
struct CharacterClass: Sendable {
    enum Item: Sendable {
        case range(ClosedRange<UInt32>)
        case xidStart
        case xidContinue
    }
    var negated: Bool
    var items: [Item]

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        for item in items {
            let found =
                switch item {
                case .range(let range): range.contains(scalar.value)
                // The Unicode version of the library's own tables. The standard library may use another one.
                case .xidStart: scalar != "_" && IdentifierCharacters.isStart(scalar)
                case .xidContinue: IdentifierCharacters.isContinue(scalar)
                }
            if found { return !negated }
        }
        return negated
    }
}

/// A grammar that was read and checked for completeness.
struct Grammar: Sendable {
    struct Rule: Sendable {
        var name: String
        var body: GrammarNode
        var line: Int
        /// Whether the rule consists of characters rather than tokens.
        var isToken: Bool { name.first?.isUppercase == true }
    }

    var rules: [Rule]
    var nodeCount: Int
    private var byName: [String: Int]

    /// The rule where derivations begin: the first of the file.
    var start: Rule { rules[0] }

    // Rules with a special meaning, given in the header of the file.
    static let whiteSpace = "WhiteSpace"
    static let number = "Number"

    func rule(_ name: String) -> Rule? { byName[name].map { rules[$0] } }
    func index(_ name: String) -> Int? { byName[name] }

    struct Flaw: Error, CustomStringConvertible {
        var line: Int
        var message: String
        var description: String { "line \(line): \(message)" }
    }

    /// - Throws: `Flaw` for the first mistake.
    init(rules: [Rule], nodeCount: Int) throws {
        self.rules = rules
        self.nodeCount = nodeCount
        byName = [:]
        for (index, rule) in rules.enumerated() {
            guard byName.updateValue(index, forKey: rule.name) == nil else {
                throw Flaw(line: rule.line, message: "\(rule.name) is defined twice")
            }
        }
        guard let start = rules.first else { throw Flaw(line: 1, message: "no rules") }
        guard !start.isToken else { throw Flaw(line: start.line, message: "the first rule is a token") }
        guard let whiteSpace = rule(Self.whiteSpace) else { throw Flaw(line: 1, message: "no rule WhiteSpace") }
        for rule in rules { try checkReferences(of: rule) }
        try checkReachability(from: [start, whiteSpace])
        for rule in rules { try checkRecursion(of: rule) }
    }

    /// A grammar from the text of a file.
    init(_ text: String) throws {
        var reader = GrammarReader(text)
        self = try reader.grammar()
    }

    /// The normative grammar of the package.
    static func normative() throws -> Grammar {
        try Grammar(Repository.text(of: "Grammar/PredicateFormat.ebnf"))
    }

    private func checkReferences(of rule: Rule) throws {
        for node in rule.body.subtree {
            switch node.kind {
            case .rule(let name):
                guard let target = self.rule(name) else {
                    throw Flaw(line: node.line, message: "\(name) is not defined")
                }
                guard target.isToken || !rule.isToken else {
                    throw Flaw(line: node.line, message: "\(rule.name) is a token and \(name) is not")
                }
            case .characters where !rule.isToken:
                throw Flaw(line: node.line, message: "characters in \(rule.name), which is made of tokens")
            case .difference where node !== rule.body || !rule.isToken:
                // A difference needs the ends of both sides. The automaton knows them only for whole tokens.
                throw Flaw(line: node.line, message: "a difference that is not the whole of a token")
            default: break
            }
        }
    }

    private func checkReachability(from roots: [Rule]) throws {
        var reached = Set(roots.map(\.name))
        var open = roots
        while let rule = open.popLast() {
            for case .rule(let name) in rule.body.subtree.map(\.kind) where reached.insert(name).inserted {
                if let next = self.rule(name) { open.append(next) }
            }
        }
        if let rule = rules.first(where: { !reached.contains($0.name) }) {
            throw Flaw(line: rule.line, message: "\(rule.name) cannot be reached")
        }
    }

    /// A finite automaton matches tokens, so a token must not refer to itself. Other rules are matched top down, so
    /// they must not be left-recursive.
    private func checkRecursion(of rule: Rule) throws {
        let nullable = nullableRules()
        var seen: Set<String> = []
        var open = [rule]
        while let next = open.popLast() {
            let references = rule.isToken ? Self.references(next.body) : leftEdge(next.body, nullable: nullable)
            for name in references {
                guard name != rule.name else {
                    throw Flaw(line: rule.line, message: "\(rule.name) is \(rule.isToken ? "" : "left-")recursive")
                }
                if seen.insert(name).inserted, let target = self.rule(name) { open.append(target) }
            }
        }
    }

    private static func references(_ node: GrammarNode) -> [String] {
        node.subtree.compactMap { if case .rule(let name) = $0.kind { name } else { nil } }
    }

    private func leftEdge(_ node: GrammarNode, nullable: Set<String>) -> [String] {
        switch node.kind {
        case .literal, .characters: return []
        case .rule(let name): return [name]
        case .sequence(let nodes):
            var names: [String] = []
            for child in nodes {
                names += leftEdge(child, nullable: nullable)
                if !Self.isNullable(child, nullable) { break }
            }
            return names
        case .choice, .optional, .star, .plus, .difference:
            return node.children.flatMap { leftEdge($0, nullable: nullable) }
        }
    }

    /// The rules that derive the empty text.
    func nullableRules() -> Set<String> {
        var nullable: Set<String> = []
        var grew = true
        while grew {
            grew = false
            for rule in rules where !nullable.contains(rule.name) && Self.isNullable(rule.body, nullable) {
                nullable.insert(rule.name)
                grew = true
            }
        }
        return nullable
    }

    static func isNullable(_ node: GrammarNode, _ rules: Set<String>) -> Bool {
        switch node.kind {
        case .literal(let text): text.isEmpty
        case .characters: false
        case .rule(let name): rules.contains(name)
        case .sequence(let nodes): nodes.allSatisfy { isNullable($0, rules) }
        case .choice(let nodes): nodes.contains { isNullable($0, rules) }
        case .optional, .star: true
        case .plus(let node): isNullable(node, rules)
        case .difference(let left, _): isNullable(left, rules)
        }
    }

    /// Whether a literal is matched without regard to case. The header of the file says which are.
    static func ignoresCase(_ literal: String) -> Bool {
        literal.unicodeScalars.first.map { ("A"..."Z").contains($0) } ?? false
    }
}
