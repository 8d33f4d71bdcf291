#if PostgreSQL
import PredicateCore
import PredicatePlatform
import PredicatePostgreSQL
import Testing

/// Values in the server's binary form.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct ValueTests {
    struct Reading: Sendable {
        var sql: String
        var type: PostgreSQLType
        var value: PredicateValue
        init(_ sql: String, _ type: PostgreSQLType, _ value: PredicateValue) {
            self.sql = sql
            self.type = type
            self.value = value
        }
    }

    static let readings: [Reading] = [
        Reading("TRUE", .boolean, true),
        Reading("FALSE", .boolean, false),
        Reading("(-32768)::int2", .smallInteger, -32768),
        Reading("(-2147483648)::int4", .integer, -2_147_483_648),
        Reading("9223372036854775807::int8", .bigInteger, 9_223_372_036_854_775_807),
        Reading("4294967295::oid", .objectIdentifier, 4_294_967_295),
        Reading("0.1::float4", .real, .double(Double(Float(0.1)))),
        Reading("'-0'::float8", .double, .double(-0.0)),
        Reading("1e308::float8", .double, 1e308),
        Reading("'NaN'::float8", .double, nil),
        Reading("'-Infinity'::float8", .double, nil),
        Reading("'Infinity'::float4", .real, nil),
        Reading("'NaN'::numeric", .numeric, nil),
        Reading("'Infinity'::numeric", .numeric, nil),
        Reading("0::numeric(12,4)", .numeric, .decimal(0)),
        Reading("12.5000::numeric(12,4)", .numeric, .decimal(Decimal(string: "12.5") ?? 0)),
        Reading("-0.0001::numeric", .numeric, .decimal(Decimal(string: "-0.0001") ?? 0)),
        Reading("100000000::numeric", .numeric, .decimal(100_000_000)),
        Reading("1e20::numeric", .numeric, .decimal(Decimal(string: "1e20") ?? 0)),
        Reading("1e-30::numeric", .numeric, .decimal(Decimal(string: "1e-30") ?? 0)),
        Reading(
            "12345678901234567890.1234567890::numeric", .numeric,
            .decimal(Decimal(string: "12345678901234567890.123456789") ?? 0)),
        Reading(
            "-99999999999999999999999999999999999999::numeric", .numeric,
            .decimal(Decimal(string: "-99999999999999999999999999999999999999") ?? 0)),
        Reading("1e200::numeric", .numeric, nil),
        Reading("'é日本\\%s'::text", .text, "é日本\\%s"),
        Reading("''::varchar", .text, ""),
        Reading("'ab '::char(5)", .paddedText, "ab"),
        Reading("'name'::name", .text, "name"),
        Reading(
            "'0190163d-8694-739b-aea5-966c26f8ad91'::uuid", .uuid,
            .uuid(UUID(uuidString: "0190163d-8694-739b-aea5-966c26f8ad91") ?? UUID())),
        Reading("'2001-01-01'::date", .date, .date(Date(timeIntervalSinceReferenceDate: 0))),
        Reading("'1999-12-31'::date", .date, .date(Date(timeIntervalSinceReferenceDate: -367 * 86400))),
        Reading("'infinity'::date", .date, nil),
        Reading("'2001-01-01 00:00:00.25'::timestamp", .timestamp, .date(Date(timeIntervalSinceReferenceDate: 0.25))),
        Reading("'-infinity'::timestamp", .timestamp, nil),
        Reading(
            "'2001-01-01 02:00:00.000001+02'::timestamptz", .timestampWithZone,
            .date(Date(timeIntervalSinceReferenceDate: 0.000001))),
        Reading("'infinity'::timestamptz", .timestampWithZone, nil),
        Reading("'\\x00ff5c'::bytea", .bytes, .data(Data([0, 255, 0x5C]))),
        Reading("'{\"a\": [1, 1.0, null, \"x\"], \"a\": 2}'::json", .json, ["a": [1, .double(1), nil, "x"]]),
        Reading("'{\"a\": [1, 1.50]}'::jsonb", .binaryJSON, ["a": [1, .double(1.5)]]),
        Reading("'null'::jsonb", .binaryJSON, nil),
        Reading("ARRAY[1,NULL,3]::int4[]", .array(.integer), [1, nil, 3]),
        Reading("'{}'::text[]", .array(.text), []),
        Reading("ARRAY[['a','b'],['c','d'],['e','f']]", .array(.text), [["a", "b"], ["c", "d"], ["e", "f"]]),
        Reading("'[0:1]={1,2}'::int8[]", .array(.bigInteger), [1, 2]),
        Reading("NULL::int4", .integer, nil),
    ]

    @Test(arguments: readings)
    func values(_ reading: Reading) throws {
        let result = try Server.connection().run("SELECT \(reading.sql)")
        let reader = PostgreSQLValueReader(reading.type)
        let value = try result.withBytes(0, 0) { try reader.value($0) } ?? .null
        #expect(value == reading.value)
    }

    /// Dates to microseconds, from the first year to the last, read as the language reads their text.
    @Test(arguments: [
        "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "1582-10-15T12:00:00.1Z", "2000-02-29T23:59:59.000001Z",
        "2024-01-31T10:20:30.123456Z", "2262-04-11T23:47:16.854775Z", "9999-12-31T23:59:59.999999Z",
    ])
    func dates(_ text: String) throws {
        let expected = try #require(PredicateDate.parseRFC3339(text))
        let connection = try Server.connection()
        let reader = PostgreSQLValueReader(.timestampWithZone)
        let fromText = try connection.run("SELECT $1::timestamptz", [.string(text)])
        #expect(try fromText.withBytes(0, 0) { try reader.value($0) } == .date(expected))
        let fromDate = try connection.run("SELECT $1::timestamptz", [.date(expected)])
        #expect(try fromDate.withBytes(0, 0) { try reader.value($0) } == .date(expected))
    }

    @Test func datesOutsideTheServersRange() throws {
        let connection = try Server.connection()
        for (seconds, expected) in [
            (-1e12, "-infinity"), (1e13, "infinity"), (-63_145_440_000, "0001-01-02 00:00:00+00 BC"),
        ] {
            let result = try connection.run(
                "SELECT $1::timestamptz::text", [.date(Date(timeIntervalSinceReferenceDate: seconds))])
            #expect(result.text(0, 0) == expected)
        }
    }

    /// Bytes that no server sends are an error.
    @Test(
        arguments: [
            (PostgreSQLType.bigInteger, [UInt8](repeating: 0, count: 7)), (.uuid, [1]), (.numeric, [0, 1, 0, 0]),
            (.array(.integer), [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 0x7F, 255, 255, 255, 0, 0, 0, 1]),
            (.array(.integer), [0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 23]), (.binaryJSON, [2, 0x31]), (.json, [0x7B]),
            (.boolean, []),
            (.numeric, [0, 1, 0, 0, 0, 0, 0, 0, 0x7F, 0x7F]),
        ] as [(PostgreSQLType, [UInt8])])
    func malformed(_ type: PostgreSQLType, _ bytes: [UInt8]) {
        let error = failure { try bytes.withUnsafeBufferPointer { try PostgreSQLValueReader(type).value($0) } }
        #expect(error?.kind == .value)
    }

    @Test func copiedRowsComeBack() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(
                "CREATE TABLE t (a text, b int8, c float8, d timestamptz, e bytea, f text[], g boolean)")
            let row: [PredicateValue] = [
                "tab\t line\n return\r back\\slash \\N \\. é", .integer(.min), .double(.leastNonzeroMagnitude),
                .date(Date(timeIntervalSinceReferenceDate: 700_000_000.123456)), .data(Data([0, 9, 10, 92, 255])),
                ["{", "\"", "\\", "\t", nil, "NULL", ""], true,
            ]
            let columns = ["a", "b", "c", "d", "e", "f", "g"]
            try connection.transaction {
                let copy = try PostgreSQLCopy(into: "t", columns: columns, on: connection)
                for _ in 0..<2000 { try copy.add(row) }
                try copy.add(row.map { _ in nil })
                #expect(try copy.finish() == 2001)
            }
            let relation = try PostgreSQLCatalogue(of: "t", on: connection).root
            try connection.transaction(readsOneSnapshot: true) {
                let cursor = try PostgreSQLCursor(
                    "SELECT a, b, c, d, e, f, g FROM t", [], columns: relation.columns, table: "t", on: connection)
                var count = 0
                while let values = try cursor.next() {
                    #expect(values == (count < 2000 ? row : row.map { _ in nil }))
                    count += 1
                }
                #expect(count == 2001)
            }
        }
    }

    @Test func refusedRowsAreNamed() throws {
        try Server.withSchema { connection, _ in
            try connection.execute("CREATE TABLE t (n int2 CHECK (n <> 5))")
            for (value, message) in [(70000, "value \"70000\" is out of range for type smallint"), (5, "t_n_check")] {
                let error = failure {
                    try connection.transaction {
                        let copy = try PostgreSQLCopy(into: "t", columns: ["n"], on: connection)
                        for number in 6..<9 { try copy.add([.integer(Int64(number))]) }
                        try copy.add([.integer(Int64(value))])
                        try copy.finish()
                    }
                }
                #expect(error?.line == 4)
                #expect(error?.message.contains(message) == true)
            }
            // A copy that is given up leaves nothing, and the connection goes on.
            _ = failure {
                try connection.transaction {
                    let copy = try PostgreSQLCopy(into: "t", columns: ["n"], on: connection)
                    try copy.add([1])
                    try copy.add(["a\0b"])
                }
            }
            #expect(try connection.run("SELECT count(*)::text FROM t").text(0, 0) == "0")
        }
    }
}
#endif
