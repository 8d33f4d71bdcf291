import CRecordScan
import PredicateCore

/// The values of a record that was matched. They never change.
final class EventSample: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`.
    private let fields: EventFields
    private let slots: [rs_slot]
    /// The strings that slots point at.
    private let bytes: UnsafeMutablePointer<UInt8>

    /// The largest record that is kept.
    private static let mostBytes = 1 << 14

    /// The values of the record that a row has; nil if they are large.
    init?(_ row: EventRow) {
        var slots = Array(UnsafeBufferPointer(start: row.slots, count: row.fields.paths.count))
        var size = 0
        for index in slots.indices {
            switch rs_kind(slots[index].kind) {
            case rs_missing, rs_null, rs_true, rs_false, rs_integer, rs_double: break
            case rs_ascii, rs_utf8: size += Int(slots[index].length)
            case rs_list, rs_object:
                // A list of a value that is not JSON text would keep the value alive.
                if slots[index].bytes == nil {
                    slots[index].kind = EventKind.mapped
                } else {
                    size += Int(slots[index].length)
                }
            default: if slots[index].kind != EventKind.date { slots[index].kind = EventKind.mapped }
            }
        }
        guard size <= Self.mostBytes else { return nil }
        bytes = .allocate(capacity: max(1, size))
        var used = 0
        for index in slots.indices where Self.hasBytes(slots[index]) {
            let length = Int(slots[index].length)
            if let source = slots[index].bytes { (bytes + used).update(from: source, count: length) }
            slots[index].bytes = UnsafePointer(bytes + used)
            used += length
        }
        self.slots = slots
        fields = row.fields
    }

    deinit { bytes.deallocate() }

    private static func hasBytes(_ slot: rs_slot) -> Bool {
        slot.isText || slot.kind == rs_list.rawValue || slot.kind == rs_object.rawValue
    }

    /// A row with the values for other fields. A field that was not read has no known value. The row may be used as long
    /// as the sample lives.
    func row(_ wanted: EventFields, _ numbers: [[String]: Int]) -> EventRow {
        let row = EventRow(wanted)
        for (index, path) in wanted.paths.enumerated() {
            if let number = numbers[path] {
                row.slots[index] = slots[number]
            } else {
                row.slots[index].kind = EventKind.mapped
            }
        }
        return row
    }

    /// The number of each field by its path.
    var numbers: [[String]: Int] {
        Dictionary(fields.paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether two samples have the same fields.
    func hasFields(of other: EventSample) -> Bool { fields === other.fields }
}

/// Some of the records that a set was asked about lately. Where its rules are indexed next, the order of their conditions
/// follows what these records have.
final class EventSamples: Sendable {
    private let kept = Locked<(samples: [EventSample], next: Int)>(([], 0))
    /// The number of records.
    private static let most = 64

    func add(_ sample: EventSample) {
        // The old sample is released after the lock.
        let old = kept.withLock { kept -> EventSample? in
            if kept.samples.count < Self.most {
                kept.samples.append(sample)
                return nil
            }
            let old = kept.samples[kept.next]
            kept.samples[kept.next] = sample
            kept.next = (kept.next + 1) % Self.most
            return old
        }
        _ = old
    }

    var all: [EventSample] { kept.withLock { $0.samples } }
}
