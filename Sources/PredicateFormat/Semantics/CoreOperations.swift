package enum CoreOrdering: Sendable { case less, lessOrEqual, greater, greaterOrEqual }

/// The effect of a declared type on a value that is read (D39, D55, D59, D60, D92); lists and dictionaries element by element.
package indirect enum CoreReading: Hashable, Sendable {
    /// An integral double is an integer.
    case integer
    /// An integer is a double.
    case double
    /// A number is a decimal.
    case decimal
    /// RFC 3339 text is a date.
    case date
    /// Text of a UUID is a UUID.
    case uuid
    /// Text is a URL.
    case url
    /// Base64 text is bytes.
    case data
    /// A list is a set.
    case set(of: CoreReading?)
    /// Every element, or every value of a dictionary.
    case elements(CoreReading)
}
