#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// What a `predicate lint` is asked for.
struct LintRequest {
    /// The options of the command line.
    let options: LintOptions
    /// What the command line says of all files.
    var rule = LintSettings.Rule()
    /// Profiles that the command line reads from files.
    var profiles: [PredicateProfile] = []

    /// Whether the files are checked, and the findings reported. Otherwise predicates are listed, or a patch is written.
    var reports: Bool { !options.list && !options.diff }
}

/// The settings of the files of a run.
final class LintSettingsOfFiles {
    /// The settings of a file.
    struct Answer {
        let settings: LintSettings
        /// The file that they come from; nil if there is none.
        let file: LintSettingsFile?
    }

    private let request: LintRequest
    private var locator: LintSettingsLocator
    /// The settings that the user names.
    private let named: LintSettingsFile?

    init(_ request: LintRequest) throws(CommandFailure) {
        self.request = request
        let bounds = request.options.followLinks ? nil : FileBounds(request.options.paths)
        locator = LintSettingsLocator(
            codes: MessageReference.codes, within: bounds, adding: request.rule, profiles: request.profiles)
        guard let path = request.options.config else {
            named = nil
            return
        }
        do throws(FileBytes.Failure) {
            var file = try LintSettingsFile(reading: path, codes: MessageReference.codes)
            file.add(request.rule, profiles: request.profiles)
            named = file
        } catch {
            throw CommandFailure(.noInput, "error: --config \(SafeText.plain(path)): \(error.reason)")
        }
    }

    /// The settings of the files in a folder.
    func settings(ofFolder folder: String) -> Answer {
        let file = named ?? (request.options.noConfig ? nil : locator.settings(ofFolder: folder))
        return Answer(settings: file?.settings ?? locator.fallback, file: file)
    }

    /// Whether settings leave a file or a folder alone.
    func ignores(_ absolutePath: String, inFolder folder: String) -> Bool {
        let settings = settings(ofFolder: folder).settings
        guard !settings.ignoresNothing, let path = settings.relativePath(ofAbsolute: absolutePath) else { return false }
        return settings.ignores(relative: path)
    }
}

/// A run of `predicate lint` over files.
struct LintRun {
    private let request: LintRequest
    private let environment: CommandEnvironment
    private let context: LintReportContext
    private let settings: LintSettingsOfFiles
    private var report: any LintReport
    private var baselines: LintBaselines
    private var failures: [LintFailure] = []
    private var hasErrors = false
    private var hasWarnings = false
    /// Files of settings whose problems have been written.
    private var brokenSettings: Set<ExactName> = []
    /// The number of files that were read, and whether one of them has a predicate.
    private var fileCount = 0
    private var hasPredicates = false
    /// The number of errors and warnings that a patch leaves.
    private var remaining = 0

    init(_ request: LintRequest, _ context: LintReportContext, in environment: CommandEnvironment) throws {
        self.request = request
        self.environment = environment
        self.context = context
        settings = try LintSettingsOfFiles(request)
        report = request.options.format.report(context)
        baselines = try LintBaselines(recordingFor: request.options.writeBaseline)
        if environment.ownsProcess, request.options.fix || request.options.writeBaseline != nil {
            UnfinishedFiles.removeOnSignals()
        }
    }

    /// Checks the files.
    ///
    /// - Throws: the exit status, if it is not that of success.
    mutating func run() throws {
        if request.options.paths.contains("-") { try lintStandardInput() }
        let settings = settings
        let options = LintFiles.Options(
            usesIgnoreFiles: !request.options.noIgnore, includesHidden: request.options.hidden,
            followsLinks: request.options.followLinks,
            variables: ProcessInfo.processInfo.environment,
            isIgnored: { settings.ignores($0, inFolder: $1) })
        let files = LintFiles(request.options.paths.filter { $0 != "-" }, options)
        for failure in files.failures { sayUnreadable(failure.path, failure.reason) }
        if files.files.isEmpty, files.failures.isEmpty, !request.options.paths.contains("-") {
            environment.say("note: no files that can hold predicates found")
        }
        for file in files.files { try lint(file, within: file.isNamed ? nil : files.bounds) }
        tell(outerLinks: files.outerLinks)
        tell(gitFailures: files.gitFailures)
        try finish()
    }

