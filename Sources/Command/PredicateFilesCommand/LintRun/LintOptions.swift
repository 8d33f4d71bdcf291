#if Files
import ArgumentParser

/// The files of a `predicate lint`, and its options.
struct LintOptions: ParsableArguments {
    @Argument(help: "Files and folders; - is standard input.", completion: .file())
    var paths: [String] = []

    @Flag(help: "Write where predicates stand, without checking them.")
    var list = false

    @Option(help: ArgumentHelp("Use only this profile: a name, or a JSON file.", valueName: "profile"))
    var profile: [String] = []

    @Option(help: ArgumentHelp("Where predicates stand in files of keys and values.", valueName: "pattern"))
    var keys: [String] = []

    @Option(
        help: ArgumentHelp(
            "The schema of the predicates at --keys; without them, fields that profiles have too.", valueName: "file"),
        completion: .file())
    var schema: String?

    @Option(help: ArgumentHelp("A Core Data model for source code.", valueName: "file"), completion: .file())
    var model: [String] = []

    @Option(
        help: ArgumentHelp("Settings in place of the nearest .predicate.yaml.", valueName: "file"),
        completion: .file())
    var config: String?

    @Flag(help: "Use no settings.")
    var noConfig = false

    @Flag(help: "Take files that git ignores.")
    var noIgnore = false

    @Flag(help: "Take hidden files and folders.")
    var hidden = false

    @Flag(help: "Follow links, and names in settings, that lead out of the given paths.")
    var followLinks = false

    @Option(help: ArgumentHelp("Report no finding of this file.", valueName: "file"), completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write all findings into this file, for --baseline.", valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    @Option(help: ArgumentHelp("The name of the file that standard input holds.", valueName: "file"))
    var stdinName: String?

    @Option(help: ArgumentHelp("The form of errors and warnings.", valueName: "format"))
    var format = LintFormat.text

    @Flag(help: "Write the fixed predicates into the files.")
    var fix = false

    @Flag(help: "Show what --fix would change, as a patch.")
    var diff = false

    @Flag(help: "End with status 65 even if there are only warnings.")
    var failOnWarnings = false

    func validate() throws {
        if paths.isEmpty { throw ValidationError("A file or folder is needed.") }
        let actions = [("--list", list), ("--fix", fix), ("--diff", diff)].filter(\.1).map(\.0)
        if actions.count > 1 {
            throw ValidationError("\(actions[0]) and \(actions[1]) cannot be combined.")
        }
        if writeBaseline != nil, list || diff {
            throw ValidationError("--write-baseline and \(actions[0]) cannot be combined.")
        }
        if writeBaseline != nil, baseline != nil {
            throw ValidationError("--write-baseline records all findings, so it takes no --baseline.")
        }
        if diff, format != .text { throw ValidationError("--diff writes a patch, so it takes no --format.") }
        if config != nil, noConfig { throw ValidationError("--config and --no-config cannot be combined.") }
        if paths.contains("-"), fix {
            throw ValidationError("--fix cannot write standard input; --diff shows the changes.")
        }
        if stdinName != nil, !paths.contains("-") {
            throw ValidationError("--stdin-name needs the path -, standard input.")
        }
    }
}
#endif
