import PredicatePlatform

import PredicateCore
import PredicateFormat

// Constants, properties, nil, casts and arithmetic.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Variable: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        try importer.value(of: self)
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self { walk.replacement(for: self) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Value: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        if SwiftType(Output.self).isNestedOptional { importer.note(.nestedOptional) }
        return try importer.constant(value, Output.self)
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self { self }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.NilLiteral: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported { .constant(.null) }

    func rebuilt(_ walk: inout Rebuilding) -> Self { self }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    /// A constant.
    mutating func constant(_ value: Any, _ type: Any.Type) throws(PredicateImportError) -> Imported {
        if let range = value as? any ImportableRange { return .range(try range.imported()) }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *),
            let regex = value as? PredicateExpressions.PredicateRegex
        {
            return .pattern(regex.stringRepresentation)
        }
        // The same form as in `comparisonResult`.
        if let order = value as? ComparisonResult { return .constant(.integer(Int64(order.rawValue))) }
        guard let value = value as? any PredicateFieldValue else {
            throw PredicateImportError(.unknownConstant, "Value", "a \(type) is not a value of the language")
        }
        let own = SwiftType(type).unwrapped
        let listed = SwiftType(type).unwrapped.isList ? ValueType.list(.any) : .any
        if own.isReal, value.predicateValue == .null, !SwiftType(type).isOptional { note(.notFinite) }
        var tree = ExpressionTree.literal(value.predicateValue)
        tree.type = listed
        return .value(tree)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.KeyPath: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let base = try importer.imported(root)
        let owner = SwiftType(Root.Output.self)
        if SwiftType(Output.self).isNestedOptional { importer.note(.nestedOptional) }
        switch kind {
        case .collectionCount: return try importer.property(.count, of: base, owner)
        case .collectionIsEmpty: return try importer.property(.isEmpty, of: base, owner)
        case .collectionFirst: return try importer.property(.first, of: base, owner)
        case .bidirectionalCollectionLast: return try importer.property(.last, of: base, owner)
        default: break
        }
        if let dictionary = Root.Output.self as? any DictionaryValue.Type {
            let path = keyPath as AnyKeyPath
            if path == dictionary.countPath { return try importer.property(.count, of: base, owner) }
            if path == dictionary.isEmptyPath { return try importer.property(.isEmpty, of: base, owner) }
        }
        let tree = try importer.value(of: base, "KeyPath")
        let type: ValueType = SwiftType(Output.self).unwrapped.isList ? .list(.any) : .any
        if let field = importer.field(for: keyPath, of: Root.Output.self) {
            return .value(ExpressionTree(.field(tree, field.name), type: type))
        }
        // A value with a raw value is imported as its raw value.
        if let raw = Root.Output.self as? any (RawRepresentable & PredicateFieldValue).Type,
            Self.isRawValue(keyPath, of: raw)
        {
            return .value(tree)
        }
        throw PredicateImportError(
            .unknownProperty, "KeyPath", "no field of \(Root.Output.self) was declared with \(Self.text(of: keyPath))")
    }

    /// Whether a key path leads to the raw value: the property of the protocol, or a property that equals the raw
    /// value of every case.
    private static func isRawValue<R: RawRepresentable & PredicateFieldValue>(_ path: AnyKeyPath, of _: R.Type) -> Bool
    {
        guard R.predicateShape.isRawValue else { return false }
        if path == \R.rawValue { return true }
        guard let path = path as? Swift.KeyPath<R, R.RawValue>, let cases = R.self as? any CaseIterable.Type else {
            return false
        }
        func isRawValue<C: CaseIterable>(_: C.Type) -> Bool {
            C.allCases.allSatisfy { value in
                guard let value = value as? R else { return false }
                return value[keyPath: path] as? AnyHashable == value.rawValue as? AnyHashable
            }
        }
        return isRawValue(cases)
    }

    private static func text(of path: AnyKeyPath) -> String {
        if #available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, *) {
            path.debugDescription
        } else {
            "the property"
        }
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), keyPath: keyPath)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    /// A property that all collections have.
    enum CollectionProperty { case count, isEmpty, first, last }

    mutating func property(_ property: CollectionProperty, of base: Imported, _ owner: SwiftType)
        throws(PredicateImportError) -> Imported
    {
        let tree = try value(of: base, "KeyPath")
        switch property {
        case .count where owner.isText:
            note(.textLength)
            return .value(ExpressionTree(.call(BuiltInFunction.length.rawValue, [tree])))
        case .count: return .value(ExpressionTree(.collection(.count, tree, path: nil)))
        case .isEmpty where owner.isText: return .predicate(.comparing(tree, .equal, .literal("")))
        case .isEmpty:
            return .predicate(
                .comparing(ExpressionTree(.collection(.count, tree, path: nil)), .equal, .literal(0)))
        case .first, .last:
            guard owner.isList else {
                throw PredicateImportError(.inexpressible, "KeyPath", "the characters of a string are not a list")
            }
            return .value(ExpressionTree(.index(tree, property == .first ? .first : .last)))
        }
    }
}

