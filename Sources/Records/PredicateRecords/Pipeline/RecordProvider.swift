import PredicateFormat

/// Where records come from. A provider decides what it can of a predicate and a query, and gives records to a pipeline.
package protocol RecordProvider {
    /// Gives records to a pipeline, in order, until there are no more or the pipeline is full.
    ///
    /// - Throws: if the records cannot be read, and what the pipeline throws.
    mutating func give(to pipeline: RecordPipeline) throws
}

/// An input from which records were taken that are still to be evaluated.
package struct BegunStream {
    package var stream: RecordStream
    package var sample: [RawRecord] = []
    /// The error after the sample. A stream reports it only once.
    package var failure: RecordError?

    package init(_ stream: RecordStream) { self.stream = stream }
}

/// Files, pipes, and text in memory, one after another.
package struct StreamProvider: RecordProvider {
    private let sources: [RecordSource]
    private let input: RecordInputOptions
    /// The sources that cannot be read twice, by their index.
    private let begun: [Int: BegunStream]

    package init(_ sources: [RecordSource], _ input: RecordInputOptions, begun: [Int: BegunStream] = [:]) {
        self.sources = sources
        self.input = input
        self.begun = begun
    }

    package func give(to pipeline: RecordPipeline) throws {
        for (index, source) in sources.enumerated() {
            if pipeline.isFull { return }
            let (written, bytes) = (pipeline.counts.written, pipeline.counts.bytes)
            defer { pipeline.counts.sources.append((source.name, pipeline.counts.written - written)) }
            guard let begun = begun[index] else {
                try pipeline.read(RecordStream(source, input), after: bytes)
                continue
            }
            let stream = begun.stream
            for record in begun.sample {
                if pipeline.isFull { return }
                try pipeline.read(record, of: stream, after: bytes)
            }
            if pipeline.isFull { return }
            if let failure = begun.failure { try pipeline.pass(failure, canSkip: stream.canSkipBadRecords) }
            try pipeline.read(stream, after: bytes)
        }
    }
}
