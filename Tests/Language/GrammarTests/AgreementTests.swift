import PredicateCore
import PredicateTesting
import Testing

/// Compares the grammar's file with the parser.
@Suite("The parser accepts the texts that the grammar's file derives, and no others")
struct AgreementTests {
    private let grammar: Grammar
    private let recogniser: Recogniser

    init() throws {
        grammar = try Grammar.normative()
        recogniser = try Recogniser(grammar)
    }

    private static func parses(_ text: String) -> Bool {
        (try? ParsedPredicate(parsing: text)) != nil
    }

    /// Compares the grammar with the parser on some texts. Records the first disagreements, each with its text
    /// shortened.
    private func compare(_ texts: some Sequence<String>) -> (accepted: Int, rejected: Int) {
        var counts = (accepted: 0, rejected: 0)
        var failures: [String] = []
        for text in texts {
            guard failures.count < 10, let accepted = recogniser.accepts(text) else { continue }
            if accepted { counts.accepted += 1 } else { counts.rejected += 1 }
            if Self.parses(text) != accepted {
                let smaller = shrunk(text) { recogniser.accepts($0) == accepted && Self.parses($0) != accepted }
                failures.append("\(smaller.debugDescription) is \(accepted ? "" : "not ")derived by the grammar")
            }
        }
        #expect(failures == [])
        return counts
    }

    /// Shortens a text as long as a condition holds for it.
    private func shrunk(_ text: String, while holds: (String) -> Bool) -> String {
        var scalars = Array(text.unicodeScalars)
        var size = max(1, scalars.count / 2)
        while size > 0 {
            var location = 0
            while location + size <= scalars.count {
                let candidate = Array(scalars[..<location] + scalars[(location + size)...])
                if holds(String(String.UnicodeScalarView(candidate))) { scalars = candidate } else { location += 1 }
            }
            size /= 2
        }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test("Predicates that people write, and texts that only look like predicates")
    func seeds() {
        for text in Seeds.accepted { #expect(Self.parses(text), "\(text)") }
        for text in Seeds.rejected { #expect(!Self.parses(text), "\(text)") }
    }

    @Test("Texts derived from the file, and slightly changed ones", arguments: [1, 2, 3] as [UInt64])
    func derived(seed: UInt64) {
        var generator = Generator(grammar, cutter: recogniser.cutter, seed: seed)
        let count = runsDeepTests ? 1000 : 400
        let texts = (0..<count).map { _ in generator.text() }
        #expect(compare(texts) == (count, 0))
        var mutator = Mutator(cutter: recogniser.cutter, donors: Seeds.accepted, seed: seed)
        let counts = compare(texts.map { mutator.mutated($0) })
        #expect(counts.accepted > count / 20 && counts.rejected > count / 2)
    }

    @Test("Slightly changed predicates", arguments: [4, 5] as [UInt64])
    func mutated(seed: UInt64) {
        var mutator = Mutator(cutter: recogniser.cutter, donors: Seeds.accepted, seed: seed)
        let counts = compare((0..<20).flatMap { _ in Seeds.accepted.map { mutator.mutated($0) } })
        #expect(counts.accepted > 100 && counts.rejected > 800)
    }

    @Test("Tokens in random order", arguments: [6, 7] as [UInt64])
    func soup(seed: UInt64) {
        var mutator = Mutator(cutter: recogniser.cutter, donors: Seeds.accepted, seed: seed)
        let counts = compare((0..<2000).map { _ in mutator.soup() })
        #expect(counts.accepted > 100 && counts.rejected > 1000)
    }

    @Test("Every pair of tokens")
    func pairs() {
        let tokens = recogniser.cutter.terminals.flatMap { Self.examples(of: $0) }
        let counts = compare(
            tokens.enumerated().flatMap { index, first in
                tokens.enumerated().map { other, second in
                    let frame = Self.frames[(index + other) % Self.frames.count]
                    return "\(frame.0)\(first) \(second)\(frame.1)"
                }
            })
        #expect(counts.accepted > 50 && counts.rejected > 4000)
    }

    private static let frames = [("", " == 1"), ("a == ", ""), ("a ", " b"), ("x", " == 1"), ("(", ") == 1")]

    private static func examples(of terminal: TokenCutter.Terminal) -> [String] {
        switch terminal {
        case .literal(let text): [text]
        case .rule("Name"): ["name"]
        case .rule("Word"): ["word"]
        case .rule("Selector"): ["add:to:"]
        case .rule("HashWord"): ["#size"]
        case .rule("AtWord"): ["@count"]
        case .rule("Variable"): ["$v"]
        case .rule("OptionLetters"): ["cd"]
        case .rule("Number"): ["7", "1.5", ".5"]
        case .rule("String"): ["'text'"]
        case .rule("ValueArgument"): ["%@", "%ld"]
        case .rule("KeyPathArgument"): ["%K"]
        case .rule(let name): ["no example of \(name)"]
        }
    }
}
