import PredicateCore

/// Calls of aggregate functions where SQL allows them, and where here the name of an aggregate belongs: in `having`,
/// `sort` and `select`.
struct AggregateHabits {
    /// An aggregate of the groups, as source.
    struct Known: Hashable {
        var function: QueryFunction
        /// The argument without blanks; empty for `count`.
        var argument: String
        var name: String
    }

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

    /// The calls of aggregate functions in an expression, without those in their arguments.
    static func calls(in text: String) -> [Call] {
        let whole = QueryText(text)
        var lexer = Lexer(text, library: .standard)
        lexer.fill(to: .max)
        let tokens = lexer.tokens
        var calls: [Call] = []
        var index = 0
        while index + 1 < tokens.count {
            let (name, open) = (index, index + 1)
            index += 1
            guard tokens[name].code == .word, tokens[open].sign == .openParenthesis,
                name == 0 || tokens[name - 1].sign != .dot,
                let function = QueryFunction(name: lexer.text(of: tokens[name]))
            else { continue }
            // Without its end, the rest of the text is part of it.
            guard let close = closing(open, of: tokens) else { return calls }
            calls.append(
                Call(
                    function: function,
                    argument: whole.piece(tokens[open].range.upperBound..<tokens[close].range.lowerBound),
                    range: tokens[name].range.union(tokens[close].range)))
            index = close + 1
        }
        return calls
    }

    /// The index of the parenthesis that closes another one; nil if there is none.
    private static func closing(_ open: Int, of tokens: [Token]) -> Int? {
        var depth = 0
        return tokens[open...].indices.first { index in
            if tokens[index].sign == .openParenthesis { depth += 1 }
            if tokens[index].sign == .closeParenthesis { depth -= 1 }
            return depth == 0
        }
    }
}
