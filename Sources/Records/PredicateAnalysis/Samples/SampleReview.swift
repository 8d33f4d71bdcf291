import PredicateFormat

/// A warning that comes from the values of records.
package struct SampleFinding: Hashable, Sendable {
    /// The warning.
    package var diagnostic: PredicateDiagnostic
    /// Whether one matching record proves that the predicate is correct.
    package var isRefutedByMatch: Bool
}

extension CheckedPredicate {
    /// Warnings that need values in addition to types: a CAST that reads none of the values, numbers that are compared
    /// as text, and comparisons that are true for no record, but would be with another operator.
    ///
    /// - Parameter records: some of the records.
    package func findings(in records: [PredicateValue]) -> [SampleFinding] {
        if records.isEmpty { return [] }
        var review = SampleReview(of: self, in: records)
        review.run()
        return review.findings
    }
}

/// Evaluates parts of a predicate for some records, and finds parts that are certainly not intended.
///
/// The comparisons are in `SampleReview+Values.swift`, `SampleReview+Parts.swift` and `SampleReview+Operators.swift`.
struct SampleReview {
    /// A comparison of the predicate.
    struct Location {
        var comparison: PredicateTree.Comparison
        var range: SourceRange
        /// The ranges of the operands.
        var left: SourceRange
        var right: SourceRange
        /// Whether every matching record satisfies the comparison.
        var isNecessary: Bool

        /// Nil for other predicates, and without text.
        init?(_ tree: PredicateTree, isNecessary: Bool) {
            guard case .comparison(let comparison) = tree.kind, let range = tree.range,
                let left = comparison.left.range, let right = comparison.right.range
            else { return nil }
            (self.comparison, self.range, self.left, self.right) = (comparison, range, left, right)
            self.isNecessary = isNecessary
        }
    }

    /// The steps that all evaluations of a review may still take, so that warnings delay no answer.
    private final class Allowance {
        var steps: Int

        init(_ limits: PredicateLimits, _ records: [PredicateValue]) { steps = SampleReview.steps(limits, records) }
    }

    /// The steps that the warnings about some records may take together.
    static func steps(_ limits: PredicateLimits, _ records: [PredicateValue]) -> Int {
        // More than a hundred records are only counted, in which case each takes little.
        let eighths = (min(records.count, 100) + 7) / 8
        let (steps, isHuge) = (limits.evaluationSteps / 8).multipliedReportingOverflow(by: eighths)
        return isHuge ? .max : steps
    }

    /// The text that ranges refer to.
    let source: String
    let records: [PredicateValue]
    let library: PredicateLibrary
    let limits: PredicateLimits
    let context: EvaluationContext
    private let allowance: Allowance
    private let root: PredicateTreeNode
    /// Whether the text is that of a predicate over the records.
    let isWhole: Bool
    /// Whether a declared schema gives the values their types.
    var isTyped = false
    /// The warnings of the checker.
    private let warnings: [PredicateDiagnostic]
    private(set) var findings: [SampleFinding] = []
    /// The comparisons of text that may still be reviewed, so that a predicate of thousands of clauses is not held back.
    private var textsLeft = 100
    /// The same for other readings of lists.
    var rewritesLeft = 16

    init(of predicate: CheckedPredicate, in records: [PredicateValue]) {
        self.records = records
        source = predicate.source
        library = predicate.library
        limits = predicate.limits
        warnings = predicate.warnings
        root = .predicate(predicate.meaning)
        isWhole = true
        context = EvaluationContext(limits: limits)
        allowance = Allowance(limits, records)
    }

    init(of expression: CheckedExpression, in records: [PredicateValue]) {
        self.records = records
        source = expression.source
        library = expression.library
        limits = expression.limits
        warnings = expression.warnings
        root = .expression(expression.tree)
        isWhole = false
        isTyped = expression.schema.map { $0.origin == .declared } ?? false
        context = EvaluationContext(limits: limits)
        allowance = Allowance(limits, records)
    }

