#if PostgreSQL
import PredicateCore

/// A type of the server, as far as its values are read in binary form.
package indirect enum PostgreSQLType: Hashable, Sendable {
    case boolean
    /// Two bytes.
    case smallInteger
    /// Four bytes.
    case integer
    /// Eight bytes.
    case bigInteger
    /// Four bytes without a sign: `oid`.
    case objectIdentifier
    /// Four bytes.
    case real
    /// Eight bytes.
    case double
    /// Digits of any number.
    case numeric
    /// `text`, `varchar`, `name`, and what sends the same bytes.
    case text
    /// `char(n)`: blanks at the end do not count.
    case paddedText
    /// `citext`: compares without case.
    case caselessText
    case uuid
    case date
    /// Without a zone: read as UTC.
    case timestamp
    case timestampWithZone
    case bytes
    case json
    case binaryJSON
    /// A type of named values, in their order.
    case enumeration([String])
    /// Lists of a type, of one dimension or several.
    case array(PostgreSQLType)
    /// Every other type, by its name: read as the text that the server makes of it.
    case other(String)

    /// The type of values of records.
    package var valueType: ValueType {
        switch self {
        case .boolean: .boolean
        case .smallInteger, .integer, .bigInteger, .objectIdentifier: .integer
        case .real, .double: .double
        case .numeric: .decimal
        case .text, .paddedText, .caselessText, .other: .string
        case .uuid: .uuid
        case .date, .timestamp, .timestampWithZone: .date
        case .bytes: .data
        case .json, .binaryJSON: .any
        case .enumeration(let cases): .enumeration(EnumerationType(cases))
        case .array(let element): .list(element.valueType.orNil)
        }
    }

    /// Whether a value that is not NULL may still be nil here: NaN, infinity, an infinite date, JSON's null.
    package var mayReadAsNil: Bool {
        switch self {
        case .real, .double, .numeric, .date, .timestamp, .timestampWithZone, .json, .binaryJSON: true
        default: false
        }
    }

    /// Whether the server is asked for the text of a value, because its binary form is not read here.
    package var isReadAsText: Bool {
        switch self {
        case .other: true
        case .array(let element): element.isReadAsText
        default: false
        }
    }

    /// The types that the server is known by, by their identifiers, which never change.
    static let known: [UInt32: PostgreSQLType] = [
        16: .boolean, 17: .bytes, 19: .text, 20: .bigInteger, 21: .smallInteger, 23: .integer, 25: .text,
        26: .objectIdentifier, 114: .json, 700: .real, 701: .double, 1042: .paddedText, 1043: .text, 1082: .date,
        1114: .timestamp, 1184: .timestampWithZone, 1700: .numeric, 2950: .uuid, 3802: .binaryJSON,
        1005: .array(.smallInteger), 1007: .array(.integer), 1009: .array(.text), 1016: .array(.bigInteger),
        1028: .array(.objectIdentifier),
    ]

    /// The identifier of the type `text`.
    static let textIdentifier: UInt32 = 25
}
#endif
