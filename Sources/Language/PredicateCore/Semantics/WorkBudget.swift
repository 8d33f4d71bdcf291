import PredicatePlatform

/// The remaining work for one evaluation: steps, and bytes of strings and lists in memory.
///
/// A step is about ten nanoseconds of work. Operations whose work depends on their arguments charge it (`step`,
/// `make`), and end at once if the budget refuses. Their result then has no meaning, because the whole evaluation
/// counts as false. Operations that always take the same time charge nothing: their number is known in advance
/// (`CoreWeight`).
package struct WorkBudget: Sendable {
    /// The budget that was exceeded.
    package enum Limit: Hashable, Sendable {
        case steps
        case bytes
    }

    private var steps: Int
    /// The number of bytes that may still be made. Setting `holding` returns the bytes that have become garbage.
    private var bytes: Int
    /// The number of bytes that stay in use until the record ends.
    private var kept = 0
    private var stepsToCheck = Self.checkInterval
    /// The limit that has been exceeded.
    package private(set) var exceeded: Limit?
    /// Whether a limit was exceeded or the evaluation cancelled. The result is then invalid.
    package private(set) var isStopped = false
    /// Whether a charge exceeds the estimate (`EvaluationBound`), because it is known only afterwards: a match that
    /// exceeds its initial steps, or several values with the same hash.
    package private(set) var isBeyondEstimate = false
    private let isCancelled: (@Sendable () -> Bool)?
    /// Whether the budget has limits, so that costs must be computed.
    let isLimited: Bool

    /// The number of steps between two checks for cancellation.
    private static let checkInterval = 16_384

    /// A budget.
    ///
    /// - Parameter isCancelled: called from time to time; true ends the evaluation.
    package init(steps: Int, bytes: Int, isCancelled: (@Sendable () -> Bool)? = nil) {
        self.steps = steps
        self.bytes = bytes
        self.isCancelled = isCancelled
        isLimited = true
    }

    private init() {
        steps = .max
        bytes = .max
        isCancelled = nil
        isLimited = false
    }

    /// For work without limits, as in checks, queries and tests.
    package static var unlimited: WorkBudget { WorkBudget() }

    /// Starts a new evaluation; returns false if it is cancelled.
    mutating func begin(steps: Int, bytes: Int) -> Bool {
        self.steps = steps
        self.bytes = bytes
        kept = 0
        stepsToCheck = Self.checkInterval
        exceeded = nil
        isBeyondEstimate = false
        isStopped = isCancelled?() ?? false
        return !isStopped
    }

    /// Charges steps; false if the evaluation must end.
    @inline(__always)
    package mutating func step(_ count: Int = 1) -> Bool {
        steps &-= count
        stepsToCheck &-= count
        return stepsToCheck >= 0 && steps >= 0 ? true : check()
    }

    /// Charges more steps than any budget has.
    mutating func exceedSteps() { while step(.max) {} }

    /// Charges steps that no estimate includes.
    mutating func stepBeyondEstimate(_ count: Int) -> Bool {
        isBeyondEstimate = true
        return step(count)
    }

    /// Charges a value of a number of bytes; false if the evaluation must end.
    @inline(__always)
    package mutating func make(_ count: Int) -> Bool {
        bytes &-= count
        return bytes >= 0 ? true : check()
    }

    /// Charges a list, or the space for one, by its number of elements.
    @inline(__always)
    package mutating func make(elements count: Int) -> Bool { make(count &* WorkCost.element) }

    /// The remaining budget.
    package var left: (steps: Int, bytes: Int) { (steps, bytes) }

    /// The current amount. Set it back when everything made since is garbage.
    @inline(__always)
    package var holding: Int {
        get { bytes &+ kept }
        set { if !isStopped { bytes = newValue &- kept } }
    }

    /// Keeps everything that was made since then until the record ends.
    mutating func keep(since held: Int) { if !isStopped { kept &+= held &- holding } }

    @inline(never)
    private mutating func check() -> Bool {
        if isStopped { return false }
        if steps < 0 || bytes < 0 {
            exceeded = steps < 0 ? .steps : .bytes
            stop()
            return false
        }
        stepsToCheck = Self.checkInterval
        if isCancelled?() ?? false { stop() }
        return !isStopped
    }

    /// Refuses everything that follows.
    private mutating func stop() {
        isStopped = true
        steps = -1
        bytes = -1
        stepsToCheck = -1
    }
}

