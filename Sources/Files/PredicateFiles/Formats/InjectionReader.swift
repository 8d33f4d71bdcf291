import PredicateCore

/// The format of a call as the source writes it.
struct SourceFormat {
    var text: SourceText
    /// How the first literal is written.
    let style: TextStyle
    /// The argument in the file.
    let range: Range<Int>
    /// The call of `String(format:)` that makes the text, and the number of values that it puts in.
    var formatted: (range: Range<Int>, arguments: Int)?
}

/// Tells what is pasted into a format, and what the format is with placeholders for it.
struct InjectionReader {
    private let format: SourceFormat
    private var injections: [SourceInjection] = []
    /// The format with a placeholder in place of each injection.
    private var text: SourceText
    /// Whether each injection has a placeholder.
    private var isKnown = true

    /// The injections of a format, and the format with placeholders for them; nil where the source does not tell all of it.
    typealias Outcome = (injections: [SourceInjection], format: LocatedText?)

    private init(_ format: SourceFormat) {
        self.format = format
        text = SourceText(at: format.text.map.fileRange.lowerBound)
    }

    /// Reads a format.
    static func outcome(of format: SourceFormat) -> Outcome {
        if format.text.holes.isEmpty, format.formatted == nil { return ([], format.text.located(format.style)) }
        var reader = InjectionReader(format)
        if let formatted = format.formatted {
            reader.readFormatted(formatted.range, arguments: formatted.arguments)
        } else {
            reader.readHoles()
        }
        return (reader.injections, reader.isKnown ? reader.text.located(format.style) : nil)
    }

    // MARK: Holes

    private mutating func readHoles() {
        let holes = format.text.holes
        guard let lexemes = FormatLexer.lexemes(of: format.text) else {
            isKnown = false
            injections = holes.map { SourceInjection(kind: $0.kind, range: $0.range, position: nil) }
            return
        }
        var braces = 0
        var copied = 0
        for (index, lexeme) in lexemes.enumerated() {
            switch lexeme.kind {
            case .sign(UInt8(ascii: "{")): braces += 1
            case .sign(UInt8(ascii: "}")): braces -= 1
            case .quoted(let inner) where !inner.isEmpty:
                copy(copied, lexeme.range.lowerBound)
                readQuoted(lexeme, inner.clamped(to: 0..<holes.count))
                copied = lexeme.range.upperBound
            case .hole(let number) where holes.indices.contains(number):
                copy(copied, lexeme.range.lowerBound)
                readBare(holes[number], index, lexemes, isInBraces: braces > 0)
                copied = lexeme.range.upperBound
            default: break
            }
        }
        copy(copied, format.text.bytes.count)
    }

    /// Adds a part of the text as it is.
    private mutating func copy(_ lower: Int, _ upper: Int) {
        if lower < upper { text.append(format.text.part(lower..<upper)) }
    }

