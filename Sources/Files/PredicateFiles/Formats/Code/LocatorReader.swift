import PredicateCore

/// Finds the locators of Appium in the tests of a program: predicates and class chains.
package struct LocatorReader {
    /// The predicates of a file, in its order.
    ///
    /// No file is wrong: the reader skips what it does not understand, and locators whose strings the source does not
    /// show.
    package static func calls(in file: [UInt8], _ language: CodeLanguage) -> [SourceCall] {
        guard file.count <= ConfigurationLimits.fileBytes, mentions(words, in: file) else { return [] }
        return Self(source: CodeLexer.tokens(of: file, language), language: language).calls()
    }

    /// Whoever finds elements so has one of these.
    private static let words = [
        "-ios ", "IOS_", "ios_predicate", "ios_class_chain", "OSNs", "OSNS", "osNs", "osNS", "OSPredicate",
        "osPredicate",
        "OSClassChain", "osClassChain", ":predicate", ":class_chain", "predicate:", "class_chain:",
    ]

    private let source: SourceTokens
    private let language: CodeLanguage

    private func calls() -> [SourceCall] {
        var calls: [SourceCall] = []
        // A locator after its strategy may have the strategy before it too.
        var end = 0
        for index in source.tokens.indices where index >= end {
            guard let (strategy, value) = locator(index), let found = locators(value, strategy, from: index) else {
                continue
            }
            calls += found.calls
            end = max(end, found.end)
        }
        return calls
    }

    // MARK: Where locators are

    /// The strategy that a token names, and the first token of the locator; no strategy if the locator has it before it.
    private func locator(_ index: Int) -> (AppiumLocator.Strategy?, Int)? {
        if let literal = source.literal(index) {
            guard matches("-ios ", in: source.file, at: source.content(of: literal).lowerBound),
                let text = text(of: literal),
                let named = AppiumLocator.strategy(of: String(decoding: text.bytes, as: UTF8.self))
            else { return nil }
            guard named.isWhole, text.holes.isEmpty else { return named.isWhole ? nil : (nil, index) }
            return value(behind: index + 1).map { (named.strategy, $0) }
        }
        guard source.isWord(index), let strategy = strategy(ofName: index) else { return nil }
        if source.isSign(index + 1, "("), source.partner(index + 1) != nil {
            return (strategy, labelled(index + 2))
        }
        return value(behind: index + 1).map { (strategy, $0) }
    }

    /// The strategy that a name stands for: `IOS_PREDICATE`, `iOSNsPredicateString`, `find_element_by_ios_class_chain`.
    private func strategy(ofName index: Int) -> AppiumLocator.Strategy? {
        let range = source.tokens[index].range
        guard range.count >= 9, range.count <= 48 else { return nil }
        let name = String(
            decoding: source.file[range].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self
        ).lowercased()
        for suffix in ["iospredicate", "iosnspredicate", "iosnspredicatestring", "iospredicatestring"]
        where name.hasSuffix(suffix) { return .predicate }
        if name.hasSuffix("iosclasschain") { return .classChain }
        guard language.hasSymbols, name == "predicate" || name == "classchain", isFinding(index) else { return nil }
        return name == "predicate" ? .predicate : .classChain
    }

    /// Whether a symbol or a label is in a call of `find_element`, as people write it in Ruby.
    private func isFinding(_ index: Int) -> Bool {
        guard source.isSign(index - 1, ":") || source.isSign(index + 1, ":") else { return false }
        var before = index - 1
        for _ in 0..<3 {
            if source.isWord(before) { return source.text(before).hasPrefix("find") }
            before -= 1
        }
        return false
    }

    /// The first token of the value that follows a strategy, after `,`, `=`, `:` or `=>`; nil if none of them follows.
    private func value(behind index: Int) -> Int? {
        var index = index
        // `{"using": "…"}` in its own brackets also has its value after the comma.
        if source.isSign(index, "=") {
            index += source.isSign(index + 1, ">") ? 2 : 1
        } else if source.isSign(index, ",") || source.isSign(index, ":") {
            index += 1
        } else {
            return nil
        }
        return labelled(index)
    }

    /// The token after a label such as `value=`, `value:`, `"value":`, `"value" =>`.
    private func labelled(_ index: Int) -> Int {
        let name: String
        if let literal = source.literal(index) {
            name = source.text(in: source.content(of: literal))
        } else {
            name = source.text(index)
        }
        guard ["value", "selector", "locator", "predicate"].contains(where: { sameCodePoints($0, name) }) else {
            return index
        }
        let next = source.next(index)
        if source.isSign(next, "="), !source.isSign(next + 1, "=") {
            return source.isSign(next + 1, ">") ? next + 2 : next + 1
        }
        return source.isSign(next, ":") ? next + 1 : index
    }

    // MARK: What they say

    private func text(of literal: SourceLiteral) -> SourceText? { CodeLiteral.text(of: literal, in: source) }

    /// The tokens of a locator, without what is in brackets.
    private static let mostSteps = 300

    /// Methods of literals that keep their text but for white space.
    private static let harmless = ["trimIndent", "trimMargin", "stripIndent", "strip", "trim", "dedent"]

    /// The predicates of the locator that begins at a token; nil if the source does not tell.
    private func locators(
        _ first: Int, _ strategy: AppiumLocator.Strategy?, from start: Int
    ) -> (calls: [SourceCall], end: Int)? {
        var text: SourceText?
        var style: TextStyle?
        var formatted: Range<Int>?
        var index = first
        var hasLiteral = false
        var steps = Self.mostSteps
        // Each operand of `+`.
        while true {
            guard let end = operand(index, &steps) else {
                // A string as long as this is not a locator, and the reader does not look at it again from its middle.
                return steps > 0 ? nil : ([], max(index, start + 1))
            }
            let range = source.fileRange(index..<end)
            let first = unwrapped(index)
            if let literal = source.literal(first) {
                guard var part = self.text(of: literal) else { return nil }
                hasLiteral = true
                style = style ?? .code(literal.kind)
                var next = source.next(first)
                while language.joinsNeighbours, let other = neighbour(next), let more = self.text(of: other.literal) {
                    part.append(more)
                    next = source.next(other.index)
                }
                if text == nil { text = part } else { text?.append(part) }
                // Brackets around the literals end after them.
                while next < end, source.isSign(next, ")") { next += 1 }
                if next < end, !isHarmless(next, end) {
                    guard isFormat(next) else { return nil }
                    formatted = range
                }
            } else if isFormatCall(index) {
                formatted = range
            } else {
                if text == nil { text = SourceText(at: range.lowerBound) }
                let offset = text?.bytes.count ?? 0
                text?.holes.append(SourceText.Hole(offset: offset, kind: .concatenation, range: range))
            }
            index = end
            guard source.isSign(index, "+") else { break }
            index += 1
        }
        let named = text.flatMap { AppiumLocator.strategy(of: String(decoding: $0.bytes, as: UTF8.self)) }
        let locator = Locator(
            strategy: strategy ?? named?.strategy ?? .predicate, isNamed: named != nil, format: first..<index,
            tokens: start..<index)
        if let formatted {
            let injection = SourceInjection(kind: .stringFormat, range: formatted, position: nil)
            return ([call(locator, injections: [injection])], index)
        }
        guard hasLiteral, let text, let style else { return nil }
        return (calls(locator, text: text, style: style), index)
    }

    /// The first token within brackets around an operand.
    private func unwrapped(_ index: Int) -> Int {
        var index = index
        while source.isSign(index, "("), source.partner(index) != nil { index += 1 }
        return index
    }

    /// The literal that is joined to the one before a token.
    private func neighbour(_ index: Int) -> (literal: SourceLiteral, index: Int)? {
        let index = language.hasSymbols && source.isSign(index, "\\") ? index + 1 : index
        return source.literal(index).map { ($0, index) }
    }

    /// The token after an operand of `+`; nil if there is none.
    private func operand(_ first: Int, _ steps: inout Int) -> Int? {
        var index = first
        while let token = source[index] {
            steps -= 1
            guard steps > 0 else { return nil }
            if token.kind == .sign, ",;)]}+".utf8.contains(token.byte) { break }
            // Most statements end with their line.
            if index > first, isLineBreak(before: index), !goesOn(index) { break }
            index = source.next(index)
        }
        return index > first ? index : nil
    }

    /// Whether an operand goes on in the line that a token begins.
    private func goesOn(_ index: Int) -> Bool {
        guard let token = source[index] else { return false }
        if token.kind == .sign { return token.byte == UInt8(ascii: ".") }
        guard language.joinsNeighbours, token.kind == .literal else { return false }
        // Ruby joins lines by a backslash.
        return !language.hasSymbols || source.isSign(index - 1, "\\")
    }

    private func isLineBreak(before index: Int) -> Bool {
        guard let before = source[index - 1], let token = source[index] else { return false }
        return source.comments.line(of: Int(before.end)) < source.comments.line(of: Int(token.start))
    }

    /// Whether only methods that keep a string follow a literal.
    private func isHarmless(_ first: Int, _ end: Int) -> Bool {
        var index = first
        while index < end {
            guard source.isSign(index, "."), Self.harmless.contains(where: { source.isWord(index + 1, $0) }) else {
                return false
            }
            index += 2
            if source.isSign(index, "(") { index = source.next(index) }
        }
        return true
    }

    /// Whether a literal is a format of values that follow: `.format(…)`, `% name`.
    private func isFormat(_ index: Int) -> Bool {
        if source.isSign(index, "%") { return true }
        return source.isSign(index, ".")
            && ["format", "formatted", "replace"].contains { source.isWord(index + 1, $0) }
    }

    /// Whether a call such as `String.format("…", …)` or `format(…)` makes the text.
    private func isFormatCall(_ index: Int) -> Bool {
        let isQualified = source.isSign(index + 1, ".")
        let name = isQualified ? index + 2 : index
        return ["format", "Format", "sprintf"].contains { source.isWord(name, $0) } && source.isSign(name + 1, "(")
            && source.literal(name + 2) != nil
    }

    /// Names of strategies, which are adjacent in lists of them.
    private static let strategies: Set<String> = [
        "accessibility id", "class name", "css selector", "link text", "partial link text", "tag name", "-image",
        "-custom",
    ]

    /// Whether a string names a strategy or something else, and is not a locator.
    private func isName(_ text: SourceText) -> Bool {
        guard text.holes.isEmpty else { return false }
        let name = String(decoding: text.bytes, as: UTF8.self)
        if AppiumLocator.strategy(of: name)?.isWhole == true || Self.strategies.contains(name) { return true }
        return SourceSpelling.isWord(name) || name.hasPrefix("-android ") || name.hasPrefix("-windows ")
            || name.hasPrefix("-ios uiautomation")
    }

    /// A locator among the tokens.
    private struct Locator {
        let strategy: AppiumLocator.Strategy
        /// Whether its text begins with the strategy.
        let isNamed: Bool
        /// The tokens of its text.
        let format: Range<Int>
        /// All of its tokens.
        let tokens: Range<Int>
    }

    private func calls(_ locator: Locator, text: SourceText, style: TextStyle) -> [SourceCall] {
        if isName(text) { return [] }
        // A locator that is all one variable is built elsewhere.
        let prefix = locator.isNamed ? locator.strategy.rawValue.utf8.count + 1 : 0
        if text.bytes.count <= prefix, text.holes.count <= 1 { return [] }
        let filled = FilledLocator(text, locator.strategy)
        guard let located = filled.text?.located(style) else {
            return filled.injections.isEmpty ? [] : [call(locator, injections: filled.injections)]
        }
        let found = locator.isNamed ? AppiumLocator(located) : AppiumLocator(located, locator.strategy)
        if found.predicates.isEmpty {
            let isWrong = !filled.injections.isEmpty || !found.problems.isEmpty
            return isWrong ? [call(locator, injections: filled.injections, problems: found.problems)] : []
        }
        return found.predicates.enumerated().map { number, predicate in
            number == 0
                ? call(locator, format: predicate, injections: filled.injections, problems: found.problems)
                : call(locator, format: predicate)
        }
    }

    private func call(
        _ locator: Locator, format: LocatedText? = nil, injections: [SourceInjection] = [],
        problems: [PredicateDiagnostic] = []
    ) -> SourceCall {
        SourceCall(
            api: .locator(locator.strategy), range: source.fileRange(locator.tokens),
            formatRange: source.fileRange(locator.format), format: format, arguments: [], hasOpenArguments: true,
            injections: injections, problems: problems)
    }
}

