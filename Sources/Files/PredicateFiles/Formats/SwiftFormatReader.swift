import PredicateFormat

/// Reads the format of a call in Swift: a literal, literals joined by `+`, the name of a constant, `String(format:)`.
struct SwiftFormatReader {
    let source: SourceTokens
    let constants: SwiftConstants

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
        if let format = formatted(tokens, range) ?? joined(tokens, range) { return format }
        if let constant = constants.constant(tokens), let format = joined(constant.value, range) { return format }
        guard let value = LocalVariables(source: source, language: .swift).value(of: tokens) else { return nil }
        return formatted(value, range) ?? joined(value, range)
    }

    /// A literal whose interpolations this library binds: `%@` or `%K` stands for each of them, and each is an argument. Nil for
    /// another text.
    func bound(_ argument: Range<Int>) -> (format: SourceFormat, arguments: [SourceArgument])? {
        let tokens = source.unwrapped(argument)
        guard let literal = source.literal(tokens.lowerBound), source.next(tokens.lowerBound) == tokens.upperBound,
            let written = CodeLiteral.text(of: literal, in: source)
        else { return nil }
        var text = SourceText(at: written.map.fileRange.lowerBound)
        var copied = 0
        for hole in written.holes {
            text.append(written.part(copied..<hole.offset))
            let value = source.file[hole.range].drop { $0 != UInt8(ascii: "(") }.dropFirst()
            let isField = value.starts(with: "field:".utf8)
            text.appendUnit(Array((isField ? "%K" : "%@").utf8), for: hole.range)
            copied = hole.offset
        }
        text.append(written.part(copied..<written.bytes.count))
        let format = SourceFormat(text: text, style: source.swiftStyle(of: literal), range: source.fileRange(argument))
        return (format, written.holes.map { SourceArgument(range: $0.range, kind: .unknown) })
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
            let text = CodeLiteral.text(of: literal, in: source, known: known)
        else { return nil }
        var format = SourceFormat(text: text, style: source.swiftStyle(of: literal), range: range)
        format.formatted = (source.fileRange(tokens), items.count - 1)
        return format
    }

    /// Literals that are joined by `+`.
    private func joined(_ tokens: Range<Int>, _ range: Range<Int>) -> SourceFormat? {
        guard !tokens.isEmpty else { return nil }
        let parts = source.split(tokens) { source.isSign($0, "+") }
        let operands = parts.map(operand)
        var style: TextStyle?
        var text = SourceText(at: source.fileRange(tokens).lowerBound)
        for (index, operand) in operands.enumerated() {
            switch operand {
            case .literal(let literal):
                guard let part = CodeLiteral.text(of: literal, in: source, known: known) else { return nil }
                text.append(part)
                style = style ?? source.swiftStyle(of: literal)
            case .known(let bytes):
                text.appendUnit(bytes, for: source.fileRange(parts[index]))
            case .unknown:
                guard operands.count > 1, isOperand(parts[index]) else { return nil }
                text.holes.append(
                    SourceText.Hole(
                        offset: text.bytes.count, kind: .concatenation, range: source.fileRange(parts[index])))
            }
        }
        guard let style else { return nil }
        return SourceFormat(text: text, style: style, range: range)
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

    /// The text of an expression that the source tells: `#keyPath(…)`, the name of a constant.
    private func known(_ tokens: Range<Int>) -> [UInt8]? {
        guard !tokens.isEmpty else { return nil }
        if let path = SwiftArgument.keyPath(source, tokens) { return Array(path.utf8) }
        guard let constant = constants.constant(tokens) else { return nil }
        var bytes: [UInt8] = []
        for part in source.split(constant.value, at: { source.isSign($0, "+") }) {
            guard let literal = source.literal(part.lowerBound), let text = CodeLiteral.text(of: literal, in: source),
                text.holes.isEmpty
            else { return nil }
            bytes += text.bytes
        }
        return bytes
    }
}

extension SourceTokens {
    /// How a literal of Swift is written.
    func swiftStyle(of literal: SourceLiteral) -> TextStyle {
        .swift(numberSigns: literal.kind.numberSigns, isMultiline: literal.kind.isMultiline)
    }
}
