// Generated once; the texts are kept as they are.
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    /// Every text with the predicate that says the same.
    static var predicates: [(String, KeyPathPredicate<Sample>)] {
        [part1, part2, part3, part4, part5, part6, part7, part8, part9, part10].flatMap { $0 }
    }
}