    /// A review of the elements of a list, by the condition of a SUBQUERY in which the variable is the record.
    private init(of condition: PredicateTree, in elements: [PredicateValue], within review: SampleReview) {
        records = elements
        source = review.source
        library = review.library
        limits = review.limits
        warnings = review.warnings
        context = review.context
        allowance = review.allowance
        root = .predicate(condition)
        isWhole = false
    }

    /// Reviews the condition of a SUBQUERY that depends only on the element.
    private mutating func reviewElements(
        of collection: ExpressionTree, named variable: String, _ condition: PredicateTree
    ) {
        guard Self.isClosed(.expression(collection)), let own = condition.asOfElements(named: variable) else { return }
        let elements = values(of: collection, isQuantified: true)
        guard !elements.isEmpty else { return }
        var review = SampleReview(of: own, in: elements, within: self)
        review.run()
        // A match shows nothing of a single element.
        for finding in review.findings { report(finding.diagnostic, isRefutedByMatch: false) }
    }

    mutating func run() {
        examine { $0.reviewArithmetic($0.root) }
        if case .expression = root { examine { $0.reviewUnixTimes(in: [$0.root]) } }
        var pending: [(node: PredicateTreeNode, isNecessary: Bool)] = [(root, true)]
        while let (node, isNecessary) = pending.popLast() {
            // Clauses joined by AND are necessary. In an OR, another clause can be true instead.
            var areNecessary = false
            if case .predicate(let tree) = node {
                if case .and(let parts) = tree.kind {
                    areNecessary = isNecessary
                    examine { $0.reviewElements(ofAll: parts, at: tree.range) }
                }
                if let location = Location(tree, isNecessary: isNecessary) { examine { $0.review(location) } }
            }
            if case .expression(let tree) = node, case .subquery(let list, let variable, let condition) = tree.kind {
                examine { $0.reviewElements(of: list, named: variable, condition) }
            }
            guard allowance.steps > 0 else { return }
            for child in node.children.reversed() { pending.append((child, areNecessary)) }
        }
        if leftOut > 0, !findings.isEmpty {
            findings[findings.count - 1].diagnostic.notes.append(CheckingMessages.leftOut(leftOut))
        }
    }

    /// Reviews a part, and drops its findings if the allowance ended before it had seen all values.
    private mutating func examine(_ part: (inout SampleReview) -> Void) {
        let count = findings.count
        part(&self)
        if allowance.steps <= 0 { findings.removeLast(max(0, findings.count - count)) }
    }

    private mutating func review(_ location: Location) {
        // The variables of SUBQUERY have no values here.
        guard Self.isClosed(.expression(location.comparison.left)),
            Self.isClosed(.expression(location.comparison.right))
        else { return }
        reviewUnixTimes(in: [.expression(location.comparison.right), .expression(location.comparison.left)])
        reviewNumbers(location)
        reviewTextOrder(location)
        reviewBooleans(location)
        reviewDays(location)
        reviewOperator(location)
        reviewLists(location)
        reviewTexts(location)
        reviewOffsets(.expression(location.comparison.left))
        reviewOffsets(.expression(location.comparison.right))
    }

    /// Whether one more comparison of text is reviewed.
    mutating func takesText() -> Bool {
        textsLeft -= 1
        return textsLeft >= 0
    }

    /// The most findings, and the number that were left out.
    private static let mostFindings = 1000
    private var leftOut = 0

    mutating func report(_ diagnostic: PredicateDiagnostic, isRefutedByMatch: Bool) {
        guard findings.count < Self.mostFindings else {
            leftOut += 1
            return
        }
        findings.append(SampleFinding(diagnostic: diagnostic, isRefutedByMatch: isRefutedByMatch))
    }

    // MARK: Evaluation

