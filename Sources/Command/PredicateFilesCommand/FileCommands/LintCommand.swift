#if Command && Files
import ArgumentParser
import PredicateFiles
import PredicateFormat
import PredicateRecords

/// `predicate lint`
struct LintCommand: EnvironmentCommand {
    static let name = "lint"

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
            width: environment.width, colour: environment.colour, version: PredicateTool.version,
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
                throw CommandFailure(.usage, "error: --keys: `\(SafeText.plain(key))` is not a key pattern")
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
            try ConfigurationError.translating(try DataModelPackage.read(at: path, .any).model) {
                CommandFailure(.data, "error: \(SafeText.plain(path)): \($0.message)")
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
            let names = LintSettings().profileNames
            let hint = names.hint(for: profile, or: "; the profiles are \(names.joined(separator: ", "))")
            throw CommandFailure(
                .noInput, "error: `\(SafeText.plain(profile))` is not a profile, and there is no such file\(hint)")
        }
        return try ConfigurationError.translating(try PredicateProfile(reading: bytes)) {
            CommandFailure(lintError: $0, in: bytes, profile)
        }
    }
}
#endif
