import PredicateCore

/// Replaces the paths that a predicate reads of its record, or of an element of a list, with locations in a row. A
/// source fills the row beforehand, so the predicate looks up no names when it runs.
///
/// `address.city == "Faro" AND age > 30` becomes `input 0 == "Faro" AND input 1 > 30` with the paths `address.city`
/// and `age`. The source decides what an absent path means: if a parent is nil or a scalar, the input is nil. The
/// source must report a parent that is a list, because a key maps over lists.
package struct InputBinding: CoreRewriter {
    /// The start of the paths.
    package enum Base: Sendable {
        /// The record. A predicate that uses the record as a whole cannot be bound.
        case record
        /// The value of a slot: the element of a quantifier or a subquery. The element itself is the first input, the
        /// path without keys.
        case slot(Int)
    }

    /// The paths, by their locations.
    package private(set) var paths: [[String]] = []
    /// The locations that are read. The element of a list has a location even if it is not read.
    package private(set) var readLocations: Set<Int> = []
    /// The locations of the paths.
    private var locations: [[ExactName]: Int] = [:]
    private let base: Base
    /// Paths that lead to lists. Keys after them stay in the predicate.
    private let lists: Set<[ExactName]>
    /// Slots that are set inside the bound part.
    private var inner: Set<Int> = []
    private var isPossible = true
    /// The largest number of keys in an input's path. Deeper keys stay in the predicate.
    private static let longestPath = 8

    /// A binding before its first predicate.
    ///
    /// - Parameters:
    ///   - base: the start of the paths.
    ///   - lists: paths that must not be followed further, because lists were found there.
    package init(_ base: Base, lists: [[String]] = []) {
        self.base = base
        self.lists = Set(lists.map { $0.map(ExactName.init) })
        if case .slot = base {
            paths = [[]]
            locations[[]] = 0
        }
    }

    /// The predicate with its paths as inputs; nil if it needs the whole record, or anything outside the element.
    package mutating func bind(_ predicate: CorePredicate) -> CorePredicate? {
        let bound = self.predicate(predicate)
        return isPossible ? bound : nil
    }

    /// The expression with its paths as inputs; nil as for a predicate.
    package mutating func bind(_ expression: CoreExpression) -> CoreExpression? {
        let bound = self.expression(expression)
        return isPossible ? bound : nil
    }

    package mutating func predicate(_ predicate: CorePredicate) -> CorePredicate { rewriteParts(of: predicate) }

    package mutating func expression(_ expression: CoreExpression) -> CoreExpression {
        if let path = path(expression) { return input(path) }
        return switch expression {
        case .input, .record: refused(expression)
        case .slot(let slot): inner.contains(slot) ? expression : refused(expression)
        default: rewriteParts(of: expression)
        }
    }

    package mutating func assigned(_ slot: Int) { inner.insert(slot) }

    package mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part {
        inner.insert(slot)
        return body(&self)
    }

    private mutating func refused(_ expression: CoreExpression) -> CoreExpression {
        isPossible = false
        return expression
    }

    // MARK: Paths

    /// The keys from the base to an expression; nil if the expression is not a path from the base.
    private func path(_ expression: CoreExpression) -> [String]? {
        var keys: [String] = []
        var current = expression
        while case .member(let next, let key) = current {
            keys.append(key)
            current = next
        }
        keys.reverse()
        switch (base, current) {
        case (.record, .record): return keys.isEmpty ? nil : keys
        case (.slot(let wanted), .slot(let slot)) where wanted == slot: return keys
        default: return nil
        }
    }

    /// The input of a path as far as a source can follow it, followed by the remaining keys.
    private mutating func input(_ path: [String]) -> CoreExpression {
        var followed: [ExactName] = []
        for key in path {
            // The meaning of these keys depends on the value.
            if sameCodePoints(key, "self") || sameCodePoints(key, "length") { break }
            if followed.count == Self.longestPath || lists.contains(followed) { break }
            // JSON escapes these characters, so the key does not appear in the text as it is.
            guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else {
                isPossible = false
                break
            }
            followed.append(ExactName(key))
        }
        if followed.isEmpty, case .record = base { isPossible = false }
        let location = locations[followed] ?? paths.count
        if location == paths.count {
            locations[followed] = location
            paths.append(followed.map(\.text))
        }
        readLocations.insert(location)
        return path.dropFirst(followed.count).reduce(.input(location)) { .member($0, $1) }
    }
}
