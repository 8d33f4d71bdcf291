#if Command && Files
import PredicateAnalysis
import PredicateFiles
import PredicateFormat

/// The answers of a file of named predicates for its cases.
struct TestedFile {
    let path: String
    /// The predicates, in the order of the file.
    let predicates: [TestedPredicate]
    /// The warnings of a wrong answer: a case may have the wrong expectation for the same reason.
    let warnings: [PredicateFileProblem]
    private let source: String

    /// Evaluates the cases.
    ///
    /// - Parameter names: the predicates to test; nil for all.
    init(_ file: PredicateFile, only names: [String]?) {
        path = file.path
        predicates = file.predicates.compactMap { predicate in
            let isWanted = names?.contains { sameCodePoints($0, predicate.name) } ?? true
            return isWanted ? TestedPredicate(predicate) : nil
        }
        let told = file.warnings.filter { warning in
            guard WarningChoice.wrongAnswers.shows(warning.diagnostic) else { return false }
            return names?.contains { warning.isOf($0) } ?? true
        }
        warnings =
            told
            + predicates.flatMap { tested in tested.unusable.compactMap { file.problem($0, of: tested.predicate) } }
        source = file.source
    }

    /// The warnings with the lines of the file.
    func renderedWarnings(width: Int = 80, colour: Bool = false) -> String {
        PredicateFileError.rendered(warnings, source: source, width: width, colour: colour)
    }
}

/// The answers of a predicate for its cases, and what the cases leave untested.
struct TestedPredicate {
    /// A clause that could be wrong without a case that shows it.
    struct UntestedClause {
        let text: String
        /// What no case does, such as "is never false".
        let reason: String
    }

    let predicate: NamedPredicate
    let results: [NamedPredicateResult]
    /// The counts of all cases; nil without cases.
    let coverage: PredicateCoverage?
    let untested: [UntestedClause]

    var failures: [NamedPredicateResult] { results.filter { !$0.passes } }

    init(_ predicate: NamedPredicate) {
        self.predicate = predicate
        results = predicate.results()
        var coverage: PredicateCoverage?
        for result in results {
            guard let bound = result.predicate, result.actual != nil else { continue }
            // Cases may have other arguments, so each has its own predicate.
            let one = bound.coverage(over: [result.test.record])
            if coverage?.merge(one) == nil { coverage = one }
        }
        self.coverage = coverage
        untested = coverage.map { Self.untested($0, predicate) } ?? []
    }

    /// Warnings about values of cases that the predicate cannot use, though they can be read. The expectation may be wrong
    /// for the same reason.
    var unusable: [PredicateDiagnostic] {
        var found: [PredicateDiagnostic] = []
        for result in results where result.passes {
            // Cases may have other arguments, so each has its own predicate.
            for warning in result.predicate?.unusable(in: [result.test.record], .meant) ?? []
            where !found.contains(where: { $0.range == warning.range }) {
                found.append(warning)
            }
        }
        return found
    }

    /// The comparisons that the cases do not test. A predicate that is used by name is one clause: its own cases test its parts.
    private static func untested(_ coverage: PredicateCoverage, _ predicate: NamedPredicate) -> [UntestedClause] {
        coverage.clauses.compactMap { clause in
            guard let range = clause.predicate.range else { return nil }
            let used = predicate.insertedRanges.first { $0.contains(range) }
            if let used {
                // The parentheses around it belong to the inserted range.
                guard range.lowerBound <= used.lowerBound + 1, range.upperBound + 1 >= used.upperBound else {
                    return nil
                }
            } else {
                guard case .comparison = clause.predicate.kind else { return nil }
            }
            let reason =
                if clause.falseCount == 0 { "is never false" } else if clause.trueCount == 0 {
                    "is never true"
                } else if clause.decidedCount == 0 { "never decides" } else { "" }
            if reason.isEmpty { return nil }
            let text = used.flatMap { predicate.reference(at: $0) } ?? range.text(in: coverage.source)
            return UntestedClause(text: text, reason: reason)
        }
    }
}

extension PredicateFileProblem {
    /// Whether the problem is one of the predicate of a name.
    fileprivate func isOf(_ name: String) -> Bool {
        let path = "predicates." + name
        guard keyPath.utf8.starts(with: path.utf8) else { return false }
        let next = keyPath.utf8.dropFirst(path.utf8.count).first
        return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }
}

extension NamedPredicateResult {
    /// "case 2", with its description.
    var title: String {
        let number = "case \(test.index + 1)"
        return test.description.map { "\(number) (\($0))" } ?? number
    }

    /// What is wrong with the answer.
    var failure: String {
        if let reason { return "there is no answer: " + reason }
        return expected ? "the record does not match, but should" : "the record matches, but should not"
    }

    /// The tree of the predicate with the values of the record.
    func trace(width: Int) -> String? {
        guard let predicate, actual != nil else { return nil }
        return TraceText(trace: predicate.trace(of: test.record), title: "the record", width: width).text
    }
}
#endif
