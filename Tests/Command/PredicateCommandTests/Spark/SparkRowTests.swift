import Foundation
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Rows that Spark reads: their types, the SQL that makes JSON of them, and runs in which a script stands for Spark.
@Suite struct SparkRowTests {
    /// A schema as Spark writes it.
    private static let schema = """
        {"type":"struct","fields":[{"name":"n","type":"long","nullable":false,"metadata":{}},\
        {"name":"x","type":"float","nullable":false,"metadata":{}},{"name":"m","type":"decimal(10,2)","nullable":true},\
        {"name":"at","type":"timestamp_ntz","nullable":true},{"name":"day","type":"date","nullable":true},\
        {"name":"bytes","type":"binary","nullable":true},{"name":"we`'\\\\ird","type":"varchar(7)","nullable":true},\
        {"name":"tags","type":{"type":"array","elementType":"string","containsNull":true},"nullable":true},\
        {"name":"team","type":{"type":"struct","fields":[{"name":"name","type":"string","nullable":false},\
        {"name":"gap","type":"geometry(4326)","nullable":true}]},"nullable":true},\
        {"name":"days","type":{"type":"map","keyType":"integer","valueType":"date","valueContainsNull":true},"nullable":true},\
        {"name":"odd","type":{"type":"map","keyType":"double","valueType":"date"},"nullable":true},\
        {"name":"rows","type":{"type":"array","elementType":{"type":"struct","fields":[{"name":"x","type":"double"}]}}},\
        {"name":"void","type":"void"},{"name":"for","type":"interval day to second"},\
        {"name":"own","type":{"type":"udt","class":"x"}}]}
        """

