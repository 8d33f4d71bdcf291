import Foundation
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Files larger than the sample: facts that are known at once, facts that a command waits for, and later notices.
@Suite struct ReplLoadingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records whose last one has a field that the sample lacks.
    private func file(_ count: Int = 3000, tail: String = #"{"n":-1,"late":"x"}"#) throws -> String {
        let lines = (0..<count).map { "{\"n\":\($0),\"k\":\"\($0 % 7)\"}" }
        return try folder.file("many.ndjson", lines.joined(separator: "\n") + "\n" + tail + "\n")
    }

    /// A session that has read only the sample of a file. Nothing reads the rest.
    private func sampled(_ file: String, isInterrupted: @escaping @Sendable () -> Bool = { false }) throws
        -> TestSession
    {
        let test = TestSession(isInterrupted: isInterrupted)
        test.session.terminal.awaitsStatistics = false
        let loading = ReplLoading(
            request: ReplLoadRequest(file: file, input: .init()), declared: nil, whenComplete: {})
        test.session.add(try loading.load(name: "many", in: test.session))
        return test
    }

    @Test func whatOnlyTheSampleLacksIsWaitedFor() throws {
        for line in [":count late == \"x\"", ":type late.length", ":schema late", "late"] {
            let test = try sampled(try file())
            #expect(test.session.current?.isProvisional == true)
            let answer = try test.type(line)
            #expect(!answer.contains("error"), "\(line): \(answer)")
            #expect(test.session.current?.isProvisional == false)
        }
        // A field that no record has is an error, which lists the fields of all records.
        let test = try sampled(try file())
        let answer = try test.type(":count lat == 1")
        #expect(answer.contains("`lat` is not a field") && answer.contains("late"), "\(answer)")
    }

    @Test func whatIsWrongAnyhowIsSaidAtOnce() throws {
        let test = try sampled(try file())
        #expect(try test.type(":count n ==").contains("error"))
        #expect(test.session.current?.isProvisional == true)
    }

    @Test func whatIsKnownSoFarIsSaid() throws {
        let test = try sampled(try file())
        #expect(
            try test.type(":schema") == """
                Record  so far, of 1000 of 3001 records
                ├─ n    an integer
                └─ k    a string

                """)
        #expect(try test.type(":schema k").hasPrefix("k  a string, so far, of 1000 of 3001 records\n"))
        guard case .list(let text) = test.session.tab("k == ", cursor: 5) else { return }
        #expect(text.hasSuffix("so far, of 1000 of 3001 records\n"), "\(text)")
    }

    @Test func theWaitCanBeInterrupted() throws {
        final class Flag: @unchecked Sendable {
            let lock = NSLock()
            var isUp = false
            func get() -> Bool { lock.withLock { isUp } }
            func set() { lock.withLock { isUp = true } }
        }
        let flag = Flag()
        let test = try sampled(try file(), isInterrupted: { flag.get() })
        // Stops reading the rest.
        test.records?.statistics.cancel()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            flag.set()
        }
        #expect(try test.type(":count late == \"x\"") == "interrupted\n")
    }

    @Test func whatIsSaidWhenAllIsKnown() throws {
        let path = try file(tail: "{\"n\":}\n{\"n\":-2}")
        let test = TestSession()
        test.session.terminal.awaitsStatistics = false
        try test.session.load(ReplLoadRequest(file: path, input: .init()))
        let data = try #require(test.records)
        try test.session.awaitStatistics(of: data)
        // Reported once, while the file is loaded or in a notice.
        let all = test.text + test.session.takeNotices()
        #expect(all.contains("warning: 1 bad record was skipped\n"), "\(all)")
        #expect(all.contains(" 3001 │ {\"n\":}"), "\(all)")
        #expect(test.session.takeNotices() == "")
        #expect(all.contains("known now") == all.contains("values follow"))
        #expect(try test.type(":count") == "3001\n")
    }

    @Test func numbersArePlacesInTheFileAlsoBehindABadRecord() throws {
        let path = try file(tail: "{\"n\":}\n{\"n\":-2}")
        for test in [try sampled(path), try TestSession(path)] {
            #expect(try test.type("n == -2").contains("\n3002  -2\n"))
            #expect(try test.type(":why 3002 n == -2").contains("record 3002"))
            #expect(try test.type(":why 3001 n == -2").contains(" 3001 │ {\"n\":}"))
            #expect(try test.type(":why 3003 n == -2") == "error: there is no record 3003; the last is 3002\n")
        }
    }

    /// Only the predicate's field is read, but a bad record gives no answer even before it is known to be bad.
    @Test func answersAreTheSameBeforeAllIsKnown() throws {
        let path = try file(tail: "{\"n\":5000} trailing\n{\"n\":5001,\"k\":tru}\n[5002]\n{\"n\":5003}\n{\"n\":50")
        let lines = [
            ":count n >= 5000", ":count n == 17 OR n > 4999", "n", ":count TRUEPREDICATE",
            ":coverage n > 4000 AND k == \"3\"",
            ":sort -n\nn > 2990", ":sort k, -n\n:limit 3\nn > 3",
        ]
        for line in lines {
            let before = try sampled(path).type(line)
            let after = try TestSession(path).type(line)
            // The number of records is not known before.
            let pattern = /of 3\d+ records/
            #expect(before.replacing(pattern, with: "") == after.replacing(pattern, with: ""), "\(line)")
        }
        #expect(try sampled(path).type(":count n >= 5000") == "1\n")
    }

    /// The schema does not depend on the pieces that threads read.
    @Test func whatAllRecordsShowDoesNotDependOnThreads() throws {
        let lines = (0..<50_000).map { index in
            index % 9000 == 8999
                ? "oops" : "{\"n\":\(index),\"k\":\"\(index % 40)\",\"f\(index / 10_000)\":[{\"x\":\(index % 3)}]}"
        }
        let path = try folder.file("pieces.ndjson", lines.joined(separator: "\n"))
        var inference = SchemaInference()
        var reader = JSONReader()
        for line in lines where line != "oops" { inference.add(try reader.read(line)) }
        let test = try TestSession(path)
        let data = try #require(test.records)
        #expect(data.schema == inference.schema)
        #expect(data.statistics.verdict.bad == Array(stride(from: 8999, to: 50_000, by: 9000)))
        #expect(data.recordCount == 50_000 - 5)
        #expect(test.text.contains("5 bad records were skipped, of which the first 3 are shown"))
    }

    @Test func orderedByTheFirstIsAsOrderedByAll() throws {
        let test = try TestSession(try file())
        let all = try test.type(":mode ndjson\n:sort k, -n\n:limit all\nn < 2000")
        let few = try test.type(":limit 25\nn < 2000")
        let records = all.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(records.count == 2001)
        #expect(few.split(separator: "\n").filter { $0.hasPrefix("{") } == Array(records.prefix(25)))
        #expect(few.contains("2001 of 3001 records, 1976 of them not shown"))
        #expect(try test.type(":limit 0\n:mode table\nn < 2000").contains("2001 of 3001 records"))
    }

    @Test func aTableOfManyRecordsFits() throws {
        let test = try TestSession(try file())
        let lines = try test.type(":limit all\n:select n, k\nTRUEPREDICATE").split(separator: "\n").dropFirst(2)
        #expect(lines.first == "   #     n  k")
        #expect(lines.count == 3004 && lines.dropFirst(2).first == "   1     0  0")
        #expect(lines.dropLast().last == "3001    -1")
    }

    @Test func aPipeThatNothingComesThroughCanBeGivenUp() throws {
        final class Countdown: @unchecked Sendable {
            let lock = NSLock()
            var left = 5
            func isOver() -> Bool {
                lock.withLock {
                    left -= 1
                    return left < 0
                }
            }
        }
        let flag = Countdown()
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // The other end is open, but nothing is written.
        let other = open(pipe, O_RDWR)
        defer { close(other) }
        let test = TestSession(isInterrupted: { flag.isOver() })
        #expect(try test.type(":load \(pipe)") == "interrupted\n")
    }
}