/// A locator whose holes are filled, so that the rest of it can be checked.
private struct FilledLocator {
    /// The text with something in place of each hole; nil if nothing fits there.
    private(set) var text: SourceText?
    private(set) var injections: [SourceInjection] = []

    init(_ source: SourceText, _ strategy: AppiumLocator.Strategy) {
        text = source
        guard !source.holes.isEmpty else { return }
        let lexemes = FormatLexer.lexemes(of: source)
        var fillings: [Int: String] = [:]
        var quoted: Set<Int> = []
        for (index, lexeme) in (lexemes ?? []).enumerated() {
            switch lexeme.kind {
            case .quoted(let holes):
                for hole in holes {
                    fillings[hole] = "…"
                    quoted.insert(hole)
                }
            case .hole(let hole):
                let isPart = Self.isCondition(index, lexemes ?? [])
                fillings[hole] = isPart && strategy == .predicate ? nil : Self.filling(source, hole, strategy)
            default: break
            }
        }
        var filled: SourceText? = SourceText(at: source.map.fileRange.lowerBound)
        var copied = 0
        for (index, hole) in source.holes.enumerated() {
            injections.append(
                SourceInjection(
                    kind: hole.kind, range: hole.range, position: quoted.contains(index) ? .quotedValue : nil))
            guard let filling = fillings[index] else {
                filled = nil
                continue
            }
            filled?.append(source.part(copied..<hole.offset))
            filled?.appendUnit(Array(filling.utf8), for: hole.range)
            copied = hole.offset
        }
        filled?.append(source.part(copied..<source.bytes.count))
        text = filled
    }

