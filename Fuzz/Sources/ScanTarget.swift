import CRecordScan
import PredicateCore
import PredicateRecords

/// Bytes as lines: the kernels of the scanner must find the same as each other and as the reader.
func scanning(_ bytes: [UInt8]) {
    for predicate in scannedPredicates {
        var first: LineScan.Found?
        for kernel in kernels {
            var options = LineScan.Options()
            options.kernel = kernel
            options.passesLines = kernel == rs_kernel_sse2.rawValue ? false : true
            options.skipsBadRecords = true
            options.limits = RecordLimits(depth: 64)
            guard let scan = LineScan(predicate, context: EvaluationContext(), options: options) else {
                require(false, "a predicate of paths cannot be scanned")
                return
            }
            // Memory of exactly this size, so that reads beyond its end are detected.
            let found = Array(bytes).withUnsafeBufferPointer { scan.scan($0, in: 0..<$0.count, file: nil) }
            if let first {
                require(found.matches == first.matches, "two kernels find other lines")
                require(
                    found.errors == first.errors && found.badCount == first.badCount, "two kernels find other errors")
            } else {
                inspect(found, bytes, predicate)
                first = found
            }
        }
    }
}

/// Bytes as lines with a strict check: a scan must find the same as a strict reader, line by line.
func scanningStrictly(_ bytes: [UInt8]) {
    // Text follows the last line, so that the scanner itself checks each line.
    let text = bytes + [0x0A] + Array(repeating: 0x20, count: 80)
    var reader = JSONReader(maximumDepth: 64, strict: true)
    reader.requiresObjects = true
    for predicate in scannedPredicates {
        var wanted: [Range<Int>] = []
        var badCount = 0
        var offset = 0
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            defer { offset += line.count + 1 }
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            if let value = Array(line).withUnsafeBufferPointer({ try? reader.read($0) }), case .object = value {
                if predicate.matches(value) { wanted.append(offset..<offset + line.count) }
            } else {
                badCount += 1
            }
        }
        for kernel in kernels {
            var options = LineScan.Options()
            options.kernel = kernel
            options.isStrict = true
            options.skipsBadRecords = true
            options.limits = RecordLimits(depth: 64)
            guard let scan = LineScan(predicate, context: EvaluationContext(), options: options) else { return }
            let found = text.withUnsafeBufferPointer { scan.scan($0, in: 0..<$0.count, file: nil) }
            require(found.matches == wanted, "a strict scan finds other lines than a strict reader")
            require(found.badCount == badCount, "a strict scan finds other errors than a strict reader")
        }
    }
}

/// Checks with the reader that every line found is well-formed and satisfies the predicate.
private func inspect(_ found: LineScan.Found, _ bytes: [UInt8], _ predicate: CheckedPredicate) {
    var reader = JSONReader(maximumDepth: 64)
    for line in found.matches {
        Array(bytes[line]).withUnsafeBufferPointer { text in
            guard let value = try? reader.read(text) else {
                require(false, "a line was found that is not well-formed")
                return
            }
            require(predicate.matches(value), "a line was found that does not satisfy the predicate")
        }
    }
}

private let kernels = [rs_kernel_portable, rs_kernel_sse2, rs_kernel_avx2, rs_kernel_avx512, rs_kernel_neon]
    .map(\.rawValue).filter { rs_has_kernel($0) != 0 }

private let scannedPredicates: [CheckedPredicate] = [
    "a > 1 AND name != nil", #"a.b.c == "x" OR ANY a.b == 2"#, #"ANY name == "x" OR name CONTAINS[cd] "ä""#,
    #"SUBQUERY(a, $e, $e.b > 1 AND $e.name == "x").@count > 0"#, #"name == "ab" OR ANY a == "xy""#,
    #"a == 1 AND name BEGINSWITH "x""#,
].compactMap { try? ParsedPredicate(parsing: $0).checked(against: nil) }
