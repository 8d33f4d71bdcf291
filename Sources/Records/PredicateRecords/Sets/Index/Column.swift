import CRecordScan
import PredicateCore

/// A column: gives the value of a field a code, once for each record.
struct Column {
    /// How the code is found.
    enum Lookup {
        case presence
        case number(NumberBounds, asDouble: Bool)
        case exact(TextIndex, StringOptions)
        /// For a list: the codes of its elements, as in `exact`.
        case elements(TextIndex, StringOptions)
        case order(TextBounds, StringOptions)
        /// With the length of the longest constant.
        case reversed(TextBounds, StringOptions, longest: Int)
        case date(NumberBounds)
        /// With whether lists are tested for elements.
        case text(testsElements: Bool)
        case value
    }

    let field: Int
    let lookup: Lookup

    /// The code of a value for which rules must be evaluated, because the column has no place for it.
    static let unknown = UInt32.max
    /// The codes of `presence`.
    static let absent: UInt32 = 1
    static let present: UInt32 = 2

    /// The number of codes of the column.
    var codeCount: Int {
        switch lookup {
        case .number(let bounds, _), .date(let bounds): 2 * bounds.count + 1
        case .exact(let table, _), .elements(let table, _): table.count
        case .order(let bounds, _), .reversed(let bounds, _, _): 2 * bounds.count + 1
        case .presence: 2
        case .text, .value: 1
        }
    }

    /// The code of a value; `unknown` for a value that the column has no place for.
    func code(_ slot: rs_slot) -> UInt32 {
        if slot.kind == EventKind.mapped { return Self.unknown }
        switch lookup {
        case .presence: return slot.kind <= rs_null.rawValue ? Self.absent : Self.present
        case .number(let bounds, let asDouble): return Self.number(slot, bounds, asDouble)
        case .exact(let table, let options):
            guard slot.isText else { return Self.codeOfOther(slot) }
            if options.isEmpty { return UInt32(truncatingIfNeeded: table.number(of: slot.text) + 1) }
            return TextFolding.withFolded(utf8: slot.text, options) {
                UInt32(truncatingIfNeeded: table.number(of: $0) + 1)
            }
        case .elements:
            // Elements have their own codes (`codes(of:_:)`). The values of a dictionary count for CONTAINS.
            return slot.kind == rs_object.rawValue ? Self.unknown : 0
        case .order(let bounds, let options):
            guard slot.isText else { return Self.codeOfOther(slot) }
            return TextFolding.withFolded(utf8: slot.text, options) { bounds.code($0) }
        case .reversed(let bounds, let options, let longest):
            guard slot.isText else { return Self.codeOfOther(slot) }
            return TextFolding.withFolded(utf8: slot.text, options) { Self.reversed($0, bounds, longest) }
        case .date(let bounds): return Self.date(slot, bounds)
        case .text(let testsElements):
            if slot.isText { return 1 }
            let isContainer = slot.kind == rs_list.rawValue || slot.kind == rs_object.rawValue
            return isContainer && testsElements ? Self.unknown : Self.codeOfOther(slot)
        case .value: return 0
        }
    }

    /// Adds the codes of the strings in a list, each once; false if an element may equal a string in another way.
    func addCodes(of list: [PredicateValue], to codes: inout [UInt32]) -> Bool {
        guard case .elements(let table, let options) = lookup else { return false }
        for element in list {
            switch element {
            case .null, .boolean, .integer, .double, .object: continue
            case .string(let text):
                let number = UTF8Text.withBytes(text) { bytes in
                    TextFolding.withFolded(utf8: bytes, options) { table.number(of: $0) }
                }
                guard number >= 0 else { continue }
                let code = UInt32(truncatingIfNeeded: number + 1)
                if !codes.contains(code) { codes.append(code) }
            case .decimal, .date, .uuid, .data, .url, .list, .set: return false
            }
        }
        return true
    }

    /// The code of a value that is not a string, for tests of strings: they are false for all JSON values.
    @inline(__always)
    private static func codeOfOther(_ slot: rs_slot) -> UInt32 {
        slot.kind == EventKind.other || slot.kind == EventKind.date ? unknown : 0
    }

    @inline(__always)
    private static func number(_ slot: rs_slot, _ bounds: NumberBounds, _ asDouble: Bool) -> UInt32 {
        switch rs_kind(slot.kind) {
        case rs_integer: bounds.code(asDouble ? NumberKey(Double(slot.integer)) : NumberKey(slot.integer))
        case rs_double: bounds.code(NumberKey(slot.number))
        case rs_false: bounds.code(NumberKey(false))
        case rs_true: bounds.code(NumberKey(true))
        default: codeOfOther(slot)
        }
    }

    private static func date(_ slot: rs_slot, _ bounds: NumberBounds) -> UInt32 {
        if slot.kind == EventKind.date { return bounds.code(NumberKey(slot.number)) }
        if slot.isText {
            guard let date = PredicateDate.parseRFC3339(utf8: slot.text) else {
                // Other forms are dates for some operations only.
                return PredicateDate.instant(utf8: slot.text) == nil ? 0 : unknown
            }
            let seconds = date.timeIntervalSinceReferenceDate
            return seconds.isFinite ? bounds.code(NumberKey(seconds)) : unknown
        }
        return slot.kind <= rs_null.rawValue ? 0 : unknown
    }

    private static func reversed(_ text: UnsafeBufferPointer<UInt8>, _ bounds: TextBounds, _ longest: Int) -> UInt32 {
        // One more byte than the longest constant, so that a longer text is not taken for it.
        let count = min(text.count, longest + 1)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { copy in
            for index in 0..<count { copy.initializeElement(at: index, to: text[text.count - 1 - index]) }
            return bounds.code(UnsafeBufferPointer(rebasing: copy[..<count]))
        }
    }
}
