import Foundation
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Answers that are silently wrong because of the data: numbers in two forms, texts in another case, fields without a value.
@Suite struct MisleadingDataTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records whose `bytes` are numbers, and in one of seven records the text of one.
    private func log(_ count: Int = 70) throws -> String {
        let lines = (1...count).map { n in
            let bytes = n % 7 == 0 ? "\"\(n * 100)\"" : "\(n * 100)"
            let email = n % 4 == 0 ? "null" : "\"User\(n)@example.com\""
            return #"""
                {"n":\#(n),"bytes":\#(bytes),"service":"\#(n % 2 == 0 ? "web" : "mail")","size":\#(n * 3),"parts":2,\#
                "email":\#(email),"level":"\#(n % 3 == 0 ? "ERROR" : "info")","at":"2026-10-\#(n % 20 + 10)T10:00:00Z"}
                """#
        }
        return try folder.file("log.ndjson", lines.joined(separator: "\n"))
    }

    /// The messages in one line, since the snippets of terminals are wrapped.
    private func unwrapped(_ result: CommandResult) -> String {
        result.messages.replacing(/\n[ │]*/, with: " ")
    }

    // MARK: Numbers in two forms

    @Test(arguments: [
        (["--sort", "-bytes"], "--sort:1:2", "the sort by `bytes` could not compare 10 of 70 values, such as"),
        (["--sort", "service, bytes"], "--sort:1:10", "the sort by `bytes` could not compare 10 of 70 values"),
        (["--select", "n, kb = bytes / 1024"], "--select:1:9", "`bytes / 1024` could not use 10 of 70 values"),
        (["--select", "kb = round(bytes)"], "--select:1:6", "`round(bytes)` could not read 10 of 70 values"),
        (["--aggregate", "total = sum(bytes)"], "--aggregate:1:13", "`sum(bytes)` could not use 10 of 70 values"),
        (["--aggregate", "max(bytes)"], "--aggregate:1:5", "`max(bytes)` could not use 10 of 70 values"),
        (
            ["--aggregate", "n = count, p = percentile(bytes, 95)"], "--aggregate:1:27",
            "`percentile(bytes)` could not use"
        ),
        (
            ["--group-by", "service", "--aggregate", "a = average( bytes )"], "--aggregate:1:14",
            "`average(bytes)` could not use 10 of 70 values"
        ),
        (["--aggregate", "m = median(bytes / 2)"], "--aggregate:1:12", "`bytes / 2` could not use 10 of 70 values"),
        (["--aggregate", "c = countDistinct(bytes)"], "--aggregate:1:19", "never equal the same numbers"),
        (["--group-by", "bytes"], "--group-by:1:1", "never equal the same numbers"),
    ])
    func partsOfAQueryAreWarnedOf(options: [String], location: String, message: String) throws {
        let result = filter(arguments: options + ["n > 0", try log()])
        #expect(result.status == 0)
        #expect(result.messages.hasPrefix("\(location): warning: "), "\(result.messages)")
        #expect(result.messages.contains(message), "\(result.messages)")
        #expect(result.messages.contains(#""700""#), "\(result.messages)")
        #expect(result.messages.components(separatedBy: "warning:").count == 2, "\(result.messages)")
        #expect(filter(arguments: options + ["--no-warnings", "n > 0", folder.path("log.ndjson")]).messages == "")
        let fixed = options.map { $0.replacingOccurrences(of: "bytes", with: "toNumber(bytes)") }
        #expect(filter(arguments: fixed + ["n > 0", folder.path("log.ndjson")]).messages == "", "\(fixed)")
    }

    /// The records that the predicate selects decide.
    @Test func recordsThatDoNotMatchDoNotCount() throws {
        #expect(filter("--sort", "-bytes", "n - n / 7 * 7 != 0", try log()).messages == "")
        #expect(filter("--sort", "-bytes", "n > 9999", folder.path("log.ndjson")).messages == "")
        #expect(filter("--select", "bytes, n", "n > 0", folder.path("log.ndjson")).messages == "")
        #expect(filter("--aggregate", "count(bytes), list(bytes)", "n > 0", folder.path("log.ndjson")).messages == "")
    }

    /// A field that is always text is refused, with the way out.
    @Test(arguments: [
        ["--select", "half = size / 2"], ["--aggregate", "sum(size)"], ["--sort", "-size * 2"],
        ["--aggregate", "m = percentile(size, 95)"],
    ])
    func numbersThatAreAlwaysTextAreRefused(options: [String]) throws {
        let file = try folder.file("texts.ndjson", #"{"size":"50"}"# + "\n" + #"{"size":"1000"}"#)
        let result = filter(arguments: options + ["size != nil", file])
        #expect(result.status == 65)
        #expect(result.messages.contains("`toNumber(size)` reads it as a number"), "\(result)")
        let fixed = options.map { $0.replacingOccurrences(of: "size", with: "toNumber(size)") }
        #expect(filter(arguments: fixed + ["size != nil", file]).messages == "", "\(fixed)")
    }

    // MARK: Quotients

    @Test(arguments: [
        (["--select", "kb = round(size / 1024)"], "--select:1:12", "size / 1024.0"),
        (["--group-by", "kb = ceiling(size / 10)"], "--group-by:1:14", "size / 10.0"),
        (["--aggregate", "s = sum(round(size / n, 1))"], "--aggregate:1:15", "1.0 * size / n"),
        (["--sort", "-round(size / 10)"], "--sort:1:8", "size / 10.0"),
        (["--select", "share = size / parts"], "--select:1:9", "1.0 * size / parts"),
        (
            ["--group-by", "service", "--aggregate", "s = sum(size)", "--select", "service, mean = s / count"],
            "--select:1:17", "1.0 * s / count"
        ),
    ])
    func lostFractionsAreSaid(options: [String], location: String, fixed: String) throws {
        let result = filter(arguments: options + ["n > 0", try log()])
        #expect(result.messages.hasPrefix("\(location): warning: "), "\(result.messages)")
        #expect(result.messages.contains("write `\(fixed)`"), "\(result.messages)")
        #expect(result.messages.components(separatedBy: "warning:").count == 2, "\(result.messages)")
    }

    @Test(arguments: [
        ["--select", "kb = size / 1024"], ["--select", "kb = round(size / 1024.0)"],
        ["--group-by", "floor(size / 10)"],
        ["--select", "m = 1.0 * size / parts"], ["--select", "rest = size - size / parts * parts"],
    ])
    func wantedQuotientsAreNotSaid(options: [String]) throws {
        #expect(filter(arguments: options + ["n > 0", try log()]).messages == "")
    }

    // MARK: Case and the empty text

    @Test func anEmptyAnswerIsLookedAtAgain() throws {
        let lines = (1...300).map { #"{"n":\#($0),"email":"\#($0 == 290 ? "User" : "user")\#($0)@a.org"}"# }
        let file = try folder.file("mail.ndjson", lines.joined(separator: "\n"))
        let result = filter(#"n > 0 AND email == "user290@a.org""#, file)
        #expect(result.messages.hasPrefix("warning: no record matches; with `==[c]`, 1 record does"), "\(result)")
        #expect(filter(#"email == "user291@a.org""#, file).messages == "")
        #expect(filter(#"email == "nobody@a.org""#, file).messages == "")
        #expect(filter(#"n > 0 AND NOT email CONTAINS "@""#, file).messages == "")
        #expect(filter("--no-warnings", #"email == "user290@a.org""#, file).messages == "")
        let either = filter(#"email == "USER1@a.org" OR email == "USER2@a.org""#, file)
        #expect(either.messages.components(separatedBy: "warning:").count == 3, "\(either)")
        let two = filter(#"email BEGINSWITH "USER1" AND email ENDSWITH "ORG""#, file)
        #expect(two.messages.components(separatedBy: "warning:").count == 2, "\(two)")
        #expect(two.messages.contains("111 records do"), "\(two)")
    }

    @Test func accentsAreIgnoredIfCaseIsNotEnough() throws {
        let names = ["São Paulo", "São Luís", "Messao", "Café Müller", "Tea"]
        let lines = (0..<300).map { #"{"n":\#($0),"name":"\#($0 < 295 ? "Oslo" : names[$0 - 295])"}"# }
        let file = try folder.file("names.ndjson", lines.joined(separator: "\n"))
        for (text, message) in [
            (#"name CONTAINS "cafe""#, "with `CONTAINS[cd]`, 1 record does"),
            (#"name ==[c] "cafe muller""#, "with `==[cd]`, 1 record does"),
            (#"name CONTAINS "SAO""#, "with `CONTAINS[c]`, 1 record does"),
            (#"name BEGINSWITH "cafe" AND name ENDSWITH "muller""#, "with `BEGINSWITH[cd]`, 1 record does"),
        ] {
            let result = filter("-c", text, file)
            #expect(result.messages.hasPrefix("warning: no record matches; \(message)"), "\(result)")
            #expect(result.messages.components(separatedBy: "warning:").count == 2, "\(result)")
            let answer = try TestSession(file).type(text)
            #expect(answer.contains("warning: no record matches; \(message)"), "\(answer)")
        }
        #expect(filter("-c", #"name CONTAINS "SAO""#, file).messages.contains("note: with `CONTAINS[cd]`, 3 do"))
    }

    @Test func aSmallFileIsLookedAtAsAWholeByASlowMachine() throws {
        let predicate = try CheckedPredicate(#"name CONTAINS "cafe""#)
        var reader = JSONReader()
        let (none, last) = (try reader.read(#"{"name":"Oslo"}"#), try reader.read(#"{"name":"Café"}"#))
        func warnings(_ recordBytes: Int) throws -> [PredicateDiagnostic] {
            let look = try #require(SecondLook(predicate, knowing: [], bounds: LookBounds(patience: .zero)))
            let goesOn = (0..<300).allSatisfy { look.take($0 < 299 ? none : last, byteCount: recordBytes) }
            #expect(goesOn == (recordBytes * 300 < 64 << 10))
            return look.warnings(of: 300)
        }
        #expect(try warnings(100).map(\.message) == ["no record matches; with `CONTAINS[cd]`, 1 record does"])
        #expect(try warnings(1_000) == [])
    }

    @Test func theEmptyTextIsNotNil() throws {
        let result = filter("--count", #"email == """#, try log())
        #expect(
            result.messages.hasPrefix(
                "warning: `email` is never an empty string here; it is nil in 17 of 70 records"), "\(result)")
        #expect(filter("--count", #"service == """#, folder.path("log.ndjson")).messages == "")
        let some = try folder.file("some.ndjson", #"{"a":""}"# + "\n" + #"{"a":null}"#)
        #expect(filter("--count", #"a == """#, some) == CommandResult(status: 0, output: "1\n", messages: ""))
    }

    // MARK: Days

    @Test func declaredTimesHaveDaysAsBounds() throws {
        let schema = try folder.file(
            "s.json",
            #"{"type":"object","properties":{"at":{"type":"string","format":"date-time"},"n":{"type":"integer"}}}"#)
        for (bound, next) in [("2026-12-31", "2027-01-01"), ("2028-02-28", "2028-02-29"), ("2027-02-28", "2027-03-01")]
        {
            let result = filter("--count", "--schema", schema, #"at <= "\#(bound)""#, try log())
            #expect(result.messages.contains("`\(bound)` is the beginning of that day"), "\(result)")
            #expect(result.messages.contains(#"write `< "\#(next)"`"#), "\(result)")
        }
        #expect(
            filter("--count", "--schema", schema, #"at < "2026-10-31""#, folder.path("log.ndjson")).messages == "")
        let midnights = try folder.file("m.ndjson", #"{"at":"2026-10-31T00:00:00Z"}"#)
        #expect(filter("--count", #"at <= "2026-10-31""#, midnights).messages == "")
    }

    // MARK: Units

    /// The elements of a list are converted in a SUBQUERY, which the suggestion writes.
    @Test func unitsOfListsAreConvertedInASubquery() throws {
        let lines = (1...20).map { n in
            #"{"pods":[{"use":{"memory":"\#(n * 64)Mi"}},{"use":{"memory":"\#(n % 5)Gi"}},{"use":{}}],"n":\#(n)}"#
        }
        let file = try folder.file("pods.ndjson", lines.joined(separator: "\n"))
        let result = filter("--count", #"ANY pods.use.memory > "1Gi""#, file)
        let fixed =
            #"SUBQUERY(pods, $x, toNumber(replace(replace($x.use.memory, "Gi", ""), "Mi", ""))"#
            + #" * TERNARY($x.use.memory ENDSWITH "Gi", 1024, 1) > 1024).@count > 0"#
        #expect(unwrapped(result).contains("write `\(fixed)`"), "\(result)")
        // Above 1 Gi are 2, 3 and 4 Gi, and 17 to 20 times 64 Mi.
        let right = (1...20).filter { $0 % 5 > 1 || $0 * 64 > 1024 }.count
        #expect(filter("--count", fixed, file) == CommandResult(status: 0, output: "\(right)\n", messages: ""))
        // The text is compared in a SUBQUERY, too.
        let within = filter("--count", #"SUBQUERY(pods, $p, $p.use.memory > "1Gi").@count > 0"#, file)
        #expect(unwrapped(within).contains("this compares text, but the values are numbers with units"), "\(within)")
        #expect(unwrapped(within).contains("toNumber(replace(replace($p.use.memory"), "\(within)")
    }

    @Test func unitsAreNamed() throws {
        let lines = (1...40).map { n in
            #"{"ms":"\#(n * 30)ms","three":"\#(n)\#(["ms", "s", "m"][n % 3])","cpu":"\#(n % 2 == 0 ? "\(n)" : "\(n * 100)m")"}"#
        }
        let file = try folder.file("units.ndjson", lines.joined(separator: "\n"))
        let one = filter("--count", "ms > 1s", file)
        #expect(one.status == 65)
        #expect(unwrapped(one).contains(#"compare `toNumber(replace(ms, "ms", ""))` with 1000"#), "\(one)")
        let three = filter("--count", #"three > "10s""#, file)
        #expect(unwrapped(three).contains("the units are ms, s and m"), "\(three)")
        let seconds =
            #"toNumber(replace(replace(replace(three, "ms", ""), "m", ""), "s", ""))"#
            + #" * TERNARY(three ENDSWITH "ms", 1, TERNARY(three ENDSWITH "m", 60000, 1000)) > 10000"#
        #expect(unwrapped(three).contains("write `\(seconds)`"), "\(three)")
        #expect(filter("--count", seconds, file).output == "23\n")
        let cpu = filter("--count", #"cpu > "500m""#, file)
        #expect(unwrapped(cpu).contains(#"TERNARY(cpu ENDSWITH "m", 1, 1000) > 500"#), "\(cpu)")
        #expect(
            filter("--count", #"toNumber(replace(cpu, "m", "")) * TERNARY(cpu ENDSWITH "m", 1, 1000) > 500"#, file)
                .output
                == "37\n")
    }
}
