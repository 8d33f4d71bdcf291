/// A path from the record to something in it that a predicate reads: `address.city`, `orders[].total`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    /// A step of the path.
    public enum Step: Hashable, Sendable {
        /// The value of a key.
        case key(String)
        /// The elements of a list, or some of them.
        case elements
        /// The value of a key that is known only when the predicate is evaluated.
        case anyKey
    }

    /// The steps from the record; none is the record itself.
    public var steps: [Step]

    /// A path from its steps.
    public init(_ steps: [Step] = []) { self.steps = steps }

    /// The keys along the path, without the steps into lists. They end before a key that is not known.
    public var keys: [String] {
        var keys: [String] = []
        for step in steps {
            switch step {
            case .key(let name): keys.append(name)
            case .elements: continue
            case .anyKey: return keys
            }
        }
        return keys
    }

    /// The path for people: `SELF`, `address.city`, `orders[].total`, `extra.*`.
    public var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let name): text += (text.isEmpty ? "" : ".") + SourceSpelling.component(name)
            case .elements: text += text.isEmpty ? "SELF[]" : "[]"
            case .anyKey: text += text.isEmpty ? "*" : ".*"
            }
        }
        return text.isEmpty ? "SELF" : text
    }

    /// Keys are equal if their code points are.
    public static func == (a: FieldPath, b: FieldPath) -> Bool {
        a.steps.count == b.steps.count
            && zip(a.steps, b.steps).allSatisfy { pair in
                switch pair {
                case (.key(let x), .key(let y)): sameCodePoints(x, y)
                case (.elements, .elements), (.anyKey, .anyKey): true
                default: false
                }
            }
    }

    /// The hash of the keys' code points.
    public func hash(into hasher: inout Hasher) {
        for step in steps {
            switch step {
            case .key(var name): name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            case .elements: hasher.combine(1)
            case .anyKey: hasher.combine(2)
            }
        }
    }
}

/// The fields, variables, functions and operators that a predicate or an expression uses.
public struct PredicateUses: Hashable, Sendable {
    /// The parts of the record that are read, each once, in the order of their first use; the record itself if it is
    /// used as a whole. Parts of elements are listed under their list: `SUBQUERY(orders, $o, $o.total > 5)` reads
    /// `orders` and `orders[].total`.
    public internal(set) var fields: [FieldPath] = []
    /// The substitution variables, each once, in the order of their first use.
    public internal(set) var variables: [String] = []
    /// The functions by their selectors, including those of FUNCTION, each once, in the order of their first use.
    public internal(set) var functions: [String] = []
    /// The operators of the library, each once, in the order of their first use.
    public internal(set) var operators: [String] = []

    /// The keys of the record that the answer depends on; nil if the whole record is needed.
    ///
    /// A reader of JSON may leave out every other key of a record.
    package var topLevelKeys: [String]? {
        var keys: [String] = []
        var known: Set<ExactName> = []
        for field in fields {
            // A key `self` may mean the record itself (D51).
            guard case .key(let name) = field.steps.first, !sameCodePoints(name, "self") else { return nil }
            if known.insert(ExactName(name)).inserted { keys.append(name) }
        }
        return keys
    }
}

extension PredicateTree {
    /// The fields, variables, functions and operators that the predicate uses.
    public var uses: PredicateUses {
        DeepStack.run(levels: height) {
            var collector = UseCollector()
            collector.visit(self)
            return collector.uses
        }
    }
}

extension ExpressionTree {
    /// The fields, variables, functions and operators that the expression uses.
    public var uses: PredicateUses {
        DeepStack.run(levels: height) {
            var collector = UseCollector()
            collector.read(self)
            return collector.uses
        }
    }
}

/// Walks a tree in the order of its text and follows every value to its origin in the record.
private struct UseCollector {
    private(set) var uses = PredicateUses()
    private var known: Set<FieldPath> = []
    private var knownNames: Set<ExactName> = []
    /// The origins of variables from SUBQUERY and `:=`, with the innermost scope last.
    private var scopes = [NameTable<[Origin]>()]
    /// The origin of the current element of the enclosing collection operator.
    private var element: [Origin] = []

    /// The origin of an unchanged value in the record.
    private struct Origin {
        var path = FieldPath()
        /// The number of enclosing lists that the path has already opened: `orders.total` is a list, and its path is
        /// `orders[].total`.
        var opened = 0

        /// The origin of an element of the value.
        var inside: Origin {
            opened > 0
                ? Origin(path: path, opened: opened - 1) : Origin(path: FieldPath(path.steps + [.elements]))
        }

