import PredicateCore
import PredicateFiles

/// A document that a client has open, with what is known of its present text.
final class OpenDocument {
    /// A check ended early, because there is something else to do first.
    struct Interruption: Error {}

    /// The name by which the client knows it, in the client's spelling.
    let uri: String
    /// The path that the name stands for.
    let path: String
    /// The language that the client takes it for.
    let languageID: String
    /// The version that the client gave it.
    private(set) var version: Int?
    private(set) var text: EditorText
    /// Whether diagnostics have to be sent.
    var isCheckDue = true
    /// Whether diagnostics were sent that the client still shows.
    var hasShownDiagnostics = false
    /// The last diagnostics that the client asked for, with the name that they got.
    var reported: (id: String, diagnostics: [JSONNode])?
    /// Checks that ended early since the last complete one.
    var interruptions = 0

    private var analysis: DocumentAnalysis?
    /// The predicates of the last analysis.
    private var entries: [DocumentAnalysis.Entry] = []
    /// Whether the text of the last analysis had named predicates.
    private var hasNamedPredicates = false
    /// The changes since the last analysis, up to one more than are followed.
    private var changes: [DocumentChange] = []
    /// The text of the last analysis.
    private var analysedBytes: [UInt8] = []
    private var cache = CheckCache()
    private var findings: [LintFinding]?

    init(uri: String, path: String, languageID: String, version: Int?, text: EditorText) {
        self.uri = uri
        self.path = path
        self.languageID = languageID
        self.version = version
        self.text = text
    }

    /// How many predicates were checked, for tests.
    var checkCount: Int { cache.checkCount }

    /// Changes the text.
    func apply(_ change: DocumentChange) {
        text.replace(change.range, with: change.text)
        if changes.count <= Self.followedChanges { changes.append(change) }
        forget()
    }

    /// Takes another text, which is read as if it had been opened.
    func replaceAll(with bytes: [UInt8]) {
        apply(DocumentChange(from: text.bytes, to: bytes))
        hasNamedPredicates = false
    }

    /// The text has a new version.
    func finishChanges(version: Int?) {
        self.version = version
        isCheckDue = true
    }

    /// Settings have changed.
    func reset() {
        cache.removeAll()
        forget()
        isCheckDue = true
    }

    private func forget() {
        analysis = nil
        findings = nil
    }

    /// Changes that predicates are followed through one by one. More count as one change, from the first to the last of them.
    private static let followedChanges = 32

    /// Moves the predicates of the last analysis to where they are now.
    private func follow() {
        if changes.count > Self.followedChanges { changes = [DocumentChange(from: analysedBytes, to: text.bytes)] }
        for change in changes {
            entries = entries.compactMap { entry in
                // Calls of source code are read from any text.
                guard entry.predicate.call == nil else { return nil }
                guard let followed = entry.predicate.text.following(change) else { return nil }
                var entry = entry
                if !sameCodePoints(followed.text, entry.predicate.text.text) { entry.isEdited = true }
                entry.predicate.text = followed
                if let original = entry.predicate.original.following(change) { entry.predicate.original = original }
                return entry
            }
        }
        changes = []
    }

    /// The predicates of the text.
    func analysis(_ settings: ServerSettings) -> DocumentAnalysis {
        if let analysis { return analysis }
        let found = DocumentAnalysis(
            text, path: path, languageID: languageID, checks: settings.checks(for: path), isNamed: hasNamedPredicates
        ) {
            follow()
            return entries
        }
        entries = found.entries
        hasNamedPredicates = found.isNamed
        changes = []
        analysedBytes = text.bytes
        analysis = found
        return found
    }

    /// What is wrong with the predicates, in their order. Those that have been checked before are not checked again.
    ///
    /// - Parameter isInterrupted: asked before each check; true ends it, and what was found so far is kept.
    func findings(
        _ settings: ServerSettings, isInterrupted: () -> Bool
    ) throws(Interruption) -> [LintFinding] {
        if let findings { return findings }
        if sameCodePoints(FilePath.name(of: path), LintSettings.fileName) {
            let problems = LintSettingsFile(text.bytes, at: path, codes: nil).problems
            let found = problems.map { LintFinding(diagnostic: $0, predicate: nil) }
            findings = found
            return found
        }
        guard let checks = settings.checks(for: path) else {
            findings = []
            return []
        }
        let present = analysis(settings)
        if let file = present.file, present.isNamed, let named = checks.named(file, isExpected: true) {
            // Each predicate may use the others, so the file is checked as a whole.
            if isInterrupted() { throw Interruption() }
            let found = named.findings(in: file).compactMap(checks.judged)
            findings = found
            return found
        }
        let linter = checks.linter
        if present.isNamed {
            findings = []
            return []
        }
        let predicates = present.entries.filter { !$0.isEdited }.map(\.predicate)
        let found = try linter.findings(of: predicates) { (predicate) throws(Interruption) -> [PredicateDiagnostic] in
            if let known = cache.diagnostics(of: predicate) { return known }
            if isInterrupted() { throw Interruption() }
            let diagnostics = linter.diagnostics(of: predicate)
            cache.keep(diagnostics, of: predicate)
            return diagnostics
        }
        cache.finishRound()
        let judged = found.compactMap(checks.judged)
        findings = judged
        return judged
    }
}
