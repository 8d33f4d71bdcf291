import PredicatePlatform

import PredicateCore

// BEGINSWITH, CONTAINS in text, ENDSWITH, LIKE, MATCHES, string options and lengths.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Exporter {
    /// CONTAINS in text.
    func text(
        _ text: Exported, contains part: Exported, _ test: ComparisonTest, _ textRange: SourceRange,
        _ partRange: SourceRange
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        var search = test
        search.comparator = .contains
        (search.leftRange, search.rightRange) = (textRange, partRange)
        return try textTest(search, text, part)
    }

    func textTest(_ test: ComparisonTest, _ text: Exported, _ other: Exported) throws(ExportRefusal) -> StandardNode<
        Bool
    > {
        if case .constant(.null) = text { return StandardForms.value(false) }
        switch other {
        case .constant(.null): return StandardForms.value(false)
        case .constant(.string(let constant)):
            guard case .operand(let operand) = text else { break }
            return try whenText(operand, test.leftRange) { (text) throws(ExportRefusal) in
                try self.textTest(test, text, constant)
            }
        case .operand(let otherOperand):
            switch text {
            case .operand(let operand):
                return try whenText(operand, test.leftRange) { (text) throws(ExportRefusal) in
                    try self.whenText(otherOperand, test.rightRange) { (other) throws(ExportRefusal) in
                        try self.textTest(test, text, other)
                    }
                }
            case .constant(.string(let constant)):
                return try whenText(otherOperand, test.rightRange) { (other) throws(ExportRefusal) in
                    try self.textTest(test, StandardForms.value(constant), other)
                }
            default: break
            }
        default: break
        }
        throw ExportRefusal(
            .operation, test.range, "there is no standard expression for \(test.comparator.spelling) here")
    }

    private func whenText(
        _ operand: Operand, _ range: SourceRange,
        _ body: (StandardNode<String>) throws(ExportRefusal) -> StandardNode<Bool>
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        let operand = operand.byRawValue
        guard operand.type == String.self else { throw mismatch(operand, range) }
        return try whenThere(operand, String.self, at: range, body)
    }

    private func noteSearch(_ test: ComparisonTest) {
        deviate(
            .characters, test.range,
            "\(test.comparator.spelling) looks for code points here, and for characters in Swift")
    }

    /// A test of a string against a string of the record, which may be empty.
    private func textTest(_ test: ComparisonTest, _ text: StandardNode<String>, _ other: StandardNode<String>)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        guard test.options.isEmpty else { return try optionsTest(test, text, other) }
        let found: StandardNode<Bool>
        switch test.comparator {
        case .contains: found = StandardForms.text(text, contains: other)
        case .beginsWith: found = StandardForms.text(text, startsWith: other)
        default:
            throw ExportRefusal(
                .operation, test.range,
                "there is no standard expression for \(test.comparator.spelling) with a string that is not a constant")
        }
        noteSearch(test)
        return StandardForms.and(StandardForms.notEqual(other, StandardForms.value("")), found)
    }

    /// A test of a string against a constant.
    private func textTest(_ test: ComparisonTest, _ text: StandardNode<String>, _ constant: String)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        if test.comparator == .like, test.options.isEmpty { return try like(test, text, constant) }
        guard test.options.isEmpty else {
            return try optionsTest(test, text, StandardForms.value(constant))
        }
        if constant.isEmpty, test.comparator != .matches { return StandardForms.value(false) }
        switch test.comparator {
        case .contains:
            noteSearch(test)
            return StandardForms.text(text, contains: StandardForms.value(constant))
        case .beginsWith:
            noteSearch(test)
            return StandardForms.text(text, startsWith: StandardForms.value(constant))
        case .endsWith: return try pattern(test, text, Self.quoted(constant) + "\\z")
        case .matches:
            // An empty pattern matches nothing.
            if constant.isEmpty { return StandardForms.value(false) }
            return try pattern(test, text, "\\A(?:\(constant))\\z")
        default:
            throw ExportRefusal(
                .operation, test.range, "there is no standard expression for \(test.comparator.spelling)")
        }
    }

    /// LIKE. Simple patterns become other comparisons.
    private func like(_ test: ComparisonTest, _ text: StandardNode<String>, _ pattern: String) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        let parts = LikePattern(pattern, options: []).parts
        let isOpenLeft = parts.count > 1 && parts.first?.pieces.isEmpty == true
        let isOpenRight = parts.count > 1 && parts.last?.pieces.isEmpty == true
        let written = parts.filter { !$0.pieces.isEmpty }
        if written.count < 2, let bytes = written.first.map(\.literal) ?? [] {
            let literal = String(decoding: bytes, as: UTF8.self)
            switch (isOpenLeft, isOpenRight) {
            case (false, false):
                noteEquality(of: literal, test.range)
                return StandardForms.equal(text, StandardForms.value(literal))
            case _ where literal.isEmpty: return StandardForms.value(true)
            case (false, true):
                noteSearch(test)
                return StandardForms.text(text, startsWith: StandardForms.value(literal))
            case (true, true):
                noteSearch(test)
                return StandardForms.text(text, contains: StandardForms.value(literal))
            case (true, false): break
            }
        }
        let texts = parts.enumerated().filter { index, part in
            index == 0 || index == parts.count - 1 || !part.pieces.isEmpty
        }.map { _, part in
            part.pieces.map { piece in
                Self.quoted(String(decoding: piece.literal, as: UTF8.self))
                    + String(repeating: "(?s:.)", count: piece.anyCount)
            }.joined()
        }
        return try self.pattern(test, text, "\\A\(texts.joined(separator: "(?s:.*)"))\\z")
    }

    private static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPlain = scalar.properties.isAlphabetic || scalar.value > 0x7F || ("0"..."9").contains(scalar)
            result += isPlain ? String(Character(scalar)) : "\\x{\(String(scalar.value, radix: 16))}"
        }
        return result
    }

    private func pattern(_ test: ComparisonTest, _ text: StandardNode<String>, _ pattern: String) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else {
            throw ExportRefusal(
                .operation, test.range, "this system has no standard expression for regular expressions")
        }
        guard let regex = try? Regex(pattern), let standard = PredicateExpressions.PredicateRegex(regex) else {
            throw ExportRefusal(
                .operation, test.rightRange, "this pattern is not a Swift regular expression")
        }
        deviate(
            .regularExpression, test.range,
            "\(test.comparator.spelling) becomes a Swift regular expression, which compares characters and has no time limit"
        )
        return StandardForms.text(text, matches: standard)
    }

    // MARK: Options

    /// `==[c]` and other comparisons with options, against a constant.
    func optionsTest(_ test: ComparisonTest, _ operand: Operand, _ constant: PredicateValue) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        guard case .string(let text) = constant else {
            throw ExportRefusal(.conversion, test.rightRange, "this constant is not a string")
        }
        return try options(test) { (positive) throws(ExportRefusal) in
            try self.whenText(operand, test.leftRange) { (value) throws(ExportRefusal) in
                try self.optionsTest(positive, value, StandardForms.value(text))
            }
        }
    }

    func optionsTest(_ test: ComparisonTest, _ a: Operand, _ b: Operand) throws(ExportRefusal) -> StandardNode<Bool> {
        try options(test) { (positive) throws(ExportRefusal) in
            try self.whenText(a, test.leftRange) { (first) throws(ExportRefusal) in
                try self.whenText(b, test.rightRange) { (second) throws(ExportRefusal) in
                    try self.optionsTest(positive, first, second)
                }
            }
        }
    }

    /// Compares with options. `!=` is the negation of `==`.
    private func options(
        _ test: ComparisonTest, _ body: (ComparisonTest) throws(ExportRefusal) -> StandardNode<Bool>
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        guard test.comparator == .notEqual else { return try body(test) }
        var positive = test
        positive.comparator = .equal
        return StandardForms.not(try body(positive))
    }

    private func optionsTest(_ test: ComparisonTest, _ text: StandardNode<String>, _ other: StandardNode<String>)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        #if canImport(Darwin)
        if let node = LocalizedForms.node(test.comparator, test.options, text, other) {
            deviate(
                .localizedComparison, test.range,
                "[\(test.options.letters)] becomes the comparison of the system's locale")
            return StandardForms.and(StandardForms.notEqual(other, StandardForms.value("")), node)
        }
        #endif
        throw ExportRefusal(
            .stringOptions, test.range,
            "there is no standard expression for \(test.comparator.spelling)[\(test.options.letters)] on this system")
    }

    // MARK: Length

    func length(of tree: ExpressionTree, _ range: SourceRange) throws(ExportRefusal) -> Operand {
        let operand = try operand(tree).byRawValue
        guard operand.type == String.self else { throw mismatch(operand, range) }
        return try textLength(of: operand, range)
    }

    func textLength(of operand: Operand, _ range: SourceRange) throws(ExportRefusal) -> Operand {
        guard let length = operand.property(\String.count) else { throw mismatch(operand, range) }
        deviate(
            .textLength, range, "the length of a string counts code points here and characters in Swift")
        return length
    }
}

#if canImport(Darwin)
/// Expressions that exist only on Apple's systems.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private enum LocalizedForms {
    static func node(
        _ comparator: ComparisonOperator, _ options: StringOptions, _ text: StandardNode<String>,
        _ other: StandardNode<String>
    ) -> StandardNode<Bool>? {
        func form<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(_ a: A, _ b: B)
            -> StandardNode<Bool>?
        {
            switch comparator {
            case .contains where options.contains(.caseInsensitive):
                PredicateExpressions.build_localizedStandardContains(a, b)
            case .equal where options == .caseInsensitive:
                PredicateExpressions.build_Equal(
                    lhs: PredicateExpressions.build_caseInsensitiveCompare(a, b),
                    rhs: PredicateExpressions.build_Arg(ComparisonResult.orderedSame))
            default: nil
            }
        }
        return form(text, other)
    }
}
#endif
