import Foundation
import Synchronization

/// One request that sends events and reads their answers at the same time.
final class EventLoad: Sendable {
    /// What the answers were.
    struct Result: Sendable {
        var sent = 0
        var answered = 0
        var wrong = 0
        var matches = 0
        /// The reason that the service gave for ending the stream; nil if it answered all events.
        var stopped: String?
        /// What went wrong with the connection.
        var failure: String?
        /// The time from writing a piece until its last answer, in milliseconds.
        var delays: [Double] = []
        var versions: Set<Int> = []
    }

    private let replay: Replay
    private let first: Int
    private let result = Mutex(Result())
    private let isStopped = Atomic(false)
    private let waiting = Mutex<[(event: Int, written: ContinuousClock.Instant)]>([])
    /// The number of events that may wait for an answer.
    private let window = 512
    private let piece = 64

    init(_ replay: Replay, first: Int) {
        self.replay = replay
        self.first = first
    }

    var now: Result { result.withLock { $0 } }
    func stop() { isStopped.store(true, ordering: .relaxed) }

    private func event(_ number: Int) -> Int { (first + number * 7) % replay.events.count }

    /// Sends events until `stop()` and returns when all are answered.
    func run(port: UInt16, tenant: String) {
        do {
            let connection = try Connection(port: port)
            let head = """
                POST /events HTTP/1.1\r\nHost: localhost\r\nX-Tenant: \(tenant)\r\nTransfer-Encoding: chunked\r\n\r\n
                """
            try connection.write(Array(head.utf8))
            nonisolated(unsafe) let shared = connection
            let done = DispatchSemaphore(value: 0)
            let reader = Thread { [self] in
                do { try read(shared) } catch { result.withLock { $0.failure = "\(error)" } }
                stop()
                done.signal()
            }
            reader.start()
            // The reader says what became of a connection that is closed while writing.
            try? write(connection)
            done.wait()
        } catch {
            result.withLock { $0.failure = "\(error)" }
        }
    }

    private func write(_ connection: Connection) throws {
        var sent = 0
        while !isStopped.load(ordering: .relaxed) {
            if sent - now.answered > window {
                Thread.sleep(forTimeInterval: 0.0005)
                continue
            }
            var bytes: [UInt8] = []
            for number in sent..<sent + piece {
                bytes += replay.events[event(number)]
                bytes.append(0x0A)
            }
            sent += piece
            result.withLock { $0.sent = sent }
            waiting.withLock { $0.append((sent, .now)) }
            try connection.write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A])
        }
        try connection.write(Array("0\r\n\r\n".utf8))
    }

    private func read(_ connection: Connection) throws {
        let (status, _) = try connection.head()
        guard status == 200 else { throw ConnectionError(description: "status \(status)") }
        var line: [UInt8] = []
        while let chunk = try connection.chunk() {
            var start = 0
            while let end = chunk[start...].firstIndex(of: 0x0A) {
                line += chunk[start..<end]
                try take(line)
                line.removeAll(keepingCapacity: true)
                start = end + 1
            }
            line += chunk[start...]
        }
    }

    /// Takes an answer: `{"event":1,"version":2,"ids":["a","b"]}`, or the last line.
    private func take(_ line: [UInt8]) throws {
        var start = 0
        func number(after prefix: String) -> Int? {
            guard line[start...].starts(with: prefix.utf8) else { return nil }
            start += prefix.utf8.count
            var number = 0
            while start < line.count, case 0x30...0x39 = line[start] {
                number = 10 * number + Int(line[start] - 0x30)
                start += 1
            }
            return number
        }
        if let event = number(after: "{\"event\":"), let version = number(after: ",\"version\":"),
            line[start...].starts(with: ",\"ids\":[".utf8), line.suffix(2) == Array("]}".utf8)
        {
            let ids = line[(start + 8)..<(line.count - 2)]
            result.withLock { result in
                result.answered += 1
                result.versions.insert(version)
                if !ids.isEmpty { result.matches += 1 + ids.count { $0 == UInt8(ascii: ",") } }
                // Answers come in the order of the events.
                if event != result.answered || !replay.isRight(self.event(event - 1), version: version, ids) {
                    result.wrong += 1
                    if result.wrong < 4 { print("wrong: \(String(decoding: line, as: UTF8.self))") }
                }
            }
            let written = waiting.withLock { waiting -> ContinuousClock.Instant? in
                guard let next = waiting.first, next.event == event else { return nil }
                waiting.removeFirst()
                return next.written
            }
            if let written {
                let delay = (ContinuousClock.now - written) / .milliseconds(1)
                result.withLock { $0.delays.append(delay) }
            }
            return
        }
        if let count = number(after: "{\"done\":") {
            return try result.withLock { result in
                if count != result.answered || count != result.sent {
                    throw ConnectionError(
                        description: "\(result.sent) sent, \(result.answered) answered, done says \(count)")
                }
            }
        }
        if line.starts(with: "{\"stopped\":".utf8) {
            return result.withLock { result in
                result.stopped = String(decoding: line, as: UTF8.self)
                if !line.suffix(20).contains(sequence: Array("\"events\":\(result.answered)}".utf8)) {
                    result.failure = "\(result.answered) answered, but \(result.stopped ?? "")"
                }
            }
        }
        throw ConnectionError(description: "no answer: \(String(decoding: line, as: UTF8.self))")
    }
}

extension Collection where Element: Equatable {
    /// Whether the elements of another collection occur in a row.
    fileprivate func contains(sequence other: [Element]) -> Bool {
        indices.contains { self[$0...].starts(with: other) }
    }
}
