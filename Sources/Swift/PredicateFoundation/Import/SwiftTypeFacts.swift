import PredicatePlatform

import PredicateFormat

/// An `Optional` of any type.
protocol OptionalValue {
    static var wrappedType: Any.Type { get }
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    static var wrappedType: Any.Type { Wrapped.self }
    var wrappedValue: Any? { self }
}

/// A `Dictionary` of any types.
protocol DictionaryValue {
    static var keyType: Any.Type { get }
    static var valueType: Any.Type { get }
    static var countPath: AnyKeyPath { get }
    static var isEmptyPath: AnyKeyPath { get }
}

extension Dictionary: DictionaryValue {
    static var keyType: Any.Type { Key.self }
    static var valueType: Any.Type { Value.self }
    static var countPath: AnyKeyPath { \Self.count }
    static var isEmptyPath: AnyKeyPath { \Self.isEmpty }
}

/// The properties of a Swift type that determine its values in the language.
struct SwiftType {
    let type: Any.Type

    init(_ type: Any.Type) { self.type = type }

    var isOptional: Bool { type is any OptionalValue.Type }
    /// The wrapped type, or the innermost one of nested optionals.
    var unwrapped: SwiftType {
        var type = type
        while let optional = type as? any OptionalValue.Type { type = optional.wrappedType }
        return SwiftType(type)
    }
    var isNestedOptional: Bool {
        guard let optional = type as? any OptionalValue.Type else { return false }
        return optional.wrappedType is any OptionalValue.Type
    }
    var isText: Bool { type is any StringProtocol.Type }
    var isTextual: Bool { isText || type == Character.self }
    var isDictionary: Bool { type is any DictionaryValue.Type }
    /// Whether values of the type are lists or sets.
    var isList: Bool { type is any Collection.Type && !isText && !isDictionary && type != Data.self }
    var isInteger: Bool { type is any BinaryInteger.Type }
    var isReal: Bool { type is any BinaryFloatingPoint.Type || type == Date.self || type == Decimal.self }
    /// Whether `==` and `<` of the type are the language's, except for differences that have their own notes.
    var isPlain: Bool {
        isTextual || isInteger || isReal || type == Bool.self || type == UUID.self || type == URL.self
            || type == Data.self
    }

    static func same(_ a: Any.Type, _ b: Any.Type) -> Bool { ObjectIdentifier(a) == ObjectIdentifier(b) }
}
