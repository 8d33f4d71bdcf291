import PredicateFiles
import PredicateFormat
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
        notify("window/showMessage", .members(["type": .integer(1), "message": .string(SafeText.plain(problem))]))
    }

    /// Takes a message of the client.
    ///
    /// - Parameter context: what waits behind the message.
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
                .members(["type": .integer(1), "message": .string("\(SafeText.plain(method)): \(error.message)")]))
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

/// What waits behind a message: whether the work for it is still wanted.
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
