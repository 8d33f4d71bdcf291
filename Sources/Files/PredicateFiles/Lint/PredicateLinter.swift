import PredicateCore
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
    private var limits: PredicateLimits
    /// The messages that are not reported, and for which nothing is fixed.
    package var ignoredCodes: Set<PredicateDiagnostic.Code> = []

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
        var injections: Set<SourceRange> = []
        var found: [LintFinding] = []
        for predicate in predicates {
            found += predicate.problems.map { LintFinding(diagnostic: $0, predicate: predicate) }
            if let call = predicate.call {
                found += findings(of: call, predicate).filter {
                    $0.diagnostic.code != .injection || injections.insert($0.diagnostic.range).inserted
                }
                if predicate.text.style == .binary || !texts.insert(predicate.text.fileRange).inserted { continue }
            }
            found += located(try diagnostics(predicate), predicate)
        }
        return found
    }

    /// What is wrong with the text of a predicate, wherever it is. Ranges are those of the text.
    package func diagnostics(of predicate: FoundPredicate) -> [PredicateDiagnostic] {
        var found = diagnostics(of: predicate.text.text, predicate).withVerifiedEdits.diagnostics
        if !predicate.isWhole { for index in found.indices { found[index].areEditsApplicable = false } }
        return found
    }

    /// The fixed text of a predicate, which fixing again does not change; nil if nothing can be fixed.
    package func fixed(_ predicate: FoundPredicate) -> String? {
        guard predicate.isWhole else { return nil }
        var linter = self
        linter.limits = limits.fixing
        let rounds = FixItRounds(linter.fixable(predicate.text.text, predicate)) { [linter] in
            linter.fixable($0, predicate)
        }
        return rounds.hasChanged ? rounds.text : nil
    }

    /// The diagnostics of a predicate with the edits that `--fix` makes.
    private func fixable(_ text: String, _ predicate: FoundPredicate) -> PredicateDiagnostics {
        var found = diagnostics(of: text, predicate)
        for index in found.diagnostics.indices where found.diagnostics[index].severity == .warning {
            // Other edits of warnings change how a predicate is written, and not what is wrong with it.
            let code = found.diagnostics[index].code
            if code != .unknownField, code != .unquotedString, code != .itemNotation {
                found.diagnostics[index].areEditsApplicable = false
            }
        }
        return found
    }

    // MARK: Predicates

    private func located(_ diagnostics: [PredicateDiagnostic], _ predicate: FoundPredicate) -> [LintFinding] {
        predicate.located(diagnostics).map { LintFinding(diagnostic: $0, predicate: predicate) }
    }

    private func diagnostics(of text: String, _ predicate: FoundPredicate) -> PredicateDiagnostics {
        PredicateDiagnostics(source: text, diagnostics: judgedDiagnostics(of: text, predicate)) { text in
            judgedDiagnostics(of: text, predicate)
        }
    }

    private func judgedDiagnostics(of text: String, _ predicate: FoundPredicate) -> [PredicateDiagnostic] {
        var found: [PredicateDiagnostic]
        var bare = BareValues()
        if predicate.isExpression {
            found = expressionDiagnostics(of: text, predicate.schema).diagnostics
        } else {
            let compilation = PredicateCompilation(
                text, schema: predicate.schema, arguments: nil, library: library, limits: limits)
            found = compilation.diagnostics.diagnostics
            bare = BareValues(compilation.text)
            if !compilation.text.hasErrors {
                let tree = ParsedPredicate(compilation.text).tree
                found += unknownTypes(in: tree)
                if predicate.isReadByApple {
                    found = found.map(\.withDatesOfApple.withoutOwnFunctions)
                    found += datesAsTexts(in: compilation.typing.tree)
                    let ranges = Set(found.map(\.range))
                    found += AppleReview.diagnostics(of: ParsedPredicate(compilation.text)).filter {
                        !ranges.contains($0.range)
                    }
                }
                if predicate.schema != nil, predicate.call == nil || predicate.isReadByApple {
                    // A number next to the predicate is another mistake.
                    let ranges = Set(found.map(\.range))
                    found += literalTexts(in: tree).filter {
                        !ranges.contains($0.range) && ($0.code != .literalPattern || predicate.isReadByApple)
                    }
                }
            }
        }
        let names = OpenSchemaNames(text, predicate.schema, predicate.notation)
        let meant = MeantTexts(text, predicate)
        let quoted = predicate.call.map { quotedArguments(of: $0) } ?? 0
        let core = Self.core(of: text)
        found = found.compactMap { diagnostic in
            if meant.isMeant(diagnostic) { return bare.diagnostic(behind: diagnostic) }
            // The program gives the values.
            if diagnostic.code == .missingArgument || ignoredCodes.contains(diagnostic.code) { return nil }
            if let call = predicate.call, call.mayAllow(diagnostic, in: text) { return nil }
            if predicate.mayBeConstant(diagnostic, core: core) { return nil }
            if diagnostic.code == .quotedArgument, quoted > 0 {
                var diagnostic = diagnostic
                diagnostic.severity = .error
                diagnostic.areEditsApplicable = true
                return diagnostic
            }
            guard predicate.isOpen else { return diagnostic }
            if diagnostic.code == .unknownFunction,
                let call = names.bareCall(around: SourceRange(at: diagnostic.range.upperBound + 1))
            {
                return call
            }
            guard diagnostic.code == .unknownField else { return bare.judged(diagnostic) }
            return names.judged(diagnostic) ?? bare.diagnostic(behind: diagnostic)
        }
        return UnquotedLists.joined(found, in: text)
    }

    /// The range from the first byte of a string that is neither white space nor a bracket to the last one.
    private static func core(of text: String) -> Range<Int> {
        func isAround(_ byte: UInt8) -> Bool {
            byte <= 0x20 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
        }
        let start = text.utf8.prefix(while: isAround).count
        let end = text.utf8.count - text.utf8.reversed().prefix(while: isAround).count
        return start..<max(start, end)
    }

    /// Warnings of identifiers next to `UTI-CONFORMS-TO` and `UTI-EQUALS` that look like mistakes. Programs declare
    /// their own types, so only those in the system's name space, and those close to a known one, are reported.
    private func unknownTypes(in tree: PredicateTree) -> [PredicateDiagnostic] {
        tree.comparisons.compactMap { comparison -> PredicateDiagnostic? in
            guard case .custom(let name) = comparison.comparator, name == "UTI-CONFORMS-TO" || name == "UTI-EQUALS",
                case .constant(.string(let identifier)) = comparison.right.kind, let range = comparison.right.range,
                !UniformTypes.isKnown(identifier)
            else { return nil }
            let nearest = UniformTypes.nearest(to: identifier)
            guard nearest != nil || identifier.utf8.starts(with: "public.".utf8) else { return nil }
            return .unknownUniformType(identifier, nearest: nearest, at: range)
        }
    }

    /// Warnings of `<` or `>` between a field and a string that is a number or a version, and of a wildcard after `==`.
    private func literalTexts(in tree: PredicateTree) -> [PredicateDiagnostic] {
        tree.comparisons.compactMap { comparison -> PredicateDiagnostic? in
            guard case .constant(.string(let text)) = comparison.right.kind, let range = comparison.right.range else {
                return nil
            }
            switch comparison.comparator {
            case .less, .lessOrEqual, .greater, .greaterOrEqual:
                let isNumber = text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
                return isNumber && text.utf8.first?.isDigit == true ? .orderOfNumbersAsText(text, at: range) : nil
            case .equal:
                let isPattern = text.utf8.count > 1 && text.utf8.contains(UInt8(ascii: "*"))
                return isPattern ? .literalWildcard(text, at: range) : nil
            default: return nil
            }
        }
    }

    /// `date > "2026-12-01"`: NSPredicate raises an exception for a date and a string in an order, and never finds them equal.
    private func datesAsTexts(in tree: PredicateTree) -> [PredicateDiagnostic] {
        tree.comparisons.flatMap { comparison -> [PredicateDiagnostic] in
            guard comparison.comparator.form == .relation else { return [] }
            let pairs = [(comparison.left, comparison.right), (comparison.right, comparison.left)]
            return pairs.compactMap { date, text in
                guard date.type.unwrapped == .dateTime, case .constant(.string(let written)) = text.kind,
                    let range = text.range, let cast = PredicateDiagnostic.castOfApple(written)
                else { return nil }
                return .notApple(
                    "NSPredicate compares a date only with a date", at: range, hint: "write `\(cast)`",
                    edits: [.init(replacing: range, with: cast)])
            }
        }
    }

    private func expressionDiagnostics(of text: String, _ schema: RecordSchema?) -> PredicateDiagnostics {
        do throws(PredicateDiagnostics) {
            let parsed = try ParsedExpression(parsing: text, library: library, limits: limits)
            return PredicateDiagnostics(source: text, diagnostics: try parsed.checked(against: schema).warnings)
        } catch {
            return error
        }
    }

    // MARK: Calls

    private func findings(of call: SourceCall, _ predicate: FoundPredicate) -> [LintFinding] {
        var found = call.injections.map {
            LintFinding(
                diagnostic: call.isLocator ? .locatorInjection($0) : .injection($0),
                predicate: predicate)
        }
        found += call.problems.map { LintFinding(diagnostic: $0, predicate: predicate) }
        if let wrong = wrongCount(call, predicate.isExpression) {
            found.append(LintFinding(diagnostic: wrong, predicate: predicate))
        }
        found += ArgumentKinds.problems(of: predicate).map { LintFinding(diagnostic: $0, predicate: predicate) }
        return found
    }

    /// An error if the source shows another number of arguments than the format has.
    private func wrongCount(_ call: SourceCall, _ isExpression: Bool) -> PredicateDiagnostic? {
        guard let format = call.format, !call.hasOpenArguments, call.injections.isEmpty, call.takesArguments else {
            return nil
        }
        let parsed = ParsedText(
            format.text, as: isExpression ? .expression : .predicate, library: library, limits: limits)
        // An argument for each `'%@'` is a mistake of these quotes.
        guard !parsed.hasErrors, parsed.argumentCount + quotedArguments(of: call) != call.arguments.count else {
            return nil
        }
        return .argumentCount(
            parsed.argumentCount, given: call.arguments.count,
            at: SourceRange(call.formatRange))
    }

    /// How many specifiers of a format are in quotes by mistake: the call has an argument for each of them.
    private func quotedArguments(of call: SourceCall) -> Int {
        guard let format = call.format, !call.hasOpenArguments, call.injections.isEmpty, call.takesArguments else {
            return 0
        }
        let specifiers = FormatLexer.specifiers(of: format.text)
        guard specifiers.quoted > 0, specifiers.found.count + specifiers.quoted == call.arguments.count else {
            return 0
        }
        return specifiers.quoted
    }

    /// What is wrong with the call and the notation of a predicate, besides injections.
    func surroundings(of predicate: FoundPredicate) -> [PredicateDiagnostic] {
        predicate.problems + (predicate.call?.problems ?? []) + ArgumentKinds.problems(of: predicate)
    }

    /// The number of errors of a predicate, of its call and of its notation.
    func errorCount(of predicate: FoundPredicate) -> Int {
        let found = judgedDiagnostics(of: predicate.text.text, predicate) + surroundings(of: predicate)
        return found.count { $0.severity == .error } + (predicate.call?.injections.count ?? 0)
    }

    /// The edits of the file that mend the call or the notation of a predicate.
    func sourceEdits(of predicate: FoundPredicate) -> [PredicateDiagnostic.Edit] {
        surroundings(of: predicate).filter { $0.areEditsApplicable && !ignoredCodes.contains($0.code) }.flatMap(\.edits)
    }
}

