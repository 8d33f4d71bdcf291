import PredicateFormat
import PredicateRecords

/// From a request to a predicate that can be evaluated, with what has been read of the records on the way.
///
/// The records are looked at before they are evaluated, where no schema says what they hold; what comes through a pipe can
/// be read only once, and is kept.
struct FilterPreparation {
    let request: PredicateRequest
    /// What is asked of the records that satisfy the predicate.
    var query: RecordQuery?
    let environment: CommandEnvironment
    /// How many records of each input an inferred schema looks at.
    static let sampleSize = 1000
    /// How many it looks at first, and of a pipe at all, so that what comes slowly is not held back for long.
    static let streamedSampleSize = 100

    /// A predicate that can be evaluated, with what came to light on the way.
    struct Prepared {
        var predicate: CheckedPredicate
        /// What is asked of the records that satisfy it.
        var query: CheckedQuery?
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
            return try prepared(against: schema)
        }
        if request.untyped { return try prepared(against: nil) }
        guard request.sources.allSatisfy(\.isRereadable) else { return try prepareBySample() }
        if let prepared = try prepareByFew() { return prepared }
        let sample = RecordSample(request)
        try sample.read(upTo: Self.sampleSize)
        do throws(SubjectDiagnostics) {
            return try checked(against: sample.schema)
        } catch {
            // A field that the sample lacks is looked for in the whole of the files before it is called unknown.
            guard error.lacksFields else { throw failure(error) }
        }
        try sample.read(upTo: .max)
        do throws(SubjectDiagnostics) {
            return try checked(against: sample.schema)
        } catch {
            throw failure(error, RecordAdvice(request))
        }
    }

    /// What a few records show is enough for a predicate that nothing is said of: their fields and types, since values that are
    /// common are only spoken of.
    private func prepareByFew() throws -> Prepared? {
        var limits = SchemaInference.Limits()
        limits.distinctValues = 0
        limits.completionValues = 0
        let sample = RecordSample(request, limits: request.showWarnings ? SchemaInference.Limits() : limits)
        try sample.read(upTo: Self.streamedSampleSize)
        guard let prepared = try? checked(against: sample.schema) else { return nil }
        return request.showWarnings && prepared.hasWarnings ? nil : prepared
    }

    // MARK: Pipes

    private func prepareBySample() throws -> Prepared {
        do throws(PredicateDiagnostics) {
            // A text that is not well-formed is refused before anything is waited for.
            _ = try ParsedPredicate(parsing: request.text.text, library: commandLibrary)
        } catch {
            // Whether it is a key without its quotes is seen by the records.
            guard ParsedPredicate.mayLackQuotes(error, library: commandLibrary) else {
                throw failure(SubjectDiagnostics(predicate: error))
            }
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
        do throws(SubjectDiagnostics) {
            var prepared = try checked(against: schema)
            prepared.begun = begun
            return prepared
        } catch {
            throw failure(error, RecordAdvice(request, first: begun[0]?.sample.first))
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

    /// The predicate and the query, checked against a schema.
    private func checked(against schema: RecordSchema?) throws(SubjectDiagnostics) -> Prepared {
        var found = SubjectDiagnostics()
        var predicate: CheckedPredicate?
        var query: CheckedQuery?
        do throws(PredicateDiagnostics) {
            predicate = try request.checked(against: schema)
        } catch {
            found.predicate = error
        }
        do throws(RecordQueryDiagnostics) {
            query = try self.query?.checked(
                against: schema, bindings: request.queryBindings, library: commandLibrary)
        } catch {
            found.query = error
        }
        guard let predicate, found.query == nil else { throw found }
        return Prepared(predicate: predicate, query: query, schema: schema)
    }

    private func prepared(against schema: RecordSchema?) throws(CommandFailure) -> Prepared {
        do throws(SubjectDiagnostics) {
            return try checked(against: schema)
        } catch {
            throw failure(error)
        }
    }

    /// The failure, without warnings unless those are shown.
    private func failure(_ found: SubjectDiagnostics, _ advice: RecordAdvice? = nil) -> CommandFailure {
        var messages: [String] = []
        if var diagnostics = found.predicate {
            diagnostics.diagnostics.removeAll { $0.severity == .warning && !request.showWarnings }
            if let advice { diagnostics = advice.added(to: diagnostics) }
            messages.append(environment.picture(of: diagnostics, fileName: request.text.fileName))
        }
        if var query = found.query {
            for index in query.parts.indices {
                query.parts[index].diagnostics.diagnostics.removeAll {
                    $0.severity == .warning && !request.showWarnings
                }
                if let advice, found.predicate == nil {
                    query.parts[index].diagnostics = advice.added(to: query.parts[index].diagnostics)
                }
            }
            messages.append(QueryPicture.text(query, in: environment))
        }
        return CommandFailure(.data, messages.joined(separator: "\n"))
    }
}

extension FilterPreparation.Prepared {
    /// Whether anything is doubtful.
    var hasWarnings: Bool { !predicate.warnings.isEmpty || !(query?.warnings.isEmpty ?? true) }
}

/// What is wrong with a predicate, and with what is asked of the records that satisfy it.
struct SubjectDiagnostics: Error {
    var predicate: PredicateDiagnostics?
    var query: RecordQueryDiagnostics?

    /// Whether fields are unknown, which more records may have.
    var lacksFields: Bool {
        predicate?.lacksFields ?? false || query?.parts.contains { $0.diagnostics.lacksFields } ?? false
    }
}

/// What is wrong with the options of a query, as it is shown.
enum QueryPicture {
    static func text(_ found: RecordQueryDiagnostics, in environment: CommandEnvironment) -> String {
        found.parts.map { environment.picture(of: $0.diagnostics, fileName: "--" + $0.part.rawValue) }
            .joined(separator: "\n")
    }
}

extension PredicateDiagnostics {
    /// Whether fields are unknown, which more records may have.
    var lacksFields: Bool { diagnostics.contains { $0.code == "unknown-field" } }
}
