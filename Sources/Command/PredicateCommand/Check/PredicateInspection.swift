import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Checks a predicate without evaluating it, against a schema, against records, or against neither.
final class PredicateInspection {
    let request: PredicateRequest
    private let compiler: RequestCompiler
    private let environment: CommandEnvironment
    /// The records, if the schema comes from them.
    private let sample: RecordSample?
    /// The known types of the records. They are updated when the sample grows.
    private(set) var schema: RecordSchema?
    private var isWhole = false
    /// The number of records to examine before a field is reported as missing.
    private static let sampleSize = 1000

    /// Reads the schema, or a sample of the records.
    init(_ request: PredicateRequest, in environment: CommandEnvironment) throws(CommandFailure) {
        self.request = request
        self.environment = environment
        compiler = RequestCompiler(request)
        if let declared = try request.declaredSchema(in: environment) {
            sample = nil
            schema = declared
        } else if request.sources.isEmpty {
            sample = nil
        } else {
            let sample = RecordSample(request, keeping: Self.sampleSize)
            try sample.read(upTo: Self.sampleSize)
            self.sample = sample
            schema = sample.schema
            try judge(sample)
        }
    }

    /// Throws the reading error if it leaves no records; otherwise warns that only the records before it are used. Also
    /// warns if there are no records.
    private func judge(_ sample: RecordSample) throws(CommandFailure) {
        if let failure = sample.failure {
            guard schema != nil else { throw CommandFailure(failure) }
            environment.say("warning: \(failure); only the records before it are used")
        } else if schema == nil {
            environment.say("warning: there are no records, so names and types are not checked")
        }
    }

    /// The errors and warnings of a format string.
    func diagnostics(of text: String) throws(CommandFailure) -> PredicateDiagnostics {
        try inspected(text).diagnostics
    }

    /// The diagnostics of a format string, including those that depend on the records, and its compilation.
    func inspected(_ text: String) throws(CommandFailure) -> (
        diagnostics: PredicateDiagnostics, compilation: PredicateCompilation
    ) {
        var (found, compilation) = try checked(text)
        if let sample, let predicate = compilation.open, !sample.values.isEmpty {
            let findings = predicate.findings(in: sample.values)
            found.diagnostics = found.diagnostics.unexplained(by: findings) + findings.map(\.diagnostic)
            found.diagnostics += unusable(by: predicate, sample, reported: found.diagnostics.map(\.range))
        }
        return (found, compilation)
    }

    /// The diagnostics of a format string that come from names and types, and its compilation.
    func checked(_ text: String) throws(CommandFailure) -> (
        diagnostics: PredicateDiagnostics, compilation: PredicateCompilation
    ) {
        var compilation = compiler.compilation(of: text, against: schema)
        guard let sample else { return (compilation.diagnostics, compilation) }
        guard compilation.diagnostics.lacksFields else { return (noted(compilation, of: sample), compilation) }
        if !isWhole {
            // A field that the first records lack is searched for in all records before it is reported as unknown.
            isWhole = true
            let hadFailed = sample.failure != nil
            try sample.read(upTo: .max)
            schema = sample.schema
            if !hadFailed, sample.failure != nil { try judge(sample) }
            compilation = compiler.compilation(of: text, against: schema)
        }
        return (RecordAdvice(request, first: sample.first).added(to: compilation.diagnostics), compilation)
    }

    /// Notes at the first operand whose type comes only from records how many records were examined.
    private func noted(_ compilation: PredicateCompilation, of sample: RecordSample) -> PredicateDiagnostics {
        var found = compilation.diagnostics
        guard let remark = sample.remark, let index = found.diagnostics.firstIndex(where: \.isOfType),
            !compiler.compilation(of: found.source, against: nil).diagnostics.hasErrors
        else { return found }
        found.diagnostics[index].notes.append(remark)
        return found
    }

    /// Warnings about the values that operations cannot use, counted as `filter` counts them. What cannot be read twice
    /// is judged by its sample.
    private func unusable(
        by predicate: CheckedPredicate, _ sample: RecordSample, reported: [SourceRange]
    ) -> [PredicateDiagnostic] {
        var (found, examined) = ([PredicateDiagnostic](), sample.partCount)
        if request.sources.allSatisfy(\.isRereadable) {
            let look = UnusableLook(request, predicate)
            let warnings = UnusableWarnings(of: look.values, predicate, nil, reported: reported, .all)
            (found, examined) = (warnings.predicate?.diagnostics ?? [], look.examined)
        } else {
            found = predicate.unusable(in: sample.values, reported: reported)
        }
        if let examined, !found.isEmpty { found[found.count - 1].notes.append(RecordSample.extent(of: examined)) }
        return found
    }

    /// The predicate of a format string without errors; nil if a format argument has no value.
    func predicate(of text: String) -> CheckedPredicate? {
        compiler.compilation(of: text, against: schema).open
    }

    /// The same as `diagnostics(of:)`. Edits that would cause a new error become suggestions.
    func verifiedDiagnostics(of text: String) throws(CommandFailure) -> PredicateDiagnostics {
        try diagnostics(of: text).withVerifiedEdits
    }
}
