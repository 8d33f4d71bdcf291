import PredicateAnalysis
import PredicateFormat

extension ReplCommandRow {
    /// Shows the type of an expression.
    static let type: Self = Self(name: "type", argument: .language, viewOf: "explain") { session, text in
        if text.isEmpty { throw ReplFailure("`:type` needs an expression") }
        switch try session.question(text) {
        case .predicate: try session.show("true or false")
        case .expression(let expression):
            try session.show(session.typeText(of: expression))
        }
    }

    /// Counts records.
    static let count: Self = Self(name: "count", argument: .language) { session, text in
        let started = ContinuousClock.now
        let data = try session.dataInUse()
        var predicate: CheckedPredicate?
        var reported: [SourceRange] = []
        if !text.isEmpty {
            let checked = try session.predicate(text)
            session.lastPredicate = text
            reported = try session.warn(of: checked, for: data)
            predicate = checked
        }
        let count = try data.count(of: predicate, in: session)
        if let predicate { session.remember(resultOf: predicate, in: data) }
        try session.show("\(count)" + (session.settings.timing ? ", in " + ReplSession.duration(since: started) : ""))
        if let predicate { try session.warnOfUnusable(predicate, in: data, reported: reported) }
    }

    /// Explains a predicate.
    static let explain: Self = Self(name: "explain", argument: .language) { session, text in
        try session.current?.refresh(in: session)
        let given = try session.predicateText(text)
        if !text.isEmpty, case .expression(let expression) = try session.question(text) {
            try session.show(session.typeText(of: expression))
            try session.show("\ncanonical:\n  " + expression.tree.predicateFormat)
            return
        }
        let explanation = try session.explanation(of: given)
        let plan = try session.current?.plan(of: session.predicate(given), in: session) ?? ""
        try session.show(ExplanationText(explanation: explanation, fileName: nil, width: session.width).text + plan)
    }

    /// Draws a predicate.
    static let tree: Self = Self(name: "tree", argument: .language, viewOf: "explain") { session, text in
        let explanation = try session.explanation(of: session.predicateText(text))
        let lines = TreeDrawing(ExplanationRows(explanation), width: session.width).lines
        try session.show(lines.joined(separator: "\n"))
    }

    /// Writes a predicate in its canonical form.
    static let format: Self = Self(name: "format", argument: .language, viewOf: "explain") { session, text in
        let text = try session.predicateText(text)
        let parsed = try PredicateDiagnostics.translating(try ParsedPredicate(parsing: text, library: commandLibrary)) {
            ReplFailure(snippet: session.snippet(of: $0))
        }
        try session.show(parsed.tree.formatted(PredicateFormatStyle(layout: .readable)))
    }
}

extension ReplSession {
    /// The type of an expression in words.
    func typeText(of expression: CheckedExpression) -> String {
        let isSeen = expression.schema?.origin == .inferred && !expression.tree.uses.fields.isEmpty
        return Words.type(expression.type, isSeen: isSeen && expression.type != .any)
    }
}
