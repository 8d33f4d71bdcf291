/// The meaning of every operation of the language on values.
///
/// The evaluators decide when an operation runs, never what it does: a shortcut must give the same answer
/// as the function here. All functions are total: no value traps, and the result of a mismatch is false, or nil for an
/// operation with a value as result (D1, D32).
package enum ValueSemantics {
    /// The order of two values.
    package enum Order: Int, Hashable, Sendable {
        case less = -1
        case equal = 0
        case greater = 1

        /// The order for the sign of a comparison.
        init(sign: Int) { self = sign < 0 ? .less : sign > 0 ? .greater : .equal }
    }

    /// The maximum nesting of lists for mapping, expanding and comparing sets.
    ///
    /// Records have their own limit; this limits values that a program builds, so that no walk can overflow a small
    /// stack.
    package static let nestingLimit = 200

    /// The text that string operators and functions see: that of strings, URLs and UUIDs (D59).
    @inline(__always)
    package static func text(of value: PredicateValue) -> String? {
        switch value {
        case .string(let text), .url(let text): text
        case .uuid(let uuid): uuid.uuidString
        default: nil
        }
    }

    /// The elements of a list or set.
    @inline(__always)
    package static func elements(of value: PredicateValue) -> [PredicateValue]? {
        switch value {
        case .list(let elements), .set(let elements): elements
        default: nil
        }
    }

    /// A double as a value; nil if it is not finite (D25).
    @inline(__always)
    package static func value(_ double: Double) -> PredicateValue { double.isFinite ? .double(double) : .null }

    /// The values of an object that counts as a dictionary (D35).
    package static func dictionaryValues(of value: PredicateValue) -> [PredicateValue]? {
        guard case .object(let record) = value, record.isDictionary else { return nil }
        return record.keys.map { record.value(forKey: $0) }
    }
}

// Operations without a budget, for callers that limit their work in other ways: the checker compares literals, queries
// compare two values at a time, and traces explain an earlier evaluation.
extension ValueSemantics {
    /// `equals` without a budget.
    package static func equals(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return equals(a, b, options: options, library: library, &work)
    }

    /// `order` without a budget.
    package static func order(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard
    ) -> Order? {
        var work = WorkBudget.unlimited
        return order(a, b, options: options, library: library, &work)
    }

    /// `ordered` without a budget.
    package static func ordered(
        _ ordering: CoreOrdering, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return ordered(ordering, a, b, options: options, library: library, &work)
    }

    /// `arithmetic` without a budget.
    package static func arithmetic(
        _ op: ArithmeticOperator, _ a: PredicateValue, _ b: PredicateValue
    ) -> PredicateValue {
        var work = WorkBudget.unlimited
        return arithmetic(op, a, b, &work)
    }

    /// `contains` without a budget.
    package static func contains(
        _ container: PredicateValue, _ element: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return contains(container, element, options: options, library: library, &work)
    }

    /// `between` without a budget.
    package static func between(_ value: PredicateValue, bounds: PredicateValue) -> Bool {
        var work = WorkBudget.unlimited
        return between(value, bounds: bounds, &work)
    }

    /// `read` without a budget.
    package static func read(_ value: PredicateValue, as reading: CoreReading) -> PredicateValue {
        var work = WorkBudget.unlimited
        return read(value, as: reading, &work)
    }

    /// `cast` without a budget.
    package static func cast(_ value: PredicateValue, _ target: CastTarget) -> PredicateValue {
        var work = WorkBudget.unlimited
        return cast(value, target, &work)
    }

    /// `distinct` without a budget.
    package static func distinct(_ elements: [PredicateValue]) -> [PredicateValue] {
        var work = WorkBudget.unlimited
        return distinct(elements, &work)
    }

    /// `mode` without a budget.
    package static func mode(_ elements: [PredicateValue]) -> PredicateValue {
        var work = WorkBudget.unlimited
        return mode(elements, &work)
    }
}

package enum CoreOrdering: Sendable { case less, lessOrEqual, greater, greaterOrEqual }

/// How a declared type changes a value that is read (D39, D55, D59, D60, D92). Lists and dictionaries change element
/// by element.
package indirect enum CoreReading: Hashable, Sendable {
    /// Reads an integral double as an integer.
    case integer
    /// Reads an integer as a double.
    case double
    /// Reads a number as a decimal.
    case decimal
    /// Reads RFC 3339 text as a date.
    case date
    /// Reads text in a form of literals as a date, for a value that is computed as one.
    case instant
    /// Reads the text of a UUID as a UUID.
    case uuid
    /// Reads text as a URL.
    case url
    /// Reads base64 text as bytes.
    case data
    /// Reads a list as a set.
    case set(of: CoreReading?)
    /// Reads every element, or every value of a dictionary.
    case elements(CoreReading)
    /// Reads a raw value as the value of its Swift type, which has its own order (D130).
    case ordered(ValueOrder)
}

extension ValueType {
    /// How strings of this type are read where values are compared with each other: those of dates, UUIDs and URLs, and
    /// of lists of them (D33). nil for values that compare as they are.
    package var comparableReading: CoreReading? {
        switch self {
        case .dateTime: .date
        case .uuid: .uuid
        case .url: .url
        case .enumeration(let enumeration): enumeration.base.comparableReading
        case .optional(let inner): inner.comparableReading
        case .list(let element), .set(let element): element.comparableReading.map { .elements($0) }
        default: nil
        }
    }
}
