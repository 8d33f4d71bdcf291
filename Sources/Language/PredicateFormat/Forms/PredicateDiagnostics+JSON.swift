import PredicateCore

extension PredicateDiagnostics {
    /// The diagnostics as a JSON array, for editors and continuous integration; `[]` if nothing is wrong.
    ///
    /// Each element is an object with the members
    ///
    /// - `code`: the stable name of the message, such as `"unknown-field"`,
    /// - `severity`: `"error"` or `"warning"`,
    /// - `message`: one sentence,
    /// - `hint`: the text under the location, if there is one,
    /// - `range`: the location in `source`,
    /// - `labels`: further locations, each with `range` and `message`,
    /// - `edits`: the edits that fix it, each with the `range` to replace, the new `text`, and `applicable`. The edits
    ///   of one diagnostic belong together. `applicable` is false if they would change the answer of a valid text or
    ///   cause a new error (`withVerifiedEdits`); then a person has to decide,
    /// - `notes`: further sentences.
    ///
    /// Every range has `start` and `end`, half-open offsets in UTF-8, and `line` and `column` of its start, both counted from 1,
    /// columns in code points. Offsets outside of the text are clipped to it. A later version may add members.
    ///
    /// - Parameter pretty: breaks lines and indents.
    public func json(pretty: Bool = false) -> String { jsonNode.text(pretty: pretty) }

    package var jsonNode: JSONNode {
        let writer = DiagnosticJSON(source)
        return .array(diagnostics.map(writer.node))
    }
}

/// Makes JSON of diagnostics and locations of one text.
package struct DiagnosticJSON {
    private let lines: SourceLines

    package init(_ source: String) { self.init(SourceLines(source)) }

    package init(_ lines: SourceLines) { self.lines = lines }

    private typealias Member = JSONNode.Member

    package func node(_ diagnostic: PredicateDiagnostic) -> JSONNode {
        var members = [
            Member("code", .string(diagnostic.code.rawValue)),
            Member("severity", .string(diagnostic.severity.rawValue)),
            Member("message", .string(diagnostic.message)),
        ]
        if let hint = diagnostic.hint { members.append(Member("hint", .string(hint))) }
        members.append(Member("range", node(diagnostic.range)))
        let labels = diagnostic.labels.map { label in
            JSONNode.object([Member("range", node(label.range)), Member("message", .string(label.message))])
        }
        members.append(Member("labels", .array(labels)))
        let edits = diagnostic.edits.map { edit in
            JSONNode.object([
                Member("range", node(edit.range)), Member("text", .string(edit.text)),
                Member("applicable", .boolean(diagnostic.areEditsApplicable)),
            ])
        }
        members.append(Member("edits", .array(edits)))
        members.append(Member("notes", .array(diagnostic.notes.map { .string($0) })))
        return .object(members)
    }

    /// A location: offsets, line and column.
    package func node(_ range: SourceRange) -> JSONNode {
        let count = lines.bytes.count
        let start = min(max(0, range.lowerBound), count)
        let position = lines.position(of: start)
        return .object([
            Member("start", .number(String(start))),
            Member("end", .number(String(min(max(start, range.upperBound), count)))),
            Member("line", .number(String(position.line))),
            Member("column", .number(String(position.column))),
        ])
    }
}
