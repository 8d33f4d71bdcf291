import PredicateFormat

/// A rule of a set, without its id.
final class IndexedRule: Sendable {
    let predicate: CheckedPredicate
    /// The place of the rule in the order of the set.
    let order: UInt64
    /// The decimals of its records; nil if they have none.
    let shape: RecordShape?
    private let lateBound = LazyValue<EvaluationBound>()

    init(_ predicate: CheckedPredicate, order: UInt64, shape: RecordShape?) {
        self.predicate = predicate
        self.order = order
        self.shape = shape
    }

    /// The size of a record up to which the rule cannot exceed its limits.
    var safeBytes: Int {
        lateBound.value {
            EvaluationBound(predicate.program, context: EvaluationContext(limits: predicate.limits))
        }.recordBytes
    }

    /// Whether the rule holds for a record, by evaluating it.
    func holds(_ record: PredicateValue, _ context: EvaluationContext) -> Bool {
        predicate.compiled.evaluate(on: record, context: context)
    }
}

/// Makes rules of which most have the same schema.
struct IndexedRuleMaker {
    /// The last schema, and the decimals of its records.
    private var known: (schema: RecordSchema, shape: RecordShape?)?

    mutating func rule(_ predicate: CheckedPredicate, order: UInt64) -> IndexedRule {
        IndexedRule(predicate, order: order, shape: predicate.schema.flatMap { shape(of: $0) })
    }

    private mutating func shape(of schema: RecordSchema) -> RecordShape? {
        if let known, known.schema == schema { return known.shape }
        let shape = RecordShape(schema)
        known = (schema, shape)
        return shape
    }
}
