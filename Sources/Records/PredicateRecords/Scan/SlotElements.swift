import CRecordScan
import PredicateFormat

/// A test of the elements of a list: ANY, ALL, or the number that satisfy a predicate.
///
/// Elements are read directly from the text, a few at a time. Reading ends as soon as the answer is known.
final class SlotElements {
    /// A predicate over an element. Slot 0 is the element itself, the others are its wanted fields.
    struct Program {
        let plan: ScanPlan
        let program: SlotProgram
    }

    /// The question.
    enum Question {
        case any
        case all
        /// Compares the number of elements that satisfy the predicate with an integer.
        case count(ConstantComparison, Int64)
    }

    private let element: Program
    let question: Question
    /// The slot of the element in the core program, and the predicate over it.
    let slot: Int
    let body: CorePredicate
    private let width: Int
    private let rows: UnsafeMutablePointer<rs_slot>
    /// The number of elements to read at a time.
    private static let batch = 16

    init(_ element: Program, _ question: Question, slot: Int, body: CorePredicate) {
        self.element = element
        self.question = question
        self.slot = slot
        self.body = body
        width = element.plan.slotCount + 1
        rows = .allocate(capacity: Self.batch * width)
    }

    deinit { rows.deallocate() }

    /// The answer; nil if slots are not enough: for nested lists, values that are not lists, and malformed text.
    func decide(_ slot: rs_slot, _ limit: UnsafePointer<UInt8>) -> Bool? {
        switch rs_kind(slot.kind) {
        case rs_missing, rs_null:
            switch question {
            case .all: return true
            case .any, .count: return false
            }
        case rs_list: break
        default: return nil
        }
        guard let text = slot.bytes else { return nil }
        var next: UnsafePointer<UInt8>?
        var count: Int64 = 0
        repeat {
            let read = withUnsafePointer(to: element.plan.plan) {
                rs_scan_elements($0, text, text + Int(slot.length), limit, rows, Self.batch, &next)
            }
            guard read >= 0 else { return nil }
            for index in 0..<read {
                let row = rows + index * width
                guard row.pointee.kind != rs_list.rawValue, let holds = element.program.holds(row, limit: limit) else {
                    return nil
                }
                switch question {
                case .any: if holds { return true }
                case .all: if !holds { return false }
                case .count: if holds { count += 1 }
                }
            }
        } while next != nil
        switch question {
        case .any: return false
        case .all: return true
        case .count(let comparison, let wanted): return comparison.holds(count, wanted)
        }
    }
}
