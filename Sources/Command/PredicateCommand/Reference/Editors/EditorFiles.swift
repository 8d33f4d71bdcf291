/// The files that editors colour predicates by, under Grammar/TextMate.
enum EditorFiles {
    static var all: [ReferencePage] {
        var pages = [ReferencePage(name: "PredicateFormat.tmLanguage.json", text: TextMateGrammar.language.text)]
        #if Files
        pages += TextMateInjections.all.map { ReferencePage(name: "\($0.file).tmLanguage.json", text: $0.grammar.text) }
        #endif
        return pages
    }
}
