import CRecordScan
import PredicateCore
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateRecords

@Suite("Scans of columns")
struct ColumnScanTests {
    /// A table, the numbers of its bad records, and the matches of a predicate when every record is read.
    private struct Reading {
        let table: RecordTable
        let values: [PredicateValue?]

        init(_ text: [UInt8], chunk: Int = 1 << 16) throws {
            var options = RecordInputOptions(layout: .lines)
            options.limits.recordBytes = 3000
            let stream = try RecordStream(portions(of: text, size: chunk).reading(inChunksOf: chunk), options)
            var table = RecordTable()
            while true {
                do throws(RecordError) {
                    guard let record = try stream.next() else { break }
                    table.append(record)
                } catch {}
            }
            var reader = JSONReader()
            reader.requiresObjects = true
            var values: [PredicateValue?] = []
            table.forEach(in: 0..<table.count) { _, record in
                values.append(try? reader.read(record))
                return true
            }
            self.table = table
            self.values = values
        }

        var bad: [Int] { values.indices.filter { values[$0] == nil } }

        func matches(_ predicate: CheckedPredicate, bindings: [String: PredicateValue] = [:]) -> [Int] {
            let compiled = predicate.compiled
            var run = compiled.makeRun(context: EvaluationContext(bindings: bindings))
            return values.indices.filter { number in
                values[number].map { compiled.evaluate(on: $0, in: &run) } ?? false
            }
        }
    }

