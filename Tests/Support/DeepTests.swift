import Foundation

/// Whether suites run every case in every way (`PREDICATE_DEEP_TESTS=1`, as in `.ci/run`). Otherwise each case runs in
/// some of the ways, and each way runs some of the cases.
package let runsDeepTests = ProcessInfo.processInfo.environment["PREDICATE_DEEP_TESTS"] != nil
