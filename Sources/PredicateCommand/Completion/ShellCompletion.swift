import ArgumentParser
import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// What a shell offers for the predicate on a command line: the fields and values of the file that the line names.
enum ShellCompletion {
    /// How many records are looked at while somebody waits for the answer to a key.
    private static let recordLimit = 5000
    /// How many candidates a shell is given.
    private static let candidateLimit = 200

    /// Marks an argument that is a predicate. `CommandLineCompletion` finds what may stand there, so nothing is asked of this.
    static let predicate = CompletionKind.custom { _, _, _ in [] }

    /// Marks an option that is a part of a query, in the same way.
    static let query = CompletionKind.custom { _, _, _ in [] }
    static let queryOptions: Set<String> = ["--sort", "--select", "--group-by", "--aggregate"]

    /// The codes of all messages.
    static let messageCodes = CompletionKind.list(MessageReference.all.map(\.entry.code).uniqued)

    /// What `predicate language` explains, but for signs and what a shell would have in quotes.
    static let languageTopics = CompletionKind.list(
        LanguageReference.names.filter { name in
            name.allSatisfy { $0.isLetter || $0 == "-" || $0 == "@" } && name.count > 1
        })

    /// Files of JSON Schema.
    static let schemaFile = CompletionKind.file(extensions: ["json"])

    /// Predicates that go on from what has been typed.
    static func predicates(
        in text: String, schema: RecordSchema?, as subject: PredicateCompletion.Subject = .predicate
    ) -> [CompletionAnswer.Item] {
        let completion = PredicateCompletion.candidates(
            in: text, at: text.utf8.count, schema: schema, library: commandLibrary, as: subject, atMost: candidateLimit)
        // Words that begin otherwise than what has been typed would hide the others.
        let isPlain = completion.candidates.contains { $0.additionalEdits.isEmpty }
        return completion.candidates.compactMap { candidate in
            if isPlain, !candidate.additionalEdits.isEmpty { return nil }
            let whole = completion.inserting(candidate, in: text)
            // Shells are given lines.
            guard !whole.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                return nil
            }
            return CompletionAnswer.Item(
                // What can be gone on with, without another key.
                text: candidate.isOpen && candidate.kind == .operator ? whole + " " : whole,
                label: candidate.label, note: candidate.documentation)
        }
    }

    /// Parts of a query that go on from what has been typed.
    ///
    /// - Parameter option: the option that they are given to.
    static func queries(in text: String, option: String, schema: RecordSchema?) -> [CompletionAnswer.Item] {
        let cursor = QueryCursor(
            behind: text, isOrder: option == "--sort", hasFunctions: option == "--aggregate")
        let head = String(decoding: text.utf8.prefix(cursor.start), as: UTF8.self)
        let rest = String(decoding: text.utf8.dropFirst(cursor.start), as: UTF8.self)
        switch cursor.subject {
        case .aggregate:
            return QueryCursor.functions(beginningWith: rest).map { function in
                CompletionAnswer.Item(
                    text: head + function.rawValue + "(", label: function.rawValue, note: function.help)
            }
        case .having: return []
        case .expression:
            return predicates(in: rest, schema: schema, as: .expression).map { item in
                CompletionAnswer.Item(text: head + item.text, label: item.label, note: item.note)
            }
        }
    }

    /// What a command line says of the records.
    struct RecordsOfLine {
        /// The value of `--schema`.
        var schemaFile: String?
        /// The value of `--data` and the files.
        var files: [String] = []
        /// The value of `--at`.
        var pointer: String?
        /// `--values`
        var values = false
        /// `--untyped`
        var isUntyped = false

        /// The schema that is declared, or that the records of the first file show; nil where neither can be read.
        var schema: RecordSchema? {
            if isUntyped { return nil }
            if let schemaFile {
                guard let text = try? readText(schemaFile) else { return nil }
                return try? JSONSchemaReader.read(text, file: schemaFile).schema
            }
            // A pipe would be waited for, and what is read of it would be lost.
            let sources = files.map { RecordSource.file($0) }.filter(\.isRereadable)
            guard let source = sources.first else { return nil }
            var input = RecordInputOptions(values: values)
            if let pointer {
                guard let parsed = try? JSONPointer(parsing: pointer) else { return nil }
                input = RecordInputOptions(pointer: parsed, values: values)
            }
            let sample = RecordSample(PredicateRequest(text: PredicateText(""), sources: [source], input: input))
            try? sample.read(upTo: recordLimit)
            return sample.schema
        }
    }
}

extension Array where Element: Hashable {
    /// The elements, each once, in the order of their first appearance.
    fileprivate var uniqued: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}
