/// Comparisons that only the values of the records, or a list on the right, show to be meant otherwise.
extension Checker {
    /// `v >= 14.5` where the values are versions, `birthDate > 1980` where they are dates: the comparison of what was meant.
    func partBesideNumber(
        _ fault: ExpressionTree, _ value: ExpressionTree, _ type: ValueType, _ range: SourceRange, _ operands: Operands,
        faultIsLeft: Bool
    ) -> (text: String, edits: [PredicateDiagnostic.Edit])? {
        guard let place = fault.range, !value.isConstant, value.type.element == nil,
            operands.comparator.form == .relation
        else { return nil }
        let isOrder = operands.comparator != .equal && operands.comparator != .notEqual
        let texts = Self.texts(statistics(of: value)?.examples).filter { !NumberText.isPlaceholder($0) }
        let dates = texts.count { if case .success = PredicateDate.parseLiteral($0) { true } else { false } }
        var function: BuiltInFunction?
        let number = text(place)
        // `version(v) > 1.9`: the other side is a version, too.
        if case .call(BuiltInFunction.version.rawValue, _) = value.kind, fault.isConstant, fault.type.family == .number
        {
            let (version, sign) = ("version(\(SourceSpelling.quoted(number)))", operands.comparator.spelling)
            return (
                faultIsLeft ? "\(version) \(sign) \(excerpt(range))" : "\(excerpt(range)) \(sign) \(version)",
                [.init(replacing: place, with: version)]
            )
        }
        // `version == 14.5`: a release of it, where no value is the number itself.
        if operands.comparator == .equal, !faultIsLeft, case .versions? = TextMeaning(texts),
            !texts.contains(where: { sameCodePoints($0, number) }),
            texts.contains(where: { $0.startsExactly(with: number + ".") })
        {
            let start = SourceSpelling.quoted(number + ".")
            return (
                "\(excerpt(range)) BEGINSWITH \(start)",
                [.init(replacing: operands.operatorRange, with: "BEGINSWITH"), .init(replacing: place, with: start)]
            )
        }
        if case .constant(.integer(1000..<3000)) = fault.kind, NumberText.areMost(dates, of: texts.count) {
            function = .year
        }
        if function == nil, isOrder, fault.isConstant, fault.type.family == .number, type.unwrapped == .string,
            let meaning = TextMeaning(texts), case .versions = meaning, let reading = meaning.reading(of: text(range))
        {
            let version = "version(\(SourceSpelling.quoted(number)))"
            let sign = operands.comparator.spelling
            return (
                faultIsLeft ? "\(version) \(sign) \(reading)" : "\(reading) \(sign) \(version)",
                [.init(replacing: range, with: reading), .init(replacing: place, with: version)]
            )
        }
        guard let function else { return nil }
        let call = "\(function.rawValue)(\(excerpt(range)))"
        let sign = operands.comparator.spelling
        return (
            faultIsLeft ? "\(number) \(sign) \(call)" : "\(call) \(sign) \(number)",
            Self.call(function, around: range) + [.init(replacing: place, with: number)]
        )
    }

    static func texts(_ seen: [PredicateValue]?) -> [String] {
        (seen ?? []).compactMap { value in if case .string(let text) = value { text } else { nil } }
    }

    /// `age CONTAINS '5'`: a string that the predicate looks for in the digits of a number.
    func textOfNumber(
        _ container: ExpressionTree, _ range: SourceRange, beside element: ValueType
    ) -> (hint: String?, edits: [PredicateDiagnostic.Edit]) {
        guard container.type.family == .number, container.type.unwrapped != .boolean, element.family == .text else {
            return (nil, [])
        }
        return ("write `toString(\(excerpt(range)))`", Self.call(BuiltInFunction.toText, around: range))
    }