    /// A string of the predicate with something pasted into it: a placeholder takes the place of all of it.
    private mutating func readQuoted(_ lexeme: FormatLexeme, _ inner: Range<Int>) {
        let holes = format.text.holes[inner]
        guard let first = holes.first, let last = holes.last else { return }
        let place = format.text.map.fileRange(of: SourceRange(lexeme.range))
        text.appendUnit(Array("%@".utf8), for: place)
        let range = first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound)
        injections.append(SourceInjection(kind: first.kind, range: range, position: .quotedValue))
    }

    /// Something pasted where no quotes are.
    private mutating func readBare(
        _ hole: SourceText.Hole, _ index: Int, _ lexemes: [FormatLexeme], isInBraces: Bool
    ) {
        let position = position(of: index, lexemes, isInBraces: isInBraces)
        injections.append(SourceInjection(kind: hole.kind, range: hole.range, position: position))
        if position == nil { isKnown = false }
        text.appendUnit(Array((position == .keyPath ? "%K" : "%@").utf8), for: hole.range)
    }

    /// What a piece without quotes is, by the pieces around it; nil if they do not tell.
    private func position(
        of index: Int, _ lexemes: [FormatLexeme], isInBraces: Bool
    ) -> SourceInjection.Position? {
        let offset = lexemes[index].range
        let before = index > 0 ? lexemes[index - 1] : nil
        let after = index + 1 < lexemes.count ? lexemes[index + 1] : nil
        var isKeyPath = false
        if let before, before.range.upperBound == offset.lowerBound {
            switch before.kind {
            case .sign(UInt8(ascii: ".")): isKeyPath = true
            case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "{")), .sign(UInt8(ascii: ",")): break
            case .comparison, .logic:
                // `CONTAINS\(x)` would be one word.
                if isNameByte(format.text.bytes[before.range.upperBound - 1]) { return nil }
            default: return nil
            }
        }
        if let after, after.range.lowerBound == offset.upperBound {
            switch after.kind {
            case .sign(UInt8(ascii: ".")): return isPathBegin(before) || isKeyPath ? .keyPath : nil
            case .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "}")), .sign(UInt8(ascii: ",")): break
            case .comparison, .logic:
                if isNameByte(format.text.bytes[after.range.lowerBound]) { return nil }
            default: return nil
            }
        }
        if isKeyPath { return .keyPath }
        switch before?.kind {
        case .comparison, .membership:
            guard !isInBraces else { return nil }
            switch after?.kind {
            case nil, .logic, .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: ",")): return .value
            default: return nil
            }
        case .sign(UInt8(ascii: "{")) where isInBraces:
            return after?.kind == .sign(UInt8(ascii: ",")) ? .value : nil
        case .sign(UInt8(ascii: ",")) where isInBraces:
            return after?.kind == .sign(UInt8(ascii: ",")) || after?.kind == .sign(UInt8(ascii: "}")) ? .value : nil
        default: break
        }
        guard isPathBegin(before), after?.kind == .comparison || after?.kind == .membership else { return nil }
        return .keyPath
    }

    /// Whether an operand begins after a piece.
    private func isPathBegin(_ before: FormatLexeme?) -> Bool {
        switch before?.kind {
        case nil, .logic, .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: ",")): true
        default: false
        }
    }

    // MARK: String(format:)

    /// A string made by `String(format:)`, whose format can be the format of the predicate with few changes.
    private mutating func readFormatted(_ call: Range<Int>, arguments: Int) {
        injections = [SourceInjection(kind: .stringFormat, range: call, position: nil)]
        guard format.text.holes.isEmpty, let lexemes = FormatLexer.lexemes(of: format.text) else {
            isKnown = false
            return
        }
        var count = 0
        var copied = 0
        for (index, lexeme) in lexemes.enumerated() {
            switch lexeme.kind {
            case .percent: isKnown = false
            case .placeholder(let letter):
                count += 1
                if "csp".utf8.contains(letter) { isKnown = false }
                let before = index > 0 ? lexemes[index - 1] : nil
                let after = index + 1 < lexemes.count ? lexemes[index + 1].kind : nil
                if letter == UInt8(ascii: "@"), isPathBegin(before), after == .comparison || after == .membership {
                    replace(lexeme.range, by: "%K", &copied)
                }
            case .quoted:
                let content = format.text.bytes[lexeme.range].dropFirst().dropLast()
                if content.elementsEqual("%@".utf8) {
                    count += 1
                    replace(lexeme.range, by: "%@", &copied)
                } else if content.contains(UInt8(ascii: "%")) {
                    isKnown = false
                }
            default: break
            }
        }
        copy(copied, format.text.bytes.count)
        if count != arguments { isKnown = false }
    }

    private mutating func replace(_ range: Range<Int>, by placeholder: String, _ copied: inout Int) {
        copy(copied, range.lowerBound)
        text.appendUnit(
            Array(placeholder.utf8),
            for: format.text.map.fileRange(of: SourceRange(range)))
        copied = range.upperBound
    }
}