    private mutating func finish() throws {
        if request.reports, request.options.writeBaseline == nil {
            try write(report.end(failures))
        }
        try environment.output.flush()
        if !hasPredicates, failures.isEmpty, !hasErrors, fileCount > 0 {
            environment.say("note: no predicates found in \(Plural.of(fileCount, "file"))")
        }
        try baselines.finish(environment)
        if remaining > 0 {
            environment.say("note: the patch leaves \(Plural.of(remaining, "problem"))")
        }
        if !failures.isEmpty { throw ExitStatus.noInput }
        if hasErrors || request.options.failOnWarnings && hasWarnings { throw ExitStatus.data }
    }

    // MARK: Files

    private mutating func lint(_ file: LintFiles.File, within bounds: FileBounds?) throws {
        let answer = settings.settings(ofFolder: file.folder)
        if let source = answer.file, !source.problems.isEmpty { return try reportBroken(source) }
        guard
            let checks = answer.settings.checks(
                forRelative: answer.settings.relativePath(ofAbsolute: file.absolutePath), commandLibrary)
        else {
            if file.isNamed { environment.say("note: \(file.path): the settings leave it alone") }
            return
        }
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(file.path, .regular, within: bounds)
        } catch {
            return sayUnreadable(file.path, error.reason)
        }
        try lint(file, bytes, checks, answer, within: bounds)
    }

    /// Tells that links were not followed, because files that should be checked may be there.
    private func tell(outerLinks links: [String]) {
        guard let first = links.first else { return }
        environment.say(
            links.count == 1
                ? "note: the link `\(first)` leads out of the given paths and was not followed; --follow-links follows it"
                : "note: \(links.count) links lead out of the given paths and were not followed, first `\(first)`; "
                    + "--follow-links follows them")
    }

    /// Tells that ignored files were checked, because git did not say which they are.
    private func tell(gitFailures failures: [GitListing.Failure]) {
        guard let first = failures.first else { return }
        let others = failures.count == 1 ? "" : ", and \(failures.count - 1) more"
        environment.say(
            "note: git did not say what it ignores in `\(SafeText.plain(first.folder))`\(others), so all files were checked: "
                + SafeText.plain(first.reason))
    }

    private mutating func lintStandardInput() throws {
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(0)
        } catch {
            return sayUnreadable("-", error.reason)
        }
        let path = request.options.stdinName ?? "standard input"
        let folder = FilePath.realFolder(request.options.stdinName.map { FilePath.folder(of: $0) } ?? ".")
        let answer = settings.settings(ofFolder: folder)
        if let source = answer.file, !source.problems.isEmpty { return try reportBroken(source) }
        let file = LintFiles.File(path: path, folder: folder, isNamed: true)
        let relative =
            request.options.stdinName == nil ? nil : answer.settings.relativePath(ofAbsolute: file.absolutePath)
        guard let checks = answer.settings.checks(forRelative: relative, commandLibrary) else { return }
        if request.options.stdinName == nil, ConfigurationFile.format(of: path, bytes) == nil {
            return sayUnreadable("-", "its format is not known; --stdin-name tells it by the name of a file")
        }
        try lint(file, bytes, checks, answer, within: nil)
    }

    private mutating func lint(
        _ named: LintFiles.File, _ bytes: [UInt8], _ checks: LintChecks, _ settings: LintSettingsOfFiles.Answer,
        within bounds: FileBounds?
    ) throws {
        let path = named.path
        guard let format = ConfigurationFile.format(of: path, bytes) else {
            if named.isNamed { sayUnreadable(path, "its format is not known") }
            return
        }
        var findings: [LintFinding]
        var predicates: [FoundPredicate] = []
        var source = ""
        do throws(ConfigurationError) {
            var file = try ConfigurationFile(path: path, bytes, format, within: bounds)
            fileCount += 1
            hasPredicates = hasPredicates || !checks.predicates(in: file).isEmpty
            if request.options.list { return list(file, checks) }
            if request.options.diff { writePatch(of: file, checks) }
            if request.options.fix, let fixed = checks.fixed(file), write(fixed, to: path, replacing: bytes) {
                file = try ConfigurationFile(path: path, fixed, format, within: bounds)
            }
            findings = checks.findings(in: file)
            if request.options.format.namesPredicates { predicates = checks.predicates(in: file) }
            source = findings.isEmpty && predicates.isEmpty ? "" : file.text
        } catch {
            // A file that is none of ours may be in any state; one that the user names is looked at.
            guard named.isNamed else { return }
            findings = [LintFinding(diagnostic: .unreadableFile(error), predicate: nil)]
                .compactMap(checks.judged)
            source = ConfigurationFile.text(of: bytes)
        }
        // Settings that were found must not name a pipe.
        let isNamed = request.options.baseline != nil || request.options.config != nil
        findings = try baselines.unknown(
            findings, of: named.absolutePath, by: request.options.baseline ?? settings.settings.baseline,
            isNamed ? .any : .regular)
        try add(LintedFile(path: path, source: source, findings: findings, predicates: predicates))
    }

    /// Writes the problems of settings, once. Files that they are for are not checked: settings decide what is right in them.
    private mutating func reportBroken(_ file: LintSettingsFile) throws {
        guard brokenSettings.insert(ExactName(file.path)).inserted else { return }
        let findings = file.problems.map { LintFinding(diagnostic: $0, predicate: nil) }
        let path = FilePath.relative(FilePath.absolute(file.path), to: FilePath.realFolder("."))
        let linted = LintedFile(path: path, source: ConfigurationFile.text(of: file.bytes), findings: findings)
        hasErrors = true
        guard request.reports, request.options.writeBaseline == nil else {
            environment.say(snippet: linted.snippets(findings, SourceLines(linted.source), context))
            return
        }
        try add(linted)
    }

    private mutating func add(_ file: LintedFile) throws {
        for finding in file.findings {
            if finding.diagnostic.severity == .error { hasErrors = true } else { hasWarnings = true }
        }
        if request.reports { try write(report.text(of: file)) }
    }

    // MARK: Output

    private func write(_ text: String) throws {
        if text.isEmpty { return }
        if request.options.format.isJSON {
            try environment.output.write(json: text)
        } else {
            try environment.output.write(text)
        }
    }

    private func list(_ file: ConfigurationFile, _ checks: LintChecks) {
        let predicates = checks.predicates(in: file)
        if predicates.isEmpty { return }
        let source = SourceLines(file.text)
        for predicate in predicates {
            let position = source.position(of: predicate.text.fileRange.lowerBound)
            let place = file.isBinary ? "" : ":\(position.line):\(position.column)"
            let line = "\(file.path)\(place): \(predicate.profile): \(predicate.context): \(predicate.original.text)"
            try? environment.output.write(SafeText.plain(line) + "\n")
        }
    }

    private mutating func writePatch(of file: ConfigurationFile, _ checks: LintChecks) {
        guard let fixed = checks.fixed(file) else {
            remaining += checks.findings(in: file).count
            return
        }
        let path = FilePath.normal(file.path)
        try? environment.output.write(UnifiedDiff(from: file.bytes, to: fixed).patch(of: path))
        if let again = try? ConfigurationFile(path: file.path, fixed, file.format, within: file.bounds) {
            remaining += checks.findings(in: again).count
        }
    }

    private mutating func write(_ bytes: [UInt8], to path: String, replacing old: [UInt8]) -> Bool {
        do throws(OutputFileFailure) {
            try OutputFile.write(bytes, to: path, replacing: old)
            return true
        } catch {
            environment.say("error: \(path): \(error.reason)")
            hasErrors = true
            return false
        }
    }

    private mutating func sayUnreadable(_ path: String, _ reason: String) {
        environment.say("error: \(path): \(reason)")
        failures.append(LintFailure(path: path, reason: reason))
    }
}
#endif
