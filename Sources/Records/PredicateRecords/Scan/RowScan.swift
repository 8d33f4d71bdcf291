import CRecordScan
import PredicateFormat

/// Finds the values of some fields of each line, and checks every byte of it.
///
/// A line that is not plain JSON (a duplicate key, an escaped key, any error) gives no values. The reader, which knows
/// all rules, must read it. Each thread has a scan of its own.
final class RowScan {
    /// The number of lines that are split at a time.
    static let batch = 64
    /// The maximum number of fields.
    static let mostFields = 64

    private let plan: ScanPlan
    private let keys: ScanKeys
    /// The lines that were split last, and their values, `fieldCount` for each.
    let lines: UnsafeMutablePointer<rs_line>
    let slots: UnsafeMutablePointer<rs_slot>
    let fieldCount: Int

    /// A scan; nil for too many fields or none.
    ///
    /// - Parameters:
    ///   - fields: the keys of the fields, all different.
    ///   - maximumDepth: the maximum nesting of a record.
    init?(_ fields: [String], maximumDepth: Int, kernel: UInt32 = rs_best_kernel()) {
        guard !fields.isEmpty, fields.count <= Self.mostFields, let keys = ScanKeys() else { return nil }
        self.keys = keys
        plan = ScanPlan(paths: fields.map { [$0] }, maximumDepth: maximumDepth, kernel: kernel)
        fieldCount = fields.count
        lines = .allocate(capacity: Self.batch)
        slots = .allocate(capacity: Self.batch * fields.count)
    }

    deinit {
        lines.deallocate()
        slots.deallocate()
    }

    /// Splits the first lines of a text. Blank lines are skipped.
    ///
    /// - Parameters:
    ///   - text: the start of a line; set to the start of the next one.
    ///   - end: the end of the text.
    ///   - limit: the end of readable memory, at or after `end`.
    /// - Returns: the number of lines.
    func split(
        _ text: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>
    ) -> Int {
        var next: UnsafePointer<UInt8>?
        let count = withUnsafePointer(to: plan.plan) {
            rs_scan_strict_lines($0, keys.keys, text, end, limit, lines, slots, Self.batch, &next)
        }
        text = next ?? end
        return count
    }
}
