import PredicateFormat
import PredicatePlatform

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
