import PredicateCore

extension CandidateFinder {
    /// The operators that fit the left operand, which starts at an offset.
    mutating func findOperators(behind left: ExpressionTree, _ quantifier: Quantifier?, at start: Int) {
        let isMany = left.type.element != nil && quantifier == nil
        if isMany {
            hint = "this is \(left.type.plain.phrase): write ANY, ALL or NONE before it to compare its elements"
            addOperators([.contains, .equal, .notEqual])
            addCount(of: left.type)
            addOperatorsOfElements(of: left, at: start)
        } else {
            addOperators(Self.operators(for: operandType(of: left, quantifier, nil)))
        }
        let operand = operandType(of: left, quantifier, nil)
        for (_, registered) in library.operators.sorted(by: { $0.key < $1.key })
        where Checker.fits(operand, registered.left) {
            add(registered.name, kind: .operator, documentation: registered.help, isOpen: true, group: .unlikely)
        }
    }

    /// The operators that compare the elements of a list, which need ANY before the list.
    private mutating func addOperatorsOfElements(of left: ExpressionTree, at start: Int) {
        let word = Quantifier.any.rawValue
        let edit = PredicateDiagnostic.Edit(replacing: SourceRange(at: start), with: word + " ")
        // The parser decides whether ANY is allowed there. In `(tags) BEGINSWITH` it is not.
        let records = cursor.inserting(edit.text, at: start)
            .records(as: isExpression, library: library, limits: limits)
        let isAllowed = records.contains { if case .comparator(_, .any?) = $0.site { true } else { false } }
        guard isAllowed else { return }
        for symbol in Self.operators(for: operandType(of: left, .any, nil))
        where symbol != .matches || library.patterns != nil {
            add(
                symbol.spelling, label: "\(word) … \(symbol.spelling)", kind: .operator, documentation: symbol.help,
                isOpen: true, edits: [edit], group: .operators)
        }
    }

    /// `.@count`, which turns a list into a number.
    private mutating func addCount(of type: ValueType) {
        let symbol = CollectionOperator.count
        add(
            "." + symbol.rawValue, kind: .collectionOperator,
            type: type.isOptional ? ValueType.integer.orNil : .integer, documentation: symbol.help, group: .operators)
    }

    private mutating func addOperators(_ operators: [ComparisonOperator]) {
        for symbol in operators where symbol != .matches || library.patterns != nil {
            add(symbol.spelling, kind: .operator, documentation: symbol.help, isOpen: true, group: .operators)
        }
    }

    /// The operators that can follow a value of a type, the most common first.
    private static func operators(for type: ValueType) -> [ComparisonOperator] {
        let relations: [ComparisonOperator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
        let operators = ComparisonOperator.builtIn.filter { $0.form.isOfText }
        let first = operators.filter { $0.place == .start } + operators.filter { $0.place == .anywhere }
        let text = first + operators.filter { !first.contains($0) }
        switch type.unwrapped {
        case .boolean: return [.equal, .notEqual, .in]
        case .dateTime: return relations + [.between, .in] + text
        case .enumeration(let enumeration) where enumeration.base.family == .text:
            return [.equal, .notEqual, .in] + text + relations.dropFirst(2) + [.between]
        case .dictionary: return [.contains, .equal, .notEqual]
        case .object: return [.equal, .notEqual, .in]
        case .data: return [.equal, .notEqual, .in]
        default: break
        }
        switch type.family {
        case .number, .date: return relations + [.between, .in]
        case .list: return [.contains, .equal, .notEqual]
        default: return [.equal, .notEqual] + text + [.in] + relations.dropFirst(2) + [.between]
        }
    }

    /// The arithmetic and set operators that fit the left operand.
    mutating func findArithmetic(behind left: ExpressionTree) {
        switch left.type.family {
        case .number:
            if left.type.unwrapped == .boolean { return }
            add([.add, .subtract, .multiply, .divide, .power])
            if left.type.unwrapped == .integer { add([.bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight]) }
        case .date: add([.add, .subtract])
        case .list:
            for symbol in SetOperator.allCases {
                add(symbol.rawValue, kind: .operator, documentation: symbol.help, isOpen: true, group: .arithmetic)
            }
        default: break
        }
    }

    private mutating func add(_ symbols: [ArithmeticOperator]) {
        for symbol in symbols {
            add(symbol.rawValue, kind: .operator, documentation: symbol.help, isOpen: true, group: .arithmetic)
        }
    }

    mutating func findConnectives() {
        for connective in [Connective.and, .or] {
            let word = connective.rawValue
            add(word, kind: .keyword, documentation: connective.help, isOpen: true, group: .connectives)
        }
    }

    /// The options of an operator, with the closing bracket if it is missing.
    mutating func findOptions() {
        let end = cursor.following == UInt8(ascii: "]") ? "" : "]"
        var options = StringOptionLetter.allCases.map { ($0.rawValue, $0.help) }
        options.insert(("cd", "Ignores case and marks."), at: 2)
        for (letters, help) in options {
            add(
                letters + end, label: "[\(letters)]", kind: .option, documentation: help, isOpen: true, group: .nearest,
                match: letters)
        }
    }
}
