import PredicateCore

/// The predicates of a file of named predicates as tools for files show them, and what is wrong with the file.
package struct NamedFileChecker: Sendable {
    /// The name of the profile in lists and settings.
    package static let profile = "named"

    let library: PredicateLibrary
    var limits = PredicateLimits.standard
    /// The types that `type: City` can name. The program that reads a file may have others, so unknown ones are
    /// allowed.
    let types: [RecordSchema]
    /// Messages that are not reported, and for which nothing is fixed.
    let ignoredCodes: Set<PredicateDiagnostic.Code>

    /// Whether a file has named predicates.
    ///
    /// - Parameter isExpected: whether it had them before an edit.
    package func accepts(_ file: ConfigurationFile, isExpected: Bool = false) -> Bool {
        NamedFileRecognition(limits: limits).accepts(file, isExpected: isExpected)
    }

    private func reading(_ file: ConfigurationFile, isChecked: Bool = true) -> NamedReading {
        NamedReading(file, types: types, library: library, limits: limits, isChecked: isChecked)
    }

    // MARK: Predicates

    /// The predicates of a file, in its order.
    package func predicates(in file: ConfigurationFile) -> [FoundPredicate] {
        predicates(reading(file, isChecked: false).declarations)
    }

    private func predicates(_ declarations: [NamedDeclaration]) -> [FoundPredicate] {
        let names = declarations.map { declaration in
            NamedSurroundings.Name(
                name: declaration.name.text, text: declaration.text?.text ?? "", description: declaration.description)
        }
        return declarations.compactMap { declaration in
            guard let text = declaration.text else { return nil }
            var arguments = NameTable<ValueType>()
            for argument in declaration.arguments { arguments[argument.argument.name] = argument.argument.type }
            return FoundPredicate(
                text: PredicateNotation.references.translated(text), context: declaration.keyPath,
                profile: Self.profile, schema: declaration.schema.schema, isOpen: false, notation: .references,
                original: text,
                named: NamedSurroundings(arguments: arguments, names: names))
        }
    }

    // MARK: Problems

    /// What is wrong with a file, in its order.
    package func findings(in file: ConfigurationFile) -> [LintFinding] {
        let reading = reading(file)
        var places: [ExactName: FoundPredicate] = [:]
        for predicate in predicates(reading.declarations) { places[ExactName(predicate.context)] = predicate }
        return reading.problems.compactMap { problem in
            var diagnostic = problem.diagnostic
            if ignoredCodes.contains(diagnostic.code) || Self.isMeant(diagnostic) { return nil }
            var predicate = Self.owner(problem.keyPath, places)
            if file.isBinary {
                // The key path and the text of the predicate take the place of a line.
                predicate = FoundPredicate(
                    text: LocatedText(
                        problem.text, predicate?.text.map ?? TextMap(at: 0), .binary),
                    context: problem.keyPath.isEmpty ? Self.profile : problem.keyPath, profile: Self.profile,
                    schema: nil, isOpen: false)
                if problem.text.isEmpty {
                    diagnostic.range = SourceRange(at: 0)
                    diagnostic.labels = []
                }
                diagnostic.edits = []
            }
            return LintFinding(diagnostic: diagnostic, predicate: predicate)
        }
    }

    /// Whether a message is about all predicates of a form rather than about a mistake. `PredicateLinter` leaves them out too.
    private static func isMeant(_ diagnostic: PredicateDiagnostic) -> Bool {
        diagnostic.code == .nilSatisfies || diagnostic.code == .mixedAndOr
    }

    /// The predicate that a key path leads to or into.
    private static func owner(_ keyPath: String, _ places: [ExactName: FoundPredicate]) -> FoundPredicate? {
        var path = Substring(keyPath)
        while !path.isEmpty {
            if let found = places[ExactName(String(path))] { return found }
            // `predicates.big.cases[0].record`; a name may contain dots.
            guard
                let end = path.utf8.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") })
            else { return nil }
            path = path[..<end]
        }
        return nil
    }

    // MARK: Edits

    /// The edits that mend a file, and the bytes that it then has; nil if nothing can be mended.
    package func fixes(of file: ConfigurationFile) -> (edits: [FileFixer.Edit], bytes: [UInt8])? {
        FileFixer.rounds(of: file) { step($0) }
    }

    /// The file after one round of edits; nil if there are none that help.
    private func step(_ file: ConfigurationFile) -> (edits: [FileFixer.Edit], file: ConfigurationFile)? {
        let before = reading(file)
        var groups: [[FileFixer.Edit]] = []
        var end = 0
        for problem in before.problems where isFixed(problem.diagnostic) {
            // The problems are in order; of two at one place the first one is mended in this round.
            let edits = problem.diagnostic.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
            guard let lower = edits.first?.range.lowerBound, lower >= end,
                let upper = edits.map(\.range.upperBound).max()
            else { continue }
            groups.append(edits)
            end = upper
        }
        return FileFixer.most(of: groups) { edited(file, before, $0) }
    }

    private func isFixed(_ diagnostic: PredicateDiagnostic) -> Bool {
        guard !diagnostic.edits.isEmpty, diagnostic.areEditsApplicable, !ignoredCodes.contains(diagnostic.code) else {
            return false
        }
        // Other edits of warnings change how a predicate is written, and not what is wrong with it.
        return diagnostic.severity == .error || diagnostic.code == .unknownField || diagnostic.code == .unquotedString
    }

    /// The file with edits; nil if it has no fewer mistakes than before, or other names.
    private func edited(
        _ file: ConfigurationFile, _ before: NamedReading, _ groups: [[FileFixer.Edit]]
    ) -> (edits: [FileFixer.Edit], file: ConfigurationFile)? {
        let edits = groups.flatMap { $0 }
        guard let again = file.edited(edits) else { return nil }
        let after = reading(again)
        let (old, new) = (before.declarations.map(\.name.text), after.declarations.map(\.name.text))
        guard old.count == new.count, zip(old, new).allSatisfy({ sameCodePoints($0, $1) }) else { return nil }
        // A mended text is examined further, so another message may come up.
        let codes = Set(before.problems.map { $0.keyPath })
        guard mistakes(after) < mistakes(before) || mistakes(after) == mistakes(before) && groups.count == 1,
            after.problems.allSatisfy({ $0.diagnostic.severity == .warning || codes.contains($0.keyPath) })
        else { return nil }
        return (edits, again)
    }

    private func mistakes(_ reading: NamedReading) -> Int {
        reading.problems.count { $0.diagnostic.severity == .error || isFixed($0.diagnostic) }
    }
}