/// The costs of operations, as measured. A step is about ten nanoseconds for the slowest values.
package enum WorkCost {
    /// Bytes of an element of a list.
    package static let element = 32
    /// Bytes of an element of a list that was given for a variable or an argument: a node of the tree.
    package static let literalElement = 128
    /// Steps of a pair of values that is compared within lists or objects.
    static let pair = 8
    /// Steps of looking up a key in an object.
    static let key = 6
    /// Steps of an element that a key maps over.
    static let mappedElement = 9
    /// Steps of comparing an element with the searched value in a collection.
    static let candidate = 3
    /// Steps of the same for a value of a dictionary.
    static let dictionaryCandidate = 12
    /// Steps of a key, and of a value, that the search for a string covers.
    static let searchedAnywhere = 7
    /// Steps of a key, and of a value, that a registered function or operator may read.
    static let given = 5
    /// Steps of an element in which the smallest or largest one is searched.
    static let extreme = 3
    /// Steps of an element of a collection that is part of a new one.
    static let countedElement = 3
    /// Steps of hashing a value: if strings are only strings, and if they may be read as other types.
    static let hashed = 28
    static let hashedAsRead = 56
    /// Bytes of an element of a table of distinct values.
    static let distinctElement = 128

    /// Steps of comparing two strings: of the shorter one if their bytes are compared, of both if they are folded or
    /// collated. Short strings cost nothing.
    @inline(__always)
    package static func comparing(_ a: String, _ b: String, _ options: StringOptions) -> Int {
        comparing(a.utf8.count, b.utf8.count, options)
    }

    @inline(__always)
    package static func comparing(_ a: Int, _ b: Int, _ options: StringOptions) -> Int {
        let options = options.effective
        if options.isEmpty { return min(a, b) >> 6 }
        return options.contains(.localized) ? (a + b) << 2 : folding(a + b)
    }

    /// Steps of folding a string.
    @inline(__always)
    package static func folding(_ count: Int) -> Int { count >> 1 }

    /// Steps of searching one text in another, or at an end of it.
    @inline(__always)
    package static func searching(_ text: Int, for part: Int, _ options: StringOptions) -> Int {
        (text >> 2) + (TextFolding.folding(options).isEmpty ? 0 : folding(text + part))
    }

    /// Steps of matching a string with a pattern of LIKE.
    package static func like(_ text: Int, _ pattern: LikePattern) -> Int {
        (text >> 2) * pattern.longestPart + (pattern.options.isEmpty ? 0 : folding(text))
    }

    /// Steps of reading a LIKE pattern that is not written in the predicate.
    static func reading(pattern: Int) -> Int { 8 * pattern }

    /// Steps of compiling a regular expression that is not written in the predicate.
    static func compiling(pattern: Int) -> Int { 2_000 + 100 * pattern }

    /// Steps of a match of a regular expression that does not exceed `patternSteps(for:)`.
    @inline(__always)
    package static func matching(_ text: Int) -> Int { 50 + text }

    /// The initial steps of the engine for a match of a regular expression.
    @inline(__always)
    package static func patternSteps(for text: Int) -> Int { 100 + (text >> 4) }

    /// Steps of a match, from a number of steps of the engine. Each of these covers more of a long text than of a
    /// short one.
    static func matching(_ text: Int, engineSteps: Int) -> Int { engineSteps * (2 + (min(text, 1 << 15) >> 7)) }

    /// Steps of changing the case of a string.
    static func changingCase(_ count: Int) -> Int { count << 2 }

    /// Steps of counting the code points of a string.
    static func countingCodePoints(_ count: Int) -> Int { count >> 1 }

    /// Steps of a search for all occurrences of a part in a string.
    static func dividing(_ count: Int) -> Int { count >> 1 }

    /// Steps of reading a string as a version: each of its parts is a separate string.
    static func readingVersion(_ count: Int) -> Int { 10 * count }

    /// Steps of reading a string as a value of another type.
    static func converting(_ count: Int) -> Int { count >> 1 }

    /// Steps of reading a string as a date, a UUID or a URL where a value of that type is compared with it.
    static func readingBeside(_ count: Int) -> Int { 12 + converting(count) }

    /// Steps of an operation on a list or an object that nothing relates to the other value, and of comparing two of them
    /// before their parts.
    static let unrelated = 12
    /// Steps of an order or a calculation of two other values that have none.
    static let unrelatedScalars = 6
    /// Steps of an order or a calculation of values that have none.
    static func unrelated(_ a: PredicateValue, _ b: PredicateValue) -> Int {
        switch (a, b) {
        case (.list, _), (.set, _), (.object, _), (_, .list), (_, .set), (_, .object): unrelated
        default: unrelatedScalars
        }
    }
    /// Steps of testing values of two types for equality, other than nil.
    static let mixed = 4

    /// Steps of passing on an object, and a long text. Other values take less; a number is passed on for nothing.
    static let passedObject = 12
    static let passedText = 3
    @inline(__always)
    static func passing(_ value: PredicateValue) -> Int {
        switch value {
        case .list, .set: 2
        case .object: passedObject
        // A string of up to 15 bytes is stored in place.
        case .string(let text), .url(let text): text.utf8.count > 15 ? passedText : 0
        default: 0
        }
    }

    /// Steps of a sum, a product, a quotient and a comparison of decimals.
    static let decimalSum = 32
    static let decimalProduct = 130
    static let decimalQuotient = 350
    static let decimalComparison = 48
    /// Steps of a number that becomes a decimal by its shortest text.
    static let decimalOfDouble = 70
    /// Steps of a string of digits that becomes a decimal.
    static func decimal(ofText count: Int) -> Int { 12 + 4 * min(count, 200) }
    /// Steps of the text of a decimal, by its length.
    static func decimalText(_ count: Int) -> Int { 48 + 12 * count }
    /// The most steps of the text of a decimal, which need not be known yet: 38 digits, and the zeros of its exponent.
    static func decimalText(of decimal: Decimal) -> Int { decimalText(40 + max(0, abs(decimal.exponent) - 38)) }
    /// The most steps of the text of any decimal: it has up to 168 digits.
    static let longestDecimalText = decimalText(172)
    /// The most steps of a power of decimals.
    static func decimalPower(_ exponent: Int64) -> Int {
        2 * decimalProduct * (Int64.bitWidth - exponent.magnitude.leadingZeroBitCount) + decimalQuotient
    }
}

