import PredicateFormat
import PredicateRecords

/// From the text of a predicate, a schema or a sample of the records, and the values given with it, to a predicate that
/// can be evaluated.
struct PredicatePreparation {
    let request: FilterRequest
    let environment: CommandEnvironment
    /// How many records of each input an inferred schema looks at.
    static let sampleSize = 1000
    /// From a pipe fewer, so that what comes slowly is not held back for long.
    static let streamedSampleSize = 100

    /// A predicate that can be evaluated, with what came to light on the way.
    struct Prepared {
        var predicate: CheckedPredicate
        /// The declared or inferred schema; nil without one.
        var schema: RecordSchema?
        /// The records that have been taken from standard input for the sample, to be evaluated first.
        var pending: [RawRecord]
        /// Standard input, opened.
        var openStream: RecordStream?
    }

    func prepare() throws -> Prepared {
        let parsed: ParsedPredicate
        do throws(PredicateDiagnostics) {
            parsed = try ParsedPredicate(parsing: request.predicate, library: commandLibrary)
        } catch {
            throw CommandFailure(error, in: environment)
        }
        if let file = request.schemaFile {
            let schema = try declaredSchema(file)
            return Prepared(predicate: try check(parsed, against: schema), schema: schema, pending: [])
        }
        if request.untyped { return Prepared(predicate: try check(parsed, against: nil), schema: nil, pending: []) }
        return try prepareBySample(parsed)
    }

    private func declaredSchema(_ file: String) throws -> RecordSchema {
        do {
            let read = try JSONSchemaReader.read(readText(file), file: file)
            if request.showWarnings {
                for warning in read.warnings { environment.say("warning: \(warning)") }
            }
            return read.schema
        } catch let error as RecordError {
            throw CommandFailure(error)
        }
    }

    // MARK: Samples

    private func prepareBySample(_ parsed: ParsedPredicate) throws -> Prepared {
        var inference = SchemaInference()
        var pending: [RawRecord] = []
        var openStream: RecordStream?
        for source in request.sources {
            let stream = try open(source)
            let isFile = source.isFile
            let records = sample(stream, isFile ? Self.sampleSize : Self.streamedSampleSize, into: &inference)
            if !isFile {
                // Standard input cannot be read twice: what the sample took is evaluated first.
                guard openStream == nil else { continue }
                pending = records
                openStream = stream
            }
        }
        let schema = inference.schema
        guard (schema.recordCount ?? 0) > 0 else {
            return Prepared(
                predicate: try check(parsed, against: nil), schema: nil, pending: pending, openStream: openStream)
        }
        do throws(PredicateDiagnostics) {
            let predicate = try checked(parsed, against: schema)
            return Prepared(predicate: predicate, schema: schema, pending: pending, openStream: openStream)
        } catch {
            return try prepareByWhole(parsed, error, openStream)
        }
    }

    /// A field that the sample lacks is looked for in the whole of the files before it is called unknown.
    private func prepareByWhole(_ parsed: ParsedPredicate, _ found: PredicateDiagnostics, _ openStream: RecordStream?) throws
        -> Prepared
    {
        let lacksField = found.diagnostics.contains { $0.code == "unknown-field" }
        guard lacksField, openStream == nil else { throw failure(found) }
        var inference = SchemaInference()
        for source in request.sources { _ = sample(try open(source), .max, into: &inference) }
        let schema = inference.schema
        do throws(PredicateDiagnostics) {
            return Prepared(predicate: try checked(parsed, against: schema), schema: schema, pending: [])
        } catch {
            throw failure(error)
        }
    }

    private func open(_ source: RecordSource) throws -> RecordStream {
        do throws(RecordError) {
            return try RecordStream(source, request.input)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Feeds records to the inference; what is wrong with them is said when they are evaluated.
    private func sample(_ stream: RecordStream, _ count: Int, into inference: inout SchemaInference) -> [RawRecord] {
        var records: [RawRecord] = []
        var reader = JSONReader()
        var seen = 0
        while seen < count {
            guard let record = try? stream.next() else { break }
            seen += 1
            if count != .max { records.append(record) }
            if let value = try? reader.read(record) { inference.add(value) }
        }
        return records
    }

    /// The failure with advice where an option would find the field.
    private func failure(_ diagnostics: PredicateDiagnostics) -> CommandFailure {
        var diagnostics = diagnostics
        if diagnostics.diagnostics.contains(where: { $0.code == "unknown-field" }), let advice = advice() {
            for index in diagnostics.diagnostics.indices where diagnostics.diagnostics[index].code == "unknown-field" {
                diagnostics.diagnostics[index].notes.append(advice)
                break
            }
        }
        return CommandFailure(diagnostics, in: environment)
    }

    /// What `--at` or `--values` would find.
    private func advice() -> String? {
        guard request.input.pointer.components.isEmpty, !request.input.values, let source = request.sources.first, source.isFile,
            let stream = try? RecordStream(source, request.input), let record = try? stream.next()
        else { return nil }
        var reader = JSONReader()
        guard let value = try? reader.read(record), let suggestion = RecordFinder.suggestion(for: value) else { return nil }
        return suggestion
    }

    // MARK: Checking

    private func check(_ parsed: ParsedPredicate, against schema: RecordSchema?) throws(CommandFailure) -> CheckedPredicate {
        do throws(PredicateDiagnostics) {
            return try checked(parsed, against: schema)
        } catch {
            throw CommandFailure(error, in: environment)
        }
    }

    private func checked(_ parsed: ParsedPredicate, against schema: RecordSchema?) throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        // What a sample has shown must not decide how a value is read.
        let known = schema?.origin == .declared ? schema : nil
        let types = parsed.argumentTypes(against: known)
        var arguments: [PredicateValue] = []
        for (index, text) in request.arguments.enumerated() {
            let type = index < types.count ? types[index] : .any
            arguments.append(TextValues.value(text, as: type) ?? .string(text))
        }
        let predicate = try parsed.checked(against: schema, arguments: arguments)
        var bindings: [String: PredicateValue] = [:]
        for (name, text) in request.variables {
            let type = schema?.origin == .inferred ? .any : predicate.variables.first { $0.name == name }?.type ?? .any
            bindings[name] = TextValues.value(text, as: type) ?? .string(text)
        }
        let bound = bindings.isEmpty ? predicate : try predicate.binding(bindings)
        try bound.requireBound()
        return bound
    }
}
