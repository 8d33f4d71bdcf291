import PredicateCore
import PredicatePlatform

/// The messages between the thread that reads and the thread that works.
///
/// A request that is cancelled is marked at once, so that the work for it can end early.
package final class MessageQueue: Sendable {
    private struct State {
        var messages: [(message: ClientMessage, bytes: Int)] = []
        /// The position of the next message.
        var next = 0
        var bytes = 0
        var isClosed = false
        /// Requests without an answer, with whether they are cancelled.
        var requests: [RequestID: Bool] = [:]
        /// Whether nobody takes messages any more.
        var isAbandoned = false

        var isEmpty: Bool { next == messages.count }
    }

    /// The bytes of messages that may wait. The reader waits for the worker beyond.
    static let capacity = 128 << 20

    // `Monitor` guards the state.
    private let state = Monitor(State())

    package init() {}

    /// Adds a message. Waits while too many bytes are waiting. Returns false if nobody takes messages any more.
    package func add(_ message: ClientMessage, bytes: Int) -> Bool {
        state.wait { $0.isEmpty || $0.bytes + bytes <= Self.capacity || $0.isAbandoned }
        return state.change { state in
            if state.isAbandoned { return false }
            switch message {
            case .request(let id, method: _, _): state.requests[id] = false
            case .notification(method: "$/cancelRequest", let parameters):
                if let id = RequestID(parameters["id"]), state.requests[id] != nil { state.requests[id] = true }
                return true
            default: break
            }
            state.messages.append((message, bytes))
            state.bytes += bytes
            return true
        }
    }

    /// No further messages come.
    package func close() { state.change { $0.isClosed = true } }

    /// No further messages are taken.
    package func abandon() { state.change { $0.isAbandoned = true } }

    /// The next message; nil at the end. Waits for one, unless there is other work.
    package func take(waiting: Bool) -> ClientMessage? {
        if waiting { state.wait { !$0.isEmpty || $0.isClosed } }
        return state.change { state in
            guard !state.isEmpty else { return nil }
            let (message, bytes) = state.messages[state.next]
            state.next += 1
            state.bytes -= bytes
            if state.isEmpty {
                state.messages = []
                state.next = 0
            } else if state.next > 1000 {
                state.messages.removeFirst(state.next)
                state.next = 0
            }
            return message
        }
    }

    /// Whether a message is waiting.
    package var hasMessage: Bool { state.withLock { !$0.isEmpty } }

    /// Whether all messages were taken and no further ones come.
    package var isAtEnd: Bool { state.withLock { $0.isEmpty && $0.isClosed } }

    /// Whether the client has cancelled a request.
    package func isCancelled(_ id: RequestID) -> Bool { state.withLock { $0.requests[id] ?? false } }

    /// The request has its answer.
    package func finish(_ id: RequestID) { state.withLock { $0.requests[id] = nil } }

    /// Whether a change of a document is waiting.
    package func hasChange(of uri: String) -> Bool {
        state.withLock { state in
            state.messages[state.next...].contains { entry in
                guard case .notification(method: "textDocument/didChange", let parameters) = entry.message else {
                    return false
                }
                return parameters["textDocument"]["uri"].text.map { sameCodePoints($0, uri) } ?? false
            }
        }
    }
}
