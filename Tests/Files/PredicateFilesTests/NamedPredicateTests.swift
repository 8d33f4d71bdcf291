import Foundation
import PredicateCore
import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateFiles

/// Named predicates as a program uses them: with values, over records and over Swift types.
@Suite struct NamedPredicateTests {
    struct City: PredicateDescribed, Equatable {
        var name: String
        var population: Int
        var coast: Bool
        var founded: Date? = nil
        var area = 1.5

        static let predicateDescription = PredicateDescription<City> {
            PredicateField("name", \.name)
            PredicateField("population", \.population)
            PredicateField("coast", \.coast)
            PredicateField("founded", \.founded)
            PredicateField("area", \.area)
        }
    }

    static let cities = [
        City(name: "Lisbon", population: 545_000, coast: true),
        City(name: "Madrid", population: 3_300_000, coast: false),
        City(name: "Tokyo", population: 14_000_000, coast: true, founded: Date(timeIntervalSince1970: 0)),
    ]

    static let rules = """
        type: City
        predicates:
          coastal: coast == TRUE
          big:
            arguments: {minimum: {type: integer, default: 1000000}}
            predicate: population >= $minimum
          big-and-coastal: '@{big} AND @{coastal}'
          any-of: {arguments: {names: {type: array, items: string}}, predicate: name IN $names}
          since: {arguments: {day: date}, predicate: founded >= $day}
          dense: {arguments: {least: number}, predicate: population / area > $least}
          called: {arguments: {name: any}, predicate: name == $name}
        """

    static let file = try? PredicateFile(
        Array(rules.utf8), format: .yaml, types: [City.predicateDescription.schema], library: .standardWithPatterns)

    /// A name with values, and the cities that it finds.
    static let questions: [(name: String, values: [String: PredicateValue], found: [String])] = [
        ("coastal", [:], ["Lisbon", "Tokyo"]),
        ("big", [:], ["Madrid", "Tokyo"]),
        ("big", ["minimum": 500_000], ["Lisbon", "Madrid", "Tokyo"]),
        ("big-and-coastal", [:], ["Tokyo"]),
        ("big-and-coastal", ["minimum": 1], ["Lisbon", "Tokyo"]),
        ("any-of", ["names": ["Madrid", "Rome"]], ["Madrid"]),
        ("any-of", ["names": []], []),
        ("since", ["day": "1970-01-01"], ["Tokyo"]),
        ("since", ["day": .date(Date(timeIntervalSince1970: 1))], []),
        ("dense", ["least": 400_000], ["Madrid", "Tokyo"]),
        ("dense", ["least": .double(363_333.5)], ["Madrid", "Tokyo"]),
        ("called", ["name": "Lisbon"], ["Lisbon"]),
    ]

    @Test(arguments: questions.indices) func answers(index: Int) throws {
        let (name, values, found) = Self.questions[index]
        let file = try #require(Self.file)
        let typed = try file.predicate(name, for: City.self, values)
        #expect(Self.cities.filter(typed).map(\.name) == found)
        let checked = try file.predicate(name, values)
        #expect(checked.variables.isEmpty)
        let records = Self.cities.filter {
            checked.matches([
                "name": .string($0.name), "population": .integer(Int64($0.population)), "coast": .boolean($0.coast),
                "founded": $0.founded.map(PredicateValue.date) ?? .null, "area": .double($0.area),
            ])
        }
        #expect(records.map(\.name) == found)
    }

    @Test func swiftValues() throws {
        let file = try #require(Self.file)
        let big = try file.predicate("big", for: City.self, ["minimum": 500_000])
        #expect(Self.cities.filter(big).count == 3)
        let named = try file.predicate("any-of", for: City.self, ["names": ["Tokyo"]])
        #expect(Self.cities.first(where: named)?.name == "Tokyo")
    }

    /// Values that do not fit, and the code and a part of the sentence.
    static let refused: [(name: String, values: [String: PredicateValue], code: String, words: String)] = [
        ("costal", [:], "unknown-predicate", "did you mean `coastal`?"),
        ("coast\u{e1}l", [:], "unknown-predicate", "there is no predicate"),
        ("big", ["minimun": 5], "argument-value", "did you mean `minimum`?"),
        ("coastal", ["minimum": 5], "argument-value", "It has none."),
        ("big", ["minimum": "5"], "argument-value", "`minimum` must be an integer, not \"5\""),
        ("big", ["minimum": .double(0.5)], "argument-value", "`minimum` must be an integer, not 0.5"),
        ("big", ["minimum": .null], "argument-value", "not nil"),
        ("any-of", [:], "argument-value", "`names` of `any-of` needs a value"),
        ("any-of", ["names": [1]], "argument-value", "`names` must be a list of strings, not {1}"),
        ("since", ["day": "1970-13-01"], "argument-value", "`day` must be a date"),
        ("called", ["name": 5], "wrong-operand", "two strings"),
    ]

