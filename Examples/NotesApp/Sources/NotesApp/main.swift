import PredicateFormat

// swift run NotesApp [--root ID] [--image] [--starred] [--containing WORD] [PREDICATE]…
//
// Each option is a condition; a memo is shown when it satisfies all of them.

/// Reads the conditions that the command line chooses.
func filters(_ arguments: [String]) -> [MemoFilter] {
    var filters: [MemoFilter] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
        switch argument {
        case "--root": filters.append(.rootNote(rest.popFirst().flatMap { Int($0) } ?? 0))
        case "--image": filters.append(.withImage)
        case "--starred": filters.append(.starred)
        case "--containing": filters.append(.containing(rest.popFirst() ?? ""))
        default: filters.append(.typed(argument))
        }
    }
    return filters
}

do {
    for memo in try filters(Array(CommandLine.arguments.dropFirst())).matches(in: Memo.samples) { print(memo.text) }
} catch let error as PredicateDiagnostics {
    print(error)
}