        /// The origin of a key of the value, which maps over as many levels of lists as its type is known to have.
        func member(_ step: FieldPath.Step, levels: Int) -> Origin {
            let toOpen = max(0, levels - opened)
            let lists = [FieldPath.Step](repeating: .elements, count: toOpen)
            return Origin(path: FieldPath(path.steps + lists + [step]), opened: opened + toOpen)
        }
    }

    mutating func visit(_ tree: PredicateTree) {
        switch tree.kind {
        case .constant: break
        case .and(let children), .or(let children): for child in children { visit(child) }
        case .not(let inner): visit(inner)
        case .comparison(let comparison):
            read(comparison.left)
            read(comparison.right)
            if case .custom(let name) = comparison.comparator, !uses.operators.contains(name) {
                uses.operators.append(name)
            }
        }
    }

    /// Notes that the value of an expression is used.
    mutating func read(_ tree: ExpressionTree) { note(origins(of: tree)) }

    private mutating func note(_ origins: [Origin]) {
        for origin in origins where known.insert(origin.path).inserted { uses.fields.append(origin.path) }
    }

    private mutating func readAll(_ trees: [ExpressionTree]) { for tree in trees { read(tree) } }

    /// The possible origins of an unchanged value of an expression; none if it is computed. All parts that are
    /// used to find it are recorded.
    private mutating func origins(of tree: ExpressionTree) -> [Origin] {
        switch tree.kind {
        case .constant, .argument: return []
        case .record: return [Origin()]
        case .element: return element
        case .variable(let name): return variable(name)
        case .field(let base, let name): return member(.key(name), of: base)
        case .dynamicField(let base, let key):
            let result = member(.anyKey, of: base)
            read(key)
            return result
        case .index(let base, let index): return indexed(base, index)
        case .collection(let symbol, let base, let path): return collected(symbol, base, path)
        case .assignment(let name, let value): return assigned(name, value)
        case .set(_, let left, let right):
            let left = origins(of: left)
            return left + origins(of: right)
        case .ternary(let condition, let a, let b):
            visit(condition)
            let a = origins(of: a)
            return a + origins(of: b)
        case .subquery(let collection, let variable, let predicate): return selected(collection, variable, predicate)
        case .aggregate(let elements): readAll(elements)
        case .complement(let operand), .cast(let operand, _): read(operand)
        case .arithmetic(_, let left, let right): readAll([left, right])
        case .call(let name, let arguments): call(name, arguments)
        case .function(let target, let selector, let arguments): call(selector, [target] + arguments)
        }
        return []
    }

    private mutating func call(_ selector: String, _ arguments: [ExpressionTree]) {
        if !uses.functions.containsName(selector) { uses.functions.append(selector) }
        readAll(arguments)
    }

    private mutating func variable(_ name: String) -> [Origin] {
        for scope in scopes.reversed() {
            if let origins = scope[name] { return origins }
        }
        if knownNames.insert(ExactName(name)).inserted { uses.variables.append(name) }
        return []
    }

    private mutating func assigned(_ name: String, _ value: ExpressionTree) -> [Origin] {
        let origins = origins(of: value)
        scopes[scopes.count - 1][name] = origins
        return origins
    }

    private mutating func selected(_ collection: ExpressionTree, _ variable: String, _ predicate: PredicateTree)
        -> [Origin]
    {
        let collection = origins(of: collection)
        note(collection)
        scopes.append(NameTable(variable, collection.map(\.inside)))
        let outer = element
        element = []
        visit(predicate)
        element = outer
        scopes.removeLast()
        return collection
    }

    private mutating func member(_ step: FieldPath.Step, of base: ExpressionTree) -> [Origin] {
        var levels = 0
        var type = base.type
        while let element = type.element {
            levels += 1
            type = element
        }
        return origins(of: base).map { $0.member(step, levels: levels) }
    }

    private mutating func indexed(_ base: ExpressionTree, _ index: ExpressionTree.Index) -> [Origin] {
        let bases = origins(of: base)
        switch index {
        case .first, .last: return bases.map(\.inside)
        case .size:
            note(bases)
            return []
        case .at(let key):
            read(key)
            switch key.kind {
            case .constant(.string(let name)): return bases.map { $0.member(.key(name), levels: 0) }
            case .constant(.integer), .constant(.boolean): return bases.map(\.inside)
            default:
                let isLocation = key.type.family == .number
                return bases.map { isLocation ? $0.inside : $0.member(.anyKey, levels: 0) }
            }
        }
    }

    private mutating func collected(_ symbol: CollectionOperator, _ base: ExpressionTree, _ path: ExpressionTree?)
        -> [Origin]
    {
        let bases = origins(of: base)
        // The number of elements, and which of them are nil, also count as used.
        note(bases)
        guard let path else { return [] }
        let outer = element
        element = bases.map(\.inside)
        let origins = origins(of: path)
        element = outer
        return origins
    }
}
