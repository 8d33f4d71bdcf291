import Foundation
import PredicatePatterns
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The properties of every fix-it, over the corpora and 20,000 mutations of their texts: a valid text keeps its
/// answer, the edits that are made never overlap, and no fix-it brings a new error.
///
/// A run uses every tenth mutation; `PREDICATE_ALL_MUTATIONS=1` uses all.
@Suite struct FixItPropertyTests {
    private static let library = PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())
    private static let mutations = 20_000
    private static let shards = 4
    private static let isWhole = ProcessInfo.processInfo.environment["PREDICATE_ALL_MUTATIONS"] != nil

    /// A text with the schema and values that it is checked against.
    struct Seed: Sendable {
        var text: String
        var schema: RecordSchema?
        var arguments: [PredicateValue]?
        var bindings: [String: PredicateValue] = [:]
        var record: PredicateValue = [:]
    }

    private static let conformance: [Seed] = {
        guard let runner = try? ConformanceRunner() else { return [] }
        return ConformanceFile.all.flatMap(\.cases).compactMap { tested in
            guard !tested.isExpression, tested.text.utf8.count < 2000 else { return nil }
            do {
                return Seed(
                    text: tested.text, schema: try runner.schema(of: tested), arguments: tested.arguments,
                    bindings: tested.variables, record: tested.record)
            } catch {
                return nil
            }
        }
    }()

    private static let mistakes: [Seed] = {
        var schemas: [String: RecordSchema] = [:]
        return MistakeFile.all.flatMap(\.cases).map { tested in
            guard let name = tested.schema else { return Seed(text: tested.text) }
            if schemas[name] == nil {
                let url = MistakeFile.folder.appendingPathComponent("schemas/\(name).schema.json")
                schemas[name] = try? JSONSchemaReader.read(String(contentsOf: url, encoding: .utf8)).schema
            }
            return Seed(text: tested.text, schema: schemas[name])
        }
    }()

    // MARK: Tests

    /// The output of `check --fix` for every text of the corpora.
    @Test(arguments: 0..<shards) func corpora(shard: Int) {
        let seeds = Self.conformance + Self.mistakes
        #expect(seeds.count > 5000)
        var endless: [String] = []
        for (index, seed) in seeds.enumerated() where index % Self.shards == shard {
            if let failure = Self.failure(of: seed, &endless) { Issue.record("\(failure)") }
        }
        #expect(endless.isEmpty, "\(endless.joined(separator: "\n"))")
    }

    @Test(arguments: 0..<shards) func mutations(shard: Int) {
        let seeds = Self.mistakes + Self.conformance.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
        var mutator = TextMutator(donors: seeds.prefix(1500).map(\.text), seed: UInt64(shard) + 1)
        let count = Self.mutations / Self.shards / (Self.isWhole ? 1 : 10)
        var random = SeededRandom(seed: UInt64(shard) + 100)
        var fixable = 0
        var unfixed: [String] = []
        var endless: [String] = []
        for _ in 0..<count {
            guard var seed = seeds.randomElement(using: &random) else { break }
            seed.text = mutator.mutated(seed.text)
            // Values given with the text would be too few or too many.
            if seed.arguments != nil { seed.arguments = nil }
            if let failure = Self.failure(of: seed, &endless) { Issue.record("\(failure)") }
            let errors = Self.found(seed.text, seed).withVerifiedEdits.diagnostics.filter { $0.severity == .error }
            guard !errors.isEmpty, errors.allSatisfy({ !$0.edits.isEmpty && $0.areEditsApplicable }) else { continue }
            fixable += 1
            if Self.found(Self.fixed(seed), seed).hasErrors { unfixed.append(seed.text) }
        }
        // Such a text is left as it is, although one of its mistakes could be fixed.
        #expect(endless.count <= 2 + count / 1000, "\(endless.joined(separator: "\n"))")
        // If every error has an edit that counts, the remaining errors were hidden. In a tenth of the mutations the
        // share varies more.
        #expect(fixable > count / 20)
        #expect(
            unfixed.count * 100 <= fixable * (Self.isWhole ? 5 : 10),
            "\(unfixed.count) of \(fixable):\n\(unfixed.prefix(60).joined(separator: "\n"))")
    }

    // MARK: Properties

    private static func found(_ text: String, _ seed: Seed) -> PredicateDiagnostics {
        ParsedPredicate.diagnostics(
            of: text, against: seed.schema, arguments: seed.arguments, bindings: seed.bindings, library: library)
    }

    /// The text after as many rounds as `check --fix` makes.
    private static func fixed(_ seed: Seed) -> String { FixItRounds(found(seed.text, seed)).text }

    private static func failure(of seed: Seed, _ endless: inout [String]) -> String? {
        if let failure = failureOfRounds(seed, &endless) { return failure }
        var seed = seed
        for _ in 0..<5 {
            let found = found(seed.text, seed)
            let fixing = FixItSelection(found, [.error, .warning])
            guard let fixed = fixing.text else { return nil }
            if fixing.edits.haveOverlap { return "edits overlap: \(seed.text)\n\(found)" }
            let before = found.diagnostics.filter(isOfText)
            let after = Self.found(fixed, seed).diagnostics.filter(isOfText)
            if after.count > before.count { return "more errors: \(seed.text)\nbecomes \(fixed)" }
            if let new = brought(after, before, fixing.edits) {
                return "\(seed.text)\nbecomes \(fixed)\nwith \(new.code.rawValue) at \(new.range): \(new.message)"
            }
            if before.isEmpty, let failure = difference(seed.text, fixed, seed) { return failure }
            if fixed == seed.text { return "nothing is fixed: \(fixed)\n\(found)" }
            seed.text = fixed
        }
        return nil
    }

    /// A text that is fixed is at its end: fixing it again changes nothing.
    ///
    /// - Parameter endless: takes a text whose rounds reach no end.
    private static func failureOfRounds(_ seed: Seed, _ endless: inout [String]) -> String? {
        let found = found(seed.text, seed)
        let rounds = FixItRounds(found)
        if !rounds.hasChanged {
            if FixItSelection(found, [.error, .warning]).text != nil { endless.append(seed.text) }
            return nil
        }
        var again = seed
        again.text = rounds.text
        let after = Self.found(rounds.text, again)
        if after.diagnostics.count(where: isOfText) > found.diagnostics.count(where: isOfText) {
            return "more errors: \(seed.text)\nis fixed to \(rounds.text)"
        }
        let second = FixItRounds(after)
        return second.hasChanged
            ? "\(seed.text)\nis fixed to \(rounds.text)\nand that to \(second.text)" : nil
    }

    private static func isOfText(_ diagnostic: PredicateDiagnostic) -> Bool {
        diagnostic.severity == .error
            && !["missing-argument", "unused-argument", "unbound-variable"].contains(diagnostic.code)
    }

    /// An error at the location of an edit that did not exist anywhere before.
    private static func brought(
        _ after: [PredicateDiagnostic], _ before: [PredicateDiagnostic], _ edits: [PredicateDiagnostic.Edit]
    ) -> PredicateDiagnostic? {
        var locations: [SourceRange] = []
        var moved = 0
        for edit in edits.inOrderOfLocation {
            let start = edit.range.lowerBound + moved
            locations.append(SourceRange(start, start + edit.text.utf8.count))
            moved += edit.text.utf8.count - (edit.range.upperBound - edit.range.lowerBound)
        }
        return after.first { error in
            // An edit inside another mistake does not make it a new one.
            let isThere =
                before.contains {
                    $0.code == error.code
                        && ($0.message == error.message || $0.range.lowerBound == error.range.lowerBound)
                }
                || before.filter { $0.code == error.code }.count >= after.filter { $0.code == error.code }.count
            return !isThere
                && locations.contains {
                    $0.lowerBound <= error.range.upperBound && error.range.lowerBound <= $0.upperBound
                }
        }
    }

    // MARK: Answers

    /// The difference between the answers of two texts.
    private static func difference(_ text: String, _ fixed: String, _ seed: Seed) -> String? {
        guard !text.contains("random") else { return nil }
        do throws(PredicateDiagnostics) {
            let first = try checked(text, seed)
            let second = try checked(fixed, seed)
            let context = EvaluationContext(
                now: Date(timeIntervalSinceReferenceDate: 700_000_000), bindings: seed.bindings)
            for record in [seed.record] + records(for: text) {
                let expected = first.matches(record, context: context)
                if second.matches(record, context: context) != expected {
                    return "\(text)\nbecomes \(fixed)\nwhich is not \(expected) of \(record)"
                }
            }
            return nil
        } catch {
            // Without its values the text cannot be evaluated.
            return error.diagnostics.contains(where: isOfText) ? "\(fixed) cannot be used: \(error)" : nil
        }
    }

    private static func checked(_ text: String, _ seed: Seed) throws(PredicateDiagnostics) -> CheckedPredicate {
        let checked = try ParsedPredicate(parsing: text, library: library)
            .template(against: seed.schema, arguments: seed.arguments ?? []).open
        return try checked.binding(values: NameTable(seed.bindings))
    }

    /// Records with the names in a text, and values that its comparisons may tell apart.
    private static func records(for text: String) -> [PredicateValue] {
        let tokens = TextMutator.tokens(of: text)
        let names = Array(Set(tokens.filter { $0.first?.isLetter ?? false })).sorted().prefix(12)
        let quoted = tokens.filter { $0.count > 2 && ($0.first == "\"" || $0.first == "'") }
            .map { PredicateValue.string(String($0.dropFirst().dropLast())) }
        var values: [PredicateValue] = [
            .null, 0, 1, 5, 30, 2.5, true, "x", "Ann", "", "2024-01-31", ["a", "x", 1, nil], [],
            ["price": 3, "name": "x"],
            [["price": 30, "name": "Ann"], ["price": 1]],
        ]
        values += quoted.prefix(4)
        var random = SeededRandom(seed: UInt64(text.utf8.count))
        return (0..<10).map { _ in
            PredicateValue.object(
                PredicateObject(
                    names.map { name in (name, values.randomElement(using: &random) ?? .null) }))
        }
    }
}