    /// Whether an expression depends only on the record.
    static func isClosed(_ tree: PredicateTreeNode) -> Bool {
        var pending = [tree]
        while let node = pending.popLast() {
            if case .expression(let expression) = node {
                switch expression.kind {
                case .variable, .argument, .element, .assignment, .subquery: return false
                default: break
                }
            }
            pending += node.children
        }
        return true
    }

    /// The values of an expression that are not nil.
    ///
    /// - Parameters:
    ///   - isQuantified: whether to take the elements of lists.
    ///   - others: the values to evaluate it on; the records without any.
    func values(of tree: ExpressionTree, isQuantified: Bool = false, on others: [PredicateValue]? = nil)
        -> [PredicateValue]
    {
        let library = library
        let program = DeepStack.run(levels: tree.height) { Lowering.lower(tree, library: library) }
        let compiled = CompiledExpression(program, library: library, limits: limits)
        var run = compiled.makeRun(context: context)
        run.allowance = allowance.steps
        defer { allowance.steps = run.allowance ?? 0 }
        var found: [PredicateValue] = []
        for record in others ?? records {
            let value = compiled.evaluate(on: record, in: &run)
            if run.isStopped { run.allowance = 0 }
            if isQuantified, let elements = ValueSemantics.elements(of: value) {
                found += elements.filter { $0 != .null }
            } else if value != .null {
                found.append(value)
            }
        }
        return found
    }

    /// The number of records that satisfy a comparison.
    func count(_ comparison: PredicateTree.Comparison) -> Int {
        let tree = PredicateTree(.comparison(comparison))
        let library = library
        let program = DeepStack.run(levels: tree.height) { Lowering.lower(tree, library: library) }
        let compiled = DeepStack.run(levels: tree.height) {
            CompiledPredicate(program, library: library, height: tree.height)
        }
        var run = compiled.makeRun(context: context)
        run.allowance = allowance.steps
        defer { allowance.steps = run.allowance ?? 0 }
        return records.count { record in
            let holds = compiled.evaluate(on: record, in: &run)
            if run.isStopped { run.allowance = 0 }
            return holds
        }
    }

    /// The number of records that satisfy a comparison with another operator and text.
    func count(_ comparison: PredicateTree.Comparison, _ comparator: ComparisonOperator, _ text: String) -> Int {
        if comparator == .matches {
            guard let engine = library.patterns,
                (try? engine.compile(text, options: comparison.options, limits: limits)) != nil
            else { return 0 }
        }
        var other = comparison
        other.comparator = comparator
        other.right = ExpressionTree(.constant(.string(text)), type: .string, range: comparison.right.range)
        return count(other)
    }

    // MARK: Text

    func text(_ range: SourceRange) -> String { range.text(in: source) }

    /// A value as it is written in a predicate, shortened if it is long.
    static func written(_ value: PredicateValue) -> String {
        ExpressionTree.literal(value).predicateFormat.excerpt(40)
    }

    /// Whether a warning of the checker already has a range inside this one.
    func isWarned(_ code: PredicateDiagnostic.Code, in range: SourceRange) -> Bool {
        warnings.contains { $0.code == code && range.contains($0.range) }
    }
}

extension PredicateTree {
    /// The condition of a SUBQUERY as one of its elements alone, with the variable as the record. Nil if it reads the
    /// record itself, or has a SUBQUERY of its own.
    fileprivate func asOfElements(named variable: String) -> PredicateTree? {
        var isOwn = true
        PredicateTreeNode.predicate(self).forEachNode { node in
            guard case .expression(let tree) = node else { return }
            switch tree.kind {
            case .record, .subquery: isOwn = false
            default: break
            }
        }
        guard isOwn else { return nil }
        return rewritingExpressions { tree in
            guard case .variable(let name) = tree.kind, sameCodePoints(name, variable) else { return tree }
            return ExpressionTree(.record, type: tree.type, range: tree.range)
        }
    }
}
