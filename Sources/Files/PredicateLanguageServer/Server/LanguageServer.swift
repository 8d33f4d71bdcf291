import PredicateCore
import PredicateFiles
import PredicatePlatform
import PredicateRecords

/// A session with a client: its state, and the answers to its messages.
///
/// It belongs to one thread. `LanguageServerLoop` reads and writes messages around it.
package final class LanguageServer {
    /// Where the session is.
    enum Phase {
        case new
        case running
        case shutDown
    }

    let environment: ServerEnvironment
    var phase = Phase.new
    var capabilities = ClientCapabilities()
    var settings: ServerSettings
    /// The folder that paths in settings start from.
    var root: String?
    /// The settings as the client gave them, to be read again when files change.
    var givenSettings = PredicateValue.null
    var documents: [ExactName: OpenDocument] = [:]
    /// The order in which documents wait for their diagnostics.
    var checkOrder: [ExactName] = []
    private var output: [ServerMessage] = []
    private var requestCount = 0
    /// The number of the last diagnostics that a client asked for.
    var resultCount = 0
    /// The status of the process; nil while the session goes on.
    package private(set) var exitStatus: Int32?

    /// A session.
    package init(_ environment: ServerEnvironment) {
        self.environment = environment
        settings = ServerSettings(environment.library)
    }

    /// The messages for the client since the last call.
    package func takeOutput() -> [ServerMessage] {
        defer { output = [] }
        return output
    }

    /// The text of an open document, and whether its file could be read; nil if it is not open. For the fuzzer.
    package func state(ofDocument uri: String) -> (bytes: [UInt8], isRead: Bool)? {
        guard let document = documents[ExactName(uri)] else { return nil }
        return (document.text.bytes, document.analysis(settings).error == nil)
    }

    func notify(_ method: String, _ parameters: JSONNode) {
        output.append(.notification(method: method, parameters))
    }

    func ask(_ method: String) {
        requestCount += 1
        output.append(.request(requestCount, method: method, nil))
    }

    /// Shows the user a sentence.
    func show(_ problem: String) {
        notify("window/showMessage", ["type": .integer(1), "message": .string(SafeText.plain(problem))])
    }

    /// Takes a message of the client.
    ///
    /// - Parameter context: what waits after the message.
    package func handle(_ message: ClientMessage, _ context: RequestContext = RequestContext()) {
        switch message {
        case .invalid(let id, let error): output.append(.failure(id, error))
        case .response: break
        case .notification(let method, let parameters): handle(method, Parameters(value: parameters))
        case .request(let id, let method, let parameters):
            do throws(ResponseError) {
                if context.isCancelled() { throw .cancelled }
                output.append(.result(id, try answer(method, Parameters(value: parameters), context)))
            } catch {
                output.append(.failure(id, error))
            }
        }
    }

    private func handle(_ method: String, _ parameters: Parameters) {
        if method == "exit" {
            exitStatus = phase == .shutDown ? 0 : 1
            return
        }
        guard phase == .running else { return }
        // A notification has no answer, so one that cannot be read has no effect.
        do throws(ResponseError) {
            switch method {
            case "textDocument/didOpen": try open(parameters)
            case "textDocument/didChange": try change(parameters)
            case "textDocument/didClose": try close(parameters)
            case "workspace/didChangeConfiguration": configure(parameters.value["settings"])
            case "workspace/didChangeWatchedFiles": readSettings()
            case "textDocument/didSave": try saved(parameters)
            default: break
            }
        } catch {
            notify(
                "window/logMessage",
                ["type": .integer(1), "message": .string("\(SafeText.plain(method)): \(error.message)")])
        }
    }

    private func answer(
        _ method: String, _ parameters: Parameters, _ context: RequestContext
    ) throws(ResponseError) -> JSONNode {
        switch phase {
        case .new:
            guard method == "initialize" else {
                throw ResponseError(.serverNotInitialized, "the first request is `initialize`")
            }
            return initialize(parameters)
        case .shutDown: throw ResponseError(.invalidRequest, "the server is shut down")
        case .running: break
        }
        switch method {
        case "initialize": throw ResponseError(.invalidRequest, "the server is initialised already")
        case "shutdown":
            phase = .shutDown
            return .null
        case "textDocument/hover": return try hover(parameters)
        case "textDocument/completion": return try completion(parameters)
        case "completionItem/resolve":
            return CompletionFeature.resolved(
                parameters.value, environment, isMarkdown: capabilities.completesMarkdown)
        case "textDocument/codeAction": return try codeActions(parameters, context)
        case "textDocument/diagnostic": return try pulledDiagnostics(parameters, context)
        case "textDocument/formatting": return try formatting(parameters, isRange: false, context)
        case "textDocument/rangeFormatting": return try formatting(parameters, isRange: true, context)
        case "textDocument/semanticTokens/full": return try semanticTokens(parameters, isRange: false)
        case "textDocument/semanticTokens/range": return try semanticTokens(parameters, isRange: true)
        default: throw ResponseError(.methodNotFound, "there is no method `\(SafeText.plain(method))`")
        }
    }
}

