import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// A progress bar on standard error, if that is a terminal and the work takes long. Without the size of the input, it
/// shows how much has been read.
final class Progress {
    /// The size of the work; nil if it is not known.
    private var total: Int?
    private let environment: CommandEnvironment
    private var isShown: Bool
    private let started = ContinuousClock.now
    private var next: ContinuousClock.Instant
    private let line = Line()

    /// Whether the bar is on the screen. The output removes it before it writes to the same screen.
    private final class Line {
        var isDrawn = false
    }

    /// A bar for reading sources. Nothing is shown for pipes, which may have no end.
    convenience init(sources: [RecordSource], in environment: CommandEnvironment) {
        // The size of a file is looked up only for a terminal.
        let isShown = environment.errors.isTerminal && !sources.isEmpty && sources.allSatisfy(\.isRereadable)
        let sizes = isShown ? sources.map(\.plainSize) : []
        let isKnown = sizes.allSatisfy { $0 != nil }
        self.init(
            isKnown ? sizes.reduce(0) { $0 + ($1 ?? 0) } : nil, isShown: isShown, in: environment)
    }

    /// A bar for work of a known size.
    convenience init(total: Int, in environment: CommandEnvironment) {
        self.init(total, isShown: environment.errors.isTerminal, in: environment)
    }

    /// Tells the size of the work, once it is known.
    func begin(total: Int) {
        self.total = total
        isShown = environment.errors.isTerminal && total > 0
        giveWay()
    }

    private init(_ total: Int?, isShown: Bool, in environment: CommandEnvironment) {
        self.environment = environment
        self.total = total
        self.isShown = isShown && total.map { $0 > 0 } ?? true
        next = started + .seconds(1)
        giveWay()
    }

    /// Removes the bar before anything is written to the same screen.
    private func giveWay() {
        guard isShown, environment.output.isTerminal else { return }
        let (line, errors) = (line, environment.errors)
        environment.output.beforeWriting = { Self.clear(line, errors) }
    }

    /// Redraws the bar if it is due. Looking at the clock takes long, so callers do not call it with every record.
    func redraw(bytes: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now >= next else { return }
        next = now + .milliseconds(100)
        // What has been found is shown above the bar. A failure is kept, and reported by the next write.
        if environment.output.isTerminal { try? environment.output.flush() }
        // The bar may pass through the output, as where a pager waits for it, and must not remove itself.
        line.isDrawn = false
        try? environment.errors.writeUnchanged("\r" + text(bytes))
        try? environment.errors.flush()
        line.isDrawn = true
    }

    private func text(_ bytes: Int) -> String {
        guard let total else { return FixedNumber.text(Double(bytes) / 1e6, digits: 0) + " MB read" }
        let share = min(1, Double(bytes) / Double(total))
        let width = max(10, min(40, environment.width - 20))
        let filled = Int(share * Double(width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return "\(bar) \(Int(share * 100)) %"
    }

    /// Removes the bar.
    func clear() {
        guard isShown else { return }
        Self.clear(line, environment.errors)
    }

    private static func clear(_ line: Line, _ errors: OutputSink) {
        guard line.isDrawn else { return }
        line.isDrawn = false
        try? errors.writeUnchanged("\r\u{1B}[K")
        try? errors.flush()
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

    /// A number with about six digits.
    static func short(_ number: Double) -> String {
        let size = number.magnitude
        if size < 1e15, let whole = Int64(exactly: number) { return "\(whole)" }
        guard size < 1e15, size >= 1e-4 else { return "\(number)" }
        let power = Int(log10(size).rounded(.down))
        var text = text(number, digits: min(9, max(1, 5 - power)))
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text
    }
}
