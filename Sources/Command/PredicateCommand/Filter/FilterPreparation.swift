import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Turns a request into a predicate that can be evaluated.
///
/// Without a schema, a sample of the records is read first to infer their types. Records of a pipe can be read only
/// once, so the sample is kept.
struct FilterPreparation {
    let request: PredicateRequest
    /// The query over the matching records.
    var query: RecordQuery?
    let environment: CommandEnvironment
    private let compiler: RequestCompiler

    init(request: PredicateRequest, query: RecordQuery? = nil, environment: CommandEnvironment) {
        self.request = request
        self.query = query
        self.environment = environment
        compiler = RequestCompiler(request)
    }

    /// The number of records of each input that an inferred schema examines.
    static let sampleSize = 1000
    /// The number of records to examine first, and the limit for pipes, so that slow input is not held back for long.
    static let fewRecords = 100

    /// A predicate that can be evaluated, with the warnings about it.
    struct Prepared {
        var predicate: CheckedPredicate
        /// The query over the matching records.
        var query: CheckedQuery?
        /// The declared or inferred schema; nil without one.
        var schema: RecordSchema?
        /// The inputs that cannot be read twice, by their index in the request. The records of their samples are
        /// evaluated first.
        var begun: [Int: BegunStream] = [:]
        /// Whether one of these may have no end.
        var mayBeEndless = false
        /// The warnings that come from the types of the first records.
        var findings: RecordQueryDiagnostics?
        /// The warnings that come from the values of the first records.
        var sampleFindings: [SampleFinding] = []
        /// The warnings about the query that come from the values of the first records.
        var queryFindings: [RecordQueryDiagnostics.Found] = []
        /// The number of the first records.
        var sampledRecords = 0
        /// The first records, for advice if none matches.
        var sampleValues: [PredicateValue] = []
        /// How predicates in the spelling of another language were read.
        var readings: [String] = []
        /// The first line with several records, of which only one is read.
        var sharedLine: RecordError?
    }

    func prepare() throws -> Prepared {
        if let schema = try request.declaredSchema(in: environment) { return try prepared(against: schema) }
        try refuseOpenValues()
        if request.untyped { return try prepared(against: nil) }
        guard request.sources.allSatisfy(\.isRereadable) else { return try prepareBySample() }
        if let prepared = try prepareByFew() { return prepared }
        let sample = RecordSample(request, keeping: keptRecords)
        try sample.read(upTo: Self.sampleSize)
        do throws(RecordQueryDiagnostics) {
            return advised(try checked(against: sample.schema, isWhole: false), by: sample)
        } catch {
            // A field that the sample lacks is searched for in all files before it is reported as unknown.
            guard error.lacksFields else { throw failure(sample.remark.map { noted(error, $0) } ?? error) }
        }
        try sample.read(upTo: .max)
        do throws(RecordQueryDiagnostics) {
            return advised(try checked(against: sample.schema), by: sample)
        } catch {
            throw failure(error, RecordAdvice(request))
        }
    }

