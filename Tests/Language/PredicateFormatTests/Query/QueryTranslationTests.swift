import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Queries in the spelling of SQL and jq.
@Suite struct QueryTranslationTests {
    static let schema = RecordSchema(
        root: "City",
        types: [
            RecordType(
                "City",
                fields: [
                    RecordField("name", .string), RecordField("population", .integer),
                    RecordField("area", .integer.orNil),
                    RecordField("country", .object("Country")), RecordField("maj:min", .integer),
                    RecordField("tags", .list(.string)), RecordField("capital", .boolean),
                ]),
            RecordType("Country", fields: [RecordField("code", .string)]),
        ])

    /// The query as it is read, against the schema.
    static func read(_ query: RecordQuery, schema: RecordSchema? = schema) throws -> RecordQuery {
        try query.translated { query throws(RecordQueryDiagnostics) in
            try query.checked(against: schema, bindings: NameTable(), library: .standard)
        }.query
    }

    /// The errors of a query, each with its part.
    static func errors(_ query: RecordQuery, schema: RecordSchema? = schema) -> [String] {
        do {
            _ = try read(query, schema: schema)
            return []
        } catch let error as RecordQueryDiagnostics {
            return error.parts.flatMap { part in
                part.diagnostics.diagnostics.map { "\(part.part.rawValue): \($0.message)" }
            }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: [
        ("name AS city, population / 2 as half", "city = name, half = population / 2"),
        ("name AS 'the city'", "'the city' = name"), ("name, country.code AS code", "name, code = country.code"),
        ("city: name", "city = name"), ("city:name", "city = name"), ("'a b': name", "'a b' = name"),
        ("{city: .name, code: .country.code}", "city = name, code = country.code"),
        ("{name, code: .country.code}", "name, code = country.code"), ("{ \"city\": .name }", "\"city\" = name"),
        ("{city:.name}", "city = name"), ("{half: (.population / 2)}", "half = (population / 2)"),
        // They are right as they are.
        ("city = name", "city = name"), ("{name, population}", "{name, population}"),
        ("modulus:by:(population, 2)", "modulus:by:(population, 2)"), ("{sqrt:(4), 2}", "{sqrt:(4), 2}"),
        ("half: modulus:by:(population, 2)", "half = modulus:by:(population, 2)"),
        ("half: (population / 2)", "half = (population / 2)"),
        ("{half: round(population)}", "half = round(population)"),
        ("a = 'x AS y', b = {1, 2}", "a = 'x AS y', b = {1, 2}"), ("SELF.\"maj:min\"", "SELF.\"maj:min\""),
    ])
    func names(text: String, read: String) throws {
        #expect(try Self.read(RecordQuery(select: text)).select == read)
        #expect(try Self.read(RecordQuery(groupBy: text)).groupBy == read)
    }

    /// A field of the records is no name with an expression.
    @Test func aFieldWithAColon() throws {
        #expect(try Self.read(RecordQuery(select: "maj:min")).select == "SELF.\"maj:min\"")
        // Without known fields, only a blank or a dot shows that the colon stands behind a name.
        #expect(Self.errors(RecordQuery(select: "maj:min"), schema: nil) != [])
        #expect(try Self.read(RecordQuery(select: "maj: min"), schema: nil).select == "maj = min")
    }

    @Test func namesOfAggregates() throws {
        for text in ["sum(population) AS total", "total: sum(population)", "{total: sum(.population)}"] {
            #expect(try Self.read(RecordQuery(aggregate: text)).aggregate == "total = sum(population)", "\(text)")
        }
        let query = RecordQuery(group: "country.code AS code, sum(population) AS total having count(*) > 3")
        let read = try Self.read(query)
        #expect(read.groupBy == "code = country.code" && read.aggregate == "total = sum(population)")
        #expect(read.having == "count > 3")
    }

    @Test(arguments: ["count(*)", "COUNT( * )", "count(1)", "count()"])
    func theNumberOfRecords(text: String) throws {
        let query = RecordQuery(
            groupBy: "name", having: "\(text) > 3 AND \(text) < 9", sort: "-\(text), name", select: "name, n = \(text)")
        let read = try Self.read(query)
        #expect(read.having == "count > 3 AND count < 9" && read.sort == "-count, name")
        #expect(read.select == "name, n = count")
        #expect(Self.errors(RecordQuery(select: text)) == ["select: `count(*)` belongs in `aggregate`"])
        #expect(Self.errors(RecordQuery(sort: "-\(text)")) == ["sort: `count(*)` belongs in `aggregate`"])
    }

    @Test func anAggregateThatTheGroupHas() throws {
        let query = RecordQuery(
            groupBy: "country.code", aggregate: "t = sum( population ), avg(area), a_very_long_name = max(area)",
            having: "sum(population) > 3 AND max(area) > 2", sort: "-average(area)", select: "t, max( area )")
        let read = try Self.read(query)
        #expect(read.having == "t > 3 AND a_very_long_name > 2")
        #expect(read.sort == "-SELF.\"avg(area)\"" && read.select == "t, a_very_long_name")
    }

    /// A call over a list of the group is right as it is.
    @Test func aListOfTheGroup() throws {
        let query = RecordQuery(
            groupBy: "country.code", aggregate: "every = list(population), x = sum(population)",
            having: "sum(every) > 3")
        #expect(try Self.read(query).having == "sum(every) > 3")
    }

    @Test func anAggregateThatNoGroupHas() {
        let query = RecordQuery(groupBy: "country.code", having: "sum(population) > 3")
        do {
            _ = try Self.read(query)
            Issue.record("no error")
        } catch let error as RecordQueryDiagnostics {
            let note = "name it in `aggregate`, as in `x = sum(population)`, and write `x` here"
            #expect(error.parts.first?.diagnostics.diagnostics.first?.notes.contains(note) == true)
        } catch {
            Issue.record(error)
        }
    }

    // MARK: The order

    @Test(arguments: [
        ("-half", "-population / 2"), ("half:nil-last", "population / 2:nil-last"), ("less", "(-population)"),
        ("-less", "-(-population)"), ("lower[c]", "lowercase(name)[c]"), ("name", "name"),
        ("part", "tags[0]"), ("lower", "lowercase(name)"),
    ])
    func aSelectedName(sort: String, read: String) throws {
        let select =
            "name = lowercase(name), half = population / 2, less = -population, lower = lowercase(name), part = tags[0]"
        #expect(try Self.read(RecordQuery(sort: sort, select: select)).sort == read)
    }

    @Test func aSelectedNameBesideUnknownFields() throws {
        let query = RecordQuery(sort: "-half", select: "population / 2 AS half")
        #expect(throws: RecordQueryDiagnostics.self) {
            try query.translated { query throws(RecordQueryDiagnostics) in
                try query.checked(
                    against: Self.schema, bindings: NameTable(), library: .standard, knowsAllFields: false)
            }
        }
        #expect(
            Self.errors(RecordQuery(sort: "-half", select: "population")) == ["sort: `half` is not a field of City"])
        // A number of records is no field, and groups have names of their own.
        let groups = RecordQuery(groupBy: "country.code", sort: "-n", select: "country.code, n = count")
        #expect(try Self.read(groups).sort == "-count")
    }

    // MARK: Other mistakes

    /// Once the other mistakes are mended, the spellings are read.
    @Test func besideOtherMistakes() {
        #expect(Self.errors(RecordQuery(select: ".name, nmae")) == ["select: `nmae` is not a field of City"])
        #expect(Self.errors(RecordQuery(select: "{a: .name, b: .nmae}")) == ["select: `nmae` is not a field of City"])
        #expect(
            Self.errors(RecordQuery(groupBy: ".name", having: "count(*) > 3 AND x > 2")) == [
                "having: `x` is not a field of Group"
            ])
        #expect(Self.errors(RecordQuery(sort: ".nmae", select: ".name")) == ["sort: `nmae` is not a field of City"])
    }

    /// Quadratic work would take minutes.
    @Test func manyNames() throws {
        let items = (0..<3000).map { "name AS n\($0)" }.joined(separator: ", ")
        #expect(QueryText(items, names: .init(beside: nil)).nameEdits?.edits.count == 6000)
        let open = "{a: " + String(repeating: "(", count: 30_000)
        #expect(QueryText(open, names: .init(beside: nil)).nameEdits == nil)
        #expect(AggregateHabits.calls(in: String(repeating: "sum(", count: 2000)).isEmpty)
    }
}
