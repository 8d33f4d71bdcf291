import PredicateTesting
import Testing

@testable import PredicateCommand

/// Names are checked in documents of any size. A warning says where they are not checked.
@Suite struct LargeDocumentTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func map(of count: Int) throws -> String {
        let members = (0..<count).map { "\"\(1001 + $0)\":{\"name\":\"n\($0)\",\"age\":\($0 % 90),\"at\":{\"x\":1}}" }
        return try folder.file("map-\(count).json", "{" + members.joined(separator: ",") + "}")
    }

    @Test func aMapOfManyObjectsIsToldApart() throws {
        #expect(
            filter("nmae == \"x\"", try map(of: 5000))
                == CommandResult(
                    status: 65, output: "",
                    messages: """
                        error: `nmae` is not a field of the records
                         1 │ nmae == "x"
                           │ ^^^^
                           = note: the fields are `1001`, `1002`, `1003`, `1004`, `1005`, `1006`, `1007`, \
                        `1008`, `1009`, `1010`, `1011`, `1012` and 4988 more
                           = note: the document is read as one record; `--values` makes a record of each \
                        of its 5000 objects

                        """))
    }

    /// Just below and above each limit.
    @Test(arguments: [100, 600, 4100] + (runsDeepTests ? [3900, 10_500] : []))
    func namesAreCheckedInMapsOfAnySize(count: Int) throws {
        let file = try map(of: count)
        let name = filter("name == \"n1\"", file)
        #expect(name.status == 65)
        #expect(name.messages.contains("with `--values` the records are the \(count) objects that have `name`"))
        #expect(filter("--values", "--count", "name == \"n1\"", file).output == "1\n")
        let last = "SELF.\"\(1000 + count)\""
        #expect(filter("--count", "\(last).name == \"n\(count - 1)\"", file).output == "1\n")
        let inner = filter("\(last).nmae == \"n1\"", file)
        #expect(inner.status == 65)
        #expect(inner.messages.contains("did you mean `name`?"), "\(inner)")
        #expect(filter("\(last).at.y == 1", file).status == 65)
        #expect(filter("SELF.\"\(1001 + count)\".name == \"n1\"", file).status == 65)
    }

    /// A record with more fields than the limit of field profiles.
    @Test func namesAreCheckedInWideRecords() throws {
        let members = (0..<6000).map { "\"k\($0)\":\($0 % 2 == 0 ? "\"x\"" : "1")" }
        let file = try folder.file(
            "wide", "{" + members.joined(separator: ",") + "}\n{\"\(String(repeating: "y", count: 2000))\":1}")
        #expect(filter("--count", "k5999 == 1", file).output == "1\n")
        #expect(filter("--count", "k5998 == \"x\"", file).output == "1\n")
        let unknown = filter("k6000 == 1", file)
        #expect(unknown.status == 65)
        #expect(unknown.messages.contains("did you mean"), "\(unknown)")
    }

    /// A map inside a document, and an object with many fields.
    @Test(arguments: [400, 4100])
    func namesAreCheckedWithinDocuments(count: Int) throws {
        func members(_ key: String, _ value: (Int) -> String) -> String {
            "{" + (0..<count).map { "\"\(key)\($0)\":\(value($0))" }.joined(separator: ",") + "}"
        }
        let file = try folder.file(
            "within",
            """
            {"hosts":\(members("h") { "{\"up\":\($0)}" }),"wide":\(members("k") { "\($0)" }),\
            "ids":\(members("1") { "{\"up\":\($0)}" })}
            """)
        let last = count - 1
        for right in ["hosts.h\(last).up == \(last)", "wide.k\(last) == \(last)", "ids.\"1\(last)\".up == \(last)"] {
            #expect(filter("--count", right, file) == CommandResult(status: 0, output: "1\n", messages: ""))
        }
        for wrong in [
            "hosts.h\(last).pu == 1", "hosts.nowhere.up == 1", "wide.x\(count) == 1", "ids.\"1\(last)\".pu == 1",
        ] {
            #expect(filter("--count", wrong, file).status == 65, "\(wrong)")
        }
        #expect(filter("--count", "ids.@count == \(count)", file).output == "1\n", "keys that are numbers are free")
    }

    /// A field that occurs only in a later object is found.
    @Test func theHintLooksAtAllObjects() throws {
        let members = (0..<40).map { "\"k\($0)\":{\"n\":1\($0 == 39 ? ",\"late\":1" : "")}" }
        let file = try folder.file("late", "{" + members.joined(separator: ",") + "}")
        #expect(filter("late == 1", file).messages.contains("with `--values`"))
    }

    @Test func whatLiesTooDeepIsSaid() throws {
        let deep = String(repeating: "{\"a\":", count: 30) + "1" + String(repeating: "}", count: 30)
        let file = try folder.file("deep", deep)
        let path = Array(repeating: "a", count: 30).joined(separator: ".")
        let result = filter("--count", "\(path) == 1", file)
        #expect(result.output == "1\n")
        #expect(result.messages.contains("the records do not show whether"), "\(result)")
    }

    @Test func whatIsNotToldIsSaid() {
        let many = Array(repeating: "1 == 2", count: 1200).joined(separator: " OR ")
        #expect(predicate(["check", many]).messages.contains("200 more errors and warnings are not shown"))
        let bad = Array(repeating: "a ==", count: 150).joined(separator: " AND ")
        #expect(predicate(["check", bad]).messages.contains("the rest of the text is not checked"))
    }
}
