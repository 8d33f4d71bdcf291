import ArgumentParser
import PredicateConfiguration
import PredicateFormat

/// `predicate lint`
struct LintCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check the predicates in configuration files and source code.",
        usage: "predicate lint [<options>] <path> ...",
        discussion: """
            Finds predicates in property lists, YAML, JSON and TOML files, Core Data models, Swift, Objective-C and shell \
            scripts, and shows what is wrong with them in the files' own lines. Folders are searched for such files; \
            hidden files, and folders such as node_modules, are skipped. The status is 0 if no predicate has an error, \
            and 65 otherwise; with --fail-on-warnings it is 65 for warnings too.

            A profile says where the predicates of a kind of file stand, and what their records are: \
            munki, autopkg, app-extension, mdm, log and appium are built in. Predicates at other keys are found by --keys. A file \
            with the extension .predicates has one predicate on each line.

            In source code, a text that is pasted into a format string is an error, because its contents can change the \
            question. The number of arguments is checked. A comment `predicate: Person` above a call names an entity \
            of --model. In the tests of Python, Java, Kotlin, JavaScript, Ruby and C#, locators of Appium are checked. A \
            comment `predicate` above a key of a data file, or behind its value, marks a predicate.

            --fix writes the fixed predicates into the files. Nothing else in a file changes.

            EXAMPLES
              # Every predicate below a folder.
              predicate lint Config
              # What is found, without checking it.
              predicate lint --list Config
              # Predicates at keys of your own.
              predicate lint --list --keys 'Payload.*' Config/activation.json
              # For continuous integration.
              predicate lint --format sarif Config
            """)

    @Argument(help: "Files and folders.", completion: .file())
    var paths: [String] = []

    @Flag(help: "Write where predicates stand, without checking them.")
    var list = false

    @Option(help: ArgumentHelp("Use only this profile: a name, or a JSON file.", valueName: "profile"))
    var profile: [String] = []

    @Option(help: ArgumentHelp("Where predicates stand in files of keys and values.", valueName: "pattern"))
    var keys: [String] = []

    @Option(help: ArgumentHelp("The schema of the predicates at --keys.", valueName: "file"), completion: .file())
    var schema: String?

    @Option(help: ArgumentHelp("A Core Data model for source code.", valueName: "file"), completion: .file())
    var model: [String] = []

    @Option(help: ArgumentHelp("The form of errors and warnings.", valueName: "format"))
    var format = LintFormat.text

    @Flag(help: "Write the fixed predicates into the files.")
    var fix = false

    @Flag(help: "End with status 65 even if there are only warnings.")
    var failOnWarnings = false

    func validate() throws {
        if paths.isEmpty { throw ValidationError("A file or folder is needed.") }
        if list, fix { throw ValidationError("--list and --fix cannot be combined.") }
        if schema != nil, keys.isEmpty { throw ValidationError("--schema needs --keys.") }
    }

    func run(in environment: CommandEnvironment) throws {
        var run = LintRun(try finder(in: environment), self, in: environment)
        try run.lint(LintFiles(paths))
    }

    /// What finds the predicates, by the options.
    private func finder(in environment: CommandEnvironment) throws -> PredicateFinder {
        var finder = PredicateFinder(profiles: try profile.isEmpty ? PredicateProfile.builtin : profile.map(read))
        if !keys.isEmpty {
            let patterns = try keys.map { key in
                guard let pattern = KeyPattern(key) else {
                    throw CommandFailure(.usage, "error: --keys: `\(SafeText.plain(key))` is no key pattern")
                }
                return pattern
            }
            var request = PredicateRequest(text: PredicateText(""))
            request.warnings = .all
            let known = try schema.map { try request.declaredSchema($0, in: environment) }
            finder.profiles.append(.generic(patterns, schema: known))
        }
        finder.models = try model.map { path in
            do throws(ConfigurationError) {
                return try DataModelPackage.read(at: path).model
            } catch {
                throw CommandFailure(.data, "error: \(SafeText.plain(path)): \(error.message)")
            }
        }
        return finder
    }

    private func read(_ profile: String) throws -> PredicateProfile {
        if let builtin = PredicateProfile.builtin(named: profile) { return builtin }
        switch LintFiles.bytes(of: profile) {
        case .failure(let failure):
            let known = PredicateProfile.builtin.map(\.name).joined(separator: ", ")
            throw CommandFailure(
                .noInput,
                "error: there is no profile `\(SafeText.plain(profile))` (\(known)), and no such file: \(failure.reason)"
            )
        case .success(let bytes):
            do throws(ConfigurationError) {
                return try PredicateProfile(reading: bytes)
            } catch {
                let position = SourcePosition(of: error.offset, in: String(decoding: bytes, as: UTF8.self))
                let place = "\(SafeText.plain(profile)):\(position.line):\(position.column)"
                throw CommandFailure(.data, "\(place): error: \(SafeText.plain(error.message))")
            }
        }
    }
}

