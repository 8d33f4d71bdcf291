import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Warnings about the values of the first records. Each predicate gives an unexpected number and a warning; similar
/// correct predicates give no warning.
@Suite struct SampleWarningTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func log(_ count: Int = 28) throws -> String {
        let lines = (1...count).map { n in
            let day = "2024-03-\(n < 10 ? "0" : "")\(n)"
            let id = n % 3 == 0 ? "\"u\(n)\"" : "\(n)"
            let mixed = n % 3 == 0 ? "\"\(n)\"" : "\(n)"
            return #"""
                {"n":\#(n),"id":\#(id),"nr":\#(mixed),"day":"\#(day)","noOffset":"\#(day)T10:00:00","short":"\#(day)T10:00:00+0200",\#
                "blank":"\#(day) 10:00:00+02:00","utc":"\#(day)T10:00:00Z","other":"\#(day)T11:00:00Z","cet":"\#(day)T11:00:00+01:00",\#
                "took":"\#(n)ms","plain":"\#(n)","sizes":["\#(n)","7"],"unix":\#(1_709_600_000 + n * 86400),\#
                "millis":\#((1_709_600_000 + n * 86400) * 1000),"apple":\#(731_000_000 + n * 86400),"used":\#(n),"total":40,\#
                "load":0.5,"size":"\#(n * 50)","year":"\#(2000 + n)","image":["web:latest","db:\#(n)"],"tags":["a","b"],\#
                "type":"\#(n % 2 == 0 ? "cpu" : "gpu")","host":"web-\#(n)","message":"an error \#(n)","metric":"cpu\u2028mem \#(n)",\#
                "pct":"\#(n)%",\#(n % 3 == 0 ? #""top":true,"# : "")"release":"1.\#(n).0","memory":"\#(n % 2 == 0 ? "\(n)Gi" : "\(n * 100)Mi")","star":"a*b","empty":[],"parts":[{"m":1},{"q":2}],\#
                "price":"$\#(n).50","tag":"v1.\#(n).0","dotted":"\#(n < 10 ? "0" : "")\#(n).0\#(n % 2 + 7).2023","clock":"\#(n % 12):05","level":"\#(n % 3 == 0 ? "ERROR" : n % 3 == 1 ? "error" : "info")","digits":"202403\#(n < 10 ? "0" : "")\#(n)","count":"\#(1_709_600_000 + n * 86400)000000",\#
                "zoned":"\#(day)T\#(n % 2 == 0 ? "23:00:00-08:00" : "01:00:00Z")","mixed":"\#(day)T10:00:00\#(n % 2 == 0 ? "Z" : "+02:00")"}
                """#
        }
        return try folder.file("log.ndjson", lines.joined(separator: "\n"))
    }

    /// A predicate, the code of its warning, and the text with the suggested edits; nil if there are none.
    static let misleading: [(text: String, code: String, suggested: String?)] = [
        (#"CAST(took, "NSNumber") > 5"#, "unusable-values", nil),
        (#"CAST(pct, "NSNumber") BETWEEN {1, 50}"#, "unusable-values", nil),
        (#"n > 3 OR CAST(took, "NSNumber") + 1 > 5"#, "unusable-values", nil),
        (#"ANY CAST(sizes, "NSNumber") > 5"#, "cast-is-nil", nil),
        (
            #"CAST(unix, "NSDate") > CAST("2024-03-10", "NSDate")"#, "unix-time",
            #"unixDate(unix) > CAST("2024-03-10", "NSDate")"#
        ),
        (
            #"CAST(millis, "NSDate") > CAST("2024-03-10", "NSDate")"#, "unix-time",
            #"unixDate(millis, "ms") > CAST("2024-03-10", "NSDate")"#
        ),
        (#"utc < cet"#, "date-as-text", #"CAST(utc, "NSDate") < CAST(cet, "NSDate")"#),
        (#"mixed < cet"#, "date-as-text", #"CAST(mixed, "NSDate") < CAST(cet, "NSDate")"#),
        (#"utc == cet"#, "date-as-text", #"CAST(utc, "NSDate") == CAST(cet, "NSDate")"#),
        (#"utc > "2024-3-10""#, "date-as-text", #"utc > "2024-03-10""#),
        (#"utc > "10 March 2024""#, "date-as-text", #"utc > "2024-03-10""#),
        (#"day >= "2024/03/10""#, "date-as-text", #"day >= "2024-03-10""#),
        (#"day == "Mar 10, 2024""#, "date-as-text", #"day == "2024-03-10""#),
        (#"utc > "10/03/2024""#, "date-as-text", nil),
        (#"day BETWEEN {"2024-03-01", "2024-3-9"}"#, "date-as-text", #"day BETWEEN {"2024-03-01", "2024-03-09"}"#),
        (#"blank > "2024-03-10T00:00:00Z""#, "date-as-text", #"CAST(blank, "NSDate") > "2024-03-10T00:00:00Z""#),
        (#"used / total > 0.5"#, "integer-division", #"1.0 * used / total > 0.5"#),
        (#"used / 8 == 1.5"#, "integer-division", #"used / 8.0 == 1.5"#),
        (#"0.25 < (used + 1) / total"#, "integer-division", #"0.25 < (1.0 * used + 1) / total"#),
        (#"used / total * 100 > 50"#, "integer-division", #"1.0 * used / total * 100 > 50"#),
        (#"used / total > load"#, "integer-division", #"1.0 * used / total > load"#),
        // A warning is given where truncation can move the quotient across the bound, on either side of the
        // operator.
        (#"1.0 >= used / 7"#, "integer-division", #"1.0 >= used / 7.0"#),
        (#"used / 7 > 1.0"#, "integer-division", #"used / 7.0 > 1.0"#),
        (#"used / 7 + 1 >= 1.5"#, "integer-division", #"used / 7.0 + 1 >= 1.5"#),
        (#"(0 - used) / 7 >= 0.0"#, "integer-division", #"(0 - used) / 7.0 >= 0.0"#),
        (#"used / total BETWEEN {0.2, 0.5}"#, "integer-division", #"1.0 * used / total BETWEEN {0.2, 0.5}"#),
        (#"size > "500""#, "number-as-text", #"toNumber(size) > 500"#),
        (#"size BETWEEN {"100", "500"}"#, "number-as-text", #"toNumber(size) BETWEEN {100, 500}"#),
        (#"plain < size"#, "number-as-text", #"toNumber(plain) < toNumber(size)"#),
        (#"ANY sizes > "10""#, "number-as-text", #"SUBQUERY(sizes, $x, toNumber($x) > 10).@count > 0"#),
        (#"price > "$9.75""#, "number-as-text", #"toNumber(replace(price, "$", "")) > 9.75"#),
        (#"tag > "v1.9.5""#, "number-as-text", #"version(replace(tag, "v", "")) > version("1.9.5")"#),
        (
            #"dotted > "20.07.2023""#, "number-as-text",
            #"toNumber(split(dotted, ".")[2]) * 10000 + toNumber(split(dotted, ".")[1]) * 100"#
                + #" + toNumber(split(dotted, ".")[0]) > 20230720"#
        ),
        (#"clock < "10:00""#, "number-as-text", nil),
        (#"digits >= "2024-03-10""#, "number-as-text", #"digits >= "20240310""#),
        (
            #"count >= "2024-03-10""#, "number-as-text",
            #"unixDate(toNumber(count), "us") >= "2024-03-10""#
        ),
        (#"release >= "1.10""#, "number-as-text", #"version(release) >= version("1.10")"#),
        (
            #"release BETWEEN {"1.2", "1.9"}"#, "number-as-text",
            #"version(release) BETWEEN {version("1.2"), version("1.9")}"#
        ),
        (
            #"memory > "2Gi""#, "number-as-text",
            #"toNumber(replace(replace(memory, "Gi", ""), "Mi", "")) * TERNARY(memory ENDSWITH "Gi", 1024, 1) > 2048"#
        ),
        (#"took < "12ms""#, "number-as-text", #"toNumber(replace(took, "ms", "")) < 12"#),
        (#"took < "0.012s""#, "number-as-text", #"toNumber(replace(took, "ms", "")) < 12"#),
        ("top == NO", "always-false", nil),
        ("nr / 2 > 3", "unusable-values", "toNumber(nr) / 2 > 3"),
        ("abs(nr) + 1 > 3", "unusable-values", nil),
        ("round(used / total) > 0", "integer-division", "round(1.0 * used / total) > 0"),
        ("n > 0 AND ceiling(used / 7) > 3", "integer-division", "n > 0 AND ceiling(used / 7.0) > 3"),
        ("floor((used - 50) / 7) < -6", "integer-division", "floor((used - 50) / 7.0) < -6"),
        (
            #"round(CAST(plain, "NSNumber") / 7) > 3"#, "integer-division",
            #"round(CAST(plain, "NSNumber") / 7.0) > 3"#
        ),
        (#"utc <= "2024-03-10""#, "day-as-bound", #"utc < "2024-03-11""#),
        (#""2024-03-10" >= utc"#, "day-as-bound", #""2024-03-11" > utc"#),
        (
            #"utc BETWEEN {'2024-03-01', '2024-03-10'}"#, "day-as-bound",
            #"(utc >= '2024-03-01' AND utc < "2024-03-11")"#
        ),
        (
            #"CAST(cet, "NSDate") <= CAST('2024-03-10', 'NSDate')"#, "day-as-bound",
            #"CAST(cet, "NSDate") < CAST("2024-03-11", 'NSDate')"#
        ),
        (#"utc > "2024-03-10 12:00""#, "date-as-text", #"utc > "2024-03-10T12:00:00Z""#),
        (
            #"utc > "2024-03-10 12:00" AND utc < "2024-03-20 09:00""#, "date-as-text",
            #"utc > "2024-03-10T12:00:00Z" AND utc < "2024-03-20T09:00:00Z""#
        ),
        (#"mixed > "2024-03-10 11:00""#, "date-as-text", #"CAST(mixed, "NSDate") > "2024-03-10 11:00""#),
        (#"type == "CPU""#, "case-differs", #"type ==[c] "CPU""#),
        (#"type =[d] "CPU""#, "case-differs", #"type ==[cd] "CPU""#),
        (#"type != "CPU""#, "case-differs", #"type !=[c] "CPU""#),
        (#"level == "error""#, "case-differs", #"level ==[c] "error""#),
        (#"level != "error""#, "case-differs", #"level !=[c] "error""#),
        (#"n > 3 AND level IN {"error", "warning"}"#, "case-differs", #"n > 3 AND level IN[c] {"error", "warning"}"#),
        (#"NOT type IN {"CPU", "gpu"}"#, "case-differs", #"NOT type IN[c] {"CPU", "gpu"}"#),
        (#"ANY tags == "A""#, "case-differs", #"ANY tags ==[c] "A""#),
        (#"tags CONTAINS "A""#, "case-differs", #"tags CONTAINS[c] "A""#),
        (#""A" IN tags"#, "case-differs", #""A" IN[c] tags"#),
        (#"message CONTAINS "ERROR""#, "case-differs", #"message CONTAINS[c] "ERROR""#),
        (#"host BEGINSWITH "Web""#, "case-differs", #"host BEGINSWITH[c] "Web""#),
        (#"nr < 10"#, "unusable-values", #"toNumber(nr) < 10"#),
        (#"nr != "4""#, "number-as-text", #"toNumber(nr) != 4"#),
        (#"id < 10"#, "unusable-values", nil),
        (#"type LIKE "pu""#, "like-without-wildcard", #"type LIKE "*pu*""#),
        (#"type LIKE[c] "PU""#, "like-without-wildcard", #"type LIKE[c] "*PU*""#),
        (#"host == "web-*""#, "literal-pattern", #"host LIKE "web-*""#),
        (#"host ==[c] "WEB-*""#, "literal-pattern", #"host LIKE[c] "WEB-*""#),
        (#"host != "web-*""#, "literal-pattern", #"NOT host LIKE "web-*""#),
        (#"substring(host, 1, 3) == "web""#, "other-text", #"substring(host, 0, 3) == "web""#),
        (#"message CONTAINS ".*error""#, "literal-pattern", #"message MATCHES ".*error.*""#),
        (#"message CONTAINS "an*error""#, "literal-pattern", #"message LIKE "*an*error*""#),
        (#"message BEGINSWITH "an|the""#, "literal-pattern", #"message MATCHES ".*(?:an|the).*""#),
        (#"image CONTAINS "latest""#, "whole-element", #"ANY image CONTAINS "latest""#),
        (#""latest" IN image"#, "whole-element", #"ANY image CONTAINS "latest""#),
        ("empty == nil", "never-empty", "(empty == nil OR empty.@count == 0)"),
        ("parts.m == nil", "whole-element", "ANY parts.m == nil"),
        ("parts.m != nil", "whole-element", "NONE parts.m == nil"),
        (#"metric MATCHES "cpu|mem""#, "partial-pattern", #"metric MATCHES "(?s:.*)(?:cpu|mem)(?s:.*)""#),
        (#"message MATCHES "error""#, "partial-pattern", #"message MATCHES ".*error.*""#),
    ]

    @Test(arguments: misleading.indices)
    func whatMisleadsIsSaid(index: Int) throws {
        let (text, code, suggested) = Self.misleading[index]
        let file = try log()
        let found = try checked(text, file)
        #expect(found.map(\.code.rawValue) == [code], "\(text)\n\(found)")
        let edits = found.flatMap(\.edits)
        #expect(Self.made(edits, in: text) == suggested, "\(text)")
        let areSuggestions = found.allSatisfy { !$0.areEditsApplicable || $0.edits.isEmpty }
        #expect(areSuggestions, "\(text)")
        // The filter still gives an answer. The suggestion gives another answer and no warning.
        let result = filter("--count", text, file)
        #expect(result.status == 0)
        #expect(result.messages.contains("warning: "), "\(text)\n\(result)")
        #expect(filter("--count", "--no-warnings", text, file).messages == "")
        if let suggested {
            #expect(try checked(suggested, file).isEmpty, "\(suggested)")
            #expect(filter("--count", suggested, file).output != result.output, "\(suggested)")
        }
    }

    @Test(arguments: [
        #"day > "2024-03-10""#, #"utc > "2024-03""#, #"utc >= "2024""#, #"utc < "2024-03-10T12""#, #"utc != "never""#,
        #"utc < other"#, #"utc == other"#, #"CAST(utc, "NSDate") > CAST("2024-03-10", "NSDate")"#,
        #"blank > "2024-03-10 00:00:00+02:00""#, #"CAST(apple, "NSDate") > CAST("2024-03-10", "NSDate")"#,
        #"CAST(cet, "NSDate") < CAST(utc, "NSDate")"#, #"CAST(plain, "NSNumber") > 5"#, #"CAST(n, "NSString") == "5""#,
        "used / 7 > 1", "used / 7 * 7 == used", "1.0 * used / total > 0.5", "used / 7.0 > 1.5", "used / 7 >= 1.0",
        "1.0 <= used / 7", "used / 7 < 2.0", "2.0 > used / 7", "(0 - used) / 7 > -1.0",
        "n > 0 AND -1.0 >= (0 - used) / 7",
        "unix / 86400 * 86400 == unix", "load / 2 > 0.1", #"size == "500""#, #"year > "2005""#, #"id == "u3""#,
        #"plain BEGINSWITH "1""#, #"type LIKE "cpu""#, #"type LIKE "c*""#, #"host == "web-1""#,
        #"star == "a*b""#, #"star CONTAINS "*""#, #"message CONTAINS "error""#, #"tags CONTAINS "a""#,
        #"image CONTAINS "web:latest""#, #""a" IN tags"#, #"pct LIKE "5%""#, #"host != "web-1""#,
        "floor(used / 7) > 3", "round(used / 7.0) > 3", "round(load * 10) / 10 > 0.4", "nr != nil",
        "toNumber(nr) / 2 > 3", #"day <= "2024-03-10""#, #"utc < "2024-03-10""#, #"utc <= "2024-03-10T23:59:59Z""#,
        #"utc >= "2024-03-10""#, #"type == "tpu""#, #"type ==[c] "CPU""#, #"type != "tpu""#, #"host != "Web-1""#,
        #"n > 3 OR host == "WEB-1""#,
        #"level == "error" OR level == "ERROR""#, #"level IN {"error", "ERROR"}"#, #"level CONTAINS "err""#,
        #"release == "1.10.0""#, #"release BEGINSWITH "1.1""#, #"memory == "2Gi""#, "top == YES",
    ])
    func whatIsRightIsNotSaid(text: String) throws {
        let file = try log()
        #expect(try checked(text, file).isEmpty)
        #expect(filter("--count", text, file).messages == "")
    }

    /// A warning that a match can refute waits for the end of the file. It is dropped if a record after the sample
    /// matches.
    @Test(arguments: [
        #"type LIKE "pu""#, #"host == "web-*""#, #"message CONTAINS ".*error""#, #"image CONTAINS "latest""#,
        #"message CONTAINS "ERR""#, #"tags CONTAINS "A""#,
    ])
    func aMatchBehindTheSampleRefutes(text: String) throws {
        let file = try log(28)
        let last =
            #"{"type":"pu","host":"web-*","message":"a .*error","image":["latest"],"took":"5"}"#
            + "\n" + #"{"type":"CPU","tags":["A"],"message":"ERROR"}"#
        let lines = try String(contentsOfFile: file, encoding: .utf8)
        let many = try folder.file(
            "many.ndjson", Array(repeating: lines, count: 4).joined(separator: "\n") + "\n" + last)
        #expect(filter("--count", text, many) == CommandResult(status: 0, output: "1\n", messages: ""))
        #expect(filter("--count", text, file).messages.contains("warning: "))
    }

    /// One match does not show that records with the same text in another case are not meant.
    @Test func aMatchBesideOtherCasesIsSaid() throws {
        let lines = try String(contentsOfFile: log(), encoding: .utf8) + "\n" + #"{"type":"CPU"}"#
        let result = filter("--count", #"type == "CPU""#, try folder.file("cases.ndjson", lines))
        #expect(result.output == "1\n")
        #expect(
            result.messages.hasPrefix(#"warning: 14 of 29 records have "CPU" in another case, and 1 as it is written"#),
            "\(result)")
        let parts = try folder.file("parts.ndjson", lines + "\n" + #"{"message":"ERROR 5"}"#)
        #expect(
            filter("--count", #"message CONTAINS "ERROR""#, parts).messages.hasPrefix(
                #"warning: 28 of 30 records have "ERROR" in another case, and 1 as it is written"#))
    }

    /// A warning appears if and only if the likely reading gives another answer for the records.
    @Test(
        arguments: [
            (#"{"c":"2025-05-01T10:00:00Z","u":"2025-05-02T00:00:00Z"}"#, "u - c > 30", "this is a number of seconds"),
            (#"{"c":"2025-05-01T10:00:00Z","u":"2025-05-01T10:00:20Z"}"#, "u - c > 30", nil),
            (#"{"c":"2025-05-01T10:00:00Z","u":"2025-05-02T00:00:00Z"}"#, "u - c > 30d", nil),
            (#"{"c":"2025-05-01T10:00:00Z","u":"2025-08-02T00:00:00Z"}"#, "u - c > 30", nil),
            (#"{"a":1,"b":90}"#, "b - a > 30", nil),
            (#"{"n":"Mu\#u{308}ller"}"#, "n == 'Müller'", "1 of 2 records has \"Müller\" with other accents"),
            (#"{"n":"Muller"}"#, "n IN {'Müller'}", "1 of 2 records has \"Müller\" with other accents"),
            (#"{"n":"Müller"}"#, "n == 'Müller'", nil), (#"{"n":"Muller"}"#, "n == 'Muller'", nil),
            (#"{"n":"Mu\#u{308}ller"}"#, "n ==[d] 'Müller'", nil),
            (#"{"n":"a"}"#, #"n IN {'"a"', '"b"'}"#, "the quotes are a part of the text"),
            (#"{"n":"a"}"#, #"n == '"a"'"#, "the quotes are a part of the text"),
            (#"{"n":"\"a\""}"#, #"n == '"a"'"#, nil), (#"{"n":"c"}"#, #"n IN {'"a"', '"b"'}"#, nil),
            (#"{"e":{"v":[{"f":[]},{"f":[1]}]}}"#, "e.v.f.@count == 0", "@count counts the lists in `e.v.f`"),
            (#"{"e":{"v":[{"f":[]},{"f":[1]}]}}"#, "e.v.@count == 2", nil),
            (#"{"e":{"v":[{"f":2},{"f":1}]}}"#, "e.v.f.@count == 2", nil),
        ] as [(String, String, String?)])
    func aReadingIsSaidIfItsAnswerDiffers(record: String, text: String, message: String?) throws {
        let other = #"{"c":"2025-05-01T10:00:00Z","u":"2025-07-02T00:00:00Z"}"#
        let result = filter("--count", text, try folder.file("two.ndjson", record + "\n" + other))
        #expect(message.map(result.messages.contains) ?? result.messages.isEmpty, "\(result)")
    }

    /// A record that does not match is not read to its end, where another one may stand.
    @Test func aSecondRecordOnALineIsSaid() throws {
        let file = try folder.file("shared.ndjson", "{\"a\":1}\n{\"a\":2}{\"a\":3}\n")
        let result = filter("--count", "a == 3", file)
        #expect(result.output == "0\n")
        #expect(result.messages.hasPrefix("warning: \(file):2:8: expected the end of the record"), "\(result)")
        #expect(filter("a == 2", file).messages.hasPrefix("error: "))
    }

    @Test func anOrderOfTextIsSaid() throws {
        let file = try log()
        for (arguments, message) in [
            (
                ["--sort", "zoned"],
                "--sort:1:1: warning: this sorts text, but the values are dates"
            ),
            (["--sort", "digits"], ""), (["--sort", "count"], ""),
            (["--sort", "-size"], "--sort:1:2: warning: this sorts text, but the values are numbers"),
            (["--aggregate", "max(size)"], "--aggregate:1:5: warning: this sorts text"),
            (["--sort", #"CAST(size, "NSNumber")"#], ""), (["--sort", "utc, year, n"], ""),
            (["--aggregate", "max(utc), count(size)"], ""),
        ] {
            let result = filter(arguments: arguments + ["n > 1", file])
            #expect(result.status == 0)
            #expect(message.isEmpty ? result.messages == "" : result.messages.hasPrefix(message), "\(result.messages)")
        }
    }

    /// The format of dates and the length of numbers may change after the first records.
    @Test func laterRecordsOfAFileAreLookedAtToo() throws {
        let lines = (0..<600).map { n in
            let zone = n < 300 ? "+01:00" : "+02:00"
            return
                #"{"at":"2024-03-\#(n % 20 + 10)T10:00:00\#(zone)","size":"\#(n < 590 ? 10 + n % 90 : 100 + n)","n":\#(n)}"#
        }
        let file = try folder.file("long.ndjson", lines.joined(separator: "\n"))
        let dates = filter("--count", #"at > "2024-03-10T00:00:00+01:00""#, file)
        #expect(dates.messages.hasPrefix("warning: dates with different offsets are compared as text here"), "\(dates)")
        let numbers = filter("--count", #"size > "50""#, file)
        #expect(numbers.messages.hasPrefix("warning: this compares text"), "\(numbers)")
        #expect(filter("--count", "n > 300", file) == CommandResult(status: 0, output: "299\n", messages: ""))
        let document = try folder.file("long.json", "[" + lines.joined(separator: ",\n") + "]")
        #expect(filter("--count", "n > 300", document).output == "299\n")
    }

    @Test func theOrderOfThePromptIsSaid() throws {
        let session = try TestSession(folder.file("sizes.ndjson", #"{"size":"50"}"# + "\n" + #"{"size":"1000"}"#))
        #expect(
            try session.type(":sort size").hasPrefix("warning: this sorts text, but the values are numbers"))
        #expect(try session.type(#":count size > "60""#).contains(#""1000" comes before "60""#))
        #expect(try session.type(#":sort CAST(size, "NSNumber")"#).hasPrefix("records are sorted by"))
    }

    @Test func aPatternIsOfferedOnlyIfItMatches() throws {
        #expect(filter("--count", #"metric MATCHES "CPU|MEM""#, try log()).messages == "")
    }

    @Test func theNumberOfRecordsIsSaidWhereItDecides() throws {
        let rest = String(repeating: "x", count: 200)
        let lines = (0..<4000).map { n in
            // The numbers are in records that no sample contains.
            let value = (1000..<1200).contains(n) ? "\(n)" : "\"a\(n)\""
            return #"{"n":\#(value),"rest":"\#(rest)"}"#
        }
        let file = try folder.file("late.ndjson", lines.joined(separator: "\n"))
        let note = "only the first 1000 records were examined; --schema declares the fields"
        let result = filter("n > 1150", file)
        #expect(result.status == 65)
        #expect(result.messages.contains(note), "\(result)")
        #expect(predicate(["check", "--data", file, "n > 1150"]).messages.contains(note))
        #expect(filter("--count", "--untyped", "n > 1150", file).output == "49\n")
        #expect(!filter("n > 1 1", file).messages.contains(note))
        let whole = try folder.file("few.ndjson", lines.prefix(10).joined(separator: "\n"))
        #expect(!filter("n > 1200", whole).messages.contains("examined"))
    }

    @Test func listsOfGroupsKeepTheSpellingOfNumbers() throws {
        let file = try folder.file(
            "big.ndjson",
            """
            {"g":1,"n":123456789012345678901,"s":"é"}
            {"g":1,"n":1e3,"s":"b"}
            {"g":1,"n":1000,"s":null}
            {"g":1,"n":1000.0,"s":"b"}
            """)
        let result = filter(
            "--group-by", "g", "--aggregate", "a = list(n), b = distinct(n), c = mode(n), d = list(s)", "g == 1", file)
        #expect(
            result.output == """
                {"g":1,"count":4,"a":[123456789012345678901,1e3,1000,1000.0],"b":[123456789012345678901,1e3],"c":[1e3],\
                "d":["é","b","b"]}

                """)
    }

    // MARK: Diagnostics of a text

    private func checked(_ text: String, _ file: String) throws -> [PredicateDiagnostic] {
        let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
        let request = PredicateRequest(text: PredicateText(text), sources: [.file(file)])
        let found = try PredicateInspection(request, in: environment).diagnostics(of: text).diagnostics
        // Warnings about values that the sample lacks are tested elsewhere.
        return found.filter { $0.code != "unseen-value" }
    }

    private static func made(_ edits: [PredicateDiagnostic.Edit], in text: String) -> String? {
        var bytes = Array(text.utf8)
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range.lowerBound..<edit.range.upperBound, with: edit.text.utf8)
        }
        return edits.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
