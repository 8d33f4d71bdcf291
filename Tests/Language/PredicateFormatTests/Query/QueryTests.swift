import Foundation
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Orders, groups and selections over records, part by part.
@Suite struct QueryTests {
    static func object(_ fields: (String, PredicateValue)...) -> PredicateValue { .object(PredicateObject(fields)) }

    static let people: [PredicateValue] = [
        object(
            ("n", .integer(1)), ("name", .string("Ada")), ("age", .integer(36)),
            ("home", object(("city", .string("Rome"))))),
        object(
            ("n", .integer(2)), ("name", .string("émile")), ("age", .integer(5)),
            ("home", object(("city", .string("Paris"))))),
        object(
            ("n", .integer(3)), ("name", .string("Bob")), ("age", .null), ("home", object(("city", .string("Rome"))))),
        object(("n", .integer(4)), ("name", .string("bob")), ("age", .double(36)), ("home", .null)),
        object(
            ("n", .integer(5)), ("name", .string("Eve")), ("age", .integer(9)),
            ("home", object(("city", .string("Rome"))))),
        object(("n", .integer(6)), ("age", .integer(5))),
    ]

    static let schema = RecordSchema(
        root: "Person",
        types: [
            RecordType(
                "Person",
                fields: [
                    RecordField("n", .integer), RecordField("name", .string.orNil), RecordField("age", .any),
                    RecordField("home", .object("Home").orNil), RecordField("tags", .list(.string)),
                ]),
            RecordType("Home", fields: [RecordField("city", .string)]),
        ])

    /// The values of `n` in the results.
    static func numbers(_ query: RecordQuery, schema: RecordSchema? = schema) throws -> [Int64] {
        try query.checked(against: schema).results(of: people).map { value in
            guard case .object(let record) = value, case .integer(let n) = record.value(forKey: "n") else { return -1 }
            return n
        }
    }

    // MARK: Order

