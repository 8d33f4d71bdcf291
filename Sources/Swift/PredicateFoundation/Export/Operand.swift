import PredicateCore
import PredicateFormat
import PredicatePlatform

/// A value as a standard expression.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct Operand {
    /// Its result is a `type`, or an optional one.
    let node: any StandardPredicateExpression
    /// The type of the value; never an optional.
    let type: Any.Type
    let isOptional: Bool
    /// Whether NaN and the infinities are already nil in it.
    var isFinite = false

    /// An operand from an expression of any type.
    init(_ node: any StandardPredicateExpression, _ type: Any.Type) {
        guard let optional = type as? any OptionalValue.Type else {
            self.init(node: node, type: type, isOptional: false)
            return
        }
        self = Self.unwrapping(node, optional.wrappedType)
    }

    init(node: any StandardPredicateExpression, type: Any.Type, isOptional: Bool) {
        self.node = node
        self.type = type
        self.isOptional = isOptional
    }

    /// Flattens an optional of an optional.
    private static func unwrapping(_ node: any StandardPredicateExpression, _ wrapped: Any.Type) -> Operand {
        guard let inner = wrapped as? any OptionalValue.Type else {
            return Operand(node: node, type: wrapped, isOptional: true)
        }
        func flattened<T>(_: T.Type) -> (any StandardPredicateExpression)? {
            guard let node = node as? StandardNode<T??> else { return nil }
            let value = PredicateExpressions.Variable<T?>()
            return StandardForms.flatMap(node, value, optional: value)
        }
        return flattened(inner.wrappedType).map { unwrapping($0, inner.wrappedType) }
            ?? Operand(node: node, type: wrapped, isOptional: true)
    }

    /// The expression, if its value is never nil.
    func plain<T>(_: T.Type) -> StandardNode<T>? { isOptional ? nil : node as? StandardNode<T> }

    /// The expression as an optional.
    func optional<T>(_: T.Type) -> StandardNode<T?>? {
        isOptional ? node as? StandardNode<T?> : (node as? StandardNode<T>).map { StandardForms.optional($0) }
    }

    /// What an expression of the value gives, or nil where the value is nil; nil if it is of another type.
    func mapped<T, Result>(_: T.Type, _ body: (StandardNode<T>) -> StandardNode<Result>) -> Operand? {
        if let node = plain(T.self) { return Operand(body(node), Result.self) }
        let there = PredicateExpressions.Variable<T>()
        return optional(T.self).map { Operand(StandardForms.flatMap($0, there, body(there)), Result?.self) }
    }

    /// As `mapped`, for an expression that may be nil itself.
    func mapped<T, Result>(_: T.Type, optional body: (StandardNode<T>) -> StandardNode<Result?>) -> Operand? {
        if let node = plain(T.self) { return Operand(body(node), Result?.self) }
        let there = PredicateExpressions.Variable<T>()
        return optional(T.self).map { Operand(StandardForms.flatMap($0, there, optional: body(there)), Result?.self) }
    }

    /// A property of the value.
    func property<Base, Value>(_ path: any KeyPath<Base, Value> & Sendable) -> Operand? {
        if let node = plain(Base.self) { return Operand(StandardForms.property(node, path), Value.self) }
        guard let node = optional(Base.self) else { return nil }
        let base = PredicateExpressions.Variable<Base>()
        let property = StandardForms.property(base, path)
        guard let optional = Value.self as? any OptionalValue.Type else {
            return Operand(StandardForms.flatMap(node, base, property), Value?.self)
        }
        func flattened<T>(_: T.Type) -> Operand? {
            (property as Any as? StandardNode<T?>).map {
                Operand(StandardForms.flatMap(node, base, optional: $0), T?.self)
            }
        }
        return flattened(optional.wrappedType)
    }

    /// A property of the value, by a key path of unknown types.
    func property(untyped path: any AnyKeyPath & Sendable) -> Operand? {
        let pathType = Swift.type(of: path as AnyKeyPath)
        func withTypes<Base, Value>(_: Base.Type, _: Value.Type) -> Operand? {
            guard let path = path as AnyKeyPath as? KeyPath<Base, Value> else { return nil }
            // It comes from a Sendable key path, which a cast cannot check.
            return property(unsafeDowncast(path, to: (any KeyPath<Base, Value> & Sendable).self))
        }
        func withBase<Base>(_ base: Base.Type) -> Operand? {
            func withValue<Value>(_ value: Value.Type) -> Operand? { withTypes(base, value) }
            return withValue(pathType.valueType)
        }
        return withBase(pathType.rootType)
    }

    /// The raw value, if the value has one. Such values are compared by it.
    var byRawValue: Operand {
        guard !(type is any ExportScalar.Type), let raw = type as? any RawRepresentable.Type else { return self }
        func rawValue<R: RawRepresentable>(_: R.Type) -> Operand? {
            guard R.RawValue.self is any ExportScalar.Type else { return nil }
            return property(\R.rawValue)
        }
        return rawValue(raw) ?? self
    }
}

/// The export of an expression of the language.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
enum Exported {
    /// A constant. It takes the type of the other side of the comparison.
    case constant(PredicateValue)
    case operand(Operand)
    /// A list written in the predicate.
    case list([ExportedElement])
}

/// An element of a list written in the predicate.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct ExportedElement {
    let value: Exported
    let range: SourceRange
}

/// A condition of the language as an expression of a predicate. Used if there is no standard expression.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct FormatExpression<Root>: StandardPredicateExpression {
    let condition: TypedPredicate<Root>
    let variable: PredicateExpressions.Variable<Root>

    init(_ condition: TypedPredicate<Root>, _ variable: PredicateExpressions.Variable<Root>) {
        self.condition = condition
        self.variable = variable
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool { condition.matches(try variable.evaluate(bindings)) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension FormatExpression: OwnExpression, ImportableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self { Self(condition, walk.replacement(for: variable)) }

    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        guard case .value(let tree) = try importer.value(of: variable), case .record = tree.kind else {
            throw PredicateImportError(.inexpressible, "FormatExpression", "it is about a value other than the record")
        }
        return .predicate(condition.checked.tree)
    }
}
