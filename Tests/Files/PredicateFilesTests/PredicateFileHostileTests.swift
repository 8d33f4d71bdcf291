import Foundation
import PredicateFormat
import Testing

@testable import PredicateFiles

/// Files of named predicates that somebody made to do harm, and files that are cut off.
@Suite struct PredicateFileHostileTests {
    private static func codes(_ text: String, _ format: PredicateFile.Format = .yaml) -> [String] {
        do throws(PredicateFileError) {
            _ = try PredicateFile(Array(text.utf8), format: format)
            return []
        } catch {
            _ = error.description
            return error.problems.map { "\($0.position?.line ?? 0) \($0.diagnostic.code.rawValue)" }
        }
    }

    /// Predicates of which each uses others.
    private static func chain(_ count: Int, first: String = "a == 1", _ text: (Int) -> String) -> String {
        "predicates:\n  p0: \(first)\n" + (1..<count).map { "  p\($0): '\(text($0))'\n" }.joined()
    }

    @Test func doublingIsOneError() {
        #expect(
            Self.codes(Self.chain(61) { "@{p\($0 - 1)} OR @{p\($0 - 1)}" }) == ["18 too-many-nodes"])
        #expect(
            Self.codes(Self.chain(61, first: "name == 'Ouagadougou'") { "@{p\($0 - 1)} OR @{p\($0 - 1)}" })
                == ["18 predicate-too-long"])
        let wide = (0..<50_000).map { _ in "@{p0}" }.joined(separator: " OR ")
        #expect(Self.codes("predicates:\n  p0: a == 1\n  p1: \(wide)").allSatisfy { $0.hasPrefix("3 ") })
    }

    @Test func longChainsAreBounded() {
        // Each step is a level of parentheses; the first one beyond the limit is reported, and none that uses it.
        let found = Self.codes(Self.chain(5000) { "NOT @{p\($0 - 1)}" })
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("too-deep") == true, "\(found)")
        // A circle of many is one error.
        #expect(Self.codes(Self.chain(5000) { "@{p\($0 - 1)}" } + "  p5000: '@{p4999}'\n").count == 1)
        let circle = Self.chain(3000) { "@{p\($0 == 2999 ? 1 : $0 + 1)}" }
        #expect(Self.codes(circle) == ["3 predicate-cycle"])
        // Two circles, one of which leads to the other.
        #expect(
            Self.codes("predicates: {a: 'NOT @{b}', b: 'NOT @{a}', c: '@{a} AND @{c}', d: '@{c}', e: x >}")
                == ["1 predicate-cycle", "1 predicate-cycle", "1 missing-operand"])
    }

    @Test func manyPredicatesAreReadInLinearTime() throws {
        var text = "predicates:\n"
        for index in 0..<3000 { text += "  p\(index): n > \(index) AND @{q}\n" }
        let file = try PredicateFile(
            Array((text + "  q: n > $m\n").replacing("q: n > $m", with: "q: n < 9").utf8), format: .yaml)
        #expect(file.names.count == 3001)
        // Many mistakes, each once.
        let wrong = text + "  q: n >\n"
        #expect(Self.codes(wrong) == ["3002 missing-operand"])
    }

    @Test(arguments: [
        "predicates: {a: '@{'}", "predicates: {a: '@{}'}", "predicates: {a: '@{ }'}", "predicates: {a: '@{a'}",
        "predicates: {a: '@{@{b}}', b: x == 1}", "predicates: {a: \"@{b\\n}\", b: x == 1}",
        "predicates: {a: \"'@{b}\", b: x == 1}", "predicates: {'': x == 1}", "predicates: {-a: x == 1}",
        "predicates: {a}b: x == 1}", "predicates: {? [a] : x == 1}", "predicates: {a: {predicate: [x]}}",
        "predicates: {a: {predicate: x == 1, cases: {}}}", "predicates: {a: {predicate: x == 1, cases: [1]}}",
        "predicates: {a: {predicate: x == 1, arguments: [x]}}",
        "predicates: {a: {predicate: x == 1, arguments: {'a b': integer}}}",
        "predicates: {a: {predicate: x == 1, arguments: {x: {type: array, items: {}}}}}",
        "predicates: {a: {predicate: x == 1, arguments: {x: {type: integer, items: string}}}}",
        "predicates: {a: {predicate: x == 1, arguments: {x: {}}}}",
        "predicates: {a: {predicate: x == 1, schema: [], type: X}}", "schema: 5\npredicates: {}",
        "schema: nowhere.json\npredicates: {}",
        "schema: /dev/null\npredicates: {}", "schema: /\npredicates: {}", "type: {}\npredicates: {}", "[]", "5", "a",
        "--- a\n--- b", "*a", "&a [*a]",
        "predicates: &p {a: *p}", "predicates: {a: {predicate: $x := 1}}", "<<: {predicates: {}}",
        "predicates: {a: ''}",
        "predicates: {a: {predicate: x == 1, cases: [{record: &r {a: [*r]}, matches: true}]}}",
        "predicates: {a: '@{b}', b: \(String(repeating: "(", count: 5000))}",
        "schema: {$ref: '#'}\npredicates: {a: x == 1}",
        "schema: {type: object, properties: {a: {$ref: '#/nowhere'}}}\npredicates: {a: x == 1}",
    ]) func wrongFilesAreErrors(text: String) {
        #expect(!Self.codes(text).isEmpty)
    }

    /// A file that ends anywhere, or has any byte in any place, gives a set of predicates or an error with a place in the file.
    @Test(arguments: NamedPredicateTests.formats.indices) func damagedFilesAreNoCrash(index: Int) {
        let (format, text) = NamedPredicateTests.formats[index]
        let whole = Array(text.utf8)
        var random = SystemRandomNumberGenerator()
        var files = stride(from: 0, to: whole.count, by: 3).map { Array(whole[..<$0]) }
        for _ in 0..<300 {
            var file = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<file.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: file[place] = Array("{}[]@$'\":,&*<>\\\n\0\u{e9}-".utf8).randomElement(using: &random) ?? 0
                case 1: file.remove(at: place)
                default: file.insert(contentsOf: file[place..<min(file.count, place + 20)], at: place)
                }
            }
            files.append(file)
        }
        for bytes in files {
            do throws(PredicateFileError) {
                let file = try PredicateFile(bytes, format: format)
                for predicate in file.predicates { _ = predicate.results() }
            } catch {
                #expect(error.problems.contains { $0.diagnostic.severity == .error })
                for problem in error.problems {
                    #expect(problem.diagnostic.range.lowerBound >= 0)
                    #expect(problem.diagnostic.range.upperBound <= bytes.count)
                }
                #expect(!error.description.isEmpty)
            }
        }
    }
}
