import PredicateAnalysis
import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Shows why a record matches or does not.
    static let why: ReplCommandRow = ReplCommandRow(
        name: "why", usage: "N [PREDICATE]", summary: "Show why record N matches a predicate or does not.",
        help: """
            N is the number in the column `#`; for a table of a database, the place in the last answer. It shows the answer or value of every part, the part that decided, and why a \
            comparison failed. Without a predicate it takes the last one.

              :why 3
              :why 3 name BEGINSWITH "A"
            """,
        argument: .numberedPredicate
    ) { session, text in
        let word = text.prefix { !$0.isWhitespace }
        let data = try session.dataInUse()
        guard let number = Int(word) else { throw ReplFailure("`:why` needs the number of a record, as in `:why 3`") }
        try data.check(number: number)
        let given = ReplSession.trimmed(String(text.dropFirst(word.count)))
        let predicate = try session.predicate(session.predicateText(given))
        if !given.isEmpty { session.lastPredicate = given }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let (title, trace) = try data.trace(of: predicate, at: number, context: context, in: session)
        try session.show(TraceText(trace: trace, title: title, width: session.width).text)
        try session.tell(warnings)
    }

    /// Shows which clauses of a predicate matter.
    static let coverage: ReplCommandRow = ReplCommandRow(
        name: "coverage", usage: "[PREDICATE]", summary: "Show which clauses of a predicate matter for the records.",
        help: """
            Shows for each clause how many records make it true or false, for how many it decides, and whether it ever \
            mattered. Without a predicate it takes the last one.
            """,
        argument: .language
    ) { session, text in
        let data = try session.dataInUse()
        let predicate = try session.predicate(session.predicateText(text))
        if !text.isEmpty { session.lastPredicate = text }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let coverage = try data.coverage(of: predicate, context: context, in: session)
        try session.show(CoverageText(coverage: coverage, width: session.width).text)
        try session.tell(warnings)
    }
}
