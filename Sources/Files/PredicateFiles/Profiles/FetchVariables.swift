import PredicateCore

/// `$FETCH_SOURCE` and `$FETCHED_PROPERTY` in the predicate of a fetched property of Core Data.
///
/// The first is the object that has the property, so its type is known. Both become keys in quotes, which the schema has as fields.
enum FetchVariables {
    private static let names = ["$FETCH_SOURCE", "$FETCHED_PROPERTY"]

    /// The text with each variable as a key in quotes.
    static func translation(of text: LocatedText) -> PredicateNotation.Translation {
        var result = TranslatedText(text)
        let bytes = Array(text.text.utf8)
        var scan = OutsideQuotes(bytes)
        while let offset = scan.next(UInt8(ascii: "$")) {
            var end = offset + 1
            while end < bytes.count, isNameByte(bytes[end]), bytes[end] != UInt8(ascii: "$") { end += 1 }
            let name = String(decoding: bytes[offset..<end], as: UTF8.self)
            guard names.contains(where: { sameCodePoints($0, name) }) else { continue }
            result.replace(SourceRange(offset, end), with: "SELF[" + SourceSpelling.quoted(name) + "]")
            scan.skip(to: end)
        }
        return PredicateNotation.Translation(text: result.finish(), problems: [])
    }

    /// The text with the variables as the file writes them.
    static func restored(_ text: String, isMessage: Bool) -> String {
        var text = text
        for name in names {
            let quoted = SourceSpelling.quoted(name)
            text = replaced(replaced(text, "SELF[\(quoted)]", name), "SELF.\(quoted)", name)
            if isMessage { text = replaced(text, quoted, name) }
        }
        return text
    }

    private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
        String(decoding: Array(text.utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
    }

    /// The schema of the results of a property, in which the variables are fields.
    static func schema(_ schema: RecordSchema, source owner: String) -> RecordSchema {
        guard case .object(let name) = schema.root, var type = schema.types.value(ofName: name) else { return schema }
        let source: ValueType = schema.types.value(ofName: owner) == nil ? .any : .object(owner)
        type.fields += [
            RecordField(names[0], source, documentation: "The object that has the property."),
            RecordField(names[1], .any, documentation: "The description of the property."),
        ]
        var extended = schema
        for key in schema.types.keys where sameCodePoints(key, name) { extended.types[key] = type }
        return extended
    }
}
