import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

private struct Unlisted: Codable, Sendable, Equatable { var number = 1 }

extension Memo {
    /// A property without a field.
    fileprivate var half: Int { words / 2 }
}

/// A predicate that the language cannot express is an error that names the part.
@Suite("Predicates that are not imported")
struct ImportErrorTests {
    private typealias Forms = PredicateExpressions

    private static func error(_ predicate: Predicate<Memo>, limits: PredicateLimits = .standard)
        -> PredicateImportError?
    {
        do throws(PredicateImportError) {
            _ = try Memo.predicateDescription.predicate(importing: predicate, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private static let refusals: [(Predicate<Memo>, PredicateImportError.Reason, String)] = [
        (#Predicate { $0.half > 1 }, .unknownProperty, "KeyPath"),
        (#Predicate { $0.created.timeIntervalSince1970 > 1 }, .unknownProperty, "KeyPath"),
        (#Predicate { $0.counts.keys.contains("a") }, .unknownProperty, "KeyPath"),
        (#Predicate { $0.tags[0..<1].count > 1 }, .inexpressible, "CollectionRangeSubscript"),
        (#Predicate { $0.title.first == nil }, .unknownProperty, "KeyPath"),
        (#Predicate { $0.title.contains { $0 == $0 } }, .inexpressible, "KeyPath"),
        (#Predicate { $0.title.allSatisfy { $0 == $0 } }, .inexpressible, "KeyPath"),
        (#Predicate { $0.counts.contains { $0.value > 1 } }, .inexpressible, "KeyPath"),
        (#Predicate { $0.tags.starts(with: names) }, .inexpressible, "SequenceStartsWith"),
        (#Predicate { $0.tags.contains(names) }, .inexpressible, "CollectionContainsCollection"),
        (
            Predicate { _ in Forms.build_Equal(lhs: Forms.Value(Unlisted()), rhs: Forms.Value(Unlisted())) },
            .unknownConstant, "Value"
        ),
        (
            Predicate { _ in
                let stranger = Forms.Variable<Memo>()
                return Forms.build_KeyPath(root: stranger, keyPath: \.star)
            }, .unknownVariable, "Variable"
        ),
        (
            Predicate { memo in
                Forms.TypeCheck<Forms.KeyPath<Forms.Variable<Memo>, [Memo.Asset]?>, [Int]>(
                    Forms.build_KeyPath(root: memo, keyPath: \.assets))
            }, .inexpressible, "TypeCheck"
        ),
    ]
    private static let names = ["a", "b"]

    @Test("The part and the reason are named", arguments: refusals.indices)
    func refused(_ index: Int) throws {
        let (predicate, reason, part) = Self.refusals[index]
        let error = try #require(Self.error(predicate), "\(predicate)")
        #expect(error.reason == reason && error.part == part, "\(error)")
        #expect(error.description.hasPrefix(part) && error.message.count > 10)
    }

    @Test("A predicate that the language rejects is reported with its text")
    func refusedByTheLanguage() throws {
        // The standard library has no pattern engine.
        let error = try #require(Self.error(#Predicate { $0.title.contains(#/a/#) }))
        #expect(error.reason == .refused && error.message.contains("MATCHES"))
    }

    @Test("Depth has a limit")
    func tooDeep() throws {
        let deep = Predicate<Memo> { memo in
            var node: any StandardPredicateExpression<Bool> = Forms.build_KeyPath(root: memo, keyPath: \.star)
            for _ in 0..<60 { node = StandardForms.not(node) }
            return node
        }
        var limits = PredicateLimits.standard
        limits.depth = 10
        let error = try #require(Self.error(deep, limits: limits))
        #expect(error.reason == .tooDeep)
    }

    @Test("Each difference in meaning has a sentence, and is reported once")
    func notes() throws {
        let sentences = PredicateImportNote.allCases.map(\.sentence)
        #expect(Set(sentences).count == sentences.count && sentences.allSatisfy { $0.hasSuffix(".") })
        let noted: [(Predicate<Memo>, [PredicateImportNote])] = [
            (#Predicate { $0.words > 2 && $0.star && $0.rating == nil }, []),
            (#Predicate { $0.assets == nil || $0.assets != nil }, []),
            (#Predicate { $0.title == "a" && $0.title != "b" }, [.textEquality]),
            (#Predicate { $0.title < "a" }, [.textOrder]),
            (#Predicate { $0.title.contains("a") || $0.title.starts(with: "b") }, [.textSearch]),
            (#Predicate { $0.title.count > 2 }, [.textLength]),
            (#Predicate { $0.words + 1 > 2 }, [.integerArithmetic]),
            (#Predicate { $0.ratio > 2 }, [.notFinite]),
            (Self.unwrapped, [.forcedUnwrapping]),
            (#Predicate { $0.scores[0] == 2 }, [.index]),
            (#Predicate { $0.tags.contains("a") }, [.textEquality]),
            (Self.isOpen, [.textEquality]),
        ]
        for (predicate, notes) in noted {
            let found = try Memo.predicateDescription.predicate(importing: predicate).notes
            #expect(found == notes, "\(predicate)")
        }
    }
    private static var unwrapped: Predicate<Memo> {
        Predicate { memo in
            Forms.build_Comparison(
                lhs: Forms.build_ForcedUnwrap(Forms.build_KeyPath(root: memo, keyPath: \.rating)),
                rhs: Forms.build_Arg(2), op: .greaterThan)
        }
    }

    private static var isOpen: Predicate<Memo> {
        let raw = "open"
        return #Predicate { $0.state.rawValue == raw }
    }
}
