import PredicateFormat

@testable import PredicateCommand

/// A session of a test. Output and messages are combined, as on a terminal.
final class TestSession {
    let session: ReplSession
    private let sink: OutputSink

    init(
        width: Int = 80, isTerminal: Bool = false, isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        registeredWings
        sink = OutputSink(isTerminal: isTerminal)
        session = ReplSession(
            in: CommandEnvironment(output: sink, errors: sink, width: width), isInterrupted: isInterrupted)
    }

    /// A session with a loaded file.
    convenience init(_ file: String, width: Int = 80, isTerminal: Bool = false) throws {
        self.init(width: width, isTerminal: isTerminal)
        try session.open([file], .init())
    }

    /// The records of the current file.
    var records: ReplDataSet? { session.current as? ReplDataSet }

    /// All output so far.
    var text: String { sink.text }

    /// The output that some lines cause.
    @discardableResult
    func type(_ lines: String) throws -> String {
        let before = sink.text.utf8.count
        try ReplLoop(session: session, source: ReplListedLines(lines)).run()
        return String(decoding: sink.text.utf8.dropFirst(before), as: UTF8.self)
    }
}

/// A few records with values that are hard to show in a table.
let townRecords = """
    {"name":"Lisbon","country":"PT","population":517802,"tags":["capital","sea"],"mayor":{"name":"Ana"}}
    {"name":"東京","country":"JP","population":9733276,"tags":["capital"]}
    {"name":"São Paulo","country":"BR","population":12400232,"tags":[]}
    {"name":"Nowhere","country":null,"tags":["🇵🇹","👩‍👩‍👧"]}
    {"name":"Porto","country":"PT","population":252687,"tags":["sea"],"mayor":{"name":"Rui"}}

    """