extension ResponseError {
    static let cancelled = ResponseError(.requestCancelled, "the request was cancelled")
}

/// What waits after a message: whether the work for it is still wanted.
package struct RequestContext {
    /// Whether the client has cancelled the request.
    var isCancelled: () -> Bool
    /// Whether a change of a document waits, by its name.
    var isOutdated: (String) -> Bool

    package init(
        isCancelled: @escaping () -> Bool = { false }, isOutdated: @escaping (String) -> Bool = { _ in false }
    ) {
        self.isCancelled = isCancelled
        self.isOutdated = isOutdated
    }
}

/// The answers to requests about a document.
extension LanguageServer {
    /// The place of a cursor in a predicate; nil if there is none.
    private func place(
        _ parameters: Parameters
    ) throws(ResponseError) -> (document: OpenDocument, place: PredicateAtCursor, offset: Int)? {
        let position = try parameters.position("position")
        guard let document = try document(parameters) else { return nil }
        let offset = document.text.offset(of: position, capabilities.encoding)
        guard
            let place = PredicateAtCursor(
                document.analysis(settings), settings, path: document.path, in: document.text, at: offset)
        else { return nil }
        return (document, place, offset)
    }

    func hover(_ parameters: Parameters) throws(ResponseError) -> JSONNode {
        guard let (document, place, cursor) = try place(parameters) else { return .null }
        if let reference = HoverFeature.reference(place.predicate, at: cursor) {
            return ["contents": MarkupWriter.node(reference, isMarkdown: capabilities.hoversMarkdown)]
        }
        let feature = HoverFeature(predicate: place.predicate, environment: environment)
        guard let (markdown, range) = feature.text(at: place.offset) else { return .null }
        var places = PlaceWriter(document.text, capabilities.encoding)
        return [
            "contents": MarkupWriter.node(markdown, isMarkdown: capabilities.hoversMarkdown),
            "range": places.range(place.predicate.text.map.fileRange(of: range)),
        ]
    }

    func completion(_ parameters: Parameters) throws(ResponseError) -> JSONNode {
        guard let (document, place, offset) = try place(parameters) else { return .null }
        let feature = CompletionFeature(
            environment: environment, capabilities: capabilities, text: document.text, cursor: offset)
        return feature.list(place)
    }

    /// What is wrong with a document, while the request is wanted.
    private func findings(
        _ document: OpenDocument, _ context: RequestContext
    ) throws(ResponseError) -> [LintFinding] {
        try OpenDocument.Interruption.translating(
            try document.findings(settings, isInterrupted: context.isCancelled)
        ) { _ in
            ResponseError.cancelled
        }
    }

    func codeActions(_ parameters: Parameters, _ context: RequestContext) throws(ResponseError) -> JSONNode {
        let range = try parameters.range("range")
        guard let document = try document(parameters) else { return .array([]) }
        let only = parameters.value["context"]["only"].elements?.compactMap(\.text)
        let findings = try findings(document, context)
        guard let file = document.analysis(settings).file else { return .array([]) }
        guard let checks = settings.checks(for: document.path) else { return .array([]) }
        let feature = CodeActionFeature(
            document: document, file: file, checks: checks, isNamed: document.analysis(settings).isNamed,
            capabilities: capabilities)
        return .array(
            feature.actions(findings, in: document.text.offsets(of: range, capabilities.encoding), only: only))
    }

    func pulledDiagnostics(_ parameters: Parameters, _ context: RequestContext) throws(ResponseError) -> JSONNode {
        let uri = try parameters.uri()
        guard let document = try document(parameters) else {
            return ["kind": .string("full"), "items": .array([])]
        }
        if context.isOutdated(uri) {
            throw ResponseError(.serverCancelled, "the document has changed", retriggers: true)
        }
        let findings = try findings(document, context)
        document.isCheckDue = false
        var writer = DiagnosticsFeature(document, capabilities)
        let nodes = writer.nodes(findings, document.analysis(settings).error)
        if let reported = document.reported, reported.diagnostics == nodes {
            if parameters.value["previousResultId"].text == reported.id {
                return ["kind": .string("unchanged"), "resultId": .string(reported.id)]
            }
        } else {
            resultCount += 1
            document.reported = (String(resultCount), nodes)
        }
        return [
            "kind": .string("full"), "resultId": document.reported.map { .string($0.id) }, "items": .array(nodes),
        ]
    }

    func formatting(
        _ parameters: Parameters, isRange: Bool, _ context: RequestContext
    ) throws(ResponseError) -> JSONNode {
        let positions = isRange ? try parameters.range("range") : nil
        guard let document = try document(parameters) else { return .null }
        let findings = try findings(document, context)
        guard let file = document.analysis(settings).file, let checks = settings.checks(for: document.path) else {
            return .null
        }
        // `board-id` would become `board - id`, which shows no more that `board_id` was meant.
        let wrong = findings.filter { $0.diagnostic.severity == .error || !$0.diagnostic.edits.isEmpty }
            .compactMap { $0.predicate?.text.fileRange }
        let feature = FormattingFeature(
            file: file, predicates: { checks.predicates(in: $0) }, library: environment.library)
        let range =
            positions.map { document.text.offsets(of: $0, capabilities.encoding) } ?? 0..<document.text.bytes.count
        var places = PlaceWriter(document.text, capabilities.encoding)
        return .array(feature.edits(in: range, except: Set(wrong)).map { places.edit($0) })
    }

