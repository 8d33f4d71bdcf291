/// The core: the small set of operations that the typed tree is lowered to, and that every evaluator implements.
///
/// Everything the language says beyond it is spelled out by `Lowering`: `NONE` is a negation, a field of a declared type
/// carries its conversion, a literal has the type that its other side asks for, variables are slots. What an operation means on
/// values stands in `ValueSemantics`, and nowhere else.
package indirect enum CorePredicate: Sendable {
    case constant(Bool)
    /// Evaluates expressions into slots, in order, and then the predicate: what `:=` assigns in a scope is known in all of
    /// it to the right, whatever short circuit skips (D42).
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
    /// `BETWEEN` with a list that is known only when it is evaluated: false unless it has two elements (D58).
    case betweenList(CoreExpression, CoreExpression)
    /// An operator on texts. CONTAINS is also about collections: an element, or a value of a dictionary. `IN` is CONTAINS with
    /// its sides swapped.
    case text(TextOperator, CoreExpression, CoreExpression, StringOptions)
    case custom(String, CoreExpression, CoreExpression, StringOptions)
    /// ANY or ALL: the body is evaluated with the element in the slot. What the left side expands to is decided by
    /// `expansion`. Over nil: ANY false, ALL true. Over what is no collection: false (D2).
    case quantified(CoreQuantifier, over: CoreExpression, slot: Int, expansion: CoreExpansion, body: CorePredicate)
}

/// An expression whose value a slot keeps.
package struct CoreAssignment: Sendable {
    package var slot: Int
    package var value: CoreExpression
    package init(slot: Int, value: CoreExpression) {
        self.slot = slot
        self.value = value
    }
}

package enum CoreQuantifier: Sendable { case any, all }

/// How far a quantifier opens lists of lists (D13).
package indirect enum CoreExpansion: Sendable {
    /// Down to elements that are no lists.
    case deep
    /// The outermost list only (`CONTAINS`).
    case shallow
    /// As `shallow` when the value of the expression, the right side of `==` or `!=`, is a list or set; else as `deep`.
    case shallowIfList(CoreExpression)
}

package indirect enum CoreExpression: Sendable {
    case constant(PredicateValue)
    /// The record.
    case record
    /// A part of the record that its source has found beforehand, by its location in a row (`InputBinding`).
    case input(Int)
    /// A slot of the frame: the element of a quantifier, a SUBQUERY or a collection operator, or what `:=` has set.
    case slot(Int)
    /// A substitution variable, read from the bindings of the evaluation; unbound it is nil.
    case variable(String)
    /// The value of a key; maps over lists and sets (`ValueSemantics.member`).
    case member(CoreExpression, String)
    /// The same with a key that is evaluated; nil when it is no string (D77).
    case dynamicMember(CoreExpression, CoreExpression)
    /// Reads a value as what a declared type says it is; a value that does not fit stays what it is (D61).
    case read(CoreExpression, as: CoreReading)
    case first(CoreExpression)
    case last(CoreExpression)
    case size(CoreExpression)
    case index(CoreExpression, CoreExpression)
    /// A collection operator; the path is evaluated for each element, in the slot. nil over nil (D15).
    case collection(CollectionOperator, CoreExpression, slot: Int, path: CoreExpression?)
    case subquery(CoreExpression, slot: Int, CorePredicate)
    case aggregate([CoreExpression])
    case arithmetic(ArithmeticOperator, CoreExpression, CoreExpression)
    case complement(CoreExpression)
    case set(SetOperator, CoreExpression, CoreExpression)
    /// A built-in function by its table row.
    case call(BuiltInFunction, [CoreExpression])
    /// A function that the program registered.
    case registered(PredicateFunction, [CoreExpression])
    case cast(CoreExpression, CastTarget)
    case ternary(CorePredicate, CoreExpression, CoreExpression)
    /// A part of a loop that is the same for all elements: evaluated when it is first asked for, then kept under a number
    /// (`CoreInvariants`).
    case once(Int, CoreExpression)
}

/// A predicate in the core, with what an evaluator must know before it starts.
package struct CoreProgram: Sendable {
    package var predicate: CorePredicate
    /// How many slots a frame has.
    package var slotCount: Int
    /// Whether the parts of loops are marked that are the same for all elements (`CoreInvariants`).
    var isMarked = false
    package init(predicate: CorePredicate, slotCount: Int) {
        self.predicate = predicate
        self.slotCount = slotCount
    }
}

/// An expression in the core; a REPL line, a key to sort by.
package struct CoreExpressionProgram: Sendable {
    package var expression: CoreExpression
    package var slotCount: Int
    /// Whether the parts of loops are marked that are the same for all elements (`CoreInvariants`).
    var isMarked = false
    package init(expression: CoreExpression, slotCount: Int) {
        self.expression = expression
        self.slotCount = slotCount
    }
}
