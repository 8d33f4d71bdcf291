import PredicateFormat

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
    /// The error that ended the part early.
    package var failure: RecordError?

    /// Nothing was read.
    package init(part: Int) { self.part = part }

    /// The summary as JSON on one line.
    package var json: String {
        var fields: [(String, PredicateValue)] = [
            ("part", .integer(Int64(part))), ("records", .integer(Int64(recordCount))),
            ("matches", .integer(Int64(matchCount))), ("written", .integer(Int64(writtenBytes))),
            ("bytes", .integer(Int64(byteCount))), ("bad", .integer(Int64(badCount))),
            ("badRecords", .list(badRecords.map(Self.value(of:)))),
            ("warnings", .list(warnings.map { Self.value(of: $0, count: $1) })),
        ]
        if let failure { fields.append(("failure", Self.value(of: failure))) }
        return RecordWriter.json(.object(PredicateObject(fields)))
    }

    /// Reads a summary.
    package init(json: [UInt8]) throws(PartRequestError) {
        let fields = try PartFields(json, of: "the summary of a part")
        guard let part = fields.integer("part"), let recordCount = fields.integer("records"),
            let matchCount = fields.integer("matches"), let writtenBytes = fields.integer("written")
        else { throw PartRequestError("the summary of a part lacks its numbers") }
        self.part = part
        self.recordCount = recordCount
        self.matchCount = matchCount
        self.writtenBytes = writtenBytes
        byteCount = fields.integer("bytes") ?? 0
        badCount = fields.integer("bad") ?? 0
        badRecords = fields.list("badRecords").compactMap(Self.error(from:))
        for value in fields.list("warnings") {
            guard let (warning, count) = Self.warning(from: value) else {
                throw PartRequestError("the summary of a part has a warning of an unknown kind")
            }
            warnings[warning] = count
        }
        if case .object = fields.value("failure") {
            guard let error = Self.error(from: fields.value("failure")) else {
                throw PartRequestError("the summary of a part has an error without a message")
            }
            failure = error
        }
    }

    // MARK: Parts

    private static func value(of error: RecordError) -> PredicateValue {
        var fields: [(String, PredicateValue)] = [
            ("code", .string(error.code.rawValue)), ("kind", .string(error.kind.rawValue)),
            ("message", .string(error.message)),
        ]
        if let file = error.file { fields.append(("file", .string(file))) }
        if let location = error.location {
            fields.append(("offset", .integer(Int64(location.offset))))
            fields.append(("line", .integer(Int64(location.line))))
            fields.append(("column", .integer(Int64(location.column))))
        }
        if let excerpt = error.excerpt {
            fields.append(("text", .string(excerpt.text)))
            fields.append(("mark", .integer(Int64(excerpt.offset))))
            fields.append(("cutStart", .boolean(excerpt.isCutAtStart)))
            fields.append(("cutEnd", .boolean(excerpt.isCutAtEnd)))
        }
        return .object(PredicateObject(fields))
    }

    private static func error(from value: PredicateValue) -> RecordError? {
        guard case .object(let object) = value else { return nil }
        let fields = PartFields(object)
        guard let code = fields.string("code"), let message = fields.string("message"),
            let kind = fields.string("kind").flatMap(RecordError.Kind.init(rawValue:))
        else { return nil }
        var error = RecordError(RecordError.Code(code), kind, message, file: fields.string("file"))
        if let offset = fields.integer("offset"), let line = fields.integer("line"),
            let column = fields.integer("column")
        {
            error.location = RecordError.Location(offset: offset, line: line, column: column)
        }
        if let text = fields.string("text"), let mark = fields.integer("mark"), mark >= 0, mark <= text.utf8.count {
            error.excerpt = RecordError.Excerpt(
                text: text, offset: mark, isCutAtStart: fields.flag("cutStart"), isCutAtEnd: fields.flag("cutEnd"))
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
        return .list([.integer(Int64(count))] + words.map { .string($0) })
    }

    private static func warning(from value: PredicateValue) -> (EvaluationWarning, Int)? {
        guard case .list(let values) = value, case .integer(let count)? = values.first else { return nil }
        let words = values.dropFirst().compactMap { if case .string(let text) = $0 { text } else { nil } }
        switch (words.first, words.count) {
        case ("pattern", 2): return (.patternLimit(words[1]), Int(count))
        case ("badPattern", 3): return (.badPattern(words[1], words[2]), Int(count))
        case ("largePattern", 3): return (.largePattern(words[1], words[2]), Int(count))
        case ("steps", 1): return (.stepLimit, Int(count))
        case ("bytes", 1): return (.byteLimit, Int(count))
        default: return nil
        }
    }
}
