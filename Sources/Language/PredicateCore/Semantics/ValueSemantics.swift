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
    /// Records have a limit of their own; this limits values that a program builds, so that no walk can
    /// overflow a small stack.
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
