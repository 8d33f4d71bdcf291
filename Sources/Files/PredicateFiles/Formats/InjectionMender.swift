import PredicateFormat

/// The format of a call as the source writes it.
struct SourceFormat {
    var text: SourceText
    /// How the first literal is written.
    let style: TextStyle
    /// The argument in the file.
    let range: Range<Int>
    /// Where its literals stand: in the argument, or in the declaration of a constant.
    var literals: Range<Int>
    /// Whether all literals are written alike, so that a text may begin in one and end in another.
    var isUniform = true
    /// The call of `String(format:)` that makes the text, and the values that it puts in.
    var formatted: (range: Range<Int>, literal: Range<Int>, arguments: [SourceArgument])?
    /// Whether the text is made elsewhere than in the argument, so that no edit of the call mends it.
    var isElsewhere = false
}

/// Tells what is pasted into a format, and makes the edits that mend it.
struct InjectionMender {
    private let file: [UInt8]
    private let format: SourceFormat
    private let given: [SourceArgument]
    /// Whether the call takes any number of arguments, and the source shows them.
    private let takesArguments: Bool
    /// Whether a number has to be an object.
    private let wrapsNumbers: Bool
    /// What the source says of the type of an expression.
    private let kind: (Range<Int>) -> SourceArgument.Kind

    private var injections: [SourceInjection] = []
    private var mended: SourceText
    /// Arguments that the mended format has besides those given: how many of the given ones stand before each.
    private var added: [(before: Int, argument: SourceArgument)] = []
    private var isMended = true
    /// The first run of the text that is not copied yet.
    private var run = 0

    /// What came of a call.
    struct Outcome {
        var injections: [SourceInjection] = []
        var format: LocatedText?
        var arguments: [SourceArgument]

        /// The outcome for a text that is made elsewhere.
        fileprivate var withoutEdits: Outcome {
            var outcome = self
            outcome.injections = injections.map {
                SourceInjection(kind: $0.kind, range: $0.range, position: $0.position, edits: [], isCertain: false)
            }
            return outcome
        }
    }

    private init(
        _ file: [UInt8], _ format: SourceFormat, _ given: [SourceArgument], takesArguments: Bool, wrapsNumbers: Bool,
        kind: @escaping (Range<Int>) -> SourceArgument.Kind
    ) {
        self.file = file
        self.format = format
        self.given = given
        self.takesArguments = takesArguments
        self.wrapsNumbers = wrapsNumbers
        self.kind = kind
        mended = SourceText(at: format.text.map.fileRange.lowerBound)
    }

    /// The injections of a format, and the format without them.
    static func outcome(
        of format: SourceFormat, in file: [UInt8], arguments: [SourceArgument], takesArguments: Bool,
        wrapsNumbers: Bool, kind: @escaping (Range<Int>) -> SourceArgument.Kind
    ) -> Outcome {
        if format.text.holes.isEmpty, format.formatted == nil {
            return Outcome(format: format.text.located(format.style), arguments: arguments)
        }
        var mender = InjectionMender(
            file, format, arguments, takesArguments: takesArguments, wrapsNumbers: wrapsNumbers, kind: kind)
        if let formatted = format.formatted {
            let outcome = mender.formattedOutcome(formatted.range, formatted.literal, formatted.arguments)
            return format.isElsewhere ? outcome.withoutEdits : outcome
        }
        mender.mendHoles()
        let outcome = Outcome(
            injections: mender.injections,
            format: mender.isMended ? mender.mended.located(format.style) : nil,
            arguments: mender.isMended ? mender.allArguments : arguments)
        return format.isElsewhere ? outcome.withoutEdits : outcome
    }

    /// The arguments given, and those added between them.
    private var allArguments: [SourceArgument] {
        var all: [SourceArgument] = []
        var next = 0
        for addition in added {
            while next < min(addition.before, given.count) {
                all.append(given[next])
                next += 1
            }
            all.append(addition.argument)
        }
        return all + given[min(next, given.count)...]
    }

    // MARK: Holes

