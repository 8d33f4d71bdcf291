import CRecordScan
import PredicateCore

/// Kinds of slots besides those of the scanner.
enum EventKind {
    /// A date. `number` is its seconds since 2001.
    static let date: UInt32 = 32
    /// A value that no column has a place for: a decimal, a UUID, a URL, bytes, a number that no double has.
    static let other: UInt32 = 33
    /// The path leads through a list, so the value depends on all of its elements.
    static let mapped: UInt32 = 34
    /// A string in the arena of the row, which may still move. `integer` is its offset.
    static let stored: UInt32 = 35
}

/// The values of the wanted fields of one record, of whatever source, and the record itself on demand.
///
/// Used by one thread at a time.
final class EventRow: PredicateRow, @unchecked Sendable {
    // Safe because a row is taken from a pool, used by one thread, and returned.
    let fields: EventFields
    /// A slot for each field.
    let slots: UnsafeMutablePointer<rs_slot>
    /// The fields of the inputs of the residual that is being evaluated.
    var inputs: [Int] = []
    /// Whether a value was malformed.
    private(set) var isBroken = false
    /// The size of the record in bytes, as far as it is known.
    private(set) var size = 0
    /// The size that the budgets of evaluations grow with.
    private(set) var recordBytes = 0

    /// Whether the slots have the values of a whole record.
    private var isFilled = false
    /// The number of records that the row had.
    private var recordCount: UInt = 0

    private let keys: OpaquePointer?
    private var reader = JSONReader()
    /// The record as it was given, or read.
    private var value: PredicateValue?
    /// The text of the record, while it is matched.
    private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// A padded copy of the text, which the scanner may read beyond its end.
    private var copy: UnsafeMutablePointer<UInt8>
    private var copyCapacity = 0
    /// Decoded strings.
    private var arena: UnsafeMutablePointer<UInt8>
    private var arenaCapacity = 0
    private var arenaCount = 0

    /// How far the scanner may read beyond a line.
    private static let padding = 64

    init(_ fields: EventFields) {
        self.fields = fields
        slots = .allocate(capacity: max(1, fields.paths.count))
        slots.initialize(repeating: rs_slot(), count: max(1, fields.paths.count))
        keys = rs_keys_make()
        copy = .allocate(capacity: 1)
        arena = .allocate(capacity: 1)
    }

    deinit {
        slots.deallocate()
        if let keys { rs_keys_free(keys) }
        copy.deallocate()
        arena.deallocate()
    }

    /// Forgets the record, and releases it.
    func clear() {
        value = nil
        text = UnsafeBufferPointer(start: nil, count: 0)
        size = 0
        recordBytes = 0
        isBroken = false
        isFilled = false
    }

    /// The record as a sample; nil for most records: the first ones are kept, and later one of 256.
    func sample() -> EventSample? {
        guard isFilled else { return nil }
        recordCount &+= 1
        return recordCount <= 64 || recordCount & 255 == 0 ? EventSample(self) : nil
    }

    // MARK: JSON

