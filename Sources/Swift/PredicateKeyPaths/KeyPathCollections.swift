import PredicateCore
import PredicateFormat
import PredicatePlatform

/// A type of fields with several values, ordered or not, or nil.
public protocol KeyPathList: PredicateFieldValue {
    /// The type of the values.
    associatedtype ListElement: PredicateFieldValue
    /// The type of a part of the values: a list for a list, a set for a set.
    associatedtype Sublist: KeyPathList where Sublist.ListElement == ListElement
}

/// A type of fields with several values in order, or nil.
public protocol KeyPathOrderedList: KeyPathList {}

/// A type of fields with values for keys, or nil.
public protocol KeyPathDictionary: PredicateFieldValue {
    /// The type of the values.
    associatedtype DictionaryValue: PredicateFieldValue
}

/// A type of fields with a number, or nil.
public protocol KeyPathNumber: PredicateFieldValue {
    /// The type of the number, if it is not nil.
    associatedtype Number: PredicateFieldValue & Comparable
}

extension Array: KeyPathList, KeyPathOrderedList where Element: PredicateFieldValue {
    /// The type of the elements.
    public typealias ListElement = Element
    /// An array.
    public typealias Sublist = [Element]
}

extension Set: KeyPathList where Element: PredicateFieldValue {
    /// The type of the elements.
    public typealias ListElement = Element
    /// A set: it has no first element, so the operations of arrays would answer nil (D17).
    public typealias Sublist = Set<Element>
}

extension Dictionary: KeyPathDictionary where Key == String, Value: PredicateFieldValue {
    /// The type of the values.
    public typealias DictionaryValue = Value
}

extension Optional: KeyPathList where Wrapped: KeyPathList {
    /// The element type of the wrapped type.
    public typealias ListElement = Wrapped.ListElement
    /// The sublist type of the wrapped type.
    public typealias Sublist = Wrapped.Sublist
}

extension Optional: KeyPathOrderedList where Wrapped: KeyPathOrderedList {}

extension Optional: KeyPathDictionary where Wrapped: KeyPathDictionary {
    /// The value type of the wrapped type.
    public typealias DictionaryValue = Wrapped.DictionaryValue
}

extension Int: KeyPathNumber {
    /// Itself.
    public typealias Number = Int
}
extension Int8: KeyPathNumber {
    /// Itself.
    public typealias Number = Int8
}
extension Int16: KeyPathNumber {
    /// Itself.
    public typealias Number = Int16
}
extension Int32: KeyPathNumber {
    /// Itself.
    public typealias Number = Int32
}
extension Int64: KeyPathNumber {
    /// Itself.
    public typealias Number = Int64
}
extension UInt: KeyPathNumber {
    /// Itself.
    public typealias Number = UInt
}
extension UInt8: KeyPathNumber {
    /// Itself.
    public typealias Number = UInt8
}
extension UInt16: KeyPathNumber {
    /// Itself.
    public typealias Number = UInt16
}
extension UInt32: KeyPathNumber {
    /// Itself.
    public typealias Number = UInt32
}
extension UInt64: KeyPathNumber {
    /// Itself.
    public typealias Number = UInt64
}
extension Float: KeyPathNumber {
    /// Itself.
    public typealias Number = Float
}
extension Double: KeyPathNumber {
    /// Itself.
    public typealias Number = Double
}
extension Decimal: KeyPathNumber {
    /// Itself.
    public typealias Number = Decimal
}
extension Optional: KeyPathNumber where Wrapped: KeyPathNumber {
    /// The number type of the wrapped type.
    public typealias Number = Wrapped.Number
}

// Operations on collections. If a collection is nil, their results are nil.

extension KeyPathSingleOperand where Value: KeyPathList {
    /// The number of elements.
    public var count: KeyPathExpression<Root, Int> { collection(.count) }
    /// The number of elements: `[SIZE]`, which is the same as `count`.
    public var size: KeyPathExpression<Root, Int> { index(.size) }
    /// The most common elements, as a list: all of them if none is repeated.
    public var mode: KeyPathExpression<Root, [Value.ListElement]> { call("mode:") }

    /// All elements: a comparison is true if it is true for each of them.
    public var all: QuantifiedKeyPath<Root, Value.ListElement> { QuantifiedKeyPath(predicateOperand, .all) }
    /// Any element: a comparison is true if it is true for at least one of them.
    public var any: QuantifiedKeyPath<Root, Value.ListElement> { QuantifiedKeyPath(predicateOperand, .any) }
    /// No element: a comparison is true if it is true for none of them.
    public var none: QuantifiedKeyPath<Root, Value.ListElement> { QuantifiedKeyPath(predicateOperand, .none) }

    /// The values at a key path of all elements: a comparison is true if it is true for each of them.
    public func all<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> QuantifiedKeyPath<Root, Inner> {
        QuantifiedKeyPath(PredicateOperand(keyPath, from: predicateOperand), .all)
    }

    /// The values at a key path of any element: a comparison is true if it is true for at least one of them.
    public func any<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> QuantifiedKeyPath<Root, Inner> {
        QuantifiedKeyPath(PredicateOperand(keyPath, from: predicateOperand), .any)
    }