    @Test("Columns have the types of Spark, and what has no form in JSON is left out and named")
    func types() throws {
        let columns = try SparkColumns(json: Array(Self.schema.utf8))
        let schema = columns.schema
        let row = try #require(schema.recordType(of: schema.root))
        #expect(
            row.fields.map(\.name) == [
                "n", "x", "m", "at", "day", "bytes", "we`'\\ird", "tags", "team", "days", "rows", "void", "for",
            ])
        #expect(row.field(named: "n")?.type == .integer && row.field(named: "x")?.type == .double.orNil)
        #expect(row.field(named: "m")?.type == .optional(.decimal) && row.field(named: "at")?.type == .optional(.date))
        #expect(row.field(named: "days")?.type == .optional(.dictionary(.optional(.date))))
        #expect(row.field(named: "void")?.type == .any)
        let team = try #require(row.field(named: "team").flatMap { schema.recordType(of: $0.type) })
        #expect(team.fields.map(\.name) == ["name"] && team.fields.first?.type == .string)
        #expect(columns.lost.map(\.path) == ["team.gap", "odd", "own"])
        #expect(columns.lost.map(\.type) == ["geometry(4326)", "map", "udt"])
    }

    #if SQLite || PostgreSQL
    @Test("Spark asks what its SQL can say, by the types of its columns")
    func conditions() throws {
        func field(_ name: String, _ type: String, _ metadata: String = "{}") -> String {
            #"{"name":"\#(name)","type":\#(type),"nullable":true,"metadata":\#(metadata)}"#
        }
        let fields = [
            field("n", "\"integer\""), field("x", "\"float\""), field("s`", "\"string\""),
            field("day", "\"date\""), field("at", "\"timestamp_ntz\""), field("m", "\"decimal(9,2)\""),
            field("c", "\"string\"", #"{"__CHAR_VARCHAR_TYPE_STRING":"char(5)"}"#),
            field("k", "\"string\"", #"{"__COLLATIONS":{"k":"icu.UNICODE_CI"}}"#),
            field("tags", #"{"type":"array","elementType":"string","containsNull":true}"#),
            field("o", #"{"type":"struct","fields":[\#(field("a.b", "\"long\""))]}"#),
        ]
        let columns = try SparkColumns(
            json: Array(#"{"type":"struct","fields":[\#(fields.joined(separator: ","))]}"#.utf8))
        func condition(_ text: String) throws -> String? {
            let predicate = try CheckedPredicate(text, schema: columns.schema, library: commandLibrary)
            return SparkCondition(predicate, over: columns, now: 0).text
        }
        let cases: [(String, String?)] = [
            ("n > 3", "`row`.`n` > 3"), ("NOT n > 3", "(`row`.`n` > 3) IS NOT TRUE"),
            ("x > 1.5", "`row`.`x` > 1.5D AND `row`.`x` < double('Infinity')"),
            ("SELF.\"s`\" BEGINSWITH \"it's\"", "startswith(`row`.`s```, 'it\\'s')"),
            ("day == \"2024-01-31\"", "`row`.`day` = DATE '2024-01-31'"),
            ("at == \"2024-01-31\"", "`row`.`at` = TIMESTAMP_NTZ '2024-01-31 00:00:00'"),
            ("ANY tags == \"a\"", "exists(`row`.`tags`, t1 -> t1 = 'a')"),
            ("o.\"a.b\" != 2", "`row`.`o`.`a.b` IS DISTINCT FROM 2"),
            ("c == \"a\"", nil), ("k == \"a\"", nil), ("m > 2", nil),
            ("c == \"a\" AND n == 1", "`row`.`n` = 1"), ("c == \"a\" OR n == 1", nil),
        ]
        for (text, wanted) in cases { #expect(try condition(text) == wanted, "\(text)") }
        #expect(try condition("day < now()")?.contains("0.0D") == true)
    }
    #endif

    @Test("Each type that Spark would change has an expression, at any depth")
    func expressions() throws {
        func line(_ type: String, _ name: String = "c") throws -> String {
            let json = #"{"type":"struct","fields":[{"name":"\#(name)","type":\#(type),"nullable":true}]}"#
            return SparkExpression.line(of: try SparkColumns(json: Array(json.utf8)).columns)
        }
        func whole(_ value: String, _ name: String = "'c'") -> String {
            "to_json(named_struct(\(name), \(value)), map('ignoreNullFields', 'false'))"
        }
        #expect(try line("\"long\"") == whole("`c`"))
        func text(_ own: String, _ column: String = "c") -> String {
            "CASE WHEN NOT is_valid_utf8(\(own)) THEN raise_error('[predicate: no UTF-8 in \(column) :predicate]') ELSE \(own) END"
        }
        #expect(
            try line("\"string\"", "a`'\\\\")
                == whole(text("`a``'\\`", "a`\\'\\\\"), "'a`\\'\\\\'"))
        #expect(
            try line(#"{"type":"array","elementType":"string"}"#)
                == whole("transform(`c`, e0 -> \(text("e0")))"))
        #expect(
            try line(#"{"type":"map","keyType":"string","valueType":"long"}"#)
                == whole(
                    "transform_values(`c`, (k0, v0) -> CASE WHEN \(text("k0")) IS NOT NULL THEN v0 END)"))
        #expect(
            try line("\"float\"")
                == whole("CASE WHEN abs(CAST(`c` AS DOUBLE)) < double('Infinity') THEN CAST(`c` AS DOUBLE) END"))
        let instant = "CASE WHEN year(%) BETWEEN 0 AND 9999 THEN concat(replace(CAST(% AS STRING), ' ', 'T'), 'Z') END"
        func at(_ own: String) -> String { instant.replacingOccurrences(of: "%", with: own) }
        #expect(try line("\"timestamp\"") == whole(at("`c`")))
        #expect(
            try line(#"{"type":"array","elementType":{"type":"array","elementType":"timestamp"}}"#)
                == whole("transform(`c`, e0 -> transform(e0, e1 -> \(at("e1"))))"))
        #expect(
            try line(#"{"type":"map","keyType":"integer","valueType":"timestamp"}"#)
                == whole(
                    "transform_values(transform_keys(`c`, (k0, v0) -> CAST(k0 AS STRING)), (k0, v0) -> \(at("v0")))"))
        #expect(
            try line(#"{"type":"struct","fields":[{"name":"a.b","type":"timestamp"}]}"#)
                == whole("CASE WHEN `c` IS NOT NULL THEN named_struct('a.b', \(at("`c`.`a.b`"))) END"))
        #expect(SparkExpression.line(of: []) == "'{}'")
        for damaged in ["", "{}", "[]", "\"long\"", "{\"type\":\"array\",\"elementType\":\"long\"}", "{\"type\":"] {
            #expect(throws: CommandFailure.self) { try SparkColumns(json: Array(damaged.utf8)) }
        }
    }

    @Test("A text that is not UTF-8 is an error that names its column")
    func brokenTexts() {
        let told = """
            Job aborted due to stage failure: org.apache.spark.SparkRuntimeException: [USER_RAISED_EXCEPTION] \
            \(SparkExpression.refusal.start)a`b\(SparkExpression.refusal.end) SQLSTATE: P0001
            """
        let failure = SparkFailure.failure(["reason": "no", "text": .string(told)])
        #expect(failure.status == .data)
        #expect(failure.message.contains("the column `a`b` is not UTF-8"))
    }

    @Test("An address names files, rows of a format, or a table")
    func targets() throws {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        for name in ["p/day=1/hour=2", "d/_delta_log", "j", "e"] {
            try manager.createDirectory(at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for name in ["p/_SUCCESS", "p/day=1/hour=2/part-0.snappy.parquet", "j/a.ndjson", "j/b.parquet", "d/a.json"] {
            _ = try folder.file(name, "")
        }
        let cases: [(String, SparkTarget)] = [
            ("table:a.b", .table("a.b")), ("parquet:x", .rows(format: "parquet", path: "x")),
            ("delta:s3a://b/x", .rows(format: "delta", path: "s3a://b/x")),
            ("hdfs://h/x.ORC", .rows(format: "orc", path: "hdfs://h/x.ORC")),
            ("a/*.parquet", .rows(format: "parquet", path: "a/*.parquet")),
            ("a.parquet/", .rows(format: "parquet", path: "a.parquet/")), ("a.ndjson", .files("a.ndjson")),
            ("x.delta", .files("x.delta")), ("hdfs://h/x", .lines("hdfs://h/x")), ("lines:x", .lines("x")),
            ("file:///x", .files("file:///x")), ("parquet", .files("parquet")),
        ]
        for (text, target) in cases { #expect(try SparkTarget(parsing: text) == target, "\(text)") }
        let formats: [(String, String?)] = [("p", "parquet"), ("d", "delta"), ("j", nil), ("e", nil)]
        for (name, format) in formats {
            let path = folder.path(name)
            #expect(
                try SparkTarget(parsing: path) == (format.map { .rows(format: $0, path: path) } ?? .files(path)),
                "\(name)")
        }
        for text in ["table:", "parquet:", "lines:"] {
            #expect(throws: CommandFailure.self) { try SparkTarget(parsing: text) }
        }
    }
}
