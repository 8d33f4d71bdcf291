import PredicateCore

extension PredicateDiagnostic {
    /// `\.draft` of a type whose description has no field for it.
    package static func unregisteredKeyPath(_ keyPath: AnyKeyPath, of type: String, at range: SourceRange) -> Self {
        // An optional chain ends with an implicit question mark.
        let path = KeyPathText(keyPath).map {
            $0.components.hasSuffix("?") ? $0.components.dropLast() : $0.components[...]
        }
        // A computed property is described by an address, and not by its name.
        let name = path.flatMap { $0.contains("<computed ") ? nil : "`\\.\($0)`" } ?? "its property"
        return .error(.unregisteredKeyPath, "no field of \(type) was declared for \(name)", at: range)
    }

    /// Two fields named `a` in the description of a type.
    static func repeatedField(_ name: String, of type: String) -> Self {
        .error(.wrongDescription, "\(type) has two fields with the name `\(name)`", at: SourceRange(at: 0))
    }

    /// A field of a comparable type that is read as another one, whose order may differ.
    static func unknownOrder(of field: String, in type: String) -> Self {
        .error(
            .wrongDescription,
            "`\(field)` in \(type) has its own order, which `.mapped` would lose; write `.mappedInOrder`, or `.mapped(to:from:)` for another order",
            at: SourceRange(at: 0))
    }

    /// A coding key whose value has a type without a meaning in predicates.
    static func unknownType(of field: String, in type: String) -> Self {
        .error(
            .wrongDescription,
            "the type of `\(field)` in \(type) is not a `PredicateFieldValue`: declare that it is, or list the fields of \(type)",
            at: SourceRange(at: 0))
    }

    /// A coding key whose value cannot be made without a file, so that those after it are not known.
    static func noSample(of field: String, in type: String) -> Self {
        .error(
            .wrongDescription,
            "the fields of \(type) cannot be found, because the type of `\(field)` gives no sample value: make that type `CaseIterable`, or list the fields of \(type)",
            at: SourceRange(at: 0))
    }
}
