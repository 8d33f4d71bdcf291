import PredicateCore

extension PredicateDiagnostic {
    /// `\.draft` of a type whose description has no field for it.
    package static func unregisteredKeyPath(_ keyPath: AnyKeyPath, of type: String, at range: SourceRange) -> Self {
        // An optional chain ends with an implicit question mark.
        let path = KeyPathText(keyPath).map {
            $0.components.hasSuffix("?") ? $0.components.dropLast() : $0.components[...]
        }
        let name = path.map { "`\\.\($0)`" } ?? "its property"
        return .error(.unregisteredKeyPath, "no field of \(type) was declared for \(name)", at: range)
    }
}
