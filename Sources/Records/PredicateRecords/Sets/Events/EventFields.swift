import CRecordScan
import PredicateFormat

/// The fields that the rules of a set read, numbered from 0, in the form of the scanner in C.
///
/// Numbers are never given to other fields, so indexes that were built for fewer fields keep working.
final class EventFields: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`.
    /// The path of each field.
    let paths: [[String]]
    private let scan: ScanPlan

    /// The plan of the scan, which points into memory of this object.
    var plan: rs_plan { scan.plan }

    /// The fields with these paths.
    init(_ paths: [[String]]) {
        self.paths = paths
        scan = ScanPlan(paths: paths, maximumDepth: PredicateLimits.standard.recordDepth)
    }
}

/// Numbers the fields of rules.
struct FieldNumbers: Sendable {
    private(set) var paths: [[String]] = []
    private var numbers: [[ExactKey]: Int] = [:]

    /// A key by its bytes.
    private struct ExactKey: Hashable {
        let bytes: [UInt8]
        init(_ text: String) { bytes = Array(text.utf8) }
    }

    /// The number of a field. A new field gets a new number.
    mutating func number(of path: [String]) -> Int {
        let key = path.map(ExactKey.init)
        if let known = numbers[key] { return known }
        let number = paths.count
        paths.append(path)
        numbers[key] = number
        return number
    }
}
