import PredicateCore

extension RecordSchema {
    /// The schema with the fields of another one, such as the facts that a site adds to those of a profile.
    ///
    /// A field that both have is the other's. Types of one name are kept apart. The records are those of this schema, which keeps the
    /// name of its type; nil if records of one of the schemas are no objects.
    package func merged(with other: RecordSchema) -> RecordSchema? {
        guard let mine = recordType(of: root), let theirs = other.recordType(of: other.root) else { return nil }
        var names: [String: String] = [:]
        var used = Set(types.keys)
        for name in other.types.keys.sorted() {
            if name == theirs.name {
                names[name] = mine.name
                continue
            }
            var new = name
            var number = 2
            while used.contains(new) || new != name && other.types[new] != nil {
                new = "\(name)\(number)"
                number += 1
            }
            used.insert(new)
            names[name] = new
        }
        var merged = self
        for (name, type) in other.types where name != theirs.name {
            guard let new = names[name] else { continue }
            merged.types[new] = RecordType(
                new, fields: type.fields.map { $0.renamed(names) }, additional: type.additional?.renamed(names),
                documentation: type.documentation)
        }
        let own = theirs.fields.map { $0.renamed(names) }
        let ownNames = Set(own.map { ExactName($0.name) })
        merged.types[mine.name] = RecordType(
            mine.name, fields: mine.fields.filter { !ownNames.contains(ExactName($0.name)) } + own,
            additional: theirs.additional?.renamed(names) ?? mine.additional,
            documentation: mine.documentation ?? theirs.documentation)
        return merged
    }

    /// The schema of a table whose columns of text and of JSON hold what another schema declares; nil if that declares none
    /// of them. What its other columns hold, the table knows.
    package func typed(by declared: RecordSchema) -> RecordSchema? {
        guard let mine = recordType(of: root), let theirs = declared.recordType(of: declared.root) else { return nil }
        var known = declared
        let fields = theirs.fields.compactMap { field -> RecordField? in
            guard let column = mine.field(named: field.name)?.type else { return nil }
            guard column.isAny || column.unwrapped == .string else { return nil }
            var field = field
            if column.isOptional { field.type = field.type.orNil }
            return field
        }
        if fields.isEmpty { return nil }
        // The declared type stays for what refers to it.
        var name = theirs.name + " "
        while known.types[name] != nil { name += " " }
        known.types[name] = RecordType(name, fields: fields)
        known.root = .object(name)
        return merged(with: known)
    }
}

extension RecordField {
    fileprivate func renamed(_ names: [String: String]) -> RecordField {
        var field = self
        field.type = type.renamed(names)
        return field
    }
}

extension ValueType {
    /// The type with other names of record types. Readers of schemas limit the depth of a type.
    fileprivate func renamed(_ names: [String: String]) -> ValueType {
        switch self {
        case .object(let name): .object(names[name] ?? name)
        case .list(let type): .list(type.renamed(names))
        case .set(let type): .set(type.renamed(names))
        case .dictionary(let type): .dictionary(type.renamed(names))
        case .optional(let type): .optional(type.renamed(names))
        default: self
        }
    }
}
