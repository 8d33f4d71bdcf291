/// What arithmetic with decimals costs.
extension CoreCost {
    /// Finds out whether a number may be a decimal. One that a registered function returns has its own cost, like the
    /// function.
    mutating func findDecimals(_ root: CoreParts.Node) {
        CoreParts.forEach(root) { node in
            let isSource =
                switch node {
                case .expression(.cast(_, .decimal), _): true
                case .expression(.read(_, let reading), _): Self.isDecimal(reading)
                case .expression(.constant(let value), _): Self.mayHoldDecimal(value)
                case .expression(.variable(let name), _):
                    Self.mayHoldDecimal(sizes.bindings.value(ofName: name) ?? .null)
                default: false
                }
            if isSource { decimalText = Double(WorkCost.longestDecimalText) }
            return !isSource
        }
    }

    private static func isDecimal(_ reading: CoreReading) -> Bool {
        switch reading {
        case .decimal: true
        case .elements(let inner), .set(let inner?): isDecimal(inner)
        case .integer, .double, .date, .instant, .uuid, .url, .data, .set(nil), .ordered: false
        }
    }

    private static func mayHoldDecimal(_ value: PredicateValue) -> Bool {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .decimal: return true
            case .list(let elements), .set(let elements): pending.append(contentsOf: elements)
            case .object(let record): for key in record.keys { pending.append(record.value(forKey: key)) }
            default: break
            }
        }
        return false
    }

    /// The most steps that an operator adds for decimals.
    func decimals(_ op: ArithmeticOperator) -> Double {
        guard decimalText > 0 else { return 0 }
        switch op {
        case .add, .subtract: return 2 * decimalText + Double(WorkCost.decimalSum)
        case .multiply: return 2 * decimalText + Double(WorkCost.decimalProduct)
        case .divide: return 2 * decimalText + Double(WorkCost.decimalQuotient)
        case .power: return 2 * decimalText + Double(WorkCost.decimalPower(.min))
        case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: return 0
        }
    }
}