    private mutating func mendHoles() {
        let holes = format.text.holes
        guard let lexemes = FormatLexer.lexemes(of: format.text) else {
            isMended = false
            for hole in holes {
                injections.append(
                    SourceInjection(kind: hole.kind, range: hole.range, position: nil, edits: [], isCertain: false))
            }
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
                mendQuoted(lexeme, inner.clamped(to: 0..<holes.count))
                copied = lexeme.range.upperBound
            case .hole(let number) where holes.indices.contains(number):
                copy(copied, lexeme.range.lowerBound)
                mendBare(holes[number], index, lexemes, isInBraces: braces > 0)
                copied = lexeme.range.upperBound
            default: break
            }
        }
        copy(copied, format.text.bytes.count)
    }

    /// Adds a part of the text as it is.
    private mutating func copy(_ lower: Int, _ upper: Int) {
        guard lower < upper else { return }
        let runs = format.text.map.runs
        // The parts are copied in their order, so that no run is looked at again and again.
        while run < runs.count, runs[run].text + runs[run].textCount <= lower { run += 1 }
        var index = run
        while index < runs.count, runs[index].text < upper {
            let current = runs[index]
            let first = max(lower, current.text)
            let end = min(upper, current.text + current.textCount)
            if current.isVerbatim {
                let offset = current.file + (first - current.text)
                mended.appendVerbatim(offset..<offset + (end - first), of: file)
            } else {
                mended.appendUnit(
                    Array(format.text.bytes[first..<end]), for: current.file..<current.file + current.fileCount)
            }
            index += 1
        }
    }

    /// A string of the predicate with something pasted into it: a placeholder takes the place of all of it.
    private mutating func mendQuoted(_ lexeme: FormatLexeme, _ inner: Range<Int>) {
        let holes = format.text.holes[inner]
        guard let first = holes.first, let last = holes.last else { return }
        let map = format.text.map
        let open = map.fileRange(of: SourceRange(lexeme.range.lowerBound, lexeme.range.lowerBound + 1))
        let close = map.fileRange(of: SourceRange(lexeme.range.upperBound - 1, lexeme.range.upperBound))
        let range = first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound)
        let isExact = holes.count == 1 && lexeme.range.count == 2
        var edits: [SourceEdit] = []
        var isCertain = false
        let isWithin = format.literals.contains(open.lowerBound) && close.upperBound <= format.literals.upperBound
        if isWithin, open.upperBound <= close.lowerBound, format.isUniform || !holes.contains(where: isOperand) {
            let kind = isExact && first.cut != nil ? self.kind(first.expression) : .string(nil)
            let expression: String?
            if isExact, first.cut != nil, !isNumeric(kind) {
                expression = text(first.expression)
            } else {
                expression = literal(of: open.upperBound..<close.lowerBound, lexeme.range)
            }
            if let expression {
                edits = self.edits(
                    replacing: open.lowerBound..<close.upperBound, by: "%@", adding: expression,
                    behind: lexeme.placeholders)
                isCertain = !edits.isEmpty && kind != .unknown && format.literals == format.range
            }
        }
        mended.appendUnit(Array("%@".utf8), for: open.lowerBound..<max(open.upperBound, close.upperBound))
        added.append((lexeme.placeholders, SourceArgument(range: range, kind: .string(nil))))
        injections.append(
            SourceInjection(
                kind: first.kind, range: range, position: .quotedValue, edits: edits, isCertain: isCertain))
    }

    private func isOperand(_ hole: SourceText.Hole) -> Bool { hole.kind == .concatenation }

    /// What stands between the quotes of a string, as a literal of its own; nil if that has another text.
    private func literal(of range: Range<Int>, _ lexeme: Range<Int>) -> String? {
        guard case .swift(let signs, let isMultiline) = format.style else { return nil }
        // A backslash is an escape of the predicate, and a value has none.
        if format.text.bytes[lexeme].contains(UInt8(ascii: "\\")) { return nil }
        let bytes = file[range.clamped(to: 0..<file.count)]
        if bytes.contains(0x0A) || isMultiline && bytes.contains(UInt8(ascii: "\"")) { return nil }
        let delimiter = String(repeating: "#", count: signs)
        return delimiter + "\"" + String(decoding: bytes, as: UTF8.self) + "\"" + delimiter
    }

    /// Something pasted where no quotes are.
    private mutating func mendBare(
        _ hole: SourceText.Hole, _ index: Int, _ lexemes: [FormatLexeme], isInBraces: Bool
    ) {
        let position = position(of: index, lexemes, isInBraces: isInBraces)
        let kind = self.kind(hole.expression)
        guard let position, !(position == .value && isText(kind)) else {
            isMended = false
            injections.append(
                SourceInjection(kind: hole.kind, range: hole.range, position: nil, edits: [], isCertain: false))
            return
        }
        let isList = index > 0 && lexemes[index - 1].kind == .membership
        let placeholder = position == .keyPath ? "%K" : "%@"
        var expression = text(hole.expression)
        if position == .value, wrapsNumbers, !isList { expression = "NSNumber(value: \(expression))" }
        var edits: [SourceEdit] = []
        if let cut = hole.cut, format.isUniform || !isOperand(hole) {
            let replacement =
                String(decoding: hole.before, as: UTF8.self) + placeholder + String(decoding: hole.after, as: UTF8.self)
            edits = self.edits(
                replacing: cut, by: replacement, adding: expression, behind: lexemes[index].placeholders)
        }
        let isCertain = position == .keyPath ? isText(kind) : isNumeric(kind) && !isList
        mended.appendUnit(Array(placeholder.utf8), for: hole.range)
        let argument: SourceArgument.Kind =
            position == .keyPath ? .string(nil) : isList ? .unknown : wrapsNumbers ? .number : kind
        added.append((lexemes[index].placeholders, SourceArgument(range: hole.range, kind: argument)))
        injections.append(
            SourceInjection(
                kind: hole.kind, range: hole.range, position: position, edits: edits,
                isCertain: isCertain && !edits.isEmpty && format.literals == format.range))
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

    /// Whether an operand begins behind a piece.
    private func isPathBegin(_ before: FormatLexeme?) -> Bool {
        switch before?.kind {
        case nil, .logic, .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: ",")): true
        default: false
        }
    }

    // MARK: String(format:)

    /// A text made by `String(format:)`, whose format can be the format of the predicate with few changes.
    private mutating func formattedOutcome(
        _ call: Range<Int>, _ literal: Range<Int>, _ arguments: [SourceArgument]
    ) -> Outcome {
        var result = Outcome(arguments: given)
        var edits = [
            SourceEdit(range: call.lowerBound..<literal.lowerBound, replacement: "")
        ]
        var isMendable = given.isEmpty && format.text.holes.isEmpty
        var count = 0
        var copied = 0
        let lexemes = FormatLexer.lexemes(of: format.text)
        for (index, lexeme) in (lexemes ?? []).enumerated() {
            switch lexeme.kind {
            case .percent: isMendable = false
            case .placeholder(let letter):
                count += 1
                if letter == UInt8(ascii: "c") || letter == UInt8(ascii: "s") || letter == UInt8(ascii: "p") {
                    isMendable = false
                }
                let after = index + 1 < lexemes?.count ?? 0 ? lexemes?[index + 1].kind : nil
                let before = index > 0 ? lexemes?[index - 1] : nil
                if letter == UInt8(ascii: "@"), isPathBegin(before), after == .comparison || after == .membership {
                    replace(lexeme.range, by: "%K", &copied, &edits)
                }
            case .quoted:
                let content = format.text.bytes[lexeme.range].dropFirst().dropLast()
                if content.elementsEqual("%@".utf8) {
                    count += 1
                    replace(lexeme.range, by: "%@", &copied, &edits)
                } else if content.contains(UInt8(ascii: "%")) {
                    isMendable = false
                }
            default: break
            }
        }
        copy(copied, format.text.bytes.count)
        let end = arguments.last?.range.upperBound ?? literal.upperBound
        edits.append(SourceEdit(range: end..<max(end, call.upperBound), replacement: ""))
        if lexemes == nil || count != arguments.count { isMendable = false }
        if isMendable {
            result.format = mended.located(format.style)
            result.arguments = arguments
        }
        result.injections = [
            SourceInjection(
                kind: .stringFormat, range: call, position: nil, edits: isMendable && takesArguments ? edits : [],
                isCertain: false)
        ]
        return result
    }

    /// Replaces a part of the text, in the mended text and in the file.
    private mutating func replace(
        _ range: Range<Int>, by placeholder: String, _ copied: inout Int, _ edits: inout [SourceEdit]
    ) {
        copy(copied, range.lowerBound)
        let place = format.text.map.fileRange(of: SourceRange(range.lowerBound, range.upperBound))
        mended.appendUnit(Array(placeholder.utf8), for: place)
        edits.append(SourceEdit(range: place, replacement: placeholder))
        copied = range.upperBound
    }

    // MARK: Edits

    /// The edits that put a placeholder in place of a part of the format, and an expression among the arguments.
    private func edits(
        replacing range: Range<Int>, by replacement: String, adding expression: String, behind count: Int
    ) -> [SourceEdit] {
        guard takesArguments else { return [] }
        let argument: SourceEdit
        if count < given.count {
            let offset = given[count].range.lowerBound
            argument = SourceEdit(range: offset..<offset, replacement: expression + ", ")
        } else {
            // With fewer arguments than placeholders there is no right place.
            guard count == given.count else { return [] }
            let offset = given.last?.range.upperBound ?? format.range.upperBound
            argument = SourceEdit(range: offset..<offset, replacement: ", " + expression)
        }
        return [SourceEdit(range: range, replacement: replacement), argument]
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: file[range.clamped(to: 0..<file.count)], as: UTF8.self)
    }

    private func isText(_ kind: SourceArgument.Kind) -> Bool {
        switch kind {
        case .string, .keyPath: true
        default: false
        }
    }

    private func isNumeric(_ kind: SourceArgument.Kind) -> Bool {
        kind == .integer || kind == .double || kind == .boolean
    }
}
