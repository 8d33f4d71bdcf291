import PredicateCore

/// What a worker says after a part. A part without it is incomplete.
package struct PartSummary: Hashable, Sendable {
    /// The number of the part.
    package var part: Int
    /// The number of records that were read.
    package var recordCount = 0
    /// The number of records that match.
    package var matchCount = 0
    /// The number of bytes that were written before the summary, to notice what was lost on the way.
    package var writtenBytes = 0
    /// The number of bytes that were read.
    package var byteCount = 0
    /// The number of bad records that were skipped, and the first of their errors.
    package var badCount = 0
    package var badRecords: [RecordError] = []
    /// How often each warning occurred.
    package var warnings: [EvaluationWarning: Int] = [:]
    /// The values of each operation that had any.
    package var operations: [Operation] = []
    /// The error that ended the part early.
    package var failure: RecordError?

    /// The values of an operation.
    package struct Operation: Hashable, Sendable {
        /// The number of the program, and of the operation in it.
        package var program: Int
        package var site: Int
        /// The number of values that it could use, and of those that it could not.
        package var used: Int
        package var unusable: Int
        /// The first that it could not use, and the first of these that is a number in quotes.
        package var example: PredicateValue?
        package var number: PredicateValue?
        /// Whether the example is an element of a list that was the operand.
        package var isElement = false
    }

    /// Nothing was read.
    package init(part: Int) { self.part = part }

    /// The summary as JSON on one line.
    package var json: String {
        let fields: [(String, PredicateValue?)] = [
            ("part", .count(part)), ("records", .count(recordCount)), ("matches", .count(matchCount)),
            ("written", .count(writtenBytes)), ("bytes", .count(byteCount)), ("bad", .count(badCount)),
            ("badRecords", .list(badRecords.map(Self.value(of:)))),
            ("warnings", .list(warnings.map { Self.value(of: $0, count: $1) })),
            ("operations", operations.isEmpty ? nil : .list(operations.map { Self.value(of: $0) })),
            ("failure", failure.map(Self.value(of:))),
        ]
        return RecordWriter.json(PredicateValue(members: fields))
    }

    /// Reads a summary.
    package init(json: [UInt8]) throws(PartRequestError) {
        let fields = try PredicateValue(part: json, of: "the summary of a part")
        guard let part = fields["part"].integer, let recordCount = fields["records"].integer,
            let matchCount = fields["matches"].integer, let writtenBytes = fields["written"].integer
        else { throw PartRequestError("the summary of a part lacks its numbers") }
        self.part = part
        self.recordCount = recordCount
        self.matchCount = matchCount
        self.writtenBytes = writtenBytes
        byteCount = fields["bytes"].integer ?? 0
        badCount = fields["bad"].integer ?? 0
        badRecords = (fields["badRecords"].elements ?? []).compactMap(Self.error(from:))
        for value in fields["warnings"].elements ?? [] {
            guard let (warning, count) = Self.warning(from: value) else {
                throw PartRequestError("the summary of a part has a warning of an unknown kind")
            }
            warnings[warning] = count
        }
        operations = try (fields["operations"].elements ?? []).map { value throws(PartRequestError) in
            guard let operation = Self.operation(from: value) else {
                throw PartRequestError("the summary of a part has values of an unknown operation")
            }
            return operation
        }
        if case .object = fields["failure"] {
            guard let error = Self.error(from: fields["failure"]) else {
                throw PartRequestError("the summary of a part has an error without a message")
            }
            failure = error
        }
    }

    // MARK: Parts

    private static func value(of error: RecordError) -> PredicateValue {
        let (location, excerpt) = (error.location, error.excerpt)
        return PredicateValue(members: [
            ("code", .string(error.code.rawValue)), ("kind", .string(error.kind.rawValue)),
            ("message", .string(error.message)), ("file", error.file.map { .string($0) }),
            ("offset", location.map { .count($0.offset) }), ("line", location.map { .count($0.line) }),
            ("column", location.map { .count($0.column) }), ("text", excerpt.map { .string($0.text) }),
            ("mark", excerpt.map { .count($0.offset) }), ("cutStart", excerpt.map { .boolean($0.isCutAtStart) }),
            ("cutEnd", excerpt.map { .boolean($0.isCutAtEnd) }),
        ])
    }

    private static func error(from fields: PredicateValue) -> RecordError? {
        guard let code = fields["code"].text, let message = fields["message"].text,
            let kind = fields["kind"].text.flatMap(RecordError.Kind.init(rawValue:))
        else { return nil }
        var error = RecordError(RecordError.Code(code), kind, message, file: fields["file"].text)
        if let offset = fields["offset"].integer, let line = fields["line"].integer,
            let column = fields["column"].integer
        {
            error.location = RecordError.Location(offset: offset, line: line, column: column)
        }
        if let text = fields["text"].text, let mark = fields["mark"].integer, mark >= 0, mark <= text.utf8.count {
            error.excerpt = RecordError.Excerpt(
                text: text, offset: mark, isCutAtStart: fields["cutStart"].isTrue, isCutAtEnd: fields["cutEnd"].isTrue)
        }
        return error
    }

    private static func value(of warning: EvaluationWarning, count: Int) -> PredicateValue {
        let words: [String] =
            switch warning {
            case .patternLimit(let pattern): ["pattern", pattern]
            case .badPattern(let pattern, let reason): ["badPattern", pattern, reason]
            case .largePattern(let pattern, let reason): ["largePattern", pattern, reason]
            case .stepLimit: ["steps"]
            case .byteLimit: ["bytes"]
            }
        return .list([.count(count)] + words.map { .string($0) })
    }

    private static func warning(from value: PredicateValue) -> (EvaluationWarning, Int)? {
        guard let values = value.elements, let count = values.first?.integer else { return nil }
        let words = values.dropFirst().compactMap(\.text)
        switch (words.first, words.count) {
        case ("pattern", 2): return (.patternLimit(words[1]), count)
        case ("badPattern", 3): return (.badPattern(words[1], words[2]), count)
        case ("largePattern", 3): return (.largePattern(words[1], words[2]), count)
        case ("steps", 1): return (.stepLimit, count)
        case ("bytes", 1): return (.byteLimit, count)
        default: return nil
        }
    }
}
