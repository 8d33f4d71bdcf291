import PredicateFormat

/// Reads the format of a call in Swift: a literal, literals joined by `+`, the name of a constant, `String(format:)`.
struct SwiftFormatReader {
    private let source: SourceTokens
    private let constants: SwiftConstants

    init(_ source: SourceTokens, _ constants: SwiftConstants) {
        self.source = source
        self.constants = constants
    }

    /// An operand of `+`.
    private enum Operand {
        case literal(SourceLiteral)
        case known([UInt8])
        case unknown
    }

    /// The format that some tokens are; nil if the source does not tell.
    func format(_ argument: Range<Int>) -> SourceFormat? {
        let tokens = source.unwrapped(argument)
        let range = source.fileRange(argument)
        if var format = formatted(tokens, range) ?? joined(tokens, range) {
            if format.text.bytes.isEmpty, format.text.holes.isEmpty { format.isUniform = false }
            return format
        }
        guard let constant = constants.constant(tokens),
            let format = joined(constant.value, range, literals: source.fileRange(constant.value))
        else { return variable(tokens, range) }
        // An argument can be added to one call only.
        return format.text.holes.isEmpty || constant.uses == 1 ? format : without(format)
    }

    /// The format that a local variable has.
    private func variable(_ tokens: Range<Int>, _ range: Range<Int>) -> SourceFormat? {
        guard let value = LocalVariables(source, .swift).value(of: tokens),
            var format = formatted(value, range) ?? joined(value, range)
        else { return nil }
        format.isElsewhere = true
        format.literals = source.fileRange(value)
        return format
    }

    /// A format whose injections cannot be mended.
    private func without(_ format: SourceFormat) -> SourceFormat {
        var format = format
        for index in format.text.holes.indices { format.text.holes[index].cut = nil }
        format.literals = format.range.lowerBound..<format.range.lowerBound
        return format
    }

    /// `String(format: "…", …)`.
    private func formatted(_ tokens: Range<Int>, _ range: Range<Int>) -> SourceFormat? {
        let open = tokens.lowerBound + 1
        guard source.isWord(tokens.lowerBound, "String") || source.isWord(tokens.lowerBound, "NSString"),
            source.isSign(open, "("), source.partner(open) == tokens.upperBound - 1
        else { return nil }
        let items = SwiftArgument.list(source, open)
        guard let first = items.first, source.isWord(first.label, "format"), first.value.count > 0,
            let literal = source.literal(first.value.lowerBound),
            source.next(first.value.lowerBound) == first.value.upperBound,
            let text = source.swiftText(of: literal, known: known)
        else { return nil }
        let literalRange = source.fileRange(first.value)
        let arguments = items.dropFirst().map {
            SourceArgument(range: source.fileRange($0.value), kind: SwiftArgument.kind(source, $0.value))
        }
        var format = SourceFormat(
            text: text, style: source.swiftStyle(of: literal), range: range, literals: literalRange)
        format.formatted = (source.fileRange(tokens), literalRange, arguments)
        return format
    }

    /// Literals that are joined by `+`.
    private func joined(_ tokens: Range<Int>, _ range: Range<Int>, literals: Range<Int>? = nil) -> SourceFormat? {
        guard !tokens.isEmpty else { return nil }
        let parts = source.split(tokens) { source.isSign($0, "+") }
        let operands = parts.map(operand)
        var style: TextStyle?
        var signs: Int32?
        var isUniform = true
        var text = SourceText(at: source.fileRange(tokens).lowerBound)
        for (index, operand) in operands.enumerated() {
            switch operand {
            case .literal(let literal):
                guard let part = source.swiftText(of: literal, known: known) else { return nil }
                text.append(part)
                style = style ?? source.swiftStyle(of: literal)
                if operands.count > 1, literal.isMultiline || signs ?? literal.numberSigns != literal.numberSigns {
                    isUniform = false
                }
                signs = literal.numberSigns
            case .known(let bytes):
                text.appendUnit(bytes, for: source.fileRange(parts[index]))
            case .unknown:
                guard operands.count > 1, isOperand(parts[index]) else { return nil }
                text.holes.append(hole(index, parts, operands, at: text.bytes.count))
            }
        }
        guard let style else { return nil }
        return SourceFormat(
            text: text, style: style, range: range, literals: literals ?? range, isUniform: isUniform)
    }

    private func operand(_ tokens: Range<Int>) -> Operand {
        if let literal = source.literal(tokens.lowerBound), source.next(tokens.lowerBound) == tokens.upperBound {
            return .literal(literal)
        }
        return known(tokens).map(Operand.known) ?? .unknown
    }

    /// Whether something unknown is an operand of `+`, and neither broken nor a choice between literals.
    private func isOperand(_ tokens: Range<Int>) -> Bool {
        if tokens.isEmpty { return false }
        var index = tokens.lowerBound
        while index < tokens.upperBound {
            if source.isSign(index, "?"), source.isApart(index) || source.isApart(index + 1) { return false }
            index = source.next(index)
        }
        let inner = source.unwrapped(tokens)
        guard inner != tokens else { return true }
        // Literals in brackets, and `(flag ? "a" : "b")`.
        let parts = source.split(inner) { source.isSign($0, "?") || source.isSign($0, ":") || source.isSign($0, "+") }
        let operands = parts.map(operand)
        let isChoice = parts.count == 3 && source.isSign(parts[0].upperBound, "?")
        return operands.dropFirst(isChoice ? 1 : 0).contains { if case .unknown = $0 { true } else { false } }
    }

    /// Something between literals, with what has to be cut out if they are to become one.
    private func hole(_ index: Int, _ parts: [Range<Int>], _ operands: [Operand], at offset: Int) -> SourceText.Hole {
        let range = source.fileRange(parts[index])
        var hole = SourceText.Hole(
            offset: offset, kind: .concatenation, range: range, expression: range, cut: nil)
        let before = index > 0 ? literal(operands[index - 1]) : nil
        let after = index + 1 < operands.count ? literal(operands[index + 1]) : nil
        switch (before, after) {
        case (let before?, let after?):
            let lower = source.content(of: before).upperBound
            hole.cut = lower..<max(lower, source.content(of: after).lowerBound)
        case (let before?, nil) where index + 1 == operands.count:
            let end = source.content(of: before).upperBound
            hole.cut = end..<max(end, range.upperBound)
            hole.after = Array(source.file[end..<min(end + Int(before.closing), source.file.count)])
        case (nil, let after?) where index == 0:
            let begin = source.content(of: after).lowerBound
            hole.cut = range.lowerBound..<max(range.lowerBound, begin)
            hole.before = Array(source.file[max(0, begin - Int(after.opening))..<begin])
        default: break
        }
        return hole
    }

    private func literal(_ operand: Operand) -> SourceLiteral? {
        if case .literal(let literal) = operand { literal } else { nil }
    }

    /// The text of an expression that the source tells: `#keyPath(…)`, the name of a constant.
    private func known(_ tokens: Range<Int>) -> [UInt8]? {
        guard !tokens.isEmpty else { return nil }
        if let path = SwiftArgument.keyPath(source, tokens) { return Array(path.utf8) }
        guard let constant = constants.constant(tokens) else { return nil }
        var bytes: [UInt8] = []
        for part in source.split(constant.value, at: { source.isSign($0, "+") }) {
            guard let literal = source.literal(part.lowerBound), let text = source.swiftText(of: literal),
                text.holes.isEmpty
            else { return nil }
            bytes += text.bytes
        }
        return bytes
    }
}
