import PredicateCore

/// Calls of aggregate functions where SQL allows them, and where here the name of an aggregate belongs: in `having`,
/// `sort` and `select`.
struct AggregateHabits {
    /// An aggregate of the groups, as a text.
    struct Known: Hashable {
        var function: QueryFunction
        /// The argument without blanks; empty for `count`.
        var argument: String
        var name: String
    }

    /// A call in a text.
    struct Call {
        var function: QueryFunction
        var argument: QueryText.Piece
        var range: SourceRange

        /// `count(*)`, and the other ways to count records.
        var countsRecords: Bool { function == .count && ["*", "1", ""].contains(argument.text) }
    }

    /// The aggregates of the groups.
    let known: [Known]

    init(_ aggregates: [QueryAggregate]) {
        known = aggregates.filter { !$0.isHidden && $0.rank == nil }.map { aggregate in
            Known(
                function: aggregate.function, argument: Self.compact(aggregate.column?.expression.source ?? ""),
                name: aggregate.name)
        }
    }

    private static func compact(_ text: String) -> String { String(text.filter { $0 != " " }) }

    /// The name of the value of a call in a group; nil if the group has none.
    func name(of call: Call) -> String? {
        if call.countsRecords { return "count" }
        let argument = Self.compact(call.argument.text)
        return known.first { $0.function == call.function && sameCodePoints($0.argument, argument) }?.name
    }

    /// The calls of aggregate functions outside of quotes, without those in their arguments.
    static func calls(in text: String) -> [Call] {
        let whole = QueryText(text)
        let bytes = whole.bytes
        var calls: [Call] = []
        var quote: UInt8?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if QueryText.isNameByte(byte), byte != UInt8(ascii: "-") {
                let start = index
                while index < bytes.count, QueryText.isNameByte(bytes[index]), bytes[index] != UInt8(ascii: "-") {
                    index += 1
                }
                let isPart =
                    start > 0 && [UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "@")].contains(bytes[start - 1])
                if !isPart, let open = whole.opening(behind: start..<index) {
                    // Without its end, the rest of the text is part of it.
                    guard let call = whole.call(named: start..<index, open) else { return calls }
                    calls.append(call)
                    index = call.range.upperBound
                }
                continue
            }
            index += 1
        }
        return calls
    }
}

extension QueryText {
    /// The offset of the parenthesis behind the name of an aggregate function; nil if there is none.
    fileprivate func opening(behind name: Range<Int>) -> (function: QueryFunction, offset: Int)? {
        guard let function = QueryFunction(name: piece(name).text) else { return nil }
        var open = name.upperBound
        while open < bytes.count, Self.isBlank(bytes[open]) { open += 1 }
        guard open < bytes.count, bytes[open] == UInt8(ascii: "(") else { return nil }
        return (function, open)
    }

    /// The call of an aggregate function whose name is at a range; nil if it has no end.
    fileprivate func call(named range: Range<Int>, _ opening: (function: QueryFunction, offset: Int))
        -> AggregateHabits.Call?
    {
        let (function, open) = opening
        // The parenthesis that closes the argument is the first outside of its brackets and quotes.
        var depth = 0
        var quote: UInt8?
        var index = open + 1
        while index < bytes.count {
            let byte = bytes[index]
            if let inner = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == inner { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                if depth == 0 {
                    return AggregateHabits.Call(
                        function: function, argument: piece(open + 1..<index),
                        range: SourceRange(range.lowerBound, index + 1))
                }
                depth -= 1
            }
            index += 1
        }
        return nil
    }
}
