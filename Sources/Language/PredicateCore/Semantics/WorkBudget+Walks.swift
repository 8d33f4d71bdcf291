// Walks over values. They are charged before they start.
extension WorkBudget {
    /// Charges each element of a list or set, at any depth. A list that occurs twice in another counts twice, because
    /// walks visit it twice. This bounds the size of lists that are built from each other.
    @inline(__always)
    package mutating func step(over value: PredicateValue) -> Bool {
        switch value {
        case .list(let elements), .set(let elements): step(over: elements)
        default: true
        }
    }

    /// Charges each element, at any depth.
    package mutating func step(over elements: [PredicateValue]) -> Bool {
        guard step(WorkCost.countedElement * elements.count) else { return false }
        return elements.contains(where: Self.isCollection) ? step(within: elements) : true
    }

    private static func isCollection(_ value: PredicateValue) -> Bool {
        switch value {
        case .list, .set: true
        default: false
        }
    }

    @inline(never)
    private mutating func step(within elements: [PredicateValue]) -> Bool {
        var pending = [elements]
        while let next = pending.popLast() {
            for element in next {
                guard let inner = ValueSemantics.elements(of: element), !inner.isEmpty else { continue }
                guard step(WorkCost.countedElement * inner.count) else { return false }
                pending.append(inner)
            }
        }
        return true
    }

    /// Charges a walk over everything in a value: each value at any depth, including those in objects, and the bytes
    /// of texts.
    ///
    /// - Parameters:
    ///   - each: the steps of a value.
    ///   - bytes: the number of bytes of text that cost a step, as a power of two.
    mutating func walk(over value: PredicateValue, each: Int, bytes shift: Int) -> Bool {
        switch value {
        case .list, .set, .object: break
        default: return step(Self.steps(of: value, each: each, bytes: shift))
        }
        var pending = [value]
        while let next = pending.popLast() {
            guard step(Self.steps(of: next, each: each, bytes: shift)) else { return false }
            switch next {
            case .list(let elements), .set(let elements): pending.append(contentsOf: elements)
            case .object(let record):
                for key in record.keys {
                    guard step(each + (key.utf8.count >> shift)) else { return false }
                    pending.append(record.value(forKey: key))
                }
            default: break
            }
        }
        return true
    }

    private static func size(of value: PredicateValue) -> Int {
        switch value {
        case .string(let text), .url(let text): text.utf8.count
        case .data(let data): data.count
        default: 0
        }
    }

    /// The steps of a value in a walk: decimals are compared and hashed by their texts.
    private static func steps(of value: PredicateValue, each: Int, bytes shift: Int) -> Int {
        if case .decimal(let decimal) = value { return each + WorkCost.decimalText(of: decimal) }
        return each + (size(of: value) >> shift)
    }

    /// Charges the decimals among some numbers: a sum of each, and where they become doubles, their texts.
    ///
    /// - Parameters:
    ///   - steps: what is charged for each of them besides.
    ///   - asDoubles: whether each becomes a double, even without doubles among the numbers.
    mutating func step(
        decimalsIn elements: [PredicateValue], each steps: Int = 0, asDoubles: Bool = false
    ) -> Bool {
        var (decimals, texts, hasDouble) = (0, 0, asDoubles)
        for element in elements {
            switch element {
            case .decimal(let decimal):
                decimals += 1
                texts += WorkCost.decimalText(of: decimal)
            case .double: hasDouble = true
            default: break
            }
        }
        guard decimals > 0 else { return true }
        return step(decimals * (WorkCost.decimalSum + steps) + (hasDouble ? texts : 0))
    }

    /// Charges the arguments of a registered function or operator, which may read all of them.
    mutating func step(giving values: [PredicateValue]) -> Bool {
        for value in values { guard walk(over: value, each: WorkCost.given, bytes: 4) else { return false } }
        return true
    }
}

extension PredicateValue {
    /// The bytes of a value, counted like those of an evaluation: each element of a list and each field, with keys and texts. Nil
    /// beyond a limit. A part that occurs twice counts twice, because everything that walks over the value visits it twice.
    package func bytes(upTo limit: Int) -> Int? {
        var budget = WorkBudget(steps: max(0, limit), bytes: 0)
        guard budget.walk(over: self, each: WorkCost.element, bytes: 0) else { return nil }
        return max(0, limit) - budget.left.steps
    }
}
