import PredicateFormat
import PredicateRecords

/// From a request to a predicate that can be evaluated, with what has been read of the records on the way.
///
/// The records are looked at before they are evaluated, where no schema says what they hold; what comes through a pipe can
/// be read only once, and is kept.
struct FilterPreparation {
    let request: PredicateRequest
    let environment: CommandEnvironment
    /// How many records of each input an inferred schema looks at.
    static let sampleSize = 1000
    /// How many it looks at first, and of a pipe at all, so that what comes slowly is not held back for long.
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
        if let file = request.schemaFile {
            let schema = try request.declaredSchema(file, in: environment)
            return Prepared(predicate: try check(against: schema), schema: schema)
        }
        if request.untyped { return Prepared(predicate: try check(against: nil), schema: nil) }
        guard request.sources.allSatisfy(\.isRereadable) else { return try prepareBySample() }
        let sample = RecordSample(request)
        // What a few records show is enough for a predicate that nothing is said of.
        try sample.read(upTo: Self.streamedSampleSize)
        if let predicate = try? request.checked(against: sample.schema), predicate.warnings.isEmpty {
            return Prepared(predicate: predicate, schema: sample.schema)
        }
        try sample.read(upTo: Self.sampleSize)
        do throws(PredicateDiagnostics) {
            return Prepared(predicate: try request.checked(against: sample.schema), schema: sample.schema)
        } catch {
            // A field that the sample lacks is looked for in the whole of the files before it is called unknown.
            guard error.lacksFields else { throw failure(error) }
        }
        try sample.read(upTo: .max)
        do throws(PredicateDiagnostics) {
            return Prepared(predicate: try request.checked(against: sample.schema), schema: sample.schema)
        } catch {
            throw failure(RecordAdvice(request).added(to: error))
        }
    }

    // MARK: Pipes

    private func prepareBySample() throws -> Prepared {
        do throws(PredicateDiagnostics) {
            // A text that is not well-formed is refused before anything is waited for.
            _ = try ParsedPredicate(parsing: request.text.text, library: commandLibrary)
        } catch {
            throw failure(error)
        }
        var inference = SchemaInference()
        var begun: [Int: BegunStream] = [:]
        for (index, source) in request.sources.enumerated() {
            let stream = try RecordSample.open(source, request.input)
            let isBegun = !source.isRereadable
            let taken = sample(
                stream, isBegun ? Self.streamedSampleSize : Self.sampleSize, keeps: isBegun, into: &inference)
            if isBegun { begun[index] = taken }
        }
        let schema = inference.recordCount > 0 ? inference.schema : nil
        do throws(PredicateDiagnostics) {
            return Prepared(predicate: try request.checked(against: schema), schema: schema, begun: begun)
        } catch {
            throw failure(RecordAdvice(request, first: begun[0]?.sample.first).added(to: error))
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

    // MARK: Failures

    private func check(against schema: RecordSchema?) throws(CommandFailure) -> CheckedPredicate {
        do throws(PredicateDiagnostics) {
            return try request.checked(against: schema)
        } catch {
            throw failure(error)
        }
    }

    /// The failure, without warnings unless those are shown.
    private func failure(_ diagnostics: PredicateDiagnostics) -> CommandFailure {
        var diagnostics = diagnostics
        diagnostics.diagnostics.removeAll { $0.severity == .warning && !request.showWarnings }
        return CommandFailure(diagnostics, of: request.text, in: environment)
    }
}

extension PredicateDiagnostics {
    /// Whether fields are unknown, which more records may have.
    var lacksFields: Bool { diagnostics.contains { $0.code == "unknown-field" } }
}
