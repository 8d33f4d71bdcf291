#if Command && Files
import ArgumentParser

/// The files of a `predicate lint`, and its options.
struct LintOptions: ParsableArguments {
    @Argument(help: .of("paths"), completion: .file())
    var paths: [String] = []

    @Flag(help: .of("--list"))
    var list = false

    @Option(help: .of("--profile"))
    var profile: [String] = []

    @Option(help: .of("--keys"))
    var keys: [String] = []

    @Option(help: .of("lint --schema"), completion: .file())
    var schema: String?

    @Option(help: .of("--model"), completion: .file())
    var model: [String] = []

    @Option(help: .of("--config"), completion: .file())
    var config: String?

    @Flag(help: .of("--no-config"))
    var noConfig = false

    @Flag(help: .of("--no-ignore"))
    var noIgnore = false

    @Flag(help: .of("--hidden"))
    var hidden = false

    @Flag(help: .of("--follow-links"))
    var followLinks = false

    @Option(help: .of("--baseline"), completion: .file())
    var baseline: String?

    @Option(help: .of("--write-baseline"), completion: .file())
    var writeBaseline: String?

    @Option(help: .of("--stdin-name"))
    var stdinName: String?

    @Option(help: .of("lint --format"))
    var format = LintFormat.text

    @Flag(help: .of("lint --fix"))
    var fix = false

    @Flag(help: .of("--diff"))
    var diff = false

    @Flag(help: .of("--fail-on-warnings"))
    var failOnWarnings = false

    func validate() throws {
        if paths.isEmpty { throw ValidationError("Missing expected argument '<path> ...'") }
        let actions = [("--list", list), ("--fix", fix), ("--diff", diff)].filter(\.1).map(\.0)
        if actions.count > 1 {
            throw ValidationError("\(actions[0]) and \(actions[1]) cannot be combined")
        }
        if writeBaseline != nil, list || diff {
            throw ValidationError("--write-baseline and \(actions[0]) cannot be combined")
        }
        if writeBaseline != nil, baseline != nil {
            throw ValidationError("--write-baseline writes all findings; leave --baseline out")
        }
        if diff, format != .text { throw ValidationError("--diff writes a patch; leave --format out") }
        if config != nil, noConfig { throw ValidationError("--config and --no-config cannot be combined") }
        if paths.contains("-"), fix {
            throw ValidationError("--fix cannot write standard input; --diff shows the changes")
        }
        if stdinName != nil, !paths.contains("-") {
            throw ValidationError("--stdin-name names standard input; add the path `-`")
        }
    }
}
#endif