    /// The values at a key path of no element: a comparison is true if it is true for none of them.
    public func none<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> QuantifiedKeyPath<Root, Inner> {
        QuantifiedKeyPath(PredicateOperand(keyPath, from: predicateOperand), .none)
    }
}

extension KeyPathSingleOperand where Value: KeyPathOrderedList {
    /// The first element; nil if there is none.
    public var first: KeyPathExpression<Root, Value.ListElement?> { index(.first) }
    /// The last element; nil if there is none.
    public var last: KeyPathExpression<Root, Value.ListElement?> { index(.last) }
    /// The element at an index, from 0; nil if there is none.
    public func at(index: Int) -> KeyPathExpression<Root, Value.ListElement?> {
        self.index(.at(ExpressionTree.literal(index.predicateValue)))
    }

    /// The value at a key path of the first element; nil if there is no element.
    public func first<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<Root, Inner?> {
        first.member(keyPath)
    }

    /// The optional value at a key path of the first element; nil if there is no element.
    public func first<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner?>) -> KeyPathExpression<Root, Inner?> {
        first.member(keyPath)
    }

    /// The value at a key path of the last element; nil if there is no element.
    public func last<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<Root, Inner?> {
        last.member(keyPath)
    }

    /// The optional value at a key path of the last element; nil if there is no element.
    public func last<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner?>) -> KeyPathExpression<Root, Inner?> {
        last.member(keyPath)
    }

    /// The value at a key path of the element at an index, from 0; nil if there is no element.
    public func at<Inner>(index: Int, _ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<Root, Inner?> {
        at(index: index).member(keyPath)
    }

    /// The optional value at a key path of the element at an index, from 0; nil if there is no element.
    public func at<Inner>(index: Int, _ keyPath: KeyPath<Value.ListElement, Inner?>) -> KeyPathExpression<Root, Inner?>
    {
        at(index: index).member(keyPath)
    }
}

extension KeyPathSingleOperand where Value: KeyPathDictionary {
    /// The number of entries.
    public var count: KeyPathExpression<Root, Int> { collection(.count) }

    /// The value under a key; nil if there is none.
    public func at(key: String) -> KeyPathExpression<Root, Value.DictionaryValue?> {
        index(.at(ExpressionTree.literal(.string(key))))
    }
}

extension KeyPathSingleOperand where Value: KeyPathList, Value.ListElement: KeyPathNumber {
    /// The sum of the elements; 0 if there are none.
    public var sum: KeyPathExpression<Root, Value.ListElement.Number> { collection(.sum) }
    /// The mean of the elements; nil if there are none.
    public var average: KeyPathExpression<Root, Double?> { collection(.avg) }
    /// The smallest element; nil if there are none.
    public var min: KeyPathExpression<Root, Value.ListElement.Number?> { collection(.min) }
    /// The largest element; nil if there are none.
    public var max: KeyPathExpression<Root, Value.ListElement.Number?> { collection(.max) }
}

extension KeyPathSingleOperand where Value: KeyPathList, Value.ListElement: Comparable {
    /// The smallest element; nil if there are none.
    @_disfavoredOverload
    public var min: KeyPathExpression<Root, Value.ListElement?> { collection(.min) }
    /// The largest element; nil if there are none.
    @_disfavoredOverload
    public var max: KeyPathExpression<Root, Value.ListElement?> { collection(.max) }
}

extension KeyPathSingleOperand where Value: KeyPathList {
    /// The sum of the values at a key path of the elements; 0 if there are none.
    public func sum<Inner: KeyPathNumber>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<
        Root, Inner.Number
    > { collection(.sum, keyPath) }

    /// The mean of the values at a key path of the elements; nil if there are none.
    public func average<Inner: KeyPathNumber>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<
        Root, Double?
    > { collection(.avg, keyPath) }

    /// The smallest value at a key path of the elements; nil if there are none.
    public func min<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<Root, Inner?> {
        collection(.min, keyPath)
    }

    /// The largest value at a key path of the elements; nil if there are none.
    public func max<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner>) -> KeyPathExpression<Root, Inner?> {
        collection(.max, keyPath)
    }

    /// The smallest value at a key path that may be nil; nil if all are.
    public func min<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner?>) -> KeyPathExpression<Root, Inner?> {
        collection(.min, keyPath)
    }

    /// The largest value at a key path that may be nil; nil if all are.
    public func max<Inner>(_ keyPath: KeyPath<Value.ListElement, Inner?>) -> KeyPathExpression<Root, Inner?> {
        collection(.max, keyPath)
    }

    private func collection<Result>(_ function: CollectionOperator, _ keyPath: PartialKeyPath<Value.ListElement>)
        -> KeyPathExpression<Root, Result>
    {
        let operand = predicateOperand
        let path = PredicateOperand(keyPath, from: PredicateOperand(ExpressionTree(.element)))
        return KeyPathExpression(
            operand.with(path, ExpressionTree(.collection(function, operand.tree, path: path.tree))))
    }
}

