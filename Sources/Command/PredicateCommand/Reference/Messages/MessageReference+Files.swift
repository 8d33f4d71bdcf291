#if Files
import PredicateFiles
import PredicateFormat

extension MessageReference {
    /// Messages of `predicate lint` about files and calls. Those about the predicates in them are the ones of the other stages.
    static let files: [MessageEntry] = [
        MessageEntry(
            "injection", .either, "a text of the program becomes part of a predicate",
            """
            A format string is read as a predicate. If a program pastes a name or a value into it, quotes and operators in that \
            text are read as well, and whoever chooses the text can change the question. Write `%@` for a value and `%K` for a \
            key path, and give the text as an argument: arguments are never read as part of the predicate. Locators of Appium \
            have no arguments, so there it is a warning.
            """,
            [
                .file("search.swift", #"let found = NSPredicate(format: "name == '\(text)'")"#),
                .file(
                    "Search.m",
                    #"p = [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"name == '%@'", text]];"#),
                .file("Search.swift", #"let found = NSPredicate(format: "name == " + text)"#),
                .file("test.py", #"find(By.IOS_PREDICATE, f"label == '{text}' AND visible == {shown}")"#),
            ]),
        MessageEntry(
            "argument-count", .error, "a call gives too few or too many arguments",
            """
            Every `%@`, `%K` and `%d` outside quotes takes one argument of the call. With too few, NSPredicate reads memory that is \
            no argument; with too many, the rest is ignored.
            """,
            [.file("search.swift", #"let found = NSPredicate(format: "name == %@ AND age > %d", name)"#)]),
        MessageEntry(
            "argument-kind", .either, "an argument is not what its specifier reads",
            """
            NSPredicate reads each argument as its specifier says: `%@` an object, `%d` an integer, `%f` a double, `%K` the text of a \
            key path. An argument of another kind is read as what it is not: the program ends, or the predicate compares with \
            a random number. Only arguments whose kind the source shows are compared.
            """,
            [
                .file("Search.m", #"p = [NSPredicate predicateWithFormat:@"age > %@ AND name == %d", 30, @"Ann"];"#),
                .file("Search.swift", #"let found = NSPredicate(format: "%K > 30", 3)"#),
                .file("Search.swift", #"let found = NSPredicate(format: "%K == %@", "name == 'x'", name)"#),
                .file("Search.swift", #"let found = NSPredicate(format: "%K == %@", "", name)"#),
            ]),
        MessageEntry(
            "item-notation", .either, "an item of device management is written wrongly",
            """
            Predicates of declarative device management read the state of a device by `@status(…)`, the properties that the \
            server has set by `@property(…)`, and keys by `@key(…)`. The name stands in the brackets without quotes.
            """,
            [
                .activation("@status(device.model.family == 'iPad'"), .activation("@property('shard') <= 75"),
                .activation("@stats(device.model.family) == 'iPad'"), .activation("@status() == 'iPad'"),
                .activation("device.model.family == 'iPad'"),
            ]),
        MessageEntry(
            "placeholder", .warning, "the text that replaces a placeholder does not fit",
            """
            AutoPkg puts the text of a variable in the place of `%NAME%` before the predicate is parsed. A text without quotes is read \
            as a key path, and a quote in the text ends a string. The values are those of `Input` in the same recipe; an \
            override may have others.
            """,
            [
                .recipe("NAME: Firefox", "NAME == %NAME%"), .recipe("NAME: ''", "NAME == %NAME%"),
                .recipe("NAME: Bob's", "NAME == '%NAME%'"),
            ]),
        MessageEntry(
            "class-chain", .error, "a predicate in a class chain of Appium does not end",
            """
            In a class chain a predicate stands between backquotes, or between dollar signs for the descendants, within square \
            brackets. The delimiter is written twice within the predicate.
            """,
            [
                .file("test.py", #"find(By.IOS_CLASS_CHAIN, "**/XCUIElementTypeCell[`name == 'a']")"#),
                .file("test.py", #"find(By.IOS_CLASS_CHAIN, "**/XCUIElementTypeCell[$value == '$5'$]")"#),
            ]),
        MessageEntry(
            "unquoted-string", .either, "an identifier or the texts of a list have no quotes",
            """
            Without quotes `com.example.editor` is a key path, and `Mac-1234` a subtraction. A key path that no record has is nil, so a \
            comparison with it is silently false, and one with `!=` always true. Programs that generate a list of identifiers \
            often forget the quotes of all of them.
            """,
            [
                .munki("ANY applications.bundleid == com.example.editor"),
                .munki("board_id IN {Mac-1234, Mac-5678}"),
            ]),
        MessageEntry(
            "unknown-uniform-type", .warning, "a uniform type identifier is not known",
            """
            An unknown identifier conforms only to itself, so the comparison is false for the types that were meant. \
            The page on uniform types lists the known ones. Programs declare types of their own: an identifier outside of \
            `public` is only reported if it is close to a known one.
            """,
            [.file("shared.predicates", #"type UTI-CONFORMS-TO "public.imag""#)]),
        MessageEntry(
            "unreadable-file", .error, "a file cannot be read in its format",
            """
            The file that was named is not well-formed, so its predicates cannot be found. Files that a folder contains are skipped if \
            they cannot be read.
            """,
            [.file("rules.json", #"{"predicate": "age > 30}"#)]),
        MessageEntry(
            "unknown-setting", .error, "a key of `.predicate.yaml` means nothing",
            """
            The file has the settings `profiles`, `files`, `ignore`, `severity` and `baseline`, and a rule of `files` has `paths`, \
            `profiles`, `without`, `keys`, `schema`, `model` and `severity`. Files are only checked if their settings are right.
            """,
            [
                .settings("ignored: [vendor]"),
                .settings("files:\n  - paths: '**/*.toml'\n    when: rules[].when"),
            ]),
        MessageEntry(
            "wrong-setting", .error, "a value of `.predicate.yaml` cannot be used",
            """
            The value is of another kind than the setting, or it names a file, a profile, a message or a severity that does not exist. \
            Paths are relative to the folder of the settings.
            """,
            [
                .settings("ignore:\n  vendor: true"),
                .settings("files:\n  - paths: manifests\n    profiles: [munky]"),
                .settings("severity:\n  unknown-field: of"),
                .settings("severity:\n  unknown-field: none"),
                .settings("ignore: '[a-z'"),
                .settings("baseline: a.json\nbaseline: b.json"),
            ]),
    ]
}

extension ReferenceExample {
    /// A file of settings.
    fileprivate static func settings(_ text: String) -> ReferenceExample {
        ReferenceExample(note: "In a file `\(LintSettings.fileName)`:") { width in
            // The codes of this catalogue would ask for its examples again.
            let codes = [PredicateDiagnostic.Code.unknownField.rawValue]
            let file = LintSettingsFile(Array(text.utf8), at: LintSettings.fileName, codes: codes)
            let diagnostics = PredicateDiagnostics(source: text, diagnostics: file.problems)
            var outcome = ExampleOutcome(diagnostics, width)
            outcome.snippet = DiagnosticRenderer(width: width, fileName: LintSettings.fileName).render(diagnostics)
            outcome.fixed = nil
            outcome.suggested = nil
            return outcome
        }
    }

    /// An activation of device management.
    fileprivate static func activation(_ predicate: String) -> ReferenceExample {
        file(
            "activation.json",
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "\#(predicate)"}}"#)
    }

    /// A manifest of Munki.
    fileprivate static func munki(_ condition: String) -> ReferenceExample {
        file("manifest.yaml", "conditional_items:\n  - condition: \(condition)\n")
    }

    /// A recipe of AutoPkg.
    fileprivate static func recipe(_ input: String, _ predicate: String) -> ReferenceExample {
        file(
            "Editor.download.recipe.yaml",
            """
            Input:
              \(input)
            Process:
              - Processor: StopProcessingIf
                Arguments:
                  predicate: \(predicate)
            """)
    }

    /// A file that is linted.
    fileprivate static func file(_ path: String, _ text: String) -> ReferenceExample {
        ReferenceExample(note: "In a file `\(path)`:") { width in
            let bytes = Array(text.utf8)
            var found: [PredicateDiagnostic] = []
            do throws(ConfigurationError) {
                guard let format = ConfigurationFile.format(of: path, bytes) else {
                    return ExampleOutcome(messages: [], snippet: "")
                }
                let file = try ConfigurationFile(path: path, bytes, format)
                found = PredicateLinter(library: commandLibrary).findings(in: file).map(\.diagnostic)
            } catch {
                found = [LintMessages.unreadableFile(error)]
            }
            let diagnostics = PredicateDiagnostics(source: text, diagnostics: found)
            var outcome = ExampleOutcome(diagnostics, width)
            outcome.snippet = DiagnosticRenderer(width: width, fileName: path).render(diagnostics)
            // The file is no predicate that could be checked again.
            outcome.fixed = nil
            outcome.suggested = nil
            return outcome
        }
    }
}
#endif