extension WorkBudget {
    /// The text of a decimal, which is charged by its length; nil if the evaluation must end.
    mutating func text(of decimal: Decimal) -> String? {
        let text = decimal.description
        return step(WorkCost.decimalText(text.utf8.count)) ? text : nil
    }
}

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
    /// of strings.
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

    /// The steps of a value in a walk: decimals are compared and hashed by their strings.
    private static func steps(of value: PredicateValue, each: Int, bytes shift: Int) -> Int {
        if case .decimal(let decimal) = value { return each + WorkCost.decimalText(of: decimal) }
        return each + (size(of: value) >> shift)
    }

    /// Charges the decimals among some numbers: a sum of each, and where they become doubles, their strings.
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
    /// The bytes of a value, counted like those of an evaluation: each element of a list and each field, with keys and
    /// strings. Nil beyond a limit. A part that occurs twice counts twice, because walks visit it twice.
    package func bytes(upTo limit: Int) -> Int? {
        var budget = WorkBudget(steps: max(0, limit), bytes: 0)
        guard budget.walk(over: self, each: WorkCost.element, bytes: 0) else { return nil }
        return max(0, limit) - budget.left.steps
    }
}

// The steps of operations that take about the same time for all small values, as `make costs` measures them for the values
// that cost most; those of operators are in their rows. Every function is here: without a default in the switch, one
// without a cost does not compile. What depends on the size or the kind of a value is charged when it is known
// (`WorkCost`).
extension WorkCost {
    /// Steps of a call, besides those of its arguments.
    static func calling(_ function: BuiltInFunction, argumentCount: Int) -> Int {
        let passing = 10 + 3 * argumentCount
        return passing
            + {
                switch function {
                case .count, .noIndex, .now, .absolute, .floor, .ceiling, .truncate, .modulus, .squareRoot: 3
                case .naturalLogarithm, .logarithm, .exponential: 4
                case .random, .randomBelow: 26
                case .sum, .average, .min, .max, .stddev: 18
                case .median, .mode: 24
                case .length, .trim, .indexOf, .has: 8
                case .toNumber: 16
                case .substring, .append, .toText: 10
                case .uppercase, .lowercase: 12
                case .concat: 7 * argumentCount
                case .split, .replace: 30
                case .round, .unixDate: 6
                case .version: 60
                case .year, .month, .day, .hour, .minute, .second, .weekday: 30
                case .truncateDate: 60
                case .finds: 14
                case .anywhere: 14
                }
            }()
    }

    /// Steps that options add to a comparison of two short strings.
    static func comparing(_ options: StringOptions) -> Int {
        let options = options.effective
        return options.isEmpty ? 0 : options.contains(.localized) ? 26 : 12
    }
}
