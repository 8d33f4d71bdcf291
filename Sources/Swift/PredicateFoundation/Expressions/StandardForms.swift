import PredicatePlatform

/// A standard expression with a known result type.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
typealias StandardNode<Output> = any StandardPredicateExpression<Output>

/// An expression of this module, which other code does not know.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
protocol OwnExpression: RebuildableExpression, Codable {}

// Foundation requires expressions to be codable. The contents of these expressions are not.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension OwnExpression {
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "\(Self.self) cannot be decoded"))
    }

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "\(Self.self) cannot be encoded"))
    }
}

/// Builds standard expressions from expressions of unknown types.
///
/// A body with a variable is built once for a variable of the caller, and then rebuilt in one walk for the variable
/// that Foundation makes. So the work grows with the depth of quantifiers, and not exponentially with it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
enum StandardForms {
    typealias Forms = PredicateExpressions

    /// Joins parts into a tree of minimum height.
    static func balanced(
        _ parts: [StandardNode<Bool>], empty: Bool,
        _ join: (StandardNode<Bool>, StandardNode<Bool>) -> StandardNode<Bool>
    ) -> StandardNode<Bool> {
        var level = parts
        while level.count > 1 {
            var next: [StandardNode<Bool>] = []
            next.reserveCapacity(level.count / 2 + 1)
            for start in stride(from: 0, to: level.count, by: 2) {
                next.append(start + 1 < level.count ? join(level[start], level[start + 1]) : level[start])
            }
            level = next
        }
        return level.first ?? Forms.Value(empty)
    }

    /// The type of the first expression that is not Foundation's, including our own.
    static func unknownExpression(in expression: any PredicateExpression) -> Any.Type? {
        func look<E: PredicateExpression>(_ expression: E) -> Any.Type? {
            var walk = Rebuilding()
            walk.isStandardOnly = true
            _ = walk.rebuild(expression)
            return walk.unknown
        }
        return look(expression)
    }

    /// The size of an expression in bytes, which grows with the number of its parts.
    static func size(of node: any PredicateExpression) -> Int {
        func size<E>(_: E) -> Int { MemoryLayout<E>.size }
        return size(node)
    }

    /// A body rebuilt with a variable of Foundation instead of its own.
    private static func moved<B: PredicateExpression, T>(
        _ body: B, _ variable: Forms.Variable<T>, to other: Forms.Variable<T>
    ) -> B {
        // All expressions built here are known.
        body.replacing(variable, with: other) ?? body
    }

    // MARK: Logic

