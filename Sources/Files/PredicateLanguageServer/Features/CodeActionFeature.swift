import PredicateCore
import PredicateFiles

/// The edits that mend what is wrong.
struct CodeActionFeature {
    let document: OpenDocument
    let file: ConfigurationFile
    let checks: LintChecks
    /// Whether the file has named predicates.
    let isNamed: Bool
    let capabilities: ClientCapabilities

    /// Kinds of the actions.
    static let kinds = ["quickfix", fixAll]
    private static let fixAll = "source.fixAll.predicate"
    /// Actions that are tried for one answer. Each trial reads the file again, so a large file has fewer.
    private var limit: Int { min(50, max(5, (4 << 20) / max(1, file.bytes.count))) }

    /// The actions for a range of the file.
    ///
    /// - Parameter only: the kinds that the client asks for; nil for all.
    func actions(_ findings: [LintFinding], in range: Range<Int>, only: [String]?) -> [JSONNode] {
        func wants(_ kind: String) -> Bool { only?.contains { Self.kind(kind, isIn: $0) } ?? true }
        let touched = findings.filter { finding in
            let place = finding.diagnostic.range
            return place.lowerBound <= range.upperBound && range.lowerBound <= place.upperBound
        }
        var actions: [JSONNode] = []
        if wants("quickfix") {
            let before = predicates(in: file)
            for finding in touched.lazy.filter({ !$0.diagnostic.edits.isEmpty }).prefix(limit) {
                guard keepsOthers(finding, before) else { continue }
                actions.append(quickFix(finding))
            }
        }
        // Without being asked, a fix of everything is only offered where there is something to fix.
        if wants(Self.fixAll), only != nil || touched.contains(where: { !$0.diagnostic.edits.isEmpty }),
            let fixes = checks.fixes(of: file, isNamed: isNamed), only != nil || fixes.edits.count > 1
        {
            actions.append(
                action(
                    "Fix all predicates in this file", Self.fixAll, fixes.edits, isPreferred: nil,
                    diagnostics: nil))
        }
        return actions
    }

    /// Whether a kind is another one, or a part of it: `source.fixAll` is in `source`.
    private static func kind(_ kind: String, isIn other: String) -> Bool {
        other.isEmpty || kind == other || kind.utf8.starts(with: (other + ".").utf8)
    }

    private func quickFix(_ finding: LintFinding) -> JSONNode {
        var diagnostics = DiagnosticsFeature(document, capabilities)
        return action(
            title(finding.diagnostic), "quickfix", finding.diagnostic.edits,
            isPreferred: capabilities.showsPreferredActions ? finding.diagnostic.areEditsApplicable : nil,
            diagnostics: [diagnostics.node(finding.diagnostic)])
    }

    private func action(
        _ title: String, _ kind: String, _ edits: [PredicateDiagnostic.Edit], isPreferred: Bool?,
        diagnostics: [JSONNode]?
    ) -> JSONNode {
        var places = PlaceWriter(document.text, capabilities.encoding)
        let written = JSONNode.array(edits.map { places.edit($0) })
        let edit: JSONNode
        if capabilities.takesDocumentChanges {
            let name: JSONNode = [
                "uri": .string(document.uri), "version": document.version.map(JSONNode.integer) ?? .null,
            ]
            edit = ["documentChanges": .array([["textDocument": name, "edits": written]])]
        } else {
            edit = ["changes": .object([JSONNode.Member(document.uri, written)])]
        }
        return [
            "title": .string(title), "kind": .string(kind), "diagnostics": diagnostics.map(JSONNode.array),
            "isPreferred": isPreferred.map(JSONNode.boolean), "edit": edit,
        ]
    }

    /// What an action does, in words.
    private func title(_ diagnostic: PredicateDiagnostic) -> String {
        guard let edit = diagnostic.edits.first, diagnostic.edits.count == 1 else {
            return "Fix: " + diagnostic.message
        }
        let old = Self.shown(edit.range.text(in: file.text))
        let new = Self.shown(edit.text)
        if edit.range.isEmpty { return "Insert \(new)" }
        return edit.text.isEmpty ? "Remove \(old)" : "Replace \(old) by \(new)"
    }

    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = String(String.UnicodeScalarView(scalars.prefix(60)))
        return MarkupWriter.code(SafeText.plain(start) + (scalars.count > 60 ? "…" : ""))
    }

    private func predicates(in file: ConfigurationFile) -> [FoundPredicate] {
        checks.named(file, isExpected: isNamed)?.predicates(in: file) ?? checks.finder.predicates(in: file)
    }

    /// Whether the file can be read after an edit, and has the same other predicates.
    private func keepsOthers(_ finding: LintFinding, _ before: [FoundPredicate]) -> Bool {
        guard let again = file.edited(finding.diagnostic.edits) else { return false }
        let after = predicates(in: again)
        let place = finding.predicate?.text.fileRange
        return after.count == before.count
            && zip(before, after).allSatisfy { old, new in
                old.text.fileRange == place || sameCodePoints(old.text.text, new.text.text)
            }
    }
}
