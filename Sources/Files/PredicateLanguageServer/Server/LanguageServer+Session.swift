import PredicateFiles
import PredicateFormat
import PredicateRecords

/// The start of a session, its settings and its documents.
extension LanguageServer {
    /// Bytes of all open documents. Further ones are not looked at.
    static let documentBytes = 256 << 20
    /// Open documents.
    static let documentCount = 10_000

    // MARK: Start

    func initialize(_ parameters: Parameters) -> JSONNode {
        phase = .running
        capabilities = ClientCapabilities(parameters.value["capabilities"])
        if let uri = parameters.value["rootUri"].text {
            root = DocumentURI.path(of: uri)
        } else {
            root =
                parameters.value["rootPath"].text
                ?? parameters.value["workspaceFolders"].elements?.first?["uri"].text.map(DocumentURI.path)
        }
        configure(parameters.value["initializationOptions"])
        let legend = JSONNode.members([
            "tokenTypes": .array(SemanticTokensFeature.legend.map(JSONNode.string)), "tokenModifiers": .array([]),
        ])
        let offered = JSONNode.members([
            "positionEncoding": .string(capabilities.encoding.rawValue),
            "textDocumentSync": .members([
                "openClose": .boolean(true), "change": .integer(2), "save": .boolean(true),
            ]),
            "completionProvider": .members([
                "triggerCharacters": .array(CompletionFeature.triggers.map(JSONNode.string)),
                "resolveProvider": .boolean(true),
            ]),
            "hoverProvider": .boolean(true),
            "codeActionProvider": capabilities.takesCodeActions
                ? .members(["codeActionKinds": .array(CodeActionFeature.kinds.map(JSONNode.string))])
                : .boolean(false),
            "documentFormattingProvider": .boolean(true),
            "documentRangeFormattingProvider": .boolean(true),
            "semanticTokensProvider": .members([
                "legend": legend, "full": .boolean(true), "range": .boolean(true),
            ]),
            "diagnosticProvider": capabilities.pullsDiagnostics
                ? .members([
                    "identifier": .string("predicate"), "interFileDependencies": .boolean(false),
                    "workspaceDiagnostics": .boolean(false),
                ]) : nil,
        ])
        return .members([
            "capabilities": offered,
            "serverInfo": .members(["name": .string("predicate"), "version": .string(environment.version)]),
        ])
    }

    /// Takes settings. A client without settings sends null, which changes nothing.
    func configure(_ value: PredicateValue) {
        guard case .object = value else { return }
        givenSettings = value
        readSettings()
    }

    /// Reads the settings again: those that the client gave, and the files that they name.
    func readSettings() {
        let (read, problems) = ServerSettings.read(givenSettings, root: root, in: environment)
        settings = read
        for problem in problems.prefix(5) { show(problem) }
        for document in documents.values {
            document.reset()
            enqueue(document)
        }
        if capabilities.pullsDiagnostics, capabilities.refreshesDiagnostics, !documents.isEmpty {
            ask("workspace/diagnostic/refresh")
        }
    }

    // MARK: Documents

    /// The document that parameters are about; nil if it is not open.
    func document(_ parameters: Parameters) throws(ResponseError) -> OpenDocument? {
        documents[ExactName(try parameters.uri())]
    }

    func open(_ parameters: Parameters) throws(ResponseError) {
        let item = Parameters(value: parameters.value["textDocument"])
        let uri = try item.text("uri")
        let text = try item.text("text")
        let others = documents.filter { !sameCodePoints($0.key.text, uri) }
        guard others.count < Self.documentCount,
            others.values.reduce(text.utf8.count, { $0 + $1.text.bytes.count }) <= Self.documentBytes
        else {
            show("Too many documents are open: predicates in \(uri) are not checked.")
            return
        }
        let document = OpenDocument(
            uri: uri, path: DocumentURI.path(of: uri), languageID: item.value["languageId"].text ?? "",
            version: item.value["version"].integer, text: EditorText(text))
        documents[ExactName(uri)] = document
        enqueue(document)
    }

    func change(_ parameters: Parameters) throws(ResponseError) {
        guard let document = try document(parameters) else { return }
        guard let changes = parameters.value["contentChanges"].elements else {
            throw ResponseError(.invalidParams, "`contentChanges` is a list")
        }
        defer { enqueue(document) }
        for change in changes {
            guard let text = change["text"].text else { throw ResponseError(.invalidParams, "`text` is a text") }
            let bytes = Array(text.utf8)
            if change["range"].isNull {
                document.replaceAll(with: bytes)
            } else {
                let range = try Parameters.range(change["range"], "range")
                document.apply(DocumentChange(document.text.offsets(of: range, capabilities.encoding), bytes))
            }
        }
        document.finishChanges(version: parameters.value["textDocument"]["version"].integer)
    }

    /// Saved settings hold for all documents below them.
    func saved(_ parameters: Parameters) throws(ResponseError) {
        let path = DocumentURI.path(of: try parameters.uri())
        if sameCodePoints(FilePath.name(of: path), LintSettings.fileName) { readSettings() }
    }

    func close(_ parameters: Parameters) throws(ResponseError) {
        let name = ExactName(try parameters.uri())
        guard let document = documents.removeValue(forKey: name) else { return }
        checkOrder.removeAll { $0 == name }
        guard document.hasShownDiagnostics else { return }
        notify(
            "textDocument/publishDiagnostics",
            .members(["uri": .string(document.uri), "diagnostics": .array([])]))
    }

    /// Puts a document behind those that wait for their diagnostics.
    private func enqueue(_ document: OpenDocument) {
        guard !capabilities.pullsDiagnostics else { return }
        let name = ExactName(document.uri)
        if !checkOrder.contains(name) { checkOrder.append(name) }
    }

    // MARK: Diagnostics that are sent by themselves

    /// Whether diagnostics have to be sent.
    package var hasWork: Bool { !checkOrder.isEmpty }

    /// Checks one document and sends its diagnostics. What was checked stays known if a message interrupts the work.
    package func work(isInterrupted: () -> Bool) {
        guard let name = checkOrder.first else { return }
        guard let document = documents[name], document.isCheckDue else {
            checkOrder.removeFirst()
            return
        }
        // Somebody who types without a pause still sees diagnostics.
        let isPatient = document.interruptions < 3
        do throws(OpenDocument.Interruption) {
            let findings = try document.findings(
                settings, isInterrupted: { isPatient && isInterrupted() })
            checkOrder.removeFirst()
            document.isCheckDue = false
            document.interruptions = 0
            publish(findings, of: document)
        } catch {
            document.interruptions += 1
        }
    }

    private func publish(_ findings: [LintFinding], of document: OpenDocument) {
        var writer = DiagnosticsFeature(document, capabilities)
        let analysis = document.analysis(settings)
        let nodes = writer.nodes(findings, analysis.error)
        // Most files have no predicates. The client need not hear of them.
        if nodes.isEmpty, analysis.entries.isEmpty, !document.hasShownDiagnostics { return }
        document.hasShownDiagnostics = !nodes.isEmpty
        notify(
            "textDocument/publishDiagnostics",
            .members([
                "uri": .string(document.uri), "version": document.version.map(JSONNode.integer),
                "diagnostics": .array(nodes),
            ]))
    }
}