    @Test(arguments: refused.indices) func whatDoesNotFitIsRefused(index: Int) throws {
        let (name, values, code, words) = Self.refused[index]
        let file = try #require(Self.file)
        func expectRefused(_ error: PredicateFileError?) {
            #expect(error?.code.rawValue == code)
            #expect(error?.description.contains(words) == true, "\(error as Any)")
        }
        expectRefused(#expect(throws: PredicateFileError.self) { try file.predicate(name, values) })
        expectRefused(#expect(throws: PredicateFileError.self) { try file.predicate(name, for: City.self, values) })
    }

    /// A file with another schema, or with none, is checked again for the type.
    @Test func anotherSchemaIsCheckedForTheType() throws {
        let text = """
            schema: {type: object, properties: {population: {type: integer}, river: {type: string}}}
            predicates:
              big: {arguments: {least: integer}, predicate: population > $least}
              on-a-river: river != nil
            """
        let file = try PredicateFile(Array(text.utf8), format: .yaml)
        let big = try file.predicate("big", for: City.self, ["least": 1_000_000])
        #expect(Self.cities.filter(big).map(\.name) == ["Madrid", "Tokyo"])
        do throws(PredicateFileError) {
            _ = try file.predicate("on-a-river", for: City.self)
            Issue.record("the type has no such field")
        } catch {
            #expect(error.code == .unknownField)
            #expect(error.description.contains("`river` is not a field of City"))
        }
    }

    /// A reference acts as the predicate in parentheses, wherever a predicate can stand.
    static let expansions: [(text: String, expanded: String, matches: Bool)] = [
        ("@{either}", "(a == 1 OR b == 1)", true),
        ("NOT @{either}", "NOT (a == 1 OR b == 1)", false),
        ("@{either} AND c == 1", "(a == 1 OR b == 1) AND c == 1", false),
        ("c == 1 AND @{ either }", "c == 1 AND (a == 1 OR b == 1)", false),
        ("(@{either})", "((a == 1 OR b == 1))", true),
        ("'@{either}' == '@{either}'", "'@{either}' == '@{either}'", true),
        (#""\"@{either}" == '"@{either}'"#, #""\"@{either}" == '"@{either}'"#, true),
        ("TERNARY(@{either}, 1, 2) == 1", "TERNARY((a == 1 OR b == 1), 1, 2) == 1", true),
        (
            "SUBQUERY({1}, $x, $x == 1 AND @{either}).@count == 1",
            "SUBQUERY({1}, $x, $x == 1 AND (a == 1 OR b == 1)).@count == 1", true
        ),
        ("@{Été-1.b}", "(c == nil)", true),
    ]

    @Test(arguments: expansions.indices) func referencesActAsInParentheses(index: Int) throws {
        let (text, expanded, matches) = Self.expansions[index]
        let file = try PredicateFile(
            Array(
                #"{"predicates": {"p": \#(String(reflecting: text).replacingOccurrences(of: #"\'"#, with: "'")), "either": "a == 1 OR b == 1", "Été-1.b": "c == nil"}}"#
                    .utf8), format: .json)
        let predicate = try file.named("p")
        #expect(predicate.text == text)
        #expect(predicate.expandedText == expanded)
        #expect(try predicate.binding().matches(["b": 1]) == matches)
    }

    // MARK: Cases

    @Test func casesSayWhatFails() throws {
        let text = """
            predicates:
              big:
                arguments: {least: {type: integer, default: 10}}
                predicate: n > $least
                cases:
                  - {record: {n: 11}, matches: true}
                  - {record: {n: 11}, matches: false, description: wrong}
                  - {record: {n: 9}, matches: on, arguments: {least: 0x8}}
                  - {record: {n: 9}, matches: true}
              slow:
                predicate: SUBQUERY(l, $a, SUBQUERY(l, $b, SUBQUERY(l, $c, $a == $b AND $b != $c).@count > 0).@count > 0).@count > 0
                cases:
                  - {record: {l: [1, 2, 3]}, matches: true}
            """
        var limits = PredicateLimits.standard
        limits.evaluationSteps = 20
        let file = try PredicateFile(Array(text.utf8), format: .yaml, limits: limits)
        let results = try file.named("big").results()
        #expect(results.map(\.passes) == [true, false, true, false])
        #expect(results.map(\.actual) == [true, true, true, false])
        #expect(try file.named("big").failingCases().map(\.test.index) == [1, 3])
        #expect(results[1].test.description == "wrong")
        #expect(results[1].test.position == SourcePosition(line: 7, column: 10))
        #expect(results[2].predicate?.source == "n > $least")
        let slow = try #require(try file.named("slow").failingCases().first)
        #expect(slow.actual == nil)
        #expect(slow.reason == "the evaluation exceeded its steps")
    }

    // MARK: Formats

    static let formats: [(format: PredicateFile.Format, text: String)] = [
        (
            .yaml,
            """
            # rules
            schema: {type: object, properties: {n: {type: integer}, day: {type: string, format: date-time}}}
            predicates:
              big:
                description: "more \\u003e ten"
                arguments: {least: {type: integer, default: 1_0}, day: {type: date, default: 2024-01-01}}
                predicate: >-
                  n > $least
                  AND day > $day
                cases:
                  - {record: {n: 11, day: 2024-02-01T00:00:00Z}, matches: yes}
              small: NOT @{big}
            """
        ),
        (
            .toml,
            """
            [schema]
            type = "object"
            properties = {n = {type = "integer"}, day = {type = "string", format = "date-time"}}
            [predicates.big]
            description = "more > ten"
            predicate = "n > $least AND day > $day"
            arguments.least = {type = "integer", default = 1_0}
            arguments.day = {type = "date", default = 2024-01-01}
            [[predicates.big.cases]]
            matches = true
            record = {n = 0xB, day = 2024-02-01T00:00:00Z}
            [predicates]
            small = 'NOT @{big}'
            """
        ),
        (
            .json,
            """
            {"$schema": "x", "schema": {"type": "object", "properties": {"n": {"type": "integer"}, "day": {"type": "string", "format": "date-time"}}},
             "predicates": {"big": {"description": "more > ten", "arguments": {"least": {"type": "integer", "default": 10}, "day": {"type": "date", "default": "2024-01-01"}},
             "predicate": "n > $least AND day \\u003e $day", "cases": [{"record": {"n": 11, "day": "2024-02-01T00:00:00Z"}, "matches": true}]},
             "small": "NOT @{big}"}}
            """
        ),
        (.propertyList, propertyList),
    ]

    static let propertyList = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>schema</key><dict><key>type</key><string>object</string><key>properties</key><dict>
        <key>n</key><dict><key>type</key><string>integer</string></dict>
        <key>day</key><dict><key>type</key><string>string</string><key>format</key><string>date-time</string></dict></dict></dict>
        <key>predicates</key><dict><key>big</key><dict>
        <key>description</key><string>more &gt; ten</string>
        <key>arguments</key><dict>
        <key>least</key><dict><key>type</key><string>integer</string><key>default</key><integer>10</integer></dict>
        <key>day</key><dict><key>type</key><string>date</string><key>default</key><string>2024-01-01</string></dict></dict>
        <key>predicate</key><string><![CDATA[n > $least]]> AND day &gt; $day</string>
        <key>cases</key><array><dict><key>record</key><dict><key>n</key><integer>11</integer><key>day</key><date>2024-02-01T00:00:00Z</date></dict>
        <key>matches</key><true/></dict></array></dict>
        <key>small</key><string>NOT @{big}</string></dict></dict></plist>
        """

    @Test(arguments: formats.indices) func everyFormatSaysTheSame(index: Int) throws {
        let (format, text) = Self.formats[index]
        try Self.expectSame(PredicateFile(Array(text.utf8), format: format))
    }

    private static func expectSame(_ file: PredicateFile) throws {
        #expect(Set(file.names) == ["big", "small"])
        let big = try file.named("big")
        #expect(big.text == "n > $least AND day > $day")
        #expect(big.description == "more > ten")
        #expect(Set(big.arguments.map(\.name)) == ["least", "day"])
        #expect(big.arguments.first { $0.name == "least" }?.defaultValue == .integer(10))
        #expect(big.arguments.first { $0.name == "day" }?.type == .date)
        #expect(big.cases.count == 1)
        #expect(big.failingCases().isEmpty)
        #expect(try file.named("small").expandedText == "NOT (n > $least AND day > $day)")
    }

    private static func binary(_ xml: String) throws -> [UInt8] {
        let value = try PropertyListSerialization.propertyList(from: Data(xml.utf8), format: nil)
        return Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    }

    @Test func binaryPropertyLists() throws {
        try Self.expectSame(PredicateFile(Self.binary(Self.propertyList), format: .propertyList))
        // There are no lines, so the keys say where.
        let wrong = Self.propertyList.replacingOccurrences(of: "day &gt; $day", with: "dya &gt; $day")
            .replacingOccurrences(of: "<integer>11</integer>", with: "<string>x</string>")
        let bytes = try Self.binary(wrong)
        do throws(PredicateFileError) {
            _ = try PredicateFile(bytes, format: .propertyList, path: "rules.plist")
            Issue.record("a misspelt field was accepted")
        } catch {
            #expect(error.problems.map(\.keyPath) == ["predicates.big", "predicates.big.cases[0].record.n"])
            #expect(error.problems.allSatisfy { $0.position == nil })
            #expect(
                error.description == """
                    rules.plist: predicates.big:1:16: error: `dya` is not a field of Record
                     1 │ n > $least AND dya > $day
                       │                ^^^ did you mean `day`?
                    rules.plist: predicates.big.cases[0].record.n: error: the field `n` must be an integer, not "x"
                    """)
        }
    }
}