    func semanticTokens(_ parameters: Parameters, isRange: Bool) throws(ResponseError) -> JSONNode {
        let positions = isRange ? try parameters.range("range") : nil
        guard let document = try document(parameters) else { return .null }
        let range =
            positions.map { document.text.offsets(of: $0, capabilities.encoding) } ?? 0..<document.text.bytes.count
        let pieces = SemanticTokensFeature.pieces(
            of: document.analysis(settings).predicates, in: document.text, environment.library, within: range)
        return SemanticTokensFeature.data(pieces, in: document.text, capabilities.encoding)
    }
}

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
        let legend: JSONNode = [
            "tokenTypes": .array(SemanticTokensFeature.legend.map(JSONNode.string)), "tokenModifiers": .array([]),
        ]
        let offered: JSONNode = [
            "positionEncoding": .string(capabilities.encoding.rawValue),
            "textDocumentSync": [
                "openClose": .boolean(true), "change": .integer(2), "save": .boolean(true),
            ],
            "completionProvider": [
                "triggerCharacters": .array(CompletionFeature.triggers.map(JSONNode.string)),
                "resolveProvider": .boolean(true),
            ],
            "hoverProvider": .boolean(true),
            "codeActionProvider": capabilities.takesCodeActions
                ? ["codeActionKinds": .array(CodeActionFeature.kinds.map(JSONNode.string))]
                : .boolean(false),
            "documentFormattingProvider": .boolean(true),
            "documentRangeFormattingProvider": .boolean(true),
            "semanticTokensProvider": [
                "legend": legend, "full": .boolean(true), "range": .boolean(true),
            ],
            "diagnosticProvider": capabilities.pullsDiagnostics
                ? [
                    "identifier": .string("predicate"), "interFileDependencies": .boolean(false),
                    "workspaceDiagnostics": .boolean(false),
                ] : nil,
        ]
        return [
            "capabilities": offered,
            "serverInfo": ["name": .string("predicate"), "version": .string(environment.version)],
        ]
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
            guard let text = change["text"].text else { throw ResponseError(.invalidParams, "`text` is a string") }
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
            ["uri": .string(document.uri), "diagnostics": .array([])])
    }

    /// Puts a document after those that wait for their diagnostics.
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
            [
                "uri": .string(document.uri), "version": document.version.map(JSONNode.integer),
                "diagnostics": .array(nodes),
            ])
    }
}

/// Reads the messages of a client, and writes the answers.
///
/// One thread reads, so that a cancellation is seen while a request is worked on; the calling thread works and writes.
package struct LanguageServerLoop {
    private let server: LanguageServer
    private let queue = MessageQueue()
    /// Writes bytes; false if the client has gone.
    private let write: ([UInt8]) -> Bool

    /// A loop around a session.
    package init(_ environment: ServerEnvironment, write: @escaping ([UInt8]) -> Bool) {
        server = LanguageServer(environment)
        self.write = write
    }

    /// Serves a client until it ends the session or goes away.
    ///
    /// - Parameter descriptor: where its messages are read.
    /// - Returns: the status of the process.
    package func run(reading descriptor: Int32) -> Int32 {
        let queue = queue
        guard let reader = WorkerThread(stackSize: 1 << 20, { Self.read(descriptor, into: queue) }) else { return 1 }
        // The thread may wait for a client that has nothing more to say.
        reader.detach()
        defer { queue.abandon() }
        while true {
            if let message = queue.take(waiting: !server.hasWork) {
                server.handle(message, context(of: message))
                if case .request(let id, method: _, _) = message { queue.finish(id) }
            } else if queue.isAtEnd {
                // A client that goes away without `shutdown` has probably crashed.
                return server.exitStatus ?? 1
            } else {
                server.work(isInterrupted: { queue.hasMessage })
            }
            for message in server.takeOutput() where !write(message.frame) { return 1 }
            if let status = server.exitStatus { return status }
        }
    }

    private func context(of message: ClientMessage) -> RequestContext {
        guard case .request(let id, method: _, _) = message else { return RequestContext() }
        let queue = queue
        return RequestContext(
            isCancelled: { queue.isCancelled(id) }, isOutdated: { queue.hasChange(of: $0) })
    }

    /// Reads messages up to the end of the input.
    private static func read(_ descriptor: Int32, into queue: MessageQueue) {
        defer { queue.close() }
        var frames = FrameReader()
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = SystemCall.readBytes(descriptor, into: chunk)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            frames.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            while let event = frames.next() {
                let isTaken =
                    switch event {
                    case .body(let body): queue.add(ClientMessage(body), bytes: body.count)
                    case .fault(let reason):
                        queue.add(.invalid(nil, ResponseError(.parseError, reason)), bytes: reason.utf8.count)
                    }
                guard isTaken else { return }
            }
        }
    }
}