    /// `name IN %@` with the text `Ada,Grace`: a list in one text, where IN looks for a part of it.
    mutating func warnOfListInText(_ operands: Operands, _ container: ExpressionTree, _ range: SourceRange) {
        let isGiven = ["%@", "$"].contains { text(range).hasPrefix($0) }
        guard operands.comparator == .in, case .constant(.string(let list)) = container.kind,
            list.utf8.contains(UInt8(ascii: ",")), list.utf8.count <= 200,
            isGiven || isDeclared && !list.utf8.contains(UInt8(ascii: " "))
        else { return }
        let parts = list.split(separator: ",").map { String($0).trimmingBlanks }
        let areNumbers = parts.allSatisfy { NumberText.number($0) != nil }
        let elements = areNumbers ? parts : parts.map(SourceSpelling.quoted)
        let (open, close) = isGiven ? ("[", "]") : ("{", "}")
        report(.listInText(open + elements.joined(separator: ", ") + close, at: range))
    }

    /// `now() - 7`, where days are meant. Whole minutes are often written in seconds.
    mutating func warnOfSeconds(since left: ExpressionTree, _ right: ExpressionTree) {
        guard case .call(BuiltInFunction.now.rawValue, _) = left.kind, wantsText == nil,
            case .constant(.integer(1..<367)) = right.kind, let range = right.range,
            let count = Int(text(range)), !count.isMultiple(of: 60)
        else { return }
        report(.secondsForDays(count, at: range))
    }

    /// `weekday(t) IN {0, 6}`: a number that a part of a date never is.
    mutating func warnOfDatePart(_ comparison: PredicateTree.Comparison) {
        guard comparison.comparator == .equal || comparison.comparator == .in,
            case .call(let name, _) = comparison.left.kind, let part = BuiltInFunction(rawValue: name)?.datePart
        else { return }
        var constants = [comparison.right]
        if case .aggregate(let elements) = comparison.right.kind { constants = elements }
        for case (.constant(.integer(let number)), let range?) in constants.map({ ($0.kind, $0.range) })
        where !part.values.contains(number) {
            return report(.noDatePart(name, number, part, at: range))
        }
    }

    /// Reports a short list of strings on the right of an operator of text.
    mutating func reportTestOfEach(_ operands: Operands) -> Bool {
        guard let each = testOfEach(operands) else { return false }
        report(
            .wrongOperand(
                "\(operands.comparator.spelling) takes one string, but this is \(operands.right.type.plain.phrase)",
                at: operands.rightRange, hint: "write `\(each)`",
                edits: [.init(replacing: operands.leftRange.union(operands.rightRange), with: each)]))
        return true
    }

    /// `name BEGINSWITH {"a", "b"}`: the comparisons with each text of a short list. Nil for other right sides.
    private func testOfEach(_ operands: Operands) -> String? {
        guard quantified == nil, case .aggregate(let elements) = operands.right.kind, (1...6).contains(elements.count)
        else { return nil }
        let left = (operands.left.type.element == nil ? "" : "ANY ") + text(operands.leftRange)
        let letters = StringOptionLetter.allCases.filter { operands.options.contains($0.option) }.map(\.rawValue)
            .joined()
        let symbol = operands.comparator.spelling + (letters.isEmpty ? "" : "[\(letters)]")
        var tests: [String] = []
        for element in elements {
            guard case .constant(.string) = element.kind, let range = element.range else { return nil }
            tests.append("\(left) \(symbol) \(text(range))")
        }
        return tests.count == 1 ? tests.joined() : "(" + tests.joined(separator: " OR ") + ")"
    }

