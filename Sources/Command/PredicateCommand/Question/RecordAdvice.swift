import PredicateFormat
import PredicateRecords

/// Advice on reading records, for errors that come from reading options and not from the predicate.
struct RecordAdvice {
    let input: RecordInputOptions
    /// The first record, read with the current options.
    let first: RawRecord?
    /// The file, if a REPL command loads the records, and not options of the command line.
    private let promptFile: String?
    /// The source, if it can be read again.
    private var source: RecordSource?
    private var isPrompt: Bool { promptFile != nil }

    /// The advice for the records of a request, if they can be read again.
    init(_ request: PredicateRequest, first: RawRecord? = nil) {
        input = request.input
        source = request.sources.first.flatMap { $0.isRereadable ? $0 : nil }
        self.first = first ?? source.flatMap { try? RecordStream($0, request.input).next() }
        promptFile = nil
    }

    /// The advice for records that were loaded in the REPL.
    init(_ input: RecordInputOptions, loaded first: RawRecord?, from file: String) {
        self.input = input
        self.first = first
        promptFile = SafeText.plain(file.contains(" ") ? "\"\(file)\"" : file)
    }

    /// The diagnostics with a note at the first unknown field that an option would find.
    func added(to diagnostics: PredicateDiagnostics) -> PredicateDiagnostics {
        var diagnostics = diagnostics
        // A predicate may have many unknown fields, and a record takes long to read.
        guard diagnostics.lacksFields, let document else { return diagnostics }
        let places = places(in: document)
        for index in diagnostics.diagnostics.indices where diagnostics.diagnostics[index].code == .unknownField {
            let field = diagnostics.diagnostics[index].range.text(in: diagnostics.source)
            // An unquoted key has already been found.
            guard PlainName.isOne(field) || diagnostics.diagnostics[index].edits.isEmpty else { continue }
            guard let note = note(for: field, in: document, places) else { continue }
            diagnostics.diagnostics[index].notes.append(note)
            break
        }
        return diagnostics
    }

    /// The first record, if it may be a document that contains the records.
    private var document: PredicateValue? {
        guard !input.values, let first else { return nil }
        var reader = JSONReader()
        return try? reader.read(first)
    }

    /// The places of records in a document. Where a pointer led to it, only its values: the pointer may have led to a list.
    private func places(in document: PredicateValue) -> [RecordFinder.Candidate] {
        let found = RecordFinder.findRecords(in: document)
        if input.pointer.components.isEmpty { return found }
        return found.filter { $0.values && $0.pointer.components.isEmpty }
    }

    /// The option (`--at` or `--values`) that would find a field in one of the places of a document.
    private func note(
        for field: String, in document: PredicateValue, _ places: [RecordFinder.Candidate]
    ) -> String? {
        guard let found = RecordFinder.firstRecords(of: places, in: document, with: field) else {
            return mapNote(of: places)
        }
        let options = options(found.pointer, values: found.values)
        if hasSeveral { return "with `\(options)` the records are the objects that have `\(field)`" }
        return
            "the \(input.pointer.components.isEmpty ? "document" : "object") is read as one record; with `\(options)` the records are the \(found.count) objects that have `\(field)`"
    }

    /// Whether the input has at least two records. The first of them is not a whole document then.
    private var hasSeveral: Bool {
        guard input.pointer.components.isEmpty, let source, let stream = try? RecordStream(source, input) else {
            return false
        }
        return (try? stream.next()) != nil && (try? stream.next()) != nil
    }

    private func options(_ pointer: JSONPointer, values: Bool) -> String {
        let pointer = "\(isPrompt && pointer.components.isEmpty ? input.pointer : pointer)"
        var options = pointer.isEmpty ? "" : isPrompt ? "at " + pointer : "--at " + ShellWord.quoted(pointer)
        if values { options += (options.isEmpty ? "" : " ") + (isPrompt ? "values" : "--values") }
        return promptFile.map { ":load \($0) " + options } ?? options
    }

    /// A note that objects in the only record match, which does not: `kind == "Pod"` over a list that has a kind, too.
    func note(ofMatchesWithin predicate: CheckedPredicate) -> String? {
        let names = predicate.tree.uses.fields.compactMap { path in
            if case .key(let name)? = path.steps.first { name } else { nil }
        }
        guard !names.isEmpty, let document else { return nil }
        let context = EvaluationContext(limits: predicate.limits)
        for place in places(in: document) where !place.values {
            let inner = place.fields.map { place.pointer.appending(JSONPointer.each).appending($0) }
            for pointer in [place.pointer] + inner {
                let records = RecordFinder.records(at: pointer, in: document, with: names)
                let matching = records.count { predicate.matches($0, context: context) }
                guard matching > 0 else { continue }
                return
                    "the document is read as one record; with `\(options(pointer, values: false))`, \(matching) of \(Plural.of(records.count, "record")) \(matching == 1 ? "matches" : "match")"
            }
        }
        return nil
    }

    /// The number of objects from which a record counts as a map of records.
    private static let leastMap = 64

    /// A note that a document is a map of objects; nil if it is not, or if one of the objects has the field.
    private func mapNote(of places: [RecordFinder.Candidate]) -> String? {
        let map = places.first { $0.values && $0.pointer.components.isEmpty }
        guard let map, map.count >= Self.leastMap else { return nil }
        let option = promptFile.map { ":load \($0) values" } ?? "--values"
        return "the document is read as one record; `\(option)` makes a record of each of its \(map.count) objects"
    }
}