extension KeyPathSingleOperand {
    fileprivate func collection<Result>(_ function: CollectionOperator) -> KeyPathExpression<Root, Result> {
        let operand = predicateOperand
        return KeyPathExpression(operand.with(ExpressionTree(.collection(function, operand.tree, path: nil))))
    }

    /// A property of the value, which may be nil.
    fileprivate func member<Base: PredicateFieldValue, Member>(_ keyPath: PartialKeyPath<Base>)
        -> KeyPathExpression<Root, Member>
    {
        KeyPathExpression(PredicateOperand(keyPath, from: predicateOperand))
    }

    fileprivate func index<Result>(_ index: ExpressionTree.Index) -> KeyPathExpression<Root, Result> {
        let operand = predicateOperand
        return KeyPathExpression(operand.with(ExpressionTree(.index(operand.tree, index))))
    }
}

// MARK: Sub-predicates

/// The elements of a collection that satisfy a predicate about them, as a list or set: `SUBQUERY`.
///
/// ```swift
/// all(\.profiles, where: (\Profile.name).contains("Doe")).count == 2
/// ```
public func all<Root: PredicateFieldValue, List: KeyPathList>(
    _ keyPath: KeyPath<Root, List>, where predicate: KeyPathPredicate<List.ListElement>
) -> KeyPathExpression<Root, List.Sublist> {
    KeyPathExpression(PredicateOperand(keyPath).filtered(predicate))
}

/// The same as `all(_:where:)`, with its name in the language.
public func subquery<Root: PredicateFieldValue, List: KeyPathList>(
    _ keyPath: KeyPath<Root, List>, where predicate: KeyPathPredicate<List.ListElement>
) -> KeyPathExpression<Root, List.Sublist> {
    KeyPathExpression(PredicateOperand(keyPath).filtered(predicate))
}

extension KeyPathSingleOperand where Value: KeyPathList {
    /// The elements that satisfy a predicate about them, like `all(_:where:)` for a key path.
    public func filtered(where predicate: KeyPathPredicate<Value.ListElement>) -> KeyPathExpression<Root, Value.Sublist>
    {
        KeyPathExpression(predicateOperand.filtered(predicate))
    }
}

extension PredicateOperand {
    fileprivate func filtered<Element>(_ predicate: KeyPathPredicate<Element>) -> PredicateOperand {
        let variable = predicate.tree.freshVariable("element")
        let condition = predicate.tree.replacingRecord(by: ExpressionTree(.variable(variable)))
        return PredicateOperand(
            ExpressionTree(.subquery(tree, variable: variable, condition)),
            unregistered: unregistered + predicate.unregistered, libraries: libraries + predicate.libraries)
    }
}

extension KeyPathOperand where Value: PredicateFieldValue {
    /// Whether the value is one of several values; false for nil.
    public func `in`(_ values: Value...) -> KeyPathPredicate<Root> { self.in(values) }

    /// Whether the value is in an array, a set or another sequence; false for nil.
    public func `in`(_ values: some Sequence<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.in, PredicateOperand(Array(values)))
    }

    /// Whether the value is in the list of an expression; false for nil.
    public func `in`<List: KeyPathList>(_ values: KeyPathExpression<Root, List>) -> KeyPathPredicate<Root>
    where List.ListElement == Value {
        predicateOperand.compared(.in, values.predicateOperand)
    }
}

extension KeyPathOperand {
    /// Whether the value is one of several values; false for nil.
    public func `in`<Wrapped: PredicateFieldValue>(_ values: Wrapped...) -> KeyPathPredicate<Root>
    where Value == Wrapped? { self.in(values) }

    /// Whether the value is in an array, a set or another sequence; false for nil.
    public func `in`<Wrapped: PredicateFieldValue>(_ values: some Sequence<Wrapped>) -> KeyPathPredicate<Root>
    where Value == Wrapped? {
        predicateOperand.compared(.in, PredicateOperand(Array(values)))
    }

    /// Whether the value is in the list of an expression; false for nil.
    public func `in`<Wrapped, List: KeyPathList>(_ values: KeyPathExpression<Root, List>) -> KeyPathPredicate<Root>
    where Value == Wrapped?, List.ListElement == Wrapped {
        predicateOperand.compared(.in, values.predicateOperand)
    }
}

extension KeyPathOperand where Value: KeyPathList {
    /// Whether the list contains an element; false if the list is nil.
    public func contains(_ element: Value.ListElement) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(element))
    }

    /// Whether the list contains the value of an expression; false if the list is nil.
    public func contains(_ element: KeyPathExpression<Root, Value.ListElement>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, element.predicateOperand)
    }
}

extension KeyPathOperand where Value: KeyPathList, Value.ListElement: KeyPathTextual {
    /// Whether the list contains a string, compared with the options; false if the list is nil.
    public func contains(_ element: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(element), options)
    }
}

extension KeyPathOperand where Value: KeyPathDictionary {
    /// Whether the dictionary has a value under any key; false if it is nil.
    public func contains(_ value: Value.DictionaryValue) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(value))
    }
}
