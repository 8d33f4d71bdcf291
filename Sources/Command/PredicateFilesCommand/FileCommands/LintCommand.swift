#if Files
import ArgumentParser
import PredicateFiles
import PredicateFormat
import PredicateRecords

/// `predicate lint`
struct LintCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check the predicates in configuration files and source code.",
        usage: "predicate lint [<options>] <path> ...",
        discussion: """
            Finds predicates in property lists, YAML, JSON and TOML files, Core Data models, Swift, Objective-C and shell \
            scripts, and shows what is wrong with them in the files' own lines. The status is 0 if no predicate has an \
            error, and 65 otherwise; with --fail-on-warnings it is 65 for warnings too.

            Folders are searched for such files. Hidden files, folders such as node_modules, and what git ignores \
            are skipped. A link that leads out of the given paths is not followed, \
            unless --follow-links is given. A file that is named is always checked. The path `-` is standard input.

            A profile says where the predicates of a kind of file stand, and what their records are: \
            munki, autopkg, app-extension, mdm, log and appium are built in. Predicates at other keys are found by --keys. A file \
            with the extension .predicates has one predicate on each line. A file of named predicates is recognised by itself, and \
            checked as a whole; its profile is named.

            In source code, a text that is pasted into a format string is an error, because its contents can change the \
            question. The number of arguments is checked. A comment `predicate: Person` above a call names an entity \
            of --model. In the tests of Python, Java, Kotlin, JavaScript, Ruby and C#, locators of Appium are checked. A \
            comment `predicate` above a key of a data file, or behind its value, marks a predicate.

            --fix writes the fixed predicates into the files. Nothing else in a file changes. --diff shows what --fix \
            would change.

            The file .predicate.yaml in a folder, or in the nearest one above it, sets profiles, schemas and severities \
            for paths. A baseline holds the findings of an old tree, so that only new ones are reported.

            EXAMPLES
              # Every predicate below a folder.
              predicate lint Config
              # What is found, without checking it.
              predicate lint --list Config
              # Predicates at keys of your own.
              predicate lint --list --keys 'Payload.*' Config/mdm/good
              # What --fix would change.
              predicate lint --diff Config
              # For continuous integration.
              predicate lint --format sarif Config
            """)

    @OptionGroup var options: LintOptions

    func run(in environment: CommandEnvironment) throws {
        var request = LintRequest(options: options)
        if !options.profile.isEmpty {
            // Source code, models and files of named predicates have profiles that are no data.
            let names = LintSettings().profileNames
            let profiles = try options.profile.filter { Self.isData($0, names) }.map(read)
            request.rule.profiles = profiles.map(\.name) + options.profile.filter { !Self.isData($0, names) }
            request.profiles = profiles
        }
        try addRecords(to: &request, in: environment)
        let context = LintReportContext(
            width: environment.width, colour: environment.colour, version: PredicateTool.configuration.version,
            failsOnWarnings: options.failOnWarnings,
            rule: { code in
                MessageReference.entries(for: code).first.map {
                    LintRule(title: $0.title, explanation: $0.explanation)
                }
            })
        var run = try LintRun(request, context, in: environment)
        try run.run()
    }

    /// What the options say of the records of all files.
    private func addRecords(to request: inout LintRequest, in environment: CommandEnvironment) throws {
        request.rule.keys = try options.keys.map { key in
            guard let pattern = KeyPattern(key) else {
                throw CommandFailure(.usage, "error: --keys: `\(SafeText.plain(key))` is no key pattern")
            }
            return pattern
        }
        if let schema = options.schema {
            var reader = PredicateRequest(text: PredicateText(""))
            reader.warnings = .all
            let known = try reader.declaredSchema(schema, in: environment)
            if options.keys.isEmpty, known.recordType(of: known.root) == nil {
                throw CommandFailure(
                    .data,
                    "error: --schema \(SafeText.plain(schema)): a schema that is added to a profile describes objects")
            }
            request.rule.schema = known
        }
        request.rule.models = try options.model.map { path in
            do throws(ConfigurationError) {
                return try DataModelPackage.read(at: path, .any).model
            } catch {
                throw CommandFailure(.data, "error: \(SafeText.plain(path)): \(error.message)")
            }
        }
    }

    private static func isData(_ profile: String, _ names: [String]) -> Bool {
        PredicateProfile.builtin(named: profile) != nil || !names.containsName(profile)
    }

    private func read(_ profile: String) throws -> PredicateProfile {
        if let builtin = PredicateProfile.builtin(named: profile) { return builtin }
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(profile)
        } catch {
            if FileSystem.status(profile) != nil {
                throw CommandFailure(.noInput, "error: --profile \(SafeText.plain(profile)): \(error.reason)")
            }
            let known = LintSettings().profileNames.joined(separator: ", ")
            throw CommandFailure(
                .noInput,
                "error: there is no profile `\(SafeText.plain(profile))` (\(known)), and no such file: \(error.reason)")
        }
        do throws(ConfigurationError) {
            return try PredicateProfile(reading: bytes)
        } catch {
            throw CommandFailure(lintError: error, in: bytes, profile)
        }
    }
}
#endif
