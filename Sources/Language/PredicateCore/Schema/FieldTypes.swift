extension RecordSchema {
    /// The type of a part of the record, as in checking; nil if the part does not exist.
    ///
    /// If a value on the path may be nil, so may the part. Everything after an unknown key is `any`.
    public func type(at path: FieldPath) -> ValueType? {
        var type = root
        for step in path.steps {
            guard let next = self.type(behind: step, of: type) else { return nil }
            type = next
        }
        return type
    }

    /// The field at the end of a path, with its documentation and statistics; nil if the path does not end at a field of a
    /// record type, such as for the elements of a list.
    public func field(at path: FieldPath) -> RecordField? {
        guard case .key(let name) = path.steps.last,
            let base = type(at: FieldPath(Array(path.steps.dropLast())))
        else { return nil }
        return recordType(of: base)?.field(named: name)
    }

    private func type(behind step: FieldPath.Step, of type: ValueType) -> ValueType? {
        switch (step, type) {
        case (_, .any), (_, .null), (.anyKey, _): return .any
        case (_, .optional(let inner)): return self.type(behind: step, of: inner)?.orNil
        case (.elements, .list(let element)), (.elements, .set(let element)): return element
        case (.elements, .dictionary(let value)): return value
        case (.elements, _): return nil
        // A key of a list is a key of its elements.
        case (.key, .list(let element)): return self.type(behind: step, of: element).map { .list($0) }
        case (.key, .set(let element)): return self.type(behind: step, of: element).map { .set($0) }
        case (.key, .dictionary(let value)): return value.orNil
        case (.key(let name), .object(let typeName)):
            guard let record = types[typeName] else { return .any }
            if let field = record.field(named: name) { return field.type }
            return sameCodePoints(name, "self") ? type : record.additional?.orNil
        case (.key("self"), _): return type
        case (.key("length"), _): return type.isTextual ? .integer : nil
        case (.key, _): return nil
        }
    }
}