    static func and(_ a: StandardNode<Bool>, _ b: StandardNode<Bool>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.Conjunction(lhs: a, rhs: b) }
        return form(a, b)
    }

    static func or(_ a: StandardNode<Bool>, _ b: StandardNode<Bool>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.Disjunction(lhs: a, rhs: b) }
        return form(a, b)
    }

    static func not(_ a: StandardNode<Bool>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<Bool>>(_ a: A) -> StandardNode<Bool> { Forms.Negation(a) }
        return form(a)
    }

    static func conditional<T>(_ test: StandardNode<Bool>, _ a: StandardNode<T>, _ b: StandardNode<T>) -> StandardNode<
        T
    > {
        func form<
            Test: StandardPredicateExpression<Bool>, A: StandardPredicateExpression<T>,
            B: StandardPredicateExpression<T>
        >(_ test: Test, _ a: A, _ b: B) -> StandardNode<T> {
            Forms.Conditional(test: test, trueBranch: a, falseBranch: b)
        }
        return form(test, a, b)
    }

    // MARK: Values

    static func value<T: Codable & Sendable>(_ value: T) -> StandardNode<T> { Forms.Value(value) }
    static func value(_ value: Bool) -> StandardNode<Bool> { Forms.Value(value) }
    static func null<T>(_: T.Type) -> StandardNode<T?> { Forms.NilLiteral<T>() }

    static func property<Base, T>(_ base: StandardNode<Base>, _ path: any KeyPath<Base, T> & Sendable) -> StandardNode<
        T
    > {
        func form<B: StandardPredicateExpression<Base>>(_ base: B) -> StandardNode<T> {
            Forms.KeyPath(root: base, keyPath: path)
        }
        return form(base)
    }

    /// A value as an optional.
    static func optional<T>(_ node: StandardNode<T>) -> StandardNode<T?> {
        func form<A: StandardPredicateExpression<T>>(_ a: A) -> StandardNode<T?> { Forms.ConditionalCast<A, T>(a) }
        return form(node)
    }

    static func flatMap<T, R>(_ value: StandardNode<T?>, _ variable: Forms.Variable<T>, _ body: StandardNode<R>)
        -> StandardNode<R?>
    {
        func form<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<R>>(_ value: A, _ body: B)
            -> StandardNode<R?>
        { Forms.OptionalFlatMap<A, T, B, R>(value) { moved(body, variable, to: $0) } }
        return form(value, body)
    }

    static func flatMap<T, R>(_ value: StandardNode<T?>, _ variable: Forms.Variable<T>, optional body: StandardNode<R?>)
        -> StandardNode<R?>
    {
        func form<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<R?>>(_ value: A, _ body: B)
            -> StandardNode<R?>
        { Forms.OptionalFlatMap<A, T, B, R>(value) { moved(body, variable, to: $0) } }
        return form(value, body)
    }

    static func coalesce<T>(_ value: StandardNode<T?>, _ other: StandardNode<T>) -> StandardNode<T> {
        func form<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<T>
        { Forms.NilCoalesce(lhs: a, rhs: b) }
        return form(value, other)
    }

    // MARK: Comparisons

    static func equal<T: Equatable>(_ a: StandardNode<T>, _ b: StandardNode<T>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.Equal(lhs: a, rhs: b) }
        return form(a, b)
    }

    static func notEqual<T: Equatable>(_ a: StandardNode<T>, _ b: StandardNode<T>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.NotEqual(lhs: a, rhs: b) }
        return form(a, b)
    }

    static func compare<T: Comparable>(
        _ a: StandardNode<T>, _ symbol: Forms.ComparisonOperator, _ b: StandardNode<T>
    ) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.Comparison(lhs: a, rhs: b, op: symbol) }
        return form(a, b)
    }

    // MARK: Sequences

    static func contains<C: Sequence>(
        _ sequence: StandardNode<C>, _ variable: Forms.Variable<C.Element>, where body: StandardNode<Bool>
    ) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<C>, B: StandardPredicateExpression<Bool>>(_ sequence: A, _ body: B)
            -> StandardNode<Bool>
        { Forms.SequenceContainsWhere(sequence) { moved(body, variable, to: $0) } }
        return form(sequence, body)
    }

    static func allSatisfy<C: Sequence>(
        _ sequence: StandardNode<C>, _ variable: Forms.Variable<C.Element>, _ body: StandardNode<Bool>
    ) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<C>, B: StandardPredicateExpression<Bool>>(_ sequence: A, _ body: B)
            -> StandardNode<Bool>
        { Forms.SequenceAllSatisfy(sequence) { moved(body, variable, to: $0) } }
        return form(sequence, body)
    }

    static func filter<C: Sequence>(
        _ sequence: StandardNode<C>, _ variable: Forms.Variable<C.Element>, _ body: StandardNode<Bool>
    ) -> StandardNode<[C.Element]> {
        func form<A: StandardPredicateExpression<C>, B: StandardPredicateExpression<Bool>>(_ sequence: A, _ body: B)
            -> StandardNode<[C.Element]>
        { Forms.Filter(sequence) { moved(body, variable, to: $0) } }
        return form(sequence, body)
    }

    static func contains<C: Sequence>(_ sequence: StandardNode<C>, _ element: StandardNode<C.Element>)
        -> StandardNode<Bool> where C.Element: Equatable
    {
        func form<A: StandardPredicateExpression<C>, B: StandardPredicateExpression<C.Element>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.SequenceContains(sequence: a, element: b) }
        return form(sequence, element)
    }

    static func minimum<C: Sequence>(_ sequence: StandardNode<C>) -> StandardNode<C.Element?>
    where C.Element: Comparable {
        func form<A: StandardPredicateExpression<C>>(_ a: A) -> StandardNode<C.Element?> {
            Forms.SequenceMinimum(elements: a)
        }
        return form(sequence)
    }

    static func maximum<C: Sequence>(_ sequence: StandardNode<C>) -> StandardNode<C.Element?>
    where C.Element: Comparable {
        func form<A: StandardPredicateExpression<C>>(_ a: A) -> StandardNode<C.Element?> {
            Forms.SequenceMaximum(elements: a)
        }
        return form(sequence)
    }

    static func element<T>(of list: StandardNode<[T]>, at index: StandardNode<Int>) -> StandardNode<T> {
        func form<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<Int>>(_ a: A, _ b: B)
            -> StandardNode<T>
        { Forms.CollectionIndexSubscript(wrapped: a, index: b) }
        return form(list, index)
    }

    static func entry<T>(of dictionary: StandardNode<[String: T]>, for key: StandardNode<String>) -> StandardNode<T?> {
        func form<A: StandardPredicateExpression<[String: T]>, B: StandardPredicateExpression<String>>(_ a: A, _ b: B)
            -> StandardNode<T?>
        { Forms.DictionaryKeySubscript<A, B, T>(wrapped: a, key: b) }
        return form(dictionary, key)
    }

    // MARK: Text

    static func text(_ text: StandardNode<String>, contains part: StandardNode<String>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.CollectionContainsCollection(base: a, other: b) }
        return form(text, part)
    }

    static func text(_ text: StandardNode<String>, startsWith part: StandardNode<String>) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(_ a: A, _ b: B)
            -> StandardNode<Bool>
        { Forms.SequenceStartsWith(base: a, prefix: b) }
        return form(text, part)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    static func text(_ text: StandardNode<String>, matches regex: Forms.PredicateRegex) -> StandardNode<Bool> {
        func form<A: StandardPredicateExpression<String>>(_ a: A) -> StandardNode<Bool> {
            Forms.StringContainsRegex(subject: a, regex: Forms.Value(regex))
        }
        return form(text)
    }

    // MARK: Arithmetic

    static func arithmetic<T: Numeric>(
        _ a: StandardNode<T>, _ symbol: Forms.ArithmeticOperator, _ b: StandardNode<T>
    ) -> StandardNode<T> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<T>
        { Forms.Arithmetic(lhs: a, rhs: b, op: symbol) }
        return form(a, b)
    }

    static func quotient<T: BinaryInteger>(_ a: StandardNode<T>, _ b: StandardNode<T>) -> StandardNode<T> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<T>
        { Forms.IntDivision(lhs: a, rhs: b) }
        return form(a, b)
    }

    static func remainder<T: BinaryInteger>(_ a: StandardNode<T>, _ b: StandardNode<T>) -> StandardNode<T> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<T>
        { Forms.IntRemainder(lhs: a, rhs: b) }
        return form(a, b)
    }

    static func ratio<T: FloatingPoint>(_ a: StandardNode<T>, _ b: StandardNode<T>) -> StandardNode<T> {
        func form<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B)
            -> StandardNode<T>
        { Forms.FloatDivision(lhs: a, rhs: b) }
        return form(a, b)
    }
}
