/// Gives the paths that a predicate reads of its record, or of an element of a list, locations in a row: fields become slots that a
/// source fills beforehand, and no name is looked up when the predicate runs.
///
/// `address.city == "Faro" AND age > 30` becomes `input 0 == "Faro" AND input 1 > 30` with the paths `address.city` and
/// `age`. The source has to see to what a path means where it is not simply there: a parent that is nil or a scalar makes the
/// input nil, and of one that is a list it must say so, since a key maps over lists.
package struct InputBinding: CoreRewriter {
    /// What the paths begin with.
    package enum Base: Sendable {
        /// The record; it cannot be bound where it is used as a whole.
        case record
        /// What a slot holds: the element of a quantifier or a subquery. Its own value is the first input, the path of no
        /// keys.
        case slot(Int)
    }

    /// The paths, by their locations.
    package private(set) var paths: [[String]] = []
    /// The locations that are read; the element of a list has its location in any case.
    package private(set) var readLocations: Set<Int> = []
    private let base: Base
    /// Paths whose values hold lists, so that keys behind them stay keys.
    private let lists: [[String]]
    /// Slots that are set within what is bound.
    private var inner: Set<Int> = []
    private var isPossible = true
    /// Keys along a path at most; what lies deeper stays keys of the last.
    private static let longestPath = 8

    /// A binding before its first predicate.
    ///
    /// - Parameters:
    ///   - base: what the paths begin with.
    ///   - lists: paths that are not to be followed further, because lists have been met there.
    package init(_ base: Base, lists: [[String]] = []) {
        self.base = base
        self.lists = lists
        if case .slot = base { paths = [[]] }
    }

    /// The predicate with its paths as inputs; nil where it needs more than paths, or something round the element.
    package mutating func bind(_ predicate: CorePredicate) -> CorePredicate? {
        let bound = self.predicate(predicate)
        return isPossible ? bound : nil
    }

    /// The same of an expression.
    package mutating func bind(_ expression: CoreExpression) -> CoreExpression? {
        let bound = self.expression(expression)
        return isPossible ? bound : nil
    }

    mutating func predicate(_ predicate: CorePredicate) -> CorePredicate { rewriteParts(of: predicate) }

    mutating func expression(_ expression: CoreExpression) -> CoreExpression {
        if let path = path(expression) { return input(path) }
        return switch expression {
        case .input, .record: refused(expression)
        case .slot(let slot): inner.contains(slot) ? expression : refused(expression)
        default: rewriteParts(of: expression)
        }
    }

    mutating func assigned(_ slot: Int) { inner.insert(slot) }

    mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part {
        inner.insert(slot)
        return body(&self)
    }

    private mutating func refused(_ expression: CoreExpression) -> CoreExpression {
        isPossible = false
        return expression
    }

    // MARK: Paths

    /// The keys from the base to an expression; nil for what is no path of the base.
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

    /// The input of a path, as far as a source can follow it, with the keys behind that.
    private mutating func input(_ path: [String]) -> CoreExpression {
        var followed: [String] = []
        for key in path {
            // What these mean depends on what they are asked of.
            if key == "self" || key == "length" { break }
            if followed.count == Self.longestPath || lists.contains(where: { Self.same($0, followed) }) { break }
            // A key whose text in JSON is not its own has to be read to be known.
            guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else {
                isPossible = false
                break
            }
            followed.append(key)
        }
        if followed.isEmpty, case .record = base { isPossible = false }
        let location: Int
        if let known = paths.firstIndex(where: { Self.same($0, followed) }) {
            location = known
        } else {
            location = paths.count
            paths.append(followed)
        }
        readLocations.insert(location)
        return path.dropFirst(followed.count).reduce(.input(location)) { .member($0, $1) }
    }

    /// Code points decide which keys are the same.
    private static func same(_ a: [String], _ b: [String]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { sameCodePoints($0, $1) }
    }
}
