import PredicateFormat
import PredicatePlatform
import PredicateSetsTesting

// Usage: set-agreement [COUNT [FIRST]]. Compares COUNT generated sets, 2,000 by default, with evaluating each of their
// rules: once while other threads insert and remove rules, and once on one thread, with rules replaced between records.
// Seeds begin at FIRST, 1 by default.

struct Total {
    var sets = 0
    var rules = 0
    var records = 0
    var changes = 0
    var comparisons = 0
    var differences = 0
    let start = ContinuousClock.now

    mutating func compare(_ agreement: SetAgreement) async throws {
        var found = await agreement.runWhileChanging()
        sets += 1
        rules += agreement.ruleCount
        records += agreement.recordCount
        changes += found.changes
        comparisons += found.comparisons
        if let difference = try agreement.run() { found.difference = found.difference ?? difference }
        guard let difference = found.difference else { return }
        differences += 1
        print(difference)
    }

    func report() {
        print(
            "\(sets) sets, \(rules) rules, \(records) records, \(comparisons) comparisons during \(changes) insertions and "
                + "removals, \(differences) differences, \((ContinuousClock.now - start).components.seconds) s")
        fflush(nil)
    }
}

func compare(_ count: UInt64, from first: UInt64) async throws -> Total {
    var total = Total()
    for number in 0..<count {
        try await total.compare(SetAgreement(seed: first + number))
        if (number + 1) % 100 == 0 { total.report() }
    }
    return total
}

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) ?? 0 }
let total = try await compare(arguments.first ?? 2000, from: arguments.dropFirst().first ?? 1)
total.report()
exit(total.differences == 0 ? 0 : 1)