    /// Whether a hole stands for a whole condition, of which nothing is known.
    private static func isCondition(_ index: Int, _ lexemes: [FormatLexeme]) -> Bool {
        let before = index > 0 ? lexemes[index - 1].kind : .logic
        let after = index + 1 < lexemes.count ? lexemes[index + 1].kind : .logic
        return [.logic, .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: ":"))].contains(before)
            && [.logic, .sign(UInt8(ascii: ")"))].contains(after)
    }

    /// What can be in a hole without quotes.
    private static func filling(_ text: SourceText, _ hole: Int, _ strategy: AppiumLocator.Strategy) -> String? {
        let offset = text.holes[hole].offset
        let before = offset > 0 ? text.bytes[offset - 1] : 0x20
        let after = offset < text.bytes.count ? text.bytes[offset] : 0x20
        if strategy == .predicate {
            let isApart = [before, after].allSatisfy { !isNameByte($0) && !".'\"@#%".utf8.contains($0) }
            return isApart ? "$value" : nil
        }
        // In a chain, an index or a part of the name of a type.
        let delimiters = text.bytes.prefix(offset).count { $0 == UInt8(ascii: "`") }
        let dollars = text.bytes.prefix(offset).count { $0 == UInt8(ascii: "$") }
        return delimiters % 2 == 0 && dollars % 2 == 0 ? "1" : nil
    }
}
