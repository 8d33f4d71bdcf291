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

    package var jsonNode: JSONNode { .array(jsonNodes()) }

    /// The objects of the diagnostics.
    ///
    /// - Parameter owner: the key and the name of what the text belongs to, such as a part of a query.
    package func jsonNodes(of owner: (key: String, name: String)? = nil) -> [JSONNode] {
        let writer = DiagnosticJSON(source)
        return diagnostics.map { writer.node($0, of: owner) }
    }
}

/// Makes JSON of diagnostics and locations of one text.
package struct DiagnosticJSON {
    private let lines: SourceLines

    package init(_ source: String) { self.init(SourceLines(source)) }

    package init(_ lines: SourceLines) { self.lines = lines }

    /// A diagnostic, with the key and the name of what its text belongs to.
    package func node(_ diagnostic: PredicateDiagnostic, of owner: (key: String, name: String)? = nil) -> JSONNode {
        let labels = diagnostic.labels.map { label -> JSONNode in
            ["range": node(label.range), "message": .string(label.message)]
        }
        let edits = diagnostic.edits.map { edit -> JSONNode in
            [
                "range": node(edit.range), "text": .string(edit.text),
                "applicable": .boolean(diagnostic.areEditsApplicable),
            ]
        }
        return JSONNode(members: [
            ("code", .string(diagnostic.code.rawValue)), ("severity", .string(diagnostic.severity.rawValue)),
            ("message", .string(diagnostic.message)), ("hint", diagnostic.hint.map { .string($0) }),
            ("range", node(diagnostic.range)), ("labels", .array(labels)), ("edits", .array(edits)),
            ("notes", .array(diagnostic.notes.map { .string($0) })),
            (owner?.key ?? "", owner.map { .string($0.name) }),
        ])
    }

    /// A location: offsets, line and column.
    package func node(_ range: SourceRange) -> JSONNode {
        let count = lines.bytes.count
        let start = min(max(0, range.lowerBound), count)
        let position = lines.position(of: start)
        return [
            "start": .integer(start), "end": .integer(min(max(start, range.upperBound), count)),
            "line": .integer(position.line), "column": .integer(position.column),
        ]
    }
}
