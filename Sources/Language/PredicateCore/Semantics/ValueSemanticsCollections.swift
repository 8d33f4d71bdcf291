import PredicatePlatform

extension ValueSemantics {
    /// A collection operator of a key path.
    ///
    /// Returns nil for nil, and for a value that is not a collection. A dictionary can only be counted. nil elements
    /// are skipped, and counted only by `@count`. If an element has a wrong type, the result is nil (D15, D16, D32,
    /// D34).
    ///
    /// - Parameters:
    ///   - value: the value before the operator.
    ///   - elements: for each element, the value of the path after the operator; nil without a path.
    ///   - reading: how elements are read to be compared with each other; nil for as they are.
    package static func collection(
        _ op: CollectionOperator, of value: PredicateValue, elements: [PredicateValue]? = nil,
        comparedAs reading: CoreReading? = nil, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let own = self.elements(of: value) else { return op == .count ? size(value) : .null }
        let elements = elements ?? own
        if op == .count { return .integer(Int64(elements.count)) }
        let each = op == .min || op == .max ? WorkCost.extreme : 2
        guard work.step(each * elements.count) else { return .null }
        switch op {
        case .count: return .null
        case .sum, .avg:
            guard work.step(decimalsIn: elements) else { return .null }
            return op == .sum ? sum(elements) : average(elements)
        case .min: return extreme(elements, .less, comparedAs: reading, &work)
        case .max: return extreme(elements, .greater, comparedAs: reading, &work)
        case .unionOfObjects, .distinctUnionOfObjects:
            guard work.make(elements: elements.count) else { return .null }
            let present = elements.filter(isPresent)
            return .list(op == .unionOfObjects ? present : distinct(present, comparedAs: reading, &work))
        case .unionOfArrays: return joined(elements, &work).map(PredicateValue.list) ?? .null
        case .distinctUnionOfArrays:
            return joined(elements, &work).map { .list(distinct($0, comparedAs: reading, &work)) } ?? .null
        }
    }

    package static func isPresent(_ value: PredicateValue) -> Bool {
        if case .null = value { return false }
        return true
    }

    /// The elements of lists, without nil; nil if one of them is not a list.
    private static func joined(_ lists: [PredicateValue], _ work: inout WorkBudget) -> [PredicateValue]? {
        var all: [PredicateValue] = []
        for list in lists where isPresent(list) {
            guard let elements = elements(of: list) else { return nil }
            guard work.step(2 * elements.count), work.make(elements: 2 * elements.count) else { return nil }
            all.append(contentsOf: elements.filter(isPresent))
        }
        return all
    }

    /// A running sum: exact as long as there are only integers.
    package struct Total {
        package private(set) var count = 0
        private var integers = WideSum()
        private var doubles = 0.0
        private var decimals: Decimal = 0
        private var hasDouble = false
        private var hasDecimal = false
        /// Whether doubles may be among the numbers: only then their sum is needed, and for it each decimal as a double.
        private var mayHoldDoubles = true

        /// Without values.
        package init() {}

        /// The sum of integers, in two halves; nil if other numbers were added.
        package var integerHalves: (high: Int64, low: UInt64)? {
            hasDouble || hasDecimal ? nil : (integers.high, integers.low)
        }

        /// Adds the sum of some integers.
        package mutating func join(count: Int, high: Int64, low: UInt64) {
            self.count += count
            integers.add(high: high, low: low)
        }

        /// Adds all elements except nil; returns nil if one is not a number.
        init?(_ elements: [PredicateValue]) {
            mayHoldDoubles = elements.contains { if case .double = $0 { true } else { false } }
            for element in elements where ValueSemantics.isPresent(element) {
                guard add(element) else { return nil }
            }
        }

        /// Adds a number; false if the value is not a number.
        package mutating func add(_ element: PredicateValue) -> Bool {
            guard let number = ExactNumber(element) else { return false }
            add(number)
            return true
        }

        private mutating func add(_ number: ExactNumber) {
            count += 1
            if mayHoldDoubles { doubles += number.asDouble }
            switch number {
            case .integer(let integer):
                if hasDecimal { decimals += Decimal(integer) } else { integers.add(integer) }
            case .double: hasDouble = true
            case .decimal(let decimal):
                if !hasDecimal { decimals = integers.decimal }
                hasDecimal = true
                decimals += decimal
            }
        }

        /// An integer for integers, a decimal for decimals and integers, and a double if any value is a double.
        package var sum: PredicateValue {
            if hasDouble { return ValueSemantics.value(doubles) }
            if hasDecimal { return DecimalArithmetic.checked(decimals).map(PredicateValue.decimal) ?? .null }
            return integers.integer.map(PredicateValue.integer) ?? .null
        }

        /// The exact sum of integers, divided once. Decimals stay decimals.
        package var average: PredicateValue {
            if count == 0 { return .null }
            if hasDouble { return ValueSemantics.value(doubles / Double(count)) }
            if hasDecimal {
                return DecimalArithmetic.quotient(decimals, Decimal(count)).map(PredicateValue.decimal) ?? .null
            }
            return .double(integers.double / Double(count))
        }
    }

    /// The sum of numbers: 0 without numbers, nil if the sum does not fit (D31).
    static func sum(_ elements: [PredicateValue]) -> PredicateValue { Total(elements)?.sum ?? .null }

    /// The mean of numbers; nil without numbers.
    static func average(_ elements: [PredicateValue]) -> PredicateValue { Total(elements)?.average ?? .null }

