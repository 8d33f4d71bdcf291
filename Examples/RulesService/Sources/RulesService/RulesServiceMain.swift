import FlyingFox
import FlyingSocks
import Foundation

/// `rules-service FOLDER [PORT]`: a tenant for each `NAME.schema.json` of the folder, on a port of loopback; 8080 by default, and
/// 0 takes any that is free.
@main
struct RulesServiceMain {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.count <= 2,
            let port = UInt16(arguments.dropFirst().first ?? "8080")
        else {
            complain("usage: rules-service FOLDER [PORT]")
            exit(64)
        }
        // A client that goes away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        do {
            try await serve(URL(fileURLWithPath: folder), port)
        } catch let refusal as RuleChanges.Refusal {
            complain("error: saved rules: \(refusal.text)")
            exit(65)
        } catch {
            complain("error: \(error)")
            exit(74)
        }
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private static func serve(_ folder: URL, _ port: UInt16) async throws {
        let limits = ServiceLimits()
        let tenants = try Tenants(folder: folder, limits)
        let metrics = Metrics()
        let open = OpenRequests(limits)
        let service = Service(tenants: tenants, limits: limits, metrics: metrics, open: open)
        // Nothing is kept for reading twice.
        let server = HTTPServer(
            config: .init(
                address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 120, sharedRequestReplaySize: 0,
                logger: .disabled),
            handler: service)
        let signals = Signals([SIGTERM, SIGINT, SIGHUP])
        let running = Task { try await server.run() }
        let watching = Task { await open.watch() }
        try await server.waitUntilListening(timeout: 10)
        if case .ip4(_, let port)? = await server.listeningAddress { print("listening on port \(port)") }
        fflush(nil)
        for await _ in signals {
            // Requests go on meanwhile.
            let gone = tenants.reload { name, error in
                let reason = (error as? RuleChanges.Refusal)?.text ?? "\(error)"
                complain("error: \(name) stays as it was: \(reason)")
            }
            for tenant in gone { open.end(tenant) }
        }
        // Without its sources, a signal would be lost.
        withExtendedLifetime(signals) {}
        open.stop()
        let isDrained = await open.drained()
        await server.stop(timeout: 2)
        watching.cancel()
        running.cancel()
        print("stopped after \(metrics.answered) events" + (isDrained ? "" : "; some requests did not end"))
    }
}

/// Signals, as a sequence that a signal other than SIGHUP ends.
struct Signals: AsyncSequence {
    private let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init(_ numbers: [Int32]) {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        self.stream = stream
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                if number == SIGHUP { continuation.yield(number) } else { continuation.finish() }
            }
            source.resume()
            return source
        }
    }

    func makeAsyncIterator() -> AsyncStream<Int32>.Iterator { stream.makeAsyncIterator() }
}

extension RuleChanges.Refusal {
    /// The refusal as JSON.
    fileprivate var text: String {
        switch self {
        case .malformed(let json), .wrong(let json), .unsaved(let json):
            String(decoding: json, as: UTF8.self).trimmingCharacters(in: .newlines)
        }
    }
}