    /// How to fix a comparison of a number with text: convert the text if it holds numbers, or quote the number.
    ///
    /// The sample decides where it shows only numbers. Without a sample, `==` compares text. An order is left to the
    /// user: comparing text (`"9" > "10"`) is rarely meant, but CAST turns `"10.15.1"` into nil. Returns nil for other
    /// operands.
    func numberBesideText(
        _ fault: ExpressionTree, _ text: ExpressionTree, _ type: ValueType, _ range: SourceRange,
        _ comparator: ComparisonOperator
    ) -> (hint: String?, edits: [PredicateDiagnostic.Edit], isCertain: Bool)? {
        guard case .constant(let value) = fault.kind, type.unwrapped == .string, !text.isConstant else { return nil }
        switch value {
        case .integer, .double, .decimal: break
        default: return nil
        }
        let statistics = statistics(of: text)
        let isOrder: Bool
        switch comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: isOrder = true
        case .equal, .notEqual, .in: isOrder = false
        default: return nil
        }
        // CAST cannot read a list.
        if text.type.element != nil { return isOrder ? (nil, [], true) : nil }
        let seen = statistics?.examples ?? []
        let meaning = isOrder ? TextMeaning(Self.texts(seen)) : nil
        var isCertain = statistics?.allNumbers ?? false
        switch meaning {
        // No single number compares versions.
        case .versions: return (nil, [], true)
        case .quantities(let scale) where !isCertain: return quantityBesideNumber(fault, range, scale)
        default: break
        }
        if !isCertain {
            if !isOrder {
                guard let place = fault.range, !seen.contains(.string(self.text(place))),
                    case .quantities(let scale)? = TextMeaning(Self.texts(seen))
                else { return nil }
                return quantityBesideNumber(fault, range, scale)
            }
            if !seen.isEmpty {
                guard seen.contains(where: \.isNumberText) else { return (nil, [], true) }
                isCertain = true
            }
        }
        // A declared schema may belong to a program without `toNumber`.
        if isDeclared {
            return (
                "`CAST(\(excerpt(range)), \"NSNumber\")` reads it as a number",
                PredicateDiagnostic.Edit.cast(range, to: .number), isCertain
            )
        }
        let (hint, edits) = PredicateDiagnostic.numberReading(statistics, of: excerpt(range), at: range)
        return (hint, edits, isCertain)
    }

    /// The range of a constant that has the name of a field whose values compare with a type: `yes == "y"`.
    func fieldWord(_ tree: ExpressionTree, _ range: SourceRange, beside type: ValueType) -> SourceRange? {
        guard wantsText == nil, case .constant(let value) = tree.kind,
            value == .null || ValueType(of: value) == .boolean,
            let field = rootField(named: text(range)), Self.comparable(field.type, type, tree, tree)
        else { return nil }
        return range
    }

    /// A constant such as `no` or `null` that has the name of a field, where the field is likely. Nil for `x == null`, and
    /// for a boolean that is compared with a value that may be one.
    func constantWord(in comparison: PredicateTree.Comparison) -> (String, PredicateValue, SourceRange)? {
        let isEquality = [.equal, .notEqual, .in, .contains].contains(comparison.comparator)
        for (side, other) in [(comparison.right, comparison.left), (comparison.left, comparison.right)] {
            var operands = [side]
            if case .aggregate(let elements) = side.kind { operands = elements }
            for operand in operands {
                let isExpected =
                    switch operand.kind {
                    case .constant(.null): isEquality && !other.isConstant && side.range == comparison.right.range
                    case .constant(.boolean):
                        isEquality && !other.isConstant
                            && (other.type.innermost.isAny || other.type.innermost.unwrapped == .boolean)
                    default: false
                    }
                if !isExpected, let word = constantWord(in: operand) { return word }
            }
        }
        return nil
    }

    /// A constant with the name of a field in a calculation or a list.
    private func constantWord(in tree: ExpressionTree) -> (String, PredicateValue, SourceRange)? {
        guard wantsText == nil, schema != nil else { return nil }
        var pending = [tree]
        while let tree = pending.popLast() {
            switch tree.kind {
            case .ternary(_, let a, let b) where a.isBoolean && b.isBoolean: continue
            case .ternary(_, let a, let b): pending += [b, a]
            case .arithmetic, .call, .cast, .aggregate:
                pending += tree.children.compactMap { if case .expression(let child) = $0 { child } else { nil } }
            case .constant(let value):
                if let range = tree.range, rootField(named: text(range)) != nil { return (text(range), value, range) }
            default: break
            }
        }
        return nil
    }

    /// Warns of a constant in a calculation that has the name of a field. A constant alone is its value.
    mutating func warnOfConstantWord(in tree: ExpressionTree) {
        if case .constant = tree.kind { return }
        guard let (word, value, place) = constantWord(in: tree) else { return }
        report(.constantWord(word, value, at: place))
    }
}

extension ExpressionTree {
    /// Whether it is `YES` or `NO`.
    fileprivate var isBoolean: Bool { if case .constant(.boolean) = kind { true } else { false } }
}
