import PredicateCore

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

extension [PredicateDiagnostic] {
    /// These without warnings that no record has a value, if a finding says in which other case or form records have it.
    package func unexplained(by findings: [SampleFinding]) -> Self {
        filter { warning in
            warning.code != .unseenValue
                || !findings.contains { $0.diagnostic.code == .caseDiffers && $0.diagnostic.range == warning.range }
        }
    }
}

/// Evaluates parts of a predicate for some records, and finds parts that are certainly not intended.
///
/// `SampleReview+OtherReadings.swift` has comparisons that are false for all records, `SampleReview+Orders.swift`
/// strings in order, `SampleReview+Lists.swift` lists, and `SampleReview+Expressions.swift` calls.
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
        /// Whether one matching record shows that what is written is right: one string of several may still be wrong.
        var isRefutedByMatch: Bool {
            isNecessary && comparison.comparator != .notEqual && (others ?? []).isEmpty
                && (comparison.right.scalars?.count ?? 1) == 1
        }
        /// The other elements, if the right side is one of a list.
        var others: [SourceRange]?
        /// Whether both sides depend only on the record. The variables of SUBQUERY have no values in a review.
        var isClosed: Bool { comparison.left.isClosed && comparison.right.isClosed }

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
        var steps = 0
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
    private(set) var records: [PredicateValue]
    let library: PredicateLibrary
    let limits: PredicateLimits
    let context: EvaluationContext
    private let allowance = Allowance()
    private var root: PredicateTreeNode
    /// Whether the text is that of a predicate over the records.
    private(set) var isWhole = false
    /// The warnings of the checker.
    private let warnings: [PredicateDiagnostic]
    private(set) var findings: [SampleFinding] = []
    /// Whether it is known that no record matches, and the records are only some of them.
    var isSecondLook = false
    /// The comparisons of text that may still be reviewed, so that a predicate of thousands of clauses is not held back.
    var textsLeft = 100
    /// The same for other readings of lists.
    var rewritesLeft = 16

    init(of predicate: CheckedPredicate, in records: [PredicateValue]) {
        self.init(
            .predicate(predicate.meaning), predicate.source, predicate.library, predicate.limits, predicate.warnings,
            records)
        isWhole = true
    }

    init(of expression: CheckedExpression, in records: [PredicateValue]) {
        self.init(
            .expression(expression.tree), expression.source, expression.library, expression.limits,
            expression.warnings, records)
    }

    private init(
        _ root: PredicateTreeNode, _ source: String, _ library: PredicateLibrary, _ limits: PredicateLimits,
        _ warnings: [PredicateDiagnostic], _ records: [PredicateValue]
    ) {
        (self.root, self.source, self.library, self.limits) = (root, source, library, limits)
        (self.warnings, self.records) = (warnings, records)
        context = EvaluationContext(limits: limits)
        allowance.steps = Self.steps(limits, records)
    }

    /// Reviews the condition of a SUBQUERY that depends only on the element.
    private mutating func reviewElements(
        of collection: ExpressionTree, named variable: String, _ condition: PredicateTree
    ) {
        guard collection.isClosed, let own = condition.asOfElements(named: variable) else { return }
        let elements = values(of: collection, isQuantified: true)
        guard !elements.isEmpty else { return }
        // The elements are the records of the condition, in which the variable is the record.
        var review = self
        (review.records, review.root, review.isWhole, review.findings) = (elements, .predicate(own), false, [])
        review.run()
        // A match shows nothing of a single element.
        for finding in review.findings { report(finding.diagnostic) }
    }

    mutating func run() {
        var pending: [(node: PredicateTreeNode, isNecessary: Bool)] = [(root, true)]
        while let (node, isNecessary) = pending.popLast() {
            // Clauses joined by AND are necessary. In an OR, another clause can be true instead.
            var areNecessary = false
            switch node {
            case .predicate(let tree):
                if case .and(let parts) = tree.kind {
                    areNecessary = isNecessary
                    examine { $0.reviewElements(ofAll: parts, at: tree.range) }
                }
                if let location = Location(tree, isNecessary: isNecessary) { examine { $0.review(location) } }
            case .expression(let tree):
                if case .subquery(let list, let variable, let condition) = tree.kind {
                    examine { $0.reviewElements(of: list, named: variable, condition) }
                }
                examine { $0.review(tree) }
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
        guard location.isClosed else { return }
        if case .constant = location.comparison.left.kind {} else { reviewQuotedName(location.comparison.left) }
        if location.comparison.comparator == .notEqual, location.comparison.options.isEmpty {
            reviewNumbers(location.comparison.left, in: location)
        }
        reviewTextOrder(location)
        reviewDays(location)
        reviewSeconds(location)
        reviewOtherReadings(location)
        reviewLists(location)
        reviewCount(location.comparison.left, in: location)
    }

    /// The most findings, and the number that were left out.
    private static let mostFindings = 1000
    private var leftOut = 0

    mutating func report(_ diagnostic: PredicateDiagnostic, isRefutedByMatch: Bool = false) {
        guard findings.count < Self.mostFindings else {
            leftOut += 1
            return
        }
        findings.append(SampleFinding(diagnostic: diagnostic, isRefutedByMatch: isRefutedByMatch))
    }

    /// A number of the records, in words.
    func share(_ count: Int) -> String { PredicateDiagnostic.share(count, of: records.count) }

    // MARK: Evaluation

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
        var found: [PredicateValue] = []
        evaluate(on: others ?? records, in: compiled.makeRun(context: context)) { record, run in
            let value = compiled.evaluate(on: record, in: &run)
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
        let compiled = CompiledPredicate(of: PredicateTree(.comparison(comparison)), library)
        var count = 0
        evaluate(on: records, in: compiled.makeRun(context: context)) { record, run in
            if compiled.evaluate(on: record, in: &run) { count += 1 }
        }
        return count
    }

    /// Evaluates something on each value as long as the allowance lasts.
    private func evaluate(
        on values: [PredicateValue], in run: EvaluationRun, _ body: (PredicateValue, inout EvaluationRun) -> Void
    ) {
        var run = run
        run.allowance = allowance.steps
        defer { allowance.steps = run.allowance ?? 0 }
        for value in values {
            body(value, &run)
            if run.isStopped { run.allowance = 0 }
        }
    }

    // MARK: Text

    func text(_ range: SourceRange, after edits: [PredicateDiagnostic.Edit] = []) -> String {
        range.text(in: source, after: edits)
    }

    /// A value as it is written in a predicate, shortened if it is long.
    static func written(_ value: PredicateValue) -> String {
        ExpressionTree.literal(value).predicateFormat.excerpt(40)
    }

    /// Whether a warning of the checker already has a range inside this one.
    func isWarned(_ code: PredicateDiagnostic.Code, in range: SourceRange) -> Bool {
        warnings.contains { $0.code == code && range.contains($0.range) }
    }
}

extension ExpressionTree {
    /// Whether it depends only on the record.
    var isClosed: Bool {
        var isClosed = true
        PredicateTreeNode.expression(self).forEachNode { node in
            guard case .expression(let tree) = node else { return }
            switch tree.kind {
            case .variable, .argument, .element, .assignment, .subquery: isClosed = false
            default: break
            }
        }
        return isClosed
    }
}

extension CompiledPredicate {
    /// The program of a tree that was made from one that was checked.
    init(of tree: PredicateTree, _ library: PredicateLibrary) {
        self = DeepStack.run(levels: tree.height) {
            CompiledPredicate(Lowering.lower(tree, library: library), library: library, height: tree.height)
        }
    }
}

extension PredicateTree {
    /// The condition of a SUBQUERY as one of its elements alone, with the variable as the record. Nil if it reads the
    /// record itself, or has its own SUBQUERY.
    fileprivate func asOfElements(named variable: String) -> PredicateTree? {
        var isOwn = true
        let own = rewritingExpressions { tree in
            switch tree.kind {
            case .record, .subquery: isOwn = false
            case .variable(let name) where sameCodePoints(name, variable):
                return ExpressionTree(.record, type: tree.type, range: tree.range)
            default: break
            }
            return tree
        }
        return isOwn ? own : nil
    }
}
