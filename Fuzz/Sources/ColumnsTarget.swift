import PredicateFormat
import PredicateRecords

/// A predicate on the first line and records behind it: columns, fresh and warm, and the scan of lines answer what reading every
/// record answers.
@Sendable
func fuzzColumns(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A), end <= 300, let text = String(validating: bytes[..<end], as: UTF8.self),
        let predicate = try? ParsedPredicate(parsing: text).checked(against: nil), predicate.variables.isEmpty
    else { return }
    let lines = Array(bytes[(end + 1)...])
    // Marks of an encoding and compressed text are no lines to a scan.
    guard lines.first == UInt8(ascii: "{") else { return }
    // One instant for all, since a predicate may ask for it. Steps are counted otherwise by each, so there must be enough of them.
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
    // Without room for any column.
    let narrow = RecordColumns(table, reader: reader, budget: 0)
    require(
        narrow.count(of: predicate, context: context, threads: 1) == wanted.count, "columns in no room count otherwise")

    // A predicate that reads nothing behind a value that decides it does not see what is wrong there: only what is found is compared.
    var options = LineScan.Options()
    options.skipsBadRecords = true
    options.requiresObjects = true
    options.limits = RecordLimits(depth: 64)
    guard let scan = LineScan(predicate, context: context, options: options) else { return }
    let found = lines.withUnsafeBufferPointer { scan.scan($0, in: 0..<$0.count, file: nil) }
    require(found.matchCount == wanted.count, "a scan finds \(found.matchCount) and a reader \(wanted.count): \(text)")
}

/// Something that is noted from within an evaluation. A target runs on one thread.
private final class Flag: @unchecked Sendable {
    private(set) var isRaised = false
    func raise() { isRaised = true }
}

/// A reader for which scalars are no records.
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
