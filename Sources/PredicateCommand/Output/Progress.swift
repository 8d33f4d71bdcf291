import PredicateFormat
import PredicateRecords

/// A progress bar on standard error, if that is a terminal, the size of the input is known and the work takes long.
struct Progress {
    private let total: Int
    private let environment: CommandEnvironment
    private let isShown: Bool
    private let started = ContinuousClock.now
    private var next: ContinuousClock.Instant
    private var isDrawn = false
    private var records = 0

    /// A bar for reading sources.
    ///
    /// - Parameter overOutput: whether it is drawn even if the output is a terminal, because nothing is written
    ///   meanwhile.
    init(sources: [RecordSource], in environment: CommandEnvironment, overOutput: Bool = false) {
        self.environment = environment
        // A bar would disturb output on the same terminal.
        let hasRoom = environment.errors.isTerminal && (overOutput || !environment.output.isTerminal)
        let sizes = hasRoom ? sources.map(\.plainSize) : []
        total = sizes.reduce(0) { $0 + ($1 ?? 0) }
        isShown = total > 0 && sizes.allSatisfy { $0 != nil }
        next = started + .seconds(1)
    }

    /// A bar for work of a known size, even if the output is a terminal unless records are written there meanwhile.
    init(total: Int, in environment: CommandEnvironment, overOutput: Bool = true) {
        self.environment = environment
        self.total = total
        isShown = total > 0 && environment.errors.isTerminal && (overOutput || !environment.output.isTerminal)
        next = started + .seconds(1)
    }

    /// Redraws the bar when it is due.
    mutating func update(bytes: Int) {
        guard isShown else { return }
        records &+= 1
        guard records & 0x3FF == 0 else { return }
        redraw(bytes: bytes)
    }

    /// Redraws the bar if it is due, for callers that do not call it with every record.
    mutating func redraw(bytes: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now >= next else { return }
        next = now + .milliseconds(100)
        isDrawn = true
        let share = min(1, Double(bytes) / Double(total))
        let width = max(10, min(40, environment.width - 20))
        let filled = Int(share * Double(width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        try? environment.errors.writeUnchanged("\r\(bar) \(Int(share * 100)) %")
        try? environment.errors.flush()
    }

    /// Removes the bar.
    mutating func clear() {
        guard isDrawn else { return }
        isDrawn = false
        try? environment.errors.writeUnchanged("\r\u{1B}[K")
        try? environment.errors.flush()
    }
}

/// Numbers with a fixed number of decimal digits.
enum FixedNumber {
    static func text(_ number: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (number * scale).rounded()
        guard scaled.magnitude < 9e15, let whole = Int64(exactly: scaled) else { return "\(number)" }
        let text = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let sign = whole < 0 ? "-" : ""
        return digits == 0 ? sign + padded : sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
