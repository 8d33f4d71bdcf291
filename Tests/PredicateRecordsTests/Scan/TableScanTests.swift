import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateRecords

@Suite("Scans of the lines of a table")
struct TableScanTests {
    /// Lines of all sorts, with blank ones, damaged ones and ones that are too long between them.
    private func lines(seed: UInt64, _ count: Int) -> [UInt8] {
        var generator = LineGenerator(seed: seed)
        var text: [UInt8] = []
        for _ in 0..<count {
            switch Int.random(in: 0..<12, using: &generator.random) {
            case 0: text += generator.mutated(generator.line())
            case 1: text += Array(generator.pick(["", " ", "\t\r", "\r"]).utf8)
            case 2: text += Array((#"{"i":4,"x":""# + String(repeating: "x", count: 4000) + #""}"#).utf8)
            case 3: text += Array(generator.pick(["4", "null", "[1]", #""i""#]).utf8)
            default: text += Array(generator.line().utf8)
            }
            text += Array(generator.pick(["\n", "\n", "\n", "\r\n"]).utf8)
        }
        // The last line has no line feed.
        return text + Array(#"{"i":4}"#.utf8)
    }

    /// The records of a text whose memory has so many bytes at first.
    private func table(_ text: [UInt8], chunk: Int) throws -> RecordTable {
        var options = RecordInputOptions(layout: .lines)
        options.limits.recordBytes = 3000
        let stream = try RecordStream(portions(of: text, size: chunk).reading(inChunksOf: chunk), options)
        var table = RecordTable()
        while true {
            do throws(RecordError) {
                guard let record = try stream.next() else { return table }
                table.append(record)
            } catch {
                #expect(error.code.rawValue == "record-too-large")
            }
        }
    }

    @Test(
        "Numbers are those that reading every record finds, whatever is known of bad ones",
        arguments: [1 << 12, 1 << 20])
    func agreement(chunk: Int) throws {
        let table = try table(lines(seed: UInt64(chunk), 300), chunk: chunk)
        #expect(table.count > 180)
        var reader = JSONReader()
        reader.requiresObjects = true
        var values: [PredicateValue?] = []
        table.forEach(in: 0..<table.count) { _, record in
            values.append(try? reader.read(record))
            return true
        }
        let bad = values.indices.filter { values[$0] == nil }
        #expect(bad.count > 10)
        for source in scannedPredicates {
            let predicate = try scanned(source)
            let compiled = predicate.compiled
            var run = compiled.makeRun(context: EvaluationContext())
            let wanted = values.indices.filter { number in
                values[number].map { compiled.evaluate(on: $0, in: &run) } ?? false
            }
            var options = LineScan.Options()
            options.limits.recordBytes = .max
            let scan = try #require(LineScan(predicate, context: EvaluationContext(), options: options))
            for known in [0, table.count / 2, table.count] {
                let bad = bad.filter { $0 < known }
                #expect(
                    scan.scan(table, in: 0..<table.count, bad: bad, known: known) == wanted, "\(source), \(known)")
                let range = table.count / 3..<table.count - 5
                #expect(
                    scan.scan(table, in: range, bad: bad, known: known) == wanted.filter { range.contains($0) },
                    "\(source), \(known)")
            }
        }
    }

    @Test("A range that lies outside has no records, and one that is wanted no more has no answer")
    func bounds() throws {
        let table = try table(lines(seed: 9, 300), chunk: 1 << 14)
        let scan = try #require(
            LineScan(try scanned("TRUEPREDICATE"), context: EvaluationContext(), options: LineScan.Options()))
        #expect(scan.scan(table, in: table.count..<table.count + 7, bad: [], known: 0) == [])
        #expect(scan.scan(table, in: 5..<5, bad: [], known: 0) == [])
        #expect(scan.scan(RecordTable(), in: 0..<1, bad: [], known: 0) == [])
        #expect(scan.scan(table, in: 0..<table.count, bad: [], known: 0, shouldStop: { true }) == nil)
        var asked = 0
        let found = scan.scan(table, in: 0..<table.count, bad: [], known: 0) {
            asked += 1
            return asked == 3
        }
        #expect(found == nil)
        #expect(asked == 3)
    }
}
