#if Files
extension CommandWing {
    /// Predicates in the files of other programs: `lint`, `test`, `lsp`, and files of named predicates.
    public static let files = CommandWing(
        part: .files, commands: { [LintCommand.self, TestCommand.self, LanguageServerCommand.self] },
        editorFiles: {
            TextMateInjections.all.map {
                ReferencePage(name: "\($0.file).tmLanguage.json", text: $0.grammar.text)
            }
        },
        provide: { KnownPredicates.reader.withLock { $0 = NamedFileReader() } })
}
#endif