    /// Takes one JSON text. The bytes must stay in place until the row is cleared.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, limit: UnsafePointer<UInt8>? = nil) throws(RecordError) {
        clear()
        text = bytes
        size = bytes.count
        recordBytes = size
        guard let keys, let base = bytes.baseAddress, bytes.count > 0 else { return try readSlowly() }
        var start = base
        var end = base + bytes.count
        var readable = limit ?? end
        if end.distance(to: readable) < Self.padding {
            reserveCopy(bytes.count + Self.padding)
            copy.update(from: base, count: bytes.count)
            start = UnsafePointer(copy)
            end = start + bytes.count
            readable = end + Self.padding
            text = UnsafeBufferPointer(start: start, count: bytes.count)
        }
        var line = rs_line(start: start, length: 0, status: 0, node: 0, is_whole: 0, has_others: 0)
        var next: UnsafePointer<UInt8>? = start
        let plan = fields.plan
        let count = withUnsafePointer(to: plan) {
            rs_scan_lines($0, keys, start, end, readable, &line, slots, 1, &next)
        }
        guard count == 1, line.status == rs_line_read.rawValue, next == end || line.length == bytes.count,
            rs_is_json(plan.kernel, keys, start, bytes.count, readable, plan.maximum_depth) != 0
        else { return try readSlowly() }
        arenaCount = 0
        for index in fields.paths.indices {
            let kind = slots[index].kind
            if kind == rs_number_text.rawValue || kind == rs_escaped.rawValue { try decode(index) }
        }
        if arenaCount > 0 { settle() }
        isFilled = true
    }

    /// Reads what the scanner left as text.
    private func decode(_ index: Int) throws(RecordError) {
        let slot = slots[index]
        switch rs_kind(slot.kind) {
        case rs_number_text:
            set(index, try reader.read(UnsafeBufferPointer(start: slot.bytes, count: Int(slot.length))))
        case rs_escaped:
            guard let base = slot.bytes else { return }
            // The string with the quotes around it.
            let quoted = UnsafeBufferPointer(start: base - 1, count: Int(slot.length) + 2)
            set(index, try reader.read(quoted))
        default: break
        }
    }

    private func readSlowly() throws(RecordError) { fill(try reader.read(text)) }

    // MARK: Values

    /// Takes a value.
    func take(_ value: PredicateValue) {
        clear()
        fill(value)
        // Strings may have any size, and the work of a rule grows with it.
        size = arenaCount
    }

    private func fill(_ value: PredicateValue) {
        self.value = value
        arenaCount = 0
        for (index, path) in fields.paths.enumerated() {
            var current = value
            var isMapped = false
            for key in path {
                switch current {
                case .object(let record): current = record.value(forKey: key)
                case .list, .set: isMapped = true
                default: current = .null
                }
                if isMapped { break }
            }
            if isMapped { slots[index].kind = EventKind.mapped } else { set(index, current) }
        }
        settle()
        isFilled = true
    }

    /// Points the strings at the arena, which does not move any more.
    private func settle() {
        for index in fields.paths.indices where slots[index].kind == EventKind.stored {
            slots[index].bytes = UnsafePointer(arena + Int(slots[index].integer))
            slots[index].kind = rs_utf8.rawValue
        }
    }

    /// Puts a value into a slot. A string gets its offset in the arena, which may still move.
    private func set(_ index: Int, _ value: PredicateValue) {
        var slot = rs_slot()
        switch value {
        case .null: slot.kind = rs_null.rawValue
        case .boolean(let flag): slot.kind = flag ? rs_true.rawValue : rs_false.rawValue
        case .integer(let integer):
            slot.kind = rs_integer.rawValue
            slot.integer = integer
        case .double(let double):
            slot.kind = double.isFinite ? rs_double.rawValue : EventKind.other
            slot.number = double
        case .string(var text):
            slot.kind = EventKind.other
            text.withUTF8 { bytes in
                guard let length = UInt32(exactly: bytes.count) else { return }
                slot.kind = EventKind.stored
                slot.length = length
                slot.integer = Int64(arenaCount)
                reserveArena(arenaCount + bytes.count)
                if let base = bytes.baseAddress { (arena + arenaCount).update(from: base, count: bytes.count) }
                arenaCount += bytes.count
            }
        case .date(let date):
            let seconds = date.timeIntervalSinceReferenceDate
            slot.kind = seconds.isFinite ? EventKind.date : EventKind.other
            slot.number = seconds
        case .list, .set: slot.kind = rs_list.rawValue
        case .object: slot.kind = rs_object.rawValue
        case .decimal, .uuid, .data, .url: slot.kind = EventKind.other
        }
        slots[index] = slot
    }

    private func reserveArena(_ count: Int) {
        guard count > arenaCapacity else { return }
        let capacity = max(256, 2 * arenaCapacity, count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: arena, count: arenaCount)
        arena.deallocate()
        arena = larger
        arenaCapacity = capacity
    }

    private func reserveCopy(_ count: Int) {
        guard count > copyCapacity else { return }
        copy.deallocate()
        copyCapacity = max(1024, count + count / 2)
        copy = .allocate(capacity: copyCapacity)
        copy.initialize(repeating: 0, count: copyCapacity)
    }

    // MARK: Evaluation

    /// The whole record. With a shape, numbers of the shape are decimals.
    func record(_ shape: RecordShape?) -> PredicateValue {
        if let shape, text.baseAddress != nil {
            var exact = JSONReader(shape: shape)
            do throws(RecordError) { return try exact.read(text) } catch { return .null }
        }
        if let value { return value }
        do throws(RecordError) {
            let read = try reader.read(text)
            value = read
            return read
        } catch {
            // The text was checked before.
            return .null
        }
    }

    /// Begins the evaluation of a residual.
    func begin(_ inputs: [Int]) {
        self.inputs = inputs
        isBroken = false
    }

    func value(at location: Int) -> PredicateValue {
        guard inputs.indices.contains(location) else { return .null }
        return value(ofField: inputs[location])
    }

    /// The value of a field.
    func value(ofField field: Int) -> PredicateValue {
        guard fields.paths.indices.contains(field) else { return .null }
        let slot = slots[field]
        if let value = slot.value { return value }
        if let value { return Self.value(at: fields.paths[field], of: value) }
        do throws(RecordError) {
            return try reader.read(slot.text)
        } catch {
            isBroken = true
            return .null
        }
    }

    private static func value(at path: [String], of record: PredicateValue) -> PredicateValue {
        var current = record
        for key in path {
            guard case .object(let record) = current else { return .null }
            current = record.value(forKey: key)
        }
        return current
    }
}

extension rs_slot {
    @inline(__always)
    var isText: Bool { kind == rs_ascii.rawValue || kind == rs_utf8.rawValue }
}
