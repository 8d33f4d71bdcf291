import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

/// Exported predicates give the same answers as the originals, and so do predicates imported again.
///
/// `PREDICATE_EXPORT_TEXTS` sets the number of generated texts, 4000 by default. 10,000 take half a minute in a
/// debug build.
@Suite("Exported predicates agree with the originals")
struct ExportAgreementTests {
    private static let parts = 8
    /// Whether all texts are compared (`PREDICATE_DEEP_TESTS=1`, as in `.ci/run`) or only some.
    private static let texts =
        ProcessInfo.processInfo.environment["PREDICATE_EXPORT_TEXTS"].flatMap { Int($0) }
        ?? (runsDeepTests ? 4000 : 1600)
    private static let tally = Tally()

    /// Counts the results of all texts. The last part to end prints them.
    private final class Tally: @unchecked Sendable {
        private let lock = NSLock()
        private var counts: [String: Int] = [:]
        private var finished = 0

        func add(_ more: [String: Int]) {
            lock.lock()
            defer { lock.unlock() }
            counts.merge(more) { $0 + $1 }
            finished += 1
            guard finished == ExportAgreementTests.parts else { return }
            let made = counts["texts"] ?? 0
            print("Of \(made) generated predicates:")
            for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) where name != "texts" {
                print("  \(name): \(count) (\(count * 1000 / max(made, 1)) ‰)")
            }
        }
    }

    @Test("On generated texts and values", arguments: 0..<parts)
    func agreement(_ part: Int) throws {
        var counts: [String: Int] = [:]
        let library = PredicateLibrary.standard.using(patterns: SwiftPatterns())
        for seed in 0..<(Self.texts / Self.parts) {
            var generator = SampleGenerator(seed: UInt64(part * 1_000_000 + seed))
            let text = generator.predicate()
            guard let original = try? Sample.predicate(parsing: text, library: library),
                original.checked.variables.isEmpty
            else {
                continue
            }
            counts["texts", default: 0] += 1
            var isExact = false
            let samples = (0..<4).map { _ in generator.sample() }
            let expected = samples.map { original.matches($0) }
            do throws(PredicateExportError) {
                let exported = try original.foundationPredicate(.exact)
                counts["accepted by .exact", default: 0] += 1
                isExact = true
                #expect(exported.deviations.isEmpty)
                let found = samples.map { sample in Result { try exported.predicate.evaluate(sample) } }
                #expect(found.map { try? $0.get() } == expected, "\(text)\n\(exported.predicate)\n\(found)")
                let back = try Self.imported(exported.predicate, library)
                #expect(samples.map { back?.matches($0) } == expected, "\(text)\n\(back?.predicateFormat ?? "")")
            } catch {
                for reason in Set(error.refusals.map(\.reason.rawValue)) {
                    counts["refused by .exact: \(reason)", default: 0] += 1
                }
            }
            // Exact predicates were compared above.
            if isExact, seed % 8 != 0 { continue }
            do throws(PredicateExportError) {
                let exported = try original.foundationPredicate(.mayDiffer)
                if !isExact { counts["accepted by .mayDiffer alone", default: 0] += 1 }
                let found = samples.map { sample in Result { try exported.predicate.evaluate(sample) } }
                #expect(found.allSatisfy { (try? $0.get()) != nil }, "\(text)\n\(exported.predicate)\n\(found)")
                if exported.deviations.isEmpty {
                    #expect(found.map { try? $0.get() } == expected, "\(text)\n\(exported.predicate)")
                }
            } catch {
                counts["refused by both", default: 0] += 1
                #expect(error.refusals.contains { !$0.reason.isDeviation })
            }
        }
        #expect((counts["accepted by .exact"] ?? 0) * 12 > (counts["texts"] ?? 0), "\(counts)")
        Self.tally.add(counts)
    }

    private static func imported(_ predicate: Predicate<Sample>, _ library: PredicateLibrary)
        throws(PredicateExportError)
        -> TypedPredicate<Sample>?
    {
        do {
            return try TypedPredicate(importing: predicate, library: library)
        } catch {
            Issue.record("\(error)\n\(predicate)")
            return nil
        }
    }
}
