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
    static func unknownExpression(in expression: some PredicateExpression) -> Any.Type? {
        var walk = Rebuilding()
        walk.isStandardOnly = true
        _ = walk.rebuild(expression)
        return walk.unknown
    }

    /// The size of an expression in bytes, which grows with the number of its parts.
    static func size<E: PredicateExpression>(of _: E) -> Int { MemoryLayout<E>.size }

    /// A body rebuilt with a variable of Foundation instead of the old one.
    private static func moved<B: PredicateExpression, T>(
        _ body: B, _ variable: Forms.Variable<T>, to other: Forms.Variable<T>
    ) -> B {
        // All expressions built here are known.
        body.replacing(variable, with: other) ?? body
    }

    // MARK: Logic

    static func and(
        _ a: some StandardPredicateExpression<Bool>, _ b: some StandardPredicateExpression<Bool>
    ) -> StandardNode<Bool> { Forms.Conjunction(lhs: a, rhs: b) }

    static func or(
        _ a: some StandardPredicateExpression<Bool>, _ b: some StandardPredicateExpression<Bool>
    ) -> StandardNode<Bool> { Forms.Disjunction(lhs: a, rhs: b) }

    static func not(_ a: some StandardPredicateExpression<Bool>) -> StandardNode<Bool> { Forms.Negation(a) }

    static func conditional<T>(
        _ test: some StandardPredicateExpression<Bool>, _ a: some StandardPredicateExpression<T>,
        _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<T> { Forms.Conditional(test: test, trueBranch: a, falseBranch: b) }

    // MARK: Values

    static func value<T: Codable & Sendable>(_ value: T) -> StandardNode<T> { Forms.Value(value) }
    static func null<T>(_: T.Type) -> StandardNode<T?> { Forms.NilLiteral<T>() }

    static func property<Base, T>(
        _ base: some StandardPredicateExpression<Base>, _ path: any KeyPath<Base, T> & Sendable
    ) -> StandardNode<T> { Forms.KeyPath(root: base, keyPath: path) }

    /// A value as an optional.
    static func optional<T, A: StandardPredicateExpression<T>>(_ node: A) -> StandardNode<T?> {
        Forms.ConditionalCast<A, T>(node)
    }

    static func flatMap<T, R, A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<R>>(
        _ value: A, _ variable: Forms.Variable<T>, _ body: B
    ) -> StandardNode<R?> { Forms.OptionalFlatMap<A, T, B, R>(value) { moved(body, variable, to: $0) } }

    static func flatMap<T, R, A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<R?>>(
        _ value: A, _ variable: Forms.Variable<T>, optional body: B
    ) -> StandardNode<R?> { Forms.OptionalFlatMap<A, T, B, R>(value) { moved(body, variable, to: $0) } }

    static func coalesce<T>(
        _ value: some StandardPredicateExpression<T?>, _ other: some StandardPredicateExpression<T>
    ) -> StandardNode<T> { Forms.NilCoalesce(lhs: value, rhs: other) }

    // MARK: Comparisons

    static func equal<T: Equatable>(
        _ a: some StandardPredicateExpression<T>, _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<Bool> { Forms.Equal(lhs: a, rhs: b) }

    static func notEqual<T: Equatable>(
        _ a: some StandardPredicateExpression<T>, _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<Bool> { Forms.NotEqual(lhs: a, rhs: b) }

    static func compare<T: Comparable>(
        _ a: some StandardPredicateExpression<T>, _ symbol: Forms.ComparisonOperator,
        _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<Bool> { Forms.Comparison(lhs: a, rhs: b, op: symbol) }

    // MARK: Sequences

    static func contains<C: Sequence>(
        _ sequence: some StandardPredicateExpression<C>, _ variable: Forms.Variable<C.Element>,
        where body: some StandardPredicateExpression<Bool>
    ) -> StandardNode<Bool> { Forms.SequenceContainsWhere(sequence) { moved(body, variable, to: $0) } }

    static func allSatisfy<C: Sequence>(
        _ sequence: some StandardPredicateExpression<C>, _ variable: Forms.Variable<C.Element>,
        _ body: some StandardPredicateExpression<Bool>
    ) -> StandardNode<Bool> { Forms.SequenceAllSatisfy(sequence) { moved(body, variable, to: $0) } }

    static func filter<C: Sequence>(
        _ sequence: some StandardPredicateExpression<C>, _ variable: Forms.Variable<C.Element>,
        _ body: some StandardPredicateExpression<Bool>
    ) -> StandardNode<[C.Element]> { Forms.Filter(sequence) { moved(body, variable, to: $0) } }

    static func contains<C: Sequence>(
        _ sequence: some StandardPredicateExpression<C>, _ element: some StandardPredicateExpression<C.Element>
    ) -> StandardNode<Bool> where C.Element: Equatable { Forms.SequenceContains(sequence: sequence, element: element) }

    static func minimum<C: Sequence>(_ sequence: some StandardPredicateExpression<C>) -> StandardNode<C.Element?>
    where C.Element: Comparable { Forms.SequenceMinimum(elements: sequence) }

    static func maximum<C: Sequence>(_ sequence: some StandardPredicateExpression<C>) -> StandardNode<C.Element?>
    where C.Element: Comparable { Forms.SequenceMaximum(elements: sequence) }

    static func element<T>(
        of list: some StandardPredicateExpression<[T]>, at index: some StandardPredicateExpression<Int>
    ) -> StandardNode<T> { Forms.CollectionIndexSubscript(wrapped: list, index: index) }

    static func entry<T, A: StandardPredicateExpression<[String: T]>, B: StandardPredicateExpression<String>>(
        of dictionary: A, for key: B
    ) -> StandardNode<T?> { Forms.DictionaryKeySubscript<A, B, T>(wrapped: dictionary, key: key) }

    // MARK: Text

    static func text(
        _ text: some StandardPredicateExpression<String>, contains part: some StandardPredicateExpression<String>
    ) -> StandardNode<Bool> { Forms.CollectionContainsCollection(base: text, other: part) }

    static func text(
        _ text: some StandardPredicateExpression<String>, startsWith part: some StandardPredicateExpression<String>
    ) -> StandardNode<Bool> { Forms.SequenceStartsWith(base: text, prefix: part) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    static func text(
        _ text: some StandardPredicateExpression<String>, matches regex: Forms.PredicateRegex
    ) -> StandardNode<Bool> { Forms.StringContainsRegex(subject: text, regex: Forms.Value(regex)) }

    // MARK: Arithmetic

    static func arithmetic<T: Numeric>(
        _ a: some StandardPredicateExpression<T>, _ symbol: Forms.ArithmeticOperator,
        _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<T> { Forms.Arithmetic(lhs: a, rhs: b, op: symbol) }

    static func quotient<T: BinaryInteger>(
        _ a: some StandardPredicateExpression<T>, _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<T> { Forms.IntDivision(lhs: a, rhs: b) }

    static func remainder<T: BinaryInteger>(
        _ a: some StandardPredicateExpression<T>, _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<T> { Forms.IntRemainder(lhs: a, rhs: b) }

    static func ratio<T: FloatingPoint>(
        _ a: some StandardPredicateExpression<T>, _ b: some StandardPredicateExpression<T>
    ) -> StandardNode<T> { Forms.FloatDivision(lhs: a, rhs: b) }
}
