import PredicateTesting
import Testing

@testable import PredicateCommand

/// The prompt prints values as they are written in the records, as `filter` does.
@Suite struct ReplSpellingTests {
    private static let records = """
        {"id":1,"n":123456789012345678901,"x":1.50,"t":"\\u00e9","o":{"m":1e2,"l":[1.0, 2.00]},"first name":0.10}
        {"id":2,"n":-0.0,"x":2.0,"t":"b","o":{"m":100,"l":[]},"first name":7}
        {"id":3,"n":12345678901234567890.5,"x":1.50,"t":null,"o":null}

        """

    @Test(arguments: ["ndjson", "json", "csv", "table"]) func selections(mode: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("r.ndjson", Self.records)
        for (select, sort) in [
            ("n, x, o.m, o.l", ""), ("n", ""), ("id, o", "-id"), ("t, twice = id * 2, n", "n"),
            ("SELF.\"first name\"", "x"), ("o[\"m\"]", ""),
        ] {
            let session = try TestSession(file)
            _ = try session.type(":mode \(mode)\n:select \(select)" + (sort.isEmpty ? "" : "\n:sort \(sort)"))
            let output = folder.path("out.txt")
            _ = try session.type(":output \(output)")
            _ = try session.type("id > 0\n:output -")
            let options = sort.isEmpty ? [] : ["--sort=\(sort)"]
            let wanted = predicate(["filter", "id > 0", file, "--output", mode, "--select", select] + options)
            #expect(try String(contentsOfFile: output, encoding: .utf8) == wanted.output, "\(select) \(mode)")
        }
    }

    @Test func onTheScreen() throws {
        let folder = try TemporaryFolder()
        let session = try TestSession(try folder.file("r.ndjson", Self.records))
        let text = try session.type(":select n, x, o\nid < 3")
        for spelling in ["123456789012345678901", "1.50", "-0.0", "2.0", "1e2"] {
            #expect(text.contains(spelling), "\(spelling)\n\(text)")
        }
        _ = try session.type(":mode ndjson\n:distinct on")
        let line = #"{"n":123456789012345678901,"x":1.50,"o":{"m":1e2,"l":[1.0,2.00]}}"#
        #expect(try session.type("id < 3").hasPrefix(line))
    }

    @Test func groups() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("r.ndjson", Self.records)
        let session = try TestSession(file)
        _ = try session.type(":mode ndjson\n:group x, most = max(n), last = last(n), first = first(o)")
        let shown = try session.type("id > 0").split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init)
        let wanted = filter(
            "id > 0", file, "--group-by", "x", "--aggregate", "most = max(n), last = last(n), first = first(o)")
        #expect(shown == wanted.lines)
        #expect(shown.first?.contains(#""x":1.50,"count":2,"most":123456789012345678901"#) == true, "\(shown)")
        _ = try session.type(":mode table")
        #expect(try session.type("id > 0").contains("123456789012345678901"))
    }
}
