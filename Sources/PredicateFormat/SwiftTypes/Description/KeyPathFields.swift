// Key paths as paths of fields.

extension PredicateDescription {
    /// The names of the fields that a key path goes through.
    ///
    /// ```swift
    /// Note.predicateDescription.fieldPath(of: \.parent?.title)  // ["parent", "title"]
    /// ```
    ///
    /// - Parameter keyPath: a key path through properties that fields were declared with, of this type and of the types that they
    ///   lead to. `?` and `!` may stand where a property is optional: in a predicate nil is nil further on either way.
    /// - Returns: the names, none for `\.self`; nil when a property is of no field.
    public func fieldPath(of keyPath: PartialKeyPath<Root>) -> [String]? {
        keyPath == \Root.self ? [] : type.fieldPath(of: keyPath)
    }
}

extension DescribedType {
    /// The names of the fields that a key path from this type goes through; nil when a property is of no field.
    package func fieldPath(of keyPath: AnyKeyPath) -> [String]? {
        if let field = field(for: keyPath) { return [field.name] }
        guard let text = KeyPathText(keyPath) else { return nil }
        var rest = text.components[...]
        var type = self
        var names: [String] = []
        while true {
            guard let field = type.field(atStartOf: rest), let own = field.keyPathText else { return nil }
            names.append(field.name)
            rest = rest.dropFirst(own.count).drop { $0 == "?" || $0 == "!" }
            if rest.isEmpty { return names }
            guard rest.first == ".", let next = field.ownTarget else { return nil }
            rest = rest.dropFirst()
            type = next
        }
    }

    /// The field whose property is the next of a key path; of several the one that takes most of it.
    private func field(atStartOf text: Substring) -> DescribedField? {
        var found: (field: DescribedField, length: Int)?
        for field in fields {
            guard let own = field.keyPathText, text.hasPrefix(own), own.count > found?.length ?? 0 else { continue }
            let next = text.dropFirst(own.count).first
            if next == nil || next == "." || next == "?" || next == "!" { found = (field, own.count) }
        }
        return found?.field
    }
}

/// What a key path says of its parts.
///
/// A key path tells nothing else of what it consists of. Its description is `\Note.parent?.title`, with names for stored
/// properties and for others something that is the same wherever the property is met, such as `<computed 0x5581 (String)>`.
/// Only whether two such parts are the same is asked here, so that it does not matter how they are spelled.
struct KeyPathText {
    /// The parts behind the type, such as `parent?.title`.
    let components: String

    /// - Returns: nil where descriptions of key paths are not to be had.
    init?(_ keyPath: AnyKeyPath) {
        guard #available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *) else { return nil }
        let text = keyPath.debugDescription
        let root = "\\" + String(describing: type(of: keyPath).rootType) + "."
        guard text.hasPrefix(root), text.count > root.count else { return nil }
        components = String(text.dropFirst(root.count))
    }
}
