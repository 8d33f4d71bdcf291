import PredicatePlatform

import PredicateFormat

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateDescription {
    /// A Foundation predicate, made by `#Predicate` or by hand, as a typed predicate.
    ///
    /// ```swift
    /// let recent = #Predicate<Note> { $0.parent?.title == "root" && $0.words > 100 }
    /// let (predicate, notes) = try Note.predicateDescription.predicate(importing: recent)
    /// predicate.predicateFormat  // parent.title == "root" AND words > 100
    /// ```
    ///
    /// Every property in it must have a declared field. Each construct has the language's meaning, and the notes list
    /// where Swift's meaning may differ.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - library: must have a pattern engine if the predicate has a regular expression.
    ///   - limits: limits of the depth and the work.
    /// - Returns: the predicate, and notes on its meaning, without duplicates.
    /// - Throws: `PredicateImportError`, which names the part that cannot be imported.
    public func predicate(
        importing predicate: Predicate<Root>, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateImportError) -> (predicate: TypedPredicate<Root>, notes: [PredicateImportNote]) {
        var importer = Importer(type, limits: limits)
        importer.bind(predicate.variable, to: .value(ExpressionTree(.record)))
        let tree = try importer.predicate(predicate.expression)
        do {
            let checked = try tree.checked(against: schema, library: library, limits: limits)
            guard let typed = self.predicate(checked) else {
                throw PredicateImportError(.refused, "Predicate", "the schema of the type has changed")
            }
            return (typed, importer.notes)
        } catch let error as PredicateImportError {
            throw error
        } catch let error as PredicateDiagnostics {
            let messages = error.diagnostics.filter { $0.severity == .error }.map(\.message)
            throw PredicateImportError(
                .refused, "Predicate", "\(messages.joined(separator: "; ")), in \(error.source)")
        } catch {
            throw PredicateImportError(.refused, "Predicate", "\(error)")
        }
    }

    /// Predicates with several inputs cannot be imported, because a typed predicate has one type.
    @available(
        *, unavailable,
        message: "A predicate of several inputs cannot be imported; import a predicate of one input."
    )
    public func predicate<Other, each More>(
        importing predicate: Predicate<Root, Other, repeat each More>
    ) throws(PredicateImportError) -> (predicate: TypedPredicate<Root>, notes: [PredicateImportNote]) {
        throw PredicateImportError(.unknownVariable, "Predicate", "it has several inputs")
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension TypedPredicate where Root: PredicateDescribed {
    /// A Foundation predicate as a typed predicate; see `PredicateDescription.predicate(importing:)`, which also
    /// returns notes.
    ///
    /// - Throws: `PredicateImportError`, which names the part that cannot be imported.
    public init(
        importing predicate: Predicate<Root>, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateImportError) {
        self =
            try Root.predicateDescription.predicate(importing: predicate, library: library, limits: limits).predicate
    }
}