extension FoundPredicate {
    /// Whether the source has all of the text. What a program pastes in is not known, so nothing around it is changed.
    fileprivate var isWhole: Bool { call?.injections.isEmpty ?? true }

    /// Whether a constant answer is meant: `1 == 0` alone switches a rule off, and another recipe gives a placeholder another value.
    ///
    /// - Parameter core: the text without the brackets around it.
    fileprivate func mayBeConstant(_ diagnostic: PredicateDiagnostic, core: Range<Int>) -> Bool {
        guard diagnostic.code == .alwaysTrue || diagnostic.code == .alwaysFalse else { return false }
        // The message says what was meant.
        if diagnostic.hint?.containsExactly("write") ?? false { return false }
        if notation == .placeholders { return true }
        return diagnostic.range.lowerBound <= core.lowerBound && core.upperBound <= diagnostic.range.upperBound
    }
}

extension SourceCall {
    /// Whether the program may have made a diagnostic wrong by what the source does not show: an argument that is a predicate itself, or
    /// its own functions and operators.
    fileprivate func mayAllow(_ diagnostic: PredicateDiagnostic, in text: String) -> Bool {
        switch api {
        case .predicate, .expression, .realm, .log, .locator: break
        case .checkedPredicate, .parsedPredicate, .parsedExpression, .typedPredicate:
            if diagnostic.code == .unknownFunction { return true }
            if diagnostic.code == .unknownOperator, diagnostic.edits.isEmpty { return true }
        }
        return diagnostic.code == .missingComparison && diagnostic.range.text(in: text).hasSuffix("%@")
    }

    /// Whether the call takes arguments after the format.
    fileprivate var takesArguments: Bool {
        switch api {
        case .predicate, .expression, .realm, .typedPredicate: true
        case .checkedPredicate, .parsedPredicate, .parsedExpression, .log, .locator: false
        }
    }

    /// Whether the text is a locator of a test.
    fileprivate var isLocator: Bool { if case .locator = api { true } else { false } }
}
