/// Decides whether the grammar derives a text, from the grammar's file alone and by the simplest general method:
/// for a rule and a location, the set of all locations where its text may end. Each set is computed once, so the
/// time is polynomial even for ambiguous texts (a parenthesis may open a predicate or an expression).
final class Recogniser {
    private enum Step {
        case terminal(Int)
        case rule(Int)
        case sequence([Int])
        case choice([Int])
        case optional(Int)
        case star(Int)
        case plus(Int)
        case unused
    }

    let grammar: Grammar
    let cutter: TokenCutter
    private var steps: [Step]
    private let bodies: [Int]
    private var first: [SmallSet]
    private var nullable: [Bool]

    private var input: [SmallSet] = []
    /// The ends, by rule and location.
    private var known: [SmallSet?] = []

    /// The largest number of tokens. All locations must fit into a `SmallSet`.
    static let longest = SmallSet.limit - 1

    init(_ grammar: Grammar) throws {
        self.grammar = grammar
        cutter = try TokenCutter(grammar)
        steps = Array(repeating: .unused, count: grammar.nodeCount)
        first = Array(repeating: SmallSet(), count: grammar.nodeCount)
        nullable = Array(repeating: false, count: grammar.nodeCount)
        bodies = grammar.rules.map(\.body.id)
        var numbers: [TokenCutter.Terminal: Int] = [:]
        for (number, terminal) in cutter.terminals.enumerated() { numbers[terminal] = number }
        let nullableRules = grammar.nullableRules()
        for rule in grammar.rules where !rule.isToken {
            for node in rule.body.subtree {
                nullable[node.id] = Grammar.isNullable(node, nullableRules)
                steps[node.id] =
                    if let terminal = TokenCutter.terminal(of: node, in: grammar), let number = numbers[terminal] {
                        .terminal(number)
                    } else {
                        switch node.kind {
                        case .rule(let name): grammar.index(name).map { .rule($0) } ?? .unused
                        case .sequence(let nodes): .sequence(nodes.map(\.id))
                        case .choice(let nodes): .choice(nodes.map(\.id))
                        case .optional(let inner): .optional(inner.id)
                        case .star(let inner): .star(inner.id)
                        case .plus(let inner): .plus(inner.id)
                        case .literal, .characters, .difference: .unused
                        }
                    }
            }
        }
        computeFirst()
    }

    /// Computes for each node the terminals that it can begin with, so that other nodes need not be tried.
    private func computeFirst() {
        var grew = true
        while grew {
            grew = false
            for node in steps.indices {
                var set = first[node]
                switch steps[node] {
                case .terminal(let terminal): set.insert(terminal)
                case .rule(let rule): set.formUnion(first[bodies[rule]])
                case .sequence(let nodes):
                    for child in nodes {
                        set.formUnion(first[child])
                        if !nullable[child] { break }
                    }
                case .choice(let nodes): for child in nodes { set.formUnion(first[child]) }
                case .optional(let child), .star(let child), .plus(let child): set.formUnion(first[child])
                case .unused: break
                }
                if set != first[node] {
                    first[node] = set
                    grew = true
                }
            }
        }
    }

    /// Whether the text is a predicate; nil if it has too many tokens.
    func accepts(_ text: String) -> Bool? {
        guard let lexemes = cutter.cut(Array(text.unicodeScalars)) else { return false }
        guard lexemes.count <= Self.longest else { return nil }
        input = lexemes.map(\.terminals)
        known = Array(repeating: nil, count: bodies.count * (input.count + 1))
        return ends(bodies[0], at: 0).contains(input.count)
    }

    private func ends(_ node: Int, at location: Int) -> SmallSet {
        if location == input.count || !first[node].intersects(input[location]) {
            return nullable[node] ? SmallSet(location) : SmallSet()
        }
        switch steps[node] {
        case .terminal: return SmallSet(location + 1)
        case .rule(let rule):
            let key = rule * (input.count + 1) + location
            if let ends = known[key] { return ends }
            let ends = ends(bodies[rule], at: location)
            known[key] = ends
            return ends
        case .sequence(let nodes):
            var locations = SmallSet(location)
            for child in nodes {
                var next = SmallSet()
                while let from = locations.popFirst() { next.formUnion(ends(child, at: from)) }
                if next.isEmpty { return next }
                locations = next
            }
            return locations
        case .choice(let nodes):
            var locations = SmallSet()
            for child in nodes { locations.formUnion(ends(child, at: location)) }
            return locations
        case .optional(let child):
            var locations = ends(child, at: location)
            locations.insert(location)
            return locations
        case .star(let child):
            var locations = SmallSet(location)
            grow(&locations, from: locations, by: child)
            return locations
        case .plus(let child):
            var locations = ends(child, at: location)
            grow(&locations, from: locations, by: child)
            return locations
        case .unused: return SmallSet()
        }
    }

    /// Adds the ends of any number of repetitions.
    private func grow(_ locations: inout SmallSet, from start: SmallSet, by child: Int) {
        var open = start
        while let from = open.popFirst() {
            var new = ends(child, at: from)
            new.subtract(locations)
            locations.formUnion(new)
            open.formUnion(new)
        }
    }
}
