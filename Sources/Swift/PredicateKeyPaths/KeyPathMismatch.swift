import PredicateCore
import PredicateFormat

// Comparisons of different types, which do not compile.
//
// If no overload fits one clause, the type checker looks for the mistake in all combinations of the overloads of all
// clauses, and gives up after seconds. So each operator has overloads for other types. They are disfavoured, and using
// one is an error with the message below: their result must conform to `ComparisonOfOneType`, and that conformance is
// unavailable.
//
// The overloads themselves are not unavailable, because the type checker tries such overloads only after it has failed.
// Neither do they name the conformance, because the type checker would continue to search for a better solution in
// every other clause. They need `ImpossibleComparison<Result>`, which the compiler infers from `need`; the type
// requires the conformance, and only the solution is checked for it.

/// What the result of every comparison would have to be: a comparison of two values of one type.
///
/// No type conforms. The compiler names this protocol in its error for a comparison of different types.
@_documentation(visibility: internal)
public protocol ComparisonOfOneType {}

@available(
    *, unavailable,
    message: "the value is not of the field's type, or the type lacks the operation; another field is field(\\.name)"
)
extension KeyPathPredicate: ComparisonOfOneType {}

/// A type that needs an unavailable conformance, so that no program can use it.
@_documentation(visibility: internal)
public struct ImpossibleComparison<Result: ComparisonOfOneType>: ImpossibleNeed {}

/// The conformance that a comparison of different types needs.
@_documentation(visibility: internal)
public protocol ImpossibleNeed {}

/// The result of a comparison of different types.
@_documentation(visibility: internal)
public protocol ComparisonOfDifferentTypes<Root> {
    /// The type of the values that the predicate tests.
    associatedtype Root: PredicateFieldValue
    /// A type that no program can use.
    associatedtype Need
    /// Tells the compiler what the comparison needs.
    static func need(_ need: Need)
    /// A predicate whose check throws.
    static var refused: Self { get }
}

extension ComparisonOfDifferentTypes where Self: ComparisonOfOneType {
    /// Tells the compiler what the comparison needs.
    public static func need(_ need: ImpossibleComparison<Self>) {}
}

extension KeyPathPredicate: ComparisonOfDifferentTypes where Root: PredicateFieldValue {
    /// A predicate whose check throws, like that of a property without a field.
    public static var refused: KeyPathPredicate {
        let operand = PredicateOperand(
            \Root.self, named: "comparison of different types", of: String(describing: Root.self),
            from: PredicateOperand(ExpressionTree(.record)))
        return operand.compared(.equal, PredicateOperand(true))
    }
}

