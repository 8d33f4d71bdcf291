import PredicateFormat
import PredicateRecords

/// Writes each record as JSON over several lines. A nested value stays on one line if there is room for it.
struct PrettyOutput: RecordOutput {
    private let output: OutputSink
    private let layout: PrettyJSON

    init(in environment: CommandEnvironment) {
        output = environment.output
        layout = PrettyJSON(width: environment.outputWidth, isColoured: environment.colouredOutput)
    }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        try record.withBytes { bytes throws(OutputFailure) in
            guard output.isTerminal else { return try output.write(layout.text(bytes) + "\n") }
            // Colours are control characters, so unsafe characters must be replaced before colours are added.
            let text = SafeText.json(bytes).map { safe in safe.withUnsafeBufferPointer { layout.text($0) } }
            try output.writeUnchanged((text ?? layout.text(bytes)) + "\n")
        }
    }

    mutating func finish() {}
}

/// Lays JSON out for people. Numbers and strings keep their spelling.
struct PrettyJSON {
    /// The width in columns at which nested values are broken into lines.
    var width: Int
    /// Whether keys, strings, numbers and words have colours.
    var isColoured: Bool

    private static let indent = 2

    /// An object or a list that has been opened.
    private struct Level {
        /// Whether each member has its own line.
        var isBroken: Bool
        var isEmpty = true
    }

    /// The laid out text, without a line end.
    func text(_ json: UnsafeBufferPointer<UInt8>) -> String {
        let tokens = JSONToken.tokens(of: json)
        let columns = tokens.map { token in
            String(decoding: UnsafeBufferPointer(rebasing: json[token.range]), as: UTF8.self)
        }
        let flat = Self.flatWidths(tokens, columns)
        var text = ""
        var levels: [Level] = []
        /// The column that has been reached, and whether a key has just been written.
        var column = 0
        var isBehindKey = false
        for (index, token) in tokens.enumerated() {
            if case .close = token.part {
                let level = levels.popLast()
                if let level, level.isBroken, !level.isEmpty { newLine(levels.count, &text, &column) }
                text += columns[index]
                column += 1
                continue
            }
            if !isBehindKey, let level = levels.last {
                if !level.isEmpty { text += level.isBroken ? "," : ", " }
                column += level.isEmpty || level.isBroken ? 0 : 2
                levels[levels.count - 1].isEmpty = false
                if level.isBroken { newLine(levels.count, &text, &column) }
            }
            isBehindKey = false
            text += coloured(columns[index], token.part)
            column += TextWidth.columns(of: columns[index])
            switch token.part {
            case .key:
                text += ": "
                column += 2
                isBehindKey = true
            case .open:
                // A comma may follow. A record is always broken, so that records look alike.
                let isInFlat = levels.last.map { !$0.isBroken } ?? false
                let fits = !levels.isEmpty && column + flat[index] <= width
                levels.append(Level(isBroken: !isInFlat && !fits))
            default: break
            }
        }
        return text
    }

    /// For each opening bracket, the columns after it that its value takes on one line, with a comma.
    private static func flatWidths(_ tokens: [JSONToken], _ texts: [String]) -> [Int] {
        var sums = [0]
        sums.reserveCapacity(tokens.count + 1)
        for (index, token) in tokens.enumerated() {
            var width = TextWidth.columns(of: texts[index])
            // `: ` and `, ` follow.
            if case .open = token.part {} else { width += 2 }
            sums.append(sums[index] + width)
        }
        return tokens.indices.map { index in sums[tokens[index].end + 1] - sums[index + 1] }
    }

    private func newLine(_ level: Int, _ text: inout String, _ column: inout Int) {
        column = level * Self.indent
        text += "\n" + String(repeating: " ", count: column)
    }

    private func coloured(_ text: String, _ part: JSONTextReader.Part) -> String {
        guard isColoured else { return text }
        let colour: String? =
            switch part {
            case .key: "1;34"
            case .string: "32"
            case .word: text == "null" ? "2" : "33"
            default: nil
            }
        return ColumnText.styled(text, colour)
    }
}

/// A part of JSON text that a writer places: a bracket, a key or a scalar. Commas, colons and blanks are left out.
struct JSONToken {
    /// What it is; keys and strings have their quotes.
    var part: JSONTextReader.Part
    /// The range of the token, in bytes of the JSON text.
    var range: Range<Int>
    /// For an opening bracket, the index of its closing bracket; otherwise the index of the token itself.
    var end: Int

    /// The tokens of JSON text. For invalid JSON, these are the tokens before the mistake, with matching brackets.
    static func tokens(of text: UnsafeBufferPointer<UInt8>) -> [JSONToken] {
        var tokens: [JSONToken] = []
        /// The indices of the open brackets.
        var open: [Int] = []
        var reader = JSONTextReader(Array(text), repairsSurrogates: true)
        while let (part, range) = try? reader.next() {
            switch part {
            case .open: open.append(tokens.count)
            case .close: if let opening = open.popLast() { tokens[opening].end = tokens.count }
            case .key, .string, .word: break
            case .comma, .space, .comment: continue
            }
            tokens.append(JSONToken(part: part, range: range, end: tokens.count))
        }
        for opening in open.reversed() {
            tokens[opening].end = tokens.count
            tokens.append(JSONToken(part: .close, range: text.count..<text.count, end: tokens.count))
        }
        return tokens
    }
}
