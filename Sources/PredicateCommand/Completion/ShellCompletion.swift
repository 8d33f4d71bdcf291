import ArgumentParser
import PredicateFormat
import PredicateRecords

/// What a shell offers for the predicate on a command line: the fields and values of the file that the line names.
enum ShellCompletion {
    /// How many records are looked at while somebody waits for the answer to a key.
    private static let recordLimit = 5000
    /// How many candidates a shell is given.
    private static let candidateLimit = 200

    /// The completion of an argument that is a predicate.
    static let predicate = CompletionKind.custom { words, index, prefix in
        predicates(in: words, at: index, prefix: prefix)
    }

    /// The codes of all messages.
    static let messageCodes = CompletionKind.list(MessageReference.all.map(\.entry.code).uniqued)

    /// What `predicate language` explains, but for signs and what a shell would have in quotes.
    static let languageTopics = CompletionKind.list(
        LanguageReference.names.filter { name in
            name.allSatisfy { $0.isLetter || $0 == "-" || $0 == "@" } && name.count > 1
        })

    /// Files of JSON Schema.
    static let schemaFile = CompletionKind.file(extensions: ["json"])

    /// Predicates that go on from what has been typed, each as a whole word of the shell.
    ///
    /// - Parameters:
    ///   - words: the words of the line, as they stand there with their quotes.
    ///   - index: which of them is being typed.
    ///   - prefix: the part of it before the cursor.
    static func predicates(in words: [String], at index: Int, prefix: String) -> [String] {
        let text = ShellWord.content(of: prefix)
        let completion = PredicateCompletion.candidates(
            in: text, at: text.utf8.count, schema: CommandLineData(words, without: index).schema,
            library: commandLibrary, atMost: candidateLimit)
        return completion.candidates.map { candidate in
            let whole = completion.inserting(candidate, in: text)
            // What can be gone on with, without another key.
            return candidate.isOpen && candidate.kind == .operator ? whole + " " : whole
        }
    }

    /// What a command line says of the records.
    struct CommandLineData {
        private var schemaFile: String?
        private var files: [String] = []
        private var pointer: String?
        private var values = false
        private var isUntyped = false

        /// Options that the next word belongs to.
        private static let optionsWithValue: Set<String> = [
            "--schema", "--data", "--at", "--arg", "--var", "--limit", "--offset", "--output", "--predicate-file",
            "--diagnostics",
        ]

        /// Reads the words of a line, but for the one that is being typed.
        init(_ words: [String], without index: Int) {
            var position = 0
            var isBehindOptions = false
            while position < words.count {
                defer { position += 1 }
                // The first two are the command's name and the sub-command's.
                guard position > 1, position != index else { continue }
                let word = ShellWord.content(of: words[position])
                if isBehindOptions || !word.hasPrefix("-") || word == "-" {
                    files.append(word)
                    continue
                }
                if word == "--" {
                    isBehindOptions = true
                    continue
                }
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                let name = parts.first ?? word
                var value = parts.count > 1 ? parts[1] : nil
                if value == nil, Self.optionsWithValue.contains(name) {
                    position += 1
                    if position < words.count, position != index { value = ShellWord.content(of: words[position]) }
                }
                set(name, value)
            }
        }

        private mutating func set(_ name: String, _ value: String?) {
            switch name {
            case "--schema": schemaFile = value
            case "--data": if let value { files.insert(value, at: 0) }
            case "--at": pointer = value
            case "--values": values = true
            case "--untyped": isUntyped = true
            default: break
            }
        }

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

/// A word of a command line as it stands there.
enum ShellWord {
    /// What a word of a shell stands for: without its quotes and backslashes.
    ///
    /// Shells before fish 4 hand the words over without them. Such a word may have blanks outside of quotes, which no word of a
    /// line can have, and stands for itself.
    static func content(of word: String) -> String {
        var result = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in word.unicodeScalars {
            if isEscaped {
                isEscaped = false
                // Within double quotes a backslash stands for itself before most letters.
                if quote == "\"", !"\"\\$`\n".unicodeScalars.contains(scalar) { result.append("\\") }
                result.append(scalar)
                continue
            }
            switch (scalar, quote) {
            case ("\\", nil), ("\\", "\""): isEscaped = true
            case ("'", nil), ("\"", nil): quote = scalar
            case ("'", "'"), ("\"", "\""): quote = nil
            case (" ", nil): return word
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Array where Element: Hashable {
    /// The elements, each once, in the order of their first appearance.
    fileprivate var uniqued: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}
