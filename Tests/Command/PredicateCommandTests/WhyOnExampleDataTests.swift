import Foundation
import PredicateAnalysis
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Compares `why` and `coverage` on the example data with filters and predicates: each number with a count, and
/// each answer with the answer of its part alone.
@Suite struct WhyOnExampleDataTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var text: String
        var file: String
        var testDescription: String { text }
    }

    static let cities: [Example] = [
        "population > 1000000 AND NOT (capital == YES OR name BEGINSWITH \"A\")",
        "capital == YES OR (population BETWEEN {500000, 600000} AND latitude < 0)",
        "countrycode IN {\"PT\", \"ES\", \"FR\"} AND (ANY alternatenames ==[cd] \"lisboa\" OR population > 800000)",
        "NOT (NONE alternatenames CONTAINS \"a\" AND ALL alternatenames != nil)",
        "timezone MATCHES \"Europe/.*\" AND (name LIKE \"?o*\" OR NOT capital == nil)",
        "population + 1000 > 2000000 OR (latitude * longitude < 0 AND uppercase(name) BEGINSWITH \"L\")",
    ].map { Example(text: $0, file: "cities.ndjson") }

    static let countries: [Example] = [
        "continent.code == \"EU\"", "NOT continent.code == \"EU\"", "population > 50000000 AND areakm2 < 400000",
        "population > 50000000 OR areakm2 < 1000 OR NOT currency.code == \"EUR\"",
        "NOT (population > 1000000 OR NOT (areakm2 > 100 AND NOT languages CONTAINS \"fr\"))",
        "ANY languages BEGINSWITH \"pt\" AND SOME neighbours == \"ES\"",
        "ALL languages CONTAINS \"e\" OR neighbours.@count == 0",
        "NONE neighbours IN {\"FR\", \"DE\"} AND NOT ANY languages == \"en\"",
        "SUBQUERY(languages, $l, $l BEGINSWITH \"fr\").@count > 0 AND capital != \"Paris\"",
        "SUBQUERY(neighbours, $n, $n BEGINSWITH \"A\" OR $n == \"FR\").@count >= 2 OR population < 500",
        "postalcoderegex == nil AND phone != nil", "NOT postalcoderegex == nil OR tld == nil",
        "capital == nil OR currency.code == nil",
        "continent.code IN {\"AF\", \"AS\"} AND NOT iso3 IN {\"CHN\", \"IND\"}",
        "population BETWEEN {1000000, 2000000} AND areakm2 BETWEEN {0, 50000}",
        "name MATCHES \".*land\" OR name LIKE[c] \"*stan\"",
        "iso3 MATCHES \"[A-C]..\" AND NOT name CONTAINS[cd] \"a\"", "languages.@count > 4 OR neighbours.@count > 8",
        "isonumeric > 800 AND isonumeric < 810",
        "name ENDSWITH \"ia\" AND (population / areakm2 > 100 OR areakm2 > 1000000)",
        "TRUEPREDICATE AND continent.code == \"OC\"", "FALSEPREDICATE OR continent.code == \"AN\"",
        "name == capital OR name BEGINSWITH capital",
        "NOT NOT (continent.code == \"SA\" AND NOT NOT population > 10000000)",
        "(continent.code == \"NA\" AND population > 100000) OR (continent.code == \"SA\" AND population > 100000)",
        "continent.code == \"EU\" AND continent.code == \"EU\"",
        "ANY {\"PT\", \"ES\"} == iso3 OR languages[0] == \"pt-PT\"",
        "TERNARY(population > 1000000, areakm2, 0) > 500000 AND languages[LAST] != \"en\"",
        "count(neighbours) == 0 AND (max({population, 5}) > 6 OR nothing == 3)",
        "languages == {\"ca\"} OR {\"ES\", \"FR\"} == neighbours",
        "\"fr\" IN languages AND \"Fran\" IN name", "nothing.at.all == nil AND NOT nothing > 3 AND nothing != 5",
        "ANY neighbours == nil OR ALL neighbours == \"ES\"",
        "($f := languages.@count) > 2 AND ($f < 4 OR population < 1000)",
    ].map { Example(text: $0, file: "countries.json") }

    private static func path(_ file: String) -> String {
        Repository.root.appendingPathComponent("Examples/Data/\(file)").path
    }

    /// The number of records that a filter finds.
    private func count(_ text: String, _ file: String) -> Int {
        let result = predicate(
            ["filter", "--untyped", "--values", "--count", text, Self.path(file)].filter { word in
                word != "--values" || file == "countries.json"
            })
        return Int(result.lines.first ?? "") ?? -1
    }

    // MARK: Coverage

    private struct Clause: Decodable {
        struct Range: Decodable, Equatable { var start, end: Int }
        var parent: Int?
        var text: String
        var range: Range
        var `true`, `false`, decided, changed: Int
        var matters: Bool
    }

    private struct Coverage: Decodable {
        var records, matches, unfinished: Int
        var clauses: [Clause]
    }

    @Test(arguments: cities + countries) func coverage(_ example: Example) throws {
        let values = example.file == "countries.json" ? ["--values"] : []
        let result = predicate(
            ["coverage", "--untyped", "--output", "json"] + values + [example.text, Self.path(example.file)])
        let coverage = try JSONDecoder().decode(Coverage.self, from: Data(result.output.utf8))
        #expect(coverage.unfinished == 0)
        #expect(coverage.records == count("TRUEPREDICATE", example.file))
        #expect(coverage.matches == count(example.text, example.file))
        #expect(!coverage.clauses.isEmpty)
        let base = numbers(example.text, example.file)
        for (index, clause) in coverage.clauses.enumerated() {
            let bytes = Array(example.text.utf8)
            let head = String(decoding: bytes[..<clause.range.start], as: UTF8.self)
            let tail = String(decoding: bytes[clause.range.end...], as: UTF8.self)
            // A clause alone lacks the variables that the whole predicate assigns.
            let alone = example.text.hasPrefix("($") && index > 0 ? nil : clause.text
            if let alone {
                // The command counts the first part of a predicate as the library does, which is enough for the others.
                let counts = [alone, "NOT (\(alone))"].map { text in
                    runsDeepTests || index == 1
                        ? count(text, example.file) : numbers(text, example.file).count
                }
                #expect([clause.true, clause.false] == counts, "\(clause.text)")
            }
            #expect(clause.true + clause.false == coverage.records)
            // `decided` counts the records whose answer changes with the opposite clause. The NOT in NONE, which is
            // NOT ANY, is not written.
            let isHidden = clause.parent.map { coverage.clauses[$0].range == clause.range } ?? false
            let opposite = isHidden ? "\(head)(\(clause.text))\(tail)" : "\(head)(NOT (\(clause.text)))\(tail)"
            #expect(clause.decided == base.symmetricDifference(numbers(opposite, example.file)).count, "\(clause.text)")
            let without = without(index, coverage.clauses, example.text)
            // Without the clause that assigns a variable, the variable would be missing elsewhere.
            if !(example.text.hasPrefix("($") && index == 1) {
                #expect(
                    clause.changed == base.symmetricDifference(numbers(without, example.file)).count, "\(clause.text)")
            }
            #expect(clause.matters == (clause.changed > 0))
        }
    }

    /// The indexes of the matching records.
    private func numbers(_ text: String, _ file: String) -> Set<Int> {
        let records = Self.records(of: file)
        guard let predicate = try? ParsedPredicate(parsing: text, library: commandLibrary).checked() else {
            return [-1]
        }
        return Set(records.indices.filter { predicate.matches(records[$0]) })
    }

    private func without(_ index: Int, _ clauses: [Clause], _ text: String) -> String {
        guard let parent = clauses[index].parent else { return "TRUEPREDICATE" }
        let bytes = Array(text.utf8)
        let range = clauses[index].range
        let head = String(decoding: bytes[..<range.start], as: UTF8.self)
        let tail = String(decoding: bytes[range.end...], as: UTF8.self)
        let siblings = clauses.indices.filter { clauses[$0].parent == parent }
        if siblings.count == 1 { return without(parent, clauses, text) }
        // AND or OR is between its first two clauses.
        let between = String(
            decoding: bytes[clauses[siblings[0]].range.end..<clauses[siblings[1]].range.start], as: UTF8.self)
        return head + (between.contains("AND") ? "TRUEPREDICATE" : "FALSEPREDICATE") + tail
    }

    // MARK: Why

    private static let records: [String: [PredicateValue]] = {
        var result: [String: [PredicateValue]] = [:]
        for file in ["cities.ndjson", "countries.json"] {
            var reader = JSONReader()
            guard
                let stream = try? RecordStream(
                    .file(path(file)), RecordInputOptions(values: file == "countries.json"))
            else { continue }
            var records: [PredicateValue] = []
            while let raw = try? stream.next(), let value = try? reader.read(raw) { records.append(value) }
            result[file] = records
        }
        return result
    }()

    private static func records(of file: String) -> [PredicateValue] { records[file] ?? [] }

    @Test func theRecordsAreThere() {
        #expect(Self.records(of: "cities.ndjson").count == count("TRUEPREDICATE", "cities.ndjson"))
        #expect(Self.records(of: "countries.json").count == count("TRUEPREDICATE", "countries.json"))
    }

    @Test(arguments: cities + countries) func why(_ example: Example) throws {
        let records = Self.records(of: example.file)
        let predicate = try ParsedPredicate(parsing: example.text, library: commandLibrary).checked()
        let matching = numbers(example.text, example.file)
        #expect(matching.count == count(example.text, example.file))
        // Some matching records, and some of all records.
        let chosen = Set(matching.sorted().prefix(15)).union(stride(from: 0, to: records.count, by: records.count / 25))
        var parts: [Int: CheckedPredicate] = [:]
        for number in chosen {
            let record = records[number]
            let trace = predicate.trace(of: record)
            #expect(trace.isComplete)
            #expect(trace.matches == matching.contains(number))
            #expect(trace.nodes.first?.outcome == .answer(trace.matches))
            for index in trace.nodes.indices where !isBelowElements(index, trace) {
                guard case .predicate(let tree) = trace.nodes[index].node else { continue }
                // A part alone lacks the variables that the whole predicate assigns.
                if example.text.hasPrefix("($"), index > 0 { continue }
                if parts[index] == nil {
                    parts[index] = try ParsedPredicate(parsing: tree.predicateFormat, library: commandLibrary).checked()
                }
                #expect(
                    trace.nodes[index].outcome == (parts[index].map { .answer($0.matches(record)) }),
                    "\(tree.predicateFormat)")
            }
            checkDeciding(trace)
        }
    }

    /// Whether a node is evaluated for an element rather than the record.
    private func isBelowElements(_ index: Int, _ trace: PredicateTrace) -> Bool {
        var below = index
        while let parent = trace.nodes[below].parent {
            if case .expression = trace.nodes[parent].node { return true }
            below = parent
        }
        return false
    }

    /// The part that decided is decisive: without the parts after it, its opposite gives the opposite answer.
    private func checkDeciding(_ trace: PredicateTrace) {
        for (index, node) in trace.nodes.enumerated() {
            // Without elements, nothing below is evaluated.
            guard case .predicate(let tree) = node.node, node.outcome != .unknown else { continue }
            let children = trace.children(of: index).filter {
                if case .predicate = trace.nodes[$0].node { true } else { false }
            }
            func answers(_ turned: Int?) -> [Bool] {
                children.prefix { $0 <= node.decidedBy ?? .max }.map { child in
                    (trace.nodes[child].outcome == .answer(true)) != (child == turned)
                }
            }
            func value(_ turned: Int?) -> Bool {
                switch tree.kind {
                case .and: answers(turned).allSatisfy { $0 }
                case .or: answers(turned).contains(true)
                default: !(answers(turned).first ?? false)
                }
            }
            switch tree.kind {
            case .and, .or, .not:
                #expect(node.outcome == .answer(value(nil)))
                if let decided = node.decidedBy {
                    #expect(value(decided) != value(nil))
                } else {
                    // All parts decided together, so the opposite of any of them changes the answer.
                    for child in children { #expect(value(child) != value(nil)) }
                }
            default: break
            }
        }
    }
}