    private func matches(
        _ predicate: CheckedPredicate, _ columns: RecordColumns, kernel: UInt32? = nil, bad: [Int] = [], known: Int = 0
    ) throws -> [Int] {
        let scan = try #require(
            ColumnScan(predicate, over: columns, context: EvaluationContext(), kernel: kernel))
        let verdict = RecordColumns.Verdict(bad: bad, known: known)
        return try (0..<columns.chunkCount).flatMap { chunk in
            let found = try #require(scan.rows(inChunk: chunk, verdict))
            let first = columns.records(ofChunk: chunk).lowerBound
            return found.rows.map { first + $0 }
        }
    }

    /// A reader that accepts only objects as records.
    private var objectReader: JSONReader {
        var reader = JSONReader()
        reader.requiresObjects = true
        return reader
    }

    private func lines(seed: UInt64, _ count: Int) -> [UInt8] {
        var generator = LineGenerator(seed: seed)
        var text: [UInt8] = []
        for _ in 0..<count {
            switch Int.random(in: 0..<12, using: &generator.random) {
            case 0: text += generator.mutated(generator.line())
            case 1: text += Array((#"{"i":4,"x":""# + String(repeating: "x", count: 4000) + #""}"#).utf8)
            case 2: text += Array(generator.pick(["4", "null", "[1]", #""i""#]).utf8)
            default: text += Array(generator.line().utf8)
            }
            text += Array(generator.pick(["\n", "\n", "\r\n", "\n\n"]).utf8)
        }
        return text
    }

    @Test("Any values: the scan finds the same as reading every record", arguments: [100, 1000])
    func anything(chunkSize: Int) throws {
        let reading = try Reading(lines(seed: UInt64(chunkSize), 250), chunk: 1 << 14)
        let bad = reading.bad
        #expect(bad.count > 10)
        let columns = RecordColumns(reading.table, reader: objectReader, chunkSize: chunkSize)
        for source in scannedPredicates {
            let predicate = try scanned(source)
            let wanted = reading.matches(predicate)
            for known in [0, reading.table.count / 2, reading.table.count] {
                let found = try matches(predicate, columns, bad: bad.filter { $0 < known }, known: known)
                #expect(found == wanted, "\(source), \(known)")
            }
        }
    }

    @Test("Generated predicates, some with comparisons that read no field", arguments: 0..<6)
    func generated(seed: Int) throws {
        var generator = ScannedPredicateGenerator(seed: UInt64(seed))
        var columnGenerator = ColumnGenerator(seed: UInt64(seed))
        let text = seed % 2 == 0 ? lines(seed: UInt64(900 + seed), 150) : columnGenerator.lines(150)
        let reading = try Reading(text)
        let columns = RecordColumns(reading.table, reader: objectReader, chunkSize: 64)
        var (made, some) = (0, 0)
        let count = runsDeepTests ? 120 : 48
        for _ in 0..<count {
            let source = generator.predicate()
            guard let predicate = try? scanned(source) else { continue }
            made += 1
            let wanted = reading.matches(predicate)
            if !wanted.isEmpty, wanted.count < reading.values.count - reading.bad.count { some += 1 }
            for time in ["fresh", "warm"] {
                #expect(
                    try matches(predicate, columns, bad: reading.bad, known: reading.table.count) == wanted,
                    "\(source), \(time)")
            }
        }
        // Predicates must match some records and not others, or little would be tested.
        #expect(made > count * 9 / 10 && some > count / 10, "\(made), \(some)")
    }

    @Test("A comparison that reads no field is true for all good records or for none")
    func constants() throws {
        let reading = try Reading(lines(seed: 4, 200))
        let good = reading.values.indices.filter { reading.values[$0] != nil }
        let columns = RecordColumns(reading.table, reader: objectReader, chunkSize: 64)
        let bindings: [String: PredicateValue] = ["x": 5]
        for (source, holds) in [
            ("1 == 1", true), ("NOT 1 < 2", false), ("7 IN {7}", true), ("\"a\" BEGINSWITH \"b\"", false),
            ("$x == 5", true), ("$x > 5", false), ("nil == nil", true), ("now() > CAST(0, \"NSDate\")", true),
            ("{1, 2}.@count == 2", true), ("ANY {1, 2} > 2", false), ("($v := 2) == 2 AND $v == 2", true),
            ("SUBQUERY({1, 2}, $e, 7 IN {7}).@count == 2", true), ("\"abc\" MATCHES \"[a-z]+\"", true),
        ] {
            let predicate = try ParsedPredicate(parsing: source, library: .standardWithPatterns)
                .template().partiallyBinding(source.contains("$x =") || source.contains("$x >") ? bindings : [:]).open
            let found = columns.matches(of: predicate, context: EvaluationContext(bindings: bindings))
            #expect(found == (holds ? good : []), "\(source)")
        }
        // The elements of lists have their own columns. These predicates read none of them either.
        for source in [
            "i > 3 AND SUBQUERY(l, $x, 7 IN {7}).@count == 2", "SUBQUERY(m, $x, 1 == 2).@count == 0",
            "SUBQUERY(l, $x, NOT 1 < 2).@count == 0", "i > 3 AND SUBQUERY(m, $x, $x.q == 1 OR 1 == 1).@count >= 1",
        ] {
            let predicate = try scanned(source)
            #expect(columns.matches(of: predicate) == reading.matches(predicate), "\(source)")
        }
    }

    @Test("A random number is drawn for each record, even for repeated values")
    func chance() throws {
        let text = (0..<2000).map { #"{"i":\#($0 % 2 + 1),"s":"\#($0 % 2 == 0 ? "a" : "b")","b":\#($0 % 2 == 0)}"# }
        let reading = try Reading(Array(text.joined(separator: "\n").utf8))
        let columns = RecordColumns(reading.table)
        for source in ["random() * 2 < i", "random() < 0.5", "random() + s.length < 1.5", "randomn(4) > b + 1"] {
            let found = columns.matches(of: try scanned(source))
            let odd = found.filter { $0 % 2 == 1 }.count
            // A single draw for all equal values would match all of them or none.
            #expect((100..<1900).contains(found.count), "\(source): \(found.count)")
            #expect(found.count - odd > 0 && found.count - odd < 1000, "\(source)")
        }
    }

    @Test("Columns with one kind of values: every form, every kernel", arguments: 0..<4)
    func forms(seed: Int) throws {
        var generator = ColumnGenerator(seed: UInt64(seed))
        // Three chunks; the last one is short.
        let (count, chunkSize) = runsDeepTests ? (500, 230) : (240, 110)
        let reading = try Reading(generator.lines(count))
        #expect(reading.bad.isEmpty)
        // Other tests compare the scanner's kernels.
        for kernel in [rs_kernel_portable.rawValue, rs_kernel_avx2.rawValue] where rs_has_kernel(kernel) != 0 {
            let columns = RecordColumns(reading.table, chunkSize: chunkSize)
            for source in scannedPredicates + columnPredicates {
                let predicate = try scanned(source)
                let wanted = reading.matches(predicate)
                for time in ["fresh", "warm"] {
                    let found = try matches(predicate, columns, kernel: kernel, known: reading.table.count)
                    #expect(found == wanted, "\(source), \(time), kernel \(kernel), of \(generator.profile)")
                }
            }
        }
    }

    @Test("Columns keep their budget, and answers do not depend on it", arguments: [0, 3000, 20_000])
    func budget(bytes: Int) throws {
        var generator = ColumnGenerator(seed: 77)
        let reading = try Reading(generator.lines(500))
        let columns = RecordColumns(reading.table, budget: bytes, chunkSize: 128)
        for source in scannedPredicates {
            let predicate = try scanned(source)
            #expect(try matches(predicate, columns) == reading.matches(predicate), "\(source)")
            #expect(columns.byteCount <= bytes)
        }
        if bytes > 10_000 { #expect(columns.byteCount > bytes / 4) }
    }

    /// The schema is that of regular records, so that questions about elements have columns that other records do not fit.
    @Test("Questions about elements: the same answers over lists that are unlike the others", arguments: 0..<4)
    func elements(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let regular = #"{"t":["a","b"],"l":[{"p":3,"q":["x"]},{"p":9.5}],"n":4}"#
        let odd = [
            "null", "[]", #""a""#, "7", #"{"a":"a","p":3}"#, #"["a",null,3,true]"#, #"[["a"],["b"]]"#,
            #"["A","ä","a\u0301"]"#,
            #"[{"p":null},{}]"#, #"[{"p":[3,[9]]},{"p":1}]"#, #"[{"p":"9"},4,null]"#, #"[{"p":{"p":9}}]"#,
            #"[[{"p":9}]]"#,
            #"[{"p":3},{"p":3},{"p":3},{"p":3}]"#,
        ]
        let lines =
            [regular, regular]
            + (0..<300).map { _ in
                let (t, l) = (odd.randomElement(using: &random) ?? "", odd.randomElement(using: &random) ?? "")
                return Bool.random(using: &random)
                    ? regular : "{\"t\":\(t),\"l\":\(l)\(Bool.random(using: &random) ? ",\"n\":3" : "")}"
            }
        let reading = try Reading(Array(lines.joined(separator: "\n").utf8))
        var inference = SchemaInference()
        for case let value? in reading.values.prefix(2) { inference.add(value) }
        let columns = RecordColumns(reading.table, reader: objectReader, chunkSize: 64)
        for source in [
            #"t CONTAINS "a""#, #"t CONTAINS[c] "A""#, #"t CONTAINS[cd] "Á""#, #""b" IN t"#, #"NOT t CONTAINS "a""#,
            "t.@count == 0", "t.@count > 1", "t.@count != 2", "2 <= t.@count", "l.@count < n", "t.@count + 1 > 3",
            "ANY l.p > 3", "ALL l.p > 3", "NONE l.p == 3", "ANY l.p == nil", "ALL l.p != nil", "ANY l.p IN {3, 9.5}",
            "ANY l.p.p > 3", #"ANY l.q == "x""#, "ANY l.p BETWEEN {3, 9}", "ANY l.self != nil", "l.p.@count == 2",
            #"ANY t.length > 0"#, #"t CONTAINS "a" AND ANY l.p > 3 OR l.@count == 0"#, #"ANY t CONTAINS "a""#,
        ] {
            for schema in [nil, inference.schema] {
                let parsed = try ParsedPredicate(parsing: source)
                guard let predicate = try? parsed.checked(against: schema) else {
                    // Only the types of the regular records may refuse it.
                    #expect(schema != nil, "\(source)")
                    continue
                }
                let found = try matches(predicate, columns)
                #expect(found == reading.matches(predicate), "\(source), \(schema == nil ? "untyped" : "typed")")
            }
        }
    }

    @Test("Records on several lines have columns too")
    func documents() throws {
        var generator = ColumnGenerator(seed: 5)
        let lines = String(decoding: generator.lines(150), as: UTF8.self).split(separator: "\n")
        let text = "[" + lines.map { $0.replacing(",\"", with: " ,\n \"") }.joined(separator: ",\n") + "]"
        let stream = try RecordStream(.text(text))
        var table = RecordTable()
        while let record = try stream.next() { table.append(record) }
        #expect(table.count == 150 && !table.areLines)
        let reading = try Reading(Array(lines.joined(separator: "\n").utf8))
        let columns = RecordColumns(table, chunkSize: 64)
        for source in scannedPredicates + columnPredicates {
            let predicate = try scanned(source)
            #expect(try matches(predicate, columns) == reading.matches(predicate), "\(source)")
        }
        #expect(columns.byteCount > 0)
    }

    @Test("Whole answers combine those of the chunks, even for predicates over whole records", arguments: [1, 2, 5])
    func answers(threads: Int) throws {
        let reading = try Reading(lines(seed: 21, 300))
        let columns = RecordColumns(reading.table, reader: objectReader, chunkSize: 70)
        for source in ["i > 3", "SELF.i > 3", #"ANY l == "red""#, "#first == nil", "TRUEPREDICATE"] {
            let predicate = try scanned(source)
            let wanted = reading.matches(predicate)
            #expect(columns.matches(of: predicate, threads: threads) == wanted, "\(source)")
            #expect(columns.count(of: predicate, threads: threads) == wanted.count, "\(source)")
        }
        let cancelled = EvaluationContext(isCancelled: { true })
        #expect(columns.matches(of: try scanned("i > 3"), context: cancelled) == [])
    }

    @Test("Values of expressions equal those of the records", arguments: [nil, 1, 2] as [UInt64?])
    func values(seed: UInt64?) throws {
        var generator = ColumnGenerator(seed: seed ?? 0)
        let reading = try Reading(seed == nil ? lines(seed: 8, 300) : generator.lines(300))
        let good = reading.values.indices.filter { reading.values[$0] != nil }
        let columns = RecordColumns(reading.table, reader: objectReader, chunkSize: 70)
        for source in [
            "i", "d", "s", "b", "l", "m", "o.x", "o.y.z", "l.@count", "i + d", "s.length", "m.q", "lowercase(s)",
            "{i, s}", "substring(s, 2)", "has(o.x)", "split(s, ' ')", "concat(s, i)", "round(d)",
            "trim(s)", "replace(s, 'a', 'bc')", "indexOf(s, 'c')", "toNumber(s)", "toString(d)", "version(s)",
            "year(t)",
            "truncate(t, 'day', 'Asia/Tokyo')", "weekday(CAST(i, 'NSDate'))", "hour(t, 'written')", "finds(s, 'b')",
            "anywhere(m, 'a')", "SUBQUERY(m, $e, $e.q > 3).@count", "TERNARY(i > 3, s, d)", "nothing", "3",
        ] {
            let expression = try ParsedExpression(parsing: source, library: .standardWithPatterns)
                .checked(against: nil)
            var run = expression.compiled.makeRun(context: EvaluationContext())
            let wanted = good.map { expression.compiled.evaluate(on: reading.values[$0] ?? .null, in: &run) }
            let all = try columns.values(of: expression, context: EvaluationContext(), .init()) { false }
            #expect(try #require(all).map(\.description) == wanted.map(\.description), "\(source)")
            let locations = good.indices.filter { $0 % 3 != 1 }.reversed()
            let some = try columns.values(
                of: expression, at: locations.map { good[$0] }, context: EvaluationContext()
            ) { false }
            #expect(try #require(some).map(\.description) == locations.map { wanted[$0].description }, "\(source)")
        }
        let whole = try ParsedExpression(parsing: "SELF").checked(against: nil)
        #expect(try columns.values(of: whole, context: EvaluationContext(), .init()) { false } == nil)
    }

    @Test("A predicate over the whole record has no columns; a cancelled scan ends")
    func ends() throws {
        let reading = try Reading(lines(seed: 3, 200))
        let columns = RecordColumns(reading.table, chunkSize: 64)
        #expect(ColumnScan(try scanned("SELF != nil"), over: columns, context: EvaluationContext()) == nil)
        let scan = try #require(
            ColumnScan(try scanned("i > 3 AND ANY l == 2"), over: columns, context: EvaluationContext()))
        #expect(scan.rows(inChunk: 0, .init(), { true }) == nil)
        #expect(scan.rows(inChunk: 99, .init())?.rows == [])
        let empty = RecordColumns(RecordTable())
        #expect(empty.chunkCount == 0)
        #expect(empty.matches(of: try scanned("i > 3")) == [])
    }

    @Test("Lists within a path are found once, and then kept as lists")
    func listsInPaths() throws {
        let text = (0..<300).map { #"{"o":[{"x":\#($0 % 7)},{"x":2}]}"# }.joined(separator: "\n")
        let reading = try Reading(Array(text.utf8))
        let columns = RecordColumns(reading.table, chunkSize: 100)
        for source in ["ANY o.x == 2", "o.x.@count == 2", "ANY o.x > 5", "o.x == nil"] {
            let predicate = try scanned(source)
            #expect(try matches(predicate, columns) == reading.matches(predicate), "\(source)")
        }
        #expect(columns.lists == [["o"]])
    }
}

/// Predicates for columns of one kind: at the limits of the integer widths, and over several columns.
let columnPredicates = [
    "i > 127", "i >= -128", "i < 128", "i == 127", "i <= -129", "i > 32767", "i == -32768", "i < 2147483648",
    "i == 9007199254740992", "i <= 9007199254740993", "i > 126.5", "i <= -0.5", "i == 3.5", "i >= 1e300", "i < -1e300",
    "i == 9007199254740993.0", "d == 3", "d > 2.25", "d <= 2", "d != 3", "d == 9007199254740993", "-i > 3", "i == d",
    "i < d",
    "i * 2 > 200", "i * i > 10000", "d * 1.5 - i / 2.0 > 3.5", "d + i == 5", "i / 2 > 3", "d / 2 > 0.5", "d * d >= 4",
    "i - 1000000000000 * i > 0", "d / d == 1", "1 / d > 0.1", "abs(i) > 3", "i IN {1, 2, 100, 40000}", "d IN {2, 2.5}",
    #"s == "value 3""#, #"s BEGINSWITH "value 1""#, #"s ENDSWITH "7""#, #"s CONTAINS "ue 2""#,
    #"s IN {"value 1", "value 9"}"#,
    #"s BEGINSWITH "a long beginning of eleven""#, #"s ENDSWITH " and a long end""#,
    #"s == "a long beginning of eleven and a long end""#,
    #"s CONTAINS[cd] "VALUE 4""#, #"s LIKE "*1?""#, #"s MATCHES ".* [0-9]{2}""#, #"s > "value 5""#, "s.length == 7",
    #"s == "value 3" OR s == "value 4" OR i == 5"#, #"NOT (s == "value 3") AND i != nil"#, #"s == "" OR s == nil"#,
    "b == TRUE AND i > 5", "b != TRUE OR d < 1", #"ANY l == "value 3""#, "ANY l > 100", "ALL l > 3", "NONE l == 7",
    "SUBQUERY(m, $e, $e.q > 3 AND $e.t == \"value 2\").@count > 0", "SUBQUERY(m, $e, $e.q > i).@count > 0",
    "SUBQUERY(m, $e, $e.q > 3).@count == 0", "SUBQUERY(m, $e, $e.q * 2 > 20).@count >= 2",
    "ANY m.t BEGINSWITH \"value 1\"",
    "SUBQUERY(m, $e, NOT ($e.q > 3)).@count == 1", "i == 5 AND ANY l == 3",
    "i == 5 AND SUBQUERY(m, $e, $e.q < 0).@count > 0",
    "NOT has(o.x)", #"finds(s, "[0-9]{2}$")"#, #"substring(s, 6) == "3""#,
    #"indexOf(s, "7") == 6"#, #"concat(s, "/", i) ENDSWITH "/5""#, "round(d) == 2", #"replace(s, "value ", "") == "9""#,
    "trim(s) == s", #"toNumber(replace(s, "value ", "")) > 4"#, #"toString(i) ENDSWITH "7""#,
    #"toString(d) CONTAINS ".5""#,
    #"version(replace(s, "value ", "1.")) > version("1.10")"#, #"split(s, " ")[LAST] == "end""#,
    #"anywhere(l, "value 3")"#,
    "year(CAST(i, \"NSDate\")) == 2001", "month(CAST(i * 100000, \"NSDate\")) == 12",
    "day(CAST(i * 10000, \"NSDate\")) == 31", "hour(CAST(i * 1000, \"NSDate\"), \"Europe/Berlin\") < 5",
    "minute(CAST(d * 60, \"NSDate\")) == 2", "second(CAST(d, \"NSDate\")) == 2",
    "weekday(CAST(i * 86400, \"NSDate\")) > 5",
    "truncate(CAST(i * 3600, \"NSDate\"), \"day\", \"America/Havana\") < CAST(0, \"NSDate\")",
]

/// Lines whose fields each have values of one kind, chosen by the seed.
struct ColumnGenerator: SeededGenerator {
    var random: SeededRandom
    private(set) var profile: [String: Sort] = [:]
    private var share: [String: Int] = [:]

    enum Sort: CaseIterable {
        case tiny, short, medium, long, aroundExact, doubles, numbers, booleans, few, many, texts, nothing
    }

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let sorts: [String: [Sort]] = [
            "i": [.tiny, .short, .medium, .long, .aroundExact, .numbers], "d": [.doubles, .numbers, .tiny],
            "s": [.few, .many, .texts, .tiny], "b": [.booleans], "l": [.tiny, .short, .few, .doubles, .booleans],
            "q": [.tiny, .numbers, .long], "t": [.few, .many],
        ]
        for (key, choices) in sorts.sorted(by: { $0.key < $1.key }) {
            profile[key] = choices[Int.random(in: 0..<choices.count, using: &random)]
            share[key] = [0, 3, 20][Int.random(in: 0..<3, using: &random)]
        }
    }

    private mutating func scalar(_ key: String) -> String {
        if let share = share[key], share > 0, Int.random(in: 0..<share, using: &random) == 0 { return "null" }
        func integer(_ range: ClosedRange<Int64>) -> String { String(Int64.random(in: range, using: &random)) }
        switch profile[key] ?? .nothing {
        case .tiny: return integer(-128...127)
        case .short: return integer(-32768...32767)
        case .medium: return integer(-2_147_483_648...2_147_483_647)
        case .long: return pick([integer(.min ... .max), integer(-10...10)])
        case .aroundExact: return integer((1 << 53) - 2...(1 << 53) + 2)
        case .doubles: return String(Double(Int.random(in: -40...40, using: &random)) / 8 + 0.0625)
        case .numbers: return pick([integer(-5...5), "2.5", "0.0", "-0.0", "3.0", "1e2", "0", integer(0...1 << 53)])
        case .booleans: return pick(["true", "false"])
        case .few:
            return pick(["\"value 3\"", "\"value 4\"", "\"Välue 4\"", "\"value 11\"", "\"\"", "\"val\\u0075e 3\""])
        case .many: return "\"value \(Int.random(in: 0..<100_000, using: &random))\""
        case .texts:
            return pick([
                "\"a long beginning of eleven and a long end\"", "\"a long beginning of eleven\"",
                "\" and a long end\"",
                "\"value \(Int.random(in: 0..<100_000, using: &random)) €\"",
                "\"\(Int.random(in: 0..<100_000, using: &random)) VALUE 4\"",
            ])
        case .nothing: return "null"
        }
    }

    /// Records, one per line.
    mutating func lines(_ count: Int) -> [UInt8] {
        var lines: [String] = []
        for number in 0..<count {
            var fields = ["i", "d", "s", "b"].map { "\"\($0)\":\(scalar($0))" }
            let elements = (0..<pick([0, 1, 2, 3, 20])).map { _ in scalar("l") }
            fields.append("\"l\":[\(elements.joined(separator: ","))]")
            let objects = (0..<pick([0, 1, 2, 5])).map { _ in "{\"q\":\(scalar("q")),\"t\":\(scalar("t"))}" }
            fields.append("\"m\":\(number % 9 == 0 ? "null" : "[\(objects.joined(separator: ","))]")")
            lines.append("{\(fields.joined(separator: ","))}")
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}
