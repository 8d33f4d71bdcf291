import PredicateFormat

extension ReplSession {
    /// What may stand at the end of a text of the language: a predicate or an expression as far as it has been typed.
    ///
    /// - Parameters:
    ///   - text: the text up to the cursor.
    ///   - start: where in it the language begins, in bytes.
    ///   - offset: where in its line the text begins, in bytes.
    func languageCompletion(_ text: String, from start: Int, at offset: Int = 0) -> ReplCompletion {
        let cursor = offset + text.utf8.count
        let head = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        if Self.isInQuotes(head) { return .none(at: cursor) }
        let word = Self.lastName(of: head)
        let range = (cursor - word.utf8.count)..<cursor
        if word.hasPrefix("$") {
            return Self.matching(word, at: range, variables.map { .init("$" + $0.name) })
        }
        let path = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let schema = current?.schema, let stem = path.last else { return .none(at: cursor) }
        var type = schema.root
        for name in path.dropLast() {
            guard let field = schema.recordType(of: ReplSchemaDrawing.opened(type))?.field(named: name) else {
                return .none(at: cursor)
            }
            type = field.type
        }
        let fields = schema.recordType(of: ReplSchemaDrawing.opened(type))?.fields ?? []
        return Self.matching(
            stem, at: (cursor - stem.utf8.count)..<cursor,
            fields.filter { ReplWords.isName($0.name) }.map { field in
                // Behind an object the next thing is a point, and not a blank.
                let isObject = schema.recordType(of: ReplSchemaDrawing.opened(field.type)) != nil
                return .init(field.name, suffix: isObject ? "" : " ")
            })
    }

    private static func isInQuotes(_ text: String) -> Bool {
        var scan = ReplContinuation()
        for character in text { scan.pass(character) }
        return scan.isInQuotes
    }

    /// The path or variable that a text ends with.
    private static func lastName(of text: String) -> String {
        var name: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars.reversed() {
            guard scalar == "_" || scalar == "." || scalar == "$" || scalar.properties.isXIDContinue else { break }
            name.append(scalar)
            if scalar == "$" { break }
        }
        return String(String.UnicodeScalarView(name.reversed()))
    }
}
