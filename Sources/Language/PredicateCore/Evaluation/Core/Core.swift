/// The core: the small set of operations that the typed tree is lowered to, and that every evaluator implements.
///
/// `Lowering` expresses the rest of the language with them: `NONE` is a negation, a field of a declared type carries
/// its conversion, a literal has the type that its other side needs, variables are slots. Only `ValueSemantics`
/// defines what an operation does with values.
package indirect enum CorePredicate: Sendable {
    case constant(Bool)
    /// Evaluates expressions into slots, in order, and then the predicate. A value that `:=` assigns is known
    /// everywhere to its right in the scope, even if short-circuit evaluation skips the assignment (D42).
    case scoped([CoreAssignment], CorePredicate)
    case and([CorePredicate])
    case or([CorePredicate])
    case not(CorePredicate)
    /// `==`; never quantified. `!=` is its negation.
    case equal(CoreExpression, CoreExpression, StringOptions)
    /// `<`, `<=`, `>`, `>=`
    case ordered(CoreOrdering, CoreExpression, CoreExpression, StringOptions)
    /// `BETWEEN` with two bounds written out.
    case between(CoreExpression, CoreExpression, CoreExpression)
    /// `BETWEEN` with a list whose value is known only at evaluation: false unless it has two elements (D58).
    case betweenList(CoreExpression, CoreExpression)
    /// An operator on strings. CONTAINS also works on collections: it looks for an element, or a value of a dictionary.
    /// `IN` is CONTAINS with its sides swapped.
    case text(TextOperator, CoreExpression, CoreExpression, StringOptions)
    /// An operator that the program has registered.
    case custom(PredicateOperator, CoreExpression, CoreExpression, StringOptions)
    /// ANY or ALL: the body is evaluated with each element in the slot. `expansion` decides how the left side is
    /// expanded. Over nil, ANY is false and ALL is true. Over a value that is not a collection, both are false (D2).
    case quantified(CoreQuantifier, over: CoreExpression, slot: Int, expansion: CoreExpansion, body: CorePredicate)
    /// A comparison whose unusable values are counted, by its number in `OperationSites`.
    case counted(Int, CorePredicate)
}

extension CorePredicate {
    /// A predicate that exceeds the steps of every evaluation.
    static let undecided = CorePredicate.equal(.registered(.endless, []), .constant(.boolean(true)), [])
}

/// An expression, and the slot that keeps its value.
package struct CoreAssignment: Sendable {
    package var slot: Int
    package var value: CoreExpression
    package init(slot: Int, value: CoreExpression) {
        self.slot = slot
        self.value = value
    }
}

package enum CoreQuantifier: Sendable { case any, all }

/// How far a quantifier expands lists of lists (D13).
package indirect enum CoreExpansion: Sendable {
    /// Down to elements that are not lists.
    case deep
    /// The outermost list only (`CONTAINS`).
    case shallow
    /// Like `shallow` if the value of the expression (the right side of `==` or `!=`) is a list or set; otherwise like
    /// `deep`.
    case shallowIfList(CoreExpression)
}

package indirect enum CoreExpression: Sendable {
    case constant(PredicateValue)
    /// The record.
    case record
    /// A part of the record that its source found beforehand, by its location in a row (`InputBinding`).
    case input(Int)
    /// A slot of the frame: the element of a quantifier, a SUBQUERY or a collection operator, or a value that `:=`
    /// assigned.
    case slot(Int)
    /// A substitution variable, read from the bindings of the evaluation; nil if it is unbound.
    case variable(String)
    /// The value of a key; maps over lists and sets (`ValueSemantics.member`).
    case member(CoreExpression, String)
    /// The value of a key that is evaluated; nil if the key is not a string (D77).
    case dynamicMember(CoreExpression, CoreExpression)
    /// Reads a value as its declared type; a value that does not fit stays as it is (D61).
    case read(CoreExpression, as: CoreReading)
    case first(CoreExpression)
    case last(CoreExpression)
    case size(CoreExpression)
    case index(CoreExpression, CoreExpression)
    /// A collection operator; the path is evaluated for each element, in the slot. nil over nil (D15).
    case collection(CollectionOperator, CoreExpression, slot: Int, path: CoreExpression?)
    /// An operation on collections that compares elements with each other: a collection operator, a function or an operation
    /// of sets. Each element is compared as its declared type, and given as it is (D33).
    case compared(CoreExpression, as: CoreReading)
    case subquery(CoreExpression, slot: Int, CorePredicate)
    case aggregate([CoreExpression])
    case arithmetic(ArithmeticOperator, CoreExpression, CoreExpression)
    case complement(CoreExpression)
    case set(SetOperator, CoreExpression, CoreExpression)
    /// A built-in function by its table row.
    case call(BuiltInFunction, [CoreExpression])
    /// A function that the program has registered.
    case registered(PredicateFunction, [CoreExpression])
    case cast(CoreExpression, CastTarget)
    case ternary(CorePredicate, CoreExpression, CoreExpression)
    /// A part of a loop that is the same for all elements. It is evaluated when it is first needed, then kept under a
    /// number (`CoreInvariants`).
    case once(Int, CoreExpression)
    /// An operation whose unusable values are counted, by its number in `OperationSites`.
    case counted(Int, CoreExpression)
}

/// A predicate in the core, with what an evaluator needs before it starts.
package struct CoreProgram: Sendable {
    package var predicate: CorePredicate
    /// How many slots a frame has.
    package var slotCount: Int
    /// Whether the loop-invariant parts are marked (`CoreInvariants`).
    var isMarked = false
    /// The counted operations; nil in a program that counts nothing.
    package var sites: OperationSites?
    package init(predicate: CorePredicate, slotCount: Int, sites: OperationSites? = nil) {
        self.predicate = predicate
        self.slotCount = slotCount
        self.sites = sites
    }
}

/// An expression in the core, such as a REPL line or a sort key.
package struct CoreExpressionProgram: Sendable {
    package var expression: CoreExpression
    package var slotCount: Int
    /// Whether the loop-invariant parts are marked (`CoreInvariants`).
    var isMarked = false
    /// The counted operations; nil in a program that counts nothing.
    package var sites: OperationSites?
    package init(expression: CoreExpression, slotCount: Int, sites: OperationSites? = nil) {
        self.expression = expression
        self.slotCount = slotCount
        self.sites = sites
    }
}

extension CoreExpression {
    /// An operation on collections whose operands are read before it: it gives what `compared` does, with read elements.
    package func readingOperands(as reading: CoreReading) -> CoreExpression {
        let list = CoreReading.elements(reading)
        switch self {
        case .collection(.distinctUnionOfArrays, let base, let slot, nil):
            return .collection(.distinctUnionOfArrays, .read(base, as: .elements(list)), slot: slot, path: nil)
        case .collection(let op, let base, let slot, nil):
            return .collection(op, .read(base, as: list), slot: slot, path: nil)
        case .collection(let op, let base, let slot, let path?):
            let reading = op == .distinctUnionOfArrays ? list : reading
            return .collection(op, base, slot: slot, path: .read(path, as: reading))
        case .set(let op, let a, let b): return .set(op, .read(a, as: list), .read(b, as: list))
        case .call(let function, let arguments): return .call(function, arguments.map { .read($0, as: list) })
        default: return self
        }
    }
}
