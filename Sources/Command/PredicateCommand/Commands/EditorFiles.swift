/// The files that editors colour predicates by, under Grammar/TextMate.
enum EditorFiles {
    static var all: [ReferencePage] {
        [ReferencePage(name: "PredicateFormat.tmLanguage.json", text: TextMateGrammar.language.text)]
            + CommandWing.registered.flatMap { $0.editorFiles() }
    }
}
