import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Looks at a predicate that is not evaluated, in the light of a schema, of records, or of neither.
final class PredicateInspection {
    let request: PredicateRequest
    private let compiler: RequestCompiler
    private let environment: CommandEnvironment
    /// The records, where they are what is known.
    private let sample: RecordSample?
    /// What is known of the records; grows with the sample.
    private(set) var schema: RecordSchema?
    private var isWhole = false
    /// How many records are looked at before a field is missing.
    private static let sampleSize = 1000

    /// Reads the schema, or records until there is something to go by.
    init(_ request: PredicateRequest, in environment: CommandEnvironment) throws(CommandFailure) {
        self.request = request
        self.environment = environment
        compiler = RequestCompiler(request)
        if let file = request.schemaFile {
            sample = nil
            schema = try request.declaredSchema(file, in: environment)
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

    /// Records that cannot be read are a mistake where there is no other; otherwise the others are gone by.
    private func judge(_ sample: RecordSample) throws(CommandFailure) {
        if let failure = sample.failure {
            guard schema != nil else { throw CommandFailure(failure) }
            environment.say("warning: \(failure); only the records before it are used")
        } else if schema == nil {
            environment.say("warning: there are no records, so names and types are not checked")
        }
    }

    /// Everything that is wrong or doubtful in a text.
    func diagnostics(of text: String) throws(CommandFailure) -> PredicateDiagnostics {
        try inspected(text).diagnostics
    }

    /// Everything that is known of a text: its diagnostics, with what the records add to them, and what it was compiled to.
    func inspected(_ text: String) throws(CommandFailure) -> (
        diagnostics: PredicateDiagnostics, compilation: PredicateCompilation
    ) {
        var compilation = compiler.compilation(of: text, against: schema)
        guard let sample else { return (compilation.diagnostics, compilation) }
        guard compilation.diagnostics.lacksFields else {
            return (advised(noted(compilation, of: sample), compilation, by: sample.values), compilation)
        }
        if !isWhole {
            // A field that the first records lack is looked for in all of them before it is called unknown.
            isWhole = true
            let hadFailed = sample.failure != nil
            try sample.read(upTo: .max)
            schema = sample.schema
            if !hadFailed, sample.failure != nil { try judge(sample) }
            compilation = compiler.compilation(of: text, against: schema)
        }
        let found = advised(compilation.diagnostics, compilation, by: sample.values)
        return (RecordAdvice(request, first: sample.first).added(to: found), compilation)
    }

    /// Notes how many records were examined at the first operand whose type only they know.
    private func noted(_ compilation: PredicateCompilation, of sample: RecordSample) -> PredicateDiagnostics {
        var found = compilation.diagnostics
        guard let remark = sample.remark, let index = found.diagnostics.firstIndex(where: \.isOfType),
            !compiler.compilation(of: found.source, against: nil).diagnostics.hasErrors
        else { return found }
        found.diagnostics[index].notes.append(remark)
        return found
    }

    /// Adds what the values of the first records show about the predicate.
    private func advised(
        _ found: PredicateDiagnostics, _ compilation: PredicateCompilation, by values: [PredicateValue]
    ) -> PredicateDiagnostics {
        guard let predicate = compilation.predicate, !values.isEmpty else { return found }
        var found = found
        found.diagnostics += predicate.findings(in: values).map(\.diagnostic)
        return found
    }

    /// The predicate of a text without errors; nil where format arguments have no value.
    func predicate(of text: String) -> CheckedPredicate? {
        compiler.compilation(of: text, against: schema).predicate
    }

    /// The same, with edits that would bring a new error marked as suggestions.
    func verifiedDiagnostics(of text: String) throws(CommandFailure) -> PredicateDiagnostics {
        try diagnostics(of: text).withVerifiedEdits
    }
}
