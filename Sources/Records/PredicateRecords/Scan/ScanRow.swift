import CRecordScan
import PredicateCore

/// The slots of the current record, read as values on demand, for operations without a form over slots.
///
/// Used by one thread.
final class ScanRow: PredicateRow, @unchecked Sendable {
    // Safe because only one thread at a time uses the run that owns this row.
    /// The slots; set before every evaluation.
    var slots: UnsafePointer<rs_slot>? {
        didSet { evaluation &+= 1 }
    }
    /// The number of slots.
    let count: Int
    /// Whether a value was malformed. Then the reader must read the record, and reports the error.
    var isBroken = false
    private var reader: JSONReader
    /// The number of the current evaluation, and the long lists and objects read so far, each with the number of its
    /// evaluation. A SUBQUERY asks for them once for each element.
    private var evaluation: UInt64 = 0
    private var known: [(evaluation: UInt64, value: PredicateValue)] = []
    /// The size in bytes up to which reading a value again is as fast as keeping it.
    private static let short = 512

    /// A row.
    ///
    /// - Parameters:
    ///   - count: the number of slots.
    ///   - maximumDepth: the maximum nesting of a value.
    init(count: Int, maximumDepth: Int) {
        self.count = count
        reader = JSONReader(maximumDepth: maximumDepth)
    }

    func value(at location: Int) -> PredicateValue {
        guard let slots, location >= 0, location < count else { return .null }
        let slot = slots[location]
        if let value = slot.value { return value }
        guard rs_kind(slot.kind) == rs_escaped else { return value(of: slot, at: location) }
        guard let base = slot.bytes else { return .null }
        return .string(JSONStringToken(start: 0, end: Int(slot.length), hasEscapes: true).string(in: base))
    }

    private func value(of slot: rs_slot, at location: Int) -> PredicateValue {
        if slot.length <= Self.short { return read(slot.text) }
        if known.isEmpty { known = Array(repeating: (0, .null), count: count) }
        if known[location].evaluation != evaluation { known[location] = (evaluation, read(slot.text)) }
        return known[location].value
    }

    private func read(_ text: UnsafeBufferPointer<UInt8>) -> PredicateValue {
        do throws(RecordError) {
            return try reader.read(text)
        } catch {
            isBroken = true
            return .null
        }
    }
}

extension rs_slot {
    /// The value, if it is nil, a boolean, a number or a string without escapes; nil for values that must be read.
    @inline(__always)
    var value: PredicateValue? {
        switch rs_kind(kind) {
        case rs_missing, rs_null: .null
        case rs_false: .boolean(false)
        case rs_true: .boolean(true)
        case rs_integer: .integer(integer)
        case rs_double: .double(number)
        case rs_ascii, rs_utf8: .string(String(decoding: text, as: UTF8.self))
        default: nil
        }
    }

    /// The bytes of a string, or of a value that has not been parsed.
    @inline(__always)
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: Int(length)) }
}

/// Keys that the scanner has seen and recognises. Used by one thread.
final class ScanKeys {
    /// The keys in the scanner's own form.
    let keys: OpaquePointer

    /// An empty set of keys; nil if memory is exhausted.
    init?() {
        guard let keys = rs_keys_make() else { return nil }
        self.keys = keys
    }

    deinit { rs_keys_free(keys) }
}
