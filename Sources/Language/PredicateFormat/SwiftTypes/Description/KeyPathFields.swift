import PredicateCore

// Key paths as paths of fields.

extension PredicateDescription {
    /// The names of the fields on a key path.
    ///
    /// ```swift
    /// Note.predicateDescription.fieldPath(of: \.parent?.title)  // ["parent", "title"]
    /// ```
    ///
    /// - Parameter keyPath: a key path through properties with declared fields, of this type and of the types of its
    ///   fields. `?` and `!` are allowed after an optional property: in a predicate both continue with nil.
    /// - Returns: the names, none for `\.self`; nil if a property has no field.
    public func fieldPath(of keyPath: PartialKeyPath<Root>) -> [String]? {
        keyPath == \Root.self ? [] : type.fieldPath(of: keyPath)
    }
}

extension DescribedType {
    /// The names of the fields on a key path from this type; nil if a property has no field.
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

    /// The field whose property is the next of a key path; if there are several, the longest match.
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

/// The parts of a key path, from its description.
///
/// A key path reveals its parts only in its description, such as `\Note.parent?.title`, with names for stored
/// properties, and for others a string that is the same for each use of the property, such as
/// `<computed 0x5581 (String)>`. This type only compares parts, so their spelling does not matter.
struct KeyPathText {
    /// The parts after the type, such as `parent?.title`.
    let components: String

    /// - Returns: nil if descriptions of key paths are not available.
    init?(_ keyPath: AnyKeyPath) {
        guard #available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *) else { return nil }
        let text = keyPath.debugDescription
        let root = "\\" + String(describing: type(of: keyPath).rootType) + "."
        guard text.hasPrefix(root), text.count > root.count else { return nil }
        components = String(text.dropFirst(root.count))
    }
}