// `==`

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func == <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the left side is never nil.
@_documentation(visibility: internal) @_disfavoredOverload
public func == <Result: ComparisonOfDifferentTypes, Value>(
    a: KeyPath<Result.Root, Value>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: a field on the right is `field(\.name)`.
@_documentation(visibility: internal) @_disfavoredOverload
public func == <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPath<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the other field has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func == <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPathExpression<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func == <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the left side is never nil.
@_documentation(visibility: internal) @_disfavoredOverload
public func == <Result: ComparisonOfDifferentTypes, Value, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

// `!=`

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func != <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the left side is never nil.
@_documentation(visibility: internal) @_disfavoredOverload
public func != <Result: ComparisonOfDifferentTypes, Value>(
    a: KeyPath<Result.Root, Value>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: a field on the right is `field(\.name)`.
@_documentation(visibility: internal) @_disfavoredOverload
public func != <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPath<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the other field has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func != <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPathExpression<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func != <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the left side is never nil.
@_documentation(visibility: internal) @_disfavoredOverload
public func != <Result: ComparisonOfDifferentTypes, Value, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

// `<`

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value>(a: KeyPath<Result.Root, Value>, b: _OptionalNilComparisonType)
    -> Result where Result.Need: ImpossibleNeed
{ .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value>(a: KeyPath<Result.Root, Value>, b: Value) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: a field on the right is `field(\.name)`.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPath<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the other field has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPathExpression<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func < <Result: ComparisonOfDifferentTypes, Value, Form>(a: KeyPathTerm<Result.Root, Value, Form>, b: Value)
    -> Result
where Result.Need: ImpossibleNeed { .refused }

// `<=`

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value>(
    a: KeyPath<Result.Root, Value>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value>(a: KeyPath<Result.Root, Value>, b: Value) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: a field on the right is `field(\.name)`.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPath<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the other field has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPathExpression<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func <= <Result: ComparisonOfDifferentTypes, Value, Form>(a: KeyPathTerm<Result.Root, Value, Form>, b: Value)
    -> Result
where Result.Need: ImpossibleNeed { .refused }

// `>`

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value>(a: KeyPath<Result.Root, Value>, b: _OptionalNilComparisonType)
    -> Result where Result.Need: ImpossibleNeed
{ .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value>(a: KeyPath<Result.Root, Value>, b: Value) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: a field on the right is `field(\.name)`.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPath<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the other field has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPathExpression<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func > <Result: ComparisonOfDifferentTypes, Value, Form>(a: KeyPathTerm<Result.Root, Value, Form>, b: Value)
    -> Result
where Result.Need: ImpossibleNeed { .refused }

// `>=`

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value>(
    a: KeyPath<Result.Root, Value>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value>(a: KeyPath<Result.Root, Value>, b: Value) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: a field on the right is `field(\.name)`.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPath<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the other field has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value, Other>(
    a: KeyPath<Result.Root, Value>, b: KeyPathExpression<Result.Root, Other>
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the value has another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: nil has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: _OptionalNilComparisonType
) -> Result where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the type has no order.
@_documentation(visibility: internal) @_disfavoredOverload
public func >= <Result: ComparisonOfDifferentTypes, Value, Form>(a: KeyPathTerm<Result.Root, Value, Form>, b: Value)
    -> Result
where Result.Need: ImpossibleNeed { .refused }

// `~=`

/// Does not compile: the bounds have another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func ~= <Result: ComparisonOfDifferentTypes, Value, Other>(a: KeyPath<Result.Root, Value>, b: Other) -> Result
where Result.Need: ImpossibleNeed { .refused }

/// Does not compile: the bounds have another type.
@_documentation(visibility: internal) @_disfavoredOverload
public func ~= <Result: ComparisonOfDifferentTypes, Value, Other, Form>(
    a: KeyPathTerm<Result.Root, Value, Form>, b: Other
) -> Result where Result.Need: ImpossibleNeed { .refused }

// Functions

extension KeyPathOperand {
    /// Does not compile: the value is not a string, or the argument is not one.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func beginsWith<Result: ComparisonOfDifferentTypes, Other>(_ text: Other, _ options: StringOptions = [])
        -> Result where Result.Need: ImpossibleNeed
    { .refused }

    /// Does not compile: the value is not a string, or the argument is not one.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func endsWith<Result: ComparisonOfDifferentTypes, Other>(_ text: Other, _ options: StringOptions = [])
        -> Result where Result.Need: ImpossibleNeed
    { .refused }

    /// Does not compile: the value is not a string, or the argument is not one.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func like<Result: ComparisonOfDifferentTypes, Other>(_ pattern: Other, _ options: StringOptions = [])
        -> Result where Result.Need: ImpossibleNeed
    { .refused }

    /// Does not compile: the value is not a string or list, or the argument has another type.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func contains<Result: ComparisonOfDifferentTypes, Other>(_ element: Other, _ options: StringOptions = [])
        -> Result where Result.Need: ImpossibleNeed
    { .refused }

    /// Does not compile: the bounds have another type.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func between<Result: ComparisonOfDifferentTypes, Other>(_ range: Other) -> Result
    where Result.Need: ImpossibleNeed { .refused }

    /// Does not compile: the values have another type.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func `in`<Result: ComparisonOfDifferentTypes, each Other>(_ values: repeat each Other) -> Result
    where Result.Need: ImpossibleNeed { .refused }

    /// Does not compile: the value is not a string, or the pattern is not one.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func matches<Result: ComparisonOfDifferentTypes, Other>(
        _ pattern: Other, _ options: StringOptions = [], using engine: any PatternEngine
    ) -> Result where Result.Need: ImpossibleNeed { .refused }
}

/// The value of an operation that the type lacks. Its comparison does not compile.
@_documentation(visibility: internal)
public struct ImpossibleValue {}

// These are members of key paths only: on an expression, they would hide a field of the same name.
extension KeyPath where Root: PredicateFieldValue {
    /// Does not compile: the value is not a list or dictionary.
    @_documentation(visibility: internal) @_disfavoredOverload
    public var count: KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }

    /// Does not compile: the value is not an ordered list.
    @_documentation(visibility: internal) @_disfavoredOverload
    public var first: KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }

    /// Does not compile: the value is not an ordered list.
    @_documentation(visibility: internal) @_disfavoredOverload
    public var last: KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }

    /// Does not compile: the value is not an ordered list.
    @_documentation(visibility: internal) @_disfavoredOverload
    public func at(index: Int) -> KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }

    /// Does not compile: the value is not a list of numbers.
    @_documentation(visibility: internal) @_disfavoredOverload
    public var sum: KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }

    /// Does not compile: the value is not a list of numbers.
    @_documentation(visibility: internal) @_disfavoredOverload
    public var average: KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }

    /// Does not compile: the value is not a string.
    @_documentation(visibility: internal) @_disfavoredOverload
    public var length: KeyPathExpression<Root, ImpossibleValue> { KeyPathExpression(predicateOperand) }
}

extension KeyPathTerm where Form == ValueOfElements {
    /// Does not compile: the key path of the elements is an argument.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a field of the elements is an argument, as in any(\\.name)")
    public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> QuantifiedKeyPath<Root, Member> {
        QuantifiedKeyPath(predicateOperand: predicateOperand)
    }
}
