import PredicatePlatform

import PredicateCore
import PredicateFormat

/// What workers do with the records of a part, as a file that is shipped to them.
///
/// The predicate is shipped as a checked tree, so that the values of its arguments and variables are in it. It is
/// checked again by the reader, against the same declared types: a request cannot ask for more than a predicate can.
package struct PartRequest: Sendable {
    /// The version of the form. A worker refuses every other one.
    package static let version = 2

    /// What a worker writes.
    package enum Result: String, Sendable, CaseIterable {
        /// Only the number of matching records.
        case count
        /// The matching records.
        case records
    }

    /// The predicate.
    package var predicate: CheckedPredicate
    /// The query that reduces what a part returns; nil returns every matching record. Its offset is not used.
    package var query: RecordQuery?
    /// Whether the groups of the query come as parts to join, and not as the fields of their records.
    package var joinsGroups = false
    /// What to write.
    package var result = Result.records
    /// The number of matching records after which a part ends; nil reads to its end.
    package var limit: Int?
    /// The instant of `now()`, in seconds since 2001.
    package var now: Double
    /// Whether every byte is checked.
    package var strict = false
    /// Whether bad records are skipped.
    package var skipsBadRecords = false
    /// Whether scalars are not records.
    package var requiresObjects = true
    /// Where the records are in documents.
    package var input = RecordInputOptions()

    /// A request for all matching records.
    package init(_ predicate: CheckedPredicate, now: Double) {
        self.predicate = predicate
        self.now = now
    }

    /// The declared types; nil if records have none. An inferred schema never changes an answer, so it is not sent.
    package var declaredSchema: RecordSchema? {
        predicate.schema?.origin == .declared ? predicate.schema : nil
    }

    /// The context of evaluations.
    package func context(warn: (@Sendable (EvaluationWarning) -> Void)? = nil) -> EvaluationContext {
        EvaluationContext(now: Date(timeIntervalSinceReferenceDate: now), warn: warn)
    }
}

/// Why a file is not a request.
package struct PartRequestError: Error, Hashable, CustomStringConvertible {
    /// A sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}

// MARK: JSON

extension PartRequest {
    /// The request as JSON on one line.
    package var json: String {
        let declared = declaredSchema
        let tree = declared == nil ? predicate.meaning : predicate.tree
        let fields: [(String, PredicateValue?)] = [
            ("version", .count(Self.version)), ("predicate", .string(tree.json())),
            ("result", .string(result.rawValue)), ("now", .double(now)), ("strict", .boolean(strict)),
            ("skipsBadRecords", .boolean(skipsBadRecords)), ("requiresObjects", .boolean(requiresObjects)),
            ("pointer", .string(input.pointer.description)), ("values", .boolean(input.values)),
            ("schema", declared.map { .string(JSONSchemaWriter.text($0)) }), ("limit", limit.map { .count($0) }),
            ("joinsGroups", joinsGroups ? true : nil), ("query", query.map(Self.value(of:))),
        ]
        return RecordWriter.json(PredicateValue(members: fields))
    }

    private static func value(of query: RecordQuery) -> PredicateValue {
        let parts = RecordQuery.Part.allCases.map { part in
            (part.rawValue, query[part].map { PredicateValue.string($0) })
        }
        return PredicateValue(
            members: parts + [("distinct", .boolean(query.isDistinct)), ("limit", query.limit.map { .count($0) })])
    }

    /// Reads a request.
    ///
    /// - Parameter library: functions, operators and the engine of MATCHES.
    package init(json: [UInt8], library: PredicateLibrary) throws(PartRequestError) {
        let fields = try PredicateValue(part: json, of: "the request")
        guard let version = fields["version"].integer else { throw PartRequestError("the request has no version") }
        guard version == Self.version else {
            throw PartRequestError(
                "the request has version \(version), and this worker reads version \(Self.version); "
                    + "install the command and the worker together")
        }
        var schema: RecordSchema?
        if let text = fields["schema"].text {
            schema = try RecordError.translating(try JSONSchemaReader.read(text).schema) {
                PartRequestError("the schema of the request cannot be read: \($0)")
            }
        }
        guard let tree = fields["predicate"].text else { throw PartRequestError("the request has no predicate") }
        do throws(PredicateJSONError) {
            let tree = try PredicateTree(json: tree)
            predicate = try PredicateDiagnostics.translating(try tree.checked(against: schema, library: library)) {
                PredicateJSONError(.wrongValue, "it cannot be used: \($0)", at: "")
            }
        } catch {
            throw PartRequestError("the predicate of the request cannot be read: \(error)")
        }
        guard let name = fields["result"].text, let result = Result(rawValue: name), let now = fields["now"].number
        else { throw PartRequestError("the request says neither what to write nor what the time is") }
        self.result = result
        self.now = now
        limit = fields["limit"].integer.map { max(0, $0) }
        strict = fields["strict"].isTrue
        skipsBadRecords = fields["skipsBadRecords"].isTrue
        requiresObjects = fields["requiresObjects"].isTrue
        joinsGroups = fields["joinsGroups"].isTrue
        let pointer = try RecordError.translating(try JSONPointer(parsing: fields["pointer"].text ?? "")) {
            PartRequestError("\($0)")
        }
        input = RecordInputOptions(pointer: pointer, values: fields["values"].isTrue)
        let query = fields["query"]
        if case .object = query {
            var read = RecordQuery(distinct: query["distinct"].isTrue, limit: query["limit"].integer.map { max(0, $0) })
            for part in RecordQuery.Part.allCases { read[part] = query[part.rawValue].text }
            self.query = read
        }
    }
}

extension PredicateValue {
    /// Reads an object that travels between processes.
    init(part json: [UInt8], of name: String) throws(PartRequestError) {
        var reader = JSONReader(strict: true)
        self = try RecordError.translating(try reader.read(RawRecord(bytes: json))) {
            PartRequestError("\(name) is not JSON: \($0)")
        }
        guard case .object = self else { throw PartRequestError("\(name) is not a JSON object") }
    }

    /// A number of seconds.
    fileprivate var number: Double? {
        if case .double(let number) = self { number } else { integer.map { Double($0) } }
    }

    /// Whether the value is true.
    var isTrue: Bool { boolean ?? false }
}