    /// Rejects a format string with missing values before any record is read or waited for (D112).
    func refuseOpenValues() throws(CommandFailure) {
        var texts = [request.text.text]
        if let query { texts += RecordQuery.Part.allCases.compactMap { query[$0] } }
        let mayBeOpen = texts.contains { $0.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "$") } }
        guard mayBeOpen || !request.arguments.isEmpty else { return }
        do throws(RecordQueryDiagnostics) {
            _ = try checked(against: nil)
        } catch {
            guard error.lacksValues else { return }
            // The records show the other mistakes, and a key of theirs may look like a variable.
            if request.sources.allSatisfy(\.isRereadable) {
                let sample = RecordSample(request, keeping: 0)
                try? sample.read(upTo: Self.fewRecords)
                _ = try RecordQueryDiagnostics.translating(try checked(against: sample.schema, isWhole: false)) {
                    failure($0)
                }
            }
            throw failure(error)
        }
    }

    /// Rejects what is wrong whatever the records are, before something slow tells their types.
    func refuseSyntaxErrors() throws(CommandFailure) {
        if let errors = compiler.syntaxErrors, !ParsedPredicate.mayLackQuotes(errors, library: commandLibrary) {
            throw failure(RecordQueryDiagnostics(errors))
        }
        try refuseOpenValues()
    }

    /// Checks the predicate against the first few records. Nil on an error, and on a warning if all warnings are
    /// shown. Common values are collected only if all warnings are shown.
    private func prepareByFew() throws -> Prepared? {
        var limits = SchemaInference.Limits()
        if request.warnings != .all {
            limits.distinctValues = 0
            limits.completionValues = 0
        }
        let sample = RecordSample(request, limits: limits, keeping: keptRecords)
        try sample.read(upTo: Self.fewRecords)
        let schema = sample.schema
        sample.lookAhead()
        guard var prepared = try? checked(against: sample.schema, isWhole: false) else { return nil }
        // Later records may change warnings, but not the columns of the output.
        prepared.schema = schema
        if request.warnings == .all, prepared.hasWarnings { return nil }
        return advised(prepared, by: sample)
    }

    /// The number of records to keep for warnings that need values.
    private var keptRecords: Int { request.warnings == .none ? 0 : Self.fewRecords }

    private func advised(_ prepared: Prepared, by sample: RecordSample) -> Prepared {
        guard keptRecords > 0 else { return prepared }
        let values = sample.values
        var prepared = prepared
        if let duplicate = sample.duplicate, duplicate.code == .duplicateKey {
            prepared.readings.append("\(duplicate); only its first value is used")
        }
        prepared.sharedLine = sample.failure.flatMap { $0.isOfAnotherRecord ? $0 : nil }
        prepared.sampledRecords = values.count
        prepared.sampleFindings = prepared.predicate.findings(in: values)
        prepared.queryFindings = prepared.query?.findings(in: values, selectedBy: prepared.predicate) ?? []
        // The values are needed again only for patterns.
        if request.text.text.lowercased().containsExactly("matches") { prepared.sampleValues = values }
        return prepared
    }

    /// The errors with a note at the first operand whose type only the sample knows.
    private func noted(_ error: RecordQueryDiagnostics, _ remark: String) -> RecordQueryDiagnostics {
        guard (try? checked(against: nil)) != nil else { return error }
        var isNoted = false
        return error.mapping { diagnostic in
            guard !isNoted, diagnostic.isOfType else { return diagnostic }
            isNoted = true
            var diagnostic = diagnostic
            diagnostic.notes.append(remark)
            return diagnostic
        }
    }

    // MARK: Pipes

    private func prepareBySample() throws -> Prepared {
        // A malformed text is rejected before waiting for input, unless it may have an unquoted key, which only
        // records can show.
        try refuseSyntaxErrors()
        let sample = try PipeSample(request)
        var prepared: Prepared
        do throws(RecordQueryDiagnostics) {
            prepared = try checked(against: sample.schema, isWhole: sample.isWhole)
        } catch {
            // A sample that was cut short must not reject a name or a type: the answer must not depend on a pause.
            // An order by a field that no record may have would be no order.
            let open = sample.isCut && !error.hasSelectedKey ? try? checked(against: nil) : nil
            let told = error.mapping { diagnostic in
                var diagnostic = diagnostic
                guard diagnostic.severity == .error, open != nil || diagnostic.code == .unknownField
                else { return diagnostic }
                if let remark = sample.remark { diagnostic.notes.append(remark) }
                guard open != nil else { return diagnostic }
                diagnostic.severity = .warning
                diagnostic.areEditsApplicable = false
                return diagnostic
            }
            guard let open else { throw failure(told, RecordAdvice(request, first: sample.begun[0]?.sample.first)) }
            prepared = open
            prepared.schema = sample.schema
            prepared.findings = told
        }
        prepared.begun = sample.begun
        prepared.mayBeEndless = !sample.isWhole
        return advised(prepared, by: sample.sample)
    }

    // MARK: Failures

    /// The predicate and the query, checked against a schema.
    ///
    /// - Parameter isWhole: whether the schema has all fields of the records. A sample may lack some.
    func checked(against schema: RecordSchema?, isWhole: Bool = true) throws(RecordQueryDiagnostics) -> Prepared {
        var found = RecordQueryDiagnostics(nil)
        var predicate: CheckedPredicate?
        var query: CheckedQuery?
        do throws(PredicateDiagnostics) {
            predicate = try compiler.predicate(against: schema)
        } catch {
            found = RecordQueryDiagnostics(error)
        }
        do throws(RecordQueryDiagnostics) {
            query = try self.query.map { query throws(RecordQueryDiagnostics) in
                try checked(query, against: schema, isWhole: isWhole)
            }
        } catch {
            found.parts += error.parts
        }
        guard let predicate, found.parts.isEmpty else { throw found }
        var prepared = Prepared(predicate: predicate, query: query, schema: schema)
        prepared.readings = readings(of: predicate, query?.query)
        return prepared
    }

    /// Says how predicates in the spelling of another language were read.
    private func readings(of predicate: CheckedPredicate, _ checked: RecordQuery?) -> [String] {
        func reading(_ option: String, _ written: String?, _ read: String?) -> String? {
            guard let written, let read, !sameCodePoints(written, read) else { return nil }
            return "\(option)read as `\(SafeText.plain(read))`"
        }
        var readings = [reading("", request.text.text, predicate.source)]
        for part in RecordQuery.Part.allCases {
            readings.append(reading("--\(part.rawValue) ", query?[part], checked?[part]))
        }
        return readings.compactMap(\.self)
    }

    /// The query with its parts checked. Parts in the spelling of another language are translated.
    private func checked(_ query: RecordQuery, against schema: RecordSchema?, isWhole: Bool)
        throws(RecordQueryDiagnostics) -> CheckedQuery
    {
        try query.translated { query throws(RecordQueryDiagnostics) in
            try query.checked(
                against: schema, bindings: request.bindings(of: query, against: schema), library: commandLibrary,
                knowsAllFields: isWhole)
        }
    }

    private func prepared(against schema: RecordSchema?) throws(CommandFailure) -> Prepared {
        do throws(RecordQueryDiagnostics) {
            var prepared = try checked(against: schema)
            if request.warnings != .none, let query = prepared.query {
                prepared.queryFindings = query.findings(in: [], selectedBy: prepared.predicate)
            }
            return prepared
        } catch {
            throw failure(error)
        }
    }

    /// A failure with the diagnostics to show.
    private func failure(_ found: RecordQueryDiagnostics, _ advice: RecordAdvice? = nil) -> CommandFailure {
        var shown = found.shown(by: request.warnings).namingOptions(request.variables)
        if let advice {
            // What the predicate lacks, its query lacks for the same reason.
            for index in shown.parts.indices.prefix(shown.predicate == nil ? .max : 1) {
                shown.parts[index].diagnostics = advice.added(to: shown.parts[index].diagnostics)
            }
        }
        var failure = CommandFailure(.data, snippet: shown.snippet(request, in: environment))
        failure.explained = shown.errorCodes
        failure.diagnostics = shown
        return failure
    }
}

