import CRecordScan
import PredicateFormat

/// The fields of records and the types of their values, as far as columns of a table need them.
///
/// It has the same fields in the same order as `SchemaInference`, with the same types and the same missing values, but
/// nothing about what is inside of objects and lists, no values and no statistics. Most records are added without being
/// read. A survey that does not know what a column would be is not `isSure`.
package struct FieldSurvey: Sendable {
    /// What is known of the values of a field.
    private struct Tally: Sendable {
        /// The number of values, including nil, and of nil values.
        var total = 0
        var null = 0
        var kinds: ValueKinds = []
        /// Whether a string was not a date.
        var hasPlainText = false
    }

    /// The fields, in order of appearance.
    private(set) var names: [String] = []
    private var tallies: [Tally] = []
    private var positions: [[UInt8]: Int] = [:]
    private var recordCount = 0
    /// Whether lists of objects are like other lists.
    private let mergesLists: Bool
    /// Whether the types are those of an inference.
    var isSure = true

    /// The inference treats larger objects and longer keys in its own way.
    private static let mostFields = 500
    private static let mostKeyBytes = 1000

    /// A survey without records.
    ///
    /// - Parameter mergesLists: whether lists of objects are like other lists. Otherwise a survey with such a list is
    ///   not sure.
    package init(mergesLists: Bool) { self.mergesLists = mergesLists }

    /// A survey with the same fields and without records.
    var emptied: FieldSurvey {
        var survey = self
        survey.recordCount = 0
        survey.tallies = Array(repeating: Tally(), count: tallies.count)
        return survey
    }

    /// The schema, whose objects and lists contain anything; nil if an inference is needed.
    package var schema: RecordSchema? {
        guard isSure, recordCount > 0 else { return nil }
        let fields = zip(names, tallies).map { name, tally in
            let type = Self.type(of: tally)
            let isOptional = tally.null > 0 || tally.total < recordCount
            return RecordField(name, isOptional ? type.orNil : type)
        }
        let record = RecordType("Record", fields: fields)
        return RecordSchema(root: .object(record.name), types: [record], origin: .inferred, recordCount: recordCount)
    }

    private static func type(of tally: Tally) -> ValueType {
        if tally.kinds == .string && !tally.hasPlainText { return .dateTime }
        if let type = tally.kinds.scalarType { return type }
        return tally.kinds == .object ? .dictionary(.any) : .list(.any)
    }

    // MARK: Adding

    /// Adds a record.
    mutating func add(_ record: PredicateValue) {
        guard case .object(let given) = record, let object = given as? PredicateObject else {
            isSure = false
            return
        }
        recordCount += 1
        object.forEachField { name, value in
            guard let index = index(of: name) else { return }
            add(value, at: index)
        }
    }

    /// Adds a record without other fields than those of the survey, in their order.
    ///
    /// - Parameter reader: reads values that are not plain.
    mutating func add(_ slots: UnsafePointer<rs_slot>, count: Int, _ reader: inout JSONReader) {
        recordCount &+= 1
        for index in 0..<min(count, tallies.count) {
            let slot = slots[index]
            let kind = rs_kind(slot.kind)
            if kind == rs_missing { continue }
            if kind == rs_ascii || kind == rs_utf8 {
                add(UnsafeBufferPointer(start: slot.bytes, count: Int(slot.length)), at: index)
                continue
            }
            switch kind {
            case rs_null: tallies[index].null &+= 1
            case rs_false, rs_true: tallies[index].kinds.insert(.boolean)
            case rs_integer: tallies[index].kinds.insert(.integer)
            case rs_double: tallies[index].kinds.insert(.double)
            case rs_object: tallies[index].kinds.insert(.object)
            case rs_list: addList(UnsafeBufferPointer(start: slot.bytes, count: Int(slot.length)), at: index)
            case rs_escaped:
                // The quotes stand around the text.
                guard let bytes = slot.bytes else { return isSure = false }
                read(UnsafeBufferPointer(start: bytes - 1, count: Int(slot.length) + 2), at: index, &reader)
                continue
            default:
                read(UnsafeBufferPointer(start: slot.bytes, count: Int(slot.length)), at: index, &reader)
                continue
            }
            tallies[index].total &+= 1
        }
    }

    /// Adds the results of a survey of later records.
    mutating func merge(_ other: FieldSurvey) {
        if !other.isSure { isSure = false }
        recordCount += other.recordCount
        for (name, tally) in zip(other.names, other.tallies) {
            guard let index = index(of: name) else { return }
            tallies[index].total += tally.total
            tallies[index].null += tally.null
            tallies[index].kinds.formUnion(tally.kinds)
            if tally.hasPlainText { tallies[index].hasPlainText = true }
        }
    }

    /// Adds a field without values.
    mutating func note(_ name: String) { _ = index(of: name) }

    /// The index of a field, which is added if it is new; nil if the survey cannot have it.
    private mutating func index(of name: String) -> Int? {
        let bytes = Array(name.utf8)
        if let index = positions[bytes] { return index }
        guard names.count < Self.mostFields, bytes.count <= Self.mostKeyBytes else {
            isSure = false
            return nil
        }
        positions[bytes] = names.count
        names.append(name)
        tallies.append(Tally())
        return names.count - 1
    }

    private mutating func read(_ text: UnsafeBufferPointer<UInt8>, at index: Int, _ reader: inout JSONReader) {
        guard let value = try? reader.read(text) else { return isSure = false }
        add(value, at: index)
    }

    private mutating func add(_ value: PredicateValue, at index: Int) {
        if case .null = value {
            tallies[index].null += 1
        } else {
            tallies[index].kinds.formUnion(ValueKinds(value))
        }
        switch value {
        case .string(let text):
            if !tallies[index].hasPlainText, PredicateDate.parseRFC3339(text) == nil {
                tallies[index].hasPlainText = true
            }
        case .list(let elements):
            if let first = elements.first, case .object = first, !mergesLists { isSure = false }
        default: break
        }
        tallies[index].total += 1
    }

    @inline(__always)
    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
        tallies[index].total &+= 1
        tallies[index].kinds.insert(.string)
        if !tallies[index].hasPlainText, PredicateDate.parseRFC3339(utf8: text) == nil {
            tallies[index].hasPlainText = true
        }
    }

    /// A list that begins with another value than an object is no list of objects, whatever follows.
    private mutating func addList(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
        tallies[index].kinds.insert(.list)
        if mergesLists { return }
        let first = text.dropFirst().first { !JSONScanner.isBlank($0) }
        if first == UInt8(ascii: "{") { isSure = false }
    }
}
