import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// What the predicates of the REPL are about: the records of a file, or a table of a database.
protocol ReplData: AnyObject {
    /// The name.
    var name: String { get }
    /// How it was loaded, to load it again.
    var request: ReplLoadRequest { get }
    /// The number of records in words: `2704 records`.
    var size: String { get }
    /// What the order of the records belongs to, as in "in the order of the file".
    var place: String { get }
    /// The schema for checking predicates; nil checks no names.
    var schema: RecordSchema? { get }
    /// The schema for completion, with values of the records.
    var offeredSchema: RecordSchema? { get }
    /// Whether records that have not been examined yet may add fields and types.
    var isProvisional: Bool { get }
    /// A note on how many records the statistics cover; empty if they cover all.
    var progressNote: String { get }
    /// The files that are read, and must not be written.
    var inputs: InputFiles { get }

    /// Makes sure that a question can be asked.
    ///
    /// - Throws: if the records cannot be read any more.
    func refresh(in session: ReplSession) throws
    /// What is known of the fields.
    func fieldKnowledge() throws -> ReplFieldKnowledge
    /// What a sample of the records shows of the fields, with the size of the sample; nil if all records are known.
    func sampleKnowledge() -> (fields: ReplFieldKnowledge, note: String)?
    /// Shows the records that match, according to the settings.
    func answer(_ predicate: CheckedPredicate, started: ContinuousClock.Instant, in session: ReplSession) throws
    /// The values of expressions, each in the order of the records.
    ///
    /// - Parameter predicate: what the records match; nil for all.
    func values(
        of expressions: [CheckedExpression], matching predicate: CheckedPredicate?, context: EvaluationContext,
        in session: ReplSession
    ) throws -> [[PredicateValue]]
    /// How a question is answered while it is typed; nil if it is only answered after Return.
    func liveWork(for question: ReplQuestion, rows: Int, width: Int, in session: ReplSession) -> LiveCount.Work?
    /// The number of records that match a predicate, or of all records.
    func count(of predicate: CheckedPredicate?, in session: ReplSession) throws -> Int
    /// The records that match a predicate, in their order.
    ///
    /// - Parameter most: the maximum number of them.
    func records(
        of predicate: CheckedPredicate, atMost most: Int, context: EvaluationContext, in session: ReplSession
    ) throws -> [PredicateValue]
    /// A good record with its title.
    ///
    /// - Parameter number: the number in the column `#`.
    func record(at number: Int, in session: ReplSession) throws -> (title: String, record: RawRecord)
    /// Checks the number of a record, before a predicate is read.
    ///
    /// - Throws: if there is no such record.
    func check(number: Int) throws(ReplFailure)
    /// A record, as far as some predicates read it, with its title and the bytes of its text; 0 if it has none.
    ///
    /// - Parameter number: the number in the column `#`.
    func value(
        at number: Int, for predicates: [CheckedPredicate], in session: ReplSession
    ) throws -> (title: String, value: PredicateValue, byteCount: Int)
    /// Lets parts take all good records, as far as some predicates read them, and returns the parts in the order of the
    /// records.
    ///
    /// - Parameters:
    ///   - empty: makes a part.
    ///   - take: adds a record, with the bytes of its text, to a part.
    func parts<Part: Sendable>(
        for predicates: [CheckedPredicate], in session: ReplSession, _ empty: @escaping @Sendable () -> Part,
        _ take: @escaping @Sendable (inout Part, PredicateValue, Int) -> Void
    ) throws -> [Part]
    /// Which clauses of a predicate matter, if that can be found without reading each record; nil otherwise.
    func quickCoverage(of predicate: CheckedPredicate, context: EvaluationContext, in session: ReplSession) throws
        -> PredicateCoverage?
    /// The address of the table, with its name; nil for a file.
    var address: SourceAddress? { get }
    /// Why the records come in no certain order; nil if they do.
    var orderRemark: String? { get }
    /// What the database has declared of a field, in lines; none for a file.
    func declarationLines(of path: [String], in session: ReplSession) throws -> [String]
    /// What is asked of the database for a predicate; empty without one.
    func plan(of predicate: CheckedPredicate, in session: ReplSession) throws -> String
}

extension ReplData {
    func sampleKnowledge() -> (fields: ReplFieldKnowledge, note: String)? { nil }
    var address: SourceAddress? { nil }
    var orderRemark: String? { nil }

    func quickCoverage(of predicate: CheckedPredicate, context: EvaluationContext, in session: ReplSession) throws
        -> PredicateCoverage?
    { nil }
    func declarationLines(of path: [String], in session: ReplSession) throws -> [String] { [] }
    func plan(of predicate: CheckedPredicate, in session: ReplSession) throws -> String { "" }

    /// Which clauses of a predicate matter.
    func coverage(of predicate: CheckedPredicate, context: EvaluationContext, in session: ReplSession) throws
        -> PredicateCoverage
    {
        if let coverage = try quickCoverage(of: predicate, context: context, in: session) { return coverage }
        let empty = PredicateCoverage(predicate, context: context)
        let parts = try parts(for: [predicate], in: session, { empty }) { part, record, _ in part.add(record) }
        return parts.reduce(into: empty) { $0.merge($1) }
    }

    /// How many records the rules of a file hold for.
    func ruleCounts(_ rules: ReplRules, context: EvaluationContext, in session: ReplSession) throws -> ReplRuleCounts {
        let empty = ReplRuleCounts(rules.rules.count)
        let parts = try parts(for: rules.rules.map(\.predicate), in: session) {
            empty
        } _: { counts, record, byteCount in
            var context = context
            context.recordBytes = byteCount
            counts.add(rules.set.matches(record, context: context))
        }
        return parts.reduce(into: empty) { $0.merge($1) }
    }

    /// The file or the address as given.
    var file: String { request.shownFile ?? request.file }

    /// The description on one line.
    var description: String { SafeText.plain("\(name): \(size) of \(file)") }
}

extension Array {
    /// The first element with a name.
    func first(_ name: (Element) -> String, _ wanted: String) -> Element? {
        first { sameCodePoints(name($0), wanted) }
    }

    /// Puts an element in the place of the one with its name, which is returned, or else after all others.
    @discardableResult
    mutating func put(_ new: Element, named name: (Element) -> String) -> Element? {
        guard let index = firstIndex(where: { sameCodePoints(name($0), name(new)) }) else {
            append(new)
            return nil
        }
        defer { self[index] = new }
        return self[index]
    }
}
