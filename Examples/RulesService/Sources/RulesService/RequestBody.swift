import FlyingFox
import FlyingSocks
import Foundation

/// The body of a request, read in pieces.
final class RequestBody: @unchecked Sendable {
    // A request is read by one task at a time, so nothing is locked.
    private var iterator: HTTPBodySequence.Iterator
    private let open: OpenRequests
    /// The read that has begun; an interruption leaves it to the next.
    private var reading: Task<Data?, any Error>?
    /// The tenant whose end ends the body; nil if it need not.
    var tenant: Tenant?
    /// Whether all of the body was read.
    private(set) var isEnded = false

    init(_ request: HTTPRequest, _ open: OpenRequests) {
        iterator = request.bodySequence.makeAsyncIterator()
        self.open = open
    }

    /// The next bytes; nil at the end.
    ///
    /// - Throws: `OpenRequests.Interruption`, and errors of the connection.
    func next(stops: Bool = true, for patience: Duration? = nil) async throws -> Data? {
        if isEnded { return nil }
        let reading = reading ?? Task { try await iterator.next() }
        self.reading = reading
        let data = try await open.wait(stops: stops, for: patience, of: stops ? tenant : nil, reading)
        self.reading = nil
        if data == nil { isEnded = true }
        return data
    }

    /// The whole body; nil if it is larger than the limit.
    func all(limit: Int) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while let data = try await next() {
            if bytes.count + data.count > limit { return nil }
            bytes.append(contentsOf: data)
        }
        return bytes
    }

    /// Reads what a client still sends, and drops it. A connection that is closed while bytes arrive is reset, and the
    /// client might lose the end of the answer.
    ///
    /// - Throws: if the body does not end soon. The connection is then closed.
    func drain() async throws {
        do {
            let end = ContinuousClock.now + .seconds(2)
            var bytes = 0
            while let data = try await next(stops: false, for: .seconds(2)) {
                bytes += data.count
                if bytes > 64 << 20 || ContinuousClock.now > end { throw SocketError.disconnected }
            }
        } catch {
            await abandon()
            throw error
        }
    }

    /// Ends the read that has begun. One that outlived its connection would wait at a number that the next connection has.
    func abandon() async {
        cancel()
        _ = await reading?.result
    }

    /// Cancels the read that has begun.
    func cancel() { reading?.cancel() }
}

/// The bytes of an answer, made while it is sent.
struct AnswerBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    /// Gives the next bytes; nil at the end.
    let next: @Sendable () async throws -> [UInt8]?

    func makeAsyncIterator() -> Iterator { Iterator(next: next) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let next: @Sendable () async throws -> [UInt8]?

        mutating func next() async throws -> UInt8? { throw SocketError.disconnected }
        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { try await next() }
    }
}
