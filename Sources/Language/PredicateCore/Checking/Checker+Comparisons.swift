extension Checker {
    mutating func checkComparison(_ syntax: ComparisonNode, _ range: SourceRange) -> PredicateTree {
        let missing = missingCount
        let start = diagnostics.count
        var left = checkMisplacedOptions(syntax.left, syntax.comparatorRange) ?? check(expression: syntax.left)
        let middle = diagnostics.count
        var right = checkMisplacedOptions(syntax.right, syntax.comparatorRange) ?? check(expression: syntax.right)
        (left, right) = (exact(left, beside: right.type), exact(right, beside: left.type))
        if case .known(let operation) = syntax.comparator, diagnostics.count > start {
            func surroundings(_ other: ExpressionTree, isRight: Bool) -> Surroundings {
                Surroundings(
                    operation: operation, quantifier: syntax.quantifier?.kind, isRight: isRight, other: other)
            }
            resolveNames(since: middle, in: syntax.right, surroundings(left, isRight: true))
            resolveNames(since: start, in: syntax.left, surroundings(right, isRight: false))
        }
        let comparator: ComparisonOperator
        switch syntax.comparator {
        case .known(let known): comparator = known
        case .unavailable(let name):
            report(.unavailable(name, at: syntax.comparatorRange))
            return PredicateTree(.constant(false), range: range)
        case .invalid: return PredicateTree(.constant(false), range: range)
        }
        if !Self.isNumber(left), !Self.isNumber(right), fitAtSight(comparator, syntax, left.type, right.type) {
            learn(left, is: right.type)
            learn(right, is: left.type)
        } else {
            check(comparator, syntax, left, right)
        }
        reportVersions(comparator, left, right)
        if Self.isConstant(left) || Self.isConstant(right) {
            warnOfDurations(left, right)
            reportNegativePosition(comparator, left, right)
        }
        if mayHoldEscapes(syntax.left) || mayHoldEscapes(syntax.right) { reportLostBackslashes(comparator, syntax) }
        let quantifier: Quantifier? = syntax.quantifier?.kind
        var comparison = PredicateTree.Comparison(
            left, comparator, right, options: syntax.options, quantifier: quantifier)
        let isRight =
            diagnostics.count <= start || !diagnostics[start...].contains { $0.severity == .error }
        if isRight, missingCount == missing {
            if mayDeserveWarning(syntax) { warn(of: comparison, syntax, range) }
            if isDeclared, diagnostics.count == start { warnOfProperty(comparison, range) }
        }
        reportExistence(syntax, left.type)
        guard quantifier == Quantifier.none else {
            let height = TreeHeight.raised(max(left.height, right.height))
            return PredicateTree(.comparison(comparison), range: range, height: height)
        }
        comparison.quantifier = .any
        return PredicateTree(.not(PredicateTree(.comparison(comparison), range: range)), range: range)
    }

    /// Reports `indexOf(name, 'x') != -1`, which is true for every name.
    private mutating func reportNegativePosition(
        _ comparator: ComparisonOperator, _ left: ExpressionTree, _ right: ExpressionTree
    ) {
        guard comparator == .equal || comparator == .notEqual,
            case .call(BuiltInFunction.indexOf.rawValue, _) = left.kind,
            case .constant(.integer(let value)) = right.kind,
            value < 0, let range = right.range
        else { return }
        report(
            .wrongOperand(
                "`indexOf` is nil, not \(value), where the part does not occur", at: range,
                edits: [.init(replacing: range, with: "nil")]))
    }

    /// Whether an operand is a number or a list written out, which may hold durations.
    private static func isConstant(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .aggregate: true
        case .constant(let value): ValueType(of: value).family == .number
        default: false
        }
    }

    /// Whether an operand may be a string with an escape, or a list of such strings.
    private func mayHoldEscapes(_ node: SyntaxNode) -> Bool {
        switch node.form {
        case .field, .path, .variable: return false
        case .literal:
            guard case .string(let value)? = node.asLiteral?.value else { return false }
            return value.utf8.count + 2 != node.range.upperBound - node.range.lowerBound
        default: return true
        }
    }

    /// Reports `EXISTS email`, where the operand is not a list: the test is whether the value is present.
    private mutating func reportExistence(_ syntax: ComparisonNode, _ type: ValueType) {
        guard syntax.comparatorRange.upperBound <= syntax.left.range.lowerBound, syntax.quantifier == nil else {
            return
        }
        switch type.family {
        case .any, .null, .list: return
        default: break
        }
        report(
            .existence(
                text(syntax.comparatorRange), of: excerpt(syntax.left.unparenthesized.range), isList: false,
                at: syntax.comparatorRange, syntax.left.unparenthesized.range, in: syntax.left.range))
    }

    /// Whether the types alone show that a relation is correct: a shortcut past `check`.
    private func fitAtSight(
        _ comparator: ComparisonOperator, _ syntax: ComparisonNode, _ left: ValueType, _ right: ValueType
    ) -> Bool {
        guard syntax.quantifier == nil, syntax.optionsRange == nil else { return false }
        switch comparator {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return ValueType.fitAtSight(left, right)
        default: return false
        }
    }

    /// Two operands of a comparison, with their types and ranges.
    struct Operands {
        var comparator: ComparisonOperator
        var left: ExpressionTree
        /// The left type as the operator sees it: with a quantifier, the type of an element.
        var leftType: ValueType
        var right: ExpressionTree
        var options: StringOptions
        var leftRange: SourceRange
        var rightRange: SourceRange
        var operatorRange: SourceRange
    }

    /// A label that says what type a location has: "`age` is an integer".
    func seenType(_ type: ValueType, _ range: SourceRange) -> PredicateDiagnostic.Label {
        let written = excerpt(range)
        let isName = written.utf8.count <= 40 && !written.utf8.contains { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 }
        let plain = type.unwrapped
        return .init(isName ? "`\(written)` is \(plain.phrase)" : "this is \(plain.phrase)", at: range)
    }

    private mutating func check(
        _ comparator: ComparisonOperator, _ syntax: ComparisonNode, _ left: ExpressionTree, _ right: ExpressionTree
    ) {
        guard let leftType = operandType(comparator, syntax, left, right) else { return }
        let operands = Operands(
            comparator: comparator, left: left, leftType: leftType, right: right, options: syntax.options,
            leftRange: syntax.left.range, rightRange: syntax.right.range, operatorRange: syntax.comparatorRange)
        quantified = syntax.quantifier == nil ? nil : left.range
        defer { quantified = nil }
        switch comparator.form {
        case .relation: checkRelation(operands)
        case .between: checkBetween(operands, syntax.right)
        case .membership:
            checkMembership(
                operands, element: left, elementType: Self.isNumber(left) ? ValueType.double.orNil : leftType,
                leftRange: syntax.left.range, container: right,
                syntax.right.range)
        case .containment: checkContains(operands)
        case .text: checkText(operands)
        case .custom(let name): checkCustom(name, operands)
        }
        if let range = syntax.optionsRange, comparator != .between { warnOfOptions(operands, range) }
    }

    // MARK: Quantifiers

    /// The type that the operator sees on the left. Reports a quantifier that is missing or needless, and returns nil.
    private mutating func operandType(
        _ comparator: ComparisonOperator, _ syntax: ComparisonNode, _ left: ExpressionTree, _ right: ExpressionTree
    ) -> ValueType? {
        guard let quantifier = syntax.quantifier else {
            guard left.type.element != nil, !allowsMany(comparator, left, right) else { return left.type }
            // The message about the right side writes ANY too.
            if comparator.form.isOfText, case .aggregate = right.kind { return left.type.element }
            // A number that is compared with a list of objects or with SUBQUERY is probably their count.
            let isSubquery = if case .subquery = left.kind { true } else { false }
            let isCount = (isSubquery || left.type.innermost.family == .object) && right.type.family == .number
            report(
                .missingQuantifier(
                    excerpt(syntax.left.range), insertAt: syntax.left.range.lowerBound, countsElements: isCount,
                    at: syntax.left.range))
            return nil
        }
        switch left.type.unwrapped {
        case .any, .null: return .any
        case .list(let element), .set(let element):
            let keepsLists = comparator == .contains || isListEquality(comparator, right)
            return keepsLists ? element : element.innermost
        default:
            report(
                .needlessQuantifier(
                    quantifier.kind, of: excerpt(syntax.left.range), left.type, at: quantifier.range,
                    upTo: syntax.left.range.lowerBound))
            return nil
        }
    }

    private func isListEquality(_ comparator: ComparisonOperator, _ right: ExpressionTree) -> Bool {
        (comparator == .equal || comparator == .notEqual) && right.type.element != nil
    }

    /// Whether a collection may be on the left without a quantifier (D43).
    private func allowsMany(_ comparator: ComparisonOperator, _ left: ExpressionTree, _ right: ExpressionTree) -> Bool {
        switch comparator {
        case .contains: return true
        case .equal, .notEqual:
            return right.type.element != nil || right.type.family == .any || right.type.family == .null
        case .in:
            // A list may be an element of a list of lists.
            guard let element = right.type.element else { return right.type.family == .any }
            return element.element != nil || element.family == .any
        case .custom(let name): return library.registeredOperator(name)?.left.element != nil
        default: return false
        }
    }

    // MARK: Relations

    private mutating func checkRelation(_ operands: Operands) {
        let (left, right) = (operands.leftType, operands.right.type)
        learn(operands.left, is: right)
        learn(operands.right, is: left)
        let isOrder = operands.comparator != .equal && operands.comparator != .notEqual
        if right.element != nil, left.element == nil, left.family != .any, left.family != .null {
            report(
                .listForOne(
                    operands.comparator.spelling, left, right, isOrder: isOrder, at: operands.rightRange,
                    labels: [seenType(left, operands.leftRange)], operatorRange: operands.operatorRange))
            return
        }
        if isOrder, let range = unordered(operands) {
            let type = range == operands.leftRange ? left : right
            report(
                .wrongOperand(
                    "`\(operands.comparator.spelling)` needs ordered values, but this is \(type.phrase)", at: range))
            return
        }
        checkPair(operands, left, operands.right, operands.rightRange)
    }

    /// The range of the operand that has no order; nil if both have one.
    private func unordered(_ operands: Operands) -> SourceRange? {
        if !operands.leftType.hasOrder { return operands.leftRange }
        return operands.right.type.hasOrder ? nil : operands.rightRange
    }

    /// Checks one value against another: their types, and a literal on either side.
    mutating func checkPair(
        _ operands: Operands, _ leftType: ValueType, _ right: ExpressionTree, _ rightRange: SourceRange
    ) {
        var (operands, leftType, right) = (operands, leftType, right)
        if Self.isNumber(operands.left) {
            leftType = ValueType.double.orNil
            operands.left.type = leftType
        }
        if Self.isNumber(right) { right.type = ValueType.double.orNil }
        if checkLiteral(right, rightRange, against: leftType, operands) == .rejected { return }
        if operands.left.type.element == nil,
            checkLiteral(operands.left, operands.leftRange, against: right.type, operands) == .rejected
        {
            return
        }
        guard !Self.comparable(leftType, right.type, operands.left, right) else { return }
        // A string that is compared with a computed date is read as a date (D39).
        if leftType.family == .date
            ? mayBeDate(right, beside: operands.left)
            : right.type.family == .date && mayBeDate(operands.left, beside: right)
        {
            return
        }
        let found = mismatch(operands, leftType, right, rightRange)
        // Two bounds, or many elements, may need the same edit. Report it once.
        if found.edits.isEmpty || reportedEdits.insert(found.edits).inserted { report(found) }
    }

    /// Whether an operand is a number of an unknown type: `CAST(x, "NSNumber")` or `toNumber(x)` of text.
    static func isNumber(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .cast(_, .number), .call(BuiltInFunction.toNumber.rawValue, _): tree.type.isAny
        default: false
        }
    }

    enum LiteralCheck { case accepted, rejected }

    /// Whether values of two types can ever be equal or ordered.
    package static func comparable(_ a: ValueType, _ b: ValueType, _ left: ExpressionTree, _ right: ExpressionTree)
        -> Bool
    {
        let (x, y) = (a.family, b.family)
        if x == .any || y == .any || x == .null || y == .null { return true }
        if x == .list, y == .list {
            guard let p = a.element, let q = b.element else { return true }
            return comparable(p, q, left, right)
        }
        if x == y { return true }
        switch (x, y) {
        case (.text, .uuid), (.uuid, .text), (.text, .url), (.url, .text): return true
        // `checkLiteral` has checked literals. A field of text that is compared with a date must be declared as a date.
        case (.text, .date): return a.unwrapped == .dateTime || isStringLiteral(left)
        case (.date, .text): return b.unwrapped == .dateTime || isStringLiteral(right)
        case (.text, .data): return isStringLiteral(left)
        case (.data, .text): return isStringLiteral(right)
        case (.object, .dictionary), (.dictionary, .object): return true
        default: return false
        }
    }

    private static func isStringLiteral(_ tree: ExpressionTree) -> Bool {
        if case .constant(.string) = tree.kind { return true }
        return false
    }

    /// Checks whether a literal that is compared with a value of a type can be read as that type.
    mutating func checkLiteral(
        _ literal: ExpressionTree, _ range: SourceRange, against type: ValueType, _ operands: Operands
    ) -> LiteralCheck {
        guard case .constant(let value) = literal.kind else { return .accepted }
        if case .enumeration(let enumeration) = type.unwrapped { return checkCase(value, range, enumeration, operands) }
        guard case .string(let text) = value else { return .accepted }
        switch type.unwrapped {
        case .date: return checkDate(text, range)
        case .dateTime:
            return isDeclared && operands.options.isEmpty ? checkDate(text, range) : .accepted
        case .uuid:
            if operands.options.isEmpty, PredicateUUID.parse(text) == nil {
                report(.unreadableUUID(text, at: range))
                return .rejected
            }
        case .data:
            if case .data = ValueSemantics.read(.string(text), as: .data) { return .accepted }
            report(.unreadableData(at: range))
            return .rejected
        default: break
        }
        return .accepted
    }

    private mutating func checkDate(_ text: String, _ range: SourceRange) -> LiteralCheck {
        guard case .failure(let problem) = PredicateDate.parseLiteral(text) else { return .accepted }
        report(unreadableDate(text, problem, in: range))
        return .rejected
    }

    private mutating func checkCase(
        _ value: PredicateValue, _ range: SourceRange, _ enumeration: EnumerationType, _ operands: Operands
    ) -> LiteralCheck {
        switch operands.comparator {
        case .equal, .notEqual, .in, .contains: break
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            // An order of raw values includes values that are no cases.
            if enumeration.order == nil { return .accepted }
        default: return .accepted
        }
        if case .null = value { return .accepted }
        // A literal of another type is reported as a type mismatch elsewhere.
        guard ValueType(of: value).family == enumeration.base.family else { return .accepted }
        let isCase =
            enumeration.cases.isEmpty
            ? enumeration.order.map { $0.value(value) != nil } ?? true
            : enumeration.cases.contains {
                ValueSemantics.equals($0, value, options: operands.options, library: library)
            }
        if isCase { return .accepted }
        let cases = enumeration.cases.map { ExpressionTree.literal($0).predicateFormat }
        let written = ExpressionTree.literal(value).predicateFormat
        // Other records may have cases that the sample does not show (D95), and a Swift type may not list its cases.
        let isSure = isDeclared && !cases.isEmpty
        report(
            .unknownCase(
                written, suggestion: near(written, among: cases, in: range), cases: cases, isDeclared: isSure,
                at: range))
        return isSure ? .rejected : .accepted
    }

    /// The value that a literal probably means. Text with a backslash is an escape or a pattern, so comparing its
    /// letters would suggest the wrong value (`"err\d"` is near `"error"`).
    func near(_ written: String, among values: [String], in range: SourceRange) -> String? {
        guard !text(range).utf8.contains(UInt8(ascii: "\\")) else { return nil }
        return Suggestions.nearest(to: written, among: values)
    }

    private func mismatch(
        _ operands: Operands, _ leftType: ValueType, _ right: ExpressionTree, _ rightRange: SourceRange
    ) -> PredicateDiagnostic {
        // If only one side is a literal, the literal is the mistake, and the other side is what it should fit.
        let leftIsLiteral = Self.isLiteral(operands.left)
        // If both are literals, the mistake is the quoted name of a field.
        var faultIsLeft = leftIsLiteral && !Self.isLiteral(right)
        if case .constant(.string(let name)) = operands.left.kind, rootField(named: name) != nil { faultIsLeft = true }
        let fault = faultIsLeft ? operands.left : right
        let faultRange = faultIsLeft ? operands.leftRange : rightRange
        let other = faultIsLeft ? right.type : leftType
        let otherRange = faultIsLeft ? rightRange : operands.leftRange
        let faultType = faultIsLeft ? leftType : right.type
        let side = faultIsLeft ? "left" : "right"
        let beside = faultIsLeft ? right : operands.left
        let number = numberBesideText(fault, beside, other, otherRange, operands.comparator)
        if let word = fieldWord(fault, faultRange, beside: other) ?? fieldWord(beside, otherRange, beside: faultType) {
            return .reservedWord(text(word), at: word)
        }
        let unquoted = unquotedDate(faultRange, beside: otherRange, other)
        let date = unquoted ?? numberBesideDate(fault, faultRange, beside, otherRange)
        if date == nil,
            let meant = partBesideNumber(fault, beside, other, otherRange, operands, faultIsLeft: faultIsLeft)
        {
            return .wrongOperand(
                "`\(operands.comparator.spelling)` compares \(other.plain.pair), but the \(side) side is \(faultType.plain.phrase)",
                at: faultRange, labels: [seenType(other, otherRange)], hint: "write `\(meant.text)`", edits: meant.edits
            )
        }
        let (hint, edits) =
            date ?? number.map { ($0.hint, $0.edits) } ?? conversion(of: fault, faultType, faultRange, to: other)
        var diagnostic = PredicateDiagnostic.wrongOperand(
            "`\(operands.comparator.spelling)` compares \(other.plain.pair), but the \(side) side is \(faultType.plain.phrase)",
            at: faultRange, labels: [seenType(other, otherRange)], hint: hint, edits: edits)
        if date == nil, let number { diagnostic.areEditsApplicable = number.isCertain }
        diagnostic.isForeignSpelling = unquoted != nil
        return diagnostic
    }

    /// How to convert an operand of one type to another type.
    func conversion(of fault: ExpressionTree, _ type: ValueType, _ range: SourceRange, to other: ValueType) -> (
        hint: String?, edits: [PredicateDiagnostic.Edit]
    ) {
        let written = text(range)
        // The value of an argument or a variable is not part of the text.
        let isGiven = written.hasPrefix("%") || written.hasPrefix("$")
        if isGiven, case .constant = fault.kind, other.family == .number || other.family == .text { return (nil, []) }
        if case .constant(.string(let text)) = fault.kind, other.family == .number {
            if other.unwrapped == .boolean {
                let word = text.lowercased()
                if text == "0" || text == "1" {
                    return ("without quotes it is a number", [.init(replacing: range, with: text)])
                }
                guard NameHabits.booleans.contains(word) else { return (nil, []) }
                return ("without quotes it is a boolean", [.init(replacing: range, with: text)])
            }
            if rootField(named: text)?.type.family == other.family {
                let field = spelled([text], at: range)
                let isPlain = sameCodePoints(field, text)
                return (
                    isPlain ? "without quotes it is a field" : "the field is `\(field)`",
                    [.init(replacing: range, with: field)]
                )
            }
            guard let number = NumberText.number(text) else { return (nil, []) }
            let plain = ExpressionTree.literal(number).predicateFormat
            return ("without quotes it is a number", [.init(replacing: range, with: plain)])
        }
        if Self.isDateText(written), other.family == .date || other.family == .text {
            return ("in quotes it is a date", [.init(replacing: range, with: SourceSpelling.quoted(written))])
        }
        if case .enumeration(let enumeration) = other.unwrapped, !enumeration.cases.isEmpty,
            !enumeration.cases.contains(.string(written))
        {
            return (nil, [])
        }
        if other.family == .text, other.unwrapped != .dateTime, type.family == .number, case .constant = fault.kind {
            return ("in quotes it is a string", [.init(replacing: range, with: SourceSpelling.quoted(written))])
        }
        if type.family == .number, other.family == .date || other.unwrapped == .dateTime {
            return unixDate(of: fault, range)
        }
        return (nil, [])
    }

    /// Whether a piece of the source is a date without quotes, which would be two subtractions.
    static func isDateText(_ text: String) -> Bool { Lexer.isDate(Array(text.utf8)[...]) }

    func rootField(named name: String) -> RecordField? {
        schema?.recordType(of: rootType)?.field(named: name)
    }

    private static func isLiteral(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .constant, .aggregate: true
        default: false
        }
    }

    // MARK: Text

    private mutating func checkText(_ operands: Operands) {
        let symbol = operands.comparator.spelling
        if reportTestOfEach(operands) { return }
        learn(operands.left, is: .string)
        learn(operands.right, is: .string)
        var isRight = true
        for (type, range) in [(operands.leftType, operands.leftRange), (operands.right.type, operands.rightRange)]
        where !type.isTextual {
            isRight = false
            let isNumber = type.family == .number && isNumberLiteral(range)
            let asText = type.unwrapped == .integer && operands.left.type == operands.leftType
            report(
                .wrongOperand(
                    "\(symbol) works on strings, but this is \(type.plain.phrase)", at: range,
                    hint: isNumber ? "in quotes it is a string" : asText ? "write `toString(\(excerpt(range)))`" : nil,
                    edits: isNumber
                        ? [.init(replacing: range, with: SourceSpelling.quoted(text(range)))]
                        : asText ? Self.call(BuiltInFunction.toText, around: range) : []))
        }
        guard isRight, case .constant(.string(let text)) = operands.right.kind else {
            if operands.comparator == .matches, library.patterns == nil, isRight {
                report(.patternsUnavailable(at: operands.rightRange))
            }
            return
        }
        switch operands.comparator {
        case .like:
            for lost in lostBackslashes(in: operands.rightRange, isWildcard: true) { report(lost) }
            checkWildcards(text, operands)
        case .matches:
            checkPattern(text, options: operands.options, at: operands.rightRange)
        default: break
        }
    }

    private func isNumberLiteral(_ range: SourceRange) -> Bool {
        text(range).utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    private mutating func checkWildcards(_ text: String, _ operands: Operands) {
        let range = operands.rightRange
        if text.utf8.count > limits.patternBytes {
            report(.patternTooLong(text.utf8.count, limit: limits.patternBytes, at: range))
            return
        }
        if text.startsExactly(with: "^") {
            return report(.sqlWildcard("^", "a regular expression belongs after MATCHES", at: range))
        }
        if text.containsExactly("*|") {
            return report(.sqlWildcard("|", "join two comparisons by OR", at: range))
        }
        guard !text.utf8.contains(UInt8(ascii: "*")) else { return }
        let isUnderlined = text.startsExactly(with: "_") || text.endsExactly(with: "_")
        if isUnderlined, text.utf8.count > 1, !text.containsExactly("?") {
            return report(.sqlWildcard("_", at: range, fixed: self.text(range).replacing("_", with: "?")))
        }
        let (isFirst, isLast) = (text.startsExactly(with: "%"), text.endsExactly(with: "%"))
        guard isFirst || isLast else { return }
        // A value with `%` in the same location shows that the percent sign itself is meant.
        let location: PercentSigns = isFirst ? isLast ? .atBothEnds : .atStart : .atEnd
        if let seen = statistics(of: operands.left)?.percentSigns, seen.contains(location) { return }
        let fixed = self.text(range).replacing("%", with: "*")
        report(.sqlWildcard("%", at: range, fixed: fixed))
    }

    /// Reports a pattern that does not compile.
    mutating func checkPattern(_ pattern: String, options: StringOptions, at range: SourceRange) {
        guard pattern.utf8.count <= limits.patternBytes else {
            report(.patternTooLong(pattern.utf8.count, limit: limits.patternBytes, at: range))
            return
        }
        guard let engine = library.patterns else {
            report(.patternsUnavailable(at: range))
            return
        }
        let lost = lostBackslashes(in: range, isWildcard: false)
        do {
            _ = try engine.compile(pattern, options: options, limits: limits)
            for lost in lost { report(lost) }
        } catch {
            let location = location(error.offset, in: range)
            report(.badPattern(error.message, at: location, lost: lost))
        }
    }

    // MARK: Warnings

    /// Whether a comparison may need a warning. The form of its operands rules most comparisons out quickly.
    private func mayDeserveWarning(_ syntax: ComparisonNode) -> Bool {
        // A path is not a constant, unless a variable in it has a value.
        guard syntax.left.form == .field || syntax.left.form == .path, bindings.isEmpty else { return true }
        switch syntax.right.form {
        case .variable: return false
        case .field where schema?.origin == .inferred: return true
        case .field:
            guard let left = syntax.left.asField, let right = syntax.right.asField else { return true }
            return sameCodePoints(left.name, right.name)
        case .literal:
            if case .known(.notEqual) = syntax.comparator { return true }
            guard schema?.origin != .inferred, let value = syntax.right.asLiteral?.value else { return true }
            switch value {
            case .null, .boolean: return true
            case .string(let text): return text.isEmpty || text.utf8.count == DayBound.length
            default: return false
            }
        default: return true
        }
    }

    private mutating func warnOfOptions(_ operands: Operands, _ range: SourceRange) {
        func isNotText(_ type: ValueType) -> Bool {
            let type = type.innermost
            return !type.isTextual && type.family != .object && type.family != .dictionary
        }
        guard !operands.options.isEmpty, isNotText(operands.leftType), isNotText(operands.right.type) else { return }
        report(
            .ignoredOptions(
                removing: .removing(range, from: source),
                isCertain: Self.isNeverText(operands.left) || Self.isNeverText(operands.right)))
    }

    /// Whether an operand can never be a string.
    private static func isNeverText(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .constant(.string): false
        case .constant: true
        case .aggregate(let elements): elements.allSatisfy(isNeverText)
        default: false
        }
    }

    private mutating func warn(
        of comparison: PredicateTree.Comparison, _ syntax: ComparisonNode, _ range: SourceRange
    ) {
        if let (word, value, place) = constantWord(in: comparison) {
            return report(.constantWord(word, value, at: place))
        }
        if let edit = quotedField(comparison.left, syntax.left.range), comparison.right.isConstant {
            return report(
                .always(
                    answer(comparison), at: range, hint: "without quotes `\(edit.text)` is the field", edits: [edit]))
        }
        if let always = constantAnswer(comparison) {
            report(.always(always.value, at: range, hint: always.hint))
            return
        }
        if syntax.right.unparenthesized.form == .arithmetic, Self.isDateText(text(syntax.right.range)) {
            return report(.unquotedDate(text(syntax.right.range), at: syntax.right.range))
        }
        warnOfDivision(comparison)
        warnOfDatePart(comparison)
        warnOfUnseenValue(comparison, syntax)
        warnOfDateText(comparison, syntax)
        warnOfDayAsBound(comparison, range)
        guard case .notEqual = comparison.comparator, syntax.quantifier == nil,
            case .constant(let value) = comparison.right.kind,
            value != .null, case .optional = comparison.left.type
        else { return }
        warnOfNil(ExpressionTree(comparison.left.kind, type: comparison.left.type, range: syntax.left.range))
    }

    /// The answer of a comparison that does not depend on the record; nil for other comparisons.
    private func constantAnswer(_ comparison: PredicateTree.Comparison) -> (value: Bool, hint: String?)? {
        if comparison.quantifier == nil {
            if case .constant = comparison.left.kind, comparison.right.isConstant {
                return (answer(comparison), nil)
            }
            if case .constant = comparison.right.kind, comparison.left.isConstant { return (answer(comparison), nil) }
        }
        if comparison.quantifier == nil, Self.endAlike(comparison.left, comparison.right),
            Self.isPath(comparison.left), comparison.left == comparison.right
        {
            switch comparison.comparator {
            case .equal, .lessOrEqual, .greaterOrEqual: return (true, "both sides are the same")
            case .notEqual, .less, .greater: return (false, "both sides are the same")
            default: break
            }
        }
        guard comparison.quantifier != .all, comparison.quantifier != Quantifier.none else { return nil }
        switch comparison.right.kind {
        case .constant(.string(let text)) where text.isEmpty: return emptyTextAnswer(comparison)
        case .constant(.null):
            switch (comparison.comparator, comparison.comparator.form) {
            case (.less, _), (.greater, _), (.in, _), (_, .text):
                return (false, "nil has no order; `== nil` finds records without a value")
            default: return nil
            }
        case .aggregate(let elements) where elements.isEmpty && comparison.comparator == .in:
            return (false, "the list is empty")
        default: return nil
        }
    }

    private func emptyTextAnswer(_ comparison: PredicateTree.Comparison) -> (value: Bool, hint: String?)? {
        switch comparison.comparator.place {
        case .start, .end: (false, "no string begins or ends with the empty string")
        case .anywhere:
            comparison.left.type.family == .text ? (false, "no string contains the empty string") : nil
        case .pattern: comparison.comparator == .matches ? (false, "the empty pattern matches nothing") : nil
        case nil: nil
        }
    }

    /// Whether two paths end in the same name: a quick test before the whole paths are compared.
    private static func endAlike(_ a: ExpressionTree, _ b: ExpressionTree) -> Bool {
        switch (a.kind, b.kind) {
        case (.field(_, let x), .field(_, let y)): sameCodePoints(x, y)
        case (.record, .record): true
        default: false
        }
    }

    /// Whether an expression is a path of fields from the record. Such a path has one value at a time.
    private static func isPath(_ tree: ExpressionTree) -> Bool {
        var tree = tree
        while case .field(let base, _) = tree.kind { tree = base }
        if case .record = tree.kind { return true }
        return false
    }

    private func answer(_ comparison: PredicateTree.Comparison) -> Bool {
        let program = Lowering.lower(PredicateTree(.comparison(comparison)), library: library)
        return CompiledPredicate(program, library: library, limits: limits).evaluate(
            on: .null, context: EvaluationContext(limits: limits))
    }
}