    /// The smallest or largest element, the first one of several; nil without elements, or if two elements do not
    /// compare.
    static func extreme(
        _ elements: [PredicateValue], _ wanted: Order, comparedAs reading: CoreReading? = nil,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        var found: PredicateValue = .null
        var bound: PredicateValue = .null
        for element in elements where isPresent(element) {
            let key = reading.map { read(element, as: $0, &work) } ?? element
            // An element that does not compare with itself has no order.
            guard let order = order(key, isPresent(bound) ? bound : key, &work) else { return .null }
            if order == wanted || !isPresent(bound) { (found, bound) = (element, key) }
        }
        return found
    }

    /// `UNION`, `INTERSECT`, `MINUS` of lists and sets; the right side may also be a dictionary, which gives its
    /// values. The result is a set, in the order of the first appearance of its elements; nil if a side is not a
    /// collection.
    package static func setOperation(
        _ op: SetOperator, _ a: PredicateValue, _ b: PredicateValue, comparedAs reading: CoreReading? = nil,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let left = elements(of: a), let right = elements(of: b) ?? dictionaryValues(of: b) else { return .null }
        guard work.step(left.count + right.count), work.make(elements: left.count + right.count) else { return .null }
        if case .union = op { return .set(distinct(left + right, comparedAs: reading, &work)) }
        let kind = reading == nil ? ValueHash.Kind(for: left, right) : .lenient
        let known = DistinctValues(
            reading.map { reading in right.map { read($0, as: reading, &work) } } ?? right, kind, &work)
        var kept: [PredicateValue] = []
        for element in distinct(left, comparedAs: reading, &work) {
            let key = reading.map { read(element, as: $0, &work) } ?? element
            if known.contains(key, &work) == (op == .intersect) { kept.append(element) }
        }
        return .set(kept)
    }

    /// For an odd number of numbers, the middle one, unchanged. For an even number, the mean of the two in the middle:
    /// a double, or a decimal if there are decimals among them (D106).
    package static func median(_ elements: [PredicateValue]) -> PredicateValue {
        guard let numbers = numbers(elements) else { return .null }
        let sorted = numbers.sorted { ExactNumber.compare($0, $1) == .less }
        guard let upper = sorted.dropFirst(sorted.count / 2).first else { return .null }
        if sorted.count % 2 == 1 { return upper.value }
        let middle = sorted[(sorted.count / 2 - 1)...].prefix(2)
        var hasDouble = false
        for number in numbers { if case .double = number { hasDouble = true } }
        if hasDouble {
            // Halves are added, because the sum of two large doubles may overflow.
            return value(middle.reduce(0) { $0 + $1.asDouble / 2 })
        }
        return average(middle.map(\.value))
    }

    /// The number at a percentage of the way from the smallest to the largest one, between two of them in proportion. At 50 it
    /// is the median. A number that is hit is unchanged.
    package static func percentile(_ elements: [PredicateValue], _ rank: Double) -> PredicateValue {
        if rank == 50 { return median(elements) }
        guard let numbers = numbers(elements) else { return .null }
        let sorted = numbers.sorted { ExactNumber.compare($0, $1) == .less }
        guard !sorted.isEmpty, rank >= 0, rank <= 100 else { return .null }
        let position = rank / 100 * Double(sorted.count - 1)
        let index = min(Int(position), sorted.count - 1)
        let share = position - Double(index)
        let low = sorted[index]
        guard share > 0, index + 1 < sorted.count else { return low.value }
        let high = sorted[index + 1]
        var (hasDouble, hasDecimal) = (false, false)
        for number in numbers {
            switch number {
            case .double: hasDouble = true
            case .decimal: hasDecimal = true
            case .integer: break
            }
        }
        if hasDecimal, !hasDouble, let part = NumberText.decimal(share) {
            let step = arithmetic(.multiply, arithmetic(.subtract, high.value, low.value), .decimal(part))
            return arithmetic(.add, low.value, step)
        }
        // Neither product can overflow.
        return value(low.asDouble * (1 - share) + high.asDouble * share)
    }

    /// The elements that occur most often, in the order of their first appearance.
    static func mode(
        _ elements: [PredicateValue], comparedAs reading: CoreReading? = nil, _ work: inout WorkBudget
    ) -> PredicateValue {
        var distinct = DistinctValues(reading == nil ? ValueHash.Kind(for: elements) : .lenient)
        var first: [PredicateValue] = []
        var counts: [Int] = []
        for element in elements where isPresent(element) {
            let position = distinct.insert(reading.map { read(element, as: $0, &work) } ?? element, &work)
            if work.isStopped { return .null }
            if position == counts.count {
                first.append(element)
                counts.append(0)
            }
            counts[position] += 1
        }
        let most = counts.max() ?? 0
        return .list(zip(first, counts).filter { $0.1 == most }.map(\.0))
    }

    /// The standard deviation of a whole population; nil without numbers.
    package static func standardDeviation(_ elements: [PredicateValue]) -> PredicateValue {
        guard let numbers = numbers(elements)?.map(\.asDouble), !numbers.isEmpty else { return .null }
        let count = Double(numbers.count)
        let mean = numbers.reduce(0, +) / count
        return value((numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot())
    }

    /// The numbers of a list, without nil; nil if an element is not a number.
    private static func numbers(_ elements: [PredicateValue]) -> [ExactNumber]? {
        var numbers: [ExactNumber] = []
        for element in elements where isPresent(element) {
            guard let number = ExactNumber(element) else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
