import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Texts that attack a parser. Each must give an error in reasonable time on a thread with a stack of 512 KiB.
@Suite struct HostileInputTests {
    struct Hostile: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        /// The code of the first error.
        var code: String
        var testDescription: String { name }
    }

    static let texts: [Hostile] = [
        Hostile(name: "ten thousand open parentheses", text: repeating("(", 10_000), code: "too-deep"),
        Hostile(
            name: "ten thousand nested parentheses", text: repeating("(", 10_000) + "a == 1" + repeating(")", 10_000),
            code: "too-deep"),
        Hostile(name: "a megabyte of NOT", text: repeating("NOT ", 262_143) + "a", code: "too-deep"),
        Hostile(name: "more than a megabyte", text: repeating("NOT ", 262_145), code: "source-too-long"),
        Hostile(name: "a megabyte of !", text: repeating("!", 1 << 20), code: "too-deep"),
        Hostile(name: "a megabyte of minus", text: repeating("-", (1 << 20) - 1) + "1", code: "too-deep"),
        Hostile(name: "a megabyte of ~", text: repeating("~", (1 << 20) - 1) + "1", code: "too-deep"),
        Hostile(name: "a megabyte of garbage", text: repeating("\u{1}?;§\\", 150_000), code: "unexpected-character"),
        Hostile(name: "a megabyte of commas", text: repeating(",", 1 << 20), code: "missing-operand"),
        Hostile(name: "a megabyte of closing brackets", text: repeating("a == 1)", 140_000), code: "unmatched-bracket"),
        Hostile(name: "a megabyte of comparisons", text: repeating("== ", 340_000), code: "missing-operand"),
        Hostile(name: "a megabyte of conditions", text: repeating("a == 1 ", 140_000), code: "missing-operator"),
        Hostile(name: "a chain of sums", text: "a == 1" + repeating("+1", 100_000), code: "too-deep"),
        Hostile(name: "a chain of powers", text: "a == 1" + repeating("**1", 100_000), code: "too-deep"),
        Hostile(name: "a long path", text: "a" + repeating(".a", 100_000) + " == 1", code: "too-deep"),
        Hostile(name: "a long row of indexes", text: "a" + repeating("[0]", 100_000) + " == 1", code: "too-deep"),
        Hostile(name: "nested lists", text: "a == " + repeating("{", 100_000), code: "too-deep"),
        Hostile(name: "nested brackets", text: "a == b" + repeating("[a", 100_000), code: "too-deep"),
        Hostile(name: "nested calls", text: "a == " + repeating("abs(", 100_000), code: "too-deep"),
        Hostile(name: "nested SUBQUERY", text: repeating("SUBQUERY(a, $x, ", 30_000), code: "too-deep"),
        Hostile(name: "nested TERNARY", text: repeating("TERNARY(", 30_000), code: "too-deep"),
        Hostile(name: "nested assignments", text: repeating("$a := ", 100_000) + "1 == 1", code: "too-deep"),
        Hostile(name: "an unclosed string", text: "a == \"" + repeating("x", 1_000_000), code: "unclosed-string"),
        Hostile(name: "an unclosed list", text: "a IN {" + repeating("1, ", 60_000), code: "unclosed-bracket"),
        Hostile(name: "an unclosed option", text: "a ==[c 'x'", code: "unclosed-bracket"),
        Hostile(name: "backslashes", text: "a == '" + repeating("\\", 1_000_000), code: "unclosed-string"),
        Hostile(name: "a long number", text: "a == " + repeating("9", 1_000_000), code: "number-too-large"),
        Hostile(name: "a long word", text: repeating("a", 1_000_000), code: "missing-comparison"),
        Hostile(name: "many nodes", text: "a IN {" + repeating("1,", 250_000) + "1}", code: "too-many-nodes"),
    ]

    private static func repeating(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Names are compared with the names of the schema, and fix-its are tried by checking again. Both are limited.
    @Test("Many wrong names and many odd keys")
    func manyNames() {
        let fields = (0..<(runsDeepTests ? 20_000 : 2_500)).map { RecordField("item \($0)/x.y", .integer) }
        let schema = RecordSchema(root: "Record", types: [RecordType("Record", fields: fields)])
        let names = (0..<40).map { "nam\($0) == 'x'" }.joined(separator: " AND ")
        let likes = (0..<80).map { "a\($0) ILIKE '%x%'" }.joined(separator: " AND ")
        for text in [names, likes, "3 < ANY a AND " + names] {
            let seconds = processorSeconds {
                let found = ParsedPredicate.diagnostics(of: text, against: schema)
                #expect(found.hasErrors)
                _ = found.withVerifiedEdits
                _ = found.fixed
            }
            #expect(seconds < 20)
        }
    }

    @Test(arguments: texts) func isAnErrorInTime(_ hostile: Hostile) {
        var codes: [String] = []
        var seconds = 0.0
        onSmallThread {
            seconds = processorSeconds {
                do throws(PredicateDiagnostics) {
                    _ = try ParsedPredicate(parsing: hostile.text).checked()
                } catch {
                    codes = error.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
                }
            }
        }
        #expect(codes.contains(hostile.code), "\(codes.prefix(5))")
        // The limit is for a debug build. It finds quadratic time, not slow code.
        #expect(seconds < 10)
    }

    /// Mistakes of every kind, each repeated many times.
    private static let mistakes: [String] = [
        "nmae == 'x' AND ", "a-b == 1 AND ", "c.a-b == 1 AND ", "name == John AND ", "name IN ('x', 'y') AND ",
        "age NOT IN {1} AND ", "1 < age < 5 AND ", "name == 'O'Brien' AND ", "name == “x” AND ", "age ≥ 5 & ",
        "name.includes('x') AND ", "name.toLowerCase() == 'x' AND ", "name IS NOT NULL AND ", "age > 10.15.1 AND ",
        "'a''b' ", "a'b ", "''a'' ", "`a` ", "&gt; ", "?? ", "%5d ", "5% ", "$0.age ", "a.b?.c ", "x:y ", "1..2 ",
        "{1 2 ", "[a, ", "(a, ", "{1) ", "SUBQUERY(a, x, x.a == 1 AND ", "contains(a, 'b') ", "age == 5 km ",
        "name MATCHES '\\d' AND ", "name LIKE Jo* ", "name LIKE ", "a@b ", "a// ", "- -", "a..b ", "NTO a == 1 AND ",
        "!a ", "a! ", "\\.a ", "@\"x\" ", "SELECT a ", "tags.count == 1 AND ", "foo(1) AND ", "name AND ", "TRUE AND ",
        "name[cd] CONTAINS 'x' AND ", "tags[-1] == 'x' AND ", "age == '5' AND ", "born > '2024-1-1' AND ",
    ]

    /// Diagnosis takes linear time, whatever the mistake.
    @Test(arguments: mistakes) func mistakesWithoutEnd(_ mistake: String) {
        let schema = RecordSchema(
            root: "Person",
            types: [
                RecordType(
                    "Person",
                    fields: [
                        RecordField("name", .string), RecordField("age", .integer), RecordField("born", .dateTime),
                        RecordField("tags", .list(.string)),
                    ])
            ])
        let text = Self.repeating(mistake, (runsDeepTests ? 40_000 : 2_500) / mistake.utf8.count)
        var found = PredicateDiagnostics(source: "", diagnostics: [])
        var seconds = 0.0
        onSmallThread {
            seconds = processorSeconds {
                found = ParsedPredicate.diagnostics(of: text, against: schema, library: .standardWithPatterns)
                _ = found.fixed(.error, .warning)
                _ = found.description
            }
        }
        #expect(found.hasErrors)
        #expect(found.diagnostics.count <= 1300)
        // Quadratic time in the number of words would take longer.
        #expect(seconds < (runsDeepTests ? 10 : 3))
    }

    @Test(arguments: [100, 190]) func whatTheLimitAllowsWorksOnASmallThread(levels: Int) {
        let texts = [
            Self.repeating("(", levels) + "a == 1" + Self.repeating(")", levels),
            Self.repeating("NOT ", levels - 5) + "a == 2",
            "a == 1" + Self.repeating(" + 0", levels - 5),
            "a == " + Self.repeating("abs(", levels - 5) + "1" + Self.repeating(")", levels - 5),
            "b == " + Self.repeating("{", levels - 5) + "1" + Self.repeating("}", levels - 5),
            Self.repeating("TERNARY(", levels / 2 - 5) + "a == 1" + Self.repeating(", 1, 0) == 1", levels / 2 - 5),
        ]
        for text in texts {
            var outcome: String = "nothing happened"
            onSmallThread {
                do throws(PredicateDiagnostics) {
                    let predicate = try ParsedPredicate(parsing: text).checked()
                    _ = predicate.matches(["a": 1])
                    let printed = predicate.predicateFormat
                    let again = try ParsedPredicate(parsing: printed, limits: Self.doubled).checked()
                    outcome = again.tree == predicate.tree ? "same" : "different"
                } catch {
                    outcome = error.diagnostics.map(\.message).joined(separator: "; ")
                }
            }
            #expect(outcome == "same", "\(text.prefix(40))")
        }
    }

    private static let doubled: PredicateLimits = {
        var limits = PredicateLimits()
        limits.depth = 1000
        return limits
    }()
}

/// Runs work on a thread with a stack of 512 KiB and waits for it.
func onSmallThread(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
        let box = Unmanaged.passRetained(WorkBox(work))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 512 << 10)
        #if canImport(Darwin)
        var thread: pthread_t?
        pthread_create(
            &thread, &attributes,
            { pointer in
                Unmanaged<WorkBox>.fromOpaque(pointer).takeRetainedValue().work()
                return nil
            }, box.toOpaque())
        if let thread { pthread_join(thread, nil) }
        #else
        var thread = pthread_t()
        pthread_create(
            &thread, &attributes,
            { pointer in
                if let pointer { Unmanaged<WorkBox>.fromOpaque(pointer).takeRetainedValue().work() }
                return nil
            }, box.toOpaque())
        pthread_join(thread, nil)
        #endif
        pthread_attr_destroy(&attributes)
    }
}

private final class WorkBox {
    let work: () -> Void
    init(_ work: @escaping () -> Void) { self.work = work }
}
