import PredicateFormat

/// One problem of a predicate in a file. All ranges are those of the file.
package struct LintFinding: Sendable {
    /// What is wrong, with edits of the file.
    package let diagnostic: PredicateDiagnostic
    /// The predicate that it is about; nil if the file itself cannot be read.
    package let predicate: FoundPredicate?

    package init(diagnostic: PredicateDiagnostic, predicate: FoundPredicate?) {
        self.diagnostic = diagnostic
        self.predicate = predicate
    }
}

/// Checks the predicates of files, and tells what is wrong in the files' own lines.
package struct PredicateLinter: Sendable {
    private let finder: PredicateFinder
    private let library: PredicateLibrary
    private let limits: PredicateLimits

    /// A linter.
    ///
    /// - Parameter library: the functions and operators that programs have, with an engine for MATCHES.
    package init(
        _ finder: PredicateFinder = PredicateFinder(), library: PredicateLibrary,
        limits: PredicateLimits = .standard
    ) {
        self.finder = finder
        self.library = library
        self.limits = limits
    }

    /// The problems of a file, in its order.
    package func findings(in file: ConfigurationFile) -> [LintFinding] {
        findings(of: finder.predicates(in: file)) { diagnostics(of: $0) }
    }

    /// The problems of the predicates of a file, in its order.
    ///
    /// - Parameter diagnostics: gives `diagnostics(of:)`. A caller that has checked the same text before gives what it kept.
    package func findings<Failure: Error>(
        of predicates: [FoundPredicate],
        diagnostics: (FoundPredicate) throws(Failure) -> [PredicateDiagnostic]
    ) throws(Failure) -> [LintFinding] {
        // A constant that several calls use is one text.
        var texts: Set<Range<Int>> = []
        var found: [LintFinding] = []
        for predicate in predicates {
            if let call = predicate.call {
                found += findings(of: call, predicate)
                if predicate.text.style == .binary || !texts.insert(predicate.text.fileRange).inserted { continue }
            }
            found += located(try diagnostics(predicate), predicate)
        }
        return found
    }

    /// What is wrong with the text of a predicate, wherever it stands. Ranges are those of the text.
    package func diagnostics(of predicate: FoundPredicate) -> [PredicateDiagnostic] {
        diagnostics(of: predicate.text.text, predicate).withVerifiedEdits.diagnostics
    }

    /// The fixed text of a predicate; nil if nothing can be fixed.
    package func fixed(_ predicate: FoundPredicate) -> String? {
        var text = predicate.text.text
        var seen: Set<ExactName> = [ExactName(text)]
        // A fix can reveal the next mistake.
        for _ in 0..<5 {
            let found = diagnostics(of: text, predicate)
            let applicable = PredicateDiagnostics(
                source: text, diagnostics: found.diagnostics.filter { $0.severity == .error && $0.areEditsApplicable })
            let edits = applicable.diagnostics.flatMap(\.edits)
            guard !edits.isEmpty, let next = found.fixed(.error), seen.insert(ExactName(next)).inserted else { break }
            text = next
        }
        return sameCodePoints(text, predicate.text.text) ? nil : text
    }

    // MARK: Texts

    private func located(_ diagnostics: [PredicateDiagnostic], _ predicate: FoundPredicate) -> [LintFinding] {
        diagnostics.map { diagnostic in
            // A binary file has no places: the ranges stay those of the predicate.
            var diagnostic = diagnostic
            if predicate.text.style == .binary {
                diagnostic.edits = []
            } else {
                diagnostic = diagnostic.located(in: predicate.text)
            }
            return LintFinding(diagnostic: diagnostic, predicate: predicate)
        }
    }

    private func diagnostics(of text: String, _ predicate: FoundPredicate) -> PredicateDiagnostics {
        var found: PredicateDiagnostics
        if predicate.isExpression {
            found = expressionDiagnostics(of: text, predicate.schema)
        } else {
            let compilation = PredicateCompilation(
                text, schema: predicate.schema, arguments: nil, library: library, limits: limits)
            found = compilation.diagnostics
            if !compilation.text.hasErrors {
                found.diagnostics += unknownTypes(in: ParsedPredicate(compilation.text).tree)
            }
        }
        found.diagnostics = found.diagnostics.compactMap { judged($0, text, predicate) }
        return found
    }

    /// Warnings of identifiers beside `UTI-CONFORMS-TO` and `UTI-EQUALS` that look like mistakes. Programs declare types of their own, so
    /// only those in the system's name space, and those close to a known one, are reported.
    private func unknownTypes(in tree: PredicateTree) -> [PredicateDiagnostic] {
        var found: [PredicateDiagnostic] = []
        tree.forEachNode { node in
            guard case .predicate(let predicate) = node, case .comparison(let comparison) = predicate.kind,
                case .custom(let name) = comparison.comparator, name == "UTI-CONFORMS-TO" || name == "UTI-EQUALS",
                case .constant(.string(let identifier)) = comparison.right.kind, let range = comparison.right.range,
                !UniformTypes.isKnown(identifier)
            else { return }
            let nearest = UniformTypes.nearest(to: identifier)
            guard nearest != nil || identifier.utf8.starts(with: "public.".utf8) else { return }
            found.append(LintMessages.unknownUniformType(identifier, nearest: nearest, at: range))
        }
        return found
    }

    private func expressionDiagnostics(of text: String, _ schema: RecordSchema?) -> PredicateDiagnostics {
        do throws(PredicateDiagnostics) {
            let parsed = try ParsedExpression(parsing: text, library: library, limits: limits)
            return PredicateDiagnostics(source: text, diagnostics: try parsed.checked(against: schema).warnings)
        } catch {
            return error
        }
    }

    /// What a diagnostic means in a file; nil if it means nothing there.
    private func judged(
        _ diagnostic: PredicateDiagnostic, _ text: String, _ predicate: FoundPredicate
    ) -> PredicateDiagnostic? {
        // The program gives the values.
        if diagnostic.code == .missingArgument { return nil }
        if let call = predicate.call, call.mayAllow(diagnostic, in: text) { return nil }
        guard predicate.isOpen, diagnostic.code == .unknownField else { return diagnostic }
        let isIdentifier = Self.isBundleIdentifier(text, at: diagnostic.range)
        guard isIdentifier || !diagnostic.edits.isEmpty else { return nil }
        var diagnostic = diagnostic
        diagnostic.severity = .warning
        diagnostic.areEditsApplicable = false
        if isIdentifier {
            diagnostic.notes.append(
                "Without quotes an identifier is a key path, and a key path that no record has is nil.")
        }
        return diagnostic
    }

    /// Whether a name begins something like `com.apple.Safari`.
    private static func isBundleIdentifier(_ text: String, at range: SourceRange) -> Bool {
        let bytes = Array(text.utf8)
        guard range.lowerBound >= 0, range.lowerBound < bytes.count else { return false }
        let word = bytes[range.lowerBound...].prefix {
            ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2E || $0 == 0x2D
                || $0 == 0x5F
        }
        let parts = word.split(separator: UInt8(ascii: "."))
        guard parts.count >= 3, let first = parts.first else { return false }
        return ["com", "org", "net", "io", "de", "us", "edu", "gov", "app", "dev", "uk", "fr", "jp", "ch", "se", "no"]
            .contains(String(decoding: first, as: UTF8.self).lowercased())
    }

    // MARK: Calls

    private func findings(of call: SourceCall, _ predicate: FoundPredicate) -> [LintFinding] {
        var found = call.injections.map {
            LintFinding(diagnostic: LintMessages.injection($0), predicate: predicate)
        }
        if let wrong = wrongCount(call, predicate.isExpression) {
            found.append(LintFinding(diagnostic: wrong, predicate: predicate))
        }
        return found
    }

    /// An error if the source shows another number of arguments than the format has.
    private func wrongCount(_ call: SourceCall, _ isExpression: Bool) -> PredicateDiagnostic? {
        guard let format = call.format, !call.hasOpenArguments, call.injections.isEmpty, call.takesArguments else {
            return nil
        }
        let parsed = ParsedText(
            format.text, as: isExpression ? .expression : .predicate, library: library, limits: limits)
        guard !parsed.hasErrors, parsed.argumentCount != call.arguments.count else { return nil }
        return LintMessages.argumentCount(
            parsed.argumentCount, given: call.arguments.count,
            at: SourceRange(call.formatRange.lowerBound, call.formatRange.upperBound))
    }
}

