import PredicateFormat
import PredicateRecords

extension PredicatePreparation {
    /// What is wrong with a text that is not well-formed, its names and types too, as far as it can be read: a person wants
    /// all mistakes at once, whichever stage finds them.
    func syntaxFailure(_ syntax: PredicateDiagnostics) -> CommandFailure {
        var diagnostics = syntax
        if let file = request.schemaFile {
            if let text = try? readText(file), let read = try? JSONSchemaReader.read(text, file: file) {
                diagnostics = all(against: read.schema)
            }
        } else if request.untyped {
            diagnostics = all(against: nil)
        } else if !request.sources.isEmpty, request.sources.allSatisfy(\.isRereadable) {
            diagnostics = all(against: schema(of: Self.sampleSize))
            // A field that the sample lacks may stand further down.
            if diagnostics.diagnostics.contains(where: { $0.code == "unknown-field" }) {
                diagnostics = all(against: schema(of: .max))
            }
        }
        diagnostics.diagnostics.removeAll { $0.severity == .warning && !request.showWarnings }
        return CommandFailure(diagnostics, in: environment)
    }

    private func all(against schema: RecordSchema?) -> PredicateDiagnostics {
        ParsedPredicate.diagnostics(of: request.predicate, against: schema, library: commandLibrary)
    }

    /// The schema of so many records of each input; nil where there is none to see.
    private func schema(of count: Int) -> RecordSchema? {
        var inference = SchemaInference()
        var reader = JSONReader()
        for source in request.sources {
            guard let stream = try? RecordStream(source, request.input) else { continue }
            var seen = 0
            while seen < count, let record = try? stream.next() {
                seen += 1
                if let value = try? reader.read(record), case .object = value { inference.add(value) }
            }
        }
        return inference.recordCount > 0 ? inference.schema : nil
    }
}
