import PredicateCore
import PredicateRecords

/// A predicate on the first line, followed by records. Columns (fresh and warm) and the line scan must give the same
/// answers as reading every record.
@Sendable
func fuzzColumns(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A), end <= 300, let text = String(validating: bytes[..<end], as: UTF8.self),
        let predicate = try? ParsedPredicate(parsing: text).checked(against: nil)
    else { return }
    let lines = Array(bytes[(end + 1)...])
    // A scan does not support byte order marks and compressed text.
    guard lines.first == UInt8(ascii: "{") else { return }
    // One context, so that `now()` is one instant. Evaluators count steps differently, so a run that reaches a limit
    // is dropped.
    let isCut = Flag()
    let context = EvaluationContext(warn: { warning in if case .stepLimit = warning { isCut.raise() } })
    guard let table = table(of: lines) else { return }
    let wanted = readOneByOne(table, predicate, context)

    let columns = RecordColumns(table, reader: reader)
    for state in ["fresh", "warm"] {
        let found = columns.matches(of: predicate, context: context, threads: 1)
        if isCut.isRaised { return }
        require(found == wanted, "\(state) columns find \(found) and a reader finds \(wanted): \(text)")
    }
    // Without memory for any column.
    let narrow = RecordColumns(table, reader: reader, budget: 0)
    require(
        narrow.count(of: predicate, context: context, threads: 1) == wanted.count, "columns in no room count otherwise")

    // A predicate that is decided early does not see later errors in a record, so only matches are compared.
    var options = LineScan.Options()
    options.skipsBadRecords = true
    options.requiresObjects = true
    options.limits = RecordLimits(depth: 64)
    guard let scan = LineScan(predicate, context: context, options: options) else { return }
    let found = lines.withUnsafeBufferPointer { scan.scan($0, in: 0..<$0.count, file: nil) }
    require(found.matchCount == wanted.count, "a scan finds \(found.matchCount) and a reader \(wanted.count): \(text)")
}

/// A flag that an evaluation raises. A target runs on one thread.
private final class Flag: @unchecked Sendable {
    private(set) var isRaised = false
    func raise() { isRaised = true }
}

/// A reader for which scalars are not records.
private let reader: JSONReader = {
    var reader = JSONReader(maximumDepth: 64)
    reader.requiresObjects = true
    return reader
}()

private func table(of lines: [UInt8]) -> RecordTable? {
    let options = RecordInputOptions(limits: RecordLimits(depth: 64), layout: .lines)
    guard let stream = try? RecordStream(.bytes(lines), options) else { return nil }
    var table = RecordTable()
    while true {
        do throws(RecordError) {
            guard let record = try stream.next() else { return table }
            table.append(record)
        } catch {
            if !stream.canSkipBadRecords { return nil }
        }
    }
}

private func readOneByOne(_ table: RecordTable, _ predicate: CheckedPredicate, _ context: EvaluationContext) -> [Int] {
    var reader = reader
    var found: [Int] = []
    table.forEach(in: 0..<table.count) { number, record in
        if let value = try? reader.read(record), predicate.matches(value, context: context) { found.append(number) }
        return true
    }
    return found
}