    static let orders: [(String, [Int64])] = [
        ("age", [3, 2, 6, 5, 1, 4]),
        ("-age", [1, 4, 5, 2, 6, 3]),
        ("age:nil-last", [2, 6, 5, 1, 4, 3]),
        ("-age:nil-first", [3, 1, 4, 5, 2, 6]),
        ("-age nil first", [3, 1, 4, 5, 2, 6]),
        ("age NIL LAST", [2, 6, 5, 1, 4, 3]),
        ("age, -n", [3, 6, 2, 5, 4, 1]),
        ("age,name:nil-last", [3, 2, 6, 5, 1, 4]),
        ("name", [6, 1, 3, 5, 4, 2]),
        ("name[c]", [6, 1, 3, 4, 5, 2]),
        ("name[cd]", [6, 1, 3, 4, 2, 5]),
        ("name [cd] : nil-last", [1, 3, 4, 2, 5, 6]),
        ("-name[cd]", [5, 2, 3, 4, 1, 6]),
        ("home.city, -n", [6, 4, 2, 5, 3, 1]),
        ("+n", [1, 2, 3, 4, 5, 6]),
        ("-(n * -1)", [1, 2, 3, 4, 5, 6]),
        ("modulus:by:(n, 2), age", [2, 6, 4, 3, 5, 1]),
        (#"-"constant", n"#, [1, 2, 3, 4, 5, 6]),
    ]

    @Test(arguments: orders.indices)
    func recordsAreOrdered(index: Int) throws {
        let (sort, wanted) = Self.orders[index]
        for schema in [Self.schema, nil] {
            #expect(try Self.numbers(RecordQuery(sort: sort), schema: schema) == wanted, "\(sort)")
            for offset in 0...7 {
                for limit in 0...7 {
                    let found = try Self.numbers(RecordQuery(sort: sort, offset: offset, limit: limit), schema: schema)
                    #expect(found == Array(wanted.dropFirst(offset).prefix(limit)), "\(sort) \(offset) \(limit)")
                }
            }
        }
    }

    /// Values of different kinds are ordered by kind, others by `<`.
    @Test func valuesOfAnyKindAreOrdered() throws {
        let values: [PredicateValue] = [
            .object(PredicateObject([])), .list([]), .data(Data([1])), .url("http://b.c"), .url("http://A.c"),
            .uuid(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), .date(Date(timeIntervalSince1970: 5)),
            .string("b"), .string("B"), .decimal(2.5), .double(2.25), .boolean(true), .integer(0), .null,
        ]
        let query = try RecordQuery(sort: "SELF").checked()
        #expect(query.results(of: values) == Array(values.reversed()))
    }

    // MARK: The other parts

    static let results: [(RecordQuery, [String])] = [
        (RecordQuery(where: "age > 5", sort: "-n", select: "n"), ["{n: 5}", "{n: 4}", "{n: 1}"]),
        (RecordQuery(select: "name, home.city", limit: 1), [#"{name: "Ada", home.city: "Rome"}"#]),
        (RecordQuery(select: "x = n * 2, \"a b\" = name", offset: 5), [#"{x: 12, a b: nil}"#]),
        (RecordQuery(select: "age", distinct: true), ["{age: 36}", "{age: 5}", "{age: nil}", "{age: 9}"]),
        (RecordQuery(select: "age", distinct: true, offset: 1, limit: 2), ["{age: 5}", "{age: nil}"]),
        (
            RecordQuery(sort: "-n", select: "age", distinct: true),
            ["{age: 5}", "{age: 9}", "{age: 36.0}", "{age: nil}"]
        ),
        (RecordQuery(sort: "-n", select: "age", distinct: true, limit: 2), ["{age: 5}", "{age: 9}"]),
        (
            RecordQuery(groupBy: "home.city", select: "home.city"),
            [#"{home.city: "Rome"}"#, #"{home.city: "Paris"}"#, "{home.city: nil}"]
        ),
        (RecordQuery(aggregate: "sum(age)"), ["{count: 6, sum(age): 91.0}"]),
        (
            RecordQuery(where: "n > 10", aggregate: "s = sum(age), a = average(age), m = max(n)"),
            ["{count: 0, s: 0, a: nil, m: nil}"]
        ),
        (RecordQuery(where: "n > 10", groupBy: "name"), []),
        (RecordQuery(having: "count > 5"), ["{count: 6}"]),
        (RecordQuery(having: "count > 6"), []),
        (
            RecordQuery(
                groupBy: "c = home.city", aggregate: "n = count(age), total = sum(n)", having: "total > 2",
                sort: "-total"),
            [#"{c: nil, count: 2, n: 2, total: 10}"#, #"{c: "Rome", count: 3, n: 2, total: 9}"#]
        ),
        (
            RecordQuery(
                groupBy: "home.city", having: "home.city == 'Rome'", select: "double = count * 2, city = home.city"),
            [#"{double: 6, city: "Rome"}"#]
        ),
        (
            RecordQuery(
                groupBy: "modulus:by:(n, 2)",
                aggregate: "names = list(name), ages = distinct(age), first(n), last(n), median(n)"),
            [
                #"{modulus:by:(n, 2): 1, count: 3, names: {"Ada", "Bob", "Eve"}, ages: {36, 9}, first(n): 1, last(n): 5, median(n): 3}"#,
                #"{modulus:by:(n, 2): 0, count: 3, names: {"émile", "bob"}, ages: {5, 36.0}, first(n): 2, last(n): 6, median(n): 4}"#,
            ]
        ),
        (
            RecordQuery(
                aggregate: "min(age), max(age), avg(n), mode(age), stddev(n)",
                select: "\"min(age)\" = SELF.\"min(age)\""), ["{min(age): 5}"]
        ),
        (
            RecordQuery(
                aggregate:
                    "p = percentile(n, 25), m = percentile(n, 50), top = percentile(n * 1, 100), d = countDistinct(age)"
            ), ["{count: 6, p: 2.25, m: 3.5, top: 6, d: 3}"]
        ),
        (RecordQuery(groupBy: "even = modulus:by:(n, 2)", aggregate: "COUNT(*), Sum(n)", distinct: true, limit: 0), []),
    ]

    @Test(arguments: results.indices)
    func resultsAreThose(index: Int) throws {
        let (query, wanted) = Self.results[index]
        let found = try query.checked(against: nil).results(of: Self.people)
        #expect(found.map(Self.text) == wanted, "\(query)")
        let declared = try query.checked(against: Self.schema)
        #expect(declared.results(of: Self.people).map(Self.text) == wanted, "\(query)")
        #expect(declared.count(of: Self.people) == wanted.count)
        if let first = found.first, case .object(let object) = first, declared.names != nil {
            #expect(object.keys == declared.names)
        }
    }

    static func text(_ value: PredicateValue) -> String {
        guard case .object(let object) = value else { return value.description }
        return "{" + object.keys.map { "\($0): \(object.value(forKey: $0))" }.joined(separator: ", ") + "}"
    }

    /// Reading ends soon after the limit.
    @Test func readingEndsAtTheLimit() throws {
        let read = Locked(0)
        let records = (0..<100).lazy.map { number in
            read.withLock { $0 += 1 }
            return Self.object(("n", .integer(Int64(number))))
        }
        let query = try RecordQuery(select: "n", offset: 2, limit: 3).checked()
        #expect(query.results(of: records).count == 3)
        #expect(read.withLock { $0 } <= 7)
    }

    @Test func onlyAsManyRowsAreKeptAsAreWanted() {
        var rows = OrderedRows<Int>(capacity: 5)
        for number in (0..<1000).reversed() {
            rows.add(number) { $0 < $1 ? .less : $0 > $1 ? .greater : .equal }
            #expect(rows.keptCount <= 5)
        }
        #expect(rows.take { $0 < $1 ? .less : $0 > $1 ? .greater : .equal } == [0, 1, 2, 3, 4])
    }

    @Test func variablesAndTheMomentComeFromTheContext() throws {
        let query = try RecordQuery(where: "n > $least", sort: "-n", select: "n, x = $x")
            .openlyChecked(against: Self.schema, library: .standard)
        #expect(query.variables == ["least", "x"])
        let context = EvaluationContext(bindings: ["least": .integer(4), "x": .string("y")])
        #expect(
            query.results(of: Self.people, context: context).map(Self.text) == [#"{n: 6, x: "y"}"#, #"{n: 5, x: "y"}"#])
    }

    // MARK: Mistakes

    static let mistakes: [(RecordQuery, RecordQuery.Part, String, String)] = [
        (RecordQuery(sort: "naem"), .sort, "unknown-field", "naem"),
        (RecordQuery(sort: "name, home.ciy"), .sort, "unknown-field", "ciy"),
        (RecordQuery(sort: "n, -name[cd], nn > 2"), .sort, "condition-as-operand", "nn > 2"),
        (RecordQuery(sort: "name desc"), .sort, "sort-direction", "desc"),
        (RecordQuery(sort: "name:desc"), .sort, "sort-direction", "desc"),
        (RecordQuery(sort: "name[cx]"), .sort, "sort-options", "cx"),
        (RecordQuery(sort: "name:last"), .sort, "sort-suffix", "last"),
        (RecordQuery(sort: "tags"), .sort, "unordered-key", "tags"),
        (RecordQuery(sort: "home"), .sort, "unordered-key", "home"),
        (RecordQuery(sort: ",n"), .sort, "empty-item", ""),
        (RecordQuery(sort: " "), .sort, "empty-item", ""),
        (RecordQuery(sort: "-"), .sort, "empty-item", ""),
        (RecordQuery(select: "n,"), .select, "empty-item", ""),
        (RecordQuery(select: "= n"), .select, "missing-name", "="),
        (RecordQuery(select: "n, a = n, n = age"), .select, "duplicate-name", "n = age"),
        (RecordQuery(select: "ñ = nn"), .select, "unknown-field", "nn"),
        (RecordQuery(groupBy: "name, home, home.city"), .groupBy, "duplicate-name", "home.city"),
        (RecordQuery(groupBy: "count = n"), .groupBy, "duplicate-name", "count = n"),
        (RecordQuery(groupBy: "n", aggregate: "n = sum(age)"), .aggregate, "duplicate-name", "n = sum(age)"),
        (RecordQuery(aggregate: "t = age"), .aggregate, "aggregate-form", "age"),
        (RecordQuery(aggregate: "t = sum(age) + 1"), .aggregate, "aggregate-form", "sum(age) + 1"),
        (RecordQuery(aggregate: "t = smu(age)"), .aggregate, "unknown-aggregate", "smu"),
        (RecordQuery(aggregate: "sum"), .aggregate, "aggregate-operand", "sum"),
        (RecordQuery(aggregate: "sum()"), .aggregate, "aggregate-operand", "sum()"),
        (RecordQuery(aggregate: "sum(name)"), .aggregate, "aggregate-operand", "name"),
        (RecordQuery(aggregate: "max(home)"), .aggregate, "aggregate-operand", "home"),
        (RecordQuery(aggregate: "sum(aeg)"), .aggregate, "unknown-field", "aeg"),
        (RecordQuery(groupBy: "n", having: "cout > 1"), .having, "unknown-field", "cout"),
        (RecordQuery(groupBy: "n", having: "count"), .having, "missing-comparison", "count"),
        (RecordQuery(groupBy: "n", having: "count > "), .having, "missing-operand", ""),
        (RecordQuery(groupBy: "n", sort: "age"), .sort, "unknown-field", "age"),
        (RecordQuery(groupBy: "n", select: "age"), .select, "unknown-field", "age"),
        (RecordQuery(where: "agee > 1"), .predicate, "unknown-field", "agee"),
        (RecordQuery(select: "n + %@"), .select, "missing-argument", "%@"),
    ]

    @Test(arguments: mistakes.indices)
    func mistakesHaveTheirPlaces(index: Int) throws {
        let (query, part, code, text) = Self.mistakes[index]
        let error = #expect(throws: RecordQueryDiagnostics.self) { try query.checked(against: Self.schema) }
        let found = try #require(error?.parts.first)
        #expect(found.part == part, "\(query)")
        let diagnostic = try #require(found.diagnostics.diagnostics.first { $0.severity == .error })
        #expect(diagnostic.code.rawValue == code, "\(error!)")
        #expect(diagnostic.range.text(in: found.diagnostics.source) == text, "\(error!)")
        #expect(error?.description.contains(part.rawValue) == true)
    }

    @Test(arguments: [
        ("popul, name desc", nil), ("name desc", "-name"), ("name:desc", "-name"), ("n:ASC, name", "n, name"),
        ("-name, age descending", "-name, -age"),
        ("name:last", "name:nil-last"), ("tags", "tags.@count"), ("naem", "name"), ("n, naem[cd]", "n, name[cd]"),
    ])
    func mistakesAreMended(sort: String, fixed: String?) throws {
        let error = #expect(throws: RecordQueryDiagnostics.self) {
            try RecordQuery(sort: sort).checked(against: Self.schema)
        }
        let made = error?.parts.first?.diagnostics.fixed
        if let fixed {
            #expect(made == fixed)
            #expect(throws: Never.self) { try RecordQuery(sort: fixed).checked(against: Self.schema) }
        }
    }

    @Test func everyPartTellsItsMistakes() throws {
        let query = RecordQuery(where: "x > 1", sort: "y", select: "z")
        let error = #expect(throws: RecordQueryDiagnostics.self) { try query.checked(against: Self.schema) }
        #expect(error?.parts.map(\.part) == [.predicate, .sort, .select])
    }

    /// A path of any length is rejected or has its group, and never overflows the stack.
    @Test(arguments: [150, 5000])
    func longPaths(length: Int) throws {
        let path = Array(repeating: "a", count: length).joined(separator: ".")
        let query = RecordQuery(groupBy: path, sort: path, select: path)
        let count = (try? query.checked())?.results(of: Self.people).count
        #expect(count == 1 || count == nil)
    }

    /// A minus before the name of a field reverses the order, also if there is a field with both as its name.
    @Test func aSignIsAnOrder() throws {
        let schema = RecordSchema(
            root: "R", types: [RecordType("R", fields: [RecordField("x", .integer), RecordField("-x", .integer)])])
        let records = (1...3).map { Self.object(("x", .integer(Int64($0))), ("-x", .integer(Int64($0)))) }
        let query = try RecordQuery(sort: "-x", select: "x").checked(against: schema)
        #expect(
            query.results(of: records) == [3, 2, 1].map { Self.object(("x", .integer($0))) })
    }

    @Test func escapesInNamesAreChecked() {
        for part in [RecordQuery(select: #""a\u12" = n"#), RecordQuery(aggregate: #"'\ud800' = sum(n)"#)] {
            #expect(throws: RecordQueryDiagnostics.self) { try part.checked(against: Self.schema) }
        }
    }

    /// Any text is either read or rejected.
    @Test func anyTextEndsInAnAnswer() throws {
        var random = SeededRandom(seed: 77)
        let pieces = [
            "n", "name", "-", "+", ",", " ", "[cd]", "[", "]", "(", ")", ":", ":nil-first", "nil last", "=", "\"", "'",
            "\\",
            "sum", "sum(", "count", "home.city", "desc", "é", "*", "$x", "1", "{", "}", "\u{0}", "a = ",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            for part in RecordQuery.Part.allCases {
                var query = RecordQuery(limit: 2)
                query[part] = text
                do {
                    _ = try query.checked(against: Self.schema).results(of: Self.people)
                } catch {
                    #expect(error.parts.contains { $0.diagnostics.hasErrors })
                    for found in error.parts {
                        #expect(found.diagnostics.source == query[found.part])
                        for diagnostic in found.diagnostics.diagnostics {
                            #expect(diagnostic.range.upperBound <= text.utf8.count)
                        }
                    }
                }
            }
        }
    }
}
