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