/// A run of `predicate lint` over files.
private struct LintRun {
    let finder: PredicateFinder
    let linter: PredicateLinter
    let command: LintCommand
    let environment: CommandEnvironment
    private let report: LintReport
    private var hasErrors = false
    private var hasWarnings = false
    private var hasUnreadable = false

    init(_ finder: PredicateFinder, _ command: LintCommand, in environment: CommandEnvironment) {
        self.finder = finder
        self.command = command
        self.environment = environment
        linter = PredicateLinter(finder, library: commandLibrary)
        report = LintReport(
            format: command.format, width: environment.width, colour: environment.colour,
            version: PredicateTool.configuration.version)
    }

    mutating func lint(_ files: LintFiles) throws {
        for failure in files.failures { sayUnreadable(failure.path, failure.reason) }
        var linted: [LintedFile] = []
        for path in files.paths {
            guard let file = lint(path, isNamed: command.paths.contains { sameCodePoints($0, path) }) else { continue }
            for finding in file.findings {
                if finding.diagnostic.severity == .error { hasErrors = true } else { hasWarnings = true }
            }
            if let text = report.text(of: file) { try environment.output.write(text) }
            if command.format == .json || command.format == .sarif { linted.append(file) }
        }
        if !command.list, let text = report.text(of: linted) { try environment.output.write(text) }
        try environment.output.flush()
        if hasUnreadable { throw ExitStatus.noInput }
        if hasErrors || command.failOnWarnings && hasWarnings { throw ExitStatus.data }
    }

    /// The problems of a file; nil if it is none of ours, or cannot be read.
    private mutating func lint(_ path: String, isNamed: Bool) -> LintedFile? {
        let bytes: [UInt8]
        switch LintFiles.bytes(of: path) {
        case .failure(let failure):
            sayUnreadable(path, failure.reason)
            return nil
        case .success(let read): bytes = read
        }
        guard let format = ConfigurationFile.format(of: path, bytes) else {
            if isNamed { sayUnreadable(path, "its format is not known") }
            return nil
        }
        do throws(ConfigurationError) {
            var file = try ConfigurationFile(path: path, bytes, format)
            if command.list {
                list(file)
                return nil
            }
            if command.fix, let fixed = FileFixer(linter, finder).fixed(file), write(fixed, to: path) {
                file = try ConfigurationFile(path: path, fixed, format)
            }
            return LintedFile(
                path: path, source: file.text, findings: linter.findings(in: file))
        } catch {
            // A file that is none of ours may be in any state; one that the user names is looked at.
            guard isNamed else { return nil }
            return LintedFile(
                path: path, source: ConfigurationFile.text(of: bytes),
                findings: [LintFinding(diagnostic: LintMessages.unreadableFile(error), predicate: nil)])
        }
    }

    private func list(_ file: ConfigurationFile) {
        let source = SourceLines(file.text)
        for predicate in finder.predicates(in: file) {
            let position = source.position(of: predicate.text.fileRange.lowerBound)
            let place = file.isBinary ? "" : ":\(position.line):\(position.column)"
            let line = "\(file.path)\(place): \(predicate.profile): \(predicate.context): \(predicate.original.text)"
            try? environment.output.write(SafeText.plain(line) + "\n")
        }
    }

    private mutating func write(_ bytes: [UInt8], to path: String) -> Bool {
        do throws(OutputFileFailure) {
            try OutputFile.write(bytes, to: path)
            return true
        } catch {
            environment.say("error: \(path): \(error.reason)")
            hasErrors = true
            return false
        }
    }

    private mutating func sayUnreadable(_ path: String, _ reason: String) {
        environment.say("error: \(path): \(reason)")
        hasUnreadable = true
    }
}