extension SourceCall {
    /// Whether the program may have made a diagnostic wrong by what the source does not show: an argument that is a predicate itself, or
    /// functions and operators of its own.
    fileprivate func mayAllow(_ diagnostic: PredicateDiagnostic, in text: String) -> Bool {
        switch api {
        case .predicate, .expression, .realm, .log: break
        case .checkedPredicate, .parsedPredicate, .parsedExpression, .typedPredicate:
            if diagnostic.code == .unknownFunction { return true }
            if diagnostic.code == .unknownOperator, diagnostic.edits.isEmpty { return true }
        }
        return diagnostic.code == .missingComparison && diagnostic.range.text(in: text).hasSuffix("%@")
    }

    /// Whether the call takes arguments behind the format.
    fileprivate var takesArguments: Bool {
        switch api {
        case .predicate, .expression, .realm, .typedPredicate: true
        case .checkedPredicate, .parsedPredicate, .parsedExpression, .log: false
        }
    }
}

extension PredicateDiagnostic {
    /// The diagnostic with ranges and edits of the file that its text stands in. Edits that the file's form cannot hold are left out.
    package func located(in text: LocatedText) -> PredicateDiagnostic {
        var located = self
        located.range = text.range(range)
        located.labels = labels.map { Label($0.message, at: text.range($0.range)) }
        let written = edits.compactMap { edit in
            text.replacement(of: edit.range, with: edit.text).map {
                Edit(replacing: SourceRange($0.range.lowerBound, $0.range.upperBound), with: $0.text)
            }
        }
        located.edits = written.count == edits.count ? written : []
        return located
    }
}

extension LocatedText {
    fileprivate func range(_ range: SourceRange) -> SourceRange {
        let file = map.fileRange(of: range)
        return SourceRange(file.lowerBound, file.upperBound)
    }

    /// The edit of the file that replaces a range of the text; nil if the file's form cannot hold it, or if the range is not one piece.
    package func replacement(of range: SourceRange, with text: String) -> (range: Range<Int>, text: String)? {
        guard map.isWhole(range), let written = style.written(text) else { return nil }
        return (map.fileRange(of: range), written)
    }
}
