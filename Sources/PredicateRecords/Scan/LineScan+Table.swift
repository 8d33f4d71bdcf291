import CRecordScan
import PredicateFormat

extension LineScan {
    /// Scans records of a table, each of which is a line.
    ///
    /// - Parameters:
    ///   - table: the records.
    ///   - range: the numbers of those that are scanned.
    ///   - bad: the numbers of records that are known to be bad, in order. They are passed.
    ///   - known: the number up to which that is known; records from there on are checked whole before they are given.
    ///   - shouldStop: asked now and then; true ends the scan.
    /// - Returns: the numbers of the good records that satisfy the predicate, in order; nil where the scan was ended.
    package func scan(
        _ table: RecordTable, in range: Range<Int>, bad: [Int], known: Int, shouldStop: () -> Bool = { false }
    ) -> [Int]? {
        var found: [Int] = []
        var isOver = false
        var nextBad = bad.firstIndex(notBelow: range.lowerBound)
        table.forEachStretch(in: range) { stretch in
            guard let base = stretch.text.baseAddress else { return true }
            var next = stretch.numbers.lowerBound
            func stops() -> Bool {
                isOver = shouldStop()
                return isOver
            }
            forEachLine(stretch.text, in: 0..<stretch.byteCount, shouldStop: stops) { line, row in
                let start = base.distance(to: line.start)
                while next < stretch.numbers.upperBound, stretch.start(of: next) < start { next += 1 }
                // A line that was too long for a record is none.
                guard next < stretch.numbers.upperBound, stretch.start(of: next) == start else { return true }
                let number = next
                next += 1
                while nextBad < bad.count, bad[nextBad] < number { nextBad += 1 }
                if nextBad < bad.count, bad[nextBad] == number { return true }
                if isMatch(line, row, stretch.text, isKnown: number < known) { found.append(number) }
                return true
            }
            return !isOver
        }
        return isOver ? nil : found
    }

    /// Whether a line is a good record, as far as that is to be known, and satisfies the predicate.
    @inline(__always)
    private func isMatch(
        _ line: rs_line, _ row: UnsafePointer<rs_slot>, _ text: UnsafeBufferPointer<UInt8>, isKnown: Bool
    ) -> Bool {
        do throws(RecordError) {
            guard try holds(line, row, text, nil) else { return false }
            if !isKnown { try validate(line, nil) }
            return true
        } catch {
            return false
        }
    }
}

extension [Int] {
    /// Where in numbers that are in order the first one stands that is not below another.
    @inline(__always)
    package func firstIndex(notBelow number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