// MARK: nil

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.OptionalFlatMap: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        // If the closure returns an optional that is not flattened, its nil counts as a value.
        try importer.flatMap(
            try importer.imported(wrapped), variable, transform, isNested: Result.self is any OptionalValue.Type)
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        let wrapped = walk.rebuild(wrapped)
        // The transformation returns a value or an optional. Only the initializers distinguish them.
        if let transform = transform as? any PredicateExpression<Result> {
            func rebuilt<T: PredicateExpression>(_ transform: T) -> Self? where T.Output == Result {
                PredicateExpressions.OptionalFlatMap<LHS, Wrapped, T, Result>(wrapped) {
                    walk.rebuild(transform, replacing: variable, with: $0)
                } as? Self
            }
            if let result = rebuilt(transform) { return result }
        } else if let transform = transform as? any PredicateExpression<Result?> {
            func rebuilt<T: PredicateExpression>(_ transform: T) -> Self? where T.Output == Result? {
                PredicateExpressions.OptionalFlatMap<LHS, Wrapped, T, Result>(wrapped) {
                    walk.rebuild(transform, replacing: variable, with: $0)
                } as? Self
            }
            if let result = rebuilt(transform) { return result }
        }
        return self
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.NilCoalesce: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        try importer.coalesce(try importer.imported(lhs), try importer.imported(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ForcedUnwrap: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.note(.forcedUnwrapping)
        let value = try importer.imported(inner)
        guard case .nestedOptional = value else { return value }
        return .value(try importer.value(of: value, "ForcedUnwrap"))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(inner))
    }
}

// MARK: Casts

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ConditionalCast: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let value = try importer.imported(input)
        switch try importer.relation(of: Input.Output.self, to: Desired.self, "ConditionalCast") {
        case .sameOrOptional, .unwrapped: return value
        case .none:
            importer.note(.cast)
            return .constant(.null)
        }
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ForceCast: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let value = try importer.imported(input)
        switch try importer.relation(of: Input.Output.self, to: Desired.self, "ForceCast") {
        case .sameOrOptional: return value
        case .unwrapped:
            importer.note(.forcedCast)
            return value
        case .none:
            importer.note(.forcedCast)
            return .constant(.null)
        }
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(input))
    }
}

// MARK: Arithmetic

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Arithmetic: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let symbol: ArithmeticOperator =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw PredicateImportError(.inexpressible, "Arithmetic", "its operator is unknown")
            }
        return try importer.arithmetic(symbol, lhs, rhs, LHS.Output.self)
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs), op: op)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.IntDivision: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        try importer.arithmetic(.divide, lhs, rhs, LHS.Output.self)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.FloatDivision: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        try importer.arithmetic(.divide, lhs, rhs, LHS.Output.self)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.IntRemainder: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.noteArithmetic(LHS.Output.self)
        let dividend = try importer.value(lhs)
        return .value(
            ExpressionTree(.call(BuiltInFunction.modulus.rawValue, [dividend, try importer.value(rhs)])))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.UnaryMinus: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.noteArithmetic(Wrapped.Output.self)
        return .value(ExpressionTree(.arithmetic(.subtract, .literal(0), try importer.value(wrapped))))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(wrapped))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    mutating func arithmetic(
        _ symbol: ArithmeticOperator, _ left: any PredicateExpression, _ right: any PredicateExpression,
        _ type: Any.Type
    ) throws(PredicateImportError) -> Imported {
        noteArithmetic(type)
        let left = try value(left)
        return .value(ExpressionTree(.arithmetic(symbol, left, try value(right))))
    }

    mutating func noteArithmetic(_ type: Any.Type) {
        let swift = SwiftType(type)
        if swift.isInteger { note(.integerArithmetic) } else { note(.notFinite) }
        if type == Float.self { note(.floatArithmetic) }
    }
}

// MARK: Nested evaluation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension PredicateExpressions.ExpressionEvaluate: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        guard let value = expression as? PredicateExpressions.Value<Expression<repeat (each Input).Output, Output>>
        else {
            throw PredicateImportError(
                .inexpressible, "ExpressionEvaluate", "the expression that is evaluated is not a constant")
        }
        let inner = value.value
        repeat try importer.bind(each inner.variable, toValueOf: each input)
        return try importer.imported(inner.expression)
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(expression: walk.rebuild(expression), input: repeat walk.rebuild(each input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    mutating func bind<T>(_ variable: PredicateExpressions.Variable<T>, toValueOf expression: any PredicateExpression)
        throws(PredicateImportError)
    {
        bind(variable, to: try imported(expression))
    }
}
