/// The state of the parser at the end of the text, for completion.
///
/// At its end the parser knows which rule is open and what it would read next. It records that here on request, so that
/// completion needs no separate grammar. Without a request there is no trace, and the cost is a test for nil.
package struct CursorTrace {
    /// A part of an open rule, with what has been read of it.
    package enum Frame {
        /// A condition, at its beginning.
        case condition
        /// The operand of ANY, ALL or NONE.
        case quantified(Quantifier)
        /// The right side of a comparison.
        case rightSide(of: SyntaxNode, SyntaxComparator, Quantifier?)
        /// The right operand of `+` and the like.
        case arithmetic(ArithmeticOperator?, SyntaxNode)
        /// The right operand of UNION and the like.
        case set(SetOperator, SyntaxNode)
        /// The operand of a sign.
        case sign
        /// An element of a list in braces.
        case element
        /// The contents of parentheses: a condition or a value.
        case parenthesis
        /// The index of a value.
        case index(of: SyntaxNode)
        /// An argument of a function, by its index.
        case argument(of: String, Int)
        /// An argument of FUNCTION, by its index after the selector.
        case functionArgument(of: SyntaxNode, Int)
        /// The value that CAST converts.
        case castValue
        /// The name of its type.
        case castType
        /// The first part of FUNCTION.
        case functionTarget
        /// The selector of FUNCTION.
        case functionName
        /// The list of SUBQUERY.
        case collection
        /// The condition of a SUBQUERY over a list, with its variable and the number of earlier definitions.
        case elementCondition(over: SyntaxNode, String, definitions: Int)
        /// The condition of a TERNARY.
        case ternaryCondition
        /// One of its values.
        case ternaryValue
        /// The value of an assignment.
        case assigned
    }

    /// What could be read next at the end of the text.
    package enum Site {
        /// A value has to follow.
        case operand
        /// The name of a field must follow, after a dot.
        case component(of: SyntaxNode)
        /// The options of an operator have to follow.
        case options
        /// A string in quotes has to follow, for CAST and FUNCTION.
        case constantText
        /// The variable of a SUBQUERY has to follow.
        case variableName
        /// A value has been read; an operator between values may follow.
        case behind(SyntaxNode)
        /// A value has been read at the start of a condition; a comparison operator may follow.
        case comparator(SyntaxNode, Quantifier?)
        /// A condition has been read; AND or OR may follow.
        case connective
    }

    /// A site with the rules that were open there.
    package struct Record {
        package var site: Site
        package var frames: [Frame]
        package var definitions: [(name: String, value: SyntaxNode)]
    }

    private(set) var frames: [Frame] = []
    /// The definitions of `:=` that are in scope.
    private(set) var definitions: [(name: String, value: SyntaxNode)] = []
    /// The first record of each kind.
    private(set) var records: [Record] = []
    private var isSettled = false
    private var seen: Set<Int> = []

    mutating func push(_ frame: Frame) { frames.append(frame) }

    mutating func pop() {
        if case .elementCondition(_, _, let count) = frames.popLast(), count < definitions.count {
            // Assignments inside a SUBQUERY are not available outside.
            definitions.removeLast(definitions.count - count)
        }
    }

    /// Opens the condition of a SUBQUERY.
    mutating func pushElementCondition(over collection: SyntaxNode, _ variable: String) {
        push(.elementCondition(over: collection, variable, definitions: definitions.count))
    }

    /// Says which argument of the innermost call comes next.
    mutating func setLocation(_ location: Int) {
        switch frames.last {
        case .argument(let name, _): frames[frames.count - 1] = .argument(of: name, location)
        case .functionArgument(let selector, _): frames[frames.count - 1] = .functionArgument(of: selector, location)
        default: break
        }
    }

    mutating func define(_ name: String, _ value: SyntaxNode) { definitions.append((name, value)) }

    /// Records what could be read at the end of the text. After a required part is missing, later notes of the parser
    /// are about the missing part, and are ignored.
    mutating func note(_ site: Site) {
        guard !isSettled else { return }
        let kind: Int
        switch site {
        case .behind: kind = 0
        case .comparator: kind = 1
        case .connective:
            // `NOT name`, which is a condition only by the way it is read on.
            guard !seen.contains(1) else { return }
            kind = 2
        case .operand, .component, .options, .constantText, .variableName:
            isSettled = true
            kind = 3
        }
        guard seen.insert(kind).inserted else { return }
        records.append(Record(site: site, frames: frames, definitions: definitions))
    }
}

extension Parser {
    /// Records what could follow at the end of the text; nothing can follow an open bracket.
    mutating func noteEnd(_ site: @autoclosure () -> CursorTrace.Site) {
        if trace != nil, atEnd, !hasUnclosedBracket { trace?.note(site()) }
    }

    /// The state of the parser at the end of a format string.
    package static func trace(_ source: String, library: PredicateLibrary, limits: PredicateLimits, asExpression: Bool)
        -> [CursorTrace.Record]
    {
        guard source.utf8.count <= min(limits.sourceBytes, Token.longestText) else { return [] }
        return withStack(for: source, limits) {
            var parser = Parser(source: source, library: library, limits: limits)
            parser.trace = CursorTrace()
            _ = parser.parseWhole(as: asExpression ? .expression : .predicate)
            // Past a limit the rest has been left unread.
            return parser.stopped ? [] : parser.trace?.records ?? []
        }
    }
}
