import PredicateCore

/// What a column knows of the values of a field.
enum Aspect: Hashable, Sendable {
    /// Whether there is a value.
    case presence
    /// The position of a number among the constants that it is compared with; integers as doubles if the type says so.
    case number(asDouble: Bool)
    /// Which of the constant strings a string equals, under options.
    case exact(StringOptions)
    /// The position of a string among constant strings in the order of their bytes.
    case order(StringOptions)
    /// The position of a string that is read backwards among constant strings.
    case reversed(StringOptions)
    /// The position of a date among constant dates.
    case date
    /// Which of the constant strings the elements of a list equal, under options.
    case elements(StringOptions)
    /// The text itself, for tests that must read it.
    case text
    /// Any value, for predicates that are evaluated.
    case value
}

/// A column: an aspect of a field.
struct EventColumnKey: Hashable, Sendable {
    /// The number of the field in `EventFields`.
    var field: Int
    var aspect: Aspect
}

/// An interval of keys that have an order. A missing bound is open.
struct Interval<Key: Sendable>: Sendable {
    var low: Key?
    var includesLow = true
    var high: Key?
    var includesHigh = true
}

/// A condition on one field, or a part of a rule that must be evaluated.
enum Condition {
    case isNil(field: Int)
    case number(field: Int, asDouble: Bool, Interval<NumberKey>)
    /// One of several numbers.
    case numbers(field: Int, asDouble: Bool, [NumberKey])
    /// One of several strings, folded.
    case texts(field: Int, StringOptions, [[UInt8]])
    case textRange(field: Int, StringOptions, Interval<[UInt8]>)
    case suffix(field: Int, StringOptions, [UInt8])
    /// An instant, in seconds since 2001.
    case date(field: Int, Interval<NumberKey>)
    /// A test that reads the text. `need` holds for every text that passes. A list is evaluated if its elements are
    /// tested, too; otherwise it fails.
    case text(field: Int, TextTest, need: TextNeed?, testsElements: Bool = false)
    /// A part that is evaluated with the values of its fields. It holds only if an element of the list equals a string,
    /// which is folded.
    case element(field: Int, StringOptions, [UInt8], Residual)
    /// A part that is evaluated with the values of its fields.
    case residual(Residual)
    /// The whole rule is evaluated with the whole record.
    case whole

    /// The column that decides the condition; nil for one that is evaluated.
    var column: EventColumnKey? {
        switch self {
        case .isNil(let field): EventColumnKey(field: field, aspect: .presence)
        case .number(let field, let asDouble, _), .numbers(let field, let asDouble, _):
            EventColumnKey(field: field, aspect: .number(asDouble: asDouble))
        case .texts(let field, let options, _): EventColumnKey(field: field, aspect: .exact(options))
        case .textRange(let field, let options, _): EventColumnKey(field: field, aspect: .order(options))
        case .suffix(let field, let options, _): EventColumnKey(field: field, aspect: .reversed(options))
        case .date(let field, _): EventColumnKey(field: field, aspect: .date)
        case .text(let field, _, _, _): EventColumnKey(field: field, aspect: .text)
        case .element(let field, let options, _, _): EventColumnKey(field: field, aspect: .elements(options))
        case .residual, .whole: nil
        }
    }

    /// Whether it asks for one of several values.
    var isList: Bool {
        switch self {
        case .numbers, .texts: true
        default: false
        }
    }
}

/// Bytes that a string must have to pass a test.
struct TextNeed {
    enum Location { case start, end, anywhere }
    var bytes: [UInt8]
    var location: Location
    var options: StringOptions

    /// The strings that have the bytes at their start or end, by the column that orders them so; nil for bytes that may
    /// be anywhere.
    func interval(ofField field: Int) -> (EventColumnKey, Interval<[UInt8]>)? {
        switch location {
        case .anywhere: nil
        case .start:
            Interval(prefix: bytes).map { (EventColumnKey(field: field, aspect: .order(options)), $0) }
        case .end:
            Interval(prefix: bytes.reversed()).map { (EventColumnKey(field: field, aspect: .reversed(options)), $0) }
        }
    }
}

/// A condition or its negation.
struct Literal {
    var condition: Condition
    var isNegated: Bool
}

/// A part of a rule that no column decides, evaluated over the values of its fields.
final class Residual: Sendable {
    /// The part with its fields as inputs.
    let predicate: CorePredicate
    let slotCount: Int
    /// The number of each input's field.
    let fields: [Int]
    let library: PredicateLibrary
    let limits: PredicateLimits
    private let late = LazyValue<CompiledPredicate>()

    init(
        _ predicate: CorePredicate, slotCount: Int, fields: [Int], library: PredicateLibrary, limits: PredicateLimits
    ) {
        self.predicate = predicate
        self.slotCount = slotCount
        self.fields = fields
        self.library = library
        self.limits = limits
    }

    /// The part as closures, made when it is first evaluated.
    var compiled: CompiledPredicate {
        late.value {
            CompiledPredicate(
                CoreProgram(predicate: predicate, slotCount: slotCount), library: library, limits: limits)
        }
    }
}

/// A number as its integral part and the rest, so that integers and doubles are ordered exactly.
///
/// Beyond 64 bits the integral part is the nearest integer, and the rest is the double itself.
struct NumberKey: Comparable, Sendable, BitwiseCopyable {
    var integer: Int64
    var rest: Double

    @inline(__always)
    init(_ integer: Int64) {
        self.integer = integer
        rest = 0
    }

    /// The key of a boolean, which counts as 1 or 0.
    @inline(__always)
    init(_ flag: Bool) { self.init(flag ? 1 as Int64 : 0) }

    /// The key of a finite double.
    @inline(__always)
    init(_ double: Double) {
        let whole = double.rounded(.towardZero)
        if let integer = Int64(exactly: whole) {
            self.integer = integer
            rest = double - whole
        } else {
            integer = double < 0 ? .min : .max
            rest = double
        }
    }

    init(_ number: ConstantNumber) {
        switch number {
        case .integer(let integer): self.init(integer)
        case .double(let double): self.init(double)
        }
    }

    @inline(__always)
    static func < (a: NumberKey, b: NumberKey) -> Bool {
        a.integer != b.integer ? a.integer < b.integer : a.rest < b.rest
    }

    @inline(__always)
    static func == (a: NumberKey, b: NumberKey) -> Bool { a.integer == b.integer && a.rest == b.rest }
}

extension Interval<NumberKey> {
    /// The numbers that pass a test.
    init(_ test: NumberTest) {
        self.init(test.bound)
        guard let upper = test.upper else { return }
        let above = Interval(upper)
        high = above.high
        includesHigh = above.includesHigh
    }

    private init(_ bound: NumberTest.Bound) {
        let key = NumberKey(bound.number)
        switch bound.comparison {
        case .less: self.init(high: key, includesHigh: false)
        case .lessOrEqual: self.init(high: key)
        case .greater: self.init(low: key, includesLow: false)
        case .greaterOrEqual: self.init(low: key)
        case .equal: self.init(low: key, high: key)
        }
    }
}
