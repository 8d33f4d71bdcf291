import PredicateFormat
import PredicateRecords

/// Calls a function with the records of a request, one after another, until it stops.
struct RecordWalk {
    private let request: PredicateRequest
    private let prepared: FilterPreparation.Prepared
    private let environment: CommandEnvironment

    init(_ request: PredicateRequest, _ prepared: FilterPreparation.Prepared, in environment: CommandEnvironment) {
        self.request = request
        self.prepared = prepared
        self.environment = environment
    }

    /// A reader of the records.
    var reader: JSONReader {
        let declared = prepared.schema?.origin == .declared ? prepared.schema : nil
        var reader = JSONReader(shape: declared.flatMap { RecordShape($0) })
        // Scalars are records only if that was requested (D70).
        reader.requiresObjects = !request.untyped && !(declared.map { !$0.rootIsRecord } ?? false)
        return reader
    }

    /// Calls a function with each record until it returns false.
    func forEach(_ body: (RawRecord) throws -> Bool) throws {
        var count = 0
        var progress = Progress(sources: request.sources, in: environment)
        defer { progress.clear() }
        var bytesBefore = 0
        do {
            for (index, source) in request.sources.enumerated() {
                var end = bytesBefore
                let goesOn = try visit(index, source) { record in
                    count += 1
                    end = bytesBefore + record.offset + record.count
                    progress.update(bytes: end)
                    return try body(record)
                }
                if !goesOn { return }
                bytesBefore = end
            }
        } catch let failure as RecordError {
            throw CommandFailure(failure.behind(count), in: environment)
        }
    }

    private func visit(_ index: Int, _ source: RecordSource, _ body: (RawRecord) throws -> Bool) throws -> Bool {
        let stream: RecordStream
        if let begun = prepared.begun[index] {
            for record in begun.sample {
                guard try body(record) else { return false }
            }
            if let failure = begun.failure { throw failure }
            stream = begun.stream
        } else {
            stream = try RecordStream(source, request.input)
        }
        while let record = try stream.next() {
            guard try body(record) else { return false }
        }
        return true
    }
}