extension FilterPreparation.Prepared {
    /// The schema, if the user has declared it.
    var declared: RecordSchema? { schema?.origin == .declared ? schema : nil }

    /// A reader of the records.
    func reader(_ request: PredicateRequest, strict: Bool = false) -> JSONReader {
        JSONReader(of: declared, isUntyped: request.untyped, strict: strict)
    }

    /// Whether there are any warnings.
    var hasWarnings: Bool { !warnings.isEmpty }

    /// All warnings.
    private var warnings: RecordQueryDiagnostics {
        let found = findings ?? RecordQueryDiagnostics(nil)
        let own = (found.predicate?.diagnostics ?? []) + predicate.warnings + findingsToldFirst
        return RecordQueryDiagnostics(
            PredicateDiagnostics(source: predicate.source, diagnostics: own),
            found.parts.filter { $0.part != .predicate } + (query?.warnings ?? []) + queryFindings)
    }

    /// Prints how the predicates were read, and the chosen warnings, before anything is evaluated.
    func sayWarnings(_ request: PredicateRequest, in environment: CommandEnvironment) {
        if request.warnings != .none {
            for reading in readings { environment.say("note: " + reading) }
        }
        let shown = warnings.shown(by: request.warnings)
        if !shown.isEmpty { environment.say(shown, of: request) }
    }

    /// The ranges of the predicate that the warnings before the first record point at.
    func reportedRanges(by choice: WarningChoice) -> [SourceRange] {
        warnings.shown(by: choice).predicate?.diagnostics.map(\.range) ?? []
    }

    /// The warnings about values to print before evaluation. A warning that a match refutes is printed after evaluation,
    /// unless that may have no end.
    private var findingsToldFirst: [PredicateDiagnostic] {
        sampleFindings.filter { !$0.isRefutedByMatch || mayBeEndless }.map(\.diagnostic)
    }

    /// Prints possible reasons why no record matched, unless they were printed before.
    ///
    /// - Parameter recordCount: the number of records.
    func sayWhyNothingMatches(_ request: PredicateRequest, of recordCount: Int, in environment: CommandEnvironment) {
        guard request.warnings != .none else { return }
        let told = findingsToldFirst.map(\.range)
        let look = SecondLook(predicate, knowing: sampleValues)
        look?.take(request, begun: begun)
        var found = SecondLook.warnings(
            look, of: recordCount, and: sampleFindings.map(\.diagnostic), ofFirst: sampledRecords)
        found = found.filter { !told.contains($0.range) && request.warnings.shows($0) }
        // A variable of the shell in quotes may be meant as text, but nothing has it.
        found += predicate.warnings.filter {
            $0.code == .quotedArgument && $0.message.hasPrefix("`$") && !request.warnings.shows($0)
        }
        guard !found.isEmpty else { return }
        let shown = PredicateDiagnostics(source: predicate.source, diagnostics: found)
        environment.say(RecordQueryDiagnostics(shown), of: request)
    }
}
