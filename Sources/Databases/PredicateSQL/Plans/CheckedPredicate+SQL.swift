import PredicateCore
import PredicateFormat

extension CheckedPredicate {
    /// The predicate as a condition in SQL, and the part of it that this program has to evaluate.
    ///
    /// Evaluation has limits of work; a condition in a database has none, so its answer is that of an evaluation that
    /// reaches no limit.
    ///
    /// - Parameters:
    ///   - mapping: where the records are stored. The schema of the predicate must agree with it.
    ///   - dialect: the dialect of the condition.
    ///   - alias: the name of the records' table in the statement; nil for the table's own name.
    public func plan(for mapping: SQLMapping, in dialect: SQLDialect, alias: String? = nil) -> SQLPlan {
        plan(for: mapping, in: dialect, alias: alias, textTest: nil)
    }

    /// The same, with tests of strings that SQL cannot say by itself.
    package func plan(
        for mapping: SQLMapping, in dialect: SQLDialect, alias: String? = nil, textTest: SQLTextTest?
    ) -> SQLPlan {
        DeepStack.run(levels: 2 * meaningHeight) {
            SQLPlanner(predicate: self, mapping: mapping, dialect: dialect, alias: alias, textTest: textTest).plan()
        }
    }

    private var meaningHeight: Int { CoreDepth.of(program.predicate) }
}

extension PredicateTemplate {
    /// The template as a condition in SQL, with a parameter for each use of a variable; nil if SQL cannot say all of it.
    ///
    /// `SQLStatement.values(bindings:now:)` gives the values of the parameters. Bound, any predicate has a plan: see
    /// `CheckedPredicate.plan(for:in:alias:)`.
    public func condition(for mapping: SQLMapping, in dialect: SQLDialect, alias: String? = nil) -> SQLStatement? {
        let plan = open.plan(for: mapping, in: dialect, alias: alias)
        return plan.exactness == .exact ? plan.condition : nil
    }
}

/// Divides a predicate between a database and this program.
private struct SQLPlanner {
    let predicate: CheckedPredicate
    let mapping: SQLMapping
    let dialect: SQLDialect
    let alias: String?
    let textTest: SQLTextTest?

    func plan() -> SQLPlan {
        let program = predicate.program
        var translator = SQLTranslator(
            mapping, dialect, alias: alias, slotCount: program.slotCount, library: predicate.library,
            limits: predicate.limits, textTest: textTest)
        guard translator.isName(translator.rootAlias) else {
            return plan(.yes, predicate, [remainder("SQL cannot write the name of the table")])
        }
        var conjuncts: [(core: CorePredicate, tree: PredicateTree?)] = []
        Self.split(program.predicate, predicate.tree, into: &conjuncts)
        var conditions: [SQLNode] = []
        var rest: [PredicateTree?] = []
        var remainders: [SQLPlan.Remainder] = []
        var certain: [SQLNode] = []
        var parameters = 0
        for conjunct in conjuncts {
            var pair = translator.pair(conjunct.core)
            if let problem = problem(pair.over, parameters) { pair = .unknown(problem) }
            if !pair.over.isTrue {
                parameters += pair.over.parameters
                conditions.append(pair.over)
            }
            guard let reason = pair.reason else { continue }
            rest.append(conjunct.tree)
            certain.append(pair.under)
            remainders.append(remainder(reason, conjunct.tree))
        }
        let condition = SQLNode.and(conditions)
        // What the condition already refuses needs no second look.
        if rest.isEmpty || condition.isFalse { return plan(condition, nil, []) }
        let under = SQLNode.and(certain)
        return plan(
            condition, certain: problem(under, parameters) == nil ? under : .no, residual(rest, of: conjuncts.count),
            remainders)
    }

    private func remainder(_ reason: String, _ tree: PredicateTree? = nil) -> SQLPlan.Remainder {
        SQLPlan.Remainder(part: tree?.predicateFormat ?? predicate.predicateFormat, reason: reason)
    }

    /// Why a condition is not sent to the database; nil if it may be.
    private func problem(_ node: SQLNode, _ parameters: Int) -> String? {
        if node.size > SQLTranslator.sizeLimit { return "its condition in SQL is too large" }
        if node.depth > dialect.depthLimit { return "its condition in SQL is nested too deeply" }
        if parameters + node.parameters > dialect.parameterLimit { return "its condition has too many parameters" }
        return nil
    }

    /// The parts of a conjunction, each with its part of the tree; nil if the tree has another form.
    private static func split(
        _ core: CorePredicate, _ tree: PredicateTree?,
        into conjuncts: inout [(core: CorePredicate, tree: PredicateTree?)]
    ) {
        guard case .and(let parts) = core else {
            conjuncts.append((core, tree))
            return
        }
        var trees: [PredicateTree] = []
        if case .and(let children)? = tree?.kind, children.count == parts.count { trees = children }
        guard !trees.isEmpty else {
            conjuncts.append((core, tree))
            return
        }
        for (part, tree) in zip(parts, trees) { split(part, tree, into: &conjuncts) }
    }

    /// The predicate of the parts that the database does not decide.
    private func residual(_ parts: [PredicateTree?], of count: Int) -> CheckedPredicate {
        let trees = parts.compactMap { $0 }
        guard parts.count < count, trees.count == parts.count else { return predicate }
        do {
            return try trees.conjunction().openlyChecked(
                against: predicate.schema, library: predicate.library, limits: predicate.limits)
        } catch {
            // The whole predicate is right, too: it only repeats what the database has decided.
            return predicate
        }
    }

    private func plan(
        _ condition: SQLNode, certain: SQLNode = .no, _ residual: CheckedPredicate?,
        _ remainders: [SQLPlan.Remainder]
    ) -> SQLPlan {
        var printer = SQLPrinter(dialect)
        printer.write(condition)
        var inline = SQLPrinter(dialect, isInline: true)
        inline.write(condition)
        var certainPrinter = SQLPrinter(dialect, parametersBefore: printer.statement.parameters.count)
        certainPrinter.write(certain)
        let exactness: SQLPlan.Exactness = residual == nil ? .exact : condition.isTrue ? .residual : .superset
        return SQLPlan(
            condition: printer.statement, inline: inline.text, exactness: exactness, residual: residual,
            remainders: remainders, dialect: dialect, mapping: mapping, alias: alias, node: condition,
            certain: certain.isFalse ? nil : certainPrinter.statement)
    }
}
