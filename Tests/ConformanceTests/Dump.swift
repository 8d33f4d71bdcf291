import Testing
import Foundation
import PredicateFormat
@Test func dumpRanges() throws {
    guard ProcessInfo.processInfo.environment["DUMP"] != nil else { return }
    let runner = try ConformanceRunner()
    for f in ConformanceFile.all where !f.isGenerated {
        for c in f.cases
        where c.rejection != nil || (c.errors ?? []).contains(where: { $0.range == nil })
            || (c.warnings?.isEmpty == false)
        {
            print("DUMP", f.name, c.id, "|", c.text.prefix(120), "|", runner.dump(c))
        }
    }
}
