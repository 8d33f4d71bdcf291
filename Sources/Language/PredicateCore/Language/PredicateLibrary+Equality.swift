// Libraries hold closures, which have no equality. What a text can name of them has.

extension PredicateFunction: Hashable {
    /// Whether the functions have the same selector, types, and effect on nil and on calls; not whether they do the same.
    public static func == (a: PredicateFunction, b: PredicateFunction) -> Bool {
        sameCodePoints(a.selector, b.selector) && a.parameters == b.parameters && a.result == b.result
            && a.isPure == b.isPure && a.acceptsNil == b.acceptsNil
    }

    /// Hashes parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(selector))
        hasher.combine(result)
    }
}

extension PredicateOperator: Hashable {
    /// Whether the operators have the same name and types; not whether they do the same.
    public static func == (a: PredicateOperator, b: PredicateOperator) -> Bool {
        sameCodePoints(a.name, b.name) && a.left == b.left && a.right == b.right
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(name))
        hasher.combine(left)
        hasher.combine(right)
    }
}

extension PredicateLibrary: Hashable {
    /// Whether the libraries have functions and operators of the same names and types, lack the same built-in functions, and have engines of patterns and
    /// collation of the same types. What they do is not compared.
    public static func == (a: PredicateLibrary, b: PredicateLibrary) -> Bool {
        a.isSame(as: b)
            || a.functions == b.functions && a.operators == b.operators && a.engineTypes == b.engineTypes
                && a.switchedOff == b.switchedOff
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(functions)
        hasher.combine(operators)
        hasher.combine(engineTypes)
        hasher.combine(switchedOff)
    }

    private var engineTypes: [ObjectIdentifier?] {
        [patterns.map { ObjectIdentifier(type(of: $0)) }, collation.map { ObjectIdentifier(type(of: $0)) }]
    }
}
