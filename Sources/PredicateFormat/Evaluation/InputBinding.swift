/// Gives the paths that a predicate reads of its record, or of an element of a list, places in a row: fields become slots that a
/// source fills beforehand, and no name is looked up when the predicate runs.
///
/// `address.city == "Faro" AND age > 30` becomes `input 0 == "Faro" AND input 1 > 30` with the paths `address.city` and
/// `age`. The source has to see to what a path means where it is not simply there: a parent that is nil or a scalar makes the
/// input nil, and of one that is a list it must say so, since a key maps over lists.
package struct InputBinding {
    /// What the paths begin with.
    package enum Base: Sendable {
        /// The record; it cannot be bound where it is used as a whole.
        case record
        /// What a slot holds: the element of a quantifier or a subquery. Its own value is the first input, the path of no
        /// keys.
        case slot(Int)
    }

    /// The paths, by their places.
    package private(set) var paths: [[String]] = []
    /// The places that are read; the element of a list has its place in any case.
    package private(set) var readPlaces: Set<Int> = []
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

    // MARK: Predicates

    private mutating func predicate(_ predicate: CorePredicate) -> CorePredicate {
        switch predicate {
        case .constant: predicate
        case .and(let parts): .and(parts.map { self.predicate($0) })
        case .or(let parts): .or(parts.map { self.predicate($0) })
        case .not(let part): .not(self.predicate(part))
        case .scoped(let assignments, let body): scoped(assignments, body)
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            quantified(quantifier, over, slot, expansion, body)
        default: comparison(predicate)
        }
    }

    private mutating func comparison(_ predicate: CorePredicate) -> CorePredicate {
        switch predicate {
        case .equal(let a, let b, let options): .equal(expression(a), expression(b), options)
        case .ordered(let ordering, let a, let b, let options):
            .ordered(ordering, expression(a), expression(b), options)
        case .between(let a, let b, let c): .between(expression(a), expression(b), expression(c))
        case .betweenList(let a, let b): .betweenList(expression(a), expression(b))
        case .contains(let a, let b, let options): .contains(expression(a), expression(b), options)
        case .beginsWith(let a, let b, let options): .beginsWith(expression(a), expression(b), options)
        case .endsWith(let a, let b, let options): .endsWith(expression(a), expression(b), options)
        case .like(let a, let b, let options): .like(expression(a), expression(b), options)
        case .matches(let a, let b, let options): .matches(expression(a), expression(b), options)
        case .custom(let name, let a, let b, let options): .custom(name, expression(a), expression(b), options)
        case .constant, .and, .or, .not, .scoped, .quantified: predicate
        }
    }

    private mutating func scoped(_ assignments: [CoreAssignment], _ body: CorePredicate) -> CorePredicate {
        var bound: [CoreAssignment] = []
        for assignment in assignments {
            bound.append(CoreAssignment(slot: assignment.slot, value: expression(assignment.value)))
            inner.insert(assignment.slot)
        }
        return .scoped(bound, predicate(body))
    }

    private mutating func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate
    ) -> CorePredicate {
        let over = expression(over)
        var opened = expansion
        if case .shallowIfList(let other) = expansion { opened = .shallowIfList(expression(other)) }
        inner.insert(slot)
        return .quantified(quantifier, over: over, slot: slot, expansion: opened, body: predicate(body))
    }

    // MARK: Expressions

    private mutating func expression(_ expression: CoreExpression) -> CoreExpression {
        if let path = path(expression) { return input(path) }
        switch expression {
        case .constant, .variable: return expression
        case .input, .record: return refused(expression)
        case .slot(let slot): return inner.contains(slot) ? expression : refused(expression)
        case .member(let base, let key): return .member(self.expression(base), key)
        case .dynamicMember(let a, let b): return .dynamicMember(self.expression(a), self.expression(b))
        case .read(let base, let reading): return .read(self.expression(base), as: reading)
        case .first(let base): return .first(self.expression(base))
        case .last(let base): return .last(self.expression(base))
        case .size(let base): return .size(self.expression(base))
        case .index(let a, let b): return .index(self.expression(a), self.expression(b))
        default: return operation(expression)
        }
    }

    private mutating func operation(_ expression: CoreExpression) -> CoreExpression {
        switch expression {
        case .collection(let op, let base, let slot, let path):
            let base = self.expression(base)
            inner.insert(slot)
            return .collection(op, base, slot: slot, path: path.map { self.expression($0) })
        case .subquery(let base, let slot, let body):
            let base = self.expression(base)
            inner.insert(slot)
            return .subquery(base, slot: slot, predicate(body))
        case .aggregate(let parts): return .aggregate(parts.map { self.expression($0) })
        case .arithmetic(let op, let a, let b): return .arithmetic(op, self.expression(a), self.expression(b))
        case .complement(let base): return .complement(self.expression(base))
        case .set(let op, let a, let b): return .set(op, self.expression(a), self.expression(b))
        case .call(let function, let arguments): return .call(function, arguments.map { self.expression($0) })
        case .registered(let function, let arguments):
            return .registered(function, arguments.map { self.expression($0) })
        case .cast(let base, let target): return .cast(self.expression(base), target)
        case .ternary(let condition, let a, let b):
            return .ternary(predicate(condition), self.expression(a), self.expression(b))
        case .constant, .record, .input, .slot, .variable, .member, .dynamicMember, .read, .first, .last, .size, .index:
            return expression
        }
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
        let place: Int
        if let known = paths.firstIndex(where: { Self.same($0, followed) }) {
            place = known
        } else {
            place = paths.count
            paths.append(followed)
        }
        readPlaces.insert(place)
        return path.dropFirst(followed.count).reduce(.input(place)) { .member($0, $1) }
    }

    /// Code points decide which keys are the same.
    private static func same(_ a: [String], _ b: [String]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { sameCodePoints($0, $1) }
    }
}
