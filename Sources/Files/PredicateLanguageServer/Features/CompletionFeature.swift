import PredicateAnalysis
import PredicateCore
import PredicateFiles

/// The candidates at a cursor, as the protocol writes them.
struct CompletionFeature {
    let environment: ServerEnvironment
    let capabilities: ClientCapabilities
    let text: EditorText
    /// The place of the cursor in the file.
    let cursor: Int

    /// Characters after which an editor asks for candidates by itself.
    static let triggers = [".", "@", "$", "[", "(", "{", "%", "\"", "'"]
    /// Candidates of one answer.
    private static let limit = 500

    /// The candidates in a predicate.
    func list(_ place: PredicateAtCursor) -> JSONNode {
        let predicate = place.predicate
        if let list = referenceList(predicate) ?? notationList(predicate) { return list }
        let completion = PredicateCompletion.candidates(
            in: predicate.text.text, at: place.offset, schema: predicate.schema, library: environment.library,
            types: predicate.named?.arguments ?? NameTable(), as: predicate.isExpression ? .expression : .predicate,
            atMost: Self.limit)
        var places = PlaceWriter(text, capabilities.encoding)
        let items = completion.candidates.compactMap { candidate in
            item(candidate, completion.replacement, predicate.text, &places)
        }
        return [
            "isIncomplete": .boolean(completion.candidates.count >= Self.limit), "items": .array(items),
        ]
    }

    /// The other predicates of the file, after `@` and within `@{`.
    private func referenceList(_ predicate: FoundPredicate) -> JSONNode? {
        let original = predicate.original
        guard let named = predicate.named, let offset = original.map.offset(of: cursor),
            let found = named.completions(in: original.text, at: offset)
        else { return nil }
        var places = PlaceWriter(text, capabilities.encoding)
        // The bracket may be there already.
        let rest = original.text.utf8.dropFirst(found.range.upperBound).first
        let end = rest == UInt8(ascii: "}") ? "" : "}"
        let items = found.names.prefix(Self.limit).compactMap { name -> JSONNode? in
            let text = found.isName ? name.name + end : "@{\(name.name)}"
            guard let edit = edit(found.range, text, original) else { return nil }
            return [
                "label": .string(name.name), "kind": .integer(18), "detail": .string(name.text),
                "documentation": name.description.map {
                    MarkupWriter.node($0, isMarkdown: capabilities.completesMarkdown)
                },
                "filterText": .string(edit.text), "textEdit": places.edit(edit),
            ]
        }
        return ["isIncomplete": .boolean(found.names.count > Self.limit), "items": .array(items)]
    }

    /// The candidates within notation that surrounds the language, such as the items of `@status(…)`.
    private func notationList(_ predicate: FoundPredicate) -> JSONNode? {
        guard let notation = predicate.notation, let offset = predicate.original.map.offset(of: cursor),
            let found = notation.completions(in: predicate.original.text, at: offset, predicate.schema)
        else { return nil }
        var places = PlaceWriter(text, capabilities.encoding)
        let items = found.items.prefix(Self.limit).compactMap { item -> JSONNode? in
            guard let edit = edit(found.range, item.text, predicate.original) else { return nil }
            return [
                "label": .string(item.text),
                "kind": .integer(item.type == nil ? 3 : 5),
                "detail": item.type.map { .string($0.phrase) },
                "documentation": item.documentation.map {
                    MarkupWriter.node($0, isMarkdown: capabilities.completesMarkdown)
                },
                "filterText": .string(item.text),
                "textEdit": places.edit(edit),
            ]
        }
        return ["isIncomplete": .boolean(found.items.count > Self.limit), "items": .array(items)]
    }

    private func item(
        _ candidate: PredicateCompletion.Candidate, _ replacement: SourceRange, _ located: LocatedText,
        _ places: inout PlaceWriter
    ) -> JSONNode? {
        guard let edit = edit(replacement, candidate.text, located) else { return nil }
        var more: [JSONNode] = []
        for other in candidate.additionalEdits {
            guard let written = located.replacement(of: other.range, with: other.text) else { return nil }
            more.append(places.edit(written))
        }
        let sort = String(candidate.rank)
        return [
            "label": .string(candidate.label),
            "kind": .integer(Self.kind(candidate.kind)),
            "detail": candidate.type.map { .string($0.phrase) },
            "documentation": candidate.documentation.map {
                MarkupWriter.node($0, isMarkdown: capabilities.completesMarkdown)
            },
            "sortText": .string(String(repeating: "0", count: max(0, 5 - sort.utf8.count)) + sort),
            "filterText": .string(filterText(candidate, edit)),
            "textEdit": places.edit(edit),
            "additionalTextEdits": more.isEmpty ? nil : .array(more),
            "data": Self.topic(candidate).map { ["topic": .string($0)] },
        ]
    }

    /// The edit of the file; nil if its form cannot hold the candidate, or if the typed word does not end at the cursor.
    private func edit(
        _ replacement: SourceRange, _ text: String, _ located: LocatedText
    ) -> PredicateDiagnostic.Edit? {
        guard var edit = located.replacement(of: replacement, with: text) else { return nil }
        if replacement.isEmpty { edit.range = SourceRange(at: cursor) }
        guard edit.range.upperBound <= cursor,
            self.text.line(of: edit.range.lowerBound) == self.text.line(of: cursor)
        else { return nil }
        return edit
    }

    /// What an editor compares with the typed word: the candidate as the file writes it, or else its label.
    private func filterText(_ candidate: PredicateCompletion.Candidate, _ edit: PredicateDiagnostic.Edit) -> String {
        let typed = String(decoding: text.bytes[edit.range.offsetRange], as: UTF8.self)
        for text in [edit.text, candidate.label]
        where text.lowercased().utf8.starts(with: typed.lowercased().utf8) {
            // A space that separates the candidate from the word before it is not typed.
            return typed.isEmpty ? String(text.unicodeScalars.drop { $0 == " " }.map(Character.init)) : text
        }
        return typed + candidate.label
    }

    /// The name under which the reference explains a candidate.
    private static func topic(_ candidate: PredicateCompletion.Candidate) -> String? {
        switch candidate.kind {
        case .operator, .keyword, .collectionOperator, .indexWord: candidate.label
        case .function: String(candidate.label.prefix { $0 != "(" })
        case .field, .literal, .enumerationCase, .valueSeen, .variable, .option, .name: nil
        }
    }

    /// The candidate with all that the reference says about it.
    static func resolved(_ item: PredicateValue, _ environment: ServerEnvironment, isMarkdown: Bool) -> JSONNode {
        var node = JSONNode(item)
        guard let topic = item["data"]["topic"].text, let text = environment.documentation(topic),
            case .object(var members) = node
        else { return node }
        members.removeAll { $0.hasKey("documentation") }
        members.append(JSONNode.Member("documentation", MarkupWriter.node(text, isMarkdown: isMarkdown)))
        node = .object(members)
        return node
    }

    /// The number of a kind in the protocol.
    private static func kind(_ kind: PredicateCompletion.Candidate.Kind) -> Int {
        switch kind {
        case .field: 5
        case .operator: 24
        case .keyword, .indexWord: 14
        case .literal, .valueSeen: 12
        case .enumerationCase: 20
        case .function, .collectionOperator: 3
        case .variable: 6
        case .option: 10
        case .name: 7
        }
    }
}
