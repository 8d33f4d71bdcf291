#if Command && Files
import ArgumentParser
import PredicateFiles
import PredicateFormat

/// The form of a test report.
enum TestFormat: String, ExpressibleByArgument, CaseIterable {
    /// Text for people.
    case text
    /// The Test Anything Protocol.
    case tap
    /// The XML of JUnit.
    case junit
}

/// `predicate test`
struct TestCommand: EnvironmentCommand {
    static let name = "test"

    @Argument(help: .of("test files"), completion: ShellCompletion.predicateFile)
    var files: [String] = []

    @Option(help: .of("--only"))
    var only: [String] = []

    @Option(help: .of("test --schema"), completion: ShellCompletion.schemaFile)
    var schema: [String] = []

    @Option(help: .of("test --format"))
    var format = TestFormat.text

    @Flag(help: .of("--coverage"))
    var coverage = false

    @Flag(help: .of("test --strict"))
    var strict = false

    func validate() throws {
        if files.isEmpty { throw ValidationError("Missing expected argument '<file> ...'") }
        if coverage, format != .text { throw ValidationError("--coverage needs --format text; leave --format out") }
    }

    func run(in environment: CommandEnvironment) throws {
        try environment.checkInputs(files + schema)
        let request = PredicateRequest(text: PredicateText(""))
        let types = try schema.map { try request.declaredSchema($0, in: environment) }
        var read: [PredicateFile] = []
        var refused: [PredicateFileError] = []
        for file in files {
            do throws(PredicateFileError) {
                read.append(try PredicateFile(contentsOf: file, types: types, library: commandLibrary))
            } catch {
                refused.append(error)
                environment.say(snippet: CommandFailure(error, in: environment).message)
            }
        }
        try refuseUnknownNames(in: read, isComplete: refused.isEmpty)
        let tested = read.map { TestedFile($0, only: only.isEmpty ? nil : only) }
        switch format {
        case .text:
            let width = environment.width
            for file in tested where !file.warnings.isEmpty {
                environment.say(snippet: file.renderedWarnings(width: width, colour: environment.colour))
            }
            let report = TestReport(width: environment.outputWidth, showsCoverage: coverage)
            for file in tested { try environment.output.write(report.text(of: file)) }
            if !tested.isEmpty { try environment.output.write(TestReport.summary(of: tested)) }
        case .tap: try environment.output.write(TestAnythingReport.text(of: tested, refused))
        case .junit: try environment.output.write(JUnitTestReport.text(of: tested, refused))
        }
        try environment.output.flush()
        if refused.contains(where: \.isUnreadable) { throw ExitStatus.noInput }
        let predicates = tested.flatMap(\.predicates)
        if !refused.isEmpty || predicates.contains(where: { !$0.failures.isEmpty }) { throw ExitStatus.data }
        if strict, predicates.contains(where: { $0.results.isEmpty || !$0.untested.isEmpty }) { throw ExitStatus.data }
    }

    /// A misspelt name must not pass because nothing is tested.
    private func refuseUnknownNames(in files: [PredicateFile], isComplete: Bool) throws(CommandFailure) {
        let known = files.flatMap(\.names)
        for name in only where isComplete && !known.contains(where: { sameCodePoints($0, name) }) {
            throw CommandFailure(.usage, "error: there is no predicate `\(name)`\(known.hint(for: name))")
        }
    }
}
#endif
