/// What every operation of the language means on values.
///
/// The evaluators decide when an operation runs, never what it does: one that takes a shortcut has to come to the answer
/// that stands here. All functions are total: there is no value that traps, and a mismatch is false, or nil where a value
/// is asked for (D1, D32).
package enum ValueSemantics {
    /// How one value stands to another.
    package enum Order: Int, Hashable, Sendable {
        case less = -1
        case equal = 0
        case greater = 1

        /// The order that a comparison's sign tells.
        init(sign: Int) { self = sign < 0 ? .less : sign > 0 ? .greater : .equal }
    }

    /// How deep lists may lie in lists before mapping, expanding and comparing sets give up on them.
    ///
    /// Records are bounded before they come here; this bounds what a program makes by itself, so that no walk can
    /// overflow a small stack.
    static let nestingLimit = 200

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

    /// A double as a value; one that is not finite is nil (D25).
    @inline(__always)
    static func value(_ double: Double) -> PredicateValue { double.isFinite ? .double(double) : .null }

    /// The values of an object that counts as a dictionary (D35).
    package static func dictionaryValues(of value: PredicateValue) -> [PredicateValue]? {
        guard case .object(let record) = value, record.isDictionary else { return nil }
        return record.keys.map { record.value(forKey: $0) }
    }
}
