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
        /// The inputs that cannot be read twice, by their place in the request: what the sample took of them is evaluated
        /// first.
        var begun: [Int: BegunStream] = [:]
    }

    /// An input that a sample has been taken of.
    struct BegunStream {
        var stream: RecordStream
        var sample: [RawRecord]
        /// What went wrong behind the sample; a stream says it only once.
        var failure: RecordError?
    }

    func prepare() throws -> Prepared {
        let parsed: ParsedPredicate
        do throws(PredicateDiagnostics) {
            parsed = try ParsedPredicate(parsing: request.predicate, library: commandLibrary)
        } catch {
            throw syntaxFailure(error)
        }
        if let file = request.schemaFile {
            let schema = try declaredSchema(file)
            return Prepared(predicate: try check(parsed, against: schema), schema: schema)
        }
        if request.untyped { return Prepared(predicate: try check(parsed, against: nil), schema: nil) }
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
        var begun: [Int: BegunStream] = [:]
        for (index, source) in request.sources.enumerated() {
            let stream = try open(source)
            let isBegun = !source.isRereadable
            let taken = sample(
                stream, isBegun ? Self.streamedSampleSize : Self.sampleSize, keeps: isBegun, into: &inference)
            if isBegun { begun[index] = taken }
        }
        let schema = inference.schema
        guard (schema.recordCount ?? 0) > 0 else {
            return Prepared(predicate: try check(parsed, against: nil), schema: nil, begun: begun)
        }
        do throws(PredicateDiagnostics) {
            return Prepared(predicate: try checked(parsed, against: schema), schema: schema, begun: begun)
        } catch {
            guard begun.isEmpty else { throw failure(error, first: begun[0]?.sample.first) }
            return try prepareByWhole(parsed, error)
        }
    }

    /// A field that the sample lacks is looked for in the whole of the files before it is called unknown.
    private func prepareByWhole(_ parsed: ParsedPredicate, _ found: PredicateDiagnostics) throws -> Prepared {
        guard found.diagnostics.contains(where: { $0.code == "unknown-field" }) else { throw failure(found) }
        var inference = SchemaInference()
        for source in request.sources { _ = sample(try open(source), .max, keeps: false, into: &inference) }
        let schema = inference.schema
        do throws(PredicateDiagnostics) {
            return Prepared(predicate: try checked(parsed, against: schema), schema: schema)
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
    private func sample(
        _ stream: RecordStream, _ count: Int, keeps: Bool, into inference: inout SchemaInference
    ) -> BegunStream {
        var taken = BegunStream(stream: stream, sample: [])
        var reader = JSONReader()
        var seen = 0
        while seen < count {
            do throws(RecordError) {
                guard let record = try stream.next() else { break }
                seen += 1
                if keeps { taken.sample.append(record) }
                if let value = try? reader.read(record), case .object = value { inference.add(value) }
            } catch {
                // A line that is too long ends only itself; here nobody goes on behind it.
                if keeps || !stream.canSkipBadRecords {
                    taken.failure = error
                    break
                }
            }
        }
        return taken
    }

    /// The failure with advice where an option would find the field.
    private func failure(_ diagnostics: PredicateDiagnostics, first: RawRecord? = nil) -> CommandFailure {
        var diagnostics = diagnostics
        for index in diagnostics.diagnostics.indices where diagnostics.diagnostics[index].code == "unknown-field" {
            let field = diagnostics.diagnostics[index].range.text(in: diagnostics.source)
            guard let advice = advice(for: field, first: first) else { continue }
            diagnostics.diagnostics[index].notes.append(advice)
            break
        }
        return CommandFailure(diagnostics, in: environment)
    }

    /// Which of `--at` and `--values` would find a field in the first record, where that is a document of many.
    private func advice(for field: String, first: RawRecord?) -> String? {
        guard request.input.pointer.components.isEmpty, !request.input.values,
            let record = first ?? firstRecord
        else { return nil }
        var reader = JSONReader()
        guard let value = try? reader.read(record),
            let found = RecordFinder.findRecords(in: value, with: field).first
        else { return nil }
        var options = found.pointer.components.isEmpty ? "" : "--at \(found.pointer)"
        if found.values { options += options.isEmpty ? "--values" : " --values" }
        return
            "the document is read as one record; with `\(options)` the records are the \(found.count) objects that have `\(field)`"
    }

    private var firstRecord: RawRecord? {
        guard let source = request.sources.first, source.isRereadable,
            let stream = try? RecordStream(source, request.input)
        else { return nil }
        return try? stream.next()
    }

    // MARK: Checking

    private func check(_ parsed: ParsedPredicate, against schema: RecordSchema?) throws(CommandFailure)
        -> CheckedPredicate
    {
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
        if !request.allowsUnbound { try bound.requireBound() }
        return bound
    }
}
